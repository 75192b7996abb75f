"""A game of patience as it is played: a position with all that was played, undo and redo without end."""

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

    `position` is the position as it stands now; it is the game's own, so change it by `play` alone. Games are equal if
    their positions are, and what was played and undone.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, position: Position) -> None:
        self.position: Position = of_type(position, Position, "position", "deal_number deals one").clone()
        self._before: list[Position] = []
        self._played: list[Move] = []
        self._undone: list[Move] = []

    def clone(self) -> Game:
        """A game equal to this one, with all that can be undone and made again, that can be played on its own."""
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
        """The moves that stand, from the first one on."""
        return tuple(self._played)

    @property
    def past(self) -> tuple[Position, ...]:
        """The positions in which these moves were made; they are the game's own."""
        return tuple(self._before)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that were taken back and can be made again, the next one last."""
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
        """Take the last move back and return it; ValueError where none is left."""
        if not self._before:
            raise InvalidArgument("There is no move to take back.")
        self.position = self._before.pop()
        self._undone.append(self._played.pop())
        return self._undone[-1]

    def redo(self) -> Move:
        """Make the move again that was taken back last, and return it; ValueError where none is left."""
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

    The same `seed` deals the same game everywhere; a whole number is the deal with that number, a generator of Python
    or NumPy draws one. Raises `InvalidRules` for a preset that there is not, ValueError for a number that is none, and
    `InvalidArgument` for a seed that is none and unless exactly one of `deal` and `seed` is given.
    """
    rules = preset_rules(preset)
    if seed is not None and deal is None:
        return Game(deal_number(rules, seed_number(seed) % (HIGHEST_NUMBER + 1)))
    if deal is not None and seed is None:
        return Game(deal_number(rules, deal))
    raise InvalidArgument("A game needs the number of a deal or a seed: give deal= or seed=, and not both.")
