"""Tables that the server creates for named people, as for a tournament or an evening: no gathering, no invitations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from spite_and_malice.rules import Rules

from ...protocol.settings import Settings
from ...store import Conflict, Origin, SealRow, SeatRow, Store
from .table import Table, new_table

HOUSE: Final = ""
"""The host of such a table: nobody can change it as its host."""


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A first deal shared by several tables, with the same cards for everybody: luck is the same for all.

    The SHA-256 of the ``secret`` is to be published before the ``contribution`` is known, which has at most 64
    characters and is stored in the origin of each of the tables.
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
    """Set up a table with all seats assigned, as made by `setup.person_seat` or `setup.computer_seat`.

    Its game starts when all people have their page open, or at ``origin.starts_at`` without those who are missing. A
    table of computer players is dealt at once, and they play even if nobody watches (see `make`). With a ``deal``
    shared by several tables nobody can watch, and the records become available when all of them are finished. Nothing
    is stored yet.
    """
    if deal is not None:
        origin = replace(origin, contribution=deal.contribution)
    table = new_table(HOUSE, preset, rules, seats, settings)
    table.row = replace(table.row, origin=origin)
    if deal is not None:
        table.seal = SealRow(table.seal.number, deal.secret)
    return table.next_game(frozenset()) if all(seat.kind == "computer" for seat in seats) else table


async def make(store: Store, table: Table) -> str:
    """Store a `house_table` unless its origin already has one, and return the id of the stored table.

    The caller wakes it (`Rooms.wake`), so that programs begin and it starts on time. Raises `StoreError`.
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
