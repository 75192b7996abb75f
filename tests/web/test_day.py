"""The deal of the day: its page, the game, and its results."""

from __future__ import annotations

import re
import struct
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

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


@pytest.mark.nightly("src/spite_and_malice/web/pages/daily/", "src/spite_and_malice/server/features/daily/")
def test_the_end_of_the_deal_of_the_day_leads_to_the_results(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('spite.settings', JSON.stringify({speed: 'off'}))")
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Today").click()
    page.get_by_role("link", name="Play the deal").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    play_game(page, by_clicks)
    expect(page.locator("#finish p.rank")).to_contain_text(
        "You have a place among the others once you have played on three days. The first day of a new row."
    )
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    page.locator("#finish").get_by_role("link", name="Compare with the others").click()
    expect(page.locator(".standings .you")).to_contain_text("Ada")
    expect(page.locator(".bytes").first).not_to_be_visible()
    main, board = (page.locator(part).bounding_box() for part in (".day-main", ".day-board"))
    assert main is not None
    assert board is not None
    assert board["x"] > main["x"] + main["width"]
    page.evaluate("void (window.shared = new Promise((done) => (navigator.share = async (shared) => done(shared))))")
    page.get_by_role("button", name="Share").click()
    shared = page.evaluate("window.shared")
    assert re.fullmatch(r"Spite and Malice, the deal of .+\n(Won|Lost|Drawn) .+", shared["text"])
    assert re.search(r"/day/\d{4}-\d\d-\d\d$", shared["url"])
    # If the browser has no share dialog, it goes to the clipboard, and the button says so.
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
    # Over plain http there is none: it can still be copied, by the browser or by hand.
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
    assert re.fullmatch(r"Spite and Malice, .*\d.*\n♠♡♧♢\n1 day in a row\.", whole["text"])
    assert re.search(r"/today/\d{4}-\d\d-\d\d$", whole["url"])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    picture = saved.value.path().read_bytes()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.png", saved.value.suggested_filename)
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1600, 840)


@pytest.mark.parametrize("path", ["/today", "/day", "/patience/day", "/puzzles"])
@pytest.mark.parametrize("wakes", ["by itself", "looked at again"])
def test_a_page_that_is_open_over_midnight_shows_the_new_day(
    browser: Browser, site: str, path: str, wakes: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site}{path}")
    page.evaluate("window.old = true")
    later = page.evaluate("Date.now()") / 1000 + 30 * 3600
    with page.expect_navigation():
        if wakes == "by itself":
            page.clock.fast_forward("24:00:00")
        else:
            # Asleep, as a closed lid leaves it: no timer runs meanwhile.
            page.clock.set_system_time(later)
            page.evaluate("setTimeout(() => dispatchEvent(new Event('focus')))")
            page.clock.run_for(10)
    assert page.evaluate("window.old") is None
    # The new page is that of the day, and is not loaded over and over.
    page.evaluate("window.old = true")
    page.evaluate("dispatchEvent(new Event('focus'))")
    assert page.evaluate("window.old") is True
    context.close()


def test_where_no_new_page_comes_the_time_is_now(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site}/day")
    end = page.locator("meta[name=day-ends]").get_attribute("content")
    page.evaluate("end => sessionStorage.setItem('spite.new-day', end)", end)
    page.clock.fast_forward("24:00:00")
    expect(page.locator("time[data-clock]")).to_contain_text("(now)")
    context.close()


@pytest.mark.parametrize("path", ["/day", "/patience/day"])
def test_a_stale_page_asks_which_day_it_is_to_be(visit: Visit, path: str) -> None:
    page = visit(path)
    asked: list[Any] = []

    def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        error = {"code": "new_day", "message": "A new day has begun.", "today": "2099-01-02"}
        route.fulfill(status=409, json={"error": error})

    api = "**/api/day" if path == "/day" else "**/api/patience"
    page.route(api, answer)
    page.get_by_role("button", name="Play", exact=True).first.click()
    expect(page.locator("[data-error]").first).to_have_text("A new day has begun.")
    expect(page.get_by_role("link", name="Today’s deal", exact=True).last).to_have_attribute("href", path)
    page.unroute(api)
    page.get_by_role("button", name=re.compile("Play the deal of")).click()
    page.wait_for_url("**/table/*")
    assert [each["as_today"] for each in asked] == [True]
