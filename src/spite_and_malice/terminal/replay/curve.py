"""The chances of a seat from move to move as a row of block characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_BLOCKS: Final = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Curve:
    """Chances from 0 to 1, each from a number of actions on, of as many ``actions`` as the game has."""

    chances: tuple[tuple[int, float], ...]
    actions: int

    def at(self, action: int) -> float | None:
        """Return the chance after a number of actions, None before the first that is known."""
        return next((chance for ply, chance in reversed(self.chances) if ply <= action), None)

    def column_of(self, action: int, width: int) -> int:
        """Return in which of some columns a number of actions lies."""
        return min(width - 1, action * width // max(1, self.actions + 1))

    def lines(self, width: int, height: int) -> list[str]:
        """Return the curve as lines of text from top to bottom."""
        columns = [self.at((column * (self.actions + 1) + width - 1) // width) for column in range(width)]
        # A chance that is known has an eighth at least: nothing stands for what nobody knows.
        eighths = [0 if each is None else max(1, round(each * height * 8)) for each in columns]
        return ["".join(_block(each, height - 1 - row) for each in eighths) for row in range(height)]


def _block(eighths: int, row: int) -> str:
    return _BLOCKS[max(0, min(8, eighths - row * 8))]
