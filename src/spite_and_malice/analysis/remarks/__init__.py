"""What the computer players with a character say about a game: only what is true of it and what everybody sees."""

from .occasions import MOODS, Mood, Observer, Occasion
from .speaking import LINES, MEMORY, Remark, Speaker, line_id

__all__ = ["LINES", "MEMORY", "MOODS", "Mood", "Observer", "Occasion", "Remark", "Speaker", "line_id"]
