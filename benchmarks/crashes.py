"""Kill -9 at random moments under load, again and again: ``.venv/bin/python -m benchmarks.crashes``.

One server process with SQLite; if SPITE_DATABASE and SPITE_REDIS give a PostgreSQL and a Redis, two processes that
share them, one of which is killed each time. At the end every acknowledged move must be stored, every table must go on,
and every finished game's record must verify.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import uvloop

from benchmarks.people import Pair, Server, sit_down
from spite_and_malice.server.store import Store

KILLS: Final = 100
PAIRS: Final = 20
PACE: Final = 0.01
LONGEST: Final = 0.6
"""The most seconds between everybody's return and the next kill."""
_LONGEST_SECONDS: Final = 60.0
_SOON: Final = 0.02


@dataclass(frozen=True)
class Crashes:
    """The findings after the kills; all but the first three should be 0."""

    processes: int
    kills: int
    acknowledged: int
    lost: int
    """Acknowledged moves that are not stored, or not as reported."""
    stuck: int
    """Tables at which nobody could move any longer."""
    finished: int
    faulty: int
    """Finished games whose record does not verify, of `finished`."""


def crash(kills: int = KILLS, pairs: int = PAIRS, seed: int | None = None) -> Crashes:
    """Kill a server a number of times while pairs of people play.

    Raises the error that keeps a server from starting.
    """
    return uvloop.run(_crash(kills, pairs, Random(seed)))


async def _crash(kills: int, count: int, random: Random) -> Crashes:
    shared = os.environ.get("SPITE_DATABASE")
    with tempfile.TemporaryDirectory() as folder:
        data = None if shared else Path(folder) / "games.sqlite3"
        servers = [await asyncio.to_thread(Server, data) for _ in range(2 if shared else 1)]
        pairs = [Pair(PACE) for _ in range(count)]
        try:
            await sit_down(pairs, [server.host for server in servers])
            await asyncio.gather(*(pair.start() for pair in pairs))
            for _ in range(kills):
                await asyncio.sleep(random.random() * LONGEST)
                number = random.randrange(len(servers))
                await asyncio.to_thread(servers[number].kill)
                servers[number] = await asyncio.to_thread(Server, data)
                await _come_back(pairs, [server.host for server in servers])
            stuck = await stuck_pairs(pairs)
            for pair in pairs:
                pair.close()
            finished, faulty = await asyncio.to_thread(_check_records, servers[0].host, pairs)
        finally:
            for server in servers:
                server.stop()
        lost = await lost_moves(shared or Path(folder) / "games.sqlite3", pairs)
        return Crashes(
            len(servers), kills, sum(len(pair.acknowledged) for pair in pairs), lost, stuck, finished, faulty
        )


async def _come_back(pairs: Sequence[Pair], hosts: Sequence[str]) -> None:
    """Reconnect everybody whose connection was cut."""

    async def back(pair: Pair) -> None:
        for person in pair.people:
            if person.is_cut:
                await person.connect(hosts[person.seat % len(hosts)])

    await _until(lambda: all(person.is_cut for pair in pairs for person in pair.people) or len(hosts) > 1)
    await asyncio.gather(*map(back, pairs))


async def stuck_pairs(pairs: Sequence[Pair]) -> int:
    """Return how many pairs can no longer move."""
    for pair in pairs:
        pair.forget()
    await _until(lambda: all(pair.moves > 1 for pair in pairs))
    return sum(pair.moves <= 1 for pair in pairs)


async def _until(done: Callable[[], bool]) -> None:
    """Wait until a condition holds, or for at most the time limit."""
    end = time.monotonic() + _LONGEST_SECONDS
    while not done() and time.monotonic() < end:
        await asyncio.sleep(_SOON)


def _check_records(host: str, pairs: Sequence[Pair]) -> tuple[int, int]:
    """Have the server replay all finished games from their records; return the numbers of all and of faulty ones."""
    finished = faulty = 0
    for pair in pairs:
        for game in range(1, max((game for game, _ in pair.acknowledged), default=0)):
            with urllib.request.urlopen(
                f"http://{host}/api{pair.path.replace('/table/', '/tables/')}/games/{game}/check"
            ) as answer:
                faulty += bool(json.load(answer)["faults"])
                finished += 1
    return finished, faulty


async def lost_moves(location: str | Path, pairs: Sequence[Pair]) -> int:
    """Return how many acknowledged moves are not stored as reported."""
    store = Store(location)
    lost = 0
    try:
        for pair in pairs:
            table_id = pair.path.rpartition("/")[2]
            for number in {game for game, _ in pair.acknowledged}:
                game = await store.tables.game(table_id, number)
                stored = {} if game is None else {move.ply: f"{move.seat} {move.text}" for move in game.moves}
                told = {ply: text for (of, ply), text in pair.acknowledged.items() if of == number}
                lost += sum(stored.get(ply) != text for ply, text in told.items())
    finally:
        store.close()
    return lost


def main() -> None:
    """Kill, check, and print; exits with code 1 if anything was lost."""
    found = crash()
    sys.stdout.write(
        f"{found.kills} times kill -9 of one of {found.processes} processes: "
        f"{found.acknowledged:,} acknowledged moves, {found.lost} lost; {found.stuck} of {PAIRS} tables stuck; "
        f"{found.faulty} faulty records of {found.finished} finished games\n"
    )
    sys.exit(1 if found.lost or found.stuck or found.faulty else 0)


if __name__ == "__main__":
    main()
