"""The patience table with every game of the family: layouts in every window, games by every gesture, texts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from spite_and_malice.patience import Position, Rules, deal_number, preset_rules, solve
from spite_and_malice.patience.rules.presets import PRESETS
from tests.examples import some, times
from tests.patience.new_game import NEW_GAME
from tests.web.axe import violations
from tests.web.conftest import SIZES, Window, wait_on, window
from tests.web.modules import Modules
from tests.web.patience import FakePatience
from tests.web.patience_person import Gesture, by_drag, by_keyboard, by_touch, grip, lies

OpenPatience = Callable[..., FakePatience]

SOLUTIONS: Final = Path(__file__).parents[1] / "conformance" / "solutions.jsonl"
WHAT_LIES: Final = ("src/spite_and_malice/web/patience/", "src/spite_and_malice/patience/rules/")
WINDOWS: Final = (*SIZES, (320, 568), (844, 390))


@cache
def solution(preset: str) -> tuple[Position, tuple[str, ...]]:
    """Return a deal of a preset and the moves that win it."""
    for line in SOLUTIONS.read_text("utf-8").splitlines():
        if f'"{preset}/' in line[:40]:
            found = json.loads(line)
            return Position.from_json(found["position"]), tuple(found["moves"])
    raise KeyError(preset)


def long_piles(preset: str, seed: int, count: int = 150) -> dict[str, Any]:
    """Return a view late in a game in which cards went from pile to pile whenever they could."""
    random = Random(seed)
    position = deal_number(preset_rules(preset), seed)
    for _ in range(count):
        legal = [str(move) for move in position.legal_moves]
        if not legal:
            break
        between = [move for move in legal if "-T" in move and not move.startswith("F")]
        position.play(random.choice(between if between and random.random() < 0.8 else legal))
    return dict(position.view().to_json())


@pytest.mark.parametrize("preset", [*some(PRESETS, *WHAT_LIES, of=9), NEW_GAME.id])
def test_everything_of_every_game_has_its_place_in_every_window(
    modules: Modules, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRESETS, NEW_GAME.id, NEW_GAME)
    views = [deal_number(preset_rules(preset), 1).view().to_json(), *(long_piles(preset, seed) for seed in (2, 3))]
    found = modules.evaluate(
        """async ([views, windows]) => {
          const { problems } = await import("/tests/patience-geometry.js");
          const { fetchFigure } = await import("/static/patience/layout/frame.js");
          await fetchFigure(views[0].rules);
          const cases = windows.flatMap(([width, height]) => [false, true].map((left) => ({ width, height, left })));
          return cases.flatMap((size) => views.flatMap((view) =>
            problems(view, size, size).map((one) => `${JSON.stringify(size)}: ${one}`)));
        }""",
        [views, WINDOWS],
    )
    assert found == []


@pytest.mark.parametrize("preset", [*some(PRESETS, *WHAT_LIES, of=9), NEW_GAME.id])
def test_the_arrows_lead_from_every_place_to_every_other(
    modules: Modules, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRESETS, NEW_GAME.id, NEW_GAME)
    views = [
        deal_number(preset_rules(preset), 1).view().to_json(),
        *(long_piles(preset, seed, count) for seed in range(2, 2 + times(6)) for count in (20, 60, 150)),
    ]
    found = modules.evaluate(
        """async ([views, windows]) => {
          const { layoutPatience } = await import("/static/patience/layout/layout.js");
          const { fetchFigure } = await import("/static/patience/layout/frame.js");
          await fetchFigure(views[0].rules);
          const { neighbour } = await import("/static/kernel/gestures/neighbour.js");
          const directions = [[-1, 0], [1, 0], [0, -1], [0, 1]];
          const lost = [];
          for (const view of views) for (const [width, height] of windows) for (const left of [false, true]) {
            const { places } = layoutPatience(view, { width, height }, { left });
            const leads = new Map(places.map((from) => {
              const others = places.filter((place) => place !== from);
              return [from, directions.map((direction) => neighbour(from.rect, others, direction)).filter(Boolean)];
            }));
            for (const from of places) {
              const found = new Set([from]);
              for (const place of found) for (const next of leads.get(place)) found.add(next);
              const left = places.filter((place) => !found.has(place));
              lost.push(...left.map(({ key }) => `${from.key} to ${key} at ${width}×${height}`));
            }
          }
          return [...new Set(lost)].slice(0, 20);
        }""",
        [views, WINDOWS],
    )
    assert found == []


def figure(
    modules: Modules, preset: str, width: int, height: int, left: bool = False
) -> dict[str, tuple[float, float]]:
    """Return the middle of each place, relative to the middle of the foundations."""
    view = deal_number(preset_rules(preset), 1).view().to_json()
    spots = modules.evaluate(
        """async ([view, width, height, left]) => {
          const { layoutPatience } = await import("/static/patience/layout/layout.js");
          const { fetchFigure } = await import("/static/patience/layout/frame.js");
          await fetchFigure(view.rules);
          const { spots } = layoutPatience(view, { width, height }, { left });
          return [...spots].map(([id, { x, y, w, h }]) => [id, x + w / 2, y + h / 2]);
        }""",
        [view, width, height, left],
    )
    found = [(x, y) for place, x, y in spots if place[0] == "F"] or [(0.0, 0.0)]
    middle = [(min(values) + max(values)) / 2 for values in zip(*found, strict=True)]
    return {place: (x - middle[0], y - middle[1]) for place, x, y in spots}


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_foundations_of_a_clock_lie_at_their_hours(modules: Modules, width: int, height: int) -> None:
    spots = figure(modules, "grandfathers-clock", width, height)
    for hour in range(1, 13):
        x, y = spots[f"F{hour}"]
        assert ((x > 1) - (x < -1), (y > 1) - (y < -1)) == (
            (1 <= hour <= 5) - (7 <= hour <= 11),
            (4 <= hour <= 8) - (hour <= 2 or hour >= 10),
        ), hour


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_hours_of_a_clock_lie_round_the_kings_with_the_card_in_hand_beside(
    modules: Modules, width: int, height: int, left: bool
) -> None:
    spots = figure(modules, "clock", width, height, left)
    kings = spots["T13"]
    for hour in range(1, 13):
        x, y = (mine - of_kings for mine, of_kings in zip(spots[f"T{hour}"], kings, strict=True))
        assert ((x > 1) - (x < -1), (y > 1) - (y < -1)) == (
            (1 <= hour <= 5) - (7 <= hour <= 11),
            (4 <= hour <= 8) - (hour <= 2 or hour >= 10),
        ), hour
    assert spots["W"][1] == pytest.approx(kings[1], abs=1)
    assert (spots["W"][0] < kings[0]) == left
    assert min(abs(spots["W"][0] - spots[hour][0]) for hour in ("T3", "T9")) > 0


def test_what_lies_at_its_hour_peeps_out_from_under_what_was_not_turned_yet(modules: Modules) -> None:
    position = deal_number(preset_rules("clock"), 1)
    for _ in range(20):
        position.play(str(position.legal_moves[0]))
    view = position.view().to_json()
    slots, middle = modules.evaluate(
        """async ([view]) => {
          const { layoutPatience } = await import("/static/patience/layout/layout.js");
          const { fetchFigure } = await import("/static/patience/layout/frame.js");
          await fetchFigure(view.rules);
          const { slots, spots } = layoutPatience(view, { width: 360, height: 640 }, { left: false });
          return [slots, spots.get("T13")];
        }""",
        [view],
    )
    for number, pile in enumerate(view["tableau"][:12], 1):
        mine = [slot for slot in slots if slot["place"] == f"T{number}"]
        up, down = ([slot for slot in mine if (slot["card"] is None) == is_down] for is_down in (False, True))
        assert (len(up), len(down)) == (len(pile["up"]), pile["down"])
        for one in up:
            assert all(one["z"] < other["z"] for other in down)
            away = [abs(other["x"] - middle["x"]) + abs(other["y"] - middle["y"]) for other in (one, *down)]
            assert all(away[0] > other + 5 for other in away[1:])


@pytest.mark.parametrize(
    ("preset", "size", "columns", "least"),
    [
        ("montana", (1280, 800), 13, 80),
        ("montana", (768, 1024), 13, 48),
        ("montana", (640, 360), 13, 34),
        ("montana", (360, 640), 7, 36),
        ("monte-carlo", (360, 640), 5, 48),
        ("accordion", (360, 640), 7, 40),
    ],
)
def test_the_places_of_a_grid_follow_on_one_another_and_stay_large(
    modules: Modules, preset: str, size: tuple[int, int], columns: int, least: int
) -> None:
    view = deal_number(preset_rules(preset), 1).view().to_json()
    row = {"montana": 13, "monte-carlo": 5, "accordion": 52}[preset]
    for left in (False, True):
        spots = modules.evaluate(
            """async ([view, [width, height], left]) => {
              const { layoutPatience } = await import("/static/patience/layout/layout.js");
              const { spots, piles } = layoutPatience(view, { width, height }, { left });
              return [...spots].filter(([id]) => id.startsWith("T")).map(([id, { x, y, w }]) => [x, y, w]);
            }""",
            [view, size, left],
        )
        assert len(spots) == sum(view["rules"]["piles"])
        assert min(w for _x, _y, w in spots) >= least
        assert len({y for _x, y, _w in spots[:columns]}) == 1
        for at, ((x, y, _w), (to_x, to_y, _to_w)) in enumerate(pairwise(spots)):
            assert (to_y == y and to_x > x) or (to_y > y and to_x < x), at
        # A row begins at the left, those in two lines no further apart than from the next one.
        starts = spots[::row]
        assert len({x for x, _y, _w in starts}) == 1
        if columns < row < 52:
            assert spots[columns][1] - spots[0][1] < spots[row][1] - spots[columns][1]


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_sultan_stands_in_the_middle_with_piles_at_both_sides(
    modules: Modules, width: int, height: int, left: bool
) -> None:
    spots = figure(modules, "sultan", width, height, left)
    assert spots["F9"] == pytest.approx((0, 0), abs=1)
    courtiers = [spots[f"F{number}"] for number in range(1, 9)]
    assert max(spots[f"T{number}"][0] for number in (1, 2, 3)) < min(x for x, _y in courtiers)
    assert min(spots[f"T{number}"][0] for number in (4, 5, 6)) > max(x for x, _y in courtiers)


def test_every_card_on_foundations_that_take_any_order_can_be_read(modules: Modules) -> None:
    position = deal_number(preset_rules("peek"), 3)
    for _ in range(60):
        legal = [str(move) for move in position.legal_moves]
        position.play(next((move for move in legal if "-F" in move), legal[0]))
    view = position.view().to_json()
    assert len(view["foundations"][0]) > 3
    for size in WINDOWS:
        slots = modules.evaluate(
            """async ([view, width, height]) => {
              const { layoutPatience } = await import("/static/patience/layout/layout.js");
              return layoutPatience(view, { width, height }, { left: false }).slots;
            }""",
            [view, *size],
        )
        shown = [slot["shown"] for slot in slots if slot["place"] == "F1"]
        assert len(shown) == len(view["foundations"][0])
        assert min(shown) >= 12, size


def test_a_pyramid_over_a_wider_reserve_stands_in_the_middle_for_either_hand(modules: Modules) -> None:
    view = deal_number(preset_rules("giza"), 1).view().to_json()
    for left in (False, True):
        top, first, last = modules.evaluate(
            """async ([view, left]) => {
              const { layoutPatience } = await import("/static/patience/layout/layout.js");
              const { spots } = layoutPatience(view, { width: 360, height: 640 }, { left });
              return ["T1", "R1", "R8"].map((id) => spots.get(id).x);
            }""",
            [view, left],
        )
        assert top == pytest.approx((first + last) / 2, abs=1)


def test_no_card_lies_on_the_rim_of_a_phone_on_its_side(modules: Modules) -> None:
    view = deal_number(preset_rules("forty-thieves"), 1).view().to_json()
    for left in (False, True):
        edges = modules.evaluate(
            """async ([view, left]) => {
              const { layoutPatience } = await import("/static/patience/layout/layout.js");
              const all = [...layoutPatience(view, { width: 640, height: 360 }, { left }).spots.values()];
              return [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x, w }) => x + w))];
            }""",
            [view, left],
        )
        assert edges[0] >= 7, left
        assert edges[1] <= 640 - 7, left


@pytest.mark.parametrize("preset", ["tri-peaks", "pyramid"])
def test_the_card_to_play_on_is_the_largest_where_a_pyramid_leaves_height(modules: Modules, preset: str) -> None:
    view = deal_number(preset_rules(preset), 1).view().to_json()
    for size in ((360, 640), (390, 844), (768, 1024)):
        waste, tableau = modules.evaluate(
            """async ([view, [width, height]]) => {
              const { layoutPatience } = await import("/static/patience/layout/layout.js");
              const { spots } = layoutPatience(view, { width, height }, { left: false });
              return ["W", "T1"].map((id) => spots.get(id).w);
            }""",
            [view, size],
        )
        assert waste >= 1.3 * tableau, size


def test_single_cards_lie_in_rows_that_leave_them_large_on_a_phone(modules: Modules) -> None:
    view = deal_number(preset_rules("carpet"), 1).view().to_json()
    size = modules.evaluate(
        """async ([view]) => {
          const { layoutPatience } = await import("/static/patience/layout/layout.js");
          const { spots } = layoutPatience(view, { width: 360, height: 640 }, { left: false });
          return [spots.get("T1").w, spots.get("T6").y - spots.get("T1").y - spots.get("T1").h];
        }""",
        [view],
    )
    assert size[0] >= 48
    assert 0 < size[1] <= 24


def test_a_game_whose_first_card_says_the_base_has_no_stock(modules: Modules) -> None:
    view = deal_number(preset_rules("penguin"), 1).view().to_json()
    found = modules.evaluate(
        """async ([view]) => {
          const { pilesOf } = await import("/static/patience/piles.js");
          const { stock, waste } = pilesOf(view);
          return [stock, waste];
        }""",
        [view],
    )
    assert found == [False, False]


@pytest.fixture
def patience(browser: Browser) -> Iterator[OpenPatience]:
    """Open patience tables whose server is the test."""
    windows: list[Window] = []

    def open_patience(position: Position, preset: str, size: tuple[int, int], speed: str = "off") -> FakePatience:
        windows.append(window(browser, size, {"speed": speed}, has_touch=True))
        return FakePatience(windows[-1], position, preset)

    yield open_patience
    for each in windows:
        each.close()


@pytest.mark.parametrize(
    ("preset", "size", "gestures", "count"),
    [
        ("pyramid", (360, 640), (by_drag, by_touch, by_keyboard), None),
        ("giza", (640, 360), (by_touch, by_keyboard, by_drag), None),
        ("tri-peaks", (1280, 800), (by_touch, by_keyboard, by_drag), None),
        ("wasp", (768, 1024), (by_drag, by_keyboard), None),
        ("simple-simon", (360, 640), (by_drag, by_keyboard), 40),
        ("freecell", (640, 360), (by_drag, by_keyboard), 40),
        ("canfield", (360, 640), (by_drag, by_keyboard), 40),
    ],
)
def test_a_game_of_each_layout_is_played_by_every_gesture(
    patience: OpenPatience, preset: str, size: tuple[int, int], gestures: tuple[Gesture, ...], count: int | None
) -> None:
    start, moves = solution(preset)
    table = patience(start, preset, size)
    position = start.clone()
    for made, (move, gesture) in enumerate(zip(moves[:count], cycle(gestures), strict=False), start=1):
        gesture(table.page, position.view().to_json(), move)
        table.wait_for(made)
        position.play(move)
        assert lies(table.position.view().to_json()) == lies(position.view().to_json()), f"after {made}: {move}"
    if count is None:
        expect(table.page.locator("#finish h2")).to_have_text("You win!")
    assert violations(table.page) == []
    assert table.problems.found == []


@pytest.mark.parametrize(
    ("preset", "deal", "size", "gestures", "count"),
    [
        ("monte-carlo", 2, (360, 640), (by_drag, by_touch, by_keyboard), None),
        ("monte-carlo-13", 3, (1280, 800), (by_touch, by_keyboard, by_drag), 14),
        ("montana", 1, (640, 360), (by_drag, by_touch), 14),
        ("accordion", 1, (360, 640), (by_drag,), 51),
    ],
)
def test_games_on_grids_are_played_by_every_gesture(
    patience: OpenPatience,
    preset: str,
    deal: int,
    size: tuple[int, int],
    gestures: tuple[Gesture, ...],
    count: int | None,
) -> None:
    start = deal_number(preset_rules(preset), deal)
    moves = tuple(map(str, solve(start, seconds=None).moves))
    assert moves
    table = patience(start, preset, size)
    position = start.clone()
    for made, (move, gesture) in enumerate(zip(moves[:count], cycle(gestures), strict=False), start=1):
        gesture(table.page, position.view().to_json(), move)
        table.wait_for(made)
        position.play(move)
        assert lies(table.position.view().to_json()) == lies(position.view().to_json()), f"after {made}: {move}"
    if position.is_won:
        expect(table.page.locator("#finish h2")).to_have_text("You win!")
    assert violations(table.page) == []
    assert table.problems.found == []


def test_a_tap_on_a_gap_brings_the_card_that_goes_there(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("montana"), 1), "montana", (360, 640))
    table.page.touchscreen.tap(*grip(table.page, "T24#0"))
    table.wait_for(1)
    assert table.moves == ["T45-T24"]
    expect(table.page.locator('[data-key="T24#0"]')).to_have_attribute("aria-label", re.compile("row 2, place 11"))
    # Nothing goes after a king.
    table.page.touchscreen.tap(*grip(table.page, "T45#0"))
    expect(table.page.locator("#words")).to_have_text("Row 4, place 6: no card lies there.")
    assert table.moves == ["T45-T24"]


def test_what_is_counted_is_not_cut_on_a_phone(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("montana"), 1), "montana", (360, 640))
    meters = table.page.locator("#meters")
    expect(meters).to_contain_text("layout 1/3")
    # Beside the words of the buttons there is no room for this much.
    meters.evaluate("meters => { meters.textContent = '88 moves · 18:00 · layout 1/3'; }")
    table.page.wait_for_function(
        """() => {
          const { scrollWidth, clientWidth } = document.querySelector("#meters");
          return scrollWidth <= clientWidth;
        }"""
    )


def test_a_long_name_takes_the_room_of_the_words_on_the_buttons(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("sultan"), 1), "sultan", (360, 640))
    name, button = table.page.locator(".titles h1"), table.page.locator(".bar nav .button").first
    before = button.bounding_box()
    name.evaluate("name => { name.textContent = 'Sultan of many packs · 9007199254740991'; }")
    wait_on(table.page, lambda: button.bounding_box() != before)
    assert name.evaluate("one => getComputedStyle(one).clipPath") == "none"


def test_an_empty_pocket_has_a_name_and_says_when_it_takes_cards(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("miss-milligan"), 1), "miss-milligan", (1280, 800))
    expect(table.page.locator(".outline .name")).to_have_text("Pocket")
    pocket = table.page.get_by_role("button", name="Pocket, empty: takes cards once the stock is empty", exact=True)
    pocket.click()
    expect(table.page.locator("#words")).to_have_text("Pocket, empty: takes cards once the stock is empty.")


def test_a_pile_that_can_fold_two_ways_asks_which(patience: OpenPatience) -> None:
    start, _move = a_deal_with(preset_rules("accordion"), "T18-T15")
    table = patience(start, "accordion", (1280, 800))
    key = next(
        source
        for source in (f"T{n}" for n in range(4, 53))
        if len([move for move in table.position.view().legal if move.startswith(f"{source}-")]) == 2
    )
    near = f"T{int(key[1:]) - 1}"
    table.page.locator(f'[data-key="{key}#0"]').click()
    expect(table.page.locator("#words")).to_contain_text("press it again for pile")
    assert table.moves == []
    table.page.locator(f'[data-key="{near}#0"]').click()
    table.wait_for(1)
    assert table.moves == [f"{key}-{near}"]


def test_where_the_cards_close_up_the_stock_says_so(patience: OpenPatience) -> None:
    start, move = a_deal_with(preset_rules("monte-carlo"), "T")
    table = patience(start, "monte-carlo", (360, 640))
    stock = table.page.locator('[data-key="S"]')
    expect(stock).to_have_attribute("aria-label", "Stock, 27 cards")
    by_touch(table.page, start.view().to_json(), move)
    table.wait_for(1)
    expect(stock).to_have_attribute("aria-label", "Stock, 27 cards: let the cards close up")
    table.page.keyboard.press("d")
    expect(table.page.locator("#live")).to_contain_text("The cards close up; 25 cards are left in the stock.")
    assert table.moves == [move, "deal"]
    assert table.problems.found == []


def a_deal_with(rules: Rules, begins: str) -> tuple[Position, str]:
    """Return the first deal with a legal move with this beginning, and the move."""
    for number in range(1, 1000):
        position = deal_number(rules, number)
        for move in map(str, position.legal_moves):
            if move.startswith(begins):
                return position, move
    raise AssertionError(f"no deal has {begins}")


@pytest.mark.parametrize("gesture", [by_drag, by_touch, by_keyboard])
@pytest.mark.parametrize("preset", ["canfield", "storehouse", "klondike-1"])
def test_the_card_on_a_reserve_that_hides_others_is_played_by_every_gesture(
    patience: OpenPatience, preset: str, gesture: Gesture
) -> None:
    rules = preset_rules(preset)
    if not rules.reserve:
        rules = replace(rules, reserve=(3, 2), face="top")
    for begins in ("R1-T", "R1-F"):
        start, move = a_deal_with(rules, begins)
        table = patience(start, preset, (360, 640))
        gesture(table.page, start.view().to_json(), move)
        table.wait_for(1)
        assert table.moves == [move]
        assert table.problems.found == []


@pytest.mark.parametrize("preset", ["pyramid", "pyramid-all"])
def test_two_cards_of_the_waste_are_dragged_together(patience: OpenPatience, preset: str) -> None:
    start = next(position for position in with_a_pair_in_the_waste(preset) if "W+W-X" in map(str, position.legal_moves))
    count = len(start.view().waste)
    under, top, gone = f"W#{count - 2}", "W", "X"
    # The upper on the lower, the lower on the upper, and both to the discarded cards.
    for held, target in ((top, under), (under, top), (under, gone)):
        table = patience(start, preset, (1280, 800))
        mouse = table.page.mouse
        mouse.move(*grip(table.page, held))
        mouse.down()
        mouse.move(*(place + 8 for place in grip(table.page, held)))
        mouse.move(*grip(table.page, target), steps=3)
        mouse.up()
        table.wait_for(1)
        assert table.moves == ["W+W-X"]


def with_a_pair_in_the_waste(preset: str) -> Iterator[Position]:
    """Return positions of a game whose stock is turned again and again."""
    for number in range(1, 100):
        position = deal_number(preset_rules(preset), number)
        while "draw" in map(str, position.legal_moves):
            position.play("draw")
            yield position.clone()


def test_a_card_that_cannot_come_back_waits_for_its_place(patience: OpenPatience) -> None:
    rules = preset_rules("canfield")
    start = next(
        position
        for position in (deal_number(rules, number) for number in range(1, 3000))
        if {"R1-F"} < {move for move in map(str, position.legal_moves) if move.startswith("R1-")}
    )
    pile = next(str(move) for move in start.legal_moves if str(move).startswith("R1-T")).partition("-")[2]

    def asked() -> FakePatience:
        table = patience(start, "canfield", (1280, 800))
        table.page.locator('[data-key="R1"]').focus()
        table.page.keyboard.press("Enter")
        expect(table.page.locator("#words")).to_contain_text("press it again for foundation of")
        expect(table.page.locator(f'[data-key^="{pile}#"].target')).to_have_count(1)
        assert table.moves == []
        return table

    table = asked()
    table.page.locator(f'[data-key^="{pile}#"].target').focus()
    table.page.keyboard.press("Enter")
    table.wait_for(1)
    assert table.moves == [f"R1-{pile}"]
    table = asked()
    table.page.touchscreen.tap(*grip(table.page, "R1"))
    table.wait_for(1)
    assert table.moves == ["R1-F"]
    table = asked()
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".place.target")).to_have_count(0)
    assert (table.moves, table.problems.found) == ([], [])


def test_a_card_that_is_tapped_shows_what_goes_with_it_and_may_be_left(patience: OpenPatience) -> None:
    start, moves = solution("pyramid")
    pair = next(at for at, move in enumerate(moves) if move.count("T") == 2)
    position = start.clone()
    for move in moves[:pair]:
        position.play(move)
    table = patience(position, "pyramid", (360, 640))
    first, second = (f"{place}#0" for place in moves[pair].split("-")[0].split("+"))
    page = table.page
    page.touchscreen.tap(*grip(page, first))
    expect(page.locator("#cards .card.picked")).to_have_count(1)
    expect(page.locator(f'[data-key="{second}"]')).to_have_class("place tableau target")
    expect(page.locator("#live")).to_contain_text("can go with")
    page.touchscreen.tap(*grip(page, first))
    expect(page.locator("#cards :is(.picked, .can)")).to_have_count(0)
    assert table.moves == []


def test_why_a_pair_does_not_go_and_why_the_stock_is_not_dealt_is_said(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("pyramid"), 1), "pyramid", (1280, 800))
    by_drag(table.page, table.position.view().to_json(), "T22+T23-X")
    expect(table.page.locator("#words")).to_contain_text("K♥ and 10♥ add up to 23, not to 13.")
    spider = deal_number(preset_rules("spider-1"), 1).to_json()
    spider["tableau"][1]["up"][:0] = spider["tableau"][0]["down"] + spider["tableau"][0]["up"]
    spider["tableau"][0] = {"down": [], "up": []}
    table = patience(Position.from_json(spider), "spider-1", (1280, 800))
    table.page.keyboard.press("d")
    expect(table.page.locator("#words")).to_contain_text("The stock cannot be dealt while a pile is empty.")
    assert table.moves == []


def test_the_stock_is_dealt_on_all_piles_and_what_is_left_is_said(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("spider-2"), 1), "spider-2", (360, 640))
    expect(table.page.locator('[data-key="S"]')).to_have_attribute(
        "aria-label", "Stock, 5 deals left: a card on each pile"
    )
    table.page.touchscreen.tap(*grip(table.page, "S"))
    expect(table.page.locator("#live")).to_contain_text("A card on each pile; 4 deals left.")
    assert table.moves == ["deal"]
    assert table.problems.found == []


def test_the_keys_of_a_game_are_those_that_it_has(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("spider-1"), 1), "spider-1", (1280, 800))
    table.page.keyboard.press("?")
    expect(table.page.locator("#reader")).to_contain_text("deal a card on each pile")
    expect(table.page.locator("#reader")).not_to_contain_text("cell")


@pytest.mark.parametrize("preset", ["golf", "simple-simon"])
def test_the_cards_fall_at_the_end_of_a_game_without_a_foundation_for_each_suit(
    patience: OpenPatience, preset: str
) -> None:
    start, moves = solution(preset)
    position = start.clone()
    for move in moves[:-1]:
        position.play(move)
    table = patience(position, preset, (1280, 800), speed="fast")
    by_keyboard(table.page, position.view().to_json(), moves[-1])
    expect(table.page.locator("canvas.cascade")).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#finish h2")).to_have_text("You win!")
    assert table.problems.found == []


def test_a_pyramid_is_read_row_by_row_with_the_names_of_its_cards(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("pyramid"), 7), "pyramid", (1280, 800))
    page = table.page
    assert page.get_by_role("group", name="Pile").count() == 0
    last = page.get_by_role("group", name="Row 7", exact=True)
    expect(last.locator("button")).to_have_count(7)
    labels = [f"row 7, place {n}" for n in range(1, 8)]
    pair = next(move for move in table.position.view().legal if move.startswith("T") and "+T" in move)
    keys = [place.removesuffix("-X") for place in pair.split("+")]
    for key in keys:
        page.locator(f'[data-key="{key}#0"]').click()
    table.wait_for(1)
    # A returning element gets its old place.
    page.keyboard.press("u")
    table.wait_for(0)
    read = last.locator("button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [label in text for label, text in zip(labels, read, strict=True)] == [True] * 7, read
    page.locator('[data-key="T1#0"]').click()
    log = page.get_by_role("log", name="What happens")
    name = str(page.locator('[data-key="T1#0"]').get_attribute("aria-label")).split(",")[0]
    expect(log).to_contain_text(f"{name} is covered")
