"""Many games of patience side by side, for programs that learn by playing. docs/research.md shows how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from spite_and_malice.arguments import InvalidArgument, Seed, of_type, seed_word, shown, whole
from spite_and_malice.engine.core import seed_of_game
from spite_and_malice.interop.arrays import Flags, Masks, Numbers, Row, Rows
from spite_and_malice.interop.one_game import Clonable
from spite_and_malice.interop.patience.encoder import PatienceEncoder
from spite_and_malice.patience import Position, Rules, View, deal_number, preset_rules
from spite_and_malice.patience.deals import HIGHEST_NUMBER
from spite_and_malice.patience.progress import cards_gone, cards_to_win

Reward = Literal["won", "progress"]
"""The reward: 1 for a win, or for each step the share of the cards that went, which adds up to 1 at a win."""

_MOST_GAMES: Final = 1 << 20


class Solitary(Clonable):
    """One game of patience by its deal's number, played by the numbers of moves."""

    def __init__(self, encoder: PatienceEncoder, deal: int, max_moves: int, reward: Reward) -> None:
        """Raises ValueError for an invalid deal number, and for an invalid `Reward`."""
        if reward not in ("won", "progress"):
            raise InvalidArgument(f'reward must be "won" or "progress", not {shown(reward)}')
        self.encoder: Final = encoder
        self.max_moves: Final = whole(max_moves, "max_moves", 1)
        self.reward: Final[Reward] = reward
        self.deal: int
        self.begin(deal)

    def begin(self, deal: int) -> None:
        """Deal a number; a deal that is stuck from the beginning is followed by the next. Raises ValueError."""
        position = deal_number(self.encoder.rules, deal)
        while position.is_over:
            deal = deal_after(deal)
            position = deal_number(self.encoder.rules, deal)
        self.deal = deal
        self.position: Position = position
        self.moves: int = 0
        self._result: str | None = None

    @property
    def view(self) -> View:
        """The player's view."""
        return self.position.view()

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self._result == "won"

    @property
    def terminated(self) -> bool:
        """Whether the game is won or stuck."""
        return self._result is not None

    @property
    def truncated(self) -> bool:
        """Whether it stopped undecided after `max_moves`."""
        return not self.terminated and self.moves >= self.max_moves

    @property
    def is_over(self) -> bool:
        """Whether it is over either way."""
        return self.terminated or self.truncated

    def play(self, action: int) -> float:
        """Make a move and return the reward. Raises `IllegalMove`, or ValueError for an invalid number."""
        before = cards_gone(self.position) if self.reward == "progress" else 0
        self.position.play(self.encoder.move(action))
        self.moves += 1
        self._result = self.position.result
        if self.reward == "won":
            return float(self.is_won)
        return (cards_gone(self.position) - before) / cards_to_win(self.encoder.rules)


class PatienceBatchEnv(Clonable):
    """`n` games by the same rules side by side; a finished game is immediately followed by the next deal.

    `rules` are `Rules` of patience or the id of a preset, with `changes`. The deals follow from `seed` and the number
    of the game, whatever `n` is. Each step makes one move in every game and writes into the same arrays:

    - `observations`, float32 (n, size): what the player sees (`PatienceEncoder`);
    - `masks`, int8 (n, actions): 1 for each legal move;
    - `rewards`, float32 (n,): of the step, as `reward` says;
    - `terminated` and `truncated`, bool (n,): where a game ended, or stopped undecided after `max_moves`;
    - `won`, bool (n,): where one was won;
    - `deals`, int64 (n,): the number of the current deal.

    Copy anything you want to keep. Raises `InvalidRules` or ValueError for invalid arguments.
    """

    def __init__(
        self,
        rules: Rules | str = "klondike-1",
        n: int = 64,
        seed: Seed = 0,
        *,
        changes: Mapping[str, object] | None = None,
        max_moves: int = 1000,
        reward: Reward = "won",
    ) -> None:
        rules = rules_of(rules, changes)
        self.n: Final = whole(n, "n", 1, _MOST_GAMES)
        self.rules: Final = rules
        self.encoder: Final = PatienceEncoder(rules)
        self.observations: Final[Rows] = np.zeros((self.n, self.encoder.size), np.float32)
        self.masks: Final[Masks] = np.zeros((self.n, self.encoder.actions), np.int8)
        self.rewards: Final[Row] = np.zeros(self.n, np.float32)
        self.terminated: Final[Flags] = np.zeros(self.n, np.bool_)
        self.truncated: Final[Flags] = np.zeros(self.n, np.bool_)
        self.won: Final[Flags] = np.zeros(self.n, np.bool_)
        self.deals: Final[Numbers] = np.zeros(self.n, np.int64)
        self._seed = seed_word(seed)
        self._games = [Solitary(self.encoder, deal_of(self._seed, game), max_moves, reward) for game in range(self.n)]
        self.reset(self._seed)

    def __repr__(self) -> str:
        return f"<PatienceBatchEnv: {self.n} games>"

    def reset(self, seed: Seed | None = None) -> tuple[Rows, Masks]:
        """Deal all games again, without a seed those that follow from the last one; returns observations and masks."""
        self._seed = seed_of_game(self._seed, self.n) if seed is None else seed_word(seed)
        self._random = np.random.default_rng(self._seed)
        for number, game in enumerate(self._games):
            game.begin(deal_of(self._seed, number))
            self._write(number)
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = self.won[:] = False
        return self.observations, self.masks

    def step(self, actions: ArrayLike) -> tuple[Rows, Masks, Row, Flags, Flags]:
        """Make a move in every game; −1 leaves one as it is.

        Returns observations, masks, rewards, terminated and truncated. Raises ValueError, with no game changed, if an
        action is not legal.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            raise InvalidArgument(f"actions must be a whole number for each of {self.n} games, not {shown(actions)}")
        moved = np.flatnonzero(chosen != -1)
        for number in moved:
            action = int(chosen[number])
            if not 0 <= action < self.encoder.actions or not self.masks[number, action]:
                raise InvalidArgument(f"{action} is the number of no legal move in game {number}: see its mask")
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = self.won[:] = False
        for number in moved:
            game = self._games[number]
            self.rewards[number] = game.play(int(chosen[number]))
            if game.is_over:
                self.terminated[number], self.truncated[number] = game.terminated, game.truncated
                self.won[number] = game.is_won
                game.begin(deal_after(game.deal))
            self._write(int(number))
        return self.observations, self.masks, self.rewards, self.terminated, self.truncated

    def sample(self) -> Numbers:
        """A random legal action for each game; the same seed gives the same random games."""
        legal = [np.flatnonzero(mask) for mask in self.masks]
        picked = self._random.random(self.n)
        return np.array([each[int(len(each) * share)] for each, share in zip(legal, picked, strict=True)], np.int64)

    def view(self, game: int) -> View:
        """The view of a game's player. Raises ValueError for a game that does not exist."""
        return self._games[whole(game, "game", 0, self.n - 1)].view

    def _write(self, number: int) -> None:
        game = self._games[number]
        self.encoder.write(game.position, self.observations[number], self.masks[number])
        self.deals[number] = game.deal


def rules_of(rules: Rules | str, changes: Mapping[str, object] | None = None) -> Rules:
    """Return the rules of a preset by its id, with changes, or rules as they are. Raises `InvalidRules`."""
    if isinstance(rules, str):
        return preset_rules(rules, changes)
    of_type(rules, Rules, "rules", 'patience.preset_rules("freecell") has those of a preset')
    return Rules.from_json({**rules.to_json(), **changes}) if changes else rules


def deal_of(seed: int, game: int) -> int:
    """Return the number of the first deal of a game in a batch."""
    return seed_of_game(seed, game) & HIGHEST_NUMBER


def deal_after(deal: int) -> int:
    """Return the number of the deal after one."""
    return deal_of(deal, 0)
