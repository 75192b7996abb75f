"""Records of games: whole once a game is over, before that for a player only what their seat saw (docs/records.md)."""

from __future__ import annotations

from litestar import MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from spite_and_malice.texts import _

from ...archive.archive import Archive
from ...archive.checks import CheckAnswer
from ...games import GAMES
from ...http.errors import ApiError
from ...protocol.settings import Settings
from ...store import Store, StoredGame
from ...tables.refusal import Refusal


@get("/{table_id:str}/games/{number:int}/record", media_type=MediaType.TEXT)
async def whole_record(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
) -> Response[str]:
    """Return the record of a finished game as text."""
    stored = await finished_game(store, table_id, number, person)
    return _download(await archive.record(stored, None, person), record_name(stored))


@get("/{table_id:str}/games/{number:int}/record/mine", media_type=MediaType.TEXT)
async def own_record(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
) -> Response[str]:
    """Return the record of a game, running or finished, as this browser's seat saw it."""
    stored = await stored_game(store, table_id, number, person)
    seat = seat_of(stored, person)
    if seat is None:
        raise ApiError(403, "not_seated", _("You watched this game: only the players have a record of their own."))
    return _download(await archive.record(stored, seat, person), f"spite-{table_id}-{number}-seat-{seat}.txt")


@get("/{table_id:str}/games/{number:int}/check")
async def check_record(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
) -> CheckAnswer:
    """Play a finished game again from its record's text and return what does not fit."""
    return await archive.check(await finished_game(store, table_id, number, person), person)


def record_name(stored: StoredGame) -> str:
    """Return the name of the file that a record is kept in."""
    return f"{stored.table.kind}-{stored.table.id}-{stored.game.number}.txt"


async def stored_game(store: Store, table_id: str, number: int, person: str) -> StoredGame:
    """Return a game for a browser, running or finished, that others than its player may see.

    Raises `NotFoundException`, and `ApiError` where nobody may watch, unless the browser played or made the table.
    """
    stored = await _game(store, table_id, number, person)
    if GAMES[stored.table.kind].is_solo:
        raise _no_such_game()
    return stored


async def finished_game(store: Store, table_id: str, number: int, person: str) -> StoredGame:
    """Return a game that is over. Raises `NotFoundException`, and `ApiError` where or while nobody may see it."""
    stored = await _game(store, table_id, number, person)
    await require_over(store, stored, person)
    return stored


async def require_over(store: Store, stored: StoredGame, person: str) -> None:
    """Raise `ApiError` while a browser may not see all of a game."""
    try:
        await GAMES[stored.table.kind].require_over(store, stored, person)
    except Refusal as refusal:
        raise ApiError(409 if refusal.code == "game_running" else 403, refusal.code, str(refusal)) from refusal


async def _game(store: Store, table_id: str, number: int, person: str) -> StoredGame:
    # A larger number is none that a database could hold.
    stored = await store.tables.game(table_id, number) if 0 < number < 2**31 else None
    if stored is None:
        raise _no_such_game()
    if not (Settings.from_json(stored.table.settings).spectators or _was_there(stored, person)):
        raise ApiError(403, "no_spectators", _("At this table the players are by themselves."))
    return stored


def _no_such_game() -> NotFoundException:
    return NotFoundException(_("There is no such game."))


def seat_of(stored: StoredGame, person: str) -> int | None:
    """Return the seat of a browser, or None."""
    return next((number for number, seat in enumerate(stored.table.seats) if seat.owner == person), None)


def seen_from(stored: StoredGame, person: str, seat: int | None) -> int:
    """Return the seat ``seat``, or if none is named that of a browser, the first for one that has none.

    Raises `NotFoundException` for a seat that there is not.
    """
    if seat is None:
        return seat_of(stored, person) or 0
    if not 0 <= seat < len(stored.table.seats):
        raise NotFoundException(_("There is no such seat."))
    return seat


def _was_there(stored: StoredGame, person: str) -> bool:
    """Say whether a browser made the table, sits at it, or sat there when the game was dealt."""
    return person == stored.table.owner or any(
        seat.owner == person for seat in (*stored.table.seats, *stored.game.seats)
    )


def _download(text: str, name: str) -> Response[str]:
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": f'attachment; filename="{name}"'})


records: Router = Router(
    "/api/tables",
    route_handlers=[whole_record, own_record, check_record],
    cache_control=CacheControlHeader(no_cache=True),
)
