"""The process that tests the deals of the coming days: it holds the whole game, and advises nobody."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from spite_and_malice.analysis.tries import SEAT, try_deal
from spite_and_malice.play import FairDeal
from spite_and_malice.rules import Rules

from .loop import Tasks, answer_all, answer_by, give_way

_NICER: Final = 10
"""The urgency: nobody waits for it."""


def _try(
    rules: dict[str, Any], secret: str, contributions: list[str], day: str, opponent: str, number: int
) -> dict[str, Any]:
    """Return whether a test of a deal was won, and with which moves."""
    fair = FairDeal(bytes.fromhex(secret), tuple(contributions))
    game = try_deal(Rules.from_json(rules), fair, day, opponent, number)
    outcome = game.outcome
    return {"won": outcome is not None and SEAT in outcome.winners, "log": list(game.log)}


_TASKS: Final[Tasks] = {"try": _try}


answer: Final = partial(answer_by, _TASKS)


if __name__ == "__main__":
    give_way(_NICER)
    answer_all(_TASKS)
