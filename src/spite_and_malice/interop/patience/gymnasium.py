"""Patience in Gymnasium: ``gymnasium.make("Patience-v0", preset="freecell")``. docs/research.md shows how to use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from spite_and_malice.arguments import InvalidArgument, of_type
from spite_and_malice.interop.arrays import Flags, Row
from spite_and_malice.interop.environments import register as register_environments
from spite_and_malice.interop.gymnasium import ILLEGAL_REWARD, refuse_render_mode
from spite_and_malice.interop.one_game import Clonable
from spite_and_malice.interop.patience.batch import Reward, Solitary, rules_of
from spite_and_malice.interop.patience.encoder import PatienceEncoder
from spite_and_malice.patience import IllegalMove, InvalidNotation
from spite_and_malice.patience.deals import HIGHEST_NUMBER


class PatienceEnv(Clonable, gymnasium.Env[Row, int]):
    """A game of patience by the rules of a preset, with changes.

    An observation is a row of numbers from `PatienceEncoder`. ``info["action_mask"]`` and `action_masks` have 1
    for each legal move, ``info["deal"]`` is the number of the deal. The reward is 1 for a win, or with `reward`
    ``"progress"`` for each step the share of the cards that went; an illegal move ends the game with `ILLEGAL_REWARD`,
    and ``info["refused"]`` says why. After `max_moves` a game is truncated. `reset` takes the option ``deal``, the
    number of a deal. Raises `InvalidRules` or ValueError for invalid arguments.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  Gymnasium's own attribute

    def __init__(
        self,
        preset: str = "klondike-1",
        rules: Mapping[str, object] | None = None,
        max_moves: int = 1000,
        reward: Reward = "won",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        refuse_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode: str | None = render_mode
        encoder = PatienceEncoder(rules_of(preset, rules))
        self.played: Solitary = Solitary(encoder, 0, max_moves, reward)
        self._begun = False
        self._refused: str | None = None
        # A row has cards as shares, and counts in tenths.
        self.observation_space: spaces.Box = spaces.Box(0.0, np.inf, (encoder.size,), np.float32)
        self.action_space: spaces.Discrete = spaces.Discrete(encoder.actions)

    def __repr__(self) -> str:
        return f"<PatienceEnv: deal {self.played.deal}>"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Deal a game: the one of the option ``deal``, else one that follows from the seed.

        Deals without any legal move are skipped. Raises ValueError for an invalid deal number.
        """
        super().reset(seed=seed)
        chosen = None if options is None else of_type(options, dict, "options").get("deal")
        number = int(self.np_random.integers(HIGHEST_NUMBER, endpoint=True))
        self.played.begin(number if chosen is None else chosen)
        self._begun, self._refused = True, None
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Make a move."""
        if not self._begun:
            raise ResetNeeded("reset deals the first game")
        if self.played.is_over or self._refused is not None:
            raise InvalidArgument("the game is over: reset deals the next one")
        try:
            reward = self.played.play(int(action))
        except (IllegalMove, InvalidNotation, InvalidArgument, OverflowError) as error:
            self._refused = str(error)
            return self._seen(), ILLEGAL_REWARD, True, False, self._info()
        return self._seen(), reward, self.played.terminated, self.played.truncated, self._info()

    def action_masks(self) -> Flags:
        """True for each legal move, as MaskablePPO requires."""
        return self.played.encoder.mask(self.played.view).astype(np.bool_)

    def move_name(self, action: int) -> str:
        """A move as text (PATIENCE.md section 6). Raises ValueError for an invalid number."""
        return str(self.played.encoder.move(action))

    def render(self) -> str | None:
        """With `render_mode` ``"ansi"``, the player's view, as text; else nothing."""
        return None if self.render_mode is None else str(self.played.position)

    def _seen(self) -> Row:
        return self.played.encoder.observe(self.played.view)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.played.encoder.mask(self.played.view), "deal": self.played.deal}
        return info if self._refused is None else {**info, "refused": self._refused}


register_environments()
