"""The end of a game of patience without a browser, and what is shared from its card and the menu."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from tests.web.patience import WAY, after
from tests.web.patience_in_node import Open, TableInNode, tables  # noqa: F401

END: Final[dict[str, Any]] = {
    "result": "won", "moves": 90, "time": 61_000, "passes": 2, "undos": 0, "hints": 0, "answers": 0, "number": 13,
    "secret": None, "replay": None, "records": {"moves": False, "time": False, "passes": True}, "streak": 0,
    "won": 2, "played": 2, "totals": {}, "rank": None,
}  # fmt: skip


def ended(open_table: Open, preset: str, settings: Any = None, **end: Any) -> TableInNode:
    """Open a table whose game is over."""
    table = open_table(deal_number(preset_rules(preset), 1), preset, **(settings or {}))
    table.send(**{**table._snapshot(), "end": {**END, **end}})
    table.do(milliseconds=300)
    return table


def press(table: TableInNode, text: str, where: str = "#finish") -> dict[str, Any]:
    """Press a button."""
    return table.do(f"""async (_table, {{ site: {{ document }} }}) => {{
      const all = document.querySelectorAll("{where} button");
      all.find(({{ childNodes: [words] }}) => words?.textContent === "{text}").click();
    }}""")


@pytest.mark.parametrize(
    ("preset", "words", "passes"),
    [
        ("klondike-1", "A new best of yours: fewest passes.", True),
        ("forty-thieves", "All eight foundations are home.", False),
        ("freecell", "All four foundations are home.", False),
        ("spider-1", "Every suit is finished.", False),
        ("aces-up", "Only the aces are left.", False),
        ("golf", "The table is clear.", False),
        ("pyramid", "A new best of yours: fewest passes.", True),
        ("fourteen", "The table is clear.", False),
        ("la-belle-lucie", "A new best of yours: fewest passes.", True),
    ],
)
def test_what_was_achieved_is_said_with_the_passes_where_there_are_several(
    open_table: Open, preset: str, words: str, passes: bool
) -> None:
    rules = preset_rules(preset)
    title, says, facts, *_rest = ended(open_table, preset).do()["finish"]
    assert title == "You win!"
    assert says == words
    assert ("passes2" in facts) == passes, rules


@pytest.mark.parametrize(("moves", "passes", "words"), [(1, 1, ["move1", "pass1"]), (90, 2, ["moves90", "passes2"])])
def test_figures_of_one_are_said_of_one(open_table: Open, moves: int, passes: int, words: list[str]) -> None:
    facts = ended(open_table, "klondike-1", moves=moves, passes=passes).do()["finish"][2]
    assert all(word in facts for word in words)


@pytest.mark.parametrize("speed", ["off", "normal"])
def test_a_win_is_heard_and_celebrated_before_its_card(open_table: Open, speed: str) -> None:
    table = open_table(after(len(WAY) - 1), speed=speed)
    table.ply = 1
    table.open()
    table.sounds.clear()
    table.play(str(WAY[-1]))
    shown = table.do(milliseconds=1000)
    assert ["win", 0] in table.sounds
    assert "Won!" in shown["heard"]
    assert (shown["finish"] is not None) == (speed == "off")
    falls = "(_table, { ui }) => ui.root.querySelectorAll('.cascade').length"
    assert table.do(falls)["result"] == (1 if speed == "normal" else 0)
    again = "Watch the cards fall again"
    shown = table.do(milliseconds=16_000)
    assert shown["finish"][0] == "You win!"
    assert any(again in line for line in shown["finish"]) == (speed == "normal")
    if speed == "normal":
        assert table.do(falls)["result"] == 0
        assert press(table, again)["finish"] is None
        assert table.do(falls)["result"] == 1
        assert table.do(milliseconds=16_000)["finish"][0] == "You win!"


def test_a_game_that_was_given_up_is_not_celebrated(open_table: Open) -> None:
    table = open_table(speed="normal")
    table.ply = 1
    table.open()
    table.sounds.clear()
    table.do('(table) => table.act("give_up")', 1000)
    shown = table.do()
    assert shown["finish"][0] == "Given up"
    assert table.sounds == []
    assert not any("fall again" in line for line in shown["finish"])


SHARED: Final = """(_table, open) => {
  open.shared = [];
  navigator.share = async ({ text, url }) => void open.shared.push([text, url]);
}"""


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("won", "I won Klondike, turn 1 in 90 moves and 1:01. The same cards for you:"),
        ("given_up", "The same cards for you: Klondike, turn 1."),
    ],
)
def test_a_result_is_shared_with_the_same_cards(open_table: Open, result: str, text: str) -> None:
    table = ended(open_table, "klondike-1", result=result)
    table.do(SHARED)
    press(table, "Share")
    [[said, url]] = table.do("(_table, { shared }) => shared")["result"]
    assert said == text
    assert url.endswith("/patience?deal=t.1")


@pytest.mark.parametrize(("number", "over", "shares"), [(5, False, True), (None, True, True), (None, False, False)])
def test_a_deal_is_shared_once_others_may_know_it(
    open_table: Open, number: int | None, over: bool, shares: bool
) -> None:
    table = open_table()
    table.number = number
    snapshot = table._snapshot()
    table.send(**{**snapshot, "end": {**END, "result": "given_up"} if over else None})
    table.do(milliseconds=300)
    table.do(SHARED)
    table.do("(table, { ui }) => { ui.finish.close(); table.tools.openMenu(); }")
    shown = press(table, "Share this deal", "#table")
    shared = table.do("(_table, { shared }) => shared")["result"]
    if shares:
        assert [text for text, _url in shared] == ["The same cards for you: Klondike, turn 1."]
        assert shown["words"] is None
    else:
        assert shared == []
        assert shown["words"] == ["Nobody can be dealt these cards before your game is over. Share them then."]
