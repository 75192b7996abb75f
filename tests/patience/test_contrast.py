"""What is said for a move against others, on tables laid out by hand: where it is true, and not where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from spite_and_malice.patience import (
    PRESETS,
    Hint,
    Move,
    Position,
    View,
    ViewPile,
    contrast,
    deal_number,
    gains,
    preset_rules,
)
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.purpose import Step, name_of
from spite_and_malice.rules.naming import card_name
from tests.patience.views import late, pile, view_of

NOTHING: Final = {"s": 0, "h": 0, "d": 0, "c": 0}
HALF: Final = {"s": 5, "h": 0, "d": 0, "c": 0}


def moves(texts: str) -> list[Move]:
    return list(map(Move.parse, texts.split()))


def step(view: View, text: str) -> Step:
    """Return a later move of a line, whatever it changes."""
    move = Move.parse(text)
    return Step(move, name_of(view, move), view, view)


def pyramid(*lowest: ViewPile, waste: Sequence[str], legal: str) -> View:
    """Return a pyramid of which 5♠ is left beneath the second and third cards of the last row, 4♥ beneath the next."""
    above = [*[pile()] * 16, pile("5s"), pile("4h"), pile(), pile(), pile()]
    legal_moves = tuple(f"{each}-X" for each in legal.split())
    return view_of("pyramid", *above, *lowest, waste=tuple(waste), legal=legal_moves)


ROW: Final = (pile("7h"), pile("9d"), pile("8c"), pile("8s"))


@pytest.mark.parametrize(
    ("row", "waste", "move", "other", "said"),
    [
        (ROW, ["5c"], "T23+T24", "T23+W", "9♦ and 5♣ would free no card."),
        (ROW, ["5c"], "T23+T24", "T23+T25", "9♦ and 8♠ would free no card."),
        ((pile(), pile(), *ROW[2:]), ["5c"], "T24+T25", "T24+W", "8♣ and 5♣ would free only 5♠."),
        (ROW, ["4d", "5c"], "T23+T24", "T23+W", ""),
        (ROW, ["5c"], "T23+T24", "T25+W", ""),
        (ROW, ["5c"], "T23+W", "T23+T24", ""),
        (ROW, ["5c"], "T24+W", "T23+W", "9♦ and 5♣ would uncover only 5♠."),
        (ROW, ["5c"], "T24+W", "T22+W", "7♥ and 5♣ would uncover no card."),
        (ROW, ["5c"], "T23+W", "T25+W", ""),
        (ROW, ["5c"], "T23+W", "T24+W", ""),
        # The other one frees a card, so what it uncovers does not matter.
        (ROW, ["3c", "4d", "5c"], "T24+T22", "T22+W", ""),
        (ROW, ["4d", "5c"], "T24+T25", "W+W", ""),
    ],
)  # fmt: skip
def test_a_pair_frees_or_uncovers_more_than_another_with_one_of_its_cards(
    row: tuple[ViewPile, ...], waste: list[str], move: str, other: str, said: str
) -> None:
    view = pyramid(*row, waste=waste, legal=f"{move} {other}")
    assert contrast._frees_more(view, Move.parse(f"{move}-X")) == said


def test_a_card_that_leaves_alone_frees_less_too() -> None:
    view = pyramid(pile("Kh"), *ROW[1:], waste=["5c"], legal="T23+T24 T22 T23")
    assert contrast._frees_more(view, Move.parse("T23+T24-X")) == "9♦ would free no card."


def test_two_cards_of_the_waste_leave_the_one_beneath_them() -> None:
    view = pyramid(*ROW, waste=["3c", "4d", "9h"], legal="")
    assert gains.taken_by(view, Move.parse("W+W-X")) == ["4d", "9h"]
    assert gains.uncovered(view, Move.parse("W+W-X")) == (["3c"], [])
    assert gains.uncovered(view, Move.parse("T24+T25-X")) == (["4h"], ["5s"])


def test_a_card_is_kept_for_another_that_it_goes_off_with_later() -> None:
    view = pyramid(*ROW, waste=["5c"], legal="T23+T24 T23+W T25+W")
    move, kept = Move.parse("T23+T24-X"), "5♣ is kept for 8♠."

    def said(*texts: str, at: View = view, legal: str = "T23+W-X") -> str:
        line = [step(view, "T23+T24-X"), *(step(at, text) for text in texts)]
        return contrast._kept_for_another(replace(view, legal=tuple(legal.split())), move, line)

    assert said("T25+W-X") == said("W+T25-X") == kept
    assert said("T22-X", "T25+W-X") == kept
    # Neither what could not go with one of the pair, nor what leaves alone or with the card beneath it, nor what is
    # covered by then.
    assert said() == ""
    assert said("T25+W-X", legal="T22+T25-X") == ""
    assert said("W-X", "T25+W-X") == ""
    assert said("W+W-X", "T25+W-X") == ""
    assert said("T25+W-X", at=replace(view, waste=("5c", "6c"))) == ""
    assert said("T25+W-X", legal="T23-T24") == ""


@pytest.mark.parametrize(
    ("others", "line", "said"),
    [
        ("T1-T3", "T1-T2 T4-T3", "8♣ is kept for 7♦."),
        ("T1-T3", "T1-T2 draw T4-T3", "8♣ is kept for 7♦."),
        # The line may use the place for other things first, or the same card may go there.
        ("T1-T3", "T1-T2 T3-T5 T4-T3", ""),
        ("T1-T3", "T1-T2 T1-T3 T4-T3", ""),
        ("T1-T3", "T1-T2", ""),
        ("T1-T3", "T4-T3 T1-T2", ""),
        ("T4-T3", "T1-T2 T4-T3", ""),
        ("T1:2-T3", "T1-T2 T4-T3", ""),
        ("T1-T5", "T1-T2 T4-T5", ""),
        ("T1-C", "T1-T2 T4-C", ""),
    ],
)  # fmt: skip
def test_a_place_is_kept_for_a_card_that_the_line_puts_there(others: str, line: str, said: str) -> None:
    view = view_of("freecell", pile("9s", "7h"), pile("8s"), pile("8c"), pile("7d"))
    steps = [step(view, text) for text in line.split()]
    assert contrast._kept_free(view, Move.parse("T1-T2"), moves(others), steps) == said


@pytest.mark.parametrize(
    ("low", "move", "others", "line", "said"),
    [
        (HALF, "T1-T3", "T1-T2", "", "8♠ is nearer to its foundation than 8♣, so it stays open."),
        # The line may take it home, but not cover it or take it elsewhere.
        (HALF, "T1-T3", "T1-T2", "T2-F", "8♠ is nearer to its foundation than 8♣, so it stays open."),
        (HALF, "T1-T3", "T1-T2", "T4-T2", ""),
        (HALF, "T1-T3", "T1-T2", "T2-C", ""),
        (HALF, "T1-T2", "T1-T3", "", ""),
        (NOTHING, "T1-T3", "T1-T2", "", ""),
        (HALF, "T1-T3", "T4-T2", "", ""),
        (HALF, "T1-T3", "T1:2-T2", "", ""),
        (HALF, "T1-T3", "T1-T5", "", ""),
        (HALF, "T1-T5", "T1-T2", "", ""),
        (HALF, "T1-C", "T1-T2", "", ""),
    ],
)  # fmt: skip
def test_the_card_nearer_to_its_foundation_stays_open(
    low: dict[str, int], move: str, others: str, line: str, said: str
) -> None:
    piles = (pile("9s", "7h"), pile("Kd", "8s"), pile("Kh", "8c"), pile("7d"))
    view = view_of("freecell", *piles, foundations=low, cells=("2h", None, None, None))
    steps = [step(view, text) for text in line.split()]
    assert contrast._nearer_home(view, Move.parse(move), moves(others), steps) == said


@pytest.mark.parametrize(
    ("move", "others", "said"),
    [
        ("T1-T2", "T1-T3", "On 8♣ it would bury 2♥ deeper."),
        ("T1-T2", "T1-T5", "On 8♣ it would bury 3♦ deeper."),
        ("T1-T2", "T1-T3 T1-T5", "On 8♣ it would bury 2♥ deeper."),
        # Cards in order are not buried, and a place that buries one is no better.
        ("T1-T2", "T1-T4", ""),
        ("T1-T3", "T1-T5", ""),
        ("T1-T2", "T4-T3", ""),
        ("T1-T2", "T1:2-T3", ""),
        ("T1-T6", "T1-T3", ""),
        ("T1-C", "T1-T3", ""),
    ],
)  # fmt: skip
def test_another_place_would_bury_the_card_that_is_wanted_first(move: str, others: str, said: str) -> None:
    piles = (pile("9s", "7h"), pile("9d", "8s"), pile("9s", "2h", "8c"), pile("9h", "8c"), pile("4s", "3d", "8c"))
    view = view_of("freecell", *piles, foundations=NOTHING)
    assert contrast._buries(view, Move.parse(move), moves(others)) == said


def test_where_cards_of_a_suit_move_together_it_is_said_which_place_allows_it() -> None:
    piles = (pile("Ks", "7s"), pile("8s"), pile("8h"), pile("7s"))
    view = view_of("spider-4", *piles)
    together = "With 8♠ it can move on as one, with 8♥ it could not: that is of another suit."

    def said(move: str, others: str, at: View = view) -> str:
        return contrast._one_suit(at, Move.parse(move), moves(others))

    assert said("T1-T2", "T1-T3") == said("T1-T2", "T4-T3 T1-T5 T1-T3") == together
    for move, others in (
        ("T1-T3", "T1-T2"),
        ("T1-T2", "T4-T3"),
        ("T1-T2", "T1:2-T3"),
        ("T1-T2", "T1-T5"),
        ("T1-T5", "T1-T3"),
    ):
        assert said(move, others) == "", (move, others)
    # Where only cards of a suit are put on each other, and where runs do not leave, it is no difference.
    for rules in (PRESETS["klondike-1"].rules, replace(view.rules, build="suit")):
        assert said("T1-T2", "T1-T3", replace(view, rules=rules)) == ""


def test_a_card_that_goes_on_one_of_its_suit_and_turns_one_up_is_said_to_move_on_with_it() -> None:
    view = view_of("spider-2", pile("7s", down=2), pile("8s"), pile("8h"), pile("7s"))
    suited = "7♠ and 8♠ are of one suit, so they move on together."
    assert contrast.of_one_suit(view, Move.parse("T1-T2")) == suited
    for text in ("T1-T3", "T4-T2", "T1-T5"):
        assert contrast.of_one_suit(view, Move.parse(text)) == "", text
    for rules in (PRESETS["spider-1"].rules, PRESETS["klondike-1"].rules, replace(view.rules, build="suit")):
        assert contrast.of_one_suit(replace(view, rules=rules), Move.parse("T1-T2")) == ""


@pytest.mark.parametrize(
    ("downs", "said"),
    [
        ((1, 3), "Beneath 7♥ lies 1 card face down, beneath 7♦ 3: its pile is empty sooner."),
        ((2, 3), "Beneath 7♥ lie 2 cards face down, beneath 7♦ 3: its pile is empty sooner."),
        ((3, 1), "Beneath 7♥ lie 3 cards face down, beneath 7♦ only 1: the deeper pile holds back more."),
        ((2, 2), "7♦ would turn one up as well, with as many face down beneath it."),
        ((2, 0), "Only 7♥ turns a card up now."),
        ((0, 2), ""),
        ((2, 1, 3), ""),
        ((2, 2, 3), ""),
        ((2, 1, 2), ""),
        ((3, 1, 2), "Beneath 7♥ lie 3 cards face down, beneath 7♣ only 2: the deeper pile holds back more."),
        ((1, 3, 2), "Beneath 7♥ lies 1 card face down, beneath 7♣ 2: its pile is empty sooner."),
        ((2, 2, 2), "7♦ would turn one up as well, with as many face down beneath it."),
    ],
)  # fmt: skip
def test_what_turns_a_card_up_is_compared_with_others_that_do(downs: tuple[int, ...], said: str) -> None:
    tops = ("7h", "7d", "7c")
    piles = [pile(top, down=down) for top, down in zip(tops, downs, strict=False)]
    view = view_of("klondike-1", *piles, *([pile()] * (5 - len(piles))), pile("8s"), pile("8h"))
    others = moves("T1-T7 T2-T6 T3-T7"[: 5 + 6 * (len(downs) - 1)])
    assert contrast._deepest(view, Move.parse("T1-T6"), others, []) == said


@pytest.mark.parametrize(
    ("top", "said"), [("7h", ""), ("7d", "7♦ would turn one up as well, with as many face down beneath it.")]
)
def test_a_card_is_not_compared_with_one_of_the_same_name(top: str, said: str) -> None:
    view = view_of("spider-2", pile("7h", down=2), pile(top, down=2), pile("8s"), pile("8h"))
    assert contrast._deepest(view, Move.parse("T1-T3"), moves("T1-T4 T2-T3"), []) == said


@pytest.mark.parametrize(("top", "said"), [("7d", ""), ("7c", "Beneath 7♥ lies 1 card face down, beneath 7♦ 2: ")])
def test_a_card_is_not_compared_with_one_of_two_of_the_same_name(top: str, said: str) -> None:
    piles = pile("7h", down=1), pile("7d", down=2), pile(top, down=3), pile("8s")
    words = contrast._deepest(view_of("spider-4", *piles), Move.parse("T1-T4"), moves("T2-T4 T3-T4"), [])
    assert words == (said and f"{said}its pile is empty sooner.")


def test_a_move_that_gains_something_and_is_still_possible_can_follow() -> None:
    before = view_of(
        "klondike-1", pile("7h", down=2), pile("8s"), pile("7d", down=2), pile("8c"), pile("As"), pile("Ks", down=1)
    )

    def said(others: str, legal: str) -> str:
        after = replace(before, legal=tuple(legal.split()))
        move = Move.parse("T1-T2")
        return contrast._still_possible(before, move, moves(others), [replace(step(before, "T1-T2"), after=after)])

    assert said("T3-T4", "T3-T4") == "7♦ on 8♣ can follow."
    assert said("T5-F", "T5-F draw") == "A♠ to its foundation can follow."
    assert said("T3-T2 T3-T4", "T3-T4") == "7♦ on 8♣ can follow."
    # What is not possible any more, gains nothing, goes to an empty pile, or is the same card elsewhere, cannot.
    for others, legal in (("T3-T2", "T3-T4"), ("T2-T4", "T2-T4"), ("T6-T7", "T6-T7"), ("T1-T4", "T1-T4")):
        assert said(others, legal) == "", others
    assert contrast._still_possible(before, Move.parse("T1-T2"), moves("T3-T4"), []) == ""


def test_a_card_may_stay_as_long_as_others_can_go_on_it() -> None:
    low = {"s": 1, "h": 2, "d": 0, "c": 0}
    view = view_of("klondike-1", pile("3h"), pile("7h"), pile("8s"), foundations=low)

    def said(line: str, legal: str, named: str = "", at: View = view) -> str:
        at = replace(at, legal=tuple(legal.split()))
        return contrast.home_waits(at, list(map(Move.parse, line.split())), named)

    waits = "3♥ need not go to its foundation yet, as 2♠ and 2♣ may still go on it."
    assert (
        said("T2-T3", "T1-F") == said("T2-T3", "T2-T4 T1-F") == said("draw", "T1-F") == said("T2-T1", "T1-F") == waits
    )
    assert said("T1-T3", "T1-F") == waits, "of the card that moves too"
    one = replace(view, foundations=low | {"s": 2})
    assert said("T2-T3", "T1-F", at=one) == waits.replace("2♠ and 2♣", "2♣")
    for line, legal, named in (
        ("T1-F", "T1-F", ""),
        ("T2-T3", "T1-T3", ""),
        ("T2-T3 T1-F", "T1-F", ""),
        ("T2-T3", "T1-F", "3♥ to its foundation can wait."),
    ):
        assert said(line, legal, named) == "", (line, legal)
    assert said("T2-T3", "T1-F", at=replace(view, foundations=low | {"s": 2, "c": 2})) == ""


def test_a_card_of_the_waste_stays_where_it_would_change_the_next_pass() -> None:
    low = {"s": 1, "h": 2, "d": 0, "c": 0}
    view = view_of("klondike-3", pile("7h"), pile("8s"), waste=("9c", "3h"), foundations=low, legal=("W-F", "T1-T2"))
    stays = "3♥ stays on the waste for now: without it other cards would come up in the next pass."
    line = [Move.parse("T1-T2")]
    assert contrast.home_waits(view, line) == stays
    assert contrast.home_waits(replace(view, rules=PRESETS["klondike-1"].rules), line).startswith("3♥ need not go")
    last = replace(view, rules=replace(view.rules, passes=1))
    assert contrast.home_waits(last, line).startswith("3♥ need not go")


def test_that_nothing_else_fits_is_said_of_the_only_card_with_a_place() -> None:
    view = view_of("golf", pile("6h"), pile("8h"), pile("2c"), waste=("7s",), legal=("T1-W", "draw"))
    assert contrast.no_other(view, Move.parse("T1-W")) == "No other card goes on 7♠."
    pyramid = replace(view, rules=PRESETS["pyramid"].rules, legal=("T1+T2-X", "draw"))
    assert contrast.no_other(pyramid, Move.parse("T1+T2-X")) == "Only 6♥ and 8♥ can go off now."
    thieves = replace(view, rules=PRESETS["forty-thieves"].rules, legal=("W-T2", "draw"))
    assert contrast.no_other(thieves, Move.parse("W-T2")) == "Only 7♠ has a place now."
    assert contrast.no_other(replace(thieves, legal=("Fs-T2", "draw")), Move.parse("Fs-T2")) == ""
    assert contrast.no_other(view, Move.parse("draw")) == ""
    assert contrast.no_other(replace(view, legal=("T1-W", "T2-W")), Move.parse("T1-W")) == ""


def test_of_places_alike_the_face_down_cards_beneath_are_compared() -> None:
    def said(own: int, other: int, *more: str) -> str:
        view = view_of("spider-4", pile("7h"), pile("8s", down=own), pile(*more, "8c", down=other))
        return contrast._covers_fewer(view, Move.parse("T1-T2"), moves("T1-T3"))

    assert said(1, 3) == "On 8♣ it would lie on 3 cards that are face down, on 8♠ on 1."
    assert said(0, 1) == "On 8♣ it would lie on 1 card that is face down, on 8♠ on 0."
    assert said(2, 2) == "It could just as well go on 8♣."
    assert said(2, 2, "5d") == said(3, 1) == ""


def test_a_card_that_nothing_is_left_to_go_on_is_not_missed() -> None:
    def said(preset: str, text: str, **found: int) -> str:
        return contrast.not_needed(
            view_of(preset, pile("3h"), pile("8s"), foundations=NOTHING | found), Move.parse(text)
        )

    home = "Nothing is left to go on 3♥: 2♠ and 2♣ are home already."
    assert said("klondike-1", "T1-F", s=2, c=2) == home
    assert (
        said("bakers-dozen", "T1-F", s=2, h=2, d=2, c=2)
        == "Nothing is left to go on 3♥: 2♠, 2♥, 2♦ and 2♣ are home already."
    )
    assert said("seahaven", "T1-F", h=2) == "Nothing is left to go on 3♥: 2♥ is home already."
    assert said("klondike-1", "T1-F", s=2) == said("klondike-1", "T1-T2", s=2, c=2) == ""
    assert said("pyramid", "T1-F", s=2, c=2) == ""


def test_of_several_reasons_the_first_is_said_unless_the_other_move_was_named() -> None:
    view = late("freecell", ["Kd", "7h"], ["Qd", "8s"], ["Jd", "8c"], s=6, h=6, d=6, c=4)

    def said(text: str, named: str = "", at: View = view) -> str:
        return contrast.contrast(at, [Move.parse(text)], said=named)

    assert said("T1-T3") == "8♠ is nearer to its foundation than 8♣, so it stays open."
    assert said("T1-F") == ""
    assert said("draw") == said("T4-T3") == ""
    # Cards that leave on a grid or for the waste have reasons of their own.
    assert said("T1-T3", at=replace(view, rules=PRESETS["golf"].rules)) == ""


@pytest.mark.parametrize(
    ("preset", "text", "said"),
    [
        ("miss-milligan", "T1-T2", "10♠ to 8♠ then move as one run of 3 cards."),
        ("miss-milligan", "T1-T3", "9♦ and 8♠ then move as one."),
        # It lay in order already, or cards move one by one.
        ("miss-milligan", "T4-T3", ""),
        ("congress", "T1-T3", ""),
        ("yukon", "T1-T3", ""),
    ],
)
def test_cards_that_come_to_lie_in_order_move_as_one_where_runs_do(preset: str, text: str, said: str) -> None:
    piles = (pile("4c", "8s"), pile("Kd", "Ts", "9h"), pile("2c", "9d"), pile("9h", "8c"))
    assert contrast.one_run(view_of(preset, *piles), Move.parse(text)) == said


@pytest.mark.parametrize(
    ("preset", "found", "card", "is_last"),
    [
        ("klondike-1", {"s": 12}, "Ks", True),
        ("klondike-1", {"s": 11}, "Qs", False),
        ("klondike-1", {"s": 12}, "Kh", False),
    ],
)
def test_the_last_card_of_a_foundation_is_said_to_complete_it(
    preset: str, found: dict[str, int], card: str, is_last: bool
) -> None:
    view = view_of(preset, pile(card), pile("8s"), foundations=NOTHING | found)
    said = f"With {card_name(card)} its foundation is complete." if is_last else ""
    assert contrast.completes(view, Move.parse("T1-F")) == said
    assert contrast.completes(view, Move.parse("T1-T2")) == ""


def test_of_two_packs_the_second_card_completes_the_second_foundation() -> None:
    def said(one: int, other: int) -> str:
        second = NOTHING | {"s": other}
        view = view_of("congress", pile("Ks"), foundations=NOTHING | {"s": one}, second_foundations=second)
        return contrast.completes(view, Move.parse("T1-F"))

    assert said(13, 12) == said(12, 5) == "With K♠ its foundation is complete."
    assert said(13, 5) == said(11, 3) == ""


def test_of_moves_with_one_name_the_pile_is_said() -> None:
    def said(*legal: str) -> str:
        view = view_of("spider-2", pile("7h"), pile("9d", "7h"), pile("8s"), pile("8s"), legal=legal)
        return contrast.which(view, Move.parse("T1-T3"))

    assert said("T1-T3") == said("T1-T3", "deal") == ""
    assert said("T1-T3", "T2-T3") == "7♥ of pile 1 is meant."
    assert said("T1-T3", "T1-T4") == "8♠ of pile 3 is meant."


def test_the_partner_of_a_card_that_comes_free_is_named_with_what_lies_on_it() -> None:
    def said(*piles: tuple[str, ...], pairs: int = 0) -> str:
        data = deal_number(preset_rules("fourteen", {"sum": pairs}), 1).to_json()
        cards = [*piles, *[()] * (len(data["tableau"]) - len(piles))]
        tableau = [{"down": [], "up": list(each)} for each in cards]
        return contrast.partner_beneath(Position.from_json(data | {"tableau": tableau}).view(), Move.parse("T1+T2-X"))

    assert said(("6h", "2s"), ("2h",), ("6c", "9d")) == "6♥ can go off with 6♣ once 9♦ is gone."
    assert said(("8h", "2s"), ("Qh",), ("6c", "9d"), pairs=14) == "8♥ can go off with 6♣ once 9♦ is gone."
    # It is open, beneath two cards, or nothing comes free.
    assert said(("6h", "2s"), ("2h",), ("6c", "9d"), ("6d",)) == ""
    assert said(("6h", "2s"), ("2h",), ("6c", "9d", "9h")) == ""
    assert said(("2s",), ("2h",), ("6c", "9d")) == ""


@pytest.mark.parametrize(
    ("piles", "text", "said"),
    [
        ((("3h",), ("Jh",)), "T1+T2-X", "Take 3♥ and J♥ off. That clears the table."),
        ((("3h",), ("Jh",), ("4h",), ("Th",)), "T1+T2-X", "Take 3♥ and J♥ off: they would only be in the way later."),
    ],
)
def test_the_last_cards_are_said_to_clear_the_table(piles: tuple[tuple[str, ...], ...], text: str, said: str) -> None:
    data = deal_number(PRESETS["fourteen"].rules, 1).to_json()
    cards = [*piles, *[()] * (len(data["tableau"]) - len(piles))]
    view = Position.from_json(data | {"tableau": [{"down": [], "up": list(each)} for each in cards]}).view()
    move = Move.parse(text)
    assert reason_for(view, Hint(move, 1.0, (move,))) == said
