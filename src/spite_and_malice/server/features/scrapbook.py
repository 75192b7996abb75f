"""The scrapbook: a person's achievements, each with the first finished game that has it, and their statistics.

Achievements of a single game are found at its end and stored with its figures; those over several games follow from the
list of games. Days are in UTC, as everywhere on the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.analysis.achievements import ACHIEVEMENTS, OF_GAMES, Result, achieved_over
from spite_and_malice.analysis.remarks import Mood
from spite_and_malice.play import Game
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import Rules
from spite_and_malice.texts import _

from ..games import GAMES
from ..games.spite.game import SPITE
from ..games.spite.played import HOUSE, Played, played_by
from ..games.spite.replay import restored
from ..games.spite.table import fair_deal, shown_name
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.language import use_terms_of
from ..http.routes import Routes
from ..store import SeatRow, Store, StoredGame
from .kernel import Kernel
from .replays.replays import finished_game
from .statistics import Totals, opponents_name, totals_by

_OF_GAMES: Final = frozenset(each.key for each in OF_GAMES)


@dataclass(frozen=True, slots=True)
class Scrap:
    """An achievement, and the game in which it was reached, None if it was not.

    ``moves`` is the number of actions before and after the turn in which it was; None for those over several games.
    """

    key: str
    game: Played | None = None
    moves: tuple[int, int] | None = None

    @property
    def title(self) -> str:
        """Its name, in the current language."""
        return _(ACHIEVEMENTS[self.key].title)

    @property
    def words(self) -> str:
        """Its requirement, in the current language."""
        return _(ACHIEVEMENTS[self.key].words)

    @property
    def others(self) -> list[tuple[SeatRow, str]]:
        """The other players of the game, and their names."""
        if self.game is None:
            return []
        return [(who, shown_name(who)) for seat, who in enumerate(self.game.game.seats) if seat != self.game.seat]

    @property
    def url(self) -> str:
        """The address of its replay: the turn in which it was reached, or the whole game."""
        assert self.game is not None
        return f"{self.game.replay}?seat={self.game.seat}#{self.moves[0] if self.moves else 0}"

    @property
    def picture(self) -> str:
        """The address of the position for the picture."""
        assert self.game is not None
        at = f"?since={self.moves[0]}&at={self.moves[1]}" if self.moves else ""
        return f"/api/tables/{self.game.game.table_id}/games/{self.game.game.number}/moment{at}"


def scrapbook(games: Sequence[Played]) -> list[Scrap]:
    """Return every achievement, from one person's games with the latest first.

    Games that were given up do not count, nor do those in which a stand-in took part.
    """
    counted = [game for game in reversed(games) if not (game.stood_in or game.game.given_up)]
    found: dict[str, Scrap] = {}
    for game in counted:
        for key, moves in (game.counted.achieved if game.counted else {}).items():
            if key in _OF_GAMES:
                found.setdefault(key, Scrap(key, game, moves))
    for key, number in achieved_over([_result(game) for game in counted]).items():
        found[key] = Scrap(key, counted[number])
    return [found.get(key, Scrap(key)) for key in ACHIEVEMENTS]


def _result(game: Played) -> Result:
    own = game.counted.side if game.counted else None
    sides = [None if game.figures is None else each.side for each in (game.figures.seats if game.figures else ())]
    against = {
        who.player
        for seat, who in enumerate(game.game.seats)
        if seat != game.seat and (own is None or sides[seat] != own)
    }
    return Result(
        version=None if game.version == HOUSE else game.version,
        players=game.players,
        opponent=next(iter(against)) if len(against) == 1 else None,
        won=game.won,
        day=datetime.fromtimestamp(game.game.ended_at / 1000, UTC).date(),
    )


async def _scrapbook_of(store: Store, person: str) -> list[Scrap]:
    finished = await store.figures.finished(SPITE.kind, person)
    return await asyncio.to_thread(lambda: scrapbook(played_by(person, finished)))


@dataclass(frozen=True, slots=True)
class Rival:
    """One of the five characters, and somebody's results against them; ``mood`` is their facial expression about it."""

    totals: Totals
    mood: Mood


def rivals(games: Sequence[Played]) -> list[Rival]:
    """Return those of the five characters that somebody has played against, the weakest first."""
    found = {each.id: each for each in totals_by(games, lambda game: game.opponents, opponents_name)}
    moods = {-1: Mood.PLEASED, 0: Mood.CALM, 1: Mood.BEATEN}
    of_five = [found[level.id] for level in LEVELS if level.id in found]
    return [Rival(each, moods[(each.won > each.lost) - (each.won < each.lost)]) for each in of_five]


async def _page(store: Store, person: str, *, begins_with_figures: bool) -> Template:
    finished = await store.figures.finished(SPITE.kind, person)
    played = await asyncio.to_thread(played_by, person, finished)
    scraps = await asyncio.to_thread(scrapbook, played)
    found = [(scrap.game.game.ended_at, scrap) for scrap in scraps if scrap.game is not None]
    context = {
        "page": "games",
        "begins_with_figures": begins_with_figures,
        "rivals": rivals([game for game in played if not game.stood_in]),
        "found": [scrap for _at, scrap in sorted(found, key=lambda each: -each[0])],
        "empty": [scrap for scrap in scraps if scrap.game is None],
    }
    return Template("scrapbook.html.j2", context=context)


@get("/scrapbook")
async def scrapbook_page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show this browser's person's achievements, the latest first, those still open, and their figures."""
    return await _page(store, person, begins_with_figures=False)


@get("/statistics")
async def statistics_page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the scrapbook at its statistics, which come over the API."""
    return await _page(store, person, begins_with_figures=True)


class Achieved(Struct):
    """An achievement earned by a game, in the words of the page, and the address of its replay."""

    key: str
    title: str
    words: str
    url: str


class NewlyAchieved(Struct):
    """The achievements first earned by a game."""

    achieved: list[Achieved]


@get("/api/tables/{table_id:str}/games/{number:int}/achievements")
async def achieved_in_game(
    table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], person: NamedDependency[str]
) -> NewlyAchieved:
    """Return the new scrapbook entries of this browser's person from a finished game."""
    brought: list[Scrap] = []
    for scrap in await _scrapbook_of(store, person):
        if scrap.game is not None and (scrap.game.game.table_id, scrap.game.game.number) == (table_id, number):
            brought.append(scrap)
    if brought and brought[0].game is not None:
        use_terms_of(brought[0].game.game.preset)
    return NewlyAchieved([Achieved(scrap.key, scrap.title, scrap.words, scrap.url) for scrap in brought])


class Moment(Struct):
    """A turn in a finished game: the seat's view before it, and its moves, none if it was another seat's turn."""

    names: list[str]
    view: dict[str, Any]
    moves: list[str]


@get("/api/tables/{table_id:str}/games/{number:int}/moment")
async def moment_in_game(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    since: FromQuery[int | None] = None,
    at: FromQuery[int | None] = None,
) -> Moment:
    """Return a turn of a finished game from its number of actions before and after it, or else the last turn.

    It is shown as this browser's own seat saw it, for spectators as the first did.
    """
    stored = await finished_game(store, table_id, number, person)
    if GAMES[stored.table.kind].is_solo:
        raise ApiError(404, "no_moment", _("There is no such game."))
    seat = next((number for number, who in enumerate(stored.seats) if who.person == person), 0)
    use_terms_of(stored.table.preset)
    return await asyncio.to_thread(_moment, stored, seat, since, at)


def _moment(stored: StoredGame, seat: int, since: int | None, at: int | None) -> Moment:
    actions = [(move.seat, move.text) for move in stored.moves]
    if since is None:
        over = restored(stored)
        actions = [(int(who), text) for who, text in (entry.split(" ", 1) for entry in over.log)]
        since = over.turns[-1][1] if over.turns else 0
    game = Game.deal(Rules.from_json(stored.table.rules), stored.game.dealer, fair_deal(stored.game))
    for who, text in actions[: max(0, since)]:
        game.act(who, text)
    view, before, turn = game.view(seat).to_json(), len(game.log), game.turn
    for who, text in actions[max(0, since) : at]:
        game.act(who, text)
    for name in ("legal", "goes_on"):
        del view[name]
    moves = [entry.split(" ", 1)[1] for entry in game.log[before:]] if turn == seat else []
    return Moment([shown_name(who) for who in stored.seats], view, moves)


scrapbook_routes: Routes = Routes(
    "/",
    route_handlers=[scrapbook_page, statistics_page, achieved_in_game, moment_in_game],
    cache_control=CacheControlHeader(no_store=True),
)


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of the scrapbook."""
    return Feature([scrapbook_routes])
