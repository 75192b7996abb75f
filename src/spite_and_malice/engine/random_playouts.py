"""Many games played on at random from a position, inside the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spite_and_malice.arguments import Seed, of_type, seed_word, whole
from spite_and_malice.engine.core import random_playouts
from spite_and_malice.engine.position import Position
from spite_and_malice.engine.position_json import BY_CARDS

MOST_MOVES: Final = 20_000
"""Longer games count as undecided."""
_MOST: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class PlayoutReport:
    """The results of playouts.

    `ended` counts them by reason, ``"undecided"`` included; `points` has the total points of each seat.
    """

    games: int
    moves: int
    turns: int
    ended: dict[str, int]
    points: tuple[int, ...]


def playouts(
    position: Position, games: int = 1000, seed: Seed = 0, *, eager: bool = True, most_moves: int = MOST_MOVES
) -> PlayoutReport:
    """Play `games` random games from a position, which is not changed. The same seed gives the same games.

    Eager play makes a random play to a centre stack if one is possible, else a random discard. Without it every legal
    move is equally likely, and few games are decided. The seed determines the shuffles too. Only the core runs, at
    about a million moves a second, and other threads can run meanwhile. Raises `InvalidArgument` for invalid arguments.
    """
    core = of_type(position, Position, "position", "game.position is that of a game").core
    games, most_moves = whole(games, "games", 0, _MOST), whole(most_moves, "most_moves", 0, _MOST)
    found = random_playouts(core, games, seed_word(seed), bool(eager), most_moves)
    ended = dict(zip(("undecided", *(reason.value for reason in BY_CARDS)), found["ended"], strict=True))
    points = tuple(found["points"])
    return PlayoutReport(games, found["moves"], found["turns"], {k: v for k, v in ended.items() if v}, points)
