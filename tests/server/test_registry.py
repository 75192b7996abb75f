"""The live tables of a process: loaded once for everybody who opens them, and dropped when no longer needed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.server.cluster import News
from spite_and_malice.server.protocol.outgoing import Called
from spite_and_malice.server.store import Origin, Store, StoreError
from spite_and_malice.server.store.accounts import Identity
from spite_and_malice.server.tables.endings import Endings
from spite_and_malice.server.tables.registry import Rooms
from spite_and_malice.server.tables.room import TableRoom


class Room:
    """A live table that does nothing."""

    def __init__(self, on_idle: Any) -> None:
        self.on_idle = on_idle
        self.clients: list[Any] = []
        self.is_lost = self.is_busy = self.is_waiting = self.has_clock = False
        self.stopped = self.renewed = 0
        self.failure: StoreError | None = None

    def stop(self) -> list[asyncio.Task[None]]:
        self.stopped += 1
        return []

    def is_here(self, person: str) -> bool:
        return any(page.person == person for page in self.clients)

    async def renew(self) -> None:
        self.renewed += 1
        if self.failure is not None:
            raise self.failure

    def follow_wall(self) -> tuple[int, int] | None:
        return 1, 2

    def stand_in_at(self, person: str) -> int | None:
        return 5 if person == "ada" else None


class Tables:
    """The stored tables, and the rooms opened for them."""

    def __init__(self) -> None:
        self.names = {"t1", "t2"}
        self.closed: set[str] = set()
        self.reads: list[str] = []
        self.kept: list[Any] = []
        self.discounted: list[str] = []
        self.has_clocks = False
        self.result: dict[str, Any] | None = None
        self.is_broken = False
        self.opened: list[Room] = []
        news = SimpleNamespace(settle=self._settle, knows_presence=True)
        self.settled = 0
        self.news = news
        game = SimpleNamespace(kind="kind", restore=lambda stored: stored)
        store = cast("Store", SimpleNamespace(tables=self, is_shared=False))
        self.store = store
        self.rooms = Rooms(store, cast("News", news), [(cast("Any", game), cast("Any", self._open))])

    async def _settle(self) -> None:
        self.settled += 1

    def _open(self, _table: Any, on_idle: Any) -> Room:
        self.opened.append(Room(on_idle))
        return self.opened[-1]

    async def get(self, table_id: str) -> Any:
        self.reads.append(table_id)
        await asyncio.sleep(0)
        if self.is_broken:
            raise StoreError("away")
        if table_id not in self.names:
            return None
        return SimpleNamespace(
            table=SimpleNamespace(kind="kind"),
            is_closed=table_id in self.closed,
            clocks={} if self.has_clocks else None,
            games=[SimpleNamespace(result=self.result)],
        )

    async def discount_downtime(self, table_id: str, _now: int, most: int) -> None:
        assert most == 90_000
        self.discounted.append(table_id)

    async def keep_clocks(self, clocked: Any, _now: int) -> None:
        self.kept.append(clocked)


async def test_a_table_is_read_once_for_all_who_open_it_and_dropped_with_the_last() -> None:
    tables = Tables()

    async def look() -> TableRoom[Any] | None:
        async with tables.rooms.open("t1") as room:
            await asyncio.sleep(0.01)
            return room

    first, second = await asyncio.gather(look(), look())
    assert first is second
    assert first is not None
    assert tables.reads == ["t1"]
    assert "t1" not in tables.rooms
    assert tables.opened[0].stopped == 1
    assert await look() is not first


async def test_a_table_at_which_something_goes_on_stays_until_that_is_done() -> None:
    tables = Tables()
    async with tables.rooms.open("t1"):
        tables.opened[0].is_busy = True
    assert "t1" in tables.rooms
    async with tables.rooms.open("t1"):
        tables.opened[0].is_busy = False
        tables.opened[0].on_idle()
        assert "t1" in tables.rooms
        tables.opened[0].is_busy = True
    tables.opened[0].is_busy = False
    tables.opened[0].on_idle()
    assert "t1" not in tables.rooms
    assert tables.reads == ["t1"]


async def test_there_is_no_room_of_a_table_that_is_not_there_or_closed() -> None:
    tables = Tables()
    tables.closed = {"t2"}
    for table_id in ("t2", "t3"):
        async with tables.rooms.open(table_id) as room:
            assert room is None
    assert tables.opened == []


@pytest.mark.parametrize(
    ("has_clocks", "result", "discounted"), [(True, None, ["t1"]), (True, {}, []), (False, None, [])]
)
async def test_nobody_loses_the_time_in_which_the_servers_were_down(
    has_clocks: bool, result: dict[str, Any] | None, discounted: list[str]
) -> None:
    tables = Tables()
    tables.has_clocks, tables.result = has_clocks, result
    await tables.rooms.wake("t1")
    assert tables.discounted == discounted
    assert tables.reads == ["t1"] * (1 + len(discounted))


async def test_a_lost_table_is_loaded_again_by_the_next_who_opens_it_or_once_the_database_is_back() -> None:
    tables = Tables()
    async with tables.rooms.open("t1") as lost:
        tables.opened[0].is_lost = True
        async with tables.rooms.open("t1") as again:
            assert again is not lost
            assert tables.opened[0].stopped == 1
            tables.opened[1].is_lost = True
    assert "t1" not in tables.rooms
    tables.is_broken = True
    for _time in range(2):
        with pytest.raises(StoreError):
            await tables.rooms.wake_lost()
    tables.is_broken = False
    await tables.rooms.wake_lost()
    assert len(tables.opened) == 3
    await tables.rooms.wake_lost()
    assert len(tables.opened) == 3


async def test_whether_somebody_is_there_is_asked_of_all_processes() -> None:
    tables = Tables()
    assert [await tables.rooms.is_here("t3", "ada"), tables.settled] == [False, 0]
    async with tables.rooms.open("t1"):
        tables.opened[0].clients = [SimpleNamespace(person="ada", device="d")]
        assert [await tables.rooms.is_here("t1", person) for person in ("ada", "ben")] == [True, False]
        assert tables.settled == 2


async def test_what_a_process_cannot_know_at_once_it_does_not_say() -> None:
    tables = Tables()
    rooms = tables.rooms
    assert rooms.is_seen_at("t1", "ada") is False
    async with rooms.open("t1"):
        tables.opened[0].clients = [SimpleNamespace(person="ada", device="d")]
        assert [rooms.is_seen_at("t1", person) for person in ("ada", "ben")] == [True, False]
        tables.news.knows_presence = False
        assert rooms.is_seen_at("t1", "ada") is None
    cast("Any", tables.store).is_shared = True
    tables.news.knows_presence = True
    assert rooms.is_seen_at("t2", "ada") is None


async def test_when_a_stand_in_plays_is_known_only_at_live_tables() -> None:
    rooms = Tables().rooms
    assert rooms.stand_in_at("t1", "ada") is None
    async with rooms.open("t1"):
        assert [rooms.stand_in_at("t1", person) for person in ("ada", "ben")] == [5, None]


async def test_some_tables_or_all_go_on_as_they_are_stored() -> None:
    tables = Tables()
    rooms = tables.rooms
    async with rooms.open("t1"), rooms.open("t2"):
        first, second = tables.opened
        await rooms.renew(["t2", "t3"])
        assert (first.renewed, second.renewed) == (0, 1)
        second.is_lost = True
        await rooms.renew(None)
        assert (first.renewed, second.renewed) == (1, 1)
        first.failure = StoreError("away")
        with pytest.raises(StoreError):
            await rooms.renew(None)

        async def lose() -> None:
            first.is_lost = True
            raise StoreError("gone")

        first.renew = lose  # type: ignore[method-assign]
        await rooms.renew(["t1"])


async def test_pages_are_found_by_their_people_and_devices() -> None:
    tables = Tables()
    rooms = tables.rooms
    sent: list[Any] = []
    closed: list[Any] = []

    def page(person: str | None, device: str | None) -> Any:
        return SimpleNamespace(
            person=person,
            device=device,
            address=None,
            language="en",
            send=lambda message: sent.append((device, message)),
            close=lambda code, _refused: closed.append((device, code)),
        )

    async with rooms.open("t1"), rooms.open("t2"):
        tables.opened[0].clients = [page("ada", "d1"), page(None, None)]
        tables.opened[1].clients = [page("ada", "d2"), page("ben", "d3")]
        assert rooms.people() == {"ada", "ben"}
        assert sorted(rooms.devices()) == ["d1", "d2", "d3"]
        rooms.send("ada", Called())
        assert [device for device, _message in sent] == ["d1", "d2"]
        rooms.send_blocked(lambda person, _address: person == "ben")
        rooms.send_changed({"d1": Identity("d1", "cleo")})
        assert [device for device, _code in closed] == ["d3", "d1"]


async def test_clocks_that_run_are_looked_after_also_at_the_end() -> None:
    tables = Tables()
    rooms = tables.rooms
    async with rooms.open("t1"), rooms.open("t2"):
        await rooms.keep_clocks()
        assert tables.kept == []
        tables.opened[1].has_clock = tables.opened[0].is_waiting = True
        assert (rooms.clocked(), rooms.waiting()) == ({"t2": (1, 2)}, ["t1"])
        await rooms.keep_clocks()
        await rooms.close()
        assert tables.kept == [{"t2": (1, 2)}] * 2
        assert [room.stopped for room in tables.opened] == [1, 1]
        assert "t2" not in rooms


async def test_who_made_a_table_hears_that_a_game_has_ended_there_in_every_process() -> None:
    told: list[tuple[str, dict[str, Any]]] = []
    listeners: dict[str, Any] = {}
    news = SimpleNamespace(
        tell=lambda topic, message: told.append((topic, message)),
        watch=lambda topic, ear: listeners.update({topic: ear}),
    )
    endings = Endings(cast("News", news))
    heard: list[str] = []
    endings.listen("evening", heard.append)
    endings.tell(Origin("evening", "e1", 0, 0))
    endings.tell(Origin("tournament", "t1", 0, 0))
    assert heard == ["e1"]
    assert [message for _topic, message in told] == [{"id": "e1"}, {"id": "t1"}]
    # A message from another process on this topic reaches the same listener.
    listeners[told[0][0]].hear(told[0][1])
    assert heard == ["e1", "e1"]
    assert told[1][0] not in listeners
