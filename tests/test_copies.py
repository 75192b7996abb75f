"""Copies, clones and pickles: everything mutable can be copied, continues identically, and shares nothing."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

import spite_and_malice as sm
from spite_and_malice import patience
from spite_and_malice.interop import pettingzoo
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.chance_game import Setting
from spite_and_malice.interop.gymnasium import SpiteAndMaliceEnv, SpiteAndMaliceVectorEnv
from spite_and_malice.interop.one_game import OneGame

Way = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def cloned(thing: Any) -> Any:
    return thing.clone()


WAYS = (copy.copy, copy.deepcopy, pickled)


def plays_on(game: Any, moves: int = 30) -> list[str]:
    """Continue a game with its first legal moves and return the result, step by step."""
    seen = []
    for _ in range(moves):
        if game.is_over:
            break
        game.play(min(game.legal_moves, key=str))
        seen.append(repr(game.position.to_json()))
    return seen


@pytest.mark.parametrize("way", [*WAYS, cloned])
def test_a_copy_of_a_game_goes_on_alike_and_shares_nothing(way: Way) -> None:
    game = sm.new_game("goal-13", seed=3)
    plays_on(game, 25)
    before = game.position.to_json(), list(game.log), list(game.actions)
    other = way(game)
    assert other == game
    ahead = plays_on(other)
    assert (game.position.to_json(), game.log, game.actions) == before
    seat = other.turn
    if other.can_take_back(seat):
        other.take_back(seat)
    assert (game.position.to_json(), game.log, game.actions) == before
    assert plays_on(game) == ahead


@pytest.mark.parametrize("way", [*WAYS, cloned])
def test_a_copy_of_a_game_can_be_undone_and_recorded(way: Way) -> None:
    game = sm.new_game(seed=1)
    began = game.position.clone()
    while not game.can_undo(game.turn):
        began = game.position.clone()
        plays = [move for move in game.legal_moves if move.plays_to_centre]
        game.play(min(plays or game.legal_moves, key=str))
    other = way(game)
    other.undo(other.turn)
    assert other.position == began
    assert game.can_undo(game.turn)
    assert sm.verify(str(sm.Record.of(other))) == ()
    assert other.cards_played() == way(other).cards_played()


@pytest.mark.parametrize("way", [*WAYS, cloned])
def test_a_copy_of_patience_goes_on_alike_and_shares_nothing(way: Way) -> None:
    game = patience.new_game(deal=7)
    plays_on(game, 20)
    game.undo()
    game.undo()
    before, moves, undone = game.position.clone(), game.moves, game.undone
    other = way(game)
    assert other == game
    other.undo()
    other.undo()
    plays_on(other, 10)
    assert other != game
    assert (game.position, game.moves, game.undone) == (before, moves, undone)
    assert [game.redo() for _ in range(2)] == list(undone[::-1])


@pytest.mark.parametrize("way", WAYS)
def test_chance_is_copied_with_what_was_used(way: Way) -> None:
    chance = sm.SeededChance(5)
    chance.shuffle(list(range(20)))
    other = way(chance)
    assert other.used == 1
    first, second = list(range(20)), list(range(20))
    other.shuffle(first)
    assert chance.used == 1
    chance.shuffle(second)
    assert first == second


@pytest.mark.parametrize("way", WAYS)
def test_a_position_is_copied_with_the_shuffles_to_come(way: Way) -> None:
    view = sm.new_game(seed=1).view(0)
    world = sm.Sampler(view).sample(3)
    other = way(world)
    assert other == world
    assert other.core.generator() == world.core.generator() is not None
    known = sm.Position.from_view(view)
    assert way(known).view(0) == known.view(0)


@pytest.mark.parametrize("way", WAYS)
def test_samplers_and_players_are_copied(way: Way) -> None:
    game = sm.new_game(seed=1)
    view = game.view(game.turn)
    sampler = sm.Sampler(view)
    assert way(sampler).sample(3) == sampler.sample(3)
    for info in sm.PLAYERS.values():
        assert way(info) == info
        player = info.make(4)
        other = way(info).make(4)
        assert player.choose(view, [], 0.0) == other.choose(view, [], 0.0)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_match_goes_on_its_own(way: Way) -> None:
    match = sm.Match(sm.Rules(target=50), 0)
    match.record((7, 0))
    other = way(match)
    other.record((0, 8))
    assert match.games == [(7, 0)]
    assert other.games == [(7, 0), (0, 8)]


def batch_plays_on(batch: BatchEnv, steps: int) -> list[Any]:
    seen = []
    for _ in range(steps):
        batch.step(batch.sample(eager=True))
        seen.append((batch.observations.copy(), batch.masks.copy(), batch.rewards.copy(), batch.seeds.copy()))
    return seen


def same(one: Any, other: Any) -> bool:
    return all(
        all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
        for first, second in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("way", [*WAYS, cloned])
def test_a_copy_of_a_batch_goes_on_alike_and_shares_nothing(way: Way) -> None:
    batch = BatchEnv("goal-13", 5, seed=2, max_moves=70, changes={"payoff": 2})
    batch_plays_on(batch, 50)
    before = batch.observations.copy()
    other = way(batch)
    assert same([(other.observations, other.rewards, other.truncated)], [(before, batch.rewards, batch.truncated)])
    ahead = batch_plays_on(other, 120)
    assert np.array_equal(batch.observations, before)
    assert same(batch_plays_on(batch, 120), ahead)
    assert np.array_equal(batch.reset()[0], other.reset()[0])


def test_a_row_is_saved_and_restored_in_any_row() -> None:
    batch = BatchEnv("standard", 3, seed=2, changes={"payoff": 2})
    batch_plays_on(batch, 40)
    saved = pickled(batch.save(1))
    elsewhere = BatchEnv("standard", 2, seed=9, changes={"payoff": 2})
    elsewhere.restore(0, saved)
    other = batch_plays_on(elsewhere, 60)
    kept = batch.observations[[0, 2]].copy()
    batch.restore(1, saved)
    assert np.array_equal(batch.observations[[0, 2]], kept)
    for step in batch_plays_on(batch, 60):
        observations, masks, rewards, seeds = other.pop(0)
        assert np.array_equal(step[0][1], observations[0])
        assert np.array_equal(step[1][1], masks[0])
        assert np.array_equal(step[2][1], rewards[0])
        assert step[3][1] == seeds[0]
    with pytest.raises(ValueError, match="other rules"):
        batch.restore(0, BatchEnv("standard", 1).save(0))
    with pytest.raises(IndexError, match="no game 3"):
        batch.save(3)


def environment_plays_on(game: Any, steps: int = 12) -> list[Any]:
    seen = []
    for _ in range(steps):
        action = int(game.action_masks().argmax())
        observation, reward, *_ = game.step(action)
        seen.append((observation, np.array(reward)))
    return seen


@pytest.mark.parametrize("way", [*WAYS, cloned])
@pytest.mark.parametrize("opponent", ["casual", "planner"])
def test_a_copy_of_the_gymnasium_environment_goes_on_alike(way: Way, opponent: str) -> None:
    game = SpiteAndMaliceEnv("goal-13", opponent=opponent)
    game.reset(seed=4)
    environment_plays_on(game, 3)
    other = way(game)
    ahead = environment_plays_on(other)
    assert same(environment_plays_on(game), ahead)
    assert np.array_equal(game.reset()[0], other.reset()[0])


@pytest.mark.parametrize("way", [*WAYS, cloned])
def test_a_copy_of_the_vector_environment_goes_on_alike(way: Way) -> None:
    games = SpiteAndMaliceVectorEnv(4, "goal-13")
    _, info = games.reset(seed=4)
    actions = info["action_mask"].argmax(axis=1)
    other = way(games)
    ahead = other.step(actions)
    assert same([games.step(actions)[:4]], [ahead[:4]])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.SpiteAndMaliceEnv])
def test_a_copy_of_the_pettingzoo_environment_goes_on_alike(way: Way, make: Callable[..., Any]) -> None:
    game = make(preset="goal-13", opponents={1: "club"})
    game.reset(seed=4)

    def goes_on(each: Any) -> list[Any]:
        seen = []
        for _ in range(10):
            observation, reward, *_ = each.last()
            seen.append((observation["observation"], np.array(reward)))
            each.step(int(observation["action_mask"].argmax()))
        return seen

    goes_on(game)
    other = way(game)
    ahead = goes_on(other)
    assert same(goes_on(game), ahead)


def played_elsewhere(thing: Any) -> Any:
    """A separate process's result for the objects it was sent, which is sent back."""
    if isinstance(thing, OneGame):
        thing.play(int(thing.mask(thing.turn).argmax()))
        return thing
    if isinstance(thing, sm.Sampler):
        return thing.sample(1)
    if isinstance(thing, BatchEnv):
        thing.step(thing.sample())
        return thing
    if isinstance(thing, sm.SeededChance):
        thing.lot(5)
        return thing
    if isinstance(thing, dict):
        return thing["club"].make(1).choose(sm.new_game(seed=1).view(sm.new_game(seed=1).turn), [], 1.0)
    plays_on(thing, 5)
    return thing


def test_other_processes_take_games_and_give_them_back() -> None:
    def things() -> list[Any]:
        return [
            sm.new_game(seed=1),
            patience.new_game(deal=1),
            sm.Sampler(sm.new_game(seed=1).view(0)),
            BatchEnv(n=2, seed=1),
            OneGame(Setting(sm.Rules()), 1),
            sm.SeededChance(1),
            dict(sm.PLAYERS),
        ]

    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        game, alone, world, batch, one, chance, move = pool.map(played_elsewhere, things())
    here = [played_elsewhere(thing) for thing in things()]
    assert [game, alone, world] == here[:3]
    assert np.array_equal(batch.observations, here[3].observations)
    assert np.array_equal(one.observe(one.turn), here[4].observe(here[4].turn))
    assert chance.used == here[5].used == 1
    assert move == here[6]
