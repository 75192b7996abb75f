"""News over Redis: pub/sub between the processes, and a short lease for thinking. No game data is stored there."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from ..logs import Trouble
from ..supervision import do_once, end, keep_doing
from . import NOBODY, SECONDS, Changes, Listener, News, NewsError, PolledNews, Presence

_log = logging.getLogger(__name__)

_PROCESSES: Final = "spite:processes"
"""The channel on which every process announces that it is alive."""

_BEAT_SECONDS: Final = 4.0
_DEAD_SECONDS: Final = 15.0
"""A process that has been silent for this long counts as dead, and nobody as present there."""

_LEASE_MS: Final = 10_000
"""How long a process that holds the lease of a table's programs may be silent before it loses it."""

_LEAD_MS: Final = 6_000
"""The same for a process that looks after something."""

_SAFETY_SECONDS: Final = 20.0
"""How often the database is polled nevertheless: a pub/sub message may be lost."""

_ANSWER_SECONDS: Final = 1.0
"""How long the other processes have to report who is at a table."""

_RETRY_SECONDS: Final = 1.0
_WAITING: Final = 10_000
"""The most messages waiting to be sent; any more are lost."""

_RELEASE: Final = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"


# The previous period's count is weighted by its overlap with the last seconds.
_ADMIT: Final = """
local now = tonumber(redis.call('get', KEYS[1]) or 0)
local before = tonumber(redis.call('get', KEYS[2]) or 0)
if now + before * tonumber(ARGV[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('incr', KEYS[1])
redis.call('expire', KEYS[1], ARGV[3])
return 1
"""

_COUNT_SECONDS: Final = 0.5
"""How long a counted request waits for Redis."""


class _Alive(Struct, tag="alive"):
    by: str


class _Gone(Struct, tag="gone"):
    by: str


class _Changed(Struct, tag="changed"):
    by: str


class _Told(Struct, tag="told"):
    by: str
    what: dict[str, Any]


class _Present(Struct, tag="present"):
    by: str
    presence: Presence


class _Who(Struct, tag="who"):
    """Asks all processes to report who is present."""

    by: str


_Message = _Alive | _Gone | _Changed | _Told | _Present | _Who

_encode = msgspec.json.Encoder().encode
_decode: Callable[[str], _Message] = msgspec.json.Decoder(_Message).decode


class RedisNews(News):
    """Sends and receives immediately; while Redis is unavailable, it polls the database instead."""

    def __init__(self, changes: Changes, address: str) -> None:
        """Prepare for the Redis at ``redis://…``. Raises `NewsError` if the address is invalid."""
        try:
            # With the third protocol the pool also hands out connections that the server has closed: redis-py mistakes
            # the data it reads from them for a maintenance notice.
            self._redis: Redis = Redis.from_url(
                address,
                protocol=2,
                decode_responses=True,
                health_check_interval=10,
                socket_connect_timeout=5,
                socket_timeout=15,
            )
        except ValueError as error:
            raise NewsError("The address of Redis cannot be read. Write it as redis://host:6379/0.") from error
        self.process: str = secrets.token_hex(8)
        """The id of this process."""
        self._unheard = Trouble(_log, "Redis can be heard again")
        self._untold = Trouble(_log, "Redis takes news again")
        self._poll = PolledNews(changes)
        self._listeners: dict[str, Listener] = {}
        self._here: dict[str, Presence] = {}
        self._there: dict[str, dict[str, Presence]] = {}
        self._alive: dict[str, float] = {}
        self._outbox: asyncio.Queue[tuple[str, _Message]] = asyncio.Queue(_WAITING)
        self._pubsub: PubSub | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_connected(self) -> bool:
        """Whether Redis is reachable."""
        return self._pubsub is not None

    @property
    def state(self) -> str:
        """Whether Redis is reachable: "ok" or "away"."""
        return "ok" if self.is_connected else "away"

    @property
    def knows_presence(self) -> bool:
        """Presence elsewhere is known while Redis is reachable."""
        return self.is_connected

    async def start(self) -> None:
        """Start listening and sending."""
        for work in (self._listen, self._send, self._beat, self._look):
            self._keep(keep_doing(f"Redis:{work.__name__}", work))

    async def close(self) -> None:
        """Tell the others that nobody is present here any longer, and stop."""
        await asyncio.gather(*map(end, list(self._tasks)))
        try:
            async with asyncio.timeout(_RETRY_SECONDS):
                await self._redis.publish(_PROCESSES, _encode(_Gone(self.process)))
        except (RedisError, OSError):
            pass
        await self._redis.aclose()

    def watch(self, table_id: str, listener: Listener) -> None:
        """Notify ``listener`` from now on of what other processes do at a table."""
        self._listeners[table_id] = listener
        self._poll.watch(table_id, listener)
        self._begin(self._subscribe(table_id))

    def forget(self, table_id: str) -> None:
        """Stop listening to a table."""
        self.present(table_id, NOBODY)
        for known in (self._listeners, self._here, self._there):
            known.pop(table_id, None)
        self._poll.forget(table_id)
        self._begin(self._unsubscribe(table_id))

    def changed(self, table_id: str) -> None:
        """Tell the others that a table was written."""
        self._poll.changed(table_id)
        self._publish(table_id, _Changed(self.process))

    def found(self, table_id: str) -> None:
        """Record that another process has played at a table."""
        self._poll.found(table_id)

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Send unstored state to the same table's listeners in other processes."""
        self._publish(table_id, _Told(self.process, message))

    def present(self, table_id: str, presence: Presence) -> None:
        """Tell the others who is present at a table in this process."""
        if self._here.get(table_id, NOBODY) != presence:
            self._here[table_id] = presence
            self._announce(table_id)

    def elsewhere(self, table_id: str) -> Presence:
        """Return who is present at a table in the other processes."""
        there = self._there.get(table_id, {}).values()
        return Presence(
            frozenset().union(*(presence.seats for presence in there)),
            sum(presence.watching for presence in there),
            any(presence.host for presence in there),
        )

    async def settle(self) -> None:
        """Wait for the replies about who is present."""
        await asyncio.sleep(_ANSWER_SECONDS)

    async def may_think(self, table_id: str) -> bool:
        """Acquire or extend the lease on a table's thinking; without Redis decide by who played last."""
        try:
            return await self._has(_lease(table_id), _LEASE_MS)
        except (RedisError, OSError):
            return await self._poll.may_think(table_id)

    async def may_lead(self, subject: str) -> bool:
        """Acquire or extend the lease on something; without Redis every process looks after it."""
        if not self.is_connected:
            return True
        try:
            return await self._has(_lead(subject), _LEAD_MS)
        except (RedisError, OSError):
            return True

    async def _has(self, key: str, milliseconds: int) -> bool:
        """Acquire or extend a lease; return whether this process has it."""
        if await self._redis.set(key, self.process, nx=True, px=milliseconds):
            return True
        if await self._redis.get(key) != self.process:
            return False
        await self._redis.pexpire(key, milliseconds)
        return True

    async def admits(self, key: str, most: int, seconds: int) -> bool | None:
        """Count for all processes together; None while Redis does not respond quickly."""
        if not self.is_connected:
            return None
        window, part = divmod(time.time(), seconds)
        keys = [_count(key, int(window)), _count(key, int(window) - 1)]
        try:
            async with asyncio.timeout(_COUNT_SECONDS):
                return bool(await self._redis.eval(_ADMIT, 2, *keys, 1 - part / seconds, most, 2 * seconds))
        except (RedisError, OSError):
            # A timeout is an OSError too.
            return None

    def done_thinking(self, table_id: str) -> None:
        """Release the lease."""
        self._begin(self._release(table_id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._keep(do_once("Redis", work))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _publish(self, table_id: str, message: _Message) -> None:
        self._put(_channel(table_id), message)

    def _put(self, channel: str, message: _Message) -> None:
        if self.is_connected and not self._outbox.full():
            self._outbox.put_nowait((channel, message))

    def _announce(self, table_id: str) -> None:
        self._publish(table_id, _Present(self.process, self._here.get(table_id, NOBODY)))

    async def _send(self) -> None:
        """Send all queued messages in one batch; what Redis does not accept is lost."""
        while True:
            waiting = [await self._outbox.get()]
            while not self._outbox.empty():
                waiting.append(self._outbox.get_nowait())
            try:
                pipeline = self._redis.pipeline(transaction=False)
                for channel, message in waiting:
                    pipeline.publish(channel, _encode(message))
                await pipeline.execute()
                self._untold.is_over()
            except (RedisError, OSError) as error:
                self._untold.comes(f"Redis takes no news: {error}", logging.WARNING)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self) -> None:
        """Receive messages from the others, reconnecting whenever the connection is lost."""
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    early = set(self._listeners)
                    await pubsub.subscribe(_PROCESSES, *map(_channel, early))
                    self._pubsub = pubsub
                    if late := self._listeners.keys() - early:
                        await pubsub.subscribe(*map(_channel, late))
                    self._unheard.is_over()
                    self._catch_up()
                    while True:
                        event = await pubsub.get_message(ignore_subscribe_messages=True, timeout=_SAFETY_SECONDS)
                        if event is not None:
                            self._hear(event["channel"], event["data"])
            except (RedisError, OSError) as error:
                self._unheard.comes(f"Redis cannot be heard: {error}", logging.WARNING)
            finally:
                self._pubsub = None
            await asyncio.sleep(_RETRY_SECONDS)

    def _catch_up(self) -> None:
        """Start again after a time without messages."""
        for table_id, listener in list(self._listeners.items()):
            listener.hear_change()
            self._publish(table_id, _Changed(self.process))
            self._announce(table_id)
            self._publish(table_id, _Who(self.process))

    async def _subscribe(self, table_id: str) -> None:
        if self._pubsub is None:
            # The connection being established subscribes to every table.
            return
        try:
            await self._pubsub.subscribe(_channel(table_id))
        except (RedisError, OSError):
            return
        if table_id in self._listeners:
            # Something may have changed between reading the table and subscribing to it.
            self._listeners[table_id].hear_change()
            self._publish(table_id, _Who(self.process))

    async def _unsubscribe(self, table_id: str) -> None:
        if self._pubsub is not None and table_id not in self._listeners:
            try:
                await self._pubsub.unsubscribe(_channel(table_id))
            except (RedisError, OSError):
                return

    async def _release(self, table_id: str) -> None:
        try:
            await self._redis.eval(_RELEASE, 1, _lease(table_id), self.process)
        except (RedisError, OSError):
            return

    def _hear(self, channel: str, text: str) -> None:
        """Process one message; those from other programs are ignored."""
        try:
            message = _decode(text)
        except msgspec.MsgspecError:
            return
        if message.by == self.process:
            return
        if channel == _PROCESSES:
            self._hear_of_process(message.by, gone=isinstance(message, _Gone))
            return
        table_id = channel.removeprefix(_channel(""))
        listener = self._listeners.get(table_id)
        if listener is None:
            return
        match message:
            case _Changed():
                listener.hear_change()
            case _Told():
                listener.hear(message.what)
            case _Present():
                self._there.setdefault(table_id, {})[message.by] = message.presence
                self._alive.setdefault(message.by, time.monotonic())
                listener.hear_presence()
            case _Who():
                self._announce(table_id)

    def _hear_of_process(self, process: str, gone: bool) -> None:
        known = process in self._alive
        if gone:
            self._bury(process)
            return
        self._alive[process] = time.monotonic()
        if not known:
            for table_id in self._listeners:
                self._publish(table_id, _Who(self.process))

    def _bury(self, process: str) -> None:
        """Forget all people present in a process."""
        self._alive.pop(process, None)
        # Who hears of it may forget their table.
        for table_id, there in list(self._there.items()):
            if there.pop(process, None) is not None and table_id in self._listeners:
                self._listeners[table_id].hear_presence()

    def _dead(self) -> Iterator[str]:
        now = time.monotonic()
        return (process for process, heard in list(self._alive.items()) if now - heard > _DEAD_SECONDS)

    async def _beat(self) -> None:
        """Announce regularly that this process is alive, and notice which others are not."""
        while True:
            if self.is_connected:
                self._put(_PROCESSES, _Alive(self.process))
                for process in self._dead():
                    self._bury(process)
            await asyncio.sleep(_BEAT_SECONDS)

    async def _look(self) -> None:
        """Poll the database too: often while Redis is unavailable, now and then otherwise."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(SECONDS)
            if not self.is_connected or time.monotonic() - looked > _SAFETY_SECONDS:
                await self._poll.look(passes_own=self.is_connected)
                looked = time.monotonic()


def _channel(table_id: str) -> str:
    return f"spite:table:{table_id}"


def _count(key: str, window: int) -> str:
    return f"spite:count:{key}:{window}"


def _lease(table_id: str) -> str:
    return f"spite:thinking:{table_id}"


def _lead(subject: str) -> str:
    return f"spite:leading:{subject}"
