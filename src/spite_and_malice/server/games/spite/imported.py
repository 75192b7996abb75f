"""Games that were played to their end in a browser without a server, taken in from their records.

That everything in a record fits proves that the game was played by the rules. It does not prove by whom or when, nor
that the cards were dealt by chance: a person who has the server in their browser may choose its secret
(docs/fair-deals.md). So these games are marked, change no rating, and are in no ranking of a day.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spite_and_malice.play import Record
from spite_and_malice.play.record_check import check
from spite_and_malice.play.record_text import read
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import N_, _

from ...clock import now_ms
from ...protocol.settings import Settings
from ...store import BroughtGame, GameRow, MoveRow, SeatRow, StoredTable
from ...tables.game import NotImportable
from .figures import count
from .setup import computer_seat, person_seat
from .table import is_practice_note, new_table, restore

MOST_ACTIONS: Final = 5000
"""A game that anybody plays has some hundred."""
TOO_LONG: Final = N_("This game is too long to import.")
NOT_OVER: Final = N_("This game is not over.")
NOT_RIGHT: Final = N_("This game does not fit together: {fault}")
UNSEALED: Final = N_("The secret of its deal is missing, and without it nothing can be checked.")
SECRET_BYTES: Final = 32
"""How long the secret of a deal is."""


def import_game(text: str, owner: str) -> BroughtGame:
    """Check the record of a game that ``owner`` has played against computer players; return it as it is written.

    Raises `NotImportable`.
    """
    reading = read(text)
    if reading.record is not None:
        _require_takable(reading.record)
    # A fault of a record is in English, as everywhere.
    for fault in check(reading):
        raise NotImportable(_(NOT_RIGHT).format(fault=fault.message))
    assert reading.record is not None
    return _table_of(reading.record, owner)


def times_of(started: int | None, times: Sequence[int | None]) -> tuple[int, list[int]]:
    """Return when a game began and when each of its actions was made, none of them later than now.

    A clock that was wrong is put right as a whole: how long everything took stays.
    """
    now = now_ms()
    at = begun = started if started is not None else next((time for time in times if time is not None), now)
    known = []
    for time in times:
        at = at if time is None else max(at, time)
        known.append(at)
    late = max(0, at - now)
    return max(0, begun - late), [max(0, time - late) for time in known]


def id_of(key: bytes) -> str:
    """Return the id of the table for a game of which a key settles all chance: the same game, the same table."""
    digest = hashlib.sha256(b"played offline" + key).digest()
    return urlsafe_b64encode(digest[:12]).decode().replace("-", "_")


def _require_takable(record: Record) -> None:
    """Raise `NotImportable` for a game that is not of the kind that can be brought."""
    if record.secret is None or len(record.secret) != SECRET_BYTES:
        raise NotImportable(_(UNSEALED))
    if record.outcome is None:
        raise NotImportable(_(NOT_OVER))
    if [seat.kind for seat in record.seats].count("person") != 1:
        raise NotImportable(_("Only a game of one person against computer players can be brought here."))
    if any(seat.kind == "computer" and seat.player not in PLAYERS for seat in record.seats):
        raise NotImportable(_("One of its computer players is not known here."))
    if len(record.actions) > MOST_ACTIONS:
        raise NotImportable(_(TOO_LONG))
    if any(is_practice_note(action.note) for action in record.actions):
        raise NotImportable(_("Practice games do not count, and stay where they were played."))


def _table_of(record: Record, owner: str) -> BroughtGame:
    """Return a game whose record is right as it is written: at a table of its own, for others may be wanting."""
    assert record.secret is not None
    assert record.key is not None
    assert record.outcome is not None
    seats: list[SeatRow] = []
    for number, who in enumerate(record.seats):
        if who.player is None:
            seats.append(person_seat(who.name, number, seats, owner))
        else:
            seats.append(computer_seat(who.player, seats, free=False))
    preset = record.preset if record.preset in PRESETS else None
    table = new_table(owner, preset, replace(record.rules, target=1), seats, Settings())
    row = replace(table.row, id=id_of(record.key))
    game = GameRow(
        number=1,
        match=1,
        dealer=record.dealer,
        secret=record.secret,
        contributions=record.contributions,
        result=record.outcome.to_json(),
        seats=row.seats,
        offline=True,
    )
    started, times = times_of(record.started, [action.time for action in record.actions])
    moves = tuple(
        MoveRow(ply, action.seat, action.text, made_at=at)
        for ply, (action, at) in enumerate(zip(record.actions, times, strict=True), start=1)
    )
    seal = replace(table.seal, number=2)
    played = restore(StoredTable(row, seal, (game,), moves, 0))
    return BroughtGame(
        row, seal, played.summary, game, moves, started, times[-1] if times else started, count(played.game, times)
    )
