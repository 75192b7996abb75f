"""Tasks in the background: each is killed with its own exception, logs it, is counted, and starts again."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import generate_latest

from spite_and_malice.server import housekeeping, supervision
from spite_and_malice.server.cluster import OperatorNews, PolledNews
from spite_and_malice.server.cluster.redis import RedisNews
from spite_and_malice.server.features.daily import announce as days
from spite_and_malice.server.features.evenings import rounds as evenings
from spite_and_malice.server.features.mail.turn_mails import TurnMails
from spite_and_malice.server.features.notices.mails import NewsMails
from spite_and_malice.server.features.notices.rounds import NoticeRounds
from spite_and_malice.server.features.regularly import regularly
from spite_and_malice.server.features.tournaments.director import Director
from spite_and_malice.server.games.patience import game as patience
from spite_and_malice.server.games.spite.computers import Programs
from spite_and_malice.server.http import feature
from spite_and_malice.server.metrics import TASK_FAILURES
from spite_and_malice.server.store import Store, StoreError
from spite_and_malice.server.store.database import writer
from spite_and_malice.server.supervision import do_once, end, keep_doing
from spite_and_malice.server.workers.far import Far

from .conftest import Serve
from .test_mail import VARIABLES

SERVER = Path(supervision.__file__).parent

LOOPS = {
    "deal pool": (patience, "deal_pool_loop"),
    "counting games": (housekeeping, "counting_loop"),
    "deal tester": (days, "deal_testing_loop"),
    "housekeeper": (housekeeping, "housekeeping_loop"),
    "tournaments": (Director, "run"),
    "evenings": (evenings, "call_off_loop"),
    "turn mails": (TurnMails, "_work"),
    "news mails": (NewsMails, "_work"),
    "notices": (NoticeRounds, "_work"),
    "news of operators": (OperatorNews, "_listen"),
    "news by polling": (PolledNews, "_poll"),
    "Redis:_listen": (RedisNews, "_listen"),
    "Redis:_send": (RedisNews, "_send"),
    "Redis:_beat": (RedisNews, "_beat"),
    "Redis:_look": (RedisNews, "_look"),
    "cluster": (Far, "_run"),
    "thinking": (Programs, "_play"),
}
"""The permanent tasks, by name: their location, and their name there."""


def failures(name: str) -> float:
    return float(TASK_FAILURES.labels(name)._value.get())


def a_killer(name: str) -> type[Exception]:
    return type(f"KilledThe{name.title().replace(' ', '').replace(':', '')}", (Exception,), {})


@pytest.mark.parametrize("name", LOOPS)
async def test_what_goes_on_for_good_begins_again(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervision, "FIRST_REST", 0.0)
    place, called = LOOPS[name]
    killer, begun, before = a_killer(name), [0], failures(name)
    goes_on = asyncio.Event()

    async def work(*_about: Any) -> None:
        begun[0] += 1
        if begun[0] <= 2:
            raise killer("a card: 7h")
        goes_on.set()
        await asyncio.sleep(3600)

    monkeypatch.setattr(place, called, work)
    task = keep_doing(name, getattr(place, called))
    await asyncio.wait_for(goes_on.wait(), 10)
    assert failures(name) == before + 2
    assert caplog.text.count(f"{name} failed: {killer.__name__} at test_supervision.py:") == 2
    assert "7h" not in caplog.text
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()


async def test_all_that_a_server_has_in_the_background_begins_again(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "FIRST_REST", 0.0)
    elsewhere = (PolledNews, RedisNews, Far, Programs)
    own = [name for name, (place, _called) in LOOPS.items() if place not in elsewhere]
    before = {name: failures(name) for name in own}
    begun = dict.fromkeys(own, 0)

    def killed(name: str) -> Callable[..., Coroutine[Any, Any, None]]:
        async def work(*_about: Any) -> None:
            begun[name] += 1
            if begun[name] == 1:
                raise a_killer(name)
            await asyncio.sleep(3600)

        return work

    for name in own:
        monkeypatch.setattr(*LOOPS[name], killed(name))
    mails = {key.removeprefix("SPITE_").lower(): value for key, value in VARIABLES.items()}
    async with serve(works_ahead=True, **mails):
        while min(begun.values()) < 2:
            await asyncio.sleep(0.01)
        assert set(own) <= {task.get_name() for task in asyncio.all_tasks()}
    # And with the server all of it ends.
    assert not set(own) & {task.get_name() for task in asyncio.all_tasks()}
    assert {name: failures(name) - before[name] for name in own} == dict.fromkeys(own, 1)
    assert all(f'spite_task_failures_total{{task="{name}"}} ' in generate_latest().decode() for name in own)


async def test_what_is_done_regularly_waits_while_the_store_fails(caplog: pytest.LogCaptureFixture) -> None:
    times = 0

    async def do() -> None:
        nonlocal times
        times += 1
        if times == 1:
            raise StoreError("no connection")
        if times == 3:
            raise KeyError

    with pytest.raises(KeyError):
        await asyncio.wait_for(regularly("mails", 0, do), 10)
    assert times == 3
    assert [record.getMessage() for record in caplog.records] == ["mails wait: no connection"]


async def test_the_rest_grows_while_something_goes_on_failing(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []

    async def sleep(seconds: float) -> None:
        rests.append(seconds)
        if len(rests) == 9:
            raise asyncio.CancelledError

    async def work() -> None:
        raise ValueError

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await asyncio.gather(keep_doing("growing", work), return_exceptions=True)
    assert rests == [1, 2, 4, 8, 16, 32, 60, 60, 60]


async def test_who_says_that_they_are_cancelled_and_are_not_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_REST", 0.0)
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise asyncio.CancelledError

    await keep_doing("crying wolf", work)
    assert begun == 2


async def test_what_is_done_once_is_logged_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    killer, before = a_killer("once"), failures("once")

    async def work() -> None:
        raise killer("a card: 7h")

    await do_once("once", work(), "kX3vJ0bqTn2y")
    assert failures("once") == before + 1
    assert f"once failed: {killer.__name__} at " in caplog.text
    assert "7h" not in caplog.text


AWAITED = {
    "features/tournaments/looks.py": "readings that their callers wait for",
    "games/patience/dealer.py": "a search that its caller waits for",
    "games/spite/help.py": "thoughts that their caller waits for",
    "protocol/clients.py": "it ends the connection with what went wrong",
    "tables/leaderboards.py": "boards that their callers wait for",
    "tables/registry.py": "tables that their callers wait for",
    "tables/socket.py": "the connection waits for it",
    "workers/courier.py": "a process of its own, whose last word is what went wrong",
    "workers/far.py": "what the process said is asked for when it has ended",
    "workers/process.py": "what the process said is asked for when it has ended",
}
"""Tasks that are not in the background: somebody awaits them, and gets their errors."""


def test_no_task_is_begun_beside_the_supervision() -> None:
    found = set()
    for path in SERVER.rglob("*.py"):
        calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
        if any(isinstance(call.func, ast.Attribute) and call.func.attr in BEGINNING for call in calls):
            found.add(path.relative_to(SERVER).as_posix())
    assert found - {"supervision.py"} == set(AWAITED)


BEGINNING = ("create_task", "ensure_future", "TaskGroup")


async def test_every_loop_is_killed_here(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    named = set[object]()

    def note(name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        named.add(name)
        return keep_doing(name, work)

    monkeypatch.setattr(feature, "keep_doing", note)
    async with serve(works_ahead=True):
        pass
    for path in SERVER.rglob("*.py"):
        if path == Path(feature.__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "keep_doing":
                named.add(node.args[0].value if isinstance(node.args[0], ast.Constant) else "Redis")
    assert named == {name.partition(":")[0] for name in LOOPS}


def test_the_writer_outlives_what_nobody_thought_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killer, before = a_killer("writer"), failures("store-writer")

    class Counting:
        def observe(self, _count: int) -> None:
            raise killer

    store = Store(f"sqlite:///{tmp_path}/games.sqlite3")
    try:
        with monkeypatch.context() as patched:
            patched.setattr(writer, "COMMIT_WORKS", Counting())
            with pytest.raises(StoreError):
                asyncio.run(store.tables.keep_open("none"))
        assert failures("store-writer") == before + 1
        asyncio.run(store.tables.keep_open("none"))
    finally:
        store.close()


async def test_what_is_cancelled_before_it_began_leaves_nothing_unawaited() -> None:
    begun = []

    async def work() -> None:
        begun.append(True)

    task = do_once("once", coroutine := work())
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert begun == []
    # A closed one can no longer be awaited.
    with pytest.raises(RuntimeError, match="already"):
        await coroutine


async def test_a_task_that_loses_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "CANCELLED_AGAIN", 0.01)
    lost: list[bool] = []

    async def work() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if len(lost) == 2:
                    raise
                lost.append(True)

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await end(task)
    assert task.cancelled()
    assert len(lost) == 2


async def test_a_server_ends_without_a_feature_that_does_not_close(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(feature, "CLOSING_SECONDS", 0.01)
    closed: list[str] = []

    async def hangs() -> None:
        await asyncio.Event().wait()

    async def closes() -> None:
        closed.append("first")

    async with feature.running([feature.Feature(close=closes), feature.Feature(close=hangs)]):
        pass
    assert closed == ["first"]
    assert "hangs was not done after 0.01 s" in caplog.text
