"""Whole games of patience in a real browser, at a real server, by every way of playing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from spite_and_malice.patience import Game, Position, deal_microsoft, deal_number, preset_rules, solve
from spite_and_malice.patience.autoplay import automatic_move
from tests.web.axe import violations, violations_at_rest
from tests.web.conftest import Problems, new_context, settle
from tests.web.patience_person import Gesture, by_drag, by_keyboard, by_touch
from tests.web.weight import check_weight

DEAL: Final = 258
"""A deal of turn 1 with a short solution."""

LOSING: Final = (42, ("T4-T7", "T3-T4", "T2-T6"))
"""A deal of turn 1 that can be won, and moves after which it no longer can."""

WAY: Final = [str(move) for move in solve(deal_number(preset_rules("klondike-1"), DEAL), seconds=None).moves]

LOOKING_INSIDE = """() => {
  const within = ({ cssRules }) => [...(cssRules ?? [])].flatMap((rule) => [rule.selectorText ?? "", ...within(rule)]);
  return [...document.styleSheets].flatMap(within).filter((selector) => selector.includes(":has("));
}"""


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Windows that are closed after the test."""
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


def begin(context: BrowserContext, site: str, **wish: Any) -> str:
    """Set a table up and return its address."""
    answer = context.request.post(f"{site}/api/patience", data=wish)
    assert answer.ok, answer.text()
    return site + str(answer.json()["url"])


def shown(page: Page, moves: int) -> None:
    """Wait until a number of moves are counted."""
    page.wait_for_function(
        "([text]) => document.querySelector('#meters').textContent.startsWith(text)",
        arg=[f"{moves} move"],
    )


def play(page: Page, position: Position, way: list[str], gestures: list[Gesture]) -> None:
    """Play a game from its deal, each move with the next of some gestures, until the rest goes automatically."""
    game = Game(position)
    made = 0
    for move, gesture in zip(way, cycle(gestures), strict=False):
        if page.locator("[data-tool=finish]").is_visible():
            page.locator("[data-tool=finish]").click()
            break
        before = made
        gesture(page, game.view().to_json(), move)
        page.wait_for_function("least => parseInt(document.querySelector('#meters').textContent) > least", arg=before)
        settle(page)
        made = int(re.findall(r"\d+", page.locator("#meters").inner_text())[0])
        game.play(move)


@pytest.mark.firefox
@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/patience/")
def test_a_whole_game_is_won_by_every_way_of_playing(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    # Playwright cannot tap in Firefox.
    touch: list[Gesture] = [by_touch] if browser.browser_type.name == "chromium" else []
    gestures: list[Gesture] = [by_drag, by_keyboard, *touch]
    context = new_context(browser, (360, 640), {"speed": "off"}, has_touch=True)
    contexts.append(context)
    page = context.new_page()
    problems = Problems(page)
    page.goto(begin(context, site, deal=str(DEAL)))
    page.wait_for_selector("#cards .card")
    play(page, deal_number(preset_rules("klondike-1"), DEAL), WAY, gestures)
    expect(page.locator("#finish[open]")).to_be_visible()
    expect(page.locator("#finish h2")).to_have_text("You win!")
    expect(page.locator("#finish")).to_contain_text(f"Deal number {DEAL}")
    assert problems.found == []


@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/patience/")
def test_freecell_is_dealt_by_microsofts_number_and_won(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    problems = Problems(page)
    page.goto(f"{site}/patience?preset=freecell")
    page.get_by_role("radio", name="A deal by Microsoft’s number").check()
    page.get_by_role("textbox", name="Number").fill("1000001")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("[data-deal] [data-error]")).to_have_text("Microsoft's deals are numbered from 1 to 1000000.")
    page.get_by_role("textbox", name="Number").fill("33")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#title")).to_have_text("FreeCell · 33")
    page.wait_for_selector("#cards .card")
    position = deal_microsoft(preset_rules("freecell"), 33)
    play(page, position, [str(move) for move in solve(position, seconds=None).moves], [by_drag, *[by_keyboard] * 4])
    expect(page.locator("#finish")).to_contain_text("Microsoft deal 33")
    assert problems.found == [
        "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
    ]


@pytest.mark.nightly("src/spite_and_malice/web/patience/", "src/spite_and_malice/server/games/patience/")
def test_safe_cards_go_home_on_their_own_and_one_undo_brings_them_back(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    rules = preset_rules("freecell")
    context = new_context(browser, (1280, 800), {"speed": "fast"})
    contexts.append(context)
    page = context.new_page()
    problems = Problems(page)
    page.goto(begin(context, site, preset="freecell", deal="5"))
    page.wait_for_selector("#cards .card")
    page.locator("[data-panel=settings]").click()
    page.get_by_role("group", name="Cards go to the foundations on their own").get_by_role(
        "radio", name="Safe ones"
    ).click()
    page.keyboard.press("Escape")
    game = Game(deal_number(rules, 5))
    for move in map(str, solve(game.position, seconds=None).moves):
        before = len(game.moves)
        by_drag(page, game.view().to_json(), move)
        game.play(move)
        while follows := automatic_move(game.position, "safe"):
            game.play(follows)
        shown(page, len(game.moves))
        if len(game.moves) > before + 1:
            break
    assert len(game.moves) > before + 1
    page.keyboard.press("u")
    shown(page, before)
    page.keyboard.press("r")
    shown(page, len(game.moves))
    assert problems.found == []


@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/patience/")
def test_spider_is_won_by_keys(browser: Browser, contexts: list[BrowserContext], site: str) -> None:
    context = new_context(browser, (360, 640), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    problems = Problems(page)
    page.goto(begin(context, site, preset="spider-1", deal="7"))
    page.wait_for_selector("#cards .card")
    position = deal_number(preset_rules("spider-1"), 7)
    play(page, position, [str(move) for move in solve(position, seconds=None).moves], [by_keyboard])
    expect(page.locator("#finish h2")).to_have_text("You win!")
    assert problems.found == []


@pytest.mark.nightly("src/spite_and_malice/web/patience/", "src/spite_and_malice/server/games/patience/")
def test_a_reload_and_another_page_show_the_same_game(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    page.goto(begin(context, site, deal=str(DEAL)))
    page.wait_for_selector("#cards .card")
    for _ in range(3):
        page.keyboard.press("d")
    shown(page, 3)
    other = context.new_page()
    other.goto(page.url)
    shown(other, 3)
    other.keyboard.press("u")
    shown(page, 2)
    page.reload()
    shown(page, 2)
    page.keyboard.press("r")
    shown(other, 3)


def test_help_is_given_in_words(browser: Browser, contexts: list[BrowserContext], site: str) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    page.goto(begin(context, site, deal=str(DEAL)))
    page.wait_for_selector("#cards .card")
    page.keyboard.press("h")
    expect(page.locator("#words button")).to_have_text("Play it")
    page.locator("#words button").click()
    shown(page, 1)
    page.keyboard.press("w")
    expect(page.locator("#words")).to_contain_text(re.compile("can still win|can(not| no longer) be won|may still win"))


def test_who_has_lost_goes_back_to_where_it_could_be_won(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    number, moves = LOSING
    context = new_context(browser, (360, 640), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    page.goto(begin(context, site, deal=str(number)))
    page.wait_for_selector("#cards .card")
    game = Game(deal_number(preset_rules("klondike-1"), number))
    for made, move in enumerate(moves, start=1):
        by_keyboard(page, game.view().to_json(), move)
        game.play(move)
        shown(page, made)
    page.keyboard.press("w")
    expect(page.locator("#words")).to_contain_text("No, this game can no longer be won.")
    assert violations(page) == []
    page.get_by_role("button", name="Back to where it could be won").click()
    while solve(game.position, seconds=None).verdict != "won":
        game.undo()
    shown(page, len(game.moves))
    page.keyboard.press("w")
    expect(page.locator("#words")).to_contain_text("Yes, you can still win.")


def test_a_pause_covers_the_cards(browser: Browser, contexts: list[BrowserContext], site: str) -> None:
    context = new_context(browser, (360, 640), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    page.goto(begin(context, site, deal=str(DEAL)))
    page.wait_for_selector("#cards .card")
    page.keyboard.press("d")
    shown(page, 1)
    page.keyboard.press("p")
    expect(page.locator("#cards .card").first).not_to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#cards .card").first).to_be_visible()


def test_one_press_on_the_home_page_deals(browser: Browser, contexts: list[BrowserContext], site: str) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    page.goto(site)
    page.get_by_label("Turn three").check(force=True)
    page.locator("[data-patience-deal]").click()
    page.wait_for_selector("#cards .card")
    expect(page.locator("#title")).to_have_text("Klondike, turn 3")
    page.goto(f"{site}/patience")
    page.get_by_label("A deal by its number").check()
    # As copied from a page.
    page.get_by_label("Number", exact=True).fill(f"Deal number {DEAL:,} ")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_selector("#cards .card")
    expect(page.locator("#title")).to_have_text(f"Klondike, turn 3 · {DEAL}")
    # A number is used only once.
    page.goto(f"{site}/patience")
    expect(page.get_by_label("One that can be won")).to_be_checked()


@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/patience/")
def test_every_page_of_patience_can_be_read_by_all(browser: Browser, contexts: list[BrowserContext], site: str) -> None:
    context = new_context(browser, (360, 640), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    table = begin(context, site, deal=str(DEAL))
    pages = [
        table,
        f"{site}/patience",
        f"{site}/patience/records",
        f"{site}/patience/day",
        f"{site}/",
        f"{site}/rules/klondike-3",
    ]
    for address in pages:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert (address, violations(page)) == (address, [])
    page.goto(table)
    page.wait_for_selector("#cards .card")
    page.keyboard.press("d")
    shown(page, 1)
    page.keyboard.press("m")
    page.get_by_role("menuitem", name="Give up").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#finish[open]")).to_be_visible()
    assert violations_at_rest(page) == []
    page.goto(f"{site}/patience/records")
    expect(page.locator(".games-list tbody tr")).to_have_count(1)
    assert violations_at_rest(page) == []


def test_the_table_of_patience_is_small_and_asks_nobody_else(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    context = browser.new_context()
    contexts.append(context)
    page = context.new_page()
    check_weight(page, site, begin(context, site, deal=str(DEAL)))
    # Each makes the browser look through half of the table at every move.
    assert page.evaluate(LOOKING_INSIDE) == [":root:has(.page)"]


@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/patience/")
def test_a_finished_game_is_watched_move_by_move(browser: Browser, contexts: list[BrowserContext], site: str) -> None:
    context = new_context(browser, (360, 640), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    problems = Problems(page)
    page.goto(begin(context, site, deal=str(DEAL)))
    page.wait_for_selector("#cards .card")
    for made in range(3):
        page.keyboard.press("d")
        shown(page, made + 1)
    page.keyboard.press("u")
    shown(page, 2)
    page.keyboard.press("d")
    shown(page, 3)
    page.keyboard.press("m")
    page.get_by_role("menuitem", name="Give up").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Watch it again").click()
    page.wait_for_selector("#cards .card")
    expect(page.locator("#meters")).to_contain_text("0 of ")
    page.get_by_role("button", name="On one move").click()
    expect(page.locator("#meters")).to_contain_text("Waste: ")
    page.keyboard.press("ArrowRight")
    expect(page.locator('#cards [data-place="W"]')).to_have_count(2)
    page.get_by_role("button", name="First").click()
    expect(page.locator('#cards [data-place="W"]')).to_have_count(0)
    page.get_by_role("button", name="Play the moves", exact=True).click()
    expect(page.locator('#cards [data-place="W"]')).to_have_count(3)
    assert violations(page) == []
    expect(page.locator("#meters")).to_contain_text("6 of 6")
    page.get_by_role("button", name="Without moves that were taken back").click()
    expect(page.locator("#meters")).to_contain_text("3 of 3")
    page.get_by_role("button", name="Back one move").click()
    page.get_by_role("button", name="Speed: No motion").click()
    expect(page.get_by_role("button", name="Speed: Slow")).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/table/[^/]+$"))
    shown(page, 2)
    assert problems.found == []


def test_the_deal_of_the_day_is_played_from_its_page(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    context = new_context(browser, (768, 1024), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    page.goto(f"{site}/patience/day")
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_selector("#cards .card")
    days = page.request.get(f"{site}/api/patience/days").json()["days"]
    assert days[0]["klondike-1"] == "running"
    days[1:] = [{"day": "2026-01-02", "klondike-1": "running", "klondike-3": None}]
    page.route("**/api/patience/days", lambda route: route.fulfill(json={"days": days}))
    page.goto(f"{site}/patience/day")
    expect(page.get_by_role("link", name="Go on with your game")).to_be_visible()
    # Today is not among the earlier days.
    expect(page.locator(".calendar a")).to_have_count(1)
    expect(page.locator(".calendar a")).to_have_attribute("aria-label", "Jan 2: begun, not played")
    page.get_by_role("link", name="Go on with your game").click()
    page.wait_for_selector("#cards .card")
    page.keyboard.press("d")
    shown(page, 1)
    page.keyboard.press("u")
    shown(page, 0)
    page.keyboard.press("m")
    page.get_by_role("menuitem", name="Give up").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Compare with the others").click()
    # Even on the narrowest phone the whole ranking is visible.
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".games-list .you")).to_contain_text("with 1 undo")
    assert page.locator(".scrolls").first.evaluate("place => place.scrollWidth <= place.clientWidth")


@pytest.mark.nightly("src/spite_and_malice/web/patience/", "src/spite_and_malice/server/games/patience/")
def test_a_friend_gets_the_same_cards(browser: Browser, contexts: list[BrowserContext], site: str) -> None:
    contexts += [new_context(browser, (360, 640), {"speed": "off"}) for _ in range(2)]
    own, other = (context.new_page() for context in contexts)
    own.goto(begin(contexts[0], site))
    own.wait_for_selector("#cards .card")
    faces = "cards => cards.map((card) => card.dataset.place + card.dataset.card).sort()"
    dealt = own.locator("#cards .card").evaluate_all(faces)
    # During the game a copy would show its cards.
    contexts[0].request.post(own.url.replace("/table/", "/api/tables/") + "/give-up", data={})
    other.goto(own.url)
    other.get_by_role("link", name="Play the same deal").click()
    other.get_by_role("button", name="Deal", exact=True).click()
    other.wait_for_selector("#cards .card")
    assert other.url != own.url
    assert other.locator("#cards .card").evaluate_all(faces) == dealt


def test_arrow_down_leads_to_the_card_that_can_be_played(
    browser: Browser, contexts: list[BrowserContext], site: str
) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    contexts.append(context)
    page = context.new_page()
    page.goto(begin(context, site, preset="golf", deal=str(DEAL)))
    page.wait_for_selector("#cards .card")
    focus = "document.activeElement.dataset.key"
    page.locator('[data-key="S"]').focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focus) == "T7#4"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focus) == "T6#4"
    # Covered cards are a step away, to be read.
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focus) == "T6#3"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focus) == "T6#4"
