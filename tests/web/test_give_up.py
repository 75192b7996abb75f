"""Giving up at a table: the question, the stated consequences, and the alternatives."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spite_and_malice.rules import preset_rules
from tests.web.company import SETTINGS, people, person, running
from tests.web.live_tables import PAIR, OpenLive, in_game, live_tables  # noqa: F401

RATED = SETTINGS | {"rated": True}
THREE = preset_rules("round", 3)


def press_give_up(page: Page) -> None:
    """Choose it in the menu of help."""
    page.get_by_role("button", name="Help", exact=True).click()
    page.locator("#help-menu").get_by_role("button", name="Give up").click()


@pytest.mark.parametrize(
    ("settings", "log", "back", "words"),
    [
        (SETTINGS, [], "", "the winner scores for all the cards that you have left. The match goes on."),
        (RATED, ["0 HAh-C1", "1 HAd-C2"], "", "You lose it, and your rating changes."),
        (RATED, ["0 HAh-C1"], "", "Not everybody has made a move yet, so no rating changes."),
        (SETTINGS, [], "/tournaments/t", "the other side gets the win in the tournament."),
        (SETTINGS, [], "/clubs/c", "The match goes on."),
    ],
)
def test_what_follows_is_said_first(
    live_table: OpenLive, settings: dict[str, Any], log: list[str], back: str, words: str
) -> None:
    there = people([person("Ada", 0), person("Ben", 1)], 0, settings=settings, may_resign=True)
    table = live_table({**running(PAIR, there), "log": log, "played": [""] * len(log)})
    page = table.page
    page.evaluate("back => back && (document.getElementById('table').dataset.back = back)", back)
    press_give_up(page)
    question = page.get_by_role("dialog", name="Give this game up?")
    expect(question).to_contain_text(words)
    question.get_by_role("button", name="Play on").click()
    assert [each for each in table.sent if each["type"] == "resign"] == []
    press_give_up(page)
    question.get_by_role("button", name="Give up").click()
    assert table.last("resign")["ply"] == table.snapshot["ply"]


def test_who_gives_up_on_an_evening_reads_that_its_score_sheet_says_so(live_table: OpenLive) -> None:
    snapshot = running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0, may_resign=True))
    snapshot["table"]["match"]["target"] = 1
    page = live_table(snapshot).page
    page.evaluate("document.getElementById('table').dataset.back = '/evening/e'")
    press_give_up(page)
    question = page.get_by_role("dialog", name="Give this game up?")
    expect(question).to_contain_text("You lose it, and the score sheet of the evening says so.")


def test_a_second_enter_gives_nothing_up(live_table: OpenLive) -> None:
    table = live_table(running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0, may_resign=True)))
    page = table.page
    press_give_up(page)
    question = page.get_by_role("dialog", name="Give this game up?")
    expect(question.get_by_role("button", name="Play on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert [each for each in table.sent if each["type"] == "resign"] == []


def test_where_others_would_win_by_it_one_leaves(live_table: OpenLive) -> None:
    seats = [person(name, side) for side, name in enumerate(("Ada", "Ben", "Cleo"))]
    table = live_table(running(THREE, people(seats, 0, may_resign=False)))
    page = table.page
    press_give_up(page)
    question = page.get_by_role("dialog", name="You cannot give up alone")
    expect(question).to_contain_text("Others would lose or win by it.")
    question.get_by_role("button", name="Leave the game").click()
    table.last("leave")
    assert [each for each in table.sent if each["type"] == "resign"] == []


def test_nobody_who_watches_is_offered_to_give_up(live_table: OpenLive) -> None:
    page = live_table(in_game(None, may_resign=False)).page
    page.get_by_role("button", name="Help", exact=True).click()
    menu = page.locator("#help-menu")
    expect(menu.get_by_role("button", name="Cards in sight")).to_be_visible()
    expect(menu.get_by_role("button", name="Give up")).to_have_count(0)
