"""The table and the pages around it on every surface, by day and in the evening, and in the system's own colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from tests.web.axe import violations

from .conftest import WEB, new_context
from .person import READY

SURFACES = sorted(path.stem for path in (WEB / "look" / "surfaces").glob("*.css"))
DRESS = """async ([surface, theme, contrast]) => {
  const sheet = document.querySelector("link[href*='look/surfaces/']").href.replace(/[^/]+$/, `${surface}.css`);
  if (![...document.querySelectorAll("link")].some((link) => link.href === sheet)) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet });
    const loaded = new Promise((done) => (link.onload = done));
    document.head.append(link);
    await loaded;
  }
  Object.assign(document.documentElement.dataset, { surface, theme, colours: contrast ? "two" : "four" });
  document.documentElement.toggleAttribute("data-contrast", contrast);
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
}"""


def dressed(page: Page, every: bool = False) -> list[str]:
    """Return axe's findings on a page for each surface, by day and in the evening; common ones once."""
    found = []
    lights = ("light", "dark")
    alternating = [(surface, lights[number % 2]) for number, surface in enumerate(SURFACES)]
    for surface, theme in product(SURFACES, lights) if every else alternating:
        page.evaluate(DRESS, [surface, theme, surface == "walnut"])
        found += [f"{surface} {theme}: {each}" for each in violations(page)]
    # Styles do not reveal the system's colours, so axe would compare the page's own with the system's background.
    page.emulate_media(forced_colors="active")
    found += [f"forced colours: {each}" for each in violations(page, color_contrast=False)]
    page.emulate_media(forced_colors="none")
    return found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page that runs axe's script."""
    context = new_context(browser, (1280, 800), {"speed": "off"}, bypass_csp=True)
    yield context.new_page()
    context.close()


@pytest.mark.nightly("src/spite_and_malice/web/look/", "src/spite_and_malice/web/spite/")
def test_axe_finds_nothing_at_the_table_in_any_dress(page: Page, site: str) -> None:
    seats = [{"kind": "person", "name": "Ada"}, *[{"kind": "computer", "player": "club"}] * 3]
    table = page.request.post(f"{site}/api/tables", data={"preset": "round", "rules": {"players": 4}, "seats": seats})
    page.goto(site + table.json()["url"])
    page.locator(READY).first.wait_for(state="attached")
    assert dressed(page, every=True) == []
    page.locator("[data-panel=settings]").click()
    assert dressed(page) == []


@pytest.mark.parametrize("path", ["/", "/new?preset=standard", "/games", "/rules/standard"])
def test_axe_finds_nothing_on_a_page_in_any_dress(page: Page, site: str, path: str) -> None:
    page.goto(site + path)
    assert dressed(page) == []
