"""Nothing blocks the event loop: every route, with as much data as it allows."""

from __future__ import annotations

import asyncio
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import benchmarks.capacity
from spite_and_malice.players import PLAYERS
from spite_and_malice.server import people
from spite_and_malice.server.features.tournaments.beginning import computers_for
from spite_and_malice.server.store import Tournament, TournamentForm, TournamentRow

from .conftest import Visit
from .crowded import Size, crowded, every_route, largest

LONGEST = 0.05
"""Processor seconds that one callback may take; other programs on this machine do not count."""


@dataclass
class Found:
    """The processor time of event loop callbacks: the longest, and those that took too long."""

    longest: float = 0.0
    slow: dict[str, float] = field(default_factory=dict)


@contextmanager
def watched() -> Iterator[Found]:
    """Record the processor time of each event loop callback in this thread."""
    found = Found()
    run = Handle._run

    def timed(handle: Handle) -> None:
        began = time.thread_time()
        run(handle)
        took = time.thread_time() - began
        found.longest = max(found.longest, took)
        if took > LONGEST:
            found.slow[repr(handle)] = took

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Handle, "_run", timed)
        yield found


@pytest.mark.nightly("src/spite_and_malice/server")
async def test_no_route_keeps_the_loop_from_others(
    tmp_path: Path, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmarks.capacity, "_SHARE", 5)
    async with crowded(tmp_path / "data.sqlite3", visit, size := Size()) as (server, browser):
        asked = await every_route(server, browser)
        browser.http.timeout = 300
        slow: dict[str, dict[str, float]] = {}
        longest, statuses = 0.0, {}
        for method, template, address in asked:
            body = None if method == "GET" else largest(template, size)
            # Anything compiled or read once per process is not repeated.
            for _try in range(2 if method == "GET" else 1):
                with watched() as found:
                    response = await browser.http.request(method, address, json=body)
                    await asyncio.sleep(0)
                if not found.slow:
                    break
            statuses[f"{method} {address}"] = response.status_code
            longest = max(longest, found.longest)
            if found.slow:
                slow[f"{method} {address}"] = found.slow
        assert not slow, f"longest: {longest:.3f} s"
        assert max(statuses.values()) < 500, statuses


@pytest.mark.parametrize("player", list(PLAYERS))
def test_each_computer_player_of_a_tournament_costs_the_same(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def alike(name: str) -> str:
        looked.append(name)
        return name

    monkeypatch.setattr(people, "alike", alike)

    def cost(number: int) -> int:
        form = TournamentForm("swiss", "standard", rounds=1, fill=number, player=player)
        looked.clear()
        found = computers_for(Tournament(TournamentRow("t", "h", "Cup", form, b""), (), ()))
        assert len({each.name for each in found}) == number
        return len(looked)

    assert cost(2000) - cost(1900) == cost(200) - cost(100)
