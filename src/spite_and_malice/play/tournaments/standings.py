"""Standings and tie-breaks.

In the order in which they count:

- direct encounter: the points among the tied players, if all of them have met (in a round robin at once, else after
  Buchholz);
- Buchholz: the points of everybody you met added up; a round without a game counts as if you had met yourself;
- Sonneborn-Berger: the points of everybody you beat, and half of the points of everybody you drew with;
- wins: the games that you won at the table;
- cards: how many more pay-off cards your opponents had left than you, over all games;
- the rank before the first round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from spite_and_malice.play.tournaments.arena import arena_points
from spite_and_malice.play.tournaments.games import PLAYED, Entrant, Pairing, points

System = Literal["swiss", "round_robin", "knock_out", "arena", "match"]
"""How participants are paired."""

SYSTEMS: Final[tuple[System, ...]] = ("swiss", "round_robin", "knock_out", "arena", "match")


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a table of standings. Points, Buchholz and the encounter are in half points, ``berger`` in quarters.

    Players tied in everything except the rank before the first round share a ``rank``. ``level`` is the round in which
    they were knocked out, or 0 in other systems.
    """

    rank: int
    number: int
    points: int
    buchholz: int
    berger: int
    wins: int
    draws: int
    losses: int
    cards: int
    played: int
    level: int = 0


def standings(system: System, entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Standing]:
    """Return the standings after some pairings; those without an outcome do not count yet.

    The pairings of an arena come in the order in which they ended.
    """
    over = [pairing for pairing in pairings if pairing.outcome is not None]
    total = arena_points(over) if system == "arena" else points(over)
    own: dict[int, list[Pairing]] = {}
    for pairing in over:
        for number in pairing.both:
            own.setdefault(number, []).append(pairing)
    lines = {each.number: _line(each.number, total, own.get(each.number, [])) for each in entrants}
    if system == "knock_out":
        _set_levels(lines, over)
    keys = _keys(system, lines, own)
    found: list[Standing] = []
    for group in _ranked(sorted(lines), keys):
        rank = len(found) + 1
        found.extend(Standing(rank, number, **lines[number]) for number in group)
    return found


def _line(number: int, total: dict[int, int], own: Sequence[Pairing]) -> dict[str, int]:
    found = dict.fromkeys(("buchholz", "berger", "wins", "draws", "losses", "cards", "played"), 0)
    for pairing in own:
        opponent = pairing.opponent_of(number)
        if opponent is None or pairing.outcome not in PLAYED:
            found["buchholz"] += total.get(number, 0)
            continue
        theirs, got = total.get(opponent, 0), pairing.points_of(number)
        found["buchholz"] += theirs
        found["berger"] += theirs * got
        found[("losses", "draws", "wins")[got]] += 1
        found["cards"] += pairing.margin if number == pairing.first else -pairing.margin
        found["played"] += 1
    return {"points": total.get(number, 0), **found}


def _set_levels(lines: dict[int, dict[str, int]], over: Iterable[Pairing]) -> None:
    """Note each player's last round of a knock-out, one more for the winner."""
    last: dict[int, Pairing] = {}
    for pairing in sorted(over, key=lambda each: (each.round, each.board)):
        for number in pairing.both:
            last[number] = pairing
    for number, pairing in last.items():
        # A draw is followed by another game, and if neither player came the higher one advances.
        is_through = pairing.points_of(number) > 1 or (pairing.outcome == "no_show" and number == min(pairing.both))
        lines[number]["level"] = pairing.round + is_through


Group = Sequence[int]
Key = Callable[[Group], dict[int, int]]
"""Returns a tie-break value for players tied so far: more is better."""


def _keys(system: System, lines: dict[int, dict[str, int]], own: dict[int, list[Pairing]]) -> list[Key]:
    def of(name: str) -> Key:
        return lambda group: {number: lines[number].get(name, 0) for number in group}

    def encounter(group: Group) -> dict[int, int]:
        return _encounter(group, own)

    if system == "knock_out":
        return [of("level"), of("cards")]
    if system in ("arena", "match"):
        return [of("points"), of("wins"), of("cards")]
    if system == "round_robin":
        return [of("points"), encounter, of("berger"), of("wins"), of("cards")]
    return [of("points"), of("buchholz"), encounter, of("berger"), of("wins"), of("cards")]


def _encounter(group: Group, own: dict[int, list[Pairing]]) -> dict[int, int]:
    """Return the points of a group against each other; the same for all of them if not all have met."""
    inside = set(group)
    among = [
        pairing
        for number in group
        for pairing in own.get(number, ())
        if pairing.first == number and pairing.second in inside
    ]
    if len({frozenset(pairing.both) for pairing in among}) < len(group) * (len(group) - 1) // 2:
        return dict.fromkeys(group, 0)
    got = points(among)
    return {number: got.get(number, 0) for number in group}


def _ranked(numbers: Group, keys: Sequence[Key]) -> list[list[int]]:
    """Return groups of players tied by all keys, the best first."""
    if not keys or len(numbers) < 2:
        return [list(numbers)] if numbers else []
    values = keys[0](numbers)
    ordered = sorted(numbers, key=lambda number: -values[number])
    return [
        group for _value, level in groupby(ordered, key=values.__getitem__) for group in _ranked(list(level), keys[1:])
    ]
