"""Everything shown of a game of patience is stored, whatever happens to the server, and whichever process is asked."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from spite_and_malice.patience import Rules
from spite_and_malice.play.figures import LONGEST_MS
from spite_and_malice.play.patience.played import Deal, Played
from spite_and_malice.server.games.patience.table import restore
from spite_and_malice.server.store import Store, StoreError

from .conftest import SECONDS, Browser, RunningServer, Serve, Visit
from .services import needs_postgresql
from .test_patience import begin, set_up, sit, table_id_of
from .test_processes import Processes
from .test_processes import processes as several  # noqa: F401
from .test_restart import Countdown, processes, start  # noqa: F401

pytestmark = pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/patience/",
    "src/spite_and_malice/server/cluster/",
)


async def test_a_new_server_goes_on_where_the_old_one_was(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table = await begin(browser)
        await table.play("draw", "draw", "draw")
        await table.ask("undo", count=2)
        await table.ask("pause")
        before = await sit(browser, table_id_of(table))
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = browser.http.cookies
        after = await sit(again, table_id_of(table))
        assert after.told == before.told
        assert (await after.ask("redo", count=2))["moves"] == ["draw", "draw"]


async def test_kill_9_loses_no_action_that_was_shown(
    processes: list[subprocess.Popen[str]],  # noqa: F811
    visit: Visit,
    tmp_path: Path,
) -> None:
    data = tmp_path / "data.sqlite3"
    cookies: httpx.Cookies | None = None
    seen: dict[str, list[dict[str, Any]]] = {}
    for round_number in range(3):
        process, address = await asyncio.to_thread(start, processes, data)
        browser = visit(address)
        if cookies is not None:
            browser.http.cookies = cookies
        tables = [*seen, *[await set_up(browser, deal=str(round_number * 7 + n)) for n in range(2)]]
        cookies = browser.http.cookies
        enough = Countdown(40)
        players = [asyncio.create_task(play_until_cut(browser, table_id, enough)) for table_id in tables]
        async with asyncio.timeout(SECONDS):
            await enough.reached.wait()
        process.send_signal(signal.SIGKILL)
        for table_id, events in zip(tables, await asyncio.gather(*players), strict=True):
            seen.setdefault(table_id, []).extend(events)
        store = Store(data)
        for table_id, events in seen.items():
            stored = await store.tables.get(table_id)
            assert stored is not None
            texts = {move.ply: move.text for move in stored.moves}
            assert list(texts) == list(range(1, len(texts) + 1))
            for event in events:
                assert texts[event["ply"]] == event["action"]
            restore(stored)
        store.close()


async def play_until_cut(browser: Browser, table_id: str, countdown: Countdown) -> list[dict[str, Any]]:
    """Play arbitrary moves until the connection is cut, and return every event shown."""
    chance = random.Random(table_id)
    events: list[dict[str, Any]] = []
    try:
        table = await sit(browser, table_id)
        while table.told["view"]["result"] is None:
            state = table.told["state"]
            if state["can_undo"] and chance.random() < 0.2:
                answer = await table.ask("undo", count=chance.randint(1, 3))
            elif state["can_redo"] and chance.random() < 0.5:
                answer = await table.ask("redo")
            else:
                answer = await table.ask("move", move=chance.choice(table.told["view"]["legal"]))
            assert answer["type"] == "event", answer
            events.append(answer)
            countdown.tick(answer)
    except ConnectionClosed:
        pass
    return events


async def test_two_servers_on_one_file_lose_nothing(serve: Serve, visit: Visit) -> None:
    async with serve() as first, serve() as second:
        browser = visit(first.address)
        here = await begin(browser)
        other = visit(second.address)
        other.http.cookies = browser.http.cookies
        there = await sit(other, table_id_of(here))
        await here.play("draw")
        # The other server has not heard of it: its page is sent the current table and a refusal because its move came
        # late.
        late = await there.ask("move", move="draw")
        assert (late["type"], late["ply"]) == ("snapshot", 1)
        assert (await there.page.get())["code"] == "stale"
        assert (await there.play("draw"))["ply"] == 2


@needs_postgresql
async def test_two_processes_show_the_same_game(several: Processes, visit: Visit) -> None:  # noqa: F811
    addresses = [await several.start(), await several.start()]
    browser = visit(addresses[0])
    here = await begin(browser)
    other = visit(addresses[1])
    other.http.cookies = browser.http.cookies
    there = await sit(other, table_id_of(here))
    for _turn in range(3):
        await here.play("draw")
        assert (await there.next())["view"] == here.told["view"]
        await there.play("draw")
        assert (await here.next())["view"] == there.told["view"]
    await here.ask("undo", count=6)
    assert (await there.next())["action"] == "undo:6"
    several.kill(0)
    assert (await there.play("draw"))["type"] == "event"


async def test_what_cannot_be_stored_is_not_shown(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(browser)
    await table.play("draw")

    async def fail(*_arguments: Any) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(server.store.tables, "add_move", fail)
        shown = await table.ask("move", move="draw")
        assert (shown["type"], shown["ply"]) == ("snapshot", 1)
        assert (await table.page.get())["code"] == "not_stored"
        hint = await table.ask("hint")
        assert (hint["type"], hint["ply"]) == ("snapshot", 1)
        assert (await table.page.get())["code"] == "not_stored"
    assert (await table.play("draw"))["ply"] == 2


@pytest.fixture
def played() -> Played:
    return Played(Rules(), Deal(13, "any"))


def test_the_clock_counts_from_the_first_move_and_no_long_rest(played: Played) -> None:
    played.act("hint", 1_000)
    assert played.elapsed(90_000) == 0
    played.act("draw", 100_000)
    assert (played.elapsed(101_500), played.counts_on(101_500)) == (1_500, LONGEST_MS - 1_500)
    played.act("pause", 102_000)
    assert (played.elapsed(900_000), played.counts_on(900_000)) == (2_000, 0)
    played.act("hint", 950_000)
    assert played.elapsed(960_000) == 2_000
    played.act("draw", 1_000_000)
    played.act("draw", 1_001_000)
    assert played.elapsed(1_001_000) == 3_000
    played.act("draw", 9_000_000)
    assert (played.elapsed(9_000_000), played.counts_on(9_000_000)) == (3_000 + LONGEST_MS, LONGEST_MS)
    played.act("give_up", 9_001_000)
    assert played.elapsed(99_000_000) == played.result()["time"] == 4_000 + LONGEST_MS
    # A computer's clock that is set back takes no time away.
    again = Played(Rules(), Deal(13, "any"))
    again.act("draw", 1_000)
    again.act("draw", 500)
    assert again.elapsed(500) == 0


def test_a_game_knows_what_was_seen(played: Played) -> None:
    played.act("draw", 0)
    (top,) = played.game.view().waste
    played.act("undo", 0)
    assert played.known.stock == (top, *[None] * 23)
    for _card in range(24):
        played.act("draw", 0)
    played.act("redeal", 0)
    assert played.known.stock == tuple(played.game.position.to_json()["stock"])
    assert played.known.tableau == tuple((None,) * count for count in range(7))
