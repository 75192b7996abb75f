"""The tables of a browser: their list, the page of each, giving them up and deleting them (docs/protocol.md)."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice.texts import N_, _

from ..cluster import News
from ..games import GAMES
from ..games.spite import correspondence
from ..games.spite.table import shown_name
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.guards import WHILE_READ_ONLY, json_only
from ..http.routes import Routes
from ..protocol.settings import Settings
from ..protocol.situation import Situation
from ..store import (
    Deletable,
    Hindrance,
    ListedTable,
    Origin,
    SeatRow,
    Store,
    Summary,
    TableRow,
    Undeletable,
    deletable,
)
from ..tables.registry import Rooms
from .kernel import Kernel
from .replays.replays import preview_of
from .setup import create_table

_FIRST: Final = 8
"""A person who has sat at this many tables, even of patience only, knows their way around."""


class SeatAnswer(Struct):
    """The occupant of a listed table's seat; ``you`` is true for this browser's own, ``head`` the drawing chosen."""

    kind: str
    name: str
    player: str | None
    head: str | None
    you: bool
    stand_in: str | None


class TableAnswer(Struct):
    """A table of this browser; times in UTC milliseconds.

    ``state`` is "gathering" (nothing is dealt), "running", "game_over" (the match goes on) or "match_over"; ``begun``
    says that somebody has acted in a game; ``turn`` is the seat to move or null; ``alone`` that you play only against
    programs, ``practice`` that the game counts for nothing, ``removable`` that nobody else sits there, so that you may
    take it off your lists; ``deletable`` what is deleted if you delete it, null if you cannot; ``sides`` the seats that
    play together, ``cards_left`` for each seat the pay-off cards of its side; ``winners`` the seats that won the match,
    or the only game, once it is over; ``progress`` describes in words how far a game for one has come. ``kind`` is
    "spite" or "patience", where the score is the number of cards gone. ``now`` is your situation at a table by
    correspondence, null elsewhere.
    """

    id: str
    kind: str
    solo: bool
    url: str
    name: str
    preset: str | None
    seats: list[SeatAnswer]
    state: str
    begun: bool
    game: int
    turn: int | None
    your_turn: bool
    alone: bool
    practice: bool
    removable: bool
    deletable: Deletable | None
    sides: list[list[int]]
    cards_left: tuple[int, ...] | None
    scores: tuple[int, ...]
    progress: str | None
    winners: list[int]
    target: int | None
    created_at: int
    changed_at: int
    deadline: int | None
    now: Situation | None


class Deleted(Struct):
    """The deleted object: the "table", or at one that others keep, your own "name"."""

    id: str
    deleted: Deletable


class GivenUp(Struct):
    """The table that was taken off its player's lists."""

    id: str


_UNDELETABLE: Final[dict[Hindrance, tuple[int, str]]] = {
    "unknown_table": (404, N_("This table is no longer there.")),
    "not_yours": (403, N_("This table belongs to somebody else.")),
    "of_today": (409, N_("The deal of the day can be deleted tomorrow: today it would be dealt to you again.")),
    "not_over": (409, N_("Others are at this table. Once the match is over you can take your name out of it.")),
    "rated_running": (409, N_("This game is rated and goes on until it is over; then you can delete it.")),
    "game_running": (409, N_("Give this game up first; then you can delete it.")),
}


@get("/tables")
async def list_tables(store: NamedDependency[Store], person: NamedDependency[str]) -> list[TableAnswer]:
    """Return the tables of this browser, the most recently changed first."""
    return [table_answer(listed, person) for listed in await store.tables.of(person)]


@post("/tables/{table_id:str}/give-up", status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def give_up(
    table_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> GivenUp:
    """Give up a table for the one person who sits at it: against computer players, or waiting for others.

    A game that they have begun is lost. A table where nothing was played, or another game would follow, is taken off
    their lists.
    """
    listed = await store.tables.listed(table_id)
    if listed is None or [seat.person for seat in listed.table.seats if seat.kind == "person"] != [person]:
        raise _not_alone()
    async with rooms.open(table_id) as room:
        is_over = room is not None and await room.abandon(person)
    if not is_over and not await store.tables.give_up(table_id, person):
        raise _not_alone()
    return GivenUp(table_id)


def _not_alone() -> ApiError:
    return ApiError(
        403, "not_alone", _("You can give up a table only if you sit there alone or with computer players.")
    )


@delete("/tables/{table_id:str}", status_code=HTTP_200_OK, guards=[json_only], opt={WHILE_READ_ONLY: True})
async def delete_table(
    table_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    news: NamedDependency[News],
    person: NamedDependency[str],
) -> Deleted:
    """Delete a table without a running game; one that others keep loses the name of the person deleting it."""
    try:
        deleted = await store.tables.delete(table_id, person)
    except Undeletable as error:
        status, sentence = _UNDELETABLE[error.why]
        raise ApiError(status, error.why, _(sentence)) from None
    news.changed(table_id)
    await rooms.renew([table_id])
    return Deleted(table_id, deleted)


def table_answer(listed: ListedTable, person: str) -> TableAnswer:
    """Return a listed table for ``person``."""
    table, summary, turn = listed.table, listed.summary, listed.summary.turn
    game, now = GAMES[table.kind], _now(listed, person)
    return TableAnswer(
        id=table.id,
        kind=table.kind,
        solo=game.is_solo,
        url=table.url,
        name=_(table.name),
        preset=table.preset,
        seats=[seat_answer(seat, person) for seat in table.seats],
        state=_state(summary),
        begun=listed.is_begun,
        game=summary.game,
        turn=turn,
        your_turn=turn is not None and _is_for(table, turn, person),
        alone=[seat.person for seat in table.seats if seat.kind not in ("computer", "guest")] == [person],
        practice=table.practice is not None,
        removable=[seat.person for seat in table.seats if seat.kind == "person"] == [person],
        deletable=deletable(listed, person),
        sides=_sides(table),
        cards_left=summary.cards_left,
        scores=summary.scores,
        progress=game.progress(table, summary),
        winners=game.winners(listed) if summary.match_over else [],
        target=table.rules.get("target"),
        created_at=listed.created_at,
        changed_at=listed.changed_at,
        deadline=None if now is None else now.at,
        now=now,
    )


def _sides(table: TableRow) -> list[list[int]]:
    seats = range(len(table.seats))
    number = len(seats) // 2 if table.rules.get("partners") else len(seats)
    return [[seat for seat in seats if seat % number == side] for side in range(number)]


def is_by_correspondence(table: TableRow) -> bool:
    """Say whether people have half a day or more per move at a table."""
    return not GAMES[table.kind].is_solo and Settings.from_json(table.settings).is_by_correspondence


def _now(listed: ListedTable, person: str) -> Situation | None:
    """Return somebody's situation at a table by correspondence, None at any other."""
    table, turn = listed.table, listed.summary.turn
    if not is_by_correspondence(table):
        return None
    deadline = correspondence.deadline_of(table, turn, listed.clocks)
    seat = next((number for number, each in enumerate(table.seats) if each.person == person), None)
    return correspondence.situation(table, correspondence.Standing(_state(listed.summary), turn, deadline), seat)


def _is_for(table: TableRow, seat: int, person: str) -> bool:
    """Say whether a turn is made on somebody's device: their own, or that of their guest."""
    at = table.seats[seat]
    return (at.person == person and at.stand_in is None) or (at.kind == "guest" and table.host == person)


def seat_answer(seat: SeatRow, person: str) -> SeatAnswer:
    """Return a seat for ``person``."""
    return SeatAnswer(seat.kind, shown_name(seat), seat.player, seat.head, seat.person == person, seat.stand_in)


def _state(summary: Summary) -> str:
    if summary.game == 0:
        return "gathering"
    if summary.turn is not None:
        return "running"
    return "match_over" if summary.match_over else "game_over"


@get("/table/{table_id:str}", cache_control=CacheControlHeader(no_cache=True))
async def table_page(table_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show a table; its contents come over its websocket, which finds the browser's seat by the cookie set here."""
    listed = await store.tables.listed(table_id)
    if listed is None:
        raise NotFoundException(_("There is no table at this address."))
    context = {
        "preview": preview_of(listed),
        "table_id": table_id,
        "day": listed.table.day,
        "practice": listed.table.practice,
        "is_newcomer": await _is_first(store, person, table_id),
        "gathering": listed.summary.game == 0 and any(seat.kind == "open" for seat in listed.table.seats),
        "target": listed.table.rules.get("target"),
        "home": listed.table.rules.get("home"),
        "aim": listed.table.rules.get("aim"),
        "back": back_from(listed.table.origin),
    }
    return Template(GAMES[listed.table.kind].table_page, context=context)


class Back(Struct):
    """The way back from a table that the server created, and its label."""

    url: str
    words: str


def back_from(origin: Origin | None) -> Back | None:
    """Return the way back from a table with an origin, None: home."""
    if origin is None:
        return None
    if origin.subject == "tournament":
        return Back(f"/tournaments/{origin.id}", _("Back to the tournament"))
    return Back(f"/evening/{origin.id}", _("Back to the evening")) if origin.subject == "evening" else None


async def _is_first(store: Store, person: str, table_id: str) -> bool:
    """Return whether somebody has sat at no other table, except some for solitaire games."""
    latest = [*await store.tables.of(person, _FIRST), *await store.tables.of(person, 1, "given_up")]
    return len(latest) < _FIRST and all(each.table.id == table_id or GAMES[each.table.kind].is_solo for each in latest)


table_routes: Routes = Routes(
    "/api",
    route_handlers=[create_table, list_tables, give_up, delete_table],
    cache_control=CacheControlHeader(no_cache=True),
)


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of a person's tables and the page of each."""
    return Feature([table_page, table_routes])
