"""A stored game told again: its record, what it came to, and what a seat saw after each action."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from spite_and_malice.play import Game, Record, RecordedAction, RecordedSeat, record_game
from spite_and_malice.play.game import TAKEBACK, UNDO
from spite_and_malice.rules import Rules, describe, differences
from spite_and_malice.texts import _, translated_terms

from ...protocol.outgoing import SeatInfo
from ...store import GameFigures, StoredGame
from .figures import count
from .table import fair_deal, shown_name


class ReplayTable(Struct):
    """The table as a snapshot has it; the seats are those at the deal."""

    id: str
    name: str
    preset: str | None
    terms: dict[str, str]
    rules_words: tuple[str, ...]
    differences: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    you: int | None


class ReplayStep(Struct):
    """One action, how many moves stand after it, and the view then, as in an event.

    ``action`` is ``move``, ``undo`` or ``takeback``; ``move`` is null but for the first.
    """

    seat: int
    action: str
    move: str | None
    stands: int
    view: Raw


class ReplayAnswer(Struct):
    """A finished game as a seat saw it: the view after the deal, with the rules, and every action since."""

    game: int
    seat: int
    table: ReplayTable
    start: dict[str, Any]
    steps: list[ReplayStep]


def retell(stored: StoredGame, seat: int, you: int | None) -> ReplayAnswer:
    """Play a stored game again, as ``seat`` saw it, for somebody whose own seat is ``you``."""
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
            SeatInfo(kind=who.kind, name=shown_name(who), side=rules.side_of(number), player=who.player, head=who.head)
            for number, who in enumerate(stored.seats)
        ),
        you=you,
    )
    answer = ReplayAnswer(stored.game.number, seat, table, game.view(seat).to_json(), [])
    for move in stored.moves:
        game.act(move.seat, move.text)
        back = move.text in (UNDO, TAKEBACK)
        answer.steps.append(
            ReplayStep(
                seat=move.seat,
                action=move.text if back else "move",
                move=None if back else move.text,
                stands=len(game.log),
                view=Raw(game.views_json((seat,))[seat]),
            )
        )
    return answer


def played_again(stored: StoredGame) -> Game:
    """Return a stored game as it stands."""
    game = Game.deal(Rules.from_json(stored.table.rules), stored.game.dealer, fair_deal(stored.game))
    for move in stored.moves:
        game.act(move.seat, move.text)
    return game


def counted(stored: StoredGame) -> GameFigures:
    """Return what a stored game that is over came to."""
    return count(played_again(stored), stored.times)


def record_of(stored: StoredGame, viewer: int | None = None) -> Record:
    """Return the record of a stored game: whole, or as the seat ``viewer`` saw it."""
    return record_game(
        Rules.from_json(stored.table.rules),
        [RecordedSeat(seat.kind, seat.name, seat.player) for seat in stored.seats],
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
