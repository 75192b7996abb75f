"""Prepares the core's search for games in which pairs leave a grid that closes up: Monte Carlo and similar games.

`core/closing.py` says which moves it searches, and why these are all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spite_and_malice.patience.core import ClosingSearch, Layout, codes, rank_of, source_of, target_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules

_SLICE: Final = 2000


def is_searched(rules: Rules) -> bool:
    """Say whether this search plays a game."""
    return rules.layout == "grid" and rules.aim == "pairs" and rules.packs == 1 and rules.stock == "piles"


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found."""
    end = None if seconds is None else clock() + seconds
    rules, layout = position.rules, position.layout
    places = [place for place in range(rules.places) if layout.face_up(place)]
    cards = [*(layout.face_up(place)[-1] for place in places), *layout.stock()]
    shape, wanted = (rules.places, rules.piles[0]), (rules.sum, rules.clear == "all")
    core = ClosingSearch([rank_of(card) for card in cards], places, shape, wanted, positions)
    while core.status == codes.RUNNING and (end is None or clock() < end):
        core.run(_SLICE)
    moves = _moves(layout, cards, core.steps()) if core.status == codes.FOUND else []
    return core.status, moves, core.positions


def _moves(layout: Layout, cards: list[int], steps: list[int]) -> list[int]:
    """Return the moves of sets of cards that leave one after the other, the rest closing up in between."""
    game = layout.clone()
    played: list[int] = []
    for step in steps:
        if played or not step:
            played += _made(game, [move for move in game.legal() if move == codes.DEAL])
        leaving = {card for number, card in enumerate(cards) if step >> number & 1}
        played += _made(game, _pairs_of(game, leaving))
    return played


def _made(game: Layout, moves: list[int]) -> list[int]:
    for move in moves:
        game.apply(move)
    return moves


def _pairs_of(game: Layout, leaving: set[int]) -> list[int]:
    """Return moves that remove these cards and no others, by trying which of them go together."""
    if not leaving:
        return []
    for move in game.legal():
        taken = _taken(game, move)
        # The lowest card goes now, so that no set is tried in two orders.
        if taken and min(leaving) in taken and taken <= leaving:
            after = game.clone()
            after.apply(move)
            rest = leaving - taken
            following = _pairs_of(after, rest)
            if following or not rest:
                return [move, *following]
    return []


def _taken(game: Layout, move: int) -> set[int]:
    """Return the cards that a move takes off the table."""
    if move == codes.DEAL:
        return set()
    places = (source_of(move), target_of(move)) if move & codes.PAIR else (source_of(move),)
    return {card for place in places for card in game.face_up(place)}
