"""Cards under the finger without a browser: their tilt, and the place that they would fall on."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Modules


def lifted(modules: Modules, act: str) -> Any:
    """Return the result of something done with lifted cards.

    It finds `cards` (LiftedCards), a `scene`, a `piece` 100 pixels wide at 200, 100, and `where` it was dragged.
    """
    source = f"""async () => {{
      const {{ LiftedCards }} = await import("/static/kernel/gestures/lifted.js");
      const {{ RATIO }} = await import("/static/kernel/cards/cards.js");
      const names = new Set();
      const root = {{ classList: {{ add: (name) => names.add(name), remove: (name) => names.delete(name) }} }};
      const where = [];
      const released = [];
      const scene = {{
        grab: (piece) => piece.at, uncover: () => {{}}, release: (piece) => released.push(piece.name),
        drag: (piece, pose) => {{ piece.held = pose; where.push([piece.name, pose.x, pose.y, pose.angle]); }},
      }};
      const lies = (name, x, y) => ({{ name, at: {{ x, y, w: 100, angle: 3 }}, held: null }});
      const piece = lies("a", 200, 100);
      const cards = new LiftedCards(root);
      {act}
    }}"""
    return modules.evaluate(source)


def test_lifted_cards_follow_the_finger_together_until_they_are_let_go(modules: Modules) -> None:
    act = """const other = lies("b", 200, 130);
    cards.lift(scene, [piece, other], 250, 150);
    const held = [cards.count, cards.first.name, [...names]];
    cards.drag(7, -4, false);
    cards.release();
    return [held, where, released, cards.count, cards.first ?? null, [...names]];"""
    held, where, released, *after = lifted(modules, act)
    assert held == [2, "a", ["dragging"]]
    assert where == [["a", 207, 96, 0], ["b", 207, 126, 0]]
    assert released == ["a", "b"]
    assert after == [0, None, []]


def test_a_card_taken_from_beside_it_comes_under_the_finger(modules: Modules) -> None:
    """The finger keeps its place on the card; otherwise the card moves 12 pixels under it, by the shortest path."""
    act = """const bottom = 100 + 100 * RATIO;
    const taken = (x, y) => {
      cards.lift(scene, [piece], x, y);
      cards.drag(0, 0, false);
      cards.release();
      const [, atX, atY] = where.at(-1);
      return [atX - 200, atY - 100];
    };
    return [
      taken(200, 100), taken(300, bottom), taken(190, 150), taken(320, 150), taken(250, 80), taken(250, bottom + 5),
    ];"""
    shifts = [[0, 0], [0, 0], [-22, 0], [32, 0], [0, -32], [0, 17]]
    assert lifted(modules, act) == [pytest.approx(shift) for shift in shifts]


def test_a_single_card_leans_into_its_way_within_bounds_and_straightens_when_it_rests(modules: Modules) -> None:
    act = """cards.lift(scene, [piece], 250, 150);
    const lean = (x) => (cards.drag(x, 0, true), where.at(-1)[3] - 3);
    const once = lean(4);
    for (let x = 100; x < 9000; x += 100) lean(x);
    const right = lean(9000);
    for (let step = 0; step < 60; step += 1) lean(9000);
    const rests = lean(9000);
    for (let x = 8900; x > 0; x -= 100) lean(x);
    const left = lean(0);
    cards.lift(scene, [piece], 250, 150);
    return [once, right, rests, left, lean(0)];"""
    once, right, rests, left, again = lifted(modules, act)
    assert once == pytest.approx(0.9)
    assert (right, left) == (pytest.approx(9), pytest.approx(-9))
    assert (rests, again) == (pytest.approx(0, abs=1e-4), 0)


@pytest.mark.parametrize(
    ("finger", "takes", "falls"),
    [
        # It lies on A mostly, but the finger is over B.
        ((310, 150), "AB", ["B", True]),
        # The finger is over nothing: the card falls on the place that it covers most.
        ((500, 500), "AB", ["A", True]),
        ((500, 500), "B", ["B", True]),
        # An illegal place is only chosen under the finger, when no legal place is covered.
        ((310, 150), "A", ["A", True]),
        ((310, 150), "", ["B", False]),
        ((500, 500), "", None),
        # A place that it hardly touches is not chosen.
        ((500, 500), "C", None),
        # Nor is one that it does not touch at all, above or beside it.
        ((500, 500), "D", None),
    ],
)
def test_lifted_cards_fall_where_the_finger_means(
    modules: Modules, finger: tuple[int, int], takes: str, falls: list[Any] | None
) -> None:
    act = f"""cards.lift(scene, [piece], 250, 150);
    cards.drag(0, 0, false);
    const rect = (x, y, w = 100, h = 100 * RATIO) => ({{ x, y, w, h }});
    const places = [["A", rect(190, 100)], ["B", rect(270, 100)], ["C", rect(101, 100)], ["D", rect(0, 0, 50, 50)]];
    const moves = [..."{takes}"].map((target) => ({{ target }}));
    const [x, y] = {list(finger)};
    const found = cards.target(places.map(([id, rect]) => ({{ id, rect }})), moves, {{ x, y }});
    return found && [found.place, found.move !== null];"""
    assert lifted(modules, act) == falls


def test_nothing_lifted_falls_nowhere(modules: Modules) -> None:
    act = """return cards.target([{ id: "A", rect: { x: 0, y: 0, w: 9, h: 9 } }], [{ target: "A" }], { x: 1, y: 1 });"""
    assert lifted(modules, act) is None
