"""The explanations for a newcomer in the first turns of the first game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import preset_rules
from tests.web.conftest import FakeTable, OpenFake, ViewOf, new_context, resize, snapshot_of
from tests.web.test_hint_place import UNDER_THE_HINT
from tests.web.visitor import Visit, visits

__all__ = ["visits"]

WORDS = "([view, log]) => import('/static/spite/words.js').then((one) => one.firstWords(view, log))"
IS_NEWCOMER = (
    "import('/static/spite/exercises/progress.js').then((one) => one.isNewcomer(document.getElementById('table')))"
)
PAIR = [{"kind": "person"}, {"kind": "computer", "player": "beginner"}]
TOLD = ("Cards with a bright edge fit", "Your pay-off card fits", "Nothing fits")


def dealt(source: str) -> dict[str, Any]:
    """Return a deal in which only cards from these sources can be played to the centre."""
    for number in range(2000):
        game = Game.deal(preset_rules("standard", 2), 0, FairDeal(number.to_bytes(32, "big"), ("a",)))
        if {str(move)[0] for move in game.legal_moves if "-C" in str(move)} == set(source):
            view: dict[str, Any] = game.view(game.turn).to_json()
            return view
    raise AssertionError("no such deal")


def test_the_first_turns_say_what_the_edges_mean_and_what_wins(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0")).page

    def words(view: dict[str, Any], *log: str) -> str:
        said: str = page.evaluate(WORDS, [view, log])
        return said

    plain, paying, stuck = dealt("H"), dealt("P"), dealt("")
    you, other = plain["seat"], 1 - plain["seat"]
    assert words(plain).startswith("Cards with a bright edge fit a centre stack.")
    assert words(paying).startswith("Your pay-off card fits a centre stack.")
    # The usual text.
    assert words(stuck) == ""
    turns = [f"{seat} H7h-S1" for _turn in range(3) for seat in (you, other)]
    assert words(plain, *turns) != ""
    assert words(plain, *turns, f"{you} H8h-S1", f"{other} H8h-S1") == ""


def note(page: Page) -> str:
    """Wait for one's turn, and return its text."""
    page.locator("#status.yours").wait_for()
    return page.locator("#status .note").inner_text()


def test_only_the_first_game_of_somebody_says_so(visit: Visit, site: str) -> None:
    page = visit("/")

    def sit() -> None:
        answer = page.context.request.post(f"{site}/api/tables", data={"preset": "standard", "seats": PAIR})
        visit(answer.json()["url"], page=page)

    sit()
    newcomer = page.locator("#table[data-newcomer]")
    expect(newcomer).to_have_count(1)
    # Before one's turn it may describe the other's move.
    expect(page.locator("#status.yours .note")).not_to_be_empty()
    assert note(page).startswith(TOLD)
    page.reload()
    expect(newcomer).to_have_count(1)
    # Somebody who only viewed the lessons has learnt nothing there.
    page.evaluate("localStorage.setItem('spite.lessons', '{\"at\": 1, \"done\": []}')")
    page.reload()
    assert page.evaluate(IS_NEWCOMER)
    page.evaluate("localStorage.setItem('spite.lessons', '{\"at\": 2, \"done\": [1]}')")
    page.reload()
    assert not page.evaluate(IS_NEWCOMER)
    assert not note(page).startswith(TOLD[:2])
    sit()
    page.locator("#status.yours").wait_for()
    expect(newcomer).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (768, 1024), (1280, 800)])
def test_what_a_newcomer_is_told_stays_until_their_first_move(
    browser: Browser, view_of: ViewOf, size: tuple[int, int]
) -> None:
    context = new_context(browser, size, {"speed": "off"}, locale="de")
    # As on the page of a table for somebody who has never played.
    mark = "document.getElementById('table').dataset.newcomer = ''"
    context.add_init_script(f"document.addEventListener('readystatechange', () => {{ {mark}; }})")
    view = view_of("standard-2/0")
    table = FakeTable(context, snapshot_of(view))
    page, note = table.page, table.page.locator("#status .note")
    expect(note).to_contain_text("hellem Rand")
    told = note.inner_text()
    seats = [{**seat, "here": True, "contributed": True} for seat in table.snapshot["table"]["seats"]]
    people = {"type": "people", "state": "running", "you": 1, "host": True, "watching": 0, "seats": seats,
              "clocks": None, "next_commitment": "", "settings": {"help": True, "undo_turns": True}}  # fmt: skip
    table.send(**people)
    table.send(**people)
    resize(page, *size)
    assert note.inner_text() == told
    assert page.evaluate(UNDER_THE_HINT) == []
    page.keyboard.press("h")
    table.send(type="hint", id=table.last("hint")["id"], ply=0, move="H7c-C1", line=["H7c-C1"], reason="Ja.")
    page.locator("#status .offer").click()
    expect(note).not_to_contain_text("hellem Rand")
    context.close()
