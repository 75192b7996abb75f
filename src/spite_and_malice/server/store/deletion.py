"""Deleting by hand: which tables somebody may delete, and what of them goes."""

from __future__ import annotations

from typing import Final, Literal

from sqlalchemy import Connection, select

from .admin import erasing
from .days import today
from .lists import read_listed
from .records import ListedTable, StoreError
from .repository import can_be_stored
from .schema import tables

Hindrance = Literal["unknown_table", "not_yours", "of_today", "not_over", "game_running", "rated_running"]
"""Why somebody cannot delete a table: there is none, others have it, its deal is that of today and would be dealt to
them again, its match goes on with others, or a game goes on that they can give up, or that is rated."""

Deletable = Literal["table", "name"]
"""What goes when somebody deletes: the whole table, or of one that others keep their name and their seat."""


class Undeletable(StoreError):
    """A table cannot be deleted."""

    def __init__(self, why: Hindrance) -> None:
        super().__init__(f"the table cannot be deleted: {why}")
        self.why: Final = why


def hindrance(listed: ListedTable, owner: str) -> Hindrance | None:
    """Return why somebody cannot delete a table, None if they can."""
    table, summary = listed.table, listed.summary
    people = {seat.owner for seat in table.seats if seat.kind == "person"}
    is_host = table.owner == owner
    if not is_host and (owner not in people or summary.game == 0):
        return "not_yours"
    if table.day is not None and table.day >= today().isoformat():
        return "of_today"
    if not summary.match_over and not people <= {owner}:
        return "not_over"
    if summary.turn is not None and table.settings.get("rated"):
        return "rated_running"
    if summary.turn is not None and not listed.is_given_up:
        return "game_running"
    return None


def deletable(listed: ListedTable, owner: str) -> Deletable | None:
    """Return what goes if somebody deletes a table, None if they cannot."""
    if hindrance(listed, owner) is not None:
        return None
    people = {seat.owner for seat in listed.table.seats if seat.kind == "person"}
    return "table" if listed.table.owner == owner and people <= {owner} else "name"


def delete(connection: Connection, table_id: str, owner: str) -> Deletable:
    """Delete a table for somebody, or take them out of one that others keep. Raises `Undeletable`."""
    if not can_be_stored(table_id):
        raise Undeletable("unknown_table")
    # Nobody sits down or deals between the look and the deletion.
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
    listed = read_listed(connection, table_id)
    why: Hindrance | None = "unknown_table" if listed is None else hindrance(listed, owner)
    if why is not None:
        raise Undeletable(why)
    erasing.forget(connection, owner, [table_id])
    return "table" if read_listed(connection, table_id) is None else "name"
