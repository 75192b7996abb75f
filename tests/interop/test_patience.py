"""Patience for programs that learn: rows and moves as numbers, many games at a time, Gymnasium's own check."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.interop.patience.batch import PatienceBatchEnv
from spite_and_malice.interop.patience.encoder import PatienceEncoder
from spite_and_malice.patience import PRESETS, Position, Rules, View, deal_number, preset_rules, solve
from spite_and_malice.rules.cards import card_text
from tests.examples import examples, some
from tests.patience.strategies import house_rules, played
from tests.patience.test_later_games import games
from tests.patience.test_later_games import played as played_later


def read_back(encoder: PatienceEncoder, view: View) -> list[list[str]]:
    """Return the cards of each place given by a row, bottom to top."""
    cards = encoder.split(encoder.observe(view))["cards"]
    places: list[list[str]] = []
    for place in cards:
        found = [(value, kind) for copy in place for kind, value in enumerate(copy) if value]
        places.append([card_text((kind % 13 + 1) * 8 + kind // 13) for _value, kind in sorted(found)])
    return places


def shown(view: View) -> list[list[str]]:
    """Return the cards that lie open in each place, bottom to top."""
    cells = [[card] if card else [] for card in view.cells]
    return [
        *(list(pile.up) for pile in view.tableau),
        *cells,
        *(list(pile.up) for pile in view.reserve),
        list(view.waste),
        *([list(view.pocket)] if view.rules.pocket else []),
        *map(list, view.homes),
    ]


@given(st.integers(0, 2**32), st.integers(0, 120))
@examples(150)
def test_a_row_tells_every_open_card_and_a_mask_every_legal_move_by_any_rules(seed: int, moves: int) -> None:
    rules = house_rules(seed)
    check_row(played(rules, seed % 1000, moves, seed))


@pytest.mark.parametrize("name", some(games(), "src/spite_and_malice/interop/", of=4))
def test_a_row_tells_every_open_card_and_a_mask_every_legal_move_by_rules_that_few_games_have(name: str) -> None:
    for seed in range(12):
        check_row(played_later(name, seed, 10 * seed))


def check_row(position: Position) -> None:
    """Compare the row and the mask of a position with its view, and with those that the core writes."""
    encoder, view = PatienceEncoder(position.rules), position.view()
    assert read_back(encoder, view) == shown(view)
    assert {encoder.moves[number] for number in np.flatnonzero(encoder.mask(view))} == set(view.legal)
    written, mask = np.ones(encoder.size, np.float32), np.ones(encoder.actions, np.int8)
    encoder.write(position, written, mask)
    assert np.allclose(written, encoder.observe(view), rtol=0, atol=1e-7)
    assert np.array_equal(mask, encoder.mask(view))
    row = encoder.split(encoder.observe(view))
    assert [round(count * 10) for count in row["down"]] == [pile.down for pile in (*view.tableau, *view.reserve)]
    assert round(float(row["stock"][0]) * 10) == view.stock
    assert np.flatnonzero(row["lowest"]) == [view.lowest - 1]
    assert view.merci == (row["merci"][0] if "merci" in row else 0)


@pytest.mark.parametrize("rules", [*(preset.rules for preset in PRESETS.values()), *games().values()], ids=str)
def test_moves_have_numbers_and_numbers_moves(rules: Rules) -> None:
    encoder = PatienceEncoder(rules)
    assert len(set(encoder.moves)) == encoder.actions
    assert [encoder.action(encoder.move(number)) for number in range(encoder.actions)] == list(range(encoder.actions))


def test_no_hidden_card_changes_a_row() -> None:
    position = deal_number(preset_rules("klondike-1"), 5)
    other = position.to_json()
    piles, stock = other["tableau"], other["stock"]
    piles[6]["down"][0], stock[0] = stock[0], piles[6]["down"][0]
    encoder = PatienceEncoder(position.rules)
    assert np.array_equal(encoder.observe(position.view()), encoder.observe(Position.from_json(other).view()))


def test_a_batch_plays_the_deals_by_their_numbers_and_follows_its_seed() -> None:
    one, two = (PatienceBatchEnv("golf", n, seed=7, max_moves=40) for n in (8, 3))
    assert list(one.deals[:3]) == list(two.deals)
    ended = 0
    for _ in range(120):
        before = one.deals.copy()
        assert one.view(2).to_json() == deal_like(one, 2)
        _, masks, rewards, terminated, truncated = one.step(one.sample())
        assert (masks.sum(axis=1) > 0).all()
        over = terminated | truncated
        ended += int(over.sum())
        assert ((one.deals != before) == over).all()
        assert (rewards == one.won).all()
    assert ended > 8
    again = PatienceBatchEnv("golf", 8, seed=7, max_moves=40)
    for _ in range(120):
        again.step(again.sample())
    assert np.array_equal(one.observations, again.observations)


def deal_like(batch: PatienceBatchEnv, game: int) -> object:
    """Return the view described by a row, after checking that a fresh encoder agrees."""
    view = batch.view(game)
    assert np.array_equal(batch.encoder.observe(view), batch.observations[game])
    assert np.array_equal(batch.encoder.mask(view), batch.masks[game])
    return view.to_json()


def test_a_win_is_rewarded_once_or_card_by_card() -> None:
    for reward in ("won", "progress"):
        batch = PatienceBatchEnv("freecell", 1, seed=3, reward=reward)
        way = solve(deal_number(batch.rules, int(batch.deals[0])), None).moves
        rewards = []
        for move in way:
            rewards.append(float(batch.step([batch.encoder.action(move)])[2][0]))
        assert batch.won[0]
        assert sum(rewards) == pytest.approx(1)
        assert (sum(value > 0 for value in rewards) == 1) == (reward == "won")


def test_an_illegal_move_changes_no_game() -> None:
    batch = PatienceBatchEnv("klondike-1", 2)
    before = batch.observations.copy()
    with pytest.raises(ValueError, match="in game 1"):
        batch.step([int(np.flatnonzero(batch.masks[0])[0]), int(np.flatnonzero(batch.masks[1] == 0)[0])])
    with pytest.raises(ValueError, match="for each of 2 games"):
        batch.step([0])
    batch.step([-1, -1])
    assert np.array_equal(batch.observations, before)


def test_copies_go_on_on_their_own() -> None:
    batch = PatienceBatchEnv("spider-2", 4, seed=1)
    batch.step(batch.sample())
    for other in (batch.clone(), deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        before = batch.observations.copy()
        chosen = other.sample()
        other.step(chosen)
        assert np.array_equal(batch.observations, before)


@pytest.mark.parametrize("preset", ["klondike-1", "freecell", "spider-4", "pyramid", "tri-peaks", "canfield"])
@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_gymnasiums_own_check_finds_nothing(preset: str) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from gymnasium.utils.env_checker import check_env

    import spite_and_malice.interop.gymnasium  # noqa: F401  registers the games

    check_env(gymnasium.make("Patience-v0", preset=preset, render_mode="ansi").unwrapped)


def test_a_deal_is_chosen_played_and_refused_in_gymnasium() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from spite_and_malice.interop.patience.gymnasium import PatienceEnv

    game = PatienceEnv("freecell", reward="won", render_mode="ansi")
    _, info = game.reset(options={"deal": 5})
    assert info["deal"] == 5
    assert str(deal_number(preset_rules("freecell"), 5)) == game.render()
    way = solve(deal_number(preset_rules("freecell"), 5), None).moves
    for move in way:
        action = game.played.encoder.action(move)
        assert game.action_masks()[action]
        assert game.move_name(action) == str(move)
        _, reward, terminated, truncated, _ = game.step(action)
    assert (reward, terminated, truncated) == (1.0, True, False)
    with pytest.raises(ValueError, match="reset deals the next"):
        game.step(0)
    _, info = game.reset(seed=1)
    _, reward, terminated, _, info = game.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated) == (-1.0, True)
    assert "not legal" in info["refused"]


def test_a_game_without_an_end_is_cut_short() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from spite_and_malice.interop.patience.gymnasium import PatienceEnv

    game = PatienceEnv("klondike-1", max_moves=3)
    game.reset(seed=1)
    ends = []
    for _ in range(3):
        action = game.played.encoder.action("draw")
        ends.append(game.step(action)[2:4])
    assert ends == [(False, False), (False, False), (False, True)]
