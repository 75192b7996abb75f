"""The card game Spite and Malice in every version of its rules.

    >>> import spite_and_malice as sm
    >>> game = sm.new_game("standard", seed=7)
    >>> print(game)
    >>> game.play(game.legal_moves[0])

docs/engine.md explains all of it. Everything here needs only the standard library, and is imported on first use, so
that the command starts immediately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "1.0.0"

if TYPE_CHECKING:
    from spite_and_malice.analysis.review import Verdict, review
    from spite_and_malice.analysis.simulate import SimulationReport, simulate
    from spite_and_malice.arguments import InvalidArgument, UnknownName
    from spite_and_malice.engine import (
        UNSHUFFLED,
        Chance,
        Effects,
        IllegalMove,
        InvalidNotation,
        Move,
        Outcome,
        PlayoutReport,
        Position,
        Reason,
        Stage,
        View,
        deal,
        playouts,
    )
    from spite_and_malice.engine.sampling import Sampler
    from spite_and_malice.play import (
        FairDeal,
        Game,
        InvalidRecord,
        Match,
        NothingToUndo,
        NotYourTurn,
        Record,
        RecordHeader,
        SeededChance,
        new_game,
        read_headers,
        read_records,
        verify,
    )
    from spite_and_malice.players import PLAYERS, Player
    from spite_and_malice.players.engines import AsyncEngine, Engine
    from spite_and_malice.players.external import PlayerFailed
    from spite_and_malice.rules import PRESETS, InvalidRules, Preset, Rules, describe, preset_rules

_HOMES = {
    "arguments": ("InvalidArgument", "UnknownName"),
    "analysis.review": ("Verdict", "review"),
    "analysis.simulate": ("SimulationReport", "simulate"),
    "engine": (
        *("UNSHUFFLED", "Chance", "Effects", "IllegalMove", "InvalidNotation", "Move", "Outcome", "PlayoutReport"),
        *("Position", "Reason", "Stage", "View", "deal", "playouts"),
    ),
    "engine.sampling": ("Sampler",),
    "play": (
        *(
            "FairDeal",
            "Game",
            "InvalidRecord",
            "Match",
            "NotYourTurn",
            "NothingToUndo",
            "Record",
            "RecordHeader",
            "SeededChance",
        ),
        *("new_game", "read_headers", "read_records", "verify"),
    ),
    "players": ("PLAYERS", "Player"),
    "players.engines": ("AsyncEngine", "Engine"),
    "players.external": ("PlayerFailed",),
    "rules": ("PRESETS", "InvalidRules", "Preset", "Rules", "describe", "preset_rules"),
}

__all__ = [
    "PLAYERS",
    "PRESETS",
    "UNSHUFFLED",
    "AsyncEngine",
    "Chance",
    "Effects",
    "Engine",
    "FairDeal",
    "Game",
    "IllegalMove",
    "InvalidArgument",
    "InvalidNotation",
    "InvalidRecord",
    "InvalidRules",
    "Match",
    "Move",
    "NotYourTurn",
    "NothingToUndo",
    "Outcome",
    "Player",
    "PlayerFailed",
    "PlayoutReport",
    "Position",
    "Preset",
    "Reason",
    "Record",
    "RecordHeader",
    "Rules",
    "Sampler",
    "SeededChance",
    "SimulationReport",
    "Stage",
    "UnknownName",
    "Verdict",
    "View",
    "__version__",
    "deal",
    "describe",
    "new_game",
    "playouts",
    "preset_rules",
    "read_headers",
    "read_records",
    "review",
    "simulate",
    "verify",
]


if not TYPE_CHECKING:
    # Hidden from type checkers, which would otherwise accept every name.
    from importlib import import_module as _import_module
    from sys import modules as _modules

    def __getattr__(name):
        for home, names in _HOMES.items():
            if name in names:
                found = globals()[name] = getattr(_import_module(f"{__name__}.{home}"), name)
                return found
        # Python uses these for its suggestions.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=_modules[__name__])


def __dir__() -> list[str]:
    return [*__all__]
