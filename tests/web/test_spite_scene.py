"""Where the cards of Spite and Malice come from and go to, without a browser."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.spite_in_node import ME, OpenSpite, SpiteInNode, begun, spite_tables  # noqa: F401

OWN: Final = 180
"""The time of a card that the player plays, in milliseconds."""
FLIGHTS: Final = """(table, { state, site: { document } }) => {
  const { slots, anchors } = state.layout;
  const spots = [
    ...[...anchors].map(([id, { x, y }]) => [id, x, y]), ...slots.map(({ place, x, y }) => [place, x, y]),
    ...(table.before ?? []),
  ];
  table.before = slots.map(({ place, x, y }) => [place, x, y]);
  const placeAt = (transform) => {
    const found = transform?.match(/translate\\(([-\\d.]+)px, ([-\\d.]+)px/);
    if (!found) return "fades";
    const [x, y] = found.slice(1).map(Number);
    return spots.find(([, left, top]) => Math.abs(left - x) < 1 && Math.abs(top - y) < 1)?.[0] ?? "?";
  };
  return document.querySelector("#cards").children.flatMap((card) =>
    card.animations.splice(0).filter(({ frames }) => frames.length >= 4).map(({ frames, duration }) => {
      const [first, start, end, last] = frames;
      const times = [start.offset, end.offset].map((part) => Math.round(part * duration));
      return [card.dataset.card ?? "", placeAt(first.transform), placeAt(last.transform), ...times];
    }));
}"""
POSITION: Final[dict[str, Any]] = {
    "hand": ["3d", "Ks", "9h"], "side": [["Js"], ["3c"], [], []], "payoff": [{"count": 9, "top": "8h"}],
}  # fmt: skip


def flights(table: SpiteInNode) -> list[list[Any]]:
    """Return the flights since the last time: a card, where from, where to, when it leaves and when it arrives."""
    found: list[list[Any]] = table.do(FLIGHTS)["result"]
    return found


def laid(open_spite: OpenSpite, speed: str = "normal", **changes: Any) -> tuple[SpiteInNode, dict[str, Any]]:
    """Open a table in a position that lies there already, and return it with its view."""
    table = open_spite(begun(), speed=speed)
    view = table.game.view(ME).to_json()
    view["players"][ME] |= POSITION
    view |= {"centre": [["As", "2h"], [], []], "legal": ["H3d-C1", "S2-C1", "HKs-S3"], "goes_on": ["H3d-C1"], **changes}
    table.answers = False
    table.open(view=view, log=["1 H5d-S1"], played=[""], ply=1)
    table.do(milliseconds=3000)
    flights(table)
    return table, view


def test_a_page_that_joins_a_running_game_moves_nothing(open_spite: OpenSpite) -> None:
    table = open_spite(begun(), speed="normal")
    table.game.play(next(move for move in table.game.legal_moves if move.is_discard))
    table.open()
    assert flights(table) == []


def test_cards_are_dealt_from_the_stock_one_after_the_other(open_spite: OpenSpite) -> None:
    table = open_spite(begun(), speed="normal")
    table.open()
    found = flights(table)
    # The one to a hand that is not drawn becomes smaller on its way.
    assert {way[1] for way in found} - {"?"} == {"stock"}
    assert {way[2].split(":")[0] for way in found} >= {"hand", "payoff"}
    starts = sorted(way[3] for way in found)
    assert starts == [24 * at for at in range(len(found))]
    # What has not left the stock yet still lies there.
    coming = "({ scene }) => [scene.arriving, scene.arrivals('stock').coming]"
    arriving, count = table.do(coming)["result"]
    assert arriving
    assert count < -20
    table.do(milliseconds=5000)
    assert table.do(coming)["result"] == [False, 0]
    deals = "(_table, { site: { document } }) => document.querySelector('#cards').classList.contains('deals')"
    assert table.do("(table) => table.begin()")["moving"] == 0
    table.open()
    assert table.do(deals)["result"] is False


@pytest.mark.parametrize(("speed", "pace"), [("normal", 1), ("slow", 1.7), ("fast", 0.5)])
@pytest.mark.parametrize(
    ("move", "card", "source", "target"),
    [("H3d-C1", "3d", f"hand:{ME}", "centre:0"), ("S2-C1", "3c", f"side:{ME}:1", "centre:0"),
     ("HKs-S3", "Ks", f"hand:{ME}", f"side:{ME}:2")],
)  # fmt: skip
def test_a_card_flies_from_where_it_lay_to_where_it_goes(
    open_spite: OpenSpite, speed: str, pace: float, move: str, card: str, source: str, target: str
) -> None:
    table, _view = laid(open_spite, speed)
    table.play(move)
    [flight] = [way for way in flights(table) if way[0] == card]
    assert flight[1:4] == [source, target, 0]
    assert flight[4] == pytest.approx(OWN * pace, abs=1)
    table.do(milliseconds=2000)
    assert table.do()["moving"] == 0


def test_nothing_flies_where_nothing_is_to_move(open_spite: OpenSpite) -> None:
    table, _view = laid(open_spite, "off")
    table.play("H3d-C1")
    assert flights(table) == []


def test_a_finished_stack_is_swept_to_the_stock(open_spite: OpenSpite) -> None:
    table, view = laid(open_spite)
    gone = {name: value for name, value in view.items() if name != "rules"} | {"centre": [[], [], []]}
    gone["players"] = [
        {**player, "hand": ["Ks", "9h"]} if seat == ME else player for seat, player in enumerate(view["players"])
    ]
    table.play("H3d-C1")
    table.do(milliseconds=600)
    flights(table)
    table.send(
        type="event", version=2, game=1, ply=2, seat=ME, action="move", move="H3d-C1", id="m1", view=gone, undo=False,
        pause=0, worlds=0, match=None, standing=None,
    )  # fmt: skip
    swept = []
    for _ in range(12):
        table.do(milliseconds=150)
        swept += [way for way in flights(table) if way[2] == "stock"]
    assert {way[0] for way in swept} <= {"3d", "2h", "As", ""}
    assert len(swept) > 0
    assert table.do()["moving"] == 0


def test_a_move_that_is_taken_back_flies_back(open_spite: OpenSpite) -> None:
    game = begun(lambda one: any(str(move)[0] == "H" and "-C" in str(move) for move in one.legal_moves))
    table = open_spite(game, speed="normal")
    table.open()
    table.do(milliseconds=6000)
    move = next(str(move) for move in game.legal_moves if str(move)[0] == "H" and "-C" in str(move))
    table.play(move)
    table.do(milliseconds=3000)
    flights(table)
    table.do("(table) => table.undo()")
    table.do(milliseconds=60)
    back = [way for way in flights(table) if way[1].startswith("centre:")]
    assert [(way[0], way[2]) for way in back] == [(move[1:].split("-")[0], f"hand:{ME}")]
