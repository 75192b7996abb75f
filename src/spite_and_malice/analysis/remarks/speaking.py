"""When a character speaks, and which of its lines it takes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from . import hugo, nadia, octavia, pip, rosa
from .occasions import MOODS, Mood, Occasion

LINES: Final = {
    "beginner": pip.LINES,
    "casual": rosa.LINES,
    "club": hugo.LINES,
    "expert": nadia.LINES,
    "master": octavia.LINES,
}
"""The lines of each player that has a character, by occasion, marked for translation."""

_TALKATIVE: Final = {"beginner": 0.6, "casual": 0.75, "club": 0.45, "expert": 0.35, "master": 0.4}
"""How often each says something where it could."""

_PAUSE: Final = 2
"""At most one line is said in this many turns."""

_ALWAYS: Final = frozenset(
    {
        *(Occasion.WON_CLOSE, Occasion.WON, Occasion.LOST_CLOSE, Occasion.LOST, Occasion.DRAWN),
        *(Occasion.MEET, Occasion.REVENGE, Occasion.AGAIN),
    }
)


class Remark(NamedTuple):
    """What a character shows, and says if it says anything: the line in English, to be translated; else empty."""

    mood: Mood
    line: str


class Speaker:
    """One table's talk: at most one line in two turns, and none twice in an evening."""

    def __init__(self, said: set[str], random: Random) -> None:
        """Leave out the lines that were ``said``, to which those said here are added."""
        self._said = said
        self._random = random
        self._quiet = 0

    def remark(self, player: str, occasions: Sequence[Occasion]) -> Remark:
        """Return what a character makes of a turn that has just ended, or of the beginning of a game."""
        self._quiet = max(0, self._quiet - 1)
        mood = next((MOODS[occasion] for occasion in occasions if occasion in MOODS), Mood.CALM)
        return Remark(mood, self._line(player, occasions))

    def _line(self, player: str, occasions: Sequence[Occasion]) -> str:
        always = not _ALWAYS.isdisjoint(occasions)
        if not always and (self._quiet or self._random.random() >= _TALKATIVE[player]):
            return ""
        for occasion in occasions:
            new = [line for line in LINES[player][occasion] if line not in self._said]
            if new:
                line = self._random.choice(new)
                self._said.add(line)
                self._quiet = _PAUSE
                return line
        return ""
