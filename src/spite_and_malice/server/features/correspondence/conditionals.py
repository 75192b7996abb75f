"""Laying down what one plays in one's next turn at a table by correspondence (docs/protocol.md)."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated, Final

from litestar import get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice.engine import View
from spite_and_malice.texts import _

from ...games.spite import conditionals
from ...games.spite.conditionals import Line, Unplayable
from ...games.spite.laid import read
from ...games.spite.room import Room, as_spite
from ...http.errors import ApiError
from ...http.feature import Feature
from ...http.guards import json_only
from ...http.language import use_terms_of
from ...http.routes import Routes
from ...store import ConditionalsRow, Store
from ...tables.registry import Rooms
from ..kernel import Kernel


class Choice(Struct):
    """Something to choose, in words: a number of cards on a centre stack, or a move."""

    value: int | str
    words: str


class PlaceAnswer(Struct):
    """A centre place: how it is called, the cards that it holds now, and how many it may hold as the turn begins."""

    words: str
    height: int
    choices: list[Choice]


class TopsAnswer(Struct):
    """Another seat's pay-off cards as they are now: that they are still the same is a condition, in words."""

    seat: int
    tops: tuple[str | None, ...]
    words: str


class LineAnswer(Struct):
    """A line that is laid down, with its condition and its moves in words; null moves cannot be played any more."""

    line: Line
    condition: str
    moves: str | None


class LaidAnswer(Struct):
    """What somebody has laid down for their next turn, and what they can choose from.

    ``told`` says what became of the lines before, "" if there is nothing to say. ``may`` is False while nothing can be
    laid down: in one's own turn, and while no person is waited for.
    """

    may: bool
    told: str
    lines: list[LineAnswer]
    places: list[PlaceAnswer]
    tops: list[TopsAnswer]
    most: int


class LinesRequest(Struct, forbid_unknown_fields=True):
    """The lines to be laid down in place of those before; none take them back."""

    lines: list[Line]


class AheadAnswer(Struct):
    """What a line is in words, and the moves that can follow; ``done`` if none can, since a card would be hidden."""

    condition: str
    moves: str
    choices: list[Choice]
    done: bool


@get("/{table_id:str}/conditionals")
async def get_lines(
    table_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> LaidAnswer:
    """Return what you have laid down at a table; nobody else can read it."""
    async with _room(rooms, table_id) as room:
        # What is being played by a line is played first.
        return await room.do(partial(_answer, room, store, person))


@post("/{table_id:str}/conditionals/ahead", guards=[json_only], status_code=HTTP_200_OK)
async def look_ahead(
    table_id: FromPath[str],
    data: Annotated[Line, Body()],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> AheadAnswer:
    """Return which moves can follow in a line that is being laid down; nothing is stored."""
    async with _room(rooms, table_id) as room:
        view = _view(room, person)
        found = _ahead(view, data)
        places = [place for place in conditionals.changed_places(view, data) if not _is_played_to(data, place)]
        return AheadAnswer(
            condition=conditionals.condition_words(view, data, conditionals.names_at(room.table)),
            moves=conditionals.moves_words(view, data),
            choices=[
                Choice(text, conditionals.choice_words(found, text, places))
                for text in conditionals.distinct(found.view, found.legal)
            ],
            done=found.is_done,
        )


@put("/{table_id:str}/conditionals", guards=[json_only])
async def put_lines(
    table_id: FromPath[str],
    data: Annotated[LinesRequest, Body()],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> LaidAnswer:
    """Lay down lines for your next turn in place of those before; without lines take them back."""
    async with _room(rooms, table_id) as room:
        if room.store.is_shared:
            await room.do(room.follow)
        await room.do(partial(_lay_down, room, store, person, data.lines))
        return await _answer(room, store, person)


async def _lay_down(room: Room, store: Store, person: str, lines: Sequence[Line]) -> None:
    """Store lines, unless the turn has come meanwhile. Raises `ApiError`."""
    view = _view(room, person)
    if len(lines) > conditionals.MOST_LINES:
        raise ApiError(400, "too_many", _("So many conditions cannot be laid down."))
    for line in lines:
        if not line.moves:
            raise ApiError(400, "no_moves", _("Choose at least one move."))
        _ahead(view, line)
    assert view.seat is not None
    stored = conditionals.write_lines(lines)
    laid = ConditionalsRow(secrets.token_hex(6), room.table.number, view.hand(view.seat), stored)
    await store.conditionals.put(room.table_id, person, laid)


@asynccontextmanager
async def _room(rooms: Rooms, table_id: str) -> AsyncIterator[Room]:
    """Keep a table of Spite and Malice live. Raises `NotFoundException`."""
    async with rooms.open(table_id) as found:
        room = as_spite(found)
        if room is None:
            raise NotFoundException(_("There is no table at this address."))
        use_terms_of(room.table.row.preset)
        yield room


def _view(room: Room, person: str) -> View:
    """Return the view of somebody who may lay something down now. Raises `ApiError`."""
    seat = room.table.seat_of(person)
    if seat is None:
        raise ApiError(403, "not_seated", _("You are watching: only the players at the table can do this."))
    if not conditionals.offers(room.table, seat):
        text = _("You can lay something down while you wait for another person in a game by correspondence.")
        raise ApiError(409, "not_waiting", text)
    return room.table.game.view(seat)


def _ahead(view: View, line: Line) -> conditionals.Ahead:
    """Return what can follow a line. Raises `ApiError`."""
    try:
        return conditionals.ahead(view, line)
    except Unplayable as error:
        raise ApiError(409, "unplayable", str(error)) from None


def _is_played_to(line: Line, place: int) -> bool:
    return any(text.endswith(f"-C{place + 1}") for text in line.moves)


async def _answer(room: Room, store: Store, person: str) -> LaidAnswer:
    table = room.table
    seat = table.seat_of(person)
    row = await store.conditionals.of(table.row.id, person)
    laid = None if row is None or row.game != table.number else read(row)
    told = "" if laid is None else _(conditionals.TOLD[laid.told]) if laid.told else ""
    if seat is None or not conditionals.offers(table, seat):
        return LaidAnswer(False, told, [], [], [], conditionals.MOST_LINES)
    view, names = table.game.view(seat), conditionals.names_at(table)
    return LaidAnswer(
        may=True,
        told=told,
        lines=[] if laid is None else [_line(view, line, names) for line in laid.lines],
        places=[
            PlaceAnswer(conditionals.place_words(view, place), len(pile), _heights(view, len(pile)))
            for place, pile in enumerate(view.centre_places)
        ],
        tops=[
            TopsAnswer(other, tops, conditionals.top_words(names[other], tops))
            for other in range(view.rules.players)
            if other != seat and any(tops := tuple(pile.top for pile in view.payoff(other)))
        ],
        most=conditionals.MOST_LINES,
    )


def _line(view: View, line: Line, names: Sequence[str]) -> LineAnswer:
    try:
        conditionals.ahead(view, line)
        moves = conditionals.moves_words(view, line)
    except Unplayable:
        moves = None
    return LineAnswer(line, conditionals.condition_words(view, line, names), moves)


def _heights(view: View, now: int) -> list[Choice]:
    """Return how many cards a centre stack may have, from as many as now on: a complete one begins from none."""
    order = [(now + more) % view.rules.build_to for more in range(view.rules.build_to)]
    return [Choice(height, conditionals.height_words(view, height, is_now=height == now)) for height in order]


routes: Final = Routes(
    "/api/tables",
    route_handlers=[get_lines, look_ahead, put_lines],
    cache_control=CacheControlHeader(no_cache=True),
)
"""What one lays down at a table."""


def feature(_kernel: Kernel) -> Feature:
    """Return the laying down of turns."""
    return Feature([routes])
