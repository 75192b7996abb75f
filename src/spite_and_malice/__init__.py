"""The card game Spite and Malice in every version of its rules.

The names below are the friendly face of the engine (docs/engine.md); each is imported when it is first used, so that
the command starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from spite_and_malice.analysis.simulate import SimulationReport, simulate
    from spite_and_malice.engine import IllegalMove, InvalidNotation, Move, Outcome, Position, View, deal
    from spite_and_malice.engine.sampling import Sampler
    from spite_and_malice.play import FairDeal, Game, Match, SeededChance
    from spite_and_malice.rules import PRESETS, InvalidRules, Preset, Rules, describe, preset_rules

_HOMES = {
    "analysis.simulate": ("SimulationReport", "simulate"),
    "engine": ("IllegalMove", "InvalidNotation", "Move", "Outcome", "Position", "View", "deal"),
    "engine.sampling": ("Sampler",),
    "play": ("FairDeal", "Game", "Match", "SeededChance"),
    "rules": ("PRESETS", "InvalidRules", "Preset", "Rules", "describe", "preset_rules"),
}

__all__ = [
    "PRESETS",
    "FairDeal",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidRules",
    "Match",
    "Move",
    "Outcome",
    "Position",
    "Preset",
    "Rules",
    "Sampler",
    "SeededChance",
    "SimulationReport",
    "View",
    "__version__",
    "deal",
    "describe",
    "preset_rules",
    "simulate",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
