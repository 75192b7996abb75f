"""The picture of a table: nothing lies outside or on top of something else, and arrows go from card to target."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import pytest

from spite_and_malice import new_game
from spite_and_malice.engine import View
from spite_and_malice.engine.outcome import Outcome, Reason
from spite_and_malice.engine.pictures import draw_svg, parts


class Place(NamedTuple):
    """Where a card or an empty place lies."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


def view_of(preset: str = "standard") -> View:
    game = new_game(preset, seed=1)
    return game.view(game.turn)


def places_in(picture: str) -> list[Place]:
    """Return the places of a picture once each, from left to right in rows from top to bottom."""
    found = re.findall(r'<(?:svg|rect|use)[^>]* x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', picture)
    places = {Place(*map(int, each)) for each in found}
    return sorted((each for each in places if (each.width, each.height) == (60, 84)), key=lambda each: (each.y, each.x))


def captions(picture: str) -> dict[str, tuple[int, int]]:
    return {name: (int(x), int(y)) for x, y, name in re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)<', picture)}


@pytest.mark.parametrize("preset", ["standard", "partners"])
def test_all_places_lie_in_the_picture_with_a_margin_and_rows_apart(preset: str) -> None:
    view = view_of(preset)
    picture = draw_svg(view)
    wide, height = map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)" width', picture)[0])
    places = places_in(picture)
    assert max(each.x + each.width for each in places) == wide - 16
    assert min(each.x for each in places) == 80
    rows = sorted({each.y for each in places})
    assert len(rows) == 1 + view.rules.players
    assert {lower - upper for upper, lower in pairwise(rows)} == {84 + 18 + 14}
    assert rows[0] == 16 + 18
    assert rows[-1] + 84 + 14 == height
    # Each caption stands just over its place, and the names of the rows beside the middle of their cards.
    for name, (x, y) in captions(picture).items():
        if x == 16:
            assert y - 42 in rows, name
        else:
            assert (y + 6 in rows, any(each.x == x for each in places)) == (True, True), name
    # The stock is a place away from the centre.
    at = {name.split()[0]: x for name, (x, _y) in captions(picture).items()}
    assert at["stock"] - at[f"C{len(view.centre_places)}"] == 2 * (at["C2"] - at["C1"]) == 140


def test_a_picture_has_the_width_that_it_is_given() -> None:
    narrow = draw_svg(view_of(), width=401)
    assert re.findall(r'viewBox="0 0 (\d+) (\d+)" width="(\d+)" height="(\d+)"', narrow) == [
        ("802", "364", "401", "182")
    ]


def test_a_game_that_is_over_says_so_below_its_last_row_and_marks_nobody() -> None:
    view, over = view_of(), Outcome(Reason.RESIGNATION, (0,), (5, 0))
    running, ended = draw_svg(view), draw_svg(replace(view, outcome=over))
    assert "▸" in running
    assert "▸" not in ended
    x, y = captions(ended)[str(over)]
    bottom = max(each.y + each.height for each in places_in(ended))
    height = int(re.findall(r'viewBox="0 0 \d+ (\d+)" width', ended)[0])
    assert (x, height) == (16, 364 + 18)
    assert bottom + 13 < y < height - 10


@pytest.mark.parametrize("to", ["S1", "S4"])
def test_an_arrow_goes_over_the_table_from_a_card_to_the_middle_of_its_target(to: str) -> None:
    view = view_of()
    move = next(text for text in view.legal if text.startswith("H") and text.endswith(f"-{to}"))
    picture = draw_svg(view, [move])
    own = [each for each in places_in(picture) if each.y == max(place.y for place in places_in(picture))]
    hand = view.players[view.turn].hand
    assert not isinstance(hand, int)
    target = own[int(to[1:])].middle
    [drawn] = re.findall(r'd="M(\S+) (\S+)Q(\S+) (\S+) (\S+) (\S+)" .*?points="([^"]*)"', picture)
    begin, over, neck = [tuple(map(float, drawn[at : at + 2])) for at in (0, 2, 4)]
    tip, *ends = [tuple(map(float, each.split(","))) for each in drawn[6].split()]
    assert begin in [each.middle for each in own[-len(hand) :]]
    assert tip == target
    # It bows upwards, and the head is as broad as it is long, with its neck between the two ends.
    assert over[1] < min(begin[1], target[1])
    assert math.dist(ends[0], ends[1]) == pytest.approx(20, abs=0.2)
    assert math.dist(neck, tip) == pytest.approx(20, abs=0.2)
    assert neck == pytest.approx([sum(each) / 2 for each in zip(*ends, strict=True)], abs=0.2)
    # The head points along the end of the bow.
    assert math.atan2(tip[1] - neck[1], tip[0] - neck[0]) == pytest.approx(
        math.atan2(tip[1] - over[1], tip[0] - over[0]), abs=0.02
    )


def test_each_part_of_the_table_is_in_its_frame_and_no_other() -> None:
    view = new_game("standard", seed=1).view(0)
    frames = parts(view)
    places = [each for each in places_in(draw_svg(view)) if each.y < 200]
    names = {"centre": 3, "stock": 1, "pay-off pile": 1, "side stacks": 4, "hand": 5}
    for name, count in names.items():
        x, y, width, height = frames[name]
        within = [
            each
            for each in places
            if x < each.x and each.x + each.width < x + width and y <= each.y - 18 and each.y + each.height < y + height
        ]
        touched = [
            each for each in places if each.x < x + width and x < each.x + each.width and y < each.y < y + height
        ]
        assert (len(within), len(touched)) == (count, count), name
