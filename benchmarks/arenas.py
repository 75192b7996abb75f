"""An arena of many people: how long pairing takes, and its effect on others at their own tables.

Measures tables of others in the same run with and without the arena, and beside them as many pairs at a server that
only passes moves on (benchmarks/relay.py). One process with SQLite; if SPITE_DATABASE and SPITE_REDIS give a PostgreSQL
and a Redis, two that share them, with a Ray cluster to think for some of the tables. All share this machine's cores;
benchmarks/arenas.md has the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import secrets
import statistics
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec
import uvloop

from benchmarks import relay
from benchmarks.capacity import cpu_of
from benchmarks.cluster import free_port, local_cluster
from benchmarks.crashes import lost_moves, stuck_pairs
from benchmarks.crowd import Called, Counts, Http, Said, Summary, hosts_of
from benchmarks.people import SEATS, Pair, Person, Program, Server, new_table
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.tournaments.rounds import next_pairings
from spite_and_malice.server.store import Store, Tournament

PEOPLE: Final = 1000
TABLES: Final = 40
AGAINST_COMPUTERS: Final = 4
"""So many of the tables are against a computer player that thinks on the cluster, where there is one."""
SECONDS: Final = 30.0
PACE: Final = 1.0
"""Seconds from the start of a turn to the move, at the tables beside the arena and at the relay."""

_THINKER: Final = "master"
_CORES: Final = 2
_NICENESS: Final = 5
"""The cluster and the people of the arena stand for other machines, and give way to the servers."""
_LONG_SECONDS: Final = 900.0
_AGAIN_SECONDS: Final = 1.0
"""After so long deploy/spite@.service starts a process again that has died."""


@dataclass(frozen=True)
class Moves:
    """Some seconds at the tables beside the arena and at the relay; latencies in seconds."""

    moves: int
    median: float
    p99: float
    relay_median: float
    relay_p99: float
    cores: list[float]
    """The share of a core that each server process used, then the database, then the relay."""
    thoughts: int
    thinking: float
    """Seconds that a move of the computer players took on average, waiting included."""
    load: float


@dataclass
class Arena:
    """The measurements."""

    people: int
    without: Moves
    first: float
    """Seconds until all had the table of their first game."""
    first_cpu: float
    within: Moves
    games: int
    """Games of the arena that ended while it was measured."""
    called: list[float]
    """Seconds from becoming free to learning of the table, for each of the two."""
    paired: list[float]
    """Seconds from when both were free until they were paired, for each game."""
    pairing: float
    """Processor seconds to pair everybody at once, in the tournament as it is at the end."""
    reading: float
    """Processor seconds to read it for that."""
    crowd: Summary
    acknowledged: int
    lost: int
    """Moves acknowledged and lost at the tables beside the arena."""
    standing: int
    """Tables beside the arena at which nobody moved any longer at the end."""
    thought_again: int


class _Solo(Pair):
    """A person opposite a computer player that thinks."""

    def __init__(self) -> None:
        super().__init__(PACE)
        self.people = [Person(self, 0)]

    async def sit_down(self, hosts: Sequence[str]) -> None:
        seats = [SEATS[0], {"kind": "computer", "player": _THINKER}]
        self.path = await asyncio.to_thread(new_table, hosts[0], self.people[0].token, seats)
        await self.people[0].connect(hosts[0])
        self.people[0].say(type="contribute", id="contribute", game=1, contribution=secrets.token_hex(32))
        await asyncio.wait_for(self.people[0].dealt.wait(), 60)


class _Beside:
    """The tables beside the arena: who is cut off comes back, to another process if theirs does not answer."""

    def __init__(self, servers: Sequence[Server], against_computers: int) -> None:
        self.pairs: list[Pair] = [Pair(PACE) for _ in range(TABLES - against_computers)]
        self.pairs += [_Solo() for _ in range(against_computers)]
        self._hosts = [server.host for server in servers]
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        for number, pair in enumerate(self.pairs):
            await pair.sit_down([self._hosts[number % len(self._hosts)]])
        await asyncio.gather(*(pair.start() for pair in self.pairs))
        self._task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            for pair in self.pairs:
                for person in pair.people:
                    if person.is_cut:
                        await self._back(person, hosts_of(pair.path, self._hosts))

    async def _back(self, person: Person, hosts: Sequence[str]) -> None:
        for host in hosts:
            try:
                await person.connect(host)
                return
            except OSError:
                continue

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        for pair in self.pairs:
            pair.close()


class _Crowd:
    """The process with the people of the arena (`benchmarks.crowd`)."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.counts = Counts(0, 0, 0)
        self.called: list[Called] = []
        self.summary: Summary | None = None
        self.hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        assert self._process.stdout is not None
        decode = msgspec.json.Decoder(Said).decode
        while line := await self._process.stdout.readline():
            match decode(line):
                case Called() as called:
                    self.called.append(called)
                case Counts() as counts:
                    self.counts = counts
                case Summary() as summary:
                    self.summary = summary

    def tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n".encode())

    async def has(self, what: str, number: int) -> None:
        """Wait until so many are ``called``, or one of the counts has that value, and say how far it is."""
        began = said = time.monotonic()
        while (len(self.called) if what == "called" else getattr(self.counts, what)) < number:
            if self.hearing.done():
                raise RuntimeError("the people of the arena have failed")
            await asyncio.sleep(0.2)
            if time.monotonic() > said + 10:
                said = time.monotonic()
                _say(f"after {said - began:.0f} s {len(self.called)} have been called; {self.counts}")
            if said > began + _LONG_SECONDS:
                raise TimeoutError(f"{self.counts}")

    def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()


async def measured(people: int, seconds: float, *, kills: bool) -> Arena:
    """Return the cost of many people in an arena, and their effect on others."""
    database = os.environ.get("SPITE_DATABASE")
    if kills and not database:
        raise SystemExit("Only of two processes one can be killed: set SPITE_DATABASE and SPITE_REDIS.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        token = secrets.token_urlsafe(16)
        # Background work yields to the server, but people and server share the cores here.
        settings = {"SPITE_WORKS_AHEAD": "no", "SPITE_METRICS_TOKEN": token}
        location: str | Path = folder / "games.sqlite3"
        if database:
            location = database
            address, _ = stack.enter_context(local_cluster(_CORES, folder / "ray.log", niceness=_NICENESS))
            settings["SPITE_THINKING"] = address
        data = None if database else folder / "games.sqlite3"
        servers = [Server(data, settings, free_port()) for _ in range(2 if database else 1)]
        passing = Program("benchmarks.relay", "serve")
        stack.callback(passing.kill)
        stack.callback(_stop, servers)
        run = _Run(servers, passing, token, seconds, AGAINST_COMPUTERS if database else 0)
        try:
            await run.begin()
            without = await run.moves()
            _say(f"without the arena: {without}")
            host = Http([servers[0].host], secrets.token_urlsafe(32))
            form = {"name": "Arena", "system": "arena", "preset": "standard", "minutes": 60, "payoff": 1}
            made = await host.ask("POST", "/api/tournaments", form)
            crowd = await run.crowd(made["id"], people, location)
            began = time.perf_counter()
            await crowd.has("within", people)
            _say(f"all are in after {time.perf_counter() - began:.1f} s")
            await host.ask("POST", f"/api/tournaments/{made['id']}/start", {})
            began, used = time.perf_counter(), run.cpu()
            crowd.tell("play")
            await crowd.has("called", people - people % 2)
            first, first_cpu = time.perf_counter() - began, sum(run.cpu()) - sum(used)
            _say(f"all are called after {first:.1f} s; the servers have used {first_cpu:.1f} s")
            # By now games end and begin at all times.
            await asyncio.sleep(seconds)
            since, ended = time.time(), crowd.counts.ended
            restart = asyncio.create_task(_die(servers, settings)) if kills else None
            within = await run.moves(restart)
            _say(f"with the arena: {within}")
            games, called = (crowd.counts.ended - ended) // 2, [each for each in crowd.called if each.free_at >= since]
            standing = await stuck_pairs(run.beside.pairs)
            again = sum(run.figures("spite_thought_again_total").values())
            crowd.tell("end")
            await crowd.hearing
            assert crowd.summary is not None
            run.beside.close()
            store = Store(location)
            try:
                found = await store.tournaments.get(made["id"])
                assert found is not None
                pairing, reading = await _pairing(store, found)
                return Arena(
                    people,
                    without,
                    first,
                    first_cpu,
                    within,
                    games,
                    sorted(each.seconds for each in called),
                    _paired(found, called),
                    pairing,
                    reading,
                    crowd.summary,
                    sum(len(pair.acknowledged) for pair in run.beside.pairs),
                    await lost_moves(location, run.beside.pairs),
                    standing,
                    round(again),
                )
            finally:
                store.close()
        finally:
            run.close()


class _Run:
    """The servers, the tables beside the arena, and the relay with as many pairs."""

    def __init__(
        self, servers: list[Server], passing: Program, token: str, seconds: float, against_computers: int
    ) -> None:
        self.servers = servers
        self.beside = _Beside(servers, against_computers)
        self._passing = passing
        self._relayed = [relay.Pair(f"/{number}", passing.host, PACE) for number in range(TABLES)]
        self._token = token
        self._seconds = seconds
        self._crowd: _Crowd | None = None

    async def begin(self) -> None:
        """Let all sit down and play for a moment."""
        for pair in self._relayed:
            await pair.begin()
        await self.beside.begin()
        while self.servers[1:] and any(not of["cluster"] for of in self._workers()):
            # The first question starts a courier, which takes some seconds to come to the cluster.
            await asyncio.sleep(1)
        await asyncio.sleep(5)

    def _workers(self) -> list[dict[str, float]]:
        return [{"cluster": 0.0} | _figures(each.host, self._token, "spite_workers", "of") for each in self.servers]

    async def crowd(self, tournament: str, people: int, location: str | Path) -> _Crowd:
        """Start the people of an arena."""
        hosts = ",".join(server.host for server in self.servers)
        process = await asyncio.create_subprocess_exec(
            *("nice", "-n", str(_NICENESS), sys.executable, "-m", "benchmarks.crowd", hosts, tournament, str(people)),
            str(location),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._crowd = _Crowd(process)
        return self._crowd

    def cpu(self) -> list[float]:
        """Return the processor seconds that the server processes have used."""
        return [server.cpu_seconds() for server in self.servers]

    def figures(self, name: str) -> dict[str, float]:
        """Return a metric of all processes, by its label."""
        found = defaultdict[str, float](float)
        for server in self.servers:
            for label, value in _figures(server.host, self._token, name).items():
                found[label] += value
        return found

    async def moves(self, restart: asyncio.Task[None] | None = None) -> Moves:
        """Measure for a while, and until a process that is killed meanwhile is back."""
        for pair in self.beside.pairs:
            pair.forget()
        for passed_on in self._relayed:
            passed_on.received.clear()
        servers, load = list(self.servers), os.getloadavg()[0]
        began, used = time.perf_counter(), self._used(servers)
        thoughts, thinking = self._thinking()
        await asyncio.sleep(self._seconds)
        if restart is not None:
            await restart
        passed = time.perf_counter() - began
        # A process that was killed meanwhile counts for what its successor has used.
        cores = [
            (now - (before if server is old else 0.0)) / passed
            for now, before, server, old in zip(
                self._used(self.servers),
                used,
                [*self.servers, None, None],
                [*servers, None, None],
                strict=True,
            )
        ]
        received = [latency for pair in self.beside.pairs for latency in pair.received]
        relayed = [latency for pair in self._relayed for latency in pair.received]
        thoughts_now, thinking_now = self._thinking()
        thoughts, thinking = (
            (thoughts_now - thoughts, thinking_now - thinking)
            if thoughts_now >= thoughts
            else (thoughts_now, thinking_now)
        )
        return Moves(
            sum(pair.moves for pair in self.beside.pairs),
            statistics.median(received),
            statistics.quantiles(received, n=100)[98],
            statistics.median(relayed),
            statistics.quantiles(relayed, n=100)[98],
            cores,
            round(thoughts),
            thinking / thoughts if thoughts else 0.0,
            load,
        )

    def _thinking(self) -> tuple[float, float]:
        count, seconds = (self.figures(f"spite_thinking_seconds_{what}") for what in ("count", "sum"))
        return count[_THINKER], seconds[_THINKER]

    def _used(self, servers: Sequence[Server]) -> list[float]:
        return [*(each.cpu_seconds() for each in servers), cpu_of("postgres"), self._passing.cpu_seconds()]

    def close(self) -> None:
        """Let all go."""
        self.beside.close()
        if self._crowd is not None:
            self._crowd.kill()


async def _die(servers: list[Server], settings: dict[str, str]) -> None:
    """Kill the last process, and start it again at the same port."""
    await asyncio.sleep(1)
    port = int(servers[-1].host.rpartition(":")[2])
    servers[-1].kill()
    await asyncio.sleep(_AGAIN_SECONDS)
    servers[-1] = await asyncio.to_thread(Server, None, settings, port)
    _say("the process that was killed is back")


def _stop(servers: Sequence[Server]) -> None:
    for server in servers:
        server.stop()


def _figures(host: str, token: str, name: str, label: str = "") -> dict[str, float]:
    """Return a metric of a process by its label."""
    request = urllib.request.Request(f"http://{host}/metrics", headers={"authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        lines = re.findall(rf'^{name}{{{label}\w*="(\w+)"}} (\S+)$', answer.read().decode(), re.MULTILINE)
    return {each: float(value) for each, value in lines}


def _paired(tournament: Tournament, called: Sequence[Called]) -> list[float]:
    """Return the seconds from when two were both free until they were paired, for those who were called."""
    free_at = defaultdict[str, list[float]](list)
    for each in called:
        free_at[each.table].append(each.free_at)
    made = {each.table_id: each.made_at / 1000 for each in tournament.pairings}
    return sorted(made[table] - max(times) for table, times in free_at.items() if len(times) == 2 and table in made)


async def _pairing(store: Store, tournament: Tournament) -> tuple[float, float]:
    """Return the processor seconds to pair everybody in a tournament as if all had become free, and to read it."""
    began = time.process_time()
    await store.tournaments.get(tournament.row.id)
    reading, now = time.process_time() - began, now_ms()
    free = replace(
        tournament,
        entrants=[replace(each, waits_at=now) for each in tournament.entrants],
        pairings=[replace(each, outcome=each.outcome or "first") for each in tournament.pairings],
    )
    began = time.process_time()
    paired = next_pairings(free, now)
    assert paired
    return time.process_time() - began, reading


def _say(progress: str) -> None:
    sys.stderr.write(f"{progress}\n")
    sys.stderr.flush()


def report(found: Arena) -> str:
    """Return the measurements in words."""
    lines = [
        f"{found.people} people; all at their first table after {found.first:.1f} s, "
        f"for which the servers computed {found.first_cpu:.1f} s"
    ]
    for name, moves in (("without the arena", found.without), ("with it", found.within)):
        *servers, database, relayed = (f"{share:.2f}" for share in moves.cores)
        lines.append(
            f"{TABLES} tables beside it, {name}, load {moves.load:.1f}: {moves.moves} moves, "
            f"median {moves.median * 1000:.2f} ms, p99 {moves.p99 * 1000:.1f} ms; "
            f"the relay's {moves.relay_median * 1000:.2f} and {moves.relay_p99 * 1000:.1f} ms; "
            f"the servers used {' and '.join(servers)} of a core, the database {database}, the relay {relayed}; "
            f"{moves.thoughts} moves of {_THINKER} took {moves.thinking:.2f} s each"
        )
    lines.append(f"{found.games} games of the arena ended")
    for name, seconds in (("from both free to paired", found.paired), ("from free to called", found.called)):
        if len(seconds) > 1:
            p99 = statistics.quantiles(seconds, n=100)[98]
            lines.append(
                f"{name}: median {statistics.median(seconds):.2f} s, p99 {p99:.2f} s, at most {seconds[-1]:.2f} s"
            )
    lines += [
        f"all paired at once in {found.pairing * 1000:.0f} ms of the processor, read in {found.reading * 1000:.0f} ms",
        f"in the arena {found.crowd.acknowledged:,} acknowledged moves, {found.crowd.lost} lost; "
        f"{found.crowd.cuts} cut off; "
        f"nothing happened for somebody for {found.crowd.idle:.1f} s at most, {found.crowd.held} held up",
        f"beside it {found.acknowledged:,} acknowledged moves, {found.lost} lost; {found.standing} tables stand still; "
        f"{found.thought_again} questions thought about again here",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and print; exits with code 1 if a move was lost or somebody held up."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arenas", description=__doc__.splitlines()[0])
    parser.add_argument("people", type=int, nargs="?", default=PEOPLE, help=f"how many take part ({PEOPLE})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long to measure ({SECONDS:g})")
    parser.add_argument("--kill", action="store_true", help="kill one of the two processes during the arena")
    asked = parser.parse_args()
    found = uvloop.run(measured(asked.people, asked.seconds, kills=asked.kill))
    sys.stdout.write(report(found) + "\n")
    sys.exit(1 if found.lost or found.crowd.lost or found.crowd.held or found.standing else 0)


if __name__ == "__main__":
    main()
