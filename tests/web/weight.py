"""The transfer size of a table's page, and the part of it before the first card."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

MOST_BYTES: Final = 150_000
MOST_SCRIPT: Final = 72_000
LEAST_SCRIPT: Final = 30_000
"""Less than a table needs: the count has missed something."""

_MARK_FIRST_CARD: Final = """
new MutationObserver((_changes, watch) => {
  if (!document.querySelector("#cards .card")) return;
  performance.mark("first card");
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
_SCRIPT_BEFORE_FIRST_CARD: Final = """() => {
  const [{ startTime: drawn }] = performance.getEntriesByName("first card");
  const there = performance.getEntriesByType("resource").filter((one) => one.responseEnd < drawn);
  return there.reduce((sum, one) => sum + (one.name.endsWith(".js") ? one.encodedBodySize : 0), 0);
}"""


def check_weight(page: Page, site: str, address: str) -> None:
    """Open a table for the first time: it is small, shows its first card after few scripts, and asks nobody else."""
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.add_init_script(_MARK_FIRST_CARD)
    page.goto(address)
    page.locator("#cards .card").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    assert all(url.startswith(site) for url in sizes)
    assert sum(sizes.values()) <= MOST_BYTES
    assert LEAST_SCRIPT <= page.evaluate(_SCRIPT_BEFORE_FIRST_CARD) <= MOST_SCRIPT
