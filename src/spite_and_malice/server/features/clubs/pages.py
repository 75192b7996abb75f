"""The page of a club, and the feed of its evenings for calendars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from spite_and_malice.rules import PRESETS, Rules, describe_by_topic, differences
from spite_and_malice.texts import _

from ...clock import now_ms
from ...games.spite.table import table_name
from ...http.hosts import own_address
from ...store import RoundTable, Season, Store, StoredClub, StoredEvening
from ..evenings.answers import evening_answer
from ..people.who import handle
from ..rules import kept_rules
from .acts import club_of
from .calendar import feed

_FEED_MS: Final = 366 * 24 * 3_600_000
"""How far the feed looks back."""


@dataclass(slots=True)
class Standing:
    """What a member has come to in a season; ``who`` names them for requests of the person who looks."""

    who: str
    name: str
    head: str | None
    is_you: bool
    is_keeper: bool
    evenings: int = 0
    played: int = 0
    won: int = 0
    points: int = 0
    _order: int = field(default=0, repr=False)


def board(at: StoredClub, evenings: Sequence[StoredEvening], person: str, season: Season) -> list[Standing]:
    """Return the members by what they have come to at evenings of their club in a season: games won, then points."""
    found = {
        member.person: Standing(
            handle(person, member.person),
            member.name,
            member.head,
            member.person == person,
            member.person == at.club.keeper,
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
            standing.points += sum(place.points or 0 for place in own)
    return sorted(found.values(), key=lambda each: (-each.won, -each.points, each._order))


def _is_of(table: RoundTable, season: Season) -> bool:
    ended_at = table.ended_at
    return ended_at is not None and season.since <= ended_at and (season.until is None or ended_at < season.until)


@get("/club/{club_id:str}")
async def club_page(club_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show a club: to its members everything, to others its name and how to join."""
    at = await club_of(store, club_id)
    is_member = at.member(person) is not None
    held = await store.clubs.evenings(club_id, at.club.season_since) if is_member else ()
    shown = [evening_answer(each, person) for each in held]
    rules = Rules.from_json(at.club.rules)
    context = {
        "page": "evenings",
        "club": at.club,
        "members": len(at.members),
        "is_member": is_member,
        "is_keeper": at.club.keeper == person,
        "standings": board(at, held, person, at.seasons[0]) if is_member else [],
        "seasons": at.seasons,
        "coming": sorted((each for each in shown if not each.over), key=lambda each: each.starts_at or 0),
        "held": [each for each in shown if each.over],
        "game": at.club.rules_name or _(table_name(at.club.preset, at.club.rules)),
        "topics": describe_by_topic(rules),
        "differences": differences(rules),
        "presets": list(PRESETS.values()),
        "kept": await kept_rules(store, person, PRESETS),
    }
    return Template("club.html.j2", context=context)


@get("/club/{club_id:str}/season/{number:int}")
async def season_page(
    club_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], person: NamedDependency[str]
) -> Template | Redirect:
    """Show members the board of a season that is over; the one that goes on is on the page of the club."""
    at = await club_of(store, club_id)
    season = at.season(number)
    if at.member(person) is None or number == at.club.season:
        return Redirect(f"/club/{club_id}")
    if season is None:
        raise NotFoundException(_("There is no season at this address."))
    held = await store.clubs.evenings(club_id, season.since, season.until)
    context = {
        "page": "evenings",
        "club": at.club,
        "season": season,
        "seasons": at.seasons,
        "standings": board(at, held, person, season),
        "held": [evening_answer(each, person) for each in held],
    }
    return Template("season.html.j2", context=context)


@get("/club/{club_id:str}/evenings.ics")
async def calendar(
    club_id: FromPath[str], store: NamedDependency[Store], request: Request[Any, Any, Any]
) -> Response[bytes]:
    """Return the evenings of a club as a calendar has them: for those who have the link of the club."""
    at = await club_of(store, club_id)
    evenings = [each.evening for each in await store.clubs.evenings(club_id, now_ms() - _FEED_MS)]
    address = own_address(request)
    text = feed(at.club.name, evenings, store.instance, address)
    headers = {"content-disposition": 'inline; filename="evenings.ics"'}
    return Response(text.encode(), media_type="text/calendar", headers=headers)


pages: Final = (club_page, season_page, calendar)
