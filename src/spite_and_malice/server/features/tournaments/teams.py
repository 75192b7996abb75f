"""Clubs that play each other: who is in which team, who plays if it begins now, and a person's rights in the clubs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spite_and_malice.play.tournaments import TeamStanding, team_standings
from spite_and_malice.texts import _

from ...http.errors import ApiError
from ...store import EntrantRow, Store, TeamRow, Tournament
from ..evenings.club_rights import RIGHTS
from .rounds import table_of


@dataclass(frozen=True, slots=True)
class Part:
    """The numbers of the teams that somebody can play for, and of those that they answer for and line up."""

    plays: tuple[int, ...] = ()
    leads: tuple[int, ...] = ()


NOBODY: Final = Part()


async def part_of(store: Store, tournament: Tournament, person: str) -> Part:
    """Return somebody's role in the clubs of a tournament."""
    if not tournament.teams:
        return NOBODY
    standings = await store.clubs.standings_of(person, [each.club_id for each in tournament.teams])
    own = [(each.number, standings[each.club_id]) for each in tournament.teams if each.club_id in standings]
    leads = tuple(number for number, standing in own if standing in RIGHTS["plan"][1])
    return Part(tuple(number for number, _standing in own), leads)


def of_team(tournament: Tournament, team: int) -> list[EntrantRow]:
    """Return the players of a team, by board."""
    own = [each for each in tournament.entrants if each.team == team]
    return sorted(own, key=lambda each: each.board or 0)


def boards(tournament: Tournament) -> int:
    """Return on how many boards a match would be played if it began now: 0 as long as a club has not accepted."""
    if any(each.answer != "yes" for each in tournament.teams):
        return 0
    least = min((len(of_team(tournament, each.number)) for each in tournament.teams), default=0)
    return min(least, tournament.row.form.boards or least)


def has_two_teams(tournament: Tournament) -> bool:
    """Say whether clubs that play each other can begin."""
    if tournament.row.form.system == "match":
        return boards(tournament) > 0
    return len({each.team for each in tournament.entrants}) > 1


def lined_up(tournament: Tournament) -> list[EntrantRow]:
    """Return the players of a match if it begins now, board by board: ranks 1 and 2 are those of board 1."""
    teams = [of_team(tournament, each.number) for each in tournament.teams]
    return [team[board] for board in range(boards(tournament)) for team in teams]


def is_reserve(tournament: Tournament, entrant: EntrantRow) -> bool:
    """Say whether somebody would sit out a match if it began now, because their team has more people."""
    if tournament.row.form.system != "match" or entrant.team is None:
        return False
    size = boards(tournament)
    return size > 0 and entrant not in of_team(tournament, entrant.team)[:size]


def team_table(tournament: Tournament) -> list[TeamStanding]:
    """Return the current standings of the teams, nothing in a tournament without teams."""
    team_of = {each.seed: each.team for each in tournament.entrants if each.seed is not None}
    numbers = [each.number for each in tournament.teams if each.answer == "yes"]
    return team_standings(numbers, table_of(tournament), team_of, tournament.row.form.best)


async def asked_clubs(store: Store, own: str, names: Sequence[str]) -> list[TeamRow]:
    """Return the teams of clubs: of one's ``own`` by its id, and of those asked by their links or names.

    Raises `ApiError` for an unknown or ambiguous name.
    """
    ids = [own]
    for name in filter(None, (each.strip() for each in names)):
        link = name.partition("/club/")[2].partition("?")[0].partition("#")[0].strip("/")
        found = [link] if link else list(await store.clubs.named(name))
        if len(found) > 1:
            text = _("There are several clubs called {name}: use the link of the one that you mean.")
            raise ApiError(422, "many_clubs", text.format(name=name))
        if not found:
            raise ApiError(404, "no_club", _("There is no club called {name}.").format(name=name))
        ids += found
    if len(set(ids)) < len(ids):
        raise ApiError(422, "same_club", _("A club cannot play itself."))
    teams = []
    for number, club_id in enumerate(ids, 1):
        club = await store.clubs.get(club_id)
        if club is None:
            raise ApiError(404, "no_club", _("There is no club at this address."))
        teams.append(TeamRow(number, club_id, club.club.name, "yes" if number == 1 else "asked"))
    return teams
