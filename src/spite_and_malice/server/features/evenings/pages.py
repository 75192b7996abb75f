"""The page of an evening, and that of all evenings of somebody."""

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS, Rules, describe_by_topic, differences
from spite_and_malice.texts import _

from ...store import Store
from ..people.who import person_answer
from ..rules import kept_rules
from .answers import evening_answer


@get("/evenings")
async def evenings_page(
    store: NamedDependency[Store], person: NamedDependency[str], club: FromQuery[str | None] = None
) -> Template:
    """Show the evenings and clubs of somebody, and the form of a new evening, of a club that they keep if named."""
    clubs = await store.clubs.of(person)
    found = [evening_answer(each, person) for each in await store.evenings.of(person)]
    context = {
        "page": "evenings",
        "going_on": [each for each in found if not each.over],
        "past": [each for each in found if each.over],
        "clubs": clubs,
        "kept_clubs": [each for each in clubs if each.club.keeper == person],
        "club": next((each for each in clubs if each.club.id == club and each.club.keeper == person), None),
        "presets": list(PRESETS.values()),
        "kept": await kept_rules(store, person, PRESETS),
        "computers": LEVELS,
    }
    return Template("evenings.html.j2", context=context)


@get("/evening/{evening_id:str}")
async def evening_page(
    evening_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]
) -> Template:
    """Show an evening; what happens there its script asks for."""
    at = await store.evenings.get(evening_id)
    if at is None:
        raise NotFoundException(_("There is no evening at this address."))
    rules = Rules.from_json(at.evening.rules)
    guests = {guest.person for guest in at.guests}
    known = () if at.evening.is_over else await store.friends.known(person)
    friends = [each for each in known if each.friendship == "friend" and each.person not in guests]
    context = {
        "page": "evenings",
        "evening": evening_answer(at, person),
        "friends": [person_answer(person, each) for each in sorted(friends, key=lambda each: not each.is_here)],
        "topics": describe_by_topic(rules),
        "differences": differences(rules),
        "computers": LEVELS,
        "presets": list(PRESETS.values()),
        "kept": await kept_rules(store, person, PRESETS),
    }
    return Template("evening.html.j2", context=context)


pages: Final = (evenings_page, evening_page)
