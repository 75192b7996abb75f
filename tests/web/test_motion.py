"""How cards move, frame by frame: from where the eye last saw them, by the shortest way, over all they pass."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import FakeTable, OpenFake, ViewOf
from tests.web.motion import NEAR, Path, Point, Recording, distance, well_moved
from tests.web.person import corner, middle
from tests.web.test_table import TWO_FRAMES, answer, hand, hold, place

AT_REST = "Promise.allSettled(document.getAnimations().map((one) => one.finished))"
SPEEDS = ("slow", "normal", "fast", "off", "reduced")


def at_speed(fake_table: OpenFake, view: dict[str, Any], speed: str, **options: Any) -> FakeTable:
    """Open a table with a speed of its settings, or for a person who wants no motion; it has been dealt."""
    still = {"reduced_motion": "reduce"} if speed == "reduced" else {}
    table = fake_table(view, settings={"speed": "slow" if still else speed}, **still, **options)
    table.page.evaluate(AT_REST)
    return table


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
    """Return the way of the only card of that name that moved."""
    (path,) = [path for path in paths if path.name == name]
    return path


# standard-2/0: seat 1 holds 9c Th 7c Ah 8c; the centre takes 7, 2 and 3; a jack lies on the pay-off pile.


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_dropped_card_goes_on_from_the_finger(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed, has_touch=True)
    page = table.page
    start, goal = corner(hand(table, "7c")), middle(place(page, "centre:0"))
    steps = [between(start, goal, part) for part in (0.1, 0.5, 0.9)]
    finger = Finger(page)
    for pointer in ("mouse", "touch"):
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


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_played_card_goes_straight(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    page = table.page
    card = hand(table, "7c")
    for gesture in ("tap", "double tap", "keyboard", "key D", "list"):
        if gesture == "list":
            page.keyboard.press("m")
            page.get_by_role("button", name="Play 7♣ on stack 1").wait_for()
            # The table makes room for the list.
            page.evaluate(TWO_FRAMES)
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
            page.get_by_role("button", name="Play 7♣ on stack 1").click()
        assert (gesture, table.last("move")["move"]) == (gesture, "H7c-C1")
        assert of_card(well_moved(recording.stop()), "7c").place == "centre:0", gesture
        as_it_was(table)


def as_it_was(table: FakeTable) -> None:
    """Refuse the move, and wait until all lies where it lay before."""
    table.send(
        type="refused", id=table.last("move")["id"], code="stale", message="Look again.", version=1, game=1, ply=0,
        undo=False, view=table.snapshot["view"],
    )  # fmt: skip
    table.sent.clear()
    table.page.locator('.card[data-place="hand:1"][data-card="7c"]').wait_for(state="attached")
    table.page.evaluate(AT_REST)


def test_equal_cards_of_a_hand_do_not_pass_each_other(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["hand"] = ["7c", "9c", "9c", "9c"]
    table = at_speed(fake_table, view, "slow")
    recording = Recording(table.page)
    table.page.mouse.dblclick(*corner(hand(table, "7c")))
    first, second, third = (path for path in recording.stop() if path.name == "9c")
    assert first.way[-1] < second.way[-1] < third.way[-1]


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_card_dropped_beside_every_place_goes_home(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    page = table.page
    hold(page, corner(hand(table, "7c")), over=place(page, "payoff:0:0"))
    recording = Recording(page)
    page.mouse.up()
    assert of_card(well_moved(recording.stop()), "7c").place == "hand:1"


@pytest.mark.parametrize("speed", SPEEDS)
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


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_refused_card_turns_round_where_it_is(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    page = table.page
    page.mouse.click(*corner(hand(table, "7c")))
    page.evaluate(AT_REST)
    recording = Recording(page)
    recording.slowly(0.02)
    page.mouse.click(*middle(place(page, "centre:0")))
    sent = table.last("move")
    page.evaluate(TWO_FRAMES)
    table.send(
        type="refused", id=sent["id"], code="stale", message="Look again.", version=1, game=1, ply=0, undo=False,
        view=table.snapshot["view"],
    )  # fmt: skip
    paths = recording.stop()
    # Where it was to go nothing was played.
    expect(page.locator(".card.last")).to_have_count(0)
    (card,) = [path for path in paths if path.name == "7c"]
    home = card.way[-1]
    assert card.place == "hand:1"
    far = [distance(point, home) for point in card.way]
    turn = far.index(max(far))
    assert all(after <= before + NEAR for before, after in zip(far[turn:], far[turn + 1 :], strict=False)), far
    if speed in ("slow", "normal", "fast"):
        goal = middle(place(page, "centre:0"))
        assert max(far) < 0.9 * distance(home, goal), "it went on to the stack first"
    assert not [
        path for path in paths if path.length > 2 * NEAR and path is not card and path.place.startswith("hand:")
    ]


@pytest.mark.parametrize("speed", SPEEDS)
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


def test_a_pile_has_edges_once_a_card_lies_on_it(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "slow")
    page = table.page
    Recording(page).slowly(0.02)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    page.locator(".card.flying").first.wait_for(state="attached")
    pile = page.locator('.pile[data-place="payoff:1:0"]')
    expect(pile).to_be_hidden()
    # Where it will lie there is a place already.
    expect(page.locator(".outline.payoff").first).to_have_css("opacity", "1")
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(pile).to_be_visible()


def test_a_pile_is_as_thick_as_its_cards_are_many(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, "off")
    thick = """(id) => {
        const edges = getComputedStyle(document.querySelector(`.pile[data-place="${id}"]`), "::before");
        return -Number.parseFloat(edges.bottom);
    }"""
    told = []
    for version, count in enumerate((20, 12, 5), 2):
        view["players"][1]["payoff"][0]["count"] = count
        table.send(**table.snapshot | {"version": version, "view": view})
        expect(table.page.locator(".label.payoff").first).to_have_text(str(count))
        told.append(table.page.evaluate(thick, "payoff:1:0"))
    assert told[0] > told[1] + 2 > told[2] + 4
    assert told[2] > 1, "five cards are seen to be more than one"


def test_a_stack_takes_the_next_card_before_one_has_wholly_come_to_rest(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, "normal")
    page = table.page
    label = page.locator(".label.centre").first
    Recording(page).slowly(0.02)
    page.mouse.dblclick(*corner(hand(table, "7c")))
    page.locator('.card.flying[data-card="7c"]').wait_for(state="attached")
    page.evaluate("document.getAnimations().forEach((one) => one.pause())")
    for part, takes in ((0.6, "takes 7"), (0.9, "takes 8")):
        page.evaluate(
            """(part) => {
                for (const one of document.getAnimations()) {
                    const end = one.effect.getComputedTiming().endTime;
                    one.currentTime = part * 180;
                    if (one.currentTime >= end) one.finish();
                }
            }""",
            part,
        )
        expect(label).to_have_text(takes)
    assert page.locator('.card.flying[data-card="7c"]').count() == 1


def test_a_stack_takes_what_follows_the_card_that_lies_there(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["turn"], view["legal"] = 0, []
    table = at_speed(fake_table, view, "slow")
    page = table.page
    Recording(page).slowly(0.02)
    label = page.locator(".label.centre").first
    expect(label).to_have_text("takes 7")
    after = {**view, "centre": [[*view["centre"][0], "7h"], *view["centre"][1:]]}
    table.send(
        type="event", version=2, game=1, ply=1, seat=0, action="move", move="H7h-C1", id=None, view=after, undo=False,
        match=None, standing=None,
    )  # fmt: skip
    card = page.locator('.card.flying[data-place="centre:0"][data-card="7h"]')
    card.wait_for(state="attached")
    expect(label).to_have_text("takes 7")
    # The view after the move is shown while the card is still on its way.
    page.wait_for_timeout(1500)
    assert card.count() == 1
    expect(label).to_have_text("takes 7")
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(label).to_have_text("takes 8")


def test_the_light_goes_with_the_card_that_ends_the_turn(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, "slow")
    page = table.page
    lit = page.locator(".seat-name.turn")
    expect(lit).to_have_attribute("data-seat", "1")
    Recording(page).slowly(0.02)
    page.mouse.click(*corner(hand(table, "9c")))
    page.mouse.click(*middle(place(page, "side:1:0")))
    table.last("move")
    # Nothing was answered yet.
    expect(lit).to_have_count(0)
    expect(page.locator("#status .head")).to_be_hidden()
    after = {**view, "turn": 0, "legal": [], "players": [dict(player) for player in view["players"]]}
    after["players"][1] |= {"hand": ["Th", "7c", "Ah", "8c"], "side": [["9c"], *view["players"][1]["side"][1:]]}
    answer(table, after)
    expect(lit).to_have_attribute("data-seat", "0")
    expect(page.locator("#status .head")).to_have_text("Ada's turn.")
    assert page.locator('.card.flying[data-card="9c"]').count() == 1, "the card is still on its way"


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


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_a_deal_goes_straight(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    recording = Recording(table.page)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    moved = well_moved(recording.stop())
    assert len([path for path in moved if path.place == "hand:1"]) == 5


def test_the_first_game_of_a_table_is_dealt_too(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "slow"}).page
    expect(page.locator(".card.turning")).not_to_have_count(0)


FACED = """() => {
    window.faced = [];
    const take = () => {
        const cards = [...document.querySelectorAll('#cards .card[data-place="hand:1"].turning')];
        const sides = cards.map((card) => card.querySelector(".front"));
        window.faced.push(sides.map((side) => [side.getBoundingClientRect().width > 1, side.childElementCount > 0]));
        if (!window.faced.some((frame) => frame.length > 0) || cards.length > 0) requestAnimationFrame(take);
        else window.done = true;
    };
    requestAnimationFrame(take);
}"""


def test_a_drawn_card_gets_its_face_on_its_way_and_before_it_is_seen(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "normal")
    page = table.page
    Recording(page).slowly(0.25)
    page.evaluate(FACED)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    page.wait_for_function("window.done")
    frames = [frame for frame in page.evaluate("window.faced") if frame]
    # The frame in which the cards come has enough to do.
    assert not all(faced for _, faced in frames[0])
    assert all(faced for frame in frames for seen, faced in frame if seen)
    assert any(seen for frame in frames for seen, _ in frame)


HEARD = """() => {
    window.heard = [];
    const note = document.querySelector("#status .note");
    const cards = () => [...document.querySelectorAll('.card:is([data-card="7h"], [data-card="8h"])')];
    const left = (card) => Math.max(0, ...card.getAnimations().map((one) =>
      1 - Number(one.currentTime) / Number(one.effect.getComputedTiming().endTime)));
    // A busy machine begins a flight late, but counts the time to the words from when it was asked for.
    const lie = () => cards().filter((card) => left(card) < 0.75).length;
    new MutationObserver(() => window.heard.push([note.textContent, lie()])).observe(note, { childList: true });
}"""


def test_what_is_said_comes_when_the_card_is_seen_to_lie(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view |= {"turn": 0, "legal": []}
    table = at_speed(fake_table, view, "slow")
    page = table.page
    page.evaluate(HEARD)
    centre = view["centre"]
    for ply, card in enumerate(["7h", "8h"], 1):
        centre = [[*centre[0], card], *centre[1:]]
        table.send(
            type="event", version=1 + ply, game=1, ply=ply, seat=0, action="move", move=f"H{card}-C1", id=None,
            view=view | {"centre": centre}, undo=False, match=None, standing=None,
        )  # fmt: skip
    expect(page.locator("#status .note")).to_contain_text("8")
    heard = [(text, laid) for text, laid in page.evaluate("window.heard") if text]
    assert [laid for _, laid in heard] == [1, 2]


COUNTED = """() => {
    const told = [];
    const take = () => {
        const text = (of) => document.querySelector(of)?.textContent ?? "";
        const moving = ".card:is(.turning, .flying, .waiting)";
        told.push({
            labels: [...document.querySelectorAll(".label.payoff")].map((one) => one.textContent),
            left: text('.seat-name[data-seat="0"] .left'),
            held: text('.seat-name[data-seat="0"] .held'),
            stock: Number(text(".label.stock")),
            flying: document.querySelectorAll('.card:is(.flying, .waiting)[data-place="payoff:0:0"]').length,
        });
        if (told.length < 5 || document.querySelector(moving)) requestAnimationFrame(take);
        else window.told = told;
    };
    take();
}"""


@pytest.mark.parametrize("speed", ["slow", "normal"])
def test_counts_grow_with_the_cards_that_are_dealt(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, speed)
    page = table.page
    count = view["players"][0]["payoff"][0]["count"]
    page.evaluate(COUNTED)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    page.wait_for_function("window.told")
    told = page.evaluate("window.told")
    dealing = [frame for frame in told if frame["flying"] > 0]
    assert dealing
    # While all are in the air nothing is counted, and while one is, not all of them.
    assert (dealing[0]["labels"], dealing[0]["left"], dealing[0]["held"]) == (["", ""], "", "")
    assert all(int(frame["left"] or 0) < count for frame in dealing)
    told = told[told.index(dealing[0]) :]
    for name in ("left", "held"):
        seen = [int(frame[name] or 0) for frame in told]
        assert seen == sorted(seen)
    stock = [frame["stock"] for frame in told]
    assert set(stock) == {0, view["stock"]}
    assert stock == sorted(stock)
    own = view["players"][1]["payoff"][0]["count"]
    assert told[-1]["labels"] == [str(own), str(count)]
    assert told[-1]["held"] == str(view["players"][0]["hand"])


def test_nothing_is_said_while_cards_are_dealt_and_another_window_ends_it(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    table = at_speed(fake_table, view_of("unlimited-2/0"), "slow")
    page = table.page
    page.evaluate(
        """() => {
            const plain = Element.prototype.animate;
            Element.prototype.animate = function (...given) {
                const animation = plain.apply(this, given);
                animation.pause();
                return animation;
            };
        }"""
    )
    table.send(**table.snapshot | {"version": 2, "game": 2})
    expect(page.locator(".card.turning")).not_to_have_count(0)
    note = page.locator("#status .note")
    expect(note).to_have_text("")
    # Nothing goes on in the measures of the last window.
    page.set_viewport_size({"width": 800, "height": 600})
    expect(page.locator(".card:is(.turning, .flying, .waiting)")).to_have_count(0)
    expect(note).to_contain_text("Nothing fits")


def test_a_page_that_comes_into_a_running_game_shows_it_at_once(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "slow")
    table.snapshot["log"] = ["0 H7h-C1"]
    table.page.reload()
    table.page.wait_for_selector("#cards .card")
    assert table.page.evaluate("document.querySelectorAll('.card.turning, .card.flying').length") == 0


def about_to_finish(view: dict[str, Any]) -> dict[str, Any]:
    """Let the queen of spades finish the first stack; return how the table stands then."""
    view["players"][1]["hand"] = ["Qs", "8c"]
    view["centre"][0] = [f"{rank}s" for rank in "A23456789TJ"]
    view["legal"] = ["HQs-C1"]
    after: dict[str, Any] = {**view, "players": [dict(player) for player in view["players"]]}
    after["players"][1]["hand"] = ["8c"]
    after["centre"] = [[], *view["centre"][1:]]
    return after


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_a_finished_stack_is_swept_straight_to_the_stock(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    view = view_of("standard-2/0")
    after = about_to_finish(view)
    table = at_speed(fake_table, view, speed)
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "Qs")))
    page.locator(".card.flying").first.wait_for(state="detached")
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


SQUARED = """() => {
    window.squared = [];
    const lying = () => [...document.querySelectorAll('.card[data-place="centre:0"]')].map((one) => one.className);
    new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes]);
        if (added.some((one) => one.classList?.contains("squared"))) window.squared = lying();
    }).observe(document.querySelector("#table"), { childList: true });
    // What draws it is there.
    return import("/static/table/moments/flourish.js");
}"""


def test_a_finished_stack_is_squared_while_it_lies_there(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    after = about_to_finish(view)
    table = at_speed(fake_table, view, "slow")
    page = table.page
    page.evaluate(SQUARED)
    page.mouse.dblclick(*corner(hand(table, "Qs")))
    answer(table, after)
    page.locator('.card[data-place="centre:0"]').first.wait_for(state="detached")
    lying = page.evaluate("window.squared")
    assert lying
    assert not any("flying" in one for one in lying)


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
