"""The page of an evening, and the page of a person's evenings."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS, Rules, describe_by_topic, differences
from spite_and_malice.texts import _

from ...http.hosts import own_address
from ...http.pages import long_page
from ...store import Store
from ..people.who import person_answer
from ..rules import kept_rules
from .answers import evening_answer
from .calendar import entry_of, feed
from .club_rights import may


@get("/evenings")
async def evenings_page(
    store: NamedDependency[Store], person: NamedDependency[str], club: FromQuery[str | None] = None
) -> Template:
    """Show somebody's evenings and clubs, and the form for a new evening; of a club, if they may plan for it."""
    clubs = await store.clubs.of(person)
    stored = await store.evenings.of(person)
    found = await asyncio.to_thread(lambda: [evening_answer(each, person) for each in stored])
    context = {
        "page": "evenings",
        "going_on": [each for each in found if not each.over],
        "past": [each for each in found if each.over],
        "clubs": clubs,
        "kept_clubs": [each for each in clubs if may(each, person, "plan")],
        "club": next((each for each in clubs if each.club.id == club and may(each, person, "plan")), None),
        "presets": list(PRESETS.values()),
        "kept": await kept_rules(store, person, PRESETS),
        "computers": LEVELS,
    }
    return Template("evenings.html.j2", context=context)


@get("/evening/{evening_id:str}")
async def evening_page(
    request: Request[Any, Any, Any],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Response[str]:
    """Show an evening; its script fetches the events."""
    at = await store.evenings.get(evening_id)
    if at is None:
        raise NotFoundException(_("There is no evening at this address."))
    rules = Rules.from_json(at.evening.rules)
    guests = {guest.person for guest in at.guests}
    known = () if at.evening.is_over else await store.friends.known(person)
    club = None if at.evening.club_id is None else await store.clubs.get(at.evening.club_id)
    friends = [each for each in known if each.friendship == "friend" and each.person not in guests]
    context = {
        "page": "evenings",
        "evening": await asyncio.to_thread(evening_answer, at, person, club),
        "friends": [person_answer(person, each) for each in sorted(friends, key=lambda each: not each.is_here)],
        "topics": describe_by_topic(rules),
        "differences": differences(rules),
        "computers": LEVELS,
        "presets": list(PRESETS.values()),
        "kept": await kept_rules(store, person, PRESETS),
    }
    return await long_page(request, "evening.html.j2", context)


@get("/evening/{evening_id:str}/evening.ics")
async def calendar_entry(
    request: Request[Any, Any, Any], evening_id: FromPath[str], store: NamedDependency[Store]
) -> Response[bytes]:
    """Return an evening as a calendar entry, for anybody who has its link."""
    at = await store.evenings.get(evening_id)
    if at is None:
        raise NotFoundException(_("There is no evening at this address."))
    text = feed(at.evening.name, [entry_of(at.evening)], store.instance, own_address(request))
    headers = {"content-disposition": 'attachment; filename="evening.ics"'}
    return Response(text.encode(), media_type="text/calendar", headers=headers)


pages: Final = (evenings_page, evening_page, calendar_entry)
