"""Finished games: their records and pictures, and their replays (docs/records.md)."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK

from spite_and_malice.texts import _, ngettext
from spite_and_malice.texts import listed as listed_names

from ...archive.archive import NOT_SEATED, Archive
from ...archive.pictures import CAN_DRAW
from ...archive.seen import require_seen
from ...archive.worker import CheckAnswer
from ...games import GAMES
from ...games.spite.replay import ReplayAnswer
from ...games.spite.table import fair_deal, shown_name
from ...http.errors import ApiError
from ...http.feature import Feature
from ...http.files import COMPRESSED
from ...http.hosts import own_address
from ...http.language import use_terms_of
from ...http.routes import Routes
from ...protocol.settings import Settings
from ...store import ListedTable, Store, StoredGame, TableRow, is_day_running
from ...store.database.repository import can_be_numbered
from ..kernel import Kernel


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
        raise ApiError(403, "not_seated", _(NOT_SEATED))
    return _download(await archive.record(stored, seat, person), f"spite-{table_id}-{number}-seat-{seat}.txt")


@get("/{table_id:str}/games/{number:int}/check")
async def check_record(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
) -> CheckAnswer:
    """Replay a finished game from its record's text and return the inconsistencies."""
    return await archive.check(await finished_game(store, table_id, number, person), person)


def record_name(stored: StoredGame) -> str:
    """Return the file name of a record."""
    return f"{stored.table.kind}-{stored.table.id}-{stored.game.number}.txt"


async def stored_game(store: Store, table_id: str, number: int, person: str) -> StoredGame:
    """Return a game for a browser, running or finished, that others than its player may see.

    Raises `NotFoundException`, and `ApiError` if nobody may watch, unless the browser played or made the table.
    """
    stored = await _game(store, table_id, number, person)
    if GAMES[stored.table.kind].is_solo:
        raise _no_such_game()
    return stored


async def finished_game(store: Store, table_id: str, number: int, person: str) -> StoredGame:
    """Return a finished game. Raises `NotFoundException`, and `ApiError` if nobody may see it (yet)."""
    stored = await _game(store, table_id, number, person)
    await require_seen(store, stored, person)
    return stored


async def _game(store: Store, table_id: str, number: int, person: str) -> StoredGame:
    stored = await store.tables.game(table_id, number) if can_be_numbered(number) else None
    if stored is None:
        raise _no_such_game()
    was_there = _was_there(stored, person)
    if stored.table.shares_deal and not was_there:
        await require_seen(store, stored, person)
    if not (Settings.from_json(stored.table.settings).spectators or was_there):
        raise ApiError(403, "no_spectators", _("At this table the players are by themselves."))
    return stored


def _no_such_game() -> NotFoundException:
    return NotFoundException(_("There is no such game."))


def seat_of(stored: StoredGame, person: str) -> int | None:
    """Return the seat of a browser, or None."""
    return next((number for number, seat in enumerate(stored.table.seats) if seat.person == person), None)


def seen_from(stored: StoredGame, person: str, seat: int | None) -> int:
    """Return the seat ``seat``, or by default that of a browser, the first if it has none.

    Raises `NotFoundException` for an unknown seat.
    """
    if seat is None:
        return seat_of(stored, person) or 0
    if not 0 <= seat < len(stored.table.seats):
        raise NotFoundException(_("There is no such seat."))
    return seat


def _was_there(stored: StoredGame, person: str) -> bool:
    """Say whether a browser made the table, sits at it, or sat there when the game was dealt."""
    return person == stored.table.host or any(
        seat.person == person for seat in (*stored.table.seats, *stored.game.seats)
    )


def _download(text: str, name: str) -> Response[str]:
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": f'attachment; filename="{name}"'})


records: Routes = Routes(
    "/api/tables",
    route_handlers=[whole_record, own_record, check_record],
    cache_control=CacheControlHeader(no_cache=True),
)


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link to a page; ``picture`` is a path, None for that of the whole site."""

    title: str
    description: str
    picture: str | None = None


def preview_of(listed: ListedTable) -> Preview:
    """Return the preview of a link to a table: who invites to which game, or who plays it."""
    table, game = listed.table, _(listed.table.name)
    host = next((shown_name(seat) for seat in table.seats if seat.kind == "person" and seat.person == table.host), None)
    free = sum(seat.kind == "open" for seat in table.seats)
    if listed.summary.game == 0 and free:
        title = _("{name} invites you to {game}").format(name=host, game=game) if host else game
        seats = ngettext("One seat is free.", "{n} seats are free.", free).format(n=free)
        return Preview(title, f"{seats} {_about()}")
    if not _is_for_everybody(table):
        return Preview(game, _about())
    names = listed_names([shown_name(seat) for seat in table.seats])
    return Preview(f"{game}: {names}", _about(), _picture(table, listed.summary.game))


def preview_of_game(stored: StoredGame) -> Preview:
    """Return the preview of a link to a game: how it ended, or who plays it."""
    title = _("Game {number}, {table}").format(number=stored.game.number, table=_(stored.table.name))
    if not _is_for_everybody(stored.table):
        return Preview(title, _about())
    names = [shown_name(seat) for seat in stored.seats]
    winners = [names[seat] for seat in (stored.game.result or {}).get("winners", ())]
    words = ngettext("{names} won.", "{names} won.", len(winners)).format(names=listed_names(winners))
    return Preview(
        title, f"{words if winners else listed_names(names)} {_about()}", _picture(stored.table, stored.game.number)
    )


def _picture(table: TableRow, number: int) -> str | None:
    return f"{table.url}/games/{number}/picture.png" if CAN_DRAW and number else None


def _about() -> str:
    """Describe the site in a sentence."""
    return _("A card game at a table in your browser: no account, and deals that anybody can check.")


def _is_for_everybody(table: TableRow) -> bool:
    """Say whether anybody may see a table's current state."""
    if GAMES[table.kind].is_solo:
        return False
    settings = Settings.from_json(table.settings)
    return settings.spectators and settings.delay == 0 and not table.shares_deal


@get("/table/{table_id:str}/games/{number:int}/picture.png", cache_control=CacheControlHeader(max_age=300, public=True))
async def table_picture(
    table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], archive: NamedDependency[Archive]
) -> Response[bytes]:
    """Return a picture of the public view of a game."""
    stored = await stored_game(store, table_id, number, "")
    if not (CAN_DRAW and _is_for_everybody(stored.table)):
        raise NotFoundException(_("There is no such picture."))
    return Response(await archive.picture(stored, ""), media_type="image/png")


@get("/table/{table_id:str}/qr.svg", cache_control=CacheControlHeader(no_cache=True))
async def link_as_code(
    request: Request[Any, Any, Any], table_id: FromPath[str], store: NamedDependency[Store]
) -> Response[bytes]:
    """Return the link to a table as a QR code."""
    if await store.tables.kind_of(table_id) is None:
        raise NotFoundException(_("There is no table at this address."))
    link = f"{own_address(request)}/table/{table_id}"
    drawn = BytesIO()
    # Dark on light whatever the page's theme, and with the quiet zone that readers need. Few processes ever draw one.
    import segno

    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=8, border=4, light="#fff", dark="#05171c")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


preview_routes: Routes = Routes("/", route_handlers=[table_picture, link_as_code])


@get(
    "/{table_id:str}/games/{number:int}/replay",
    responses={HTTP_200_OK: ResponseSpec(ReplayAnswer, generate_examples=False)},
    opt={COMPRESSED: True},
)
async def replay_game(
    request: Request[Any, Any, Any],
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
    seat: FromQuery[int | None] = None,
    straight: FromQuery[bool] = False,
) -> Response[bytes]:
    """Return a finished game as a seat saw it: by default this browser's own, for who watched the first.

    It may be ``straight``, without the moves that were taken back, if the game supports that.
    """
    stored = await finished_game(store, table_id, number, person)
    use_terms_of(stored.table.preset)
    seen, you = seen_from(stored, person, seat), seat_of(stored, person)
    packed = await archive.replay(stored, seen, you, person, straight=straight)
    # It has megabytes: they are sent compressed to every client that accepts that.
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed, media_type=MediaType.JSON, headers=headers)
    return Response(gzip.decompress(packed), media_type=MediaType.JSON, headers={"vary": "accept-encoding"})


@get("/table/{table_id:str}/games/{number:int}")
async def game_page(
    table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], person: NamedDependency[str]
) -> Template:
    """Show one game of a table: its record, and its step-by-step check in the browser."""
    stored = await stored_game(store, table_id, number, person)
    use_terms_of(stored.table.preset)
    return Template(
        "game.html.j2",
        context={
            "preview": preview_of_game(stored),
            "page": "games",
            "table": stored.table,
            "names": [shown_name(who) for who in stored.seats],
            "number": stored.game.number,
            "newest": stored.newest,
            "result": stored.game.result,
            "stand_ins": stored.game.stand_ins,
            "last": stored.moves[-1].seat if stored.moves else 0,
            "commitment": fair_deal(stored.game).commitment,
            "at": stored.times[-1] if stored.game.result and stored.times else stored.started_at,
            "seat": seat_of(stored, person),
            "contributions": stored.game.contributions,
            "is_day_running": number == 1 and is_day_running(stored.table.day),
        },
    )


@get("/table/{table_id:str}/games/{number:int}/replay")
async def replay_page(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    seat: FromQuery[int | None] = None,
) -> Template:
    """Show a finished game on the table again, as a seat saw it; its moves come over the API."""
    stored = await finished_game(store, table_id, number, person)
    return Template(
        GAMES[stored.table.kind].replay_page,
        context={
            "table_id": table_id,
            "number": number,
            "home": stored.table.rules.get("home"),
            "aim": stored.table.rules.get("aim"),
            "names": [shown_name(who) for who in stored.seats],
            "you": seat_of(stored, person),
            "seat": seen_from(stored, person, seat),
        },
    )


replay_routes: Routes = Routes(
    "/api/tables", route_handlers=[replay_game], cache_control=CacheControlHeader(no_cache=True)
)

replay_pages: Routes = Routes(
    "/", route_handlers=[game_page, replay_page], cache_control=CacheControlHeader(no_cache=True)
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of replays, records, and the preview pictures of links."""
    previews = [] if kernel.alone else [preview_routes]
    return Feature([replay_pages, records, replay_routes, *previews], {"archive": kernel.archive})
