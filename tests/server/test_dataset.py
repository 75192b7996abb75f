"""A data set of people's games: only of people who all agreed, without anything that identifies them, and complete."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import spite_and_malice as sm
from spite_and_malice.cli import main
from spite_and_malice.server.games.spite.dataset import SPLITS, part_of
from spite_and_malice.server.store.admin.dataset import agrees

from .conftest import Browser, Serve, Visit
from .people import OPEN, PERSON
from .play import choose, finish, is_event

YES = '{"research": true, "deck": "large"}'


async def account(browser: Browser, settings: str | None) -> None:
    """Make an account, with settings of its own if there are any."""
    await browser.http.get("/api/me")
    assert (await browser.http.post("/api/me", json={})).status_code == 201
    if settings is not None:
        body = {"settings": {"spite.settings": settings}, "revision": 0}
        assert (await browser.http.put("/api/me/settings", json=body)).status_code == 200


async def play_alone(browser: Browser, name: str) -> str:
    """Play a short game against a computer player and return its table."""
    seats = [{"kind": "person", "name": name}, {"kind": "computer", "player": "greedy"}]
    table_id = await browser.table(seats, preset="standard", rules={"payoff": 1})
    page = await browser.open(table_id)
    await finish(page, await page.hello())
    return table_id


async def write(data: Path, folder: Path, *more: str) -> Result:
    arguments = ["admin", "--data", str(data), "dataset", str(folder), *more]
    return await asyncio.to_thread(CliRunner().invoke, main, arguments, env={"LANGUAGE": "en"})


def texts(folder: Path) -> Iterator[str]:
    for file in sorted(folder.iterdir()):
        yield file.read_text(encoding="utf-8")


async def test_only_games_of_people_who_all_agree_are_written_without_their_names(
    serve: Serve, visit: Visit, tmp_path: Path
) -> None:
    data = tmp_path / "data.sqlite3"
    async with serve() as server:
        willing, refusing, silent, stranger = (visit(server.address) for _ in range(4))
        await account(willing, YES)
        await account(refusing, '{"research": false}')
        await account(silent, None)
        tables = [await play_alone(willing, "Wilhelmina"), await play_alone(willing, "Wilhelmina")]
        for browser in (refusing, silent, stranger):
            await play_alone(browser, "Nobodaddy")
        # With somebody who has not agreed, and with a guest at the same device.
        shared = await willing.table([PERSON, OPEN], preset="standard", rules={"payoff": 1}, settings={"start": "full"})
        await two_play(willing, refusing, shared)
        folder = tmp_path / "dataset"
        result = await write(data, folder, "--licence", "CC BY 4.0")
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith("2 games are in")
        again = await write(data, folder)
        assert again.exit_code == 2
        assert "is there already" in again.stderr
    everything = "".join(texts(folder))
    assert "Wilhelmina" not in everything
    assert "Nobodaddy" not in everything
    assert not any(table_id in everything for table_id in tables)
    assert '"Person 1"' in everything
    assert "Person 2" not in "".join(path.read_text() for path in folder.glob("*.txt"))
    assert "CC BY 4.0" in (folder / "README.md").read_text(encoding="utf-8")
    records = [record for file in folder.glob("*.txt") for record in sm.read_records(file)]
    assert len(records) == 2
    for record in records:
        assert sm.verify(str(record)) == ()
        assert (record.table, record.number, record.started) == (None, None, None)
        times = [action.time for action in record.actions]
        assert all(time is not None and 0 <= time < 600_000 for time in times)
        assert times == sorted(times, key=lambda time: time or 0)


async def two_play(one: Browser, other: Browser, table_id: str) -> None:
    """Have two people play a game at a table to its end."""
    pages = [await one.open(table_id), await other.open(table_id)]
    for page in pages:
        await page.greet()
    assert (await pages[1].ask("sit", seat=1, name="Nobodaddy"))["type"] == "accepted"
    for page in pages:
        await page.contribute({"game": 0})
    states: list[dict[str, Any]] = [
        await page.get_until(lambda message: message["type"] == "snapshot" and message["view"] is not None)
        if page.snapshot is None or page.snapshot["view"] is None
        else page.snapshot
        for page in pages
    ]
    while states[0]["view"]["result"] is None:
        turn = states[0]["view"]["turn"]
        event = await pages[turn].ask(
            "move", game=1, ply=states[turn]["ply"], move=choose(states[turn]["view"]["legal"])
        )
        assert event["type"] == "event", event
        states = [event if seat == turn else await page.get_until(is_event) for seat, page in enumerate(pages)]


@pytest.mark.parametrize("kept", ["", "[]", "7", '{"research": "yes"}', '{"research": 1}', "null", "{"])
def test_whatever_else_an_account_keeps_is_no_yes(kept: str) -> None:
    assert agrees(json.dumps({"spite.settings": YES}))
    assert not agrees(json.dumps({"spite.settings": kept}))
    assert not agrees(kept)


def test_all_games_of_a_table_are_in_one_part_and_the_parts_have_their_shares() -> None:
    parts = [part_of(f"table-{number}") for number in range(4000)]
    assert part_of("table-1") == parts[1]
    for name, share in SPLITS:
        assert abs(parts.count(name) / 4000 - share) < 0.03
