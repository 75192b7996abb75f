"""Tournaments: the time that a round of 1,000 takes to pair, and a Swiss one of 64 whose server is killed in between.

``.venv/bin/python -m benchmarks.tournaments`` writes both; benchmarks/tournaments.md has the figures.
"""

from __future__ import annotations

import csv
import http.cookiejar
import json
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.people import Server
from spite_and_malice.play.tournaments import (
    Entrant,
    Outcome,
    Pairing,
    pair_arena,
    pair_knock_out,
    pair_round_robin,
    pair_swiss,
    standings,
)
from tests.play import independent_standings as independent

_LONGEST_SECONDS: Final = 600.0
_LOOK: Final = 0.1


@dataclass(frozen=True)
class Killed:
    """The findings after the kills; all but the first three should be 0."""

    entrants: int
    kills: int
    games: int
    twice: int
    """Pairs that met twice."""
    wrong: int
    """Lines of the standings that differ from those counted from the CSV alone."""
    faulty: int
    """Games whose record does not verify."""
    seconds: float


class _Asker:
    """Sends requests to a server as one browser, whatever its current address."""

    def __init__(self) -> None:
        self.host = ""
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(_Everywhere()))

    def get(self, path: str) -> str:
        with self._opener.open(f"http://{self.host}{path}") as answer:
            # A table for spreadsheets begins with a byte order mark.
            text: str = answer.read().decode("utf-8-sig")
        return text

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            f"http://{self.host}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        with self._opener.open(request) as answer:
            return json.load(answer)


class _Everywhere(http.cookiejar.CookieJar):
    """Cookies are valid for every port of this computer, as in a browser."""


def kill_swiss(entrants: int = 64, rounds: int = 6, kills: int = 12, seed: int | None = None) -> Killed:
    """Let computer players play a Swiss tournament while the server is killed; count the standings from its CSV."""
    random, asker = Random(seed), _Asker()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "games.sqlite3"
        server = Server(data)
        began = time.monotonic()
        try:
            asker.host = server.host
            asker.get("/games")
            form = {"name": "Cup", "system": "swiss", "preset": "standard", "rounds": rounds, "fill": entrants}
            made = asker.post("/api/tournaments", {**form, "player": "greedy", "payoff": 2})
            asker.post(f"/api/tournaments/{made['id']}/start", {})
            killed = 0
            while time.monotonic() < began + _LONGEST_SECONDS:
                found = json.loads(asker.get(f"/api/tournaments/{made['id']}"))
                if found["state"] == "over":
                    break
                if killed < kills:
                    time.sleep(random.random() * 1.5)
                    server.kill()
                    killed += 1
                    server = Server(data)
                    asker.host = server.host
                else:
                    time.sleep(_LOOK)
            seconds = time.monotonic() - began
            rows = list(csv.DictReader(StringIO(asker.get(f"/api/tournaments/{made['id']}/results.csv"))))
            table = list(csv.DictReader(StringIO(asker.get(f"/api/tournaments/{made['id']}/standings.csv"))))
            faulty = sum(_is_faulty(asker, row["game"]) for row in rows if row["game"])
        finally:
            server.stop()
    lines = [
        independent.Line(
            int(row["round"]),
            int(row["board"]),
            int(row["first"]),
            int(row["second"]) if row["second"] else None,
            row["outcome"],
        )
        for row in rows
    ]
    met = Counter(frozenset((line.first, line.second)) for line in lines if line.second is not None)
    return Killed(
        entrants,
        killed,
        sum(line.second is not None for line in lines),
        sum(times > 1 for times in met.values()),
        sum(not _is_right(row, lines) for row in table) + (len(table) != entrants),
        faulty,
        seconds,
    )


def _is_faulty(asker: _Asker, game: str) -> bool:
    return bool(json.loads(asker.get(f"/api{game.replace('/table/', '/tables/')}/check"))["faults"])


def _is_right(row: dict[str, str], lines: list[independent.Line]) -> bool:
    """Say whether a line of the standings matches the one counted from the results alone."""
    number = int(row["seed"])
    return (
        Fraction(row["points"]) == independent.scores(lines)[number]
        and Fraction(row["buchholz"]) == independent.buchholz(number, lines)
        and Fraction(row["sonneborn_berger"]) == independent.berger(number, lines)
        and int(row["wins"]) == independent.wins(number, lines)
    )


def pairing_seconds(size: int = 1000, rounds: int = 10, seed: int = 1) -> dict[str, float]:
    """Return the longest time that a round of each system takes to pair, and that of the standings, in seconds."""
    lot, entrants = Random(seed), [Entrant(number) for number in range(1, size + 1)]
    numbers = [each.number for each in entrants]
    longest: Counter[str] = Counter()

    def timed(name: str, began: float) -> None:
        longest[name] = max(longest[name], time.perf_counter() - began)  # type: ignore[assignment]

    outcomes: list[Outcome] = ["first", "second", "draw"]
    before: list[Pairing] = []
    for number in range(1, rounds + 1):
        began = time.perf_counter()
        paired = pair_swiss(entrants, before, number)
        timed("swiss", began)
        before += [
            Pairing(each.round, each.board, each.first, each.second, each.outcome or lot.choice(outcomes))
            for each in paired
        ]
        began = time.perf_counter()
        pair_round_robin(numbers, number)
        timed("round robin", began)
    began = time.perf_counter()
    standings("swiss", entrants, before)
    timed("standings of the Swiss", began)
    winners: list[dict[int, int]] = []
    while True:
        began = time.perf_counter()
        paired = pair_knock_out(numbers, winners)
        timed("knock-out", began)
        if not paired:
            break
        winners.append({each.board: each.first for each in paired})
    scores, last = {number: lot.randint(0, 20) for number in numbers}, dict[int, int]()
    for _round in range(rounds):
        began = time.perf_counter()
        pairs = pair_arena(lot.sample(numbers, size), scores, last)
        timed("arena", began)
        last = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    return dict(longest)


if __name__ == "__main__":
    for system, seconds in pairing_seconds().items():
        print(f"{system}: {seconds * 1000:.0f} ms at most for a round of 1,000")
    print(kill_swiss())
