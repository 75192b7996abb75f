"""The page of one's games: its list, and giving games up and deleting them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.setting_up import start_really
from tests.web.visitor import Visit, visits  # noqa: F401


def test_your_games_lists_what_this_browser_plays_and_no_other(visit: Visit) -> None:
    page = visit("/new?preset=quick&players=3")
    start_really(page)
    table = page.url
    visit("/games", page=page)
    card = page.locator(".table-card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Quick Game")
    expect(card.locator("time")).to_have_text("just now")
    card.click()
    page.wait_for_url(table)
    other = visit("/games")
    expect(other.get_by_text("There is nothing here yet.")).to_be_visible()


def test_what_to_do_where_nothing_was_played_breaks_no_line(visit: Visit) -> None:
    page = visit("/games", "phone")
    for way in page.locator(".empty-note a").all():
        assert way.evaluate("way => way.getClientRects().length") == 1


def with_a_game(visit: Visit) -> Page:
    """Return the page of games of somebody who has begun one."""
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.locator("#cards .card").first.wait_for(state="attached")
    return visit("/games", page=page)


def test_a_game_is_given_up_with_a_second_press(visit: Visit) -> None:
    page = with_a_game(visit)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    expect(page.locator(".table-card")).to_have_count(0)
    page.reload()
    expect(page.locator(".empty-note")).to_be_visible()


def test_what_giving_up_means_has_room_on_a_phone(visit: Visit) -> None:
    page = visit("/new?preset=quick&players=2", "phone")
    start_really(page)
    visit("/games", page=page)
    page.get_by_role("button", name="Give up").click()
    asked = page.locator("[data-sure]")
    words, button, card = asked.evaluate(
        """(button) => {
          const range = document.createRange();
          range.selectNodeContents(button);
          return [range, button, button.closest("li")].map((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return [left, top, right, bottom];
          });
        }"""
    )
    assert all(inner - outer >= 8 for inner, outer in zip(words[:2], button[:2], strict=True))
    assert all(outer - inner >= 8 for inner, outer in zip(words[2:], button[2:], strict=True))
    assert button[0] - card[0] >= 4
    assert card[2] - button[2] >= 4


def test_patiences_that_were_only_looked_at_are_out_of_the_way_and_go_together(visit: Visit, site: str) -> None:
    page = visit("/games")
    for preset in ("klondike-1", "freecell"):
        assert page.request.post(f"{site}/api/patience", data={"preset": preset}).ok
    visit("/", page=page)
    expect(page.locator(".table-card")).to_have_count(0)
    visit("/games", page=page)
    expect(page.locator(".table-card:visible")).to_have_count(0)
    page.get_by_text("2 patiences dealt and not begun").click()
    expect(page.locator(".table-card:visible")).to_have_count(2)
    page.get_by_role("button", name="Clear them away").click()
    expect(page.get_by_text("not begun")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("not begun")).to_have_count(0)


def test_a_game_that_was_given_up_is_deleted_with_a_second_press(visit: Visit) -> None:
    page = with_a_game(visit)
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    expect(page.locator(".table-card")).to_have_count(0)
    page.reload()
    page.get_by_text("Given up or hidden").click()
    # A double click only asks the question.
    page.get_by_role("button", name="Delete").dblclick()
    sure = page.get_by_role("button", name="Delete it for good? It will not count any more.")
    expect(sure).to_be_enabled()
    expect(page.locator(".table-card")).to_have_count(1)
    sure.click()
    expect(page.locator(".table-card")).to_have_count(0)
    page.reload()
    expect(page.locator(".empty-note")).to_be_visible()
    expect(page.get_by_text("Given up or hidden")).to_have_count(0)


def test_finished_games_are_told_one_by_one(visit: Visit) -> None:
    page = visit("/")
    site = page.url.rstrip("/")
    asked = page.context.request
    table = asked.post(f"{site}/api/patience", data={"deal": "258"}).json()
    page.goto(site + table["url"])
    page.locator("#cards .card").first.wait_for()
    for turned in (1, 2):
        page.keyboard.press("d")
        expect(page.locator("#meters")).to_contain_text(f"{turned} move")
    page.keyboard.press("m")
    page.get_by_role("menuitem", name="The same deal again").click()
    page.locator("#words").get_by_role("button", name="The same deal again").click()
    expect(page.locator("#meters")).to_contain_text("0 moves")
    # Another table of the same kind looks different.
    asked.post(f"{site}/api/patience", data={"deal": "17"})
    visit("/games", page=page)
    cards = page.locator(".table-when")
    expect(cards.filter(has_text="Deal number 258")).to_have_count(1)
    expect(cards.filter(has_text="Deal number 17")).to_have_count(1)
    games = page.locator(".table-games p")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Deal number 258")
    expect(games).to_contain_text("Given up")
    expect(games).to_contain_text("2 moves")
    expect(games.locator("time")).to_contain_text(re.compile(r"\d{1,2}:\d{2}"))
    games.get_by_role("link").click()
    page.wait_for_url("**/games/1/replay")
    page.goto(f"{site}/patience/records?preset=klondike-1")
    expect(page.locator(".games-list tbody tr").first).to_contain_text("number 258")
    expect(page.locator(".games-list tbody tr").first).to_contain_text(re.compile(r"\d{1,2}:\d{2}"))
