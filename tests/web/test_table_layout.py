"""Layouts of every preset and of the largest tables the rules allow, in every window (LOOK.md, Places)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import PRESETS, preset_rules
from tests.examples import some, times
from tests.web.conftest import SIZES, OpenFake, resize
from tests.web.modules import Modules

pytestmark = pytest.mark.firefox

ZOOMED = ((640, 400), (960, 540), (384, 512))
"""The windows that a desktop, a large desktop and a tablet become at 200 % zoom."""

BESIDE_A_LESSON = ((360, 464), (440, 360), (960, 800))
"""The space left for the table beside the text of a lesson."""

ABOVE_CONTROLS = ((768, 964), (360, 540), (640, 316))
"""The space left for the table above the controls of a replay."""

MEASURE = """async ([views, sizes]) => {
  const { problems } = await import("/tests/geometry.js");
  const found = [];
  for (const [name, view] of views)
    for (const [width, height] of sizes)
      for (const left of [false, true]) {
        const lines = problems(view, { width, height }, { left, spread: true });
        found.push(...lines.map((line) => `${name} at ${width}x${height}: ${line}`));
      }
  return found;
}"""
"""Measures views in windows, for both hands."""

RANKS = ("7h", "Td", "Qs", "2c", "Kd")


def view_of(preset: str, players: int, **changes: Any) -> dict[str, Any]:
    """Return the view of the seat to move after a deal."""
    game = Game.deal(preset_rules(preset, players, changes), 0, FairDeal(b"layout" * 6, ("a",)))
    view: dict[str, Any] = game.view(game.turn).to_json()
    return view


def crowded(view: dict[str, Any], stacks: int = 20) -> dict[str, Any]:
    """Return the view with side stacks of a given size and cards on every centre place."""
    for player in view["players"]:
        player["side"] = [[RANKS[index % 5] for index in range(stacks)] for _ in player["side"]]
    view["centre"] = [["As", "2h", "3c", "Kd"]] * (view["rules"]["centre"] or 13)
    return view


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/web/spite/", of=6))
def test_every_preset_fits(modules: Modules, preset: str) -> None:
    views = [(f"{preset} {count}", view_of(preset, count)) for count in PRESETS[preset].players]
    views += [(f"{name}, crowded", crowded(view_of(preset, int(name.split()[-1])))) for name, _ in views]
    assert modules.evaluate(MEASURE, [views, [*SIZES, *ZOOMED, *ABOVE_CONTROLS]]) == []


def test_a_lesson_fits_beside_its_words(modules: Modules) -> None:
    view = view_of("standard", 2)
    assert modules.evaluate(MEASURE, [[("lesson", view), ("crowded", crowded(view, 5))], BESIDE_A_LESSON]) == []


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (2, {"side": 8}),
        (2, {"payoff_piles": 4, "payoff": 5}),
        (2, {"hand": 10}),
        (2, {"centre": 12}),
        (2, {"centre": None}),
        (2, {"side": 8, "payoff_piles": 4, "payoff": 5, "hand": 10, "centre": 12}),
        (8, {"centre": 12, "deck": {"packs": 8, "jokers": 0}}),
        (8, {"payoff_piles": 2}),
        (8, {"payoff_piles": 4, "payoff": 5}),
        (5, {"payoff_piles": 3, "payoff": 5}),
    ],
)
def test_the_largest_tables_fit(modules: Modules, players: int, changes: dict[str, Any]) -> None:
    view = crowded(view_of("round" if players > 2 else "standard", players, **changes))
    assert modules.evaluate(MEASURE, [[(str(changes), view)], SIZES]) == []


def test_words_and_centre_have_room_on_the_smallest_table(modules: Modules) -> None:
    view = view_of("standard", 2, hand=1, side=1, centre=1, payoff=3)
    assert modules.evaluate(MEASURE, [[("smallest", view)], SIZES]) == []
    lay = """async ([view, [width, height]]) => {
      const { planTable } = await import("/static/spite/board/plan.js");
      const plans = [0, 120].map((room) => planTable(view, { width, height }, { left: false }, 0, room));
      return [plans[0].status.w, ...plans.map(({ middle }) => middle.card)];
    }"""
    for size in ((1280, 800), (768, 1024), (360, 640)):
        words, usual, beside_many_words = modules.evaluate(lay, [view, size])
        assert words >= 240, size
        assert beside_many_words >= 0.6 * usual, size


PLACES = """async ([view, [width, height], left]) => {
  const { layoutTable } = await import("/static/spite/board/layout.js");
  const { places, areas, status, top } = layoutTable(view, { width, height }, { left, spread: true });
  const spots = places.map(({ id, kind, seat, spot }) => ({ id, kind, seat, ...spot }));
  return { spots, status, top, plate: areas.find(({ own }) => own).name };
}"""


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize(("preset", "players"), [("standard", 2), ("round", 4), ("skip-bo", 2)])
def test_a_wide_table_is_laid_around_the_own_pay_off_pile(
    modules: Modules, preset: str, players: int, left: bool
) -> None:
    view = view_of(preset, players)
    me = view["seat"]
    for width, height in ((1280, 800), (1920, 1080)):
        laid = modules.evaluate(PLACES, [view, [width, height], left])
        own = [spot for spot in laid["spots"] if spot["seat"] == me]
        payoff, *_ = (spot for spot in own if spot["kind"] == "payoff")
        sides = [spot for spot in own if spot["kind"] == "side"]
        hand = [spot for spot in own if spot["kind"] == "hand"]
        assert payoff["x"] + payoff["w"] / 2 == pytest.approx(width / 2)
        assert hand[0]["x"] + hand[-1]["x"] + hand[-1]["w"] == pytest.approx(width)
        assert min(card["y"] for card in hand) > payoff["y"] + payoff["h"]
        assert all((side["x"] < width / 2) is not left for side in sides)
        assert (laid["status"]["x"] > width / 2) is not left
        # The plate reaches as far from the middle as the side stacks do on the other side.
        plate = laid["plate"]
        ends = sorted([plate["x"], plate["x"] + plate["w"], *(x for s in sides for x in (s["x"], s["x"] + s["w"]))])
        assert ends[0] + ends[-1] == pytest.approx(width, abs=2)
        assert plate["y"] + plate["h"] < laid["status"]["y"]
        others = [spot for spot in laid["spots"] if spot["seat"] not in (me, None)]
        assert min(spot["y"] for spot in others) >= 48 + 4, "room under the bar"


@pytest.mark.parametrize("left", [False, True])
def test_a_side_stack_with_nothing_under_it_shows_all_its_cards(modules: Modules, left: bool) -> None:
    hidden = """async ([view, [width, height], left]) => {
      const { layoutTable } = await import("/static/spite/board/layout.js");
      const { places } = layoutTable(view, { width, height }, { left, spread: true });
      return places.filter(({ kind, seat }) => kind === "side" && seat === view.seat).map(({ hidden }) => hidden);
    }"""
    view = crowded(view_of("standard", 2), 5)
    for size in ((1280, 800), (1920, 1080)):
        outer = modules.evaluate(hidden, [view, size, left])[slice(-2, None) if left else slice(0, 2)]
        assert outer == [0, 0], "the hand lies under none of the two"


@pytest.mark.parametrize("preset", ["standard", "skip-bo"])
def test_a_few_more_words_move_no_card_on_a_phone(modules: Modules, preset: str) -> None:
    lay = """async ([view, [width, height], room]) => {
      const { layoutTable } = await import("/static/spite/board/layout.js");
      return layoutTable(view, { width, height }, { left: false, spread: true }, 0, room).slots;
    }"""
    view = view_of(preset, 2)
    for size in ((360, 640), (390, 844), (640, 360), BESIDE_A_LESSON[0]):
        assert modules.evaluate(lay, [view, size, 16]) == modules.evaluate(lay, [view, size, 0]), size
    few, many = (modules.evaluate(lay, [view, BESIDE_A_LESSON[0], room]) for room in (0, 64))
    assert [slot["w"] for slot in many] == [slot["w"] for slot in few], "cards stay as large as they are in a lesson"


SIDES = """async ([view, [width, height], mine = false]) => {
  const { layoutTable } = await import("/static/spite/board/layout.js");
  const { slots } = layoutTable(view, { width, height }, { left: false, spread: true });
  const own = `side:${view.seat}:`;
  const side = slots.filter(({ place }) => place.startsWith("side:") && mine === place.startsWith(own));
  const high = ({ w, strip, dense }) => w * (dense ? Math.min(0.3, 1.2 * dense) : strip ? 0.3 : 0.6);
  return side.filter(({ veiled }) => !veiled).map((slot) => [slot.place, slot.index, high(slot)]);
}"""
"""The readable cards of the others' side stacks, or your own, with the height of their ranks."""


@pytest.mark.parametrize("players", range(3, 9))
def test_the_others_side_stacks_can_be_read_on_a_phone(modules: Modules, players: int) -> None:
    view = crowded(view_of("round", players), 5)
    for size in ((360, 640), (640, 360)):
        shown = modules.evaluate(SIDES, [view, size])
        tops = {place: high for place, index, high in shown if index == 4}
        assert len(tops) == 4 * (players - 1), size
        assert min(tops.values()) >= 8, size


def test_every_card_of_a_deep_side_stack_of_ones_own_can_be_read_on_a_phone(modules: Modules) -> None:
    view = crowded(view_of("standard", 2), 9)
    shown = modules.evaluate(SIDES, [view, (360, 640), True])
    assert len(shown) == 4 * 9
    assert min(high for _place, _index, high in shown) >= 7


def test_a_deep_side_stack_of_the_other_can_be_read_on_a_phone(modules: Modules) -> None:
    shown = modules.evaluate(SIDES, [crowded(view_of("standard", 2), 5), (360, 640)])
    assert len(shown) == 4 * 5
    assert min(high for _place, _index, high in shown) >= 7


@pytest.mark.parametrize(("players", "stacks", "least"), [(2, 14, 14), (2, 20, 18), (3, 14, 8), (4, 14, 7), (4, 20, 7)])
def test_the_others_deep_side_stacks_can_be_read_on_a_desktop(
    modules: Modules, players: int, stacks: int, least: int
) -> None:
    view = crowded(view_of("round" if players > 2 else "standard", players), stacks)
    shown = modules.evaluate(SIDES, [view, (1280, 800)])
    assert min(high for _place, _index, high in shown) >= 7
    counts = Counter(place for place, _index, _high in shown)
    assert len(counts) == 4 * (players - 1)
    assert min(counts.values()) >= least, counts


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("preset", [("round", 3), ("round", 4), ("partners", 4), ("standard", 2)])
def test_a_stack_in_two_columns_says_that_it_is_one(
    modules: Modules, preset: tuple[str, int], size: tuple[int, int]
) -> None:
    two = """async ([view, [width, height]]) => {
      const { layoutTable } = await import("/static/spite/board/layout.js");
      const { slots, places } = layoutTable(view, { width, height }, { left: false, spread: true });
      const doubled = places.filter((place) => place.doubled);
      return doubled.map((stack) => ({ ...stack, slots: slots.filter(({ place }) => place === stack.id) }));
    }"""
    stacks = modules.evaluate(two, [crowded(view_of(*preset), 12), size])
    assert stacks or (preset, size) != (("round", 4), (1280, 800)), "nothing was laid in two columns"
    for stack in stacks:
        first = min(slot["x"] for slot in stack["slots"])
        right = [slot for slot in stack["slots"] if slot["x"] > first]
        assert stack["label"] is not None, "its count stands on it"
        assert stack["label"]["x"] < stack["rect"]["x"] + stack["rect"]["w"]
        for slot in stack["slots"]:
            # A rank in the middle would be half under the second column.
            assert slot["aside"] == (slot not in right), stack["id"]
            assert slot["w"] >= 44
        # The last card of the left column shows no more than those above it: no top of a second stack.
        left = sorted((slot for slot in stack["slots"] if slot not in right), key=lambda slot: slot["index"])
        ends = {round(slot["y"] + slot["cut"] * slot["w"] * 1.4) for slot in left if slot["cut"] < 1}
        assert len(ends) == 1
        assert 0 < left[-1]["cut"] < 0.5
        assert all(slot["cut"] == 0 for slot in right)


@pytest.mark.parametrize(("players", "least"), [(2, 1.0), (4, 0.62), (8, 0.5)])
def test_the_others_cards_grow_with_the_window(modules: Modules, players: int, least: float) -> None:
    view = view_of("round" if players > 2 else "standard", players)
    spots = modules.evaluate(PLACES, [view, [1920, 1080], False])["spots"]
    stock = next(spot for spot in spots if spot["kind"] == "stock")
    others = [spot for spot in spots if spot["kind"] == "payoff" and spot["seat"] != view["seat"]]
    assert min(spot["w"] for spot in others) >= least * stock["w"]


@pytest.mark.parametrize("players", range(3, 9))
def test_the_others_cards_can_be_told_from_afar_on_a_tablet(modules: Modules, players: int) -> None:
    spots = modules.evaluate(PLACES, [view_of("round", players), [768, 1024], False])["spots"]
    others = [spot for spot in spots if spot["seat"] not in (None, 0)]
    assert min(spot["w"] for spot in others if spot["kind"] == "payoff") >= 40
    assert min(spot["w"] for spot in others if spot["kind"] == "side") >= 32


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [(768, 1024), (820, 1180), (834, 1112)])
def test_up_to_four_seats_share_a_tablet(modules: Modules, players: int, size: tuple[int, int]) -> None:
    view = view_of("round" if players > 2 else "standard", players)
    for each in (view, crowded(view, 7)):
        spots = modules.evaluate(PLACES, [each, size, False])["spots"]
        others = [spot for spot in spots if spot["seat"] not in (None, view["seat"])]
        assert min(spot["w"] for spot in others if spot["kind"] == "payoff") >= 90
        assert min(spot["w"] for spot in others if spot["kind"] == "side") >= 56
        assert modules.evaluate(MEASURE, [[("shared", each)], [size]]) == []


@pytest.mark.parametrize("players", [2, 4])
def test_cards_are_as_large_on_a_large_screen_as_on_one_they_fill(modules: Modules, players: int) -> None:
    view = view_of("round" if players > 2 else "standard", players)
    small, large = (
        modules.evaluate(PLACES, [view, size, False])["spots"][0]["w"] for size in ((1920, 1080), (2560, 1440))
    )
    assert large / small == pytest.approx(1440 / 1080, rel=0.05)
    assert (
        modules.evaluate(MEASURE, [[("large", view), ("crowded", crowded(view))], [(2560, 1440), (3840, 2160)]]) == []
    )


@pytest.mark.parametrize("left", [False, True])
def test_a_phone_on_its_side_has_its_centre_in_one_row(modules: Modules, left: bool) -> None:
    view = view_of("standard", 2)
    laid = modules.evaluate(PLACES, [view, [640, 360], left])
    middle = [spot for spot in laid["spots"] if spot["seat"] is None]
    assert len({spot["y"] for spot in middle}) == 1
    # The bar is as high as a finger needs; more would be taken from the faces of the cards.
    assert min(spot["w"] for spot in laid["spots"] if spot["seat"] in (None, view["seat"])) >= 52


@pytest.mark.parametrize(("preset", "players"), [("standard", 2), ("book-four", 2), ("skip-bo", 3), ("round", 5)])
def test_on_a_phone_the_hand_stays_where_it_is(modules: Modules, preset: str, players: int) -> None:
    hands = """async ([view, rooms]) => {
      const { layoutTable } = await import("/static/spite/board/layout.js");
      const settings = { left: false, spread: true };
      return rooms.map((room) => layoutTable(view, { width: 360, height: 640 }, settings, 0, room).places
        .filter(({ kind }) => kind === "hand").map(({ rect }) => rect));
    }"""
    view = view_of(preset, players)
    without, *with_words = modules.evaluate(hands, [view, [0, 16, 32]])
    assert all(hand == without for hand in with_words)


def test_many_words_do_not_arrange_the_table_anew(modules: Modules) -> None:
    arranged = """async ([views, widths, heights]) => {
      const { layoutTable } = await import("/static/spite/board/layout.js");
      const laid = (view, size, room) => {
        const { mode, card } = layoutTable(view, size, { left: false, spread: true }, 0, room);
        return { mode, card };
      };
      const found = [];
      for (const view of views) for (const width of widths) for (const height of heights) {
        const usual = laid(view, { width, height }, 0);
        for (const room of [20, 60, 120]) {
          const { mode, card } = laid(view, { width, height }, room);
          if (mode !== usual.mode || card < 0.8 * usual.card) found.push([width, height, room, usual, mode, card]);
        }
      }
      return found;
    }"""
    views = [view_of("standard", 2), view_of("round", 3), view_of("book-four", 2)]
    step = 320 // times(4)
    assert modules.evaluate(arranged, [views, list(range(320, 1500, step)), list(range(320, 1100, step))]) == []


@pytest.mark.parametrize("left", [False, True])
def test_places_are_counted_from_the_left_for_both_hands(modules: Modules, left: bool) -> None:
    measure = """async ([view, [width, height], left]) => {
      const { layoutTable } = await import("/static/spite/board/layout.js");
      const { places } = layoutTable(view, { width, height }, { left, spread: true });
      return places.map(({ kind, seat, index, spot }) => [kind, seat, index, Math.round(spot.y), spot.x]);
    }"""
    for view in (view_of("misery", 3), view_of("unlimited", 2) | {"centre": [["Ah"]] * 12}, view_of("round", 8)):
        for size in SIZES:
            places = modules.evaluate(measure, [view, size, left])
            for kind, seat in (("centre", None), ("side", view["seat"]), ("payoff", view["seat"])):
                mine = sorted(place[2:] for place in places if place[:2] == [kind, seat])
                assert [at for _, *at in mine] == sorted(at for _, *at in mine)


def test_a_stack_with_little_room_squeezes_its_lowest_cards(modules: Modules) -> None:
    spread = """async (numbers) => (await import("/static/spite/board/piles.js")).spreadOffsets(...numbers)"""
    assert modules.evaluate(spread, [3, 40, 200]) == {"offsets": [0, 40, 80], "hidden": 0}
    squeezed = modules.evaluate(spread, [20, 40, 120])
    steps = [b - a for a, b in zip(squeezed["offsets"], squeezed["offsets"][1:], strict=False)]
    assert squeezed["hidden"] > 0
    assert squeezed["offsets"][-1] <= 120 + 1e-6
    assert steps == sorted(steps)
    assert steps[-1] >= 32


COVERED = """() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const cards = [...document.querySelectorAll("#cards .card")].map((card) => [card.dataset.place, boxOf(card)]);
  const clipped = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || clipped(one.parentElement));
  const boxes = [];
  const words = ["#above .seat-name", "#above .label", "#status", ".bar"];
  for (const element of document.querySelectorAll(words.flatMap((one) => [one, `${one} *`]).join())) {
    if (clipped(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const whole = ".seat-name, .plate, .face, .track, .held, .points, .button";
    if (element.matches(whole)) boxes.push([element.className, boxOf(element)]);
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push([node.data, boxOf(range)]);
    }
  }
  const covers = (one, two) =>
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0.5 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 0.5;
  return boxes.flatMap(([name, box]) =>
    cards.filter(([, card]) => covers(box, card)).map(([place]) => `${name} covers ${place}`),
  );
}"""
"""The plates, labels, buttons and bars that cover a card."""


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_no_plate_label_or_bar_covers_a_card(fake_table: OpenFake, players: int) -> None:
    page = fake_table(crowded(view_of("round" if players > 2 else "standard", players), 5)).page
    for size in (*SIZES, (390, 844), (320, 568), (2560, 1440)):
        resize(page, *size)
        assert (size, page.evaluate(COVERED)) == (size, [])


WORDS = """() => {
  const clipped = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || clipped(one.parentElement));
  const all = [...document.querySelectorAll(".bar nav :is(span, .icon), .label.centre > *")];
  const words = all.filter((one) => !clipped(one));
  return words.map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom]);
}"""
"""The positions of the texts and icons of the bar, and of those under the centre stacks."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(320, 256), (320, 568), (400, 300), (640, 360)])
def test_the_words_of_the_bar_and_the_centre_stand_apart(
    fake_table: OpenFake, language: str, size: tuple[int, int]
) -> None:
    table = fake_table(view_of("standard", 2), size=size, locale=language)
    expect(table.page.locator("html")).to_have_attribute("lang", language)
    parts = table.page.evaluate(WORDS)
    assert len(parts) >= 10
    for index, (left, top, right, bottom) in enumerate(parts):
        assert left >= 0
        assert right <= size[0]
        assert top >= 0
        for other in parts[index + 1 :]:
            across = min(right, other[2]) - max(left, other[0])
            down = min(bottom, other[3]) - max(top, other[1])
            assert across <= 0.5 or down <= 1


def test_words_grow_with_the_cards(fake_table: OpenFake) -> None:
    view = view_of("standard", 2)
    fonts = """() => [".label.centre b", ".label.payoff", ".label.stock", "#status .head", ".seat-name .who", ".bar h1",
      ".bar .button"].map((each) => Math.min(...[...document.querySelectorAll(each)].map((one) =>
        parseFloat(getComputedStyle(one).fontSize))))"""
    small = fake_table(view, size=(1280, 800)).page.evaluate(fonts)
    large = fake_table(view, size=(2560, 1440)).page.evaluate(fonts)
    assert all(two >= 1.3 * one for one, two in zip(small, large, strict=True)), (small, large)
    assert min(large) >= 20
