"""A live table: it takes actions one after another, stores each, and only then shows it to every page.

Everything that reads or changes the table goes through `Room.do`, one piece after another, so nobody ever sees an
action that is not yet durable.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from msgspec import to_builtins

from spite_and_malice.engine import IllegalMove, InvalidNotation
from spite_and_malice.play import NothingToUndo, NotYourTurn
from spite_and_malice.play.game import TAKEBACK, UNDO
from spite_and_malice.texts import _

from ...cluster import News
from ...logs import of_table
from ...metrics import MOVES_BY
from ...people.name_in_use import NAME_IN_USE, is_among_others, is_name_in_use
from ...protocol.clients import Client
from ...protocol.incoming import (
    Arrangement,
    Configure,
    Contribute,
    Hello,
    Move,
    Next,
    Report,
    Say,
    Sit,
    Stand,
    Start,
    Take,
    Undo,
    UndoTurn,
    Wait,
    Wear,
)
from ...protocol.outgoing import Accepted, Said, StalemateTalk
from ...store import ClocksRow, Conflict, MoveRow, NewMove, Store, StoreError, TableRow
from ...tables.action_queue import Action, GivenUp, Turns
from ...tables.alarm import Alarm
from ...tables.chat import Chat
from ...tables.idempotency import Answered
from ...tables.live_table import ServedGame
from ...tables.rate_limiter import Pace
from ...tables.refusal import Refusal, not_started, stale, unsaved
from .audience import Audience
from .computers import Computers
from .figures import count
from .following import heard, missed
from .programs import Programs
from .rated import rated_end, require_rated
from .readiness import Ready, awaited
from .refusals import refusal_of
from .reports import Reports
from .seats import arrange, stand_in
from .table import STAND_IN, Table, restore
from .timing import Timing

_log = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 1.0
"""After how long a stand-in's seat, or a deal that nobody has to ask for, is tried again that could not be stored."""

_TRIES: Final = 3
"""How often a change of the seats or settings is tried that another process was faster than."""

_CONFIGURED_AT_ONCE: Final = 20
_CONFIGURED_SECONDS: Final = 20.0
"""So many changes of the rules or settings in so many seconds are told to everybody."""


class Room:
    """A table of Spite and Malice with the pages that look at it, and the programs that play at it."""

    def __init__(
        self,
        table: Table,
        store: Store,
        computers: Computers,
        news: News,
        most_watching: int,
        at_rest: Callable[[], None],
    ) -> None:
        """Open the table; ``at_rest`` is called whenever there may be nothing more to do."""
        self.table: Table = table
        self._store = store
        self.computers = computers
        self._chat = Chat()
        self._reports = Reports()
        self._news = news
        self._timing = Timing(table, news)
        self._audience = Audience(table, self._timing, self._chat, news, most_watching)
        self._answered = Answered()
        self._settings_pace = Pace(_CONFIGURED_AT_ONCE, _CONFIGURED_SECONDS)
        self.stalemate: StalemateTalk | None = None
        """What was said last about ending the game by a pass; of another ply it counts no more."""
        self._turns = Turns(table.row.id, at_rest)
        self._programs = Programs(self, computers, news, at_rest)
        self._alarm = Alarm(f"alarm {table.row.id}", self._answer_alarm, at_rest)
        self._following: asyncio.Task[None] | None = None
        self._is_behind = False
        news.watch(table.row.id, self)
        self._wake()

    @property
    def table_id(self) -> str:
        """The id of the table."""
        return self.table.row.id

    @property
    def is_lost(self) -> bool:
        """Whether the database failed in such a way that the table must be loaded again."""
        return self._turns.is_closed

    @property
    def is_busy(self) -> bool:
        """Whether an action waits to be carried out, a program is to move, or time may run out."""
        return self._alarm.is_set or self._turns.is_busy or self._programs.are_thinking

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is there and waits for the first game."""
        return self.table.state == "gathering" and bool(self._timing.presence.here)

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs at the table."""
        return self.table.turn is not None and self.table.clocks is not None

    @property
    def clients(self) -> Collection[Client]:
        """The pages that look at the table."""
        return self._audience.clients

    @property
    def is_watched(self) -> bool:
        """Whether anybody has a page open at the table, here or in another process."""
        return self._audience.is_there_anybody

    @property
    def is_deserted(self) -> bool:
        """Whether stand-ins play for all people at the table, none of whom is there, and no clock runs for them."""
        people = [seat for seat in self.table.row.seats if seat.kind == "person"]
        all_gone = bool(people) and all(seat.stand_in is not None for seat in people)
        return all_gone and self._timing.is_waiting_for_all

    def is_seat_here(self, seat: int) -> bool:
        """Say whether a person sits at a seat who has a page open, here or in another process."""
        return seat in self._timing.presence.here

    def is_here(self, owner: str) -> bool:
        """Say whether who sits at the table has a page open, here or in another process."""
        return self.table.seat_of(owner) in self._timing.presence.here

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel the room's tasks and return them; whatever was shown is stored, and nobody waits for the rest."""
        self._alarm.set(None)
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
            await self._follow()
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

    async def move(self, client: Client, message: Move | Undo | UndoTurn) -> None:
        """Carry out a person's move, or take it or the whole turn back, or refuse it with the current view."""
        if self._answer_action_again(client, message):
            return
        if (refusal := refusal_of(self.table, client.seat, message)) is not None:
            self.refuse(client, message.id, refusal)
            return
        assert client.seat is not None
        try:
            await self.act(client.seat, _text_of(message), message.id, None)
        except StoreError as error:
            # It may have been stored after all, and the database not have been able to say so.
            if not self._answer_action_again(client, message):
                self.refuse(client, message.id, unsaved(error))
        except NotYourTurn as error:
            self.refuse(client, message.id, Refusal("not_your_turn", str(error)))
        except NothingToUndo as error:
            self.refuse(client, message.id, Refusal("nothing_to_undo", str(error)))
        except (IllegalMove, InvalidNotation) as error:
            self.refuse(client, message.id, Refusal("illegal_move", str(error)))
        else:
            if isinstance(message, UndoTurn):
                # Of a whole turn taken back no event tells.
                client.send(Accepted(message.id, version=self.table.version, ply=self.table.ply))

    async def act(self, seat: int, text: str, message_id: str | None, note: str | None, worlds: int = 0) -> None:
        """Carry out an action, store it, and then show it, with how many `worlds` a computer player looked at.

        Raises what the game or the store raises; then nothing is shown.
        """
        table = self.table
        takes_time = table.settings.clock is not None and seat == table.turn
        elapsed = self._timing.elapsed() if takes_time else 0
        turn_before, left_before = table.turn, table.cards_left
        row = table.act(seat, text, message_id, note, elapsed)
        turn = table.turn
        goes_on = turn == turn_before and table.clocks is None
        # Within a turn a list shows nothing new but pay-off cards played, or taken back, unless there are clocks.
        summary = None if goes_on and table.cards_left == left_before else table.summary
        outcome = table.game.outcome if turn is None else None
        new = NewMove(table.row.id, table.number, row, summary)
        if outcome is not None:
            stand_ins = tuple(sorted(table.newest.stand_ins))
            figures = count(table.game, table.newest.times)
            new = replace(new, result=outcome.to_json(), stand_ins=stand_ins, figures=figures, rated=rated_end(table))
        try:
            await self._store.add_move(new)
        except StoreError as error:
            # After a conflict the pages are shown what happened instead, action by action.
            await self.reload(known=table.ply - 1 if isinstance(error, Conflict) else None)
            raise
        self._news.changed(table.row.id)
        MOVES_BY[table.program_at(seat) is not None].inc()
        self._show(seat, text, message_id, row.note == STAND_IN, worlds)
        if not goes_on:
            # Else the turn goes on, without clocks: no program is to begin, and no time runs out at another moment.
            self._wake()

    def tell_stalemate(self, talk: StalemateTalk) -> None:
        """Tell every page what is said about ending the game by a pass."""
        self.stalemate = talk
        self._audience.tell_all(talk)
        self._news.tell(self.table_id, {"stalemate": to_builtins(talk)})

    async def count_hint(self, seat: int) -> None:
        """Store that a seat gets help in the game. Raises `StoreError`."""
        await self._store.add_hint(self.table.row.id, self.table.number, seat)

    async def next_game(self, client: Client, message: Next) -> None:
        """Deal the next game of the match, or the first of a new one, once all people are ready for it."""
        table = self.table
        if self._answer_again(client, message.id):
            return
        if table.row.practice is not None:
            # What followed it would count.
            self.refuse(client, message.id, Refusal("practice", _("Practice is one game: go back to where it began.")))
        elif not table.may_go_on(client.owner):
            self.refuse(
                client, message.id, Refusal("not_seated", _("You are watching: the players at the table deal."))
            )
        elif table.dealt is None:
            self.refuse(client, message.id, not_started())
        elif message.game == table.number - 1:
            self.accept(client, message.id)
        elif message.game != table.number:
            self.refuse(client, message.id, stale())
        elif not table.game.is_over:
            self.refuse(client, message.id, Refusal("game_running", _("This game is not over yet.")))
        elif client.seat is None or client.owner is None or len(awaited(table)) < 2:
            # Nobody else is to be asked.
            await self._deal(client, message.id)
        else:
            self._timing.readiness.add(table, client.owner)
            await self._ready_changed(client, message.id)

    async def wait(self, client: Client, message: Wait) -> None:
        """Stop the countdown to the next game for somebody at the table."""
        if self._answer_again(client, message.id):
            return
        if client.seat is None or client.owner is None:
            told = _("You are watching: the players at the table deal.")
            self.refuse(client, message.id, Refusal("not_seated", told))
        elif message.game != self.table.number or not self.table.newest.game.is_over:
            self.refuse(client, message.id, stale())
        else:
            self._timing.readiness.stop(self.table, client.owner)
            await self._ready_changed(client, message.id)

    async def _ready_changed(self, client: Client, message_id: str) -> None:
        """Tell everybody who is ready for the next game, and deal it if it is time."""
        readiness = self._timing.readiness
        self._news.tell(self.table_id, {"ready": to_builtins(readiness.told())})
        if readiness.due(self.table, self._timing.presence) == 0:
            await self._deal(client, message_id)
            return
        self.accept(client, message_id)
        self._audience.tell_people()
        self._wake()

    async def start(self, client: Client, message: Start) -> None:
        """Deal the first game, for the host; while they are away for everybody who sits at the table."""
        table = self.table
        if self._answer_again(client, message.id):
            return
        if client.owner != table.row.owner and (client.seat is None or self._audience.is_there(table.row.owner)):
            self.refuse(client, message.id, Refusal("not_host", _("Only the host of the table can do this.")))
        elif table.dealt is not None:
            self.refuse(client, message.id, Refusal("started", _("The first game has been dealt already.")))
        elif any(seat.kind == "open" for seat in table.row.seats):
            self.refuse(client, message.id, Refusal("seats_open", _("Nobody sits on some of the seats yet.")))
        else:
            await self._deal(client, message.id)

    async def contribute(self, client: Client, message: Contribute) -> None:
        """Take a person's part of the next deal; the last one that is awaited starts the first game."""
        table, owner, seal = self.table, client.owner, self.table.seal
        if client.seat is None or owner is None:
            self.refuse(
                client, message.id, Refusal("not_seated", _("You are watching: the players at the table contribute."))
            )
            return
        if message.game != seal.number:
            self.refuse(client, message.id, stale())
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
            self.refuse(
                client, message.id, Refusal("already_contributed", _("You have contributed to this deal already."))
            )
            return
        self.accept(client, message.id)
        await self._start_if_full()

    async def arrange(self, client: Client, message: Arrangement) -> None:
        """Change who sits where, or how the table is set, or refuse it."""
        if self._answer_again(client, message.id):
            return
        if isinstance(message, Configure) and not self._settings_pace.allows():
            # Each is told to everybody who looks on.
            self.refuse(client, message.id, Refusal("slow_down", _("That was a lot at once. Wait a moment.")))
            return
        try:
            if await self._is_named_after_somebody(client, message):
                self.refuse(client, message.id, Refusal("name_taken", _(NAME_IN_USE)))
                return
        except StoreError as error:
            await self._give_up(client, message.id, error)
            return
        for attempt in range(_TRIES):
            try:
                row = arrange(self.table, client.owner, message, self._timing.gone())
                await self._require_rated(row)
                clocks = self._timing.arranged(row)
                await self._write(self._store.arrange(row, clocks, self.table.clocks))
            except Refusal as refusal:
                if attempt == 0 and await self._was_behind():
                    continue
                self.refuse(client, message.id, refusal)
                return
            except StoreError as error:
                if isinstance(error, Conflict) and attempt + 1 < _TRIES:
                    # Another process wrote first: what was asked for may still be possible.
                    await self.reload()
                    continue
                await self._give_up(client, message.id, error)
                return
            break
        self.rearrange(row, clocks)
        self.accept(client, message.id)
        await self._start_if_full()

    async def _is_named_after_somebody(self, client: Client, message: Arrangement) -> bool:
        """Say whether a person wants to be called what somebody else with an account is, and others would see it."""
        if client.owner is None or not isinstance(message, Sit | Take | Wear) or not message.name:
            return False
        return is_among_others(self.table.row, client.owner) and await is_name_in_use(
            self._store, message.name, client.owner
        )

    async def admit(self, owner: str, name: str) -> bool:
        """Seat somebody on an open seat, if there is still one and they have none; say whether they sit here."""
        found: list[bool] = []
        await self.do(partial(self._admit, owner, name, found))
        return found[0]

    async def _admit(self, owner: str, name: str, found: list[bool]) -> None:
        for _attempt in range(_TRIES):
            if self.table.seat_of(owner) is not None:
                found.append(True)
                return
            try:
                seat = [at.kind for at in self.table.row.seats].index("open")
                row = arrange(self.table, owner, Sit("admit", seat, name))
                await self._require_rated(row)
                await self._write(self._store.arrange(row))
            except (Refusal, ValueError):
                break
            except Conflict:
                # Another process wrote first: there may still be a seat.
                await self.reload()
            else:
                found.append(True)
                self.rearrange(row, None)
                return
        found.append(False)

    async def withdraw(self, owner: str) -> bool:
        """Have somebody stand up who waits alone for the first game; say whether they did."""
        done: list[bool] = []
        await self.do(partial(self._withdraw, owner, done))
        return done[0]

    async def _withdraw(self, owner: str, done: list[bool]) -> None:
        people = [seat.owner for seat in self.table.row.seats if seat.kind == "person"]
        if self.table.state != "gathering" or people != [owner]:
            done.append(False)
            return
        row = arrange(self.table, owner, Stand("withdraw"))
        try:
            await self._write(self._store.arrange(row))
        except Conflict:
            await self.reload()
            done.append(False)
            return
        self.rearrange(row, None)
        done.append(True)

    async def _require_rated(self, row: TableRow) -> None:
        """Raise `Refusal` if a table that gathers for rated games could not have them as in ``row``; `StoreError`."""
        if self.table.state == "gathering":
            await require_rated(self._store, row)

    async def say(self, client: Client, message: Say) -> None:
        """Tell everybody what a person says."""
        table, owner = self.table, client.owner
        if (owner, message.id) in self._answered:
            client.send(Accepted(message.id, table.version, table.ply))
            return
        if owner is None or (client.seat is None and owner != table.row.owner):
            self.refuse(
                client, message.id, Refusal("not_seated", _("You are watching: only the people at the table speak."))
            )
            return
        name = _("Host") if client.seat is None else table.row.seats[client.seat].name
        try:
            said = self._chat.say(message, owner, client.seat, name, table.settings.chat)
        except Refusal as refusal:
            client.refuse(refusal.code, str(refusal), message.id)
        else:
            self._answered.add(owner, message.id)
            self._audience.show_line(said, client, message.id)
            self._news.tell(table.row.id, {"said": to_builtins(said)})

    async def report(self, client: Client, message: Report) -> None:
        """Store that a person reports a name or a line."""
        if self._answer_again(client, message.id):
            return
        try:
            await self._store.report(self._reports.take(message, client.owner, self.table, self._chat.lines))
        except Refusal as refusal:
            self.refuse(client, message.id, refusal)
        except StoreError as error:
            self.refuse(client, message.id, unsaved(error))
        else:
            self.accept(client, message.id)

    def refuse(self, client: Client, message_id: str, refusal: Refusal) -> None:
        """Tell a page why its message had no effect, with the table as it stands."""
        self._audience.refuse(client, message_id, refusal)

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
            self.accept(client, message_id)

    async def _start_if_full(self) -> None:
        """Deal the first game of a table that starts by itself, if everybody is there."""
        if self.table.starts_by_itself:
            await self._deal(None, None)

    async def _give_up(self, client: Client, message_id: str, error: StoreError) -> None:
        """Go back to what is stored, and tell a page that what it wanted was not done."""
        await self.reload()
        self.refuse(client, message_id, unsaved(error))

    async def reload(self, known: int | None = None) -> None:
        """Go back to what is stored, which may be more (another process wrote) or less (a write failed).

        The pages have been shown ``known`` actions of the newest game and get those that followed; without it, or if
        there is another game or there are other people by now, they get the table as it is. Of a table that is gone or
        closed they are told so. Raises what reading raises: then this room is given up, for what it holds was never
        stored.
        """
        try:
            stored = await self._store.table(self.table.row.id)
            if stored is None or stored.is_closed:
                self._turns.close()
                self._alarm.set(None)
                self._audience.send_off()
                return
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
        self._play_stored(stored.moves[known:], stored.clocks)
        self._wake()

    def hear_change(self) -> None:
        """Read what another process has written, once for all changes heard of meanwhile."""
        if not self._is_behind:
            self._is_behind = True
            self._following = asyncio.create_task(self._follow_soon(), name=f"following {self.table.row.id}")

    def hear(self, message: dict[str, Any]) -> None:
        """Show what another process tells that is not stored."""
        match heard(message):
            case Said() as said:
                self._audience.show_line(self._chat.hear(said))
            case StalemateTalk() as talk:
                self.stalemate = talk
                self._audience.tell_all(talk)
            case Ready() as told:
                self._timing.readiness.hear(told)
                self._audience.tell_people()
                self._wake()

    async def renew(self) -> None:
        """Go on with the table as it is stored by now: an operator has written to it. Raises `StoreError`."""
        await self.do(self.reload)

    def hear_presence(self) -> None:
        """Show that others are there in other processes than before."""
        self._audience.people_changed()
        self._wake()

    async def _follow_soon(self) -> None:
        try:
            await self.do(self._follow)
        except GivenUp:
            # Why has been said; whoever comes next has all of it.
            return
        except StoreError as error:
            _log.warning("could not follow the others: %s", error, extra=of_table(self.table.row.id))

    async def _follow(self) -> None:
        """Carry out and show what other processes have written."""
        self._is_behind = False
        since = await missed(self._store, self.table)
        if since is None:
            await self.reload()
            return
        if since.table is not None:
            # With actions to follow, the clocks are those after the last of them.
            self.rearrange(since.table, None if since.moves else since.clocks)
        if since.moves:
            self._news.found(self.table.row.id)
        self._play_stored(since.moves, since.clocks)
        table = self.table
        table.clocks = since.clocks
        self._timing.resume(table)
        if table.seal.contributions != since.contributions:
            table.seal.contributions.update(since.contributions)
            self._audience.tell_people()
        self._wake()
        # The last contribution that was awaited may have come to the other process.
        await self._start_if_full()

    async def _was_behind(self) -> bool:
        """Read what other processes may have written; say whether the table is another one by it."""
        before = self.table
        if self._store.is_shared:
            # Without an answer it stays as it is, and so does the refusal.
            with suppress(StoreError):
                await self._follow()
        return self.table is not before

    def _play_stored(self, moves: Sequence[MoveRow], clocks: ClocksRow | None) -> None:
        """Carry out and show actions that another process stored; the clocks are known after the last."""
        for move in moves:
            self.table.act(move.seat, move.text, move.message_id, move.note, made_at=move.made_at)
            self.table.clocks = clocks if move is moves[-1] else None
            self._show(move.seat, move.text, move.message_id, move.note == STAND_IN)

    async def _write(self, write: Awaitable[None]) -> None:
        """Wait until something is stored, and tell the other processes. Raises `StoreError`."""
        await write
        self._news.changed(self.table.row.id)

    def rearrange(self, row: TableRow, clocks: ClocksRow | None) -> None:
        """Go on with other seats, rules or settings, and tell everybody.

        ``clocks`` are the clocks from now on, None if they stay as they are.
        """
        before, table = self.table, self.table.arranged(row)
        table.clocks = clocks
        self.table = table
        self._timing.rearrange(table)
        self._audience.rearrange(table, show_all=table.rules is not before.rules)
        self._wake()

    def _show(self, seat: int, text: str, message_id: str | None, by_stand_in: bool, worlds: int = 0) -> None:
        """Send the newest action to every page, each with the view of its seat."""
        self._timing.restart()
        self._audience.show_action(seat, text, message_id, by_stand_in, worlds)

    def _show_all(self, table: Table) -> None:
        """Go on with another state of the table and send it to every page."""
        self.table = table
        self._timing.take_over(table)
        self._audience.show_all(table)
        self._wake()

    def accept(self, client: Client, message_id: str) -> None:
        """Tell a page that its message was carried out, and remember it in case the message comes again."""
        self._answered.add(client.owner, message_id)
        client.send(Accepted(message_id, self.table.version, self.table.ply))

    def _answer_action_again(self, client: Client, message: Move | Undo | UndoTurn) -> bool:
        """Answer an action that was carried out before under the same id; say whether it was."""
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
        due = self._timing.due()
        # What is to be dealt by now and has not been is what could not be stored.
        is_late = self.table.starts_by_itself or (self.table.turn is None and due == 0)
        self._set_alarm(_RETRY_SECONDS if is_late else due)

    def _set_alarm(self, seconds: float | None) -> None:
        self._alarm.set(None if self.is_lost else seconds)

    async def _answer_alarm(self) -> None:
        try:
            await self.do(self._time_is_up)
        except StoreError as error:
            _log.warning("could not be kept to its time: %s", error, extra=of_table(self.table.row.id))

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
                self.rearrange(row, clocks)
        self._wake()
        await self._start_if_full()
        if self._timing.readiness.due(self.table, self._timing.presence) == 0:
            await self._deal(None, None)


def served(store: Store, computers: Computers, news: News, most_watching: int) -> ServedGame[Table]:
    """Return how tables of Spite and Malice come to life, each watched by so many pages of this process at most."""

    def open_room(table: Table, at_rest: Callable[[], None]) -> Room:
        return Room(table, store, computers, news, most_watching, at_rest)

    return ServedGame(restore, open_room)


def _text_of(message: Move | Undo | UndoTurn) -> str:
    """Return how an action that a page asks for is written."""
    match message:
        case Move():
            return message.move
        case Undo():
            return UNDO
        case UndoTurn():
            return TAKEBACK
