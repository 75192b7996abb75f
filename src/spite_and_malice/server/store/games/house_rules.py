"""The rules that people save under names of their own, and the most played versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from ...clock import now_ms
from ..database.repository import Repository, command, query
from ..database.schema import house_rules, tables
from ..records import Conflict

_KEPT: Final = 40
"""The most rules that one person can save."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Somebody's saved rules: every field, and the version that they come from."""

    id: str
    name: str
    preset: str
    rules: dict[str, Any]


def _read(connection: Connection, person: str) -> Sequence[HouseRules]:
    """Return the saved rules of a browser token, by name."""
    rows = connection.execute(select(house_rules).where(house_rules.c.person == person).order_by(house_rules.c.name))
    return [HouseRules(row.id, row.name, row.preset, json.loads(row.rules)) for row in rows]


def _put(connection: Connection, person: str, kept: HouseRules) -> None:
    """Write rules, replacing those with the same name. Raises `Conflict` if too many are saved already."""
    same = func.lower(house_rules.c.name) == kept.name.lower()
    connection.execute(delete(house_rules).where(house_rules.c.person == person, same))
    count = select(func.count()).select_from(house_rules).where(house_rules.c.person == person)
    if connection.execute(count).scalar_one() >= _KEPT:
        raise Conflict("so many house rules are kept already")
    connection.execute(
        insert(house_rules).values(
            person=person,
            id=kept.id,
            name=kept.name,
            preset=kept.preset,
            rules=json.dumps(kept.rules),
            changed_at=now_ms(),
        )
    )


def _rename(connection: Connection, person: str, kept_id: str, name: str) -> bool:
    """Rename rules; False if no rules have that id. Raises `Conflict` if the name is in use."""
    of_person = house_rules.c.person == person
    others = select(house_rules.c.id).where(of_person, house_rules.c.id != kept_id)
    if connection.execute(others.where(func.lower(house_rules.c.name) == name.lower())).first() is not None:
        raise Conflict("other house rules have this name")
    named = update(house_rules).where(of_person, house_rules.c.id == kept_id).values(name=name, changed_at=now_ms())
    return connection.execute(named).rowcount > 0


def _remove(connection: Connection, person: str, kept_id: str) -> bool:
    """Delete rules; False if no rules have that id."""
    gone = delete(house_rules).where(house_rules.c.person == person, house_rules.c.id == kept_id)
    return connection.execute(gone).rowcount > 0


def _count_played(connection: Connection, kind: str, since: int) -> dict[str, int]:
    """Return for each preset how many tables were set up with it since a time and have had a deal."""
    rows = connection.execute(
        select(tables.c.preset, func.count().label("played"))
        .where(tables.c.created_at >= since, tables.c.game > 0, tables.c.preset.is_not(None), tables.c.kind == kind)
        .group_by(tables.c.preset)
    )
    return {row.preset: row.played for row in rows}


class HouseRulesRepository(Repository):
    """The rules that people save under names of their own."""

    of = query(_read)
    keep = command(_put)
    rename = command(_rename)
    remove = command(_remove)
    played = query(_count_played)
