"""The motion of a page's cards from frame to frame, and its laws: each goes straight, above everything it passes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from math import hypot, inf
from typing import Any, Final

from playwright.sync_api import JSHandle, Page

from tests.web.conftest import FakeTable, OpenFake

NEAR: Final = 0.75
"""CSS pixels that rounding may add."""

RAISED: Final = 8
"""A picked card is raised by less than this over its place, in CSS pixels."""

AT_REST: Final = "Promise.allSettled(document.getAnimations().map((one) => one.finished))"
"""Waits until nothing moves."""

LEFT: Final = """(card) => Math.max(0, ...card.getAnimations().map((one) =>
      1 - Number(one.currentTime) / Number(one.effect.getComputedTiming().endTime)))"""
"""The remaining part of a card's path."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Path:
    """The path of one card: its middle in each frame, None if absent, and the elements over it as it moved."""

    card: int
    name: str
    place: str
    points: list[Point | None]
    over: list[set[int]]

    @property
    def way(self) -> list[Point]:
        """Return its positions in the frames where it was present."""
        return [point for point in self.points if point is not None]

    @property
    def length(self) -> float:
        """Return the distance between its start and its end."""
        return distance(self.way[0], self.way[-1])

    def has_moved(self, frame: int, least: float = NEAR) -> bool:
        """Return whether it moved into a frame, by more than a number of CSS pixels."""
        near = [point for point in self.points[max(0, frame - 1) : frame + 1] if point is not None]
        return distance(near[0], near[-1]) > least if near else False

    def moves(self, frame: int) -> bool:
        """Return whether it is moving in a frame, however slowly it arrives."""
        return any(self.has_moved(near, 0.01) for near in range(frame - 2, frame + 4))

    def waits(self, frame: int) -> bool:
        """Return whether it is still at its start, and leaves later."""
        so_far = [point for point in self.points[: frame + 1] if point is not None]
        return bool(so_far) and distance(so_far[0], so_far[-1]) <= NEAR < self.length


class Recording:
    """Records every card in every frame from now on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._handle: JSHandle = page.evaluate_handle("import('/tests/motion.js').then((one) => one.record())")
        page.evaluate("new Promise(requestAnimationFrame)")

    def stop(self) -> list[Path]:
        """Return all paths, when everything has come to rest."""
        found: list[dict[str, Any]] = self._handle.evaluate("(one) => one.stop()")
        return [
            Path(
                each["card"],
                each["name"],
                each["place"],
                [spot and (spot["x"], spot["y"]) for spot in each["spots"]],
                [set(spot["over"]) if spot else set() for spot in each["spots"]],
            )
            for each in found
        ]


def at_speed(fake_table: OpenFake, view: dict[str, Any], speed: str, **options: Any) -> FakeTable:
    """Open a dealt table with a speed setting, or for a person who wants no motion."""
    still = {"reduced_motion": "reduce"} if speed == "reduced" else {}
    table = fake_table(view, settings={"speed": "slow" if still else speed}, **still, **options)
    table.page.evaluate(AT_REST)
    return table


def slowly(page: Page, rate: float) -> None:
    """Run later animations at a fraction of their speed."""
    page.evaluate("(rate) => import('/tests/motion.js').then((one) => one.slowly(rate))", rate)


def held(page: Page) -> None:
    """Freeze later animations until their time is set, or they are finished."""
    page.evaluate("import('/tests/motion.js').then((one) => one.held())")


def distance(one: Point, other: Point) -> float:
    """Return the distance between two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


def goes_straight(path: Path) -> None:
    """Check that a card, perhaps raised a little first, never moves away from its end or off the straight line."""
    raised = sum(1 for _ in takewhile(lambda point: distance(path.way[0], point) <= RAISED, path.way))
    way = path.way[raised - 1 :]
    start, end = way[0], way[-1]
    before = inf
    for number, point in enumerate(way):
        left = distance(point, end)
        assert left <= before + NEAR, f"{path.name}: frame {number} is farther from its place: {way}"
        before = left
        beside = distance(start, point) + left - distance(start, end)
        assert beside <= 2 * NEAR, f"{path.name}: frame {number} is beside the straight way: {way}"


def goes_over_all(path: Path, paths: list[Path], in_deal: bool = False) -> None:
    """Check that a moving card is under no resting card, and under nothing that is not a card.

    In a deal it may come from under those waiting in the stock: their order is that of the piles (table.css).
    """
    others = {one.card: one for one in paths}
    for frame in range(len(path.points)):
        if not path.has_moved(frame):
            continue
        for card in path.over[frame]:
            assert card in others, f"{path.name}: under something that is no card, in frame {frame}"
            may_be_over = others[card].moves(frame) or (in_deal and others[card].waits(frame))
            assert may_be_over, f"{path.name}: under {others[card].name} at rest, in frame {frame}"


def well_moved(paths: list[Path], in_deal: bool = False) -> list[Path]:
    """Check everything that moved, and return it."""
    moved = [path for path in paths if path.length > NEAR]
    for path in moved:
        goes_straight(path)
        goes_over_all(path, paths, in_deal)
    return moved
