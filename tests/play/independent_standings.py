"""Standings and pairings looked at once more, written from docs/tournaments.md alone and not from the package.

It takes the lines of a tournament's CSV: (round, board, first, second or None, result), with results in the words of
that file, and counts everything in fractions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple


class Line(NamedTuple):
    round: int
    board: int
    first: int
    second: int | None
    result: str


SCORES = {
    "first": ("1", "0"),
    "second": ("0", "1"),
    "draw": ("1/2", "1/2"),
    "first_forfeit": ("1", "0"),
    "second_forfeit": ("0", "1"),
    "no_show": ("0", "0"),
    "bye": ("1", "0"),
}


def scores(lines: Iterable[Line]) -> dict[int, Fraction]:
    table: defaultdict[int, Fraction] = defaultdict(Fraction)
    for line in lines:
        mine, theirs = SCORES[line.result]
        table[line.first] += Fraction(mine)
        if line.second is not None:
            table[line.second] += Fraction(theirs)
    return table


def arena_scores(lines: Sequence[Line]) -> dict[int, int]:
    table: defaultdict[int, int] = defaultdict(int)
    history: defaultdict[int, list[bool]] = defaultdict(list)
    for line in lines:
        for number, got in zip((line.first, line.second), SCORES[line.result], strict=True):
            assert number is not None
            doubled = history[number][-2:] == [True, True]
            table[number] += int(2 * Fraction(got)) * (2 if doubled else 1)
            history[number].append(got == "1")
    return table


def buchholz(number: int, lines: Sequence[Line]) -> Fraction:
    table = scores(lines)
    total = Fraction()
    for line in lines:
        if number not in (line.first, line.second):
            continue
        other = line.second if line.first == number else line.first
        really = line.result in ("first", "second", "draw")
        total += table[other] if really and other is not None else table[number]
    return total


def berger(number: int, lines: Sequence[Line]) -> Fraction:
    table = scores(lines)
    total = Fraction()
    for line in lines:
        if line.result not in ("first", "second", "draw"):
            continue
        for own, other, got in zip(
            (line.first, line.second), (line.second, line.first), SCORES[line.result], strict=True
        ):
            if own == number and other is not None:
                total += Fraction(got) * table[other]
    return total


def wins(number: int, lines: Sequence[Line]) -> int:
    return sum(
        (line.first, line.second)[line.result == "second"] == number
        for line in lines
        if line.result in ("first", "second")
    )


def check_swiss(lines: Sequence[Line]) -> None:
    """Assert that a Swiss tournament has none of these: two who meet twice, somebody twice in a round, two byes."""
    pairs = Counter(frozenset((line.first, line.second)) for line in lines if line.second is not None)
    assert not [pair for pair, times in pairs.items() if times > 1]
    for number in {line.round for line in lines}:
        there = [
            each for line in lines if line.round == number for each in (line.first, line.second) if each is not None
        ]
        assert len(there) == len(set(there)), f"somebody is paired twice in round {number}"
        boards = [line.board for line in lines if line.round == number]
        assert sorted(boards) == list(range(1, len(boards) + 1))
    byes = Counter(line.first for line in lines if line.result == "bye")
    assert all(times == 1 for times in byes.values())


def best_cost(players: Sequence[int], allowed: set[frozenset[int]], cost: dict[frozenset[int], int]) -> int | None:
    """Return the least cost of pairing all players, by trying every way; None if there is none."""
    if not players:
        return 0
    one, rest = players[0], players[1:]
    found = None
    for other in rest:
        pair = frozenset((one, other))
        if pair in allowed:
            below = best_cost([each for each in rest if each != other], allowed, cost)
            if below is not None and (found is None or below + cost[pair] < found):
                found = below + cost[pair]
    return found
