"""Setting a table of patience up and records, and the pages for them."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Struct

from spite_and_malice.patience import KLONDIKE, PRESETS, Preset, Rules, describe_by_topic, preset_rules
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.patience.rules import preset_of
from spite_and_malice.play.patience.played import Deal
from spite_and_malice.texts import _

from ...games import GAMES
from ...games.patience.dealer import WINNABLE, Dealer
from ...games.patience.results import Records, records_of
from ...games.patience.table import KIND, new_table
from ...games.spite.setup import Name
from ...http.errors import ApiError
from ...http.guards import json_only
from ...protocol.patience import DealChoice, LevelChoice
from ...store import Store
from ...tables.refusal import Refusal
from ..daily import days
from ..daily.patience import PatienceDays
from ..lobby.tables import table_answer
from .editor import check_rules, edit
from .gallery import gallery, like, shown

DEFAULT: Final = "klondike-1"

_LAST: Final = 4
"""How many games are shown that were played last."""


class PatienceRequest(Struct, forbid_unknown_fields=True):
    """A game of patience: by the rules of a preset, perhaps changed, with a deal to choose or that of a day."""

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


@post("/api/patience", guards=[json_only])
async def create(
    data: Annotated[PatienceRequest, Body()],
    store: NamedDependency[Store],
    dealer: NamedDependency[Dealer],
    patience_days: NamedDependency[PatienceDays],
    person: NamedDependency[str],
) -> Response[NewPatience]:
    """Set up a table of patience with its first game dealt, and return where it is."""
    try:
        if data.day is not None:
            table_id, status = await _of_day(data, store, patience_days, person)
        else:
            table_id, status = await _set_up(data, store, dealer, person), HTTP_201_CREATED
    except Refusal as refusal:
        raise ApiError(422, refusal.code, str(refusal)) from refusal
    answer = NewPatience(table_id, f"/table/{table_id}")
    return Response(answer, status_code=status, headers={"location": answer.url})


@post("/api/patience/stop", status_code=HTTP_200_OK, guards=[json_only], sync_to_thread=False)
def stop(dealer: NamedDependency[Dealer], person: NamedDependency[str]) -> dict[str, bool]:
    """Look no further for a deal; the request for it is refused with `stopped`."""
    dealer.stop(person)
    return {"ok": True}


def _rules_of(data: PatienceRequest) -> Rules:
    """Return the rules that were asked for. Raises `InvalidRules`."""
    return preset_rules(data.preset, data.rules)


async def _set_up(data: PatienceRequest, store: Store, dealer: Dealer, person: str) -> str:
    """Return the id of a new table. Raises `Refusal`."""
    rules = _rules_of(data)
    if "." in data.deal:
        rules = Rules.from_json((await dealer.game(data.deal, person)).table.rules)
    deal = await dealer.choose(rules, data.deal, data.level, person)
    return await _store_table(store, person, data.name, rules, deal)


async def _of_day(data: PatienceRequest, store: Store, patience_days: PatienceDays, person: str) -> tuple[str, int]:
    """Return the id of a person's table of a day's deal, and the status to answer with. Raises `Refusal`."""
    rules = _rules_of(data)
    preset = preset_of(rules)
    if preset is None or data.deal != WINNABLE or data.level is not None:
        message = _("The deal of a day has the rules of its game, and cannot be chosen otherwise.")
        raise Refusal("invalid_deal", message)

    async def store_table(deal: Deal) -> str:
        return await _store_table(store, person, data.name, rules, deal)

    return await patience_days.table(data.day or "", preset.id, data.name, person, store_table)


async def _store_table(store: Store, person: str, name: str, rules: Rules, deal: Deal) -> str:
    table = new_table(person, name, rules, deal)
    await store.tables.add(table.row, table.seal, table.summary, table.game)
    return table.row.id


@get("/api/patience/records")
async def own_records(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    preset: FromQuery[str] = DEFAULT,
    without_help: FromQuery[bool] = False,
) -> Records:
    """Return what this browser's games by the rules of a preset come to, perhaps only those without any help."""
    return records_of(_preset(preset).id, await store.patience.records(person, preset), without_help)


@get("/patience")
async def choose(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    preset: FromQuery[str] = DEFAULT,
    deal: FromQuery[str | None] = None,
) -> Template:
    """Show the choice of a game of patience, and those that are running."""
    game, last = _preset(preset), await store.patience.played_presets(person, KIND)
    choices = list(KLONDIKE.values()) if game.id in KLONDIKE else [game]
    going_on = await store.tables.of(person, part="going_on")
    tables = [table_answer(listed, person) for listed in going_on if GAMES[listed.table.kind].is_solo]
    return Template(
        "patience.html.j2",
        context={
            "page": "patience",
            "game": shown(game),
            "is_klondike": game.id in KLONDIKE,
            "can_decide": can_decide(game.rules),
            "presets": choices,
            "topics": {each.id: describe_by_topic(each.rules) for each in choices},
            "like": like(game),
            "last": [shown(PRESETS[each]) for each in last[:_LAST] if each in PRESETS],
            "gallery": gallery(),
            "deal": deal,
            "tables": [table for table in tables if table.state == "running"],
            "day": days.today().isoformat(),
        },
    )


@get("/patience/records")
async def records_page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the records of this browser's games of patience."""
    played = await store.patience.played_presets(person, KIND)
    presets = [PRESETS[each] for each in dict.fromkeys([*played, *KLONDIKE]) if each in PRESETS]
    return Template("patience_records.html.j2", context={"page": "games", "presets": presets})


def _preset(preset_id: str) -> Preset:
    if preset_id not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    return PRESETS[preset_id]


patience_routes: Router = Router(
    "/",
    route_handlers=[create, stop, own_records, choose, records_page, check_rules, edit],
    cache_control=CacheControlHeader(no_store=True),
)
