"""Help at a patience table: advice, whether a game can be won, what lies in a pile, which keys do something."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from spite_and_malice.patience import Position, deal_number, preset_rules
from tests.web.modules import Modules
from tests.web.patience_in_node import TURN, Open, TableInNode, tables  # noqa: F401

LIT: Final = """(table, { ui }) => {
  const lights = ui.below.querySelectorAll(".light").map(({ style }) => [style.left, style.top].join());
  return [...table.layout.tops].flatMap(([id, { x, y }]) => (lights.includes(`${x}px,${y}px`) ? [id] : []));
}"""
HINTED: Final = """(table) => [...table.scene.places].flatMap(([place, pieces]) =>
  pieces.flatMap(({ element, index }) => (element.classList.contains("hinted") ? [`${place}#${index}`] : [])))"""
READER: Final = """(_table, { site: { document } }) => {
  const reader = document.querySelector("#reader");
  const cards = reader.querySelectorAll("li").map((one) => one.firstElementChild.className);
  const soft = reader.querySelectorAll("p").map((one) => one.textContent);
  const title = reader.querySelector("h2")?.textContent;
  return reader.open && [title, cards.length, soft, reader.getAttribute("aria-labelledby")];
}"""


def press(table: TableInNode, text: str) -> dict[str, Any]:
    """Press a button under the message."""
    return table.do(f"""(_table, {{ ui }}) =>
      ui.words.querySelectorAll("button").find(({{ textContent }}) => textContent === "{text}").click()""")


def with_move(preset: str, fits: Any, **changes: Any) -> tuple[Position, str]:
    """Return a position in which a move is legal that is wanted, and the move."""
    for number in range(1, 80):
        position = deal_number(preset_rules(preset, changes), number)
        for _ in range(12):
            found = next((move for move in position.view().legal if fits(move)), None)
            if found:
                return position, found
            if "draw" not in position.view().legal:
                break
            position.play("draw")
    raise AssertionError(preset)


def advised(open_table: Open, preset: str, position: Position, move: str | None, **hint: Any) -> TableInNode:
    """Open a table and ask for advice, which is this."""
    table = open_table(position, preset)
    table.open()
    table.hint = {"move": move, "reason": "So it is.", "winnable": 0.5, **hint}
    table.do('(table) => table.act("hint")')
    return table


def counts(position: Position, place: str) -> int:
    """Return how many cards lie on a pile."""
    pile = position.view().to_json()["tableau"][int(place[1:]) - 1]
    return int(pile["down"]) + len(pile["up"])


def test_advice_points_at_the_card_and_its_place_and_is_played_by_a_press(open_table: Open) -> None:
    position, move = with_move("klondike-1", lambda move: move[0] == "T" and "-T" in move and ":" not in move)
    source, target = move.split("-")
    table = advised(open_table, "klondike-1", position, move)
    assert table.do(HINTED)["result"] == [f"{source}#{counts(position, source) - 1}"]
    assert table.do(LIT)["result"] == [target]
    assert table.do()["words"] == ["So it is.", "Play it"]
    shown = press(table, "Play it")
    assert table.moves == [move]
    assert (shown["hinted"], shown["lit"], shown["words"]) == ([], 0, None)


def test_advice_for_several_cards_points_at_all_of_them(open_table: Open) -> None:
    position, move = with_move("yukon", lambda move: move[0] == "T" and ":3-T" in move)
    source = move.split(":")[0]
    table = advised(open_table, "yukon", position, move)
    count = counts(position, source)
    assert table.do(HINTED)["result"] == [f"{source}#{at}" for at in range(count - 3, count)]


def test_advice_for_a_card_under_others_points_at_it_alone(open_table: Open) -> None:
    position = deal_number(preset_rules("three-shuffles"), 1)
    for _ in range(2):
        position.play("redeal")
    move = next(one for one in position.view().legal if "@" in one)
    source, depth = move.split("-")[0].split("@")
    table = advised(open_table, "three-shuffles", position, move)
    assert table.do(HINTED)["result"] == [f"{source}#{counts(position, source) - int(depth)}"]


def test_advice_to_turn_the_stock_points_at_it(open_table: Open) -> None:
    position = deal_number(preset_rules("klondike-1"), 258)
    table = advised(open_table, "klondike-1", position, "draw")
    assert table.do(HINTED)["result"] == ["S#23"]
    assert table.do(LIT)["result"] == []
    while "redeal" not in position.view().legal:
        position.play("draw")
    empty = advised(open_table, "klondike-1", position, "redeal")
    assert empty.do(HINTED)["result"] == []
    assert empty.do(LIT)["result"] == ["S"]


def test_advice_for_a_pair_points_at_both(open_table: Open) -> None:
    position, move = with_move("pyramid", lambda move: move.count("T") == 2 and "+" in move)
    one, two = move.partition("-")[0].split("+")
    table = advised(open_table, "pyramid", position, move)
    assert sorted(table.do(HINTED)["result"]) == sorted([f"{one}#0", f"{two}#0"])
    mixed, move = with_move("pyramid", lambda move: "+W" in move and move[0] == "T")
    source = move.partition("+")[0]
    table = advised(open_table, "pyramid", mixed, move)
    top = len(mixed.view().waste) - 1
    assert sorted(table.do(HINTED)["result"]) == sorted([f"{source}#0", f"W#{top}"])


def test_advice_for_two_cards_of_the_waste_points_at_both(open_table: Open) -> None:
    position, move = with_move("pyramid-all", lambda move: "W+W" in move, waste_pair=True)
    table = open_table(position, "pyramid-all")
    table.open()
    table.hint = {"move": move, "reason": "So it is.", "winnable": 0.5}
    table.do('(table) => table.act("hint")')
    top = len(position.view().waste) - 1
    assert table.do(HINTED)["result"] == [f"W#{top - 1}", f"W#{top}"]


def test_advice_in_a_line_points_at_the_whole_pile(open_table: Open) -> None:
    position = deal_number(preset_rules("accordion"), 1)
    for _ in range(8):
        tableau = position.view().to_json()["tableau"]
        piles = {f"T{at}": len(pile["up"]) for at, pile in enumerate(tableau, 1)}
        legal = [(*re.split("[:-]", move)[::2], move) for move in position.view().legal]
        found = [(source, move) for source, *_rest, move in legal if piles[source] > 1]
        if found:
            break
        position.play(legal[-1][-1])
    [(pile, move), *_others] = found
    table = advised(open_table, "accordion", position, move)
    assert table.do(HINTED)["result"] == [f"{pile}#{at}" for at in range(piles[pile])]


@pytest.mark.parametrize(
    ("moves", "winnable", "offers"),
    [
        (["draw"], 0, ["Play it", "Back to where it could be won"]),
        (["draw"], 0.5, ["Play it"]),
        ([], 0, ["Play it"]),
    ],
)
def test_advice_in_a_game_that_is_lost_offers_the_way_back(
    open_table: Open, moves: list[str], winnable: float, offers: list[str]
) -> None:
    table = open_table()
    table.moves = list(moves)
    table.open()
    table.hint = {"move": "draw", "reason": "So it is.", "winnable": winnable}
    assert table.do('(table) => table.act("hint")')["words"][1:] == offers
    if len(offers) > 1:
        press(table, offers[1])
        assert table.asked[-1] == "rescue"


def test_advice_without_a_move_takes_back_as_many_as_it_says(open_table: Open) -> None:
    table = open_table()
    table.moves = ["draw", "draw", "draw"]
    table.open()
    table.hint = {"move": None, "reason": "Nothing leads on.", "winnable": 0, "back": 2}
    words = table.do('(table) => table.act("hint")')["words"]
    assert words == ["Nothing leads on.", "Take 2 moves back"]
    press(table, "Take 2 moves back")
    assert table.moves == ["draw"]


def test_advice_without_a_move_and_without_a_way_back_says_so(open_table: Open) -> None:
    table = open_table()
    table.moves = ["draw"]
    table.open()
    table.hint = {"move": None, "reason": "Nothing leads on.", "winnable": 0, "back": 0}
    words = table.do('(table) => table.act("hint")')["words"]
    assert words == ["Nothing leads on.", "Back to where it could be won"]
    table.do('(table) => { table.hopeless = "None was found."; }')
    assert table.do('(table) => table.act("hint")')["words"] == [
        "None was found.", "New deal", "The same deal again",
    ]  # fmt: skip
    table.hint["back"] = 1
    table.do('(table) => table.act("solve")')
    assert table.do('(table) => table.act("hint")')["words"] == ["Nothing leads on.", "Take 1 move back"]


@pytest.mark.parametrize(
    ("verdict", "moves", "can_undo", "words"),
    [
        ("won", 1, True, ["Yes, you can still win."]),
        ("unknown", 1, True, ["It could not be found out. You may still win."]),
        ("lost", 1, True, ["No, this game can no longer be won.", "Back to where it could be won"]),
        ("lost", 1, False, ["No, this game can no longer be won."]),
        ("lost", 0, False, ["No, this deal cannot be won.", "New deal", "The same deal again"]),
        (None, 0, False, None),
    ],
)
def test_a_verdict_says_what_can_be_done(
    open_table: Open, verdict: str | None, moves: int, can_undo: bool, words: list[str] | None
) -> None:
    table = open_table()
    snapshot = table._snapshot()
    state = {**snapshot["state"], "verdict": verdict, "moves": moves, "can_undo": can_undo}
    table.send(**{**snapshot, "state": state})
    assert table.do()["words"] == words


@pytest.mark.parametrize(
    ("about", "day", "offers"),
    [
        ({}, None, ["New deal", "The same deal again"]),
        ({"practice": "t"}, None, ["The same deal again"]),
        ({}, "2026-05-01", []),
    ],
)
def test_other_cards_are_offered_to_whoever_may_choose(
    open_table: Open, about: dict[str, str], day: str | None, offers: list[str]
) -> None:
    table = open_table(about=about)
    snapshot = table._snapshot()
    snapshot["table"]["deal"]["day"] = day
    snapshot["state"]["verdict"] = "lost"
    table.send(**snapshot)
    assert table.do()["words"][1:] == offers
    if offers:
        press(table, offers[-1])
        assert table.asked[0] == "again"


def test_a_clock_that_stands_still_offers_other_cards(open_table: Open) -> None:
    table = open_table(deal_number(preset_rules("clock"), 1), "clock")
    snapshot = table._snapshot()
    table.send(**{**snapshot, "view": {**snapshot["view"], "result": "stuck", "legal": []}})
    assert table.do()["words"] == ["The fourth king has come: the clock stands still.", "New deal"]
    press(table, "New deal")
    assert table.asked[0] == "next"
    lost = open_table(deal_number(preset_rules("clock"), 1), "clock")
    snapshot = lost._snapshot()
    snapshot["state"].update(verdict="lost", moves=3, can_undo=True)
    lost.send(**snapshot)
    assert lost.do()["words"][1:] == ["New deal"]


def test_a_pile_is_looked_at_card_by_card(open_table: Open) -> None:
    table = open_table()
    table.open()
    view = table.position.view().to_json()
    for pile in (1, 3):
        table.do(f'(table) => table.look("T{pile}#0")')
        down = view["tableau"][pile - 1]["down"]
        under = [f"{down} cards lie face down under them."] if down else []
        assert table.do(READER)["result"] == [f"Pile {pile}", 1, under, "reader-title"]
    table.do("""(_table, { site: { document } }) => {
      const reader = document.querySelector("#reader");
      reader.querySelector("button").click();
    }""")
    table.do('(table) => table.look("T2#1")')
    assert table.do(READER)["result"][2] == ["1 card lies face down under them."]


def test_every_card_of_the_waste_is_seen_and_the_stock_is_only_counted(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.do('(table) => table.look("S")')
    assert table.do()["words"] == ["24 cards are left in the stock."]
    assert table.do(READER)["result"] is False
    table.do('(table) => table.look("W")')
    assert table.do()["words"] == ["Waste: no card lies there."]
    table.do('(table) => table.look("Fh")')
    assert table.do()["words"] == ["Foundation of hearts: no card lies there."]
    for _ in range(5):
        table.do(TURN)
    table.do('(table) => table.look("W")')
    assert table.do(READER)["result"][:3] == ["Waste", 5, []]
    for _ in range(18):
        table.do(TURN)
    table.do('(table) => table.look("S")')
    assert table.do()["words"] == ["1 card is left in the stock."]
    table.do(TURN)
    table.do('(table) => table.look("S")')
    assert table.do()["words"] == ["Stock: no card lies there."]


def test_a_pocket_that_is_empty_says_what_it_takes(open_table: Open) -> None:
    table = open_table(deal_number(preset_rules("miss-milligan"), 1), "miss-milligan")
    table.open()
    table.do('(table) => table.look("P")')
    assert table.do()["words"] == ["Pocket, empty: takes cards once the stock is empty."]


def keys(modules: Modules, preset: str, **changes: Any) -> dict[str, str]:
    """Return the keys of a game with what they do."""
    view = deal_number(preset_rules(preset, changes), 1).view().to_json()
    listed = modules.evaluate('async (view) => (await import("/static/patience/help.js")).keysOf(view)', view)
    return dict(listed)


@pytest.mark.parametrize(
    ("preset", "key", "does"),
    [
        ("klondike-1", "Enter", "send a card where it can go; again: to the next place"),
        ("pyramid", "Enter", "choose a card; then one that goes with it"),
        ("klondike-1", "D", "turn the next cards of the stock"),
        ("spider-1", "D", "deal a card on each pile"),
        ("monte-carlo", "D", "let the cards close up"),
        ("la-belle-lucie", "D", "lay the cards out again"),
        ("clock", "D", "play the next card; held, one after the other"),
        ("freecell", "D", None),
        ("klondike-1", "0", "send the card to its foundation"),
        ("golf", "0", "send the card to the waste"),
        ("pyramid", "0", "send the card off the table, where it goes alone"),
        ("aces-up", "0", "send the card off the table, where it goes alone"),
        ("spider-1", "0", None),
        ("accordion", "0", None),
        ("montana", "0", None),
        ("freecell", "C", "send the card to a cell"),
        ("miss-milligan", "C", "set the card aside in the pocket"),
        ("klondike-1", "C", None),
        ("freecell", "1 … 8", "send the card to that pile"),
        ("spider-1", "1 … 9", "send the card to that pile"),
        ("spider-1", "Shift 0 … 0", "send the card to pile 10 and on"),
        ("forty-thieves", "Shift 0 … 0", "send the card to pile 10 and on"),
        ("fan", "Shift 0 … 8", "send the card to pile 10 and on"),
        ("bakers-dozen", "Shift 0 … 3", "send the card to pile 10 and on"),
        ("golf", "1 … 7", None),
        ("pyramid", "1 … 0", None),
        ("clock", "F", "play the game out"),
        ("klondike-1", "F", "finish, when the game is as good as won"),
    ],
)
def test_keys_do_what_the_game_is_about(modules: Modules, preset: str, key: str, does: str | None) -> None:
    assert keys(modules, preset).get(key) == does


def test_a_game_of_nine_piles_needs_no_shift(modules: Modules) -> None:
    nine = next(one for one in ("sultan", "raglan", "king-albert") if len(preset_rules(one).piles) == 9)
    assert not any(key.startswith("Shift") for key in keys(modules, nine))
