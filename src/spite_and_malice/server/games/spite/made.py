"""Tables that the house makes for named people, as for a tournament or an evening: nobody gathers or is invited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from spite_and_malice.rules import Rules

from ...protocol.settings import Settings
from ...store import Conflict, Origin, SealRow, SeatRow, Store
from .table import Table, new_table

HOUSE: Final = ""
"""The maker of such a table: nobody can change it as its host."""


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A first deal that several tables have, in which everybody holds the same cards: chance is the same for all.

    The SHA-256 of the ``secret`` is to be published before the ``contribution`` is known, which is at most 64
    characters long and in the origin of every one of the tables.
    """

    secret: bytes
    contribution: str


def house_table(
    preset: str | None,
    rules: Rules,
    seats: Sequence[SeatRow],
    settings: Settings,
    origin: Origin,
    deal: SharedDeal | None = None,
) -> Table:
    """Set up a table at which every seat is somebody's, as made by `setup.person_seat` or `setup.computer_seat`.

    Its game starts when all people have their page open, at ``origin.starts_at`` without the others. With computer
    players alone it is dealt already, and they play though nobody looks on (see `make`). With a ``deal`` that several
    tables share nobody can watch, and records open when all of them are done. Nothing is stored yet.
    """
    if deal is not None:
        origin = replace(origin, contribution=deal.contribution)
    table = new_table(HOUSE, preset, rules, seats, settings)
    table.row = replace(table.row, origin=origin)
    if deal is not None:
        table.seal = SealRow(table.seal.number, deal.secret)
    return table.next_game(frozenset()) if all(seat.kind == "computer" for seat in seats) else table


async def make(store: Store, table: Table) -> str:
    """Store a `house_table`, unless there is one of its origin already; return the id of the one there is.

    The caller has it woken (`Rooms.wake`), so that programs begin and its start is kept. Raises `StoreError`.
    """
    game = None if table.dealt is None else table.dealt.row
    try:
        await store.tables.add(table.row, table.seal, table.summary, game)
    except Conflict:
        origin = table.row.origin
        if origin is not None:
            for made in await store.tables.of_origin(origin.subject, origin.id, [origin.part]):
                if made.origin.board == origin.board:
                    return made.id
        raise
    return table.row.id
