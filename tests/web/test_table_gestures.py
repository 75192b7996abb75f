"""Gestures at the table: every way to play a card, and how one is cancelled."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.answers import answer
from tests.web.conftest import OpenFake, ViewOf, wait_on
from tests.web.person import corner, middle
from tests.web.places import hand, hold, place

pytestmark = pytest.mark.firefox


def number_of_pointer(page: Page, x: float, y: float) -> int:
    """Move the mouse somewhere, and return its pointer id on the page."""
    page.evaluate(
        "() => addEventListener('pointermove', (event) => { window.pointer = event.pointerId; }, { once: true })"
    )
    page.mouse.move(x, y)
    wait_on(page, lambda: page.evaluate("'pointer' in window"))
    return int(page.evaluate("window.pointer"))


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
        page.get_by_role("button", name="Play 7♣ on 6♣").click()
    assert table.last("move")["move"] == "H7c-C1"
    assert (table.last("move")["game"], table.last("move")["ply"]) == (1, 0)


def test_a_double_tap_counts_however_late_a_busy_page_comes_to_it(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    card = hand(table, "7c")
    pointer = number_of_pointer(page, *corner(card))
    card.evaluate(
        """(card, pointerId) => {
          const kinds = ["pointerdown", "pointerup", "pointerdown", "pointerup"];
          const taps = kinds.map((kind) => new PointerEvent(kind, { bubbles: true, pointerId }));
          taps.forEach((event, order) => {
            for (const from = performance.now(); order === 2 && performance.now() - from < 400; );
            card.dispatchEvent(event);
          });
        }""",
        pointer,
    )
    assert table.last("move")["move"] == "H7c-C1"


def test_the_click_of_a_tap_is_no_second_tap_however_late_a_busy_page_comes_to_it(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    card = hand(table, "7c")
    pointer = number_of_pointer(page, *corner(card))
    card.evaluate(
        """(card, pointerId) => {
          const tap = ["pointerdown", "pointerup"].map((kind) => new PointerEvent(kind, { bubbles: true, pointerId }));
          const click = new PointerEvent("click", { bubbles: true, pointerId, detail: 1 });
          for (const event of tap) card.dispatchEvent(event);
          for (const from = performance.now(); performance.now() - from < 500; );
          card.dispatchEvent(click);
        }""",
        pointer,
    )
    expect(page.locator(".place.picked")).to_have_count(1)


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
    pointer = number_of_pointer(page, *corner(hand(table, "7c")))
    hold(page, corner(hand(table, "7c")), over=place(page, "centre:0"))
    expect(page.locator(".card.dragged")).to_have_count(1)
    page.locator("#table").dispatch_event("pointercancel", {"pointerId": pointer})
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
    view = table.snapshot["view"]
    table.send(**table.snapshot | {"view": view | {"stock": view["stock"] - 1}, "version": 2})
    expect(page.locator(".card.dragged, .card.picked")).to_have_count(0)
    page.mouse.up()
    assert page.locator(".card.flying").count() == 0
    page.mouse.dblclick(*corner(hand(table, "7c")))
    assert table.last("move")["move"] == "H7c-C1"


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


def test_pass_is_offered_only_when_it_is_legal(fake_table: OpenFake, view_of: ViewOf) -> None:
    expect(fake_table(view_of("standard-2/0")).page.get_by_role("button", name="Pass")).to_be_hidden()
    table = fake_table(view_of("goal-13-4/1"))
    table.page.get_by_role("button", name="Pass").click()
    assert table.last("move")["move"] == "pass"
