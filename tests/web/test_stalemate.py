"""A pass that would end the game: the page's question, and its texts about the others' answers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spite_and_malice.rules import Rules, preset_rules
from tests.web.company import people, person, running
from tests.web.conftest import FakeTable
from tests.web.live_tables import OpenLive, live_tables  # noqa: F401


def before_the_last_pass(you: int, turn: int, left: tuple[int, int] = (12, 8), **rules: Any) -> dict[str, Any]:
    """Return a game of the card-book version in which everybody else has passed."""
    chosen = Rules.from_json(preset_rules("book").to_json() | rules)
    snapshot = running(chosen, people([person("Ada", 0), person("Ben", 1)], you))
    view = snapshot["view"]
    view |= {"turn": turn, "passes": 1, "moved": False, "stage": "play"}
    view["legal"] = ["pass"] if you == turn else []
    for player, count in zip(view["players"], left, strict=True):
        player["payoff"] = [{"count": count, "top": "9h"}]
    return snapshot


def press_pass(table: FakeTable) -> Page:
    table.page.get_by_role("button", name="Pass").click()
    expect(table.page.get_by_role("dialog", name="End the game?")).to_be_visible()
    return table.page


def test_a_pass_that_would_end_the_game_says_so_with_the_score(live_table: OpenLive) -> None:
    table = live_table(before_the_last_pass(0, 0))
    dialog = press_pass(table).get_by_role("dialog")
    expect(dialog).to_contain_text("Ben has just passed.")
    expect(dialog).to_contain_text("If you pass as well, that is a stalemate and the game is over.")
    expect(dialog).to_contain_text("Pay-off cards left: you 12 and Ben 8.")
    expect(dialog).to_contain_text("Ben would score 4 points.")
    assert [each for each in table.sent if each["type"] in ("move", "stalemate")] == []
    dialog.get_by_role("button", name="Play on").click()
    expect(dialog).not_to_be_visible()
    assert [each for each in table.sent if each["type"] in ("move", "stalemate")] == []


@pytest.mark.parametrize(
    ("left", "rules", "words"),
    [
        ((8, 12), {}, "You would score 4 points."),
        ((9, 9), {}, "They are equal: nobody wins, and nobody scores."),
        ((7, 8), {"score": {"win": 5, "card": 1, "stalemate": "none"}}, "Nobody would score."),
        ((7, 8), {"stock_out": "fewest"}, "You would win. You would score 1 point."),
    ],
)
def test_the_score_is_that_of_the_rules(
    live_table: OpenLive, left: tuple[int, int], rules: dict[str, Any], words: str
) -> None:
    page = press_pass(live_table(before_the_last_pass(0, 0, left, **rules)))
    expect(page.get_by_role("dialog")).to_contain_text(words)


def test_the_key_asks_too_and_the_others_are_asked(live_table: OpenLive) -> None:
    table = live_table(before_the_last_pass(0, 0))
    table.page.keyboard.press("p")
    dialog = table.page.get_by_role("dialog", name="End the game?")
    dialog.get_by_role("button", name="Pass").click()
    assert table.last("stalemate")["end"] is True
    table.send(type="stalemate", ply=0, asks=0, agreed=[0], broken_by=None)
    expect(dialog).to_contain_text("Waiting for Ben.")
    dialog.get_by_role("button", name="Play on").click()
    table.last("stalemate", end=False)


@pytest.mark.parametrize(("button", "end"), [("Play on", False), ("End the game", True)])
def test_who_is_asked_can_break_the_stalemate_or_agree(live_table: OpenLive, button: str, end: bool) -> None:
    table = live_table(before_the_last_pass(1, 0))
    table.send(type="stalemate", ply=0, asks=0, agreed=[0], broken_by=None)
    dialog = table.page.get_by_role("dialog", name="End the game?")
    expect(dialog).to_contain_text("Ada would pass as well")
    expect(dialog).to_contain_text("You would score 4 points.")
    dialog.get_by_role("button", name=button).click()
    table.last("stalemate", end=end)


def test_who_broke_it_is_told(live_table: OpenLive) -> None:
    table = live_table(before_the_last_pass(0, 0))
    press_pass(table).get_by_role("button", name="Pass", exact=True).last.click()
    table.send(type="stalemate", ply=0, asks=1, agreed=[], broken_by=1)
    expect(table.page.get_by_text("Ben breaks the stalemate and plays on.").first).to_be_visible()
    expect(table.page.get_by_role("dialog", name="End the game?")).not_to_be_visible()


def test_the_first_pass_is_simply_played(live_table: OpenLive) -> None:
    snapshot = before_the_last_pass(0, 0)
    snapshot["view"]["passes"] = 0
    table = live_table(snapshot)
    table.page.get_by_role("button", name="Pass").click()
    assert table.last("move")["move"] == "pass"
