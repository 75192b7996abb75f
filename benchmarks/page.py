"""The weight of both games' table pages, how soon their first card appears, and how soon a move of patience is shown.

``.venv/bin/python -m benchmarks.page`` prints it.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tools.live import chromium, open_patience, open_table, server

OPENINGS = 5
MOVES = 300
SETTLED_MS = 3000
"""Then all cards are dealt."""

NewTable = Callable[[BrowserContext, str], str]

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

# The resources loaded before the card could be drawn.
BEFORE = """performance.getEntriesByType("resource")
    .filter((one) => one.name.endsWith(".js") && one.responseEnd < window.cardMade)
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""

# From a key to the end of the frame after the first change of the cards.
WATCH_MOVES = """
window.shown = [];
addEventListener("keydown", (event) => {
    const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => window.shown.push(performance.now() - event.timeStamp);
            port2.postMessage(null);
        });
    });
    watch.observe(document.querySelector("#cards"), { childList: true, subtree: true, attributes: true });
}, true);
"""


@dataclass(frozen=True)
class PageReport:
    """The table page in a browser with an empty cache: bytes over the wire, and seconds to a card."""

    all_bytes: int
    script_before_first_card: int
    requests: int
    hosts: frozenset[str]
    median_first_card: float
    worst_first_card: float


def measure(new_table: NewTable = open_table) -> PageReport:
    """Open a table some times in a new browser context."""
    with tempfile.TemporaryDirectory() as data, server(Path(data) / "games.sqlite3") as address, chromium() as browser:
        openings = [opening(browser, address, new_table) for _ in range(OPENINGS)]
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


def opening(browser: Browser, address: str, new_table: NewTable) -> tuple[list[dict[str, Any]], int, float]:
    """Open a new table; return the fetched bytes, those of scripts among them, and the seconds up to the first card."""
    person = browser.new_context()
    table = new_table(person, address)
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


def shown_moves() -> list[float]:
    """Draw from the stock of a game of patience many times; return the seconds from each key to its frame."""
    with tempfile.TemporaryDirectory() as data, server(Path(data) / "games.sqlite3") as address, chromium() as browser:
        person = browser.new_context()
        page = person.new_page()
        page.goto(address + open_patience(person, address))
        page.locator("#cards .card").first.wait_for()
        page.wait_for_timeout(SETTLED_MS)
        page.evaluate(WATCH_MOVES)
        for move in range(MOVES):
            page.keyboard.press("d")
            page.wait_for_function("(move) => window.shown.length > move", arg=move)
        return [milliseconds / 1000 for milliseconds in page.evaluate("window.shown")]


def main() -> None:
    """Measure and print."""
    tell("table", measure())
    tell("table of patience", measure(open_patience))
    moves = statistics.quantiles(shown_moves(), n=100)
    print(f"move of patience to shown: median {moves[49] * 1000:.1f} ms, p99 {moves[98] * 1000:.1f} ms (50 ms)")


def tell(name: str, page: PageReport) -> None:
    """Print the figures of a page."""
    print(f"{name} page over the wire: {page.all_bytes / 1000:.1f} KB in {page.requests} requests (at most 150 KB)")
    print(f"script before the first card: {page.script_before_first_card} bytes (at most 70000)")
    print(f"first card: median {page.median_first_card:.2f} s, worst {page.worst_first_card:.2f} s (1 s)")


if __name__ == "__main__":
    main()
