"""The first page with its greeting, the page of a person's games, and the manifest that makes the site an app."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery
from litestar.response import Template

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import _, current_language, ngettext

from ..clock import NEVER_MS
from ..games import GAMES
from ..games.spite.table import shown_name
from ..http.feature import Feature
from ..http.files import looks
from ..http.modules import needs, sheet_files
from ..http.routes import Routes
from ..people import called_by_seat
from ..store import ListedTable, Place, Store
from ..store.accounts import Identity
from ..tables.registry import Rooms
from . import daily
from .correspondence.games import by_correspondence
from .daily.overview import the_day
from .kernel import Kernel
from .learn.steps import steps
from .rules import house_rules_answer
from .setup import first_opponent, is_newcomer
from .tables import TableAnswer, is_by_correspondence, table_answer
from .waiting import LOOKED_AT, situations

_OVER_AT_ONCE: Final = 30
_GIVEN_UP: Final = 50
"""How many finished tables, or tables taken off the lists, are on one page."""


async def game_summaries(store: Store, tables: Sequence[ListedTable], person: str) -> Mapping[str, Any]:
    """Return the finished games of tables, and the deals of patience tables, by the id of the table.

    Raises `StoreError`.
    """
    found = await store.tables.games_of(listed.table.id for listed in tables)
    played, deals = {}, {}
    for listed in tables:
        game, games = GAMES[listed.table.kind], found.get(listed.table.id, [])
        played[listed.table.id] = [game.summary_of(listed, each, person) for each in games if each.result is not None]
        deals[listed.table.id] = game.deal_of(games[0]) if games else None
    return {"played": played, "deals": deals}


@get("/games", cache_control=CacheControlHeader(no_cache=True))
async def games_page(
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    before: FromQuery[str | None] = None,
) -> Template:
    """Show the tables of this browser; a page of finished ones continues ``before`` the last one of another."""
    person = identity.person
    last = None if before is None else _place(before)
    over = await store.tables.of(person, _OVER_AT_ONCE + 1, "over", last)
    is_first, shown = last is None, over[:_OVER_AT_ONCE]
    going_on = await store.tables.of(person, part="going_on") if is_first else []
    given_up = await store.tables.of(person, _GIVEN_UP, "given_up") if is_first else []
    context: dict[str, Any] = {
        "page": "games",
        "has_account": identity.has_account,
        "is_first": is_first,
        "tables": [table_answer(each, person) for each in (*going_on, *shown)],
        "older": f"{shown[-1].changed_at}.{shown[-1].table.id}" if len(over) > len(shown) else None,
        "given_up": [table_answer(each, person) for each in given_up if each.summary.game > 0],
        **await game_summaries(store, [*going_on, *shown, *given_up], person),
    }
    return Template("games.html.j2", context=context)


def _place(text: str) -> Place:
    """Parse the position where a page of games ended. Raises `NotFoundException`."""
    found = re.fullmatch(r"(\d{1,15})\.([\w-]{1,32})", text)
    if found is None:
        raise NotFoundException(_("There is no such page of games. The latest ones are at /games."))
    return int(found[1]), found[2]


FEATURED: Final = ("standard", "kings-and-jokers", "goal-13", "massachusetts", "skip-bo", "quick")
"""The presets on the home page: one of each character."""

_RUNNING_AT_HOME: Final = 4


@dataclass(frozen=True, slots=True)
class Greeting:
    """The greeting's title and text; either may be empty."""

    name: str
    last: str


def greeting(person: str, latest: ListedTable, *, goes_on: bool) -> Greeting:
    """Return the line for somebody whose latest table is ``latest``; a running game is listed beside it anyway."""
    own = next((seat for seat in latest.table.seats if seat.person == person), None)
    name = "" if own is None or called_by_seat(own.name) else own.name
    return Greeting(name, "" if goes_on else _last_game(latest, person))


def _last_game(latest: ListedTable, person: str) -> str:
    """Say the result of the last game, or of the match that it ended, if it was played against one other."""
    seats, left = latest.table.seats, latest.summary.cards_left
    own = next((number for number, seat in enumerate(seats) if seat.person == person), None)
    if own is None or left is None or len(seats) != 2 or latest.summary.turn is not None:
        return ""
    other = shown_name(seats[1 - own])
    points, others = latest.summary.scores[own], latest.summary.scores[1 - own]
    if latest.table.rules["target"] > 1 and latest.summary.match_over and points != others:
        words = (
            _("Last time you won the match against {name}, {most} to {least}.")
            if points > others
            else _("Last time {name} won the match, {most} to {least}: time for another.")
        )
        return words.format(name=other, most=max(points, others), least=min(points, others))
    if left[own] == 0:
        return _("Last time you beat {name}.").format(name=other)
    if left[1 - own] == 0:
        words = ngettext(
            "Last time {name} was one card ahead: time for another game.",
            "Last time {name} was {n} cards ahead: time for another game.",
            left[own],
        )
        return words.format(name=other, n=left[own])
    return ""


def home_route(*, alone: bool) -> HTTPRouteHandler:
    """Return the route of the home page; a person who plays ``alone`` has no games by correspondence."""

    @get("/", cache_control=CacheControlHeader(no_cache=True))
    async def home(
        store: NamedDependency[Store], rooms: NamedDependency[Rooms], identity: NamedDependency[Identity]
    ) -> Template:
        """Show the home page, with this browser's latest running tables."""
        return await _home(store, rooms, identity, alone=alone)

    return home


async def _home(store: Store, rooms: Rooms, identity: Identity, *, alone: bool) -> Template:
    person = identity.person
    slow = [] if alone else await by_correspondence(store, person)
    # Games by correspondence have their own list.
    found = await store.tables.of(person, LOOKED_AT + len(slow), "going_on")
    listed = [each for each in found if not is_by_correspondence(each.table) and not _is_only_dealt(each)]
    told = {} if alone else await situations(store, rooms, person, listed)
    answers = [table_answer(each, person) for each in listed]
    for table in answers:
        table.now = told.get(table.id)
    going_on = sorted(answers, key=_haste)[:_RUNNING_AT_HOME]
    shown = {table.id for table in going_on}
    latest = listed or found or await store.tables.of(person, 1)
    is_new = not latest and await is_newcomer(store, person)
    return Template(
        "home.html.j2",
        context={
            "page": "home",
            "featured": [PRESETS[preset_id] for preset_id in FEATURED],
            "tables": going_on,
            "is_more": len(listed) > _RUNNING_AT_HOME,
            "slow": slow,
            **await game_summaries(store, [each for each in listed if each.table.id in shown], person),
            "computers": LEVELS,
            "is_newcomer": is_new,
            "greeting": greeting(person, latest[0], goes_on=bool(found)) if latest else None,
            "lessons": len(steps()),
            "kept": [house_rules_answer(each) for each in await store.house_rules.of(person)],
            "opponent": await first_opponent(store, person),
            "has_account": identity.has_account,
            **({} if is_new else await the_day(store, person, daily.today())),
        },
    )


def _is_only_dealt(listed: ListedTable) -> bool:
    """Say whether it is a patience that was opened but not begun: there is nothing to resume."""
    return GAMES[listed.table.kind].is_solo and not listed.is_begun


def _haste(table: TableAnswer) -> tuple[bool, int, bool]:
    """Rank a running game: first those that are lost soon, then those in which others wait for this person."""
    at = None if table.now is None else table.now.at
    return (table.practice, NEVER_MS if at is None else at, table.solo or not table.your_turn)


_WORKER: Final = Path(__file__).parents[2] / "web" / "static" / "worker.js"
_GROUND: Final = "#0f2b33"
"""The surface by default, in the evening."""
_SHOWN: Final = 8

_SCRIPTS: Final = ("first.js", "early.js")
_MODULES: Final = ("ready.js", "app.js", "pages/about/no-line.js")
_OTHERS: Final = ("icon.svg", "pages/pages.css", "fonts/fraunces-600.woff2")


def app_routes(static: str, surfaces: Iterable[str], below: str = "") -> Routes:
    """Return the routes of the app.

    ``static`` is the address of the files that pages load, with a digest at its end; ``surfaces`` are those to choose
    from. ``below`` is the path of the site at its host.
    """
    static = below + static
    version = static.rpartition("/")[2]
    modules = {each for module in _MODULES for each in needs()[module]}
    sheets = [*sheet_files("base", "look/surfaces/felt"), *(f"look/surfaces/{name}.css" for name in surfaces)]

    @get("/manifest.webmanifest", media_type="application/manifest+json", sync_to_thread=False)
    def manifest() -> dict[str, Any]:
        """Return the manifest with which a system installs the pages as an app, in the language of the browser."""
        icons = [
            {"src": f"{static}/icons/any-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
            for size in (192, 512)
        ]
        maskable = {"src": f"{static}/icons/maskable-512.png", "sizes": "512x512", "type": "image/png"}
        return {
            "id": f"{below}/",
            "name": _("Spite & Malice"),
            "short_name": _("Spite"),
            "description": _("A card game at a table in your browser: no account, and deals that anybody can check."),
            "lang": current_language().replace("_", "-"),
            "start_url": f"{below}/",
            "scope": f"{below}/",
            "display": "standalone",
            "background_color": _GROUND,
            "theme_color": _GROUND,
            "categories": ["games", "cards"],
            "icons": [*icons, {**maskable, "purpose": "maskable"}],
            "shortcuts": [
                {"name": _("Your games"), "url": f"{below}/games"},
                {"name": _("The deal of the day"), "url": f"{below}/day"},
            ],
        }

    @get("/worker.js", media_type="text/javascript", sync_to_thread=False)
    def worker() -> str:
        """Return the service worker of this version."""
        # A cache rejects a list with duplicates, and then there is no worker at all.
        files = [f"{static}/{name}" for name in dict.fromkeys((*_SCRIPTS, *sorted(modules), *_OTHERS, *sheets))]
        constants = {"VERSION": version, "FILES": files, "BASE": below}
        head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
        return head + _WORKER.read_text(encoding="utf-8")

    @get("/no-line")
    async def no_line(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
        """Show that the browser is offline, with the running games: the worker caches this page until it is needed."""
        listed = await store.tables.of(person, _SHOWN, "going_on")
        going_on = sorted((table_answer(each, person) for each in listed), key=lambda table: not table.your_turn)
        context = {"page": "", "tables": going_on}
        return Template("no_line.html.j2", context=context, headers={"spite-version": version})

    return Routes("/", route_handlers=[manifest, worker, no_line], cache_control=CacheControlHeader(no_cache=True))


def feature(kernel: Kernel) -> Feature:
    """Return the first page, the page of a person's games, and the app, which needs a server."""
    app = [] if kernel.alone else [app_routes(kernel.static, looks()["surface"], kernel.below)]
    return Feature([home_route(alone=kernel.alone), games_page, *app])
