"""Spite and Malice as a game on this server's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, get_args

from spite_and_malice.engine import View
from spite_and_malice.play import Fault, verify, write
from spite_and_malice.play.record_text import FIRST_LINE
from spite_and_malice.texts import _

from ...cluster import News
from ...protocol.incoming import (
    Arrangement,
    Claim,
    ClientMessage,
    Contribute,
    HandOver,
    Hello,
    Hint,
    Move,
    Next,
    Reach,
    Reader,
    Report,
    Resign,
    Say,
    Stalemate,
    Start,
    Undo,
    UndoTurn,
    Wait,
)
from ...store import (
    GameFigures,
    ImportedGame,
    ListedGame,
    ListedTable,
    Store,
    StoredGame,
    StoredTable,
)
from ...tables.endings import Endings
from ...tables.game import (
    Game,
    GameSummary,
    Handler,
    NewTable,
    Outcome,
    PracticeStart,
    Refusal,
    ServedGame,
    clock_text,
    require_day_over,
)
from . import gathering, moves, speech
from . import help as help_
from .computers import Computers
from .replay import ReplayAnswer, counted, import_game, practice_table, record_of, replay_of, restored
from .restore import restore
from .room import Room
from .table import Table


class SpiteAndMalice(Game):
    """Spite and Malice with all its variants."""

    kind = "spite"
    messages = Reader[ClientMessage](ClientMessage)
    handlers: ClassVar[Mapping[type, Handler]] = {
        Hello: Room.join,
        Move: moves.move,
        Undo: moves.move,
        UndoTurn: moves.move,
        Resign: moves.move,
        Claim: moves.claim,
        Stalemate: moves.talk,
        Next: gathering.next_game,
        Wait: gathering.wait,
        Start: gathering.start,
        Contribute: gathering.contribute,
        HandOver: gathering.hand_over,
        Say: speech.say,
        Report: speech.report,
        Hint: help_.hint,
        Reach: help_.reach,
        **dict.fromkeys(get_args(Arrangement), gathering.arrange),
    }
    timed = (Move, Undo, UndoTurn, Resign, Claim)
    is_solo = False
    table_page = "table.html.j2"
    replay_page = "replay.html.j2"

    def restore(self, stored: StoredTable) -> Table:
        """Restore a stored table by replaying the actions of its newest game."""
        return restore(stored)

    async def require_over(self, store: Store, stored: StoredGame, _person: str) -> None:
        """Raise `Refusal` during a game, or another game with the same deal, since its record holds every card."""
        if stored.game.result is None:
            raise Refusal("game_running", _("The record is secret until the game is over: it holds every card."))
        if stored.game.number == 1:
            require_day_over(stored.table.day)
        origin = stored.table.origin
        if origin is not None and stored.table.shares_deal and not await store.tables.is_deal_open(origin):
            text = _("Others still play the same cards: the record opens when all of them are done.")
            raise Refusal("game_running", text)

    def winners(self, listed: ListedTable) -> list[int]:
        """Return the seats with the most points; for a single game, the winners."""
        summary = listed.summary
        if listed.table.rules["target"] == 1 and listed.result is not None:
            # A seat that has not won may still score points.
            return list(listed.result["winners"])
        return [seat for seat, score in enumerate(summary.scores) if score == max(summary.scores)]

    def summary_of(self, listed: ListedTable, game: ListedGame, person: str) -> GameSummary:
        """Return a finished game's list entry for a viewer."""
        table, winners, figures = listed.table, (game.result or {})["winners"], game.figures
        seat = next((number for number, at in enumerate(table.seats) if at.person == person), None)
        outcome: Outcome = "over" if seat is None else "won" if seat in winners else "lost" if winners else "drawn"
        if outcome == "won" and seat in game.stand_ins:
            outcome = "stood_in"
        steps = None if figures is None or seat is None or not figures.seats else figures.seats[seat].turns
        played = None if figures is None else clock_text(figures.time)
        url, counts = f"{table.url}/games/{game.number}", seat not in game.stand_ins
        return GameSummary(game.number, url, outcome, steps, played, game.ended_at, counts=counts)

    def record_text(self, stored: StoredGame, viewer: int | None) -> str:
        """Return the record of a game as text: complete, or as seen from the seat ``viewer``."""
        return write(record_of(stored, viewer))

    def faults_of(self, record: str) -> Sequence[Fault]:
        """Replay the record of a game and return its inconsistencies."""
        return verify(record)

    def result(self, stored: StoredGame) -> dict[str, Any] | None:
        """Replay a game and return its result as stored, None while it is in progress."""
        outcome = restored(stored).outcome
        return None if outcome is None else outcome.to_json()

    def replay(self, stored: StoredGame, seat: int, you: int | None, _straight: bool) -> ReplayAnswer:
        """Return a finished game step by step as seen from ``seat``, for a viewer whose own seat is ``you``."""
        return replay_of(stored, seat, you)

    def practice(self, stored: StoredGame, start: PracticeStart, person: str) -> NewTable:
        """Return a practice table that starts from a position in a game. Raises `NoPractice`."""
        return practice_table(stored, start, person)

    def reads(self, record: str) -> bool:
        """Return whether a record belongs to this game."""
        return record.lstrip().startswith(FIRST_LINE)

    def import_game(self, record: str, person: str) -> ImportedGame:
        """Validate the record of a game against computer players. Raises `NotImportable`."""
        return import_game(record, person)

    def figures(self, stored: StoredGame) -> GameFigures:
        """Return the outcome of a finished game."""
        return counted(stored)

    def public_view(self, stored: StoredGame) -> View:
        """Return the public view of the current game."""
        return restored(stored).view(None)


SPITE: Final = SpiteAndMalice()


def served(
    store: Store, computers: Computers, news: News, most_watching: int, endings: Endings | None = None
) -> ServedGame:
    """Return how tables are created and restored; at most ``most_watching`` pages of this process watch each.

    ``endings`` are notified when games end at tables made by the house.
    """
    told = endings or Endings(news)

    def open_room(table: Table, on_idle: Callable[[], None]) -> Room:
        return Room(SPITE, table, store, computers, news, most_watching, told, on_idle)

    return SPITE, open_room
