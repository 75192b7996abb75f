"""Actions of the guests and the host of an evening (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import UNSET, Meta, Struct, UnsetType

from spite_and_malice.players import LEVELS
from spite_and_malice.texts import _

from ...clock import now_ms
from ...cluster import News
from ...games.spite.setup import Name
from ...http.errors import ApiError
from ...http.guards import SPEAKS, WHILE_READ_ONLY, json_only
from ...people import HEADS, chosen_name, different, require_free
from ...store import Conflict, Evening, Store, StoredClub, StoredEvening
from ...store.events.evening_rows import Reply, StandIns
from ...store.events.evenings import new_evening_id
from ...tables.registry import Rooms
from ..accounts.account import Empty
from ..people.who import handle
from .answers import EveningAnswer, evening_answer, name_known
from .club_rights import require
from .presence import HERE_MS, has_enough, is_planned, may_act
from .rounds import Looks, advance, draw_round
from .rules_choice import RulesChoice, ShortName, chosen_rules, shown_text

_CALL: Final = re.compile(r"https://[^\s\"<>\\]{1,290}")
_YEAR_MS: Final = 370 * 24 * 3_600_000


class NewEvening(Struct, forbid_unknown_fields=True):
    """An evening: its name and rules, who fills its tables, whether teams stay together, the call, when it begins.

    With ``club`` it belongs to a club that you may plan for, and is played by its rules if none are given. If it is
    planned, you count as coming, as ``host`` or under your name in the club.
    """

    name: ShortName = ""
    rules: RulesChoice | None = None
    computer: str | None = None
    teams: bool = False
    call: str = ""
    starts_at: int | None = None
    minutes: Annotated[int, Meta(ge=15, le=1440)] = 180
    club: str | None = None
    stand_ins: StandIns | None = None
    host: Name = ""


class ChangedEvening(Struct, forbid_unknown_fields=True):
    """The host's changes; missing fields stay unchanged."""

    name: ShortName | UnsetType = UNSET
    rules: RulesChoice | UnsetType = UNSET
    computer: str | UnsetType | None = UNSET
    teams: bool | UnsetType = UNSET
    call: str | UnsetType = UNSET
    starts_at: int | UnsetType | None = UNSET
    stand_ins: StandIns | UnsetType = UNSET


class Entering(Struct, forbid_unknown_fields=True):
    """A guest's name, and the name of their team, if any."""

    name: Name = ""
    head: Annotated[str, Meta(max_length=20)] | None = None
    team: Annotated[str, Meta(max_length=40)] = ""


class StateRequest(Struct, forbid_unknown_fields=True):
    """Whether you are ready, sit the next rounds out, or go home."""

    state: Literal["waiting", "ready", "paused", "left"]


class RoundRequest(Struct, forbid_unknown_fields=True):
    """The next round, after ``round``: once everybody is ready, or with ``now`` among those who are."""

    round: int
    now: bool = False


class ReplyRequest(Struct, forbid_unknown_fields=True):
    """Whether you are coming, null to take it back; and your name, if the evening and its club do not know it."""

    reply: Reply | None
    name: Name = ""


class ClaimRequest(Struct, forbid_unknown_fields=True):
    """The number of the guest that you already are on another device; null takes it back."""

    guest: int | None = None


class LineRequest(Struct, forbid_unknown_fields=True):
    """The number of the guest who is the same person as the other."""

    into: int


class HostRequest(Struct, forbid_unknown_fields=True):
    """The number of the guest who becomes the host, or ``who`` for somebody who said they are coming."""

    guest: int | None = None
    who: str | None = None


@post("/api/evenings", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def begin(
    data: Annotated[NewEvening, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> EveningAnswer:
    """Begin or plan an evening, as its host."""
    club = await _kept_club(store, person, data.club)
    chosen = await chosen_rules(store, person, data.rules, club)
    evening = Evening(
        id=new_evening_id(),
        name=shown_text(data.name) or _("An evening"),
        host=person,
        club_id=data.club,
        preset=chosen.preset,
        rules=chosen.rules,
        rules_name=chosen.name,
        computer=_computer(data.computer),
        teams=data.teams,
        call=_call(data.call),
        starts_at=_start(data.starts_at),
        minutes=data.minutes,
        stand_ins=data.stand_ins or ("half" if club is None else club.club.stand_ins),
    )
    member = None if club is None else club.member(person)
    name = chosen_name(data.host) if member is None else member.name
    if name and member is None:
        await require_free(store, name, person)
    is_planned_for_later = evening.starts_at is not None and evening.starts_at > now_ms()
    try:
        await store.evenings.add(evening, name if is_planned_for_later else "")
    except Conflict:
        raise ApiError(429, "too_many", _("You have begun many evenings today. Use one of them.")) from None
    return await _answer(store, await _evening(store, evening.id), person)


@get("/api/evenings")
async def list_evenings(store: NamedDependency[Store], person: NamedDependency[str]) -> list[EveningAnswer]:
    """Return the evenings that you attended or hosted, the latest first."""
    found = await store.evenings.of(person)
    return await asyncio.to_thread(lambda: [evening_answer(each, person) for each in found])


@get("/api/evenings/{evening_id:str}")
async def look(
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    evening_looks: NamedDependency[Looks],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Return the current state of an evening; the person who asks counts as present."""
    at = await evening_looks.look(evening_id)
    if at is None:
        raise _gone()
    own = at.guest_of(person)
    if own is not None and not at.evening.is_over and own.seen_at < now_ms() - HERE_MS // 3:
        await store.evenings.note_seen(evening_id, person)
    return await _answer(store, at, person)


@put("/api/evenings/{evening_id:str}", guards=[json_only], opt={SPEAKS: True})
async def change(
    data: Annotated[ChangedEvening, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Change the settings of an evening, as its host."""
    at = await _hosted(store, evening_id, person)
    values: dict[str, Any] = {}
    if data.name is not UNSET:
        values["name"] = shown_text(data.name) or at.evening.name
    if data.rules is not UNSET:
        chosen = await chosen_rules(store, person, data.rules, None)
        values |= {"preset": chosen.preset, "rules": chosen.rules, "rules_name": chosen.name}
    if data.computer is not UNSET:
        values["computer"] = _computer(data.computer)
    if data.teams is not UNSET:
        values["teams"] = data.teams
    if data.call is not UNSET:
        values["call"] = _call(data.call)
    if data.starts_at is not UNSET:
        values["starts_at"] = _start(data.starts_at)
    if data.stand_ins is not UNSET:
        values["stand_ins"] = data.stand_ins
    try:
        await store.evenings.change(replace(at.evening, **values), person)
    except Conflict:
        raise _over() from None
    return await _answer(store, await _evening(store, evening_id), person)


@put("/api/evenings/{evening_id:str}/me", guards=[json_only])
async def enter(
    data: Annotated[Entering, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Enter an evening, or change your name."""
    at = await _evening(store, evening_id)
    own = at.guest_of(person)
    if is_planned(at, now_ms()):
        raise ApiError(409, "planned", _("This evening has not begun. Until then say whether you come."))
    name = chosen_name(data.name) or ("" if own is None else own.name)
    if not name:
        raise ApiError(422, "no_name", _("First say what you are called."))
    await require_free(store, name, person)
    if await store.friends.has_blocked(at.evening.host, person):
        raise ApiError(403, "kept_out", _("You cannot come in here."))
    if data.head is not None and data.head not in HEADS and data.head != "":
        raise ApiError(422, "no_such_head", _("There is no such face. Load the page again to see those there are."))
    others = [guest.name for guest in at.guests if guest.person != person]
    try:
        await store.evenings.enter(
            evening_id, person, different(name, others), data.head or None, shown_text(data.team)
        )
    except Conflict:
        if own is not None and own.state == "out":
            raise ApiError(403, "kept_out", _("You cannot come in here.")) from None
        raise ApiError(409, "full", _("This evening is over or full.")) from None
    return await _answer(store, await _evening(store, evening_id), person)


@put("/api/evenings/{evening_id:str}/me/state", guards=[json_only])
async def be(
    data: Annotated[StateRequest, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Say that you are ready, not yet, sit out, or go home; the last guest awaited starts the round."""
    at = await _evening(store, evening_id)
    own = at.guest_of(person)
    if own is None or own.state == "out" or (own.state == "left" and data.state != "left"):
        raise ApiError(403, "not_a_guest", _("Come in first."))
    try:
        await store.evenings.set_state(evening_id, own.number, data.state)
    except Conflict:
        raise _over() from None
    now = await advance(store, rooms, evening_id)
    if now is None:
        raise _gone()
    return await _answer(store, now, person)


@post("/api/evenings/{evening_id:str}/rounds", guards=[json_only], status_code=HTTP_200_OK)
async def next_round(
    data: Annotated[RoundRequest, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Ask everybody whether they are ready for the next round, or draw it from those who are; as the host."""
    at = await _hosted(store, evening_id, person)
    if is_planned(at, now_ms()):
        await store.evenings.open(evening_id)
    if at.evening.round == data.round:
        own = at.guest_of(person)
        try:
            if own is not None and own.state == "waiting":
                await store.evenings.set_state(evening_id, own.number, "ready")
            if data.now:
                at = await _evening(store, evening_id)
                if not has_enough(at, at.evening.rules["players"]):
                    raise ApiError(409, "too_few", _("Too few are ready for a table."))
                await draw_round(store, rooms, at)
            else:
                await store.evenings.call(evening_id, data.round)
        except Conflict:
            # Another request was faster: its round is shown.
            pass
    now = await advance(store, rooms, evening_id)
    if now is None:
        raise _gone()
    return await _answer(store, now, person)


@post("/api/evenings/{evening_id:str}/begin", guards=[json_only], status_code=HTTP_200_OK)
async def open_now(
    data: Annotated[Empty, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Start a planned evening now, as its host."""
    await _hosted(store, evening_id, person)
    # If it has begun in the meantime, it is shown as it is.
    with suppress(Conflict):
        await store.evenings.open(evening_id)
    return await _answer(store, await _evening(store, evening_id), person)


@post("/api/evenings/{evening_id:str}/end", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def end(
    data: Annotated[Empty, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> EveningAnswer:
    """End an evening, as its host; its score sheet stays."""
    await advance(store, rooms, evening_id)
    await _hosted(store, evening_id, person)
    try:
        await store.evenings.end(evening_id, person)
    except Conflict:
        raise _over() from None
    return await _answer(store, await _evening(store, evening_id), person)


@put("/api/evenings/{evening_id:str}/host", guards=[json_only])
async def hand_on(
    data: Annotated[HostRequest, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Make another guest the host, or somebody who said they are coming."""
    at = await _hosted(store, evening_id, person)
    there = [guest.person for guest in at.guests if guest.number == data.guest and guest.state not in ("left", "out")]
    coming = [each.person for each in at.replies if each.reply != "no" and handle(person, each.person) == data.who]
    other = next((each for each in (*there, *coming) if each is not None), None)
    if other is None:
        raise ApiError(404, "no_such_guest", _("They are not here."))
    try:
        await store.evenings.hand_on(evening_id, other)
    except Conflict:
        raise _over() from None
    return await _answer(store, await _evening(store, evening_id), person)


@delete("/api/evenings/{evening_id:str}/guests/{number:int}", guards=[json_only], status_code=HTTP_200_OK)
async def ask_to_go(
    data: Annotated[Empty, Body()],
    evening_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Ask a guest to leave, as the host: they cannot enter again."""
    at = await _hosted(store, evening_id, person)
    other = next((guest for guest in at.guests if guest.number == number), None)
    if other is None or other.person == person or other.person == at.evening.host:
        raise ApiError(404, "no_such_guest", _("They are not here."))
    try:
        await store.evenings.set_state(evening_id, number, "out")
    except Conflict:
        raise _over() from None
    return await _answer(store, await _evening(store, evening_id), person)


@put("/api/evenings/{evening_id:str}/me/claim", guards=[json_only])
async def claim(
    data: Annotated[ClaimRequest, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Say that you are already a guest on another device; the host is asked to confirm it."""
    at = await _evening(store, evening_id)
    own = at.guest_of(person)
    is_kept_out = await store.friends.has_blocked(at.evening.host, person)
    if is_kept_out or (own is not None and own.state == "out"):
        raise ApiError(403, "kept_out", _("You cannot come in here."))
    try:
        await store.lines.claim(evening_id, person, data.guest)
    except Conflict:
        raise ApiError(409, "no_such_guest", _("They are not here.")) from None
    return await _answer(store, await _evening(store, evening_id), person)


@put("/api/evenings/{evening_id:str}/claims/{who:str}", guards=[json_only])
async def confirm(
    data: Annotated[Empty, Body()],
    evening_id: FromPath[str],
    who: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    news: NamedDependency[News],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Confirm, as the host, that somebody is the guest they say they are: they get that line and its seat."""
    at = await _hosted(store, evening_id, person)
    await _join(store, rooms, news, store.lines.confirm(evening_id, _claimant(at, person, who)))
    return await _answer(store, await _evening(store, evening_id), person)


@delete("/api/evenings/{evening_id:str}/claims/{who:str}", guards=[json_only], status_code=HTTP_200_OK)
async def decline(
    data: Annotated[Empty, Body()],
    evening_id: FromPath[str],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Say, as the host, that somebody is not the guest they say they are."""
    at = await _hosted(store, evening_id, person)
    await store.lines.claim(evening_id, _claimant(at, person, who), None)
    return await _answer(store, await _evening(store, evening_id), person)


@put("/api/evenings/{evening_id:str}/guests/{number:int}/line", guards=[json_only])
async def join_lines(
    data: Annotated[LineRequest, Body()],
    evening_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    news: NamedDependency[News],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Merge two lines of the sheet, as the host, if one person has entered twice."""
    await _hosted(store, evening_id, person)
    await _join(store, rooms, news, store.lines.join(evening_id, number, data.into))
    return await _answer(store, await _evening(store, evening_id), person)


def _claimant(at: StoredEvening, person: str, who: str) -> str:
    found = next((each.person for each in at.claims if handle(person, each.person) == who), None)
    if found is None:
        raise ApiError(404, "no_such_guest", _("They are not here."))
    return found


async def _join(store: Store, rooms: Rooms, news: News, joining: Awaitable[Sequence[str]]) -> None:
    """Merge lines, and update the tables at which the person sits. Raises `ApiError`."""
    try:
        changed = await joining
    except Conflict:
        text = _("That is not possible: they were at one table together, or one of them is not here any more.")
        raise ApiError(409, "met", text) from None
    for table_id in changed:
        news.changed(table_id)
    await rooms.renew(changed)


def _computer(player: str | None) -> str | None:
    if player is not None and player not in {level.id for level in LEVELS}:
        raise ApiError(422, "no_such_player", _("There is no such computer player."))
    return player


def _call(address: str) -> str:
    """Return the address of a call. Raises `ApiError` if it is not an https address."""
    address = address.strip()
    if not address:
        return ""
    try:
        is_address = _CALL.fullmatch(address) is not None and bool(urlsplit(address).hostname)
    except ValueError:
        is_address = False
    if not is_address:
        raise ApiError(422, "no_https", _("The link of a call begins with https:// and has no spaces."))
    return address


def _start(starts_at: int | None) -> int | None:
    if starts_at is not None and not 0 <= starts_at <= now_ms() + _YEAR_MS:
        raise ApiError(422, "no_such_time", _("Choose a day within a year."))
    return starts_at


async def _kept_club(store: Store, person: str, club_id: str | None) -> StoredClub | None:
    if club_id is None:
        return None
    club = await store.clubs.get(club_id)
    if club is None:
        raise ApiError(404, "no_club", _("There is no club at this address."))
    require(club, person, "plan")
    return club


@put("/api/evenings/{evening_id:str}/reply", guards=[json_only])
async def reply(
    data: Annotated[ReplyRequest, Body()],
    evening_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> EveningAnswer:
    """Say whether you are coming to an evening, or take that back."""
    at = await _evening(store, evening_id)
    club = None if at.evening.club_id is None else await store.clubs.get(at.evening.club_id)
    own = at.guest_of(person)
    if (own is not None and own.state == "out") or await store.friends.has_blocked(at.evening.host, person):
        raise ApiError(403, "kept_out", _("You cannot come in here."))
    name = name_known(at, person, club)
    if not name and (name := chosen_name(data.name)):
        await require_free(store, name, person)
    if not name and data.reply is not None:
        raise ApiError(422, "no_name", _("First say what you are called."))
    if name:
        name = different(name, [each.name for each in at.replies if each.person != person])
    try:
        await store.evenings.reply(evening_id, person, data.reply, name)
    except Conflict:
        raise ApiError(409, "full", _("This evening is over or full.")) from None
    return await _answer(store, await _evening(store, evening_id), person)


async def _answer(store: Store, at: StoredEvening, person: str) -> EveningAnswer:
    club = None if at.evening.club_id is None else await store.clubs.get(at.evening.club_id)
    return await asyncio.to_thread(evening_answer, at, person, club)


async def _evening(store: Store, evening_id: str) -> StoredEvening:
    at = await store.evenings.get(evening_id)
    if at is None:
        raise _gone()
    return at


async def _hosted(store: Store, evening_id: str, person: str) -> StoredEvening:
    at = await _evening(store, evening_id)
    if at.evening.is_over:
        raise _over()
    if not may_act(at, person, now_ms()):
        raise ApiError(403, "not_host", _("Only the host of the evening can do this."))
    return at


def _gone() -> NotFoundException:
    return NotFoundException(_("There is no evening at this address."))


def _over() -> ApiError:
    return ApiError(409, "over", _("This evening is over."))


acts: Final = (
    *(begin, list_evenings, look, change, enter, be, next_round, end, hand_on, ask_to_go),
    *(claim, confirm, decline, join_lines, reply, open_now),
)
