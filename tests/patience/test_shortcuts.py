"""A way to win that begins with a plan of few moves, where its own plan is long."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import PRESETS, Position, deal_number, solve
from spite_and_malice.patience.lines import Line
from spite_and_malice.patience.shortcuts import home_sooner

POSITIONS = 1 << 14


def way(position: Position) -> Line:
    return solve(position, None, POSITIONS).moves


def first_home(line: Line) -> int:
    return next(number for number, move in enumerate(line, 1) if move.target == "F")


@pytest.mark.parametrize(("preset", "deal", "most"), [("penguin", 2, 2), ("penguin", 4, 4), ("forecell", 5, 3)])
def test_a_card_goes_home_after_few_moves_and_the_game_is_still_won(preset: str, deal: int, most: int) -> None:
    world = deal_number(PRESETS[preset].rules, deal)
    line = way(world)
    short = home_sooner(world, line, way)
    assert first_home(short) == most < first_home(line)
    for move in short:
        world.play(move)
    assert world.is_won


def test_a_line_stays_where_its_plan_is_short_or_no_other_way_wins() -> None:
    world = deal_number(PRESETS["penguin"].rules, 2)
    line = way(world)
    assert home_sooner(world, line, lambda _position: ()) == line
    short = home_sooner(world, line, way)
    assert home_sooner(world, short, lambda _position: pytest.fail("no other way is looked for")) == short
