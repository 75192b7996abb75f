"""Games by correspondence in a real browser: one set up with a press, played by two, and listed with the time left."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import violations_at_rest
from tests.web.conftest import resize, settle, wait_on
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS


def begin(visit: Visit) -> tuple[Page, Page]:
    """Have Anna set up a table with a day a move and leave it, and Ben sit down; return both pages."""
    anna, ben = visit("/correspondence"), visit("/")
    anna.evaluate("localStorage.setItem('spite.name', 'Anna')")
    anna.reload()
    settle(anna)
    anna.get_by_role("button", name="1 day a move").click()
    anna.wait_for_url("**/table/*")
    table = anna.url
    expect(anna.get_by_text("By correspondence: nobody has to stay at the table.")).to_be_attached()
    # Her part of the deal is given before she leaves.
    wait_on(
        anna, lambda: anna.evaluate("localStorage.getItem('spite.contributions') ?? Object.keys(localStorage).join()")
    )
    visit("/correspondence", page=anna)
    expect(anna.get_by_role("heading", name="Waiting for players")).to_be_visible()
    ben.evaluate("localStorage.setItem('spite.name', 'Ben')")
    ben.goto(table)
    ben.locator(".lobby-seat button").first.click()
    ben.locator("#cards .card").first.wait_for(state="attached")
    return anna, ben


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/correspondence",
    "src/spite_and_malice/web/pages/correspondence/correspondence.js",
)
def test_somebody_one_has_played_with_is_invited(visit: Visit) -> None:
    anna, ben = begin(visit)
    visit("/", page=ben)
    visit("/people", page=anna)
    anna.get_by_role("link", name="Correspondence game: Ben").click()
    anna.wait_for_url("**/correspondence*")
    settle(anna)
    expect(anna.get_by_label("With").locator("option:checked")).to_have_text("Ben")
    anna.get_by_label("With").focus()
    anna.keyboard.press("Home")
    anna.keyboard.type("Ben")
    anna.get_by_role("button", name="3 days a move").click()
    anna.wait_for_url("**/table/*")
    expect(ben.locator(".letter")).to_contain_text("Anna invites you to a game: Spite & Malice.")
    ben.get_by_role("button", name="Join").click()
    ben.wait_for_url(anna.url)


def test_a_friend_is_invited_at_a_slow_pace_where_the_table_is_made(visit: Visit) -> None:
    anna, ben = visit("/"), visit("/")
    anna.get_by_role("button", name="Invite a friend").click()
    anna.wait_for_url("**/table/*")
    pace = anna.get_by_label("At once or by correspondence")
    expect(pace).to_be_visible()
    pace.focus()
    anna.keyboard.press("ArrowDown")
    expect(anna.locator(".lobby-settings")).to_contain_text("By correspondence: nobody has to stay at the table.")
    pace.focus()
    anna.keyboard.press("ArrowUp")
    expect(anna.locator(".lobby-settings")).to_contain_text("A computer player takes over")
    expect(pace).to_have_value("null")
    pace.focus()
    anna.keyboard.press("ArrowDown")
    expect(anna.locator(".lobby-settings")).to_contain_text("Clock: 1 day for every move.")
    ben.goto(anna.url)
    # An invited person sees the pace, and does not choose it.
    expect(ben.locator(".lobby-settings")).to_contain_text("By correspondence")
    expect(ben.get_by_label("At once or by correspondence")).to_be_hidden()
    ben.locator(".lobby-seat button").first.click()
    for page in (anna, ben):
        page.locator("#cards .card").first.wait_for(state="attached")
    visit("/correspondence", page=ben)
    expect(ben.locator(".table-now")).to_contain_text(re.compile(r"(23|24) hours left"))


def test_a_game_is_set_up_with_a_press_and_listed_with_the_time_left(visit: Visit) -> None:
    anna, _ben = begin(visit)
    visit("/correspondence", page=anna)
    told = anna.locator(".table-now")
    expect(told).to_contain_text(re.compile(r"It is (your|Ben’s) turn\. If .*: (23|24) hours left"))
    expect(anna.get_by_role("heading", name=re.compile("Your turn|Others are to move"))).to_be_visible()
    button = anna.get_by_role("button", name="Take this month’s holiday")
    button.focus()
    settle(anna)
    anna.keyboard.press("Enter")
    expect(anna.get_by_text("You have taken this month’s holiday.")).to_be_visible()
    visit("/", page=anna)
    expect(anna.get_by_role("heading", name="By correspondence")).to_be_visible()
    expect(anna.get_by_role("heading", name="Where you left off")).to_have_count(0)
    expect(anna.locator(".going-on .table-card")).to_have_count(1)


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/correspondence",
    "src/spite_and_malice/web/pages/correspondence/correspondence.js",
)
def test_the_list_fits_every_window_and_is_reached_by_key(visit: Visit) -> None:
    anna, _ben = begin(visit)
    for path, name in (("/correspondence", "list"), ("/", "home")):
        visit(path, page=anna)
        for language in ("English", "Deutsch"):
            anna.get_by_role("button", name=language).click()
            settle(anna)
            for size in ("desktop", "tablet", "phone", "landscape"):
                resize(anna, *WINDOWS[size])
                settle(anna)
                assert anna.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0], (path, size)
                if folder := os.environ.get("SPITE_TEST_PICTURES"):
                    anna.screenshot(path=f"{folder}/{name}-{language}-{size}.png", full_page=name == "list")
            assert violations_at_rest(anna) == []
    visit("/correspondence", page=anna)
    anna.locator(".table-card").focus()
    anna.keyboard.press("Enter")
    anna.wait_for_url("**/table/*")


def waiting(anna: Page, ben: Page) -> tuple[Page, Page]:
    """Return the waiting player's page, and that of the player to move."""
    offer = ".live-banner .button:not([hidden])"
    wait_on(anna, lambda: anna.locator(offer).count() + ben.locator(offer).count() > 0)
    return (anna, ben) if anna.locator(offer).count() else (ben, anna)


def test_a_turn_is_laid_down_by_key_changed_and_taken_back(visit: Visit) -> None:
    anna, ben = begin(visit)
    anna.goto(ben.url)
    waits, moves = waiting(anna, ben)
    plan = waits.locator(".live-banner .button")
    expect(plan).to_have_text("Plan your next turn")
    plan.focus()
    waits.keyboard.press("Enter")
    dialog = waits.get_by_role("dialog", name="Plan your next turn")
    expect(dialog.get_by_text("Nothing is chosen yet.")).to_be_visible()
    for place in dialog.locator(".laid-places select").all():
        place.focus()
        waits.keyboard.press("Home")
    expect(dialog.locator(".laid-moves")).to_contain_text("Whatever happens:")
    dialog.get_by_label("Next move").focus()
    waits.keyboard.press("End")
    chosen = dialog.get_by_label("Next move").locator("option:checked").inner_text()
    dialog.get_by_role("button", name="Add this move").focus()
    waits.keyboard.press("Enter")
    expect(dialog.locator(".laid-moves")).to_contain_text(chosen)
    if folder := os.environ.get("SPITE_TEST_PICTURES"):
        for size in ("desktop", "tablet", "phone", "landscape"):
            resize(waits, *WINDOWS[size])
            settle(waits)
            waits.screenshot(path=f"{folder}/plan-{size}.png")
        resize(waits, *WINDOWS["desktop"])
    dialog.get_by_role("button", name="Lay it down").focus()
    waits.keyboard.press("Enter")
    expect(dialog.locator(".laid-lines li")).to_contain_text(chosen)
    assert violations_at_rest(waits) == []
    if folder := os.environ.get("SPITE_TEST_PICTURES"):
        waits.screenshot(path=f"{folder}/planned.png")
    waits.keyboard.press("Escape")
    expect(plan).to_have_text("Your next turn: 1 plan")
    # It is there after the page was closed, and nowhere for the other one.
    waits.reload()
    expect(plan).to_have_text("Your next turn: 1 plan")
    assert chosen not in moves.locator("body").inner_text()
    if folder := os.environ.get("SPITE_TEST_PICTURES"):
        for size in ("desktop", "tablet", "phone", "landscape"):
            resize(waits, *WINDOWS[size])
            settle(waits)
            waits.screenshot(path=f"{folder}/banner-{size}.png")
        resize(waits, *WINDOWS["desktop"])
    plan.click()
    dialog.get_by_role("button", name="Change").click()
    dialog.get_by_role("button", name="Take the last move back").click()
    expect(dialog.get_by_text("Nothing is chosen yet.")).to_be_visible()
    dialog.get_by_role("button", name="Back", exact=True).click()
    dialog.get_by_role("button", name="Take it back").click()
    expect(dialog.get_by_text("Nothing is chosen yet.")).to_be_visible()
    waits.keyboard.press("Escape")
    expect(plan).to_have_text("Plan your next turn")
