"""Spite and Malice in Gymnasium: one game against opponents of one's choice, and many side by side.

docs/research.md shows how to use it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spite_and_malice.arguments import InvalidArgument
from spite_and_malice.engine.core import seed_of_game
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.chance_game import OVER, Setting
from spite_and_malice.interop.cloning import Clonable
from spite_and_malice.interop.encoder import Array
from spite_and_malice.interop.one_game import OneGame
from spite_and_malice.interop.opponents import RANDOM, SECONDS, Opponent, answer, maker_of
from spite_and_malice.players import Player
from spite_and_malice.rules import preset_rules

ILLEGAL_REWARD: Final = -1.0
"""The reward for an illegal move, which ends the game."""

BatchPolicy: TypeAlias = Callable[[Array, Array], Array]
"""Chooses moves by their numbers for many games at once, from rows of observations and of masks."""

_WORDS: Final = 1 << 62


class SpiteAndMaliceEnv(Clonable, gymnasium.Env[Array, int]):
    """One seat of a game by the rules of a preset, with changes; `opponent` plays all others.

    An observation is a row of numbers as `Encoder` has it. ``info["action_mask"]`` and `action_masks` have 1 for each
    legal move. The reward comes at the end: the seat's points less the mean of the others'. An illegal move ends the
    game with `ILLEGAL_REWARD`, and ``info["refused"]`` says why. After `max_moves` a game is truncated.

    `opponent` is the name of a computer player, ``"random"``, or what makes a player from a seed; a move of it may take
    `seconds`. `seat` is a seat, or None for another one in each game, which ``info["seat"]`` names. Raises
    `InvalidRules` or ValueError for what makes no game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  Gymnasium's own attribute

    def __init__(
        self,
        preset: str = "standard",
        players: int | None = None,
        rules: Mapping[str, Any] | None = None,
        opponent: Opponent = "club",
        seat: int | None = None,
        dealer: int = 0,
        max_moves: int = 2000,
        seconds: float = SECONDS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting: Setting = Setting(preset_rules(preset, players, rules or {}), dealer, max_moves)
        self.render_mode = render_mode
        if seat is not None and not 0 <= seat < self.setting.rules.players:
            raise InvalidArgument(f"seat must be 0 to {self.setting.rules.players - 1} or None, not {seat}")
        self._make = maker_of(opponent)
        self._fixed = seat
        self._seconds = seconds
        self._refused: str | None = None
        self.seat = seat or 0
        self.played: OneGame = OneGame(self.setting)
        self._players: dict[int, Player] = {}
        encoder = self.played.encoder
        self.observation_space = spaces.Box(0.0, np.inf, (encoder.size,), np.float32)
        self.action_space = spaces.Discrete(encoder.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal a new game, and let those play who come before the seat."""
        super().reset(seed=seed)
        own_seed = int(self.np_random.integers(_WORDS))
        seats = self.setting.rules.players
        self._refused = None
        while True:
            self.seat = own_seed % seats if self._fixed is None else self._fixed
            self.played.reset(own_seed)
            others = [seat for seat in range(seats) if seat != self.seat]
            self._players = {seat: self._make(seed_of_game(own_seed, seat)) for seat in others}
            self._let_others_play()
            if self.played.turn != OVER:
                return self._seen(), self._info()
            # It was over before the seat had a move: that is no game to learn from.
            own_seed = int(self.np_random.integers(_WORDS))

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others play until the seat is to move again or the game is over."""
        if self.played.turn == OVER or self._refused is not None:
            raise InvalidArgument("the game is over: reset deals the next one")
        try:
            self.played.play(int(action))
        except ValueError as error:
            self._refused = str(error)
            return self._seen(), ILLEGAL_REWARD, True, False, self._info()
        self._let_others_play()
        over = self.played.turn == OVER
        cut_short = over and self.played.is_cut_short
        reward = self.played.returns()[self.seat] if over else 0.0
        return self._seen(), reward, over and not cut_short, cut_short, self._info()

    def action_masks(self) -> Array:
        """True for each legal move: what MaskablePPO asks for."""
        return self.played.mask(self.seat).astype(np.bool_)

    def move_name(self, action: int) -> str:
        """A move as text (RULES.md section 9), without suits where they do not matter."""
        return self.setting.kinds.move_name(action, self.seat)

    def render(self) -> str | None:
        """With `render_mode` ``"ansi"``, what the seat sees, as text; else nothing."""
        return None if self.render_mode is None else str(self.played.view(self.seat))

    def _let_others_play(self) -> None:
        while answer(self.played, self._players, self._seconds):
            pass

    def _seen(self) -> Array:
        return self.played.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.played.mask(self.seat), "seat": self.seat}
        return info if self._refused is None else {**info, "refused": self._refused}


class SpiteAndMaliceVectorEnv(Clonable, VectorEnv[Array, Array, Array]):
    """One seat of each of many games side by side (`BatchEnv`), the others played by `opponent`.

    `opponent` is ``"random"``, ``"eager"`` (random, but to the centre first) or a function that chooses the moves of
    many games from rows of observations and masks. ``info["action_mask"]`` has the legal moves, ``info["seats"]`` which
    seat is played: seat k modulo the players in game k. A game that is over is followed by the next in the same step
    (`AutoresetMode.SAME_STEP`): the observation is the new game's, the reward the old one's, and the last observation
    of a game is not given. An illegal move raises ValueError.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  Gymnasium's own attribute

    def __init__(
        self,
        num_envs: int = 64,
        preset: str = "standard",
        players: int | None = None,
        rules: Mapping[str, Any] | None = None,
        opponent: str | BatchPolicy = RANDOM,
        dealer: int = 0,
        max_moves: int = 2000,
    ) -> None:
        if isinstance(opponent, str) and opponent not in (RANDOM, "eager"):
            raise InvalidArgument(
                f"there is no opponent {opponent!r} for many games: take {RANDOM}, eager or a function"
            )
        self.batch: BatchEnv = BatchEnv(
            preset, num_envs, players=players, changes=rules, dealer=dealer, max_moves=max_moves
        )
        self.num_envs = num_envs
        self._opponent = opponent
        self._seats: Array = np.arange(num_envs) % self.batch.rules.players
        encoder = self.batch.encoder
        self.single_observation_space = spaces.Box(0.0, np.inf, (encoder.size,), np.float32)
        self.single_action_space = spaces.Discrete(encoder.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal all games anew, and let those play who come before the seats."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(_WORDS)))
        self._let_others_play()
        return self.batch.observations.copy(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make a move in every game, and let the others play until the seats are to move again."""
        batch = self.batch
        batch.step(actions)
        ended = self._ended()
        more = self._let_others_play()
        rewards, terminated, truncated = (first + later for first, later in zip(ended, more, strict=True))
        return batch.observations.copy(), rewards, terminated, truncated, self._info()

    def _ended(self) -> tuple[Array, Array, Array]:
        batch = self.batch
        return (
            batch.rewards[np.arange(self.num_envs), self._seats].copy(),
            batch.terminated.copy(),
            batch.truncated.copy(),
        )

    def _let_others_play(self) -> tuple[Array, ...]:
        """What came of the seats' games meanwhile; a game that ended is followed by another, played up to the seat."""
        batch = self.batch
        totals: tuple[Array, ...] = tuple(np.zeros(self.num_envs, kind) for kind in (np.float32, np.bool_, np.bool_))
        while (others := batch.seats != self._seats).any():
            if callable(self._opponent):
                chosen: Array = np.full(self.num_envs, -1, np.int64)
                chosen[others] = self._opponent(batch.observations[others], batch.masks[others])
            else:
                chosen = np.where(others, batch.sample(eager=self._opponent == "eager"), -1)
            batch.step(chosen)
            for total, now in zip(totals, self._ended(), strict=True):
                total += now
        return totals

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "seats": self._seats.copy()}
