"""Gestures at a table of Spite and Malice without a browser: what is picked, lifted, played, said or looked at."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.spite_in_node import ME, OpenSpite, SpiteInNode, begun, spite_tables  # noqa: F401

HAND: Final = f"hand:{ME}"
FOCUSED: Final = "(_table, { site: { document } }) => document.activeElement?.dataset.key ?? null"
POSITION: Final[dict[str, Any]] = {
    "hand": ["3d", "4d", "Ks", "9h", "9d"], "side": [["Js"], ["3c"], [], []],
    "payoff": [{"count": 9, "top": "8h"}],
}  # fmt: skip
LEGAL: Final = [
    "H3d-C1", *(f"H{card}-S{at}" for card in ("3d", "4d", "Ks", "9h", "9d") for at in range(1, 5)), "S2-C1",
]  # fmt: skip


def laid(open_spite: OpenSpite, **changes: Any) -> SpiteInNode:
    """Open a table in a position in which a three from the hand or from a side stack can go to the centre."""
    table = open_spite(begun())
    view = table.game.view(ME).to_json()
    view["players"][ME] |= POSITION
    view |= {"centre": [["As", "2h"], [], []], "legal": LEGAL, "goes_on": ["H3d-C1", "S2-C1"], **changes}
    table.answers = False
    table.open(view=view)
    return table


def tap(table: SpiteInNode, *keys: str, keyboard: bool = False) -> dict[str, Any]:
    """Tap some buttons one after the other."""
    shown = {}
    for key in keys:
        shown = table.do(f'(table) => table.hands.tap("{key}", {str(keyboard).lower()})')
    return shown


def played(table: SpiteInNode) -> list[str]:
    """Return the moves that the page has sent."""
    return [message["move"] for message in table.told if message["type"] == "move"]


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        ([f"{HAND}#0", "centre:0"], ["H3d-C1"]),
        ([f"side:{ME}:1", "centre:0"], ["S2-C1"]),
        ([f"{HAND}#2", f"side:{ME}:2"], ["HKs-S3"]),
        ([f"{HAND}#2", f"{HAND}#0", "centre:0"], ["H3d-C1"]),
        ([f"{HAND}#0", f"{HAND}#0", "centre:0"], []),
        ([f"{HAND}#2", "centre:0"], []),
        (["centre:0"], []),
        ([f"side:{ME}:2", "centre:0"], []),
        (["side:1:0", "centre:0"], []),
    ],
)
def test_a_card_goes_where_one_taps_if_it_may(open_spite: OpenSpite, keys: list[str], moves: list[str]) -> None:
    table = laid(open_spite)
    tap(table, *keys)
    assert played(table) == moves


def test_only_a_tap_that_picks_can_become_a_double_one(open_spite: OpenSpite) -> None:
    table = laid(open_spite)
    assert tap(table, f"{HAND}#0")["result"] is True
    assert tap(table, "centre:0")["result"] is False


@pytest.mark.parametrize(
    ("key", "moves"),
    [(f"{HAND}#0", ["H3d-C1"]), (f"side:{ME}:1", ["S2-C1"]), (f"{HAND}#2", []), ("stock", []), (f"side:{ME}:0", [])],
)
def test_a_double_tap_takes_the_card_where_it_is_wanted(open_spite: OpenSpite, key: str, moves: list[str]) -> None:
    table = laid(open_spite)
    shown = table.do(f'(table) => table.hands.double("{key}")')
    assert played(table) == moves
    several = shown["heard"][-1] == "It can go to several places: choose one."
    assert several == (key == f"{HAND}#2")


def test_a_side_card_that_nothing_takes_says_so_where_it_is_picked(open_spite: OpenSpite) -> None:
    table = laid(open_spite)
    shown = tap(table, f"side:{ME}:0")
    assert shown["picked"] == ["Js"]
    assert shown["note"] == "Nothing takes J♠ now."
    assert tap(table, f"{HAND}#0")["note"] != "Nothing takes J♠ now."


def test_two_cards_that_may_be_discarded_together_are_picked_together(open_spite: OpenSpite) -> None:
    table = laid(open_spite, legal=[*LEGAL, "H9h+9d-S3"])
    shown = tap(table, f"{HAND}#3")
    assert shown["note"] == "Pick 9♦ as well to discard both."
    shown = tap(table, f"{HAND}#4")
    assert shown["picked"] == ["9h", "9d"]
    assert shown["note"].startswith("Both go on one")
    assert tap(table, f"{HAND}#3")["picked"] == ["9d"]
    assert tap(table, f"{HAND}#3")["picked"] == ["9h", "9d"]
    # Another card is picked instead of them.
    assert tap(table, f"{HAND}#0")["picked"] == ["3d"]


def test_a_card_tapped_before_the_answer_is_played_after_it(open_spite: OpenSpite) -> None:
    table = laid(open_spite)
    tap(table, f"{HAND}#0", "centre:0")
    table.do(milliseconds=40)
    tap(table, f"{HAND}#0", "centre:0")
    assert played(table) == ["H3d-C1"]
    view = table.game.view(ME).to_json()
    view["players"][ME] |= {**POSITION, "hand": ["4d", "Ks", "9h", "9d"]}
    legal = ["H4d-C1", "H4d-S1"]
    view |= {"centre": [["As", "2h", "3d"], [], []], "legal": legal, "goes_on": ["H4d-C1"]}
    table.version += 1
    seen = {name: value for name, value in view.items() if name != "rules"}
    table.send(
        type="event", version=table.version, game=1, ply=1, seat=ME, action="move", move="H3d-C1", id="m1", view=seen,
        undo=True, pause=0, worlds=0, match=None, standing=None,
    )  # fmt: skip
    table.do(milliseconds=500)
    assert played(table) == ["H3d-C1", "H4d-C1"]


def test_in_the_turn_of_another_a_card_says_why_it_stays(open_spite: OpenSpite) -> None:
    table = laid(open_spite, turn=1, legal=[])
    shown = tap(table, f"{HAND}#0")
    assert shown["picked"] == []
    assert "turn" in shown["heard"][-1]
    assert table.do(f'(table) => table.hands.lift("{HAND}#0", 5, 5)')["result"] is False


@pytest.mark.parametrize("key", ["side:1:0", "centre:0", "stock", f"side:{ME}:2"])
def test_only_ones_own_cards_are_lifted(open_spite: OpenSpite, key: str) -> None:
    table = laid(open_spite)
    assert table.do(f'(table) => table.hands.lift("{key}", 5, 5)')["result"] is False


def test_a_card_in_the_air_marks_where_it_would_fall_and_comes_back_if_it_is_let_go(open_spite: OpenSpite) -> None:
    table = laid(open_spite)
    drag = """(table, { site: { document } }) => {
      const at = (place) => {
        const { rect } = table.state.layout.places.find(({ id }) => id === place);
        return [rect.x + rect.w / 2, rect.y + rect.h / 2];
      };
      const [x, y] = at("%s");
      const [toX, toY] = at("%s");
      table.hands.drag(9, 9, x, y);
      table.hands.drop(true, x, y);
      const lifted = table.hands.lift("%s", x, y);
      table.hands.drag(toX - x, toY - y, toX, toY);
      const over = document.querySelectorAll("#below .over").length;
      table.hands.drop(%s, toX, toY);
      return [lifted, over];
    }"""
    shown = table.do(drag % (f"side:{ME}:1", "centre:0", f"side:{ME}:1", "false"))
    assert shown["result"] == [True, 1]
    assert (played(table), shown["picked"]) == ([], [])
    shown = table.do(drag % (f"side:{ME}:1", "side:1:0", f"side:{ME}:1", "true"))
    assert shown["result"] == [True, 0]
    assert played(table) == []
    table.do(drag % (f"side:{ME}:1", "centre:0", f"side:{ME}:1", "true"))
    assert played(table) == ["S2-C1"]


def test_with_keys_the_focus_goes_to_the_likeliest_place(open_spite: OpenSpite) -> None:
    table = laid(open_spite)
    tap(table, f"{HAND}#0", keyboard=True)
    assert table.do(FOCUSED)["result"] == "centre:0"
    table.do("(table) => table.hands.nowhere()")
    tap(table, f"{HAND}#2", keyboard=True)
    assert table.do(FOCUSED)["result"] == f"side:{ME}:0"


def test_the_obvious_move_of_the_card_in_focus_or_picked_is_made_by_a_key(open_spite: OpenSpite) -> None:
    table = laid(open_spite)
    table.do("(table) => table.hands.obvious()")
    assert played(table) == []
    table.do(f'(table) => {{ table.board.button("{HAND}#0").focus(); table.hands.obvious(); }}')
    assert played(table) == ["H3d-C1"]
    other = laid(open_spite)
    tap(other, f"side:{ME}:1")
    other.do("(table) => table.hands.obvious()")
    assert played(other) == ["S2-C1"]


def test_plates_and_stacks_are_looked_at_by_a_click(open_spite: OpenSpite) -> None:
    table = laid(open_spite)
    table.do("""async (table) => {
      const { listenForLooks } = await import("/static/spite/hands.js");
      listenForLooks(table, async () => ({ toggleTab: (tab) => void (table.tab = tab) }));
    }""")
    click = """(table, {{ site: {{ document }} }}) => {{
      const button = Object.assign(document.createElement("button"), {{ className: "x" }});
      Object.assign(button.dataset, {{ {name}: "{value}" }});
      table.root.append(button);
      const event = new Event("click");
      Object.defineProperty(event, "target", {{ value: button }});
      table.root.dispatchEvent(event);
    }}"""
    assert "Bertrand" in table.do(click.format(name="seat", value="1"))["reader"]
    table.do("(_table, { site: { document } }) => document.querySelector('#reader').close()")
    shown = table.do(click.format(name="read", value="stock"))
    assert "stock" in shown["heard"][-1].lower()
    table.do(click.format(name="panel", value="rules"))
    assert table.do("(table) => table.tab")["result"] == "rules"
