"""The editor of the rules: each field has its control, and invalid values are refused in place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from spite_and_malice.rules import FIELDS, PRESETS, InvalidRules, Rules, describe, preset_rules, terms_of
from spite_and_malice.texts import in_terms
from tests.web.setting_up import choose, open_editor, set_number, start, tick
from tests.web.visitor import Visit, visits  # noqa: F401

ONE_GAME = {"target": 1}
"""The keys of every table's set-up, whatever its version."""


def words(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("[data-topics] li").all_inner_texts()]


@pytest.mark.nightly("src/spite_and_malice/rules/", "src/spite_and_malice/web/spite/setup/")
def test_the_editor_shows_the_rules_of_every_preset_as_they_are(visit: Visit) -> None:
    page = visit("/new")
    for preset in PRESETS.values():
        visit(f"/new?preset={preset.id}&players={preset.players[-1]}", page=page)
        page.locator("html[data-ready]").wait_for()
        rules = preset_rules(preset.id, preset.players[-1], ONE_GAME)
        with in_terms(terms_of(preset.id, piles=False)):
            assert (preset.id, words(page)) == (preset.id, describe(rules))
        editor = page.locator("script[src*='setup.js']").get_attribute("src") or ""
        read = page.evaluate(
            "async url => new (await import(url)).Editor(document.querySelector('[data-editor]')).read()",
            editor.replace("pages/setup/setup.js", "spite/setup/editor.js"),
        )
        assert Rules.from_json(read) == rules
        assert read.keys() == FIELDS.keys()


CHANGES: dict[str, tuple[list[Callable[[Page], None]], dict[str, Any]]] = {
    "players": ([set_number("players", "3")], {"players": 3, "deck": {"packs": 3, "jokers": 0}}),
    "partners": (
        [set_number("players", "4"), set_number("payoff", "10"), tick("partners")],
        {"players": 4, "payoff": 10, "partners": True, "deck": {"packs": 4, "jokers": 0}},
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


@pytest.mark.nightly("src/spite_and_malice/rules/", "src/spite_and_malice/web/spite/setup/")
def test_any_field_can_be_changed_and_the_words_follow(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    open_editor(page)
    asked: list[dict[str, Any]] = []

    def refuse(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        route.abort()

    page.route("**/api/tables", refuse)
    for field, (steps, changes) in CHANGES.items():
        for step in steps:
            step(page)
        rules = Rules.from_json(ONE_GAME | changes)
        expect(page.locator("[data-topics] li"), field).to_have_text(describe(rules))
        # The additional packs for more players do not count as a change.
        changed = len(changes.keys() - ({"players", "deck"} if "players" in changes else set()))
        words = "1 rule changed" if changed == 1 else f"{changed} rules changed"
        expect(page.locator("[data-changed]"), field).to_have_text(words)
        with page.expect_request("**/api/tables"):
            page.get_by_role("button", name="Start the game").click()
        expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
        body = asked.pop()
        assert (field, Rules.from_json(body["rules"])) == (field, rules)
        assert len(body["seats"]) == rules.players
        page.get_by_role("button", name="Back to Spite & Malice as it is").click()
        if "players" in changes:
            set_number("players", "2")(page)
        expect(page.locator("[data-changed]"), field).to_be_hidden()


def test_what_is_typed_while_an_answer_is_awaited_stays(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.locator("html[data-ready]").wait_for()
    open_editor(page)
    held: list[Route] = []
    page.route("**/api/rules", lambda route: route.continue_() if held else held.append(route))
    page.clock.install()
    with page.expect_request("**/api/rules"):
        set_number("players", "3")(page)
        page.clock.run_for(300)
    payoff = page.locator("[data-editor] [name='payoff']")
    payoff.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("13")
    held[0].fulfill(response=held[0].fetch())
    expect(page.locator("[data-error]")).to_be_empty()
    page.clock.run_for(300)
    expect(page.locator("[data-changed]")).to_have_text("1 rule changed")
    expect(payoff).to_have_value("13")
    expect(page.locator("[data-topics]")).to_contain_text("Three players")


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
    below = """(field) => document.querySelector(".start-bar").getBoundingClientRect().top
        - field.getBoundingClientRect().bottom"""
    # Your own name, too, is not below the button when you write it.
    name = page.get_by_role("textbox", name="Your name at the table")
    name.focus()
    assert name.evaluate(below) >= 0
    open_editor(page)
    field = page.locator("#rule-hand")
    field.focus()
    field.evaluate(
        """(field) => scrollBy(0, field.getBoundingClientRect().bottom + 4
            - document.querySelector(".start-bar").getBoundingClientRect().top)"""
    )
    field.fill("99")
    expect(page.get_by_role("alert")).not_to_be_empty()
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


def test_more_players_than_the_preset_is_for_bring_packs_of_their_own(visit: Visit) -> None:
    page = visit("/new?preset=four-stacks")
    open_editor(page)
    set_number("payoff", "10")(page)
    set_number("players", "5")(page)
    expect(page.locator(".seat")).to_have_count(5)
    body = start(page)
    assert body["preset"] == "four-stacks"
    changes = {"players": 5, "payoff": 10, "centre": 4, "deck": {"packs": 5, "jokers": 0}}
    assert Rules.from_json(body["rules"]) == Rules.from_json(ONE_GAME | changes)


def test_reset_brings_the_preset_back(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    open_editor(page)
    tick("pairs")(page)
    expect(page.locator("[data-topics] li.new")).to_have_count(1)
    page.get_by_role("button", name="Back to Spite & Malice as it is").click()
    expect(page.locator("[data-topics] li.new")).to_have_count(0)
    expect(page.locator("[data-changed]")).to_be_hidden()
    assert Rules.from_json(start(page)["rules"]) == Rules.from_json(ONE_GAME)


@pytest.mark.parametrize("size", ["desktop", "phone", "landscape"])
def test_the_keyboard_reaches_every_control_and_sees_it(visit: Visit, size: str) -> None:
    page = visit("/new?preset=starturn&players=3", size)
    page.locator("html[data-ready]").wait_for()
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
