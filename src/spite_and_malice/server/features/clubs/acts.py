"""What members and the keeper of a club do (docs/protocol.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

from litestar import delete, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import UNSET, Meta, Struct, UnsetType

from spite_and_malice.texts import _

from ...games.spite.setup import Name
from ...http.errors import ApiError
from ...http.guards import json_only
from ...people import HEADS, different, own_name, require_free
from ...store import Club, Conflict, Store, StoredClub
from ...store.evenings import new_evening_id
from ..accounts.account import Empty
from ..evenings.acts import RulesChoice, ShortName, chosen_rules, shown_text
from ..people.who import handle


class Membership(Struct, forbid_unknown_fields=True):
    """What a member calls themselves."""

    name: Name = ""
    head: Annotated[str, Meta(max_length=20)] | None = None


class NewClub(Membership):
    """A club: what it is called, and its house rules."""

    club: ShortName = ""
    rules: RulesChoice | None = None


class ChangedClub(Struct, forbid_unknown_fields=True):
    """What the keeper changes; what is left out stays. With ``season`` a new season begins.

    ``rules_name`` is what the club calls its rules; an empty one is the name of the version.
    """

    club: ShortName | UnsetType = UNSET
    rules: RulesChoice | UnsetType = UNSET
    rules_name: ShortName | UnsetType = UNSET
    season: bool = False


class KeeperRequest(Struct, forbid_unknown_fields=True):
    """The member who is to keep the club, as its page names them."""

    member: str


class ClubAnswer(Struct):
    """Where a club is."""

    id: str
    url: str


@post("/api/clubs", guards=[json_only], status_code=HTTP_200_OK)
async def found(
    data: Annotated[NewClub, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> ClubAnswer:
    """Found a club, which you keep."""
    name = shown_text(data.club)
    if not name:
        raise ApiError(422, "no_name", _("Give the club a name."))
    called, head = await _called(store, person, data, ())
    chosen = await chosen_rules(store, person, data.rules, None)
    club = Club(new_evening_id(), name, person, chosen.preset, chosen.rules, chosen.name)
    try:
        await store.clubs.found(club, called, head)
    except Conflict:
        raise ApiError(409, "too_many", _("You keep many clubs already. Hand one on first.")) from None
    return _answer(club.id)


@put("/api/clubs/{club_id:str}", guards=[json_only])
async def change(
    data: Annotated[ChangedClub, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Change the name or the rules of a club, or begin a new season, as its keeper."""
    club = (await _kept(store, club_id, person)).club
    if data.club is not UNSET:
        club = replace(club, name=shown_text(data.club) or club.name)
    if data.rules is not UNSET:
        chosen = await chosen_rules(store, person, data.rules, None)
        club = replace(club, preset=chosen.preset, rules=chosen.rules, rules_name=chosen.name)
    if data.rules_name is not UNSET:
        club = replace(club, rules_name=shown_text(data.rules_name))
    await store.clubs.change(club)
    if data.season:
        await store.clubs.begin_season(club_id, club.season)
    return _answer(club_id)


@put("/api/clubs/{club_id:str}/me", guards=[json_only])
async def join(
    data: Annotated[Membership, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Join a club, or be called otherwise in it."""
    at = await club_of(store, club_id)
    if await store.friends.has_blocked(at.club.keeper, person):
        raise ApiError(403, "kept_out", _("You cannot join this club."))
    others = [member.name for member in at.members if member.person != person]
    own = at.member(person)
    called, head = await _called(store, person, data, others, "" if own is None else own.name)
    try:
        await store.clubs.join(club_id, person, called, head)
    except Conflict:
        raise ApiError(409, "full", _("This club takes nobody more.")) from None
    return _answer(club_id)


@delete("/api/clubs/{club_id:str}/me", guards=[json_only], status_code=HTTP_200_OK)
async def leave(
    data: Annotated[Empty, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Leave a club; what you kept goes to the member who has been there longest."""
    await club_of(store, club_id)
    await store.clubs.leave(club_id, person)
    return _answer(club_id)


@put("/api/clubs/{club_id:str}/keeper", guards=[json_only])
async def hand_on(
    data: Annotated[KeeperRequest, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Hand a club on to another member."""
    at = await _kept(store, club_id, person)
    await store.clubs.change(replace(at.club, keeper=_member(at, person, data.member)))
    return _answer(club_id)


@delete("/api/clubs/{club_id:str}/members/{who:str}", guards=[json_only], status_code=HTTP_200_OK)
async def part(
    data: Annotated[Empty, Body()],
    club_id: FromPath[str],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Take a member out of a club, as its keeper."""
    at = await _kept(store, club_id, person)
    await store.clubs.leave(club_id, _member(at, person, who))
    return _answer(club_id)


async def club_of(store: Store, club_id: str) -> StoredClub:
    """Return a club. Raises `NotFoundException` if there is none of that id."""
    at = await store.clubs.get(club_id)
    if at is None:
        raise NotFoundException(_("There is no club at this address."))
    return at


async def _kept(store: Store, club_id: str, person: str) -> StoredClub:
    at = await club_of(store, club_id)
    if at.club.keeper != person:
        raise ApiError(403, "not_keeper", _("Only who keeps the club can do this."))
    return at


def _member(at: StoredClub, person: str, who: str) -> str:
    for member in at.members:
        if member.person != person and handle(person, member.person) == who:
            return member.person
    raise ApiError(404, "no_such_member", _("They are not a member of this club."))


async def _called(
    store: Store, person: str, data: Membership, others: tuple[str, ...] | list[str], before: str = ""
) -> tuple[str, str | None]:
    name = own_name(data.name) or before
    if not name:
        raise ApiError(422, "no_name", _("First say what you are called."))
    await require_free(store, name, person)
    if data.head is not None and data.head not in HEADS and data.head != "":
        raise ApiError(422, "no_such_head", _("There is no such face. Load the page again to see those there are."))
    return different(name, others), data.head or None


def _answer(club_id: str) -> ClubAnswer:
    return ClubAnswer(club_id, f"/club/{club_id}")


acts: Final = (found, change, join, leave, hand_on, part)
