"""What people do about a tournament: take part, withdraw, begin it, say in an arena that they are free."""

from __future__ import annotations

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
from msgspec import Meta, Struct

from spite_and_malice.texts import _, ngettext

from ...games.spite.setup import computer_seat
from ...http.errors import ApiError
from ...http.guards import json_only
from ...http.limits import place_of as network_of
from ...people import HEADS, different, own_name, require_free
from ...store import Conflict, EntrantRow, SeatRow, Store, Tournament, TournamentPlace
from ..accounts.account import Empty
from .answers import NowAnswer, now_of
from .director import Director
from .rounds import drawn_seeds, lot_of

LEAST: Final = 2
"""The fewest who make a tournament."""

Contribution = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9A-Za-z]*$")]


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Who takes part, and what they contribute to the lot (docs/tournaments.md)."""

    name: Annotated[str, Meta(max_length=40)] = ""
    head: Annotated[str, Meta(max_length=20)] | None = None
    contribution: Contribution | None = None


class Stands(Struct):
    """How a tournament stands for who asked: its state, and the number under which they take part, or null."""

    state: str
    number: int | None = None


async def tournament_of(store: Store, tournament_id: str) -> Tournament:
    """Return a tournament. Raises `NotFoundException`."""
    found = await store.tournaments.get(tournament_id)
    if found is None:
        raise NotFoundException(_("There is no tournament at this address."))
    return found


async def place_of(store: Store, tournament_id: str, person: str) -> TournamentPlace:
    """Return where somebody is in a tournament. Raises `NotFoundException`."""
    found = await store.tournaments.place(tournament_id, person)
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
    name = (account.name if account is not None else None) or own_name(data.name)
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
    others = [each.name for each in found.entrants if each.person != person]
    address = None if request.client is None else request.client.host
    entrant = EntrantRow(
        number=0,
        name=different(name, others),
        person=person,
        head=data.head or None,
        contribution=data.contribution or secrets.token_hex(16),
        place=_place(found, address),
    )
    try:
        joined = await store.tournaments.join(tournament_id, entrant)
    except Conflict:
        raise ApiError(409, "closed", _("Nobody can join this tournament any more.")) from None
    director.wake(tournament_id)
    return Stands(found.row.state, joined.number)


def _place(tournament: Tournament, address: str | None) -> str:
    """Return what stands for where somebody is, for this tournament alone; an empty text for this computer."""
    place = network_of(address)
    return "" if not place else hmac.new(tournament.row.secret, place.encode(), hashlib.sha256).hexdigest()[:16]


@post("/api/tournaments/{tournament_id:str}/withdraw", guards=[json_only], status_code=HTTP_200_OK)
async def withdraw(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    director: NamedDependency[Director],
) -> Stands:
    """Take no part in a tournament any more; a game that has begun goes on."""
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
    person: NamedDependency[str],
) -> NowAnswer:
    """Say that one is free for the next game of an arena; it holds for some seconds (`rounds.WAITS_MS`).

    The director looks at an arena twice a second: nobody has to wake it.
    """
    found = await place_of(store, tournament_id, person)
    if found.entrant is None or found.entrant.until is not None:
        raise ApiError(409, "not_in_it", _("You take no part in this tournament."))
    told = now_of(found)
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
    """Begin a tournament, for who made it: computer players join, and the lot ranks everybody."""
    found = await _own(store, tournament_id, person)
    joining = computers_for(found)
    everybody = [*found.entrants, *joining]
    if len(everybody) < LEAST:
        text = ngettext("It takes at least {n} to begin.", "It takes at least {n} to begin.", LEAST).format(n=LEAST)
        raise ApiError(409, "too_few", text)
    lot = lot_of(everybody)
    try:
        await store.tournaments.start(tournament_id, joining, lot, drawn_seeds(everybody, lot))
    except Conflict:
        text = _("Somebody joined or left just now, or it has begun. Look again.")
        raise ApiError(409, "stale", text) from None
    director.wake(tournament_id)
    return Stands("running")


def computers_for(tournament: Tournament) -> list[EntrantRow]:
    """Return the computer players that join at the start, so that there are as many as its form says."""
    form, seats = tournament.row.form, list[SeatRow]()
    number = max((each.number for each in tournament.entrants), default=0)
    taken = [each.name for each in tournament.entrants]
    found: list[EntrantRow] = []
    for _missing in range(form.fill - len(tournament.entrants)):
        seat = computer_seat(form.player, seats, free=False)
        seat = replace(seat, name=different(seat.name, taken))
        seats.append(seat)
        taken.append(seat.name)
        number += 1
        found.append(EntrantRow(number, seat.name, player=form.player, head=seat.head, contribution=f"{number}"))
    return found


@post("/api/tournaments/{tournament_id:str}/cancel", guards=[json_only], status_code=HTTP_200_OK)
async def cancel(
    data: Annotated[Empty, Body()],
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Stands:
    """End a tournament, for who made it: before it began it is cancelled, later it is over as it stands."""
    found = await _own(store, tournament_id, person)
    is_cancelled = found.row.state == "gathering"
    await store.tournaments.finish(tournament_id, "cancelled" if is_cancelled else "over")
    return Stands("cancelled" if is_cancelled else "over")


async def _own(store: Store, tournament_id: str, person: str) -> Tournament:
    found = await tournament_of(store, tournament_id)
    if found.row.host != person:
        raise ApiError(403, "not_host", _("Only the host of the tournament can do this."))
    return found


acts: Final = (join, withdraw, wait, start, cancel)
