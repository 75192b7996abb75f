"""The page for people who doubt that computer players cannot see their cards: what a player gets, shown and tried."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.response import Template

from spite_and_malice.engine import Position
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.play import FairDeal, Game, new_secret
from spite_and_malice.players import PLAYERS, choose
from spite_and_malice.rules import preset_rules

from ..games import GAMES
from ..store import Store

_PLAYER: Final = "club"
"""A good one that decides at once: the page waits for it."""
_YOU: Final = 0
_MOVES: Final = 8
_HELD: Final = 2
"""The least number of hidden cards: a player who ended the turn with the last card of their hand holds none."""
_OTHERS: Final = 5
_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Trial:
    """A way in which the hidden cards could lie: your hand, what the player is given (its SHA-256), and its move."""

    hand: tuple[str, ...]
    covered: str
    given: str
    move: str


def example() -> dict[str, Any]:
    """Return a game dealt this moment, with the computer player to move: what it is given, and what would change that.

    The hidden cards are laid out again several times, as they might lie for all that the player knows.
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
"""Among how many of a person's latest tables a finished deal is looked for."""


@get("/honest")
async def honest(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show what a computer player is given, that nothing hidden changes it, and where to check a deal of your own."""
    shown = await asyncio.to_thread(example)
    tables = [listed for listed in await store.tables.of(person, _LATEST) if not GAMES[listed.table.kind].is_solo]
    latest = next((listed for listed in tables if listed.summary.turn is None and listed.summary.game > 0), None)
    checked = None if latest is None else f"{latest.table.url}/games/{latest.summary.game}#check"
    return Template("honest.html.j2", context={"page": "learn", "checked": checked, **shown})


honest_routes: Router = Router("/", route_handlers=[honest], cache_control=CacheControlHeader(no_store=True))
