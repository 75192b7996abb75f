"""The process that computes the moves of computer players.

It receives only a view and the public log, so it cannot know a hidden card. The same applies to the advice that it
gives a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.hint import hint
from spite_and_malice.analysis.reach import reach, reach_words
from spite_and_malice.analysis.review import Choice, judge_all
from spite_and_malice.engine import View
from spite_and_malice.patience import View as PatienceView
from spite_and_malice.patience import hint as patience_hint
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.play import SeededChance
from spite_and_malice.players import think
from spite_and_malice.texts import Terms, in_language, in_terms

from .loop import Tasks, answer_all, answer_by

_WORLDS: Final = 24
"""The number of layouts of the hidden cards for a patience hint: a third of a second at most."""

_SECONDS: Final = 2.0
"""The time limit if the core is not compiled, as in a browser."""


def _choose(**request: Any) -> dict[str, Any]:
    return asdict(think(**request))


def _hint(
    view: Mapping[str, Any],
    log: list[str],
    seconds: float,
    seed: int,
    names: list[str],
    language: str,
    terms: Terms,
    begun: list[str],
    heard: Mapping[str, Any],
) -> dict[str, Any]:
    with in_language(language), in_terms(terms):
        given = hint(View.from_json(view), log, seconds, seed, names, begun=begun, heard=Earlier.from_json(heard))
    return {"move": given.move, "line": list(given.line), "reason": given.words, "heard": given.heard.to_json()}


def _reach(view: Mapping[str, Any], seconds: float, language: str, terms: Terms, **_more: Any) -> dict[str, Any]:
    seen = View.from_json(view)
    found = reach(seen, seconds)
    with in_language(language), in_terms(terms):
        return {"line": list(found.moves) or None, "words": reach_words(seen, found)}


def _review(choices: list[dict[str, Any]], names: list[str], language: str, terms: Terms) -> dict[str, Any]:
    made = [Choice(View.from_json(choice["view"]), tuple(choice["log"]), tuple(choice["played"])) for choice in choices]
    with in_language(language), in_terms(terms):
        return {"verdicts": [asdict(verdict) for verdict in judge_all(made, names)]}


def _patience(view: Mapping[str, Any], known: Mapping[str, Any], seed: int) -> dict[str, Any]:
    seen = PatienceView.from_json(view)
    given = patience_hint(seen, SeededChance(seed), _WORLDS, Known.from_json(known), _SECONDS)
    return {"winnable": given.winnable, "line": [str(move) for move in given.line], "lost": given.is_lost}


_TASKS: Final[Tasks] = {
    "choose": _choose,
    "hint": _hint,
    "reach": _reach,
    "review": _review,
    "patience": _patience,
}


answer: Final = partial(answer_by, _TASKS)


if __name__ == "__main__":
    answer_all(_TASKS)
