"""The engine against the plain implementation of RULES.md in `reference`, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from spite_and_malice.engine import UNSHUFFLED, Position, deal
from spite_and_malice.play import SeededChance
from tests.engine import reference
from tests.engine.scramble import scrambled
from tests.examples import some
from tests.strategies import house_rules


def compare(start: dict[str, Any], rng: Random, moves: int) -> Iterator[str]:
    """Play random moves from `start` with both; yields each move on which both agree."""
    position = Position.from_json(start)
    expected = start
    eager = rng.random() < 0.6
    for _ in range(moves):
        legal = reference.legal(expected)
        assert sorted(map(str, position.legal_moves)) == legal
        if not legal:
            return
        to_centre = [move for move in legal if "-C" in move]
        move = rng.choice(to_centre if to_centre and eager and rng.random() < 0.8 else legal)
        expected = reference.play(expected, move)
        position.play(move, UNSHUFFLED)
        assert sorted_hands(position.to_json()) == sorted_hands(expected), move
        yield move


def sorted_hands(position: dict[str, Any]) -> dict[str, Any]:
    """Return the position with its hands sorted: they compare as multisets (RULES.md section 10)."""
    players = [{**player, "hand": sorted(player["hand"])} for player in position["players"]]
    return {**position, "players": players}


def dealt(seed: int) -> tuple[dict[str, Any], Random]:
    """Deal a game of random rules; the position and the generator of its moves."""
    rng = Random(seed)
    rules = house_rules(rng)
    return deal(rules, rng.randrange(rules.players), SeededChance(seed)).to_json(), rng


@pytest.mark.parametrize("block", range(4))
def test_dealt_games_of_random_rules_agree(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        start, rng = dealt(seed)
        assert any(compare(start, rng, 30)), f"seed {seed}"


@pytest.mark.parametrize("block", some(range(4), "src/spite_and_malice/engine/", of=4))
def test_scrambled_positions_of_random_rules_agree(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        rng = Random(seed)
        for _ in compare(scrambled(rng, house_rules(rng)), rng, 4):
            pass
