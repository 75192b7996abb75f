"""What every process that thinks does: a question in, a line; an answer out, a line; until standard input ends."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

LEISURELY: Final = "--leisurely"
"""What a process is started with that thinks about what nobody plays for."""

Tasks = Mapping[str, Callable[..., dict[str, Any]]]
"""What can be asked, by the name of the task; the rest of a question are the arguments."""


def answer_by(tasks: Tasks, line: str | bytes) -> dict[str, Any]:
    """Return what the task of a question gives, or ``{"error": sentence}``."""
    question = json.loads(line)
    try:
        return tasks[question.pop("task")](**question)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def answer_all(tasks: Tasks) -> None:
    """Answer each question of `workers.Workers` with what its task gives, or ``{"error": sentence}``."""
    # Ctrl-C at the terminal reaches every process of its group; this one ends when the server closes its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        # A player's move should never wait for a computer's thoughts, nor these for what nobody plays for.
        os.nice(15 if LEISURELY in sys.argv else 5)
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        try:
            answers.write(json.dumps(answer_by(tasks, line)) + "\n")
            answers.flush()
        except BrokenPipeError:
            # The server has gone; Python's own last flush must not complain of it either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return
