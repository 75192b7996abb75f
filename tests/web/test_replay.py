"""Replaying a finished game in the browser: every place in it, by button, key, slider and address."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from jinja2 import Environment, FileSystemLoader
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from spite_and_malice.play import parse
from spite_and_malice.server.games.spite.replay import ReplayAnswer, replay_of
from spite_and_malice.server.http import files, modules
from spite_and_malice.server.http.language import install
from spite_and_malice.server.store import StoredGame
from spite_and_malice.texts import best_language, in_language
from tests.server.test_replays import RECORDS, stored, with_second_thoughts
from tests.web.axe import violations
from tests.web.conftest import WEB, Problems, new_context, resize
from tests.web.test_german import TOO_WIDE

SIZES = ((1280, 800), (768, 1024), (360, 640), (640, 360))
PATH = "/table/t/games/1/replay"

MISPLACED = """() => {
  const within = (one, box) =>
    one.left >= box.left - 1 && one.top >= box.top - 1 && one.right <= box.right + 1 && one.bottom <= box.bottom + 1;
  const overlap = (one, two) =>
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
  const of = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const page = new DOMRect(0, 0, innerWidth, innerHeight);
  const band = document.querySelector("#replay").getBoundingClientRect();
  const controls = of("#replay :is(button, input, select, .at)");
  const found = [];
  controls.forEach((each, index) => {
    const box = each.getBoundingClientRect();
    const name = each.getAttribute("aria-label") ?? each.className;
    if (!within(box, band)) found.push(`${name} sticks out of the band`);
    if (each.matches("button, input, select") && Math.min(box.width, box.height) < 36) found.push(`${name} is small`);
    for (const other of controls.slice(0, index))
      if (overlap(box, other.getBoundingClientRect())) found.push(`${name} overlaps ${other.outerHTML}`);
  });
  if (controls.length !== 10) found.push(`${controls.length} controls`);
  for (const each of of("#table :is(.card, button, #status)")) {
    const box = each.getBoundingClientRect();
    if (overlap(box, band)) found.push(`${each.className} lies under the band`);
    if (!within(box, page)) found.push(`${each.className} sticks out of the window`);
  }
  if (!within(band, page) || band.width !== innerWidth) found.push("the band is not in the window");
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push("the page scrolls");
  return found;
}"""
"""The controls and parts of the table that are not visible and pressable, as sentences."""

SHOWN = """(seat) => {
  const on = (place) => [...document.querySelectorAll(`#cards .card[data-place="${place}"]`)];
  const places = (kind) =>
    [...document.querySelectorAll(`.place.${kind}`)].map(({ dataset, ariaLabel }) => [dataset.key, ariaLabel]);
  const inOrder = (some) => some.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return {
    hand: on(`hand:${seat}`).map((card) => card.dataset.card).sort(),
    centre: inOrder(places("centre")).map(([key]) => on(key).length),
    payoff: inOrder(places("payoff")).map(([, label]) => Number(label.match(/, (\\d+) cards?/)?.[1] ?? 0)),
  };
}"""
"""The table's state: the cards in a seat's hand, and the numbers of cards on each centre stack and pay-off pile."""

Watch = Callable[..., "Watched"]


class Watched:
    """A replay's page with a golden record from the test, as the server would provide its own game."""

    def __init__(self, page: Page, site: str, record: str, you: int | None) -> None:
        self.page = page
        self.address = site + PATH
        self.record = record
        self.game = golden(record)
        self.you = you
        self.asked: list[int] = []
        self.problems = Problems(page)
        page.route("**/games/1/replay**", self._answer)

    def open(self, at: str = "") -> None:
        """Open the page at a place, such as "?seat=1#12"."""
        self.page.goto(self.address + at)
        self.page.wait_for_selector("#cards .card")

    def view(self, ply: int, seat: int = 0) -> dict[str, Any]:
        """A seat's view after a number of actions."""
        answer = answered(self.record, seat, self.you)
        view: dict[str, Any] = json.loads(bytes(answer.steps[ply - 1].view)) if ply else answer.start
        return view

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.game.game.seats]

    @property
    def length(self) -> int:
        return len(self.game.moves)

    def ply_of(self, text: str) -> int:
        """Return the first place at which an action of this text has just been taken."""
        return next(move.ply for move in self.game.moves if move.text == text)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def is_at(self, ply: int, seat: int = 0) -> None:
        """Expect the table, the controls and the address to show a place in the game."""
        page = self.page
        expect(page.locator("#replay .at")).to_have_text(f"{ply} / {self.length}")
        expect(page.locator("#replay .track")).to_have_value(str(ply))
        page.wait_for_url(f"{self.address}?seat={seat}#{ply}")
        view = self.view(ply, seat)
        wanted = {
            "hand": sorted(view["players"][seat]["hand"]),
            "centre": [min(3, len(stack)) for stack in view["centre"]],
            "payoff": [pile["count"] for player in view["players"] for pile in player["payoff"]],
        }
        same = f"([seat, wanted]) => JSON.stringify(({SHOWN})(seat)) === JSON.stringify(wanted)"
        try:
            page.wait_for_function(same, arg=[seat, wanted])
        except PlaywrightTimeout:
            assert page.evaluate(SHOWN, seat) == wanted

    def _answer(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        seat = int(parse_qs(url.query).get("seat", [str(self.you or 0)])[0])
        with in_language(best_language(None, route.request.headers.get("accept-language", ""))):
            if url.path.startswith("/api/"):
                self.asked.append(seat)
                answer = msgspec.json.encode(replay_of(self.game, seat, self.you))
                route.fulfill(body=answer, content_type="application/json")
            else:
                environment = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True)
                install(environment)
                files.install(environment)
                modules.install(environment)
                template = environment.get_template("replay.html.j2")
                body = template.render(table_id="t", number=1, names=self.names, you=self.you, seat=seat)
                route.fulfill(body=body, content_type="text/html")


@cache
def golden(record: str) -> StoredGame:
    """Return a golden record as a stored game, with undos and takebacks in it."""
    read = parse((RECORDS / f"{record}.txt").read_bytes())
    return stored(read, with_second_thoughts(read))


@cache
def answered(record: str, seat: int, you: int | None) -> ReplayAnswer:
    return replay_of(golden(record), seat, you)


@pytest.fixture
def watch(browser: Browser, site: str) -> Iterator[Watch]:
    """Open replays of golden records; no page may report errors."""
    opened: list[Watched] = []

    def watch(
        record: str = "quick",
        at: str = "",
        size: tuple[int, int] = (1280, 800),
        you: int | None = 0,
        speed: str = "off",
        **options: Any,
    ) -> Watched:
        context = new_context(browser, size, {"speed": speed, "sound": False}, **options)
        opened.append(Watched(context.new_page(), site, record, you))
        opened[-1].open(at)
        return opened[-1]

    yield watch
    for each in opened:
        each.page.context.close()
    assert [line for each in opened for line in each.problems.found] == []


@pytest.mark.nightly("src/spite_and_malice/web/kernel/replay-controls.js", "src/spite_and_malice/web/spite/replay/")
def test_the_buttons_go_through_the_game(watch: Watch) -> None:
    game = watch()
    game.is_at(0)
    for name in ("To the start", "One turn back", "One move back"):
        expect(game.page.get_by_role("button", name=name)).to_have_attribute("aria-disabled", "true")
    for ply in (1, 2, 3):
        game.press("One move on")
        game.is_at(ply)
    game.press("One move back")
    game.is_at(2)
    game.press("To the end")
    game.is_at(game.length)
    expect(game.page.locator("#status .head")).to_contain_text("win")
    expect(game.page.locator("#status button:visible")).to_have_count(0)
    expect(game.page.get_by_role("button", name="One move on")).to_have_attribute("aria-disabled", "true")
    game.press("To the start")
    game.is_at(0)


@pytest.mark.parametrize("record", ["partners", "round"])
def test_every_move_forth_and_back_with_its_motion_leaves_the_right_cards(watch: Watch, record: str) -> None:
    game = watch(record, "#6", speed="fast", you=None)
    for _ in range(5):
        game.page.keyboard.press("ArrowRight")
    game.is_at(11)
    for _ in range(4):
        game.page.keyboard.press("ArrowLeft")
    game.is_at(7)


def test_what_was_taken_back_is_shown_as_it_was_done(watch: Watch) -> None:
    game = watch()
    status = game.page.locator("#status .note")
    undo = game.ply_of("undo")
    game.page.goto(f"{game.address}#{undo - 1}")
    game.is_at(undo - 1)
    for key, ply in (("Right", undo), ("Right", undo + 1), ("Left", undo), ("Left", undo - 1)):
        game.page.keyboard.press(f"Arrow{key}")
        game.is_at(ply)
    game.page.keyboard.press("ArrowRight")
    expect(status).to_contain_text("the last move back.")
    takeback = game.ply_of("takeback")
    game.page.goto(f"{game.address}#{takeback - 1}")
    game.is_at(takeback - 1)
    game.page.keyboard.press("ArrowRight")
    game.is_at(takeback)
    expect(status).to_contain_text("turn back.")
    game.page.keyboard.press("ArrowLeft")
    game.is_at(takeback - 1)


def test_an_address_is_followed_even_if_the_page_writes_its_own_meanwhile(watch: Watch) -> None:
    game = watch()
    game.page.evaluate("() => { location.hash = '#5'; history.replaceState(null, '', '#0'); }")
    game.is_at(5)


def test_the_keys_go_through_the_game(watch: Watch) -> None:
    game = watch()
    keys = game.page.keyboard
    turns = [0, *(ply for ply in range(1, 40) if game.view(ply)["turn"] != game.view(ply - 1)["turn"])]
    keys.press("ArrowDown")
    game.is_at(turns[1])
    keys.press("Shift+ArrowRight")
    game.is_at(turns[2])
    keys.press("ArrowRight")
    game.is_at(turns[2] + 1)
    keys.press("ArrowUp")
    game.is_at(turns[2])
    keys.press("Shift+ArrowLeft")
    game.is_at(turns[1])
    keys.press("End")
    game.is_at(game.length)
    keys.press("Home")
    game.is_at(0)
    keys.press("?")
    expect(game.page.get_by_role("dialog", name="Keys")).to_contain_text("a move back, a move on")
    keys.press("ArrowRight")
    keys.press("Escape")
    game.is_at(0)


def test_the_slider_goes_through_the_game(watch: Watch) -> None:
    game = watch()
    track = game.page.get_by_role("slider", name="Move")
    track.fill("9")
    game.is_at(9)
    track.focus()
    game.page.keyboard.press("ArrowRight")
    game.is_at(10)
    said = game.page.locator("#status .note").text_content()
    expect(track).to_have_attribute("aria-valuetext", f"Move 10 of {game.length}. {said}")
    game.page.keyboard.press("End")
    game.is_at(game.length)


@pytest.mark.nightly("src/spite_and_malice/web/kernel/replay-controls.js", "src/spite_and_malice/web/spite/replay/")
def test_it_runs_by_itself_until_it_is_stopped_or_over(watch: Watch) -> None:
    game = watch(speed="fast")
    at = game.page.locator("#replay .at")
    game.page.keyboard.press(" ")
    expect(at).not_to_have_text(re.compile("^[01] /"))
    game.press("Pause")
    expect(game.page.get_by_role("button", name="Play the moves", exact=True)).to_be_visible()
    game.page.goto(f"{game.address}#{game.length - 1}")
    game.is_at(game.length - 1)
    game.press("Play the moves")
    expect(at).to_have_text(f"{game.length} / {game.length}")
    expect(game.page.get_by_role("button", name="Play the moves", exact=True)).to_be_visible()
    game.press("Play the moves")
    expect(at).not_to_have_text(f"{game.length} / {game.length}")
    # The focused button gets the space bar.
    game.page.keyboard.press(" ")
    expect(game.page.get_by_role("button", name="Play the moves", exact=True)).to_be_visible()


def test_it_can_be_seen_from_every_seat(watch: Watch) -> None:
    game = watch("round", "#20", you=1)
    game.is_at(20, seat=1)
    eyes = game.page.get_by_role("combobox", name="Seen by")
    expect(eyes.locator("option:checked")).to_have_text("You")
    eyes.select_option("2")
    game.is_at(20, seat=2)
    assert game.asked == [1, 2]
    expect(game.page.locator('#cards .card[data-place="hand:1"]')).to_have_count(0)
    game.page.reload()
    game.is_at(20, seat=2)


def test_the_address_leads_to_its_place(watch: Watch) -> None:
    game = watch(at="?seat=1#7")
    game.is_at(7, seat=1)
    game.page.reload()
    game.is_at(7, seat=1)
    for odd, ply in (("#99999", game.length), ("#-3", 0), ("#%00", 0), ("#12abc", 12)):
        game.page.goto(f"{game.address}?seat=1{odd}")
        game.is_at(ply, seat=1)


def test_the_words_are_those_of_the_table(watch: Watch) -> None:
    game = watch(you=None)
    for _ in range(3):
        game.page.keyboard.press("ArrowRight")
    first = game.game.moves[2]
    expect(game.page.locator("#status .note")).to_contain_text(game.names[first.seat])
    expect(game.page.locator("#live")).to_contain_text(game.names[first.seat])
    game.page.keyboard.press("t")
    expect(game.page.locator("#panel .turns > li").first).to_contain_text(game.names[game.game.moves[0].seat])
    expect(game.page.locator("#panel [role=tab]")).to_have_text(["History", "Rules", "Settings"])
    game.page.keyboard.press("Escape")
    expect(game.page.locator("body")).to_be_focused()
    game.page.keyboard.press("ArrowLeft")
    expect(game.page.locator("#live p").last).to_contain_text(f"Move 2 of {game.length}.")


def test_a_replay_that_takes_long_says_so(watch: Watch) -> None:
    game = watch()
    held: list[Route] = []
    game.page.route("**/games/1/replay?seat=1", lambda route: held.append(route))
    game.page.get_by_role("combobox", name="Seen by").select_option("1")
    waits = game.page.locator("#replay .waits")
    expect(waits).to_have_text("One moment, please.")
    expect(game.page.get_by_role("button", name="One move on")).to_be_hidden()
    held[0].fallback()
    game.is_at(0, seat=1)
    expect(waits).to_be_hidden()
    expect(game.page.get_by_role("button", name="One move on")).to_be_visible()


def test_what_goes_wrong_is_said_and_can_be_tried_again(watch: Watch) -> None:
    game = watch()
    message = "Too many requests of this kind came from your address. Wait a minute and try again."
    error = {"error": {"code": "too_many", "message": message}}
    game.page.route("**/api/**", lambda route: route.fulfill(status=429, json=error))
    game.page.get_by_role("combobox", name="Seen by").select_option("1")
    expect(game.page.get_by_role("alert")).to_contain_text(message)
    for width, height in SIZES:
        resize(game.page, width, height)
        box, again = game.page.locator("#replay").bounding_box(), game.page.get_by_role("alert").bounding_box()
        assert box is not None
        assert again is not None
        assert box["y"] <= again["y"]
        assert again["y"] + again["height"] <= height
    game.page.unroute("**/api/**")
    game.press("Try again")
    game.is_at(0, seat=1)
    assert any("429" in line for line in game.problems.found)
    game.problems.found.clear()


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_has_its_place(watch: Watch, language: str) -> None:
    page = watch("round", "#30", locale=language).page
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(MISPLACED) == []
        assert page.evaluate(TOO_WIDE) == []
        faces = page.locator(".seat-name .portrait").evaluate_all("(all) => all.map((face) => face.offsetWidth)")
        assert len(faces) >= 3
        assert max(faces) <= 72


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(watch: Watch, theme: str) -> None:
    page = watch(at="#12", color_scheme=theme, reduced_motion="reduce").page
    for width, height in SIZES[::2] if theme == "light" else SIZES[1::2]:
        resize(page, width, height)
        assert violations(page) == []
