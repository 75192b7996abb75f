"""What a link shows where it is sent: a title, a sentence, and a picture without a hidden card."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from litestar import Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from spite_and_malice.texts import _, ngettext
from spite_and_malice.texts import listed as listed_names

from ...archive.archive import Archive
from ...archive.pictures import CAN_DRAW
from ...games import GAMES
from ...games.spite.table import shown_name
from ...http.hosts import own_address
from ...protocol.settings import Settings
from ...store import ListedTable, Store, StoredGame, TableRow
from ..replays.records import stored_game


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link to a page shows; ``picture`` is a path, None for the one that stands for the whole site."""

    title: str
    description: str
    picture: str | None = None


def preview_of(listed: ListedTable) -> Preview:
    """Return what a link to a table shows: who invites to which game, or who plays it."""
    table, game = listed.table, _(listed.table.name)
    host = next((shown_name(seat) for seat in table.seats if seat.kind == "person" and seat.owner == table.owner), None)
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
    """Return what a link to a game shows: how it ended, or who plays it."""
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
    """Say in a sentence what the site is."""
    return _("A card game at a table in your browser: no account, and deals that anybody can check.")


def _is_for_everybody(table: TableRow) -> bool:
    """Say whether anybody may see a table as it stands now."""
    if GAMES[table.kind].is_solo:
        return False
    settings = Settings.from_json(table.settings)
    return settings.spectators and settings.delay == 0


@get("/table/{table_id:str}/games/{number:int}/picture.png", cache_control=CacheControlHeader(max_age=300, public=True))
async def table_picture(
    table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], archive: NamedDependency[Archive]
) -> Response[bytes]:
    """Return a picture of a game as it stands for everybody."""
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
    # Dark on light whatever the page's theme, and with the quiet zone that readers need.
    # Hardly any process draws one.
    import segno

    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=8, border=4, light="#fff", dark="#05171c")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


preview_routes: Router = Router("/", route_handlers=[table_picture, link_as_code])
