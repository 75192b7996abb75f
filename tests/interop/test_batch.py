"""Games side by side: the same as one at a time, whatever else is played."""

from __future__ import annotations

import threading
from itertools import accumulate
from math import prod
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="NumPy is not installed")

from spite_and_malice.engine.core import codes  # noqa: E402
from spite_and_malice.interop.batch import COMPILED, BatchEnv  # noqa: E402
from spite_and_malice.interop.chance_game import OVER, Setting  # noqa: E402
from spite_and_malice.interop.kinds import kinds_of  # noqa: E402
from spite_and_malice.interop.one_game import OneGame  # noqa: E402
from spite_and_malice.players.weights import CLUB  # noqa: E402
from spite_and_malice.rules import PRESETS, Rules, preset_rules  # noqa: E402
from tests.engine.native import native, pure  # noqa: E402
from tests.examples import some  # noqa: E402
from tests.strategies import house_rules  # noqa: E402


def some_rules() -> list[Rules]:
    rng = Random(4)
    return [*(preset_rules(preset) for preset in PRESETS), *(house_rules(rng) for _ in range(20))]


@pytest.mark.parametrize(
    "rules",
    some(some_rules(), "src/spite_and_malice/interop/", "src/spite_and_malice/engine/", of=8),
    ids=range(len(PRESETS) + 20),
)
def test_games_are_those_of_the_single_environment_move_for_move(rules: Rules) -> None:
    most = 90
    batch = BatchEnv(rules, 5, 7, dealer=1, max_moves=most)
    singles = [OneGame(Setting(rules, 1, most), int(seed)) for seed in batch.seeds]
    games = 0
    for step in range(160):
        for game, single in enumerate(singles):
            assert batch.seats[game] == single.turn
            assert batch.seeds[game] == single.seed
            assert np.array_equal(batch.observations[game], single.observe(single.turn))
            assert np.array_equal(batch.masks[game], single.mask(single.turn))
        if step % 40 == 0:
            view = batch.view(2)
            assert view == singles[2].view(singles[2].turn)
            other = (view.turn + 1) % rules.players
            assert np.array_equal(batch.observe(2, other), singles[2].observe(other))
        actions = batch.sample(eager=step % 3 > 0).copy()
        actions[3] = actions[3] if step % 2 else -1
        batch.step(actions)
        for game, single in enumerate(singles):
            if actions[game] < 0:
                assert not any((batch.terminated[game], batch.truncated[game], batch.rewards[game].any()))
                continue
            single.play(int(actions[game]))
            over = single.turn == OVER
            assert bool(batch.terminated[game]) == (over and not single.is_cut_short)
            assert bool(batch.truncated[game]) == (over and single.is_cut_short)
            np.testing.assert_allclose(batch.rewards[game], single.returns() if over else 0, atol=1e-4)
            if over:
                games += 1
                single.reset()
    assert games


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    few, many = BatchEnv("standard", 3, 5), BatchEnv("standard", 40, 5)
    for _ in range(200):
        assert np.array_equal(few.observations, many.observations[:3])
        few.step(few.sample())
        many.step(many.sample())
    assert not np.array_equal(few.seeds, BatchEnv("standard", 3, 6).seeds)


def test_an_action_that_is_not_legal_changes_no_game() -> None:
    batch = BatchEnv("standard", 4, 1)
    before = batch.observations.copy()
    actions = batch.sample().copy()
    for wrong in (int(np.flatnonzero(batch.masks[3] == 0)[0]), -2, batch.encoder.actions, 10**12):
        actions[3] = wrong
        batch.masks[:] = 1  # a caller's writes there make nothing legal
        with pytest.raises(ValueError, match="not legal in game 3"):
            batch.step(actions)
        assert np.array_equal(batch.observations, before)
    with pytest.raises(ValueError, match="3 actions for 4 games"):
        batch.step(actions[:3])
    with pytest.raises(IndexError, match="no game 4"):
        batch.view(4)


def test_what_makes_no_batch_is_refused() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        BatchEnv("standard", 0)
    with pytest.raises(ValueError, match="not with rules"):
        BatchEnv(preset_rules("book"), 2, changes={"payoff": 3})
    with pytest.raises(ValueError, match="dealer"):
        BatchEnv("standard", 2, dealer=2)
    with pytest.raises(ValueError, match="renewed"):
        BatchEnv("standard", 2, changes={"stock_out": "renew"}, max_moves=30_000)


def test_resetting_deals_the_same_games_for_the_same_seed_and_others_without() -> None:
    batch = BatchEnv("standard", 4, 1)
    first = batch.observations.copy()
    batch.step(batch.sample())
    assert not np.array_equal(batch.reset()[0], first)
    assert np.array_equal(batch.reset(1)[0], first)


def test_batches_run_in_several_threads() -> None:
    def run(batch: BatchEnv) -> None:
        for _ in range(300):
            batch.step(batch.sample(eager=True))

    batches = [BatchEnv("standard", 16, 3) for _ in range(3)]
    threads = [threading.Thread(target=run, args=(batch,)) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(batch.observations, batches[0].observations) for batch in batches)


def test_a_renewed_deck_makes_room_in_its_own_game_only() -> None:
    batch = BatchEnv("quick", 6, 2, changes={"stock_out": "renew"}, max_moves=1500)
    for _ in range(2500):
        batch.step(batch.sample(eager=True))
    assert batch.view(0).legal


@pytest.mark.parametrize("preset", ["standard", "loading", "partners", "starturn", "covered-wilds"])
def test_batches_are_the_same_compiled_and_not(preset: str) -> None:
    rules = preset_rules(preset)
    kinds = kinds_of(rules)
    parts = list(accumulate([prod(shape) for shape in kinds.pieces().values()], initial=0))
    of_code = [kinds.of_code.get(code, -1) for code in range(codes.CODES)]
    played = []
    for form in (native(), pure()):
        given = kinds.count, kinds.places, kinds.by_height, kinds.moves, parts
        encoding = form.Encoding(form.core_rules(rules), of_code, *given)
        arrays = {
            "observations": np.zeros((3, parts[-1]), np.float32),
            "masks": np.zeros((3, len(kinds.moves)), np.int8),
            "seats": np.zeros(3, np.int64),
            "rewards": np.zeros((3, rules.players), np.float32),
            "terminated": np.zeros(3, np.uint8),
            "truncated": np.zeros(3, np.uint8),
            "seeds": np.zeros(3, np.uint64),
        }
        batch = form.Batch(encoding, 5, 0, 40, *arrays.values())
        table, actions, own, found = batch.position(0), np.zeros(3, np.int64), np.zeros(3, np.int64), []
        choosers = [form.Chooser(table, table, [], eager=eager) for eager in (False, True)]
        choosers.append(form.Chooser(table, table, list(CLUB), 50_000, sees_wins=True))
        for step in range(60):
            actions[:] = 0
            batch.choose(choosers[step % 3], memoryview(actions))
            if step % 7 == 6:
                batch.step(memoryview(actions), choosers[2], memoryview(own))
            else:
                batch.step(memoryview(actions))
            found.append({name: array.copy() for name, array in arrays.items()})
        played.append(found)
    for one, other in zip(*played, strict=True):
        for name, array in one.items():
            np.testing.assert_allclose(array, other[name], atol=1e-6, err_msg=name)


@pytest.mark.parametrize("player", ["random", "eager", "beginner", "club"])
def test_who_plays_on_makes_the_moves_that_they_choose_one_by_one(player: str) -> None:
    rules = preset_rules("book", 3, {"payoff": 2})
    seats = np.arange(12) % 3
    at_once, together, by_one = (BatchEnv(rules, 12, 4, hold=True, max_moves=90) for _ in range(3))
    for _ in range(60):
        moves = by_one.sample(rows=by_one.seats == seats).copy()
        at_once.step(moves, opponent=player, seats=seats)
        # Seats that did not move, since another was to.
        at_once.play_on(player, seats)
        together.step(moves)
        together.play_on(player, seats)
        by_one.step(moves)
        ends: list[Any] = [by_one.rewards.copy(), by_one.terminated.copy(), by_one.truncated.copy()]
        while (others := (by_one.seats != seats) & ~(ends[1] | ends[2])).any():
            eager = player == "eager"
            chosen = (
                by_one.choose(player, rows=others) if player in COMPILED else by_one.sample(eager=eager, rows=others)
            )
            if (chosen < 0).all():
                break
            by_one.step(chosen)
            for end, now in zip(ends, (by_one.rewards, by_one.terminated, by_one.truncated), strict=True):
                end[others] = now[others]
        for batch in (at_once, together):
            for one, other in zip((batch.rewards, batch.terminated, batch.truncated), ends, strict=True):
                assert one.tolist() == other.tolist()
            goes_on = ~(ends[1] | ends[2])
            assert batch.observations[goes_on].tolist() == by_one.observations[goes_on].tolist()
            assert batch.seats[goes_on].tolist() == by_one.seats[goes_on].tolist()
            assert (batch.masks == by_one.masks).all()
        for row in np.flatnonzero(ends[1] | ends[2]):
            for batch in (at_once, together, by_one):
                batch.restart(int(row))


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/interop/", of=4))
def test_what_a_batch_shows_is_what_is_counted_afresh(preset: str) -> None:
    batch = BatchEnv(preset, 8, 2)
    encoding = batch.encoder.kinds.encoding
    for step in range(400):
        batch.step(batch.sample(eager=step % 3 == 0))
        for game in range(8 if step % 5 == 0 else 1):
            assert (batch.observations[game] == batch.observe(game, int(batch.seats[game]))).all()
            mask = np.zeros(batch.encoder.actions, np.int8)
            encoding.write_mask(batch.save(game).position.core, mask)
            assert (batch.masks[game] == mask).all()


def test_only_the_wanted_games_are_thought_about() -> None:
    whole, some = BatchEnv("standard", 6, 3), BatchEnv("standard", 6, 3)
    rows = np.array([True, False, True, False, False, True])
    for _ in range(30):
        for every, only in (
            (whole.sample().copy(), some.sample(rows=rows).copy()),
            (whole.choose("casual").copy(), some.choose("casual", rows=rows).copy()),
        ):
            assert only.tolist() == np.where(rows, every, -1).tolist()
        moves = whole.sample()
        whole.step(moves)
        some.step(moves)


def test_its_arrays_are_shared_by_dlpack() -> None:
    """Libraries that request arrays by this protocol, PyTorch and JAX among others, see each step without a copy."""
    batch = BatchEnv("standard", 2, 1)
    shared = [np.from_dlpack(array) for array in (batch.observations, batch.masks, batch.seats, batch.rewards)]
    batch.step(batch.sample())
    assert (shared[0] == batch.observations).all()
    own = (batch.observations, batch.masks, batch.seats, batch.rewards)
    assert all(np.shares_memory(*pair) for pair in zip(shared, own, strict=True))
