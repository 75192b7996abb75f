"""The standings of teams: the sum of their best players' points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from spite_and_malice.play.tournaments.standings import Standing


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A line of the standings of teams; teams with equal points share a ``rank``. Points are those of its players."""

    rank: int
    team: int
    points: int


def team_standings(
    teams: Iterable[int], lines: Sequence[Standing], team_of: Mapping[int, int | None], best: int = 0
) -> list[TeamStanding]:
    """Return teams by the points of their players, or of only the ``best`` of them if that is not 0."""
    own: dict[int, list[int]] = {team: [] for team in teams}
    for line in lines:
        team = team_of.get(line.number)
        if team in own:
            own[team].append(line.points)
    total = {team: sum(sorted(got, reverse=True)[: best or None]) for team, got in own.items()}
    ordered = sorted(total.values(), reverse=True)
    ranked = sorted(total, key=lambda team: (-total[team], team))
    return [TeamStanding(1 + ordered.index(total[team]), team, total[team]) for team in ranked]
