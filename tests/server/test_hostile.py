"""Messages that no honest page sends are answered, and killed servers lose nothing; benchmarks/ has more of both."""

from __future__ import annotations

import pytest

pytest.importorskip("uvloop", reason="the people of the benchmarks run on uvloop")

from benchmarks.crashes import crash
from benchmarks.floods import MEMORY_LIMIT, flood
from benchmarks.hostile import attack


def test_hostile_messages_are_all_answered_and_hold_no_game_up() -> None:
    found = attack(400, seed=7)
    assert found.messages >= 400
    assert (found.unanswered, found.failed, found.held_up) == (0, 0, 0), found.answers
    assert {"malformed", "stale", "not_seated"} <= set(found.answers)


@pytest.mark.nightly("src/spite_and_malice/server/http/", "src/spite_and_malice/server/tables/")
def test_people_at_tables_lose_nothing_by_kill_9() -> None:
    found = crash(kills=3, pairs=4, seed=1)
    assert found.acknowledged > 8
    assert (found.lost, found.stuck, found.faulty) == (0, 0, 0)


def test_a_flood_keeps_nobody_from_playing_and_no_memory() -> None:
    (found,) = flood(["pings whose pongs nobody reads"], seconds=3.0)
    assert found.moves > 20
    # Each connection accepts no more than the buffers of its two sockets hold.
    assert found.sent < found.connections << 24
    assert found.memory_most < MEMORY_LIMIT
