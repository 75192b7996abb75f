"""Remarks of computer players with a character: only what is true of the game and visible to everybody."""

from .occasions import MOODS, Mood, Observer, Occasion
from .speaking import LINES, MEMORY, Remark, Speaker, line_id

__all__ = ["LINES", "MEMORY", "MOODS", "Mood", "Observer", "Occasion", "Remark", "Speaker", "line_id"]
