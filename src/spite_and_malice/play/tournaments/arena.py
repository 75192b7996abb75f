"""Waiting players are paired continuously while the clock runs, with others of similar points, not twice in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from spite_and_malice.play.tournaments.games import WIN, Pairing

STREAK: Final = 2
"""After this many games won in a row each further one counts double, until one is not won."""


def pair_arena(
    waiting: Sequence[int],
    scores: Mapping[int, int],
    last: Mapping[int, int],
    alone: bool = False,
    team_of: Mapping[int, int | None] | None = None,
) -> list[tuple[int, int]]:
    """Return as many pairs of waiting players as possible, the best first.

    ``last`` is each player's last opponent: they do not meet again immediately, unless they are ``alone`` in the arena.
    Players of the same team by ``team_of`` never meet.
    """
    teams = team_of or {}

    def is_apart(one: int, other: int) -> bool:
        mates = teams.get(one) is not None and teams.get(one) == teams.get(other)
        return mates or (not alone and _played_last(one, other, last))

    ranked = sorted(waiting, key=lambda number: (-scores.get(number, 0), number))
    pairs: list[tuple[int, int]] = []
    while len(ranked) > 1:
        one = ranked.pop(0)
        at = next((at for at, other in enumerate(ranked) if not is_apart(one, other)), None)
        if at is not None:
            pairs.append((one, ranked.pop(at)))
        elif pairs:
            # The last two have just met: exchange with the pair above them.
            pairs.extend(_exchanged(one, ranked.pop(0), pairs.pop(), is_apart))
    return pairs


def _exchanged(
    one: int, other: int, pair: tuple[int, int], is_apart: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    for first, second in (pair, pair[::-1]):
        if not is_apart(first, one) and not is_apart(second, other):
            return [(first, one), (second, other)]
    return [pair]


def _played_last(one: int, other: int, last: Mapping[int, int]) -> bool:
    return last.get(one) == other or last.get(other) == one


def arena_points(pairings: Iterable[Pairing]) -> dict[int, int]:
    """Return the points of everybody, for games in the order in which they ended.

    A win has two, a draw one; after two wins in a row the next games count double, up to the first one not won.
    """
    found: dict[int, int] = {}
    streaks: dict[int, int] = {}
    for pairing in pairings:
        if pairing.outcome is None:
            continue
        for number in pairing.both:
            got, streak = pairing.points_of(number), streaks.get(number, 0)
            found[number] = found.get(number, 0) + (2 * got if streak >= STREAK else got)
            streaks[number] = streak + 1 if got == WIN else 0
    return found
