"""The loop of every worker process: a question in, a line; an answer out, a line; until standard input ends."""

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
"""The argument of a process for tasks that no player waits for."""

Tasks = Mapping[str, Callable[..., dict[str, Any]]]
"""The functions by task name; the rest of a question are their arguments."""


def answer_by(tasks: Tasks, line: str | bytes) -> dict[str, Any]:
    """Return the result of a question's task, or ``{"error": which, and where}``."""
    question = json.loads(line)
    try:
        return tasks[question.pop("task")](**question)
    except Exception as error:
        return {"error": kind_of(error)}


def kind_of(error: Exception) -> str:
    """Return the type of an error and where it was raised, but not its text, which may name a card."""
    raised = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(raised.filename).name}, line {raised.lineno}"


def give_way(steps: int) -> None:
    """Lower this process's priority by steps of niceness, if the system permits: it also works without."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(steps)


def answer_all(tasks: Tasks) -> None:
    """Answer each question of `workers.Workers` with its task's result, or ``{"error": which, and where}``."""
    # Ctrl-C at the terminal reaches every process of its group; this one stops when the server closes its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A player's move should never wait for a computer player's thinking, nor that for background work.
    give_way(15 if LEISURELY in sys.argv else 5)
    answers, sys.stdout = sys.stdout, sys.stderr
    # JSON is UTF-8, whatever the system's own encoding.
    for line in sys.stdin.buffer:
        try:
            answers.write(json.dumps(answer_by(tasks, line)) + "\n")
            answers.flush()
        except BrokenPipeError:
            # The server is gone; Python's own last flush must not complain about it either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return
