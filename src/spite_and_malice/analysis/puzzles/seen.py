"""A position as its mover sees it, as a line of a file: each pile is one text, the lowest card first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from spite_and_malice.engine import PayoffPile, PlayerView, Position, Stage, View
from spite_and_malice.rules import preset_rules

_ID_LENGTH: Final = 10

Written = dict[str, Any]


def write_view(preset: str, view: View) -> Written:
    """Write the view of the seat to move, under the rules of a preset."""
    return {
        "preset": preset,
        "players": view.rules.players,
        "centre": [" ".join(place) for place in view.centre],
        "stock": view.stock,
        "aside": " ".join(view.aside),
        "seats": [
            {
                "hand": player.hand if isinstance(player.hand, int) else " ".join(player.hand),
                "payoff": [f"{pile.count} {pile.top or ''}".strip() for pile in player.payoff],
                "side": [" ".join(stack) for stack in player.side],
            }
            for player in view.players
        ],
        "turn": view.turn,
        "stage": str(view.stage),
        "cover": view.cover,
        "passes": view.passes,
        "moved": view.moved,
    }


def read_view(data: Mapping[str, Any]) -> View:
    """Read what `write_view` wrote; the text is trusted."""
    seen = View(
        rules=preset_rules(data["preset"], data["players"]),
        seat=data["turn"],
        centre=tuple(tuple(place.split()) for place in data["centre"]),
        stock=data["stock"],
        aside=tuple(data["aside"].split()),
        players=tuple(
            PlayerView(
                hand=seat["hand"] if isinstance(seat["hand"], int) else tuple(seat["hand"].split()),
                payoff=tuple(_pile(text) for text in seat["payoff"]),
                side=tuple(tuple(stack.split()) for stack in seat["side"]),
            )
            for seat in data["seats"]
        ),
        turn=data["turn"],
        stage=Stage(data["stage"]),
        cover=data["cover"],
        passes=data["passes"],
        moved=data["moved"],
        outcome=None,
        legal=(),
    )
    return Position.from_view(seen).view(seen.turn)


def id_of(written: Mapping[str, Any]) -> str:
    """Return the id of a position, the same in every file."""
    text = json.dumps(written, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:_ID_LENGTH]


def _pile(text: str) -> PayoffPile:
    count, _space, top = text.partition(" ")
    return PayoffPile(int(count), top or None)
