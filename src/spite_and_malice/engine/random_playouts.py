"""Many games played on at random from a position, inside the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spite_and_malice.arguments import Seed, of_type, seed_word, whole
from spite_and_malice.engine.core import random_playouts
from spite_and_malice.engine.position import Position
from spite_and_malice.engine.position_json import BY_CARDS

MOST_MOVES: Final = 20_000
"""A game that is longer counts as undecided."""
_MOST: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class PlayoutReport:
    """What came of playouts.

    `ended` counts them by reason, ``"undecided"`` included; `points` has each seat's points in all.
    """

    games: int
    moves: int
    turns: int
    ended: dict[str, int]
    points: tuple[int, ...]


def playouts(
    position: Position, games: int = 1000, seed: Seed = 0, *, eager: bool = True, most_moves: int = MOST_MOVES
) -> PlayoutReport:
    """Play `games` games on from a position, which stays as it is; the same seed plays the same games.

    Eager play is a random play to a centre stack if there is one, else a random discard; without it every legal move is
    equally likely, and hardly a game is decided. Shuffles come from the seed too. Nothing but the core runs: some
    million moves a second; other threads run meanwhile. Raises `InvalidArgument` for what is none of these.
    """
    core = of_type(position, Position, "position", "game.position is that of a game").core
    games, most_moves = whole(games, "games", 0, _MOST), whole(most_moves, "most_moves", 0, _MOST)
    found = random_playouts(core, games, seed_word(seed), bool(eager), most_moves)
    ended = dict(zip(("undecided", *(reason.value for reason in BY_CARDS)), found["ended"], strict=True))
    points = tuple(found["points"])
    return PlayoutReport(games, found["moves"], found["turns"], {k: v for k, v in ended.items() if v}, points)
