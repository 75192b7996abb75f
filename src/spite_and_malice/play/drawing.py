"""The draw of a round of an evening: as few repeats as possible, and nobody sits out twice before everybody has once.

First the people who sit out are chosen: those who have done so least often, with ties broken at random. The others are
seated at the least cost: each pair at one table costs as often as they have met before, and partners three times as
often as they have been partners before. `Drawn.is_exact` says whether the cost is proved to be the least; with many
people the search stops after a number of steps and keeps the best result.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Generic, Protocol, TypeVar

from spite_and_malice.rules import Rules

T = TypeVar("T", bound=Hashable)


class Chance(Protocol):
    """A source of randomness for ties, such as `random.SystemRandom`."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""

    def shuffle(self, x: list[Any]) -> None:
        """Shuffle a list in place."""


_PARTNERS: Final = 3
"""How much more a repeated partnership costs than a repeated meeting."""
_TEAM: Final = 1000
"""The value of seating two of a team as partners: more than any repeats."""
_STEPS: Final = 60_000
"""The number of steps after which the search for the best tables stops."""
_CLIMBS: Final = 12
"""The number of random starts that exchanges of two people improve before that search."""
_EXCHANGES: Final = 40_000
"""The limit of exchanges over all starts, so that a round of a hundred is drawn within a second or two."""


@dataclass(slots=True)
class History(Generic[T]):
    """The earlier rounds: how often two people met at a table or were partners, and how often somebody sat out."""

    met: Counter[frozenset[T]]
    partnered: Counter[frozenset[T]]
    rested: Counter[T]

    @classmethod
    def empty(cls) -> History[T]:
        """Return the history of a new evening."""
        return cls(Counter(), Counter(), Counter())

    def add(self, tables: Iterable[Sequence[T | None]], resting: Iterable[T], rules: Rules) -> None:
        """Count a round: who sat at each seat of each table, None for a computer player, and who sat out."""
        for seats in tables:
            for one, other in combinations(range(len(seats)), 2):
                first, second = seats[one], seats[other]
                if first is None or second is None:
                    continue
                pair = frozenset((first, second))
                self.met[pair] += 1
                if rules.side_of(one) == rules.side_of(other):
                    self.partnered[pair] += 1
        self.rested.update(resting)


@dataclass(frozen=True, slots=True)
class Drawn(Generic[T]):
    """A round: who sits at each seat of each table, None for a computer player, and who sits out."""

    tables: tuple[tuple[T | None, ...], ...]
    resting: tuple[T, ...]
    is_exact: bool


def draw(
    people: Sequence[T],
    rules: Rules,
    history: History[T],
    *,
    teams: Mapping[T, str] | None = None,
    chance: Chance,
    fill: bool = False,
) -> Drawn[T]:
    """Draw a round of tables for ``rules.players``.

    With ``fill`` nobody sits out: at one more table computer players have the other seats; people who sat out or played
    there count as having rested. Those of one of the ``teams`` are partners where the rules have any. Raises ValueError
    if there are too few people for a table.
    """
    size = rules.players
    left_over = len(people) % size
    if not people or (len(people) < size and not fill):
        raise ValueError(f"a table takes {size} people, and there are {len(people)}")
    teams = teams or {}
    resting = _resting(people, left_over, history, teams, chance)
    playing = [one for one in people if one not in resting]
    chance.shuffle(playing)
    search = _Search(playing, rules, history, teams)
    groups, is_exact = search.best(chance) if playing else ([], True)
    tables: list[tuple[T | None, ...]] = [_seated(search.arranged(group)[1], rules, chance) for group in groups]
    if resting and fill:
        computers: list[T | None] = [None] * (size - left_over)
        tables.append(_seated((*resting, *computers), rules, chance, is_mixed=True))
    return Drawn(tuple(tables), tuple(resting), is_exact)


def _resting(people: Sequence[T], count: int, history: History[T], teams: Mapping[T, str], chance: Chance) -> list[T]:
    """Choose who sits out: whole teams if the numbers allow it, first those who have sat out least."""
    luck: dict[Hashable, float] = {}

    def order(one: T) -> tuple[int, float, float]:
        unit: Hashable = teams.get(one) or ("alone", one)
        return history.rested[one], luck.setdefault(unit, chance.random()), chance.random()

    return sorted(people, key=order)[:count]


def _seated(order: Sequence[T | None], rules: Rules, chance: Chance, *, is_mixed: bool = False) -> tuple[T | None, ...]:
    """Give each side's people its seats in random order; ``order`` has side after side."""
    sides = _sides(rules)
    parts: list[list[T | None]] = []
    at = 0
    for side in sides:
        parts.append(list(order[at : at + len(side)]))
        at += len(side)
    for part in parts:
        chance.shuffle(part)
    if not is_mixed or len(sides) == rules.players:
        chance.shuffle(parts)
    seats: list[T | None] = [None] * rules.players
    for side, part in zip(sides, parts, strict=True):
        for seat, one in zip(side, part, strict=True):
            seats[seat] = one
    return tuple(seats)


def _sides(rules: Rules) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for seat in range(rules.players):
        found.setdefault(rules.side_of(seat), []).append(seat)
    return list(found.values())


class _Search(Generic[T]):
    """Searches for the tables that cost least."""

    def __init__(self, people: Sequence[T], rules: Rules, history: History[T], teams: Mapping[T, str]) -> None:
        self._people = people
        self._size = rules.players
        self._sides = [len(side) for side in _sides(rules)]
        self._history = history
        self._teams = teams
        self._known: dict[frozenset[T], tuple[int, tuple[T, ...]]] = {}

    def arranged(self, group: Sequence[T]) -> tuple[int, tuple[T, ...]]:
        """Return the cost of a table, and its people side after side."""
        key = frozenset(group)
        if key not in self._known:
            meetings = sum(self._history.met[frozenset(pair)] for pair in combinations(group, 2))
            best = min((self._partnership(order), order) for order in self._orders(tuple(group)))
            self._known[key] = meetings + best[0], best[1]
        return self._known[key]

    def _orders(self, group: tuple[T, ...]) -> Iterable[tuple[T, ...]]:
        """Yield the distinct ways to divide a table's people into sides."""
        if len(self._sides) == len(group):
            yield group
        else:
            yield from self._split(group, self._sides)

    def _split(self, left: tuple[T, ...], sides: Sequence[int]) -> Iterable[tuple[T, ...]]:
        if len(sides) == 1:
            yield left
            return
        # Sides of equal size are interchangeable, so the first remaining person is always in the next one.
        is_even = len(set(sides)) == 1
        start, others = (left[:1], left[1:]) if is_even else ((), left)
        for more in combinations(others, sides[0] - len(start)):
            rest = tuple(one for one in others if one not in more)
            for following in self._split(rest, sides[1:]):
                yield (*start, *more, *following)

    def _partnership(self, order: Sequence[T]) -> int:
        cost, at = 0, 0
        for length in self._sides:
            for one, other in combinations(order[at : at + length], 2):
                cost += _PARTNERS * self._history.partnered[frozenset((one, other))]
                if self._teams.get(one) and self._teams.get(one) == self._teams.get(other):
                    # A team wants the same partners evening after evening.
                    cost = cost - _TEAM - _PARTNERS * self._history.partnered[frozenset((one, other))]
            at += length
        return cost

    def best(self, chance: Chance) -> tuple[list[tuple[T, ...]], bool]:
        """Return the best tables, and whether they are proved to be the best."""
        self._least = self._least_of_each()
        self._best_cost, self._best = math.inf, list[tuple[T, ...]]()
        self._steps = 0
        for _ in range(_CLIMBS):
            groups = self._climb(chance)
            if (cost := self._cost(groups)) < self._best_cost:
                self._best_cost, self._best = cost, groups
            if cost <= self._least * len(groups) or self._steps >= _EXCHANGES:
                break
        self._steps = 0
        is_exact = self._try([], list(self._people), 0)
        return self._best, is_exact

    def _cost(self, groups: Sequence[tuple[T, ...]]) -> int:
        return sum(self.arranged(group)[0] for group in groups)

    def _climb(self, chance: Chance) -> list[tuple[T, ...]]:
        """Exchange people between random tables as long as that reduces the cost."""
        order = list(self._people)
        chance.shuffle(order)
        groups = [order[at : at + self._size] for at in range(0, len(order), self._size)]
        is_better = True
        while is_better:
            is_better = False
            for one, other in combinations(range(len(groups)), 2):
                if self._steps >= _EXCHANGES:
                    break
                if self.arranged(groups[one])[0] == self.arranged(groups[other])[0] == self._least:
                    continue
                self._steps += self._size**2
                for i in range(self._size):
                    for j in range(self._size):
                        before = self.arranged(groups[one])[0] + self.arranged(groups[other])[0]
                        groups[one][i], groups[other][j] = groups[other][j], groups[one][i]
                        if self.arranged(groups[one])[0] + self.arranged(groups[other])[0] < before:
                            is_better = True
                        else:
                            groups[one][i], groups[other][j] = groups[other][j], groups[one][i]
        return [tuple(group) for group in groups]

    def _least_of_each(self) -> int:
        """Return a lower bound of a table's cost: zero, or less for a team."""
        most_pairs = sum(length * (length - 1) // 2 for length in self._sides)
        return -_TEAM * most_pairs if any(self._teams.get(one) for one in self._people) else 0

    def _try(self, groups: list[tuple[T, ...]], left: list[T], cost: int) -> bool:
        """Complete tables in every way that can cost less than the best; return False if that took too many steps."""
        if not left:
            if cost < self._best_cost:
                self._best_cost, self._best = cost, list(groups)
            return True
        if cost + self._least * (len(left) // self._size) >= self._best_cost:
            return True
        first, others = left[0], left[1:]
        for company in combinations(others, self._size - 1):
            self._steps += 1
            if self._steps > _STEPS:
                return False
            group = (first, *company)
            groups.append(group)
            rest = [one for one in others if one not in company]
            if not self._try(groups, rest, cost + self.arranged(group)[0]):
                return False
            groups.pop()
        return True
