"""The whole game as a folder on any web host, with the kit made by `.ci/run`: played, closed, and continued."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, Request, expect

from spite_and_malice.cli import main

from .hosting import Host
from .test_offline_home import BEGIN, FINISH

WAIT = 120_000


@pytest.fixture
def host(built_kit: Path, tmp_path: Path) -> Iterator[Host]:
    done = CliRunner().invoke(main, ["offline", "export", str(tmp_path / "deep" / "er"), "--kit", str(built_kit)])
    assert done.exit_code == 0, done.output
    host = Host(tmp_path)
    yield host
    host.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(WAIT)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> tuple[Page, FrameLocator]:
    page = context.new_page()
    page.goto(address)
    return page, page.frame_locator("iframe")


def cards(inside: FrameLocator) -> list[str | None]:
    """Return a screen reader's text for one's hand."""
    hand = inside.locator(".place.hand[aria-pressed]")
    expect(hand.first).to_be_attached(timeout=WAIT)
    return [each.get_attribute("aria-label") for each in hand.all()]


def test_a_game_is_begun_and_goes_on_without_any_line(context: BrowserContext, host: Host) -> None:
    page, inside = opened(context, f"{host.address}deep/er/")
    inside.get_by_role("button", name="Play now").click(timeout=WAIT)
    shown = cards(inside)
    assert len(shown) == 5
    page.wait_for_url("**/#/table/**")
    table = page.url
    page.close(run_before_unload=False)
    host.stop()
    _, inside = opened(context, table)
    assert cards(inside) == shown


def test_patience_is_dealt_at_once_and_a_search_is_told_of(context: BrowserContext, host: Host) -> None:
    page, inside = opened(context, f"{host.address}deep/er/#/patience?deal=258")
    deal = inside.get_by_role("button", name="Deal", exact=True)
    deal.click(timeout=WAIT)
    expect(inside.locator("#cards .card").first).to_be_attached(timeout=WAIT)
    # With changed rules no deal is known beforehand, and a hard one is rare.
    page.evaluate("location.hash = '/patience?preset=klondike-3'")
    inside.get_by_text("One that can be won").click()
    inside.get_by_text("More rules").click()
    inside.get_by_label("Passes through the stock").select_option("1")
    inside.get_by_text("Hard", exact=True).click(force=True)
    deal.click()
    expect(inside.locator("[data-searching]")).to_contain_text("Looking for a deal that can be won")
    inside.get_by_role("button", name="Stop looking").click()
    expect(inside.locator("[data-searching]")).to_be_empty()
    expect(deal).to_be_focused()
    # The searched deal is not started.
    tables = "async () => (await frames[0].fetch('/deep/er/at/api/tables')).json()"
    assert len(page.evaluate(tables)) == 1
    # One of every kind that the page offers is there at once. The previous page disappears only once the next has come.
    page.frames[-1].evaluate("window.isOfBefore = true")
    page.evaluate("location.hash = '/patience?preset=klondike-1'")
    page.frames[-1].wait_for_function("() => !window.isOfBefore && document.documentElement.dataset.ready === ''")
    inside.get_by_text("Hard", exact=True).click(force=True)
    deal.click()
    expect(inside.locator("#cards .card").first).to_be_attached(timeout=WAIT)


# Every linked page: its status and its heading, and for an address outside the site the linking page.
CRAWL = """async () => {
    const { root } = document.documentElement.dataset;
    const waiting = ["/"], seen = {};
    for (let path = waiting.shift(); path; path = waiting.shift()) {
        const answer = await fetch(root + path);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        seen[path] = [answer.status, page.querySelector("h1")?.textContent ?? ""];
        for (const link of page.querySelectorAll("a[href]")) {
            const address = link.getAttribute("href").split("#")[0];
            // Another site would not open in the frame.
            if (link.target === "_blank" && /^https:/.test(address)) continue;
            const below = address.slice(root.length) || "/";
            if (address && !address.startsWith(root)) seen[address] = [0, `outside, on ${path}`];
            // One version stands for all.
            const isOther = /preset=(?!standard$)|[.]rules[.](?!standard$)/.test(below.replaceAll("/", "."));
            if (address && !isOther && !(below in seen) && !waiting.includes(below)) waiting.push(below);
        }
    }
    return seen;
}"""

SHARE = """() => {
    const inside = document.querySelector("iframe").contentWindow;
    Object.defineProperty(inside.navigator, "share", { value: async (what) => (window.shared = what) });
}"""


class Failures:
    """Failures from here on: requests, scripts, and console errors."""

    def __init__(self, page: Page) -> None:
        self.found: list[str] = []
        page.on("response", lambda response: self._note(response.url) if response.status >= 400 else None)
        page.on("requestfailed", self._note_request)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("console", lambda line: self._note(line.text) if line.type == "error" else None)

    def _note_request(self, request: Request) -> None:
        # Going to another page cancels the pending requests of the previous one.
        if request.failure != "net::ERR_ABORTED":
            self._note(request.url)

    def _note(self, told: str) -> None:
        # A newer version is checked for every minute.
        if "site.json" not in told and "ERR_FAILED" not in told:
            self.found.append(told)


def test_everything_is_there_without_a_line(context: BrowserContext, host: Host, tmp_path: Path) -> None:
    """One start for everything: every page, a game to its end with its results, and the other language."""
    page, inside = opened(context, f"{host.address}deep/er/")
    expect(inside.locator("h1").first).to_be_visible(timeout=WAIT)
    host.stop()
    failures = Failures(page)

    def go(path: str) -> None:
        page.evaluate("(path) => { location.hash = path; }", path)
        at = "(path) => document.querySelector('iframe').contentWindow.location.pathname.endsWith(path)"
        page.wait_for_function(at, arg=path)

    seen = page.frames[-1].evaluate(CRAWL)
    assert len(seen) > 10
    assert {path: told for path, told in seen.items() if told[0] != 200 or not told[1]} == {}
    # What needs others is not offered.
    page.evaluate("location.hash = '/new?preset=standard'")
    expect(inside.locator(".seat select").first).to_be_visible()
    expect(inside.locator("option[value=open]")).to_have_count(0)
    expect(inside.locator("[data-table-settings]")).to_be_hidden()
    # A game to its end.
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "beginner"}]
    body = {"preset": "quick", "rules": {"payoff": 1}, "target": 1, "seats": seats}
    moves = 0
    # There is nothing to review if the other player finished before one's first turn.
    while not moves:
        table = page.frames[-1].evaluate(BEGIN, body)["url"]
        moves = page.evaluate(FINISH, table)
    go(table)
    finish = inside.locator("#finish[open]")
    expect(finish.get_by_text("best moves found")).to_be_visible(timeout=WAIT)
    # Nobody else can open pages stored here: others get the address of the whole game.
    page.evaluate(SHARE)
    finish.get_by_role("button", name="Share").click()
    assert page.evaluate("shared.url") == f"{host.address}deep/er/"
    finish.get_by_role("link", name="Look back at this game").click()
    expect(inside.locator("[data-verdict]")).to_have_attribute("data-good", "true", timeout=WAIT)
    with page.expect_download() as coming:
        inside.get_by_role("link", name="Download the record").click()
    record = tmp_path / coming.value.suggested_filename
    coming.value.save_as(record)
    done = CliRunner().invoke(main, ["verify", str(record)])
    assert done.exit_code == 0, done.output
    go(f"{table}/games/1/replay")
    expect(inside.locator("#cards .card").first).to_be_attached(timeout=WAIT)
    # The language chosen in a page's footer applies to everything, and so does the one in a table's settings.
    go("/games")
    inside.get_by_role("button", name="Deutsch").click()
    expect(inside.locator("h1")).to_have_text("Deine Spiele")
    assert page.evaluate("document.cookie") == "spite_language=de"
    go("/learn")
    inside.locator("[data-panel=settings]").click()
    inside.locator("label", has_text="English").click()
    expect(inside.locator("html")).to_have_attribute("lang", "en")
    assert failures.found == []
