"""A live table without a game: what it follows, answers again, writes and gives up."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.server.cluster import News
from spite_and_malice.server.protocol.clients import Client
from spite_and_malice.server.protocol.incoming import Hello, Malformed, Move, Ping
from spite_and_malice.server.protocol.outgoing import Accepted, Pong
from spite_and_malice.server.store import Conflict, Since, Store, StoredTable, StoreError
from spite_and_malice.server.tables.endings import Endings
from spite_and_malice.server.tables.game import Game, Refusal, unsaved
from spite_and_malice.server.tables.presence import NO_TABLE, TRY_AGAIN
from spite_and_malice.server.tables.room import TableRoom
from spite_and_malice.server.tables.socket import _listen

from .test_action_queue import settle
from .test_presence import Page


class Reader(Page):
    """A page that keeps what it is sent."""

    def __init__(self, person: str | None = None) -> None:
        super().__init__(person)
        self.sent: list[Any] = []
        self.dropped = 0

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def drop(self) -> None:
        self.dropped += 1

    def terms(self, _preset: str | None) -> Any:
        return SimpleNamespace()


class Room(TableRoom[Any]):
    """A table that records what it is told."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.rests = 0
        self.stored: Any = SimpleNamespace(is_closed=False)
        row = SimpleNamespace(id="t1", preset=None, revision=4)
        table = SimpleNamespace(row=row, number=2, ply=3, version=10)
        store = cast("Store", SimpleNamespace(tables=self))
        game = cast("Game", SimpleNamespace(handlers={}, timed=(), messages=self))
        super().__init__(game, table, store, cast("News", self), self._rest)

    def _rest(self) -> None:
        self.rests += 1

    # The news of other processes.
    def watch(self, topic: str, _listener: Any) -> None:
        self.told.append(("watch", topic))

    def forget(self, topic: str) -> None:
        self.told.append(("forget", topic))

    def changed(self, topic: str) -> None:
        self.told.append(("changed", topic))

    # The stored tables.
    async def get(self, _table_id: str) -> Any:
        if isinstance(self.stored, Exception):
            raise self.stored
        return self.stored

    def is_here(self, person: str) -> bool:
        return False

    def has_left(self, client: Client) -> None:
        self.told.append(("left", client.person))

    async def catch_up(self, client: Client) -> None:
        raise NotImplementedError

    def refuse(self, client: Client, message_id: str, refusal: Refusal) -> None:
        self.told.append(("refused", message_id, refusal.code))

    async def resume(self, stored: StoredTable, known: int | None) -> None:
        self.told.append(("resumed", known))

    async def take_in(self, since: Since) -> None:
        self.told.append(("took in", since.game))

    def join(self, page: Reader) -> Client:
        self._clients.add(cast("Client", page))
        return cast("Client", page)

    def news_told(self) -> list[Any]:
        """What was told since the table was watched."""
        return [each for each in self.told if each[0] != "watch"]


async def follow(room: Room, since: Any) -> list[Any]:
    """Hear of a change that another process has written, twice at once."""
    asked: list[Any] = []

    async def read(*what: Any) -> Any:
        asked.append(what)
        return since

    room.store = cast("Store", SimpleNamespace(tables=SimpleNamespace(since=read, get=room.get)))
    room.hear_change()
    room.hear_change()
    assert room.is_busy
    await settle()
    await settle()
    assert not room.is_busy
    return asked


async def test_a_change_of_another_process_is_followed_once_from_what_is_known() -> None:
    room = Room()
    assert await follow(room, SimpleNamespace(game=2)) == [("t1", 2, 3, 4)]
    assert room.news_told() == [("took in", 2)]
    assert len(await follow(room, SimpleNamespace(game=2))) == 1
    assert room.rests > 0


@pytest.mark.parametrize("since", [None, SimpleNamespace(game=3), SimpleNamespace(game=1)])
async def test_another_game_or_none_is_read_anew(since: Any) -> None:
    room = Room()
    await follow(room, since)
    assert room.news_told() == [("resumed", None)]


async def test_a_table_that_is_gone_or_cannot_be_read_is_given_up() -> None:
    for stored, code in (
        (None, NO_TABLE),
        (SimpleNamespace(is_closed=True), NO_TABLE),
        (StoreError("away"), TRY_AGAIN),
    ):
        room, page = Room(), Reader("ada")
        room.join(page)
        room.stored = stored
        if isinstance(stored, StoreError):
            with pytest.raises(StoreError, match="away"):
                await room.renew()
        else:
            await room.renew()
        assert page.closed is not None
        assert page.closed[0] == code
        assert room.is_lost
        with pytest.raises(StoreError):
            await room.renew()
    room = Room()
    await room.renew()
    assert (room.is_lost, room.news_told()) == (False, [("resumed", None)])


async def test_a_message_is_accepted_with_where_the_table_is_and_answered_again_to_its_sender() -> None:
    room, page = Room(), Reader("ada")
    ada = room.join(page)
    assert not room.answers_again(ada, "m1")
    room.accept(ada, "m1")
    assert room.answers_again(ada, "m1")
    room.confirm(ada, "m1", ply=1)
    assert page.sent == [Accepted("m1", version=10, ply=3)] * 2 + [Accepted("m1", version=8, ply=1)]
    assert not room.answers_again(room.join(Reader("ben")), "m1")


async def test_what_is_written_is_told_to_others_and_what_is_not_is_taken_back() -> None:
    room, page = Room(), Reader("ada")
    ada = room.join(page)

    async def write() -> None:
        room.told.append(("written",))

    await room.write(write())
    assert room.news_told() == [("written",), ("changed", "t1")]

    async def fail() -> None:
        raise StoreError("away")

    with pytest.raises(StoreError):
        await room.write(fail())
    assert room.news_told()[2:] == []
    await room.go_back(ada, "m1", StoreError("away"))
    await room.go_back(ada, "m2", Conflict("another was faster"))
    assert room.news_told()[2:] == [
        ("resumed", None),
        ("refused", "m1", "not_stored"),
        ("resumed", None),
        ("refused", "m2", "stale"),
    ]
    assert unsaved(StoreError("away")).code == "not_stored"


async def test_a_page_leaves_once_and_a_ping_waits_for_nothing() -> None:
    room, page = Room(), Reader("ada")
    ada = room.join(page)
    assert list(room.clients) == [ada]
    await room.take(ada, Ping())
    assert page.sent == [Pong()]
    for _ in range(2):
        room.leave(ada)
    assert (page.dropped, list(room.clients), room.news_told()) == (2, [], [("left", "ada")])


async def test_a_room_that_is_stopped_ends_its_tasks_and_hears_no_more() -> None:
    room = Room()
    forever = room.spawn(asyncio.sleep(3600), "waiting")
    await settle()
    assert room.is_busy
    assert room.stop() == [forever]
    await asyncio.gather(forever, return_exceptions=True)
    assert (forever.cancelled(), room.is_busy, room.is_lost) == (True, False, True)
    assert room.told == [("watch", "t1"), ("forget", "t1")]
    assert room.rests == 1
    # What nobody waits for fails in silence where the table was given up.
    await room.quietly(room.reload, "could not")


async def test_a_table_has_no_clock_and_nobody_comes_or_goes_unless_its_game_says_so() -> None:
    room = Room()
    assert (room.is_waiting, room.has_clock, room.follow_wall(), room.stand_in_at("ada")) == (False, False, None, None)
    assert room.next_commitment == ""
    assert [await room.admit("ada", "Ada"), await room.withdraw("ada"), await room.abandon("ada")] == [False] * 3


async def test_a_game_that_ended_is_told_here_and_elsewhere_to_those_who_listen() -> None:
    told: list[Any] = []
    listeners: dict[str, Any] = {}
    news = SimpleNamespace(
        watch=lambda topic, listener: listeners.update({topic: listener}),
        tell=lambda topic, message: told.append((topic, message)),
    )
    endings = Endings(cast("News", news))
    endings.listen("tournament", lambda id_: told.append(id_))
    for subject in ("tournament", "evening"):
        endings.tell(cast("Any", SimpleNamespace(subject=subject, id="c1")))
    listeners["endings tournament"].hear({"id": "c2"})
    assert told == ["c1", ("endings tournament", {"id": "c1"}), ("endings evening", {"id": "c1"}), "c2"]


class Waiting:
    """The timeout for a page's first message."""

    def __init__(self) -> None:
        self.set_to: list[float | None] = []

    def reschedule(self, when: float | None) -> None:
        self.set_to.append(when)


class Speaking(Reader):
    """A page whose messages were sent already."""

    def __init__(self, *events: dict[str, Any]) -> None:
        super().__init__("ada")
        self.events = list(events)
        self.refused: list[str] = []
        self.codes: list[int] = []

    async def receive(self) -> dict[str, Any]:
        return self.events.pop(0)

    def refuse(self, code: str, _message: str, _message_id: str | None = None) -> None:
        self.refused.append(code)

    def close(self, code: int, refused: Any = None) -> None:
        self.codes.append(code)


def text(message: Any) -> dict[str, Any]:
    return {"type": "websocket.receive", "text": message}


@pytest.mark.parametrize(
    ("events", "ends", "refused", "codes", "taken", "set_to"),
    [
        ([], True, [], [], [], []),
        # A page that has said hello may stay as long as it likes.
        ([text("hello"), text("hello"), text("move")], True, [], [], ["hello", "hello", "move"], [None]),
        ([text("ping"), text("move")], True, ["no_hello"], [], ["ping"], []),
        ([text("wrong"), text(None), text("hello")], True, ["malformed", "malformed"], [], ["hello"], [None]),
        ([{"type": "spite.flooded"}, text("hello")], False, ["too_fast"], [4008], [], []),
    ],
)
async def test_a_page_is_listened_to_until_it_goes_or_floods(
    events: list[dict[str, Any]],
    ends: bool,
    refused: list[str],
    codes: list[int],
    taken: list[str],
    set_to: list[None],
) -> None:
    known = {"hello": Hello(), "ping": Ping(), "move": Move("m1", 1, 0, "P-C1")}
    carried_out: list[Any] = []

    def read(said: str) -> Any:
        if said not in known:
            raise Malformed("malformed", "No.")
        return known[said]

    async def take(_client: Client, message: Any) -> None:
        carried_out.append(message)

    page, waiting = Speaking(*events, {"type": "websocket.disconnect"}), Waiting()
    room = cast("TableRoom[Any]", SimpleNamespace(read=read, take=take))
    found = await _listen(page.receive, cast("Client", page), room, cast("asyncio.Timeout", waiting))
    assert (found, page.refused, page.codes, waiting.set_to) == (ends, refused, codes, set_to)
    assert carried_out == [known[each] for each in taken]
