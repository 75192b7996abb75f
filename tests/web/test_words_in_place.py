"""Texts at the table with their own line: they are neither broken nor smaller than their cards allow."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.company import SETTINGS, people, person
from tests.web.conftest import OpenFake, ViewOf

LINES = (
    "(button) => { const r = document.createRange(); r.selectNodeContents(button); return r.getClientRects().length; }"
)
"""The number of lines of a button's text."""


def test_the_way_back_has_one_line_on_a_phone_on_its_side(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), (640, 360))
    seats = [{**person("Ada", 0), "kind": "computer", "player": "club"}, person("Bertrand", 1)]
    there = people(seats, 1, settings=SETTINGS | {"undo_turns": True})
    table.send(**table.snapshot | {"version": 2, "people": there, "log": ["1 H9c-S1", "0 H7h-S1"], "ply": 2})
    back = table.page.locator("#status [data-do=undo-turn]")
    expect(back).to_be_visible()
    assert back.evaluate(LINES) == 1


@pytest.mark.parametrize("size", [(768, 1024), (1920, 1080)])
def test_what_a_stack_takes_grows_with_its_cards(fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]) -> None:
    page = fake_table(view_of("standard-2/0"), size).page
    takes = page.locator(".label.centre").first
    expect(takes).to_be_visible()
    assert takes.evaluate("(label) => parseFloat(getComputedStyle(label).fontSize)") >= 20
