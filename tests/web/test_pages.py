"""The pages around the table, in a real browser against a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, Route, expect

from spite_and_malice.rules import FIELDS, PRESETS, InvalidRules, Rules, describe, preset_rules, terms_of
from spite_and_malice.texts import in_terms
from tests.web.conftest import resize
from tests.web.person import by_clicks, play_game

SIZES = {"desktop": (1280, 800), "tablet": (768, 1024), "phone": (360, 640), "landscape": (640, 360)}

Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """Open pages in a browser of its own; a fault in a page's scripts fails the test."""
    faults: list[str] = []
    contexts = []

    def visit(path: str, size: str = "desktop", theme: str = "dark", page: Page | None = None, at: str = site) -> Page:
        if page is None:
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="light" if theme == "light" else "dark",
                reduced_motion="reduce",
            )
            contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(at + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert faults == []


def start(page: Page) -> dict[str, Any]:
    """Press start and return the table that is asked for, without setting it up."""
    asked: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        route.fulfill(status=201, json={"id": "t", "url": "/games"})

    page.route("**/api/tables", answer)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games")
    return asked[0]


def start_really(page: Page) -> None:
    """Press start and wait for the cards."""
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    page.locator("#cards .card").first.wait_for()


ONE_GAME = {"target": 1}
"""What a table is set up for, whatever its version."""


def open_editor(page: Page) -> None:
    page.get_by_text("Change the rules").click()


def words(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("[data-topics] li").all_inner_texts()]


def test_one_click_leads_from_the_home_page_to_a_table(visit: Visit) -> None:
    page = visit("/", "phone")
    # Who has played nothing here yet is met: a way to learn, and a gentle opponent, without scrolling.
    for met in (page.get_by_role("link", name="Learn the game"), page.locator(".level", has_text="Pip")):
        expect(met).to_be_in_viewport(ratio=1)
    page.evaluate("localStorage.setItem('spite.lessons', JSON.stringify({ at: 1, done: [10] }))")
    page.reload()
    expect(page.get_by_role("link", name="The lessons again")).to_have_class("button bare")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.reload()
    table = page.locator(".table-card")
    expect(table).to_have_count(1)
    expect(table).to_contain_text("Spite & Malice")
    expect(table).to_contain_text("Pip")
    expect(page.get_by_role("link", name="Learn the game")).to_have_count(0)


@pytest.mark.parametrize("size", ["landscape", "tablet"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_screen_of_a_newcomer_is_whole(visit: Visit, size: str, language: str) -> None:
    page = visit("/", size)
    if language == "de":
        page.get_by_role("button", name="Deutsch").click()
        page.locator("html[lang=de]").wait_for(state="attached")
        page.evaluate("scrollTo(0, 0)")
    for part in (".lead", "[data-play]", ".level-row", ".level-about", ".hero-acts", ".honest-line"):
        expect(page.locator(f".hero {part}")).to_be_in_viewport(ratio=1)
    ends = "faces => faces.map((face) => face.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    faces = page.locator(".level .portrait").evaluate_all(ends)
    assert all(after - before >= 8 for (_, before), (after, _) in pairwise(faces)), "no face lies on another"


def test_play_now_is_against_the_chosen_computer_player_the_next_time_too(visit: Visit) -> None:
    page = visit("/")
    expect(page.get_by_text("Plays a wild card the moment it fits")).to_be_visible()
    page.get_by_role("radio", name="Hugo Club player").check()
    expect(page.get_by_text("Brisk and sure of the next card")).to_be_visible()
    expect(page.get_by_text("Plays a wild card the moment it fits")).not_to_be_visible()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    visit("/", page=page)
    expect(page.locator(".table-card")).to_contain_text("Hugo")
    expect(page.get_by_role("radio", name="Hugo Club player")).to_be_checked()
    visit("/new?preset=quick", page=page)
    expect(page.get_by_label("Seat 2")).to_have_value("club")
    page.get_by_label("Seat 2").select_option("casual")
    start_really(page)
    visit("/", page=page)
    expect(page.get_by_role("radio", name="Rosa Casual")).to_be_checked()
    resize(page, *SIZES["phone"])
    expect(page.locator(".table-card:visible")).to_have_count(2)


def test_a_game_that_is_going_is_offered_before_another_is_dealt(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    first = page.url
    page.locator(".place[aria-pressed]").first.wait_for(state="attached")
    expect(page.locator("#title")).to_have_text("Spite & Malice")
    visit("/", page=page)
    expect(page.locator(".table-card")).to_contain_text("Cards left: You")
    for part in (".table-name", ".table-left", ".table-when"):
        lines = "part => part.offsetHeight / parseFloat(getComputedStyle(part).lineHeight)"
        assert page.locator(f".table-card {part}").evaluate(lines) < 1.5, f"{part} takes one line"
    page.get_by_role("button", name="Play now").click()
    going = page.get_by_role("dialog", name="You have a game going")
    expect(going).to_contain_text("Pip")
    going.get_by_role("link", name="Go on with it").click()
    page.wait_for_url(first)
    visit("/", page=page)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Give it up and start anew").click()
    page.wait_for_url("**/table/*")
    assert page.url != first
    visit("/", page=page)
    expect(page.locator(".table-card")).to_have_count(1)


def test_a_game_is_given_up_with_a_second_press(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.locator("#cards .card").first.wait_for(state="attached")
    visit("/games", page=page)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    expect(page.locator(".table-card")).to_have_count(0)
    page.reload()
    expect(page.locator(".empty-note")).to_be_visible()


def test_a_game_that_was_given_up_is_deleted_with_a_second_press(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.locator("#cards .card").first.wait_for(state="attached")
    visit("/games", page=page)
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    expect(page.locator(".table-card")).to_have_count(0)
    page.reload()
    page.get_by_text("Given up or hidden").click()
    # A double click asks, and is no answer.
    page.get_by_role("button", name="Delete").dblclick()
    sure = page.get_by_role("button", name="Delete it for good? It will no longer count.")
    expect(sure).to_be_enabled()
    expect(page.locator(".table-card")).to_have_count(1)
    sure.click()
    expect(page.locator(".table-card")).to_have_count(0)
    page.reload()
    expect(page.locator(".empty-note")).to_be_visible()
    expect(page.get_by_text("Given up or hidden")).to_have_count(0)


def test_play_now_works_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
    button = page.get_by_role("button", name="Play now")
    for _ in range(10):
        page.keyboard.press("Tab")
        if button.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


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


def test_the_end_of_the_deal_of_the_day_leads_to_the_results(visit: Visit) -> None:
    page = visit("/day")
    page.evaluate("localStorage.setItem('spite.settings', JSON.stringify({speed: 'off'}))")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    play_game(page, by_clicks)
    expect(page.locator("#finish .rank")).to_contain_text("You are the first to finish it today.")
    # With nobody to compare with, the first thing to do is to ask somebody.
    expect(page.locator("#finish .primary")).to_have_text("Share")
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    page.get_by_role("link", name="Compare with the others").click()
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


def test_play_now_says_when_the_server_is_gone(visit: Visit) -> None:
    page = visit("/")
    page.route("**/api/tables", lambda route: route.abort())
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_have_text("The table server cannot be reached. Try again in a moment.")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()


def test_every_preset_can_be_chosen_by_name_and_character(visit: Visit) -> None:
    page = visit("/new")
    cards = page.locator(".preset-card")
    assert cards.count() == len(PRESETS)
    for preset in PRESETS.values():
        card = page.locator(f'.preset-card[href$="preset={preset.id}"]')
        expect(card).to_contain_text(preset.name)
        expect(card).to_contain_text(preset.summary)


def test_the_scripts_of_a_page_use_the_words_of_its_version(visit: Visit, site: str) -> None:
    say = """async () => {
        const url = document.querySelector("link[href$='/texts.js']").href;
        return (await import(url))._("[Stock] and [side stack] {name}", { name: "[stock]" });
    }"""
    page = visit("/rules/skip-bo")
    assert page.evaluate(say) == "Stock and side stack [stock]"
    page.context.add_cookies([{"name": "spite_words", "value": "own", "url": site}])
    assert visit("/rules/skip-bo", page=page).evaluate(say) == "Draw pile and discard pile [stock]"


def test_presets_are_filtered_by_the_number_of_players(visit: Visit) -> None:
    page = visit("/new")
    page.get_by_label("7", exact=True).check()
    shown = page.locator(".preset-card:visible")
    fitting = [preset for preset in PRESETS.values() if 7 in preset.players]
    expect(shown).to_have_count(len(fitting))
    shown.first.click()
    page.wait_for_url(f"**/new?preset={fitting[0].id}&players=7")
    expect(page.locator(".seat")).to_have_count(7)


def test_the_editor_shows_the_rules_of_every_preset_as_they_are(visit: Visit) -> None:
    page = visit("/new")
    for preset in PRESETS.values():
        visit(f"/new?preset={preset.id}&players={preset.players[-1]}", page=page)
        rules = preset_rules(preset.id, preset.players[-1], ONE_GAME)
        with in_terms(terms_of(preset.id, piles=False)):
            assert (preset.id, words(page)) == (preset.id, describe(rules))
        editor = page.locator("script[src*='setup.js']").get_attribute("src") or ""
        read = page.evaluate(
            "async url => new (await import(url)).Editor(document.querySelector('[data-editor]')).read()",
            editor.replace("setup.js", "editor.js"),
        )
        assert Rules.from_json(read) == rules
        assert read.keys() == FIELDS.keys()


def set_number(name: str, value: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f"[data-editor] [name='{name}']").fill(value)


def choose(name: str, value: str) -> Callable[[Page], None]:
    def change(page: Page) -> None:
        page.locator(f"[data-editor] [name='{name}']").select_option(value)

    return change


def tick(name: str, value: str | None = None) -> Callable[[Page], None]:
    selector = f"[data-editor] [name='{name}']" + (f"[value='{value}']" if value else "")
    return lambda page: page.locator(selector).check()


CHANGES: dict[str, tuple[list[Callable[[Page], None]], dict[str, Any]]] = {
    "players": ([set_number("players", "3")], {"players": 3}),
    "partners": (
        [set_number("players", "4"), set_number("payoff", "10"), tick("partners")],
        {"players": 4, "payoff": 10, "partners": True},
    ),
    "deck": ([set_number("deck.packs", "3")], {"deck": {"packs": 3, "jokers": 0}}),
    "payoff_deck": ([tick("payoff_deck.own")], {"payoff_deck": {"packs": 2, "jokers": 0}}),
    "wilds": (
        [set_number("deck.jokers", "6"), tick("wilds", "*")],
        {"deck": {"packs": 2, "jokers": 6}, "wilds": ["K", "*"]},
    ),
    "build_to": ([choose("build_to", "13")], {"build_to": 13}),
    "wild_never": ([tick("wild_never", "1"), tick("wild_never", "7")], {"wild_never": [1, 7]}),
    "wild_covered": ([tick("wild_covered")], {"wild_covered": True}),
    "hand": ([set_number("hand", "6")], {"hand": 6}),
    "payoff": ([set_number("payoff", "13")], {"payoff": 13}),
    "payoff_piles": ([set_number("payoff_piles", "2")], {"payoff_piles": 2}),
    "centre": ([tick("centre.any")], {"centre": None}),
    "completed": ([choose("completed", "aside")], {"completed": "aside"}),
    "side": ([set_number("side", "5")], {"side": 5}),
    "side_order": ([choose("side_order", "descending")], {"side_order": "descending"}),
    "side_dealt": ([tick("side_dealt")], {"side_dealt": True}),
    "side_filled": ([tick("side_filled")], {"side_filled": True}),
    "no_discard": ([tick("no_discard", "1")], {"no_discard": [1]}),
    "pairs": ([tick("pairs")], {"pairs": True}),
    "pass": ([tick("pass")], {"pass": True}),
    "loading": ([tick("loading")], {"loading": True}),
    "empty_hand": ([choose("empty_hand", "end")], {"empty_hand": "end"}),
    "forced": ([tick("forced", "1"), tick("forced_from", "hand")], {"forced": [1], "forced_from": ["hand"]}),
    "forced_from": (
        [tick("forced_from", "side"), tick("forced", "2")],
        {"forced": [2], "forced_from": ["side"]},
    ),
    "first": ([choose("first", "left")], {"first": "left"}),
    "stock_out": ([choose("stock_out", "renew")], {"stock_out": "renew"}),
    "stalemate": ([choose("stalemate", "redeal")], {"stalemate": "redeal"}),
    "score": (
        [set_number("score.win", "9"), set_number("score.card", "2"), choose("score.stalemate", "none")],
        {"score": {"win": 9, "card": 2, "stalemate": "none"}},
    ),
    "target": ([set_number("target", "100")], {"target": 100}),
}


def test_every_field_has_a_control() -> None:
    assert CHANGES.keys() == FIELDS.keys()


def test_any_field_can_be_changed_and_the_words_follow(visit: Visit) -> None:
    page = visit("/")
    for field, (steps, changes) in CHANGES.items():
        visit("/new?preset=standard", page=page)
        open_editor(page)
        for step in steps:
            step(page)
        rules = Rules.from_json(ONE_GAME | changes)
        page.wait_for_function(
            """words => words === JSON.stringify(
                [...document.querySelectorAll('[data-topics] li')].map(item => item.textContent))""",
            arg=json.dumps(describe(rules), ensure_ascii=False, separators=(",", ":")),
        )
        expect(page.locator("[data-changed]"), field).to_have_text(
            "1 rule changed" if len(changes) == 1 else f"{len(changes)} rules changed"
        )
        body = start(page)
        assert (field, Rules.from_json(body["rules"])) == (field, rules)
        assert len(body["seats"]) == rules.players


def test_changes_made_at_once_and_started_at_once_all_count(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    open_editor(page)
    set_number("payoff", "7")(page)
    set_number("hand", "4")(page)
    body = start(page)
    assert (body["rules"]["payoff"], body["rules"]["hand"]) == (7, 4)


def test_number_cards_can_be_made_up(visit: Visit) -> None:
    page = visit("/new?preset=skip-bo&players=2")
    open_editor(page)
    set_number("deck.numbers.12", "0")(page)
    choose("build_to", "11")(page)
    expect(page.locator("[data-topics]")).to_contain_text("from 1 to 11")
    rules = start(page)["rules"]
    assert rules["deck"] == {"numbers": {str(rank): 12 for rank in range(1, 12)}, "jokers": 18}


def test_nonsense_is_refused_with_the_sentence_of_the_engine_where_it_is(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    open_editor(page)
    tick("pass")(page)
    tick("side_filled")(page)
    with pytest.raises(InvalidRules) as refused:
        Rules.from_json({"pass": True, "side_filled": True})
    expect(page.get_by_role("alert")).to_have_text(refused.value.plain)
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    assert page.locator("[data-field='pass'] [aria-invalid=true]").count() == 1
    page.get_by_role("button", name="Passing is allowed").click()
    expect(page.locator("[name='pass']")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("[data-error]")).to_be_empty()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    assert page.locator("[aria-invalid=true]").count() == 0


def test_a_number_left_empty_is_refused(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    open_editor(page)
    set_number("hand", "")(page)
    expect(page.get_by_role("alert")).to_have_text("“Cards in hand” takes a whole number from 1 to 10.")


@pytest.mark.parametrize("size", [(1280, 800), (360, 640), (640, 360)])
def test_what_is_typed_into_stays_in_sight_when_it_is_refused(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/new?preset=standard")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_editor(page)
    field = page.locator("#rule-hand")
    field.focus()
    field.evaluate(
        """(field) => scrollBy(0, field.getBoundingClientRect().bottom + 4
            - document.querySelector(".start-bar").getBoundingClientRect().top)"""
    )
    field.fill("99")
    expect(page.get_by_role("alert")).not_to_be_empty()
    below = """(field) => document.querySelector(".start-bar").getBoundingClientRect().top
        - field.getBoundingClientRect().bottom"""
    assert field.evaluate(below) >= 0


def test_changed_rules_stay_when_the_number_of_players_changes(visit: Visit) -> None:
    page = visit("/new?preset=goal-26&players=2")
    open_editor(page)
    set_number("hand", "7")(page)
    expect(page.locator("[data-changed]")).to_have_text("1 rule changed")
    page.locator("[data-player-count]").get_by_label("4").check()
    expect(page.locator(".seat")).to_have_count(4)
    body = start(page)
    assert body["preset"] == "goal-26"
    assert Rules.from_json(body["rules"]) == preset_rules("goal-26", 4, ONE_GAME | {"hand": 7})


def test_a_number_of_players_the_preset_does_not_know_makes_house_rules(visit: Visit) -> None:
    page = visit("/new?preset=four-stacks")
    open_editor(page)
    set_number("payoff", "10")(page)
    set_number("players", "5")(page)
    expect(page.locator(".seat")).to_have_count(5)
    body = start(page)
    assert body["preset"] is None
    assert Rules.from_json(body["rules"]) == Rules.from_json(ONE_GAME | {"players": 5, "payoff": 10, "centre": 4})


def test_reset_brings_the_preset_back(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    open_editor(page)
    tick("pairs")(page)
    expect(page.locator("[data-topics] li.new")).to_have_count(1)
    page.get_by_role("button", name="Back to Spite & Malice as it is").click()
    expect(page.locator("[data-topics] li.new")).to_have_count(0)
    expect(page.locator("[data-changed]")).to_be_hidden()
    assert Rules.from_json(start(page)["rules"]) == Rules.from_json(ONE_GAME)


def test_the_length_of_a_game_is_one_press(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.locator("[data-lengths]").get_by_label("5", exact=True).check()
    expect(page.locator("[data-topics]")).to_contain_text("a pay-off pile of five cards")
    assert start(page)["rules"]["payoff"] == 5


@pytest.mark.parametrize("size", ["desktop", "phone", "landscape"])
def test_the_keyboard_reaches_every_control_and_sees_it(visit: Visit, size: str) -> None:
    page = visit("/new?preset=starturn&players=3", size)
    page.locator("[data-editor] > summary").focus()
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    hidden, reached = [], set()
    for _ in range(250):
        page.keyboard.press("Tab")
        name, seen = page.evaluate(
            """() => {
            const focused = document.activeElement;
            const box = focused.getBoundingClientRect();
            const y = Math.max(box.y, 0) + Math.min(box.height, 20) / 2;
            const top = document.elementFromPoint(box.x + box.width / 2, y);
            return [focused.name ?? "", focused === document.body || focused.contains(top) || top.contains(focused)];
            }"""
        )
        if not seen:
            hidden.append(name)
        reached.add(name.split(".")[0])
        if page.locator("[data-start]:focus").count():
            break
    assert hidden == []
    assert reached >= FIELDS.keys()


def test_seats_take_you_and_computer_players_and_show_the_pairs(visit: Visit) -> None:
    page = visit("/new?preset=partners&players=4")
    pairs = page.locator(".seat-pair")
    expect(pairs).to_have_text(["Pair A", "Pair B", "Pair A", "Pair B"])
    page.get_by_label("Seat 4").select_option("casual")
    page.get_by_label("Seat 3").select_option("you")
    page.get_by_label("Your name at the table").locator("visible=true").fill("Ada")
    start_really(page)
    visit("/games", page=page)
    expect(page.locator(".table-left")).to_have_text(re.compile(r"Pip \d+, \w+ \d+, You \d+, Rosa \d+"))


def test_one_press_seats_friends_or_computer_players(visit: Visit) -> None:
    page = visit("/new?preset=round&players=4&friends=true")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.get_by_label("the computer").check()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    page.get_by_label("friends").check()
    page.get_by_label("Seat 3").select_option("beginner")
    expect(page.locator("[name=against]:checked")).to_have_count(0)
    asked: list[dict[str, Any]] = []

    def refuse(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        route.abort()

    page.route("**/api/tables", refuse)
    page.get_by_text("How the table is run").click()
    page.get_by_label("Clock").select_option(label="1 minute a move")
    page.get_by_label("Show among the open tables").check()
    expect(page.locator("[data-settings-tag]")).to_have_text("2 changed")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    kinds = [seat["kind"] for seat in asked[0]["seats"]]
    assert kinds == ["person", "open", "computer", "open"]
    assert asked[0]["settings"] == {"clock": {"kind": "move", "seconds": 60, "increment": 0}, "listed": True}


def test_the_length_of_a_match_is_one_press(visit: Visit) -> None:
    page = visit("/new?preset=skip-bo")
    expect(page.get_by_label("won a game")).to_be_checked()
    page.locator("[data-player-count]").get_by_label("3").check()
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.get_by_label("won a game")).to_be_checked()
    page.get_by_label("500 points").check()
    expect(page.locator("[data-changed]")).to_have_text("1 rule changed")
    assert start(page)["rules"]["target"] == 500


def test_a_table_of_computer_players_alone_can_be_watched(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.get_by_label("Seat 1").select_option("casual")
    assert [seat["kind"] for seat in start(page)["seats"]] == ["computer", "computer"]


def test_a_name_stays_and_is_only_text(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.get_by_label("Your name at the table").first.fill("<b>Ada</b>")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    visit("/games", page=page)
    expect(page.locator(".site-head .me")).to_have_text("<b>Ada</b>")
    visit("/new?preset=standard", page=page)
    expect(page.get_by_label("Your name at the table").first).to_have_value("<b>Ada</b>")


def test_a_name_and_a_head_are_told_once_on_any_page(visit: Visit) -> None:
    page = visit("/games", "phone")
    page.evaluate("localStorage.setItem('spite.head', 'russet')")
    page.get_by_role("button", name="Who are you?").click()
    dialog = page.get_by_role("dialog", name="Who are you?")
    expect(dialog.get_by_role("button", name="Russet")).to_be_focused()
    for first in (dialog.get_by_role("heading"), dialog.get_by_label("Your name")):
        expect(first).to_be_in_viewport(ratio=1)
    dialog.evaluate("(dialog) => dialog.scrollTo(0, dialog.scrollHeight)")
    expect(dialog.get_by_role("button", name="Close", exact=True)).to_be_in_viewport(ratio=1)
    dialog.get_by_label("Your name").fill(" Ada ")
    dialog.get_by_role("button", name="Mei").click()
    expect(dialog).to_have_count(0)
    visit("/", page=page)
    expect(page.locator(".site-head .me")).to_have_text("Ada")
    expect(page.locator(".site-head .me img")).to_have_attribute("src", re.compile("heads/mei.svg$"))
    page.get_by_role("button", name="Invite a friend").click()
    expect(page.locator(".lobby-seat.you")).to_contain_text("Ada")
    expect(page.locator(".lobby-seat.you img")).to_have_attribute("src", re.compile("heads/mei.svg$"))


def test_who_waits_for_anybody_may_play_meanwhile_or_stop(visit: Visit, new_site: str) -> None:
    # At a server that other tests have been to, somebody may still be waiting.
    page = visit("/", at=new_site)
    page.get_by_role("button", name="Play anyone").click()
    expect(page.get_by_text("Looking for somebody to play with.")).to_be_visible()
    with page.expect_popup() as opened:
        # As on the home page, a newcomer is offered the gentlest first.
        page.get_by_role("button", name="Play Pip meanwhile").click()
    opened.value.locator(".place[aria-pressed]").first.wait_for(state="attached")
    opened.value.close()
    page.get_by_role("button", name="Stop waiting").click()
    expect(page.locator(".table-card")).to_have_count(1)
    expect(page.locator(".table-card")).to_contain_text("Pip")
    other = visit("/", at=new_site)
    other.get_by_role("button", name="Play anyone").click()
    # Nobody is sent to the table that was left.
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


def test_the_rules_of_a_preset_are_told_for_each_number_of_players(visit: Visit) -> None:
    page = visit("/rules/round?players=5")
    assert [text.strip() for text in page.locator(".topic li").all_inner_texts()] == describe(preset_rules("round", 5))
    page.get_by_role("link", name="8 players").click()
    expect(page.locator(".topic").first).to_contain_text("Eight players play")
    page.get_by_role("link", name="Play this game").click()
    expect(page.locator(".seat")).to_have_count(8)


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
        "/statistics",
        "/ratings",
        "/day",
        "/rules/book",
    ),
    "/nothing",
]


@pytest.mark.parametrize("path", PAGES)
def test_all_comes_from_this_host_has_room_in_every_window_and_can_be_hit(visit: Visit, site: str, path: str) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(path, page=page)
    assert asked
    assert [url for url in asked if not url.startswith(site)] == []
    if "preset=" in path:
        open_editor(page)
    for width, height in SIZES.values():
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate(
            """() => [...document.querySelectorAll('main a, main button, main select, main .pill, main summary')]
            .filter(e => e.checkVisibility() && !e.closest('p:not(.hero-acts)'))
            .filter(e => e.getBoundingClientRect().height < 24 || e.getBoundingClientRect().width < 24)
            .map(e => e.outerHTML)"""
        )
        assert (width, small) == (width, [])


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(visit: Visit, path: str) -> None:
    page = visit(path, theme="dark")
    if "preset=" in path:
        open_editor(page)
        set_number("hand", "11")(page)
        expect(page.get_by_role("alert")).to_contain_text("Cards in hand")
    assert_axe_finds_nothing(page)
    page.emulate_media(color_scheme="light")
    assert_axe_finds_nothing(page)


def assert_axe_finds_nothing(page: Page) -> None:
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_dates_are_written_as_in_the_country_of_the_browser(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{site}/puzzles")
    expect(page.locator("[data-date]").first).to_have_text(re.compile(r"^\d+ [A-Z][a-z]+$"))
    context.close()


@pytest.mark.parametrize("path", ["/nowhere", "/me", "/day", "/puzzles"])
@pytest.mark.parametrize("size", ["desktop", "tablet", "phone"])
def test_the_foot_of_a_short_page_stands_at_the_end_of_the_window(visit: Visit, path: str, size: str) -> None:
    page = visit(path, size)
    foot = page.locator(".site-foot").evaluate("(foot) => Math.round(foot.getBoundingClientRect().bottom + scrollY)")
    assert abs(foot - page.evaluate("document.documentElement.scrollHeight")) <= 1
    assert foot >= SIZES[size][1]


def test_ways_to_a_puzzle_leave_no_hole(visit: Visit) -> None:
    for size in ("desktop", "tablet"):
        page = visit("/puzzles", size)
        ends = page.locator(".puzzle-ways > *").evaluate_all(
            "(all) => { const boxes = all.map((one) => one.getBoundingClientRect());"
            " return boxes.filter(({ top }, at) => boxes[at + 1]?.top !== top).map(({ right }) => Math.round(right)); }"
        )
        assert len(set(ends)) == 1, ends


def test_the_seats_of_a_table_that_is_set_up_stand_in_one_line(visit: Visit) -> None:
    page = visit("/new?preset=standard&players=2")
    expect(page.locator(".seat")).to_have_count(2)
    lefts = page.locator(".seat select").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().left)")
    assert lefts[0] == lefts[1]


def test_a_face_is_made_from_a_name_always_the_same_and_never_markup(visit: Visit) -> None:
    page = visit("/")
    made = page.evaluate(
        """async () => {
            const script = document.querySelector("script[src*=home]").src;
            const { monogram } = await import(new URL("../people/monogram.js", script));
            const names = ["Ada", "Ben", "Chen", "Daria", "Emil", "Fay", "Gül", "Hana", "Ian", "Jo"];
            const inText = (name) => new DOMParser().parseFromString(monogram(name), "text/html").querySelector("text");
            return [new Set(names.map(monogram)).size, monogram("Ada") === monogram(" Ada "), inText("<b>").textContent,
              inText("Ada  Maria Lovelace").textContent, inText("Grandpa Joe with a long name").textContent,
              inText("ada lovelace").textContent, inText("").textContent];
        }"""
    )
    assert made == [10, True, "<", "AL", "GJ", "AL", "?"]


@pytest.mark.parametrize("size", ["desktop", "tablet", "phone", "landscape"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_who_comes_back_is_welcomed_on_the_first_screen(visit: Visit, size: str, language: str) -> None:
    page = visit("/", size)
    if language == "de":
        page.get_by_role("button", name="Deutsch").click()
        page.locator("html[lang=de]").wait_for(state="attached")
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "club"}]
    page.request.post(f"{page.url}api/tables", data={"preset": "standard", "target": 1, "seats": seats})
    page.reload()
    page.evaluate("scrollTo(0, 0)")
    greeting = page.locator(".hero .greeting")
    expect(greeting).to_contain_text({"en": "Welcome back, Ada.", "de": "Willkommen zurück, Ada."}[language])
    expect(greeting.get_by_role("link")).to_have_count(2)
    for part in (".greeting", "[data-play]"):
        expect(page.locator(f".hero {part}")).to_be_in_viewport(ratio=1)


ROWS = "[data-setup] :is(.seat, .field, fieldset.pills, nav.pills)"
"""What belongs together in the form: a field with its name and what is said of it."""

HIDDEN_ROWS = """(rows) => {
  const bar = document.querySelector(".start-bar");
  const hidden = [];
  for (const row of rows) for (const field of row.querySelectorAll("input, select, button")) {
    if (!field.checkVisibility() || field.closest(":is(.seat, .field, fieldset.pills)") !== row) continue;
    for (const from of [0, document.documentElement.scrollHeight]) {
      document.activeElement.blur();
      scrollTo(0, from);
      field.focus();
      const under = row.getBoundingClientRect().bottom - Math.min(innerHeight, bar.getBoundingClientRect().top);
      if (row.offsetHeight < innerHeight / 2 && under > 1) hidden.push([field.name || field.className, under]);
    }
  }
  return hidden;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (360, 640), (360, 500)])
@pytest.mark.parametrize("wrong", [False, True])
def test_no_row_of_the_form_lies_under_the_button(visit: Visit, size: tuple[int, int], wrong: bool) -> None:
    page = visit("/new?preset=starturn&players=3")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_editor(page)
    for fold in page.locator("[data-setup] details:not([open])").all():
        fold.evaluate("(one) => one.open = true")
    if wrong:
        set_number("hand", "")(page)
        expect(page.get_by_role("alert")).not_to_be_empty()
    page.keyboard.press("Tab")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.locator(ROWS).evaluate_all(HIDDEN_ROWS) == []
