"""Computer players think in separate processes that are replaced when they die or hang."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from pathlib import Path

import pytest
import pytest_asyncio

from spite_and_malice.server.workers.pool import (
    Asker,
    HelpRequest,
    Request,
    ThinkingFailed,
    Urgency,
    WorkerDied,
    Workers,
)
from tests.engine.build import lay

from .conftest import Serve, Visit

SCRIPT = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["player_id"] == "dies":
        os._exit(3)
    if request["player_id"] == "hangs":
        time.sleep(600)
    if request["player_id"] == "babbles":
        print("what?", flush=True)
    elif request["player_id"] == "fails":
        print(json.dumps({"error": "out of ideas"}), flush=True)
    else:
        print(json.dumps({"move": f"{os.getpid()}:{request['log'][0]}"}), flush=True)
"""


def ask(player: str, number: int = 1) -> Request:
    return Request(player, view={}, log=[str(number)], seconds=1.0, seed=1)


@pytest_asyncio.fixture(loop_scope="module")
async def make(tmp_path: Path) -> AsyncIterator[Callable[[int], Workers]]:
    script = tmp_path / "player.py"
    script.write_text(SCRIPT)
    made: list[Workers] = []

    def make(count: int) -> Workers:
        made.append(Workers(count, [sys.executable, str(script)]))
        return made[-1]

    yield make
    for workers in made:
        await workers.close()


async def test_answers_come_from_as_many_processes_as_asked_for(make: Callable[[int], Workers]) -> None:
    workers = make(2)
    answers = await asyncio.gather(*(workers.choose(ask("plays", number), 20) for number in range(8)))
    assert [answer.move.split(":")[1] for answer in answers] == [str(number) for number in range(8)]
    assert len({answer.move.split(":")[0] for answer in answers}) <= 2


@pytest.mark.parametrize(
    ("player", "timeout", "reason"),
    [
        ("dies", 20, "ended"),
        ("hangs", 0.5, "within 0.5 seconds"),
        ("babbles", 20, "failed"),
        ("fails", 20, "out of ideas"),
    ],
)
async def test_a_failure_is_told_and_the_next_request_is_answered(
    make: Callable[[int], Workers], player: str, timeout: float, reason: str
) -> None:
    workers = make(1)
    await workers.choose(ask("plays"), 20)
    with pytest.raises(ThinkingFailed, match=reason):
        await workers.choose(ask(player), timeout)
    assert (await workers.choose(ask("plays", 5), 20)).move.endswith(":5")


DYING = """
import json, os, sys
from pathlib import Path
if not Path(sys.argv[1]).exists():
    sys.exit("PermissionError: [Errno 1] Operation not permitted")
for line in sys.stdin:
    print(json.dumps({"move": "HAh-C1"}), flush=True)
"""


async def test_three_deaths_in_a_row_are_said_once_with_their_cause_until_one_answers(
    serve: Serve, visit: Visit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "spite_and_malice")
    script = tmp_path / "player.py"
    script.write_text(DYING)
    workers = Workers(1, [sys.executable, str(script), str(tmp_path / "cured")])
    cause = "it ended with exit code 1: PermissionError: [Errno 1] Operation not permitted"
    async with serve(workers) as server:
        health = visit(server.address).http
        for deaths in range(1, 6):
            with pytest.raises(WorkerDied, match=re.escape(cause)):
                await workers.choose(ask("plays"), 20)
            told = (await health.get("/health")).json()
            assert told["status"] == "ok"
            assert told["workers"] == ("ok" if deaths < 3 else f"thinking: {cause}")
        (tmp_path / "cured").touch()
        await workers.choose(ask("plays"), 20)
        assert (await health.get("/health")).json()["workers"] == "ok"
    said = [record.getMessage() for record in caplog.records if "thinking" in record.getMessage()]
    assert [cause in line for line in said] == [True, False]
    assert "answer again" in said[1]


async def test_a_worker_that_a_signal_ends_says_which(tmp_path: Path) -> None:
    script = tmp_path / "player.py"
    script.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)")
    workers = Workers(1, [sys.executable, str(script)])
    with pytest.raises(WorkerDied, match="it was ended by SIGKILL"):
        await workers.choose(ask("plays"), 20)
    await workers.close()


async def test_a_cancelled_request_leaves_no_answer_behind_for_the_next(make: Callable[[int], Workers]) -> None:
    workers = make(1)
    first = asyncio.ensure_future(workers.choose(ask("hangs"), 20))
    second = asyncio.ensure_future(workers.choose(ask("plays", 7), 20))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).move.endswith(":7")


async def test_a_quick_player_never_waits_for_a_slow_one(make: Callable[[int], Workers]) -> None:
    workers = make(1)
    slow = asyncio.ensure_future(workers.choose(ask("hangs"), 60))
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        assert (await workers.choose(ask("plays", 3), 20, quick=True)).move.endswith(":3")
    assert not slow.done()
    slow.cancel()


async def test_twenty_people_at_once_are_served_in_turn_whatever_one_asks_for(make: Callable[[int], Workers]) -> None:
    workers = make(1)
    served: list[str] = []

    async def choose(person: str, urgency: Urgency = Urgency.PEOPLE) -> None:
        await workers.choose(ask("plays"), 20, Asker(person, urgency))
        served.append(person)

    await asyncio.gather(
        *(choose("computers alone", Urgency.WATCHED) for _ in range(10)),
        *(choose("eve") for _ in range(10)),
        *(choose(f"person {number}") for number in range(20)),
    )
    # The very first was asked while nobody else waited.
    assert served[0] == "computers alone"
    assert served[1] == "eve"
    assert sorted(served[2:22]) == sorted(f"person {number}" for number in range(20))
    assert served[22:] == ["eve"] * 9 + ["computers alone"] * 9


async def test_hints_and_reach_are_thought_out_in_the_readers_language() -> None:
    workers = Workers(1)
    view = lay("Ah 9h", payoff=["7d 2h"]).view(0).to_json()
    try:
        line = "A♥ and your pay-off card 2♥ on an empty stack."
        hint = await workers.ask(asdict(HelpRequest("hint", view, [], 0.1, 1, ["Ada", "Bea"], "en", {})), 60)
        way = "Your pay-off card 2♥ is two plays away: A♥ and your pay-off card 2♥ on an empty stack."
        # What it said comes along, so that the next hint does not say it again.
        assert hint.pop("heard")["sentences"] == [way]
        assert hint == {"move": "HAh-C1", "line": ["HAh-C1", "P-C1"], "reason": way}
        reach = await workers.ask(asdict(HelpRequest("reach", view, [], 0.1, 1, ["Ada", "Bea"], "en", {})), 60)
        assert reach == {"line": ["HAh-C1", "P-C1"], "words": f"There is a way to your pay-off card: {line}"}
        german = await workers.ask(asdict(HelpRequest("hint", view, [], 0.1, 1, ["Ada", "Bea"], "de", {})), 60)
        assert german["move"] == "HAh-C1"
        terms = {"pay-off card": "stock-pile card", "centre stack": "building pile"}
        own = await workers.ask(asdict(HelpRequest("reach", view, [], 0.1, 1, ["Ada", "Bea"], "en", terms)), 60)
        line = "A♥ and your stock-pile card 2♥ on an empty stack."
        assert own["words"] == f"There is a way to your stock-pile card: {line}"
        not_his_turn = HelpRequest("hint", lay("Ah").view(1).to_json(), [], 0.1, 1, ["Ada", "Bea"], "en", {})
        with pytest.raises(ThinkingFailed, match=r"ValueError in reach\.py, line \d+$"):
            await workers.ask(asdict(not_his_turn), 60)
    finally:
        await workers.close()


async def test_what_is_asked_is_understood_whatever_encoding_a_system_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    echo = "from spite_and_malice.server.workers.loop import answer_all; answer_all({'echo': lambda a: {'a': a}})"
    workers = Workers(1, [sys.executable, "-c", echo])
    assert await workers.ask({"task": "echo", "a": "Žofia \u2660 \u0081"}, 20) == {"a": "Žofia \u2660 \u0081"}
    await workers.close()
