"""The page of the ladder, the effect of a game on it, and the signs earned there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import _

from ..games.spite.game import SPITE
from ..games.spite.ladder import MOST_STARS, RULES, Ladder, counts, ladders
from ..games.spite.played import Played, played_here
from ..games.spite.signs import SIGNS, earned
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.files import looks
from ..http.routes import Routes
from ..store import Store
from .kernel import Kernel


class SignAnswer(Struct):
    """A sign for a person's plate: the stem of its file, its name and requirement, and whether they have it."""

    id: str
    name: str
    takes: str
    earned: bool


class Climbed(Struct):
    """A game's effect on the ladder: the level's stars before and after, and where somebody stands now.

    ``gold`` of the stars are golden, and ``gold_before`` were; the others are silver. ``promoted`` is the next level if
    this game brought the second star; ``signs`` are those earned by it.
    """

    player: str
    name: str
    family: str
    before: int
    stars: int
    gold_before: int
    gold: int
    next: str
    promoted: str | None
    signs: list[SignAnswer]


def climbed(games: Sequence[Played], table_id: str, number: int) -> Climbed | None:
    """Return the effect of a game, None for one that does not count; games are given latest first."""
    at = next(
        (place for place, one in enumerate(games) if (one.game.table_id, one.game.number) == (table_id, number)), None
    )
    if at is None:
        return None
    game = games[at]
    if not counts(game):
        return None
    family = PRESETS[game.version].family
    earlier_all, all_ = ladders(games[at + 1 :]), ladders(games[at:])
    before, after = (next(ladder for ladder in some if ladder.family == family) for some in (earlier_all, all_))
    rung = next(rung for rung in after.rungs if rung.player == game.opponents)
    earlier = next(other for other in before.rungs if other.player == game.opponents)
    return Climbed(
        player=rung.player,
        name=rung.name,
        family=after.name,
        before=earlier.stars,
        stars=rung.stars,
        gold_before=earlier.gold,
        gold=rung.gold,
        next=rung.next,
        promoted=None if after.at.player == before.at.player else after.at.player,
        signs=[sign for sign in signs_among(earned(all_) - earned(earlier_all)) if sign.earned],
    )


def signs_among(of: frozenset[str]) -> list[SignAnswer]:
    """Return every sign in the current language; those of ``of`` are earned."""
    names = looks()["sign"]
    return [SignAnswer(sign.id, _(names[sign.id]), _(sign.takes), sign.id in of) for sign in SIGNS]


async def ladders_of(store: Store, person: str) -> list[Ladder]:
    """Return somebody's ladders. Raises `StoreError`."""
    finished = await store.figures.finished(SPITE.kind, person)
    return await asyncio.to_thread(lambda: ladders(played_here(person, finished)))


@get("/ladder")
async def ladder_page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the stars of this browser's person."""
    found = await ladders_of(store, person)
    begun = [ladder for ladder in found if ladder.is_begun] or found[:1]
    others = [ladder for ladder in found if ladder not in begun]
    context = {
        "page": "games",
        "ladders": begun,
        "others": others,
        "most": MOST_STARS,
        "rules": [_(rule) for rule in RULES],
        "signs": signs_among(earned(found)),
    }
    return Template("ladder.html.j2", context=context)


@get("/api/tables/{table_id:str}/games/{number:int}/ladder")
async def climbed_by(
    table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], person: NamedDependency[str]
) -> Climbed:
    """Return the effect of a finished game on the ladder of this browser's person."""
    finished = await store.figures.finished(SPITE.kind, person)
    found = await asyncio.to_thread(lambda: climbed(played_here(person, finished), table_id, number))
    if found is None:
        raise ApiError(404, "not_counted", _("This game does not count for the ladder."))
    return found


@get("/api/signs")
async def signs(store: NamedDependency[Store], person: NamedDependency[str]) -> list[SignAnswer]:
    """Return the signs for the plate, and which of them this browser's person has earned."""
    return signs_among(earned(await ladders_of(store, person)))


ladder_routes: Routes = Routes(
    "/", route_handlers=[ladder_page, climbed_by, signs], cache_control=CacheControlHeader(no_store=True)
)


def feature(_kernel: Kernel) -> Feature:
    """Return the ladder of the computer players."""
    return Feature([ladder_routes])
