"""Whole games, dealt and played at random, for figures about the rules."""

from __future__ import annotations

from typing import Any, Final

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.dealing import deal_cards, empty_table
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.random_numbers import LOW_32, seed_after
from spite_and_malice.engine.core.random_play import play_at_random
from spite_and_malice.engine.core.rules import CoreRules

# How many numbers tell of a game.
GAME_FIGURES: Final = 6


def random_games(
    rules: CoreRules,
    first: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    seed: cython.ulonglong,
    eager: cython.bint,
    limit: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1] = None,
) -> dict[str, Any]:
    """Deal and play out the games with the numbers `first` to `first` + `count` - 1 of those that follow from a seed.

    Game k is dealt by seat k modulo the players, by the seed that `dealing.seed_of_game` gives. Returns the totals of
    ``moves`` and ``turns``; ``ended``, the number of games that ended by each reason (index 0: not within `limit`
    moves); and for each seat ``began``, ``won`` and ``began_and_won``. `rows` has room for `GAME_FIGURES` numbers of
    each game: who began, the reason, the side that is ahead (-1: none), its points, the moves and the turns. Other
    threads run meanwhile. Raises ValueError for too few rows.
    """
    ended: cython.Py_ssize_t[4]
    began: cython.Py_ssize_t[8]
    won: cython.Py_ssize_t[8]
    both: cython.Py_ssize_t[8]
    if not cython.compiled:
        ended = [0] * 4
        began, won, both = [0] * 8, [0] * 8, [0] * 8
    moves: cython.longlong = 0
    turns: cython.longlong = 0
    played: cython.longlong
    beginner: cython.Py_ssize_t
    side: cython.Py_ssize_t
    k: cython.Py_ssize_t
    blank: Core = empty_table(rules)
    game: Core = blank.clone()
    write: cython.bint = rows is not None
    if write and (rows.shape[0] < count or rows.shape[1] != GAME_FIGURES):
        raise ValueError(f"there must be a row of {GAME_FIGURES} numbers for each of {count} games")
    for k in range(4):
        ended[k] = 0
    for k in range(8):
        began[k] = won[k] = both[k] = 0
    with cython.nogil:
        for k in range(first, first + count):
            game._copy_numbers(blank)
            game._seed(seed_after(seed, k))
            deal_cards(game, k % rules.players)
            beginner = game.turn
            began[beginner] += 1
            played = play_at_random(game, eager, limit)
            moves += played & LOW_32
            turns += played >> 32
            ended[game.reason] += 1
            if write:
                side = game._ahead() if game.reason else -1
                rows[k - first, 0] = beginner
                rows[k - first, 1] = game.reason
                rows[k - first, 2] = side
                rows[k - first, 3] = game._points(side) if game.reason else 0
                rows[k - first, 4] = played & LOW_32
                rows[k - first, 5] = played >> 32
            if game.reason == BY_PAYOFF or (game.reason and rules.fewest):
                side = game._ahead()
                if side >= 0:
                    won[side] += 1
                    both[side] += beginner % rules.sides == side
    return {
        "moves": moves,
        "turns": turns,
        "ended": [ended[k] for k in range(4)],
        "began": [began[k] for k in range(rules.players)],
        "won": [won[k % rules.sides] for k in range(rules.players)],
        "began_and_won": [both[k % rules.sides] for k in range(rules.players)],
    }
