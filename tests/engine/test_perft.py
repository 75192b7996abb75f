"""Counting move sequences (RULES.md section 10)."""

from __future__ import annotations

from random import Random

import pytest

from spite_and_malice.engine import UNSHUFFLED, Position
from spite_and_malice.engine.conformance import divide, perft
from tests.engine import reference
from tests.engine.build import lay
from tests.engine.scramble import scrambled
from tests.strategies import house_rules


def counted(position: dict[str, object], depth: int) -> int:
    """Count with the reference."""
    if depth == 0:
        return 1
    return sum(counted(reference.play(position, move), depth - 1) for move in reference.legal(position))


def test_10_perft_by_hand() -> None:
    position = lay("9h", rules={"side": 2}, payoff=["2c As"], others={1: {"hand": "9s 9s 9s 9s 9s"}})
    # The ace on one of 3 places or the nine on one of 2 side stacks.
    assert [perft(position, depth) for depth in (0, 1)] == [1, 5]
    # After the ace: the 2 on it, or the nine to one of 2. After the nine: the other's nine to one of 2.
    assert perft(position, 2) == 3 * (1 + 2) + 2 * 2
    assert divide(position, 2) == {"H9h-S1": 2, "H9h-S2": 2, "P-C1": 3, "P-C2": 3, "P-C3": 3}


def test_10_a_game_that_ends_earlier_adds_nothing() -> None:
    position = lay("9h", rules={"side": 1}, payoff=["As"])
    assert perft(position, 1) == 4
    assert perft(position, 2) == perft_after_discard(position)


def perft_after_discard(position: Position) -> int:
    played = position.clone()
    played.play("H9h-S1", UNSHUFFLED)
    return perft(played, 1)


@pytest.mark.parametrize("seed", range(40))
def test_10_perft_agrees_with_the_reference(seed: int) -> None:
    rng = Random(seed)
    start = scrambled(rng, house_rules(rng))
    position = Position.from_json(start)
    depth = 2 if len(reference.legal(start)) < 40 else 1
    assert perft(position, depth) == counted(start, depth)
    assert sum(divide(position, depth).values()) == perft(position, depth)
    assert position.to_json() == Position.from_json(start).to_json(), "counting changes nothing"


def test_10_perft_is_without_chance_whatever_the_position_was_played_with() -> None:
    position = lay("Qh 2h", centre=["As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"], stock="3c")
    position.core.use_seed(1)
    plain = Position.from_json(position.to_json())
    assert perft(position, 3) == perft(plain, 3)


@pytest.mark.parametrize("depth", [-1, 100])
def test_10_depths_beyond_reason_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="the depth must be from 0 to 99"):
        perft(lay("9h"), depth)


def test_10_dividing_needs_a_move() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        divide(lay("9h"), 0)
