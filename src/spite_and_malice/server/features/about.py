"""The pages about this site: data protection, its games and words, what a computer player sees, and its search.

Also the documentation site, if it has been built: plain files, which work under the policy of all pages.

Everything that can be found comes with the page, so that typing sends no requests.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import InternalServerException
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from spite_and_malice import patience
from spite_and_malice.engine import Position
from spite_and_malice.engine.pictures import draw_svg, parts
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.engine.view import View
from spite_and_malice.patience.rules.names import vocabulary
from spite_and_malice.play import FairDeal, Game, new_secret
from spite_and_malice.players import PLAYERS, choose
from spite_and_malice.rules import PRESETS, describe, preset_rules
from spite_and_malice.texts import TERMS, _

from ..games import GAMES
from ..http import errors
from ..http.feature import Feature
from ..http.identity import FOR_ALL
from ..http.routes import Routes
from ..store import Store
from .kernel import Kernel
from .learn.steps import steps
from .learn.texts import TEXTS

_STEP: Final = 6
"""The step of the lessons whose table the glossary shows: every part of it is in use."""
_SIZE: Final = re.compile(r'<svg [^>]*width="(\d+)" height="(\d+)"')


@dataclass(frozen=True, slots=True)
class DataPolicy:
    """The server's policy: after how many days finished games are deleted (0: never), who runs it, whether it mails."""

    days: int = 0
    contact: str = ""
    mails: bool = False


@get("/privacy", opt={FOR_ALL: True}, cache_control=CacheControlHeader(no_store=True))
async def privacy(person: NamedDependency[str], policy: NamedDependency[DataPolicy]) -> Template:
    """Show the data protection page, with this browser's id."""
    return Template("privacy.html.j2", context={"page": "", "person": person, "policy": policy})


@get("/read", sync_to_thread=False)
def read(policy: NamedDependency[DataPolicy]) -> Template:
    """Show the origins of the games, and the names of their parts, with pictures."""
    size = _SIZE.match(_layout())
    assert size is not None
    context = {"page": "read", "size": size.groups(), "parts": parts(_view()), "contact": policy.contact}
    return Template("read.html.j2", context=context)


@get("/read/table.svg", sync_to_thread=False)
def table() -> Response[str]:
    """Draw the table of the glossary: a separate picture can have styles, which a page cannot."""
    styled = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(_layout(), media_type="image/svg+xml", headers=styled)


@get("/settings", sync_to_thread=False)
def settings() -> Template:
    """Show the settings of every table."""
    return Template("settings.html.j2", context={"page": "settings"})


@get(["/solitaire", "/klondike"], sync_to_thread=False)
def solitaire() -> Redirect:
    """Redirect from the American name to patience."""
    return Redirect("/patience")


@get(["/cat-and-mouse", "/katz-und-maus", "/crapette", "/russian-bank"], sync_to_thread=False)
def cat_and_mouse() -> Redirect:
    """Redirect from other names of the game to the pages about them."""
    return Redirect("/read")


def _view() -> View:
    return steps()[_STEP - 1].start().view(0)


@cache
def _layout() -> str:
    return draw_svg(_view())


about_routes: Routes = Routes(
    "/",
    route_handlers=[privacy, read, table, settings, solitaire, cat_and_mouse],
    cache_control=CacheControlHeader(no_cache=True),
)


def docs_routes(folder: Path) -> list[ControllerRouterHandler]:
    """Return the routes of the documentation site in a folder."""

    @get("/docs", sync_to_thread=False)
    def docs() -> Redirect:
        """Redirect to the first page, so that its relative links work."""
        return Redirect("/docs/index.html")

    files = create_static_files_router(
        "/docs",
        [folder],
        name="docs",
        cache_control=CacheControlHeader(no_cache=True),
        exception_handlers={InternalServerException: errors.on_file_error, ValueError: errors.on_file_error},
    )
    return [docs, files]


_PLAYER: Final = "club"
"""A strong player that decides instantly: the page waits for it."""
_YOU: Final = 0
_MOVES: Final = 8
_HELD: Final = 2
"""The least number of hidden cards: a player who ended the turn with the last card of their hand holds none."""
_OTHERS: Final = 5
_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Trial:
    """One way the hidden cards could lie: your hand, the player's input (its SHA-256), and its move."""

    hand: tuple[str, ...]
    covered: str
    given: str
    move: str


def example() -> dict[str, Any]:
    """Return a freshly dealt game, with the computer player to move: its view, and what would change its move.

    The hidden cards are laid out again several times, consistent with everything that the player knows.
    """
    rules = preset_rules("standard", 2, {"payoff": 12})
    game = Game.deal(rules, _YOU, FairDeal(new_secret(), ("", "")))
    number = 0
    while number < _MOVES or game.turn == _YOU or len(game.position.hand(_YOU)) < _HELD:
        game.play(choose("casual", game.view(game.turn).to_json(), game.log, _SECONDS, number))
        number += 1
    view = game.view(game.turn)
    worlds = [game.position, *(Sampler(view).sample(seed) for seed in range(_OTHERS))]
    return {
        "view": view.to_json(),
        "given": json.dumps({"view": view.to_json(), "log": game.log}, indent=1),
        "trials": [_trial(world, game) for world in worlds],
        "player": PLAYERS[_PLAYER],
    }


def _trial(world: Position, game: Game) -> Trial:
    seen = world.view(game.turn).to_json()
    given = json.dumps({"view": seen, "log": game.log}).encode()
    whole = world.to_json()["players"][_YOU]
    move = choose(_PLAYER, seen, game.log, _SECONDS, len(game.log))
    return Trial(tuple(whole["hand"]), whole["payoff"][0][-2], hashlib.sha256(given).hexdigest(), move)


_LATEST: Final = 20
"""How many of a person's latest tables are searched for a finished deal."""


@get("/honest")
async def honest(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show what a computer player sees, that hidden cards change nothing, and where to check your own deal."""
    shown = await asyncio.to_thread(example)
    tables = [listed for listed in await store.tables.of(person, _LATEST) if not GAMES[listed.table.kind].is_solo]
    latest = next((listed for listed in tables if listed.summary.turn is None and listed.summary.game > 0), None)
    checked = None if latest is None else f"{latest.table.url}/games/{latest.summary.game}#check"
    return Template("honest.html.j2", context={"page": "learn", "checked": checked, **shown})


honest_routes: Routes = Routes("/", route_handlers=[honest], cache_control=CacheControlHeader(no_store=True))


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the search: its title, a line about it, its address, and more words by which it is found."""

    title: str
    summary: str
    url: str
    words: str = ""
    needs_others: bool = False
    """Whether it needs a server, and is missing where a browser plays alone."""


def entries() -> list[Entry]:
    """Return everything the search can find, in the current language."""
    versions = [
        Entry(_(each.name), _(each.summary), f"/rules/{each.id}", " ".join(describe(preset_rules(each.id))))
        for each in PRESETS.values()
    ]
    solitary = [
        Entry(
            _(each.name),
            _(each.summary),
            f"/rules/{each.id}",
            " ".join([*sorted(vocabulary().everything), *vocabulary().games.get(each.id, ())]),
        )
        for each in patience.PRESETS.values()
    ]
    lessons = [Entry(_(step.title), _("Learn to play"), "/learn", _(step.task)) for step in TEXTS.values()]
    return [*_pages(), *versions, *solitary, *lessons]


def _pages() -> list[Entry]:
    about = _("About the game")
    return [
        Entry(_("Start a game"), _("Every version, and rules of your own."), "/new"),
        Entry(_("Your games"), _("Games that are going, and finished ones."), "/games", f"{_('Give up')} resign"),
        Entry(
            _("Learn to play"),
            _("Lessons on the table, one step after another."),
            "/learn",
            f"{_('Hint')} {_('Undo')} help",
        ),
        Entry(_("Patience"), _("Patience, or solitaire"), "/patience", "solitaire klondike"),
        Entry(_("Today"), _("The deal of the day"), "/today", _("Patience of the day")),
        Entry(
            _("Correspondence games"),
            _("A move when you have time: a day or three for each."),
            "/correspondence",
            needs_others=True,
        ),
        Entry(_("Puzzles"), _("Positions with one best way."), "/puzzles"),
        Entry(_("Statistics and records"), _("What your finished games come to."), "/statistics"),
        Entry(_("Settings"), _("Cards, backs, surfaces, sound and words."), "/settings"),
        Entry(
            _("Notifications"),
            _("Your device tells you when somebody waits for you."),
            "/notices",
            "push notices",
            needs_others=True,
        ),
        Entry(_("Spite and Malice, or Cat and Mouse"), about, "/read#spite", "Blackwood Frey"),
        Entry(_("Crapette, the elder relative"), about, "/read#kin", "Russian Bank Parlett Whitmore Jones"),
        Entry(_("Flinch, Starturn and Skip-Bo: the games in boxes"), about, "/read#kin", "Patterson Storey Bowman"),
        Entry(_("Patience, or solitaire"), about, "/read#patience", "Klondike"),
        Entry(_("The table and its words"), about, "/read#glossary", " ".join(map(_, TERMS))),
        Entry(_("Ten facts"), about, "/read#facts"),
        Entry(_("Write to us"), about, "/read#contact"),
    ]


@get("/search", sync_to_thread=False)
def search(q: FromQuery[str] = "") -> Template:
    """Show the search field with the text in the address, and everything that can be found."""
    return Template("search.html.j2", context={"page": "search", "entries": entries(), "asked": q})


search_routes: Routes = Routes("/", route_handlers=[search], cache_control=CacheControlHeader(no_cache=True))


def feature(kernel: Kernel) -> Feature:
    """Return the pages about the program and the server, and the documentation site if there is one."""
    settings = kernel.configuration
    policy = DataPolicy(settings.keep_finished_days, settings.contact, settings.mail is not None)
    documents = [] if kernel.docs is None else docs_routes(kernel.docs)
    return Feature([honest_routes, about_routes, search_routes, *documents], {"policy": policy})
