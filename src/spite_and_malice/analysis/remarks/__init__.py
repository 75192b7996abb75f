"""What the computer players with a character say about a game: only what is true of it and what everybody sees."""

from .occasions import MOODS, Mood, Observer, Occasion
from .speaking import LINES, Remark, Speaker

__all__ = ["LINES", "MOODS", "Mood", "Observer", "Occasion", "Remark", "Speaker"]
