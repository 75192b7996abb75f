"""Puzzles in the browser: solved by mouse and by keys, given up, a run and a discard, at every size, accessible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.engine import Move
from spite_and_malice.rules import PRESETS
from spite_and_malice.server.features.puzzles.attempt import State, attempt, lost_at
from tests.web.axe import violations
from tests.web.conftest import SIZES, Problems, new_context, resize, wait_on
from tests.web.person import corner, middle
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS

SETTINGS = {"speed": "off", "sound": False}


@contextmanager
def visiting(
    browser: Browser, url: str, size: tuple[int, int] = (1280, 800), spoils: bool = True, **options: Any
) -> Iterator[Page]:
    """Open a page in a fresh browser; it must report no errors."""
    context = new_context(browser, size, SETTINGS if spoils else {**SETTINGS, "spoils": False}, **options)
    try:
        page = context.new_page()
        problems = Problems(page)
        page.goto(url)
        yield page
        assert problems.found == []
    finally:
        context.close()


def a_puzzle(preset: str = "standard") -> Puzzle:
    """A puzzle whose solution uses the hand and the pay-off pile, and that has a wrong card to play."""
    for entry in collection.puzzles().entries:
        puzzle = collection.puzzles().get(entry.id) if entry.preset == preset else None
        if puzzle is not None and len(puzzle.way) == 3 and puzzle.way[0].startswith("H") and puzzle.view.turn == 0:
            return puzzle
    raise AssertionError(preset)


def source_key(puzzle: Puzzle, moves: list[str], text: str) -> str:
    seat, move = puzzle.view.turn, Move.parse(text)
    if move.source == "H":
        hand = attempt(puzzle, moves).position.view(seat).players[seat].hand
        assert isinstance(hand, tuple)
        return f"hand:{seat}#{hand.index(move.cards[0])}"
    return f"{'payoff' if move.source[0] == 'P' else 'side'}:{seat}:{int(move.source[1:] or 1) - 1}"


def target_key(puzzle: Puzzle, text: str) -> str:
    kind, number = Move.parse(text).target[0], int(Move.parse(text).target[1:]) - 1
    return f"centre:{number}" if kind == "C" else f"side:{puzzle.view.turn}:{number}"


def play(page: Page, puzzle: Puzzle, moves: list[str], text: str, by_keys: bool = False) -> None:
    source = page.locator(f'[data-key="{source_key(puzzle, moves, text)}"]')
    expect(source).to_have_attribute("aria-pressed", "false")
    target = page.locator(f'[data-key="{target_key(puzzle, text)}"].target')
    expect(page.locator("#puzzle.ready")).to_be_visible()
    if by_keys:
        source.focus()
        page.keyboard.press("Enter")
        target.focus()
        page.keyboard.press("Enter")
    else:
        page.mouse.click(*corner(source))
        page.mouse.click(*middle(target))


def verdict(page: Page) -> Any:
    return page.locator("#puzzle .verdict")


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_a_puzzle_is_solved_and_explained(browser: Browser, site: str, by_keys: bool) -> None:
    puzzle = a_puzzle()
    with visiting(browser, f"{site}/puzzles/{puzzle.id}") as page:
        moves: list[str] = []
        for text in puzzle.way:
            play(page, puzzle, moves, text, by_keys)
            moves.append(text)
        expect(verdict(page)).to_have_text("Solved!")
        expect(page.locator("#puzzle .text")).to_contain_text("way")
        expect(page.locator("#puzzle .rating")).to_contain_text("Your puzzle rating: 1")
        expect(page.locator("#live")).to_contain_text("Solved!")
        page.get_by_role("link", name="All puzzles").click()
        expect(page.locator(".puzzle-results")).to_contain_text("Solved")


def spoiler(puzzle: Puzzle, moves: list[str]) -> str:
    """A play to the centre after some moves of the solution that makes it unsolvable."""
    legal = list(map(str, attempt(puzzle, moves).legal))
    plays = [text for text in legal if Move.parse(text).plays_to_centre and lost_at(puzzle, [*moves, text]) is not None]
    return next(text for text in plays if attempt(puzzle, [*moves, text]).state == State.OPEN)


def a_puzzle_to_spoil() -> Puzzle:
    for entry in collection.puzzles().entries:
        puzzle = collection.puzzles().get(entry.id) if entry.preset == "standard" else None
        if puzzle is not None and puzzle.view.turn == 0 and puzzle.way[0].startswith("H"):
            with suppress(StopIteration):
                spoiler(puzzle, [])
                return puzzle
    raise AssertionError


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_a_play_that_spoils_the_way_is_told_at_once(browser: Browser, site: str, by_keys: bool) -> None:
    puzzle = a_puzzle_to_spoil()
    spoiled = spoiler(puzzle, [])
    with visiting(browser, f"{site}/puzzles/{puzzle.id}") as page:
        play(page, puzzle, [], spoiled, by_keys)
        expect(verdict(page)).to_have_text("Not that one.")
        told = "That play spoils the way. It counts as missed, but you can still find it."
        expect(page.locator("#puzzle .text")).to_have_text(told)
        expect(page.locator("#live")).to_contain_text(told)
        # The card is back in its place, and the solution can still be found.
        expect(page.get_by_role("button", name="Begin again")).to_be_hidden()
        for size in SIZES:
            resize(page, *size)
            expect(page.locator("#puzzle .text")).to_be_in_viewport(ratio=1)
            expect(page.get_by_role("button", name="Show the way")).to_be_in_viewport(ratio=1)
        resize(page, 1280, 800)
        for number, text in enumerate(puzzle.way):
            play(page, puzzle, list(puzzle.way[:number]), text, by_keys)
        expect(verdict(page)).to_have_text("You found the way, after a play that spoiled it.")
        expect(page.locator("#puzzle .reasons li").first).to_contain_text("After your first move there was no way left")
        expect(page.locator("#puzzle .rating")).to_contain_text(re.compile(r"Your puzzle rating: \d+ \(−\d+\)"))
        page.get_by_role("link", name="All puzzles").click()
        expect(page.locator(".puzzle-results tbody tr")).to_have_count(1)
        expect(page.locator(".puzzle-results")).to_contain_text("Not solved")


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_who_wants_to_see_for_themselves_is_not_told(browser: Browser, site: str, by_keys: bool) -> None:
    puzzle = a_puzzle_to_spoil()
    with visiting(browser, f"{site}/puzzles/{puzzle.id}") as page:
        page.get_by_role("button", name="Settings").click()
        chosen = page.get_by_label("In puzzles, say at once that a play spoils the way")
        expect(chosen).to_be_checked()
        if by_keys:
            chosen.focus()
            page.keyboard.press("Space")
        else:
            chosen.click()
        page.keyboard.press("Escape")
        play(page, puzzle, [], spoiler(puzzle, []), by_keys)
        expect(page.get_by_role("button", name="Begin again")).to_be_visible()
        expect(verdict(page)).to_have_text("")
        page.reload()
        play(page, puzzle, [], spoiler(puzzle, []), by_keys)
        expect(page.get_by_role("button", name="Begin again")).to_be_visible()


def test_in_a_run_a_play_that_spoils_the_way_is_a_mistake(browser: Browser, site: str) -> None:
    with visiting(browser, f"{site}/puzzles") as page:
        page.locator("[data-run=five]").click()
        with page.expect_response(re.compile(r"/api/puzzles/[0-9a-f]{10}$")) as answered:
            page.wait_for_url("**/puzzles/run/*")
        puzzle = collection.puzzles().get(answered.value.json()["id"])
        assert puzzle is not None
        moves: list[str] = []
        for text in puzzle.way:
            try:
                spoiled = spoiler(puzzle, moves)
            except StopIteration:
                play(page, puzzle, moves, text)
                moves.append(text)
            else:
                play(page, puzzle, moves, spoiled)
                break
        else:
            pytest.skip("no play spoils the first puzzle of this run")
        expect(verdict(page)).to_have_text("A mistake at the first of five.")


WHERE_THE_LIGHT_IS = """() => new MutationObserver(() => {
  const stage = document.querySelector(".finale.short");
  const x = parseFloat(stage?.style.getPropertyValue("--x"));
  if (x >= 0) window.light = stage.getBoundingClientRect().x + x;
}).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] })"""
"""Records the middle of the short-lived light, in CSS pixels from the left."""


@pytest.mark.parametrize("still", [False, True])
def test_a_solved_puzzle_has_its_moment_where_the_card_lies(browser: Browser, site: str, still: bool) -> None:
    puzzle = a_puzzle()
    context = new_context(
        browser, (1280, 800), {"speed": "normal", "sound": False}, reduced_motion="reduce" if still else "no-preference"
    )
    page = context.new_page()
    problems = Problems(page)
    page.goto(f"{site}/puzzles/{puzzle.id}")
    page.evaluate(WHERE_THE_LIGHT_IS)
    for count, text in enumerate(puzzle.way):
        play(page, puzzle, list(puzzle.way[:count]), text)
    if not still:
        wait_on(page, lambda: page.evaluate("window.light !== undefined"))
        # The words come with the light, not before.
        expect(verdict(page)).to_have_text("Solved!")
        spot = page.locator(f'[data-key="{target_key(puzzle, puzzle.way[-1])}"]').bounding_box()
        assert spot is not None
        assert page.evaluate("window.light") == pytest.approx(spot["x"] + spot["width"] / 2, abs=3)
        page.keyboard.press("Shift")
    expect(page.locator(".finale")).to_have_count(0)
    expect(verdict(page)).to_have_text("Solved!")
    assert problems.found == []
    context.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_to_do_after_a_puzzle_is_one_button_and_two_of_a_size(browser: Browser, site: str, language: str) -> None:
    puzzle = a_puzzle()
    with visiting(browser, f"{site}/puzzles/{puzzle.id}", locale=language) as page:
        for count, text in enumerate(puzzle.way):
            play(page, puzzle, list(puzzle.way[:count]), text)
        page.locator("#puzzle .primary:visible").wait_for()
        buttons = page.locator("#puzzle .actions button:visible")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            boxes = [box for box in (buttons.nth(at).bounding_box() for at in range(buttons.count())) if box]
            last = max(box["y"] for box in boxes)
            beside = [box for box in boxes if box["y"] == pytest.approx(last, abs=8)]
            assert len(beside) > 1, (width, height)
            heights = {round(box["height"]) for box in beside}
            assert len(heights) == 1, (width, height)


def test_a_move_taken_back_and_a_discard(browser: Browser, site: str) -> None:
    puzzle = a_puzzle()
    with visiting(browser, f"{site}/puzzles/{puzzle.id}") as page:
        play(page, puzzle, [], puzzle.way[0])
        page.get_by_role("button", name="Take the move back").click()
        expect(page.get_by_role("button", name="Begin again")).to_be_hidden()
        discard = next(text for text in puzzle.view.legal if Move.parse(text).is_discard)
        play(page, puzzle, [], discard)
        expect(verdict(page)).to_have_text("Missed.")
        # The words are not broken at a hyphen.
        expect(page.locator("#puzzle .words .whole").first).to_have_text("pay-off")
        expect(page.locator("#puzzle .reasons li").first).to_contain_text("no way left")
        glows = (
            "fronts => fronts.filter((front) => getComputedStyle(front).boxShadow.includes('0px 0px 0px 2px')).length"
        )
        assert page.locator(".card.can:not(.last) .front").evaluate_all(glows) == 0, "nothing can be played any more"
        # On a phone the reasons take the place of the words: neither is cut, and the cards stay as they are.
        words, last = page.locator("#puzzle .words"), page.locator("#puzzle .reasons li").last
        for width, height in ((360, 640), (640, 360)):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator("#puzzle .rating")).to_be_in_viewport(ratio=1)
            expect(words).not_to_have_class(re.compile(r"\bmore\b"))
            page.get_by_role("button", name="Why?").click()
            expect(last).to_be_in_viewport(ratio=1)
            expect(words).not_to_have_class(re.compile(r"\bmore\b"))
            page.get_by_role("button", name="Back").click()
            expect(last).to_be_hidden()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_role("button", name="Try it again").click()
        expect(verdict(page)).to_have_text("")
        for number, text in enumerate(puzzle.way):
            play(page, puzzle, list(puzzle.way[:number]), text)
        expect(verdict(page)).to_have_text("Solved!")
        expect(page.locator("#puzzle .rating")).to_contain_text("only the first time counts")


def test_a_puzzle_that_was_missed_offers_no_move_any_more(browser: Browser, site: str) -> None:
    entries = [entry.id for entry in collection.puzzles().entries if entry.preset == "book"]
    puzzles = filter(None, map(collection.puzzles().get, entries))
    puzzle = next(
        each for each in puzzles if "pass" in map(str, attempt(each, each.way[:1]).legal) and each.way[0][0] == "H"
    )
    with visiting(browser, f"{site}/puzzles/{puzzle.id}") as page:
        status = page.locator("#status")
        play(page, puzzle, [], puzzle.way[0])
        expect(status.get_by_role("button", name="Take the move back")).to_be_visible()
        status.get_by_role("button", name="Pass").click()
        expect(verdict(page)).to_have_text("Missed.")
        expect(status.get_by_role("button")).to_have_count(0)
        page.keyboard.press("u")
        page.get_by_role("button", name="Try it again").click()
        expect(verdict(page)).to_have_text("")
        play(page, puzzle, [], puzzle.way[0])
        expect(status.get_by_role("button", name="Pass")).to_be_visible()


@pytest.mark.nightly("src/spite_and_malice/web/spite/exercises/")
@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_a_turn_judged_missed_can_be_called_right(browser: Browser, site: str, by_keys: bool) -> None:
    puzzle = a_puzzle()
    discard = next(text for text in puzzle.view.legal if text.startswith("H") and "-S" in text)
    said = "Your turn is kept for the operator of this server, who will look at it. Thank you."
    with visiting(browser, f"{site}/puzzles/{puzzle.id}") as page:
        right = page.get_by_role("button", name="I think this is right")
        expect(page.locator("#puzzle .text")).not_to_be_empty()
        expect(right).to_be_hidden()
        play(page, puzzle, [], discard, by_keys)
        expect(verdict(page)).to_have_text("Missed.")
        for size in SIZES:
            resize(page, *size)
            why = page.get_by_role("button", name="Why?")
            # If there is little room, it is shown with the reasons.
            if why.is_visible():
                why.click()
            right.scroll_into_view_if_needed()
            expect(right).to_be_in_viewport(ratio=0.9)
            assert violations(page) == []
        if by_keys:
            right.focus()
            page.keyboard.press("Enter")
        else:
            right.click()
        answer = page.locator("#puzzle .objection p", has_text=said)
        expect(answer).to_be_visible()
        expect(answer).to_be_focused()
        expect(page.locator("#live")).to_contain_text(said)
        expect(right).to_have_count(0)
        # Without a verdict there is nothing to object to.
        page.get_by_role("button", name="Try it again").click()
        expect(answer).to_be_hidden()
        page.get_by_role("button", name="Show the way").click()
        expect(verdict(page)).to_have_text("Missed.")
        expect(page.locator("#puzzle .objection")).to_be_hidden()


def test_a_discard_called_worse_can_be_called_right(browser: Browser, site: str) -> None:
    asked = collection.discards().get(collection.discards().entries[1].id)
    assert asked is not None
    with visiting(browser, f"{site}/puzzles/discard/{asked.id}") as page:
        choices = page.locator("#puzzle .choices .button")
        choices.nth(sorted((asked.better, asked.worse)).index(asked.worse)).click()
        expect(verdict(page)).to_have_text("The other one is better.")
        page.get_by_role("button", name="I think this is right").click()
        expect(page.locator("#puzzle .objection")).to_contain_text("kept for the operator of this server")


@pytest.mark.nightly("src/spite_and_malice/web/spite/exercises/", "src/spite_and_malice/web/pages/puzzles/")
def test_giving_up_shows_the_way_at_every_size(browser: Browser, site: str) -> None:
    puzzle = a_puzzle("skip-bo")
    with visiting(browser, f"{site}/puzzles/{puzzle.id}") as page:
        page.get_by_role("button", name="Show the way").click()
        expect(verdict(page)).to_have_text("Missed.")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.get_by_role("button", name="Next puzzle")).to_be_in_viewport(ratio=1)
            expect(page.get_by_role("button", name="See the way")).to_be_in_viewport(ratio=1)
            assert violations(page) == []
        page.get_by_role("button", name="Next puzzle").click()
        page.wait_for_url("**/puzzles/*?preset=skip-bo*")


def test_a_phone_shows_all_of_a_puzzle_before_and_after(browser: Browser, site: str) -> None:
    # The version with the longest name; when it is over there are more words, and the table is lower.
    named = max(collection.puzzles().entries, key=lambda entry: len(PRESETS[entry.preset].name))
    with visiting(browser, f"{site}/puzzles/{named.id}", (360, 640)) as page:
        expect(page.locator("#puzzle .grade")).to_be_in_viewport(ratio=1)
        plate = page.locator(".seat-name:not(.own)")
        expect(plate.locator(".left")).to_be_visible()
        page.get_by_role("button", name="Show the way").click()
        expect(verdict(page)).to_have_text("Missed.")
        expect(page.get_by_role("button", name="Next puzzle")).to_be_in_viewport(ratio=1)
        expect(plate.locator(".left")).to_be_visible()


def time_is_up(route: Route) -> None:
    """Return a run whose time is up, with those of two friends."""
    friends = [{"name": "Ben", "solved": 9}, {"name": "Cleo", "solved": 2}]
    over = {"puzzle": None, "left_ms": 0, "solved": 3, "missed": 1, "best": 7, "place": 2, "people": 5}
    route.fulfill(json=route.fetch().json() | over | {"friends": friends})


def test_a_run_goes_on_by_itself_and_ends_with_a_mistake(browser: Browser, site: str) -> None:
    with visiting(browser, f"{site}/puzzles", (360, 640)) as page:
        assert violations(page) == []
        asked = re.compile(r"/api/puzzles/[0-9a-f]{10}$")
        with page.expect_response(asked) as answered:
            page.locator("[data-run=clock]").click()
        expect(page.locator("#puzzle .score")).to_contain_text("2:5")
        puzzle = collection.puzzles().get(answered.value.json()["id"])
        assert puzzle is not None
        discard = next(text for text in puzzle.view.legal if text.startswith("H") and "-S" in text)
        with page.expect_response(lambda one: bool(asked.search(one.url)) and puzzle.id not in one.url) as answered:
            play(page, puzzle, [], discard)
        expect(verdict(page)).to_have_text("The last one was missed.")
        # The next puzzle's task is shown, and no text about the last one stays beside the table.
        expect(page.locator("#puzzle .text")).to_have_text(answered.value.json()["task"])
        expect(page.locator("#puzzle .reasons li")).to_have_text(re.compile("^This is (the way|one of the)"))
        expect(page.locator("#status .note.told")).to_have_count(0)
        page.route("**/api/puzzles/runs/*", time_is_up)
        page.reload()
        expect(verdict(page)).to_have_text(
            "Time is up: 3 solved, 1 missed. Your best: 7. Place 2 of 5 of this day. Your friends: Ben 9, Cleo 2."
        )
        page.unroute("**/api/puzzles/runs/*")
        page.get_by_role("link", name="All puzzles").click()
        page.locator("[data-run=five]").click()
        expect(page.locator("#puzzle .score")).to_have_text("0/5")
        page.get_by_role("button", name="Skip it").click()
        expect(verdict(page)).to_have_text("A mistake at the first of five.")
        page.reload()
        expect(verdict(page)).to_have_text("A mistake at the first of five.")
        # There is no table to wait for, and no version is named.
        seen = "(all) => all.filter((one) => one.checkVisibility()).length"
        assert page.locator(".laying, #puzzle .step").evaluate_all(seen) == 0
        page.get_by_role("button", name="Another run").click()
        expect(page.locator("#puzzle .score")).to_have_text("0/5")


def test_a_discard_is_chosen_by_its_button(browser: Browser, site: str) -> None:
    asked = collection.discards().get(collection.discards().entries[0].id)
    assert asked is not None
    with visiting(browser, f"{site}/puzzles/discard/{asked.id}", (640, 360)) as page:
        choices = page.locator("#puzzle .choices .button")
        expect(choices).to_have_count(2)
        page.locator("#puzzle").get_by_role("button", name="Spite & Malice").click()
        expect(page.locator("#panel")).to_contain_text("The rules of this table")
        page.keyboard.press("Escape")
        choices.nth(sorted((asked.better, asked.worse)).index(asked.better)).focus()
        page.keyboard.press("Enter")
        expect(verdict(page)).to_have_text("Right!")
        expect(page.get_by_role("button", name="Next question")).to_be_in_viewport(ratio=1)
        assert violations(page) == []


def test_ways_to_a_puzzle_leave_no_hole(visit: Visit) -> None:
    page = visit("/puzzles")
    for size in ("desktop", "tablet"):
        resize(page, *WINDOWS[size])
        ends = page.locator(".puzzle-ways > *").evaluate_all(
            "(all) => { const boxes = all.map((one) => one.getBoundingClientRect());"
            " return boxes.filter(({ top }, at) => boxes[at + 1]?.top !== top).map(({ right }) => Math.round(right)); }"
        )
        assert len(set(ends)) == 1, ends
