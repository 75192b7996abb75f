"""When a character speaks, and which of its lines it takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from hashlib import sha256
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
"""How often each speaks when it could."""

MEMORY: Final = 5
"""The number of games for which a line is not said again."""

_PAUSE: Final = 2
"""There is at most one remark in this many turns."""

_ALWAYS: Final = frozenset(
    {
        *(Occasion.WON_CLOSE, Occasion.WON, Occasion.LOST_CLOSE, Occasion.LOST, Occasion.DRAWN),
        *(Occasion.MEET, Occasion.REVENGE, Occasion.AGAIN),
    }
)


class Remark(NamedTuple):
    """A character's face and line: the line in English, to be translated, or empty."""

    mood: Mood
    line: str


def line_id(line: str) -> str:
    """Return the name by which a browser remembers a line in any language: eight hexadecimal digits."""
    return sha256(line.encode()).hexdigest()[:8]


class Speaker:
    """One table's remarks: at most one line in two turns, and none repeated within `MEMORY` games."""

    def __init__(self, random: Random) -> None:
        """Begin with the first game of the table."""
        self._said: deque[set[str]] = deque([set()], maxlen=MEMORY + 1)
        self._random = random
        self._quiet = 0

    def begin(self) -> None:
        """Begin another game: the oldest lines may be used again."""
        self._said.append(set())
        self._quiet = 0

    def remark(self, player: str, occasions: Sequence[Occasion], heard: Collection[str] = frozenset()) -> Remark:
        """Return a character's reaction to a turn that has just ended, or to the beginning of a game.

        ``heard`` are the lines that the person has heard at other tables, as `line_id` names them.
        """
        self._quiet = max(0, self._quiet - 1)
        mood = next((MOODS[occasion] for occasion in occasions if occasion in MOODS), Mood.CALM)
        return Remark(mood, self._line(player, occasions, heard))

    def _line(self, player: str, occasions: Sequence[Occasion], heard: Collection[str]) -> str:
        always = not _ALWAYS.isdisjoint(occasions)
        if not always and (self._quiet or self._random.random() >= _TALKATIVE[player]):
            return ""
        for occasion in occasions:
            lines = (line for line in LINES[player][occasion] if line_id(line) not in heard)
            new = [line for line in lines if not any(line in said for said in self._said)]
            if new:
                line = self._random.choice(new)
                self._said[-1].add(line)
                self._quiet = _PAUSE
                return line
        return ""
