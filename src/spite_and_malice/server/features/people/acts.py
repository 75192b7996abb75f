"""Actions about other people: friendships, blocking, the own profile (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice.texts import _

from ...http.errors import ApiError
from ...http.guards import SPEAKS, WHILE_READ_ONLY, json_only
from ...store import Avoidance, Avoided, Conflict, Presence, Store
from ..accounts.account import Empty
from .who import Introduction, PersonAnswer, find, fresh_code, introduce, person_answer


class ProfileRequest(Introduction):
    """A person's name, and who may see that they are online."""

    presence: Presence | None = None


class ProfileAnswer(Struct):
    """What others see of a person, and the address of their standing link."""

    name: str
    head: str | None
    presence: Presence
    url: str


class AvoidRequest(Struct, forbid_unknown_fields=True):
    """Whether to block or to mute somebody, or with null neither."""

    kind: Avoidance | None


class Stands(Struct):
    """The state of a friendship."""

    friendship: str


class AvoidAnswer(Struct):
    """Whether somebody is blocked or muted, null for neither."""

    kind: Avoidance | None


@get("/api/people")
async def list_people(store: NamedDependency[Store], person: NamedDependency[str]) -> list[PersonAnswer]:
    """Return the people you know: friends, recent opponents, those who asked, those you avoid."""
    return [person_answer(person, known) for known in await store.friends.known(person)]


@get("/api/people/at/{table_id:str}")
async def at_table(
    table_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]
) -> list[PersonAnswer | None]:
    """Return the person at each seat of a table of yours; null for a seat without another person."""
    listed = await store.tables.listed(table_id)
    if listed is None or not any(seat.person == person for seat in listed.table.seats):
        raise NotFoundException(_("You have no seat at this table."))
    others = [seat.person for seat in listed.table.seats if seat.person not in (None, person)]
    found = {known.person: known for known in await store.friends.known(person, [each for each in others if each])}
    return [
        person_answer(person, found[seat.person]) if seat.person in found and seat.person else None
        for seat in listed.table.seats
    ]


@put("/api/people/me", guards=[json_only])
async def put_profile(
    data: Annotated[ProfileRequest, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> ProfileAnswer:
    """Set your name among friends and who may see that you are online; this creates the standing link."""
    await introduce(store, person, data, data.presence)
    return await profile_answer(store, person)


@post("/api/people/me/link", guards=[json_only], status_code=HTTP_200_OK)
async def renew_link(
    data: Annotated[Empty, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> ProfileAnswer:
    """Renew the standing link; the old one says so."""
    try:
        await store.friends.renew_link(person, fresh_code())
    except Conflict:
        raise ApiError(409, "no_link", _("You have no link yet.")) from None
    return await profile_answer(store, person)


async def profile_answer(store: Store, person: str) -> ProfileAnswer:
    """Return the public profile of a person who has one."""
    profile = await store.friends.profile(person)
    if profile is None:
        raise ApiError(409, "no_link", _("You have no link yet."))
    return ProfileAnswer(profile.name, profile.head, profile.presence, link_path(profile.code))


def link_path(code: str) -> str:
    """Return the path of a standing link."""
    half = len(code) // 2
    return f"/with/{code[:half]}-{code[half:]}"


@post("/api/people/{who:str}/friend", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def befriend(
    data: Annotated[Introduction, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """Offer a friendship, or accept the other's offer."""
    other = await find(store, person, who)
    await introduce(store, person, data)
    try:
        return Stands(await store.friends.befriend(person, other.person))
    except Avoided:
        raise out_of_reach() from None
    except Conflict:
        raise ApiError(409, "too_many", _("That is too many friends for one person. Let some go first.")) from None


@delete("/api/people/{who:str}/friend", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def part(
    data: Annotated[Empty, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """End a friendship, withdraw an offer, or decline one."""
    await store.friends.part(person, (await find(store, person, who)).person)
    return Stands("none")


@put("/api/people/{who:str}/avoid", guards=[json_only], opt={WHILE_READ_ONLY: True})
async def avoid(
    data: Annotated[AvoidRequest, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> AvoidAnswer:
    """Block or mute somebody, or undo that."""
    other = await find(store, person, who)
    try:
        await store.friends.avoid(person, other.person, data.kind)
    except Conflict:
        raise ApiError(409, "too_many", _("You have blocked or muted too many people. Let some go first.")) from None
    return AvoidAnswer(data.kind)


def out_of_reach() -> ApiError:
    """Return the refusal if one of two people has blocked the other; it does not say who."""
    return ApiError(403, "out_of_reach", _("You cannot reach this person."))


acts: Final = (list_people, at_table, put_profile, renew_link, befriend, part, avoid)
