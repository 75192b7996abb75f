"""The puzzles that come with the package, read on first use (docs/puzzles.md)."""

from __future__ import annotations

import json
import lzma
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from spite_and_malice.analysis.puzzles.puzzle import DiscardPuzzle, Puzzle

PUZZLES: Final = Path(__file__).with_name("puzzles.jsonl.xz")
DISCARDS: Final = Path(__file__).with_name("discards.jsonl.xz")
OFFLINE: Final = Path(__file__).with_name("offline.jsonl")
"""The subset of puzzles in the browser kit, in place of both other files (docs/offline.md)."""

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Entry:
    """The criteria by which puzzles are chosen; unknown numbers are 0, and `theme` is empty if there is none."""

    id: str
    preset: str
    grade: int
    rating: float
    theme: str
    one_stack: bool
    wilds: int


class Collection(Generic[P]):
    """The puzzles of a file. They stay text until used: as values they take many times the memory."""

    def __init__(self, lines: Iterable[bytes], read: Callable[[Mapping[str, Any]], P]) -> None:
        self._read = read
        self._lines: dict[str, bytes] = {}
        found = []
        for line in lines:
            data = json.loads(line)
            self._lines[data["id"]] = line
            found.append(
                Entry(
                    data["id"],
                    data["preset"],
                    data.get("grade", 0),
                    data.get("rating", 0.0),
                    data.get("theme", ""),
                    data.get("one_stack", False),
                    data.get("wilds", 0),
                )
            )
        self.entries: Final[tuple[Entry, ...]] = tuple(found)
        """All puzzles; the easiest of each theme first, if they are graded."""
        self._begins = [
            min(entry.rating for entry in found if entry.grade == grade)
            for grade in sorted({entry.grade for entry in found})
        ]

    def get(self, puzzle_id: str) -> P | None:
        """Return the puzzle with an id, or None."""
        line = self._lines.get(puzzle_id)
        return None if line is None else self._read(json.loads(line))

    def grade_of(self, rating: float) -> int:
        """Return the grade of a puzzle whose rating has changed: that of puzzles with this initial rating."""
        return max(1, bisect_right(self._begins, rating))


def head(path: Path) -> dict[str, Any]:
    """Return a file's header."""
    data: dict[str, Any] = json.loads(_lines(path)[0])
    return data


def _lines(path: Path) -> Sequence[bytes]:
    """The lines of a file; the first is its header, which says how it was made."""
    content = path.read_bytes()
    return (lzma.decompress(content) if path.suffix == ".xz" else content).splitlines()


@lru_cache(maxsize=1)
def puzzles() -> Collection[Puzzle]:
    """Every puzzle, theme by theme; in a browser those of the kit."""
    return Collection(_lines(PUZZLES if PUZZLES.exists() else OFFLINE)[1:], Puzzle.from_json)


@lru_cache(maxsize=1)
def discards() -> Collection[DiscardPuzzle]:
    """Every question about a discard; in a browser there are none."""
    return Collection(_lines(DISCARDS)[1:] if DISCARDS.exists() else (), DiscardPuzzle.from_json)
