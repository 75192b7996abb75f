"""The exact engine: positions, legal moves, playing, views and notation (RULES.md sections 2 to 6, 9 and 10)."""

from spite_and_malice.engine.chance import UNSHUFFLED, Chance
from spite_and_malice.engine.moves import Move
from spite_and_malice.engine.notation import IllegalMove, InvalidNotation
from spite_and_malice.engine.outcome import Effects, Outcome, Reason, Stage
from spite_and_malice.engine.position import Position, deal, deal_by_seed
from spite_and_malice.engine.random_playouts import PlayoutReport, playouts
from spite_and_malice.engine.view import PayoffPile, PlayerView, View

__all__ = [
    "UNSHUFFLED",
    "Chance",
    "Effects",
    "IllegalMove",
    "InvalidNotation",
    "Move",
    "Outcome",
    "PayoffPile",
    "PlayerView",
    "PlayoutReport",
    "Position",
    "Reason",
    "Stage",
    "View",
    "deal",
    "deal_by_seed",
    "playouts",
]
