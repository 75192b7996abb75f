"""What is said of an advised move: each kind of it, with views laid out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Final

import pytest

from spite_and_malice.patience import PRESETS, Hint, Move, View, advice, looking, lost
from spite_and_malice.patience.finishing import _joins
from spite_and_malice.patience.gains import gain_of, is_next_home, joined
from spite_and_malice.patience.knowledge import nothing_known
from spite_and_malice.patience.looking import Use, _useful
from spite_and_malice.patience.moves import encode
from spite_and_malice.patience.progress import cards_in_rows
from spite_and_malice.rules.cards import card_code
from tests.patience.views import pile, view_of

NOTHING: Final = {"s": 0, "h": 0, "d": 0, "c": 0}


KLONDIKE: Final = {"foundations": NOTHING}
SAID: Final = [
    (view_of("klondike-1", pile("As", down=1), **KLONDIKE), "T1-F",
     "A♠ goes to its foundation, and the card beneath is turned up."),
    (view_of("klondike-1", pile("2h", "As")), "T1-F", "A♠ goes to its foundation, and 2♥ comes free."),
    (view_of("klondike-1", pile("As")), "T1-F", "A♠ goes to its foundation and leaves its pile empty."),
    (view_of("klondike-1", pile("7h", down=2), pile("8s")), "T1-T2",
     "7♥ goes on 8♠, and the card beneath it is turned up."),
    (view_of("klondike-1", pile("Kh", down=2), pile()), "T1-T2",
     "K♥ goes to an empty pile, and the card beneath it is turned up."),
    (view_of("klondike-1", pile("7h"), pile("8s")), "T1-T2", "7♥ goes on 8♠ and leaves its pile empty."),
    (view_of("yukon", pile("Kh", "7h")), "T1:2-T2", "K♥ goes to an empty pile."),
    (view_of("yukon", pile("4s", "Kh", "7h")), "T1:2-T2", "K♥ goes to an empty pile, and 4♠ comes free."),
    (view_of("yukon", pile("As", "7h"), pile("8s")), "T1-T2",
     "7♥ goes on 8♠, and A♠ comes free for its foundation."),
    (view_of("yukon", pile("4s", "7h"), pile("8s")), "T1-T2", "7♥ goes on 8♠, and 4♠ comes free."),
    (view_of("spider-4", pile("4h", "7s", "6s"), pile("Kd", "9s", "8s")), "T1:2-T2",
     "7♠ joins 8♠: 4 cards of one suit, which move as one."),
    (view_of("spider-4", pile("4h", "7s", "6s"), pile("Kd", "9h", "8s")), "T1:2-T2",
     "7♠ joins 8♠: 3 cards of one suit, which move as one."),
    (view_of("spider-4", pile("4h", "7s", "6s"), pile("8h")), "T1:2-T2", "7♠ goes on 8♥, and 4♥ comes free."),
    (view_of("klondike-1", pile("8s"), waste=("4c", "7h")), "W-T1",
     "7♥ of the waste goes on 8♠, and 4♣ comes free."),
    (view_of("klondike-1", pile("8s"), waste=("7h",)), "W-T1", "7♥ of the waste goes on 8♠."),
    (view_of("klondike-1", pile(), waste=("4c", "Kh")), "W-T1",
     "K♥ on the empty pile gives its run a place to grow."),
    (view_of("klondike-1", pile("8s"), waste=("4c", "As")), "W-F",
     "A♠ of the waste goes to its foundation, and 4♣ comes free."),
    (view_of("klondike-1", pile("8s"), waste=("As",)), "W-F", "A♠ of the waste goes to its foundation."),
    (view_of("forty-thieves", pile(), waste=("4c", "9h")), "W-T1", "9♥ of the waste goes to an empty pile."),
    (view_of("freecell", pile("4s", "7h")), "T1-C", "A cell takes 7♥, and 4♠ comes free."),
    (view_of("freecell", pile("7h")), "T1-C", "A cell takes 7♥, and its pile is empty."),
    (view_of("freecell", pile("8s"), cells=("7h", None, None, None)), "C1-T1",
     "7♥ goes on 8♠, and its cell is empty."),
    (view_of("freecell", pile(), cells=("7h", None, None, None)), "C1-T1",
     "7♥ finds a place, and its cell is empty."),
    (view_of("freecell", pile(), cells=("As", None, None, None)), "C1-F",
     "A♠ goes to its foundation, and its cell is empty."),
    (view_of("klondike-1", pile("3h"), foundations={**NOTHING, "s": 2}), "Fs-T1",
     "2♠ is of use on the table: another card can go on it."),
    (view_of("canfield", pile("3h"), reserve=(pile("2s", down=3),)), "R1-T1",
     "2♠ of the reserve goes on 3♥."),
    (view_of("giza", reserve=(pile("4h", "2s"),)), "R1-F",
     "2♠ of the reserve goes to its foundation, and 4♥ comes free."),
    (view_of("canfield", reserve=(pile("2s", down=3),)), "R1-F",
     "2♠ goes to its foundation, and the card beneath is turned up."),
    (view_of("canfield", reserve=(pile("2s"),)), "R1-F", "2♠ of the reserve goes to its foundation."),
    (view_of("stronghold", pile("3h"), reserve=(pile("4h", "2s"),)), "R1-T1",
     "2♠ of the reserve goes on 3♥, and 4♥ comes free."),
    (view_of("canfield", pile(), reserve=(pile("2s"),)), "R1-T1", "2♠ of the reserve goes to an empty pile."),
    (view_of("miss-milligan", pile("8s"), pocket=("7h",)), "P-T1", "7♥ finds a place, and the pocket is empty."),
    (view_of("miss-milligan", pile("8s", "7h")), "T1:2-P", "The pocket keeps 8♠ until it has a place."),
    (view_of("three-shuffles", pile("4h", "2s", "3h")), "T1@2-F", "2♠ is drawn out from beneath 3♥."),
    (view_of("clock", waste=("4h",)), "W-T4", "4♥ goes to its hour: there is nothing to choose."),
    # Places that are filled at once.
    (view_of("canfield", pile("7h"), pile("8s"), reserve=(pile("2s", down=3),)), "T1-T2",
     "7♥ goes on 8♠, and 2♠ of the reserve fills its place."),
    (view_of("canfield", pile("7h"), reserve=(pile("2s"),)), "T1-F",
     "7♥ goes to its foundation, and 2♠ of the reserve fills its place."),
    (view_of("congress", pile("7h"), pile("8s"), waste=("4d", "2s")), "T1-T2",
     "7♥ goes on 8♠, and 2♠ of the waste fills its place."),
    (view_of("congress", pile("7h"), pile("8s"), waste=()), "T1-T2",
     "7♥ goes on 8♠, and a new card of the stock fills its place."),
    (view_of("congress", pile("7h"), pile("8s"), waste=(), stock=0), "T1-T2",
     "7♥ goes on 8♠ and leaves its pile empty."),
    (view_of("congress", pile("9c", "7h"), pile("8s"), waste=("2s",)), "T1-T2", "7♥ goes on 8♠, and 9♣ comes free."),
    # What leaves the table.
    (view_of("aces-up", pile("2s"), pile("9s")), "T1-X", "Take 2♠ off: 9♠ is higher in its suit."),
    (view_of("aces-up", pile("4h", "2s"), pile("9h"), pile("As")), "T1-X",
     "Take 2♠ off: A♠ is higher in its suit, and 4♥ comes free."),
    (view_of("aces-up", pile("Ks"), pile("2s"), pile("As")), "T1-X", "Take K♠ off: A♠ is higher in its suit."),
    (view_of("fourteen", pile("4h", "6s"), pile("8h")), "T1+T2-X", "Take 6♠ and 8♥ off: 4♥ comes free."),
    (view_of("fourteen", pile("4h", "6s"), pile("3c", "8h")), "T1+T2-X", "Take 6♠ and 8♥ off: 4♥ and 3♣ come free."),
    (view_of("fourteen", pile("6s"), pile("8h"), pile("9h")), "T1+T2-X",
     "Take 6♠ and 8♥ off: they would only be in the way later."),
    (view_of("pyramid", pile("9s"), waste=("Kh",)), "W-X", "Take K♥ off: it would only be in the way later."),
    (view_of("pyramid", *[pile()] * 16, pile("5s"), *[pile()] * 4, pile(), pile("Kd"), pile("8c")), "T23-X",
     "Take K♦ off: that takes a card off 5♠."),
    (view_of("pyramid", *[pile()] * 22, pile("Kd")), "T23-X", "Take K♦ off: that clears the way to what lies below."),
    # The waste.
]  # fmt: skip


@pytest.mark.parametrize(("view", "text", "said"), SAID)
def test_a_move_is_advised_for_what_it_does(view: View, text: str, said: str) -> None:
    move = Move.parse(text)
    assert advice._use_of(view, Hint(move, 0.5, (move,)), move) == said


@pytest.mark.parametrize(
    ("preset", "low", "card", "fits"),
    [
        ("klondike-1", {"s": 3, "h": 0}, "4s", True),
        ("klondike-1", {"s": 3, "h": 0}, "5s", False),
        ("klondike-1", {"s": 3, "h": 0}, "4h", False),
        ("forty-thieves", {"s": 3, "h": 0}, "3s", True),
        ("spider-1", {"s": 3, "h": 0}, "4s", False),
    ],
)
def test_a_card_comes_free_for_its_foundation_where_that_takes_it_next(
    preset: str, low: dict[str, int], card: str, fits: bool
) -> None:
    second = {"s": 2, "h": 0, "d": 0, "c": 0} if preset == "forty-thieves" else {}
    view = view_of(preset, foundations=NOTHING | low, second_foundations=second)
    assert is_next_home(view, card) is fits
    assert not is_next_home(replace(view, homes=((),)), card)


@pytest.mark.parametrize(
    ("upon", "cards", "count"),
    [
        ("9h 8s", "7s 6s", 3),
        ("9s 8s", "7s 6h", 3),
        ("9s 8s", "7s 6s 4s", 4),
        ("8s", "7s", 2),
        ("", "7s 6s", 2),
        ("8h", "7s", 1),
    ],
)
def test_cards_of_a_suit_that_a_move_joins_are_counted_on_both_sides(upon: str, cards: str, count: int) -> None:
    view = view_of("scorpion", pile("Kh", *cards.split()), pile(*upon.split()))
    assert joined(view, Move("T1", "T2", len(cards.split()))) == count


def test_a_suit_is_complete_from_king_to_ace_with_nothing_on_it() -> None:
    long = pile("3h", *(f"{rank}s" for rank in "KQJT98765432"))
    for top, gain in (("As", "run"), ("Ah", "order"), ("Ac", "order")):
        assert gain_of(view_of("spider-4", pile("4h", top), long), Move("T1", "T2")) == gain
    assert gain_of(view_of("scorpion", pile("4h", "As", "7d"), long), Move("T1", "T2", 2)) == "suit"


@pytest.mark.parametrize(("card", "other", "beats"), [
    ("As", "Ks", True), ("Ks", "As", False), ("3s", "2s", True), ("2s", "3s", False), ("3h", "2s", False),
    ("2s", "As", False), ("As", "2s", True),
])  # fmt: skip
def test_the_ace_is_the_highest_of_its_suit(card: str, other: str, beats: bool) -> None:
    assert advice._beats(card, other) is beats


@pytest.mark.parametrize(
    ("move", "changes", "steps", "said"),
    [
        ("T1-T2", {}, 2, "take 2 moves back, to before 7♥ on 8♠, where there was a way"),
        ("T1:2-T2", {}, 1, "take 1 move back, to before 9♣ on 8♠, where there was a way"),
        ("T1:3-T2", {}, 1, "take moves back"),
        ("draw", {"stock": 3}, 1, "take 1 move back, to before you drew from 3 cards, where there was a way"),
        ("draw", {"stock": 3, "waste": ("2s", "Jh")}, 1,
         "take 1 move back, to before the draw that covered J♥, where there was a way"),
        ("draw", {"stock": 1}, 1,
         "take 1 move back, to before the last card of the stock was drawn, where there was a way"),
        ("redeal", {"waste": ("2s",)}, 1,
         "take 1 move back, to before the waste was turned over, where there was a way"),
        ("redeal", {"waste": ()}, 1,
         "take 1 move back, to before the cards were laid out again, where there was a way"),
        ("Fs-T1", {"foundations": NOTHING | {"s": 3}}, 1,
         "take 1 move back, to before 3♠ was moved, where there was a way"),
    ],
)  # fmt: skip
def test_moves_are_taken_back_to_before_a_card_was_moved(
    move: str, changes: dict[str, Any], steps: int, said: str
) -> None:
    view, lost_game = view_of("klondike-1", pile("9c", "7h"), pile("8s"), **changes), Hint(None, 0.0)
    astray = lost.Astray(steps, view, Move.parse(move), had_way=True)
    assert advice.reason_for(view, lost_game, astray=astray) == f"No way to win was found from here: {said}."
    # Where no way was known, no move is named.
    assert "another way" in advice.reason_for(view, lost_game, astray=replace(astray, had_way=False))
    better = advice.reason_for(view, lost_game, astray=replace(astray, better=Move.parse("T2-F")))
    assert better == f"No way to win was found from here: {said}. There the hint is 8♠ to its foundation."


def test_a_game_that_was_lost_by_a_shuffle_is_said_to_be_lost_by_it() -> None:
    view, home = view_of("trefoil", pile("As"), pile("9h"), later=0), Hint(None, 0.0, (), True)
    back = "take 3 moves back, to before A♠ to its foundation, where there was a way"
    for later, said in (
        (1, "As the cards were laid out last this game is lost, which no hint could foresee"),
        (0, "This game is lost"),
    ):
        astray = lost.Astray(3, replace(view, later=later), Move.parse("T1-F"), had_way=True)
        assert advice.reason_for(view, home, is_known=True, astray=astray) == f"{said}: {back}."


@pytest.mark.parametrize(
    ("given", "about", "said"),
    [
        (
            Hint(None, 0.0, (), True),
            {"is_known": True, "moves": 0},
            "This deal cannot be won, whatever is played from the start.",
        ),
        (
            Hint(None, 0.0, (), True),
            {"is_known": True},
            "As the hidden cards lie this game is lost, which no hint can see: take moves back and try another way.",
        ),
        (
            Hint(None, 0.0, (), True),
            {},
            "However the hidden cards were laid, this game was lost: take moves back and try another way.",
        ),
        (Hint(None, 0.0, (), True), {"moves": 0}, "However the hidden cards were laid, no way to win was found."),
        (Hint(None, 0.0), {"moves": 0}, "However the hidden cards were laid, no way to win was found."),
        (Hint(None, 0.0), {}, "No way to win was found from here: take moves back and try another way."),
    ],
)
def test_a_lost_game_is_said_to_be_lost_as_far_as_it_is_known(given: Hint, about: dict[str, Any], said: str) -> None:
    assert advice.reason_for(view_of("klondike-1"), given, **about) == said


def test_a_lost_game_without_a_hidden_card_is_lost() -> None:
    view, lost = view_of("freecell"), Hint(None, 0.0, (), True)
    assert advice.reason_for(view, lost, is_known=True) == "This game is lost: take moves back and try another way."
    assert (
        advice.reason_for(view, lost, known=nothing_known(view))
        == "This game is lost: take moves back and try another way."
    )
    for changes in ({"stock": 1}, {"later": 1}, {"reserve": (pile(down=1),)}, {"tableau": (pile("2s", down=1),)}):
        said = advice.reason_for(replace(view, **changes), lost, is_known=True)
        assert (
            said
            == "As the hidden cards lie this game is lost, which no hint can see: take moves back and try another way."
        ), changes


@pytest.mark.parametrize(
    ("preset", "line", "left", "said"),
    [
        ("trefoil", "redeal", 2,
         "Lay the other 2 cards out again: no way was found to bring more of them home as they lie."),
        ("trefoil", "redeal", 1, "Lay the last card out again: no way was found to bring it home as it lies."),
    ],
)  # fmt: skip
def test_what_is_left_is_laid_out_again(preset: str, line: str, left: int, said: str) -> None:
    move = Move.parse(line)
    assert advice._use_of(view_of(preset, pile(*["2s", "3s"][:left])), Hint(move, 0.5, (move,)), move) == said


@pytest.mark.parametrize(
    ("preset", "line", "stock", "said", "without"),
    [
        ("klondike-1", "draw", 24,
         "Draw: in most of the ways that were tried, the next of the 24 cards of the stock led on.",
         "Draw: no other move came further in the games looked ahead, and 24 cards are left in the stock."),
        ("klondike-1", "draw", 1, "Draw: in most of the ways that were tried, the last card of the stock led on.",
         "Draw: no other move came further in the games looked ahead, and 1 card is left in the stock."),
        ("klondike-1", "draw draw", 24, "Go on drawing: the next new card is 2 draws away.", ""),
        ("klondike-1", "draw W-T1", 24, "The stock holds a card that you need: go through it.", ""),
        ("klondike-1", "redeal", 0, "The waste holds cards that you need: turn it over.",
         "The waste holds cards that you need: turn it over."),
        ("spider-1", "deal", 50,
         "Deal, which went better than any other move in the games looked ahead: 50 cards are left in the stock.",
         "Deal, which went better than any other move in the games looked ahead: 50 cards are left in the stock."),
    ],
)  # fmt: skip
def test_the_stock_is_advised_for_what_it_holds(preset: str, line: str, stock: int, said: str, without: str) -> None:
    moves = tuple(map(Move.parse, line.split()))
    view, given = view_of(preset, stock=stock), Hint(moves[0], 0.5, moves)
    assert advice._use_of(view, given, moves[0]) == said
    if without:
        assert advice._without_a_way(view, given, moves[0]) == without


def test_a_way_from_before_is_gone_back_to() -> None:
    said = "The way goes on from where you were before: take {} back."
    assert [advice.reason_to_go_back(count) for count in (1, 2)] == [said.format("a move"), said.format("2 moves")]


def test_many_useful_cards_are_counted_against_other_moves_with_two_examples() -> None:
    unseen = Counter({f"{rank}{suit}": 1 for rank in "23456789" for suit in "sh"})
    uses = dict.fromkeys(unseen, Use(0))
    few, many = list(unseen)[:2], list(unseen)[:9]
    there = {card: Use(1, card, f"{card} there") for card in few}
    useful = {card: Use(1, "T1", f"{card} there") for card in many[:8]} | {many[8]: Use(2, "F", "home")}
    home = {card: Use(2, "F", "home") for card in few}

    def said(found: dict[str, Use], cards: list[str], stock: int = 0, *, counts: bool = True) -> str:
        return _useful(view_of("klondike-1", stock=stock), unseen, uses | found, cards, counts=counts)

    assert said(there, few) == "2 of the 16 unseen cards would fit at once: 2s there or 2h there"
    assert said(useful, many) == "9 of the 16 unseen cards would fit at once, such as home or 2s there"
    # Before every other draw they are counted all the same, and each time others are named.
    assert said(useful, many, counts=False) == "9 of the 16 unseen cards would fit at once, such as home or 2s there"
    assert said(useful, many, 3, counts=False) == "home or 3h there would help"
    assert said(there, few[:1], 3, counts=False) == "1 of the 16 unseen cards would fit at once: 2s there"
    assert said(home, few).endswith("fit at once: 2♠ or 2♥ to its foundation")


def test_a_run_joins_its_suit_unless_it_lay_on_it_already() -> None:
    def joins(*tableau: list[str], move: str = "T1-T2") -> bool:
        layout = _laid(tableau)
        return _joins(layout, encode(Move.parse(move)))

    assert joins(["7s"], ["8s"])
    assert not joins(["7s"], ["8h"])
    assert not joins(["7s"], [])
    assert joins(["9s", "7s"], ["8s"])
    assert joins(["8h", "7s"], ["8s"])
    assert not joins(["8s", "7s"], ["8s"])
    assert joins(["9h", "8s", "7s"], ["9s"], move="T1:2-T2")


class _Laid:
    """A layout of face-up piles."""

    def __init__(self, tableau: tuple[list[str], ...]) -> None:
        self._piles = [[card_code(card) for card in up] for up in tableau]

    def face_up(self, at: int) -> list[int]:
        return self._piles[at] if at < len(self._piles) else []


def _laid(tableau: tuple[list[str], ...]) -> Any:
    return _Laid(tableau)


def test_rows_count_from_the_two_in_one_suit() -> None:
    rules = PRESETS["montana"].rules
    columns = rules.piles[0]

    def counted(*rows: list[str]) -> int:
        places: list[list[str]] = [[] for _ in range(rules.places)]
        for number, row in enumerate(rows):
            for at, card in enumerate(row):
                places[number * columns + at] = [card]
        return cards_in_rows(rules, _laid(tuple(places)))

    assert counted(["2s", "3s", "4s"], ["3h"], ["2h", "3s"], ["2c", "3c", "5c"]) == 3 + 0 + 1 + 2
    assert counted([f"{rank}s" for rank in "23456789TJQK"]) == 12


@pytest.mark.parametrize(
    ("below", "said"),
    [(("9c",), "7♠ goes on 8♦, and 9♣ comes free."), ((), "7♠ goes on 8♦ and leaves its pile empty.")],
)
def test_a_card_that_none_follows_goes_on_the_top_of_the_waste(
    monkeypatch: pytest.MonkeyPatch, below: tuple[str, ...], said: str
) -> None:
    monkeypatch.setattr(looking, "followers", lambda *_: [])
    view, move = view_of("golf", pile(*below, "7s"), waste=("Ks", "2h", "8d")), Move.parse("T1-W")
    assert advice._use_of(view, Hint(move, 0.5, (move,)), move) == said
