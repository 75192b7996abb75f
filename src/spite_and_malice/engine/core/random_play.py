"""Playing at random, from a position or from a deal: for figures about the rules, and to find faults."""

from __future__ import annotations

from typing import Any, Final

import cython

from spite_and_malice.engine.core.applying import apply_legal
from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.dealing import deal_cards, empty_table
from spite_and_malice.engine.core.drawing import random_below
from spite_and_malice.engine.core.integers import to_side
from spite_and_malice.engine.core.legal import centre_plays, discards, forced_plays, generate, reserve
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.random_numbers import LOW_32, seed_after
from spite_and_malice.engine.core.rules import CoreRules


def random_move(core: Core, eager: cython.bint) -> int:
    """A random legal move from the generator of `use_seed`; -1 when the game is over.

    Uniform: each legal move is equally likely. Eager: a random play to a centre stack if there is one, else a
    random discard; loads and passes only when nothing else is legal.
    """
    core._must_rest()
    return any_move(core, eager)


@cython.nogil
@cython.exceptval(-2)
def any_move(core: Core, eager: cython.bint) -> cython.Py_ssize_t:
    """A random legal move, as in `random_move`."""
    count: cython.Py_ssize_t
    if eager and core.stage == PLAY:
        # The moves that `generate` would find, but discards only when needed.
        if core.places > core.moves_places:
            with cython.gil:
                reserve(core)
        core.count = 0
        if core.rules.forced:
            forced_plays(core)
        if core.count == 0:
            centre_plays(core)
        if core.count == 0:
            if core.rules.plain_discards:
                return _random_discard(core)
            discards(core)
        if core.count:
            return core.moves[random_below(core, core.count) if core.count > 1 else 0]
    count = generate(core)
    if count == 0:
        return -1
    return core.moves[random_below(core, count) if count > 1 else 0]


def _random_discard(core: Core) -> cython.Py_ssize_t:
    """A random discard where any card in hand may go to any side stack, all equally likely; else a pass."""
    mem: cython.p_ushort = core.mem
    moves: cython.p_longlong = core.moves
    first: cython.Py_ssize_t = core.turn * SEAT + HAND
    cards: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    is_new: cython.bint
    chosen: cython.uint
    side: cython.uint = core.rules.side
    for i in range(first, first + core.rules.hand):
        is_new = mem[i] != 0
        for k in range(first, i):
            is_new &= mem[k] != mem[i]
        moves[cards] = mem[i]
        cards += is_new
    if cards == 0:
        return PASS
    # Divided as 32-bit numbers, which takes half the time.
    chosen = random_below(core, cards * side)
    return to_side(moves[chosen // side], chosen % side)


def playout(core: Core, eager: cython.bint, limit: cython.Py_ssize_t) -> tuple[int, int]:
    """Play random moves to the end or for `limit` moves; the numbers of moves and of turns played."""
    core._must_rest()
    played: cython.longlong = play_at_random(core, eager, limit)
    return played & LOW_32, played >> 32


def random_playouts(
    core: Core, count: cython.Py_ssize_t, seed: cython.ulonglong, eager: cython.bint, limit: cython.Py_ssize_t
) -> dict[str, Any]:
    """Play out `count` games from here, leaving this position unchanged, game k with the seed of `seed_of_game`.

    Returns the totals of ``moves`` and ``turns``, ``ended``, the number of games that ended by each reason (index
    0: not within `limit` moves), and ``points``, each seat's points in all. Other threads run meanwhile.
    """
    ended: cython.Py_ssize_t[4]
    points: cython.longlong[8]
    if not cython.compiled:
        ended = [0] * 4
        points = [0] * 8
    moves: cython.longlong = 0
    turns: cython.longlong = 0
    played: cython.longlong
    gained: cython.Py_ssize_t
    ahead: cython.Py_ssize_t
    k: cython.Py_ssize_t
    # Other threads may change the position meanwhile.
    start: Core = core.clone()
    game: Core = core.clone()
    game.use_seed(seed)
    for k in range(4):
        ended[k] = 0
    for k in range(8):
        points[k] = 0
    with cython.nogil:
        for k in range(count):
            game._copy_numbers(start)
            game._seed(seed_after(seed, k))
            played = play_at_random(game, eager, limit)
            moves += played & LOW_32
            turns += played >> 32
            ended[game.reason] += 1
            ahead = game._ahead()
            gained = game._points(ahead)
            if gained:
                points[ahead] += gained
    return {
        "moves": moves,
        "turns": turns,
        "ended": [ended[k] for k in range(4)],
        "points": [points[k % core.rules.sides] for k in range(core.rules.players)],
    }


@cython.nogil
@cython.exceptval(-1)
def play_at_random(core: Core, eager: cython.bint, limit: cython.Py_ssize_t) -> cython.longlong:
    """Play random moves to the end or for `limit` moves; their number, and that of the turns times 2^32."""
    moves: cython.longlong = 0
    turns: cython.longlong = 0
    while moves < limit and core.stage != OVER:
        turns += apply_legal(core, any_move(core, eager)) & ENDED_TURN
        moves += 1
    return moves | (turns << 32)


# How many numbers describe a game.
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
    """Deal and play out the games numbered `first` to `first` + `count` - 1 that follow from a seed.

    Game k is dealt by seat k modulo the number of players, with the seed that `dealing.seed_of_game` gives. Returns the
    totals of ``moves`` and ``turns``; ``ended``, the number of games that ended by each reason (index 0: not within
    `limit` moves); and for each seat ``began``, ``won`` and ``began_and_won``. `rows` has room for `GAME_FIGURES`
    numbers for each game: who began, the reason, the side that is ahead (-1: none), its points, the moves and the
    turns. Other threads run meanwhile. Raises ValueError for too few rows.
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
