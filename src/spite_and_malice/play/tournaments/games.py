"""The parts of a tournament: its entrants, and the pairings with their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Outcome = Literal["first", "second", "draw", "first_forfeit", "second_forfeit", "no_show", "bye"]
"""Who won: the one at the first seat or the one at the second, or neither. With ``_forfeit`` they won because the other
did not play; with ``no_show`` neither played, and neither gets anything. A ``bye`` is a round without an opponent."""

WIN: Final = 2
"""Points are counted in halves, so that they stay whole numbers."""
DRAW: Final = 1

_POINTS: Final[dict[Outcome, tuple[int, int]]] = {
    "first": (WIN, 0),
    "second": (0, WIN),
    "draw": (DRAW, DRAW),
    "first_forfeit": (WIN, 0),
    "second_forfeit": (0, WIN),
    "no_show": (0, 0),
    "bye": (WIN, 0),
}

PLAYED: Final[frozenset[Outcome]] = frozenset({"first", "second", "draw"})
"""The outcomes of games that were really played."""


class NoPairing(ValueError):
    """No pairing of a round without repeated opponents is possible."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: a number of their own, from 1, which is also their rank before the first round.

    ``since`` is the first round for which they can be paired, ``until`` the last one (None: to the end).
    """

    number: int
    since: int = 1
    until: int | None = None

    def is_in(self, round_number: int) -> bool:
        """Say whether they take part in a round."""
        return self.since <= round_number and (self.until is None or round_number <= self.until)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who play each other, or one with a bye, and the result.

    ``second`` is None with a bye. ``outcome`` is None while they play; ``margin`` is how many more pay-off cards the
    second had left than the first.
    """

    round: int
    board: int
    first: int
    second: int | None
    outcome: Outcome | None = None
    margin: int = 0

    @property
    def both(self) -> tuple[int, ...]:
        """The paired players: two, or one with a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def opponent_of(self, number: int) -> int | None:
        """Return a player's opponent; None with a bye."""
        return self.second if number == self.first else self.first

    def points_of(self, number: int) -> int:
        """Return a player's result, in half points."""
        if self.outcome is None:
            return 0
        return _POINTS[self.outcome][number != self.first]


def points(pairings: Iterable[Pairing]) -> Counter[int]:
    """Return the half points of all paired players."""
    found: Counter[int] = Counter()
    for pairing in pairings:
        for number in pairing.both:
            found[number] += pairing.points_of(number)
    return found


def met(pairings: Iterable[Pairing]) -> set[frozenset[int]]:
    """Return who was paired with whom, whether they came or not."""
    return {frozenset(pairing.both) for pairing in pairings if pairing.second is not None}


def seated(pairs: Iterable[tuple[int, int]], before: Sequence[Pairing], round_number: int) -> list[Pairing]:
    """Return pairs as pairings of a round, board by board; the one who has had the first seat less often gets it.

    On a tie it is the one who did not have it last time, and otherwise it alternates from board to board.
    """
    balance: Counter[int] = Counter()
    last: Counter[int] = Counter()
    for pairing in sorted(before, key=lambda each: each.round):
        if pairing.second is not None:
            for number, side in ((pairing.first, 1), (pairing.second, -1)):
                balance[number] += side
                last[number] = side
    found = []
    for board, (one, other) in enumerate(pairs, 1):
        own = (balance[one], last[one])
        theirs = (balance[other], last[other])
        first, second = (other, one) if own > theirs or (own == theirs and board % 2 == 0) else (one, other)
        found.append(Pairing(round_number, board, first, second))
    return found
