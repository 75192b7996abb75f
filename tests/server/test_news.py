"""Messages between processes: with the real Redis, without it, and while it is away."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import pytest

from spite_and_malice.server.cluster import News, NewsError, PolledNews, Presence
from spite_and_malice.server.cluster import redis as redis_news
from spite_and_malice.server.cluster.redis import RedisNews

from .conftest import SECONDS
from .services import REDIS, needs_redis


class Changes:
    """A stand-in for the database: how often each table was written to."""

    def __init__(self) -> None:
        self.counts: dict[str, tuple[int, int]] = {}

    async def __call__(self, table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        return {table_id: self.counts.get(table_id, (0, 0)) for table_id in table_ids}


class Ears:
    """A table that records the messages it receives."""

    def __init__(self, news: News, table_id: str) -> None:
        self.changes = 0
        self.told: list[dict[str, Any]] = []
        self._news = news
        self._table_id = table_id
        self._something = asyncio.Event()
        news.watch(table_id, self)

    @property
    def elsewhere(self) -> Presence:
        return self._news.elsewhere(self._table_id)

    def hear_change(self) -> None:
        self.changes += 1
        self._something.set()

    def hear(self, message: dict[str, Any]) -> None:
        self.told.append(message)
        self._something.set()

    def hear_presence(self) -> None:
        self._something.set()

    async def until(self, wanted: Callable[[Ears], bool]) -> None:
        async with asyncio.timeout(SECONDS):
            while not wanted(self):
                self._something.clear()
                await self._something.wait()


class Line:
    """The connection to Redis: a server in between that can be cut."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._writers):
            writer.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._target)
        self._writers |= {writer, back}
        await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
        self._writers -= {writer, back}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def started(news: News) -> AsyncIterator[Any]:
    await news.start()
    yield news
    await news.close()


def over_redis(changes: Changes | None = None, address: str | None = None) -> RedisNews:
    assert REDIS is not None
    return RedisNews(changes or Changes(), address or REDIS)


@pytest.fixture
def table_id() -> str:
    """The test's own table, with its own channel."""
    return secrets.token_urlsafe(12)


async def test_it_ends_though_a_library_loses_a_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def loses_one(_news: RedisNews) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            begun.set()
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    monkeypatch.setattr(RedisNews, "_look", loses_one)
    news = RedisNews(Changes(), "redis://127.0.0.1:1/0")
    async with asyncio.timeout(SECONDS):
        await news.start()
        await begun.wait()
        await news.close()


@needs_redis
async def test_what_one_process_tells_the_others_hear_and_itself_does_not(table_id: str) -> None:
    async with started(over_redis()) as here, started(over_redis()) as there:
        mine, theirs = Ears(here, table_id), Ears(there, table_id)
        await theirs.until(lambda ears: ears.changes > 0)
        await mine.until(lambda ears: ears.changes > 0)
        here.tell(table_id, {"text": "hello"})
        await theirs.until(lambda ears: ears.told == [{"text": "hello"}])
        before = theirs.changes
        here.changed(table_id)
        await theirs.until(lambda ears: ears.changes > before)
        there.tell(table_id, {"text": "hello, too"})
        await mine.until(lambda ears: bool(ears.told))
        assert mine.told == [{"text": "hello, too"}]


@needs_redis
async def test_who_is_there_is_known_everywhere_until_the_process_ends(table_id: str) -> None:
    async with started(over_redis()) as here:
        mine = Ears(here, table_id)
        async with started(over_redis()) as there:
            theirs = Ears(there, table_id)
            here.present(table_id, Presence(frozenset({0}), 2, host=True))
            await theirs.until(lambda ears: ears.elsewhere == Presence(frozenset({0}), 2, host=True))
            there.present(table_id, Presence(frozenset({1}), 1))
            async with started(over_redis()) as late:
                latest = Ears(late, table_id)
                await latest.until(lambda ears: ears.elsewhere == Presence(frozenset({0, 1}), 3, host=True))
            await mine.until(lambda ears: ears.elsewhere == Presence(frozenset({1}), 1))
        await mine.until(lambda ears: ears.elsewhere == Presence())


@needs_redis
async def test_nobody_is_there_any_more_in_a_process_that_died(table_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_news, "_BEAT_SECONDS", 0.05)
    monkeypatch.setattr(redis_news, "_DEAD_SECONDS", 0.5)
    async with started(over_redis()) as here:
        mine = Ears(here, table_id)
        dying = over_redis()
        await dying.start()
        Ears(dying, table_id)
        dying.present(table_id, Presence(frozenset({1})))
        await mine.until(lambda ears: ears.elsewhere.seats == {1})
        # As after kill -9: nothing more is sent, not even a goodbye.
        for task in list(dying._tasks):
            task.cancel()
        await mine.until(lambda ears: ears.elsewhere == Presence())
        await dying.close()


@needs_redis
async def test_processes_count_together(table_id: str) -> None:
    """With two processes, 33 of 33 tables passed a limit of 30 a minute."""
    async with started(over_redis()) as here, started(over_redis()) as there:
        for news in (here, there):
            await Ears(news, table_id).until(lambda ears: ears.changes > 0)
        admitted = [await news.admits(table_id, 30, 60) for _ in range(20) for news in (here, there)]
        assert admitted.count(True) == 30
        assert None not in admitted
        assert await here.admits(f"{table_id} of another", 30, 60)
    assert await over_redis().admits(table_id, 30, 60) is None, "without Redis each counts for itself"


@needs_redis
async def test_one_process_thinks_for_a_table_until_it_is_done(table_id: str) -> None:
    async with started(over_redis()) as here, started(over_redis()) as there:
        assert await here.may_think(table_id)
        assert await here.may_think(table_id)
        assert not await there.may_think(table_id)
        there.done_thinking(table_id)
        here.done_thinking(table_id)
        async with asyncio.timeout(SECONDS):
            while not await there.may_think(table_id):
                await asyncio.sleep(0.01)
        assert not await here.may_think(table_id)
        there.done_thinking(table_id)


@needs_redis
async def test_one_process_leads_as_long_as_it_lives(table_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_news, "_LEAD_MS", 100)
    async with started(over_redis()) as here, started(over_redis()) as there:
        for news in (here, there):
            await Ears(news, table_id).until(lambda ears: ears.changes > 0)
        assert await here.may_lead(table_id)
        assert not await there.may_lead(table_id)
        assert await here.may_lead(table_id)
        # Here nobody asks any more, as after kill -9.
        async with asyncio.timeout(SECONDS):
            while not await there.may_lead(table_id):
                await asyncio.sleep(0.01)
        assert not await here.may_lead(table_id)
    assert await over_redis().may_lead(table_id), "without Redis each does it"


@needs_redis
async def test_while_redis_is_away_the_database_is_asked_and_afterwards_all_is_well(
    table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_news, "_RETRY_SECONDS", 0.05)
    monkeypatch.setattr(redis_news, "SECONDS", 0.05)
    changes = Changes()
    parts = REDIS.removeprefix("redis://").partition("/")[0].partition(":") if REDIS else ("", "", "")
    line = Line(parts[0], int(parts[2] or 6379))
    await line.open()
    async with started(over_redis(changes, f"redis://127.0.0.1:{line.port}")) as here, started(over_redis()) as there:
        mine, theirs = Ears(here, table_id), Ears(there, table_id)
        await mine.until(lambda ears: ears.changes > 0)
        await theirs.until(lambda ears: ears.changes > 0)
        before = mine.changes
        await line.cut()
        async with asyncio.timeout(SECONDS):
            while here.is_connected:
                await asyncio.sleep(0.01)
        # The first check always reports a change; after that only a change does.
        await mine.until(lambda ears: ears.changes > before)
        before = mine.changes
        changes.counts[table_id] = 7, 0
        await mine.until(lambda ears: ears.changes > before)
        assert await here.may_think(table_id)
        here.tell(table_id, {"text": "nobody hears this"})
        await line.open()
        async with asyncio.timeout(SECONDS):
            while not here.is_connected:
                await asyncio.sleep(0.01)
        here.tell(table_id, {"text": "back"})
        await theirs.until(lambda ears: ears.told == [{"text": "back"}])
    await line.cut()


@needs_redis
async def test_the_first_news_after_redis_is_back_take_no_connection_from_before(
    table_id: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_news, "_RETRY_SECONDS", 0.05)
    parts = REDIS.removeprefix("redis://").partition("/")[0].partition(":") if REDIS else ("", "", "")
    line = Line(parts[0], int(parts[2] or 6379))
    await line.open()
    async with started(over_redis(address=f"redis://127.0.0.1:{line.port}")) as here, started(over_redis()) as there:
        mine, theirs = Ears(here, table_id), Ears(there, table_id)
        await mine.until(lambda ears: ears.changes > 0)
        here.tell(table_id, {"text": "before"})
        await theirs.until(lambda ears: ears.told == [{"text": "before"}])
        await line.cut()
        async with asyncio.timeout(SECONDS):
            while here.is_connected:
                await asyncio.sleep(0.01)
        # The connection used for news lies closed in the pool, and on a quiet server nobody has tried it since.
        here.present(table_id, Presence(frozenset({2})))
        await line.open()
        await theirs.until(lambda _ears: there.elsewhere(table_id).seats == {2})
    await line.cut()
    assert not any("closed by server" in record.getMessage() for record in caplog.records)


async def test_without_redis_changes_are_found_by_looking(table_id: str) -> None:
    changes = Changes()
    async with started(PolledNews(changes, seconds=0.01)) as news:
        ears = Ears(news, table_id)
        await ears.until(lambda ears: ears.changes == 1)
        changes.counts[table_id] = 0, 1
        await ears.until(lambda ears: ears.changes == 2)
        news.forget(table_id)
        changes.counts[table_id] = 1, 0
        await news.look()
        assert ears.changes == 2


async def test_what_this_process_wrote_itself_is_looked_at_once_it_rests() -> None:
    changes = Changes()
    news = PolledNews(changes)
    mine, other = Ears(news, "mine"), Ears(news, "other")
    for ply in range(1, 4):
        changes.counts |= {"mine": (0, ply), "other": (0, ply)}
        news.changed("mine")
        await news.look(passes_own=True)
        assert (mine.changes, other.changes) == (0, ply)
    await news.look(passes_own=True)
    assert mine.changes == 1
    news.changed("mine")
    changes.counts["mine"] = 0, 4
    await news.look()
    assert mine.changes == 2, "without Redis another process may have written too"


async def test_without_redis_a_table_that_goes_before_it_was_looked_for_is_missed_once(table_id: str) -> None:
    async def none(_table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        return {}

    news = PolledNews(none)
    ears = Ears(news, table_id)
    for _look in range(3):
        await news.look()
    assert ears.changes == 1


async def test_without_redis_the_thinking_is_left_to_the_process_at_which_they_play(table_id: str) -> None:
    news = PolledNews(Changes())
    assert await news.may_think(table_id)
    news.found(table_id)
    assert not await news.may_think(table_id)
    news.changed(table_id)
    assert await news.may_think(table_id)


def test_an_address_that_names_no_redis_is_refused() -> None:
    with pytest.raises(NewsError, match="redis://host:6379/0"):
        RedisNews(Changes(), "localhost")
