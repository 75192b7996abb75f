"""What each weight of the policy counts for, and how much: measured by the cost that turns its choice."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pytest

from spite_and_malice.engine import Position
from spite_and_malice.engine.core import Policy, codes, kind_of
from spite_and_malice.engine.moves import decode
from tests.engine.build import lay

CARD_BY_CARD, WHOLE_TURNS = 0, 700
"""The weight `codes.W_TURN`: how many tables of a turn are searched."""
OPEN: Final = {"OPEN": 100, "OPEN_ONE": 60, "OPEN_TWO": 31}
NEAR: Final = {"NEAR": 90, "NEAR_ONE": 40, "NEAR_TWO": 15}
REST: Final = {"STEP": 1, "SAME": 2, "UNDER": 3, "OVER": 5, "WIDE": 20, "ON_WILD": 9, "BURY_NEEDED": -7}
NO_PLAYS: Final = {"HAND": -1000, "SIDE": -1000, "WILD": -1000, "WILD_SIDE": -1000}
ONE: Final = {"centre": 1}
TWO: Final = {"centre": 2}


def up_to(*heights: int) -> list[str]:
    """Return centre stacks of these heights."""
    return [" ".join(rank + "s" for rank in "A23456789TJQ"[:height]) for height in heights]


def other(payoff: str, *side: str) -> dict[int, Any]:
    """Return an opponent with that pay-off card on top, and those side stacks."""
    return {1: {"payoff": [f"7d {payoff}"], "side": side}}


def chosen(position: Position, weights: dict[str, int]) -> str:
    """Return the move that the policy chooses by these weights, all others being 0."""
    listed = [0] * codes.WEIGHTS
    for name, weight in weights.items():
        listed[getattr(codes, f"W_{name}")] = weight
    core = Position.from_view(position.view(position.turn)).core
    policy = Policy(core, listed)
    move = policy.choose(core)
    if kind_of(move) in (codes.PASS, codes.TO_SIDE) and not weights["TURN"]:
        assert policy.end_of_turn(core) == move
    return str(decode(move, position.rules.payoff_piles))


class Case(NamedTuple):
    """A move, and a weight that is lowered (or raised, with ``+``) until the policy prefers another: by how much."""

    move: str
    against: str
    worth: int
    weights: dict[str, int]
    position: dict[str, Any]

    def turns_at(self, tables: int) -> int:
        """Return the least change that turns the choice."""
        position = lay(**{"payoff": ["7d 7h"], **self.position})
        name = self.against.removeprefix("+")

        def stays(change: int) -> bool:
            weight = self.weights.get(name, 0) + (change if self.against[0] == "+" else -change)
            return chosen(position, {**self.weights, name: weight, "TURN": tables}) == self.move

        low, high = -500, 500
        assert stays(low)
        assert not stays(high)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if stays(middle) else (low, middle)
        return high


def play(move: str, worth: int, weights: dict[str, int], hand: str, *heights: int, **position: Any) -> Case:
    """Return the case of a play onto centre stacks of these heights, against ending the turn."""
    against = "HAND" if move[0] == "H" else "SIDE"
    return Case(move, against, worth, weights, {"hand": hand, "centre": up_to(*heights), **position})


def discard(move: str, worth: int, weights: dict[str, int], hand: str, below: str, **position: Any) -> Case:
    """Return the case of a discard on a card, against one on an empty stack."""
    return Case(
        move,
        "+FREE_STACK",
        worth,
        weights | NO_PLAYS,
        {"hand": hand, "side": ["", below], "centre": ["As"], **position},
    )


def parting(move: str, worth: int, weights: dict[str, int], hand: str, tops: str, **position: Any) -> Case:
    """Return the case of a card of the hand that is discarded rather than another, on four equal cards.

    The weight of a discard on the next higher one is lowered if the discarded card is such a one, and raised otherwise.
    """
    against = "STEP" if "23456789TJQ".index(tops[0]) == "23456789TJQ".index(move[1]) + 1 else "+STEP"
    return Case(
        move, against, worth, weights | NO_PLAYS, {"hand": hand, "side": [tops] * 4, "centre": ["As"], **position}
    )


LAST_OF_THREE = {seat: {"payoff": ["7d 4h" if seat == 3 else "7d Jh"]} for seat in (1, 2, 3)}
EITHER_WAY = {
    # How far the next opponent's pay-off card is.
    "a stack that takes it": play("H4d-C1", 100, OPEN, "4d 9d", 3, others=other("4h")),
    "one card short": play("H3d-C1", 60 - 100, OPEN, "3d 9d", 2, others=other("4h")),
    "two short": play("H2d-C1", 31 - 60, OPEN, "2d 9d", 1, others=other("4h")),
    "three short": play("HAd-C1", -31, OPEN, "Ad 9d", 0, others=other("4h")),
    "with a card of a side stack": play("H2d-C1", 60 - 100, OPEN, "2d 9d", 1, others=other("4h", "3c")),
    "with one under another": play("H4d-C1", -31, OPEN, "4d 9d", 3, others=other("7h", "6c 3c")),
    "with a wild": play("H4d-C1", 60 - 100, OPEN, "4d 9d", 3, others=other("6h", "Kd")),
    "with two wilds": play("H3d-C1", 31 - 60, OPEN, "3d 9d", 2, others=other("7h", "Kd", "Kh")),
    "too far for two wilds": play("H2d-C1", -31, OPEN, "2d 9d", 1, others=other("7h", "Kd", "Kh")),
    "after a completed stack": play("HQd-C1", 60 - 100, OPEN, "Qd 9d", 11, others=other("Ah"), rules=ONE),
    "after two more": play("HJd-C1", 31 - 60, OPEN, "Jd 9d", 10, others=other("Ah"), rules=ONE),
    "completed from the side": play("HJd-C1", 60 - 100, OPEN, "Jd 9d", 10, others=other("Ah", "Qs"), rules=ONE),
    "one short elsewhere": play("H4d-C1", 100 - 60, OPEN, "4d 9d", 3, 2, others=other("4h"), rules=TWO),
    "open elsewhere": play("H4d-C1", 0, OPEN, "4d 9d", 3, 3, others=other("4h"), rules=TWO),
    "with a card that follows": play(
        "H3d-C1", -1, {"OPEN": 100, "SIDE": -1}, "3d 9d", 2, side=["4d"], others=other("4h"), rules=ONE
    ),
    "of the second pile": play(
        "H4d-C1",
        100,
        OPEN,
        "4d 9d",
        3,
        payoff=["7d", "7d"],
        others={1: {"payoff": ["7d Jh", "7d 4h"]}},
        preset="misery",
    ),
    "of who comes second": play(
        "H4d-C1",
        100 * 2 // 3,
        OPEN,
        "4d 9d",
        3,
        others={1: {"payoff": ["7d Jh"]}, 2: {"payoff": ["7d 4h"]}},
        preset="round",
    ),
    "of who comes last": play("H4d-C1", 100 * 2 // 4, OPEN, "4d 9d", 3, others=LAST_OF_THREE, preset="partners"),
    "where a place stays empty": play("HAd-C1", 0, OPEN, "Ad 9d", others=other("Ah"), preset="unlimited"),
    "two short of an empty place": play("H2d-C1", 40, OPEN, "2d 9d", 1, others=other("2h"), preset="unlimited"),
    # What a play does for the seat.
    "clears a side stack": play("S1-C1", 7, {"CLEARED": 7}, "9d 9h", 1, side=["2d"]),
    "bares a card": play("S1-C1", 0, {"CLEARED": 7}, "9d 9h", 1, side=["9s 2d"]),
    "empties the hand": play("H2d-C1", 7, {"EMPTYING": 7}, "2d", 1, rules=ONE),
    "empties no hand": play("H2d-C1", 0, {"EMPTYING": 7}, "2d 4d", 1, rules=ONE),
    "ends the turn": play("H2d-C1", 0, {"EMPTYING": 7, "LAST": 5}, "2d", 1, rules={**ONE, "empty_hand": "end"}),
    "leads to the last card": play("S1-C1", 7, {"EMPTYING": 7}, "3d", 1, side=["2d"], rules=ONE),
    "goes on a stack after two equal ones": play("H4d-C3", 7, {"EMPTYING": 7}, "4d", 1, 1, 3),
    "comes from the second side stack": play("S2-C1", 7, {"CLEARED": 7}, "9d 9h", 1, side=["9s", "2d"]),
    "comes from beside a wild": play(
        "S2-C1", 7, {"CLEARED": 7, "WILD_SIDE": -500}, "9d 9h", 1, side=["Kd", "2d"], rules=ONE
    ),
    # Where a card rests.
    "on the next higher": discard("H9d-S2", 1, REST, "9d", "Ts"),
    "on an equal one": discard("H9d-S2", 2, REST, "9d", "9s"),
    "under a higher one": discard("H9d-S2", 3 + 2 * 20, REST, "9d", "Js"),
    "over the next lower": discard("H9d-S2", 5 + 20, REST, "9d", "8s"),
    "over a lower one": discard("HJd-S2", 5 + 3 * 20, REST, "Jd", "8s"),
    "on a wild": discard("H9d-S2", 9, REST, "9d", "Ks"),
    "wild on wild": discard("HKd-S2", 9, REST, "Kd", "Ks"),
    "wild on a card": discard("HKd-S2", 0, REST, "Kd", "9s"),
    "on what is needed": discard("H4d-S2", 5 + 20 - 7, REST, "4d", "3s", payoff=["7d 4h"]),
    "on what is not needed": discard("H6d-S2", 5 + 2 * 20, REST, "6d", "4s", payoff=["7d 4h"]),
    "on an equal one that is needed": discard("H3d-S2", 2 - 7, REST, "3d", "3s", payoff=["7d 5h"]),
    # Which card is parted with.
    "a high one": parting("H9d-S1", 4 * 3, {"HIGH": 3}, "5d 9d", "6s"),
    "no wild": parting("H5d-S1", 20, {"DROP_WILD": -20}, "Kd 5d", "6s"),
    "none that is needed": parting("H9d-S1", 20, {"DROP_NEEDED": -20}, "2d 9d", "Ts", payoff=["7d 4h"]),
    "one of two": parting("H9d-S1", 20, {"TWIN": 20}, "5d 9d 9d", "6s"),
    "a pair": parting("H9h+9d-S1", 20, {"PAIR": 20}, "5d 9d 9h", "6s", preset="natural-low"),
}
BY_CARD = {
    "empties a hand": play("H2d-C1", 7, {"EMPTYING": 7}, "3d 2d", 1, rules=ONE),
    "with side stacks": play("S2-C1", 7, {"EMPTYING": 7}, "4d 5d", 1, side=["9d", "3d 2d"], rules=ONE),
    "through a new stack": play("HQd-C1", 7, {"EMPTYING": 7}, "Qd Ad", 11, rules=ONE),
    "of two equal cards": play("H2d-C1", 7, {"EMPTYING": 7}, "2d 2d", 1, 1, rules=TWO),
    "two equal cards, one place": play("H2d-C1", 0, {"EMPTYING": 7}, "2d 2d", 1, rules=ONE),
    "with a wild": play("H2d-C1", 7, {"EMPTYING": 7, "WILD": -500}, "2d Kh", 1, rules=ONE),
    "with two wilds": play("H2d-C1", 0, {"EMPTYING": 7, "WILD": -500}, "2d Kh Kd", 1, rules=ONE),
    "the last card": play("H2d-C1", 7, {"LAST": 7}, "2d", 1, rules=ONE),
    "not the last card": play("H2d-C1", 0, {"LAST": 7}, "2d 9d", 1, rules=ONE),
    "on a stack one short": play("H2d-C1", -40, NEAR, "2d 9d", 1, payoff=["7d 4h"], rules=ONE),
    "on a stack two short": play("H2d-C1", -15, NEAR, "2d 9d", 1, payoff=["7d 5h"], rules=ONE),
    "with another one short": play("H2d-C1", 0, NEAR, "2d 9d", 1, 1, payoff=["7d 4h"], rules=TWO),
    "a load": Case("H8d-L1", "LOAD", 0, {}, {"hand": "8d 9d", "preset": "loading"}),
    "completes the last stack": play("HQd-C1", -50, {}, "Qd 9d", 11, rules={"side_order": "descending"}),
    "completes one of two": play("HQd-C1", 0, {}, "Qd 9d", 11, 3, rules={"side_order": "descending"}),
    "has an ace for the next": play("HQd-C1", 0, {}, "Qd Ad", 11, rules={"side_order": "descending"}),
    "only continues the last": play("HJd-C1", 0, {}, "Jd 9d", 10, rules={"side_order": "descending"}),
    "clears a descending stack": play(
        "S1-C1", 5 + 7, {"CLEARED": 5, "FITTING": 7}, "9d", 1, side=["2d"], rules={"side_order": "descending"}
    ),
    "leaves a stack free": discard("H8d-S2", 2 * 10, {"FITTING": 10}, "8d", "8s", rules={"side_order": "descending"}),
    "two that are needed": parting(
        "H3h-S1", 30 - 20, {"TWIN": 30, "DROP_NEEDED": -20}, "5d 3h 3h", "6s", payoff=["7d 4h"]
    ),
}
BY_TURN = {
    "feeds another's side stacks": play(
        "H2d-C1", -7, {"FEED": 7}, "2d 9h", 1, rules=ONE, others=other("7d", "3d", "3h")
    ),
    "starves them": play("H3d-C1", 7, {"FEED": 7}, "3d 9h", 2, rules=ONE, others=other("7d", "3d", "3h")),
    "of two needed ones": parting("H3h-S1", 30, {"TWIN": 30, "DROP_NEEDED": -20}, "Ad 3h 3h", "2s", payoff=["7d 5h"]),
}


@pytest.mark.parametrize("case", EITHER_WAY.values(), ids=EITHER_WAY)
@pytest.mark.parametrize("tables", [CARD_BY_CARD, WHOLE_TURNS], ids=["card by card", "whole turns"])
def test_a_weight_counts_for_what_it_is_for(case: Case, tables: int) -> None:
    assert case.turns_at(tables) == case.worth


@pytest.mark.parametrize("case", BY_CARD.values(), ids=BY_CARD)
def test_card_by_card_more_is_weighed_before_each_card(case: Case) -> None:
    assert case.turns_at(CARD_BY_CARD) == case.worth


@pytest.mark.parametrize("case", BY_TURN.values(), ids=BY_TURN)
def test_over_whole_turns_more_is_weighed_at_their_ends(case: Case) -> None:
    assert case.turns_at(WHOLE_TURNS) == case.worth


PLANS = {
    "the nearest place": ("2d 3d 9d", ["4h"], up_to(1, 2), [], {}, "H3d-C2"),
    "a wild where it is missing": ("Kd 3d 9d", ["4h"], up_to(1), [], {}, "HKd-C1"),
    "no wild where a card does": ("Kd 2d 9d", ["4h"], up_to(1), [], {}, "H2d-C1"),
    "a stack that is completed first": ("Qd 9d", ["Ah"], up_to(11), [], {"rules": ONE}, "HQd-C1"),
    "a stack that a run completes": ("9d 9d", ["Ah"], up_to(10), ["9d Qd Jd"], {"rules": ONE}, "S1-C1"),
}


@pytest.mark.parametrize(("hand", "payoff", "centre", "side", "fields", "move"), PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("tables", [CARD_BY_CARD, WHOLE_TURNS], ids=["card by card", "whole turns"])
def test_a_chain_to_the_payoff_card_is_begun_at_any_cost(
    hand: str, payoff: list[str], centre: list[str], side: list[str], fields: dict[str, Any], move: str, tables: int
) -> None:
    position = lay(hand, payoff=[f"7d {payoff[0]}"], centre=centre, side=side, **fields)
    assert chosen(position, {"HAND": -99, "SIDE": -99, "WILD": -99, "TURN": tables}) == move


ROOM = {
    # What else could be laid in order, the highest first.
    "a card that fits stays": ("8d", ["9s"], {"FITTING": 10}, 10),
    "two fit, one on the other": ("7d 8d", ["9s", "5h", "5h", "5h"], {"FITTING": 10}, 10),
    "two equal ones fit": ("8d 8d", ["8s", "5h", "5h", "5h"], {"FITTING": 10}, 10),
    "a joker fits": ("*", ["8s", "5h", "5h", "5h"], {"FITTING": 10}, 10),
    "a free stack is left": ("8d 3d", ["9s", "5h", "5h"], {"FITTING": 10}, 10),
    # The ranks that fit nowhere, squared and tenfold less.
    "a rank more fits": ("5d", ["Js", "6h", "6h", "3h"], {"ROOM": 10}, 6 * 6 - 7 * 7),
    "a rank less fits": ("5d", ["Js", "6h", "4h", "3h"], {"ROOM": 10}, 7 * 7 - 6 * 6),
}


@pytest.mark.parametrize(("hand", "side", "weights", "worth"), ROOM.values(), ids=ROOM)
def test_on_descending_side_stacks_a_pass_keeps_room(
    hand: str, side: list[str], weights: dict[str, int], worth: int
) -> None:
    position = {"hand": hand, "side": side, "preset": "book", "centre": ["As"], "moved": True}
    assert Case("pass", "PASS", worth, {**weights, **NO_PLAYS}, position).turns_at(CARD_BY_CARD) == worth


def test_a_chain_takes_cards_of_side_stacks_before_those_of_the_hand() -> None:
    position = lay("2d 9d", payoff=["7d 3h"], centre=up_to(1), side=["9d 2d"])
    assert chosen(position, {"TURN": CARD_BY_CARD}) == "S1-C1"
