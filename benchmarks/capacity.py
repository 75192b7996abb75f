"""How far a server goes: ``.venv/bin/python -m benchmarks.capacity PART [SIZE]``.

Parts: ``processes`` (1, 2 and 4 of them on the PostgreSQL and Redis given by SPITE_DATABASE and SPITE_REDIS, SIZE
tables of two people who move as fast as they can), ``tables`` (SIZE live tables, one page at each), ``pages`` (SIZE
pages that only watch, at twenty tables), ``stored`` (SIZE stored tables, one person with a two hundredth of them).
Processor time and memory are measured, so a busy machine only makes it take longer; latencies need an idle one.
docs/capacity.md has the results and conclusions.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import uvloop

from benchmarks.people import SEATS, Pair, Server, new_table, sit_down
from benchmarks.wire import Wire
from spite_and_malice.server.features.daily.deal import day_table
from spite_and_malice.server.http.identity import hash_token
from spite_and_malice.server.store import Store

SECONDS: Final = 15.0
ASKED: Final = 50
"""How often each page of a full database is requested."""

FIRST: Final = "the first page"
HOME: Final = "home"
DAY: Final = "deal of the day"
OWN_GAMES: Final = "games"
HELD: Final = {FIRST: 10.0, DAY: 2.0, OWN_GAMES: 3.0}
"""The processor time that other pages may take, as a multiple of the home page's, and that of the first page."""
QUIET: Final = 2.0
"""After this many seconds without processor use, a server has preloaded the data for its first pages."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_TABLES_WATCHED: Final = 20
_SHARE: Final = 200
"""One person has one table in this many."""
_TODAY: Final = 3000
"""The most tables of the deal of the day."""
_OTHERS: Final = 1000
"""People who share the other tables."""


@dataclass(frozen=True)
class Together:
    """The moves that some processes carried out together; seconds by the clock and of processors."""

    processes: int
    moves: int
    seconds: float
    server_seconds: float
    database_seconds: float
    median: float
    p99: float


def cpu_of(program: str) -> float:
    """Return the processor seconds that all processes of a program have used."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text(encoding="ascii").partition(" (")[2].rpartition(")")
        except (OSError, UnicodeDecodeError):
            continue
        if name.startswith(program):
            fields = rest.split()
            total += int(fields[11]) + int(fields[12])
    return total / _TICKS


def processes(count: int, tables: int, crosswise: bool = False) -> Together:
    """Return what so many processes carry out for pairs who move as soon as they can.

    Both of a pair are at the same process, as with a proxy that routes by table, or ``crosswise`` at two.
    """
    return uvloop.run(_processes(count, tables, crosswise))


async def _processes(count: int, tables: int, crosswise: bool) -> Together:
    servers = [Server(None) for _ in range(count)]
    try:
        pairs = [Pair(0.0) for _ in range(tables)]
        hosts = [server.host for server in servers]
        if crosswise:
            await sit_down(pairs, hosts)
        else:
            for number, host in enumerate(hosts):
                await sit_down(pairs[number::count], [host])
        await asyncio.gather(*(pair.start() for pair in pairs))
        await asyncio.sleep(3.0)
        for pair in pairs:
            pair.forget()
        began, used, database = time.perf_counter(), _used(servers), cpu_of("postgres")
        await asyncio.sleep(SECONDS)
        received = [latency for pair in pairs for latency in pair.received]
        found = Together(
            count,
            sum(pair.moves for pair in pairs),
            time.perf_counter() - began,
            _used(servers) - used,
            cpu_of("postgres") - database,
            statistics.median(received),
            statistics.quantiles(received, n=100)[98],
        )
        for pair in pairs:
            pair.close()
        return found
    finally:
        for server in servers:
            server.stop()


def _used(servers: Sequence[Server]) -> float:
    return sum(server.cpu_seconds() for server in servers)


def live_tables(count: int) -> float:
    """Return the bytes that a live table with one page takes."""
    return uvloop.run(_looked_at(count, count))


def idle_pages(count: int) -> float:
    """Return the bytes taken by a page that only watches."""
    return uvloop.run(_looked_at(_TABLES_WATCHED, count))


async def _looked_at(tables: int, pages: int) -> float:
    """Return the bytes that the last four fifths of a number of pages took, with the tables opened for them."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite3")
        try:
            paths = [new_table(server.host, secrets.token_urlsafe(32), SEATS) for _ in range(tables)]
            wires: list[Wire] = []
            first = pages // 5
            before = 0
            for number in range(pages):
                if number == first:
                    await asyncio.sleep(1.0)
                    before = server.memory()
                wire = Wire(server.host, f"{paths[number % tables]}/ws", secrets.token_urlsafe(32), lambda _: None)
                await wire.open(server.host)
                wire.send(b'{"type":"hello","version":null,"game":null}')
                wires.append(wire)
                await asyncio.sleep(0)
            await asyncio.sleep(2.0)
            taken = server.memory() - before
            for wire in wires:
                wire.close()
            return taken / (pages - first)
        finally:
            server.stop()


@dataclass(frozen=True)
class Cost:
    """The cost of a page, in seconds; the first time and later, by the clock and of the processor."""

    first: float
    first_cpu: float
    median: float
    cpu: float

    def __str__(self) -> str:
        first = f"first {self.first * 1000:.0f} ms, {self.first_cpu * 1000:.0f} ms of processor"
        return f"{first}; then {self.median * 1000:.1f} ms, {self.cpu * 1000:.1f} ms of processor"


def beyond(costs: Mapping[str, Cost]) -> Iterator[str]:
    """Yield in words which pages cost more than allowed, relative to the home page."""
    home = costs[HOME]
    for what, most in HELD.items():
        cost = home.first_cpu if what == FIRST else costs[what].cpu
        if (ratio := cost / home.cpu) > most:
            yield f"{what} takes {ratio:.1f} times the processor of the home page: more than {most:g}"


def stored(count: int) -> Iterator[str]:
    """Yield the costs of pages with a number of stored tables, and the size of the file.

    Raises SystemExit if pages cost more than they may.
    """
    os.environ["SPITE_WORKS_AHEAD"] = "no"
    costs: dict[str, Cost] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        token = secrets.token_urlsafe(32)
        uvloop.run(begin(path))
        began = time.perf_counter()
        own = fill(path, count, hash_token(token))
        yield f"{count:,} tables written in {time.perf_counter() - began:.0f} s; {path.stat().st_size >> 20:,} MB"
        began = time.perf_counter()
        server = Server(path)
        yield f"start: {time.perf_counter() - began:.2f} s"
        try:
            used = 0.0
            while (now := server.cpu_seconds()) > used:
                used = now
                time.sleep(QUIET)
            for what, of, ask in (
                (HOME, "", "/"),
                (OWN_GAMES, f" of who has {own:,}", "/games"),
                ("their list as JSON", "", "/api/tables"),
                ("open tables", "", "/open"),
                (DAY, f", {min(count // 2, _TODAY):,} played", "/day"),
            ):
                costs[what] = _cost(server, ask, token)
                yield f"{what}{of}: {costs[what]}, {costs[what].cpu / costs[HOME].cpu:.1f} of home"
            yield f"memory: {server.memory() >> 20} MB"
            if too_much := list(beyond(costs)):
                raise SystemExit("\n".join(too_much))
        finally:
            server.stop()


async def begin(path: Path) -> None:
    """Make a database with one table, to be copied."""
    store = Store(path)
    day = datetime.now(UTC).date().isoformat()
    table = day_table("nobody", "Ada", day, await store.days.secret(day))
    await store.tables.add(table.row, table.seal, table.summary, table.newest.row)
    store.close()


def fill(path: Path, count: int, owner: str) -> int:
    """Copy the only table of a database many times, as finished games; return how many belong to ``owner``."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    mine = max(1, count // _SHARE)

    def person(number: int) -> str:
        return owner if number < mine else f"{number % _OTHERS:064x}"

    def id_of(number: int) -> str:
        return f"t{number:015d}"

    def copied(table: str, change: Callable[[int, dict[str, object]], dict[str, object]]) -> None:
        cursor = connection.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        marks = ", ".join("?" * len(names))
        connection.execute("BEGIN")
        connection.executemany(
            f"INSERT INTO {table} VALUES ({marks})",
            (tuple((row | change(number, row)).values()) for number in range(count) for row in rows),
        )
        connection.execute("COMMIT")

    result = json.dumps({"reason": "payoff", "winners": [0], "scores": [12, 0]})
    today = datetime.now(UTC).date().isoformat()
    first_of_others = mine + _TODAY
    copied(
        "tables",
        lambda number, row: {
            "id": id_of(number),
            "owner": person(number) if number >= first_of_others or number < mine else f"{number:064x}",
            "day": today if mine <= number < first_of_others else None,
            "turn": None,
            "changed_at": 1_700_000_000_000 + number,
            "match_over": 1,
        },
    )
    copied(
        "seats",
        lambda number, row: {
            "table_id": id_of(number),
            "owner": None
            if row["owner"] is None
            else (f"{number:064x}" if mine <= number < first_of_others else person(number)),
        },
    )
    copied("seals", lambda number, row: {"table_id": id_of(number)})
    copied(
        "games",
        lambda number, row: {
            "id": number + 2,
            "table_id": id_of(number),
            "ended_at": 1_700_000_000_000 + number,
            "result": result,
            "stand_ins": "[]",
        },
    )
    connection.execute("ANALYZE")
    connection.close()
    return mine


def _cost(server: Server, path: str, token: str) -> Cost:
    """Return the cost of a page."""
    import http.client

    asking = http.client.HTTPConnection(server.host, timeout=120.0)
    headers = {"authorization": f"Bearer {token}", "accept": "text/html" if not path.startswith("/api") else "*/*"}

    def ask() -> float:
        began = time.perf_counter()
        asking.request("GET", path, headers=headers)
        answer = asking.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path} was answered with {answer.status}")
        return time.perf_counter() - began

    before = server.cpu_seconds()
    first = ask()
    used = server.cpu_seconds()
    times = [ask() for _ in range(ASKED)]
    cost = (server.cpu_seconds() - used) / ASKED
    asking.close()
    return Cost(first, used - before, statistics.median(times), cost)


def main() -> None:
    """Measure one part and print it."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    size = (
        int(sys.argv[2])
        if len(sys.argv) > 2
        else {"processes": 200, "tables": 5000, "pages": 2000}.get(part, 1_000_000)
    )
    if part == "processes":
        for count, crosswise in ((1, False), (2, False), (4, False), (2, True)):
            found = processes(count, size, crosswise)
            where = ", each table at both" if crosswise else ""
            _print(
                f"{found.processes} processes{where}: {found.moves / found.seconds:,.0f} moves/s, "
                f"{found.moves / found.server_seconds:,.0f} a second of the servers' processors, "
                f"{found.moves / found.database_seconds:,.0f} of the database's; "
                f"median {found.median * 1000:.1f} ms, 99th percentile {found.p99 * 1000:.0f} ms"
            )
    elif part == "tables":
        _print(f"a live table with a page: {live_tables(size) / 1024:.0f} KB, of {size:,}")
    elif part == "pages":
        _print(f"a page that looks on: {idle_pages(size) / 1024:.0f} KB, of {size:,}")
    elif part == "stored":
        for line in stored(size):
            _print(line)
    else:
        sys.exit(__doc__)


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
