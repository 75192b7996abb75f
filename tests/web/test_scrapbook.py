"""The scrapbook in a real browser: every moment with its cards, its day and its faces, and those still to come."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from spite_and_malice.play import write
from tests.server.test_scrapbook import achieved, played_game, recorded, won
from tests.web.axe import violations_at_rest
from tests.web.conftest import resize
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS

BRING = """async (record) => {
  const body = JSON.stringify({ record });
  const headers = { "content-type": "application/json" };
  return (await fetch("/api/imported", { method: "POST", headers, body })).status;
}"""


FITS = """(place) => {
  const [outer, inner] = [place, place.firstElementChild].map((one) => one.getBoundingClientRect());
  return inner.width <= outer.width + 1 && inner.height <= outer.height + 1;
}"""


@pytest.fixture
def page(visit: Visit, request: pytest.FixtureRequest) -> Page:
    """Open the page of somebody who has won a game, a different one for each test."""
    number = won(request.param)
    page = visit("/")
    assert page.evaluate(BRING, write(recorded(played_game(number)))) == 201
    return visit("/scrapbook", page=page)


@pytest.mark.parametrize("page", [0], indirect=True)
def test_a_moment_is_drawn_with_its_day_and_faces_and_leads_to_its_turn(page: Page) -> None:
    keys = achieved(won(0))
    expect(page.locator(".scrap")).to_have_count(len(keys))
    expect(page.locator(".scraps-to-come li")).to_have_count(50 - len(keys))
    card = page.locator("#win")
    expect(card.get_by_role("heading")).to_have_text("Home and dry")
    expect(card).to_contain_text("with Hugo")
    expect(card).to_contain_text("2025")
    expect(card.locator(".scrap-faces img")).to_have_attribute("src", re.compile(r"/heads/club\.svg$"))
    card.scroll_into_view_if_needed()
    picture = card.get_by_role("img", name=re.compile("Cards left: .*Hugo"))
    expect(picture.locator(".arrows .best").first).to_be_attached()
    card.get_by_role("link", name=re.compile("^Watch it.*Home and dry$")).press("Enter")
    page.wait_for_url("**/replay?seat=0#*")
    at = int(page.url.partition("#")[2])
    expect(page.locator("input.track")).to_have_value(str(at))
    assert 0 < at < len(played_game(won(0)).actions)


@pytest.mark.nightly("src/spite_and_malice/web/pages/scrapbook")
@pytest.mark.parametrize("page", [5], indirect=True)
def test_there_is_room_for_every_card_in_every_window(page: Page) -> None:
    for width, height in WINDOWS.values():
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for place in page.locator(".scrap-picture").all():
            place.scroll_into_view_if_needed()
            expect(place.locator(".position")).to_have_count(1)
            assert place.evaluate(FITS), width
    assert violations_at_rest(page) == []
    page.emulate_media(color_scheme="light")
    assert violations_at_rest(page) == []


@pytest.mark.parametrize("page", [6], indirect=True)
def test_what_cannot_be_drawn_leaves_its_words(page: Page) -> None:
    page.route("**/moment?*", lambda route: route.fulfill(status=404, json={}))
    page.reload()
    expect(page.locator("#win [data-moment]")).to_have_count(0)
    expect(page.locator("#win")).to_contain_text("Win a game.")


@pytest.mark.parametrize("page", [1], indirect=True)
def test_faces_figures_and_moments_are_one_page_from_either_address(page: Page) -> None:
    hugo = page.locator(".rivals li")
    expect(hugo).to_have_count(1)
    expect(hugo).to_contain_text("Hugo")
    expect(hugo.locator("img")).to_have_attribute("src", re.compile(r"/heads/club\.svg#beaten$"))
    expect(page.locator("[data-status]")).to_have_text("1 game")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Moments", "Statistics and records", "Still empty"])
    hugo.get_by_role("link").click()
    page.wait_for_url("**/statistics?opponent=club")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Statistics and records", "Moments", "Still empty"])
    expect(page.get_by_role("combobox", name="Against")).to_have_value("club")
    expect(page.locator("#win")).to_contain_text("Home and dry")
    resize(page, 640, 360)
    cells = page.locator(".tally-table.stacks :is(th, td)")
    assert cells.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
