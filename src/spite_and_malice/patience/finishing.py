"""Playing a game to its end automatically, once everything lies open."""

from __future__ import annotations

from typing import Final

from spite_and_malice.patience.core import codes
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.position import Position

_TURNS: Final = 2 * codes.TALON + 2
"""How many draws and redeals in a row go through the whole stock: what has not come up by then does not come."""


def finishing(position: Position) -> tuple[Move, ...]:
    """Return the moves that win the game by putting cards on the foundations and going through the stock, and no more.

    There are none unless the player can know so: no card of the tableau lies face down, and the order of the stock has
    been seen or does not matter. So whether there are any tells nothing of a hidden card.
    """
    if position.is_over or not _lies_open(position):
        return ()
    position = position.clone()
    played: list[Move] = []
    turns = 0
    while not position.is_won:
        move = _next(position.legal_moves)
        turns = turns + 1 if move is not None and not move.target else 0
        if move is None or turns > _TURNS:
            return ()
        position.play(move)
        played.append(move)
    return tuple(played)


def _lies_open(position: Position) -> bool:
    rules, layout = position.rules, position.layout
    if not rules.is_klondike:
        return False
    if any(layout.face_down_count(pile) for pile in range(codes.PILES)):
        return False
    # One card at a time and as often as one likes, every card of the stock can be had whenever it is wanted.
    in_any_order = rules.draw == 1 and rules.passes is None
    return not layout.stock() or layout.pass_number > 1 or in_any_order


def _next(legal: list[Move]) -> Move | None:
    """Return a move to a foundation, else a draw or redeal, else None."""
    home = next((move for move in legal if move.target == "F"), None)
    return home or next((move for move in legal if move.is_draw or move.is_redeal), None)
