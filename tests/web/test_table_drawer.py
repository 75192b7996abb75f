"""The drawer beside the table: rules, moves, history and settings, and the bar that opens it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.web.answers import answer
from tests.web.conftest import OpenFake, ViewOf
from tests.web.places import place


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_tabs_of_the_drawer_lie_side_by_side_without_scrolling(
    fake_table: OpenFake, view_of: ViewOf, locale: str
) -> None:
    page = fake_table(view_of("standard-2/0"), size=(360, 640), locale=locale).page
    page.keyboard.press("c")
    tabs = page.get_by_role("tablist")
    expect(tabs.get_by_role("tab")).to_have_count(5)
    assert tabs.evaluate("list => list.scrollWidth <= list.clientWidth")
    rows = tabs.get_by_role("tab").evaluate_all("all => all.map((tab) => tab.offsetTop)")
    assert min(rows.count(row) for row in rows) > 1


def test_the_way_back_closes_a_drawer_that_covers_the_table(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), size=(360, 640)).page
    table, drawer = page.url, page.locator("#panel")
    for _time in range(2):
        page.locator(".bar").get_by_role("button", name="Rules").click()
        expect(drawer).to_be_visible()
        page.go_back()
        expect(drawer).to_be_hidden()
        assert page.url == table
    # Closed otherwise, it leaves nothing behind: the next back button press leaves the page.
    page.locator(".bar").get_by_role("button", name="Rules").click()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.wait_for_function("() => history.state === null")
    page.go_back()
    page.wait_for_url(lambda url: url != table)


def test_beside_the_table_the_bar_has_the_tabs_of_the_drawer(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0")).page
    drawer = page.locator("#panel")
    opened = page.locator(".bar [aria-expanded=true]")
    page.keyboard.press("c")
    expect(drawer.get_by_role("heading", name="In sight")).to_be_visible()
    expect(opened).to_have_count(0)
    for name in ("History", "Rules"):
        page.locator(".bar").get_by_role("button", name=name).click()
        expect(drawer.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(opened).to_have_text(name)
        expect(drawer.get_by_role("tab")).to_have_count(0)
    opened.click()
    expect(drawer).to_be_hidden()
    expect(opened).to_have_count(0)


def test_escape_puts_a_picked_card_back_and_then_closes_the_drawer(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0")).page
    drawer, picked = page.locator("#panel"), page.locator(".place.picked")
    page.locator("[data-panel=rules]").click()
    expect(drawer).to_be_visible()
    page.locator(".place.hand[aria-pressed]").first.click()
    expect(picked).to_have_count(1)
    page.keyboard.press("Escape")
    expect(picked).to_have_count(0)
    expect(drawer).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


def test_the_drawer_leaves_the_bar_where_the_pointer_is(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0")).page
    button = page.locator("[data-panel=rules]")
    before = button.bounding_box()
    button.click()
    expect(page.locator("#panel")).to_be_visible()
    assert button.bounding_box() == before
    button.click()
    expect(page.locator("#panel")).to_be_hidden()


def test_the_rules_begin_with_how_to_play(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    table.snapshot["table"]["differences"] = ["one game, not a match"]
    table.send(**table.snapshot | {"version": 2})
    table.page.keyboard.press("r")
    expect(table.page.locator("#panel .panel-body h2")).to_have_text(
        ["The rules of this table", "What is special here"]
    )


def test_the_list_of_moves_has_plays_first_and_equal_places_once(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["centre"] = [["Ah"], ["As"], ["As"], *([] for _ in range(6)), ["Ad"]]
    view["players"][view["seat"]]["side"] = [["4s"], [], [], []]
    discards = [f"H{card}-S{n}" for card in ("7c", "9c") for n in range(1, 5)]
    view["legal"] = ["H7c-C1", *discards, "H9c-C10", "H9c-C3", "H9c-C2", "P-C1", "pass"]
    table = fake_table(view)
    page = table.page
    page.keyboard.press("m")
    expect(page.locator(".move-list button")).to_have_text(
        [
            "Play 7♣ on A♥",
            "Play 9♣ on A♠",
            "Play 9♣ on A♦",
            "Play J♥ from your pay-off pile on A♥",
            "Put 7♣ on the side stack with 4♠",
            "Put 7♣ on an empty side stack",
            "Put 9♣ on the side stack with 4♠",
            "Put 9♣ on an empty side stack",
            "Pass",
        ]
    )
    page.get_by_role("button", name="Put 9♣ on an empty side stack").press("Enter")
    assert table.last("move")["move"] == "H9c-S2"


def test_a_reloaded_page_still_names_the_cards_that_were_played_from_piles(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    view["legal"] = ["P-C1"]
    table = fake_table(view)
    page = table.page
    place(page, "payoff:1:0").dblclick()
    after = json.loads(json.dumps(view)) | {"legal": []}
    after["players"][1]["payoff"][0] |= {"top": "4h"}
    answer(table, after)
    page.keyboard.press("t")
    said = page.locator(".turns li li")
    expect(said).to_have_text("J♥ from your pay-off pile on 6♣")
    table.snapshot |= {"version": 2, "ply": 1, "view": after, "log": ["1 P-C1"], "played": ["Jh 7"]}
    page.reload()
    page.locator("#cards .card").first.wait_for()
    page.keyboard.press("t")
    expect(said).to_have_text("J♥ from your pay-off pile to the centre")
    for locale, words in (
        ("en", "K♠ as A from your pay-off pile to the centre"),
        ("de", "K♠ als A von deinem Zielstapel"),
    ):
        elsewhere = fake_table(after, locale=locale)
        elsewhere.snapshot |= {"log": ["1 P-C2"], "played": ["Ks 1"]}
        elsewhere.page.reload()
        elsewhere.page.locator("#cards .card").first.wait_for()
        elsewhere.page.keyboard.press("t")
        expect(elsewhere.page.locator(".turns li li")).to_contain_text(words)
    # Data missing from the server is not invented.
    table.snapshot |= {"log": ["1 P-C2"], "played": [""]}
    page.reload()
    page.locator("#cards .card").first.wait_for()
    page.keyboard.press("t")
    expect(said).to_have_text("a card from your pay-off pile to the centre")


def test_settings_stay(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four colours").check()
    page.get_by_label("Left-handed table").check()
    page.get_by_label("Evening").check()
    page.reload()
    page.wait_for_selector("#cards .card")
    expect(page.locator("html[data-colours=four][data-theme=dark]")).to_have_count(1)
    stored = page.evaluate("JSON.parse(localStorage.getItem('spite.settings'))")
    assert (stored["left"], stored["sound"]) == (True, True)
    page.keyboard.press("s")
    expect(page.locator("#status .note")).to_have_text("Sound off.")
    assert page.evaluate("JSON.parse(localStorage.getItem('spite.settings')).sound") is False
