"""Pairs strangers: people with similar ratings first, and after some waiting everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from spite_and_malice.rules import PRESETS

from ...clock import now_ms
from ...rating.anchors import families
from ...rating.skill import Skill
from ...store import ListedTable, Store

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
    people = {person, *(seat.owner for listed in tables for seat in listed.table.seats if seat.owner is not None)}
    found = await store.ratings.of(sorted(people))
    return {(rating.person, rating.family): rating.skill for rating in found}


def seat_ratings(listed: ListedTable, skills: Skills) -> list[SeatRating | None]:
    """Return the ratings of those who sit at a table, seat by seat; None for who has none in its versions."""
    family = _family(listed)
    known = families().get(family)
    levels = known.levels if known else {}
    found = []
    for seat in listed.table.seats:
        skill = levels[seat.player].skill if seat.player in levels else skills.get((seat.owner or "", family))
        found.append(None if skill is None else SeatRating(skill.points, skill.give_or_take))
    return found


def nearest_first(tables: Sequence[ListedTable], person: str, skills: Skills) -> list[ListedTable]:
    """Return the tables at which somebody may sit down: those with the nearest ratings first.

    Where games are rated those are left out whose people are too far away yet. Who has no rating counts as who begins.
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
    others = [seat.owner for seat in listed.table.seats if seat.owner is not None]
    points = [skills.get((other, family), Skill()).points for other in others]
    own = skills.get((person, family), Skill()).points
    return abs(own - sum(points) / len(points)) if points else 0.0


def _family(listed: ListedTable) -> str:
    preset = PRESETS.get(listed.table.preset or "")
    return preset.family if preset else ""
