"""Where shuffles come from. The engine owns no randomness: the caller passes a source in."""

from __future__ import annotations

from operator import index
from typing import Final, Protocol

from spite_and_malice.arguments import shown


class Chance(Protocol):
    """A source of shuffles and lots. Where the engine takes ``Chance | None``, None is `UNSHUFFLED`."""

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a list of card codes in place: the same cards in another order. A code says nothing of its card."""

    def lot(self, count: int) -> int:
        """Draw a lot: a whole number from 0 to `count` - 1."""


UNSHUFFLED: Final = None
"""In place of a source: nothing is shuffled, as the conformance vectors have it (RULES.md section 9)."""


def shuffled(chance: Chance, cards: list[int]) -> list[int]:
    """Ask a source for a shuffle: `cards` in their new order.

    Raises TypeError if it returns a list instead of shuffling in place, ValueError if it leaves other cards.
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
    """Ask a source for a lot: a number below `count`. Raises TypeError or ValueError for anything else."""
    drawn: object = chance.lot(count)
    try:
        number = index(drawn)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{shown(chance)}: lot({count}) must return a whole number, not {shown(drawn)}") from None
    if not 0 <= number < count:
        raise ValueError(f"{shown(chance)}: lot({count}) must return a number from 0 to {count - 1}, not {number}")
    return number
