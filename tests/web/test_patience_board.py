"""What is drawn of a patience table besides its cards: hollows, edges, counts, buttons and light."""

from __future__ import annotations

from math import exp
from typing import Any, Final

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from tests.web.modules import Modules

POCKET: Final = "M5 4h14v10a7 7 0 0 1-14 0zM5 8.500h14"
GONE: Final = "M5 12l5 5L20 6"
AGAIN: Final = "M20 12a8 8 0 1 1-2.700-6M20 3v5h-5"
CROSS: Final = "M6 6l12 12M18 6 6 18"


def drawn(modules: Modules, preset: str, act: str, *changes: dict[str, Any], deal: int = 1, left: bool = False) -> Any:
    """Draw a deal and return what is seen.

    The view with the first changes is drawn already, and `draw(at)` draws the one with others.
    """
    view = deal_number(preset_rules(preset), deal).view().to_json()
    return modules.evaluate(
        f"""async ([views, left]) => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page('<main id="table"><div id="below"></div><div id="above"></div></main>');
          try {{
            const {{ Board }} = await import("/static/patience/board.js");
            const {{ inOrder, layoutPatience }} = await import("/static/patience/layout/layout.js");
            const {{ fetchFigure }} = await import("/static/patience/layout/frame.js");
            const {{ countAt, legalMoves }} = await import("/static/patience/moves.js");
            for (const view of views) await fetchFigure(view.rules);
            const [below, above] = ["below", "above"].map((id) => site.document.getElementById(id));
            const board = new Board(below, above);
            let layout;
            const draw = (at, stock = {{ coming: 0, lies: true }}, size = {{ width: 1280, height: 800 }}) => {{
              layout = layoutPatience(views[at], size, {{ left }});
              board.draw(views[at], layout, legalMoves(views[at]), stock);
            }};
            draw(0);
            const hollows = () => below.querySelectorAll(".outline");
            const hollowAt = (id) => hollows().find(({{ style }}) => {{
              const {{ x, y }} = layout.spots.get(id);
              return style.left === `${{x}}px` && style.top === `${{y}}px`;
            }});
            const rect = ({{ style }}) => [style.left, style.top, style.width, style.height].map(parseFloat);
            const spot = ({{ x, y, w, h }}) => [x, y, w, h];
            const marks = (id) =>
              hollowAt(id).querySelectorAll("use").map((one) => ["href", "y"].map((name) => one.getAttribute(name)));
            const sign = (id) => hollowAt(id).querySelector("path")?.getAttribute("d") ?? null;
            const labels = () => above.querySelectorAll(".label").map((one) => one.textContent);
            const shown = (pile) => [pile.dataset.place, [pile.hidden, pile.style["--thick"]]];
            const piles = () => Object.fromEntries(below.querySelectorAll(".pile").map(shown));
            const lies = (one, at) => JSON.stringify(rect(one)) === JSON.stringify(spot(at));
            {act}
          }} finally {{
            site.away();
          }}
        }}""",
        [[{**view, **change} for change in (changes or ({},))], left],
    )


@pytest.mark.parametrize(
    ("preset", "missing"),
    [("klondike-1", ""), ("freecell", ""), ("spider-1", ""), ("pyramid", "T"), ("accordion", "T"), ("monte-carlo", "")],
)
def test_every_empty_place_is_seen_but_where_none_can_be_empty(modules: Modules, preset: str, missing: str) -> None:
    act = """return [...layout.spots].map(([id, at]) => {
      const found = hollowAt(id);
      return [id, found ? lies(found, at) && found.style["--w"] === `${at.w}px` : null];
    });"""
    found = drawn(modules, preset, act)
    assert {(place[0], seen) for place, seen in found if place[0] == missing} <= {(missing, None)}
    assert all(seen for place, seen in found if place[0] != missing)


@pytest.mark.parametrize(
    ("preset", "changes", "place", "marks"),
    [
        ("klondike-1", {}, "Fh", [["#suit-h", "49"]]),
        ("canfield", {"base": 10}, "Fh", [["#rank-10", "18"], ["#suit-h", "74"]]),
        ("canfield", {"base": 12}, "Fs", [["#rank-Q", "18"], ["#suit-s", "74"]]),
        ("canfield", {"base": 1}, "Fs", [["#suit-s", "49"]]),
        ("calculation", {}, "F1", [["#rank-A", "48"]]),
        ("calculation", {}, "F3", [["#rank-3", "48"]]),
        ("royal-cotillion", {}, "F1", [["#rank-A", "18"], ["#suit-s", "74"]]),
        ("royal-cotillion", {}, "F4", [["#rank-2", "18"], ["#suit-h", "74"]]),
        ("sir-tommy", {}, "F2", [["#rank-A", "48"]]),
        ("spider-1", {}, "F", []),
    ],
)
def test_a_foundation_says_what_comes_first(
    modules: Modules, preset: str, changes: dict[str, Any], place: str, marks: list[list[str]]
) -> None:
    assert drawn(modules, preset, f'return marks("{place}");', changes) == marks


def test_another_first_card_is_shown_in_its_place_and_the_same_is_left_alone(modules: Modules) -> None:
    act = """const first = hollowAt("Fh").firstElementChild;
    draw(1);
    const same = hollowAt("Fh").firstElementChild === first;
    draw(2);
    return [same, marks("Fh")[0][0]];"""
    assert drawn(modules, "canfield", act, {"base": 9}, {"base": 9}, {"base": 11}) == [True, "#rank-J"]


@pytest.mark.parametrize(
    ("preset", "changes", "place", "sign"),
    [
        ("klondike-1", {}, "S", None),
        ("klondike-1", {"stock": 0, "legal": []}, "S", CROSS),
        ("klondike-1", {"stock": 0, "waste": ["9h"], "legal": ["redeal"]}, "S", AGAIN),
        ("klondike-1", {"legal": ["T1-F"]}, "S", None),
        ("monte-carlo", {"stock": 0, "legal": ["deal"]}, "S", AGAIN),
        ("monte-carlo", {"legal": ["deal"]}, "S", None),
        ("monte-carlo", {"stock": 0, "legal": []}, "S", CROSS),
        ("pyramid", {}, "X", GONE),
        ("la-belle-lucie", {"stock": 0, "legal": ["redeal"]}, "S", AGAIN),
        ("klondike-1", {"stock": 0}, "T1", None),
        ("freecell", {}, "C1", None),
    ],
)
def test_a_hollow_says_what_can_be_done_there(
    modules: Modules, preset: str, changes: dict[str, Any], place: str, sign: str | None
) -> None:
    assert drawn(modules, preset, f'return sign("{place}");', changes) == sign


def test_the_sign_of_the_stock_changes_with_what_it_gives(modules: Modules) -> None:
    act = """const first = hollowAt("S").firstElementChild;
    draw(1);
    const same = hollowAt("S").firstElementChild === first;
    draw(2);
    const gone = sign("S");
    draw(3);
    return [same, gone, sign("S")];"""
    changes: list[dict[str, Any]] = [
        {"stock": 0, "legal": []}, {"stock": 0, "legal": []}, {"stock": 1, "legal": ["draw"]},
        {"stock": 0, "waste": ["9h"], "legal": ["redeal"]},
    ]  # fmt: skip
    assert drawn(modules, "klondike-1", act, *changes) == [True, None, AGAIN]


def test_the_pocket_is_named_once(modules: Modules) -> None:
    rules = preset_rules("klondike-1").to_json() | {"pocket": True}
    act = """const pocket = hollowAt("P");
    draw(1);
    const name = pocket.lastElementChild;
    return [sign("P"), pocket.children.length, name.textContent, name.getAttribute("aria-hidden")];"""
    found = drawn(modules, "klondike-1", act, {"rules": rules, "pocket": []}, {"rules": rules, "pocket": []})
    assert found == [POCKET, 2, "Pocket", "true"]


@pytest.mark.parametrize(
    ("preset", "changes", "labels"),
    [
        ("klondike-1", {}, ["24"]),
        ("klondike-1", {"stock": 1}, ["1"]),
        ("klondike-1", {"stock": 0}, [""]),
        ("spider-1", {}, ["5 ×"]),
        ("spider-1", {"stock": 11}, ["2 ×"]),
        ("monte-carlo", {}, ["27"]),
        ("three-shuffles", {"pass": 1, "stock": 0}, ["2 ×"]),
        ("clock", {}, [str(hour) for hour in range(1, 13)]),
        ("canfield", {}, ["34", "13"]),
        ("freecell", {}, []),
    ],
)
def test_what_is_left_stands_under_a_pile(
    modules: Modules, preset: str, changes: dict[str, Any], labels: list[str]
) -> None:
    act = """const all = above.querySelectorAll(".label");
    const places = [...layout.labels.values()];
    return [labels(), all.every((one, at) => one.getAttribute("aria-hidden") === "true" && lies(one, places[at]))];"""
    found, placed = drawn(modules, preset, act, changes)
    assert found == labels
    assert placed


def test_a_pile_is_as_thick_as_what_lies_there(modules: Modules) -> None:
    act = """const found = [piles().S];
    for (const stock of [{ coming: 4, lies: true }, { coming: 23, lies: true }, { coming: 0, lies: false }]) {
      draw(0, stock);
      found.push(piles().S);
    }
    draw(1);
    return [...found, piles().S, rect(below.querySelector(".pile")), spot(layout.spots.get("S"))];"""
    whole, fewer, one, none, few, lies, spot = drawn(modules, "klondike-1", act, {}, {"stock": 20})
    assert not whole[0]
    assert float(whole[1].removesuffix("px")) > float(fewer[1].removesuffix("px")) > 0
    assert fewer == few
    assert one[0]
    assert none[0]
    assert lies == spot


def test_a_reserve_and_the_piles_of_a_line_are_as_thick_as_their_cards(modules: Modules) -> None:
    assert drawn(modules, "canfield", "return Object.keys(piles()).sort();") == ["R1", "S"]
    pile = {"down": 0, "up": ["9h", "8s", "7d"]}
    act = """const line = piles();
    return [Object.keys(line).length, line.T1, line.T2[0]];"""
    view = deal_number(preset_rules("accordion"), 1).view().to_json()
    count, first, second = drawn(modules, "accordion", act, {"tableau": [pile, *view["tableau"][1:]]})
    assert count == len(view["tableau"])
    assert not first[0]
    assert second
    single = drawn(modules, "monte-carlo", "return Object.keys(piles());")
    assert single == ["S"]


def thickness(count: int, width: float) -> float:
    """Return how thick a pile of cards lies with nothing under it."""
    return 0.17 * width * (1 - exp(-count / 40)) if count > 1 else 0


@pytest.mark.parametrize("preset", ["klondike-1", "congress", "osmosis", "canfield", "clock"])
@pytest.mark.parametrize("size", [(1280, 800), (360, 640), (640, 360)])
def test_edges_end_above_the_count_under_them(modules: Modules, preset: str, size: tuple[int, int]) -> None:
    act = f"""draw(0, {{ coming: 0, lies: true }}, {{ width: {size[0]}, height: {size[1]} }});
    return Object.entries(piles()).map(([id, [, thick]]) => {{
      const [at, label] = [layout.spots.get(id), layout.labels.get(id)];
      return [id === "S" ? views[0].stock : countAt(views[0], id), at.w, parseFloat(thick), label.y - at.y - at.h];
    }});"""
    for count, width, thick, room in drawn(modules, preset, act):
        # The number of an hour lies beside its pile or on it.
        assert thick == pytest.approx(min(thickness(count, width), room if room >= 0 else 99), abs=0.051)


def test_a_pile_without_a_count_has_its_whole_thickness(modules: Modules) -> None:
    act = """const { w } = layout.spots.get("T1");
    return [parseFloat(piles().T1[1]), w, layout.labels.size];"""
    many = {"down": 0, "up": ["9h"] * 40}
    view = deal_number(preset_rules("accordion"), 1).view().to_json()
    thick, width, _count = drawn(modules, "accordion", act, {"tableau": [many, *view["tableau"][1:]]})
    assert thick == pytest.approx(thickness(40, width), abs=0.051)


ORDER: Final = """const order = () => {
  const wanted = inOrder(layout, views[now]);
  const groups = above.querySelectorAll("[role=group]");
  const there = groups.flatMap((group) => group.children.map(({ dataset }) => dataset.key));
  return [wanted.map(({ key }) => key).sort().join() === [...there].sort().join(), groups.every((group) => {
    const own = group.children.map(({ dataset }) => dataset.key);
    return wanted.filter(({ key }) => own.includes(key)).map(({ key }) => key).join() === own.join();
  })];
};"""


@pytest.mark.parametrize("preset", ["monte-carlo", "montana", "klondike-1", "pyramid"])
def test_with_tab_one_goes_along_the_rows_even_past_what_has_come_back(modules: Modules, preset: str) -> None:
    view = deal_number(preset_rules(preset), 1).view().to_json()
    empty = {"down": 0, "up": []}
    fewer = [empty if at in (0, 2, 3) else pile for at, pile in enumerate(view["tableau"])]
    act = f"""let now = 0;
    {ORDER}
    const found = [];
    for (now of [0, 1, 0, 1]) {{ draw(now); found.push(...order()); }}
    return found;"""
    assert drawn(modules, preset, act, {}, {"tableau": fewer}) == [True] * 8


def test_every_button_lies_in_a_group_with_a_name_and_says_what_it_is(modules: Modules) -> None:
    act = """const buttons = above.querySelectorAll("[data-key]");
    const groups = above.querySelectorAll("[role=group]").map((one) => one.getAttribute("aria-label"));
    const placed = buttons.every((one) => lies(one, layout.places.find(({ key }) => key === one.dataset.key).rect));
    const said = (key) => board.button(key).getAttribute("aria-label");
    const typed = buttons.every(({ type }) => type === "button");
    return [groups, placed, typed, board.button("T1#0").className, said("T1#0"), said("S")];"""
    groups, placed, typed, look, said, stock = drawn(modules, "klondike-1", act)
    assert groups == ["Stock and waste", "Foundations", *(f"Pile {pile}" for pile in range(1, 8))]
    assert placed
    assert typed
    assert look == "place tableau"
    assert "pile 1" in said
    assert stock == "Stock, 24 cards: turn the next"


LIGHTS: Final = """const lights = () => below.querySelectorAll(".light").map((one) => rect(one));
const tops = (...places) => places.map((id) => spot(layout.tops.get(id)));
const same = (...places) => JSON.stringify(lights()) === JSON.stringify(tops(...places));"""


def test_the_places_where_a_card_can_go_are_lit_until_others_are(modules: Modules) -> None:
    act = f"""{LIGHTS}
    const found = [lights().length];
    board.light(["T1", "T2", "Q"], layout);
    found.push(same("T1", "T2"), below.querySelector(".light").style["--w"] === `${{layout.card}}px`);
    draw(0);
    found.push(same("T1", "T2"));
    draw(0, {{ coming: 0, lies: true }}, {{ width: 360, height: 640 }});
    found.push(same("T1", "T2"));
    board.light(["T2", "Fh"], layout);
    found.push(same("T2", "Fh"));
    board.light([], layout);
    found.push(lights().length);
    draw(0);
    board.light([], layout);
    return [...found, lights().length, hollows().length > 5];"""
    assert drawn(modules, "klondike-1", act) == [0, True, True, True, True, True, 0, 0, True]


def test_the_place_under_a_held_card_is_brighter(modules: Modules) -> None:
    act = """board.light(["T1", "T2"], layout);
    const isSecond = ({ style }) => parseFloat(style.left) === layout.tops.get("T2").x;
    const over = () => below.querySelectorAll(".over").map(isSecond);
    board.hover("T2");
    const found = [over()];
    board.hover("T9");
    found.push(over());
    board.hover(null);
    return [...found, over()];"""
    assert drawn(modules, "klondike-1", act) == [[True], [], []]


def test_a_picked_card_and_those_that_go_with_it_are_marked_until_others_are(modules: Modules) -> None:
    act = """const keys = (selector) => above.querySelectorAll(selector).map(({ dataset }) => dataset.key);
    const marked = () => [".picked", ".target"].map(keys);
    const pressed = () => keys("[aria-pressed]");
    const partners = [["T2", 1], ["Fh", 0], ["Q", 0]].map(([place, index]) => ({ place, index }));
    board.mark({ place: "T1", index: 0 }, partners);
    const found = [marked(), pressed()];
    board.mark({ place: "S", index: 3 }, []);
    found.push(marked(), pressed());
    board.mark(null, []);
    return [...found, marked(), pressed()];"""
    assert drawn(modules, "klondike-1", act) == [
        [["T1#0"], ["Fh", "T2#1"]], ["T1#0"], [["S"], []], ["S"], [[], []], [],
    ]  # fmt: skip


def test_the_target_of_a_press_is_shown_ahead_of_it(modules: Modules) -> None:
    act = """const ahead = () => above.querySelectorAll(".ahead").map(({ dataset }) => dataset.key);
    const found = [];
    for (const [place, index] of [["T2", 1], ["T2", 1], ["Fh", 0], ["Q", 0], ["T1", 0], [null, 0]]) {
      board.foresee(place, index);
      found.push(ahead());
    }
    return found;"""
    assert drawn(modules, "klondike-1", act) == [["T2#1"], ["T2#1"], ["Fh"], [], ["T1#0"], []]
