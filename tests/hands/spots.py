"""Positions of Spite and Malice in which every kind of legal move of a version occurs, found by playing at random."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import spite_and_malice as sm
from spite_and_malice.play import Game
from spite_and_malice.rules import preset_rules

from .kinds import spite_kind

_GAMES: Final = 8
_LONGEST: Final = 400


@cache
def spots_of(preset: str) -> dict[str, tuple[Game, str]]:
    """Return for each kind of move of a version a game in which the seat to move can make one, and that move."""
    random = Random(preset)
    found: dict[str, tuple[Game, str]] = {}
    for seed in range(1, _GAMES + 1):
        # Short games end, and their last moves are of special kinds.
        game = sm.new_game(preset, seed=seed, changes={"payoff": 6} if seed % 2 and can_be_short(preset) else {})
        for _ply in range(_LONGEST):
            if game.is_over:
                break
            view = game.view(game.turn).to_json()
            kinds = {spite_kind(view, move): move for move in random.sample(view["legal"], len(view["legal"]))}
            for kind, move in kinds.items():
                found.setdefault(kind, (game.clone(), move))
            plays = [kind for kind in kinds if "-C" in kind or "-L" in kind]
            # Mostly moves that continue the turn, so that stacks grow; now and then anything.
            kind = random.choice(plays if plays and random.random() < 0.8 else list(kinds))
            game.play(kinds[kind])
    return found


def can_be_short(preset: str) -> bool:
    """Whether the version may be played with few cards on the pay-off piles."""
    try:
        preset_rules(preset, None, {"payoff": 6})
    except ValueError:
        return False
    return True
