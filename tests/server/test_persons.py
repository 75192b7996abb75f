"""Everything stored under a person's id is found, exported, erased, and transferred to the person they become."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import pytest
import sqlalchemy as sa
from sqlalchemy import Column, Connection, Table

from spite_and_malice.server.store import admin
from spite_and_malice.server.store.accounts import joining
from spite_and_malice.server.store.admin import deeds
from spite_and_malice.server.store.database.schema import accounts, games, metadata, operations, tables
from spite_and_malice.server.store.database.schema_evenings import club_members, clubs
from spite_and_malice.server.store.people import erasing, finding, own_data

OLD, NEW, OTHER, STRANGER = ("0" * 64, "1" * 64, "2" * 64, "3" * 64)

NO_PERSON: Final = {
    "accounts.mailbox",
    "accounts.recovery",
    "clubs.preset",
    "contributions.contribution",
    "devices.id",
    "devices.replaces",
    "entrants.contribution",
    "evenings.preset",
    "house_rules.preset",
    "mail_consents.mailbox",
    "mail_stops.mailbox",
    "mails.mailbox",
    "moves.message_id",
    "moves.text",
    "news_mails.mailbox",
    "news_mails.zone",
    "notice_choices.zone",
    "patience_days.preset",
    "patience_deals.preset",
    "push_subscriptions.device",
    "push_subscriptions.id",
    "tables.contribution",
    "tables.preset",
    "tickets.id",
    "tournaments.lot",
}
"""Columns as long as a person's id that hold none."""

STAYS: Final = {"blocks.subject"}
"""Columns that remain when a person is erased: they keep the person out."""
ENDS: Final = {"accounts.person", "tickets.person"}
"""Columns that disappear when two people are merged."""
UNSAID: Final = {"devices.person", "passkeys.person", "tickets.person", "ratings.person", "rating_changes.person"} | {
    # Data that they do not see: who avoids them, and whether they know of something already.
    "avoidances.other",
    "notices.person",
}
"""Tables missing from the export, or exported only with an account."""

PARENTS: Final = {"tables.id": "t", "games.id": 900, "evenings.id": "e", "clubs.id": "c", "tournaments.id": "u"}

_numbers = count(1)


def name_of(column: Column[Any]) -> str:
    return f"{column.table.name}.{column.key}"


PLACES: Final = {name_of(column): column for column in finding.PERSONS}


def test_every_column_as_long_as_an_id_is_one_of_a_person_or_named_here() -> None:
    found = {
        name_of(column)
        for table in metadata.sorted_tables
        for column in table.columns
        if getattr(column.type, "length", None) == len(OLD)
        or any(key.target_fullname == "accounts.person" for key in column.foreign_keys)
    }
    assert found == set(PLACES) | NO_PERSON


def value(column: Column[Any]) -> Any:
    """Return a value for a column, a new one if possible."""
    number = next(_numbers)
    for key in column.foreign_keys:
        return PARENTS[key.target_fullname]
    if isinstance(column.type, sa.Boolean):
        return False
    if isinstance(column.type, sa.LargeBinary):
        return b"0" * 32
    if isinstance(column.type, sa.Text):
        return "{}"
    if isinstance(column.type, sa.String):
        return f"{number}"
    return number


def row(table: Table, **given: Any) -> dict[str, Any]:
    """Return a row of a table; people not named are another person, and somebody else in a first column."""
    columns = [column for column in table.columns if not column.nullable and name_of(column) not in PLACES]
    found = {column.key: value(column) for column in columns}
    for name, column in PLACES.items():
        if column.table is table:
            is_first = column.key in ("person", "sender", "reporter")
            found[column.key] = None if column.nullable else STRANGER if is_first else OTHER
            if name == "blocks.subject":
                found["kind"] = "person"
    if table is tables:
        found |= {"kicked": "[]", "scores": "[]", "game": 1}
    if "family" in found:
        # The changes are those of a rating.
        found["family"] = "two"
    if table.name == "tournaments":
        found["form"] = '{"system": "arena", "preset": "standard"}'
    return found | given


def again(table: Table, values: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the new id's row beside one of the old id: the same as far as its keys allow."""
    found = values | {key: NEW}
    uniques = [list(table.primary_key.columns), *unique_keys(table)]
    uniques += [list(each.columns) for each in table.indexes if each.unique]
    for columns in uniques:
        if not any(name_of(column) in PLACES for column in columns):
            free = [column for column in columns if not column.foreign_keys]
            if free and found.get(free[-1].key) is not None:
                found[free[-1].key] = value(free[-1])
    return found


def unique_keys(table: Table) -> list[list[Column[Any]]]:
    return [list(each.columns) for each in table.constraints if isinstance(each, sa.UniqueConstraint)]


@pytest.fixture
def connection() -> Iterator[Connection]:
    """An empty database except for rows that others refer to."""
    engine = sa.create_engine("sqlite://")
    sa.event.listen(engine, "connect", lambda opened, _record: opened.execute("PRAGMA foreign_keys = ON"))
    metadata.create_all(engine)
    with engine.connect() as connection:
        for name, parent in PARENTS.items():
            table, key = name.split(".")
            connection.execute(sa.insert(metadata.tables[table]).values(row(metadata.tables[table], **{key: parent})))
        # Somebody else is at the table, so it remains.
        connection.execute(sa.insert(metadata.tables["seats"]).values(row(metadata.tables["seats"], person=OTHER)))
        yield connection
    engine.dispose()


def put(connection: Connection, column: Column[Any], *, both: bool = False) -> None:
    """Write a row with the old id in a column, and with ``both`` one with the new id too."""
    table = column.table
    assert isinstance(table, Table)
    values = row(table, **{column.key: OLD})
    if column.foreign_keys and connection.execute(sa.select(accounts).where(accounts.c.person == OLD)).first() is None:
        connection.execute(sa.insert(accounts).values(row(accounts, person=OLD)))
    connection.execute(sa.insert(table).values(values))
    if column is clubs.c.keeper:
        # The keeper of a club is a member of it.
        connection.execute(sa.insert(club_members).values(row(club_members, club_id=values["id"], person=OLD)))
    if both and table is not accounts:
        connection.execute(sa.insert(table).values(again(table, values, column.key)))


def put_everywhere(connection: Connection, *, both: bool) -> None:
    """Write the old id wherever it may occur, the new id in an account, and with ``both`` beside the old everywhere."""
    connection.execute(sa.insert(accounts).values(row(accounts, person=NEW)))
    for table in metadata.sorted_tables:
        for column in finding.PERSONS:
            if column.table is table and (table is not accounts or not left(connection, OLD)):
                put(connection, column, both=both)
    # Ids in lists.
    connection.execute(sa.update(tables).where(tables.c.id == "t").values(kicked=json.dumps([OLD])))
    seat = {"kind": "person", "name": "Ada", "owner": OLD, "player": None, "head": None}
    connection.execute(sa.update(games).values(seats=json.dumps([seat])))


def left(connection: Connection, person: str) -> set[str]:
    """Return the columns that contain an id, in any form."""
    found = set()
    for table in metadata.sorted_tables:
        for each in connection.execute(sa.select(table)).mappings():
            found |= {name_of(column) for column in table.columns if person in str(each[column])}
    return found


@pytest.mark.parametrize("both", [False, True], ids=["alone", "beside another"])
def test_nothing_names_who_was_erased(connection: Connection, both: bool) -> None:
    put_everywhere(connection, both=both)
    assert set(PLACES) <= left(connection, OLD)
    erasing.forget_at_tables(connection, OLD, finding.involved(connection, OLD))
    erasing.forget_rest(connection, OLD)
    assert left(connection, OLD) == STAYS
    if both:
        assert set(PLACES) - ENDS <= left(connection, NEW)


@pytest.mark.parametrize("both", [False, True], ids=["alone", "beside another"])
def test_everything_follows_to_whom_they_have_become(connection: Connection, both: bool) -> None:
    put_everywhere(connection, both=both)
    joining.join(connection, OLD, NEW, finding.involved(connection, OLD))
    joining.join_accounts(connection, OLD, NEW, "a device")
    # Each of two blocks keeps out the person it names.
    assert left(connection, OLD) == (STAYS if both else set())
    assert set(PLACES) - ENDS <= left(connection, NEW)


def test_the_log_of_operators_names_nobody_who_was_erased_under_no_id_they_ever_had(connection: Connection) -> None:
    for person in (OLD, NEW, OTHER):
        admin.note(connection, "server", "signed in", person[: admin.SHOWN])
        admin.note(connection, "root@host", "blocked", f"{person[: admin.SHOWN]} as {person} said")
        admin.note(connection, deeds.name_of(person), "erasure asked for", STRANGER[: admin.SHOWN])
    joining.join(connection, OLD, NEW, [])
    admin.note(connection, "root@host", "people merged", f"{NEW[: admin.SHOWN]} {OLD[: admin.SHOWN]}")
    erasing.forget_rest(connection, NEW)
    rows = connection.execute(sa.select(operations.c.who, operations.c.what, operations.c.subject)).all()
    assert len(rows) == 10, "what was done stays"
    named = [row for row in rows if any(person[: admin.SHOWN] in row.who + row.subject for person in (OLD, NEW))]
    assert named == []
    assert len([row for row in rows if OTHER[: admin.SHOWN] in row.who + row.subject]) == 3
    assert len([row for row in rows if STRANGER[: admin.SHOWN] in row.subject]) == 3


def test_an_operator_finds_who_is_in_one_place_alone_and_they_take_it_along(connection: Connection) -> None:
    nothing = own_data.read_everything(connection, OLD)
    for name, column in PLACES.items():
        before = connection.begin_nested()
        put(connection, column)
        assert finding.beginning_with(connection, OLD[:12]) == [OLD], name
        assert (own_data.read_everything(connection, OLD) != nothing) or name in UNSAID, name
        before.rollback()
