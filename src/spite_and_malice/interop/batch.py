"""Many games side by side in the compiled core, for programs that learn by playing. docs/research.md shows how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from spite_and_malice.arguments import (
    InvalidArgument,
    NoSuchRow,
    Seed,
    closest,
    of_type,
    seat_number,
    seed_word,
    shown,
    whole,
)
from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import Batch, Chooser, codes, core_rules, dealt_by_seed, seed_of_game
from spite_and_malice.interop.arrays import Flags, Masks, Numbers, Row, Rows, Seeds
from spite_and_malice.interop.chance_game import Setting
from spite_and_malice.interop.encoder import Encoder
from spite_and_malice.interop.opponents import EAGER, RANDOM
from spite_and_malice.players.roster import BEGINNERS_MISTAKES, CASUAL_MISTAKES
from spite_and_malice.players.weights import CARELESS, CLUB, TEMPERAMENTS, TIDY, tempered
from spite_and_malice.rules import Rules, rules_from

COMPILED: Final = {
    "beginner": (tempered(CARELESS, TEMPERAMENTS["beginner"]), BEGINNERS_MISTAKES),
    "casual": (tempered(TIDY, TEMPERAMENTS["casual"]), CASUAL_MISTAKES),
    "club": (tempered(CLUB, TEMPERAMENTS["club"]), 0.0),
}
"""The computer players that play many games at once: their weights, and the share of their moves that are random."""
SEES_WINS: Final = frozenset({"club"})
"""Those that never overlook a win in their turn that needs no luck."""
_MOST_GAMES: Final = 1 << 24
MOST_MOVES_RENEWED: Final = 20_000
"""The limit for `max_moves` if the deck is renewed: a position holds no more cards."""


@dataclass(frozen=True, slots=True)
class SavedRow:
    """The state of a game of a batch, hidden cards and all, with the moves made in it and the seed that dealt it."""

    position: Position
    moves: int
    seed: int


class BatchEnv:
    """`n` games by the same rules side by side; a finished game is immediately followed by the next.

    With `hold` it stays as it ended, without moves, until `restart`: its action is −1.

    `rules` are `Rules` or the id of a preset, with `players` and `changes`. Game k begins with a seed that follows from
    `seed` and k, whatever `n` is. Each step makes one move in every game and writes into the same arrays again:

    - `observations`, float32 (n, size): what the seat to move sees (`Encoder`);
    - `masks`, int8 (n, actions): 1 for each legal move;
    - `seats`, int64 (n,): who is to move;
    - `rewards`, float32 (n, players): where a game ended with this step, a seat's points less the mean of the others';
    - `terminated` and `truncated`, bool (n,): where one ended, or stopped undecided after `max_moves`;
    - `seeds`, uint64 (n,): of the current game: `OneGame` plays the same one from it, move for move.

    Copy anything you want to keep. Steps release Python's lock, so batches in several threads run at the same time;
    each batch belongs to one thread. Raises `InvalidRules` or ValueError for invalid arguments.
    """

    def __init__(
        self,
        rules: Rules | str = "standard",
        n: int = 64,
        seed: Seed = 0,
        *,
        players: int | None = None,
        changes: Mapping[str, object] | None = None,
        dealer: int = 0,
        max_moves: int = 2000,
        hold: bool = False,
    ) -> None:
        rules = rules_from(rules, players, changes)
        n = whole(n, "n", 1, _MOST_GAMES)
        self.hold: Final = hold
        self._setting: Final = Setting(rules, dealer, max_moves)
        max_moves = self._setting.max_moves
        if rules.stock_out == "renew" and max_moves > MOST_MOVES_RENEWED:
            raise InvalidArgument(f"max_moves must be {MOST_MOVES_RENEWED} or less where the deck is renewed")
        self.rules: Final = rules
        self.n: Final = n
        self.encoder: Final = Encoder(rules)
        self.observations: Final[Rows] = np.zeros((n, self.encoder.size), np.float32)
        self.masks: Final[Masks] = np.zeros((n, self.encoder.actions), np.int8)
        self.seats: Final[Numbers] = np.zeros(n, np.int64)
        self.rewards: Final[Rows] = np.zeros((n, rules.players), np.float32)
        self.terminated: Final[Flags] = np.zeros(n, np.bool_)
        self.truncated: Final[Flags] = np.zeros(n, np.bool_)
        self.seeds: Final[Seeds] = np.zeros(n, np.uint64)
        self._chosen: Final[Numbers] = np.zeros(n, np.int64)
        self._seed = seed_word(seed)
        self._choosers: dict[str, Chooser] = {}
        self._batch: Final = Batch(
            self.encoder.kinds.encoding,
            self._seed,
            self._setting.dealer,
            self._setting.max_moves,
            self.observations,
            self.masks,
            self.seats,
            self.rewards,
            self.terminated.view(np.uint8),
            self.truncated.view(np.uint8),
            self.seeds,
            hold,
        )

    def save(self, game: int) -> SavedRow:
        """The state for `restore`, here or in another batch of these rules.

        Raises IndexError if there is no such game.
        """
        game = self._row(game)
        position = Position(self.rules, self._batch.position(game))
        return SavedRow(position, self._batch.moves_played(game), int(self.seeds[game]))

    def restore(self, game: int, saved: SavedRow) -> None:
        """Continue a game from a saved state, of this row or any other: the same actions bring the same cards.

        Rewards and ends of the row are cleared. Raises IndexError if there is no such game, ValueError for a state with
        other rules.
        """
        game = self._row(game)
        if of_type(saved, SavedRow, "saved", "BatchEnv.save makes one").position.rules != self.rules:
            raise InvalidArgument("what was saved is a game by other rules")
        self._batch.put(game, saved.position.core, saved.moves, saved.seed)

    def clone(self) -> BatchEnv:
        """An independent batch equal to this one, with arrays of its own."""
        other = BatchEnv(
            self.rules, self.n, dealer=self._setting.dealer, max_moves=self._setting.max_moves, hold=self.hold
        )
        other._take(self._seed, [self.save(game) for game in range(self.n)], self._ends())
        return other

    def __copy__(self) -> BatchEnv:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> BatchEnv:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        rows = [self.save(game) for game in range(self.n)]
        return {"setting": self._setting, "seed": self._seed, "rows": rows, "ends": self._ends(), "hold": self.hold}

    def __setstate__(self, state: dict[str, Any]) -> None:
        setting: Setting = state["setting"]
        BatchEnv.__init__(
            self,
            setting.rules,
            len(state["rows"]),
            dealer=setting.dealer,
            max_moves=setting.max_moves,
            hold=state["hold"],
        )
        self._take(state["seed"], state["rows"], state["ends"])

    def _row(self, game: int) -> int:
        number = whole(game, "game")
        if not 0 <= number < self.n:
            raise NoSuchRow(f"there are {self.n} games, counted from 0, and no game {number}")
        return number

    def _ends(self) -> tuple[Rows, Flags, Flags]:
        return self.rewards, self.terminated, self.truncated

    def _take(self, seed: int, rows: Sequence[SavedRow], ends: tuple[Rows, Flags, Flags]) -> None:
        self._seed = seed
        for game, saved in enumerate(rows):
            self.restore(game, saved)
        for own, other in zip(self._ends(), ends, strict=True):
            own[:] = other

    def __repr__(self) -> str:
        return f"<BatchEnv: {self.n} games of {self.rules.players} players>"

    def reset(self, seed: Seed | None = None) -> tuple[Rows, Masks]:
        """Deal all games again, without a seed those that follow from the last one; returns observations and masks."""
        self._seed = seed_of_game(self._seed, codes.NEXT_BATCH) if seed is None else seed_word(seed)
        self._batch.reset(self._seed)
        return self.observations, self.masks

    def step(
        self, actions: ArrayLike, *, opponent: str | None = None, seats: Numbers | None = None
    ) -> tuple[Rows, Masks, Rows, Flags, Flags]:
        """Make a move in every game; −1 leaves one as it is.

        With an `opponent` the games that moved continue as in `play_on`.

        Returns observations, masks, rewards, terminated and truncated. Raises ValueError, with no game changed, if an
        action is not legal.
        """
        try:
            chosen = np.asarray(actions)
        except ValueError:
            chosen = np.empty((0, 0))
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            if chosen.dtype.kind in "iu" and chosen.ndim == 1:
                raise InvalidArgument(f"there are {len(chosen)} actions for {self.n} games")
            raise InvalidArgument(f"actions must be a whole number for each of {self.n} games, not {shown(actions)}")
        try:
            # A memoryview yields Python integers where the core runs uncompiled.
            played = np.ascontiguousarray(chosen, np.int64).data
            if opponent is None:
                self._batch.step(played)
            else:
                self._batch.step(played, self._chooser(opponent), seats)
        except ValueError as error:
            raise InvalidArgument(str(error)) from None
        return self.observations, self.masks, self.rewards, self.terminated, self.truncated

    def sample(self, *, eager: bool = False, rows: Flags | None = None) -> Numbers:
        """A random legal action for each game, in an array that is reused; `eager` plays to the centre first.

        It follows from the game's seed and the moves so far, so that the same seed gives the same random games. With
        `rows`, True for some games, the others have −1.
        """
        return self._choose("eager" if eager else "random", rows)

    def _choose(self, player: str, rows: Flags | None) -> Numbers:
        self._wanted(rows)
        self._batch.choose(self._chooser(player), self._chosen)
        return self._chosen

    def _wanted(self, rows: Flags | None) -> None:
        """Mark in the array of actions the games that need thinking about."""
        if rows is None:
            self._chosen[:] = 0
        else:
            try:
                np.subtract(rows, 1, out=self._chosen, dtype=np.int64)
            except (TypeError, ValueError, OverflowError):
                told = f"rows must be True or False for each of {len(self._chosen)} games, not {shown(rows)}"
                raise InvalidArgument(told) from None

    def choose(self, player: str, *, rows: Flags | None = None) -> Numbers:
        """The move of a player in each game, in an array that is reused: beginner, casual, club, random or eager.

        They think in the compiled core, see no more than the seat to move, and play as `PLAYERS` do; the last two make
        random legal moves, ``"eager"`` to the centre if possible, as `sample` does. With `rows`, True for some games,
        the others have −1. Raises `InvalidArgument` for another player.
        """
        return self._choose(player, rows)

    def play_on(self, player: str, seats: Numbers) -> None:
        """Let a computer player, ``"random"`` or ``"eager"`` move in every game until its entry in `seats` is to move.

        A game that ends is left alone: its result is added to `rewards`, `terminated` and `truncated` of the last
        `step`.
        """
        chooser = self._chooser(player)
        try:
            own: Any = np.array(seats)
        except (TypeError, ValueError, OverflowError, RecursionError):
            own = np.zeros(0)
        if own.dtype.kind not in "iu" or own.shape != (self.n,):
            raise InvalidArgument(f"seats must be a number for each of {self.n} games, not {shown(seats)}")
        self._batch.play_on(chooser, own.astype(np.int64))

    def _chooser(self, player: str) -> Chooser:
        """How a player chooses; made on first use. Raises `InvalidArgument` for an unknown name."""
        names = (*COMPILED, RANDOM, EAGER)
        if player not in names:
            close = closest(player, names)
            hint = f". Did you mean {close!r}? Take" if close else "; take"
            raise InvalidArgument(f"there is no player {shown(player)} for many games{hint} {', '.join(names)}")
        if player not in self._choosers:
            self._choosers[player] = self._new_chooser(player)
        return self._choosers[player]

    def _new_chooser(self, player: str) -> Chooser:
        table = careful = self._batch.position(0)
        if player not in COMPILED:
            return Chooser(table, careful, [], eager=player == "eager")
        weights, mistakes = COMPILED[player]
        if self.rules.pass_ and self.rules.stalemate != "redeal":
            careful = dealt_by_seed(core_rules(replace(self.rules, pass_=False)), self._setting.dealer, 0)
        return Chooser(table, careful, list(weights), round(mistakes * 1_000_000), player in SEES_WINS)

    def restart(self, game: int) -> None:
        """Replace a game, over or not, with the next one. Raises IndexError if there is no such game."""
        self._batch.restart(self._row(game))
        self.rewards[game] = 0
        self.terminated[game] = self.truncated[game] = False

    def restart_rows(self, games: Flags) -> None:
        """Replace the games where it is True, over or not, with the next ones."""
        (rows,) = games.nonzero()
        for game in rows.tolist():
            self._batch.restart(game)
        self.rewards[rows] = 0
        self.terminated[rows] = self.truncated[rows] = False

    def observe_rows(self, games: Numbers, seats: Numbers) -> Rows:
        """The views of these seats of these games, a row for each, no matter who is to move."""
        rows: Rows = np.empty((len(games), self.encoder.size), np.float32)
        for game, seat, row in zip(games.tolist(), seats.tolist(), rows, strict=True):
            self._batch.observe(game, seat, row)
        return rows

    def observe(self, game: int, seat: int) -> Row:
        """A seat's view of a game, no matter who is to move. Raises IndexError or ValueError if there is none."""
        row: Row = np.empty(self.encoder.size, np.float32)
        self._batch.observe(self._row(game), seat_number(seat, self.rules.players), row)
        return row

    def view(self, game: int, seat: int | None = None) -> View:
        """The view of a seat, by default of the one to move. Raises IndexError or ValueError for invalid values."""
        position = Position(self.rules, self._batch.position(self._row(game)))
        return position.view(position.turn if seat is None else seat)
