"""Everything promised without a connection, done like a person: one page, and no server answers any longer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Frame, Locator, Page, expect

from spite_and_malice.cli import main
from spite_and_malice.engine import Move
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS
from spite_and_malice.server.features.learn.steps import steps

from .hosting import Host
from .person import READY, choose, corner, middle
from .test_lessons import place_of, source_of
from .test_offline_home import BEGIN, FINISH
from .test_offline_whole import Failures

WAIT: Final = 120_000

# Plays at tables until both the person and another have moved; returns the preset of each.
MOVED_AT: Final = """async (urls) => Promise.all(urls.map((url) => new Promise((resolve, reject) => {
    const line = spiteShell.openLine(new URL(`${url}/ws`, location.origin).href);
    const moved = new Set();
    let count = 0, preset = null;
    const say = (message) => line.send(JSON.stringify({ id: `own${++count}`, ...message }));
    line.onopen = () => line.send(JSON.stringify({ type: "hello" }));
    line.onmessage = ({ data }) => {
        const { type, view, table, seat, game, ply, message } = JSON.parse(data);
        if (type === "refused") return reject(new Error(message));
        preset ??= table?.preset;
        if (type === "snapshot" && !view) return say({ type: "contribute", game: 1, contribution: "0".repeat(64) });
        if (type === "event") moved.add(seat === 0);
        if (moved.size === 2) return line.close(), resolve(preset);
        // A discard ends the turn: so the other comes soon.
        const ends = (move) => move.includes("-S");
        const move = view?.legal.find(ends) ?? view?.legal[0];
        if (move) say({ type: "move", game, ply, move });
    };
})))"""

PRACTISE: Final = """async ([path, body]) => {
    const headers = { "content-type": "application/json" };
    const address = document.documentElement.dataset.root + path;
    return (await (await fetch(address, { method: "POST", headers, body: JSON.stringify(body) })).json()).url;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, built_kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Open the game as served by any web host, until it is complete; then the host is gone."""
    folder = tmp_path_factory.mktemp("host")
    done = CliRunner().invoke(main, ["offline", "export", str(folder / "deep" / "er"), "--kit", str(built_kit)])
    assert done.exit_code == 0, done.output
    host = Host(folder)
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(f"{host.address}deep/er/")
    expect(page.frame_locator("iframe").locator("h1").first).to_be_visible(timeout=WAIT)
    host.stop()
    failures = Failures(page)
    yield page
    assert failures.found == []
    context.close()


@pytest.fixture
def inside(page: Page) -> Frame:
    return page.frames[-1]


def go(page: Page, path: str) -> None:
    """Go to a page of the game by its address."""
    page.evaluate("(path) => { location.hash = path; }", path)
    at = "(path) => { const { pathname, search } = frames[0].location; return (pathname + search).endsWith(path); }"
    page.wait_for_function(at, arg=path)


def begin(inside: Frame, player: str = "beginner", preset: str = "standard", others: int = 1, **rules: int) -> str:
    """Begin a table and return its address."""
    computers = [{"kind": "computer", "player": player}] * others
    body = {"preset": preset, "target": 1, "seats": [{"kind": "person", "name": "Ada"}, *computers], "rules": rules}
    return str(inside.evaluate(BEGIN, body)["url"])


def play_a_card(page: Page, inside: Frame, made: int = 0) -> None:
    """Wait for one's turn and play a card by two clicks."""
    inside.locator(READY).first.wait_for(state="attached")
    source, target = choose(inside, made)
    assert source is not None
    page.mouse.click(*corner(source))
    page.mouse.click(*middle(inside.locator(f".place.target.{target}").first))


def note(inside: Frame) -> Locator:
    """Return the line of words under the table."""
    return inside.locator("#status .note")


def test_what_a_page_in_the_frame_loads_is_there_before_the_browser_knows_the_page(page: Page, inside: Frame) -> None:
    """Its files are requested before it is listed among the windows, as if they had no owner."""
    url = inside.evaluate("document.querySelector('script[src]').src")
    assert page.evaluate("async (url) => (await fetch(url)).status", url) == 200


def test_every_version_and_every_level_play(page: Page, inside: Frame) -> None:
    tables = [begin(inside, level.id) for level in LEVELS]
    assert page.evaluate(MOVED_AT, tables) == ["standard"] * len(LEVELS)
    presets = list(PRESETS)
    tables = [begin(inside, "club", preset, PRESETS[preset].players[0] - 1) for preset in presets]
    assert page.evaluate(MOVED_AT, tables) == presets


def test_house_rules_are_made_kept_and_told_at_the_table(page: Page, inside: Frame) -> None:
    go(page, "/new?preset=standard")
    inside.locator("[data-editor] > summary").click()
    inside.locator("#rule-payoff").fill("7")
    inside.locator("[data-keep-name]").fill("Sundays")
    inside.locator("[data-keep-name]").press("Enter")
    expect(inside.locator("[data-keep-told]")).to_contain_text("Sundays")
    go(page, "/new")
    inside.locator(".kept-rules a", has_text="Sundays").click()
    inside.get_by_role("button", name="Start").click()
    inside.locator("[data-panel=rules]").click()
    expect(inside.locator("#panel")).to_contain_text("Seven cards in a pay-off pile")


def test_a_lesson_is_taught(page: Page, inside: Frame) -> None:
    go(page, "/learn")
    [text] = steps()[0].solution
    page.mouse.click(*corner(source_of(inside, 1, [], text)))
    page.mouse.click(*middle(inside.locator(f'[data-key="{place_of(Move.parse(text).target)}"].target')))
    expect(inside.locator("#lesson .text")).to_have_text(steps()[0].texts.done)
    inside.get_by_role("button", name="Next step").click()
    expect(inside.locator("#lesson h2")).to_have_text(steps()[1].texts.title)


def test_help_is_given_and_moves_are_taken_back(page: Page, inside: Frame) -> None:
    go(page, begin(inside, "expert"))
    inside.locator(READY).first.wait_for(state="attached")
    page.keyboard.press("w")
    expect(note(inside)).to_contain_text("pay-off card")
    page.keyboard.press("h")
    inside.get_by_role("button", name="Play it").click()
    # Until a move can be taken back: a hint may have ended the turn.
    for made in range(60):
        play_a_card(page, inside, made)
        inside.locator(READY).first.wait_for(state="attached")
        if inside.locator("[data-do=undo]").is_visible():
            break
    inside.get_by_role("button", name="Take the move back").click()
    expect(note(inside)).to_have_text("You take the last move back.")


def test_a_game_is_given_up(page: Page, inside: Frame) -> None:
    go(page, begin(inside))
    inside.locator(READY).first.wait_for(state="attached")
    inside.get_by_role("button", name="Help", exact=True).click()
    inside.locator("#help-menu").get_by_role("button", name="Give up").click()
    question = inside.get_by_role("dialog", name="Give this game up?")
    question.get_by_role("button", name="Give up").click()
    expect(inside.get_by_text("You gave up.").first).to_be_visible()


def test_the_master_says_what_it_looked_at(page: Page, inside: Frame) -> None:
    go(page, begin(inside, "master"))
    looked = inside.locator("#reader [data-worlds]")
    for made in range(9):
        play_a_card(page, inside, made)
        inside.locator(READY).first.wait_for(state="attached")
        inside.locator('.seat-name[data-seat="1"]').click()
        expect(inside.locator("#reader .who-is")).to_be_visible()
        if looked.count():
            break
        page.keyboard.press("Escape")
    expect(looked).to_have_text(re.compile(r"compared in [\d,]+ ways? in which the hidden cards may lie"))
    page.keyboard.press("Escape")


def test_a_finished_game_is_reviewed_and_gone_on_with_as_practice(page: Page, inside: Frame) -> None:
    table = begin(inside, payoff=2)
    page.evaluate(FINISH, table)
    go(page, f"{table}/games/1")
    inside.get_by_role("button", name="Review your play").click()
    expect(inside.locator("[data-shown]")).not_to_be_empty(timeout=WAIT)
    body = {"ply": 2, "seat": 0, "name": "Ada"}
    go(page, inside.evaluate(PRACTISE, [f"/api{table.replace('table', 'tables')}/games/1/practice", body]))
    play_a_card(page, inside)


def test_settings_stay(page: Page, inside: Frame) -> None:
    go(page, begin(inside))
    inside.locator("[data-panel=settings]").click()
    inside.get_by_role("radio", name="Walnut").click(force=True)
    go(page, "/games")
    expect(inside.locator("html")).to_have_attribute("data-surface", "walnut")
    inside.evaluate("localStorage.removeItem('spite.settings')")


def test_an_address_is_followed_though_a_page_comes_in_the_same_moment(page: Page, inside: Frame) -> None:
    page.evaluate("() => { location.hash = '/learn'; history.replaceState(null, '', '#/games'); }")
    inside.wait_for_url("**/learn")
    expect(inside.locator("[data-panel=settings]")).to_be_visible()
    page.wait_for_function("location.hash === '#/learn'")


def test_patience_is_advised_and_solved(page: Page, inside: Frame) -> None:
    go(page, "/patience?deal=258")
    inside.get_by_role("button", name="Deal", exact=True).click()
    expect(inside.locator("#cards .card").first).to_be_attached()
    page.keyboard.press("h")
    inside.locator("#words button", has_text="Play it").click()
    page.keyboard.press("w")
    said = re.compile("can still win|can(not| no longer) be won|may still win")
    # Python begins a second time for this, and looks for a way through a whole game.
    expect(inside.locator("#words")).to_contain_text(said, timeout=WAIT)
    page.keyboard.press("u")
