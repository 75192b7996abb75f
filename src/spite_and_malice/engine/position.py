"""A position with a friendly face: legal moves, playing, JSON in and out, views (RULES.md sections 3 to 6 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.engine import position_json
from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.core import Core, apply, codes, is_legal, legal_moves
from spite_and_malice.engine.errors import IllegalMove
from spite_and_malice.engine.moves import DECODERS, Move, decode, encode, encode_text
from spite_and_malice.engine.refusal import reason_against
from spite_and_malice.engine.view import View, view_of, views_as_json
from spite_and_malice.rules import Rules

_STAGES: Final = position_json.STAGES


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended (RULES.md section 6).

    `reason` is ``"payoff"``, ``"stock"`` or ``"stalemate"``; `winners` are seats, ascending, none in a draw; `scores`
    has the points of every seat.
    """

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The `result` of a position."""
        return {"reason": self.reason, "winners": list(self.winners), "scores": list(self.scores)}


class Position:
    """A position of a game under `rules`, changed by `play`. `core` is the same position at integer level."""

    __slots__ = ("core", "rules")

    def __init__(self, rules: Rules, position_core: Core) -> None:
        self.rules = rules
        self.core = position_core

    @classmethod
    def from_json(cls, obj: object) -> Position:
        """Read a position; `InvalidNotation` or `InvalidRules` says what is wrong with it and where."""
        return cls(*position_json.read(obj))

    def to_json(self) -> dict[str, Any]:
        """Write the position as RULES.md section 9 has it."""
        return position_json.write(self.rules, self.core)

    def __reduce__(self) -> tuple[Callable[[object], Position], tuple[dict[str, Any]]]:
        """Let a position be pickled, for other processes, and copied: by way of its JSON."""
        return Position.from_json, (self.to_json(),)

    def clone(self) -> Position:
        """A position equal to this one that can be played on its own."""
        return Position(self.rules, self.core.clone())

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self.core.turn)

    @property
    def stage(self) -> str:
        """``"play"``, ``"cover"``, ``"fill"``, ``"break"`` or ``"over"``."""
        return _STAGES[self.core.stage]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.core.stage == codes.OVER)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.is_over:
            return None
        return Outcome(position_json.REASONS[self.core.reason], tuple(self.core.winners()), tuple(self.core.scores()))

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves of the seat to move; none when the game is over."""
        decoder = DECODERS[self.rules.payoff_piles]
        return [decoder[code] for code in legal_moves(self.core)]

    def play(self, move: Move | str, chance: Chance | None = None) -> None:
        """Make a move; shuffles come from `chance`, None being no shuffling.

        Raises `InvalidNotation` for a text that is no move and `IllegalMove` for a move that the rules do not allow,
        both with the position unchanged.
        """
        self.make(move, chance)

    def make(self, move: Move | str, chance: Chance | None = None) -> int:
        """Make a move as `play` does, and return what came of it as a sum of the core's `ENDED_TURN`, `DREW` …."""
        core, piles = self.core, self.rules.payoff_piles
        code = encode_text(move, piles) if isinstance(move, str) else encode(move, piles)
        if not is_legal(core, code):
            raise IllegalMove(reason_against(self.view(self.turn), decode(code, piles)))
        core.use_chance(chance)
        return apply(core, code)

    def view(self, seat: int | None) -> View:
        """What `seat` sees; None is a spectator. Raises ValueError for a seat that is none."""
        self._check_seat(seat)
        return view_of(self.rules, self.core, seat)

    def views_json(self, seats: Collection[int | None]) -> dict[int | None, str]:
        """What each of several seats and spectators sees, as JSON without the rules. Raises as `view` does."""
        for seat in seats:
            self._check_seat(seat)
        return views_as_json(self.rules, self.core, seats)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.rules.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.rules.players - 1}")

    @classmethod
    def from_view(cls, view: View) -> Position:
        """The position as the viewer knows it: every card he cannot see is `UNKNOWN`, which makes no move.

        It can be searched up to the first card that comes to light. It has no JSON form while cards are unknown.
        """
        return cls(view.rules, position_json.core_of_view(view))
