"""Where the cards of patience come from and go to, and when, without a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from spite_and_malice.patience import Position, deal_number, preset_rules, solve
from tests.web.conftest import WEB
from tests.web.modules import Modules

DRAW, DEAL, GATHER, FADE = 170, 200, 240, 80


def filmed(
    modules: Modules,
    positions: Sequence[Position],
    change: dict[str, Any] | None = None,
    setup: str = "",
    end: str = "",
) -> Any:
    """Return how the cards fly from the first position, which lies there at once, to the last: `time` and `flights`.

    A flight is a card, the place it comes from and the one it goes to, when it leaves and when it arrives. `setup` may
    change `motions` and the `scene`; `end` may return more.
    """
    return modules.evaluate(
        f"""async ([views, change]) => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page('<div id="cards"></div>');
          const {{ document }} = site;
          const layer = document.querySelector("#cards");
          const motions = {{ matches: false }};
          globalThis.matchMedia = () => motions;
          try {{
            const {{ PatienceScene }} = await import("/static/patience/scene.js");
            const {{ layoutPatience }} = await import("/static/patience/layout/layout.js");
            const layoutOf = (view) => layoutPatience(view, {{ width: 1280, height: 800 }}, {{ left: false }});
            const scene = new PatienceScene(layer, () => {{}}, new Map());
            {setup}
            let time = views.length > 1 ? scene.show(layoutOf(views[0]), {{ instant: true }}) : 0;
            const layouts = views.map(layoutOf);
            for (const [at, layout] of layouts.entries()) {{
              if (at === 0 && views.length > 1) continue;
              for (const one of [...layer.children]) one.animations.length = 0;
              time = scene.show(layout, at === layouts.length - 1 ? change : {{ instant: true }});
            }}
            const spots = layouts.flatMap(({{ spots, slots, tops }}) => [
              ...[...spots].map(([id, {{ x, y }}]) => [id, x, y]), ...slots.map(({{ place, x, y }}) => [place, x, y]),
              ...[...tops].map(([id, {{ x, y }}]) => [id, x, y]),
            ]);
            const placeAt = (transform) => {{
              const [x, y] = transform.match(/translate\\(([-\\d.]+)px, ([-\\d.]+)px/).slice(1).map(Number);
              const [id] = spots.find(([, left, top]) => Math.abs(left - x) < 1 && Math.abs(top - y) < 1) ?? ["?"];
              return id;
            }};
            const flights = [];
            for (const element of layer.children) {{
              for (const {{ frames, duration }} of element.animations) {{
                if (frames.length < 4) continue;
                const [first, start, end, last] = frames;
                const times = [start.offset, end.offset].map((part) => Math.round(part * duration));
                const way = first.transform
                  ? [placeAt(first.transform), placeAt(last.transform)] : ["fades", String(last.opacity)];
                flights.push([element.dataset.card, ...way, ...times]);
              }}
            }}
            const more = (() => {{ {end or "return null;"} }})();
            return {{ time, flights, more }};
          }} finally {{ site.away(); }}
        }}""",
        [[position.view().to_json() for position in positions], change or {}],
    )


def steps(preset: str, number: int, moves: Sequence[str], changes: dict[str, Any] | None = None) -> list[Position]:
    """Return the positions before and after the last of some moves."""
    position = deal_number(preset_rules(preset, changes=changes), number)
    for move in moves[:-1]:
        position.play(move)
    after = position.clone()
    after.play(moves[-1])
    return [position, after]


def flights(found: Any) -> dict[str, list[Any]]:
    """Return the flights by card."""
    return {card: flight for card, *flight in found["flights"]}


def test_a_deal_goes_out_row_by_row_from_the_stock(modules: Modules) -> None:
    found = filmed(modules, [deal_number(preset_rules("klondike-1"), 1)], {"deal": True})
    ways = [flight for flight in found["flights"] if flight[1] == "S" and flight[2] != "S"]
    assert [(start, end) for *_way, start, end in ways] == [(30 * at, 30 * at + DEAL) for at in range(28)]
    assert [to for _card, _from, to, *_times in ways] == [f"T{pile}" for row in range(7) for pile in range(row + 1, 8)]
    # The top cards are turned over as they arrive.
    assert found["time"] == 27 * 30 + 260


def test_a_large_deal_is_on_its_way_in_little_more_than_a_second(modules: Modules) -> None:
    found = filmed(modules, [deal_number(preset_rules("spider-1"), 1)], {"deal": True})
    piles = [place for _card, _from, place, *_times in found["flights"]]
    assert piles[:20] == [f"T{pile}" for pile in range(1, 11)] * 2
    starts = [start for _card, _from, _to, start, _end in found["flights"]]
    assert len(starts) == 54
    assert max(starts) == round(1100 / 54 * 53)


def test_a_game_without_a_stock_is_dealt_from_the_middle(modules: Modules) -> None:
    found = filmed(modules, [deal_number(preset_rules("freecell"), 1)], {"deal": True})
    assert {start for _card, start, _to, _s, _e in found["flights"]} == {"?"}
    assert len(found["flights"]) == 52


def test_cards_that_are_drawn_leave_the_stock_one_after_the_other(modules: Modules) -> None:
    found = flights(filmed(modules, steps("klondike-3", 7, ["draw"])))
    ways = sorted(found.values(), key=lambda way: way[2])
    assert [way[0] for way in ways] == ["S"] * 3
    assert {way[1] for way in ways} == {"W"}
    assert [(start, end) for _from, _to, start, end in ways] == [(55 * at, 55 * at + DRAW) for at in range(3)]


def test_the_waste_goes_back_to_the_stock_together(modules: Modules) -> None:
    rules = preset_rules("klondike-3")
    position = deal_number(rules, 7)
    while "redeal" not in map(str, position.legal_moves):
        position.play("draw")
    after = position.clone()
    after.play("redeal")
    ways = [flight for flight in filmed(modules, [position, after])["flights"] if flight[2] == "S"]
    assert ways
    assert {(start, end) for _card, _from, _to, start, end in ways} == {(0, GATHER)}
    assert {start for _card, start, *_rest in ways} == {"W"}


def test_a_row_is_dealt_on_the_piles_one_card_after_the_other(modules: Modules) -> None:
    found = filmed(modules, steps("spider-1", 1, ["deal"]))
    ways = sorted((flight for flight in found["flights"] if flight[1] == "S"), key=lambda flight: flight[3])
    assert [(start, end) for *_way, start, end in ways] == [(22 * at, 22 * at + DEAL) for at in range(10)]
    assert {to for _card, _from, to, *_times in ways} == {f"T{pile}" for pile in range(1, 11)}


def test_a_suit_follows_its_king_and_comes_back_the_same_way(modules: Modules) -> None:
    moves = [str(move) for move in solve(deal_number(preset_rules("spider-1"), 1), seconds=None).moves]
    position = deal_number(preset_rules("spider-1"), 1)
    for move in moves:
        before = position.clone()
        position.play(move)
        if before.view().to_json()["foundations"] != position.view().to_json()["foundations"]:
            break
    crowned = 'return layer.children.filter((one) => one.matches(".crown")).map(({ dataset }) => dataset.card[0]);'
    found = filmed(modules, [before, position], end=crowned)
    gone = sorted(
        (flight for flight in found["flights"] if flight[2] == "F"), key=lambda flight: (flight[3], flight[4])
    )
    assert len(gone) == 13
    assert gone[0][0][0] == "K"
    assert [flight[3] for flight in gone[1:]] == [22 * number for number in range(12)]
    assert found["more"] == ["K"]
    back = filmed(modules, [position, before])
    ways = [flight for flight in back["flights"] if flight[1] == "F"]
    assert len(ways) == 13
    assert max(start for *_way, start, _end in ways) == 22 * 11


def test_a_pair_leaves_for_where_what_is_gone_lies(modules: Modules) -> None:
    position = deal_number(preset_rules("pyramid"), 3)
    for _ in range(30):
        pair = next((str(move) for move in position.legal_moves if "+" in str(move) or "-T" in str(move)), None)
        if pair:
            break
        position.play("draw")
    assert pair is not None
    after = position.clone()
    after.play(pair)
    found = filmed(modules, [position, after])
    gone = [flight for flight in found["flights"] if flight[2] == "X"]
    assert [(start, end) for *_way, start, end in gone] == [(0, GATHER), (22, GATHER + 22)]


def test_whoever_wants_nothing_to_move_sees_cards_come_and_go(modules: Modules) -> None:
    still = filmed(modules, steps("klondike-3", 7, ["draw"]), setup="motions.matches = true;")
    assert {(way, end) for _card, way, _to, _start, end in still["flights"]} == {("fades", FADE)}
    assert still["time"] == FADE
    for setup, change in [("", {"instant": True}), ("scene.pace = 0;", {})]:
        found = filmed(modules, steps("klondike-3", 7, ["draw"]), change, setup)
        assert (found["time"], found["flights"]) == (0, [])


@pytest.mark.parametrize(("pace", "last"), [(1.7, (110 + DRAW) * 1.7), (0.5, (110 + DRAW) * 0.5)])
def test_all_is_as_fast_as_a_player_wants_it(modules: Modules, pace: float, last: float) -> None:
    found = filmed(modules, steps("klondike-3", 7, ["draw"]), setup=f"scene.pace = {pace};")
    assert max(end for *_way, end in found["flights"]) == pytest.approx(last, abs=1)


def test_the_rank_in_the_edge_of_a_card_is_as_wide_as_it_is_drawn_and_the_suit_lies_beside_it(
    modules: Modules,
) -> None:
    drawing = (WEB / "look" / "parts.svg").read_text(encoding="utf-8")
    wide = {
        rank: 27 * int(width) / 100
        for rank, width in re.findall(r'<symbol id="rank-(\w+)" viewBox="0 0 (\d+) 100"', drawing)
    }
    end = """return layer.children.filter(({ dataset }) => dataset.card).map((card) => {
      const of = (one) => ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name)));
      const [rank, pip] = card.querySelector(".edge").children;
      const [large] = card.querySelector(".large-suit").children;
      return [card.dataset.card, ...[rank, pip, large].map((one) => [one.getAttribute("href"), ...of(one)])];
    });"""
    seen = set()
    for card, rank, pip, large in filmed(modules, [deal_number(preset_rules("streets-and-alleys"), 1)], end=end)[
        "more"
    ]:
        label = {"T": "10"}.get(card[0], card[0])
        seen.add(card)
        assert rank == [f"#rank-{label}", 5, 4.5, pytest.approx(wide[label]), 27]
        assert pip == [f"#suit-{card[1]}", pytest.approx(9 + wide[label]), 6, 25, 25]
        assert large == [f"#suit-{card[1]}", 21, 69, 58, 58]
    assert len(seen) == 52


def test_a_waste_that_is_turned_over_goes_back_to_the_stock(modules: Modules) -> None:
    before = deal_number(preset_rules("klondike-1"), 7)
    while "redeal" not in [str(move) for move in before.legal_moves]:
        before.play("draw")
    after = before.clone()
    after.play("redeal")
    ways = [flight[1:] for flight in filmed(modules, [before, after])["flights"] if flight[1] == "W"]
    assert len(ways) >= 3
    assert {(to, start, end) for _from, to, start, end in ways} == {("S", 0, GATHER)}
