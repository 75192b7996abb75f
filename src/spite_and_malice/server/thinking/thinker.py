"""The process in which computer players think: a line in, a line out, until standard input ends.

It is handed a view and the public log and nothing else, so it cannot know a hidden card. The same
holds for the advice that it gives a person.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from spite_and_malice.analysis.hint import hint
from spite_and_malice.analysis.reach import reach, reach_words
from spite_and_malice.analysis.review import Choice, judge_all
from spite_and_malice.engine import View
from spite_and_malice.players import choose
from spite_and_malice.texts import Terms, in_language, in_terms


def _choose(**request: Any) -> dict[str, Any]:
    return {"move": choose(**request)}


def _hint(
    view: Mapping[str, Any], log: list[str], seconds: float, seed: int, names: list[str], language: str, terms: Terms
) -> dict[str, Any]:
    with in_language(language), in_terms(terms):
        given = hint(View.from_json(view), log, seconds, seed, names)
    return {"move": given.move, "reason": given.reason.words}


def _reach(view: Mapping[str, Any], seconds: float, language: str, terms: Terms, **_more: Any) -> dict[str, Any]:
    seen = View.from_json(view)
    found = reach(seen, seconds)
    with in_language(language), in_terms(terms):
        return {"line": list(found.moves) or None, "words": reach_words(seen, found)}


def _review(choices: list[dict[str, Any]], names: list[str], language: str, terms: Terms) -> dict[str, Any]:
    made = [Choice(View.from_json(choice["view"]), tuple(choice["log"]), tuple(choice["played"])) for choice in choices]
    with in_language(language), in_terms(terms):
        return {"verdicts": [asdict(verdict) for verdict in judge_all(made, names)]}


_TASKS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "choose": _choose,
    "hint": _hint,
    "reach": _reach,
    "review": _review,
}


def main() -> None:
    """Answer each question of `workers.Workers` with what its task gives, or ``{"error": sentence}``."""
    # Ctrl-C at the terminal reaches every process of its group; this one ends when the server closes its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        # A player's move should never wait for a computer's thoughts.
        os.nice(5)
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = _TASKS[question.pop("task")](**question)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        try:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        except BrokenPipeError:
            # The server has gone; Python's own last flush must not complain of it either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return


if __name__ == "__main__":
    main()
