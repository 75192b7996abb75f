"""The layout of the cards of a game of patience: stored frames, and the fanning of piles.

patience-frames.txt has the frames of some games, and patience-sizes.txt, for every game in other windows, how large a
card is and a digest of the frame. After an intended change both are rewritten with
``python -m tests.web.test_patience_layout``.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from spite_and_malice.patience.rules.presets import PRESETS
from tests.web.modules import Modules

FRAMES: Final = Path(__file__).with_name("patience-frames.txt")
SIZES: Final = FRAMES.with_name("patience-sizes.txt")
FRAMED: Final = (
    "klondike-1", "freecell", "eight-off", "spider-1", "scorpion", "forty-thieves", "rank-and-file", "canfield",
    "beleaguered-castle", "fan", "raglan", "king-albert", "somerset", "pyramid", "giza", "fourteen", "golf",
    "black-hole", "tri-peaks", "yukon", "miss-milligan", "royal-cotillion", "carpet", "osmosis", "calculation",
    "bristol", "cruel", "aces-up", "monte-carlo", "montana", "accordion",
)  # fmt: skip
Window = tuple[int, int, bool, float]
"""Width, height, whether the table is left-handed, and the factor of the text size."""
WINDOWS: Final[tuple[Window, ...]] = (
    (1280, 800, False, 1), (360, 640, False, 1), (360, 640, True, 1), (640, 360, False, 1), (640, 360, True, 1),
    (768, 1024, True, 1.5), (700, 1400, False, 1),
)  # fmt: skip
OTHER_WINDOWS: Final[tuple[Window, ...]] = (
    (1920, 1080, True, 1), (320, 568, False, 1), (412, 915, True, 1), (1000, 479, False, 1), (1024, 600, True, 1),
    (568, 320, True, 1.5), (1700, 500, False, 1), (560, 640, True, 1), (600, 900, False, 1), (599, 620, False, 2),
)  # fmt: skip


def frames(modules: Modules, wanted: Iterable[tuple[str, Window]]) -> list[str]:
    """Return the frames of games in windows, a line each."""
    wanted = list(wanted)
    views = {preset: deal_number(preset_rules(preset), 1).view().to_json() for preset, _window in wanted}
    lines: list[str] = modules.evaluate(
        """async ([views, wanted]) => {
          const { layoutPatience } = await import("/static/patience/layout/layout.js");
          const { fetchFigure } = await import("/static/patience/layout/frame.js");
          for (const { rules } of Object.values(views)) await fetchFigure(rules);
          const short = (value) => String(Math.round(value * 10) / 10);
          const rect = ({ x, y, w, h }) => [x, y, w, h].map(short).join(",");
          const step = ({ x, y }) => `${short(x)},${short(y)}`;
          const all = (name, map, write) => [...map].map(([id, value]) => ` ${name}${id}:${write(value)}`).join("");
          return wanted.map(([preset, [width, height, left, letters]]) => {
            const frame = layoutPatience(views[preset], { width, height, letters }, { left });
            const { card, rise, fan, spill, tools, words, spots, labels, floors, mode } = frame;
            const head = `${preset} ${width}x${height} ${mode} card ${card} rise ${short(rise)} fan ${step(fan)}`;
            const parts = all("", spots, step) + all("of-", labels, rect) + all("to-", floors, short);
            return `${head} spill ${step(spill)} tools ${rect(tools)} words ${rect(words)}${parts}`;
          });
        }""",
        [views, wanted],
    )
    return lines


def sizes(modules: Modules) -> list[str]:
    """Return how large cards are in half of the other windows, with a digest of the frame: a line for each game."""
    wanted = [
        (preset, window)
        for at, preset in enumerate(PRESETS)
        for number, window in enumerate(OTHER_WINDOWS)
        if (at + number) % 2 == 0
    ]
    lines: dict[str, list[str]] = {}
    for (preset, (width, height, _left, _letters)), line in zip(wanted, frames(modules, wanted), strict=True):
        card = line.partition(" card ")[2].partition(" ")[0]
        lines.setdefault(preset, []).append(f"{width}x{height} {card} {sha256(line.encode()).hexdigest()[:6]}")
    return [f"{preset}: {', '.join(found)}" for preset, found in lines.items()]


def test_the_piles_of_every_kind_of_game_lie_where_they_lay(modules: Modules) -> None:
    assert frames(modules, product(FRAMED, WINDOWS)) == FRAMES.read_text(encoding="utf-8").splitlines()


def test_every_game_is_as_large_in_other_windows_as_it_was(modules: Modules) -> None:
    assert sizes(modules) == SIZES.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("width", "height", "mode"),
    [
        (599, 700, "tall"), (600, 700, "wide"), (601, 481, "wide"), (900, 480, "wide"), (900, 479, "low"),
        (480, 479, "low"), (479, 479, "tall"), (320, 400, "tall"),
    ],
)  # fmt: skip
def test_a_phone_is_told_apart_by_its_window_and_how_it_is_held(
    modules: Modules, width: int, height: int, mode: str
) -> None:
    source = """async (size) => {
      const { barOf, modeOf } = await import("/static/patience/layout/frame.js");
      return [modeOf(size), barOf(modeOf(size))];
    }"""
    assert modules.evaluate(source, {"width": width, "height": height}) == [mode, 48 if mode == "wide" else 44]


def test_a_waste_under_its_stock_leaves_no_hole_between_them(modules: Modules) -> None:
    position = deal_number(preset_rules("osmosis", {"draw": 1}), 17)
    first = set()
    for count in range(5):
        stock, waste, hollow, card, lowest = modules.evaluate(
            """async ([view]) => {
              const { layoutPatience } = await import("/static/patience/layout/layout.js");
              const { card, piles, slots, spots } = layoutPatience(view, { width: 1280, height: 800 }, { left: false });
              const { x, y } = slots.find(({ place }) => place === "W") ?? {};
              return [piles.get("S"), piles.get("W"), spots.get("W"), card, [x, y]];
            }""",
            [position.view().to_json()],
        )
        assert (hollow["x"], hollow["y"]) == (waste["x"], waste["y"])
        assert stock["x"] == waste["x"]
        assert 0 < waste["y"] - (stock["y"] + card * 1.4) < card / 3, count
        if 0 < count <= 3:
            first.add((lowest[0], round(lowest[1], 3)))
        position.play("draw")
    assert len(first) == 1


@pytest.mark.parametrize(("size", "along"), [((1280, 800), "x"), ((640, 360), "y"), ((360, 640), "x")])
def test_suits_that_have_left_lie_beside_each_other_with_their_kings_in_sight(
    modules: Modules, size: tuple[int, int], along: str
) -> None:
    view = deal_number(preset_rules("spider-1"), 1).view().to_json()
    view["foundations"] = {**view["foundations"], "s": 3}
    kings, spill, spot, top, place = modules.evaluate(
        """async ([view, [width, height]]) => {
          const { layoutPatience } = await import("/static/patience/layout/layout.js");
          const { slots, spill, spots, tops, places } = layoutPatience(view, { width, height }, { left: false });
          const kings = slots.filter(({ place }) => place === "F").map(({ card, x, y }) => [card, x, y]);
          return [kings, spill, spots.get("F"), tops.get("F"), places.find(({ id }) => id === "F")];
        }""",
        [view, size],
    )
    assert spill[along] > 0
    assert {"x": spill["y"], "y": spill["x"]}[along] == 0
    ways = [(spot["x"] + at * spill["x"], spot["y"] + at * spill["y"]) for at in range(3)]
    assert kings == [["Ks", pytest.approx(x), pytest.approx(y)] for x, y in ways]
    assert (top["x"], top["y"]) == pytest.approx(ways[-1])
    rect = place["rect"]
    assert (rect["x"], rect["y"], place["index"]) == (pytest.approx(spot["x"]), pytest.approx(spot["y"]), 2)
    assert rect["w"] == pytest.approx(spot["w"] + 2 * spill["x"])
    assert rect["h"] == pytest.approx(spot["h"] + 2 * spill["y"])


def test_a_size_of_text_is_the_usual_one_unless_it_is_said(modules: Modules) -> None:
    source = """async (view) => {
      const { layoutPatience } = await import("/static/patience/layout/layout.js");
      const size = { width: 900, height: 700 };
      const both = [size, { ...size, letters: 1 }].map((one) => layoutPatience(view, one, { left: false }));
      return both.map(({ card, labels }) => [card, [...labels]]);
    }"""
    said, unsaid = modules.evaluate(source, deal_number(preset_rules("congress"), 1).view().to_json())
    assert said == unsaid


def fan(modules: Modules, down: int, up: list[str | None], w: float, room: float, airy: float = 1) -> Any:
    """Return the offset of each card below the lowest card of a pile, and the unreadable ones."""
    return modules.evaluate(
        """async ([down, up, w, room, airy]) => {
          const { fanOut } = await import("/static/patience/layout/fan.js");
          const { offsets, tight } = fanOut(down, up, w, room, airy);
          return [offsets, [...tight].sort((a, b) => a - b)];
        }""",
        [down, up, w, room, airy],
    )


MIXED: Final[list[str | None]] = ["Ks", "3h", "9d", "5c", "Jh"]
SUITED: Final[list[str | None]] = ["9s", "8s", "7s", "6s", "5s"]


@pytest.mark.parametrize(("w", "up", "down"), [(100, 39, 16), (56, 0.39 * 56, 0.16 * 56), (50, 29, 9)])
def test_where_there_is_room_as_much_of_each_card_shows_as_is_usual(
    modules: Modules, w: float, up: float, down: float
) -> None:
    offsets, tight = fan(modules, 2, MIXED[:3], w, 1000)
    assert offsets == pytest.approx([0, down, 2 * down, 2 * down + up, 2 * down + 2 * up])
    assert tight == []
    airy, _tight = fan(modules, 2, MIXED[:3], w, 1000, 1.4)
    assert airy == pytest.approx([1.4 * offset for offset in offsets])


def test_the_room_that_just_suffices_is_enough(modules: Modules) -> None:
    offsets, _tight = fan(modules, 2, MIXED[:3], 100, 110)
    assert offsets == pytest.approx([0, 16, 32, 71, 110])


def test_covered_cards_close_up_first_and_then_the_others_alike(modules: Modules) -> None:
    offsets, _tight = fan(modules, 2, MIXED[:3], 100, 100)
    assert offsets == pytest.approx([0, 11, 22, 61, 100])
    offsets, _tight = fan(modules, 2, MIXED[:3], 100, 72)
    assert offsets == pytest.approx([0, 6, 12, 42, 72])
    offsets, tight = fan(modules, 0, MIXED, 100, 50)
    assert offsets == pytest.approx([0, 12.5, 25, 37.5, 50])
    assert tight == []
    offsets, _tight = fan(modules, 3, [], 100, 30)
    assert offsets == pytest.approx([0, 10, 20])
    offsets, _tight = fan(modules, 3, ["Ks"], 100, 12)
    assert offsets == pytest.approx([0, 6, 12, 18])


def test_what_lies_within_a_run_closes_up_before_a_rank_cannot_be_read(modules: Modules) -> None:
    offsets, tight = fan(modules, 0, SUITED, 100, 46)
    assert tight == [1, 2, 3]
    assert offsets == pytest.approx([0, 25, 32, 39, 46])
    small, _tight = fan(modules, 0, SUITED, 30, 32.5)
    assert small == pytest.approx([0, 25, 27.5, 30, 32.5])


def test_of_several_runs_the_longest_of_one_suit_close_up_first_and_only_as_many_as_must(modules: Modules) -> None:
    runs: list[str | None] = ["4h", "3h", "2h", "Ks", "9d", "8d", "7d", "6d", "5d", "2c"]
    offsets, tight = fan(modules, 0, runs, 100, 105)
    assert tight == [5, 6, 7]
    assert offsets[-1] == pytest.approx(105)
    _offsets, tight = fan(modules, 0, runs, 100, 88)
    assert tight == [1, 5, 6, 7]


def test_runs_of_several_suits_close_up_where_those_of_one_are_not_enough(modules: Modules) -> None:
    mixed: list[str | None] = ["9s", "8h", "7s", "6h", "5s"]
    _offsets, tight = fan(modules, 0, mixed, 100, 46)
    assert tight == [1, 2, 3]
    both: list[str | None] = ["9s", "8s", "7s", "Kd", "Qc", "Jd", "Ts", "2h"]
    _offsets, tight = fan(modules, 0, both, 100, 84)
    assert tight == [1]
    _offsets, tight = fan(modules, 0, both, 100, 74)
    assert set(tight) > {4, 5}


def test_an_ace_and_a_king_follow_each_other_and_a_card_face_down_nothing(modules: Modules) -> None:
    around: list[str | None] = ["2s", "As", "Ks", "Qs"]
    assert fan(modules, 0, around, 100, 30)[1] == [1, 2]
    hidden: list[str | None] = ["9s", None, "7s", "6s"]
    assert fan(modules, 0, hidden, 100, 30)[1] == []
    gap: list[str | None] = ["9s", "7s", "5s", "3s"]
    assert fan(modules, 0, gap, 100, 30)[1] == []
    assert fan(modules, 2, SUITED, 100, 50)[1] == [3, 4, 5]


def test_cards_that_can_be_read_nowhere_still_lie_apart(modules: Modules) -> None:
    offsets, _tight = fan(modules, 0, MIXED, 100, 1)
    assert offsets == pytest.approx([0, 1, 2, 3, 4])


if __name__ == "__main__":
    node = Modules()
    for file, found in ((FRAMES, frames(node, product(FRAMED, WINDOWS))), (SIZES, sizes(node))):
        file.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
    node.close()
