"""The pages of the rules: for each number of players, in the words of their version."""

from __future__ import annotations

from playwright.sync_api import expect

from spite_and_malice.rules import describe, preset_rules
from tests.web.visitor import Visit, visits  # noqa: F401


def test_the_rules_of_a_preset_are_told_for_each_number_of_players(visit: Visit) -> None:
    page = visit("/rules/round?players=5")
    assert [text.strip() for text in page.locator(".topic li").all_inner_texts()] == describe(preset_rules("round", 5))
    page.get_by_role("link", name="8 players").click()
    expect(page.locator(".topic").first).to_contain_text("Eight players play")
    page.get_by_role("link", name="Play this game").click()
    expect(page.locator(".seat")).to_have_count(8)


def test_the_scripts_of_a_page_use_the_words_of_its_version(visit: Visit, site: str) -> None:
    say = """async () => {
        const url = document.querySelector("link[href$='/texts.js']").href;
        return (await import(url))._("[Stock] and [side stack] {name}", { name: "[stock]" });
    }"""
    page = visit("/rules/skip-bo")
    assert page.evaluate(say) == "Stock and side stack [stock]"
    page.context.add_cookies([{"name": "spite_words", "value": "own", "url": site}])
    assert visit("/rules/skip-bo", page=page).evaluate(say) == "Draw pile and discard pile [stock]"
