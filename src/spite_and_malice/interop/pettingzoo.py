"""Spite and Malice as an agent-environment cycle of PettingZoo. docs/research.md shows how to use it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from spite_and_malice.interop import sight
from spite_and_malice.interop.chance_game import OVER, ChanceGame, Setting
from spite_and_malice.rules import preset_rules

ILLEGAL_REWARD: Final = -1.0
"""The reward of a player who makes an illegal move, which ends the game; the others' is 0."""


def env(**parameters: Any) -> AECEnv:
    """The environment with PettingZoo's usual guards: an illegal move ends the game with `ILLEGAL_REWARD`.

    The parameters are those of `SpiteAndMaliceEnv`.
    """
    guarded = wrappers.TerminateIllegalWrapper(SpiteAndMaliceEnv(**parameters), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class SpiteAndMaliceEnv(AECEnv):
    """A game by the rules of a preset, with changes: one agent, ``seat_0`` …, for each seat.

    An agent observes a dictionary of ``observation``, the numbers of `sight.write_view` in a row, and ``action_mask``,
    1 for each legal move. Rewards come at the end: each seat's points less the mean of the others'. A game that is not
    over after `max_moves` is truncated. Cards are drawn by the seed of `reset` as they come to light.

    Raises `InvalidRules` or ValueError for parameters that make no game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  PettingZoo's own attribute
        "render_modes": ["ansi"],
        "name": "spite_and_malice_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        preset: str = "standard",
        players: int | None = None,
        rules: Mapping[str, Any] | None = None,
        dealer: int = 0,
        max_moves: int = 2000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting = Setting(preset_rules(preset, players, rules or {}), dealer, max_moves)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setting.rules.players)]
        self._numbers, self._parts = sight.blank(sight.view_pieces(self.setting))
        moves = len(self.setting.kinds.moves)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, np.inf, self._numbers.shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random = random.Random()
        self.played = ChanceGame(self.setting)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all moves that can ever be legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed and the same moves give the same game."""
        if seed is not None:
            self._random.seed(seed)
        self.played = ChanceGame(self.setting)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._let_chance_move()

    def observe(self, agent: str) -> dict[str, sight.Array]:
        """What an agent sees, and its legal moves: none when it is not its turn."""
        seat = self.possible_agents.index(agent)
        self._numbers.fill(0)
        sight.write_view(self.played, seat, self._parts)
        mask: sight.Array = np.zeros(len(self.setting.kinds.moves), np.int8)
        if self.played.turn == seat:
            mask[self.played.legal()] = 1
        return {"observation": self._numbers.copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is. Raises ValueError for a move that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self.played.legal():
            raise ValueError(f"{action} is not legal for {agent}: take a move whose action_mask is 1")
        self._cumulative_rewards[agent] = 0.0
        self.played.apply(int(action))
        self._let_chance_move()
        self._accumulate_rewards()

    def move_name(self, action: int) -> str:
        """A move as text (RULES.md section 9), without suits where they do not matter."""
        return self.setting.kinds.move_name(action)

    def render(self) -> str | None:
        """With `render_mode` ``"ansi"``, what the agent to move sees, as text; else nothing."""
        if self.render_mode is None:
            return None
        return sight.view_text(self.played, self.possible_agents.index(self.agent_selection))

    def _let_chance_move(self) -> None:
        """Draw the cards that come to light, and see whose turn it is or how the game ended."""
        while self.played.is_chance:
            outcomes, weights = zip(*self.played.outcomes(), strict=True)
            self.played.apply(self._random.choices(outcomes, weights)[0])
        if self.played.turn != OVER:
            self.agent_selection = self.possible_agents[self.played.turn]
            return
        ended = self.truncations if self.played.is_cut_short else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(self.possible_agents, self.played.returns(), strict=True))
