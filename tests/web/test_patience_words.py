"""The texts of the table of patience about its places, cards and actions, without a page."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from tests.web.modules import Modules


def said(modules: Modules, preset: str, changes: dict[str, Any], act: str) -> Any:
    """Return the texts for a dealt game with these changes; the script has the `view`, `words` and `moves`."""
    view = deal_number(preset_rules(preset), 1).view().to_json()
    return modules.evaluate(
        f"""async ([view, changes]) => {{
          const words = await import("/static/patience/words.js");
          const {{ legalMoves, parseMove }} = await import("/static/patience/moves.js");
          const changed = (more) => ({{ ...view, ...changes, ...more }});
          const now = changed({{}});
          const moves = legalMoves(now);
          {act}
        }}""",
        [view, changes],
    )


STOCKS: Final[list[tuple[str, int, list[str], dict[str, Any], str]]] = [
    ("klondike-1", 24, ["draw"], {}, "Stock, 24 cards: turn the next"),
    ("klondike-1", 1, ["draw"], {}, "Stock, 1 card: turn the next"),
    ("klondike-1", 0, ["redeal"], {}, "Stock, empty: turn the waste over"),
    ("klondike-1", 0, [], {}, "Stock, empty"),
    ("pyramid", 0, ["redeal"], {"pass": 1}, "Stock, empty: turn the waste over, 2 more times"),
    ("pyramid", 0, ["redeal"], {"pass": 2}, "Stock, empty: turn the waste over, 1 more time"),
    ("pyramid", 0, [], {"pass": 3}, "Stock, empty"),
    ("spider-1", 50, ["deal"], {}, "Stock, 5 deals left: a card on each pile"),
    ("spider-1", 10, ["deal"], {}, "Stock, 1 deal left: a card on each pile"),
    ("spider-1", 0, [], {}, "Stock, empty"),
    ("scorpion", 3, ["deal"], {}, "Stock, 1 deal left: a card on each pile"),
    ("bristol", 25, ["deal"], {}, "Stock, 9 deals left: a card on each reserve pile"),
    ("bristol", 3, ["deal"], {}, "Stock, 1 deal left: a card on each reserve pile"),
    ("bristol", 0, [], {}, "Stock, empty"),
    ("calculation", 47, [], {}, "Stock, 47 cards"),
    ("calculation", 1, [], {}, "Stock, 1 card"),
    ("calculation", 0, [], {}, "Stock, empty"),
    ("monte-carlo", 27, ["deal"], {}, "Stock, 27 cards: let the cards close up"),
    ("monte-carlo", 1, [], {}, "Stock, 1 card"),
    ("monte-carlo", 0, ["deal"], {}, "Stock, empty: let the cards close up"),
    ("monte-carlo", 0, [], {}, "Stock, empty"),
    ("la-belle-lucie", 0, ["redeal"], {"pass": 1}, "Lay the cards out again, 2 more times"),
    ("la-belle-lucie", 0, ["redeal"], {"pass": 2}, "Lay the cards out again, 1 more time"),
    ("la-belle-lucie", 0, [], {"pass": 3}, "The cards cannot be laid out again"),
    ("cruel", 0, ["redeal"], {}, "Lay the cards out again"),
    ("cruel", 0, [], {}, "The cards cannot be laid out again"),
]


@pytest.mark.parametrize(("preset", "stock", "legal", "more", "words"), STOCKS)
def test_a_stock_says_what_is_left_and_what_a_press_does(
    modules: Modules, preset: str, stock: int, legal: list[str], more: dict[str, Any], words: str
) -> None:
    act = """return words.placeLabel({ id: "S", index: 0 }, now, moves);"""
    assert said(modules, preset, {"stock": stock, "legal": legal, **more}, act) == words


@pytest.mark.parametrize(
    ("preset", "changes", "left"),
    [
        ("la-belle-lucie", {"pass": 1}, "2 ×"),
        ("la-belle-lucie", {"pass": 2}, "1 ×"),
        ("la-belle-lucie", {"pass": 3}, ""),
        ("trefoil", {"pass": 3, "merci": 1}, "merci 1"),
        ("trefoil", {"pass": 2, "merci": 1}, "1 ×"),
        ("cruel", {}, ""),
    ],
)
def test_under_a_new_layout_stands_how_often_it_can_be_had(
    modules: Modules, preset: str, changes: dict[str, Any], left: str
) -> None:
    assert said(modules, preset, changes, "return words.layoutsLeft(now);") == left


TABLEAU: Final = [
    {"down": 2, "up": ["7h", "6s"]},
    {"down": 1, "up": ["8s"]},
    {"down": 0, "up": []},
    {"down": 3, "up": []},
]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (("T1", 0), "Pile 1, 2 cards face down"),
        (("T1", 2), "Seven of hearts, pile 1, under 1 card, on 2 cards face down, can go to pile 2"),
        (("T1", 3), "Six of spades, pile 1"),
        (("T2", 1), "Eight of spades, pile 2, on 1 card face down, can go to foundation of spades"),
        (("T3", 0), "Pile 3, empty"),
        (("T4", 0), "Pile 4, 3 cards face down"),
        (("W", 1), "Nine of clubs, waste"),
        (("Fs", 6), "Seven of spades, foundation of spades"),
        (("Fh", 0), "Foundation of hearts, empty"),
        (("Fs", 4), "Five of spades, foundation of spades, under 2 cards"),
    ],
)
def test_a_card_says_where_it_lies_between_and_where_it_can_go(
    modules: Modules, place: tuple[str, int], words: str
) -> None:
    changes = {
        "tableau": TABLEAU, "waste": ["2c", "9c"], "foundations": {"s": 7, "h": 0, "d": 0, "c": 0},
        "legal": ["T1:2-T2", "T2-F"],
    }  # fmt: skip
    act = f"""return words.placeLabel({{ id: "{place[0]}", index: {place[1]} }}, now, moves);"""
    assert said(modules, "klondike-1", changes, act) == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Pocket, empty: takes cards once the stock is empty"),
        ({"stock": 0}, "Pocket, empty: takes a card, or cards that move together"),
        ({"stock": 0, "pocket": ["2c", "9c"]}, "Nine of clubs, pocket"),
    ],
)
def test_an_empty_pocket_says_what_it_takes_and_when(modules: Modules, changes: dict[str, Any], words: str) -> None:
    act = """return words.placeLabel({ id: "P", index: 1 }, now, []);"""
    assert said(modules, "miss-milligan", changes, act) == words


def test_two_cards_of_one_pile_that_go_together_name_each_other(modules: Modules) -> None:
    act = """return [1, 2].map((index) => words.placeLabel({ id: "W", index }, now, moves));"""
    changes = {"waste": ["2c", "9c", "4h"], "legal": ["W+W-X"]}
    assert said(modules, "pyramid", changes, act) == [
        "Nine of clubs, waste, can go with four of hearts",
        "Four of hearts, waste, can go with nine of clubs",
    ]


def test_a_card_that_was_tapped_says_what_it_can_go_with_and_where(modules: Modules) -> None:
    """The cards face down under it are counted."""
    act = """const at = (place, index) => ({ place, index });
    return [
      words.partnersSentence(now, at("T1", 3), [at("T2", 1)], []),
      words.partnersSentence(now, at("T1", 2), [at("T2", 1), at("T1", 3)], ["Fs"]),
      words.choiceSentence(now, at("T1", 2), [at("T2"), at("T3")]),
      words.choiceSentence(now, at("T2", 1), [at("Fs"), at("T1"), at("T3")]),
    ];"""
    assert said(modules, "klondike-1", {"tableau": TABLEAU}, act) == [
        "Six of spades: can go with eight of spades.",
        "Seven of hearts: can go with eight of spades or six of spades, or to foundation of spades.",
        "Seven of hearts: press it again for pile 2, or press pile 3.",
        "Eight of spades: press it again for foundation of spades, or press pile 1 or pile 3.",
    ]


def test_a_card_of_a_line_goes_to_the_one_it_comes_to_lie_on(modules: Modules) -> None:
    act = (
        'const move = parseMove("T2-T1", now); return [words.moveSentence(move, now, now), words.moveOffer(move, now)];'
    )
    line = [{"down": 0, "up": ["2c", "9c"]}, {"down": 0, "up": ["5h", "9h"]}]
    assert said(modules, "accordion", {"tableau": line}, act) == ["Nine of hearts to nine of clubs.", "9♥ to pile 1"]


@pytest.mark.parametrize(
    ("preset", "place", "name", "group"),
    [
        ("klondike-1", "T7", "pile 7", "Pile 7"),
        ("klondike-1", "S", "stock", "Stock and waste"),
        ("klondike-1", "Fd", "foundation of diamonds", "Foundations"),
        ("double-klondike", "Fc2", "second foundation of clubs", "Foundations"),
        ("freecell", "C3", "cell 3", "Cells"),
        ("canfield", "R1", "reserve", "Reserve"),
        ("bristol", "R2", "reserve 2", "Reserve"),
        ("miss-milligan", "P", "pocket", "Pocket"),
        ("cruel", "S", "new layout", "New layout"),
        ("pyramid", "T1", "row 1, place 1", "Row 1"),
        ("pyramid", "T3", "row 2, place 2", "Row 2"),
        ("pyramid", "T28", "row 7, place 7", "Row 7"),
        ("pyramid", "X", "cards that are gone", "Foundations"),
        ("monte-carlo", "T5", "row 1, place 5", "Row 1"),
        ("monte-carlo", "T6", "row 2, place 1", "Row 2"),
        ("accordion", "T14", "pile 14", "The line"),
        ("clock", "T12", "pile at 12 o'clock", "The clock"),
        ("clock", "T13", "pile of the kings", "The clock"),
        ("sultan", "F9", "the sultan", "Foundations"),
        ("sultan", "F8", "foundation 8", "Foundations"),
        ("spider-1", "F", "finished suits", "Foundations"),
    ],
)
def test_every_place_has_a_name_and_lies_in_a_group(
    modules: Modules, preset: str, place: str, name: str, group: str
) -> None:
    act = f"""const {{ placesOf }} = await import("/static/patience/piles.js");
    const kinds = {{ T: "tableau", F: "foundation", X: "gone", C: "cell", R: "reserve", P: "reserve", S: "stock" }};
    const id = "{place}";
    const group = words.groupName({{ id, kind: kinds[id[0]] }}, now);
    return [placesOf(now).includes(id), words.placeName(id, now), group];"""
    assert said(modules, preset, {}, act) == [True, name, group]


@pytest.mark.parametrize(
    ("preset", "move", "before", "after", "sentence", "offer"),
    [
        ("klondike-1", "draw", {}, {"waste": ["9c"]}, "Waste: nine of clubs.", "Turn the next card"),
        ("klondike-1", "redeal", {}, {"pass": 2}, "The waste is turned over. Pass 2.", "Turn the waste over"),
        ("cruel", "redeal", {}, {"pass": 2}, "The cards are laid out again. Layout 2.", "Lay the cards out again"),
        ("spider-1", "deal", {}, {"stock": 40}, "A card on each pile; 4 deals left.", "Deal a card on each pile"),
        ("spider-1", "deal", {}, {"stock": 10}, "A card on each pile; 1 deal left.", "Deal a card on each pile"),
        ("spider-1", "deal", {}, {"stock": 0}, "A card on each pile; the stock is empty.", "Deal a card on each pile"),
        ("monte-carlo", "deal", {}, {"stock": 2}, "The cards close up; 2 cards are left in the stock.",
         "Let the cards close up"),
        ("monte-carlo", "deal", {}, {"stock": 1}, "The cards close up; 1 card is left in the stock.",
         "Let the cards close up"),
        ("monte-carlo", "deal", {}, {"stock": 0}, "The cards close up; the stock is empty.", "Let the cards close up"),
        ("klondike-1", "T1:2-T2", {"tableau": TABLEAU},
         {"tableau": [{"down": 1, "up": ["Kd"]}, *TABLEAU[1:]]},
         "Seven of hearts and 1 on it to pile 2. King of diamonds turned up.", "7♥ to pile 2"),
        ("klondike-1", "T2-T1", {"tableau": TABLEAU}, {"tableau": TABLEAU}, "Eight of spades to pile 1.",
         "8♠ to pile 1"),
        ("klondike-1", "T2-F", {"tableau": TABLEAU}, {"tableau": [TABLEAU[0], {"down": 0, "up": ["Kd"]}]},
         "Eight of spades to the foundation. King of diamonds turned up.", "8♠ to the foundation"),
        ("freecell", "T1-C", {"tableau": TABLEAU}, {"tableau": TABLEAU}, "Six of spades to cell 1.", "6♠ to a cell"),
        ("pyramid", "T1+T2-X", {"tableau": TABLEAU}, {"tableau": TABLEAU}, "Six of spades and eight of spades go.",
         "6♠ with 8♠"),
        ("pyramid", "T1-X", {"tableau": TABLEAU}, {"tableau": TABLEAU}, "Six of spades goes.", "6♠ off the table"),
    ],
)  # fmt: skip
def test_a_move_is_offered_and_told(
    modules: Modules, preset: str, move: str, before: dict[str, Any], after: dict[str, Any], sentence: str, offer: str
) -> None:
    act = f"""const after = changed({after!r});
    const move = parseMove("{move}", now);
    return [words.moveSentence(move, now, after), words.moveOffer(move, now)];"""
    assert said(modules, preset, before, act) == [sentence, offer]


def test_a_suit_is_told_once_it_has_left(modules: Modules) -> None:
    act = """const home = (count) => changed({ foundations: { s: count, h: 0, d: 0, c: 0 } });
    const move = { text: "T1-T2", source: "T1", target: "T2", count: 1, depth: 1 };
    const tells = ([was, is]) => words.moveSentence(move, home(was), home(is)).includes("A suit is finished.");
    return [[0, 0], [0, 1], [1, 1], [1, 2]].map(tells);"""
    assert said(modules, "spider-1", {}, act) == [False, True, False, True]


@pytest.mark.parametrize(
    ("action", "moves", "sentence"),
    [
        ("undo", [], "Taken back."), ("undo:1", [], "Taken back."), ("undo:3", [], "3 moves taken back."),
        ("rescue:0", [], "It can still be won from here."), ("rescue:2", [], "2 moves taken back."),
        ("redo", [], "Redone."), ("redo:2", [], "2 moves redone."),
        ("pause", [], "Paused."), ("away", [], "Paused."), ("resume", [], "Resumed."), ("give_up", [], "Given up."),
        ("finish", ["T1-F"], ""), ("hint", ["T1-F"], ""), ("solve", ["T1-F"], ""), ("T1-F", ["T1-F", "T2-F"], ""),
        ("draw", ["draw"], "Waste: nine of clubs."), ("draw", [], ""),
    ],
)  # fmt: skip
def test_an_action_is_told_in_a_sentence(modules: Modules, action: str, moves: list[str], sentence: str) -> None:
    act = f'return words.actionSentence("{action}", {moves!r}, now, changed({{ waste: ["9c"] }}));'
    assert said(modules, "klondike-1", {}, act) == sentence


@pytest.mark.parametrize(
    ("kind", "state", "over", "words"),
    [
        ("undo", "can_undo", True, None), ("undo", "", False, "There is nothing to undo."),
        ("redo", "can_redo", False, None), ("redo", "", False, "There is nothing to redo."),
        ("redo", "can_redo", True, "The game is over."), ("hint", "", True, "The game is over."),
        ("hint", "", False, None), ("finish", "can_finish", False, None),
        ("finish", "", False, "The game is not as good as won yet."),
        ("finish", "can_finish", True, "The game is over."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_says_why(modules: Modules, kind: str, state: str, over: bool, words: str | None) -> None:
    able = {name: name == state for name in ("can_undo", "can_redo", "can_finish")}
    act = f"return words.hindranceOf({kind!r}, changes.able, {str(over).lower()});"
    assert said(modules, "klondike-1", {"able": able}, act) == words
