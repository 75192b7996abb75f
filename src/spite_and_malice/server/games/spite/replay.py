"""A finished game: its record, statistics and replay by seat, practice from a position, and imports.

In practice the cards, hidden ones included, are those of the original game, and so are later shuffles: practice shows
where another move would have led, and the one secret still explains every card (docs/fair-deals.md). As anybody could
have looked up the cards in the game's record, practice is unrated.

A consistent imported record proves that the game was played by the rules. It does not prove who played it or when, nor
that the deal was random: a person who runs the server in their browser may choose its secret (docs/fair-deals.md). So
imported games are marked, change no rating, and appear in no daily ranking.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from spite_and_malice.play import Game, Record, RecordedAction, RecordedSeat, figures_of, record_game
from spite_and_malice.play.figures import time_played
from spite_and_malice.play.game import NO_MOVES
from spite_and_malice.play.record_check import check
from spite_and_malice.play.record_text import read
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, Rules, describe, differences
from spite_and_malice.texts import N_, _, translated_terms

from ...clock import now_ms
from ...protocol.outgoing import SeatInfo
from ...protocol.settings import Settings
from ...store import GameFigures, GameRow, ImportedGame, MoveRow, SeatCounted, SeatRow, StoredGame, StoredTable
from ...tables.game import NewTable, NoPractice, NotImportable, PracticeStart
from .achieved import achieved_by
from .restore import going_on, restore
from .setup import computer_seat, person_seat
from .table import STAND_IN_PLAYER, fair_deal, is_practice_note, new_table, shown_name

_DIGEST: Final = 16
_OF_THE_MATCH: Final = frozenset({"target"})
"""The fields that change nothing within a game."""


def count(game: Game, times: Sequence[int], who: Sequence[SeatRow]) -> GameFigures:
    """Return the outcome of a game; ``times`` are its action times in UTC milliseconds, ``who`` the people seated."""
    rules = game.rules
    achieved = achieved_by(game, who)
    seats = [
        SeatCounted(**asdict(seat), achieved=found) for seat, found in zip(figures_of(game), achieved, strict=True)
    ]
    return GameFigures(rules_key(rules), rules.payoff * rules.payoff_piles, time_played(times), seats)


def rules_key(rules: Rules) -> str:
    """Return a text that is equal for rules under which a game plays the same, and different for all others."""
    fields = {name: value for name, value in rules.to_json().items() if name not in _OF_THE_MATCH}
    return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()[:_DIGEST]


class ReplayTable(Struct):
    """The table as in a snapshot; the seats are those at the deal."""

    id: str
    name: str
    preset: str | None
    terms: dict[str, str]
    rules_words: tuple[str, ...]
    differences: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    you: int | None


class ReplayStep(Struct):
    """One action, the number of moves not taken back after it, and the view then, as in an event.

    ``action`` is ``move``, ``undo``, ``takeback``, ``resign`` or ``forfeit``; only the first has a ``move``, for the
    others it is null.
    """

    seat: int
    action: str
    move: str | None
    stands: int
    view: Raw


class ReplayAnswer(Struct):
    """A finished game as seen from a seat: the view after the deal, with the rules, and every action since."""

    game: int
    seat: int
    table: ReplayTable
    start: dict[str, Any]
    steps: list[ReplayStep]


def replay_of(stored: StoredGame, seat: int, you: int | None) -> ReplayAnswer:
    """Replay a stored game as seen from ``seat``, for a viewer whose own seat is ``you``."""
    row, rules = stored.table, Rules.from_json(stored.table.rules)
    game = Game.deal(rules, stored.game.dealer, fair_deal(stored.game))
    table = ReplayTable(
        id=row.id,
        name=_(row.name),
        preset=row.preset,
        terms=translated_terms(),
        rules_words=tuple(describe(rules)),
        differences=tuple(differences(rules)),
        seats=tuple(
            SeatInfo(
                kind=who.kind,
                name=shown_name(who),
                side=rules.side_of(number),
                player=who.player,
                head=who.head,
                sign=who.sign,
            )
            for number, who in enumerate(stored.seats)
        ),
        you=you,
    )
    answer = ReplayAnswer(stored.game.number, seat, table, game.view(seat).to_json(), [])
    for move in stored.moves:
        game.act(move.seat, move.text)
        is_move = move.text not in NO_MOVES
        answer.steps.append(
            ReplayStep(
                seat=move.seat,
                action="move" if is_move else move.text,
                move=move.text if is_move else None,
                stands=len(game.log),
                view=Raw(game.views_json((seat,))[seat]),
            )
        )
    return answer


def restored(stored: StoredGame) -> Game:
    """Replay a stored game and return its latest state."""
    game = Game.deal(Rules.from_json(stored.table.rules), stored.game.dealer, fair_deal(stored.game))
    for move in stored.moves:
        game.act(move.seat, move.text)
    return game


def counted(stored: StoredGame) -> GameFigures:
    """Return the outcome of a stored finished game."""
    return count(restored(stored), stored.times, stored.seats)


def record_of(stored: StoredGame, viewer: int | None = None) -> Record:
    """Return the record of a stored game: complete, or as seen from the seat ``viewer``."""
    return record_game(
        Rules.from_json(stored.table.rules),
        [
            RecordedSeat("person" if seat.kind == "guest" else seat.kind, seat.name, seat.player)
            for seat in stored.seats
        ],
        stored.game.dealer,
        fair_deal(stored.game),
        [
            RecordedAction(move.seat, move.text, time, move.note)
            for move, time in zip(stored.moves, stored.times, strict=True)
        ],
        viewer=viewer,
        preset=stored.table.preset,
        table=stored.table.id,
        number=stored.game.number,
        started=stored.started_at,
    )


NAME: Final = N_("Practice")


def practice_table(stored: StoredGame, start: PracticeStart, person: str) -> NewTable:
    """Return a table where a person continues a game from a position, with the actions before it.

    The computer players remain the same; each other person is replaced by one of medium strength. Raises `NoPractice`.
    Nothing is stored yet.
    """
    ply = start.ply
    rules = Rules.from_json(stored.table.rules | {"target": 1})
    game = Game.deal(rules, stored.game.dealer, fair_deal(stored.game))
    if not 0 <= ply <= len(stored.moves):
        raise NoPractice
    for move in stored.moves[:ply]:
        game.act(move.seat, move.text)
    if game.is_over:
        raise NoPractice
    seats: list[SeatRow] = []
    for number, who in enumerate(stored.seats):
        if number == start.seat:
            seats.append(person_seat(start.name or (who.name if who.person == person else ""), number, seats, person))
        else:
            seats.append(computer_seat(who.player or STAND_IN_PLAYER, seats, free=False))
    table = new_table(person, stored.table.preset, rules, seats, Settings())
    origin = f"{stored.table.id}/{stored.game.number}/{ply}"
    table = replace(table, row=replace(table.row, name=NAME, practice=origin))
    table, moves = going_on(table, stored.game, game.log)
    commitment = fair_deal(stored.game).commitment
    return NewTable(table.row, table.seal, table.summary, table.newest.row, commitment, moves)


MOST_ACTIONS: Final = 5000
"""An ordinary game has some hundred."""
TOO_LONG: Final = N_("This game is too long to import.")
NOT_OVER: Final = N_("This game is not over.")
NOT_RIGHT: Final = N_("This game does not fit together: {fault}")
UNSEALED: Final = N_("The secret of its deal is missing, and without it nothing can be checked.")
SECRET_BYTES: Final = 32
"""The length of a deal's secret."""


def import_game(text: str, person: str) -> ImportedGame:
    """Validate the record of a game that ``person`` played against computer players; return it as stored.

    Raises `NotImportable`.
    """
    reading = read(text)
    if reading.record is not None:
        _require_takable(reading.record)
    # Faults of a record are described in English everywhere.
    for fault in check(reading):
        raise NotImportable(_(NOT_RIGHT).format(fault=fault.message))
    assert reading.record is not None
    return _table_of(reading.record, person)


def times_of(started: int | None, times: Sequence[int | None]) -> tuple[int, list[int]]:
    """Return the times of a game's start and of each action, none of them later than now.

    If the clock was wrong, all times are shifted equally: the durations stay the same.
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
    """Return the table id for a game whose chance is determined by a key: the same game gives the same table."""
    digest = hashlib.sha256(b"played offline" + key).digest()
    return urlsafe_b64encode(digest[:12]).decode().replace("-", "_")


def _require_takable(record: Record) -> None:
    """Raise `NotImportable` for a game of a kind that cannot be imported."""
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


def _table_of(record: Record, person: str) -> ImportedGame:
    """Return a validated game, at a table of its own, since the rest of its match may be missing."""
    assert record.secret is not None
    assert record.key is not None
    assert record.outcome is not None
    seats: list[SeatRow] = []
    for number, who in enumerate(record.seats):
        if who.player is None:
            seats.append(person_seat(who.name, number, seats, person))
        else:
            seats.append(computer_seat(who.player, seats, free=False))
    preset = record.preset if record.preset in PRESETS else None
    table = new_table(person, preset, replace(record.rules, target=1), seats, Settings())
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
    return ImportedGame(
        row,
        seal,
        played.summary,
        game,
        moves,
        started,
        times[-1] if times else started,
        count(played.game, times, seats),
    )
