"""Patience: a family of games from one set of fields (PATIENCE.md).

The names below are its public interface (docs/patience.md).
"""

from spite_and_malice.engine.notation import IllegalMove, InvalidNotation
from spite_and_malice.patience.deals import deal, deal_number, deal_pack, pack_of
from spite_and_malice.patience.game import Game, new_game
from spite_and_malice.patience.hints import Hint, hint
from spite_and_malice.patience.knowledge import Known, Seen, known_of
from spite_and_malice.patience.microsoft import deal_microsoft, microsoft_pack
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import KLONDIKE, PRESETS, Preset, Rules, describe, describe_by_topic, preset_rules
from spite_and_malice.patience.sampling import sample
from spite_and_malice.patience.solving import Solution, solve, winnable_deals
from spite_and_malice.patience.view import View, ViewPile
from spite_and_malice.rules.errors import InvalidRules

__all__ = [
    "KLONDIKE",
    "PRESETS",
    "Game",
    "Hint",
    "IllegalMove",
    "InvalidNotation",
    "InvalidRules",
    "Known",
    "Move",
    "Position",
    "Preset",
    "Rules",
    "Seen",
    "Solution",
    "View",
    "ViewPile",
    "deal",
    "deal_microsoft",
    "deal_number",
    "deal_pack",
    "describe",
    "describe_by_topic",
    "hint",
    "known_of",
    "microsoft_pack",
    "new_game",
    "pack_of",
    "preset_rules",
    "sample",
    "solve",
    "winnable_deals",
]
