"""Other machines think, and whatever happens to them, the question is answered here."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import spite_and_malice as sm
from benchmarks.cluster import NoClusterError, local_cluster
from spite_and_malice.server.configuration import Configuration, ConfigurationError
from spite_and_malice.server.metrics import THOUGHT_AGAIN
from spite_and_malice.server.workers.far import COURIER, Far
from spite_and_malice.server.workers.pool import Asker, HelpRequest, Request, ThinkingFailed, Workers
from tests.waiting import EVERY_SECONDS, SECONDS

COURIER_SCRIPT = """
import json, sys, threading, time
def say(message):
    print(json.dumps(message), flush=True)
def beat():
    while True:
        say({})
        time.sleep(0.05)
say({"mind": 1, "where": "there:1"})
say({"mind": 2, "where": "there:2"})
threading.Thread(target=beat, daemon=True).start()
for line in sys.stdin:
    asked = json.loads(line)
    with open(sys.argv[1], "a") as file:
        file.write(line)
    player = asked.get("question", {}).get("player_id")
    if player == "master":
        say({"mind": asked["mind"], "gone": "ActorDiedError"})
    elif player == "planner":
        time.sleep(600)
    elif player:
        say({"mind": asked["mind"], "answer": {"move": "there"}})
"""


@pytest_asyncio.fixture(loop_scope="module")
async def far(tmp_path: Path) -> AsyncIterator[Far]:
    script = tmp_path / "courier.py"
    script.write_text(COURIER_SCRIPT)
    far = Far(str(tmp_path / "asked"), (sys.executable, str(script)), silence=1.0)
    yield far
    await far.close()


async def until(holds: Callable[[], object], seconds: float = SECONDS) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(EVERY_SECONDS)


def ask(player: str, seconds: float = 0.1) -> Request:
    view = sm.new_game("standard", seed=7).view(0).to_json()
    return Request(player, view, [], seconds, 1)


def again() -> float:
    return float(THOUGHT_AGAIN.labels("thinking")._value.get())


async def test_what_holds_no_name_is_thought_about_elsewhere_and_all_else_here(far: Far, tmp_path: Path) -> None:
    workers = Workers(1, elsewhere=far)
    assert (await workers.choose(ask("greedy"), 20)).move != "there", "nobody is there yet"
    await until(lambda: far.size == 2)
    assert (await workers.choose(ask("greedy"), 20)).move == "there"
    assert (await workers.choose(ask("greedy"), 20, quick=True)).move != "there"
    request = ask("greedy")
    names = ["Anna", "Ben"]
    hint = HelpRequest("hint", request.view, [], 0.1, 1, names, "en", {})
    assert (await workers.ask(asdict(hint), 20))["move"]
    sent = (tmp_path / "asked").read_text()
    assert '"task":"choose"' in sent
    assert "Anna" not in sent
    await workers.close()


async def test_who_goes_in_mid_thought_is_thought_for_here(far: Far) -> None:
    workers = Workers(1, elsewhere=far)
    far.begin()
    await until(lambda: far.size == 2)
    before = again()
    for left in (1, 0):
        assert (await workers.choose(ask("master"), 20)).move != "there"
        assert far.size == left
    assert again() == before + 2
    await workers.close()


async def test_a_cluster_that_goes_lets_all_who_wait_be_answered_here(far: Far, tmp_path: Path) -> None:
    workers = Workers(2, elsewhere=far)
    far.begin()
    await until(lambda: far.size == 2)
    before = again()
    assert far._process is not None
    asked = [asyncio.create_task(workers.choose(ask("planner"), 20)) for _ in range(4)]
    heard = tmp_path / "asked"
    # The courier has heard of the first, which keeps it busy; two wait their turn.
    await until(lambda: heard.exists() and len(far._lane) == 2)
    far._process.send_signal(signal.SIGSTOP)
    answers = await asyncio.gather(*asked)
    assert "there" not in {answer.move for answer in answers}
    assert (far.size, again()) == (0, before + 4)
    await workers.close()


async def test_an_answer_that_is_late_is_no_answer(far: Far) -> None:
    workers = Workers(1, elsewhere=far)
    far.begin()
    await until(lambda: far.size == 2)
    with pytest.raises(ThinkingFailed, match=r"within 0\.2 seconds"):
        await workers.choose(ask("planner"), 0.2)
    assert far.size == 1
    await workers.close()


def test_the_server_never_loads_ray() -> None:
    code = (
        "import sys, spite_and_malice.server.run, spite_and_malice.server.workers.far; sys.exit('ray' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("text", ["ray", "ray://", "ray://host", "http://host:1", "ray://host:x"])
def test_where_is_thought_is_here_or_at_an_address(text: str) -> None:
    assert Configuration.read({"SPITE_THINKING": "ray://head:10001"}).thinking == "ray://head:10001"
    assert Configuration.read({}).thinking == "local"
    with pytest.raises(ConfigurationError, match=r"local or ray://HOST:PORT"):
        Configuration.read({"SPITE_THINKING": text})


@pytest.fixture
def cluster(tmp_path: Path) -> Any:
    """Start a cluster of two cores on this computer; yield its address and a function that kills all of it."""
    pytest.importorskip("ray", reason="Ray is not installed: it comes with the extra cluster, and with .ci/run")
    pytest.importorskip("grpc", reason="What speaks to Ray is not installed: it comes with the extra cluster")
    with ExitStack() as stack:
        try:
            found = stack.enter_context(local_cluster(2, tmp_path / "ray.log"))
        except NoClusterError as error:
            pytest.skip(f"Ray gave up starting on this busy computer: {error}")
        yield found


def thinking_processes() -> set[int]:
    """Return the Ray workers that are thinking now."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if path.read_bytes().startswith(b"ray::Mind.answer"):
                found.add(int(path.parent.name))
    return found


@pytest.mark.nightly("src/spite_and_malice/server/workers")
async def test_two_servers_have_the_same_cluster(cluster: tuple[str, Callable[[], None]]) -> None:
    address, _ = cluster
    servers = [Far(address, COURIER) for _ in range(2)]
    try:
        for each in servers:
            each.begin()
        await until(lambda: [each.size for each in servers] == [2, 2], 150)
        question = {"task": "choose", **asdict(ask("greedy"))}
        for each in servers:
            assert (await each.ask("spite_and_malice.server.workers.thinker", question, 20, Asker()))["move"]
    finally:
        for each in servers:
            await each.close()


@pytest.mark.nightly("src/spite_and_malice/server/workers")
async def test_a_worker_and_then_the_head_are_killed_in_mid_thought(cluster: tuple[str, Callable[[], None]]) -> None:
    address, kill = cluster
    far = Far(address, COURIER)
    workers = Workers(2, elsewhere=far)
    before = again()

    async def think() -> float:
        began = time.monotonic()
        assert (await workers.choose(ask("master", 3.0), 60)).move
        return time.monotonic() - began

    try:
        far.begin()
        await until(lambda: far.size == 2, 150)
        # One of the two is killed: its question is answered here.
        asked = [asyncio.create_task(think()) for _ in range(2)]
        await until(lambda: len(thinking_processes()) == 2, 20)
        os.kill(min(thinking_processes()), signal.SIGKILL)
        seconds = sorted(await asyncio.gather(*asked))
        assert again() == before + 1
        sys.stderr.write(f"a worker killed: {seconds}\n")
        # Another takes its place.
        await until(lambda: far.size == 2, 60)
        asked = [asyncio.create_task(think()) for _ in range(2)]
        await until(lambda: len(thinking_processes()) == 2, 20)
        killed = time.monotonic()
        kill()
        await until(lambda: far.size == 0, 10)
        sys.stderr.write(f"the head killed: noticed after {time.monotonic() - killed:.1f} s\n")
        assert time.monotonic() - killed < 5 + 1
        await asyncio.gather(*asked)
        assert again() == before + 3
    finally:
        await workers.close()
