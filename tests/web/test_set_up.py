"""Setting a table up: the version, the players and their seats, the length."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from spite_and_malice.rules import PRESETS
from tests.web.conftest import resize
from tests.web.setting_up import open_editor, set_number, start, start_really
from tests.web.visitor import Visit, visits  # noqa: F401


def test_every_preset_can_be_chosen_by_name_and_character(visit: Visit) -> None:
    page = visit("/new")
    cards = page.locator(".preset-card").evaluate_all("cards => cards.map(({ href, innerText }) => [href, innerText])")
    said = {href.partition("preset=")[2]: text for href, text in cards}
    assert said.keys() == PRESETS.keys()
    for preset in PRESETS.values():
        assert preset.name in said[preset.id]
        assert preset.summary in said[preset.id]


def test_presets_are_filtered_by_the_number_of_players(visit: Visit) -> None:
    page = visit("/new")
    page.get_by_label("7", exact=True).check()
    shown = page.locator(".preset-card:visible")
    fitting = [preset for preset in PRESETS.values() if 7 in preset.allowed]
    expect(shown).to_have_count(len(fitting))
    shown.first.click()
    page.wait_for_url(f"**/new?preset={fitting[0].id}&players=7")
    expect(page.locator(".seat")).to_have_count(7)


def test_a_version_is_found_by_its_name_or_its_family(visit: Visit) -> None:
    page = visit("/new")
    shown = page.locator(".preset-card:visible .preset-name")
    page.get_by_label("Search the games").click()
    page.keyboard.type("skip")
    expect(shown).to_have_text(["Skip-Bo", "Skip-Bo Partners"])
    expect(page.locator(".family-ways a:visible")).to_have_text(["Skip-Bo and number cards"])
    page.get_by_label("6", exact=True).check()
    expect(shown).to_have_text(["Skip-Bo", "Skip-Bo Partners"])
    expect(page.get_by_role("status")).to_have_text("2 games for 6 players.")
    page.get_by_label("Search the games").fill("no such game")
    expect(shown).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("Nothing found.")


def test_every_family_is_one_press_away_on_a_phone(visit: Visit) -> None:
    page = visit("/new")
    resize(page, 360, 640)
    ways = page.locator(".family-ways a")
    expect(ways).to_have_count(page.locator(".family").count())
    for way in ways.all():
        expect(way).to_be_in_viewport()
    ways.filter(has_text="Skip-Bo").click()
    expect(page.locator('.preset-card[href$="preset=skip-bo"]')).to_be_in_viewport()


def test_seats_take_you_and_computer_players_and_show_the_pairs(visit: Visit) -> None:
    page = visit("/new?preset=partners&players=4")
    pairs = page.locator(".seat-pair")
    expect(pairs).to_have_text(["Pair A", "Pair B", "Pair A", "Pair B"])
    page.get_by_label("Seat 4").select_option("casual")
    page.get_by_label("Seat 3").select_option("you")
    page.get_by_label("Your name at the table").locator("visible=true").fill("Ada")
    start_really(page)
    visit("/games", page=page)
    expect(page.locator(".table-left")).to_have_text(re.compile(r"^Cards left: You and Pip \d+, \w+ and Rosa \d+$"))


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


def test_a_table_of_computer_players_alone_can_be_watched(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.get_by_label("Seat 1").select_option("casual")
    assert [seat["kind"] for seat in start(page)["seats"]] == ["computer", "computer"]


def test_the_seats_of_a_table_that_is_set_up_stand_in_one_line(visit: Visit) -> None:
    page = visit("/new?preset=standard&players=2")
    expect(page.locator(".seat")).to_have_count(2)
    lefts = page.locator(".seat select").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().left)")
    assert lefts[0] == lefts[1]


def test_the_length_of_a_game_is_one_press(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.locator("[data-lengths]").get_by_label("5", exact=True).check()
    expect(page.locator("[data-topics]")).to_contain_text("a pay-off pile of five cards")
    assert start(page)["rules"]["payoff"] == 5


@pytest.mark.parametrize(
    ("preset", "sizes", "own"),
    [("quick", ["6", "12", "18"], "12"), ("massachusetts", ["5", "10", "14", "20", "26"], "14")],
)
def test_the_lengths_are_those_of_the_version_and_its_own_is_lit(
    visit: Visit, preset: str, sizes: list[str], own: str
) -> None:
    page = visit(f"/new?preset={preset}")
    assert [text.strip() for text in page.locator("[data-lengths] label").all_inner_texts()] == sizes
    expect(page.locator("[data-lengths]").get_by_label(own, exact=True)).to_be_checked()


def test_a_game_for_two_is_set_up_for_three_with_three_packs(visit: Visit) -> None:
    page = visit("/new")
    page.get_by_label("3", exact=True).check()
    card = page.locator(".preset-card", has_text="Loading")
    expect(card).to_contain_text("more packs for more players")
    card.click()
    expect(page.locator("[data-topics]")).to_contain_text("three ordinary packs")
    assert start(page)["rules"]["deck"]["packs"] == 3


def test_the_length_of_a_match_is_one_press(visit: Visit) -> None:
    page = visit("/new?preset=skip-bo")
    expect(page.get_by_label("won a game")).to_be_checked()
    page.locator("[data-player-count]").get_by_label("3").check()
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.get_by_label("won a game")).to_be_checked()
    page.get_by_label("500 points").check()
    expect(page.locator("[data-changed]")).to_have_text("1 rule changed")
    assert start(page)["rules"]["target"] == 500


ROWS = "[data-setup] :is(.seat, .field, fieldset.pills, nav.pills)"
"""Related parts of the form: a field with its name and description."""


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


@pytest.mark.parametrize("wrong", [False, True])
def test_no_row_of_the_form_lies_under_the_button(visit: Visit, wrong: bool) -> None:
    page = visit("/new?preset=starturn&players=3")
    open_editor(page)
    for fold in page.locator("[data-setup] details:not([open])").all():
        fold.evaluate("(one) => one.open = true")
    if wrong:
        set_number("hand", "")(page)
        expect(page.get_by_role("alert")).not_to_be_empty()
    page.keyboard.press("Tab")
    for size in ((1280, 800), (768, 1024), (360, 640), (360, 500)):
        resize(page, *size)
        assert (size, page.locator(ROWS).evaluate_all(HIDDEN_ROWS)) == (size, [])
