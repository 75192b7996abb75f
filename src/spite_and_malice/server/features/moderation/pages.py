"""The pages of moderators: everything that needs review, with figures of the last days."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from spite_and_malice.engine.pictures import draw_svg
from spite_and_malice.engine.view import View
from spite_and_malice.play import Game
from spite_and_malice.rules import Rules
from spite_and_malice.texts import N_, _

from ...clock import now_ms
from ...games import GAMES
from ...games.spite.table import fair_deal
from ...http.pages import long_page
from ...store import Store, StoredGame
from ...store.database.repository import can_be_numbered

_DAYS: Final = 14
"""How many days the plots show, today included."""
_STYLED: Final = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}


_DEEDS: Final = {
    "announced": N_("announced"),
    "announcement withdrawn": N_("announcement withdrawn"),
    "backed up": N_("backed up"),
    "block lifted": N_("let in again"),
    "blocked": N_("kept out"),
    "club deleted": N_("club deleted"),
    "club handed on": N_("club handed on"),
    "club renamed": N_("club renamed"),
    "erasure asked for": N_("erasure asked for"),
    "evening deleted": N_("evening deleted"),
    "evening ended": N_("evening ended"),
    "moderator dismissed": N_("moderator dismissed"),
    "moderator named": N_("moderator named"),
    "people merged": N_("people merged"),
    "person erased": N_("person erased"),
    "person invited": N_("person invited"),
    "person renamed": N_("person renamed"),
    "push key rotated": N_("key of notifications changed"),
    "read-only": N_("nothing new is begun"),
    "read-only ended": N_("everything is begun again"),
    "recovery code made": N_("recovery code made"),
    "registration": N_("who can make an account"),
    "report closed": N_("report closed"),
    "restored": N_("restored"),
    "restricted": N_("restricted"),
    "restriction lifted": N_("heard again"),
    "signed out": N_("signed out"),
    "table closed": N_("table closed"),
    "tables deleted": N_("tables deleted"),
    "tables pruned": N_("tables deleted"),
    "tournament deleted": N_("tournament deleted"),
    "tournament ended": N_("tournament ended"),
}
"""The actions of the log in words; actions missing here are shown as they are."""


def _first_day() -> date:
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date() - timedelta(days=_DAYS - 1)


@get("/admin")
async def overview(request: Request[Any, Any, Any], store: NamedDependency[Store]) -> Response[str]:
    """Show the numbers of games and people, announcements, switches, and the latest actions."""
    first = _first_day()
    since = int(datetime(first.year, first.month, first.day, tzinfo=UTC).timestamp() * 1000)
    found = await store.moderation.overview(since)
    days = [(first + timedelta(days=number)).isoformat() for number in range(_DAYS)]
    tallies = [found.figures.days.get(day) for day in days]
    context = {
        "page": "admin",
        "found": found,
        "days": days,
        "dealt": [0 if each is None else each.dealt for each in tallies],
        "players": [0 if each is None else len(each.people) for each in tallies],
        "log": [(each, _(_DEEDS.get(each.what, each.what))) for each in found.log],
        "switches": store.operators.switches,
        "announced": await store.moderation.announcements(),
    }
    return await long_page(request, "moderation.html.j2", context)


@get("/admin/reports")
async def reports(request: Request[Any, Any, Any], store: NamedDependency[Store]) -> Response[str]:
    """Show people's reports: the words, the table at that time, and what is known of the person reported."""
    found = await store.moderation.reports()
    about = {
        each.person: await store.moderation.person(each.person, (each.name,), 0)
        for each in found
        if each.person is not None
    }
    context = {"page": "admin", "reports": found, "about": about, "closed": await store.moderation.closed()}
    return await long_page(request, "moderation_reports.html.j2", context)


@get("/admin/reports/{number:int}/table.svg")
async def position(number: FromPath[int], store: NamedDependency[Store]) -> Response[str]:
    """Draw the table at which something was reported as everybody saw it then; no hand is shown."""
    report = await store.moderation.report(number) if can_be_numbered(number) else None
    listed = None if report is None else await store.tables.listed(report.table_id)
    if report is None or listed is None or GAMES[listed.table.kind].is_solo:
        raise NotFoundException
    for game in range(listed.summary.game, 0, -1):
        stored = await store.tables.game(report.table_id, game)
        if stored is not None and stored.started_at <= report.reported_at:
            view = await asyncio.to_thread(_view_at, stored, report.reported_at)
            return Response(draw_svg(view), media_type="image/svg+xml", headers=_STYLED)
    raise NotFoundException


def _view_at(stored: StoredGame, at: int) -> View:
    """Return a spectator's view of a game at a time in UTC milliseconds."""
    game = Game.deal(Rules.from_json(stored.table.rules), stored.game.dealer, fair_deal(stored.game))
    for move, made_at in zip(stored.moves, stored.times, strict=True):
        if made_at > at:
            break
        game.act(move.seat, move.text)
    return game.view(None)


@get("/admin/people")
async def people(store: NamedDependency[Store], q: FromQuery[str] = "") -> Template:
    """Show the people with a name, with the possible actions."""
    asked = q.strip()[:64]
    context = {"page": "admin", "asked": asked, "people": await store.moderation.find(asked)}
    return Template("moderation_people.html.j2", context=context)


@get("/admin/events")
async def events(store: NamedDependency[Store]) -> Template:
    """Show the current and planned evenings and tournaments."""
    context = {"page": "admin", "events": await store.moderation.events()}
    return Template("moderation_events.html.j2", context=context)


pages: Final = (overview, reports, position, people, events)
