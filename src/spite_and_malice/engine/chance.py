"""Where shuffles come from. The engine owns no randomness: whoever plays a game passes a source in."""

from __future__ import annotations

from typing import Protocol


class Chance(Protocol):
    """A source of shuffles and lots. Where the engine takes ``Chance | None``, None means no shuffling (section 9)."""

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a list of card codes in place."""

    def lot(self, count: int) -> int:
        """Draw a lot: a whole number from 0 to `count` - 1."""
