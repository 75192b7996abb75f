"""Several people at one device, in a real browser with a real server: the next player, and the visible hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import settle
from tests.web.person import READY, by_clicks, by_keyboard, choose
from tests.web.setting_up import open_editor, set_number, start, start_really
from tests.web.visitor import Visit, visits  # noqa: F401

ASKED = ".hand-over button"
OPEN_CARDS = '.place.hand:not([aria-label^="Face-down card"])'


def set_up(visit: Visit, size: str = "desktop", payoff: int = 1) -> Page:
    """Seat Ada, and Ben beside her, typing as people do, and start."""
    page = visit("/new?preset=standard&players=2", size)
    page.get_by_label("people beside you").check()
    page.get_by_label("Your name at the table").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("Ada")
    page.get_by_label("Their name").click()
    page.keyboard.type("Ben")
    open_editor(page)
    set_number("payoff", str(payoff))(page)
    start_really(page)
    return page


def test_the_form_seats_somebody_beside_you_under_their_name(visit: Visit) -> None:
    page = visit("/new?preset=round&players=3")
    page.get_by_label("Seat 2").select_option("guest")
    page.get_by_label("Their name").locator("visible=true").click()
    page.keyboard.type("Ben")
    seats = start(page)["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "guest", "computer"]
    assert seats[1] == {"kind": "guest", "name": "Ben"}


@pytest.mark.nightly("src/spite_and_malice/web/spite/live/hand-over.js", "src/spite_and_malice/web/spite/one-device.js")
@pytest.mark.parametrize(
    ("size", "gesture"), [("desktop", by_clicks), ("phone", by_clicks), ("landscape", by_keyboard)]
)
def test_two_play_a_game_on_one_device_and_no_hand_lies_open_between(visit: Visit, size: str, gesture: object) -> None:
    assert callable(gesture)
    page = set_up(visit, size, 3)
    handed = 0
    for _move in range(400):
        page.locator(f"{READY}, {ASKED}").first.wait_for(state="attached")
        if page.locator("#finish[open]").count():
            break
        if page.locator(ASKED).count():
            # A hand lies face down before anybody else takes the device.
            assert page.locator(OPEN_CARDS).count() == 0
            expect(page.locator(ASKED)).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator(ASKED)).to_have_count(0, timeout=30_000)
            handed += 1
            continue
        source, target = choose(page, handed)
        if source is not None:
            gesture(page, source, target)
        elif (may_pass := page.locator("[data-do=pass]:not([hidden])")).count():
            may_pass.click()
    expect(page.locator("#finish[open]")).to_be_visible()
    assert handed >= 1
    # Nobody else is at this table to talk to or wait for.
    assert page.locator("[data-panel=people]").count() == 0


def test_a_reload_shows_nobodys_hand_but_to_whose_turn_it_is(visit: Visit) -> None:
    page = set_up(visit, payoff=20)
    if page.locator(ASKED).count() == 0:
        expect(page.locator(f"{READY}, {ASKED}").first).to_be_attached()
    if page.locator(ASKED).count() == 0:
        discards = page.locator('.place.hand[aria-label*="; can go to your side stack"]')
        by_clicks(page, discards.first, "side")
    expect(page.locator(ASKED)).to_have_text("I am Ben")
    page.reload()
    expect(page.locator(ASKED)).to_be_visible()
    assert page.locator(OPEN_CARDS).count() == 0
    page.locator(ASKED).click()
    expect(page.locator(OPEN_CARDS)).to_have_count(5)


@pytest.mark.nightly("src/spite_and_malice/web/spite/live/hand-over.js", "src/spite_and_malice/web/spite/one-device.js")
def test_a_line_that_is_lost_before_the_answer_leaves_the_device_to_be_handed_over(visit: Visit) -> None:
    page = set_up(visit, payoff=20)
    page.locator(f"{READY}, {ASKED}").first.wait_for(state="attached")
    if page.locator(ASKED).count() == 0:
        by_clicks(page, page.locator('.place.hand[aria-label*="; can go to your side stack"]').first, "side")
    expect(page.locator(ASKED)).to_be_visible()
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(ASKED).click()
    settle(page)
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(ASKED)).to_be_enabled()
    page.locator(ASKED).click()
    expect(page.locator(ASKED)).to_have_count(0)
    expect(page.locator(OPEN_CARDS)).to_have_count(5)
