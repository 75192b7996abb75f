"""The whole table in every window: it scrolls nowhere, and axe finds nothing."""

from __future__ import annotations

from itertools import cycle

import pytest

from tests.web.axe import violations_at_rest
from tests.web.conftest import SIZES, OpenFake, ViewOf


def test_nothing_scrolls(fake_table: OpenFake, view_of: ViewOf) -> None:
    for size in SIZES:
        page = fake_table(view_of("round-5/0"), size=size).page
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(
            size
        )


def test_nothing_scrolls_the_table(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), size=(640, 360)).page
    root = page.locator("#table")
    before = root.bounding_box()
    page.locator(".place.hand").last.evaluate("(one) => one.scrollIntoView({ block: 'center', inline: 'center' })")
    found = root.evaluate(
        "(one) => { one.scrollBy(40, 40); return [one.scrollLeft, one.scrollTop, scrollX, scrollY]; }"
    )
    assert (found, root.bounding_box()) == ([0, 0, 0, 0], before)


@pytest.mark.parametrize(("size", "scheme"), [*zip(SIZES, cycle(("dark", "light")), strict=False)])
def test_axe_finds_nothing(fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int], scheme: str) -> None:
    table = fake_table(view_of("goal-13-4/0"), size=size, color_scheme=scheme)
    page = table.page
    page.locator(".place.hand").first.click(position={"x": 6, "y": 40})
    assert violations_at_rest(page) == []
    page.keyboard.press("Escape")
    page.locator("[data-panel=settings]").click()
    page.locator("#panel[open] .segments").first.wait_for()
    assert violations_at_rest(page) == []
    page.locator("#panel .close").click()
    page.keyboard.press("?")
    page.locator("#reader[open] .keys").wait_for()
    assert violations_at_rest(page) == []


def test_axe_finds_nothing_in_what_helps(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view, size=(360, 640))
    page = table.page
    page.locator("[data-menu=help]").click()
    page.locator("#help-menu .button").first.wait_for()
    assert violations_at_rest(page) == []
    page.locator("#help-menu .button").first.click()
    page.wait_for_function("document.querySelector('#status .note').textContent === 'Thinking…'")
    table.send(type="hint", id=table.last("hint")["id"], ply=0, move="H7c-C1", line=["H7c-C1"], reason="It fits.")
    page.get_by_role("button", name="Play it").wait_for()
    assert violations_at_rest(page) == []
    page.keyboard.press("c")
    page.locator("#panel[open] .seen").wait_for()
    assert violations_at_rest(page) == []
    page.keyboard.press("Escape")
    view["result"] = {"reason": "payoff", "winners": [1], "scores": [0, 9]}
    view["stage"] = "over"
    table.send(**table.snapshot | {"version": 2, "view": view})
    page.locator("#finish[open] .racers").wait_for()
    assert violations_at_rest(page) == []
