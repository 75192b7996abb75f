"""The lessons in the browser: every step by mouse, touch and keyboard, at every size, and nothing lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, expect

from spite_and_malice.engine import Move
from spite_and_malice.server.features.learn.steps import LEARNER, replay, steps
from tests.web.axe import violations
from tests.web.conftest import SIZES, Problems, new_context, resize
from tests.web.person import corner, middle

pytestmark = pytest.mark.firefox

COUNT = len(steps())
SETTINGS = {"speed": "off", "sound": False}

CUT_OFF = """() => {
  const words = document.querySelector("#lesson .words");
  return words.scrollHeight - words.clientHeight;
}"""
"""How much of a step's text is out of sight, in CSS pixels."""

Play = Callable[[Page, int, list[str], str], None]


@contextmanager
def learning(browser: Browser, site: str, size: tuple[int, int] = (1280, 800), **options: Any) -> Iterator[Page]:
    """Open the lessons in a fresh browser; the page must report no errors."""
    context = new_context(browser, size, SETTINGS, **options)
    try:
        page = context.new_page()
        problems = Problems(page)
        page.goto(f"{site}/learn")
        at_step(page, 1)
        yield page
        assert problems.found == []
    finally:
        context.close()


def at_step(page: Page, number: int) -> None:
    """Wait for a step to be there with its cards."""
    expect(page.locator("#lesson .step")).to_have_text(f"Step {number} of {COUNT}")
    expect(page.locator("#lesson h2")).to_have_text(steps()[number - 1].texts.title)
    page.wait_for_selector("#cards .card")


def source_of(page: Page | Frame, number: int, moves: list[str], text: str) -> Locator:
    """Return the button of a move's card after other moves, once it can be picked."""
    move = Move.parse(text)
    key = place_of(move.source)
    if move.source == "H":
        hand = replay(number, moves).view()["players"][LEARNER]["hand"]
        key = f"hand:{LEARNER}#{hand.index(move.cards[0])}"
    source = page.locator(f'[data-key="{key}"]')
    expect(source).to_have_attribute("aria-pressed", "false")
    return source


def place_of(place: str) -> str:
    """Return the page's name of the learner's side stack or pay-off pile, or of a centre stack."""
    number = int(place[1:] or 1) - 1
    return f"centre:{number}" if place[0] == "C" else f"{'payoff' if place[0] == 'P' else 'side'}:{LEARNER}:{number}"


def by_mouse(page: Page, number: int, moves: list[str], text: str) -> None:
    page.mouse.click(*corner(source_of(page, number, moves, text)))
    page.mouse.click(*middle(page.locator(f'[data-key="{place_of(Move.parse(text).target)}"].target')))


def by_finger(page: Page, number: int, moves: list[str], text: str) -> None:
    page.touchscreen.tap(*corner(source_of(page, number, moves, text)))
    page.touchscreen.tap(*middle(page.locator(f'[data-key="{place_of(Move.parse(text).target)}"].target')))


def by_keys(page: Page, number: int, moves: list[str], text: str) -> None:
    source_of(page, number, moves, text).focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-key="{place_of(Move.parse(text).target)}"].target').focus()
    page.keyboard.press("Enter")


def play_through(page: Page, number: int, play: Play) -> None:
    """Play the solution of a step and wait for its praise."""
    moves: list[str] = []
    for text in steps()[number - 1].solution:
        play(page, number, moves, text)
        moves.append(text)
    expect(page.locator("#lesson .text")).to_have_text(steps()[number - 1].texts.done)


@pytest.mark.parametrize(
    ("play", "size"),
    [(by_mouse, (1280, 800)), (by_keys, (640, 360))],
)
def test_all_steps_from_the_first_to_the_first_game(
    browser: Browser, site: str, play: Play, size: tuple[int, int]
) -> None:
    learn_all(browser, site, play, size)


@pytest.mark.nightly("src/spite_and_malice/web/spite/exercises/")
@pytest.mark.chromium  # Playwright cannot tap in Firefox.
def test_all_steps_by_finger_on_a_phone(browser: Browser, site: str) -> None:
    learn_all(browser, site, by_finger, (360, 640), has_touch=True)


def learn_all(browser: Browser, site: str, play: Play, size: tuple[int, int], **options: Any) -> None:
    """Go through all the lessons and on to a first game."""
    with learning(browser, site, size, **options) as page:
        for number in range(1, COUNT + 1):
            at_step(page, number)
            play_through(page, number, play)
            # Only the step's text says what comes next.
            expect(page.locator("#status .head")).to_be_hidden()
            expect(page.locator("#status .note")).to_be_hidden()
            assert page.evaluate(CUT_OFF) <= 1, "what was learnt is cut off"
            if number < COUNT:
                page.get_by_role("button", name="Next step").click()
        expect(page.locator("#finish[open]")).to_have_count(0)
        page.get_by_role("button", name="Play your first game").click()
        page.wait_for_url("**/table/*")


def test_a_move_that_leads_astray_is_taken_back_and_explained(browser: Browser, site: str) -> None:
    with learning(browser, site) as page:
        by_mouse(page, 1, [], "H9s-S1")
        expect(page.locator("#status")).to_contain_text(steps()[0].texts.astray)
        expect(page.locator(f'[data-key^="hand:{LEARNER}#"]')).to_have_count(5)
        # The page explains an impossible gesture without asking the server.
        page.mouse.click(*corner(source_of(page, 1, [], "H9s-S1")))
        page.mouse.click(*middle(page.locator('[data-key="centre:0"]')))
        expect(page.locator("#status")).to_contain_text("This centre stack takes a 5")
        page.keyboard.press("Escape")
        play_through(page, 1, by_mouse)


@pytest.mark.nightly("src/spite_and_malice/web/spite/exercises/", "src/spite_and_malice/server/features/learn/")
def test_a_move_can_be_undone_and_a_step_begun_again(browser: Browser, site: str) -> None:
    with learning(browser, site) as page:
        page.get_by_role("button", name="Skip").click()
        at_step(page, 2)
        by_mouse(page, 2, [], "HAh-C1")
        expect(page.locator(f'[data-key^="hand:{LEARNER}#"]')).to_have_count(4)
        page.get_by_role("button", name="Take the move back").click()
        expect(page.locator(f'[data-key^="hand:{LEARNER}#"]')).to_have_count(5)
        by_mouse(page, 2, [], "HAh-C2")
        page.get_by_role("button", name="Begin again").click()
        expect(page.locator(f'[data-key^="hand:{LEARNER}#"]')).to_have_count(5)
        play_through(page, 2, by_mouse)


def test_a_hint_shows_the_way(browser: Browser, site: str) -> None:
    with learning(browser, site) as page:
        page.keyboard.press("h")
        expect(page.locator("#status .note")).to_have_text("Play 5♦ from your pay-off pile on 4♥.")
        page.get_by_role("button", name="Play it").click()
        expect(page.locator("#lesson .text")).to_have_text(steps()[0].texts.done)


def test_the_hint_of_a_plan_names_all_of_it(browser: Browser, site: str) -> None:
    with learning(browser, site) as page:
        page.goto(f"{site}/learn?step=9")
        at_step(page, 9)
        page.keyboard.press("h")
        note = page.locator("#status .note")
        expect(note).to_contain_text("Now play 6♣ and K♥ as 7 on 5♠, then 4♥")
        expect(note).to_contain_text("your pay-off card 9♦")
        page.get_by_role("button", name="Play it").click()
        expect(page.locator('#cards [data-place="centre:0"][data-card="6c"]')).to_be_attached()


def test_the_lessons_go_on_where_they_were_left(browser: Browser, site: str) -> None:
    with learning(browser, site) as page:
        play_through(page, 1, by_mouse)
        page.get_by_role("button", name="Next step").click()
        at_step(page, 2)
        page.get_by_role("button", name="Skip").click()
        at_step(page, 3)
        page.reload()
        at_step(page, 3)
        expect(page.get_by_role("button", name="Step 1, done")).to_be_visible()
        expect(page.get_by_role("button", name="Step 3", exact=True)).to_have_attribute("aria-current", "step")
        page.get_by_role("button", name="Step 1, done").click()
        at_step(page, 1)


@pytest.mark.nightly("src/spite_and_malice/web/spite/exercises/", "src/spite_and_malice/server/features/learn/")
@pytest.mark.chromium
def test_on_a_phone_the_end_is_a_feast_and_every_step_can_be_seen_again(browser: Browser, site: str) -> None:
    with learning(browser, site, (360, 640), has_touch=True) as page:
        steps_list = page.locator("#steps")
        page.evaluate('localStorage.setItem(\'spite.settings\', \'{"speed": "normal", "sound": false}\')')
        page.get_by_role("button", name=f"Step 1 of {COUNT}").tap()
        expect(steps_list.get_by_role("button", name="The centre stacks")).to_be_visible()
        steps_list.get_by_role("button", name="Win the game").tap()
        at_step(page, COUNT)
        page.reload()
        at_step(page, COUNT)
        expect(steps_list).to_be_hidden()
        play_through(page, COUNT, by_finger)
        expect(page.locator(".finale")).to_have_count(1)
        page.touchscreen.tap(180, 600)
        expect(page.locator(".finale")).to_have_count(0)
        page.reload()
        expect(steps_list.get_by_role("button", name="Win the game, done")).to_be_visible()
        steps_list.get_by_role("button", name="Wild cards").tap()
        at_step(page, 3)
        expect(page.locator("#lesson .text")).to_have_text(steps()[2].texts.task)
        by_finger(page, 3, [], steps()[2].solution[0])
        expect(page.locator("#lesson .text")).to_have_text(steps()[2].texts.then)


@pytest.mark.nightly("src/spite_and_malice/web/spite/exercises/", "src/spite_and_malice/server/features/learn/")
def test_what_is_stored_by_somebody_else_does_no_harm(browser: Browser, site: str) -> None:
    for stored in ("nonsense", '{"at": 99, "done": "all"}', '{"at": -1}'):
        with learning(browser, site) as page:
            page.evaluate("stored => localStorage.setItem('spite.lessons', stored)", stored)
            page.reload()
            at_step(page, 1)


@pytest.mark.parametrize("size", SIZES)
def test_the_words_and_the_table_lie_side_by_side(browser: Browser, site: str, size: tuple[int, int]) -> None:
    with learning(browser, site, size) as page:
        for number in range(1, COUNT + 1):
            at_step(page, number)
            lesson, table = page.locator("#lesson").bounding_box(), page.locator("#table").bounding_box()
            assert lesson is not None
            assert table is not None
            assert table["y"] >= lesson["y"] + lesson["height"] - 1 or table["x"] >= lesson["x"] + lesson["width"] - 1
            assert (table["x"] + table["width"], table["y"] + table["height"]) == pytest.approx(size)
            assert page.evaluate(CUT_OFF) <= 1, "the words of the step are cut off"
            if number < COUNT:
                page.get_by_role("button", name="Skip").click()


@pytest.mark.nightly("src/spite_and_malice/web/spite/exercises/", "src/spite_and_malice/server/features/learn/")
@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_on_a_phone_few_words_stand_in_a_larger_script(browser: Browser, site: str, size: tuple[int, int]) -> None:
    script = "Number.parseFloat(getComputedStyle(document.querySelector('#lesson .text')).fontSize)"
    with learning(browser, site, (1280, 800)) as page:
        at_step(page, 1)
        # A shrunken window has the text size that it would have had from the start.
        resize(page, *size)
        scripts = {}
        for number in range(1, COUNT + 1):
            at_step(page, number)
            assert page.evaluate(CUT_OFF) <= 1, "the words of the step are cut off"
            scripts[len(steps()[number - 1].texts.task)] = page.evaluate(script)
            if number < COUNT:
                page.get_by_role("button", name="Skip").click()
    assert min(scripts.values()) >= 14
    assert scripts[min(scripts)] >= 17


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (1280, 800)), ("dark", (768, 1024)), ("light", (360, 640)), ("dark", (640, 360))],
)
def test_axe_finds_nothing(browser: Browser, site: str, theme: str, size: tuple[int, int]) -> None:
    with learning(browser, site, size, color_scheme=theme) as page:
        assert violations(page) == []
        play_through(page, 1, by_mouse)
        assert violations(page) == []


def test_those_who_hear_the_page_are_told_what_to_do(browser: Browser, site: str) -> None:
    with learning(browser, site) as page:
        expect(page.locator("#live")).to_contain_text(f"{steps()[0].texts.task} Click it")
        play_through(page, 1, by_keys)
        expect(page.locator("#live")).to_contain_text(steps()[0].texts.done)
