"""The falling cards after a won game of patience, painted on a canvas that records the place of each."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pytest

from tests.web.modules import Modules

WIDTH, HEIGHT, CARD = 1200, 800, 100
GRAVITY: Final = 3670
"""Pixels a second, each second."""
STEPS: Final = 125
"""A second."""


def fallen(modules: Modules, speed: str = "normal", chance: float = 0.5, spots: object = None, act: str = "") -> Any:
    """Let the cards fall with fixed randomness; return each painted picture of a card, and its time."""
    return modules.evaluate(
        """async ({ speed, chance, spots, act, card }) => {
          const { page, rest } = await import("/tests/stand-in-page.js");
          const table = '<main id="table"><div id="cards"><div class="card"></div></div></main>';
          const site = page(table, { width: 1200, height: 800 });
          const { random } = Math;
          Math.random = () => chance;
          try {
            const { cascade, shows } = await import("/static/patience/cascade.js");
            const root = site.document.getElementById("table");
            const layout = { card, top: 50, tools: { x: 200 }, spots: new Map(spots) };
            const scene = { motion: { rested: async () => {} } };
            const settings = { speed };
            let over = -1;
            const faces = new Map();
            const done = cascade({ settings, layout, faces, scene, root }).then(() => (over = site.clock.now));
            await rest();
            const canvas = root.querySelector(".cascade");
            const painted = [];
            const one = root.querySelector(".card");
            const hidden = one.style.visibility;
            for (let frame = 0; frame < 900 && over < 0; frame += 1) {
              site.clock.pass(16);
              if (act && site.clock.now > 500) site.told.dispatchEvent(new Event(act));
              await rest();
              for (const at of canvas?.painted.splice(0) ?? []) painted.push([site.clock.now, ...at]);
            }
            await done;
            site.clock.pass(259);
            const late = canvas?.painted.length ?? 0;
            const stays = canvas?.isConnected ?? false;
            site.clock.pass(1);
            const gone = !canvas?.isConnected;
            const { visibility } = one.style;
            return { painted, over, hidden, shown: visibility, stays, gone, late, shows: shows({ settings }) };
          } finally {
            Math.random = random;
            site.away();
          }
        }""",
        {"speed": speed, "chance": chance, "spots": spots or list(SPOTS.items()), "act": act, "card": CARD},
    )


SPOTS: Final[dict[str, Any]] = {
    f"F{suit}": {"x": 300 + 200 * at, "y": 60, "w": CARD, "h": 140} for at, suit in enumerate("shdc")
}


def way(told: Any, column: int, row: int) -> list[tuple[float, float, float]]:
    """Return when and where a card was painted, from its rank (0 for the ace) and its suit."""
    return [
        (now, x, y)
        for now, sx, sy, w, h, x, y, *_ in told["painted"]
        if (round(sx / w), round(sy / h)) == (column, row)
    ]


def test_every_card_leaps_from_its_foundation_the_kings_first_and_leaves_the_table(modules: Modules) -> None:
    told = fallen(modules)
    assert told["hidden"] == "hidden"
    assert told["shown"] == ""
    assert (told["stays"], told["gone"], told["shows"]) == (True, True, True)
    suits = modules.evaluate('async () => (await import("/static/patience/moves.js")).SUITS')
    begins = {}
    for row, suit in enumerate(suits):
        home = SPOTS[f"F{suit}"]
        for rank in range(13):
            seen = way(told, rank, row)
            assert seen, (rank, suit)
            moving = [(now, x, y) for now, x, y in seen if (x, y) != (home["x"], home["y"])]
            begins[rank, row] = moving[0][0]
            assert all(-1.2 * CARD <= x <= WIDTH + 0.2 * CARD for _now, x, _y in moving)
            # It continues until it is out of sight, and no farther.
            step = 0.59 * WIDTH / STEPS
            assert moving[-1][1] > WIDTH + 0.2 * CARD - step or moving[-1][1] < -1.2 * CARD + step
            assert all(y <= HEIGHT - 1.4 * CARD + 0.5 for _now, _x, y in moving)
            # From the left half to the right, and the other way round.
            assert (moving[-1][1] > home["x"]) == (home["x"] <= WIDTH / 2)
    order = sorted(begins, key=lambda card: begins[card])
    assert order == [(rank, row) for rank in range(12, -1, -1) for row in range(4)]
    waits = [begins[two] - begins[one] for one, two in pairwise(order)]
    assert sum(waits) / len(waits) == pytest.approx(94, abs=1)


def test_a_card_falls_bounces_lower_and_keeps_its_way_to_the_side(modules: Modules) -> None:
    told = fallen(modules)
    seen = way(told, 12, 0)
    _now, x, y = seen[0]
    path = [(now, at, high) for now, at, high in seen if (at, high) != (x, y)]
    steps = [two[1] - one[1] for one, two in pairwise(path)]
    # With the middle random value it moves 0.38 of the width per second.
    assert steps == pytest.approx([0.38 * WIDTH / STEPS] * len(steps), abs=0.01)
    speeds = [STEPS * (two[2] - one[2]) for one, two in pairwise(path)]
    falls = [two - one for one, two in pairwise(speeds) if one > 0 and two > one]
    assert falls[3:8] == pytest.approx([GRAVITY / STEPS] * 5, abs=0.5)
    floor = HEIGHT - 1.4 * CARD
    hits = [at for at, (_now, _x, high) in enumerate(path) if high == floor]
    assert len(hits) >= 2
    tops = [min(high for _now, _x, high in path[one:two]) for one, two in pairwise(hits)]
    assert (floor - tops[0]) / (floor - y) == pytest.approx(0.78**2, abs=0.06)


def test_one_card_in_three_goes_to_the_other_side(modules: Modules) -> None:
    x = SPOTS["Fs"]["x"]
    suits = modules.evaluate('async () => (await import("/static/patience/moves.js")).SUITS')
    row = suits.index("s")
    assert way(fallen(modules, chance=0.31), 12, row)[-1][1] > x
    assert way(fallen(modules, chance=0.29), 12, row)[-1][1] < x


@pytest.mark.parametrize(
    ("spots", "x", "y"),
    [
        ([["F", {"x": 30, "y": 70, "w": CARD, "h": 140}]], 30, 70),
        ([["W", {"x": 40, "y": 70, "w": CARD, "h": 140}]], 40, 70),
        ([["X", {"x": 50, "y": 80, "w": CARD, "h": 140}]], 50, 80),
        ([["S", {"x": 50, "y": 80, "w": CARD, "h": 140}]], 200, 150),
    ],
)
def test_cards_without_a_foundation_leap_from_where_they_went(
    modules: Modules, spots: list[Any], x: float, y: float
) -> None:
    told = fallen(modules, spots=spots)
    assert [told["painted"][0][5], told["painted"][0][6]] == [x, y]


def test_a_gesture_ends_it_and_who_wants_nothing_to_move_sees_none(modules: Modules) -> None:
    told = fallen(modules, act="keydown")
    assert 500 < told["over"] < 540
    assert told["late"] == 0
    none = fallen(modules, speed="off")
    assert none["painted"] == []
    assert none["shows"] is False
    assert fallen(modules, speed="fast")["over"] == pytest.approx(fallen(modules)["over"] / 2, rel=0.05)


def test_nothing_falls_before_the_faces_can_be_painted_and_the_last_card_has_come(modules: Modules) -> None:
    found = modules.evaluate(
        """async (spots) => {
          const { page, rest } = await import("/tests/stand-in-page.js");
          const site = page('<main id="table"><div id="cards"></div></main>', { width: 1200, height: 800 });
          try {
            const { cascade } = await import("/static/patience/cascade.js");
            const waits = {};
            const until = (name) => new Promise((done) => (waits[name] = done));
            const [decoded, rested] = [until("decoded"), until("rested")];
            globalThis.Image = class { decode() { return decoded; } };
            const root = site.document.getElementById("table");
            const layout = { card: 100, top: 50, tools: { x: 200 }, spots: new Map(Object.entries(spots)) };
            const scene = { motion: { rested: () => rested } };
            void cascade({ settings: { speed: "normal" }, layout, faces: new Map(), scene, root });
            const found = [];
            for (const name of ["decoded", "rested"]) {
              await rest();
              found.push(root.querySelectorAll(".cascade").length);
              waits[name]();
            }
            await rest();
            return [...found, root.querySelectorAll(".cascade").length];
          } finally { site.away(); }
        }""",
        SPOTS,
    )
    assert found == [0, 0, 1]
