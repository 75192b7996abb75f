"""A live table of Spite and Malice: its actions, its programs and its clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec

from spite_and_malice.play.game import RESIGN
from spite_and_malice.texts import _

from ...cluster import News
from ...http.switches import READ_ONLY
from ...metrics import MOVES_BY
from ...protocol.clients import Client
from ...protocol.incoming import Hello, Sit, Stand
from ...protocol.outgoing import Said, StalemateTalk
from ...rate_limiter import RateLimiter
from ...store import ClocksRow, Conflict, MoveRow, NewMove, Since, Store, StoredTable, StoreError, TableRow
from ...tables.chat import Chat
from ...tables.endings import Endings
from ...tables.game import Game, Refusal
from ...tables.room import TableRoom
from .audience import Audience
from .computers import Computers, Programs
from .laid import LaidDown
from .replay import count
from .restore import restore
from .seats import arrange, stand_in
from .setup import rated_end, require_rated
from .speech import Remarks, Reports
from .table import SeatAction, Table
from .timing import Alarm, ClockSet, Ready, Timing

_RETRY_SECONDS: Final = 1.0
"""When storing a stand-in's seat, or an automatic deal, is retried after a failure."""

TRIES: Final = 3
"""How often a change of the seats or settings is tried while other processes are faster."""

_CONFIGURED: Final = 20
_CONFIGURED_SECONDS: Final = 20
"""The most changes of the rules or settings that are sent to everybody, and per how many seconds."""


class Room(TableRoom[Table]):
    """A table of Spite and Malice with the pages that watch it, and the programs that play at it."""

    def __init__(
        self,
        game: Game,
        table: Table,
        store: Store,
        computers: Computers,
        news: News,
        most_watching: int,
        endings: Endings,
        on_idle: Callable[[], None],
    ) -> None:
        """Open the table; at most ``most_watching`` pages of this process may watch it.

        ``endings`` hear of ended games.
        """
        super().__init__(game, table, store, news, on_idle)
        self.endings = endings
        self.computers = computers
        self.chat = Chat()
        self.reports = Reports()
        self.timing = Timing(table, news)
        self.audience = Audience(table, self._clients, self.timing, self.chat, news, most_watching)
        self.settings_limit = RateLimiter(_CONFIGURED, _CONFIGURED_SECONDS)
        self.remarks = Remarks(self._clients, store)
        self.stalemate: StalemateTalk | None = None
        """The last answers about ending the game by a pass; at another ply they no longer count."""
        self._programs = Programs(self, computers, news, on_idle)
        self._is_left_to_others = False
        """Whether others said that they have pages open when this process had none: they run programs and clocks.

        It is not left to them when the last page here closes, for the last one there may close at the same moment.
        """
        self._laid = LaidDown(self)
        self._alarm = Alarm(table.row.id, self._answer_alarm, on_idle)
        self.wake()

    @property
    def is_busy(self) -> bool:
        """Whether an action waits to be carried out, or a program or a time limit is to be run in this process."""
        runs = self._alarm.is_set or self._programs.are_thinking
        return super().is_busy or (runs and not self._is_left_to_others)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is present and waiting for the first game."""
        return self.table.state == "gathering" and bool(self.timing.presence.here)

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs at the table."""
        return self.table.turn is not None and self.table.clocks is not None

    def follow_wall(self) -> ClockSet | None:
        """Return the running clock's start before and after the system clock was set; None if it was not."""
        return self.timing.follow_wall()

    @property
    def next_commitment(self) -> str:
        """The SHA-256 of the next game's secret."""
        return self.table.next_commitment

    @property
    def is_watched(self) -> bool:
        """Whether anybody has a page open at the table, in this process or another."""
        return self.audience.is_there_anybody

    @property
    def is_deserted(self) -> bool:
        """Whether no clock runs, nobody is present, and stand-ins play for all people at the table."""
        people = [seat for seat in self.table.row.seats if seat.kind == "person"]
        all_gone = bool(people) and all(seat.stand_in is not None for seat in people)
        return all_gone and self.timing.is_waiting_for_all

    def is_seat_here(self, seat: int) -> bool:
        """Return whether the person at a seat has a page open, in this process or another."""
        return seat in self.timing.presence.here

    def is_here(self, person: str) -> bool:
        """Return whether a browser is seated at the table and has a page open, in this process or another."""
        return self.table.seat_of(person) in self.timing.presence.here

    def stand_in_at(self, person: str) -> int | None:
        """Return when a stand-in plays for a player who is away, in UTC milliseconds; None if none will or may."""
        seat = self.table.seat_of(person)
        return None if seat is None else self.timing.until().get(seat)

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel the room's tasks and return them."""
        self._alarm.set(None)
        return [*super().stop(), *self._programs.stop()]

    async def join(self, client: Client, hello: Hello) -> None:
        """Seat a page and bring it up to date: with the missed events if they are few, else with a snapshot."""
        if self.store.is_shared:
            # The page may have seen an action at another process that this process has not yet received.
            await self.follow()
        self._is_left_to_others = False
        client.hears_remarks = hello.remarks
        client.heard = frozenset(hello.heard)
        self.audience.join(client, hello)
        self.wake()
        # The server may have stopped between the last contribution and the deal.
        await self.start_if_full()

    def has_left(self, _client: Client) -> None:
        """Tell the others who is still present."""
        self.audience.people_changed()
        self.wake()

    async def catch_up(self, client: Client) -> None:
        """Send a snapshot to a page that fell behind."""
        self.audience.show_table(client)

    async def act(self, action: SeatAction) -> None:
        """Carry out an action, store it, and then send it.

        Raises what the game or the store raises; then nothing is sent.
        """
        table, seat = self.table, action.seat
        takes_time = table.settings.clock is not None and seat == table.turn
        elapsed = self.timing.elapsed() if takes_time else 0
        turn_before, left_before = table.turn, table.cards_left
        row = table.act(seat, action.text, action.message_id, action.note, elapsed)
        turn = table.turn
        goes_on = turn == turn_before and table.clocks is None
        # Within a turn, without clocks, lists change only when pay-off cards are played or returned by undo.
        summary = None if goes_on and table.cards_left == left_before else table.summary
        outcome = table.game.outcome if turn is None else None
        new = NewMove(table.row.id, table.number, row, summary)
        if outcome is not None:
            stand_ins = tuple(sorted(table.newest.stand_ins))
            figures = await asyncio.to_thread(count, table.game, table.newest.times, table.newest.row.seats)
            new = replace(new, result=outcome.to_json(), stand_ins=stand_ins, figures=figures, rated=rated_end(table))
        try:
            await self.store.tables.add_move(new)
        except StoreError as error:
            # After a conflict the pages are sent what happened instead, action by action.
            await self.reload(known=table.ply - 1 if isinstance(error, Conflict) else None)
            raise
        self.news.changed(table.row.id)
        if outcome is not None and table.row.origin is not None:
            self.endings.tell(table.row.origin)
        MOVES_BY[table.program_at(seat) is not None].inc()
        self._show(action)
        if not goes_on:
            # Otherwise the same turn continues without clocks: no program is to move, and no deadline changes.
            self.wake()

    def tell_stalemate(self, talk: StalemateTalk) -> None:
        """Send every page the state of the stalemate agreement."""
        self.stalemate = talk
        self.audience.tell_all(talk)
        self.news.tell(self.table_id, {"stalemate": msgspec.to_builtins(talk)})

    async def count_hint(self, seat: int) -> None:
        """Store that a seat received help in the game. Raises `StoreError`."""
        await self.store.figures.add_hint(self.table.row.id, self.table.number, seat)

    async def admit(self, person: str, name: str) -> bool:
        """Seat a person on an open seat if there is one and they have none; return whether they are seated here."""
        return await self.do(partial(self._admit, person, name))

    async def _admit(self, person: str, name: str) -> bool:
        for _attempt in range(TRIES):
            if self.table.seat_of(person) is not None:
                return True
            try:
                seat = [at.kind for at in self.table.row.seats].index("open")
                row = arrange(self.table, person, Sit("admit", seat, name))
                await self.require_rated(row)
                await self.write(self.store.tables.arrange(row))
            except (Refusal, ValueError):
                break
            except Conflict:
                # Another process wrote first: there may still be an open seat.
                await self.reload()
            else:
                self.rearrange(row, None)
                return True
        return False

    async def withdraw(self, person: str) -> bool:
        """Remove a person who waits on their own for the first game; return whether they were removed."""
        return await self.do(partial(self._withdraw, person))

    async def _withdraw(self, person: str) -> bool:
        people = [seat.person for seat in self.table.row.seats if seat.kind == "person"]
        if self.table.state != "gathering" or people != [person]:
            return False
        row = arrange(self.table, person, Stand("withdraw"))
        try:
            await self.write(self.store.tables.arrange(row))
        except Conflict:
            await self.reload()
            return False
        self.rearrange(row, None)
        return True

    async def abandon(self, person: str) -> bool:
        """Resign for a solo player who has begun; return whether this ends the match.

        Raises `StoreError`.
        """
        return self._loser(person) is not None and await self.do(partial(self._abandon, person))

    def _loser(self, person: str) -> int | None:
        """Return the seat that would lose if its person gave the game up now, None if there is nothing to lose."""
        table, seat = self.table, self.table.seat_of(person)
        if seat is None or table.turn is None or not table.has_moved(seat) or not table.may_resign(seat):
            return None
        return seat

    async def _abandon(self, person: str) -> bool:
        if (seat := self._loser(person)) is None:
            return False
        await self.act(SeatAction(seat, RESIGN))
        return self.table.match.is_over

    async def require_rated(self, row: TableRow) -> None:
        """Raise `Refusal` if ``row`` does not allow rated games at a table that gathers for them.

        Raises `StoreError`.
        """
        if self.table.state == "gathering":
            await require_rated(self.store, row)

    def refuse(self, client: Client, message_id: str, refusal: Refusal) -> None:
        """Tell a page why its message had no effect, with the current table."""
        self.audience.refuse(client, message_id, refusal)

    async def deal(self, client: Client | None, message_id: str | None) -> None:
        """Deal the next game and send everybody a snapshot; in read-only mode only refuse."""
        if self.store.operators.switches.is_read_only:
            if client is not None and message_id is not None:
                self.refuse(client, message_id, Refusal("read_only", _(READ_ONLY)))
            return
        dealt = self.table.next_game(self.timing.presence.here)
        try:
            await self.write(self.store.tables.add_game(dealt.row, dealt.newest.row, dealt.seal, dealt.summary))
        except StoreError as error:
            if client is None or message_id is None:
                await self.reload()
            else:
                await self.go_back(client, message_id, error)
            return
        self._show_all(dealt)
        await self.remarks.greet(dealt)
        if client is not None and message_id is not None:
            self.accept(client, message_id)

    async def start_if_full(self) -> None:
        """Deal the first game of a table that starts automatically, if everybody is present."""
        if self.table.starts_by_itself:
            await self.deal(None, None)

    def hear(self, message: dict[str, Any]) -> None:
        """Show unstored state received from another process."""
        match _heard(message):
            case Said() as said:
                self.audience.show_line(self.chat.hear(said))
            case StalemateTalk() as talk:
                self.stalemate = talk
                self.audience.tell_all(talk)
            case Ready() as told:
                self.timing.readiness.hear(told)
                self.audience.tell_people()
                self.wake()

    def hear_presence(self) -> None:
        """Update which processes have people present; a table that is watched only there is left to them."""
        self.audience.people_changed()
        self._is_left_to_others = not self._clients and self.audience.is_there_anybody
        self.wake()
        self._on_idle()

    async def resume(self, stored: StoredTable, known: int | None) -> None:
        """Replace the table with the stored one.

        The pages receive the actions that they have not been sent; if the game or the people have changed, they receive
        a snapshot.
        """
        others = stored.table.revision != self.table.row.revision
        same_game = bool(stored.games) and stored.games[-1].number == self.table.number
        if known is None or others or not same_game or len(stored.moves) <= known:
            self._show_all(restore(stored))
            return
        earlier = restore(replace(stored, moves=stored.moves[:known]))
        self.table = earlier
        self.timing.resume(earlier)
        self.audience.resume(earlier)
        self._play_stored(stored.moves[known:], stored.clocks)
        self.wake()

    def _close(self) -> None:
        super()._close()
        self._alarm.set(None)

    async def take_in(self, since: Since) -> None:
        """Apply and send what other processes have written."""
        if since.table is not None:
            # If actions follow, the clocks are those after the last of them.
            self.rearrange(since.table, None if since.moves else since.clocks)
        if since.moves:
            self.news.found(self.table.row.id)
        self._play_stored(since.moves, since.clocks)
        table = self.table
        table.clocks = since.clocks
        self.timing.resume(table)
        if table.seal.contributions != since.contributions:
            table.seal.contributions.update(since.contributions)
            self.audience.tell_people()
        self.wake()
        # The last contribution awaited may have reached the other process.
        await self.start_if_full()

    async def was_behind(self) -> bool:
        """Read what other processes may have written; return whether this replaced the table."""
        before = self.table
        if self.store.is_shared:
            # Without an answer the table stays as it is, and so does the refusal.
            with suppress(StoreError):
                await self.follow()
        return self.table is not before

    def _play_stored(self, moves: Sequence[MoveRow], clocks: ClocksRow | None) -> None:
        """Carry out and send actions that another process stored; the clocks are known after the last."""
        for move in moves:
            self.table.act(move.seat, move.text, move.message_id, move.note, made_at=move.made_at)
            self.table.clocks = clocks if move is moves[-1] else None
            self._show(SeatAction(move.seat, move.text, move.message_id, move.note))

    def rearrange(self, row: TableRow, clocks: ClocksRow | None) -> None:
        """Switch to other seats, rules or settings, and notify everybody.

        ``clocks`` are the new clocks, None to keep the present ones.
        """
        before, table = self.table, self.table.arranged(row)
        table.clocks = clocks
        self.table = table
        self.timing.rearrange(table)
        self.audience.rearrange(table, show_all=table.rules is not before.rules)
        self.wake()

    def _show(self, action: SeatAction) -> None:
        """Send the newest action to every page, each with the view of its seat."""
        self.timing.restart()
        self.audience.show_action(action)
        if self.table.settings.is_by_correspondence:
            # Everybody's situation now depends on whose turn it is.
            self.audience.tell_people()
        self.remarks.follow(self.table, action)

    def _show_all(self, table: Table) -> None:
        """Replace the table with a new state and send it to every page."""
        self.table = table
        self.timing.take_over(table)
        self.audience.show_all(table)
        self.wake()

    def wake(self) -> None:
        """Let the programs think, or play what was laid down, if it is their turn, and schedule the next deadline."""
        self._programs.wake()
        self._laid.wake()
        due = self.timing.due() if self.table.starts_in is None else self.table.starts_in
        # An overdue deal is one that could not be stored.
        is_late = self.table.starts_by_itself or (self.table.turn is None and due == 0)
        self._set_alarm(_RETRY_SECONDS if is_late else due)

    def _set_alarm(self, seconds: float | None) -> None:
        self._alarm.set(None if self.is_lost else seconds)

    async def _answer_alarm(self) -> None:
        await self.quietly(self._time_is_up, "could not be kept to its time")

    async def _time_is_up(self) -> None:
        """Put in a stand-in for everybody who is out of time or was away too long; deal the next game if it is due."""
        while (late := self.timing.late()) is not None:
            row = stand_in(self.table, *late)
            clocks = self.timing.arranged(row)
            try:
                await self.write(self.store.tables.arrange(row, clocks, self.table.clocks))
            except StoreError as error:
                await self.reload()
                if not isinstance(error, Conflict):
                    self._set_alarm(_RETRY_SECONDS)
                    return
            else:
                self.rearrange(row, clocks)
        self.wake()
        await self.start_if_full()
        if self.timing.readiness.due(self.table, self.timing.presence) == 0:
            await self.deal(None, None)


def as_spite(room: TableRoom[Any] | None) -> Room | None:
    """Return a room if it is one of Spite and Malice."""
    return room if isinstance(room, Room) else None


def _heard(message: dict[str, Any]) -> Said | StalemateTalk | Ready | None:
    """Return unstored state received from another process; None for a message of another server version."""
    kinds: dict[str, type[Said | StalemateTalk | Ready]] = {"said": Said, "stalemate": StalemateTalk, "ready": Ready}
    for name, kind in kinds.items():
        if name in message:
            with suppress(msgspec.ValidationError):
                return msgspec.convert(message[name], kind)
    return None
