"""A live table: it takes actions one after another, stores each, and only then shows it to every page.

Everything that reads or changes the table goes through `Room.do`, one piece after another, so nobody ever sees an
action that is not yet durable.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import to_builtins

from spite_and_malice.engine import IllegalMove, InvalidNotation
from spite_and_malice.play import NothingToUndo, NotYourTurn
from spite_and_malice.play.game import TAKEBACK, UNDO
from spite_and_malice.texts import _, in_language

from ..metrics import MOVE_SECONDS, MOVES_BY
from ..news import News
from ..protocol.clients import Client
from ..protocol.incoming import Arrangement, Contribute, Hello, Move, Next, Say, Sit, Start, Undo
from ..protocol.outgoing import Accepted, Said
from ..store import ClocksRow, Conflict, MoveRow, NewMove, Store, StoreError, TableRow
from .audience import Audience
from .chat import Chat
from .computers import Computers
from .following import Follower
from .programs import Programs
from .seats import Refusal, arrange, stand_in
from .tables import STAND_IN, Table, restore
from .timing import Timing
from .turns import Action, Turns

_log = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 1.0
"""After how long a stand-in's seat, or a deal that nobody has to ask for, is tried again that could not be stored."""

_ANSWERS: Final = 256
"""Ids of messages kept to answer one that is sent again."""


class Room:
    """A table with the pages that look at it, and the programs that play at it."""

    def __init__(
        self, table: Table, store: Store, computers: Computers, news: News, at_rest: Callable[[], None]
    ) -> None:
        """Open the table; ``at_rest`` is called whenever there may be nothing more to do."""
        self.table = table
        self._store = store
        self.computers = computers
        self._at_rest = at_rest
        self._chat = Chat()
        self._news = news
        self._timing = Timing(table, news)
        self._audience = Audience(table, self._timing, self._chat, news)
        self._answered: dict[tuple[str | None, str], None] = {}
        self._turns = Turns(table.row.id, at_rest)
        self._programs = Programs(self, computers, news, at_rest)
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._follower = Follower(self, store, news)
        news.watch(table.row.id, self._follower)
        self._wake()

    @property
    def is_lost(self) -> bool:
        """Whether the database failed in such a way that the table must be loaded again."""
        return self._turns.is_closed

    @property
    def is_busy(self) -> bool:
        """Whether an action waits to be carried out, a program is to move, or time may run out."""
        has_alarm = self._alarm is not None or self._ringing is not None
        return has_alarm or self._turns.is_busy or self._programs.are_thinking

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is there and waits for the first game."""
        return self.table.state == "gathering" and bool(self._timing.presence.here)

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs at the table."""
        return self.table.turn is not None and self.table.clocks is not None

    def is_here(self, owner: str) -> bool:
        """Say whether who sits at the table has a page open, here or in another process."""
        return self.table.seat_of(owner) in self._timing.presence.here

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel the room's tasks and return them; whatever was shown is stored, and nobody waits for the rest."""
        self._set_alarm(None)
        self._news.forget(self.table.row.id)
        self._turns.stop()
        return self._programs.stop()

    async def do(self, action: Action) -> None:
        """Carry out an action when it is its turn; nothing else is done at the table meanwhile."""
        await self._turns.take(action)

    async def join(self, client: Client, hello: Hello) -> None:
        """Seat a page and bring it up to date: with the events it missed if they are few, else with a snapshot."""
        if self._store.is_shared:
            # The page may have seen at another process what this one has not heard of yet.
            await self._follower.catch_up()
        self._audience.join(client, hello)
        self._wake()
        # The server may have ended between the last contribution and the deal.
        await self._start_if_full()

    def leave(self, client: Client) -> None:
        """Forget a page that has gone."""
        self._audience.leave(client)
        self._wake()

    async def catch_up(self, client: Client) -> None:
        """Give a page that fell behind a snapshot."""
        self._audience.show_table(client)

    async def move(self, client: Client, message: Move | Undo) -> None:
        """Carry out a person's move or undo, or refuse it with the current view."""
        table, seat = self.table, client.seat
        if seat is None:
            self.refuse(
                client, message.id, "not_seated", _("You are watching: only the players at the table can move.")
            )
            return
        if table.dealt is None:
            self.refuse(client, message.id, "not_started", _("No game has been dealt yet."))
            return
        if self._answer_move_again(client, message):
            return
        is_newest = message.game == table.number
        if is_newest and table.game.is_over:
            self.refuse(client, message.id, "game_over", _("This game is over. Deal the next one to play on."))
            return
        if not is_newest or message.ply != table.ply:
            self.refuse(client, message.id, "stale", _("The table has moved on: look again and choose."))
            return
        if table.row.seats[seat].stand_in is not None:
            self.refuse(client, message.id, "stand_in", _("A stand-in plays for you. Take your seat back first."))
            return
        if isinstance(message, Move) and message.move in (UNDO, TAKEBACK):
            self.refuse(client, message.id, "illegal_move", _("To take a move back, send an undo message."))
            return
        try:
            await self.act(seat, UNDO if isinstance(message, Undo) else message.move, message.id, None)
        except StoreError as error:
            self._refuse_unstored(client, message, error)
        except NotYourTurn as error:
            self.refuse(client, message.id, "not_your_turn", str(error))
        except NothingToUndo as error:
            self.refuse(client, message.id, "nothing_to_undo", str(error))
        except (IllegalMove, InvalidNotation) as error:
            self.refuse(client, message.id, "illegal_move", str(error))

    def move_at_once(self, client: Client, message: Move) -> bool:
        """Carry out a person's move without a task, if the table is free and nothing speaks against the move.

        False for all others, nothing having changed: they are for `move`.
        """
        dealt, seat = self.table.dealt, client.seat
        if (
            dealt is None
            or seat is None
            or message.game != dealt.row.number
            or message.ply != len(dealt.game.actions)
            or (seat, message.id) in dealt.carried_out
            or self.table.row.seats[seat].stand_in is not None
            or message.move in (UNDO, TAKEBACK)
            or not self._turns.begin()
        ):
            return False
        began = time.perf_counter()
        try:
            new = self._made(seat, message.move, message.id, None)
        except Exception:
            self._turns.end()
            return False
        client.is_moving = True
        self._store.add_move(new, partial(self._moved_at_once, client, message, new, began))
        return True

    def _moved_at_once(
        self, client: Client, message: Move, new: NewMove, began: float, error: Exception | None
    ) -> None:
        """Show a move that is stored, or take back one that could not be."""
        if error is not None:
            self._turns.end_with(partial(self._take_back_unstored, client, message, error))
            return
        try:
            if not self.is_lost:
                self._made_public(new)
                MOVE_SECONDS.observe(time.perf_counter() - began)
        finally:
            client.is_moving = False
            self._turns.end()

    async def _take_back_unstored(self, client: Client, message: Move, error: Exception) -> None:
        try:
            await self._reload_after(error)
        finally:
            client.is_moving = False
        with in_language(client.language):
            self._refuse_unstored(client, message, error)

    def _refuse_unstored(self, client: Client, message: Move | Undo, error: Exception) -> None:
        """Tell a page that its move was not stored, unless it was after all, though the database could not say so."""
        if self._answer_move_again(client, message):
            return
        if isinstance(error, Conflict):
            self.refuse(client, message.id, "stale", _("The table has moved on: look again and choose."))
        else:
            self.refuse(
                client, message.id, "not_stored", _("The move could not be saved, so it was not played. Try again.")
            )

    async def act(self, seat: int, text: str, client_id: str | None, note: str | None) -> None:
        """Carry out an action, store it, and then show it.

        Raises what the game or the store raises; then nothing is shown.
        """
        new = self._made(seat, text, client_id, note)
        stored = asyncio.get_running_loop().create_future()
        self._store.add_move(new, stored)
        try:
            await stored
        except StoreError as error:
            await self._reload_after(error)
            raise
        self._made_public(new)

    def _made(self, seat: int, text: str, client_id: str | None, note: str | None) -> NewMove:
        """Carry out an action in memory and return what is to be stored. Raises what the game raises."""
        table = self.table
        elapsed = 0 if table.settings.clock is None else self._timing.elapsed()
        turn_before = table.turn
        row = table.act(seat, text, client_id, note, elapsed)
        turn = table.turn
        # Within a turn nothing changes that a list shows, unless there are clocks.
        summary = None if turn == turn_before and table.clocks is None else table.summary
        result = table.game.result if turn is None else None
        stand_ins = () if result is None else tuple(sorted(table.newest.stand_ins))
        return NewMove(table.row.id, table.number, row, summary, result, stand_ins)

    async def _reload_after(self, error: Exception) -> None:
        """Go back to what is stored when an action could not be."""
        # After a conflict the pages are shown what happened instead, action by action.
        await self.reload(known=self.table.ply - 1 if isinstance(error, Conflict) else None)

    def _made_public(self, new: NewMove) -> None:
        """Show an action that is stored, and go on."""
        table, row = self.table, new.move
        self._news.changed(new.table_id)
        MOVES_BY[table.program_at(row.seat) is not None].inc()
        self._show(row.seat, row.text, row.client_id, row.note == STAND_IN)
        if new.summary is not None:
            # Else the turn goes on, without clocks: no program is to begin, and no time runs out at another moment.
            self._wake()

    async def next_game(self, client: Client, message: Next) -> None:
        """Deal the next game of the match, or the first of a new one; tell everybody with a snapshot."""
        table = self.table
        if not table.may_go_on(client.owner):
            self.refuse(client, message.id, "not_seated", _("You are watching: the players at the table deal."))
        elif table.dealt is None:
            self.refuse(client, message.id, "not_started", _("No game has been dealt yet."))
        elif message.game == table.number - 1:
            self._accept(client, message.id)
        elif message.game != table.number:
            self.refuse(client, message.id, "stale", _("The table has moved on: look again and choose."))
        elif not table.game.is_over:
            self.refuse(client, message.id, "game_running", _("This game is not over yet."))
        else:
            await self._deal(client, message.id)

    async def start(self, client: Client, message: Start) -> None:
        """Deal the first game, for the host; while he is away for everybody who sits at the table."""
        table = self.table
        if self._answer_again(client, message.id):
            return
        if client.owner != table.row.owner and (client.seat is None or self._audience.is_there(table.row.owner)):
            self.refuse(client, message.id, "not_host", _("Only who made the table can do this."))
        elif table.dealt is not None:
            self.refuse(client, message.id, "started", _("The first game has been dealt already."))
        elif any(seat.kind == "open" for seat in table.row.seats):
            self.refuse(client, message.id, "seats_open", _("Nobody sits on some of the seats yet."))
        else:
            await self._deal(client, message.id)

    async def contribute(self, client: Client, message: Contribute) -> None:
        """Take a person's part of the next deal; the last one that is awaited starts the first game."""
        table, owner, seal = self.table, client.owner, self.table.seal
        if client.seat is None or owner is None:
            self.refuse(client, message.id, "not_seated", _("You are watching: the players at the table contribute."))
            return
        if message.game != seal.number:
            self.refuse(client, message.id, "stale", _("The table has moved on: look again and choose."))
            return
        given = seal.contributions.get(owner)
        if given is None:
            try:
                await self._write(self._store.contribute(table.row.id, seal.number, owner, message.contribution))
            except StoreError as error:
                await self._give_up(client, message.id, error)
                return
            seal.contributions[owner] = message.contribution
            self._audience.tell_people()
        elif given != message.contribution:
            self.refuse(client, message.id, "already_contributed", _("You have contributed to this deal already."))
            return
        self._accept(client, message.id)
        await self._start_if_full()

    async def arrange(self, client: Client, message: Arrangement) -> None:
        """Change who sits where, or how the table is set, or refuse it."""
        if self._answer_again(client, message.id):
            return
        try:
            row = arrange(self.table, client.owner, message)
            clocks = self._timing.arranged(row)
            await self._write(self._store.arrange(row, clocks, self.table.clocks))
        except Refusal as refusal:
            self.refuse(client, message.id, refusal.code, str(refusal))
            return
        except StoreError as error:
            await self._give_up(client, message.id, error)
            return
        self.rearrange(row, client, clocks)
        self._accept(client, message.id)
        await self._start_if_full()

    async def admit(self, owner: str, name: str) -> bool:
        """Seat somebody on an open seat, if there is still one and he has none; say whether he sits here."""
        found: list[bool] = []
        await self.do(partial(self._admit, owner, name, found))
        return found[0]

    async def _admit(self, owner: str, name: str, found: list[bool]) -> None:
        if self.table.seat_of(owner) is not None:
            found.append(True)
            return
        try:
            seat = [at.kind for at in self.table.row.seats].index("open")
            row = arrange(self.table, owner, Sit("admit", seat, name))
            await self._write(self._store.arrange(row))
        except (Refusal, ValueError):
            found.append(False)
        except Conflict:
            found.append(False)
            await self.reload()
        else:
            found.append(True)
            self.rearrange(row, None, None)

    async def say(self, client: Client, message: Say) -> None:
        """Tell everybody what a person says."""
        table, owner = self.table, client.owner
        if owner is None or (client.seat is None and owner != table.row.owner):
            self.refuse(client, message.id, "not_seated", _("You are watching: only the people at the table speak."))
            return
        name = _("Host") if client.seat is None else table.row.seats[client.seat].name
        try:
            said = self._chat.say(message, owner, client.seat, name, table.settings.chat)
        except Refusal as refusal:
            client.refuse(refusal.code, str(refusal), message.id)
        else:
            self._audience.show_line(said, client, message.id)
            self._news.tell(table.row.id, {"said": to_builtins(said)})

    def refuse(self, client: Client, message_id: str, code: str, message: str) -> None:
        """Tell a page why its message had no effect, with the table as it stands."""
        self._audience.refuse(client, message_id, code, message)

    async def _deal(self, client: Client | None, message_id: str | None) -> None:
        """Deal the next game and tell everybody with a snapshot."""
        dealt = self.table.next_game(self._timing.presence.here)
        try:
            await self._write(self._store.add_game(dealt.row, dealt.newest.row, dealt.seal, dealt.summary))
        except StoreError as error:
            if client is None or message_id is None:
                await self.reload()
            else:
                await self._give_up(client, message_id, error)
            return
        self._show_all(dealt)
        if client is not None and message_id is not None:
            self._accept(client, message_id)

    async def _start_if_full(self) -> None:
        """Deal the first game of a table that starts by itself, if everybody is there."""
        if self.table.starts_by_itself:
            await self._deal(None, None)

    async def _give_up(self, client: Client, message_id: str, error: StoreError) -> None:
        """Go back to what is stored, and tell a page that what it wanted was not done."""
        await self.reload()
        if isinstance(error, Conflict):
            self.refuse(client, message_id, "stale", _("The table has changed: look again and choose."))
        else:
            self.refuse(client, message_id, "not_stored", _("This could not be saved, so it was not done. Try again."))

    async def reload(self, known: int | None = None) -> None:
        """Go back to what is stored, which may be more (another process wrote) or less (a write failed).

        The pages have been shown ``known`` actions of the newest game and get those that followed; without it, or if
        there is another game or there are other people by now, they get the table as it is. Raises what reading
        raises: then this room is given up, for what it holds was never stored.
        """
        try:
            stored = await self._store.table(self.table.row.id)
            if stored is None:
                raise StoreError("the table is no longer there")
            others = stored.table.revision != self.table.row.revision
            same_game = bool(stored.games) and stored.games[-1].number == self.table.number
            if known is None or others or not same_game or len(stored.moves) <= known:
                self._show_all(restore(stored))
                return
            earlier = restore(replace(stored, moves=stored.moves[:known]))
        except Exception:
            self._turns.close()
            self._audience.send_away()
            raise
        self.table = earlier
        self._timing.resume(earlier)
        self._audience.resume(earlier)
        for move in stored.moves[known:]:
            self.follow(move, stored.clocks if move is stored.moves[-1] else None)
        self._wake()

    def follow(self, move: MoveRow, clocks: ClocksRow | None) -> None:
        """Carry out and show an action that another process stored, with the clocks after it if they are known."""
        self.table.act(move.seat, move.text, move.client_id, move.note)
        self.table.clocks = clocks
        self._show(move.seat, move.text, move.client_id, move.note == STAND_IN)

    async def follow_to(self, clocks: ClocksRow | None, contributions: dict[str, str]) -> None:
        """Take over the clocks and the contributions to the next deal that another process stored, and go on."""
        table = self.table
        table.clocks = clocks
        self._timing.resume(table)
        if table.seal.contributions != contributions:
            table.seal.contributions.update(contributions)
            self._audience.tell_people()
        self._wake()
        # The last contribution that was awaited may have come to the other process.
        await self._start_if_full()

    def hear_line(self, said: Said) -> None:
        """Show a line of the chat that was said in another process."""
        self._audience.show_line(self._chat.hear(said))

    def people_changed(self) -> None:
        """Show that others are there in other processes than before."""
        self._audience.people_changed()
        self._wake()

    def taken_elsewhere(self, seat: int) -> None:
        """Close the page on a seat that has a newer page in another process."""
        self._audience.close_seat(seat)

    async def _write(self, write: Awaitable[None]) -> None:
        """Wait until something is stored, and tell the other processes. Raises `StoreError`."""
        await write
        self._news.changed(self.table.row.id)

    def rearrange(self, row: TableRow, client: Client | None, clocks: ClocksRow | None) -> None:
        """Go on with other seats, rules or settings, and tell everybody; ``client`` asked for it.

        ``clocks`` are the clocks from now on, None if they stay as they are.
        """
        before, table = self.table, self.table.arranged(row)
        table.clocks = clocks
        self.table = table
        self._timing.rearrange(table)
        self._audience.rearrange(table, client, show_all=table.rules is not before.rules)
        self._wake()

    def _show(self, seat: int, text: str, client_id: str | None, by_stand_in: bool) -> None:
        """Send the newest action to every page, each with the view of its seat."""
        self._timing.restart()
        self._audience.show_action(seat, text, client_id, by_stand_in)

    def _show_all(self, table: Table) -> None:
        """Go on with another state of the table and send it to every page."""
        self.table = table
        self._timing.take_over(table)
        self._audience.show_all(table)
        self._wake()

    def _accept(self, client: Client, message_id: str) -> None:
        """Tell a page that its message was carried out, and remember it in case the message comes again."""
        self._answered[client.owner, message_id] = None
        while len(self._answered) > _ANSWERS:
            del self._answered[next(iter(self._answered))]
        client.send(Accepted(message_id, self.table.version, self.table.ply))

    def _answer_move_again(self, client: Client, message: Move | Undo) -> bool:
        """Answer a move that was carried out before; say whether it was."""
        table = self.table
        if client.seat is None or table.dealt is None or message.game != table.number:
            return False
        ply = table.dealt.carried_out.get((client.seat, message.id))
        if ply is None:
            return False
        client.send(Accepted(message.id, version=table.version - table.ply + ply, ply=ply))
        return True

    def _answer_again(self, client: Client, message_id: str) -> bool:
        """Answer a message that was carried out before; say whether it was."""
        if (client.owner, message_id) not in self._answered:
            return False
        client.send(Accepted(message_id, self.table.version, self.table.ply))
        return True

    def _wake(self) -> None:
        """Let the programs think if it is their turn, and wait for the time that runs out next."""
        self._programs.wake()
        # A table that starts by itself and has not is one whose deal could not be stored.
        self._set_alarm(_RETRY_SECONDS if self.table.starts_by_itself else self._timing.due())

    def _set_alarm(self, seconds: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None
        if seconds is not None and not self.is_lost:
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, seconds), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._ringing = asyncio.create_task(self._answer_alarm(), name=f"alarm {self.table.row.id}")

    async def _answer_alarm(self) -> None:
        try:
            await self.do(self._time_is_up)
        except StoreError as error:
            _log.warning("table %s could not be kept to its time: %s", self.table.row.id, error)
        finally:
            self._ringing = None
            self._at_rest()

    async def _time_is_up(self) -> None:
        """Let a stand-in play for everybody whose time has run out or who has been away too long; deal what is due."""
        while (late := self._timing.late()) is not None:
            row = stand_in(self.table, *late)
            clocks = self._timing.arranged(row)
            try:
                await self._write(self._store.arrange(row, clocks, self.table.clocks))
            except StoreError as error:
                await self.reload()
                if not isinstance(error, Conflict):
                    self._set_alarm(_RETRY_SECONDS)
                    return
            else:
                self.rearrange(row, None, clocks)
        self._wake()
        await self._start_if_full()
