"""What the table and the pages look like where the system chooses the colours or asks for more contrast."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.web.conftest import OpenFake, ViewOf, new_context

STYLE: Final = "(element, name) => getComputedStyle(element).getPropertyValue(name)"


def style(element: Locator, name: str) -> str:
    """Return the computed value of a property."""
    found: str = element.evaluate(STYLE, name)
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_with_the_systems_colours_lines_say_what_light_says(fake_table: OpenFake, view_of: ViewOf, scheme: str) -> None:
    view = view_of("standard-2/0") | {"turn": 0, "legal": []}
    view["centre"][0] = []
    page = fake_table(view, forced_colors="active", color_scheme=scheme).page
    assert style(page.locator(".outline.centre.empty").first, "border-top-style") == "solid"
    assert style(page.locator(".area:not(.own).turn"), "outline-style") == "solid"
    assert style(page.locator(".area.own"), "outline-style") == "none"


def test_with_the_systems_colours_the_chosen_is_told_from_the_rest(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), forced_colors="active").page
    page.locator("[data-panel=settings]").click()
    chosen = page.locator(".segments input:checked + span").first
    other = page.locator(".segments input:not(:checked) + span").first
    tab = page.get_by_role("tab", selected=True)
    expect(tab).to_have_text("Settings")
    assert style(chosen, "background-color") != style(other, "background-color")
    assert style(tab, "background-color") != style(page.get_by_role("tab", selected=False).first, "background-color")


def test_with_the_systems_colours_a_game_is_set_up_by_what_is_seen(browser: Browser, site: str) -> None:
    context = new_context(browser, (1280, 800), {}, forced_colors="active")
    page = context.new_page()
    page.goto(f"{site}/new?preset=partners")
    chosen, other = page.locator(".pill:has(:checked)").first, page.locator(".pill:not(:has(:checked))").first
    start = page.locator("[data-start]")
    assert style(chosen, "background-color") != style(other, "background-color")
    assert style(start, "background-color") == style(chosen, "background-color")
    context.close()


@pytest.mark.parametrize(("contrast", "soft"), [("no-preference", True), ("more", False)])
def test_who_asks_for_contrast_gets_it(fake_table: OpenFake, view_of: ViewOf, contrast: Any, soft: bool) -> None:
    page = fake_table(view_of("standard-2/0"), contrast=contrast).page
    note, root = page.locator("#status .note"), page.locator("html")
    assert (style(note, "color") != style(page.locator("body"), "color")) is soft
    assert (style(root, "--spade") != "#000") is soft
