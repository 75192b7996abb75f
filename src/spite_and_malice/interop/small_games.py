"""Small games by name, for watching programs learn and running solvers: with their own rules, not presets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from spite_and_malice.arguments import InvalidArgument, shown
from spite_and_malice.interop.chance_game import Setting
from spite_and_malice.rules import preset_rules
from spite_and_malice.texts import listed

_CHANGES: Final[Mapping[str, tuple[Mapping[str, object], int]]] = {
    "tiny": (
        {
            "deck": {"numbers": {"1": 2, "2": 2, "3": 2}},
            "wilds": [],
            "build_to": 3,
            "hand": 1,
            "payoff": 1,
            "centre": 1,
            "completed": "aside",
            "side": 1,
            "first": "left",
        },
        8,
    ),
    "small": (
        {
            "deck": {"numbers": {"1": 4, "2": 4, "3": 4, "4": 4, "5": 4, "6": 4}, "jokers": 4},
            "wilds": ["*"],
            "build_to": 6,
            "hand": 3,
            "payoff": 4,
            "centre": 2,
            "side": 2,
            "first": "left",
        },
        200,
    ),
}
"""The changes of each to `standard`, and the number of moves after which a game stops undecided."""
SMALL_GAMES: Final = tuple(_CHANGES)
"""Their names; docs/research.md describes them."""


def small_game(name: str) -> Setting:
    """The game with a name: its rules, and its limit of moves. Raises `InvalidArgument` for an unknown name."""
    changes, max_moves = _found(name)
    return Setting(preset_rules("standard", None, changes), 0, max_moves)


def small_game_parameters(name: str) -> dict[str, Any]:
    """The string with which `pyspiel.load_game` loads it. Raises `InvalidArgument` for an unknown name."""
    changes, max_moves = _found(name)
    return {"preset": "standard", "rules": json.dumps(changes), "max_moves": max_moves}


def _found(name: str) -> tuple[Mapping[str, object], int]:
    try:
        return _CHANGES[name]
    except (KeyError, TypeError):
        raise InvalidArgument(
            f"there is no small game {shown(name)}; take {listed([*_CHANGES], either=True)}"
        ) from None
