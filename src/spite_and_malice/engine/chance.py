"""Where shuffles come from. The engine owns no randomness: whoever plays a game passes a source in."""

from __future__ import annotations

from typing import Final, Protocol


class Chance(Protocol):
    """A source of shuffles and lots. Where the engine takes ``Chance | None``, None is `UNSHUFFLED`."""

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a list of card codes in place."""

    def lot(self, count: int) -> int:
        """Draw a lot: a whole number from 0 to `count` - 1."""


UNSHUFFLED: Final = None
"""In place of a source: nothing is shuffled, as the conformance vectors have it (RULES.md section 9)."""
