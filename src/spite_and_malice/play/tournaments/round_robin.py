"""Everybody plays everybody once: the circle method, in which one place is fixed and the others rotate."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.play.tournaments.games import Pairing


def rounds_of(entrants: int) -> int:
    """Return how many rounds it takes: with an odd number everybody sits out one of them."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def pair_round_robin(numbers: Sequence[int], round_number: int) -> list[Pairing]:
    """Return the pairings of a round, from 1; a player who sits out gets nothing.

    Over all rounds nobody has the first seat more than once more often than the second.
    """
    places: list[int | None] = list(numbers)
    if len(places) % 2:
        places.append(None)
    size = len(places)
    if size < 2:
        return []
    turn = (round_number - 1) % (size - 1)
    # The last place is fixed. In round r it meets place r, and places r - i and r + i meet each other.
    pairs = [(size - 1, turn)] + [((turn - i) % (size - 1), (turn + i) % (size - 1)) for i in range(1, size // 2)]
    found: list[Pairing] = []
    for at, (one, other) in enumerate(pairs):
        first, second = places[one], places[other]
        if first is None or second is None:
            continue
        if at == 0 and turn % 2:
            first, second = second, first
        if at % 2:
            first, second = second, first
        found.append(Pairing(round_number, len(found) + 1, first, second))
    return found
