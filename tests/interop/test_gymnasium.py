"""The game in Gymnasium: its own checks, opponents, and many games at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.examples import some, times

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium
import gymnasium.wrappers.vector as vector_wrappers
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Policy, codes
from spite_and_malice.engine.moves import decode
from spite_and_malice.interop.arrays import Flags, Masks, Numbers, Rows
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.chance_game import OVER, Setting
from spite_and_malice.interop.gymnasium import ILLEGAL_REWARD, SpiteAndMaliceEnv, SpiteAndMaliceVectorEnv
from spite_and_malice.interop.one_game import OneGame
from spite_and_malice.interop.opponents import maker_of
from spite_and_malice.play import new_game
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.weights import CLUB, TEMPERAMENTS, tempered
from spite_and_malice.rules import preset_rules

INTEROP = "src/spite_and_malice/interop/"


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


def first_legal(observations: Rows, masks: Masks) -> Numbers:
    assert len(observations) == len(masks)
    first: Numbers = masks.argmax(axis=1)
    return first


@pytest.mark.parametrize("opponent", ["random", "eager", "beginner", "casual", "club", first_legal])
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
    with pytest.raises(ValueError, match="no opponent 'master' for many games"):
        SpiteAndMaliceVectorEnv(2, opponent="master")
    with pytest.raises(ValueError, match="no opponent 'nobody'"):
        SpiteAndMaliceEnv(opponent="nobody")


def by_mask(info: dict[str, Any]) -> Numbers:
    first: Numbers = info["action_mask"].argmax(axis=1)
    return first


def test_the_last_observation_of_a_game_is_given_in_the_same_step() -> None:
    games = SpiteAndMaliceVectorEnv(6, "goal-13", rules={"payoff": 1}, opponent="club")
    held = SpiteAndMaliceVectorEnv(
        6, "goal-13", rules={"payoff": 1}, opponent="club", autoreset_mode=AutoresetMode.DISABLED
    )
    (seen, info), (other, told) = games.reset(seed=3), held.reset(seed=3)
    ended = 0
    for _ in range(60):
        assert np.array_equal(seen, other)
        assert np.array_equal(info["action_mask"], told["action_mask"])
        actions = by_mask(info)
        seen, rewards, terminated, truncated, info = games.step(actions)
        other, *same, told = held.step(actions)
        for one, another in zip((rewards, terminated, truncated), same, strict=True):
            assert np.array_equal(one, another)
        over = terminated | truncated
        if not over.any():
            assert "final_obs" not in info
            continue
        ended += int(over.sum())
        assert np.array_equal(info["_final_obs"], over)
        for row in np.flatnonzero(over):
            assert np.array_equal(info["final_obs"][row], other[row])
            assert not info["final_info"]["action_mask"][row].any()
            assert held.batch.encoder.split(other[row])["stage"][4] == 1
        assert not told["action_mask"][over].any()
        with pytest.raises(ResetNeeded, match="are over"):
            held.step(by_mask(told))
        other, told = held.reset(options={"reset_mask": over})
    assert ended > 5


def test_the_next_step_deals_the_next_game() -> None:
    games = SpiteAndMaliceVectorEnv(4, "goal-13", rules={"payoff": 1}, autoreset_mode=AutoresetMode.NEXT_STEP)
    _, info = games.reset(seed=3)
    over: Flags = np.zeros(4, np.bool_)
    dealt = 0
    for _ in range(80):
        _, rewards, terminated, truncated, info = games.step(by_mask(info))
        assert not rewards[over].any()
        assert not terminated[over].any()
        assert info["action_mask"][over].any(axis=1).all()
        dealt += int(over.sum())
        over = terminated | truncated
    assert dealt > 4


@pytest.mark.parametrize("mode", AutoresetMode)
def test_gymnasiums_own_wrappers_take_many_games(mode: AutoresetMode) -> None:
    games = SpiteAndMaliceVectorEnv(4, "goal-13", rules={"payoff": 1}, autoreset_mode=mode)
    wrapped = vector_wrappers.RecordEpisodeStatistics(games)
    _, info = wrapped.reset(seed=1)
    finished = 0
    for _ in range(60):
        _, _, terminated, truncated, info = wrapped.step(by_mask(info))
        if "episode" in info:
            finished += int(info["_episode"].sum())
        over = terminated | truncated
        if mode == AutoresetMode.DISABLED and over.any():
            _, info = wrapped.reset(options={"reset_mask": over})
    assert finished > 3
    listed = vector_wrappers.DictInfoToList(SpiteAndMaliceVectorEnv(3))
    _, infos = listed.reset(seed=1)
    assert [set(each) for each in infos] == [{"action_mask", "seats"}] * 3


@pytest.mark.parametrize(
    "preset",
    some(
        ["standard", "skip-bo", "partners", "loading", "to-the-king", "two-pack-goal"],
        "src/spite_and_malice/interop/",
        of=3,
    ),
)
def test_club_chooses_in_many_games_as_in_one_and_wins_where_it_can(preset: str) -> None:
    batch, club, wins = BatchEnv(preset, 6, seed=4, changes={"payoff": 2}), PLAYERS["club"].make(1), 0
    policy = Policy(batch.save(0).position.core, list(tempered(CLUB, TEMPERAMENTS["club"])))
    for _ in range(150):
        chosen = batch.choose("club").copy()
        for row in range(6):
            view = batch.view(row)
            assert chosen[row] == batch.encoder.action(view, club.choose(view, [], 1.0))
            plain = decode(policy.choose(Position.from_view(view).core), view.rules.payoff_piles)
            wins += chosen[row] != batch.encoder.action(view, plain)
        batch.step(chosen)
    if preset != "partners":
        assert wins > 0


@pytest.mark.parametrize("player", ["casual", "club"])
def test_no_player_of_many_games_passes_into_a_stalemate(player: str) -> None:
    """Where there is another move; the plain policy does (the same games, asked the core itself)."""
    batch = BatchEnv("book", 40, seed=2, changes={"payoff": 3, "hand": 1})
    passing, near = batch.encoder.action(_passing(batch), "pass"), 0
    for _ in range(times(400)):
        chosen = batch.choose(player).copy()
        ending = np.array([batch.view(row).passes == 1 and not batch.view(row).moved for row in range(batch.n)])
        ending &= batch.masks.sum(axis=1) > 1
        assert not (chosen[ending] == passing).any()
        near += int((ending & (batch.masks[:, passing] == 1)).sum())
        # Every second move is a pass if possible.
        rows = np.flatnonzero(batch.masks[:, passing] & ~ending & (np.arange(batch.n) % 2 == 0))
        chosen[rows] = passing
        batch.step(chosen)
    assert near > 4


def _passing(batch: BatchEnv) -> View:
    """A view of one of the games in which passing is legal."""
    while True:
        for row in range(batch.n):
            if "pass" in batch.view(row).legal:
                return batch.view(row)
        batch.step(batch.sample())


def test_names_that_are_no_players_of_many_games_are_refused() -> None:
    batch = BatchEnv("standard", 2)
    for name, said in (("master", "no player 'master' for many games; take"), ("clubb", "Did you mean 'club'")):
        with pytest.raises(ValueError, match=said):
            batch.choose(name)
        with pytest.raises(ValueError, match=said):
            batch.play_on(name, batch.seats)


def test_random_and_eager_play_are_players_of_many_games_too() -> None:
    batch = BatchEnv("standard", 8, 5)
    for _ in range(20):
        assert batch.choose("random").tolist() == batch.sample().tolist()
        chosen = batch.choose("eager").copy()
        assert chosen.tolist() == batch.sample(eager=True).tolist()
        batch.step(chosen)


def test_gymnasium_knows_the_game_by_its_name() -> None:
    game = gymnasium.make("SpiteAndMalice-v0", opponent="casual", render_mode="ansi")
    game.reset(seed=1)
    assert game.unwrapped.spec is not None
    assert "cards" in str(game.render())
    games = gymnasium.make_vec("SpiteAndMalice-v0", num_envs=3, vectorization_mode="vector_entry_point")
    observations, _ = games.reset(seed=1)
    assert observations.shape == games.observation_space.shape


@pytest.mark.parametrize("mode", ["human", "rgb_array", "", 3])
def test_ways_to_draw_that_there_are_not_are_refused(mode: Any) -> None:
    with pytest.raises(ValueError, match="render_mode must be 'ansi' or None"):
        SpiteAndMaliceEnv(render_mode=mode)
    with pytest.raises(ValueError, match="render_mode must be None"):
        SpiteAndMaliceVectorEnv(2, render_mode=mode)


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(ResetNeeded, match="reset deals the first"):
        SpiteAndMaliceEnv().step(0)
    with pytest.raises(ResetNeeded, match="reset deals the first"):
        SpiteAndMaliceVectorEnv(2).step(np.zeros(2, np.int64))


@pytest.mark.parametrize("preset", some(["standard", "partners", "flinch", "book"], INTEROP, of=4))
@pytest.mark.parametrize("name", ["random", "eager", "beginner", "casual", "club"])
def test_opponents_without_views_play_as_they_do_from_views(name: str, preset: str) -> None:
    maker = maker_of(name)
    quick = SpiteAndMaliceEnv(preset, opponent=name, seat=0)
    slow = SpiteAndMaliceEnv(preset, opponent=lambda seed: FromViews(maker(seed)), seat=0)
    for seed in range(2):
        (one, info), (other, _) = quick.reset(seed=seed), slow.reset(seed=seed)
        for _ in range(60):
            assert np.array_equal(one, other)
            assert quick.played.log == slow.played.log
            action = int(info["action_mask"].argmax())
            one, _, over, cut, info = quick.step(action)
            other, *_ = slow.step(action)
            if over or cut:
                break


def test_a_pass_that_ends_the_game_is_known_without_a_view() -> None:
    game, found = OneGame(Setting(preset_rules("book"), 0, 2000), 3), set()
    for _ in range(200):
        if game.turn == OVER:
            game.reset()
        view = game.view(game.turn)
        ends = view.stage == "play" and not view.moved and view.passes + 1 >= view.rules.players
        assert game.may_end_by_pass == ends
        found.add(ends)
        game.play(game.number_of(next((move for move in game.legal if move == codes.PASS), game.legal[-1])))
    assert found == {False, True}


def test_the_eager_opponent_plays_to_the_centre_wherever_it_can() -> None:
    game, player, both = new_game("standard", seed=5), maker_of("eager")(1), set()
    for _ in range(60):
        view = game.view(game.position.turn)
        can = any(Move.parse(move).plays_to_centre for move in view.legal)
        move = player.choose(view, [], 1)
        assert move.plays_to_centre == can
        both.add(can)
        game.play(move)
    assert both == {False, True}


class FromViews:
    """A player that is called with a view, whatever else the wrapped player could do."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        return self._player.choose(view, log, clock)
