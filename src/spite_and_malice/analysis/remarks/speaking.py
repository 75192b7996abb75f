"""When a character speaks, and which of its lines it takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from spite_and_malice.texts import ENGLISH

from .lines import lines_of
from .occasions import MOODS, Mood, Occasion

_TALKATIVE: Final = {"beginner": 0.6, "casual": 0.75, "club": 0.45, "expert": 0.35, "master": 0.4}
"""How often each character speaks when it could."""

CHARACTERS: Final = frozenset(_TALKATIVE)
"""The computer players that speak."""

MEMORY: Final = 5
"""The number of games for which a line is not repeated."""

_PAUSE: Final = 2
"""There is at most one remark in this many turns."""

_ALWAYS: Final = frozenset(
    {
        *(Occasion.WON_CLOSE, Occasion.WON, Occasion.LOST_CLOSE, Occasion.LOST, Occasion.DRAWN),
        *(Occasion.MEET, Occasion.REVENGE, Occasion.AGAIN),
    }
)


class Remark(NamedTuple):
    """A character's face, and its line in each language that was asked for; no lines if it says nothing."""

    mood: Mood
    lines: Mapping[str, str]


def line_id(line: str) -> str:
    """Return the name by which a browser remembers a line: eight hexadecimal digits."""
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

    def remark(
        self,
        player: str,
        occasions: Sequence[Occasion],
        heard: Collection[str] = frozenset(),
        languages: Collection[str] = (ENGLISH,),
    ) -> Remark:
        """Return a character's reaction to a turn that has just ended, or to the beginning of a game.

        ``heard`` are the lines that the person has heard at other tables, as `line_id` names them. In all languages the
        line is about the same occasion.
        """
        self._quiet = max(0, self._quiet - 1)
        mood = next((MOODS[occasion] for occasion in occasions if occasion in MOODS), Mood.CALM)
        return Remark(mood, self._lines(player, occasions, heard, languages))

    def _lines(
        self, player: str, occasions: Sequence[Occasion], heard: Collection[str], languages: Collection[str]
    ) -> dict[str, str]:
        always = not _ALWAYS.isdisjoint(occasions)
        if not always and (self._quiet or self._random.random() >= _TALKATIVE[player]):
            return {}
        for occasion in occasions:
            new = {language: self._new(language, player, occasion, heard) for language in languages}
            if all(new.values()):
                chosen = {language: self._random.choice(lines) for language, lines in new.items()}
                self._said[-1].update(chosen.values())
                self._quiet = _PAUSE
                return chosen
        return {}

    def _new(self, language: str, player: str, occasion: Occasion, heard: Collection[str]) -> list[str]:
        """Return the lines for an occasion that the person has not heard recently."""
        lines = (line for line in lines_of(language)[player][occasion] if line_id(line) not in heard)
        return [line for line in lines if not any(line in said for said in self._said)]
