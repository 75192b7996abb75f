"""The parts of a table's arrangements and the bands made of them, in numbers (spite/board/shapes.js, bands.js)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any, Final

import pytest

from tests.web.modules import Modules

Rect = Mapping[str, float]

SHAPE: Final = {"sides": 4, "piles": 1, "hand": 5, "centre": 4, "seats": [1], "partner": None, "letters": 1}
FOUR: Final = {**SHAPE, "seats": [1, 2, 3]}
PARTNERS: Final = {**FOUR, "partner": 2}
DESKTOP, TABLET, PHONE, LANDSCAPE = (1280, 800), (768, 1024), (360, 640), (900, 420)


def shapes(modules: Modules, act: str, argument: object = None) -> Any:
    """Return the result of an act with the module of `shapes`."""
    source = f"""async (given) => {{
      const shapes = await import("/static/spite/board/shapes.js");
      const {{ PILED, RATIO }} = await import("/static/kernel/cards/cards.js");
      {act}
    }}"""
    return modules.evaluate(source, argument)


def plan(
    modules: Modules,
    name: str,
    size: tuple[int, int],
    shape: dict[str, Any] = SHAPE,
    *,
    left: bool = False,
    head: int = 0,
    room: int = 0,
) -> Any:
    """Return an arrangement in bands: round, wide or tall."""
    source = f"""async ([shape, width, height, left, head, room]) => {{
      const {{ plan{name} }} = await import("/static/spite/board/bands.js");
      return plan{name}(shape, {{ width, height }}, {{ left }}, head, room);
    }}"""
    return modules.evaluate(source, [shape, *size, left, head, room])


def right(rect: Rect) -> float:
    return rect["x"] + rect["w"]


def bottom(rect: Rect) -> float:
    return rect["y"] + rect["h"]


def apart(one: Rect, other: Rect) -> bool:
    """Say whether two parts of the window share no more than their rim."""
    return (
        right(one) <= other["x"] + 0.01
        or right(other) <= one["x"] + 0.01
        or bottom(one) <= other["y"] + 0.01
        or bottom(other) <= one["y"] + 0.01
    )


def inside(part: Rect, whole: Rect) -> bool:
    return (
        part["x"] >= whole["x"] - 0.01
        and part["y"] >= whole["y"] - 0.01
        and right(part) <= right(whole) + 0.01
        and bottom(part) <= bottom(whole) + 0.01
    )


@pytest.mark.parametrize(("letters", "high"), [(1, 17), (1.25, 21), (2, 34)])
def test_a_line_is_as_high_as_its_letters(modules: Modules, letters: float, high: int) -> None:
    assert shapes(modules, "return shapes.countLine(given);", letters) == high


@pytest.mark.parametrize(
    ("centre", "stacks", "places"), [(4, [[]], 4), (None, [["As"], ["2s"]], 3), (None, [["As"], []], 2), (None, [], 1)]
)
def test_one_empty_place_is_kept_where_stacks_are_not_limited(
    modules: Modules, centre: int | None, stacks: list[list[str]], places: int
) -> None:
    view = {"rules": {"centre": centre}, "centre": stacks}
    assert shapes(modules, "return shapes.centrePlaces(given);", view) == places


BEST: Final = """const [height, most, rows] = given;
  const tried = [];
  const found = shapes.best({ height }, (card, row) => {
    tried.push(card);
    return card <= most[row - 1] ? { card, row, middle: { card: Math.min(card, rows[row - 1]) } } : null;
  });
  return [found && [found.card, found.row], Math.max(...tried), Math.min(...tried)];"""


@pytest.mark.parametrize(
    ("height", "most", "middle", "found", "largest"),
    [
        # The largest that fits, in one row as long as two are not much larger.
        (800, (100, 110), (200, 200), (100, 1), 138),
        (800, (60, 110), (200, 200), (110, 2), 138),
        # Larger own cards are not worth it where the centre's stay small.
        (800, (100, 138), (100, 20), (100, 1), 138),
        (2000, (500, 500), (500, 500), (256, 1), 256),
        (800, (17, 17), (17, 17), None, 138),
        (800, (18, 0), (18, 18), (18, 1), 138),
    ],
)
def test_the_best_has_large_cards_and_few_rows(
    modules: Modules,
    height: int,
    most: tuple[int, int],
    middle: tuple[int, int],
    found: tuple[int, int] | None,
    largest: int,
) -> None:
    chosen, tried, least = shapes(modules, BEST, [height, most, middle])
    assert chosen == (list(found) if found else None)
    assert (tried, least) == (largest, 18)


@pytest.mark.parametrize(("sides", "piles", "rows", "columns", "across"), [(4, 1, 1, 4, 1), (5, 3, 2, 3, 2)])
def test_the_own_piles_lie_in_rows(
    modules: Modules, sides: int, piles: int, rows: int, columns: int, across: int
) -> None:
    act = """const own = shapes.ownShape(given[0], 100, given[1]);
    const single = shapes.ownShape(given[0], 100, 1);
    const larger = shapes.ownShape({ ...given[0], letters: 3 }, 100, given[1]);
    return [own, shapes.widths(own), single.height, larger.height, PILED, RATIO];"""
    shape = {**SHAPE, "sides": sides, "piles": piles}
    own, widths, single, larger, _piled, ratio = shapes(modules, act, [shape, rows])
    assert (own["rows"], own["columns"], own["piles"], own["card"], own["gap"]) == (rows, columns, across, 100, 10)
    assert widths == {"sides": columns * 110 - 10, "pay": across * 135 - 10}
    assert own["width"] == widths["sides"] + 40 + widths["pay"]
    assert own["height"] >= rows * 100 * ratio
    assert (own["height"] > single) == (rows > 1)
    assert larger > own["height"], "the pile's count needs its line"


@pytest.mark.parametrize("left", [False, True])
def test_the_payoff_pile_is_away_from_the_side_stacks(modules: Modules, left: bool) -> None:
    act = """const own = shapes.ownShape(given[0], 80, 1);
    const rect = { x: 50, y: 300, w: own.width, h: own.height };
    return [rect, shapes.besideEachOther(own, rect, given[1])];"""
    rect, parts = shapes(modules, act, [SHAPE, left])
    sides, pay = parts["sides"], parts["pay"]
    assert (sides["x"] > pay["x"]) == left
    assert all((part["y"], part["h"]) == (rect["y"], rect["h"]) for part in (sides, pay))
    first, last = (pay, sides) if left else (sides, pay)
    assert first["x"] == rect["x"]
    assert right(last) == pytest.approx(right(rect))
    assert last["x"] - right(first) == pytest.approx(0.4 * 80)


MIDDLE: Final = "return [shapes.middleShape(...given), PILED];"


@pytest.mark.parametrize(
    ("centre", "card", "width", "height", "rows"),
    [(4, 100, 900, 400, 1), (4, 100, 300, 400, 2), (12, 60, 340, 500, 3), (12, 60, 340, 200, 2)],
)
def test_the_centre_has_the_rows_in_which_its_cards_are_largest(
    modules: Modules, centre: int, card: int, width: int, height: int, rows: int
) -> None:
    found, piled = shapes(modules, MIDDLE, [{**SHAPE, "centre": centre}, card, width, height])
    assert found["rows"] == rows
    assert found["rows"] * found["columns"] >= centre + 1
    assert (found["rows"] - 1) * found["columns"] < centre + 1
    assert found["card"] <= card
    assert found["width"] <= width
    lying = found["columns"] * found["card"] + (found["columns"] - 1) * found["gap"]
    assert found["width"] == lying + found["stockGap"]
    assert found["height"] <= height
    assert found["height"] == pytest.approx(rows * (found["card"] * piled + found["labelHeight"] + 4))
    assert bool(found["stockGap"]) == (rows == 1)


def test_a_centre_that_would_be_too_small_is_none(modules: Modules) -> None:
    assert shapes(modules, MIDDLE, [SHAPE, 100, 900, 40])[0] is None
    assert shapes(modules, MIDDLE, [SHAPE, 100, 90, 90])[0] is None
    # Small cards need no larger ones in the middle.
    assert shapes(modules, MIDDLE, [SHAPE, 18, 300, 60])[0]["card"] == 18


@pytest.mark.parametrize(
    ("letters", "card", "label"), [(1, 40, 27), (1, 50, 22), (1, 109, 22), (1, 110, 27), (1, 160, 36), (2, 100, 44)]
)
def test_the_numbers_of_larger_cards_are_larger(modules: Modules, letters: int, card: int, label: int) -> None:
    found, _piled = shapes(modules, MIDDLE, [{**SHAPE, "letters": letters}, card, 4000, 2000])
    assert (found["card"], found["labelHeight"]) == (card, label)


def cells(modules: Modules, shape: dict[str, Any], most: int, rows: int) -> list[tuple[int, Rect]]:
    band = {"x": 10, "y": 50, "w": 900, "h": 300}
    found = shapes(modules, "return shapes.seatCells(...given);", [shape, band, most, rows])
    assert all(inside(cell["rect"], band) for cell in found)
    assert all(apart(one["rect"], other["rect"]) for one, other in combinations(found, 2))
    return [(cell["seat"], cell["rect"]) for cell in found]


def test_the_other_seats_are_clockwise_from_the_left(modules: Modules) -> None:
    found = cells(modules, FOUR, 1000, 1)
    assert [seat for seat, _rect in found] == [1, 2, 3]
    assert [rect["w"] for _seat, rect in found] == [296, 296, 296]
    assert all(one["x"] < other["x"] for (_, one), (_, other) in pairwise(found))
    # Narrow ones stand in the middle.
    narrow = cells(modules, FOUR, 100, 1)
    assert [rect["w"] for _seat, rect in narrow] == [96, 96, 96]
    assert narrow[0][1]["x"] - 10 == pytest.approx(910 - right(narrow[-1][1]))


def test_seats_in_rows_fill_the_first_one_first(modules: Modules) -> None:
    found = cells(modules, {**SHAPE, "seats": [1, 2, 3, 4, 5]}, 1000, 2)
    tops = [rect["y"] for _seat, rect in found]
    assert tops == [50, 50, 50, 200, 200]
    assert {rect["h"] for _seat, rect in found} == {148}


def test_the_partner_has_more_room_and_in_two_rows_the_lower_one(modules: Modules) -> None:
    in_one = {seat: rect["w"] + 4 for seat, rect in cells(modules, PARTNERS, 1000, 1)}
    assert in_one[2] == pytest.approx(1.6 * in_one[1])
    assert in_one[1] == in_one[3]
    in_two = dict(cells(modules, PARTNERS, 1000, 2))
    assert in_two[1]["y"] == in_two[3]["y"] < in_two[2]["y"]
    assert in_two[2]["h"] + 2 == pytest.approx(1.25 * (in_two[1]["h"] + 2))


KINDS: Final = [
    ("Round", DESKTOP, SHAPE), ("Round", DESKTOP, FOUR), ("Round", (1920, 1080), PARTNERS),
    ("Wide", LANDSCAPE, SHAPE), ("Wide", DESKTOP, FOUR),
    ("Tall", PHONE, SHAPE), ("Tall", TABLET, FOUR), ("Tall", PHONE, PARTNERS),
]  # fmt: skip


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize(("name", "size", "shape"), KINDS)
def test_bands_lie_in_the_window_one_under_the_other(
    modules: Modules, name: str, size: tuple[int, int], shape: dict[str, Any], left: bool
) -> None:
    found = plan(modules, name, size, shape, left=left)
    window = {"x": 0, "y": 0, "w": size[0], "h": size[1]}
    seats = [each["rect"] for each in found["seats"]]
    own = [found["own"]["sides"], found["own"]["pay"]]
    parts = [*seats, found["centre"], *own, found["hand"]["rect"], found["status"], *filter(None, [found["plate"]])]
    assert found["mode"] == name.lower()
    assert [each["seat"] for each in found["seats"]] == sorted(shape["seats"]) or shape["partner"]
    assert all(inside(part, window) for part in parts)
    assert all(apart(one, other) for one, other in combinations(parts, 2))
    assert min(rect["y"] for rect in seats) == found["top"]
    assert max(map(bottom, seats)) <= found["centre"]["y"] + 0.01
    assert bottom(found["centre"]) <= min(part["y"] for part in own) + 0.01
    assert found["middle"]["height"] <= found["centre"]["h"] + 0.01
    assert found["middle"]["width"] <= found["centre"]["w"]
    assert found["own"]["sides"]["h"] >= found["own"]["height"] - 0.01
    # What is one's own takes the light together.
    assert all(inside(part, found["mine"]) for part in own)
    # The pay-off pile is towards the hand that does not play.
    assert (found["own"]["pay"]["x"] < found["own"]["sides"]["x"]) == left


@pytest.mark.parametrize(("name", "size", "shape"), KINDS)
def test_what_is_kept_free_under_the_bar_moves_the_top(
    modules: Modules, name: str, size: tuple[int, int], shape: dict[str, Any]
) -> None:
    usual, lower = (plan(modules, name, size, shape, head=head) for head in (0, 20))
    assert lower["top"] == usual["top"] + 20
    assert lower["card"] <= usual["card"]


def test_the_other_hand_has_the_same_table_mirrored(modules: Modules) -> None:
    for name, size in (("Round", DESKTOP), ("Wide", LANDSCAPE)):
        one, other = (plan(modules, name, size, left=left) for left in (False, True))
        assert one["card"] == other["card"]
        for part in ("sides", "pay"):
            mine, mirrored = one["own"][part], other["own"][part]
            assert mirrored["x"] == pytest.approx(size[0] - right(mine))
        assert other["status"]["x"] == pytest.approx(size[0] - right(one["status"]))
        assert other["status"]["y"] == one["status"]["y"]


def test_cards_are_larger_in_a_larger_window_and_smaller_with_more_at_the_table(modules: Modules) -> None:
    for name, small, large in (("Round", DESKTOP, (1920, 1080)), ("Wide", LANDSCAPE, DESKTOP), ("Tall", PHONE, TABLET)):
        assert plan(modules, name, small)["card"] < plan(modules, name, large)["card"]
    assert plan(modules, "Tall", PHONE, {**SHAPE, "sides": 7})["card"] < plan(modules, "Tall", PHONE)["card"]


@pytest.mark.parametrize(
    ("name", "size", "shape"),
    [
        # Nearly as high as wide, too many pay-off piles side by side, a window of no size.
        ("Round", (900, 800), SHAPE),
        ("Round", (1280, 800), {**SHAPE, "seats": [1, 2, 3, 4, 5, 6, 7], "piles": 6}),
        ("Round", (500, 300), SHAPE),
        ("Wide", (1000, 420), {**SHAPE, "seats": [1, 2, 3, 4, 5, 6, 7], "piles": 5}),
        ("Wide", (300, 200), SHAPE),
        ("Tall", (200, 200), SHAPE),
    ],
)
def test_where_bands_do_not_fit_there_are_none(
    modules: Modules, name: str, size: tuple[int, int], shape: dict[str, Any]
) -> None:
    assert plan(modules, name, size, shape) is None


def test_words_over_the_line_take_from_the_centre_before_cards_grow_smaller(modules: Modules) -> None:
    without, few, many = (plan(modules, "Tall", PHONE, room=room) for room in (0, 20, 200))
    assert few["hand"] == without["hand"]
    assert few["own"] == without["own"]
    assert few["status"] == without["status"]
    assert many["centre"]["h"] < without["centre"]["h"]
    assert many["card"] <= without["card"]


def test_in_a_window_of_words_the_row_grows_with_them(modules: Modules) -> None:
    usual, wordy = (plan(modules, "Round", DESKTOP, room=room) for room in (0, 160))
    assert wordy["card"] <= usual["card"]
    assert wordy["plate"]["y"] < usual["plate"]["y"]
    assert bottom(wordy["status"]) + 160 <= wordy["hand"]["rect"]["y"]


def test_a_phones_hand_is_larger_than_the_own_piles(modules: Modules) -> None:
    phone, tablet = (plan(modules, "Tall", size) for size in (PHONE, TABLET))
    assert phone["card"] < phone["hand"]["card"] <= 1.2 * phone["card"]
    assert tablet["hand"]["card"] <= tablet["card"]


def test_a_partner_on_a_phone_has_a_row_of_their_own(modules: Modules) -> None:
    seats = {each["seat"]: each["rect"] for each in plan(modules, "Tall", PHONE, PARTNERS)["seats"]}
    assert seats[1]["y"] == seats[3]["y"] < seats[2]["y"]
    wide = {each["seat"]: each["rect"] for each in plan(modules, "Tall", TABLET, PARTNERS)["seats"]}
    assert len({rect["y"] for rect in wide.values()}) == 1


def test_a_side_stack_beside_the_hand_reaches_down_to_the_edge(modules: Modules) -> None:
    found = plan(modules, "Round", DESKTOP)
    below = found["own"]["below"]
    assert len(below) == 4
    assert below == sorted(below, reverse=True), "the outermost is free below"
    assert below[0] > 0 == below[-1]
    assert bottom(found["own"]["sides"]) + below[0] == pytest.approx(DESKTOP[1] - 8)
    # A longer hand lies below all of them, a single card below none.
    assert max(plan(modules, "Round", DESKTOP, {**SHAPE, "hand": 12})["own"]["below"]) == 0
    assert min(plan(modules, "Round", DESKTOP, {**SHAPE, "hand": 1})["own"]["below"]) > 0


def test_what_is_ones_own_is_even_about_the_payoff_pile(modules: Modules) -> None:
    found = plan(modules, "Round", DESKTOP)
    for part in (found["mine"], found["own"]["pay"], found["hand"]["rect"]):
        assert part["x"] + part["w"] / 2 == pytest.approx(DESKTOP[0] / 2)
    assert 300 <= found["plate"]["w"] == found["status"]["w"] <= 600
    assert found["plate"]["x"] - right(found["own"]["pay"]) == pytest.approx(0.4 * found["card"])


@pytest.mark.parametrize("size", [(980, 820), (1100, 700), (1000, 600), (1500, 700)])
def test_the_plate_and_its_words_stay_in_the_window(modules: Modules, size: tuple[int, int]) -> None:
    for letters in (1, 1.25):
        if found := plan(modules, "Round", size, {**SHAPE, "letters": letters}):
            assert right(found["plate"]) <= size[0] - 16
            assert found["own"]["sides"]["x"] >= 16
            assert bottom(found["status"]) <= found["hand"]["rect"]["y"]


@pytest.mark.parametrize(("left", "edges"), [(False, ("own", "hand")), (True, ("hand", "own"))])
def test_in_a_low_window_the_hand_is_as_far_from_ones_piles_as_these_from_each_other(
    modules: Modules, left: bool, edges: tuple[str, str]
) -> None:
    found = plan(modules, "Wide", LANDSCAPE, left=left)
    own = [found["own"]["sides"], found["own"]["pay"]]
    sides = {"own": (min(part["x"] for part in own), max(map(right, own)))}
    hand = found["hand"]["rect"]
    sides["hand"] = (hand["x"], right(hand))
    first, last = edges
    assert sides[last][0] - sides[first][1] == pytest.approx(0.4 * found["card"])
    assert sides[first][0] == pytest.approx(LANDSCAPE[0] - sides[last][1]), "the same margin at both ends"
    assert (found["status"]["x"], found["status"]["w"]) == (hand["x"], hand["w"])


@pytest.mark.parametrize(("name", "size", "shape"), KINDS[:6])
def test_larger_letters_need_more_room_over_smaller_cards(
    modules: Modules, name: str, size: tuple[int, int], shape: dict[str, Any]
) -> None:
    usual, larger = (plan(modules, name, size, {**shape, "letters": letters}) for letters in (1, 1.4))
    assert larger["card"] <= usual["card"]
    share = [max(each["rect"]["h"] for each in found["seats"]) / found["card"] for found in (usual, larger)]
    assert share[0] < share[1]


@pytest.mark.parametrize(("size", "rows"), [(PHONE, 2), (TABLET, 2), ((480, 900), 2), ((1300, 1400), 1)])
def test_seven_others_stand_in_as_many_rows_as_they_need(modules: Modules, size: tuple[int, int], rows: int) -> None:
    found = plan(modules, "Tall", size, {**SHAPE, "seats": [1, 2, 3, 4, 5, 6, 7]})
    assert len({each["rect"]["y"] for each in found["seats"]}) == rows


def test_a_phone_keeps_room_for_words_over_their_line(modules: Modules) -> None:
    for size, kept in ((PHONE, True), (TABLET, False)):
        found = plan(modules, "Tall", size)
        free = found["status"]["y"] - bottom(found["centre"])
        assert (0 < free <= 48) == kept
        assert free >= -0.01
    wordy = plan(modules, "Tall", PHONE, room=120)
    assert wordy["status"]["y"] - bottom(wordy["centre"]) == pytest.approx(120)


def test_the_hand_is_at_the_lower_edge(modules: Modules) -> None:
    for name, size, below in (("Round", DESKTOP, 20), ("Wide", LANDSCAPE, 18), ("Tall", PHONE, 8)):
        assert size[1] - bottom(plan(modules, name, size)["hand"]["rect"]) == pytest.approx(below)


def test_one_opponent_has_a_plate_beside_large_cards(modules: Modules) -> None:
    """Their cell is as wide as the cards and the plate need; those of several are narrower."""
    for size in (DESKTOP, (2560, 1440)):
        (one,) = plan(modules, "Round", size)["seats"]
        assert one["rect"]["w"] >= 636
    three = plan(modules, "Round", (2560, 1440), FOUR)["seats"]
    assert all(356 <= each["rect"]["w"] < one["rect"]["w"] for each in three)
