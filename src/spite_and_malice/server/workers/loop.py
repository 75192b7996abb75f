"""What every process that thinks does: a question in, a line; an answer out, a line; until standard input ends."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

LEISURELY: Final = "--leisurely"
"""What a process is started with that thinks about what nobody plays for."""

Tasks = Mapping[str, Callable[..., dict[str, Any]]]
"""What can be asked, by the name of the task; the rest of a question are the arguments."""


def answer_by(tasks: Tasks, line: str | bytes) -> dict[str, Any]:
    """Return what the task of a question gives, or ``{"error": which, and where}``."""
    question = json.loads(line)
    try:
        return tasks[question.pop("task")](**question)
    except Exception as error:
        return {"error": kind_of(error)}


def kind_of(error: Exception) -> str:
    """Return which error it is and where it was raised, and not what it says: that may name a card."""
    raised = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(raised.filename).name}, line {raised.lineno}"


def give_way(steps: int) -> None:
    """Let other processes go first, by steps of niceness, where the system lets this one: it works without, too."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(steps)


def answer_all(tasks: Tasks) -> None:
    """Answer each question of `workers.Workers` with what its task gives, or ``{"error": which, and where}``."""
    # Ctrl-C at the terminal reaches every process of its group; this one ends when the server closes its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A player's move should never wait for a computer's thoughts, nor these for what nobody plays for.
    give_way(15 if LEISURELY in sys.argv else 5)
    answers, sys.stdout = sys.stdout, sys.stderr
    # JSON is UTF-8, whatever a system's own encoding is.
    for line in sys.stdin.buffer:
        try:
            answers.write(json.dumps(answer_by(tasks, line)) + "\n")
            answers.flush()
        except BrokenPipeError:
            # The server has gone; Python's own last flush must not complain of it either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return
