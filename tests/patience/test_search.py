"""The search of games of building: every win is played, every verdict compared with searches that leave out nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from spite_and_malice.patience import PRESETS, Position, Solution, deal_number, preset_rules, solve
from spite_and_malice.patience.building import board_of, is_searched
from spite_and_malice.patience.building import played as with_draws
from spite_and_malice.patience.core import Beam, Search, Staged, codes
from spite_and_malice.patience.moves import move_with
from tests.examples import some
from tests.patience.exhaustive import verdict
from tests.patience.strategies import house_rules, played

BUILDING = [preset for preset, each in PRESETS.items() if is_searched(each.rules)]


def wins(position: Position, solution: Solution) -> bool:
    trial = position.clone()
    for move in solution.moves:
        trial.play(move)
    return trial.is_won


def check(position: Position) -> str:
    """The verdict of the plain search, checked against that of `solve`."""
    true = verdict(position, 800)
    solution = solve(position, seconds=None, positions=20_000)
    assert true is None or solution.verdict in (true, "unknown"), position.to_json()
    assert wins(position, solution) == (solution.verdict == "won"), position.to_json()
    return str(true)


@pytest.mark.nightly(
    "src/spite_and_malice/patience/core/",
    "src/spite_and_malice/patience/dominance.py",
    "src/spite_and_malice/patience/solving.py",
)
@pytest.mark.parametrize("preset", BUILDING)
def test_verdicts_are_those_of_a_search_that_leaves_out_nothing(preset: str) -> None:
    chance = Random(preset)
    for _ in range(8):
        moves = chance.choice((40, 80, 150, 300))
        check(played(preset_rules(preset), chance.randrange(2**50), moves, chance.randrange(2**40)))


@pytest.mark.nightly(
    "src/spite_and_malice/patience/core/",
    "src/spite_and_malice/patience/dominance.py",
    "src/spite_and_malice/patience/solving.py",
)
def test_under_house_rules_too() -> None:
    chance = Random(7)
    found = Counter[str]()
    for _ in range(300):
        rules = house_rules(chance.randrange(2**40))
        if is_searched(rules):
            found[check(played(rules, chance.randrange(2**50), chance.choice((60, 120)), chance.randrange(2**40)))] += 1
    assert found["lost"] > 15
    assert found["won"] > 3


@pytest.mark.parametrize("preset", some(BUILDING, "src/spite_and_malice/patience/", of=6))
def test_the_way_to_a_win_can_be_played(preset: str) -> None:
    position = deal_number(preset_rules(preset), 3)
    before = position.to_json()
    solution = solve(position, seconds=None, positions=60_000)
    assert position.to_json() == before
    assert wins(position, solution) == (solution.verdict == "won")


def test_deals_that_lie_open_are_decided() -> None:
    found = Counter(
        solve(deal_number(preset_rules(preset), deal), seconds=None).verdict
        for preset in ("freecell", "bakers-game", "eight-off", "seahaven", "forecell", "simple-simon")
        for deal in range(6)
    )
    assert found["unknown"] == 0
    assert found["lost"] > 2


def test_a_card_goes_on_one_that_stays_as_soon_as_it_can() -> None:
    solutions = [solve(deal_number(preset_rules("fan"), deal), None, 5000) for deal in range(8)]
    assert [each.verdict for each in solutions] == ["won", "lost"] * 3 + ["lost", "won"]


def test_a_full_store_ends_the_search() -> None:
    search = Search(board_of(deal_number(preset_rules("spider-4"), 1)), 2000, [1] * 15)
    assert search.run(100_000) == codes.FULL
    assert search.positions < 7000


@pytest.mark.parametrize("preset", some(BUILDING, "src/spite_and_malice/patience/", of=6))
def test_levels_lose_no_win_and_prove_no_loss_that_is_none(preset: str) -> None:
    chance = Random(preset)
    for _ in range(6):
        moves = chance.choice((40, 80, 150, 300))
        position = played(preset_rules(preset), chance.randrange(2**50), moves, chance.randrange(2**40))
        true = verdict(position, 800)
        for width in (3, 2000):
            beam = Beam(board_of(position), width, [*[3] * 12, 0, 0, 0])
            while beam.positions < 20_000 and beam.run(100) == codes.RUNNING:
                pass
            if beam.status == codes.LOST:
                assert true in (None, "lost"), position.to_json()
            elif beam.status == codes.FOUND:
                for code in with_draws(position, beam.moves()):
                    position.play(move_with(code))
                assert position.is_won
                break
            elif width == 2000:
                # If more can be reached than one level expands, some of it was left out.
                assert true is None or beam.positions > width, position.to_json()


STAGES = [preset for preset in BUILDING if PRESETS[preset].rules.stock_cards and PRESETS[preset].rules.passes == 1] + [
    "spiderette",
    "east-haven",
    "spider-2",
]


@pytest.mark.parametrize("preset", some(STAGES, "src/spite_and_malice/patience/", of=3))
def test_stages_lose_no_win_and_prove_no_loss_that_is_none(preset: str) -> None:
    chance = Random(preset)
    for _ in range(6):
        moves = chance.choice((80, 150, 300))
        position = played(preset_rules(preset), chance.randrange(2**50), moves, chance.randrange(2**40))
        true = verdict(position, 800)
        for width in (3, 2000):
            search = Staged(board_of(position), width, [*[3] * 12, 0, 0, 0])
            while search.positions < 20_000 and search.run(100) == codes.RUNNING:
                pass
            if search.status == codes.LOST:
                assert true in (None, "lost"), position.to_json()
            elif search.status == codes.FOUND:
                trial = position.clone()
                for code in with_draws(position, search.moves()):
                    trial.play(move_with(code))
                assert trial.is_won
            elif width == 2000:
                # If more can be reached than one stage expands, some of it was left out.
                assert true is None or search.positions > width, position.to_json()


@pytest.mark.nightly(
    "src/spite_and_malice/patience/core/",
    "src/spite_and_malice/patience/dominance.py",
    "src/spite_and_malice/patience/solving.py",
)
def test_stages_win_where_a_search_of_all_is_lost_in_the_stock() -> None:
    found = [solve(deal_number(preset_rules("forty-thieves"), deal), None, 60_000).verdict for deal in range(6)]
    assert found.count("won") > 1


def test_cards_that_wait_for_one_another_are_seen_at_once() -> None:
    solutions = [solve(deal_number(preset_rules("scorpion"), deal), None, 20_000) for deal in range(30)]
    assert sum(each.verdict == "lost" and each.positions < 500 for each in solutions) > 15
    assert all(each.verdict != "unknown" for each in solutions)


@pytest.mark.nightly(
    "src/spite_and_malice/patience/core/",
    "src/spite_and_malice/patience/dominance.py",
    "src/spite_and_malice/patience/solving.py",
)
def test_levels_find_wins_that_are_far_away() -> None:
    found = [solve(deal_number(preset_rules("spider-4"), deal), None, 500_000).verdict for deal in range(4)]
    assert found.count("won") > 1


@pytest.mark.nightly(
    "src/spite_and_malice/patience/core/",
    "src/spite_and_malice/patience/building.py",
)
def test_orders_for_one_pack_dealt_on_the_piles_win_what_those_of_two_packs_do_not() -> None:
    found = [solve(deal_number(preset_rules("spiderette"), deal), None, 60_000).verdict for deal in (106, 107)]
    assert found == ["won", "won"]
