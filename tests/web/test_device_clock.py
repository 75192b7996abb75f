"""A device whose clock is wrong by hours: durations and remaining times follow the server's clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.web.test_accounts import table

HOURS: Final = [0, 5, -5]
"""How far a device's clock is ahead."""


@pytest.fixture(params=HOURS)
def device(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Open a device whose clock is a number of hours ahead."""
    context = browser.new_context(reduced_motion="reduce", timezone_id="UTC")
    context.clock.install(time=time.time() + request.param * 3600)
    yield context
    context.close()


def test_how_long_ago_a_game_was_begun_is_told_by_the_servers_clock(device: BrowserContext, site: str) -> None:
    page = device.new_page()
    page.goto(f"{site}/games")
    table(page, site)
    page.goto(f"{site}/games")
    expect(page.locator("time[data-time]").first).to_have_text("just now")


def test_who_has_just_gone_is_not_away_for_hours(device: BrowserContext, browser: Browser, site: str) -> None:
    ada = device.new_page()
    ada.goto(site)
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    made = device.request.post(f"{site}/api/tables", data={"preset": "standard", "target": 1, "seats": seats})
    at = site + made.json()["url"]
    ada.goto(at)
    other = browser.new_context()
    ben = other.new_page()
    ben.goto(at)
    ben.get_by_role("button", name="Sit here").click()
    expect(ben.locator(".lobby-seat.you")).to_be_visible()
    seat = ada.locator(".lobby-seat").nth(1)
    expect(seat).to_contain_text("here")
    other.close()
    expect(seat).to_contain_text("away")
    expect(seat).not_to_contain_text("away for")


def test_when_the_next_deal_of_a_day_comes_is_told_by_the_servers_clock(device: BrowserContext, site: str) -> None:
    page = device.new_page()
    page.goto(f"{site}/day")
    left = (-time.time() % 86_400) / 60
    hours = int(left // 60)
    near = [f"in {n} hour" for n in (hours, hours + 1)] if left >= 61 else ["in 1 hour", "minute"]
    told = page.locator("time[data-clock]").first.inner_text()
    assert any(one in told for one in near), (told, left)
