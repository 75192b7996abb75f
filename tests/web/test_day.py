"""The deal of the day: its page, the game, and its results."""

from __future__ import annotations

import re
import struct

import pytest
from playwright.sync_api import Browser, expect

from tests.web.person import by_clicks, play_game
from tests.web.visitor import Visit, visits  # noqa: F401


def test_the_deal_of_the_day_is_played_once_and_waits(visit: Visit) -> None:
    page = visit("/", "phone")
    page.get_by_role("link", name="The deal of the day").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    table = page.url
    page.locator("#cards .card").first.wait_for()
    page.go_back()
    page.get_by_role("link", name="Go on with your game").click()
    page.wait_for_url(table)


@pytest.mark.parametrize(
    ("place", "said"), [("UTC", "midnight (in"), ("Europe/Berlin", re.compile(r"[12]:00 AM \(in"))]
)
def test_the_next_deal_of_the_day_comes_at_the_time_of_ones_place(
    browser: Browser, site: str, place: str, said: str | re.Pattern[str]
) -> None:
    context = browser.new_context(timezone_id=place, locale="en-US")
    page = context.new_page()
    page.goto(f"{site}/day")
    expect(page.locator("time[data-clock]")).to_contain_text(said)
    context.close()


@pytest.mark.nightly("src/spite_and_malice/web/pages/day", "src/spite_and_malice/server/features/daily/")
def test_the_end_of_the_deal_of_the_day_leads_to_the_results(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('spite.settings', JSON.stringify({speed: 'off'}))")
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Today").click()
    page.get_by_role("link", name="Play the deal").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    play_game(page, by_clicks)
    expect(page.locator("#finish p.rank")).to_contain_text("You are the first to finish it today.")
    # There is nobody to compare with: a win can be shared, after a loss the day's page is first.
    expect(page.locator("#finish .primary")).to_have_text(re.compile("Share|The deal of the day"))
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    page.locator("#finish").get_by_role("link", name="The deal of the day").click()
    expect(page.locator(".standings .you")).to_contain_text("Ada")
    expect(page.locator(".bytes").first).not_to_be_visible()
    main, board = (page.locator(part).bounding_box() for part in (".day-main", ".day-board"))
    assert main is not None
    assert board is not None
    assert board["x"] > main["x"] + main["width"]
    page.evaluate("void (window.shared = new Promise((done) => (navigator.share = async (shared) => done(shared))))")
    page.get_by_role("button", name="Share").click()
    shared = page.evaluate("window.shared")
    assert re.fullmatch(r"Spite and Malice, the deal of .+\n(Won|Lost|Drawn) .+\nPlace \d of \d", shared["text"])
    assert re.search(r"/day/\d{4}-\d\d-\d\d$", shared["url"])
    # Where the browser has no way of its own, the clipboard takes it, and the button says what is there.
    page.evaluate(
        """() => {
            delete navigator.share;
            const clipboard = { writeText: async (text) => (window.copied = text) };
            Object.defineProperty(navigator, "clipboard", { value: clipboard });
        }"""
    )
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("window.copied") == f"{shared['text']}\n{shared['url']}"
    # By plain http there is none: it can still be copied, by the browser or by hand.
    page.reload()
    page.evaluate(
        """() => {
            delete navigator.share;
            Object.defineProperty(navigator, "clipboard", { value: undefined });
            document.execCommand = () => false;
        }"""
    )
    page.get_by_role("button", name="Share").click()
    field = page.get_by_role("textbox", name="To be copied by hand")
    expect(field).to_have_value(f"{shared['text']}\n{shared['url']}")
    page.evaluate("document.execCommand = () => true")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    expect(field).to_have_count(0)
    # The day as a whole is sent as its suits.
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Today").click()
    page.wait_for_url("**/today")
    page.evaluate("void (window.shared = new Promise((done) => (navigator.share = async (shared) => done(shared))))")
    page.get_by_role("button", name="Share").click()
    whole = page.evaluate("window.shared")
    assert re.fullmatch(r"Spite and Malice, .*\d.*\n♠♡♧♢", whole["text"])
    assert re.search(r"/today/\d{4}-\d\d-\d\d$", whole["url"])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    picture = saved.value.path().read_bytes()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.png", saved.value.suggested_filename)
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1600, 840)
