"""What is typed: each line as it comes, from a terminal or from a pipe."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class NothingMore:
    """There is no more input."""


def read_lines(source: TextIO, tell: Callable[[Typed | NothingMore], None]) -> None:
    """Read in a thread of its own, which ends with the program; what is no text in the encoding ends nothing."""
    if isinstance(source, TextIOWrapper):
        source.reconfigure(errors="replace")

    def read() -> None:
        try:
            for line in source:
                tell(Typed(line.rstrip("\r\n")))
        except (OSError, ValueError):
            pass
        tell(NothingMore())

    threading.Thread(target=read, name="typing", daemon=True).start()
