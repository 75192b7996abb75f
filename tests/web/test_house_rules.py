"""House rules under a name, in a real browser: saved on the set-up page, offered, renamed and removed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.waiting import SECONDS
from tests.web.axe import violations

from .conftest import SIZES


@pytest.mark.parametrize("locale", ["en", "de"])
def test_rules_are_kept_offered_renamed_and_removed(browser: Browser, site: str, locale: str) -> None:
    context = browser.new_context(locale=locale, reduced_motion="reduce")
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.goto(f"{site}/new?preset=standard")
    page.locator("[data-editor] > summary").click()
    page.locator("#rule-payoff").fill("7")
    page.locator("[data-keep-name]").fill("Sundays")
    page.locator("[data-keep-name]").press("Enter")
    told = page.locator("[data-keep-told]")
    expect(told).to_contain_text("Sundays")
    # It is read above the button that starts the game, not under it.
    button = page.locator("[data-start]").bounding_box()
    words = told.bounding_box()
    assert button is not None
    assert words is not None
    assert words["y"] + words["height"] <= button["y"]
    assert "/new" in page.url
    page.goto(f"{site}/new")
    kept = page.locator(".kept-rules a")
    expect(kept).to_have_text("Sundays")
    assert violations(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("[data-rename]").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Sonntags")
    page.keyboard.press("Enter")
    expect(kept).to_have_text("Sonntags")
    expect(page.locator("[data-rename]")).to_be_focused()
    page.goto(f"{site}/")
    page.locator(".way", has_text="Sonntags").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sonntags")
    chosen = page.locator(".pill[aria-current=true]")
    expect(chosen).to_have_text("Sonntags")
    checked = page.locator(".pill:has(:checked)").first
    colours = [one.evaluate("(pill) => getComputedStyle(pill).backgroundColor") for one in (chosen, checked)]
    assert colours[0] == colours[1]
    expect(page.locator("[data-changed]")).to_be_visible()
    page.locator("[data-editor] > summary").click()
    expect(page.locator("#rule-payoff")).to_have_value("7")
    assert violations(page) == []
    page.goto(f"{site}/new")
    page.locator("[data-remove]").click()
    expect(page.locator("[data-kept]")).to_have_count(0)
    context.close()


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/setup/",
    "src/spite_and_malice/web/patience/house.js",
    "src/spite_and_malice/server/features/rules.py",
)
def test_rules_of_patience_are_kept_and_offered(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.goto(f"{site}/patience/house?preset=freecell")
    page.locator("[name=cells]").select_option("2")
    page.locator("[data-keep-name]").fill("Two cells")
    page.locator("[data-keep-name]").press("Enter")
    expect(page.locator("[data-keep-told]")).to_contain_text("Two cells")
    page.goto(f"{site}/patience")
    page.locator(".pill", has_text="Two cells").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Two cells")
    expect(page.locator("[name=cells]")).to_have_value("2")
    expect(page.locator("[data-words]")).to_contain_text("There are 2 free cells")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#cards .card")).to_have_count(52)
    context.close()
