"""Talk at a table: chat, the computer players' remarks, and reports of names or lines to the operator."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec import to_builtins

from spite_and_malice.analysis.remarks import CHARACTERS, Observer, Occasion, Speaker, line_id
from spite_and_malice.engine import Move, View
from spite_and_malice.play.game import CONCESSIONS, TAKEBACK, UNDO
from spite_and_malice.texts import N_, _

from ...http.switches import SILENCED
from ...logs import of_table
from ...protocol.clients import Client
from ...protocol.incoming import Report, Say
from ...protocol.outgoing import Remark, Said, encode
from ...rate_limiter import RateLimiter
from ...store import NewReport, Store, StoreError
from ...tables.game import Refusal, unsaved
from .table import SeatAction, Table

if TYPE_CHECKING:
    from .room import Room


_HOST: Final = N_("Host")
"""The name of a host without a seat."""


async def say(room: Room, client: Client, message: Say) -> None:
    """Send everybody a person's chat line."""
    table, person = room.table, client.person
    if room.answers_again(client, message.id):
        return
    if person is None or (client.seat is None and person != table.row.host):
        room.refuse(
            client, message.id, Refusal("not_seated", _("You are watching: only the people at the table speak."))
        )
        return
    # Ready-made phrases hurt nobody.
    if message.text is not None and room.store.operators.switches.silences(person):
        client.refuse("silenced", _(SILENCED), message.id)
        return
    name = _HOST if client.seat is None else table.row.seats[client.seat].name
    try:
        said = room.chat.say(message, person, client.seat, name, table.settings.chat)
    except Refusal as refusal:
        client.refuse(refusal.code, str(refusal), message.id)
    else:
        room.answered.add(person, message.id)
        room.audience.show_line(said, client, message.id)
        room.news.tell(table.row.id, {"said": to_builtins(said)})


async def report(room: Room, client: Client, message: Report) -> None:
    """Store a person's report of a name or a line."""
    if room.answers_again(client, message.id):
        return
    try:
        await room.store.operators.report(room.reports.take(message, client.person, room.table, room.chat.lines))
    except Refusal as refusal:
        room.refuse(client, message.id, refusal)
    except StoreError as error:
        room.refuse(client, message.id, unsaved(error))
    else:
        room.accept(client, message.id)


_REPORTS: Final = 5
_SECONDS: Final = 600
"""The most reports of one person about a table, and per how many seconds."""


class Reports:
    """The reports at one table."""

    def __init__(self) -> None:
        self._reported_by = RateLimiter(_REPORTS, _SECONDS)

    def take(self, message: Report, reporter: str | None, table: Table, lines: Iterable[Said]) -> NewReport:
        """Return the row to store for a report by the browser ``reporter``. Raises `Refusal`.

        A reported line is stored with it, since chat is not stored anywhere else.
        """
        if reporter is None:
            raise Refusal("not_seated", _("Nobody knows who you are: allow cookies for this page and load it again."))
        seat, name, line = self._reported(message, table, lines)
        person = table.row.host if seat is None else table.row.seats[seat].person
        if person == reporter:
            raise Refusal("malformed", _("That is you."))
        if not self._reported_by.allows(reporter):
            raise Refusal("slow_down", _("You have sent many reports just now. Wait a few minutes."))
        return NewReport(table.row.id, reporter, person, name, line)

    @staticmethod
    def _reported(message: Report, table: Table, lines: Iterable[Said]) -> tuple[int | None, str, str | None]:
        """Return the seat, the name and the line that were reported. Raises `Refusal`."""
        if message.line is not None:
            said = next((line for line in lines if line.number == message.line and line.text is not None), None)
            if said is None:
                raise Refusal("no_such_line", _("This line is no longer there."))
            return said.seat, said.name, said.text
        seats = table.row.seats
        if message.seat is None or message.seat >= len(seats) or seats[message.seat].kind != "person":
            raise Refusal("no_such_seat", _("Nobody sits there."))
        return message.seat, seats[message.seat].name, None


_log = logging.getLogger(__name__)


class Remarks:
    """The remarks of one table's computer players, who see what a spectator sees; the remarks go only to the player."""

    def __init__(self, clients: set[Client], store: Store) -> None:
        """Send remarks to those of the pages ``clients`` that have asked for them."""
        self._clients = clients
        self._store = store
        self._observers: dict[int, Observer] = {}
        self._players: dict[int, str] = {}
        self._seat_of_person: int | None = None
        self._game = 0
        self._speaker = Speaker(Random())

    async def greet(self, table: Table) -> None:
        """Make a remark at the beginning of a game, possibly about the last one between the two."""
        self._observe(table)
        self._speaker.begin()
        if self._seat_of_person is None or not self._players:
            return
        # If there are several, one of them is enough to begin with.
        seat, player = next(iter(self._players.items()))
        person = table.row.seats[self._seat_of_person].person
        won = None
        if person is not None:
            with suppress(StoreError):
                won = await self._store.tables.last_against(person, player)
        occasion = Occasion.MEET if won is None else Occasion.REVENGE if won else Occasion.AGAIN
        self._tell(table, seat, player, [occasion])

    def follow(self, table: Table, action: SeatAction) -> None:
        """Process an action that has been shown, and make any remarks about the turn that it ended."""
        if not any(client.hears_remarks for client in self._clients):
            self._observers.clear()
            return
        if self._game != table.number or not self._observers:
            # Events before anybody listened get no remarks.
            self._observe(table)
            return
        view = table.game.view(None)
        for seat, observer in self._observers.items():
            if action.text in (UNDO, TAKEBACK):
                observer.undo(view)
                continue
            if action.text in CONCESSIONS:
                # Remarks about a game that was won or lost refer to its cards.
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
            if seat.player in CHARACTERS and table.rules.side_of(number) != own:
                self._players[number] = seat.player
                self._observers[number] = Observer(view, number, self._seat_of_person)

    def _tell(self, table: Table, seat: int, player: str, occasions: list[Occasion]) -> None:
        listening = [one for one in self._clients if one.hears_remarks and one.seat == self._seat_of_person]
        heard = frozenset[str]().union(*(client.heard for client in listening))
        languages = {client.language for client in listening}
        mood, lines = self._speaker.remark(player, occasions, heard, languages)
        told = {}
        for language in languages:
            line = lines.get(language, "")
            named = line_id(line) if line else ""
            told[language] = encode(Remark(table.number, table.ply, seat, mood, line, named))
        for client in listening:
            client.send(told[client.language])
        _log.debug("%s at seat %d: %s", mood, seat, occasions[0], extra=of_table(table.row.id))
