"""The process that knows all cards of a patience game and determines whether it can be won.

It is separate from the one that advises people (`thinker`): it outputs verdicts and numbers, never a move.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

from spite_and_malice.patience import Game, Position, Rules, deal_number, solve
from spite_and_malice.patience.core import IS_NATIVE
from spite_and_malice.patience.difficulty import level_of
from spite_and_malice.patience.microsoft import Numbers, deal_numbered
from spite_and_malice.patience.solving import last_winnable

from .loop import Tasks, answer_all, answer_by

_POSITIONS: Final = 1 << 18
"""The most positions that one search keeps: about 13 megabytes, and two thirds of a second."""

_UNCOMPILED_POSITIONS: Final = 1 << 12
"""The most positions if the solver runs uncompiled, in a browser: about three seconds on a laptop."""


def _solve(rules: dict[str, Any], number: int, numbers: Numbers, moves: list[str]) -> dict[str, Any]:
    """Return whether a deal can be won after the given moves."""
    return {"verdict": _verdict(_played(rules, number, numbers, moves).position)}


def _rescue(rules: dict[str, Any], number: int, numbers: Numbers, moves: list[str]) -> dict[str, Any]:
    """Return the most moves that can stay with the deal still winnable; None if that was not found."""
    game = _played(rules, number, numbers, moves)
    return {"keep": last_winnable((*game.past, game.position), lambda position: _verdict(position) == "won")}


def _rate(rules: dict[str, Any], number: int, positions: int | None = None) -> dict[str, Any]:
    """Return whether a deal can be won, and how hard that is."""
    position = deal_number(Rules.from_json(rules), number)
    if (verdict := _verdict(position, positions)) != "won":
        return {"verdict": verdict}
    # The same deal has the same difficulty everywhere.
    return {"verdict": verdict, "level": level_of(position, random.Random(number).randrange)}


def _played(rules: dict[str, Any], number: int, numbers: Numbers, moves: list[str]) -> Game:
    game = Game(deal_numbered(Rules.from_json(rules), number, numbers))
    for move in moves:
        game.play(move)
    return game


def _verdict(position: Position, positions: int | None = None) -> str:
    """Return a position's verdict; limited by work, not time, so that every machine gives the same one."""
    if position.is_won:
        return "won"
    usual = _POSITIONS if IS_NATIVE else _UNCOMPILED_POSITIONS
    return solve(position, None, positions or usual).verdict


_TASKS: Final[Tasks] = {"solve": _solve, "rescue": _rescue, "rate": _rate}


answer: Final = partial(answer_by, _TASKS)


if __name__ == "__main__":
    answer_all(_TASKS)
