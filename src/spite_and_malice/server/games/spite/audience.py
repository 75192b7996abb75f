"""The pages at a table: what each may see, with what delay, and the messages to each."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from msgspec import structs

from spite_and_malice.play.game import CONCESSIONS, TAKEBACK
from spite_and_malice.texts import _, in_language, in_terms

from ...cluster import NOBODY, News, Presence
from ...people import in_words
from ...protocol.clients import Client
from ...protocol.incoming import Hello
from ...protocol.outgoing import People, Refused, Said, Snapshot, StalemateTalk, encode
from ...tables.chat import KEPT, Chat
from ...tables.game import Refusal
from ...tables.presence import NOT_YOURS, TRY_AGAIN
from . import serializers as shown
from .restore import at_ply
from .serializers import Viewer
from .table import Dealt, SeatAction, Table
from .timing import Timing

SNAPSHOT: Final = None
"""Stands for an action without an event to send: a snapshot is sent instead."""


class Lag:
    """The newest actions of a game, held back until others have followed, and the chat lines sent meanwhile.

    An item is the text of a message, a line of the chat, or `SNAPSHOT`.
    """

    def __init__(self, delay: int, plies: int) -> None:
        """Hold back ``delay`` actions of a game that has had ``plies`` so far."""
        self._delay = delay
        self._waiting: deque[tuple[bool, bytes | Said | None]] = deque(
            (True, SNAPSHOT) for _ in range(min(delay, plies))
        )
        self.actions: int = len(self._waiting)
        """How many actions are held back."""

    @property
    def lines(self) -> int:
        """The number of chat lines held back."""
        return len(self._waiting) - self.actions

    def act(self, text: bytes | None) -> list[bytes | Said | None]:
        """Add an action's event and return what is released."""
        self._waiting.append((True, text))
        self.actions += 1
        return self._release(self._delay)

    def say(self, said: Said) -> list[bytes | Said | None]:
        """Add a chat line and return what is released.

        If there are more lines than a returning page would receive, the oldest are dropped.
        """
        self._waiting.append((False, said))
        if self.lines > KEPT:
            del self._waiting[next(at for at, (is_action, _) in enumerate(self._waiting) if not is_action)]
        return self._release(self._delay)

    def end(self) -> list[bytes | Said | None]:
        """Return everything held back, since nothing needs hiding any longer."""
        return self._release(0)

    def _release(self, keep: int) -> list[bytes | Said | None]:
        shown: list[bytes | Said | None] = []
        while self._waiting and (self.actions > keep or not self._waiting[0][0]):
            is_action, text = self._waiting.popleft()
            self.actions -= is_action
            shown.append(text)
        return shown


def _in_words_of(client: Client, said: Said) -> Said:
    """Return a line with its speaker's name as the reader sees it, if the speaker has no name of their own."""
    with in_language(client.language):
        return structs.replace(said, name=_(said.name) if said.seat is None else in_words(said.name))


HISTORY: Final = 32
"""How many events are kept for pages that return after a short break; after a longer one they get a snapshot."""

_CROWD: Final = 20
_CROWD_SECONDS: Final = 1.0
"""If more pages than this are watching, their coming and going is sent once per this many seconds."""


class Audience:
    """Every open page at one table."""

    def __init__(
        self, table: Table, clients: set[Client], timing: Timing, chat: Chat, news: News, most_watching: int
    ) -> None:
        """Show the table to ``clients``, initially empty; at most ``most_watching`` of them may watch."""
        self._most_watching = most_watching
        self._take_over(table)
        self._timing = timing
        self._chat = chat
        self._news = news
        self._clients = clients
        self._history: deque[tuple[int, dict[int | None, bytes]]] = deque(maxlen=HISTORY)
        self._lag = Lag(table.settings.delay, table.ply)
        self._late: tuple[tuple[int, int], Dealt] | None = None
        self._telling: asyncio.TimerHandle | None = None

    @property
    def is_there_anybody(self) -> bool:
        """Whether any page is open, in this process or another."""
        return bool(self._clients) or self._elsewhere != NOBODY

    def is_there(self, person: str) -> bool:
        """Return whether a browser has a page open in this process."""
        if person == self._table.row.host and self._elsewhere.host:
            return True
        return any(client.person == person for client in self._clients)

    def join(self, client: Client, hello: Hello) -> None:
        """Admit a page to its person's seat, which may have other pages, and bring it up to date.

        A page that was closed or sent away is not admitted.
        """
        if client.close_code is not None:
            return
        client.seat = self._table.seat_of(client.person)
        watching = sum(other.seat is None for other in self._clients)
        if client.seat is None and client not in self._clients and watching >= self._most_watching:
            client.close(TRY_AGAIN, Refused(None, "too_many", _("This table has as many spectators as it can take.")))
            return
        self._clients.add(client)
        self._note_presence()
        missed = self._events_since(client, hello)
        if missed is None:
            self.show_table(client)
        else:
            for text in missed:
                client.send(text)
        self.people_changed()

    def hand_over(self, client: Client, seat: int) -> None:
        """Switch a page to another seat that is played on its device."""
        client.seat = seat
        self.show_table(client)
        self.people_changed()

    def show_action(self, action: SeatAction) -> None:
        """Send the newest action to every page, each with the view of its seat."""
        table = self._table
        if action.text == TAKEBACK or action.text in CONCESSIONS:
            # Several moves were undone at once, or the game ended without a move; no event describes either.
            self._history.clear()
            for client in self._clients:
                if self._viewer(client).live:
                    self.show_table(client)
            late = self._lag.act(SNAPSHOT)
            self._show_late(late + self._lag.end() if table.game.is_over else late)
            return
        # The events for a person's seat are created even while they have no page open: they may return for them.
        viewers: set[int | None] = set(self._persons)
        for client in self._clients:
            viewers.add(client.seat)
        texts = shown.event_texts(table, viewers, action)
        self._history.append((table.version, texts))
        delayed = table.settings.delay > 0
        for client in self._clients:
            if client.seat is not None:
                client.send(texts[client.seat])
            elif not delayed:
                self._send_if_seen(client, texts[None])
        if delayed:
            late = self._lag.act(texts.get(None, SNAPSHOT))
            self._show_late(late + self._lag.end() if table.game.is_over else late)

    def show_line(self, said: Said, speaker: Client | None = None, message_id: str | None = None) -> None:
        """Send a chat line to every page; only the speaker's own page learns the id of its message."""
        late = self._lag.say(said) if self._table.state == "running" else []
        for client in self._clients:
            if client is speaker:
                client.send(structs.replace(_in_words_of(client, said), id=message_id))
            elif self._viewer(client).live:
                self._send_if_seen(client, _in_words_of(client, said))
        self._show_late(late, but=speaker)

    def tell_all(self, message: StalemateTalk) -> None:
        """Send unstored state to every page that sees the table without a delay."""
        text = encode(message)
        for client in self._clients:
            if self._viewer(client).live:
                self._send_if_seen(client, text)

    def show_table(self, client: Client) -> None:
        """Send a page a snapshot of the table as it may see it, or close it if it may see nothing."""
        viewer = self._viewer(client)
        if not viewer.sees and not any(seat.free for seat in self._table.row.seats):
            with in_language(client.language):
                refused = Refused(None, "no_spectators", _("At this table the players are by themselves."))
            client.close(NOT_YOURS, refused)
            return
        with in_language(client.language), in_terms(client.terms(self._table.row.preset)):
            client.catch_up(self._snapshot(client, viewer))

    def show_all(self, table: Table) -> None:
        """Replace the table with a new state and send it to every page."""
        self._take_over(table)
        self._late = None
        self._history.clear()
        self._lag = Lag(table.settings.delay, table.ply)
        self._reseat()
        self._note_presence()
        for client in self._clients:
            self.show_table(client)

    def rearrange(self, table: Table, show_all: bool) -> None:
        """Switch to other seats, rules or settings, and notify everybody."""
        self._take_over(table)
        moved = self._reseat()
        self._note_presence()
        if show_all:
            self._lag = Lag(table.settings.delay, table.ply)
        for client in self._clients if show_all else self._clients.intersection(moved):
            self.show_table(client)
        self.tell_people()

    def resume(self, table: Table) -> None:
        """Replace the game with the same one reread from the store; the pages are up to date with it."""
        self._take_over(table)

    def tell_people(self) -> None:
        """Tell every page who is present, if that has changed."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        texts: dict[tuple[Viewer, str], bytes] = {}
        for client in self._clients:
            key = viewer, _language = self._viewer(client), client.language
            if key not in texts:
                with in_language(client.language):
                    texts[key] = encode(self._people(viewer))
            if client.people != texts[key]:
                client.people = texts[key]
                client.send(texts[key])

    def refuse(self, client: Client, message_id: str, refusal: Refusal) -> None:
        """Tell a page why its message had no effect, with the table as it may see it."""
        client.send(shown.refused(self._table, self._viewer(client), message_id, refusal.code, str(refusal)))

    def _take_over(self, table: Table) -> None:
        self._table = table
        self._persons = [number for number, seat in enumerate(table.row.seats) if seat.kind == "person"]

    def _viewer(self, client: Client) -> Viewer:
        table = self._table
        host = client.person == table.row.host
        if client.seat is not None:
            return Viewer(client.seat, host)
        return Viewer(
            seat=None,
            host=host,
            sees=host or table.dealt is None or self._may_watch(client),
            live=table.settings.delay == 0 or table.state != "running",
            out=client.person in table.row.kicked,
        )

    def _may_watch(self, client: Client) -> bool:
        """Return whether a page without a seat may watch a game: nobody there has blocked its person, nor they them."""
        table = self._table
        is_open = table.settings.spectators and not table.row.shares_deal
        return is_open and not any(seat.person in client.apart for seat in table.row.seats if seat.person is not None)

    def _snapshot(self, client: Client, viewer: Viewer) -> Snapshot:
        table, people = self._table, self._people(viewer)
        client.people = encode(people)
        lines = list(self._chat.lines)
        if not viewer.live:
            table = self._as_it_was()
            lines = lines[: len(lines) - min(self._lag.lines, len(lines))]
        return shown.snapshot(table, viewer, people, [_in_words_of(client, said) for said in lines])

    def _as_it_was(self) -> Table:
        """Return the table as delayed spectators see it; it is replayed once for all of them."""
        table = self._table
        ply = table.ply - self._lag.actions
        if self._late is None or self._late[0] != (table.number, ply):
            self._late = (table.number, ply), at_ply(table, ply).newest
        return replace(table, dealt=self._late[1])

    def _people(self, viewer: Viewer) -> People:
        watching = sum(client.seat is None for client in self._clients) + self._elsewhere.watching
        table, timing = self._table, self._timing
        ready, deals_in = timing.readiness.seats(table), timing.readiness.countdown(table)
        return shown.people(table, timing.presence, viewer, watching, timing.left(), ready, deals_in, timing.until())

    def _send_if_seen(self, client: Client, text: bytes | Said) -> None:
        if self._viewer(client).sees:
            client.send(text)

    def _show_late(self, items: Iterable[bytes | Said | None], but: Client | None = None) -> None:
        """Send delayed spectators what they may see now."""
        items = list(items)
        for client in self._clients:
            if client.seat is not None or client is but or self._table.settings.delay == 0:
                continue
            if SNAPSHOT in items:
                self.show_table(client)
                continue
            for text in items:
                if text is not None:
                    self._send_if_seen(client, _in_words_of(client, text) if isinstance(text, Said) else text)

    def _events_since(self, client: Client, hello: Hello) -> list[bytes] | None:
        """Return the events that a page missed, None if it has seen nothing or missed too much."""
        table, viewer = self._table, self._viewer(client)
        if table.has_guests:
            # Which seat's view the page saw last is unknown.
            return None
        if hello.version is None or hello.game != table.number or hello.version >= table.version:
            return None
        missed = [texts for version, texts in self._history if version > hello.version]
        if len(missed) != table.version - hello.version or any(client.seat not in texts for texts in missed):
            return None
        return [texts[client.seat] for texts in missed] if viewer.live and viewer.sees else None

    def _reseat(self) -> list[Client]:
        """Move every page to its browser's current seat, and return those whose seat has changed."""
        moved = []
        for client in self._clients:
            if client.seat in self._table.seats_at(client.person):
                continue
            seat = self._table.seat_of(client.person)
            if seat != client.seat:
                client.seat = seat
                moved.append(client)
        return moved

    @property
    def _elsewhere(self) -> Presence:
        return self._news.elsewhere(self._table.row.id)

    def _note_presence(self) -> None:
        """Record who is present, and tell the other processes about the pages in this one."""
        row = self._table.row
        seats = frozenset(seat for client in self._clients for seat in self._table.seats_at(client.person))
        watching = sum(client.seat is None for client in self._clients)
        host = any(client.person == row.host for client in self._clients)
        self._news.present(row.id, Presence(seats, watching, host))
        self._timing.presence.update(seats | self._elsewhere.seats)

    def people_changed(self) -> None:
        """Tell every page soon who is present; batched, since many may come and go."""
        self._note_presence()
        if self._telling is None:
            seconds = _CROWD_SECONDS if len(self._clients) > _CROWD else 0.0
            self._telling = asyncio.get_running_loop().call_later(seconds, self.tell_people)
