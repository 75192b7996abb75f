"""The pages for reading, the settings on their own page, and the report of a fault."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations_at_rest
from tests.web.conftest import OpenFake, ViewOf, resize
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS


@pytest.mark.parametrize("path", ["/read", "/settings", "/search"])
def test_the_page_fits_every_window_and_is_found_in_the_foot(visit: Visit, path: str) -> None:
    page = visit("/")
    page.locator(f".site-foot a[href='{path}']").click()
    page.wait_for_url(f"**{path}")
    for width, height in WINDOWS.values():
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations_at_rest(page) == []


def test_the_words_of_the_table_are_shown_with_pictures_of_it(visit: Visit) -> None:
    page = visit("/read")
    page.wait_for_function("document.querySelector('figure.layout img').naturalWidth > 300")
    for word in ("Pay-off pile", "Centre stacks", "Side stacks", "Hand", "Stock"):
        picture = page.locator(".glossary div", has=page.locator("dt", has_text=word)).locator("svg")
        assert picture.evaluate("svg => svg.querySelector('image').getBBox().width > 0")
    expect(page.locator("[data-facts] li")).to_have_count(10)
    expect(page.locator("main")).to_contain_text("Cat and Mouse")
    expect(page.locator("main")).to_contain_text("solitaire")


def test_what_is_told_has_its_sources(visit: Visit) -> None:
    page = visit("/read")
    links = page.locator("[data-sources] a").evaluate_all("all => all.map((one) => new URL(one.href).hostname)")
    assert sorted(set(links)) == ["arxiv.org", "en.wikipedia.org", "www.pagat.com"]
    told = page.locator("main").inner_text()
    for name in ("Santa Fe Magazine", "Frey", "Blackwood", "Patterson", "Storey", "Bowman", "1788", "82 in 100"):
        assert name in told
    # Nothing without a source.
    for words in ("gold rush", "wild stars", "filled shelves", "passengers"):
        assert words not in told


@pytest.mark.parametrize(("path", "leads_to"), [("/solitaire", "/patience"), ("/cat-and-mouse", "/read")])
def test_other_names_lead_somewhere(visit: Visit, path: str, leads_to: str) -> None:
    assert visit(path).url.endswith(leads_to)


def test_the_settings_say_which_tables_they_are_for(visit: Visit) -> None:
    page = visit("/settings")
    where = {
        "Every table": "Volume",
        "Spite & Malice": "Computer players speak",
        "Patience": "Vegas scoring",
        "You": "Deutsch",
    }
    for name, label in where.items():
        group = page.get_by_role("group", name=name, exact=True)
        expect(group.get_by_role("heading", name=name)).to_be_visible()
        expect(group.get_by_label(label)).to_have_count(1)


def test_what_is_chosen_in_the_settings_stays(visit: Visit) -> None:
    page = visit("/settings")
    for label in ("Spread side stacks", "Show moves and time", "Call the piles what the version calls them"):
        expect(page.get_by_label(label)).to_be_visible()
    page.get_by_label("Spread side stacks").uncheck()
    page.get_by_label("Four colours").check()
    expect(page.locator("html")).to_have_attribute("data-colours", "four")
    page.reload()
    expect(page.get_by_label("Spread side stacks")).not_to_be_checked()
    expect(page.get_by_label("Four colours")).to_be_checked()


def test_a_fault_is_reported_with_the_position(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    page = fake_table(view).page
    page.locator('[data-panel="settings"]').click()
    page.get_by_role("button", name="Report a fault").click()
    told = json.loads(page.get_by_role("dialog", name="Report a fault").get_by_role("textbox").input_value())
    assert told["view"]["players"][0]["hand"] == view["players"][0]["hand"]
    assert told["address"] == page.url
    assert told["game"] == 1
