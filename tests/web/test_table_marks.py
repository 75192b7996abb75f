"""The table's marks: playable cards, their targets, the picked card and the keyboard's frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SIZES, OpenFake, ViewOf, settle, wait_on
from tests.web.person import corner
from tests.web.places import hand, place


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


def styled(page: Page, act: Callable[[], object]) -> list[int]:
    """Return the number of elements that the browser restyled each time before an action was visible."""
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
    settle(page)
    tracing.send("Tracing.end")
    wait_on(page, lambda: ended)
    return counts


def test_to_pick_a_card_leaves_the_drawings_of_all_others_alone(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("natural-low-4/3"))  # Qc 4h Qh 5s 7s in hand
    page = table.page
    hand(table, "Qh").focus()
    settle(page)
    counts = styled(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".card.picked")).to_have_count(1)
    assert 0 < max(counts) < page.locator("#cards use").count()


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


def test_the_cards_of_a_squeezed_stack_cast_no_shadow_each(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"][0] = ["7h"] * 30
    page = fake_table(view).page
    shadows = """(fronts) => fronts.map((front) => getComputedStyle(front).boxShadow.split(/,(?![^(]*\\))/).length)"""
    assert set(page.locator(".card.veiled .front").evaluate_all(shadows)) == {1}
    assert set(page.locator(".card:not(.veiled, .down, .can, .last) .front").evaluate_all(shadows)) == {3}
