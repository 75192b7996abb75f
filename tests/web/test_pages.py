"""Properties of all the pages around the table, in a real browser against a real server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.axe import violations_at_rest
from tests.web.conftest import resize
from tests.web.setting_up import open_editor, set_number
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS


@pytest.mark.parametrize("path", ["/nothing", "/rules/solitaire", "/new?preset=solitaire", "/table/nobody"])
def test_what_is_not_there_is_told_on_a_page_with_a_way_on(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("This card is not in the deck")
    page.get_by_role("link", name="To the home page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


PAGES = [
    *(
        "/",
        "/open",
        "/new",
        "/new?preset=skip-bo-partners&players=6",
        "/games",
        "/people",
        "/evenings",
        "/notices",
        "/correspondence",
        "/ladder",
        "/scrapbook",
        "/today",
        "/statistics",
        "/ratings",
        "/day",
        "/rules/book",
    ),
    "/nothing",
]


@pytest.mark.parametrize("path", PAGES)
def test_all_comes_from_this_host_has_room_in_every_window_can_be_hit_and_read(
    visit: Visit, site: str, path: str
) -> None:
    page = visit("/", theme="dark")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(path, page=page)
    assert asked
    assert [url for url in asked if not url.startswith(site)] == []
    if "preset=" in path:
        open_editor(page)
    for width, height in WINDOWS.values():
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate(
            """() => [...document.querySelectorAll('main a, main button, main select, main .pill, main summary')]
            .filter(e => e.checkVisibility() && !e.closest('p:not(.hero-acts)'))
            .filter(e => e.getBoundingClientRect().height < 24 || e.getBoundingClientRect().width < 24)
            .map(e => e.outerHTML)"""
        )
        assert (width, small) == (width, [])
    resize(page, *WINDOWS["desktop"])
    if "preset=" in path:
        set_number("hand", "11")(page)
        expect(page.get_by_role("alert")).to_contain_text("Cards in hand")
    assert violations_at_rest(page) == []
    page.emulate_media(color_scheme="light")
    assert violations_at_rest(page) == []


def test_dates_are_written_as_in_the_country_of_the_browser(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{site}/puzzles")
    expect(page.locator("[data-date]").first).to_have_text(re.compile(r"^\d+ [A-Z][a-z]+$"))
    context.close()


@pytest.mark.parametrize("path", ["/nowhere", "/me", "/day", "/puzzles"])
def test_the_foot_of_a_short_page_stands_at_the_end_of_the_window(visit: Visit, path: str) -> None:
    page = visit(path)
    bottom = "(foot) => Math.round(foot.getBoundingClientRect().bottom + scrollY)"
    for size in ("desktop", "tablet", "phone"):
        resize(page, *WINDOWS[size])
        foot = page.locator(".site-foot").evaluate(bottom)
        assert abs(foot - page.evaluate("document.documentElement.scrollHeight")) <= 1, size
        assert foot >= WINDOWS[size][1]


def test_a_patience_is_chosen_and_dealt_on_the_first_screen(visit: Visit) -> None:
    page = visit("/patience")
    for part in (".turns-choice", ".deal-choice", "[data-levels]", ".more-rules"):
        expect(page.locator(part), part).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Deal")).to_be_in_viewport(ratio=1)
