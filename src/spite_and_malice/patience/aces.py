"""Can a game of Aces Up be won from here? The core's search, prepared: `core/aces.py` says how it goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spite_and_malice.patience.core import AcesSearch, Layout, codes, move_of, rank_of, suit_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules

_SLICE: Final = 1000


def is_searched(rules: Rules) -> bool:
    """Say whether this search plays a game."""
    return (rules.aim, rules.empty, len(rules.piles), rules.packs, rules.suits) == (
        "aces",
        "any",
        codes.ACES_PILES,
        1,
        4,
    ) and rules.deal_gaps


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found."""
    end = None if seconds is None else clock() + seconds
    layout = position.layout
    piles = [[*map(_number, layout.face_down(pile) + layout.face_up(pile))] for pile in range(codes.ACES_PILES)]
    core = AcesSearch(piles, [*map(_number, layout.stock())], positions)
    while core.status == codes.RUNNING and (end is None or clock() < end):
        core.run(_SLICE)
    return core.status, _moves(layout, core.moves()) if core.status == codes.FOUND else [], core.positions


def _number(card: int) -> int:
    """Return a card as the search counts it, the ace as the highest of its suit."""
    return (rank_of(card) - 2) % codes.KING * 4 + suit_of(card)


def _moves(layout: Layout, steps: list[int]) -> list[int]:
    """Return the moves of the game that these steps are."""
    game: Layout = layout.clone()
    played: list[int] = []

    def play(move: int) -> None:
        game.apply(move)
        played.append(move)

    for step in steps:
        if step & codes.ACES_OFF:
            play(move_of(step & 3, codes.OFF, 1))
        elif step & codes.ACES_GAP:
            play(move_of(step & 3, step >> 2 & 3, 1))
        else:
            for source, target in _changes([step >> 2 * pile & 3 for pile in range(codes.ACES_PILES)], game):
                play(move_of(source, target, 1))
            play(codes.DEAL)
    return played


def _changes(comes: list[int], game: Layout) -> list[tuple[int, int]]:
    """Return from where to where cards that lie alone move until each pile has those of the one that comes there."""
    lies: list[int | None] = [pile if game.face_up(pile) else None for pile in range(codes.ACES_PILES)]
    wanted = [lies[pile] for pile in comes]
    made: list[tuple[int, int]] = []
    while lies != wanted:
        gaps = [pile for pile in range(codes.ACES_PILES) if lies[pile] is None]
        gap = next((pile for pile in gaps if wanted[pile] is not None), gaps[0])
        # Where a gap is to stay one, a card goes there that lies wrong, out of another one's way.
        card = (
            wanted[gap]
            if wanted[gap] is not None
            else next(one for one, two in zip(lies, wanted, strict=True) if one != two)
        )
        source = lies.index(card)
        lies[gap], lies[source] = card, None
        made.append((source, gap))
    return made
