"""Spite and Malice in Gymnasium: one game against chosen opponents, and many side by side.

docs/research.md shows how to use it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike

from spite_and_malice.arguments import InvalidArgument, of_type, shown
from spite_and_malice.engine.core import seed_of_game
from spite_and_malice.interop.arrays import Array, Flags, Masks, Numbers, Row, Rows
from spite_and_malice.interop.batch import COMPILED, BatchEnv
from spite_and_malice.interop.chance_game import OVER, Setting
from spite_and_malice.interop.copies import Copies
from spite_and_malice.interop.environments import register as register_environments
from spite_and_malice.interop.one_game import Clonable, OneGame
from spite_and_malice.interop.opponents import EAGER, RANDOM, SECONDS, Opponent, answer, maker_of
from spite_and_malice.players import Player
from spite_and_malice.rules import preset_rules

ILLEGAL_REWARD: Final = -1.0
"""The reward for an illegal move, which ends the game."""

BatchPolicy: TypeAlias = Callable[[Rows, Masks], Numbers]
"""Chooses moves by their numbers for many games at once, from rows of observations and of masks."""

_WORDS: Final = 1 << 62


class SpiteAndMaliceEnv(Clonable, gymnasium.Env[Row, int]):
    """One seat of a game by the rules of a preset, with changes; `opponent` plays all others.

    An observation is a row of numbers from `Encoder`. ``info["action_mask"]`` and `action_masks` have 1 for each legal
    move. The reward comes at the end: the seat's points less the mean of the others'. An illegal move ends the game
    with `ILLEGAL_REWARD`, and ``info["refused"]`` says why. After `max_moves` a game is truncated.

    `opponent` is the name of a computer player, ``"random"``, ``"eager"``, or a function that makes a player from a
    seed; its moves may take `seconds` each. `seat` is a seat, or None for a different one in each game, given in
    ``info["seat"]``. Raises `InvalidRules` or ValueError for invalid arguments.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  Gymnasium's own attribute

    def __init__(
        self,
        preset: str = "standard",
        players: int | None = None,
        rules: Mapping[str, object] | None = None,
        opponent: Opponent = "club",
        seat: int | None = None,
        dealer: int = 0,
        max_moves: int = 2000,
        seconds: float = SECONDS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting: Setting = Setting(preset_rules(preset, players, rules or {}), dealer, max_moves)
        refuse_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode: str | None = render_mode
        self._begun = False
        if seat is not None and not 0 <= seat < self.setting.rules.players:
            raise InvalidArgument(f"seat must be 0 to {self.setting.rules.players - 1} or None, not {seat}")
        self._make = maker_of(opponent)
        self._fixed = seat
        self._seconds = seconds
        self._refused: str | None = None
        self.seat: int = seat or 0
        self.played: OneGame = OneGame(self.setting)
        self._players: dict[int, Player] = {}
        encoder = self.played.encoder
        self.observation_space: spaces.Box = spaces.Box(0.0, np.inf, (encoder.size,), np.float32)
        self.action_space: spaces.Discrete = spaces.Discrete(encoder.actions)

    def __repr__(self) -> str:
        return f"<SpiteAndMaliceEnv: seat {self.seat} of {self.setting.rules.players} players>"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Deal a new game, and let the seats before this one play."""
        super().reset(seed=seed)
        self._begun = True
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
            # It was over before the seat had a move: nothing can be learned from it.
            own_seed = int(self.np_random.integers(_WORDS))

    def step(self, action: int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others play until the seat is to move again or the game is over."""
        if not self._begun:
            raise ResetNeeded("reset deals the first game")
        if self.played.turn == OVER or self._refused is not None:
            raise InvalidArgument("the game is over: reset deals the next one")
        try:
            self.played.play(int(action))
        except (ValueError, OverflowError) as error:
            self._refused = str(error)
            return self._seen(), ILLEGAL_REWARD, True, False, self._info()
        self._let_others_play()
        over = self.played.turn == OVER
        cut_short = over and self.played.is_cut_short
        reward = self.played.returns()[self.seat] if over else 0.0
        return self._seen(), reward, over and not cut_short, cut_short, self._info()

    def action_masks(self) -> Flags:
        """True for each legal move, as MaskablePPO requires."""
        return self.played.mask(self.seat).astype(np.bool_)

    def move_name(self, action: int) -> str:
        """A move as text (RULES.md section 9), without suits where they do not matter."""
        return self.setting.kinds.move_name(action, self.seat)

    def render(self) -> str | None:
        """With `render_mode` ``"ansi"``, the seat's view, as text; else nothing."""
        return None if self.render_mode is None else str(self.played.view(self.seat))

    def _let_others_play(self) -> None:
        while answer(self.played, self._players, self._seconds):
            pass

    def _seen(self) -> Row:
        return self.played.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.played.mask(self.seat), "seat": self.seat}
        return info if self._refused is None else {**info, "refused": self._refused}


class SpiteAndMaliceVectorEnv(Clonable, VectorEnv[Rows, Numbers, Array]):
    """One seat of each of many games side by side (`BatchEnv`), the others played by `opponent`.

    `opponent` is ``"random"``, ``"eager"`` (random, but to the centre first), ``"beginner"``, ``"casual"`` or
    ``"club"``, which play in the compiled core, or a function that chooses the moves of many games from rows of
    observations and masks. ``info["action_mask"]`` has the legal moves, ``info["seats"]`` which seat is played: seat k
    modulo the players in game k.

    `autoreset_mode` is one of Gymnasium's `AutoresetMode`. In ``SAME_STEP`` a finished game is followed by the next in
    the same step: the observation is the new game's, the reward the old one's, whose last observation and info are in
    ``info["final_obs"]`` and ``info["final_info"]``. In ``NEXT_STEP`` the next step deals it, whatever its action; in
    ``DISABLED`` a `reset` with the option ``reset_mask``. An illegal move raises ValueError, with no game changed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  Gymnasium's own attribute
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 64,
        preset: str = "standard",
        players: int | None = None,
        rules: Mapping[str, object] | None = None,
        opponent: str | BatchPolicy = RANDOM,
        dealer: int = 0,
        max_moves: int = 2000,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
    ) -> None:
        if not callable(opponent) and opponent not in (RANDOM, EAGER, *COMPILED):
            names = ", ".join((RANDOM, EAGER, *COMPILED))
            raise InvalidArgument(f"there is no opponent {shown(opponent)} for many games: take {names} or a function")
        refuse_render_mode(render_mode, ())
        self.render_mode: str | None = render_mode
        self.batch: BatchEnv = BatchEnv(
            preset, num_envs, players=players, changes=rules, dealer=dealer, max_moves=max_moves, hold=True
        )
        self.num_envs: int = self.batch.n
        try:
            self.autoreset_mode: AutoresetMode = AutoresetMode(autoreset_mode)
        except (ValueError, RecursionError):
            told = f"autoreset_mode must be one of gymnasium's AutoresetMode, not {shown(autoreset_mode)}"
            raise InvalidArgument(told) from None
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._opponent = opponent
        self._seats: Numbers = np.arange(self.num_envs) % self.batch.rules.players
        self._rows: Numbers = np.arange(self.num_envs)
        self._copies: Copies = Copies()
        self._over: Flags = np.ones(self.num_envs, np.bool_)
        encoder = self.batch.encoder
        self.single_observation_space: spaces.Box = spaces.Box(0.0, np.inf, (encoder.size,), np.float32)
        self.single_action_space: spaces.Discrete = spaces.Discrete(encoder.actions)
        self.observation_space: spaces.Box = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: spaces.MultiDiscrete = batch_space(self.single_action_space, self.num_envs)
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Rows, dict[str, Any]]:
        """Deal all games again, or with the option ``reset_mask`` those where it is True, up to the seats' moves."""
        chosen = None if options is None else of_type(options, dict, "options").get("reset_mask")
        super().reset(seed=seed)
        if chosen is None or not self._begun:
            self.batch.reset(int(self.np_random.integers(_WORDS)))
            self._over[:] = False
            self._begin(np.ones(self.num_envs, np.bool_))
        else:
            anew = np.asarray(chosen)
            if anew.dtype != np.bool_ or anew.shape != (self.num_envs,):
                raise InvalidArgument(f"reset_mask must be True or False for each of {self.num_envs} games")
            self._restart(anew)
        self._begun = True
        return self._seen(), self._info()

    def step(self, actions: ArrayLike) -> tuple[Rows, Row, Flags, Flags, dict[str, Any]]:
        """Make a move in every game, and let the others play until the seats are to move again.

        Raises `ResetNeeded` before the first `reset`, and in ``DISABLED`` for finished games.
        """
        if not self._begun:
            raise ResetNeeded("reset deals the first games")
        held = self._over
        given = np.asarray(actions)
        fits = given.shape == held.shape
        if held.any():
            if self.autoreset_mode == AutoresetMode.DISABLED:
                over = np.flatnonzero(held).tolist()
                raise ResetNeeded(f"games {over} are over: reset them with the option reset_mask")
            given = np.where(held, -1, given) if fits else given
        if fits and given.dtype.kind == "i" and ((given < 0) & ~held).any():
            raise InvalidArgument("a seat has to move: take an action whose mask is 1")
        batch = self.batch
        if callable(self._opponent):
            batch.step(given)
            self._let_others_play()
        else:
            batch.step(given, opponent=self._opponent, seats=self._seats)
        rewards: Row = batch.rewards[self._rows, self._seats]
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        self._over = terminated | truncated
        self._restart(held)
        info: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            ended = self._over.copy()
            info = self._last(ended)
            self._restart(ended)
        return self._seen(), rewards, terminated, truncated, {**info, **self._info()}

    def _last(self, ended: Flags) -> dict[str, Any]:
        """The last observations and infos, as Gymnasium's `_add_info` gathers them one by one."""
        (rows,) = ended.nonzero()
        last: Any = np.full(self.num_envs, None, object)
        for row, observation in zip(rows.tolist(), self.batch.observe_rows(rows, self._seats[rows]), strict=True):
            last[row] = observation
        masks = np.zeros_like(self.batch.masks)
        masks[rows] = self.batch.masks[rows]
        told = {
            "action_mask": masks,
            "_action_mask": ended.copy(),
            "seats": np.where(ended, self._seats, 0),
            "_seats": ended.copy(),
        }
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended.copy()}

    def _restart(self, anew: Flags) -> None:
        """Deal the next games in these rows, and let the players before the seats play."""
        if anew.any():
            self.batch.restart_rows(anew)
            self._over &= ~anew
            self._begin(anew)

    def _begin(self, anew: Flags) -> None:
        """Let the players before the seats play; if a game ends this way, nothing can be learned from it."""
        while anew.any():
            self._let_others_play()
            anew = (self.batch.terminated | self.batch.truncated) & anew
            if anew.any():
                self.batch.restart_rows(anew)

    def _let_others_play(self) -> None:
        """Play on up to the seats' moves or the ends of games; the batch holds the results."""
        batch = self.batch
        if not callable(self._opponent):
            batch.play_on(self._opponent, self._seats)
            return
        ends = batch.rewards.copy(), batch.terminated.copy(), batch.truncated.copy()
        while True:
            others = (batch.seats != self._seats) & ~(ends[1] | ends[2] | self._over)
            if not others.any():
                break
            chosen: Numbers = np.full(self.num_envs, -1, np.int64)
            chosen[others] = self._opponent(batch.observations[others], batch.masks[others])
            batch.step(chosen)
            for total, now in zip(ends, (batch.rewards, batch.terminated, batch.truncated), strict=True):
                total[others] = now[others]
        batch.rewards[:], batch.terminated[:], batch.truncated[:] = ends

    def _seen(self) -> Rows:
        """The seats' views, including those of finished games."""
        seen: Rows = self._copies.of(self.batch.observations)
        (rows,) = ((self.batch.seats != self._seats) | self._over).nonzero()
        if len(rows):
            seen[rows] = self.batch.observe_rows(rows, self._seats[rows])
        return seen

    def _info(self) -> dict[str, Any]:
        every: Flags = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.batch.masks.copy(),
            "_action_mask": every,
            "seats": self._seats.copy(),
            "_seats": every.copy(),
        }


def refuse_render_mode(render_mode: str | None, modes: Sequence[str]) -> None:
    """Raise `InvalidArgument` for an unknown render mode."""
    if render_mode is not None and render_mode not in modes:
        raise InvalidArgument(f"render_mode must be {' or '.join(map(repr, (*modes, None)))}, not {shown(render_mode)}")


register_environments()
