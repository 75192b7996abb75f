"""The exact engine: positions, legal moves, playing, views and notation (RULES.md sections 2 to 6, 9 and 10)."""

from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.dealing import deal
from spite_and_malice.engine.errors import IllegalMove, InvalidNotation
from spite_and_malice.engine.moves import Move
from spite_and_malice.engine.position import Outcome, Position
from spite_and_malice.engine.view import PayoffPile, PlayerView, View

__all__ = [
    "Chance",
    "IllegalMove",
    "InvalidNotation",
    "Move",
    "Outcome",
    "PayoffPile",
    "PlayerView",
    "Position",
    "View",
    "deal",
]
