"""Patience as a game that is played at this server's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, get_args

from ...cluster import News
from ...protocol.incoming import Hello, Reader
from ...protocol.patience import Action, Again, Look, NextDeal, PatienceMessage, Question
from ...store import Store, StoredTable
from ...tables.game import Game, Handler, OpenRoom
from .advice import PatienceWorkers
from .dealer import Dealer
from .results import DayBoards
from .room import PatienceRoom
from .table import KIND, PatienceTable, restore


class Patience(Game):
    """The games for one."""

    kind = KIND
    messages = Reader[PatienceMessage](PatienceMessage)
    handlers: ClassVar[Mapping[type, Handler]] = {
        Hello: PatienceRoom.join,
        Again: PatienceRoom.deal_next,
        NextDeal: PatienceRoom.deal_next,
        Look: PatienceRoom.note_look,
        **dict.fromkeys(get_args(Question), PatienceRoom.ask),
        **dict.fromkeys(get_args(Action), PatienceRoom.act_for),
    }

    def restore(self, stored: StoredTable) -> PatienceTable:
        """Return a stored table as it was, by replaying the actions of its newest game."""
        return restore(stored)


GAME: Final = Patience()


def served(
    store: Store, workers: PatienceWorkers, dealer: Dealer, boards: DayBoards, news: News
) -> tuple[Game, OpenRoom]:
    """Return how tables of patience come to life."""

    def open_room(table: PatienceTable, on_idle: Callable[[], None]) -> PatienceRoom:
        return PatienceRoom(GAME, table, store, workers, dealer, boards, news, on_idle)

    return GAME, open_room
