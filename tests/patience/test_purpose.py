"""What a move is for, on tables laid out by hand: what later moves gain, in words, and what a move makes possible."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from spite_and_malice.patience import Move, View, purpose
from spite_and_malice.patience.purpose import Step, name_of
from tests.patience.views import pile, view_of

NOTHING: Final = {"s": 0, "h": 0, "d": 0, "c": 0}


def step(view: View, text: str, after: View | None = None) -> Step:
    """Return a move between two views; without another one it changes nothing."""
    move = Move.parse(text)
    return Step(move, name_of(view, move), view, view if after is None else after)


@pytest.mark.parametrize(
    ("text", "name", "can_go"),
    [
        ("T1-T2", "7♥ on 8♠", "7♥ can go on 8♠"),
        ("T1:2-T2", "8♣ on 8♠", "8♣ can go on 8♠"),
        ("T1-T4", "7♥ to an empty pile", "7♥ can go to an empty pile"),
        ("T1-C", "7♥ to a cell", "7♥ can go to a cell"),
        ("T3-F", "A♠ to its foundation", "A♠ can go to its foundation"),
        ("C1-T1", "6♠ on 7♥", "6♠ can go on 7♥"),
        ("T1+T3-X", "7♥ and A♠ off", "7♥ and A♠ can go off"),
        ("T3-X", "A♠ off", "A♠ can go off"),
    ],
)
def test_a_move_of_cards_has_a_name_and_a_clause(text: str, name: str, can_go: str) -> None:
    piles = (pile("9s", "8c", "7h"), pile("8s"), pile("As"), pile())
    view = view_of("freecell", *piles, cells=("6s", None, None, None))
    assert name_of(view, Move.parse(text)) == name
    assert purpose.can_go(step(view, text)) == can_go


def test_a_move_without_cards_has_no_name() -> None:
    view = view_of("klondike-1", pile("8c", "7h"), pile("8s"))
    assert [name_of(view, Move.parse(text)) for text in ("draw", "redeal", "T3-T1", "T1:3-T2")] == [""] * 4
    assert name_of(view, Move.parse("T1:2-T2")) == "8♣ on 8♠"


def test_of_two_cards_of_the_waste_the_one_beneath_is_the_partner() -> None:
    view = view_of("pyramid", waste=("2c", "4d", "9h"))
    assert name_of(view, Move.parse("W+W-X")) == "9♥ and 4♦ off"


def test_of_many_cards_the_first_ones_and_the_last_are_named() -> None:
    cards = ["As", "2s", "3s", "4s", "5s", "6s", "7s"]
    assert purpose.named(cards[:1]) == "A♠"
    assert purpose.named(cards[:6]) == "A♠, 2♠, 3♠, 4♠, 5♠ and 6♠"
    assert purpose.named(cards) == "A♠, 2♠, 3♠ … 7♠"


START: Final = view_of(
    "freecell",
    pile("As", "9c", "7h"),
    pile("Kd", "8s"),
    pile("6d"),
    pile("7s"),
    pile(),
    foundations=NOTHING,
    cells=("7d", None, None, None),
)


@pytest.mark.parametrize(
    ("view", "text", "gained"),
    [
        (START, "T1-T2", (False, "put 7♥ on 8♠")),
        (START, "T3-T4", (True, "empty the pile with 6♦")),
        (START, "C1-T2", (False, "empty the cell of 7♦")),
        (START, "T1-C", None),
        (START, "T1-T5", None),
        (replace(START, tableau=(pile("As"), *START.tableau[1:])), "T1-F",
         (True, "free A♠ beneath 9♣ for its foundation")),
        (replace(START, tableau=(*START.tableau[:4], pile("Ah"))), "T5-F", (True, "bring A♥ to its foundation")),
        # A pile with another card now has been emptied and filled since: that is no goal.
        (replace(START, tableau=(*START.tableau[:4], pile("6h"), *START.tableau[5:])), "T5-T4", None),
        (replace(START, cells=("7c", "7d", None, None)), "C1-T2", None),
        (view_of("klondike-1", pile("7h", down=2), pile("8s")), "T1-T2", (True, "turn up the card beneath 7♥")),
        (view_of("klondike-1", pile("8s"), waste=("4c", "7h")), "W-T1", (False, "play 7♥ of the waste")),
        (view_of("canfield", pile("3h"), reserve=(pile("2s", down=3),)), "R1-T1", (False, "play 2♠ of the reserve")),
        (view_of("spider-4", pile("9h", "7s"), pile("8s")), "T1-T2", (False, "join 7♠ to 8♠ of its suit")),
    ],
)  # fmt: skip
def test_what_a_move_gains_is_said_as_a_goal(view: View, text: str, gained: tuple[bool, str] | None) -> None:
    start = START if view.rules == START.rules else view
    assert purpose._gained(start, view, Move.parse(text)) == gained


def test_a_pair_is_a_goal_where_one_of_it_is_covered_now() -> None:
    rows = [*[pile()] * 16, pile("5s"), pile("4h"), pile(), pile(), pile()]
    start = view_of("pyramid", *rows, pile("7h"), pile("9d"), pile("8c"), pile("8s"), waste=("2c", "5c"))
    later = replace(start, tableau=(*start.tableau[:22], pile(), pile(), *start.tableau[24:]))

    def gained(text: str) -> tuple[bool, str] | None:
        return purpose._gained(start, later, Move.parse(text))

    assert gained("T17+T25-X") == gained("T25+T17-X") == (True, "take off 5♠ beneath 9♦ with 8♠")
    assert gained("T17-X") == (True, "take off 5♠ beneath 9♦")
    assert gained("T18+W-X") == (True, "take off 4♥ beneath 8♣ with 5♣")
    assert gained("T22+T25-X") is gained("T25+W-X") is gained("W+W-X") is None


@pytest.mark.parametrize(
    ("gone", "legal", "said", "new"),
    [
        ("T1-T2", "T5-F", "", "A♠ can then go to its foundation."),
        ("T1-T2", "T5-F", "As", ""),
        ("T1-T2", "T3-T4", "", "6♦ can then go on 7♠, which leaves its pile empty."),
        ("T1-T2", "T1-T3", "", "9♣ can then go on 10♦."),
        ("T1-T2", "T3-T4 T5-F", "", "A♠ can then go to its foundation."),
        # What could be made before, the way back, and what gains nothing are not new.
        ("T1-T2", "T2-T4", "", ""),
        ("T1-T2", "T2-T1", "", ""),
        ("T1-T2", "T3-C", "", ""),
        ("T1-T2", "draw", "", ""),
    ],
)  # fmt: skip
def test_what_a_move_makes_possible_is_said(gone: str, legal: str, said: str, new: str) -> None:
    piles: Any = (pile("2s", "9c", "7h"), pile("8s"), pile("6d"), pile("7s"), pile("As"))
    before = view_of("freecell", *piles, foundations=NOTHING, legal=("T2-T4", gone))
    tens = (pile("Td"),) if legal == "T1-T3" else (pile("6d"),)
    after = replace(
        before,
        tableau=(pile("2s", "9c"), pile("8s", "7h"), *tens, *before.tableau[3:]),
        legal=(*legal.split(), "T2-T4"),
    )
    assert purpose.what_is_new([step(before, gone, after)], said) == new


def test_of_what_a_move_makes_possible_the_line_is_named_first() -> None:
    piles = (pile("2s", "9c", "7h"), pile("8s"), pile("Td"), pile("As"))
    before = view_of("freecell", *piles, foundations=NOTHING, legal=("T1-T2",))
    after = replace(before, tableau=(pile("2s", "9c"), pile("8s", "7h"), *piles[2:]), legal=("T4-F", "T1-T3"))
    first = step(before, "T1-T2", after)
    assert purpose.what_is_new([first]) == "A♠ can then go to its foundation."
    assert purpose.what_is_new([first, step(after, "T1-T3")]) == "9♣ can then go on 10♦."


def test_what_turns_a_card_up_and_what_draws_makes_nothing_new_that_is_known() -> None:
    before = view_of("klondike-1", pile("7h", down=2), pile("8s"), pile("As"), legal=("T1-T2",), foundations=NOTHING)
    after = replace(before, legal=("T3-F",))
    assert purpose.what_is_new([step(before, "T1-T2", after)]) == "A♠ can then go to its foundation."
    turned = replace(after, tableau=(pile("Ks", down=1), *after.tableau[1:]))
    drawn = replace(after, stock=after.stock - 1)
    assert (
        purpose.what_is_new([step(before, "T1-T2", turned)]) == purpose.what_is_new([step(before, "draw", drawn)]) == ""
    )


@pytest.mark.parametrize(
    ("preset", "legal", "new"),
    [
        ("klondike-1", "T1-T2", "7♥ can then go on 8♠, which turns up the card beneath."),
        ("klondike-1", "T3-T4", "K♠ can then go to an empty pile, which turns up the card beneath."),
        ("klondike-1", "T5-T2", "7♦ can then go on 8♠, which leaves its pile empty."),
        ("canfield", "T5-T2", "7♦ can then go on 8♠."),
        ("spider-4", "T6-T2", "7♠ can then join 8♠ of its suit."),
        # Where runs leave, a card on another suit is not worth a word, unless it turns one up.
        ("spider-4", "T7-T2", ""),
        ("spider-4", "T1-T2", "7♥ can then go on 8♠, which turns up the card beneath."),
    ],
)
def test_what_is_possible_then_says_what_it_gains(preset: str, legal: str, new: str) -> None:
    piles = [pile("7h", down=2), pile("8s"), pile("Ks", down=1), pile(), pile("7d")]
    if preset != "canfield":
        piles += [pile("Kh", "7s"), pile("Kh", "7c")]
    else:
        piles[3:] = [pile()]
        piles[0], legal = pile("7d"), "T1-T2"
    before = view_of(preset, *piles, legal=(), foundations=NOTHING)
    assert purpose.what_is_new([step(before, "T3-T4", replace(before, legal=(legal,)))]) == new


def test_two_cards_that_come_free_can_go_off_then() -> None:
    rows = [*[pile()] * 21, pile("7h"), pile("6d"), pile("Kc")]
    before = view_of("pyramid", *rows, legal=())
    for legal, new in (("T22+T23-X", "7♥ can then go off with 6♦."), ("T24-X", "K♣ can then go off too.")):
        assert purpose.what_is_new([step(before, "T25+T26-X", replace(before, legal=(legal,)))]) == new


@pytest.mark.parametrize(
    ("preset", "piles", "text", "changes", "said"),
    [
        ("klondike-1", (pile("9c", "7h"), pile("8s")), "T1-T2", {}, "When 8♥ or 8♦ comes, it can go on 9♣."),
        ("klondike-1", (pile("9c", "7h"), pile("8s", "8h")), "T1-T2", {}, "When 8♦ comes, it can go on 9♣."),
        ("klondike-1", (pile("9c", "7h"), pile("8s")), "T1-T2", {"foundations": NOTHING | {"h": 8}},
         "When 8♦ comes, it can go on 9♣."),
        ("klondike-1", (pile("9c", "7h"), pile("8d", "8h")), "T1-T2", {}, ""),
        ("klondike-1", (pile("7h", down=1), pile("8s")), "T1-T2", {}, ""),
        ("klondike-1", (pile("8s"),), "W-T1", {"waste": ("2c", "7h")}, "When 6♠ or 6♣ comes, it can go on 7♥."),
        ("klondike-1", (pile("8s"),), "W-F", {"waste": ("2c", "7h")}, ""),
        ("forty-thieves", (pile("9c", "7h"), pile("8h")), "T1-T2", {}, "When 8♣ comes, it can go on 9♣."),
        ("forty-thieves", (pile("9c", "7h"), pile("8c", "8c")), "T1-T2", {}, ""),
        ("congress", (pile("9c", "7h"), pile("8s")), "T1-T2", {}, "When 8 of any suit comes, it can go on 9♣."),
        ("congress", (pile("9c", "7h"), pile("8d", "8d", "8s")), "T1-T3", {},
         "When 8♠, 8♥ or 8♣ comes, it can go on 9♣."),
        # What is dealt on every pile covers the card.
        ("spider-4", (pile("9c", "7h"), pile("8s")), "T1-T2", {}, ""),
        ("spider-4", (pile("9c", "7h"), pile("8s")), "T1-T2", {"stock": 0}, "When 8♣ comes, it can go on 9♣."),
        ("golf", (pile("9c", "7h"), pile("8s")), "T1-W", {}, ""),
    ],
)  # fmt: skip
def test_the_cards_that_may_still_come_on_an_open_one_are_named(
    preset: str, piles: tuple[Any, ...], text: str, changes: dict[str, Any], said: str
) -> None:
    view = view_of(preset, *piles, **({"foundations": NOTHING} | changes))
    assert purpose.takes_when_open(step(view, text)) == said


def test_every_card_that_is_seen_is_counted_once() -> None:
    low = {"s": 2, "h": 0, "d": 1, "c": 0}
    view = view_of("freecell", pile("9c", "7h"), cells=("Kd", None, None, None), foundations=low)
    assert dict(purpose._seen(view)) == dict.fromkeys(("9c", "7h", "Kd", "As", "2s", "Ad"), 1)
    spider = view_of("spider-4", pile("9c"), foundations=NOTHING | {"h": 1})
    seen = purpose._seen(spider)
    assert (seen.total(), seen["Kh"], seen["Ah"], seen["9c"]) == (14, 1, 1, 1)
    assert [purpose._copies(spider, card) for card in ("9c", "Kh")] == [2, 2]
    one = view_of("spider-1")
    assert [purpose._copies(one, card) for card in ("9s", "Kh")] == [8, 0]


@pytest.mark.parametrize(
    ("place", "card", "above"),
    [("T1", "2s", "9♣"), ("T1", "9c", "7♥"), ("T1", "7h", ""), ("T1", "Ks", ""), ("W", "2s", "")],
)
def test_a_card_is_beneath_the_next_one_of_its_pile(place: str, card: str, above: str) -> None:
    assert purpose._above(view_of("freecell", pile("2s", "9c", "7h")), place, card) == above
