"""Actions of the members and the keeper of a club (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence
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
from ...http.guards import SPEAKS, WHILE_READ_ONLY, json_only
from ...people import HEADS, chosen_name, different, is_forbidden, require_free, visible
from ...store import Club, Conflict, Store, StoredClub
from ...store.events.clubs import Joining, KeptOut, Outsider, Role
from ...store.events.evening_rows import StandIns
from ...store.events.evenings import new_evening_id
from ..accounts.account import Empty
from ..evenings.club_rights import Right, require, standing_of
from ..evenings.rules_choice import RulesChoice, ShortName, chosen_rules, shown_text
from ..people.invitations import Messenger
from ..people.who import handle


class Membership(Struct, forbid_unknown_fields=True):
    """A member's name in the club."""

    name: Name = ""
    head: Annotated[str, Meta(max_length=20)] | None = None


class NewClub(Membership):
    """A club: its name, its house rules, and who can join."""

    club: ShortName = ""
    rules: RulesChoice | None = None
    joining: Joining = "open"


class Joiner(Membership):
    """A person who joins: their name, and the code of their link."""

    code: Annotated[str, Meta(max_length=32)] = ""


class ChangedClub(Struct, forbid_unknown_fields=True):
    """The keeper's changes; fields left out stay unchanged. With ``season`` a new season begins.

    ``rules_name`` is the club's name for its rules; if empty, it is the name of the version.
    """

    club: ShortName | UnsetType = UNSET
    rules: RulesChoice | UnsetType = UNSET
    rules_name: ShortName | UnsetType = UNSET
    stand_ins: StandIns | UnsetType = UNSET
    joining: Joining | UnsetType = UNSET
    season: bool = False


class KeeperRequest(Struct, forbid_unknown_fields=True):
    """The member who becomes the club's keeper, by their id on its page."""

    member: str


class RoleRequest(Struct, forbid_unknown_fields=True):
    """Whether a member is an officer."""

    role: Role


class MessagesRequest(Struct, forbid_unknown_fields=True):
    """Whether you want messages to all members."""

    wanted: bool


class ToAll(Struct, forbid_unknown_fields=True):
    """A message to all members."""

    text: Annotated[str, Meta(max_length=500)]


class ClubAnswer(Struct):
    """The address of a club; ``asked`` says that you have asked to join and are not a member yet."""

    id: str
    url: str
    asked: bool = False


@post("/api/clubs", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def found(
    data: Annotated[NewClub, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> ClubAnswer:
    """Found a club, as its keeper."""
    name = shown_text(data.club)
    if not name:
        raise ApiError(422, "no_name", _("Give the club a name."))
    called, head = await _called(store, person, data, ())
    chosen = await chosen_rules(store, person, data.rules, None)
    club = Club(new_evening_id(), name, person, chosen.preset, chosen.rules, chosen.name, joining=data.joining)
    try:
        await store.clubs.found(club, called, head)
    except Conflict:
        raise ApiError(409, "too_many", _("You keep many clubs already. Hand one on first.")) from None
    return _answer(club.id)


@put("/api/clubs/{club_id:str}", guards=[json_only], opt={SPEAKS: True})
async def change(
    data: Annotated[ChangedClub, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Change the name or the rules of a club, or begin a new season, as its keeper."""
    club = (await _where_may(store, club_id, person, "set")).club
    if data.club is not UNSET:
        club = replace(club, name=shown_text(data.club) or club.name)
    if data.rules is not UNSET:
        chosen = await chosen_rules(store, person, data.rules, None)
        club = replace(club, preset=chosen.preset, rules=chosen.rules, rules_name=chosen.name)
    if data.rules_name is not UNSET:
        club = replace(club, rules_name=shown_text(data.rules_name))
    if data.stand_ins is not UNSET:
        club = replace(club, stand_ins=data.stand_ins)
    if data.joining is not UNSET:
        club = replace(club, joining=data.joining)
    await store.clubs.change(club)
    if data.season:
        await store.clubs.begin_season(club_id, club.season)
    return _answer(club_id)


@put("/api/clubs/{club_id:str}/me", guards=[json_only])
async def join(
    data: Annotated[Joiner, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Join a club, ask to join where that is needed, or change your name in it."""
    at = await club_of(store, club_id)
    if await store.friends.has_blocked(at.club.keeper, person):
        raise ApiError(403, "kept_out", _("You cannot join this club."))
    others = [member.name for member in at.members if member.person != person]
    own = at.member(person)
    called, head = await _called(store, person, data, others, "" if own is None else own.name)
    asks = own is None and at.club.joining == "request"
    if own is None and at.club.joining == "link" and data.code != at.club.code:
        text = _("This link leads nobody into the club any more. Ask a member for the newest one.")
        raise ApiError(403, "old_link", text)
    try:
        await (store.clubs.ask if asks else store.clubs.join)(club_id, person, called, head)
    except KeptOut:
        raise ApiError(403, "kept_out", _("You cannot join this club.")) from None
    except Conflict:
        raise ApiError(409, "full", _("This club takes nobody more.")) from None
    return ClubAnswer(club_id, f"/club/{club_id}", asks)


@delete("/api/clubs/{club_id:str}/me", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def leave(
    data: Annotated[Empty, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Leave a club; a club you kept goes to its longest-serving officer, else to its longest-standing member."""
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
    """Hand a club over to another member."""
    at = await _where_may(store, club_id, person, "roles")
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
    """Remove a member from a club: they cannot join again, nor can holders of the current link."""
    at = await _where_may(store, club_id, person, "take_out")
    member = _member(at, person, who)
    if member == at.club.keeper or (person != at.club.keeper and standing_of(at, member) == "officer"):
        raise ApiError(403, "not_keeper", _("Only who keeps the club can do this."))
    await store.clubs.take_out(club_id, member)
    return _answer(club_id)


@delete("/api/clubs/{club_id:str}/kept-out/{who:str}", guards=[json_only], status_code=HTTP_200_OK)
async def pardon(
    data: Annotated[Empty, Body()],
    club_id: FromPath[str],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Let a person who was removed join again."""
    at = await _where_may(store, club_id, person, "take_out")
    await store.clubs.pardon(club_id, _outsider(at.kept_out, person, who).person)
    return _answer(club_id)


@put("/api/clubs/{club_id:str}/requests/{who:str}", guards=[json_only])
async def admit(
    data: Annotated[Empty, Body()],
    club_id: FromPath[str],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Accept a person's request to join."""
    at = await _where_may(store, club_id, person, "admit")
    asks = _outsider(at.requests, person, who)
    name = different(asks.name, [member.name for member in at.members])
    try:
        await store.clubs.join(club_id, asks.person, name, asks.head)
    except Conflict:
        raise ApiError(409, "full", _("This club takes nobody more.")) from None
    return _answer(club_id)


@delete(
    "/api/clubs/{club_id:str}/requests/{who:str}",
    guards=[json_only],
    status_code=HTTP_200_OK,
    opt={WHILE_READ_ONLY: True},
)
async def decline(
    data: Annotated[Empty, Body()],
    club_id: FromPath[str],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Decline a person's request to join; they can ask again."""
    at = await _where_may(store, club_id, person, "admit")
    await store.clubs.decline(club_id, _outsider(at.requests, person, who).person)
    return _answer(club_id)


@post("/api/clubs/{club_id:str}/link", guards=[json_only], status_code=HTTP_200_OK)
async def renew_link(
    data: Annotated[Empty, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Renew the link by which people join; the old one stops working."""
    await _where_may(store, club_id, person, "admit")
    await store.clubs.renew_link(club_id)
    return _answer(club_id)


@put("/api/clubs/{club_id:str}/members/{who:str}/role", guards=[json_only])
async def set_role(
    data: Annotated[RoleRequest, Body()],
    club_id: FromPath[str],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Make a member an officer, or an officer an ordinary member."""
    at = await _where_may(store, club_id, person, "roles")
    await store.clubs.set_role(club_id, _member(at, person, who), data.role)
    return _answer(club_id)


@put("/api/clubs/{club_id:str}/me/messages", guards=[json_only])
async def want_messages(
    data: Annotated[MessagesRequest, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ClubAnswer:
    """Set whether you want messages to all members."""
    await store.clubs.want_messages(club_id, person, data.wanted)
    return _answer(club_id)


@post("/api/clubs/{club_id:str}/messages", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def write_to_all(
    data: Annotated[ToAll, Body()],
    club_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    messenger: NamedDependency[Messenger],
) -> ClubAnswer:
    """Send a message to all members who want such messages."""
    at = await _where_may(store, club_id, person, "write")
    text, member = visible(data.text), at.member(person)
    if not text or member is None:
        raise ApiError(422, "no_text", _("Write something first."))
    if is_forbidden(text):
        raise ApiError(422, "word", _("This server does not pass such words on."))
    try:
        await store.clubs.write(club_id, person, member.name, text)
    except Conflict:
        raise ApiError(429, "enough", _("The club had many messages today. Write the next one tomorrow.")) from None
    for each in at.members:
        if each.messages and each.person != person:
            messenger.call(each.person)
    return _answer(club_id)


async def club_of(store: Store, club_id: str) -> StoredClub:
    """Return a club. Raises `NotFoundException` if no club has that id."""
    at = await store.clubs.get(club_id)
    if at is None:
        raise NotFoundException(_("There is no club at this address."))
    return at


async def _where_may(store: Store, club_id: str, person: str, right: Right) -> StoredClub:
    at = await club_of(store, club_id)
    require(at, person, right)
    return at


def _outsider(among: Sequence[Outsider], person: str, who: str) -> Outsider:
    found = next((each for each in among if handle(person, each.person) == who), None)
    if found is None:
        raise ApiError(404, "no_such_person", _("They are not on this list any more. Load the page again."))
    return found


def _member(at: StoredClub, person: str, who: str) -> str:
    for member in at.members:
        if member.person != person and handle(person, member.person) == who:
            return member.person
    raise ApiError(404, "no_such_member", _("They are not a member of this club."))


async def _called(
    store: Store, person: str, data: Membership, others: tuple[str, ...] | list[str], before: str = ""
) -> tuple[str, str | None]:
    name = chosen_name(data.name) or before
    if not name:
        raise ApiError(422, "no_name", _("First say what you are called."))
    await require_free(store, name, person)
    if data.head is not None and data.head not in HEADS and data.head != "":
        raise ApiError(422, "no_such_head", _("There is no such face. Load the page again to see those there are."))
    return different(name, others), data.head or None


def _answer(club_id: str) -> ClubAnswer:
    return ClubAnswer(club_id, f"/club/{club_id}")


acts: Final = (
    *(found, change, join, leave, hand_on, part, pardon, admit, decline),
    *(renew_link, set_role, want_messages, write_to_all),
)
