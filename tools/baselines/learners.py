"""OpenSpiel's own agents for PyTorch (PPO, DQN, NFSP), learning by playing against themselves on `BatchEnv`.

As from any environment of OpenSpiel, they get a `TimeStep` each; only the games come from `BatchEnv`, which has the
same observations as the game registered by the adapter, but is faster. The reward between two of a player's moves is
the progress made: the change of the lead in pay-off cards, as a share of the pile, where a game that was won (1), lost
(−1) or neither (0) replaces the last lead. In sum a game's rewards are its result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
import torch
from open_spiel.python.pytorch import dqn, nfsp, ppo
from open_spiel.python.rl_environment import StepType, TimeStep

from spite_and_malice.interop.arrays import Array, Flags, Masks, Numbers, Rows
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.chance_game import Setting
from tools.baselines.playing import Chooser

SIDE_BY_SIDE: Final = 64
STEPS: Final = 64
HIDDEN: Final = [128]
SEATS: Final = 2
OF_DQN: Final[dict[str, Any]] = {
    "replay_buffer_capacity": 20_000,
    "optimizer_str": "adam",
    "discount_factor": 0.99,
    "epsilon_decay_duration": 10_000,
    "epsilon_decay_schedule_str": "linear",
    "update_target_network_every": 500,
}
"""The settings of DQN, and of the DQN within NFSP."""


class Learner(Protocol):
    """Trains for a while, and gives the probability of each move."""

    def learn(self, seconds: float) -> int:
        """Continue training for that much processor time; return the number of moves made."""

    def chances(self, seat: int, rows: Rows, masks: Masks) -> Array:
        """The probability of each move in each row, 0 if it is illegal."""


def choosers(learner: Learner, seed: int) -> Sequence[Chooser]:
    """A learner as a player of either seat: it draws moves by their probabilities."""
    rng = np.random.default_rng(seed)

    def of_seat(seat: int) -> Chooser:
        def choose(rows: Rows, masks: Masks) -> Numbers:
            chances = learner.chances(seat, rows, masks)
            lots = rng.random((len(rows), 1)) * chances.sum(axis=1, keepdims=True)
            chosen: Numbers = (chances.cumsum(axis=1) > lots).argmax(axis=1)
            return chosen

        return choose

    return [of_seat(seat) for seat in range(SEATS)]


def leads(batch: BatchEnv) -> Array:
    """The lead in pay-off cards of the seat to move in each game, as a share of the pile at the deal."""
    left = batch.encoder.split(batch.observations)["payoff_counts"].sum(axis=2) * 10
    found: Array = (left[:, 1] - left[:, 0]) / (batch.rules.payoff * batch.rules.payoff_piles)
    return found


def softmax(logits: Array, masks: Masks) -> Array:
    """Probabilities from a network's output, for the legal moves only."""
    legal = np.where(masks > 0, logits, -np.inf)
    raised = np.exp(legal - legal.max(axis=1, keepdims=True))
    found: Array = raised / raised.sum(axis=1, keepdims=True)
    return found


def said(network: Any, rows: Rows) -> Array:
    """The output of a PyTorch network for rows of observations."""
    with torch.inference_mode():
        found: Array = network(torch.from_numpy(np.ascontiguousarray(rows))).numpy().astype(np.float64)
        return found


class Ppo:
    """PPO for one agent, which alternates between the seats; its opponent is its current self."""

    def __init__(self, setting: Setting, seed: int) -> None:
        torch.manual_seed(seed)
        np.random.seed(seed)
        self._batch = BatchEnv(setting.rules, SIDE_BY_SIDE, seed, max_moves=setting.max_moves)
        encoder = self._batch.encoder
        self._agent = ppo.PPO(
            input_shape=(encoder.size,),
            num_actions=encoder.actions,
            num_players=SEATS,
            num_envs=SIDE_BY_SIDE,
            steps_per_batch=STEPS,
            learning_rate=1e-3,
            agent_fn=ppo.PPOAgent,
        )
        self._own = np.arange(SIDE_BY_SIDE) % SEATS
        self._moves = 0
        self._others(np.zeros(SIDE_BY_SIDE), np.zeros(SIDE_BY_SIDE, np.bool_))
        self._leads = leads(self._batch)

    def learn(self, seconds: float) -> int:
        """Continue training for that much processor time; return the number of moves made."""
        before, until = self._moves, time.process_time() + seconds
        while time.process_time() < until:
            for _ in range(STEPS):
                self._step()
            self._agent.learn(self._seen())
        return self._moves - before

    def chances(self, seat: int, rows: Rows, masks: Masks) -> Array:
        """The probability of each move in each row, 0 if it is illegal."""
        return softmax(said(self._agent.network.actor, rows), masks)

    def _step(self) -> None:
        actions = np.array([each.action for each in self._agent.step(self._seen())])
        rewards, over = np.zeros(SIDE_BY_SIDE), np.zeros(SIDE_BY_SIDE, np.bool_)
        self._play(actions, rewards, over)
        self._others(rewards, over)
        found = leads(self._batch)
        rewards += np.where(over, 0, found) - self._leads
        self._leads = found
        self._agent.post_step(rewards, over)

    def _others(self, rewards: Array, over: Flags) -> None:
        """Let the other seat move until it is your own turn in every game."""
        while (theirs := self._batch.seats != self._own).any():
            rows = np.flatnonzero(theirs)
            chances = self.chances(0, self._batch.observations[rows], self._batch.masks[rows])
            actions = np.full(SIDE_BY_SIDE, -1)
            actions[rows] = (chances.cumsum(axis=1) > np.random.random((len(rows), 1)) * (1 - 1e-9)).argmax(axis=1)
            self._play(actions, rewards, over)

    def _play(self, actions: Numbers, rewards: Array, over: Flags) -> None:
        """Make moves. A game that begins and ends before your own first move leaves no trace."""
        batch = self._batch
        batch.step(actions)
        self._moves += int((actions >= 0).sum())
        ended = (actions >= 0) & (batch.terminated | batch.truncated) & ~over
        rewards[ended] = np.sign(batch.rewards[ended, self._own[ended]])
        over |= ended

    def _seen(self) -> list[TimeStep]:
        batch = self._batch
        return [
            TimeStep({"info_state": [row, row], "legal_actions": [legal, legal], "current_player": 0}, None, None, None)
            for row, legal in zip(batch.observations, [np.flatnonzero(mask) for mask in batch.masks], strict=True)
        ]


class _EachSeat:
    """An agent for each seat, as in OpenSpiel's examples: each learns only from its own moves."""

    def __init__(self, setting: Setting, seed: int, agents: Sequence[Any]) -> None:
        self._batch = BatchEnv(setting.rules, 1, seed, max_moves=setting.max_moves)
        self._agents = agents
        self._leads = np.zeros(SEATS)

    def learn(self, seconds: float) -> int:
        """Continue training for that much processor time; return the number of moves made."""
        batch, moves, until = self._batch, 0, time.process_time() + seconds
        while time.process_time() < until:
            seat = int(batch.seats[0])
            lead = float(leads(batch)[0])
            action = self._agents[seat].step(self._seen(seat, lead - self._leads[seat])).action
            self._leads[seat] = lead
            batch.step(np.array([action]))
            moves += 1
            if batch.terminated[0] or batch.truncated[0]:
                for number, agent in enumerate(self._agents):
                    result = float(np.sign(batch.rewards[0, number]))
                    agent.step(self._seen(number, result - self._leads[number], last=True))
                self._leads[:] = 0
        return moves

    def _seen(self, seat: int, reward: float, last: bool = False) -> TimeStep:
        row = self._batch.observations[0].copy()
        legal = np.array([0]) if last else np.flatnonzero(self._batch.masks[0])
        seen = {"info_state": [row, row], "legal_actions": [legal, legal], "current_player": seat}
        return TimeStep(seen, [reward, reward], [1.0, 1.0], StepType.LAST if last else StepType.MID)


class Dqn(_EachSeat):
    """DQN in each seat; its policy is the move with the highest value."""

    def __init__(self, setting: Setting, seed: int) -> None:
        encoder = BatchEnv(setting.rules, 1).encoder
        agents = [
            dqn.DQN(
                seat,
                encoder.size,
                encoder.actions,
                hidden_layers_sizes=HIDDEN,
                learning_rate=1e-3,
                seed=SEATS * seed + seat,
                **OF_DQN,
            )
            for seat in range(SEATS)
        ]
        super().__init__(setting, seed, agents)

    def chances(self, seat: int, rows: Rows, masks: Masks) -> Array:
        """The probability of each move in each row, 0 if it is illegal."""
        worths = np.where(masks > 0, said(self._agents[seat]._q_network, rows), -np.inf)
        found: Array = np.eye(masks.shape[1])[worths.argmax(axis=1)]
        return found


class Nfsp(_EachSeat):
    """Neural fictitious self-play in each seat; its policy is the average of past policies."""

    def __init__(self, setting: Setting, seed: int) -> None:
        encoder = BatchEnv(setting.rules, 1).encoder
        agents = [
            nfsp.NFSP(
                seat,
                encoder.size,
                encoder.actions,
                HIDDEN,
                reservoir_buffer_capacity=50_000,
                anticipatory_param=0.1,
                rl_learning_rate=1e-3,
                sl_learning_rate=1e-3,
                learn_every=16,
                epsilon_start=0.2,
                epsilon_end=0.01,
                seed=SEATS * seed + seat,
                **OF_DQN,
            )
            for seat in range(SEATS)
        ]
        super().__init__(setting, seed, agents)

    def chances(self, seat: int, rows: Rows, masks: Masks) -> Array:
        """The probability of each move in each row, 0 if it is illegal."""
        return softmax(said(self._agents[seat]._avg_network, rows), masks)


LEARNERS: Final[Mapping[str, Callable[[Setting, int], Learner]]] = {"ppo": Ppo, "dqn": Dqn, "nfsp": Nfsp}
