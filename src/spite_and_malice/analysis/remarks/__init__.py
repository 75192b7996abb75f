"""Remarks of computer players with a character: they only mention facts that are visible to everybody."""

from .lines import lines_of
from .occasions import MOODS, Mood, Observer, Occasion
from .speaking import CHARACTERS, MEMORY, Remark, Speaker, line_id

__all__ = [
    "CHARACTERS",
    "MEMORY",
    "MOODS",
    "Mood",
    "Observer",
    "Occasion",
    "Remark",
    "Speaker",
    "line_id",
    "lines_of",
]
