"""What is drawn of a table of Spite and Malice besides its cards: places with their names, counts, edges and light."""

from __future__ import annotations

from math import exp
from typing import Any, Final

import pytest

from spite_and_malice.play import Game
from tests.web.spite_in_node import ME, OpenSpite, SpiteInNode, begun, spite_tables  # noqa: F401

ATTRIBUTE: Final = """(_table, {{ site: {{ document }} }}) => Object.fromEntries(
  document.querySelectorAll("#above [data-key][{name}]").map((one) => [one.dataset.key, one.getAttribute("{name}")]))"""
NAMES: Final = ATTRIBUTE.format(name="aria-label")
PRESSED: Final = ATTRIBUTE.format(name="aria-pressed")
LABELS: Final = """(table, { state, site: { document } }) => Object.fromEntries(
  state.layout.places.filter(({ label, kind }) => label && kind !== "side").map(({ id, label }) => {
    const found = document.querySelectorAll("#above .label").find(({ style }) =>
      style.left === `${label.x}px` && style.top === `${label.y}px`);
    return [id, found && [found.textContent, found.className.split(" ").slice(2)]];
  }))"""
OUTLINES: Final = """(_table, { state, site: { document } }) =>
  state.layout.places.filter(({ kind }) => kind !== "hand").map(({ id, spot }) => {
    const found = document.querySelectorAll("#below .outline").find(({ style }) =>
      style.left === `${spot.x}px` && style.top === `${spot.y}px`);
    return [id, found?.classList.contains("empty") ?? null, found?.style["--w"] === `${spot.w}px`];
  })"""
EDGES: Final = """(_table, { state, site: { document } }) => Object.fromEntries(
  document.querySelectorAll("#below .pile").map(({ dataset, hidden, style }) => {
    const { spot } = state.layout.places.find(({ id }) => id === dataset.place);
    return [dataset.place, [hidden, parseFloat(style["--thick"]), spot.w]];
  }))"""
LIGHTS: Final = """(_table, { state, site }) => site.document.querySelectorAll("#below .light").map((light) => {
  const { left, top, height } = light.style;
  const place = state.layout.places.find(({ spot }) => left === `${spot.x}px` && top === `${spot.y}px`);
  const last = state.layout.anchors.get(place.id) ?? place.spot;
  const whole = last.y + last.h - place.spot.y;
  return [place.id, light.classList.contains("pointed"), Math.abs(parseFloat(height) - whole) < 0.01];
})"""


def changed(open_spite: OpenSpite, size: tuple[int, int] = (1280, 800), **changes: Any) -> SpiteInNode:
    """Open a table whose view has these changes; `mine` and `theirs` change the two players."""
    table = open_spite(begun(), how={"size": size})
    view = table.game.view(ME).to_json()
    for seat, name in enumerate(("mine", "theirs")):
        view["players"][seat] |= changes.pop(name, {})
    table.open(view={**view, **changes})
    return table


def move_of(game: Game, target: str) -> tuple[str, str]:
    """Return a legal move of a card in the hand to a kind of place: its text and its card."""
    text = next(str(move) for move in game.legal_moves if str(move)[0] == "H" and f"-{target}" in str(move))
    return text, text[1:].split("-")[0]


def test_every_place_says_what_lies_there(open_spite: OpenSpite) -> None:
    table = changed(
        open_spite,
        mine={"hand": ["Ks", "9h", "3d"], "side": [["9d"], ["7c", "6c"], [], []]},
        centre=[["As", "2h"], [], []],
        stock=1,
        legal=["H3d-C1", "H3d-S1"],
    )
    names = table.do(NAMES)["result"]
    assert "hand, 1 of 3" in names[f"hand:{ME}#0"]
    assert "hand, 3 of 3" in names[f"hand:{ME}#2"]
    assert names["centre:0"].endswith("takes 3 next")
    assert "2 cards" in names["centre:0"]
    assert "empty" in names["centre:1"]
    assert names["centre:1"].endswith("takes A next")
    assert names["stock"] == "Stock, 1 card"
    assert "1 card" in names[f"side:{ME}:0"]
    assert "2 cards" in names[f"side:{ME}:1"]
    assert names[f"side:{ME}:2"].endswith("empty")


def test_places_lie_in_groups_with_names_and_ones_own_come_first(open_spite: OpenSpite) -> None:
    table = changed(open_spite)
    groups = table.do("""(_table, { site: { document } }) =>
      document.querySelectorAll("#above [role=group]").map((one) =>
        [one.getAttribute("aria-label"), one.children.map(({ dataset }) => dataset.key.split(":")[0])])""")
    assert [(name, [*dict.fromkeys(kinds)]) for name, kinds in groups["result"]] == [
        ("Hand", ["hand"]), ("Your piles", ["payoff", "side"]), ("Centre", ["centre", "stock"]),
        ("Bertrand's piles", ["payoff", "side"]),
    ]  # fmt: skip


def test_the_light_is_on_whoever_plays(open_spite: OpenSpite) -> None:
    areas = """(_table, { site: { document } }) => document.querySelectorAll("#below .area").map(({ classList }) =>
      [classList.contains("own"), classList.contains("turn")]).sort()"""
    table = changed(open_spite)
    assert table.do(areas)["result"] == [[False, False], [True, True]]
    other = changed(open_spite, turn=1, legal=[])
    assert other.do(areas)["result"] == [[False, True], [True, False]]


def test_empty_places_are_outlined_as_such(open_spite: OpenSpite) -> None:
    table = changed(open_spite, mine={"side": [["9d"], [], [], []]}, centre=[["As"], [], []])
    found = {place: (empty, wide) for place, empty, wide in table.do(OUTLINES)["result"]}
    assert all(wide for _empty, wide in found.values())
    full = {place for place, (empty, _wide) in found.items() if empty is False}
    assert full == {f"side:{ME}:0", "centre:0", "stock", "payoff:0:0", "payoff:1:0"}


def test_piles_are_as_thick_as_what_lies_there(open_spite: OpenSpite) -> None:
    table = changed(
        open_spite,
        mine={"payoff": [{"count": 12, "top": "9h"}]},
        theirs={"payoff": [{"count": 1, "top": "8h"}]},
        centre=[["As", "2h", "3h"], ["As"], []],
        stock=40,
    )
    found = table.do(EDGES)["result"]
    counts = {"payoff:0:0": 12, "payoff:1:0": 1, "centre:0": 3, "centre:1": 1, "centre:2": 0, "stock": 40}
    assert {place: hidden for place, (hidden, *_rest) in found.items()} == {
        place: count < 2 for place, count in counts.items()
    }
    for place, (hidden, thick, width) in found.items():
        if not hidden:
            assert thick == pytest.approx(0.17 * width * (1 - exp(-counts[place] / 40)), abs=0.06)


def test_figures_stand_under_the_piles(open_spite: OpenSpite) -> None:
    table = changed(
        open_spite, mine={"payoff": [{"count": 12, "top": "9h"}]}, centre=[["As", "2h"], [], []], stock=40, aside=[]
    )
    found = table.do(LABELS)["result"]
    assert found["payoff:0:0"][0] == "12"
    assert found["stock"][0] == "40"
    assert (found["centre:0"][0], found["centre:1"][0]) == ("takes 3", "takes A")
    hidden = table.do("""(_table, { site: { document } }) =>
      document.querySelectorAll("#above .label").every((one) => one.getAttribute("aria-hidden") === "true")""")
    assert hidden["result"] is True


def test_cards_set_aside_are_counted_beside_the_stock(open_spite: OpenSpite) -> None:
    for size, words in [((1920, 1080), "40 + 3 aside"), ((360, 640), "40 + 3")]:
        table = changed(open_spite, size=size, stock=40, aside=["9h", "8h", "7h"])
        assert table.do(LABELS)["result"]["stock"][0] == words


@pytest.mark.parametrize(
    ("size", "looks"),
    [((2560, 1440), {"grand", "roomy"}), ((1920, 1080), {"roomy"}), ((640, 360), {"narrow"})],
)
def test_words_are_as_large_as_their_place(open_spite: OpenSpite, size: tuple[int, int], looks: set[str]) -> None:
    table = changed(open_spite, size=size, centre=[["As", "2h"], [], []])
    text, found = table.do(LABELS)["result"]["centre:0"]
    assert {*found} & {"grand", "roomy", "narrow"} == looks
    assert text in ("takes 3", "3")


def test_a_stack_that_hides_cards_can_be_fanned_out(open_spite: OpenSpite) -> None:
    table = changed(open_spite, size=(360, 640), mine={"side": [["9d"] * 12, ["7c"] * 14, ["6c"], []]})
    chips = table.do("""(_table, { site: { document } }) => document.querySelectorAll("#above .chip").map((one) =>
      [one.dataset.read, one.textContent, one.getAttribute("aria-label"), one.getAttribute("type")])""")["result"]
    found = {place: words for place, *words in chips}
    assert {place: (count, kind) for place, (count, _said, kind) in found.items()} == {
        f"side:{ME}:0": ("12", "button"), f"side:{ME}:1": ("14", "button"),
    }  # fmt: skip
    assert found[f"side:{ME}:1"][1].startswith("Fan out ")
    assert found[f"side:{ME}:1"][1].endswith(", 14 cards")


def test_a_picked_card_shows_where_it_can_go(open_spite: OpenSpite) -> None:
    game = begun()
    table = open_spite(game)
    table.open()
    hand = game.view(ME).to_json()["players"][ME]["hand"]
    _text, card = move_of(game, "S")
    key = f"hand:{ME}#{hand.index(card)}"
    assert {*table.do(PRESSED)["result"].values()} == {"false"}
    assert table.do(LIGHTS)["result"] == []
    table.do(f'(table) => table.hands.tap("{key}", false)')
    assert table.do(PRESSED)["result"][key] == "true"
    targets = {f"side:{ME}:{at}" for at in range(4)}
    assert {(place, pointed, whole) for place, pointed, whole in table.do(LIGHTS)["result"]} == {
        (place, False, True) for place in targets
    }
    names = table.do(NAMES)["result"]
    assert {place for place, name in names.items() if name.endswith(". Play here")} == targets
    marked = """(_table, { site: { document } }) => ["target", "picked"].map((name) =>
      document.querySelectorAll(`#above .${name}`).map(({ dataset }) => dataset.key).sort())"""
    assert table.do(marked)["result"] == [sorted(targets), [key]]
    table.do("(table) => table.hands.nowhere()")
    assert table.do(LIGHTS)["result"] == []
    assert table.do(marked)["result"] == [[], []]


def test_what_a_hint_points_at_is_lit_without_a_picked_card(open_spite: OpenSpite) -> None:
    table = changed(open_spite)
    table.do('(table, { state }) => { state.lit = ["centre:1", "hand:0#1"]; table.refresh(); }')
    assert table.do(LIGHTS)["result"] == [["centre:1", True, True]]


def test_nothing_can_be_picked_until_a_move_is_answered(open_spite: OpenSpite) -> None:
    game = begun(lambda one: any(str(move)[0] == "H" and "-C" in str(move) for move in one.legal_moves))
    table = open_spite(game)
    table.open()
    assert len(table.do(PRESSED)["result"]) > 1
    table.answers = False
    text, _card = move_of(game, "C")
    table.play(text)
    assert table.do(PRESSED)["result"] == {}
    table.event(text, "m1")
    table.do()
    assert len(table.do(PRESSED)["result"]) > 1


def test_each_seat_has_a_plate_that_can_be_looked_at(open_spite: OpenSpite) -> None:
    table = changed(open_spite)
    plates = table.do("""(_table, { state, site }) => site.document.querySelectorAll("#above .seat-name").map((one) => {
      const area = state.layout.areas.find(({ seat }) => String(seat) === one.dataset.seat);
      return [one.dataset.seat, one.textContent, one.style.left === `${area.name.x}px`, one.getAttribute("type")];
    })""")["result"]
    assert {seat for seat, *_rest in plates} == {"0", "1"}
    assert all(lies and kind == "button" for _seat, _text, lies, kind in plates)
    assert "Bertrand" in next(text for seat, text, *_rest in plates if seat == "1")
