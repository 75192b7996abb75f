"""The process that knows all cards of a game of patience and looks whether it can be won.

It is not the one that advises people (`thinker`): what leaves it are verdicts and numbers, never a move.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

from spite_and_malice.patience import Game, Position, Rules, deal_number, solve
from spite_and_malice.patience.core import IS_NATIVE
from spite_and_malice.patience.difficulty import level_of

from .loop import Tasks, answer_all, answer_by

_POSITIONS: Final = 1 << 20
"""The most positions that one search keeps: some 50 megabytes."""


_UNCOMPILED_POSITIONS: Final = 1 << 12
"""The most positions where the solver runs uncompiled, in a browser: some three seconds of a laptop."""


def _solve(rules: dict[str, Any], number: int, moves: list[str], seconds: float) -> dict[str, Any]:
    """Say whether a deal can be won after some moves.

    In a browser a question gets the same answer on every device, however slow: the work is limited there, not the time.
    """
    game = _played(rules, number, moves)
    if IS_NATIVE:
        return {"verdict": _verdict(game.position, seconds)}
    return {"verdict": _verdict(game.position, None, _UNCOMPILED_POSITIONS)}


def _rescue(rules: dict[str, Any], number: int, moves: list[str], seconds: float) -> dict[str, Any]:
    """Say how many of the moves may stay, at most, so that the deal can be won; None if that was not found.

    If it can be won after some moves, it can after fewer: so the place is looked for by halves.
    """
    game = _played(rules, number, moves)
    if _verdict(game.position, seconds) == "won":
        return {"keep": len(moves)}
    good, bad = -1, len(moves)
    positions = [deal_number(game.rules, number)]
    for move in moves:
        positions.append(positions[-1].clone())
        positions[-1].play(move)
    while bad - good > 1:
        middle = (good + bad) // 2
        if _verdict(positions[middle], seconds) == "won":
            good = middle
        else:
            bad = middle
    return {"keep": None if good < 0 else good}


def _rate(rules: dict[str, Any], number: int, seconds: float) -> dict[str, Any]:
    """Say whether a deal can be won, and how hard that is."""
    position = deal_number(Rules.from_json(rules), number)
    if (verdict := _verdict(position, seconds)) != "won":
        return {"verdict": verdict}
    # The same deal is as hard everywhere.
    return {"verdict": verdict, "level": level_of(position, random.Random(number).randrange)}


def _played(rules: dict[str, Any], number: int, moves: list[str]) -> Game:
    game = Game(deal_number(Rules.from_json(rules), number))
    for move in moves:
        game.play(move)
    return game


def _verdict(position: Position, seconds: float | None, positions: int = _POSITIONS) -> str:
    if position.is_won:
        return "won"
    return solve(position, seconds, positions).verdict


_TASKS: Final[Tasks] = {"solve": _solve, "rescue": _rescue, "rate": _rate}


answer: Final = partial(answer_by, _TASKS)


if __name__ == "__main__":
    answer_all(_TASKS)
