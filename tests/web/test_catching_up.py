"""A finger that comes down while cards move: they finish in the next frame, and the tap is not too early."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.answers import discard_of_ada
from tests.web.conftest import FakeTable, OpenFake, ViewOf
from tests.web.motion import Recording, at_speed, slowly, well_moved
from tests.web.person import corner, middle
from tests.web.places import hand, place

# The number of moving cards in the frame after a finger has come down.
NEXT_FRAME = """
() => document.addEventListener("pointerdown", () => requestAnimationFrame(() => {
    window.flying = document.querySelectorAll(".card.flying").length;
}), { capture: true, once: true })
"""

# A finger, and perhaps a key, that are finished before the page has shown any effect.
AT_ONCE = """
([points, key]) => {
    for (const [at, [clientX, clientY]] of points.entries()) {
        const type = at === 0 ? "pointerdown" : at < points.length - 1 ? "pointermove" : "pointerup";
        const target = at === 0 ? document.elementFromPoint(clientX, clientY) : document.getElementById("table");
        const buttons = type === "pointerup" ? 0 : 1;
        target.dispatchEvent(
            new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", clientX, clientY, buttons }),
        );
    }
    if (key) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}
"""


@pytest.fixture
def moving(fake_table: OpenFake, view_of: ViewOf) -> FakeTable:
    """Open a table at which Ada's card is on its way, after which it is the player's turn."""
    view = view_of("standard-2/0")
    table = at_speed(fake_table, {**view, "turn": 0, "legal": []}, "fast")
    slowly(table.page, 0.02)
    discard_of_ada(table, view)
    table.page.locator('#cards .card.flying[data-card="9h"]').wait_for(state="attached")
    return table


def test_what_moves_has_come_to_its_end_in_the_next_frame_and_the_rest_follows(moving: FakeTable) -> None:
    page = moving.page
    recording = Recording(page)
    page.evaluate(NEXT_FRAME)
    page.mouse.click(*middle(place(page, "stock")))
    page.wait_for_function("() => window.flying !== undefined")
    assert page.evaluate("window.flying") == 0
    expect(page.locator("#status .head")).to_have_text("Your turn.")
    assert [path.name for path in well_moved(recording.stop())] == ["9h"]


def test_a_tap_that_is_over_before_the_next_frame_picks_the_card(moving: FakeTable) -> None:
    seven = hand(moving, "7c")
    moving.page.evaluate(AT_ONCE, [[corner(seven)] * 2, ""])
    expect(seven).to_have_attribute("aria-pressed", "true")


def test_a_card_that_is_thrown_before_the_next_frame_is_played(moving: FakeTable) -> None:
    goal = middle(place(moving.page, "centre:0"))
    moving.page.evaluate(AT_ONCE, [[corner(hand(moving, "7c")), goal, goal], ""])
    assert moving.last("move")["move"] == "H7c-C1"


def test_a_key_that_comes_before_the_next_frame_comes_after_the_tap(moving: FakeTable) -> None:
    moving.page.evaluate(AT_ONCE, [[corner(hand(moving, "7c"))] * 2, "d"])
    assert moving.last("move")["move"] == "H7c-C1"
