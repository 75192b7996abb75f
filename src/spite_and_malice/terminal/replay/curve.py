"""The chances of a seat from move to move as a row of block characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_BLOCKS: Final = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Curve:
    """Chances from 0 to 1, each from a number of actions on; ``actions`` is their total in the game."""

    chances: tuple[tuple[int, float], ...]
    actions: int

    def at(self, action: int) -> float | None:
        """Return the chance after a number of actions, None before the first known one."""
        return next((chance for ply, chance in reversed(self.chances) if ply <= action), None)

    def column_of(self, action: int, width: int) -> int:
        """Return the column of a number of actions among some."""
        return min(width - 1, action * width // max(1, self.actions + 1))

    def lines(self, width: int, height: int) -> list[str]:
        """Return the curve as lines of text from top to bottom."""
        columns = [self.at((column * (self.actions + 1) + width - 1) // width) for column in range(width)]
        # A known chance has at least an eighth: empty means unknown.
        eighths = [0 if each is None else max(1, round(each * height * 8)) for each in columns]
        return ["".join(_block(each, height - 1 - row) for each in eighths) for row in range(height)]


def _block(eighths: int, row: int) -> str:
    return _BLOCKS[max(0, min(8, eighths - row * 8))]
