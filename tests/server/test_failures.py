"""What fails below a table is told to its pages, and nothing that was not stored is ever shown."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.server.clients import QUEUE, Client
from spite_and_malice.server.computers import FALLBACK
from spite_and_malice.server.outgoing import Pong
from spite_and_malice.server.workers import Workers

from .conftest import Browser, RunningServer, Serve, Visit
from .play import discard, is_event, to_my_turn


@asynccontextmanager
async def refusing_writes(server: RunningServer, table: str = "moves") -> AsyncIterator[None]:
    """Let the database refuse every new move, or new row of another table, as a full disk would."""
    alter(server, f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(FAIL, 'disk is full'); END")
    yield
    alter(server, "DROP TRIGGER full")


def alter(server: RunningServer, statement: str) -> None:
    """Change the schema behind the server's back."""
    with closing(sqlite3.connect(server.store.name, isolation_level=None)) as connection:
        connection.execute(statement)


async def test_a_move_that_cannot_be_stored_is_not_shown_and_can_be_tried_again(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    watcher = await visit(server.address).open(table_id)
    await watcher.hello()
    move = discard(state["view"]["legal"])
    async with refusing_writes(server):
        back = await page.move(state, move)
        refused = await page.get()
        assert (back["type"], back["version"]) == ("snapshot", state["version"])
        assert (refused["type"], refused["ply"]) == ("refused", state["ply"])
    event = await page.move(state, move)
    assert (event["type"], event["version"]) == ("event", state["version"] + 1)
    seen = await watcher.get_until(is_event)
    assert seen["version"] == state["version"] + 1


async def test_a_first_deal_that_could_not_be_stored_is_made_as_soon_as_it_can_be(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await page.greet()
    async with refusing_writes(server, "games"):
        assert (await page.contribute(state))["type"] == "accepted"
        # The pages are shown the table as it is stored: nothing is dealt.
        assert (await page.get_until(lambda message: message["type"] == "snapshot"))["view"] is None
        # Who comes and goes meanwhile changes nothing about that.
        passer_by = await visit(server.address).open(table_id)
        await passer_by.greet()
        await passer_by.get_until(lambda message: message["type"] == "snapshot")
        await passer_by.connection.close()
        await page.people(lambda people: people["watching"] == 0)
    dealt = await page.get_until(lambda message: message["type"] == "snapshot" and message["view"] is not None)
    assert dealt["game"] == 1


async def test_a_table_that_cannot_be_read_sends_its_pages_away_and_comes_back(
    server: RunningServer, browser: Browser
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    alter(server, "ALTER TABLE moves RENAME TO moved")
    away = await page.move(state, discard(state["view"]["legal"]))
    assert (away["type"], away["code"]) == ("refused", "unavailable")
    assert await page.closed() == 1013
    nobody = await browser.open(table_id)
    assert (await nobody.get())["code"] == "unavailable"
    assert await nobody.closed() == 1013
    alter(server, "ALTER TABLE moved RENAME TO moves")
    back = await (await browser.open(table_id)).hello()
    assert (back["version"], back["view"]["legal"]) == (state["version"], state["view"]["legal"])


@pytest.mark.parametrize("answer", ["dies", "errs", "cheats"])
async def test_a_computer_player_that_fails_never_holds_the_game_up(
    serve: Serve, visit: Visit, tmp_path: Path, answer: str
) -> None:
    script = tmp_path / "player.py"
    script.write_text(
        "import sys, os\n"
        "for line in sys.stdin:\n"
        f"    if {answer!r} == 'dies': os._exit(1)\n"
        f'    print(\'{{"error": "lost"}}\' if {answer!r} == \'errs\' else \'{{"move": "S9-C9"}}\', flush=True)\n'
    )
    async with serve(Workers(1, [sys.executable, str(script)])) as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        state = await page.move(state, discard(state["view"]["legal"]))
        await to_my_turn(page, state)
        stored = await server.store.table(table_id)
    assert stored is not None
    notes: dict[int, set[Any]] = {0: set(), 1: set()}
    for move in stored.moves:
        notes[move.seat].add(move.note)
    assert notes == {0: {None}, 1: {FALLBACK}}


async def test_a_page_that_reads_nothing_gets_a_snapshot_in_place_of_what_it_missed() -> None:
    client = Client("owner")
    for _ in range(QUEUE + 5):
        client.send(Pong())
    assert client.behind
    assert await client.next_text() is None
    client.catch_up(Pong())
    assert await client.next_text() == '{"type":"pong"}'
    client.close(4000, Pong())
    client.send(Pong())
    assert [await client.next_text(), await client.next_text()] == ['{"type":"pong"}', None]
    assert client.close_code == 4000
