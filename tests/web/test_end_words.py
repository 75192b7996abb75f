"""The text at the end of a game: who played all cards, ran out of time or had a stand-in, and the next links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from .company import people, person
from .conftest import OpenFake, ViewOf
from .modules import Modules
from .test_finish import End

OpenEnd = Callable[[int], End]


@pytest.fixture
def ended(browser: Browser) -> Iterator[OpenEnd]:
    """Open a page shortly before the end, for one of its seats."""
    opened: list[End] = []

    def open_end(you: int) -> End:
        opened.append(End(browser, "off", you))
        return opened[-1]

    yield open_end
    for one in opened:
        assert one.table.problems.found == []
        one.context.close()


def test_no_end_is_told_where_the_next_game_has_begun(modules: Modules) -> None:
    told = """async () => {
      const { Effects } = await import("/static/spite/moments/effects.js");
      return new Effects({ live: { result: null } }, null).end(true, null, null, null);
    }"""
    assert modules.evaluate(told) is None


@pytest.mark.parametrize(
    ("winner", "words"), [(1, "You have played your last pay-off card."), (0, "Ada has played the last pay-off card.")]
)
def test_the_end_of_a_game_says_whose_cards_are_gone(
    fake_table: OpenFake, view_of: ViewOf, winner: int, words: str
) -> None:
    view = view_of("standard-2/0")
    view["result"] = {"reason": "payoff", "winners": [winner], "scores": [0, 9]}
    view["stage"] = "over"
    table = fake_table(view)
    expect(table.page.locator("#status .note")).to_have_text(words)
    expect(table.page.locator("#finish[open]")).to_contain_text(words)


@pytest.mark.parametrize(
    ("you", "said"),
    [
        (0, "Bea ran out of time; a stand-in played on."),
        (1, "Your time ran out; a stand-in played on for you."),
    ],
)
def test_the_end_says_whose_time_ran_out(ended: OpenEnd, you: int, said: str) -> None:
    table = ended(you)
    seats = [person("Ada", 0), person("Bea", 1, stand_in="clock")]
    table.table.send(type="people", **people(seats, you))
    table.match = {"stand_ins": [0, 1]}
    table.play()
    finish = table.page.locator("#finish")
    expect(finish).to_contain_text(said)
    expect(finish).not_to_contain_text("A stand-in played for")


def test_the_end_of_a_game_says_for_whom_a_stand_in_played(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    view["result"] = {"reason": "payoff", "winners": [1], "scores": [0, 9]}
    view["stage"] = "over"
    match = table.snapshot["table"]["match"] | {"stand_ins": [2, 2]}
    match["stand_ins"][1 - view["seat"]] = 1
    said = table.snapshot["table"] | {"match": match}
    table.send(**table.snapshot | {"version": 2, "view": view, "table": said})
    finish = table.page.locator("#finish[open]")
    expect(finish).to_contain_text("A stand-in played for you in 2 games.")
    expect(finish).to_contain_text(f"A stand-in played for {said['seats'][1 - view['seat']]['name']} in 1 game.")


@pytest.mark.parametrize(
    ("you", "played", "first"),
    [(0, 1, "Share"), (1, 1, "The deal of the day"), (0, 3, "Compare with the others")],
)
def test_the_first_button_after_the_deal_of_the_day(ended: OpenEnd, you: int, played: int, first: str) -> None:
    table = ended(you)
    found: dict[str, Any] = {"rank": 1, "ranked": played, "outcome": "won", "margin": 1, "turns": 1, "streak": 1}
    table.page.route("**/api/day/*", lambda route: route.fulfill(json=found | {"tries": None}))
    table.page.locator("#table").evaluate("root => { root.dataset.day = '2026-01-31'; }")
    table.play()
    expect(table.page.locator("#finish p.rank")).to_contain_text("first" if played == 1 else "Rank 1 of 3")
    expect(table.page.locator("#finish p.rank")).to_contain_text("The first day of a new row.")
    expect(table.page.locator("#finish .primary")).to_have_text(first)
