"""A knock-out: a bracket in which the best seeds meet as late as possible, and get the byes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spite_and_malice.play.tournaments.games import Pairing


def rounds_of(entrants: int) -> int:
    """Return how many rounds a bracket has."""
    return max(0, entrants - 1).bit_length()


def bracket(numbers: Sequence[int]) -> list[int | None]:
    """Return the places of the first round, in pairs, for entrants in the order of their seeds; None is a bye."""
    places = [0]
    for _ in range(rounds_of(len(numbers))):
        size = 2 * len(places)
        places = [each for place in places for each in (place, size - 1 - place)]
    return [numbers[place] if place < len(numbers) else None for place in places]


def winner_of(pairings: Sequence[Pairing]) -> int | None:
    """Return the winner of two entrants who met in these games, played one after another until one of them won.

    If neither came, the higher ranked one advances; None while it is undecided.
    """
    if not pairings:
        return None
    last = pairings[-1]
    match last.outcome:
        case "first" | "first_forfeit" | "bye":
            return last.first
        case "second" | "second_forfeit":
            return last.second
        case "no_show":
            return min(last.both)
    return None


def pair_knock_out(numbers: Sequence[int], winners: Sequence[Mapping[int, int]]) -> list[Pairing]:
    """Return the pairings of the next round: ``winners`` has, for each round before it, the winner of each board.

    Boards keep their numbers: the winners of boards 1 and 2 meet at board 1 of the next round. With one winner left
    there are no more pairings.
    """
    places = bracket(numbers)
    for won in winners:
        places = [won.get(board) for board in range(1, len(places) // 2 + 1)]
    number = len(winners) + 1
    if len(places) < 2:
        return []
    found = []
    for board in range(1, len(places) // 2 + 1):
        one, other = places[2 * board - 2], places[2 * board - 1]
        if one is None:
            one, other = other, None
        if one is not None:
            found.append(Pairing(number, board, one, other, "bye" if other is None else None))
    return found
