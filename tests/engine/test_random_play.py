"""Random play makes every move that is legal, and no other, whichever way it finds them."""

from __future__ import annotations

from collections import Counter

import pytest

from spite_and_malice.engine.core import (
    Core,
    codes,
    core_rules,
    dealt_by_seed,
    kind_of,
    legal_moves,
    playout,
    random_games,
    random_move,
    random_playouts,
    seed_of_game,
)
from spite_and_malice.rules import preset_rules
from tests.engine.build import lay

SEED, LIMIT = 7, 400


def made(core: Core, eager: bool) -> set[int]:
    """Every move that random play makes from here."""
    found = set()
    for seed in range(600):
        core.use_seed(seed)
        found.add(random_move(core, eager))
    return found


@pytest.mark.parametrize("pairs", [False, True])
def test_each_discard_is_made_and_no_other(pairs: bool) -> None:
    core = lay("9h 9h 9d Ts", centre=["As"], rules={"pairs": pairs}).core
    legal = set(legal_moves(core))
    assert len(legal) == (20 if pairs else 12)
    assert all(kind_of(move) == codes.TO_SIDE for move in legal)
    assert made(core, eager=True) == made(core, eager=False) == legal


def test_every_move_is_equally_likely_and_the_centre_comes_first_for_the_eager() -> None:
    core = lay("2d 9h 9d Ts", centre=["As", "As"], side=["2s"], rules={"centre": 2}).core
    legal = legal_moves(core)
    plays = {move for move in legal if kind_of(move) == codes.TO_CENTRE}
    assert made(core, eager=True) == plays
    assert made(core, eager=False) == set(legal)
    core.use_seed(1)
    drawn = Counter(random_move(core, eager=False) for _ in range(100 * len(legal)))
    assert max(drawn.values()) < 150
    assert min(drawn.values()) > 60


def test_what_is_forced_is_made_by_the_eager_too() -> None:
    core = lay("Ad 2d 9h", centre=["As"], preset="forced-low").core
    assert made(core, eager=True) == made(core, eager=False) == set(legal_moves(core))


@pytest.mark.parametrize(("preset", "players"), [("standard", 2), ("partners", 4), ("fewest", 3), ("book", 2)])
@pytest.mark.parametrize("eager", [True, False])
def test_the_figures_of_many_games_are_those_of_each(preset: str, players: int, eager: bool) -> None:
    rules = preset_rules(preset, players, {"payoff": 1})
    first, count = 3, 6
    moves = turns = 0
    ended, began, won, both = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for game in range(first, first + count):
        core = dealt_by_seed(core_rules(rules), game % players, seed_of_game(SEED, game))
        beginner = core.turn
        began[beginner] += 1
        played = playout(core, eager, LIMIT)
        moves, turns = moves + played[0], turns + played[1]
        ended[core.reason] += 1
        won.update(core.winners())
        both.update(seat for seat in core.winners() if beginner in core.winners())
    assert random_games(core_rules(rules), first, count, SEED, eager, LIMIT) == {
        "moves": moves,
        "turns": turns,
        "ended": [ended[reason] for reason in range(4)],
        "began": [began[seat] for seat in range(players)],
        "won": [won[seat] for seat in range(players)],
        "began_and_won": [both[seat] for seat in range(players)],
    }


@pytest.mark.parametrize("preset", ["standard", "partners", "fewest"])
def test_playouts_count_the_points_of_every_seat(preset: str) -> None:
    rules = preset_rules(preset, None, {"payoff": 1})
    start = dealt_by_seed(core_rules(rules), 0, SEED)
    before = start.stock()
    moves = turns = 0
    ended, points = Counter[int](), Counter[int]()
    for game in range(6):
        core = start.clone()
        core.use_seed(seed_of_game(SEED, game))
        played = playout(core, True, LIMIT)
        moves, turns = moves + played[0], turns + played[1]
        ended[core.reason] += 1
        points.update(dict(enumerate(core.scores())))
    assert random_playouts(start, 6, SEED, True, LIMIT) == {
        "moves": moves,
        "turns": turns,
        "ended": [ended[reason] for reason in range(4)],
        "points": [points[seat] for seat in range(rules.players)],
    }
    assert start.stock() == before


def test_a_playout_ends_at_its_limit() -> None:
    core = dealt_by_seed(core_rules(preset_rules("standard")), 0, SEED)
    assert playout(core.clone(), False, 0) == (0, 0)
    assert playout(core, False, 5)[0] == 5
    assert core.reason == 0
