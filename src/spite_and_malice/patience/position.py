"""The public class for positions of patience: legal moves, playing, JSON in and out, the view, a drawing in text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from spite_and_malice.arguments import of_type
from spite_and_malice.engine.notation import IllegalMove
from spite_and_malice.patience import position_json
from spite_and_malice.patience.core import Layout
from spite_and_malice.patience.drawing import draw_text
from spite_and_malice.patience.moves import Move, encode, move_with
from spite_and_malice.patience.refusal import reason_against
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.view import View, view_of


class Position:
    """A position with all its cards, including those that the player cannot see.

    Made by `deal`, `Position.from_json` or `View`-based sampling; `play` changes it, `clone` copies it. ``print`` draws
    it as the player sees it.
    """

    __slots__ = ("layout", "rules")

    def __init__(self, rules: Rules, layout: Layout) -> None:
        self.rules: Rules = of_type(rules, Rules, "rules", "deal and Position.from_json make positions")
        self.layout: Layout = of_type(layout, Layout, "layout", "deal and Position.from_json make positions")

    @classmethod
    def from_json(cls, obj: object) -> Position:
        """Read a position; `InvalidNotation` or `InvalidRules` says what is wrong and where."""
        return cls(*position_json.read(obj))

    def to_json(self) -> dict[str, Any]:
        """Write the position in the format of PATIENCE.md section 6."""
        return position_json.write(self.rules, self.layout)

    def __reduce__(self) -> tuple[Callable[[object], Position], tuple[dict[str, Any]]]:
        """Pickle and copy a position by way of its JSON."""
        return Position.from_json, (self.to_json(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_json() == other.to_json()

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def clone(self) -> Position:
        """A position equal to this one that can be played on its own."""
        return Position(self.rules, self.layout.clone())

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves; none when the game is over."""
        return [move_with(code) for code in self.layout.legal()]

    @property
    def result(self) -> str | None:
        """``"won"``, ``"stuck"``, or None while the game goes on (PATIENCE.md section 5)."""
        return position_json.RESULTS[self.layout.result()]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.result is not None

    @property
    def is_won(self) -> bool:
        """Whether all cards lie on the foundations."""
        return self.result == "won"

    def play(self, move: Move | str) -> None:
        """Make a move.

        Raises `InvalidNotation` for a text that is not a move and `IllegalMove` for a move that the rules do not allow;
        both leave the position unchanged.
        """
        code = encode(move)
        if not self.layout.is_legal(code):
            raise IllegalMove(reason_against(self.view(), move_with(code)))
        self.layout.apply(code)

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self.clone()

    def view(self) -> View:
        """The player's view."""
        return view_of(self.rules, self.layout)

    def __repr__(self) -> str:
        view = self.view()
        away, down = sum(view.foundations.values()), sum(pile.down for pile in view.tableau)
        end = f", {self.result}" if self.result else ""
        return f"<Position of patience: {away} on the foundations, {down} face down, stock {view.stock}{end}>"

    def __str__(self) -> str:
        return draw_text(self.view())
