"""A game of patience in play: a position with its history, and unlimited undo and redo."""

from __future__ import annotations

from typing import ClassVar

from spite_and_malice.arguments import InvalidArgument, Seed, of_type, seed_number
from spite_and_malice.patience.deals import HIGHEST_NUMBER, deal_number
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules, preset_rules
from spite_and_malice.patience.view import View


class Game:
    """A game from a position on: `play`, `undo` and `redo`; `print` draws what the player sees.

    `position` is the current position; it belongs to the game, so change it only by `play`. Games are equal if their
    positions and the moves played and undone are equal.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, position: Position) -> None:
        self.position: Position = of_type(position, Position, "position", "deal_number deals one").clone()
        self._before: list[Position] = []
        self._played: list[Move] = []
        self._undone: list[Move] = []

    def clone(self) -> Game:
        """An independent copy of this game, with everything that can be undone and redone."""
        other: Game = object.__new__(type(self))
        other.position = self.position.clone()
        other._before = [position.clone() for position in self._before]
        other._played, other._undone = self._played[:], self._undone[:]
        return other

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.position, self._played, self._undone) == (other.position, other._played, other._undone)

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self.position.rules

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves; none when the game is over."""
        return self.position.legal_moves

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made and not undone, from the first one on."""
        return tuple(self._played)

    @property
    def past(self) -> tuple[Position, ...]:
        """The positions in which these moves were made; they belong to the game."""
        return tuple(self._before)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The undone moves that can be redone, the next one last."""
        return tuple(self._undone)

    @property
    def result(self) -> str | None:
        """``"won"``, ``"stuck"``, or None while the game goes on."""
        return self.position.result

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    @property
    def is_won(self) -> bool:
        """Whether all cards lie on the foundations."""
        return self.position.is_won

    def view(self) -> View:
        """The player's view."""
        return self.position.view()

    def play(self, move: Move | str) -> None:
        """Make a move and forget what was undone; raises `InvalidNotation` or `IllegalMove`, with nothing changed."""
        self._make(Move.parse(move))
        self._undone.clear()

    def undo(self) -> Move:
        """Take the last move back and return it; ValueError if none is left."""
        if not self._before:
            raise InvalidArgument("There is no move to take back.")
        self.position = self._before.pop()
        self._undone.append(self._played.pop())
        return self._undone[-1]

    def redo(self) -> Move:
        """Redo the move undone last, and return it; ValueError if none is left."""
        if not self._undone:
            raise InvalidArgument("There is no move that was taken back.")
        self._make(self._undone[-1])
        return self._undone.pop()

    def _make(self, move: Move) -> None:
        before = self.position.clone()
        self.position.play(move)
        self._before.append(before)
        self._played.append(move)

    def __repr__(self) -> str:
        return f"<Game of patience, {len(self._played)} moves: {self.position!r}>"

    def __str__(self) -> str:
        return str(self.position)


def new_game(preset: str = "klondike-1", *, deal: int | None = None, seed: Seed | None = None) -> Game:
    """Begin a deal under the rules of a preset (`PRESETS`): the one with a number, or the one of a seed.

    The same `seed` deals the same game everywhere; an integer is the number of a deal, a generator of Python or NumPy
    draws one. Raises `InvalidRules` for an unknown preset, ValueError for an invalid number, and `InvalidArgument` for
    an invalid seed or unless exactly one of `deal` and `seed` is given.
    """
    rules = preset_rules(preset)
    if seed is not None and deal is None:
        return Game(deal_number(rules, seed_number(seed) % (HIGHEST_NUMBER + 1)))
    if deal is not None and seed is None:
        return Game(deal_number(rules, deal))
    raise InvalidArgument("A game needs the number of a deal or a seed: give deal= or seed=, and not both.")
