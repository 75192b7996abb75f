"""Games of patience that were played to their end in a browser without a server, taken in from their records."""

from __future__ import annotations

from dataclasses import replace

from spite_and_malice.play.patience import Deal, PatienceRecord, check, read
from spite_and_malice.texts import _

from ...store import BroughtGame
from ...tables.game import NotImportable
from ..spite.imported import (
    MOST_ACTIONS,
    NOT_OVER,
    NOT_RIGHT,
    SECRET_BYTES,
    TOO_LONG,
    UNSEALED,
    id_of,
    times_of,
)
from .table import new_table


def import_game(text: str, owner: str) -> BroughtGame:
    """Check the record of a game that ``owner`` has played; return it as it is written. Raises `NotImportable`."""
    reading = read(text)
    record = reading.record
    if record is not None:
        if record.seal is None or len(record.seal.secret) != SECRET_BYTES:
            raise NotImportable(_(UNSEALED))
        if record.result.reason == "unfinished":
            raise NotImportable(_(NOT_OVER))
        if len(record.actions) > MOST_ACTIONS:
            raise NotImportable(_(TOO_LONG))
    for fault in check(reading):
        raise NotImportable(_(NOT_RIGHT).format(fault=fault.message))
    assert record is not None
    return _table_of(record, owner)


def _table_of(record: PatienceRecord, owner: str) -> BroughtGame:
    """Return a game whose record is right as it is written."""
    assert record.seal is not None
    dealt = record.deal
    # The deal of a day is the one that a server has chosen for everybody, and how hard this one is nobody knows here.
    deal = Deal(dealt.number, "number" if dealt.choice == "day" else dealt.choice)
    table = new_table(owner, record.player or "", record.rules, deal)
    started, times = times_of(record.started, [action.time for action in record.actions])
    moves = tuple(table.act(action.text, at, None)[0] for action, at in zip(record.actions, times, strict=True))
    row = replace(table.row, id=id_of(record.seal.secret + str(deal.number).encode()))
    game = replace(table.game, secret=record.seal.secret, result=table.played.result(), offline=True)
    return BroughtGame(row, table.seal, table.summary, game, moves, started, times[-1] if times else started)
