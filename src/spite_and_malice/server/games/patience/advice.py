"""Asking for thought about patience: advice by what the player has seen, and the solver's verdicts by all cards.

They are given by different processes: none that advises has ever held a position.
"""

from __future__ import annotations

import secrets
import sys
from typing import Any, Final

from spite_and_malice.patience import Hint, Move, Rules, View
from spite_and_malice.patience.knowledge import Known

from ...workers.pool import ThinkingFailed, Workers
from ...workers.queue import Asker, Urgency

SOLVER: Final = (sys.executable, "-m", "spite_and_malice.server.workers.solver")

_SOLVERS: Final = 2
"""Processes that solve, so that somebody who waits need not wait for a deal that is looked at ahead of time."""

_PATIENCE: Final = 30.0


class PatienceWorkers:
    """Everything that thinks about patience."""

    def __init__(self, advisers: Workers) -> None:
        """``advisers`` stay the caller's to close."""
        self._advisers = advisers
        self.solvers: Workers = Workers(_SOLVERS, SOLVER, "solving")

    async def close(self) -> None:
        """End the processes that solve."""
        await self.solvers.close()

    async def hint(self, view: View, known: Known, owner: str) -> Hint:
        """Return advice. Raises `ThinkingFailed`.

        The adviser learns what the player sees and what they have seen before.
        """
        question = {
            "task": "patience",
            "view": view.to_json(),
            "known": known.to_json(),
            "seed": secrets.randbits(32),
        }
        answer = await self._advisers.ask(question, _PATIENCE, Asker(owner))
        line = tuple(Move.parse(move) for move in answer["line"])
        return Hint(line[0] if line else None, answer["winnable"], line, answer["lost"])

    async def solve(self, rules: Rules, number: int, moves: list[str], owner: str) -> str:
        """Return whether a deal can be won after some moves: won, lost or unknown. Raises `ThinkingFailed`."""
        answer = await self._ask("solve", rules, number, Asker(owner), moves=moves)
        return str(answer["verdict"])

    async def rescue(self, rules: Rules, number: int, moves: list[str], owner: str) -> int | None:
        """Return how many of the moves may stay for the deal to be won, None if unknown. Raises `ThinkingFailed`."""
        answer = await self._ask("rescue", rules, number, Asker(owner), moves=moves)
        keep: int | None = answer["keep"]
        return keep

    async def rate(self, rules: Rules, number: int, owner: str | None) -> str | None:
        """Return how hard a deal is, None if it is not proved winnable; ahead of time without ``owner``.

        Raises `ThinkingFailed`.
        """
        asker = Asker("", Urgency.LEISURE) if owner is None else Asker(owner)
        answer = await self._ask("rate", rules, number, asker)
        return answer.get("level")

    async def _ask(self, task: str, rules: Rules, number: int, asker: Asker, **more: Any) -> dict[str, Any]:
        question = {"task": task, "rules": rules.to_json(), "number": number, **more}
        return await self.solvers.ask(question, _PATIENCE, asker)


__all__ = ["PatienceWorkers", "ThinkingFailed"]
