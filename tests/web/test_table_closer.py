"""A closer look at the cards on the table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import OpenFake, ViewOf
from tests.web.person import middle


def test_a_side_stack_is_fanned_out(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    table.page.get_by_role("button", name=re.compile("Ada, .* 2 in hand. Look closer")).click()
    cards = [card for stack in view["players"][0]["side"] for card in stack]
    expect(table.page.locator("#reader .mini")).to_have_count(len(cards))
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#reader")).to_be_hidden()


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


def test_the_number_on_anothers_deep_side_stack_fans_it_out(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][0]["side"] = [["9h"] * 24, ["8c"] * 3, [], []]
    page = fake_table(view, has_touch=True).page
    number = page.get_by_role("button", name=re.compile(r"^Fan out Ada.*, 24 cards$"))
    expect(number).to_have_text("24")
    expect(page.locator(".chip")).to_have_count(1)
    number.tap()
    expect(page.locator("#reader .mini")).to_have_count(24 + 3)
