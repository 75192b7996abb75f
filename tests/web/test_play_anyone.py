"""Waiting for anybody to play with."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.visitor import Visit, visits  # noqa: F401


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/lobby.py", "src/spite_and_malice/web/pages/lobby/open-tables.js"
)
def test_who_waits_for_anybody_may_play_meanwhile_or_stop(visit: Visit, new_site: str) -> None:
    # At a server used by other tests, somebody may still be waiting.
    page = visit("/", at=new_site)
    page.get_by_role("button", name="Play anyone").click()
    expect(page.get_by_text("Looking for somebody to play with.")).to_be_visible()
    with page.expect_popup() as opened:
        # As on the home page, a newcomer is offered the gentlest opponent first.
        page.get_by_role("button", name="Play Pip meanwhile").click()
    opened.value.locator(".place[aria-pressed]").first.wait_for(state="attached")
    opened.value.close()
    page.get_by_role("button", name="Stop waiting").click()
    expect(page.locator(".table-card")).to_have_count(1)
    expect(page.locator(".table-card")).to_contain_text("Pip")
    other = visit("/", at=new_site)
    other.get_by_role("button", name="Play anyone").click()
    # Nobody is sent to the abandoned table.
    expect(other.get_by_text("Looking for somebody to play with.")).to_be_visible()
    visit("/", page=page, at=new_site)
    page.get_by_role("button", name="Play anyone").click()
    page.wait_for_url(other.url)
    # Whoever begins, both have been dealt cards.
    other.locator("#cards .card").first.wait_for(state="attached")
    expect(other.locator(".lobby-body")).to_have_count(0)


def test_who_waits_for_anybody_may_play_a_computer_player_at_once(visit: Visit, new_site: str) -> None:
    page = visit("/", "landscape", at=new_site)
    page.get_by_role("button", name="Play anyone").click()
    expect(page.get_by_text("These have time for you now:")).to_be_visible()
    expect(page.get_by_text("Cheerful, quick, and never sorry.")).to_be_visible()
    page.get_by_role("radio", name="Hugo Club player").check(force=True)
    expect(page.get_by_text("Brisk and sure of the next card; blocks with relish.")).to_be_visible()
    page.get_by_role("button", name="Play Hugo instead").click()
    page.locator("#cards .card").first.wait_for(state="attached")
    expect(page.locator(".seat-name", has_text="Hugo")).to_be_visible()
