"""Spite and Malice as a game that is played at this server's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, get_args

from ...cluster import News
from ...protocol.incoming import (
    Arrangement,
    ClientMessage,
    Contribute,
    Hello,
    Hint,
    Move,
    Next,
    Reach,
    Reader,
    Report,
    Say,
    Stalemate,
    Start,
    Undo,
    UndoTurn,
    Wait,
)
from ...store import Store, StoredTable
from ...tables.game import Game, Handler, OpenRoom
from . import dealing, moves, seating, speaking, stalemate
from . import help as help_
from .computers import Computers
from .room import Room
from .table import Table, restore


class SpiteAndMalice(Game):
    """Spite and Malice with all its relatives."""

    kind = "spite"
    messages = Reader[ClientMessage](ClientMessage)
    handlers: ClassVar[Mapping[type, Handler]] = {
        Hello: Room.join,
        Move: moves.move,
        Undo: moves.move,
        UndoTurn: moves.move,
        Stalemate: stalemate.talk,
        Next: dealing.next_game,
        Wait: dealing.wait,
        Start: dealing.start,
        Contribute: dealing.contribute,
        Say: speaking.say,
        Report: speaking.report,
        Hint: help_.hint,
        Reach: help_.reach,
        **dict.fromkeys(get_args(Arrangement), seating.arrange),
    }
    timed = (Move, Undo, UndoTurn)

    def restore(self, stored: StoredTable) -> Table:
        """Return a stored table as it was, by replaying the actions of its newest game."""
        return restore(stored)


GAME: Final = SpiteAndMalice()


def served(store: Store, computers: Computers, news: News, most_watching: int) -> tuple[Game, OpenRoom]:
    """Return how tables of Spite and Malice come to life; at most ``most_watching`` pages of this process watch one."""

    def open_room(table: Table, on_idle: Callable[[], None]) -> Room:
        return Room(GAME, table, store, computers, news, most_watching, on_idle)

    return GAME, open_room
