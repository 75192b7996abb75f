"""The game in PettingZoo: its own tests, and what its agents are shown."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from spite_and_malice.engine import View
from spite_and_malice.interop.encoder import Encoder
from spite_and_malice.interop.pettingzoo import ILLEGAL_REWARD, SpiteAndMaliceEnv, env, raw_env
from spite_and_malice.rules import InvalidRules

# PettingZoo's tests warn about every observation that is not a plain array; its own card games return a dictionary too.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning")


@pytest.mark.parametrize("preset", ["standard", "partners", "quick"])
def test_pettingzoos_own_tests_find_nothing(preset: str) -> None:
    for make in (env, raw_env):
        api_test(make(preset=preset, max_moves=80), num_cycles=200)
        seed_test(partial(make, preset=preset, max_moves=80), num_cycles=100)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_wrappers_take_it() -> None:
    wrapped = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw_env(max_moves=80), ILLEGAL_REWARD))
    )
    api_test(wrapped, num_cycles=100)


@pytest.mark.parametrize("illegal", [False, True])
def test_the_guards_do_what_pettingzoos_wrappers_do(illegal: bool) -> None:
    guarded = env(preset="goal-13", rules={"payoff": 1})
    wrapped = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(raw_env(preset="goal-13", rules={"payoff": 1}), ILLEGAL_REWARD)
        )
    )
    seen = []
    for game in (guarded, wrapped):
        game.reset(seed=5)
        steps = []
        for agent in game.agent_iter():
            observation, *told = game.last()
            mask = observation["action_mask"]
            steps.append((agent, told, mask.tolist(), dict(game.rewards), dict(game.terminations), list(game.agents)))
            over = told[1] or told[2]
            last = np.flatnonzero(mask == (0 if illegal and len(steps) == 4 else 1))
            game.step(None if over else int(last[-1]))
        seen.append(steps)
    assert seen[0] == seen[1]


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    for asked in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
        with pytest.raises(AttributeError, match=f"{asked} cannot be accessed before reset"):
            getattr(env(), asked)
    with pytest.raises(AssertionError, match=r"reset.*before step"):
        env().step(0)
    with pytest.raises(AssertionError, match=r"reset.*before observe"):
        env().observe("seat_0")
    with pytest.raises(AssertionError, match=r"reset.*before agent_iter"):
        env().agent_iter()
    with pytest.raises(AssertionError, match=r"reset.*before render"):
        env(render_mode="ansi").render()
    with pytest.raises(AttributeError, match="before reset"):
        raw_env().step(0)
    with pytest.raises(AttributeError, match="no attribute 'absent'"):
        _ = env().absent


@pytest.mark.parametrize("action", [-1, 107, 10**9])
def test_an_action_outside_the_space_is_refused(action: int) -> None:
    game = env()
    game.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        game.step(action)


@pytest.mark.parametrize("preset", ["standard", "book", "misery", "partners", "quick"])
def test_an_observation_is_made_of_the_seats_view(preset: str) -> None:
    game = SpiteAndMaliceEnv(preset=preset, render_mode="ansi")
    rng = Random(1)
    game.reset(seed=1)
    for _ in range(40):
        if any(game.terminations.values()):
            break
        for seat, agent in enumerate(game.possible_agents):
            view = View.from_json(game.played.view(seat).to_json())
            seen = game.observe(agent)
            assert np.array_equal(seen["observation"], Encoder(view.rules).observe(view))
            assert np.array_equal(seen["action_mask"], Encoder(view.rules).mask(view))
        text = game.render()
        assert text is not None
        assert "cards" in text
        legal = np.flatnonzero(game.observe(game.agent_selection)["action_mask"])
        assert {bool(re.fullmatch(r"pass|.+-.+", game.move_name(int(move)))) for move in legal} == {True}
        game.step(int(rng.choice(legal)))


def test_a_move_that_is_not_legal_is_refused_and_loses_nothing() -> None:
    game = SpiteAndMaliceEnv()
    game.reset(seed=1)
    before = game.played.view(0)
    mask = game.observe(game.agent_selection)["action_mask"]
    with pytest.raises(ValueError, match="take a move whose action_mask is 1"):
        game.step(int(np.flatnonzero(mask == 0)[0]))
    assert game.played.view(0) == before


@pytest.mark.parametrize("opponent", ["beginner", "casual", "club", "expert", "master", "random"])
def test_computer_players_play_the_other_seats(opponent: str) -> None:
    game = SpiteAndMaliceEnv(preset="round", players=3, opponents={0: opponent, 2: "greedy"}, seconds=0.02)
    assert game.possible_agents == ["seat_1"]
    game.reset(seed=3)
    for _ in range(6):
        _, _, terminated, truncated, _ = game.last()
        if terminated or truncated:
            break
        game.step(int(np.flatnonzero(game.observe("seat_1")["action_mask"])[0]))
    assert {entry[0] for entry in game.played.log} == {"0", "1", "2"}


def test_opponents_that_there_are_not_are_refused() -> None:
    with pytest.raises(ValueError, match="no opponent 'nobody'; take beginner"):
        SpiteAndMaliceEnv(opponents={0: "nobody"})
    with pytest.raises(ValueError, match="some of the seats 0 to 1"):
        SpiteAndMaliceEnv(opponents={0: "club", 1: "club"})


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    game = env(preset="goal-13", players=3, rules={"payoff": 1})
    decided = 0
    for seed in range(20):
        game.reset(seed=seed)
        rewards = dict.fromkeys(game.possible_agents, 0.0)
        for agent in game.agent_iter():
            observation, reward, terminated, truncated, _ = game.last()
            rewards[agent] += reward
            over = terminated or truncated
            game.step(None if over else int(np.flatnonzero(observation["action_mask"])[-1]))
        assert sum(rewards.values()) == pytest.approx(0)
        decided += any(rewards.values())
    assert decided


def test_a_game_that_takes_too_long_is_truncated() -> None:
    game = env(max_moves=3)
    game.reset(seed=1)
    for moves, agent in enumerate(game.agent_iter()):
        observation, reward, terminated, truncated, _ = game.last()
        if truncated:
            assert (moves, reward, terminated) == (3, 0, False)
            break
        game.step(game.action_space(agent).sample(observation["action_mask"]))


def test_an_illegal_move_ends_the_guarded_game_and_is_refused_by_the_plain_one() -> None:
    game = env()
    game.reset(seed=1)
    observation, *_ = game.last()
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    agent = game.agent_selection
    game.step(illegal)
    assert all(game.terminations.values())
    assert game.rewards[agent] == ILLEGAL_REWARD
    plain = SpiteAndMaliceEnv()
    plain.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal for seat_"):
        plain.step(illegal)


def test_what_the_agent_to_move_sees_is_rendered() -> None:
    game = env(render_mode="ansi")
    game.reset(seed=1)
    assert f"> seat {game.agent_selection[-1]}" in str(game.render())
    assert env().unwrapped.render() is None


def test_pettingzoos_own_test_of_rendering_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for make in (env, raw_env):
        render_test(partial(make, max_moves=80))
    assert "> seat 1" in capsys.readouterr().out


def test_parameters_that_make_no_game_are_refused() -> None:
    with pytest.raises(InvalidRules):
        env(preset="nonesuch")
