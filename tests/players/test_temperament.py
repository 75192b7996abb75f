"""Temperaments: each of the five shows a habit of their own when moves are about equally good."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benchmarks.temperament import HABITS, Table
from spite_and_malice.engine import deal
from spite_and_malice.engine.core import Core, Policy, apply, codes, kind_of, position_hash
from spite_and_malice.interop.batch import COMPILED
from spite_and_malice.play import SeededChance
from spite_and_malice.players import LEVELS, PLAYERS, roster
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.players.weights import CARELESS, CLUB, TEMPERAMENTS, TIDY, TUNED, tempered
from spite_and_malice.rules import Rules, preset_rules
from tests.engine.build import lay
from tests.examples import some

GAMES = 40
BASES = {"beginner": CARELESS, "casual": TIDY, "club": CLUB, "expert": TUNED, "master": TUNED}


def end_of_turn(core: Core, weights: Sequence[int]) -> tuple[Core, int] | None:
    """Play a turn up to its discard with these weights; None if a card is revealed before."""
    position, policy = core.clone(), Policy(core, list(weights))
    while True:
        move = policy.choose(position)
        if kind_of(move) == codes.TO_SIDE:
            return position, move
        if apply(position, move) or position.stage != codes.PLAY:
            return None


def seen(end: tuple[Core, int]) -> tuple[int, int]:
    """Return a key that distinguishes two ends of a turn."""
    return position_hash(end[0]), end[1]


def compared(level: str, rules: Rules) -> tuple[int, int, int]:
    """Play the turns of some games with the temperament and without.

    Return how many end differently, and how many of these show the habit with and without it.
    """
    usual = BASES[level]
    liking = tempered(usual, TEMPERAMENTS[level])
    shows, found = HABITS[level][1], [0, 0, 0]
    for game in range(GAMES):
        chance = SeededChance(game)
        core = deal(rules, 0, chance).core
        core.use_chance(chance)
        policy, begins = Policy(core, list(usual)), True
        for _ in range(400):
            if core.stage == codes.OVER:
                break
            ends = (end_of_turn(core, liking), end_of_turn(core, usual)) if begins else (None, None)
            if ends[0] and ends[1] and seen(ends[0]) != seen(ends[1]):
                found[0] += 1
                for which, end in enumerate(ends):
                    assert end is not None
                    found[1 + which] += shows(Table(rules, *end))
            begins = bool(apply(core, policy.choose(core)) & codes.ENDED_TURN)
    return found[0], found[1], found[2]


@pytest.mark.parametrize("level", HABITS)
@pytest.mark.parametrize("preset", some(["standard", "skip-bo"], "src/spite_and_malice/players/", of=2))
def test_a_temperament_shows_in_turns_that_end_otherwise(level: str, preset: str) -> None:
    turns, with_it, without = compared(level, preset_rules(preset))
    assert turns >= 20
    if level in ("casual", "club"):
        assert with_it == 0
        assert without > turns // 3
    else:
        assert with_it > 4 * without
        assert with_it > turns // 2


def test_each_of_the_five_has_one_and_it_is_small() -> None:
    assert list(TEMPERAMENTS) == [info.id for info in LEVELS] == list(HABITS)
    assert all(abs(more) <= 12 for temperament in TEMPERAMENTS.values() for more in temperament.values())


def test_those_that_play_many_games_at_once_have_the_same() -> None:
    for level, (weights, _) in COMPILED.items():
        assert weights == tempered(BASES[level], TEMPERAMENTS[level])


def test_of_discards_that_search_finds_as_good_it_takes_what_it_likes() -> None:
    # Two worlds hardly distinguish anything, so that the usual line is played.
    effort = Effort(rounds=((1.0, 2),))
    view = lay("9h 4d", payoff=["8d 7d"], side=["9s", "5c"], centre=["As", "As", "As"]).view(0)
    for likes, liked in (({"SAME": 300}, "H9h-S1"), ({"STEP": 300}, "H4d-S2")):
        assert str(MonteCarlo(1, effort, temperament=likes).choose(view, [], 600.0)) == liked


def test_the_same_seed_gives_the_same_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "MASTER", Effort(rounds=((1.0, 30),)))
    view = deal(preset_rules("standard"), 0, SeededChance(5)).view(0)
    for info in LEVELS:
        if view.legal:
            moves = {str(PLAYERS[info.id].make(3).choose(view, [], 600.0)) for _ in range(2)}
            assert len(moves) == 1
