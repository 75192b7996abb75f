"""The game in Gymnasium: its own checks, opponents, and many games at a time."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import numpy as np
from gymnasium.utils.env_checker import check_env

from spite_and_malice.interop.encoder import Array
from spite_and_malice.interop.gymnasium import ILLEGAL_REWARD, SpiteAndMaliceEnv, SpiteAndMaliceVectorEnv


@pytest.mark.parametrize("preset", ["standard", "partners", "loading"])
@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_gymnasiums_own_check_finds_nothing(preset: str) -> None:
    check_env(SpiteAndMaliceEnv(preset, opponent="greedy", render_mode="ansi"))


@pytest.mark.parametrize("opponent", ["beginner", "casual", "club", "expert", "master", "greedy", "planner", "random"])
def test_a_seat_plays_against_every_level(opponent: str) -> None:
    game = SpiteAndMaliceEnv(rules={"payoff": 2}, opponent=opponent, seconds=0.02)
    for seed in range(2):
        _, info = game.reset(seed=seed)
        rewards = 0.0
        for _ in range(400):
            assert np.array_equal(info["action_mask"] == 1, game.action_masks())
            action = int(np.flatnonzero(info["action_mask"])[0])
            assert game.move_name(action)
            _, reward, terminated, truncated, info = game.step(action)
            rewards += reward
            if terminated or truncated:
                break
        assert terminated
        assert rewards == game.played.returns()[info["seat"]]
        with pytest.raises(ValueError, match="reset deals the next"):
            game.step(action)


def test_an_illegal_move_ends_the_game_with_a_reason() -> None:
    game = SpiteAndMaliceEnv(seat=1)
    _, info = game.reset(seed=1)
    assert info["seat"] == 1
    _, reward, terminated, _, info = game.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated) == (ILLEGAL_REWARD, True)
    assert "no legal move" in info["refused"]


def first_legal(observations: Array, masks: Array) -> Array:
    assert len(observations) == len(masks)
    return masks.argmax(axis=1)


@pytest.mark.parametrize("opponent", ["random", "eager", first_legal])
def test_many_games_are_played_side_by_side(opponent: object) -> None:
    games = SpiteAndMaliceVectorEnv(6, rules={"payoff": 3}, opponent=opponent)  # type: ignore[arg-type]
    observations, info = games.reset(seed=3)
    assert observations.shape == games.observation_space.shape
    ended = 0
    for _ in range(300):
        assert np.array_equal(games.batch.seats, info["seats"])
        assert info["action_mask"].any(axis=1).all()
        observations, rewards, terminated, truncated, info = games.step(info["action_mask"].argmax(axis=1))
        assert observations.shape == games.observation_space.shape
        assert not rewards[~terminated].any()
        ended += int((terminated | truncated).sum())
    assert ended > 5


def test_an_opponent_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no opponent 'club' for many games"):
        SpiteAndMaliceVectorEnv(2, opponent="club")
    with pytest.raises(ValueError, match="no opponent 'nobody'"):
        SpiteAndMaliceEnv(opponent="nobody")
