"""Actions in a tournament: take part, withdraw, begin it, become free in an arena."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from dataclasses import replace
from typing import Annotated, Any, Final

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import UNSET, Meta, Struct, UnsetType

from spite_and_malice.texts import N_, _, ngettext

from ...clock import now_ms
from ...http.errors import ApiError
from ...http.guards import SPEAKS, WHAT_WAITS, WHILE_READ_ONLY, json_only
from ...http.limits import place_of as network_of
from ...people import HEADS, chosen_name, different, is_forbidden, require_free, visible
from ...store import Conflict, EntrantRow, Store, Tournament
from ...store.events.tournament_rows import Answer
from ..accounts.account import Empty
from .answers import NowAnswer, now_of
from .beginning import LEAST, drawn, spare
from .conditions import planned_start, require_admitted
from .director import Director
from .looks import TournamentLooks
from .situation import may_join
from .teams import Part, part_of

Contribution = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9A-Za-z]*$")]


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Who takes part, and what they contribute to the lot (docs/tournaments.md).

    With ``anyway`` they join even if somebody they have blocked takes part. In a tournament of clubs they play for the
    ``team`` with a number, by default for the first that is theirs.
    """

    name: Annotated[str, Meta(max_length=40)] = ""
    head: Annotated[str, Meta(max_length=20)] | None = None
    contribution: Contribution | None = None
    anyway: bool = False
    team: int | None = None


class Stands(Struct):
    """The state of a tournament for the person who asks, and their number as a participant, or null."""

    state: str
    number: int | None = None


async def tournament_of(store: Store, tournament_id: str) -> Tournament:
    """Return a tournament. Raises `NotFoundException`."""
    found = await store.tournaments.get(tournament_id)
    if found is None:
        raise NotFoundException(_("There is no tournament at this address."))
    return found


@post("/api/tournaments/{tournament_id:str}/join", guards=[json_only], status_code=HTTP_200_OK)
async def join(
    request: Request[Any, Any, Any],
    data: Annotated[JoinRequest, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    director: NamedDependency[Director],
) -> Stands:
    """Take part in a tournament, from the next round on if it has begun."""
    found = await tournament_of(store, tournament_id)
    account = await store.accounts.account(person)
    name = (account.name if account is not None else None) or chosen_name(data.name)
    if not name:
        raise ApiError(422, "no_name", _("First say what you are called."))
    await require_free(store, name, person)
    if data.head and data.head not in HEADS:
        raise ApiError(422, "no_such_head", _("There is no such face. Load the page again to see those there are."))
    if found.row.form.rated and not await store.accounts.all_have_one([person]):
        text = _("The games of this tournament are rated: it is for people with an account.")
        raise ApiError(403, "no_account", text)
    if found.row.host and await store.friends.has_blocked(found.row.host, person):
        raise ApiError(403, "kept_out", _("You cannot take part in this tournament."))
    await require_admitted(store, found, person, anyway=data.anyway)
    team = _team(found, await part_of(store, found, person), data.team)
    others = [each.name for each in found.entrants if each.person != person]
    shown = await asyncio.to_thread(different, name, others)
    address = None if request.client is None else request.client.host
    entrant = EntrantRow(
        number=0,
        name=shown,
        person=person,
        head=data.head or None,
        contribution=data.contribution or secrets.token_hex(16),
        place=_place(found, address),
        team=team,
    )
    you = found.entrant(person)
    if (you is None or you.until is not None) and not await asyncio.to_thread(may_join, found, you, now_ms()):
        raise ApiError(409, "closed", _("Nobody can join this tournament any more."))
    try:
        joined = await store.tournaments.join(tournament_id, entrant)
    except Conflict:
        raise ApiError(409, "closed", _("Nobody can join this tournament any more.")) from None
    director.wake(tournament_id)
    return Stands(found.row.state, joined.number)


def _team(tournament: Tournament, part: Part, wanted: int | None) -> int | None:
    """Return which team somebody plays for, None without teams. Raises `ApiError` if they cannot play for any."""
    if not tournament.teams:
        return None
    open_ones = [each.number for each in tournament.teams if each.answer == "yes" and each.number in part.plays]
    if wanted is not None:
        open_ones = [each for each in open_ones if each == wanted]
    if not open_ones:
        raise ApiError(403, "not_member", _("The members of clubs that play take part here."))
    return open_ones[0]


def _place(tournament: Tournament, address: str | None) -> str:
    """Return a key for somebody's network address, for this tournament only; an empty text for this computer."""
    place = network_of(address)
    return "" if not place else hmac.new(tournament.row.secret, place.encode(), hashlib.sha256).hexdigest()[:16]


@post(
    "/api/tournaments/{tournament_id:str}/withdraw",
    guards=[json_only],
    status_code=HTTP_200_OK,
    opt={WHILE_READ_ONLY: True},
)
async def withdraw(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    director: NamedDependency[Director],
) -> Stands:
    """Withdraw from a tournament; a game that has begun goes on."""
    found = await tournament_of(store, tournament_id)
    if not await store.tournaments.withdraw(tournament_id, person):
        raise ApiError(409, "not_in_it", _("You take no part in this tournament."))
    director.wake(tournament_id)
    return Stands(found.row.state)


@post("/api/tournaments/{tournament_id:str}/wait", guards=[json_only], status_code=HTTP_200_OK)
async def wait(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    tournament_looks: NamedDependency[TournamentLooks],
    person: NamedDependency[str],
) -> NowAnswer:
    """Say that you are there for the next game of an arena, or as a reserve; it holds for `rounds.WAITS_MS`.

    The director checks an arena twice a second: nobody has to wake it.
    """
    field = await tournament_looks.look(tournament_id)
    you = field.by_person.get(person)
    if you is None or you.until is not None:
        raise ApiError(409, "not_in_it", _("You take no part in this tournament."))
    table, part = await tournament_looks.table_of(field, person), await tournament_looks.part_of(field, person)
    told = now_of(field, person, table, part)
    if told.table is None:
        await store.tournaments.wait(tournament_id, person)
    return told


@post("/api/tournaments/{tournament_id:str}/start", guards=[json_only], status_code=HTTP_200_OK)
async def start(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    director: NamedDependency[Director],
) -> Stands:
    """Begin a tournament, as its host: computer players join, and the lot ranks everybody."""
    found = await _own(store, tournament_id, person)
    joining, lot, seeds = await asyncio.to_thread(drawn, found)
    if len(seeds) < LEAST and found.teams:
        raise ApiError(409, "too_few", _("Two clubs must have said yes, and have somebody in their team."))
    if len(seeds) < LEAST:
        text = ngettext("It takes at least {n} to begin.", "It takes at least {n} to begin.", LEAST).format(n=LEAST)
        raise ApiError(409, "too_few", text)
    try:
        await store.tournaments.start(tournament_id, joining, lot, seeds, spare(found, seeds))
    except Conflict:
        text = _("Somebody joined or left just now, or it has begun. Look again.")
        raise ApiError(409, "stale", text) from None
    director.wake(tournament_id)
    return Stands("running")


@post(
    "/api/tournaments/{tournament_id:str}/cancel",
    guards=[json_only],
    status_code=HTTP_200_OK,
    opt={WHILE_READ_ONLY: True},
)
async def cancel(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """End a tournament, as its host: before it has begun it is cancelled, later it ends as it stands."""
    found = await _own(store, tournament_id, person)
    is_cancelled = found.row.state == "gathering"
    await store.tournaments.finish(tournament_id, "cancelled" if is_cancelled else "over")
    return Stands("cancelled" if is_cancelled else "over")


class HostRequest(Struct, forbid_unknown_fields=True):
    """The number of the participant who becomes the host."""

    number: int


class ChangedTournament(Struct, forbid_unknown_fields=True):
    """The host's changes; missing fields stay unchanged.

    ``said`` is announced to all, ``starts_at`` null means no plan.
    """

    name: Annotated[str, Meta(max_length=80)] | UnsetType = UNSET
    said: Annotated[str, Meta(max_length=300)] | UnsetType = UNSET
    starts_at: int | UnsetType | None = UNSET
    paused: bool | UnsetType = UNSET


class SayRequest(Struct, forbid_unknown_fields=True):
    """A line for all participants."""

    text: Annotated[str, Meta(max_length=200)]


@post("/api/tournaments/{tournament_id:str}/host", guards=[json_only], status_code=HTTP_200_OK)
async def hand_on(
    data: Annotated[HostRequest, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """Make another participant the host."""
    found = await _own(store, tournament_id, person)
    other = _entrant(found, data.number)
    await store.tournaments.change(replace(found.row, host=other, host_seen_at=now_ms()))
    return Stands(found.row.state)


@post("/api/tournaments/{tournament_id:str}/take-out", guards=[json_only], status_code=HTTP_200_OK)
async def take_out(
    data: Annotated[HostRequest, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    director: NamedDependency[Director],
) -> Stands:
    """Remove somebody for good, as the host or a leader of their club; a game that has begun goes on."""
    found = await tournament_of(store, tournament_id)
    out = next((each for each in found.entrants if each.number == data.number), None)
    if out is None or out.team is None or out.team not in (await part_of(store, found, person)).leads:
        await _own(store, tournament_id, person)
    await store.tournaments.take_out(tournament_id, _entrant(found, data.number))
    director.wake(tournament_id)
    return Stands(found.row.state)


ANSWER_WAITS: Final = N_(
    "Challenges cannot be answered here just now, neither with a yes nor with a no: the challenge stays open. Try "
    "again later."
)
"""The reply to those who answer a challenge while nothing new may begin."""


@post(
    "/api/tournaments/{tournament_id:str}/accept",
    guards=[json_only],
    status_code=HTTP_200_OK,
    opt={WHAT_WAITS: ANSWER_WAITS},
)
async def accept(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """Accept a challenge, as the keeper or an officer of the club that is asked."""
    return await _answered(store, tournament_id, person, "yes")


@post(
    "/api/tournaments/{tournament_id:str}/decline",
    guards=[json_only],
    status_code=HTTP_200_OK,
    opt={WHAT_WAITS: ANSWER_WAITS},
)
async def decline(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """Decline a challenge, as the keeper or an officer of the club that is asked; a match is cancelled then."""
    return await _answered(store, tournament_id, person, "no")


async def _answered(store: Store, tournament_id: str, person: str, said: Answer) -> Stands:
    found = await tournament_of(store, tournament_id)
    leads = (await part_of(store, found, person)).leads
    asked = [each for each in found.teams if each.number in leads and each.answer == "asked"]
    if not asked:
        text = _("There is no challenge here that you could answer: the keeper or an officer of the club does, once.")
        raise ApiError(403, "not_asked", text)
    try:
        await store.tournaments.answer(tournament_id, asked[0].club_id, said)
    except Conflict:
        raise ApiError(409, "answered", _("Somebody of your club has answered, or it was cancelled.")) from None
    return Stands((await tournament_of(store, tournament_id)).row.state)


@post("/api/tournaments/{tournament_id:str}/move-up", guards=[json_only], status_code=HTTP_200_OK)
async def move_up(
    data: Annotated[HostRequest, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """Move somebody up a board in their team, as the keeper or an officer of its club, until it begins."""
    found = await tournament_of(store, tournament_id)
    moved = next((each for each in found.entrants if each.number == data.number), None)
    if moved is None or moved.team not in (await part_of(store, found, person)).leads:
        raise ApiError(403, "not_officer", _("Only the keeper and the officers of the club can do this."))
    await store.tournaments.move_up(tournament_id, data.number)
    return Stands(found.row.state)


@post("/api/tournaments/{tournament_id:str}/change", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def change(
    data: Annotated[ChangedTournament, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    director: NamedDependency[Director],
) -> Stands:
    """Rename a tournament, announce something, plan its start, pause or resume it; as the host."""
    found = await _own(store, tournament_id, person)
    row = found.row
    if data.name is not UNSET:
        row = replace(row, name=_passed_on(data.name) or row.name)
    if data.said is not UNSET:
        row = replace(row, said=_passed_on(data.said))
    if data.starts_at is not UNSET:
        row = replace(row, starts_at=planned_start(data.starts_at))
    if data.paused is not UNSET:
        row = replace(row, paused_at=now_ms() if data.paused else None)
    if not await store.tournaments.change(row):
        raise ApiError(409, "over", _("This tournament is over."))
    director.wake(tournament_id)
    return Stands(row.state)


@post("/api/tournaments/{tournament_id:str}/say", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def say(
    data: Annotated[SayRequest, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """Say something to all participants, as one of them or as the host."""
    found = await tournament_of(store, tournament_id)
    you, text = found.entrant(person), _passed_on(data.text)
    if you is None and found.row.host != person:
        raise ApiError(403, "not_in_it", _("Only those who take part can write here."))
    if not text:
        raise ApiError(422, "no_text", _("Write something first."))
    try:
        await store.tournaments.say(tournament_id, person, "" if you is None else you.name, text)
    except Conflict:
        raise ApiError(429, "slow_down", _("That was a lot at once. Wait a moment.")) from None
    return Stands(found.row.state)


def _passed_on(text: str) -> str:
    """Return a text for others. Raises `ApiError` if it may not be shown."""
    found = visible(text)
    if is_forbidden(found):
        raise ApiError(422, "word", _("This server does not pass such words on."))
    return found


def _entrant(tournament: Tournament, number: int) -> str:
    found = next((each.person for each in tournament.entrants if each.number == number), None)
    if found is None:
        raise ApiError(404, "no_such_entrant", _("They take no part in this tournament."))
    return found


async def _own(store: Store, tournament_id: str, person: str) -> Tournament:
    found = await tournament_of(store, tournament_id)
    if found.row.host != person:
        raise ApiError(403, "not_host", _("Only the host of the tournament can do this."))
    return found


acts: Final = (join, withdraw, wait, start, cancel, hand_on, take_out, accept, decline, move_up, change, say)
