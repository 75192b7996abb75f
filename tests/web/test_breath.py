"""The delay before the table shows another player's move."""

from __future__ import annotations

import pytest

from spite_and_malice.players.tempo import LONGEST

from .modules import Modules


@pytest.mark.parametrize(
    ("pause", "pace", "waits"),
    [
        (200, 1, 200),
        (1200, 0.5, 600),
        (1000, 1.7, 1700),
        (LONGEST, 1, LONGEST),
        (LONGEST, 1.7, LONGEST),
        (0, 1, 0),
        (LONGEST, 0, 0),
        (None, 1, 300),
        (None, 0, 0),
    ],
)
def test_the_wait_follows_the_pause_and_the_speed(
    modules: Modules, pause: int | None, pace: float, waits: float
) -> None:
    source = """async ([pause, pace]) => (await import("/static/spite/breath.js")).breath(pause, pace)"""
    assert modules.evaluate(source, [pause, pace]) == waits
