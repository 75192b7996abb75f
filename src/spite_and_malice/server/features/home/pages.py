"""The pages. Each template names the variables that it expects in the comment at its top."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from spite_and_malice import patience
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import GROUPS, PRESETS, Preset, describe_by_topic, differences, preset_rules
from spite_and_malice.rules.deck import MOST_COPIES, MOST_JOKERS, MOST_PACKS
from spite_and_malice.texts import _

from ...features.patience import finished_patience, patience_rules
from ...games.patience.table import KIND
from ...games.spite.table import fair_deal, shown_name
from ...http.language import use_terms_of
from ...store import Place, Store
from ...store.accounts import Identity
from ..house_rules import PopularPresets, house_rules_answer
from ..learn.lessons import steps
from ..lobby.api import table_answer
from ..lobby.previews import preview_of, preview_of_game
from ..replays.records import finished_game, seat_of, seen_from, stored_game
from ..statistics.listed_games import game_summaries
from .greeting import greeting

FEATURED: Final = ("standard", "kings-and-jokers", "goal-13", "massachusetts", "skip-bo", "quick")
"""The presets on the home page: one of each character."""

OPPONENT: Final = "club"
"""The computer player to begin with: it knows the game, and a careful person beats it."""

_NEWCOMERS: Final = "beginner"
"""The computer player for those who have played nothing here yet."""

_RUNNING_AT_HOME: Final = 4

_OVER_AT_ONCE: Final = 30
_GIVEN_UP: Final = 50
"""So many of one's tables that are over, or were taken off the lists, are on one page."""

_FIRST: Final = 8
"""Who has sat at so many tables, be they all of patience, knows how things are done here."""

_ONE_GAME: Final = {"target": 1}
"""What a table begins with whatever its version: a match is a choice."""

_EDITOR: Final = {"groups": GROUPS, "most": {"packs": MOST_PACKS, "copies": MOST_COPIES, "jokers": MOST_JOKERS}}
"""What the rules editor is drawn from."""


@get("/")
async def home(store: NamedDependency[Store], identity: NamedDependency[Identity]) -> Template:
    """Show the home page, with this browser's latest running tables."""
    owner = identity.person
    listed = await store.tables.of(owner, _RUNNING_AT_HOME + 1, "going_on")
    going_on = [table_answer(each, owner) for each in listed]
    latest = listed or await store.tables.of(owner, 1)
    is_newcomer = not latest and await _is_newcomer(store, owner)
    return Template(
        "home.html.j2",
        context={
            "page": "home",
            "featured": [PRESETS[preset_id] for preset_id in FEATURED],
            "tables": sorted(going_on, key=lambda table: (table.practice, not table.your_turn))[:_RUNNING_AT_HOME],
            "is_more": len(listed) > _RUNNING_AT_HOME,
            **await game_summaries(store, listed, owner),
            "computers": LEVELS,
            "is_newcomer": is_newcomer,
            "greeting": await greeting(store, owner, latest[0], goes_on=bool(listed)) if latest else None,
            "lessons": len(steps()),
            "kept": [house_rules_answer(each) for each in await store.house_rules.of(owner)],
            "opponent": _NEWCOMERS if is_newcomer else OPPONENT,
            "has_account": identity.has_account,
        },
    )


@get("/new")
async def new(
    store: NamedDependency[Store],
    owner: NamedDependency[str],
    popular: NamedDependency[PopularPresets],
    preset: FromQuery[str | None] = None,
    players: FromQuery[int | None] = None,
    friends: FromQuery[bool] = False,
    house: FromQuery[str | None] = None,
) -> Template:
    """Show every preset, or the set-up of a table with one of them; for friends if they are to have the other seats.

    With ``house`` it begins with the rules that this browser keeps under that id.
    """
    kept = [house_rules_answer(each) for each in await store.house_rules.of(owner)]
    if preset is None:
        context = {"page": "new", "presets": list(PRESETS.values()), "popular": await popular.presets(), "kept": kept}
        return Template("presets.html.j2", context=context)
    own = next((each for each in kept if each.id == house), None)
    if own is not None:
        players = own.rules["players"]
    chosen = _preset(preset)
    use_terms_of(chosen.id)
    number = _players(chosen, players)
    rules = preset_rules(chosen.id, number, _ONE_GAME)
    return Template(
        "setup.html.j2",
        context={
            "page": "new",
            "preset": chosen,
            "players": number,
            "rules": rules.to_json(),
            "topics": describe_by_topic(rules),
            "differences": differences(rules),
            **_EDITOR,
            "computers": LEVELS,
            "opponent": _NEWCOMERS if await _is_newcomer(store, owner) else OPPONENT,
            "friends": friends,
            "kept": kept,
            "house": own,
        },
    )


@get("/new/form")
async def host_form(
    preset: FromQuery[str],
    players: FromQuery[int],
    store: NamedDependency[Store],
    owner: NamedDependency[str],
) -> Template:
    """Show what the host of a gathering table can choose, as a part for the table's page.

    A preset that is not for this number of players gives way to the first that is.
    """
    fitting = [each for each in PRESETS.values() if players in each.allowed]
    if not fitting:
        raise NotFoundException(_("There is no game for this number of players."))
    chosen = next((each for each in fitting if each.id == preset), fitting[0])
    use_terms_of(chosen.id)
    return Template(
        "host_form.html.j2",
        context={
            "presets": fitting,
            "preset": chosen,
            "players": players,
            "rules": preset_rules(chosen.id, players, _ONE_GAME).to_json(),
            **_EDITOR,
            "computers": LEVELS,
            "kept": [
                house_rules_answer(each)
                for each in await store.house_rules.of(owner)
                if each.rules["players"] == players
            ],
        },
    )


@get("/open", sync_to_thread=False)
def open_tables() -> Template:
    """Show the tables with a free seat, and "Play anyone"."""
    return Template("open.html.j2", context={"page": "open", "presets": list(PRESETS.values())})


@get("/games")
async def games(
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    before: FromQuery[str | None] = None,
) -> Template:
    """Show the tables of this browser; of those that are over so many, ``before`` the last one of another page."""
    owner = identity.person
    last = None if before is None else _place(before)
    over = await store.tables.of(owner, _OVER_AT_ONCE + 1, "over", last)
    is_first, shown = last is None, over[:_OVER_AT_ONCE]
    going_on = await store.tables.of(owner, part="going_on") if is_first else []
    given_up = await store.tables.of(owner, _GIVEN_UP, "given_up") if is_first else []
    context: dict[str, Any] = {
        "page": "games",
        "has_account": identity.has_account,
        "is_first": is_first,
        "tables": [table_answer(each, owner) for each in (*going_on, *shown)],
        "older": f"{shown[-1].changed_at}.{shown[-1].table.id}" if len(over) > len(shown) else None,
        "given_up": [table_answer(each, owner) for each in given_up if each.summary.game > 0],
        **await game_summaries(store, [*going_on, *shown, *given_up], owner),
    }
    return Template("games.html.j2", context=context)


def _place(text: str) -> Place:
    """Read where a page of games ended. Raises `NotFoundException`."""
    found = re.fullmatch(r"(\d{1,15})\.([\w-]{1,32})", text)
    if found is None:
        raise NotFoundException(_("There is no such page of games. The latest ones are at /games."))
    return int(found[1]), found[2]


@get("/rules", sync_to_thread=False)
def all_rules() -> Template:
    """Show where the rules of every preset are, with what sets each apart from the standard game."""
    return Template(
        "all_rules.html.j2",
        context={
            "page": "rules",
            "presets": [(preset, differences(preset_rules(preset.id))) for preset in PRESETS.values()],
            "patience": list(patience.PRESETS.values()),
        },
    )


@get("/rules/{preset_id:str}", sync_to_thread=False)
def rules(preset_id: FromPath[str], players: FromQuery[int | None] = None) -> Template:
    """Show the rules of a preset of either game in words."""
    if preset_id in patience.PRESETS:
        return patience_rules(patience.PRESETS[preset_id])
    preset = _preset(preset_id)
    number = _players(preset, players)
    told = preset_rules(preset.id, number)
    use_terms_of(preset.id)
    return Template(
        "rules.html.j2",
        context={
            "page": "rules",
            "preset": preset,
            "players": number,
            "topics": describe_by_topic(told),
            "differences": differences(told),
        },
    )


@get("/table/{table_id:str}")
async def table(table_id: FromPath[str], store: NamedDependency[Store], owner: NamedDependency[str]) -> Template:
    """Show a table; what is on it comes over its websocket, to the browser's own seat by the cookie set here."""
    listed = await store.tables.listed(table_id)
    if listed is None:
        raise NotFoundException(_("There is no table at this address."))
    template = "patience_table.html.j2" if listed.table.kind == KIND else "table.html.j2"
    context = {
        "preview": preview_of(listed),
        "table_id": table_id,
        "day": listed.table.day,
        "practice": listed.table.practice,
        "is_newcomer": await _is_first(store, owner, table_id),
        "target": listed.table.rules.get("target"),
    }
    return Template(template, context=context)


@get("/table/{table_id:str}/games/{number:int}")
async def game(
    table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], owner: NamedDependency[str]
) -> Template:
    """Show one game of a table: its record, and the check of it step by step in the browser."""
    stored = await stored_game(store, table_id, number, owner)
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
            "commitment": fair_deal(stored.game).commitment,
            "at": stored.times[-1] if stored.game.result and stored.times else stored.started_at,
            "seat": seat_of(stored, owner),
            "contributions": stored.game.contributions,
        },
    )


@get("/table/{table_id:str}/games/{number:int}/replay")
async def replay(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    owner: NamedDependency[str],
    seat: FromQuery[int | None] = None,
) -> Template:
    """Show a finished game on the table again, as a seat saw it; its moves come over the API."""
    if await store.tables.kind_of(table_id) == KIND:
        await finished_patience(store, table_id, number, owner)
        return Template("patience_replay.html.j2", context={"table_id": table_id, "number": number})
    stored = await finished_game(store, table_id, number, owner)
    return Template(
        "replay.html.j2",
        context={
            "table_id": table_id,
            "number": number,
            "names": [shown_name(who) for who in stored.seats],
            "you": seat_of(stored, owner),
            "seat": seen_from(stored, owner, seat),
        },
    )


async def _is_newcomer(store: Store, owner: str) -> bool:
    """Return whether somebody has played nothing here yet, on their lists or off them."""
    return not await store.tables.of(owner, 1) and not await store.tables.of(owner, 1, "given_up")


async def _is_first(store: Store, owner: str, table_id: str) -> bool:
    """Return whether somebody has sat at no other table than this, but for some of patience."""
    latest = [*await store.tables.of(owner, _FIRST), *await store.tables.of(owner, 1, "given_up")]
    return len(latest) < _FIRST and all(each.table.id == table_id or each.table.kind == KIND for each in latest)


def _preset(preset_id: str) -> Preset:
    if preset_id not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    return PRESETS[preset_id]


def _players(preset: Preset, wanted: int | None) -> int:
    """Return the wanted number of players, the smallest if the preset does not allow it."""
    return wanted if wanted in preset.allowed else preset.players[0]


pages: Router = Router(
    "/",
    route_handlers=[home, new, games, all_rules, rules, table, game, replay],
    cache_control=CacheControlHeader(no_cache=True),
)

company_pages: Router = Router(
    "/", route_handlers=[host_form, open_tables], cache_control=CacheControlHeader(no_cache=True)
)
"""The pages of who plays with others."""
