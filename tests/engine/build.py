"""Hand-made positions for the tests: give what matters, the rest is filled in with cards that cannot be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spite_and_malice.engine import UNSHUFFLED, Position
from spite_and_malice.rules import preset_rules

Seat = Mapping[str, Any]


def lay(
    hand: str = "",
    *,
    preset: str = "standard",
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    payoff: Sequence[str] | None = None,
    side: Sequence[str] = (),
    centre: Sequence[str] = (),
    stock: str = "8c " * 30,
    aside: str = "",
    others: Mapping[int, Seat] | None = None,
    **fields: Any,
) -> Position:
    """Lay a position with seat 0 to move. Cards are texts separated by spaces, piles bottom to top.

    `others` has the hand, payoff and side of other seats; a seat not given holds an eight and has two sevens left.
    """
    table = preset_rules(preset, players, {"payoff": 1, **(rules or {})})
    seats: dict[int, Seat] = {0: {"hand": hand, "payoff": payoff, "side": side}, **(others or {})}
    places = table.centre or len(centre)
    return Position.from_json(
        {
            "rules": table.to_json(),
            "centre": [cards.split() for cards in _padded(centre, places)],
            "stock": stock.split(),
            "aside": aside.split(),
            "players": [_seat(seats.get(seat, {}), table.payoff_piles, table.side) for seat in range(table.players)],
            "turn": 0,
            "stage": "play",
            "cover": None,
            "passes": 0,
            "moved": False,
            "result": None,
            **fields,
        }
    )


def _seat(seat: Seat, piles: int, stacks: int) -> dict[str, Any]:
    payoff = seat.get("payoff")
    return {
        "hand": str(seat.get("hand", "8s")).split(),
        "payoff": [cards.split() for cards in _padded(["7d 7d"] if payoff is None else payoff, piles)],
        "side": [cards.split() for cards in _padded(seat.get("side", ()), stacks)],
    }


def _padded(piles: Sequence[str], count: int) -> list[str]:
    return [*piles, *[""] * (count - len(piles))]


def legal(position: Position) -> set[str]:
    """Return the texts of the legal moves."""
    moves = [str(move) for move in position.legal_moves]
    assert len(set(moves)) == len(moves), "every move is listed once"
    return set(moves)


def to_centre(position: Position) -> set[str]:
    """Return the legal plays to a centre stack."""
    return {move for move in legal(position) if "-C" in move}


def to_side(position: Position) -> set[str]:
    """Return the legal discards."""
    return {move for move in legal(position) if "-S" in move}


def after(position: Position, *moves: str) -> dict[str, Any]:
    """Play the moves on a copy; return the result as JSON."""
    played = position.clone()
    for move in moves:
        played.play(move, UNSHUFFLED)
    return played.to_json()
