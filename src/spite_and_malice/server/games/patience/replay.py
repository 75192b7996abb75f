"""The replay of a finished patience game: its record, the player's view after each action, and practice.

Practice continues from a position in a game with the same cards, and is unrated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import Struct

from spite_and_malice.patience import Rules
from spite_and_malice.play.patience import Deal, PatienceAction, PatienceRecord, check, read, record_patience
from spite_and_malice.play.patience.played import AWAY, PAUSE, RESUME, TOLD, Played
from spite_and_malice.play.patience.scoring import Tally, scorings_for
from spite_and_malice.texts import _

from ...clock import now_ms
from ...store import ImportedGame, StoredGame
from ...tables.game import NewTable, NoPractice, NotImportable, PracticeStart
from ..spite.replay import MOST_ACTIONS, NAME, NOT_OVER, NOT_RIGHT, SECRET_BYTES, TOO_LONG, UNSEALED, id_of, times_of
from ..spite.table import shown_name
from .dealer import again
from .table import KIND, deal_of, new_table, replay, result_of

_SILENT = frozenset({*TOLD, PAUSE, AWAY, RESUME})
"""The actions that move no card."""


class Frame(Struct):
    """Action number `ply`, the moves that it made or undid, and the view after it.

    `at` is in milliseconds since the deal. Without undone moves, `ply` counts moves. `points` maps the id of each
    applicable scoring to its points; without undone moves, they include nothing for time and undos.
    """

    ply: int
    action: str | None
    moves: tuple[str, ...]
    at: int
    view: dict[str, Any]
    points: dict[str, int]


class PatienceReplay(Struct):
    """A finished game, starting with the deal."""

    kind: str
    preset: str | None
    rules: dict[str, Any]
    number: int
    numbers: str
    choice: str
    level: str | None
    day: str | None
    result: dict[str, Any]
    started_at: int
    frames: list[Frame]


def record_of(stored: StoredGame) -> PatienceRecord:
    """Return the record of a stored game."""
    deal, seats = deal_of(stored.game), stored.game.seats or stored.table.seats
    return record_patience(
        Rules.from_json(stored.table.rules),
        deal,
        [PatienceAction(move.text, at) for move, at in zip(stored.moves, stored.times, strict=True)],
        player=shown_name(seats[0]) if seats else None,
        secret=stored.game.secret,
        preset=stored.table.preset,
        table=stored.table.id,
        number=stored.game.number,
        started=stored.started_at,
    )


def replay_of(stored: StoredGame, straight: bool) -> PatienceReplay:
    """Replay a stored finished game: as it was played, or without the moves that were taken back."""
    rules, deal = Rules.from_json(stored.table.rules), deal_of(stored.game)
    played = Played(rules, deal)
    tallies = [Tally(scoring) for scoring in scorings_for(rules)]
    latest = 0

    def frame(action: str | None, moves: tuple[str, ...], at: int, elapsed: int | None) -> Frame:
        points = {tally.scoring.id: tally.points_of(played, elapsed) for tally in tallies}
        return Frame(played.ply, action, moves, at, played.game.view().to_json(), points)

    frames = [frame(None, (), 0, None)]
    if straight:
        for move in replay(rules, stored.game, stored.moves).game.moves:
            frames.append(frame(str(move), played.act(str(move), 0), 0, None))
    else:
        for action, at in zip(stored.moves, stored.times, strict=True):
            moves = played.act(action.text, at)
            if action.text.partition(":")[0] not in _SILENT:
                # The clock may have been set back: time stands still until it has caught up.
                latest = max(latest, at - stored.started_at)
                frames.append(frame(action.text, moves, latest, played.elapsed(at)))
    return PatienceReplay(
        kind=KIND,
        preset=stored.table.preset,
        rules=stored.table.rules,
        number=deal.number,
        numbers=deal.numbers,
        choice=deal.choice,
        level=deal.level,
        day=deal.day,
        result=stored.game.result or {},
        started_at=stored.started_at,
        frames=frames,
    )


def practice_table(stored: StoredGame, start: PracticeStart, person: str) -> NewTable:
    """Return a table with the moves up to a position in a game. Raises `NoPractice`. Nothing is stored yet."""
    ply, straight = start.ply, start.straight
    if not 0 <= ply <= len(stored.moves):
        raise NoPractice
    rules, deal = Rules.from_json(stored.table.rules), deal_of(stored.game)
    played = replay(rules, stored.game, stored.moves if straight else stored.moves[:ply])
    moves = played.game.moves[:ply] if straight else played.game.moves
    table = new_table(person, start.name, rules, again(deal))
    table.row = replace(table.row, name=NAME, practice=f"{stored.table.id}/{stored.game.number}/{ply}")
    now = now_ms()
    # Its player arrives in a moment; until then the clock is stopped.
    rows = [table.act(text, now, None)[0] for text in [*map(str, moves), AWAY][: len(moves) + bool(moves)]]
    if table.played.is_over:
        raise NoPractice
    return NewTable(table.row, table.seal, table.summary, table.game, table.commitment, rows)


def import_game(text: str, person: str) -> ImportedGame:
    """Validate the record of a game that ``person`` has played; return it as stored. Raises `NotImportable`."""
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
    return _table_of(record, person)


def _table_of(record: PatienceRecord, person: str) -> ImportedGame:
    """Return a game whose record has been validated."""
    assert record.seal is not None
    dealt = record.deal
    # The deal of a day is the one that a server chose for everybody; its difficulty is unknown here.
    deal = Deal(dealt.number, "number" if dealt.choice == "day" else dealt.choice, numbers=dealt.numbers)
    table = new_table(person, record.player or "", record.rules, deal)
    started, times = times_of(record.started, [action.time for action in record.actions])
    moves = tuple(table.act(action.text, at, None)[0] for action, at in zip(record.actions, times, strict=True))
    row = replace(table.row, id=id_of(record.seal.secret + str(deal.number).encode()))
    game = replace(table.game, secret=record.seal.secret, result=result_of(table.played), offline=True)
    return ImportedGame(row, table.seal, table.summary, game, moves, started, times[-1] if times else started)
