"""Ratings: the board of each family of versions, a person's own, and those at a table (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.rules import PRESETS
from spite_and_malice.rules.presets.preset import FAMILY_NAMES, Family
from spite_and_malice.texts import _

from ..clock import now_ms
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.routes import Routes
from ..rating import LEAST_DAYS, LEAST_GAMES, LEAST_OPPONENTS, Skill, families
from ..store import ListedTable, Store
from ..store.accounts import Identity
from ..store.games.ratings import GameChange, Proof
from .kernel import Kernel
from .statistics import opponents_name

_NEAR: Final = 150
"""People whose ratings are at most this many points apart are paired at once."""
_MORE: Final = 5
"""And this many points more for every second that one of them has waited."""

Skills = Mapping[tuple[str, str], Skill]
"""Ratings by person and family of versions."""


class SeatRating(Struct):
    """A rating in whole points, with its doubt."""

    rating: int
    give_or_take: int


async def skills_at(store: Store, tables: Sequence[ListedTable], person: str) -> Skills:
    """Return the ratings of somebody and of everybody at some tables, in all families. Raises `StoreError`."""
    people = {person, *(seat.person for listed in tables for seat in listed.table.seats if seat.person is not None)}
    found = await store.ratings.of(sorted(people))
    return {(rating.person, rating.family): rating.skill for rating in found}


def seat_ratings(listed: ListedTable, skills: Skills) -> list[SeatRating | None]:
    """Return the ratings of the people at a table, seat by seat; None for those without one in its versions."""
    family = _family(listed)
    known = families().get(family)
    levels = known.levels if known else {}
    found = []
    for seat in listed.table.seats:
        skill = levels[seat.player].skill if seat.player in levels else skills.get((seat.person or "", family))
        found.append(None if skill is None else SeatRating(skill.points, skill.give_or_take))
    return found


def nearest_first(tables: Sequence[ListedTable], person: str, skills: Skills) -> list[ListedTable]:
    """Return the tables where somebody may sit down, those with the closest ratings first.

    Rated tables whose people are still too far away are left out. No rating counts as a beginner's.
    """
    now = now_ms()
    found = []
    for listed in tables:
        apart = _apart(listed, person, skills)
        if not listed.table.settings.get("rated") or apart <= _NEAR + _MORE * (now - listed.created_at) / 1000:
            found.append((apart, listed))
    return [listed for _apart, listed in sorted(found, key=lambda each: each[0])]


def _apart(listed: ListedTable, person: str, skills: Skills) -> float:
    family = _family(listed)
    others = [seat.person for seat in listed.table.seats if seat.person is not None]
    points = [skills.get((other, family), Skill()).points for other in others]
    own = skills.get((person, family), Skill()).points
    return abs(own - sum(points) / len(points)) if points else 0.0


def _family(listed: ListedTable) -> str:
    preset = PRESETS.get(listed.table.preset or "")
    return preset.family if preset else ""


class Line(Struct):
    """A line of a board: an account by its name, or a computer player, with the ``rank`` of an account among those.

    ``rating`` and ``give_or_take`` are in whole points; the ``games`` of a computer player are those against others.
    """

    rank: int | None
    name: str
    player: str | None
    you: bool
    rating: int
    give_or_take: int
    games: int


class Own(Struct):
    """Your own rating, in whole points; ``proven`` if it is based on enough for the board, ``proof`` says on what."""

    rating: int
    give_or_take: int
    games: int
    proven: bool
    proof: Proof


class Point(Struct):
    """The rating after a game that ended ``at``, in UTC milliseconds; ``url`` leads to the game."""

    at: int
    rating: int
    give_or_take: int
    url: str


class Ratings(Struct):
    """A family of versions: its board, the best first, and your own rating with its course, the first game first.

    ``own`` is null before the first rated game; ``least`` is the minimum that a rating on the board is based on.
    """

    family: Family
    least: Proof
    board: list[Line]
    own: Own | None
    course: list[Point]


@get("/api/ratings")
async def ratings(
    store: NamedDependency[Store], person: NamedDependency[str], family: FromQuery[Family] = "classic"
) -> Ratings:
    """Return the board of a family of versions, and your own rating in it."""
    return await _ratings(store, person, family)


@get("/ratings")
async def page(
    store: NamedDependency[Store], identity: NamedDependency[Identity], family: FromQuery[Family] = "classic"
) -> Template:
    """Show the board of a family of versions, and your own rating in it."""
    account = await store.accounts.account(identity.person)
    found = await _ratings(store, identity.person, family)
    context = {
        "page": "games",
        "found": found,
        "points": [msgspec.to_builtins(point) for point in found.course],
        "families": {each: _(name) for each, name in FAMILY_NAMES.items()},
        "has_account": account is not None,
        "has_name": account is not None and account.name is not None,
        "versions": [_(preset.name) for preset in PRESETS.values() if preset.family == family],
        "anchored": families().get(family),
    }
    return Template("ratings.html.j2", context=context)


async def _ratings(store: Store, person: str, family: Family) -> Ratings:
    rows = await store.ratings.board(family)
    lines = [
        _line(rank, row.name, None, row.person == person, row.skill, row.games)
        for rank, row in enumerate(rows, start=1)
    ]
    known = families().get(family)
    for player, level in known.levels.items() if known else ():
        lines.append(_line(None, opponents_name(player), player, False, level.skill, level.games))
    own = next(iter(await store.ratings.of([person], family)), None)
    course = await store.ratings.course(person, family)
    proof = await store.ratings.proof(person, family)
    return Ratings(
        family=family,
        least=Proof(LEAST_GAMES, LEAST_DAYS, LEAST_OPPONENTS),
        board=sorted(lines, key=lambda line: -line.rating),
        own=None if own is None else Own(own.skill.points, own.skill.give_or_take, own.games, own.proven, proof),
        course=[
            Point(
                each.ended_at,
                each.skill.points,
                each.skill.give_or_take,
                f"/table/{each.table_id}/games/{each.number}",
            )
            for each in course
        ],
    )


def _line(rank: int | None, name: str, player: str | None, you: bool, skill: Skill, games: int) -> Line:
    return Line(rank, name, player, you, skill.points, skill.give_or_take, games)


rating_pages: Routes = Routes("/", route_handlers=[page, ratings], cache_control=CacheControlHeader(no_cache=True))


class Change(Struct):
    """A rating before and after a game, in whole points, and the doubt after it.

    ``place`` is the current one on the board, null for those not on it.
    """

    before: int
    after: int
    give_or_take: int
    place: int | None


class GameRatings(Struct):
    """The rating changes of a game, seat by seat; all null for one that did not count."""

    changes: list[Change | None]


@get("/tables/{table_id:str}/ratings")
async def table_ratings(
    table_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]
) -> list[SeatRating | None]:
    """Return the ratings of the people at a rated table, seat by seat; null for those without one."""
    listed = await _rated(store, table_id)
    return seat_ratings(listed, await skills_at(store, [listed], person))


@get("/tables/{table_id:str}/games/{number:int}/ratings")
async def game_ratings(table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store]) -> GameRatings:
    """Return the rating changes of a game's players, seat by seat."""
    listed = await _rated(store, table_id)
    made = {change.seat: change for change in await store.ratings.of_game(table_id, number)}
    return GameRatings([_change(made.get(seat)) for seat in range(len(listed.table.seats))])


async def _rated(store: Store, table_id: str) -> ListedTable:
    listed = await store.tables.listed(table_id)
    if listed is None or not listed.table.settings.get("rated"):
        raise ApiError(404, "not_rated", _("The games at this table are not rated."))
    return listed


def _change(made: GameChange | None) -> Change | None:
    if made is None:
        return None
    return Change(made.before.points, made.after.points, made.after.give_or_take, made.place)


table_rating_routes: Routes = Routes(
    "/api", route_handlers=[table_ratings, game_ratings], cache_control=CacheControlHeader(no_cache=True)
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of ratings, with their pages if there are others to be rated."""
    return Feature([table_rating_routes] if kernel.alone else [table_rating_routes, rating_pages])
