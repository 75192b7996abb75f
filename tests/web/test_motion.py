"""The motion of cards, frame by frame: from their last visible place, by the shortest path, above everything."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.answers import answer
from tests.web.conftest import FakeTable, OpenFake, ViewOf, settle
from tests.web.motion import (
    AT_REST,
    LEFT,
    NEAR,
    Path,
    Point,
    Recording,
    at_speed,
    distance,
    slowly,
    well_moved,
)
from tests.web.person import corner, middle
from tests.web.places import hand, hold, place

GESTURES = ("tap", "double tap", "keyboard", "key D", "list")


class Finger:
    """A finger on the screen."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        """Put it down, move it or take it away: touchStart, touchMove or touchEnd."""
        at = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def between(start: Point, end: Point, part: float) -> Point:
    """Return the point after a part of the way."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def of_card(paths: list[Path], name: str) -> Path:
    """Return the path of the only moving card with that name."""
    (path,) = [path for path in paths if path.name == name]
    return path


@pytest.mark.parametrize(
    ("speed", "pointers"),
    [
        ("slow", ("mouse",)),
        ("normal", ("mouse", "touch")),
        ("fast", ("touch",)),
        ("off", ("touch",)),
        ("reduced", ("mouse",)),
    ],
)
def test_a_dropped_card_goes_on_from_the_finger(
    fake_table: OpenFake, view_of: ViewOf, speed: str, pointers: tuple[str, ...]
) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed, has_touch=True)
    page = table.page
    start, goal = corner(hand(table, "7c")), middle(place(page, "centre:0"))
    steps = [between(start, goal, part) for part in (0.1, 0.5, 0.9)]
    finger = Finger(page)
    for pointer in pointers:
        if pointer == "mouse":
            page.mouse.move(*start)
            page.mouse.down()
            for step in steps:
                page.mouse.move(*step)
        else:
            finger("touchStart", start)
            for step in steps:
                finger("touchMove", step)
        recording = Recording(page)
        if pointer == "mouse":
            page.mouse.up()
        else:
            finger("touchEnd")
        assert (pointer, table.last("move")["move"]) == (pointer, "H7c-C1")
        dropped = of_card(well_moved(recording.stop()), "7c")
        assert dropped.place == "centre:0"
        assert dropped.length < distance(start, goal) / 2
        as_it_was(table)


@pytest.mark.parametrize(
    ("speed", "gestures"),
    [
        ("slow", ("keyboard",)),
        ("normal", GESTURES),
        ("fast", ("double tap", "list")),
        ("off", ("tap", "key D")),
        ("reduced", ("tap", "double tap")),
    ],
)
def test_a_played_card_goes_straight(
    fake_table: OpenFake, view_of: ViewOf, speed: str, gestures: tuple[str, ...]
) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    page = table.page
    card = hand(table, "7c")
    for gesture in gestures:
        if gesture == "list":
            page.keyboard.press("m")
            page.get_by_role("button", name="Play 7♣ on 6♣").wait_for()
            # The table makes room for the list.
            settle(page)
            page.evaluate(AT_REST)
        recording = Recording(page)
        if gesture == "tap":
            page.mouse.click(*corner(card))
            page.mouse.click(*middle(place(page, "centre:0")))
        elif gesture == "double tap":
            page.mouse.dblclick(*corner(card))
        elif gesture == "keyboard":
            card.focus()
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        elif gesture == "key D":
            card.focus()
            page.keyboard.press("d")
        else:
            page.get_by_role("button", name="Play 7♣ on 6♣").click()
        assert (gesture, table.last("move")["move"]) == (gesture, "H7c-C1")
        assert of_card(well_moved(recording.stop()), "7c").place == "centre:0", gesture
        as_it_was(table)


def as_it_was(table: FakeTable) -> None:
    """Refuse the move, and wait until everything is back in place."""
    table.send(
        type="refused", id=table.last("move")["id"], code="stale", message="Look again.", version=1, game=1, ply=0,
        undo=False, view=table.snapshot["view"],
    )  # fmt: skip
    table.sent.clear()
    table.page.locator('.card[data-place="hand:1"][data-card="7c"]').wait_for(state="attached")
    table.page.evaluate(AT_REST)


@pytest.mark.nightly("src/spite_and_malice/web/spite/", "src/spite_and_malice/web/kernel/cards/")
def test_equal_cards_of_a_hand_do_not_pass_each_other(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["hand"] = ["7c", "9c", "9c", "9c"]
    table = at_speed(fake_table, view, "slow")
    recording = Recording(table.page)
    table.page.mouse.dblclick(*corner(hand(table, "7c")))
    first, second, third = (path for path in recording.stop() if path.name == "9c")
    assert first.way[-1] < second.way[-1] < third.way[-1]


@pytest.mark.parametrize("speed", ["normal", "off", "reduced"])
def test_a_card_dropped_beside_every_place_goes_home(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    page = table.page
    hold(page, corner(hand(table, "7c")), over=place(page, "payoff:0:0"))
    recording = Recording(page)
    page.mouse.up()
    assert of_card(well_moved(recording.stop()), "7c").place == "hand:1"


@pytest.mark.parametrize("speed", ["fast", "off", "reduced"])
def test_a_card_taken_back_goes_home(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    page = table.page
    before = table.snapshot["view"]
    played = after_playing(before)
    page.mouse.dblclick(*corner(hand(table, "7c")))
    answer(table, played, undo=True)
    page.get_by_role("button", name="Take the move back").wait_for()
    recording = Recording(page)
    page.get_by_role("button", name="Take the move back").click()
    table.send(
        type="event", version=3, game=1, ply=2, seat=1, action="undo", move=None, id=table.last("undo")["id"],
        view=before, undo=False, match=None, standing=None,
    )  # fmt: skip
    assert of_card(well_moved(recording.stop()), "7c").place == "hand:1"


def after_playing(view: dict[str, Any]) -> dict[str, Any]:
    """Return the view after 7c has gone from the hand to the first centre stack."""
    after: dict[str, Any] = {**view, "players": [dict(player) for player in view["players"]]}
    after["players"][1]["hand"] = [card for card in view["players"][1]["hand"] if card != "7c"]
    after["centre"] = [[*view["centre"][0], "7c"], *view["centre"][1:]]
    after["legal"] = []
    return after


@pytest.mark.parametrize("speed", ["fast", "off", "reduced"])
def test_a_refused_card_turns_round_where_it_is(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    page = table.page
    page.mouse.click(*corner(hand(table, "7c")))
    page.evaluate(AT_REST)
    recording = Recording(page)
    slowly(page, 0.02)
    page.mouse.click(*middle(place(page, "centre:0")))
    sent = table.last("move")
    settle(page)
    table.send(
        type="refused", id=sent["id"], code="stale", message="Look again.", version=1, game=1, ply=0, undo=False,
        view=table.snapshot["view"],
    )  # fmt: skip
    paths = recording.stop()
    # Nothing was played to its target.
    expect(page.locator(".card.last")).to_have_count(0)
    (card,) = [path for path in paths if path.name == "7c"]
    home = card.way[-1]
    assert card.place == "hand:1"
    far = [distance(point, home) for point in card.way]
    turn = far.index(max(far))
    assert all(after <= before + NEAR for before, after in zip(far[turn:], far[turn + 1 :], strict=False)), far
    if speed == "fast":
        goal = middle(place(page, "centre:0"))
        assert max(far) < 0.9 * distance(home, goal), "it went on to the stack first"
    assert not [
        path for path in paths if path.length > 2 * NEAR and path is not card and path.place.startswith("hand:")
    ]


@pytest.mark.parametrize("speed", ["slow", "off", "reduced"])
def test_an_opponents_card_goes_straight(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    view = view_of("standard-2/0")
    view["turn"], view["legal"] = 0, []
    table = at_speed(fake_table, view, speed)
    after = {**view, "centre": [[*view["centre"][0], "7h"], *view["centre"][1:]]}
    recording = Recording(table.page)
    table.send(
        type="event", version=2, game=1, ply=1, seat=0, action="move", move="H7h-C1", id=None, view=after, undo=False,
        match=None, standing=None,
    )  # fmt: skip
    table.page.locator('.card[data-place="centre:0"][data-card="7h"]').wait_for(state="attached")
    paths = recording.stop()
    well_moved(paths)
    assert [path.place for path in paths if path.name == "7h"] == ["centre:0"]


@pytest.mark.nightly("src/spite_and_malice/web/spite/", "src/spite_and_malice/web/kernel/cards/")
def test_a_card_looks_covered_when_another_lies_on_it(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["turn"], view["legal"] = 0, []
    view["players"][0]["side"] = [["Qs", "Js"], [], [], []]
    table = at_speed(fake_table, view, "normal")
    page = table.page
    players = [{**view["players"][0], "side": [["Qs", "Js", "6c"], [], [], []]}, *view["players"][1:]]
    lower = '.card[data-place="side:0:0"][data-card="Js"]'
    slowly(page, 0.05)
    table.send(
        type="event", version=2, game=1, ply=1, seat=0, action="move", move="H6c-S1", id=None,
        view={**view, "players": players}, undo=False, match=None, standing=None,
    )  # fmt: skip
    page.locator('.card.flying[data-place="side:0:0"][data-card="6c"]').wait_for(state="attached")
    assert page.locator(f"{lower}:not(.strip)").count() == 1
    slowly(page, 5)
    page.locator(f"{lower}.strip").wait_for(state="attached")


def test_a_turn_taken_back_brings_each_card_home(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    later: dict[str, Any] = {**view, "players": [dict(player) for player in view["players"]]}
    later["players"][1] |= {"hand": ["Th", "7c", "Ah", "8c", "5d"], "side": [["9c"], *view["players"][1]["side"][1:]]}
    table = at_speed(fake_table, later, "normal")
    table.send(**table.snapshot | {"version": 2, "ply": 2, "log": ["1 H9c-S1", "0 H7h-S1"]})
    table.page.evaluate(AT_REST)
    start = middle(table.page.locator('.card[data-card="9c"]'))
    recording = Recording(table.page)
    table.send(**table.snapshot | {"version": 3, "ply": 3, "log": [], "view": view})
    path = of_card(well_moved(recording.stop()), "9c")
    assert path.place == "hand:1"
    assert distance(path.way[0], start) < 20


def about_to_finish(view: dict[str, Any]) -> dict[str, Any]:
    """Let the queen of spades finish the first stack; return the resulting table."""
    view["players"][1]["hand"] = ["Qs", "8c"]
    view["centre"][0] = [f"{rank}s" for rank in "A23456789TJ"]
    view["legal"] = ["HQs-C1"]
    after: dict[str, Any] = {**view, "players": [dict(player) for player in view["players"]]}
    after["players"][1]["hand"] = ["8c"]
    after["centre"] = [[], *view["centre"][1:]]
    return after


@pytest.mark.nightly("src/spite_and_malice/web/spite/", "src/spite_and_malice/web/kernel/cards/")
@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_a_finished_stack_is_swept_straight_to_the_stock(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    view = view_of("standard-2/0")
    after = about_to_finish(view)
    table = at_speed(fake_table, view, speed)
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "Qs")))
    page.locator(".card.flying").first.wait_for(state="detached")
    slowly(page, 0.3)  # A busy machine paints few frames of it.
    recording = Recording(page)
    answer(table, after)
    page.locator('.card[data-place="centre:0"]').first.wait_for(state="detached")
    paths = recording.stop()
    stack = [path for path in well_moved(paths) if path.place == "centre:0"]
    assert {path.name for path in stack} == {"Qs", "Js", "Ts"}
    stock = middle(place(page, "stock"))
    for path in stack:
        # On a busy machine the last frames before the card is gone are not painted: its direction must be the stock's.
        (x, y), (to_x, to_y) = path.way[0], path.way[-1]
        on = distance((x, y), stock) / path.length
        assert on < 2
        assert distance((x + (to_x - x) * on, y + (to_y - y) * on), stock) < 20


SQUARED = f"""() => {{
    window.squared = [];
    const left = {LEFT};
    const lying = () => [...document.querySelectorAll('.card[data-place="centre:0"]')].map(left);
    new MutationObserver((changes) => {{
        const added = changes.flatMap((change) => [...change.addedNodes]);
        if (added.some((one) => one.classList?.contains("squared"))) window.squared = lying();
    }}).observe(document.querySelector("#table"), {{ childList: true }});
    // What draws it is there.
    return import("/static/spite/moments/effects.js");
}}"""


def test_a_finished_stack_is_squared_while_it_lies_there(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    after = about_to_finish(view)
    table = at_speed(fake_table, view, "slow")
    page = table.page
    page.evaluate(SQUARED)
    page.mouse.dblclick(*corner(hand(table, "Qs")))
    answer(table, after)
    page.locator('.card[data-place="centre:0"]').first.wait_for(state="detached")
    left = page.evaluate("window.squared")
    assert left
    # A flight begins with a frame, and the time until the stack is squared with the response.
    assert max(left) < 0.25


def test_with_less_motion_a_hand_that_closes_up_does_not_blink(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "reduced")
    page = table.page
    page.evaluate(
        """() => {
            window.faded = [];
            const plain = Element.prototype.animate;
            Element.prototype.animate = function (...given) {
                if (this.dataset.card) window.faded.push(this.dataset.card);
                return plain.apply(this, given);
            };
        }"""
    )
    page.mouse.dblclick(*corner(hand(table, "7c")))
    table.last("move")
    faded = set(page.evaluate("window.faded"))
    assert "7c" in faded
    assert not faded & {"9c", "Th", "Ah", "8c"}


def test_reduced_motion_moves_nothing(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), settings={"speed": "slow"}, reduced_motion="reduce")
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "7c")))
    frames = page.evaluate(
        "document.getAnimations().flatMap((one) => one.effect.getKeyframes().map((frame) => frame.transform ?? 'none'))"
    )
    assert set(frames) <= {"none"}
