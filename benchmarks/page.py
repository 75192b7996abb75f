"""The weight of the table page, and how soon its first card is on the table.

``.venv/bin/python -m benchmarks.page`` prints it.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tools.live import chromium, open_table, server

OPENINGS = 5

# The time of the first frame that shows a card.
WATCH = """
new MutationObserver((_changes, watch) => {
    if (!document.querySelector("#cards .card")) return;
    window.cardMade = performance.now();
    watch.disconnect();
}).observe(document, { childList: true, subtree: true });
window.firstCard = new Promise((done) => {
    const look = () => document.querySelector("#cards .card")
        ? requestAnimationFrame(() => done(performance.now()))
        : requestAnimationFrame(look);
    look();
});
"""

# What had come before the card was there to be drawn.
BEFORE = """performance.getEntriesByType("resource")
    .filter((one) => one.name.endsWith(".js") && one.responseEnd < window.cardMade)
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


@dataclass(frozen=True)
class PageReport:
    """What a browser with an empty cache fetched for the table page: bytes over the wire, and seconds to a card."""

    all_bytes: int
    script_before_first_card: int
    requests: int
    hosts: frozenset[str]
    median_first_card: float
    worst_first_card: float


def measure() -> PageReport:
    """Open a table some times in a new browser context."""
    with tempfile.TemporaryDirectory() as data, server(Path(data) / "games.sqlite3") as address, chromium() as browser:
        openings = [opening(browser, address) for _ in range(OPENINGS)]
    seconds = [first_card for _, _, first_card in openings]
    fetched, script, _ = openings[0]
    return PageReport(
        all_bytes=sum(each["bytes"] for each in fetched),
        script_before_first_card=script,
        requests=len(fetched),
        hosts=frozenset(each["url"].split("/")[2] for each in fetched),
        median_first_card=statistics.median(seconds),
        worst_first_card=max(seconds),
    )


def opening(browser: Browser, address: str) -> tuple[list[dict[str, Any]], int, float]:
    """Open a new table; return what was fetched, the bytes of script among it and the seconds up to the first card."""
    person = browser.new_context()
    table = open_table(person, address)
    page = person.new_page()
    network = person.new_cdp_session(page)
    network.send("Network.enable")
    fetched: dict[str, dict[str, Any]] = {}

    def answered(event: dict[str, Any]) -> None:
        fetched[event["requestId"]] = {"url": event["response"]["url"], "bytes": 0}

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in fetched:
            fetched[event["requestId"]]["bytes"] = event["encodedDataLength"]

    network.on("Network.responseReceived", answered)
    network.on("Network.loadingFinished", finished)
    page.add_init_script(WATCH)
    page.goto(address + table, wait_until="networkidle")
    first_card = float(page.evaluate("window.firstCard")) / 1000
    script = int(page.evaluate(BEFORE))
    person.close()
    return list(fetched.values()), script, first_card


def main() -> None:
    """Measure and print."""
    page = measure()
    print(f"table page over the wire: {page.all_bytes / 1000:.1f} KB in {page.requests} requests (at most 150 KB)")
    print(f"script before the first card: {page.script_before_first_card} bytes (at most 70000)")
    print(f"first card: median {page.median_first_card:.2f} s, worst {page.worst_first_card:.2f} s (1 s)")


if __name__ == "__main__":
    main()
