"""Sources of shuffles. The engine has no randomness of its own: the caller passes a source in."""

from __future__ import annotations

from operator import index
from typing import Final, Protocol

from spite_and_malice.arguments import shown


class Chance(Protocol):
    """A source of shuffles and lots. Where the engine takes ``Chance | None``, None is `UNSHUFFLED`."""

    def shuffle(self, cards: list[int]) -> None:
        """Reorder a list of card codes in place. Codes are opaque to the source."""

    def lot(self, count: int) -> int:
        """Draw a lot: a whole number from 0 to `count` - 1."""


UNSHUFFLED: Final = None
"""Used instead of a source: nothing is shuffled, as in the conformance vectors (RULES.md section 9)."""


def shuffled(chance: Chance, cards: list[int]) -> list[int]:
    """Return `cards` in the new order that a source gives them.

    Raises TypeError if it returns a list instead of shuffling in place, ValueError if the cards are no longer the same.
    """
    if not callable(getattr(chance, "shuffle", None)):
        raise TypeError(f"{shown(chance)} is no source of chance: it has no method shuffle()")
    given = list(cards)
    returned: object = chance.shuffle(given)  # type: ignore[func-returns-value]
    if returned is not None and returned is not given:
        raise TypeError(f"{shown(chance)}: shuffle() must shuffle the list that it is given, not return another")
    # The source may keep the list and change it later.
    made = list(given)
    if any(type(card) is not int for card in made) or sorted(made) != sorted(cards):
        raise ValueError(f"{shown(chance)}: shuffle() must leave the same {len(cards)} cards in the list, in any order")
    return made


def lot_drawn(chance: Chance, count: int) -> int:
    """Ask a source for a number below `count`. Raises TypeError or ValueError if it returns anything else."""
    drawn: object = chance.lot(count)
    try:
        number = index(drawn)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{shown(chance)}: lot({count}) must return a whole number, not {shown(drawn)}") from None
    if not 0 <= number < count:
        raise ValueError(f"{shown(chance)}: lot({count}) must return a number from 0 to {count - 1}, not {number}")
    return number
