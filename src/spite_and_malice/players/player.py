"""What a computer player is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from spite_and_malice.engine import Move, View

Clock = Callable[[], float]
"""Tells the time in seconds: `time.monotonic`, or `time.thread_time` where a second is to be one of a core's."""


class Player(Protocol):
    """Chooses moves for one seat, knowing only that seat's views and the public log."""

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``.

        `log` has the moves that stand since the deal, such as ``"0 H7h-C1"``; `clock` is the time to think, in seconds.
        """
