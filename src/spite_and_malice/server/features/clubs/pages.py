"""The page of a club, the feed of its evenings for calendars, and its board after a game."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from msgspec import Struct

from spite_and_malice.rules import PRESETS, Rules, describe_by_topic, differences
from spite_and_malice.texts import _

from ...clock import MINUTE_MS, now_ms
from ...games.spite.table import table_name
from ...http.errors import ApiError
from ...http.hosts import own_address
from ...http.pages import long_page
from ...store import RoundTable, Season, Store, StoredClub, StoredEvening, Tournament
from ...store.events.clubs import Outsider
from ..evenings.answers import EveningAnswer, evening_answer
from ..evenings.calendar import Entry, entry_of, feed
from ..evenings.club_rights import RIGHTS, may, standing_of
from ..evenings.rounds import settle
from ..people.who import handle
from ..rules import kept_rules
from .acts import club_of

_FEED_MS: Final = 366 * 24 * 3_600_000
"""How far the feed looks back."""
_LEADERS: Final = 3
"""How many members the board after a game has, besides the viewer."""


@dataclass(slots=True)
class Standing:
    """A member's results in a season; ``who`` is their id in requests of the viewer."""

    who: str
    name: str
    head: str | None
    is_you: bool
    is_keeper: bool
    is_officer: bool = False
    evenings: int = 0
    tournaments: int = 0
    played: int = 0
    won: int = 0
    points: int = 0
    stand_ins: int = 0
    _order: int = field(default=0, repr=False)


def board(
    at: StoredClub, evenings: Sequence[StoredEvening], person: str, season: Season, cups: Sequence[Tournament] = ()
) -> list[Standing]:
    """Return the members ranked by their results at evenings and tournaments of their club in a season.

    Games won come first, then the points of evenings.
    """
    found = {
        member.person: Standing(
            handle(person, member.person),
            member.name,
            member.head,
            member.person == person,
            member.person == at.club.keeper,
            member.role == "officer" and member.person != at.club.keeper,
            _order=number,
        )
        for number, member in enumerate(at.members)
    }
    for evening in evenings:
        people = {guest.number: guest.person for guest in evening.guests}
        of_season = [table for table in evening.tables if _is_of(table, season)]
        places = [place for table in of_season for place in table.seats if place.won is not None]
        for number, who in people.items():
            own = [place for place in places if place.guest == number]
            if who not in found or not own:
                continue
            standing = found[who]
            standing.evenings += 1
            standing.played += len(own)
            standing.won += sum(place.won is True for place in own)
            standing.stand_ins += sum(place.stand_in > 0 for place in own)
            standing.points += sum(place.points or 0 for place in own)
    for cup in cups:
        _add_cup(found, cup, season)
    return sorted(found.values(), key=lambda each: (-each.won, -each.points, each._order))


def _add_cup(found: Mapping[str, Standing], cup: Tournament, season: Season) -> None:
    """Count the games of a tournament that ended in a season, including forfeits but not byes."""
    people = {each.seed: each.person for each in cup.entrants if each.seed is not None}
    came = set()
    for game in cup.pairings:
        is_in = game.ended_at is not None and season.since <= game.ended_at < (season.until or game.ended_at + 1)
        if not is_in or game.second is None or game.outcome is None:
            continue
        winner = {"first": game.first, "second": game.second}.get(game.outcome.removesuffix("_forfeit"))
        for seed in (game.first, game.second):
            standing = found.get(people.get(seed) or "")
            if standing is not None:
                came.add(seed)
                standing.played += 1
                standing.won += seed == winner
    for seed in came:
        found[people[seed] or ""].tournaments += 1


def _shown(person: str, outsider: Outsider) -> dict[str, Any]:
    return {
        "who": handle(person, outsider.person),
        "name": outsider.name,
        "head": outsider.head,
        "since": outsider.since,
    }


def _is_of(table: RoundTable, season: Season) -> bool:
    ended_at = table.ended_at
    return ended_at is not None and season.since <= ended_at and (season.until is None or ended_at < season.until)


@get("/club/{club_id:str}")
async def club_page(
    request: Request[Any, Any, Any],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    code: FromQuery[str] = "",
) -> Response[str]:
    """Show a club: to its members everything, to others its name and how to join."""
    at = await club_of(store, club_id)
    is_member = at.member(person) is not None
    held = await store.clubs.evenings(club_id, at.club.season_since) if is_member else ()
    cups = await store.tournaments.of_club(club_id) if is_member else ()
    shown = await asyncio.to_thread(lambda: [evening_answer(each, person) for each in held])
    standings = await asyncio.to_thread(board, at, held, person, at.seasons[0], cups) if is_member else []
    rules, own = Rules.from_json(at.club.rules), at.member(person)
    apart = await store.friends.kept_apart(person) if is_member else frozenset()
    known = {each.person: each.avoidance for each in await store.friends.known(person)} if is_member else {}
    avoided = {handle(person, other): kind for other, kind in known.items()}
    context = {
        "rights": RIGHTS,
        "standing": standing_of(at, person),
        "may": {right: may(at, person, right) for right in RIGHTS},
        "has_link": code == at.club.code,
        "link": f"/club/{club_id}" + (f"?code={at.club.code}" if at.club.joining == "link" else ""),
        "asked": any(each.person == person for each in at.requests),
        "requests": [_shown(person, each) for each in at.requests],
        "kept_out": [_shown(person, each) for each in at.kept_out],
        "messages": [each for each in at.messages if each.person not in apart],
        "wants_messages": own is not None and own.messages,
        "calendar": await store.clubs.calendar_of(club_id, person) if is_member else "",
        "avoided": avoided,
        "page": "evenings",
        "club": at.club,
        "members": len(at.members),
        "is_member": is_member,
        "is_out": any(each.person == person for each in at.kept_out),
        "is_keeper": at.club.keeper == person,
        "standings": standings,
        "cups": cups,
        "seasons": at.seasons,
        "coming": sorted((each for each in shown if not each.over), key=lambda each: each.starts_at or 0),
        "held": [each for each in shown if each.over],
        "game": at.club.rules_name or _(table_name(at.club.preset, at.club.rules)),
        "topics": describe_by_topic(rules),
        "differences": differences(rules),
        "presets": list(PRESETS.values()),
        "kept": await kept_rules(store, person, PRESETS),
    }
    return await long_page(request, "club.html.j2", context)


@get("/club/{club_id:str}/season/{number:int}")
async def season_page(
    request: Request[Any, Any, Any],
    club_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Response[str] | Redirect:
    """Show members the board of a past season; the current one is on the page of the club."""
    at = await club_of(store, club_id)
    season = at.season(number)
    if at.member(person) is None or number == at.club.season:
        return Redirect(f"/club/{club_id}")
    if season is None:
        raise NotFoundException(_("There is no season at this address."))
    held = await store.clubs.evenings(club_id, season.since, season.until)
    shown = await asyncio.to_thread(lambda: [evening_answer(each, person) for each in held])
    context = {
        "page": "evenings",
        "club": at.club,
        "season": season,
        "seasons": at.seasons,
        "standings": await asyncio.to_thread(board, at, held, person, season, await store.tournaments.of_club(club_id)),
        "held": shown,
    }
    return await long_page(request, "season.html.j2", context)


@get("/club/{club_id:str}/evenings.ics")
async def calendar(
    club_id: FromPath[str],
    store: NamedDependency[Store],
    request: Request[Any, Any, Any],
    key: FromQuery[str] = "",
) -> Response[bytes]:
    """Return the club's plans as a calendar: each member has an address with a ``key`` of their own."""
    at = await club_of(store, club_id)
    if not await store.clubs.has_calendar(club_id, key):
        text = _("This address of a calendar is that of no member of the club any more.")
        raise NotFoundException(text)
    evenings = [entry_of(each.evening) for each in await store.clubs.evenings(club_id, now_ms() - _FEED_MS)]
    cups = [_entry_of_cup(each) for each in await store.tournaments.of_club(club_id, with_cancelled=True)]
    entries = [*evenings, *(each for each in cups if each is not None)]
    address = own_address(request)
    text = await asyncio.to_thread(feed, at.club.name, entries, store.instance, address)
    headers = {"content-disposition": 'inline; filename="evenings.ics"'}
    return Response(text.encode(), media_type="text/calendar", headers=headers)


def _entry_of_cup(cup: Tournament) -> Entry | None:
    """Return a planned tournament as a calendar entry, None without a plan.

    An invitation not yet accepted by the club is marked as tentative; its address is where the club answers.
    """
    row = cup.row
    if row.starts_at is None:
        return None
    changed_at = max(row.created_at, row.started_at or 0, row.ended_at or 0)
    ends_at = row.starts_at + row.form.minutes * MINUTE_MS if row.form.system == "arena" else None
    is_asked = row.state == "gathering" and any(each.answer == "asked" for each in cup.teams)
    status: Literal["CONFIRMED", "TENTATIVE", "CANCELLED"] = "TENTATIVE" if is_asked else "CONFIRMED"
    if row.state == "cancelled":
        status = "CANCELLED"
    return Entry(row.id, row.name, f"/tournaments/{row.id}", row.starts_at, ends_at, changed_at, status)


class LeaderAnswer(Struct):
    """A member on the board of the season; those with as many games won and points share a rank."""

    rank: int
    name: str
    won: int
    you: bool


class ClubOfTable(Struct):
    """The club whose event a table belongs to, and who leads its season.

    ``counted`` says whether the table's result is included yet; before that there are no ``leaders``.
    """

    name: str
    url: str
    season: int
    counted: bool
    leaders: list[LeaderAnswer]


class AfterGame(Struct):
    """The club of a table, null unless it is one of yours."""

    club: ClubOfTable | None


@get("/api/tables/{table_id:str}/club")
async def club_of_table(
    table_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]
) -> AfterGame:
    """Return the leader of the season in the club that held a table's evening or tournament, for its members."""
    listed = await store.tables.listed(table_id)
    origin = None if listed is None else listed.table.origin
    if origin is None:
        return AfterGame(None)
    if origin.subject == "tournament":
        cup = await store.tournaments.get(origin.id)
        club_id = None if cup is None else await _own_club(store, cup, person)
        counted = cup is not None and any(
            each.table_id == table_id and each.outcome is not None for each in cup.pairings
        )
    elif origin.subject == "evening":
        # As long as nobody opens the evening, a finished table is not recorded there.
        await settle(store, origin.id)
        evening = await store.evenings.get(origin.id)
        club_id = None if evening is None else evening.evening.club_id
        counted = evening is not None and any(
            each.table_id == table_id and each.ended_at is not None for each in evening.tables
        )
    else:
        return AfterGame(None)
    at = None if club_id is None else await store.clubs.get(club_id)
    if at is None or at.member(person) is None:
        return AfterGame(None)
    leaders = []
    if counted:
        held = await store.clubs.evenings(at.club.id, at.club.season_since)
        cups = await store.tournaments.of_club(at.club.id)
        leaders = await asyncio.to_thread(lambda: _leaders(board(at, held, person, at.seasons[0], cups)))
    return AfterGame(ClubOfTable(at.club.name, f"/club/{at.club.id}", at.club.season, counted, leaders))


async def _own_club(store: Store, cup: Tournament, person: str) -> str | None:
    """Return the club of a tournament: if clubs play each other, the one that somebody is a member of."""
    if not cup.teams:
        return cup.row.club_id
    return next(iter(await store.clubs.standings_of(person, [each.club_id for each in cup.teams])), None)


def _ranked(standings: Sequence[Standing]) -> list[LeaderAnswer]:
    """Return the lines of a board with their ranks."""
    results = [(each.won, each.points) for each in standings]
    return [
        LeaderAnswer(1 + results.index(result), each.name, each.won, each.is_you)
        for each, result in zip(standings, results, strict=True)
    ]


def _leaders(standings: Sequence[Standing]) -> list[LeaderAnswer]:
    """Return the top of a board, and the viewer, wherever they are."""
    return [each for number, each in enumerate(_ranked(standings)) if number < _LEADERS or each.you]


class OwnClub(Struct):
    """A club of yours; ``standing`` is "keeper", "officer" or "member"."""

    id: str
    url: str
    name: str
    members: int
    standing: str


class SeasonLine(LeaderAnswer):
    """A member on the board of a season, with all figures that count."""

    played: int
    points: int


class ClubSeason(Struct):
    """A club of yours with the board of its season, and its planned evenings, the next one first."""

    id: str
    url: str
    name: str
    season: int
    standings: list[SeasonLine]
    coming: list[EveningAnswer]


@get("/api/clubs")
async def own_clubs(store: NamedDependency[Store], person: NamedDependency[str]) -> list[OwnClub]:
    """Return your clubs by name."""
    return [
        OwnClub(at.club.id, f"/club/{at.club.id}", at.club.name, len(at.members), standing_of(at, person) or "member")
        for at in await store.clubs.of(person)
    ]


@get("/api/clubs/{club_id:str}")
async def own_club(club_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> ClubSeason:
    """Return a club of yours: its season's standings and its plans."""
    at = await club_of(store, club_id)
    if at.member(person) is None:
        raise ApiError(403, "not_member", _("Only the members of the club see this."))
    held = await store.clubs.evenings(club_id, at.club.season_since)
    cups = await store.tournaments.of_club(club_id)

    def read() -> ClubSeason:
        standings = board(at, held, person, at.seasons[0], cups)
        coming = [evening_answer(each, person, at) for each in held if not each.evening.is_over]
        return ClubSeason(
            club_id,
            f"/club/{club_id}",
            at.club.name,
            at.club.season,
            [
                SeasonLine(line.rank, line.name, line.won, line.you, each.played, each.points)
                for line, each in zip(_ranked(standings), standings, strict=True)
            ],
            sorted(coming, key=lambda each: each.starts_at or 0),
        )

    return await asyncio.to_thread(read)


pages: Final = (club_page, season_page, calendar, club_of_table, own_clubs, own_club)
