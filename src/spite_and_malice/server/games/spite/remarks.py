"""What the computer players say at a table where one person plays against them, and the faces they make."""

from __future__ import annotations

import logging
from contextlib import suppress
from random import Random

from spite_and_malice.analysis.remarks import LINES, Observer, Occasion, Speaker
from spite_and_malice.engine import Move, View
from spite_and_malice.play.game import TAKEBACK, UNDO
from spite_and_malice.texts import _, in_language

from ...logs import of_table
from ...protocol.clients import Client
from ...protocol.outgoing import Remark, encode
from ...store import Store, StoreError
from .table import SeatAction, Table

_log = logging.getLogger(__name__)


class Remarks:
    """The talk of one table's computer players; they see what a spectator sees, and speak to the person alone."""

    def __init__(self, clients: set[Client], store: Store) -> None:
        """Speak to those of the pages ``clients`` that have asked for it."""
        self._clients = clients
        self._store = store
        self._said: set[str] = set()
        self._observers: dict[int, Observer] = {}
        self._players: dict[int, str] = {}
        self._seat_of_person: int | None = None
        self._game = 0
        self._speaker = Speaker(self._said, Random())

    async def greet(self, table: Table) -> None:
        """Say something at the beginning of a game, which may be about the last one between the two."""
        self._observe(table)
        if self._seat_of_person is None or not self._players:
            return
        # One of several is enough to begin with.
        seat, player = next(iter(self._players.items()))
        person = table.row.seats[self._seat_of_person].owner
        won = None
        if person is not None:
            with suppress(StoreError):
                won = await self._store.tables.last_against(person, player)
        occasion = Occasion.MEET if won is None else Occasion.REVENGE if won else Occasion.AGAIN
        self._tell(table, seat, player, [occasion])

    def follow(self, table: Table, action: SeatAction) -> None:
        """Take in an action that has been shown, and say what there is to say about the turn that it ended."""
        if not any(client.hears_remarks for client in self._clients):
            self._observers.clear()
            return
        if self._game != table.number or not self._observers:
            # What happened before somebody listened is not spoken of.
            self._observe(table)
            return
        view = table.game.view(None)
        for seat, observer in self._observers.items():
            if action.text in (UNDO, TAKEBACK):
                observer.undo(view)
                continue
            occasions = observer.observe(Move.parse(action.text), view)
            if occasions:
                self._tell(table, seat, self._players[seat], occasions)

    def _observe(self, table: Table) -> None:
        self._game = table.number
        self._players, self._observers = {}, {}
        people = [number for number, seat in enumerate(table.row.seats) if seat.kind == "person"]
        self._seat_of_person = people[0] if len(people) == 1 else None
        if self._seat_of_person is None or table.dealt is None:
            return
        view: View = table.game.view(None)
        own = table.rules.side_of(self._seat_of_person)
        for number, seat in enumerate(table.row.seats):
            if seat.player in LINES and table.rules.side_of(number) != own:
                self._players[number] = seat.player
                self._observers[number] = Observer(view, number, self._seat_of_person)

    def _tell(self, table: Table, seat: int, player: str, occasions: list[Occasion]) -> None:
        mood, line = self._speaker.remark(player, occasions)
        texts: dict[str, bytes] = {}
        for client in self._clients:
            if not client.hears_remarks or client.seat != self._seat_of_person:
                continue
            if client.language not in texts:
                with in_language(client.language):
                    texts[client.language] = encode(
                        Remark(table.number, table.ply, seat, mood, _(line) if line else "")
                    )
            client.send(texts[client.language])
        _log.debug("%s at seat %d: %s", mood, seat, occasions[0], extra=of_table(table.row.id))
