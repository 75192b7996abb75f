"""Games in a figure: the court of a sultan, dials of hours, and the part of the window that they have; default rules.

``layoutPatience`` is asked (patience/layout/figure.js, patience/defaults.js).
"""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any, Final, NamedTuple

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from spite_and_malice.patience.rules.fields import FIELDS
from spite_and_malice.patience.rules.presets import PRESETS
from tests.web.modules import Modules

DESKTOP, TABLET, PHONE, LANDSCAPE = (1280, 800), (768, 1024), (360, 640), (844, 390)
WINDOWS: Final = (DESKTOP, TABLET, PHONE, LANDSCAPE)
COURT: Final = ((7, 4, 8), (5, 9, 6), (1, 3, 2))
"""The foundations of a court, row by row, with the sultan in its middle."""


class Spot(NamedTuple):
    """Where a place lies: its upper left corner and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the place."""
        return self.x + self.w / 2, self.y + self.h / 2

    def overlaps(self, other: Spot) -> bool:
        """Say whether two places share more than their rim."""
        return (
            self.x + self.w > other.x + 0.01
            and other.x + other.w > self.x + 0.01
            and self.y + self.h > other.y + 0.01
            and other.y + other.h > self.y + 0.01
        )


def layout(
    modules: Modules, preset: str, size: tuple[int, int], *, left: bool = False, rules: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return where everything of a new game lies, by place: its spots, its labels, and the width of a card."""
    view = deal_number(preset_rules(preset), 1).view().to_json()
    found = modules.evaluate(
        """async ([view, width, height, left]) => {
          const { layoutPatience } = await import("/static/patience/layout/layout.js");
          const { fetchFigure } = await import("/static/patience/layout/frame.js");
          await fetchFigure(view.rules);
          const { spots, labels, card, places } = layoutPatience(view, { width, height }, { left });
          const all = (rects) => [...rects].map(([id, { x, y, w, h }]) => [id, x, y, w, h]);
          return { spots: all(spots), labels: all(labels), card, places: places.map(({ key }) => key) };
        }""",
        [{**view, "rules": rules or view["rules"]}, *size, left],
    )
    return {
        **found,
        **{name: {place: Spot(*rect) for place, *rect in found[name]} for name in ("spots", "labels")},
    }


def spots_of(modules: Modules, preset: str, size: tuple[int, int], *, left: bool = False) -> dict[str, Spot]:
    spots: dict[str, Spot] = layout(modules, preset, size, left=left)["spots"]
    return spots


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("preset", ["sultan", "grandfathers-clock", "clock"])
def test_a_figure_lies_in_the_window_and_its_cards_on_no_others(
    modules: Modules, preset: str, size: tuple[int, int], left: bool
) -> None:
    spots = spots_of(modules, preset, size, left=left)
    for spot in spots.values():
        assert spot.x >= 0
        assert spot.y >= 44, "under the bar"
        assert spot.x + spot.w <= size[0]
        assert spot.y + spot.h <= size[1]
    assert [pair for pair in combinations(spots, 2) if spots[pair[0]].overlaps(spots[pair[1]])] == []


@pytest.mark.parametrize("size", WINDOWS)
def test_a_court_is_three_rows_about_the_sultan_with_piles_at_both_sides(
    modules: Modules, size: tuple[int, int]
) -> None:
    spots = spots_of(modules, "sultan", size)
    x, y = spots["F9"].middle
    across, down = spots["F6"].middle[0] - x, spots["F3"].middle[1] - y
    assert across > spots["F9"].w
    assert down > spots["F9"].h
    for row, numbers in enumerate(COURT, -1):
        for column, number in enumerate(numbers, -1):
            assert spots[f"F{number}"].middle == pytest.approx((x + column * across, y + row * down))
    # Three on each side, from above, beside the rows of the court and as far from it.
    sides = [spots[f"T{pile}"] for pile in range(1, 7)]
    assert [pile.middle[1] for pile in sides] == pytest.approx(2 * [y - down, y, y + down])
    assert len({round(pile.x, 3) for pile in sides[:3]}) == len({round(pile.x, 3) for pile in sides[3:]}) == 1
    assert x - sides[0].middle[0] == pytest.approx(sides[3].middle[0] - x)
    assert x - sides[0].middle[0] > 2 * across, "an aisle between them"
    assert {round(spots[place].w, 3) for place in ("F1", "F9", "T1", "T6")} == {round(spots["F1"].w, 3)}


def test_the_stock_lies_nearer_to_the_hand_that_plays_than_the_figure(modules: Modules) -> None:
    """Where there is room beside it; on a phone held upright the figure is above."""
    for preset, low in (("sultan", True), ("grandfathers-clock", True), ("sultan", False)):
        size = LANDSCAPE if low else DESKTOP
        right, left = (spots_of(modules, preset, size, left=hand) for hand in (False, True))
        other = "S" if preset == "sultan" else "T1"
        assert right["F1"].x < right[other].x
        assert left["F1"].x > left[other].x
    upright = spots_of(modules, "sultan", PHONE)
    assert max(spot.y for place, spot in upright.items() if place[0] == "F") < upright["S"].y


@pytest.mark.parametrize(("preset", "kind", "size"), [("grandfathers-clock", "F", DESKTOP), ("clock", "T", PHONE)])
def test_hours_lie_on_a_dial_twelve_at_the_top(modules: Modules, preset: str, kind: str, size: tuple[int, int]) -> None:
    spots = spots_of(modules, preset, size)
    hours = [spots[f"{kind}{hour}"] for hour in range(1, 13)]
    middle = sum(hour.middle[0] for hour in hours) / 12, sum(hour.middle[1] for hour in hours) / 12
    assert hours[11].middle[0] == pytest.approx(middle[0])
    assert hours[11].y == min(hour.y for hour in hours)
    assert hours[2].x == max(hour.x for hour in hours)
    for one, other in zip(hours[:6], hours[6:], strict=True):
        assert [(a + b) / 2 for a, b in zip(one.middle, other.middle, strict=True)] == pytest.approx(middle)
    card = hours[0].w
    for hour in hours:
        assert hypot(hour.middle[0] - middle[0], hour.middle[1] - middle[1]) == pytest.approx(2.9 * card, rel=0.02)


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("size", WINDOWS)
def test_the_number_of_an_hour_stands_between_it_and_the_kings(
    modules: Modules, size: tuple[int, int], left: bool
) -> None:
    found = layout(modules, "clock", size, left=left)
    spots, labels = found["spots"], found["labels"]
    hours = {f"T{hour}" for hour in range(1, 13)}
    assert set(labels) >= hours
    numbers = {place: labels[place] for place in hours}
    kings = spots["T13"]
    for place, number in numbers.items():
        card = spots[place]
        assert number.w == number.h == pytest.approx(0.4 * card.w)
        assert not number.overlaps(card)
        assert not number.overlaps(kings)
        there, here = (hypot(*(a - b for a, b in zip(one.middle, kings.middle, strict=True))) for one in (card, number))
        assert here < there
    assert [pair for pair in combinations(hours, 2) if numbers[pair[0]].overlaps(numbers[pair[1]])] == []


def test_cards_are_as_large_as_the_window_allows(modules: Modules) -> None:
    for preset in ("sultan", "clock", "grandfathers-clock"):
        widths = [
            spots_of(modules, preset, size)["F1" if preset != "clock" else "T1"].w
            for size in (PHONE, DESKTOP, (1920, 1080), (6000, 6000))
        ]
        assert widths == sorted(widths)
        assert widths[0] < widths[1] < widths[2]
        assert widths[-1] == 190, "no larger than that anywhere"


@pytest.mark.parametrize("preset", ["klondike-1", "sultan", "pyramid", "spider-1", "freecell", "clock"])
def test_rules_that_are_not_told_are_the_usual_ones(modules: Modules, preset: str) -> None:
    told = PRESETS[preset].rules.to_json()
    whole = {name: field.default for name, field in FIELDS.items()} | told
    assert len(whole) > len(told)
    assert layout(modules, preset, DESKTOP, rules=whole) == layout(modules, preset, DESKTOP)
