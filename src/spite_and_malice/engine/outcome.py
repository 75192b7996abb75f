"""Stages of a turn, effects of a move, and the outcome of a game (RULES.md sections 5, 6 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from spite_and_malice.engine.core import codes, reveals
from spite_and_malice.engine.notation import read_list, read_number, read_object, read_word


class Stage(StrEnum):
    """A stage of a turn; each is equal to its word in JSON."""

    PLAY = "play"
    COVER = "cover"
    FILL = "fill"
    BREAK = "break"
    OVER = "over"

    def __repr__(self) -> str:
        return f"Stage.{self.name}"


class Reason(StrEnum):
    """Why a game is over; each is equal to its word in JSON.

    The first three come from the cards (RULES.md section 6). `RESIGNATION` is a seat's own choice, and `FORFEIT` is
    the loss of a seat whose player does not come back.
    """

    PAYOFF = "payoff"
    STOCK = "stock"
    STALEMATE = "stalemate"
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"

    def __repr__(self) -> str:
        return f"Reason.{self.name}"


_MOST: Final = 1 << 53
_FLAGS: Final = (codes.ENDED_TURN, codes.DREW, codes.TURNED_UP, codes.COMPLETED)


class Effects(NamedTuple):
    """The effects of a move beyond moving its own card."""

    ended_turn: bool
    drew: bool
    turned_up: bool
    completed: bool

    @property
    def reveals(self) -> bool:
        """Whether a card was revealed, or the turn passed to the next seat."""
        return reveals(sum(flag for flag, happened in zip(_FLAGS, self, strict=True) if happened))


EFFECTS: Final = tuple(Effects(*(bool(effects & flag) for flag in _FLAGS)) for effects in range(1 << len(_FLAGS)))
"""The effects for each sum of the core's `ENDED_TURN`, `DREW`, `TURNED_UP` and `COMPLETED`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended (RULES.md section 6).

    `winners` are seats, ascending, none in a draw; `scores` has the points of every seat. After a resignation or a
    forfeit the winners are the others with the fewest pay-off cards left, and score as if they had emptied their piles.
    """

    reason: Reason
    winners: tuple[int, ...]
    scores: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the `result` of a position."""
        return {"reason": self.reason.value, "winners": list(self.winners), "scores": list(self.scores)}

    @classmethod
    def from_json(cls, obj: object) -> Outcome:
        """Read a `result` that `to_json` wrote. Raises `InvalidNotation` for anything else."""
        data = read_object(obj, "result", ("reason", "winners", "scores"))
        winners, scores = (
            tuple(
                read_number(number, 0, _MOST, f"result.{name}[{i}]")
                for i, number in enumerate(read_list(data[name], f"result.{name}"))
            )
            for name in ("winners", "scores")
        )
        return cls(read_word(data["reason"], tuple(Reason), "result.reason"), winners, scores)

    def __str__(self) -> str:
        seats = " and ".join(f"seat {seat}" for seat in self.winners) or "nobody"
        verb = "win" if len(self.winners) > 1 else "wins"
        return f"{seats} {verb} ({self.reason}), points {'–'.join(map(str, self.scores))}"
