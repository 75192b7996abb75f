"""Spite and Malice as an agent-environment cycle of PettingZoo. docs/research.md shows how to use it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv, AECIterable
from pettingzoo.utils.env_logger import EnvLogger

from spite_and_malice.arguments import InvalidArgument, UnknownName, shown
from spite_and_malice.engine.core import seed_of_game
from spite_and_malice.interop.arrays import Mask, Row
from spite_and_malice.interop.chance_game import OVER, Setting
from spite_and_malice.interop.one_game import Clonable, OneGame
from spite_and_malice.interop.opponents import SECONDS, Opponent, answer, maker_of
from spite_and_malice.players import Player
from spite_and_malice.rules import preset_rules

ILLEGAL_REWARD: Final = -1.0
"""The reward of a player who makes an illegal move, which ends the game; the others' is 0."""


_SINCE_RESET: Final = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos")


class SpiteAndMaliceEnv(Clonable, AECEnv[str, dict[str, Row | Mask], int | None]):
    """A game by the rules of a preset, with changes: one agent, ``seat_0`` …, for each seat.

    An agent observes a dictionary of ``observation``, a row of numbers from `Encoder`, and ``action_mask``, 1 for
    each legal move. Rewards come at the end: each seat's points less the mean of the others'. A game that is not over
    after `max_moves` is truncated. The seed of `reset` deals the same game as in `BatchEnv`.

    `opponents` are the players of some of the seats, by seat: the name of a computer player, ``"random"``, ``"eager"``,
    or a function that makes a player from a seed. These seats are not agents: their moves are made, with `seconds` for
    each, before the next agent is asked.

    Raises `InvalidRules` or ValueError for invalid parameters.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  PettingZoo's own attribute
        "render_modes": ["ansi", "human"],
        "name": "spite_and_malice_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        preset: str = "standard",
        players: int | None = None,
        rules: Mapping[str, object] | None = None,
        dealer: int = 0,
        max_moves: int = 2000,
        render_mode: str | None = None,
        opponents: Mapping[int, Opponent] | None = None,
        seconds: float = SECONDS,
    ) -> None:
        super().__init__()
        self.setting: Setting = Setting(preset_rules(preset, players, rules or {}), dealer, max_moves)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InvalidArgument(f"render_mode must be 'ansi', 'human' or None, not {shown(render_mode)}")
        self.render_mode: str | None = render_mode
        given: object = {} if opponents is None else opponents
        if not isinstance(given, Mapping):
            raise InvalidArgument(f"opponents must be a player for some seats by number, not {shown(given)}")
        self._makers = {seat: maker_of(opponent) for seat, opponent in given.items()}
        seats = range(self.setting.rules.players)
        if not set(seats) > self._makers.keys():
            raise ValueError(f"opponents play some of the seats 0 to {len(seats) - 1}, not {sorted(self._makers)}")
        self._seconds = seconds
        self._seats = {f"seat_{seat}": seat for seat in seats if seat not in self._makers}
        self._names = {seat: agent for agent, seat in self._seats.items()}
        self.possible_agents: list[str] = list(self._seats)
        self.played: OneGame = OneGame(self.setting)
        self._players: dict[int, Player] = {}
        encoder = self.played.encoder
        moves = encoder.actions
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: spaces.Discrete(moves) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, np.inf, (encoder.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def __getattr__(self, name: str) -> Any:
        if name in _SINCE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset: reset deals a game")
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self.possible_agents)}>"

    def observation_space(self, agent: str) -> spaces.Dict:
        """An agent's observation."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all moves that can ever be legal."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: object) -> str:
        if isinstance(agent, str) and agent in self._seats:
            return agent
        raise UnknownName(f"there is no agent {shown(agent)}; take {', '.join(self._seats)}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: without a seed the one that follows. The same seed and moves give the same game."""
        self.played.reset(seed)
        self._players = {seat: make(seed_of_game(self.played.seed, seat)) for seat, make in self._makers.items()}
        self.agents: list[str] = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, Row | Mask]:
        """An agent's view, and its legal moves: none when it is not its turn."""
        seat = self._seats[self._known(agent)]
        return {"observation": self.played.observe(seat), "action_mask": self.played.mask(seat)}

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is. Raises ValueError for a move that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            self.played.play(-1 if action is None else int(action))
        except (ValueError, OverflowError):
            self._refuse(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        if self.played.turn == OVER:
            self._accumulate_rewards()

    def _refuse(self, action: int | None) -> None:
        raise ValueError(
            f"{shown(action)} is not legal for {self.agent_selection}: take a move whose action_mask is 1"
        ) from None

    def move_name(self, action: int) -> str:
        """A move as text (RULES.md section 9), without suits where they do not matter."""
        return self.setting.kinds.move_name(action, self._seats[self.agent_selection])

    def render(self) -> str | None:
        """The view of the agent to move, as text: returned with `render_mode` ``"ansi"``, printed with ``"human"``."""
        if self.render_mode is None:
            return None
        text = str(self.played.view(self._seats[self.agent_selection]))
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _go_on(self) -> None:
        """Let the opponents play, and see whose turn it is or how the game ended."""
        while answer(self.played, self._players, self._seconds):
            pass
        if self.played.turn != OVER:
            self.agent_selection: str = self._names[self.played.turn]
            return
        ended = self.truncations if self.played.is_cut_short else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        returns = self.played.returns()
        self.rewards = {agent: returns[seat] for agent, seat in self._seats.items()}


class GuardedEnv(SpiteAndMaliceEnv):
    """The same with PettingZoo's usual guards: an illegal move ends the game with `ILLEGAL_REWARD`.

    Calls before the first `reset`, and actions outside the space, are refused with PettingZoo's own errors.
    Its wrappers do the same, but a step takes them four times as long.
    """

    def observe(self, agent: str) -> dict[str, Row | Mask]:
        """An agent's view, and its legal moves. Raises AssertionError before the first `reset`."""
        if not self._has_begun():
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """Yield the agent to move, step by step. Raises AssertionError before the first `reset`."""
        if not self._has_begun():
            EnvLogger.error_agent_iter_before_reset()
        return super().agent_iter(max_iter)

    def render(self) -> str | None:
        """The view of the agent to move, as text. Raises AssertionError before the first `reset`."""
        if self.render_mode is not None and not self._has_begun():
            EnvLogger.error_render_before_reset()
        return super().render()

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is; one that is not legal ends the game.

        Raises AssertionError before the first `reset`, and for an action that is not in the action space.
        """
        if not self._has_begun():
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        super().step(action)

    def _refuse(self, action: int | None) -> None:
        loser = self.agent_selection
        assert self.action_space(loser).contains(action), "action is not in action space"
        EnvLogger.warn_on_illegal_move()
        for ended in (self.terminations, self.truncations):
            ended.update(dict.fromkeys(self.agents, True))
        self.rewards.update(dict.fromkeys(self.agents, 0.0) | {loser: ILLEGAL_REWARD})
        self._cumulative_rewards[loser] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()

    def _has_begun(self) -> bool:
        return "agents" in vars(self)


raw_env: Final = SpiteAndMaliceEnv
"""The plain environment, which PettingZoo's own wrappers take."""
env: Final = GuardedEnv
"""The environment with PettingZoo's usual guards."""
