"""Patience over HTTP: setting a table up, records, the deals of the days, replays; and the pages for them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Final

from litestar import Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Struct

from spite_and_malice.patience import PRESETS, Preset, Rules, describe_by_topic, preset_rules
from spite_and_malice.play.patience.played import Deal
from spite_and_malice.texts import _

from ..games.patience.dealer import WINNABLE, Dealer, require_over
from ..games.patience.results import DayBoards, DayLine, DayResult, Records, day_line, records_of
from ..games.patience.table import KIND, new_table, preset_of
from ..games.spite.setup import Name
from ..http.errors import ApiError
from ..http.guards import json_only
from ..protocol.patience import DealChoice, LevelChoice
from ..store import Conflict, PlayedDeal, Store, StoredGame, today
from ..tables.leaderboards import Board
from ..tables.refusal import Refusal
from .accounts.names import require_free
from .daily.days import day_of_text
from .lobby.api import table_answer

DEFAULT: Final = "klondike-1"

_DAYS: Final = 400
"""So many days does the calendar go back."""
_LISTED: Final = 100
"""The most lines of a day; one's own comes after them if it is not among them."""


class PatienceRequest(Struct, forbid_unknown_fields=True):
    """A game of patience: by the rules of a preset, perhaps changed, with a deal of one's choice or that of a day."""

    preset: str = DEFAULT
    rules: dict[str, Any] = {}
    deal: DealChoice = WINNABLE
    level: LevelChoice | None = None
    day: str | None = None
    name: Name = ""


class NewPatience(Struct):
    """Where the new table is."""

    id: str
    url: str


class OwnGame(Struct):
    """One's own game of a day's deal: running, won or given up."""

    table: str
    url: str
    state: str


class PresetDay(Struct):
    """A day's deal of one preset; lines and number are secret until one's own game is over."""

    own: OwnGame | None
    players: int
    lines: list[DayLine] | None
    number: int | None


class DayAnswer(Struct):
    """The deals of a day."""

    day: str
    is_today: bool
    next_at: int
    presets: dict[str, PresetDay]


class Calendar(Struct):
    """The days that have deals, the latest first, each with one's own mark for each preset."""

    first: str | None
    today: str
    days: list[dict[str, str | None]]


@post("/api/patience", guards=[json_only])
async def create(
    data: Annotated[PatienceRequest, Body()],
    store: NamedDependency[Store],
    dealer: NamedDependency[Dealer],
    owner: NamedDependency[str],
) -> Response[NewPatience]:
    """Set up a table of patience with its first game dealt, and return where it is."""
    try:
        table_id, status = await _set_up(data, store, dealer, owner)
    except Refusal as refusal:
        raise ApiError(422, refusal.code, str(refusal)) from refusal
    answer = NewPatience(table_id, f"/table/{table_id}")
    return Response(answer, status_code=status, headers={"location": answer.url})


@post("/api/patience/stop", status_code=HTTP_200_OK, guards=[json_only], sync_to_thread=False)
def stop(dealer: NamedDependency[Dealer], owner: NamedDependency[str]) -> dict[str, bool]:
    """Look no further for a deal; whoever asked for it is refused with `stopped`."""
    dealer.stop(owner)
    return {"ok": True}


async def _set_up(data: PatienceRequest, store: Store, dealer: Dealer, owner: str) -> tuple[str, int]:
    """Return the id of a table and the status to answer with. Raises `Refusal`."""
    rules = preset_rules(data.preset, data.rules)
    if data.day is not None:
        return await _of_day(data, rules, store, dealer, owner)
    if "." in data.deal:
        rules = Rules.from_json((await dealer.game(data.deal, owner)).table.rules)
    preset = preset_of(rules)
    deal = await dealer.choose(preset, rules, data.deal, data.level, owner)
    return await _store_table(store, owner, data.name, preset, rules, deal), HTTP_201_CREATED


async def _of_day(data: PatienceRequest, rules: Rules, store: Store, dealer: Dealer, owner: str) -> tuple[str, int]:
    preset = preset_of(rules)
    if preset is None or data.deal != WINNABLE or data.level is not None:
        told = _("The deal of a day has the rules of its game, and cannot be chosen otherwise.")
        raise Refusal("invalid_deal", told)
    day = day_of_text(data.day or "")
    if day > today() or (day < today() and await store.patience.day(day.isoformat(), preset) is None):
        raise NotFoundException(_("There is no deal of that day here."))
    text = day.isoformat()
    found = await store.patience.day_table(text, preset, owner)
    if found is not None:
        return found, HTTP_200_OK
    await require_free(store, data.name, owner)
    deal = Deal(await dealer.of_day(text, preset), "day", day=text)
    try:
        return await _store_table(store, owner, data.name, preset, rules, deal), HTTP_201_CREATED
    except Conflict:
        # The same browser has asked twice at once.
        found = await store.patience.day_table(text, preset, owner)
        if found is None:
            raise
        return found, HTTP_200_OK


async def _store_table(store: Store, owner: str, name: str, preset: str | None, rules: Rules, deal: Deal) -> str:
    table = new_table(owner, name, preset, rules, deal)
    await store.add_table(table.row, table.seal, table.summary, table.game)
    return table.row.id


@get("/api/patience/records")
async def own_records(
    store: NamedDependency[Store],
    owner: NamedDependency[str],
    preset: FromQuery[str] = DEFAULT,
    without_help: FromQuery[bool] = False,
) -> Records:
    """Return what this browser's games by the rules of a preset come to, perhaps only those without any help."""
    return records_of(_preset(preset).id, await store.patience.records(owner, preset), without_help)


@get("/api/patience/days")
async def calendar(store: NamedDependency[Store], owner: NamedDependency[str]) -> Calendar:
    """Return the days whose deals can be played, with one's own marks."""
    marks = {(game.deal["day"], game.preset): _mark(game) for game in await store.patience.own_days(owner)}
    days = await store.patience.days(_DAYS)
    now = today().isoformat()
    if now not in days:
        days = [now, *days]
    return Calendar(
        first=days[-1],
        today=now,
        days=[{"day": day, **{preset: marks.get((day, preset)) for preset in PRESETS}} for day in days],
    )


@get("/api/patience/days/{day:str}")
async def one_day(
    day: FromPath[str],
    store: NamedDependency[Store],
    patience_boards: NamedDependency[DayBoards],
    owner: NamedDependency[str],
) -> DayAnswer:
    """Return how everybody did with the deals of a day, to who has played them to the end."""
    wanted = await _known_day(store, day)
    presets = {preset: _preset_day(await patience_boards.board((day, preset), owner), owner) for preset in PRESETS}
    return DayAnswer(day, wanted == today(), _next_at(wanted), presets)


@get("/patience")
async def choose(
    store: NamedDependency[Store],
    owner: NamedDependency[str],
    preset: FromQuery[str] = DEFAULT,
    deal: FromQuery[str | None] = None,
) -> Template:
    """Show the choice of a game of patience, and those that are running."""
    going_on = await store.tables_of(owner, part="going_on")
    tables = [table_answer(listed, owner) for listed in going_on if listed.table.kind == KIND]
    return Template(
        "patience.html.j2",
        context={
            "page": "patience",
            "presets": list(PRESETS.values()),
            "topics": {each.id: describe_by_topic(each.rules) for each in PRESETS.values()},
            "chosen": _preset(preset).id,
            "deal": deal,
            "tables": [table for table in tables if table.state == "running"],
            "day": today().isoformat(),
        },
    )


@get("/patience/records", sync_to_thread=False)
def records_page() -> Template:
    """Show what one's own games of patience come to."""
    return Template("patience_records.html.j2", context={"page": "games", "presets": list(PRESETS.values())})


@get("/patience/day")
async def current_day_page(store: NamedDependency[Store]) -> Template:
    """Show the deals of today."""
    return await _day_page(store, today().isoformat())


@get("/patience/day/{day:str}")
async def day_page(day: FromPath[str], store: NamedDependency[Store]) -> Template:
    """Show the deals of a day."""
    return await _day_page(store, day)


async def _day_page(store: Store, day: str) -> Template:
    wanted = await _known_day(store, day)
    context = {
        "page": "patience",
        "day": day,
        "is_today": wanted == today(),
        "next_at": _next_at(wanted),
        "presets": list(PRESETS.values()),
    }
    return Template("patience_day.html.j2", context=context)


def patience_rules(preset: Preset) -> Template:
    """Show the rules of a preset of patience in words."""
    context = {
        "page": "rules",
        "preset": preset,
        "presets": list(PRESETS.values()),
        "topics": describe_by_topic(preset.rules),
    }
    return Template("patience_rules.html.j2", context=context)


async def finished_patience(store: Store, table_id: str, number: int, owner: str) -> StoredGame:
    """Return a game of patience that is over. Raises `NotFoundException` and `ApiError`."""
    stored = await store.game(table_id, number) if 0 < number < 2**31 else None
    if stored is None or stored.game.deal is None:
        raise NotFoundException(_("There is no such game."))
    try:
        await require_over(store, stored, owner)
    except Refusal as refusal:
        raise ApiError(409 if refusal.code == "game_running" else 403, refusal.code, str(refusal)) from refusal
    return stored


async def _known_day(store: Store, text: str) -> date:
    """Return a day that has deals, or today. Raises `NotFoundException`."""
    day = day_of_text(text)
    if day != today() and not [preset for preset in PRESETS if await store.patience.day(text, preset) is not None]:
        raise NotFoundException(_("There is no deal of that day here."))
    return day


def _preset_day(board: Board[PlayedDeal, DayResult], owner: str) -> PresetDay:
    own, over = board.own, len(board.lines)
    if own is None or own.result is None:
        return PresetDay(None if own is None else _own(own), over, None, None)
    shown = [line for at, line in enumerate(board.lines) if at < _LISTED or line.game.owner == owner]
    return PresetDay(_own(own), over, [day_line(line, owner) for line in shown], own.deal["number"])


def _own(game: PlayedDeal) -> OwnGame:
    return OwnGame(game.table_id, f"/table/{game.table_id}", _mark(game))


def _mark(game: PlayedDeal) -> str:
    return "running" if game.result is None else str(game.result["reason"])


def _next_at(day: date) -> int:
    """Return when the day after a day begins, in UTC milliseconds."""
    return int(datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()) * 1000


def _preset(preset_id: str) -> Preset:
    if preset_id not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    return PRESETS[preset_id]


patience_routes: Router = Router(
    "/",
    route_handlers=[create, stop, own_records, calendar, one_day, choose, records_page, current_day_page, day_page],
    cache_control=CacheControlHeader(no_store=True),
)
