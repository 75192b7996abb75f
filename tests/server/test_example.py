"""The example client of docs/protocol.md plays whole games like a third-party program: in a separate process."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from .conftest import RunningServer, Visit
from .people import OPEN

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
SECONDS = 120.0


async def run(*arguments: str, code: int = 0) -> str:
    """Run the bot to its end, check the exit code, and return its output."""
    # The folder that policies in tests are imported from.
    environment = {**os.environ, "PYTHONPATH": str(BOT.parents[1])}
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), *arguments, stdout=PIPE, stderr=PIPE, env=environment
    )
    async with asyncio.timeout(SECONDS):
        out, errors = await process.communicate()
    assert process.returncode == code, errors.decode()
    return (errors if code else out).decode()


async def test_a_bot_plays_a_game_against_a_computer_player(server: RunningServer, visit: Visit) -> None:
    said = re.fullmatch(r"/table/(\S+): (payoff|stock|stalemate), won by .+\n", await run(f"http://{server.address}"))
    assert said is not None
    check = (await visit(server.address).http.get(f"/api/tables/{said[1]}/games/1/check")).json()
    assert check["faults"] == []
    assert check["actions"] > 10


async def test_a_policy_plays_at_a_table(server: RunningServer) -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed")
    said = await run(f"http://{server.address}", "--policy", "tests.interop.policies:to_the_centre")
    assert re.fullmatch(r"/table/(\S+): (payoff|stock|stalemate), won by .+\n", said)
    said = await run(f"http://{server.address}", "--policy", "nowhere:policy", code=1)
    assert said.startswith("'nowhere:policy' is no policy")


async def test_two_bots_meet_at_a_table(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    body = {"preset": "standard", "rules": {"payoff": 3}, "settings": {"start": "full"}}
    table_id = await host.table([OPEN, OPEN], **body)
    address = f"http://{server.address}/table/{table_id}"
    said = await asyncio.gather(run(address, "--name", "Robo"), run(address, "--name", "Marvin"))
    assert said[0] == said[1]
    record = (await host.http.get(f"/api/tables/{table_id}/games/1/record")).text
    assert set(re.findall(r'person "(\w+)"', record)) == {"Robo", "Marvin"}


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "http://127.0.0.1:1", "http://127.0.0.1:1/table/kX3vJ0bqTn2y", "table"]
)
async def test_an_address_where_nobody_is_gets_a_sentence(address: str) -> None:
    said = await run(address, code=1)
    assert said.startswith(f"{address} could not be played at: ")
    assert "Name a server as http://" in said
    assert "Traceback" not in said


async def test_a_table_that_is_none_gets_a_sentence(server: RunningServer) -> None:
    said = await run(f"http://{server.address}/table/none", code=1)
    assert said == "The table refused: There is no table at this address.\n"
