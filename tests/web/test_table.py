"""What the table says, lights and sends, position by position; the server is the test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import preset_rules
from tests.web.company import SETTINGS, people, person
from tests.web.conftest import SIZES, FakeTable, OpenFake, ViewOf, new_context, resize, snapshot_of
from tests.web.person import corner, middle

TWO_FRAMES: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def answer(table: FakeTable, view: dict[str, Any], **more: Any) -> None:
    """Carry out the page's last move: the event that a server would send, with this view."""
    sent = table.last("move")
    event = {
        "type": "event", "version": 2, "game": 1, "ply": sent["ply"] + 1, "seat": view["seat"], "action": "move",
        "move": sent["move"], "id": sent["id"], "view": without_rules(view), "undo": False, "match": None,
        "standing": None,
    }  # fmt: skip
    table.send(**event | more)


def without_rules(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "rules"}


def hand(table: FakeTable, card: str, nth: int = 0) -> Any:
    """Return the button of a card in hand."""
    seat = table.snapshot["view"]["seat"]
    held = table.snapshot["view"]["players"][seat]["hand"]
    index = [at for at, one in enumerate(held) if one == card][nth]
    return table.page.locator(f'[data-key="hand:{seat}#{index}"]')


def place(page: Page, key: str) -> Any:
    return page.locator(f'[data-key="{key}"]')


def hold(page: Page, start: tuple[float, float], over: Any) -> None:
    """Take hold of a card where it is, and keep it in the air over a place."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle(over), steps=5)


# standard-2/0: seat 1 holds 9c Th 7c Ah 8c; the centre takes 7, 2 and 3; a jack lies on the pay-off pile.


def test_what_can_be_played_is_marked_and_targets_light_up(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    assert page.locator(".card.can").evaluate_all("cards => cards.map((card) => card.dataset.card)") == ["7c"]
    expect(hand(table, "7c")).to_have_accessible_name(
        "Seven of clubs, hand, 3 of 5; can go to centre stack 1, "
        "your side stack 1, your side stack 2, your side stack 3, your side stack 4"
    )
    hand(table, "7c").click(position={"x": 8, "y": 60})
    assert page.locator(".target").evaluate_all("all => all.map((one) => one.dataset.key)") == [
        "side:1:0",
        "side:1:1",
        "side:1:2",
        "side:1:3",
        "centre:0",
    ]
    page.mouse.click(640, 260)
    expect(page.locator(".target")).to_have_count(0)
    assert table.problems.found == []


def test_the_list_of_moves_has_plays_first_and_counts_stacks_in_order(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["legal"] = ["H7c-C1", "H7c-S1", "H9c-C10", "H9c-C2", "H9c-S1", "P-C1", "pass"]
    page = fake_table(view).page
    page.keyboard.press("m")
    expect(page.locator(".move-list button")).to_have_text(
        [
            "Play 7♣ on stack 1",
            "Play 9♣ on stack 2",
            "Play 9♣ on stack 10",
            "Play J♥ from your pay-off pile on stack 1",
            "Put 7♣ on side stack 1",
            "Put 9♣ on side stack 1",
            "Pass",
        ]
    )


def test_a_card_taken_hold_of_beside_its_picture_comes_under_the_finger(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"] = [["7h"], [], [], []]
    view["legal"] = ["S1-C1", "H9c-S1"]
    table = fake_table(view)
    page = table.page
    column = place(page, "side:1:0").bounding_box()
    assert column is not None
    hold(page, (column["x"] + 10, column["y"] + column["height"] - 4), over=place(page, "centre:0"))
    expect(page.locator(".light.centre")).to_have_class(re.compile(r"\bover\b"))
    page.mouse.up()
    assert table.last("move")["move"] == "S1-C1"


def test_a_drag_that_the_system_breaks_off_leaves_nothing_in_the_air(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    hold(page, corner(hand(table, "7c")), over=place(page, "centre:0"))
    expect(page.locator(".card.dragged")).to_have_count(1)
    page.locator("#table").dispatch_event("pointercancel", {"pointerId": 1})
    expect(page.locator(".card.dragged, .card.picked, .target")).to_have_count(0)
    page.mouse.up()
    assert [message["type"] for message in table.sent] == ["hello"]


def test_another_finger_that_leaves_the_table_takes_no_card_down(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    hold(page, corner(hand(table, "7c")), over=place(page, "centre:0"))
    for kind in ("lostpointercapture", "pointercancel"):
        page.locator("#table").dispatch_event(kind, {"pointerId": 9})
    expect(page.locator(".card.dragged")).to_have_count(1)
    page.mouse.up()
    assert table.last("move")["move"] == "H7c-C1"


def test_a_table_that_changes_under_a_drag_takes_the_card_down(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    hold(page, corner(hand(table, "7c")), over=place(page, "centre:0"))
    table.send(**table.snapshot)
    expect(page.locator(".card.dragged, .card.picked")).to_have_count(0)
    page.mouse.up()
    assert page.locator(".card.flying").count() == 0
    page.mouse.dblclick(*corner(hand(table, "7c")))
    assert table.last("move")["move"] == "H7c-C1"


@pytest.mark.parametrize("gesture", ["click", "double click", "drag", "keyboard", "key D", "list"])
def test_every_gesture_plays_the_card(fake_table: OpenFake, view_of: ViewOf, gesture: str) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    card, stack = hand(table, "7c"), place(page, "centre:0")
    if gesture == "click":
        page.mouse.click(*corner(card))
        page.mouse.click(*middle(stack))
    elif gesture == "double click":
        page.mouse.dblclick(*corner(card))
    elif gesture == "drag":
        hold(page, corner(card), over=stack)
        page.mouse.up()
    elif gesture == "keyboard":
        card.focus()
        page.keyboard.press("Enter")
        expect(stack).to_be_focused()
        page.keyboard.press("Enter")
    elif gesture == "key D":
        card.focus()
        page.keyboard.press("d")
    else:
        page.keyboard.press("m")
        page.get_by_role("button", name="Play 7♣ on stack 1").click()
    assert table.last("move")["move"] == "H7c-C1"
    assert (table.last("move")["game"], table.last("move")["ply"]) == (1, 0)


def test_a_double_tap_counts_however_late_a_busy_page_comes_to_it(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    card = hand(table, "7c")
    page.mouse.move(*corner(card))  # So that the browser knows a pointer of that number.
    card.evaluate(
        """(card) => {
          const kinds = ["pointerdown", "pointerup", "pointerdown", "pointerup"];
          const taps = kinds.map((kind) => new PointerEvent(kind, { bubbles: true, pointerId: 1 }));
          taps.forEach((event, order) => {
            for (const from = performance.now(); order === 2 && performance.now() - from < 400; );
            card.dispatchEvent(event);
          });
        }"""
    )
    assert table.last("move")["move"] == "H7c-C1"


def test_a_tap_that_put_a_card_on_a_stack_is_not_half_a_double_tap(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"] = [[], [], [], []]
    view["legal"] = ["H7c-S1"]
    table = fake_table(view)
    page = table.page
    page.mouse.click(*corner(hand(table, "7c")))
    stack = middle(place(page, "side:1:0"))
    page.mouse.click(*stack)
    assert table.last("move")["move"] == "H7c-S1"
    view["players"][1]["hand"].remove("7c")
    view["players"][1]["side"][0] = ["7c"]
    view["legal"] = ["S1-C1"]
    answer(table, view)
    page.wait_for_selector('[data-key="side:1:0"][aria-label*="can go to"]')
    page.mouse.click(*stack)
    expect(page.locator(".place.picked")).to_have_attribute("data-key", "side:1:0")
    assert table.last("move")["move"] == "H7c-S1"


def test_an_own_move_is_shown_before_the_answer_and_taken_back_on_refusal(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "7c")))
    expect(page.locator('#cards [data-place="centre:0"][data-card="7c"]')).to_have_count(1)
    assert page.locator(".place.hand").count() == 4
    table.send(
        type="refused",
        id=table.last("move")["id"],
        code="stale",
        message="That came too late.",
        version=1,
        ply=0,
        view=without_rules(view),
        undo=False,
    )
    expect(page.locator("#status .note")).to_have_text("That came too late.")
    assert page.locator(".place.hand").count() == 5
    expect(page.locator('#cards [data-place="centre:0"][data-card="7c"]')).to_have_count(0)


def test_a_hidden_pay_off_card_is_never_guessed(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["payoff"] = [{"count": 19, "top": "7h"}]
    view["legal"] = ["P-C1"]
    table = fake_table(view)
    page = table.page
    page.mouse.dblclick(*middle(place(page, "payoff:1:0")))
    assert table.last("move")["move"] == "P-C1"
    top = page.locator('#cards [data-place="payoff:1:0"]').last
    expect(top).to_have_attribute("data-card", "")
    expect(page.locator(".label.payoff").first).to_have_text("18")
    view["players"][1]["payoff"] = [{"count": 18, "top": "4d"}]
    view["centre"][0].append("7h")
    answer(table, view)
    expect(page.locator('#cards [data-place="payoff:1:0"][data-card="4d"]')).to_have_count(1)


@pytest.mark.parametrize(
    ("vector", "card", "target", "words"),
    [
        ("standard-2/0", "9c", "centre:1", "Centre stack 2 needs a 2."),
        ("standard-2/0", "9c", "payoff:0:0", "Only its owner plays on that pay-off pile."),
        ("standard-2/0", "9c", "side:0:0", "Cards go to the centre or to your own side stacks."),
        ("standard-2/0", "9c", "stock", "The stock is only drawn from."),
    ],
)
def test_an_impossible_gesture_says_why(
    fake_table: OpenFake, view_of: ViewOf, vector: str, card: str, target: str, words: str
) -> None:
    table = fake_table(view_of(vector))
    table.page.mouse.click(*corner(hand(table, card)))
    table.page.mouse.click(*middle(place(table.page, target)))
    expect(table.page.locator("#status .note")).to_have_text(words)
    expect(table.page.locator("#live")).to_contain_text(words)
    assert [message["type"] for message in table.sent] == ["hello"]


@pytest.mark.parametrize(
    ("vector", "words"),
    [
        ("covered-wilds-3/0", "Cover the wild card on stack 2 with a jack."),
        ("house-33/0", "Fill your side stacks from your hand: 3 are empty."),
        ("massachusetts-2/0", "Your side stacks are full: one more card on any of them ends your turn."),
        ("house-56/0 after", "Start with an ace or a 2 from your hand."),
        ("flinch-5/0", "A 1 must be played first."),
        ("goal-13-4/1", "Nothing fits: pass to end your turn."),
        ("unlimited-2/0", "Nothing fits: put a card on a side stack to end your turn."),
    ],
)
def test_every_stage_is_explained_in_a_line(fake_table: OpenFake, view_of: ViewOf, vector: str, words: str) -> None:
    table = fake_table(view_of(vector))
    expect(table.page.locator("#status .note")).to_have_text(words)


def test_pass_is_offered_only_when_it_is_legal(fake_table: OpenFake, view_of: ViewOf) -> None:
    expect(fake_table(view_of("standard-2/0")).page.get_by_role("button", name="Pass")).to_be_hidden()
    table = fake_table(view_of("goal-13-4/1"))
    table.page.get_by_role("button", name="Pass").click()
    assert table.last("move")["move"] == "pass"


def test_a_pair_is_picked_card_by_card(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("natural-low-4/3"))  # Qc 4h Qh 5s 7s in hand
    page = table.page
    hand(table, "Qh").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#status .note")).to_have_text("Pick Q♣ as well to discard both.")
    hand(table, "Qc").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".card.picked")).to_have_count(2)
    assert set(page.locator(".target").evaluate_all("all => all.map((one) => one.classList[1])")) == {"side"}
    page.keyboard.press("Enter")
    assert table.last("move")["move"] == "HQh+Qc-S1"


def styled(page: Page, act: Callable[[], object]) -> list[int]:
    """Return of how many elements the browser worked out the style anew, each time until something is done and seen."""
    tracing = page.context.new_cdp_session(page)
    counts: list[int] = []
    ended: list[bool] = []

    def collected(part: dict[str, Any]) -> None:
        found = (event for event in part["value"] if event["name"] == "UpdateLayoutTree")
        counts.extend(event["args"].get("elementCount", 0) for event in found)

    tracing.on("Tracing.dataCollected", collected)
    tracing.on("Tracing.tracingComplete", lambda _: ended.append(True))
    config = {"includedCategories": ["devtools.timeline"]}
    tracing.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    act()
    page.evaluate(TWO_FRAMES)
    tracing.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    return counts


def test_to_pick_a_card_leaves_the_drawings_of_all_others_alone(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("natural-low-4/3"))  # Qc 4h Qh 5s 7s in hand
    page = table.page
    hand(table, "Qh").focus()
    page.evaluate(TWO_FRAMES)
    counts = styled(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".card.picked")).to_have_count(1)
    assert 0 < max(counts) < page.locator("#cards use").count()


def test_an_opponents_pay_off_pile_is_loaded(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("special-load-short/0"))
    page = table.page
    page.mouse.move(*corner(hand(table, "8h")))
    page.mouse.down()
    page.mouse.move(*middle(place(page, "payoff:0:0")), steps=3)
    page.mouse.up()
    assert table.last("move")["move"] == "H8h-L0"


def test_the_partners_cards_can_be_played(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("house-0/0")
    table = fake_table(view, size=(640, 360))
    mate = (view["seat"] + 2) % 4
    moves = [move for move in view["legal"] if move.startswith("+S")]
    index = int(moves[0][2 : moves[0].index("-")]) - 1
    table.page.mouse.dblclick(*middle(place(table.page, f"side:{mate}:{index}")))
    assert table.last("move")["move"].startswith(f"+S{index + 1}-C")


def discard_of_ada(table: FakeTable, view: dict[str, Any]) -> None:
    """Let the other seat end its turn, and give it to the page."""
    after = json.loads(json.dumps(view))
    after["players"][0]["hand"] = 1
    after["players"][0]["side"][0] = ["9h"]
    table.send(
        type="event", version=2, game=1, ply=1, seat=0, action="move", move="H9h-S1", id=None,
        view=without_rules(after), undo=False, match=None, standing=None,
    )  # fmt: skip


@pytest.mark.parametrize(("game", "log"), [(2, []), (1, []), (1, ["0 H9d-S1"])])
def test_what_is_not_on_the_table_any_more_is_not_told(
    fake_table: OpenFake, view_of: ViewOf, game: int, log: list[str]
) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []})
    note = table.page.locator("#status .note")
    discard_of_ada(table, view)
    expect(note).to_have_text("Ada puts 9♥ on side stack 1.")
    table.send(**snapshot_of(view, log) | {"version": 3, "game": game})
    expect(note).to_be_empty()


def test_until_the_server_answers_the_table_says_that_it_is_being_laid(browser: Browser, view_of: ViewOf) -> None:
    context = new_context(browser, (360, 640), {"speed": "off"})
    table = FakeTable(context, {"type": "pong"}, ready=".laying")
    laying = table.page.get_by_text("The table is being laid …")
    expect(laying).to_be_visible()
    table.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(laying).to_have_css("opacity", "1")
    table.send(**snapshot_of(view_of("standard-2/0")))
    expect(laying).not_to_be_visible()
    context.close()


def test_where_passing_is_allowed_it_is_named(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    discards = [move for move in view["legal"] if "-S" in move]
    table = fake_table({**view, "legal": [*discards, "pass"]})
    note = table.page.locator("#status .note")
    expect(note).to_have_text("Nothing fits: put a card on a side stack or pass to end your turn.")
    table.send(**snapshot_of({**view, "legal": discards}) | {"version": 2})
    expect(note).to_have_text("Nothing fits: put a card on a side stack to end your turn.")


def test_what_just_happened_is_still_told_after_a_lost_line(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []})
    discard_of_ada(table, view)
    table.send(**snapshot_of(view, ["0 H9h-S1"]) | {"version": 2})
    expect(table.page.locator("#status .note")).to_have_text("Ada puts 9♥ on side stack 1.")


def test_the_others_moves_are_paced_and_can_be_skipped(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []}, settings={"speed": "slow"})
    page = table.page
    expect(page.locator("#status .head")).to_have_text("Ada's turn.")
    page.clock.install()  # It stands still: what waits, waits until it is skipped.
    page.clock.pause_at(2**40)
    discard_of_ada(table, view)
    expect(page.locator(".area.turn")).to_have_count(1)
    expect(page.locator('#cards [data-place="side:0:0"]')).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("#status .head")).to_have_text("Your turn.")
    expect(page.locator('#cards [data-place="side:0:0"][data-card="9h"]')).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Ada puts 9♥ on side stack 1.")
    expect(page.locator(".card.last")).to_have_attribute("data-card", "9h")


def test_what_happens_is_announced_while_a_dialog_is_open(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []})
    page = table.page
    page.keyboard.press("?")
    expect(page.locator("#reader:modal #live")).to_be_empty()
    discard_of_ada(table, view)
    expect(page.locator("#reader:modal #live")).to_contain_text("Ada puts 9♥ on side stack 1.")
    assert "log" in page.locator("#reader").aria_snapshot()
    page.keyboard.press("Escape")
    expect(page.locator("body > #live")).to_be_empty()


def test_a_reloaded_page_still_names_the_cards_that_were_played_from_piles(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    view["legal"] = ["P-C1"]
    table = fake_table(view)
    page = table.page
    place(page, "payoff:1:0").dblclick()
    after = json.loads(json.dumps(view)) | {"legal": []}
    after["players"][1]["payoff"][0] |= {"top": "4h"}
    answer(table, after)
    page.keyboard.press("t")
    said = page.locator(".turns li li")
    expect(said).to_have_text("J♥ from your pay-off pile on stack 1")
    table.snapshot |= {"version": 2, "ply": 1, "view": after, "log": ["1 P-C1"], "played": ["Jh 7"]}
    page.reload()
    page.locator("#cards .card").first.wait_for()
    page.keyboard.press("t")
    expect(said).to_have_text("J♥ from your pay-off pile on stack 1")
    for locale, words in (
        ("en", "K♠ as A from your pay-off pile on stack 2"),
        ("de", "K♠ als A von deinem Zielstapel"),
    ):
        elsewhere = fake_table(after, locale=locale)
        elsewhere.snapshot |= {"log": ["1 P-C2"], "played": ["Ks 1"]}
        elsewhere.page.reload()
        elsewhere.page.locator("#cards .card").first.wait_for()
        elsewhere.page.keyboard.press("t")
        expect(elsewhere.page.locator(".turns li li")).to_contain_text(words)
    # What the server cannot tell is not made up.
    table.snapshot |= {"log": ["1 P-C2"], "played": [""]}
    page.reload()
    page.locator("#cards .card").first.wait_for()
    page.keyboard.press("t")
    expect(said).to_have_text("a card from your pay-off pile on stack 2")


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_tabs_of_the_drawer_lie_side_by_side_without_scrolling(
    fake_table: OpenFake, view_of: ViewOf, locale: str
) -> None:
    page = fake_table(view_of("standard-2/0"), size=(360, 640), locale=locale).page
    page.keyboard.press("c")
    tabs = page.get_by_role("tablist")
    expect(tabs.get_by_role("tab")).to_have_count(5)
    assert tabs.evaluate("list => list.scrollWidth <= list.clientWidth")
    rows = tabs.get_by_role("tab").evaluate_all("all => all.map((tab) => tab.offsetTop)")
    assert min(rows.count(row) for row in rows) > 1


@pytest.mark.parametrize("size", SIZES)
def test_the_frame_of_the_keyboard_lifts_with_a_picked_card(
    fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]
) -> None:
    view = view_of("standard-2/0")
    view["legal"] = [move for move in view["legal"] if move.startswith("H9c")]  # So that the focus stays on the card.
    table = fake_table(view, size=size, reduced_motion="reduce")
    card = hand(table, "9c")
    card.focus()
    before = card.bounding_box()
    table.page.keyboard.press("Enter")
    card.focus()
    after = card.bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] - after["y"] == 7


@pytest.mark.parametrize("stack", [["7h"], ["9h", "8d", "7h"]])
@pytest.mark.parametrize("spread", [True, False])
def test_the_frame_of_a_side_stack_lifts_with_its_card(
    fake_table: OpenFake, view_of: ViewOf, stack: list[str], spread: bool
) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"] = [stack, [], [], []]
    view["legal"] = ["H9c-S1", "S1-C1"]
    table = fake_table(view, settings={"speed": "off", "spread": spread}, reduced_motion="reduce")
    page = table.page
    button = place(page, "side:1:0")
    button.focus()
    page.keyboard.press("Enter")
    button.focus()
    card = page.locator('[data-place="side:1:0"][data-card="7h"] .sides').bounding_box()
    column = button.bounding_box()
    frame = button.evaluate("one => ['top', 'height'].map(name => parseFloat(getComputedStyle(one, '::after')[name]))")
    assert card is not None
    assert column is not None
    assert column["y"] + sum(frame) == pytest.approx(card["y"] + card["height"], abs=1)
    assert column["y"] + frame[0] == pytest.approx(min(column["y"], card["y"]), abs=1)


def test_a_picked_card_has_no_second_frame_where_it_lay(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    card = hand(table, "9c")
    page.mouse.move(*corner(card))
    shadow = "one => getComputedStyle(one).boxShadow"
    assert card.evaluate(shadow) != "none"
    page.mouse.click(*corner(card))
    expect(card).to_have_class(re.compile(r"\bpicked\b"))
    assert card.evaluate(shadow) == "none"


def test_a_word_with_a_hyphen_stays_in_one_piece(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0") | {"turn": 0, "legal": []}
    table = fake_table(view)
    table.send(
        type="refused", id=None, message="The pay-off pile is not yours.", version=1, ply=0, view=None, undo=False
    )
    expect(table.page.locator("#status .note")).to_have_text("The pay-off pile is not yours.")
    expect(table.page.locator("#status .note .whole")).to_have_text("pay-off")


def test_a_lost_line_is_told_and_an_unanswered_move_sent_again(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "7c")))
    first = table.last("move")
    table.sent.clear()
    table.hang_up()
    connection = page.locator("#connection")
    expect(connection).to_have_text("Connection lost. Trying again…")
    assert connection.evaluate("line => line.getBoundingClientRect().bottom") <= 48
    expect(page.locator("#connection")).to_have_text("Connected again.")
    assert [message["type"] for message in table.sent] == ["hello", "move"]
    assert table.sent[0] == {"type": "hello", "version": 1, "game": 1}
    assert table.last("move") == first


@pytest.mark.parametrize("part", ["stage", "panel", "help"])
def test_a_part_that_could_not_be_fetched_is_fetched_when_it_is_wanted_again(
    fake_table: OpenFake, view_of: ViewOf, part: str
) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    address = f"**/{part}.js"
    page.route(address, lambda route: route.abort())
    page.keyboard.press("c")
    expect(page.locator("#status .note")).to_contain_text("This could not be fetched")
    page.unroute(address)
    page.keyboard.press("c")
    expect(page.get_by_role("tab", name="In sight")).to_be_visible()


def test_the_cards_of_a_squeezed_stack_cast_no_shadow_each(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"][0] = ["7h"] * 30
    page = fake_table(view).page
    shadows = """(fronts) => fronts.map((front) => getComputedStyle(front).boxShadow.split(/,(?![^(]*\\))/).length)"""
    assert set(page.locator(".card.veiled .front").evaluate_all(shadows)) == {1}
    assert set(page.locator(".card:not(.veiled, .down, .can, .last) .front").evaluate_all(shadows)) == {3}


def test_a_side_stack_is_fanned_out(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    table.page.get_by_role("button", name=re.compile("Ada, .* 2 in hand. Look closer")).click()
    cards = [card for stack in view["players"][0]["side"] for card in stack]
    expect(table.page.locator("#reader .mini")).to_have_count(len(cards))
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#reader")).to_be_hidden()


def test_a_gesture_that_comes_before_the_answer_to_the_move_before_is_not_lost(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    page.mouse.click(*middle(page.locator('[data-key="hand:1#2"]')))
    page.mouse.click(*middle(page.locator('[data-key="centre:0"]')))
    assert table.last("move")["move"] == "H7c-C1"
    eight = page.locator('.place.hand[aria-label^="Eight of clubs"]')
    page.mouse.click(*middle(eight))
    page.mouse.click(*middle(page.locator('[data-key="centre:0"]')))
    expect(page.locator("#status .note")).not_to_contain_text("needs")
    after = json.loads(json.dumps(view)) | {"legal": ["H8c-C1", "H8c-S1"], "moved": True}
    after["players"][1]["hand"].remove("7c")
    after["centre"][0].append("7c")
    assert [message["move"] for message in table.sent if message["type"] == "move"] == ["H7c-C1"]
    answer(table, after)
    table.last("move")
    page.wait_for_function('document.querySelectorAll(\'[data-card="8c"][data-place="centre:0"]\').length === 1')
    assert table.last("move")["move"] == "H8c-C1"


def test_an_empty_side_stack_has_nothing_to_look_at(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"] = [["9h", "8c"], [], [], []]
    page = fake_table(view).page
    page.mouse.click(*middle(page.locator('[data-key="side:1:2"]')))
    expect(page.locator("#status .note")).to_have_text("Choose a card first.")
    expect(page.locator("#reader")).to_be_hidden()
    page.mouse.click(*middle(page.locator('[data-key="side:1:2"]')), button="right")
    expect(page.locator("#reader")).to_be_hidden()
    page.mouse.click(*middle(page.locator('[data-key="side:1:0"]')), button="right")
    expect(page.locator("#reader .mini")).to_have_count(2)


def test_the_drawer_leaves_the_bar_where_the_pointer_is(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0")).page
    button = page.locator("[data-panel=rules]")
    before = button.bounding_box()
    button.click()
    expect(page.locator("#panel")).to_be_visible()
    assert button.bounding_box() == before
    button.click()
    expect(page.locator("#panel")).to_be_hidden()


def test_settings_stay(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four colours").check()
    page.get_by_label("Left-handed table").check()
    page.get_by_label("Evening").check()
    page.reload()
    page.wait_for_selector("#cards .card")
    expect(page.locator("html[data-colours=four][data-theme=dark]")).to_have_count(1)
    stored = page.evaluate("JSON.parse(localStorage.getItem('spite.settings'))")
    assert (stored["left"], stored["sound"]) == (True, True)
    page.keyboard.press("s")
    expect(page.locator("#status .note")).to_have_text("Sound off.")
    assert page.evaluate("JSON.parse(localStorage.getItem('spite.settings')).sound") is False


def test_a_deal_turns_cards_over_and_leaves_each_flat_on_one_side(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), settings={"speed": "slow"})
    page = table.page
    table.send(**table.snapshot | {"version": 2, "game": 2})
    expect(page.locator(".card.turning")).not_to_have_count(0)
    expect(page.locator(".card.turning")).to_have_count(0)
    assert page.locator("#cards .card.down .front").filter(visible=True).count() == 0
    assert page.locator("#cards .card:not(.down) .back").filter(visible=True).count() == 0
    cards = page.locator("#cards .card").count()
    assert page.locator("#cards .card :is(.front, .back)").filter(visible=True).count() == cards
    assert table.problems.found == []


def test_reduced_motion_moves_nothing(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), settings={"speed": "slow"}, reduced_motion="reduce")
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "7c")))
    frames = page.evaluate(
        "document.getAnimations().flatMap((one) => one.effect.getKeyframes().map((frame) => frame.transform ?? 'none'))"
    )
    assert set(frames) <= {"none"}


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe-core objects to once nothing fades any more: the rule and the elements."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    found = Axe().run(page).response["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int], scheme: str) -> None:
    table = fake_table(view_of("goal-13-4/0"), size=size, color_scheme=scheme)
    page = table.page
    page.locator(".place.hand").first.click(position={"x": 6, "y": 40})
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("[data-panel=settings]").click()
    page.locator("#panel[open] .segments").first.wait_for()
    assert violations(page) == []
    page.locator("#panel .close").click()
    page.keyboard.press("?")
    page.locator("#reader[open] .keys").wait_for()
    assert violations(page) == []


def test_axe_finds_nothing_in_what_helps(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view, size=(360, 640))
    page = table.page
    page.locator("[data-menu=help]").click()
    page.locator("#help-menu .button").first.wait_for()
    assert violations(page) == []
    page.locator("#help-menu .button").first.click()
    page.wait_for_function("document.querySelector('#status .note').textContent === 'Thinking…'")
    table.send(type="hint", id=table.last("hint")["id"], ply=0, move="H7c-C1", reason="It fits.")
    page.get_by_role("button", name="Play it").wait_for()
    assert violations(page) == []
    page.keyboard.press("c")
    page.locator("#panel[open] .seen").wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")
    view["result"] = {"reason": "payoff", "winners": [1], "scores": [0, 9]}
    view["stage"] = "over"
    table.send(**table.snapshot | {"version": 2, "view": view})
    page.locator("#finish[open] .racers").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize(
    ("winner", "words"), [(1, "You are rid of your whole pay-off pile."), (0, "Ada's pay-off pile is gone.")]
)
def test_the_end_of_a_game_says_whose_pile_is_gone(
    fake_table: OpenFake, view_of: ViewOf, winner: int, words: str
) -> None:
    view = view_of("standard-2/0")
    view["result"] = {"reason": "payoff", "winners": [winner], "scores": [0, 9]}
    view["stage"] = "over"
    table = fake_table(view)
    expect(table.page.locator("#status .note")).to_have_text(words)
    expect(table.page.locator("#finish[open]")).to_contain_text(words)


def test_phones_say_what_a_stack_takes(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), size=(360, 640)).page
    expect(page.locator(".label.centre").first).to_have_text("takes 7")
    wide = "labels => labels.every((one) => one.scrollWidth <= one.clientWidth)"
    assert page.locator(".label.centre").evaluate_all(wide)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_phones_say_so_under_many_stacks_too(fake_table: OpenFake, size: tuple[int, int], locale: str) -> None:
    game = Game.deal(preset_rules("round", 8), 0, FairDeal(b"takes" * 7, ("a",)))
    page = fake_table(game.view(game.turn).to_json(), size, locale=locale).page
    page.locator(".label.centre small").last.wait_for()
    unseen = """labels => labels.filter((label) => {
      const place = label.getBoundingClientRect();
      const words = [...label.querySelectorAll("small, b")].map((word) => word.getBoundingClientRect());
      return words.length < 2 || words.some(({ left, right, top, bottom }) =>
        left < place.left - 1 || right > place.right + 1 || top < place.top - 1 || bottom > place.bottom + 1);
    }).map((label) => label.textContent)"""
    assert page.locator(".label.centre").evaluate_all(unseen) == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_whose_turn_it_is_has_room_beside_the_way_back(
    fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]
) -> None:
    table = fake_table(view_of("standard-2/0"), size, locale="de-DE")
    page = table.page
    seats = [{**person("Ada", 0), "kind": "computer", "player": "club"}, person("Bertrand", 1)]
    there = people(seats, 1, settings=SETTINGS | {"undo_turns": True})
    table.send(**table.snapshot | {"version": 2, "people": there, "log": ["1 H9c-S1", "0 H7h-S1"], "ply": 2})
    back = page.get_by_role("button", name="Zug zurücknehmen")
    expect(back).to_be_visible()
    if size[0] > 1000:
        # Beside the drawer the line is as short as it gets.
        page.get_by_role("button", name="Optionen", exact=True).click()
        page.locator("#panel .segments").first.wait_for()
    expect(page.locator("#status")).not_to_have_class(re.compile("long"))
    head, button = page.locator("#status .head").bounding_box(), back.bounding_box()
    assert head is not None
    assert button is not None
    words = page.locator("#status .head").evaluate("(head) => head.scrollWidth")
    assert head["x"] + words + 4 <= button["x"]


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_way_back_lies_on_no_card_of_the_smallest_phone(fake_table: OpenFake, view_of: ViewOf, locale: str) -> None:
    table = fake_table(view_of("standard-2/0"), (320, 568), locale=locale)
    seats = [{**person("Ada", 0), "kind": "computer", "player": "club"}, person("Bertrand", 1)]
    there = people(seats, 1, settings=SETTINGS | {"undo_turns": True})
    table.send(**table.snapshot | {"version": 2, "people": there, "log": ["1 H9c-S1", "0 H7h-S1"], "ply": 2})
    back = table.page.locator("#status [data-do=undo-turn]")
    expect(back).to_be_visible()
    table.page.evaluate(TWO_FRAMES)
    button, pile = back.bounding_box(), place(table.page, "payoff:1:0").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= pile["y"]


def test_who_watches_is_told_so(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["seat"], view["legal"], view["players"][1]["hand"] = None, [], 5
    page = fake_table(view).page
    expect(page.locator("#status .note")).to_have_text("You are watching.")


def test_a_whole_turn_can_be_taken_back_until_the_next_move(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    back = page.get_by_role("button", name="Take the turn back")
    expect(back).to_have_count(0)
    seats = [{**person("Ada", 0), "kind": "computer", "player": "club"}, person("Bertrand", 1)]
    there = people(seats, 1, settings=SETTINGS | {"undo_turns": True})
    table.send(**table.snapshot | {"version": 2, "people": there, "log": ["1 H9c-S1", "0 H7h-S1"], "ply": 2})
    expect(back).to_be_visible()
    back.click()
    assert table.last("undo_turn")["ply"] == 2
    table.send(type="accepted", id=table.last("undo_turn")["id"], version=3, ply=3)
    table.send(**table.snapshot | {"version": 3, "people": there, "log": [], "ply": 3})
    expect(back).to_have_count(0)


def test_what_a_turn_back_is_offered_in_moves_the_table_only_once(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    # Then the words are the longest.
    view["legal"] = [move for move in view["legal"] if "-S" in move]
    table = fake_table(view, size=(360, 640))
    page = table.page
    back = page.get_by_role("button", name="Take the turn back")
    seats = [{**person("Ada", 0), "kind": "computer", "player": "club"}, person("Bertrand", 1)]
    there = people(seats, 1, settings=SETTINGS | {"undo_turns": True})
    ended = table.snapshot | {"people": there, "log": ["1 H9c-S1", "0 H7h-S1"]}

    def lies() -> list[float]:
        page.evaluate(TWO_FRAMES)
        return [place(page, f"{where}:0").bounding_box()["y"] for where in ("centre", "side:1", "payoff:1")]

    table.send(**ended | {"version": 2, "ply": 2})
    expect(back).to_be_visible()
    offered = lies()
    table.send(**ended | {"version": 3, "ply": 3, "view": view | {"moved": True}})
    expect(back).to_have_count(0)
    page.evaluate(TWO_FRAMES)
    table.send(**ended | {"version": 4, "ply": 4, "view": view | {"moved": True}})
    assert lies() == offered
    table.send(**ended | {"version": 5, "ply": 5})
    expect(back).to_be_visible()
    assert lies() == offered


def test_nothing_scrolls_the_table(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), size=(640, 360)).page
    root = page.locator("#table")
    before = root.bounding_box()
    page.locator(".place.hand").last.evaluate("(one) => one.scrollIntoView({ block: 'center', inline: 'center' })")
    found = root.evaluate(
        "(one) => { one.scrollBy(40, 40); return [one.scrollLeft, one.scrollTop, scrollX, scrollY]; }"
    )
    assert (found, root.bounding_box()) == ([0, 0, 0, 0], before)


def test_a_match_says_how_it_stands_and_a_single_game_nothing_of_one(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    expect(table.page.locator("#title")).to_have_text("A table · Game 1 · Ada 0, You 0 · to 50")
    # After a match of two games the next begins with its first.
    going = table.snapshot["table"]["match"] | {"games_played": 1, "scores": [9, 0]}
    second = table.snapshot["table"] | {"match": going}
    table.send(**table.snapshot | {"version": 2, "game": 2, "table": second})
    expect(table.page.locator("#title")).to_have_text("A table · Game 2 · Ada 9, You 0 · to 50")
    table.send(**table.snapshot | {"version": 3, "game": 3})
    expect(table.page.locator("#title")).to_have_text("A table · Game 1 · Ada 0, You 0 · to 50")
    resize(table.page, 360, 640)
    title, stand = table.page.locator("#title"), table.page.locator("#title .match")
    brief = "(one) => JSON.parse(getComputedStyle(one, '::after').content.split(' / ')[0])"
    assert title.evaluate(brief) == "0:0"
    words = table.page.locator(".bar nav .button > span").evaluate_all(
        "(all) => all.filter((one) => !one.nextElementSibling).map((one) => one.getBoundingClientRect())"
    )
    ends = [(box["left"], box["right"]) for box in words]
    assert all(right + 4 <= left for (_left, right), (left, _right) in pairwise(ends)), "words stand apart"
    assert ends[-1][1] <= 360
    three = [{**seat, "side": at} for at, seat in enumerate([*second["seats"], person("Cyprian", 2)])]
    many = second | {"seats": three, "match": going | {"games_played": 0, "scores": [20, 12, 35]}}
    table.send(**table.snapshot | {"version": 4, "game": 4, "table": many})
    expect(stand).to_have_text("Ada 20, You 12, Cyprian 35 · to 50")
    assert title.evaluate(brief) == f"{[20, 12, 35][table.snapshot['table']['you']]}/50"
    table.send(**table.snapshot | {"version": 5, "game": 3})
    view["result"] = {"reason": "payoff", "winners": [1], "scores": [0, 9]}
    view["stage"] = "over"
    match = table.snapshot["table"]["match"] | {"target": 1, "over": True, "winners": [1]}
    single = table.snapshot["table"] | {"match": match}
    table.send(**table.snapshot | {"version": 4, "game": 4, "view": view, "table": single})
    expect(table.page.locator("#title")).to_have_text("A table")
    finish = table.page.locator("#finish[open]")
    expect(finish.get_by_role("button", name="Rematch")).to_be_visible()
    expect(finish).not_to_contain_text("point")


def test_the_end_of_a_game_says_for_whom_a_stand_in_played(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    view["result"] = {"reason": "payoff", "winners": [1], "scores": [0, 9]}
    view["stage"] = "over"
    match = table.snapshot["table"]["match"] | {"stand_ins": [2, 2]}
    match["stand_ins"][1 - view["seat"]] = 1
    said = table.snapshot["table"] | {"match": match}
    table.send(**table.snapshot | {"version": 2, "view": view, "table": said})
    finish = table.page.locator("#finish[open]")
    expect(finish).to_contain_text("A stand-in played for you in 2 games.")
    expect(finish).to_contain_text(f"A stand-in played for {said['seats'][1 - view['seat']]['name']} in 1 game.")


def test_nothing_scrolls(fake_table: OpenFake, view_of: ViewOf) -> None:
    for size in SIZES:
        page = fake_table(view_of("round-5/0"), size=size).page
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(
            size
        )
