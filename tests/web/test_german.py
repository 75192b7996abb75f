"""The pages and the table in German: nothing is in English, and the longer words fit every window."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import SIZES, OpenFake, Problems, new_context, resize, settle
from tests.web.person import READY, corner, middle

PAGES = (
    "/evenings",
    "/",
    "/new",
    "/new?preset=standard",
    "/games",
    "/open",
    "/ratings",
    "/rules/book",
    "/learn",
    "/puzzles",
    "/nowhere",
)

TOO_WIDE = """() => {
  const width = document.documentElement.clientWidth;
  const words = [...document.querySelectorAll("body *")].filter(
    (each) =>
      each.checkVisibility() && each.offsetWidth > 1 && !each.closest("#panel:not([open])") &&
      [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ""),
  );
  const out = words.filter((each) => each.getBoundingClientRect().right > width + 1);
  const cut = words.filter((each) => {
    const { overflowX, textOverflow, display } = getComputedStyle(each);
    const cuts = overflowX !== "visible" && textOverflow !== "ellipsis" && display !== "inline";
    return cuts && each.scrollWidth > each.clientWidth + 1;
  });
  return [...out, ...cut].map((each) => `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 60)}`);
}"""
"""Words that stick out of the window or are cut off without a sign."""

RUN_TOGETHER = """() => {
  const placeOf = (word) => {
    const range = document.createRange();
    range.selectNodeContents(word);
    return range.getBoundingClientRect();
  };
  const labels = [...document.querySelectorAll(".label.centre")];
  const seen = labels.flatMap((label) =>
    [...label.childNodes]
      .filter((word) => word.textContent.trim() !== "")
      .map((word) => ({ text: word.textContent, ...placeOf(word).toJSON() }))
      .filter(({ top }) => top < label.getBoundingClientRect().bottom),
  );
  // Where there is little room, one stands under the other.
  const beside = ({ top }, other) => top < other.bottom - 3;
  const close = seen.slice(1).filter((word, n) => beside(word, seen[n]) && word.left < seen[n].right + 2);
  return close.map(({ text }) => text);
}"""
"""Words under the centre stacks without a gap between them."""

ENGLISH = re.compile(r"\b(the|your|you|and|with|card|cards|pile|stack|seat|play|game|turn)\b", re.IGNORECASE)

Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """Open pages in a German browser; a fault in a page's scripts fails the test."""
    contexts = []
    problems: list[Problems] = []

    def visit(path: str, size: tuple[int, int] = (1280, 800)) -> Page:
        contexts.append(new_context(browser, size, {"speed": "off"}, locale="de-DE", reduced_motion="reduce"))
        page = contexts[-1].new_page()
        if path != "/nowhere":
            problems.append(Problems(page))
        page.goto(site + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert [line for problem in problems for line in problem.found] == []


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_left_in_english_or_has_a_word_too_long_for_its_window(visit: Visit, path: str) -> None:
    page = visit(path)
    page.wait_for_load_state("networkidle")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(TOO_WIDE) == [], f"{width} × {height}"
        assert page.evaluate(RUN_TOGETHER) == [], f"{width} × {height}"
    names = page.locator("[aria-label], [title], [placeholder]").evaluate_all(
        "all => all.flatMap((each) => [each.ariaLabel, each.title, each.getAttribute('placeholder')])"
    )
    said = [page.title(), page.locator("body").inner_text(), *filter(None, names)]
    # The names of games, of sources, and of the other language stay as they are.
    text = re.sub(r"US Playing Card Company|„Spite & Malice“|English", "", "\n".join(said))
    assert ENGLISH.findall(text) == []


def test_from_the_home_page_to_a_move_and_a_refusal_on_a_phone(visit: Visit) -> None:
    page = visit("/", (360, 640))
    expect(page.get_by_role("heading", level=1)).to_have_text("Katz & Maus")
    # Each player's name is on one line.
    assert len(set(page.locator(".level-name").evaluate_all("all => all.map((name) => name.offsetHeight)"))) == 1
    page.get_by_role("link", name="Spiel aussuchen").click()
    page.get_by_role("link", name="Katz & Maus Das klassische Duell").click()
    page.get_by_role("button", name="Spiel beginnen").click()
    page.locator(READY).first.wait_for(state="attached")
    assert page.evaluate(TOO_WIDE) == []
    card = page.locator('.place.hand[aria-label*="passt auf: dein Ablagestapel"]').first
    assert re.match(r"(Pik|Herz|Karo|Kreuz)-\w+, Hand, \d von 5; passt auf: ", card.get_attribute("aria-label") or "")
    page.mouse.click(*corner(card))
    page.mouse.click(*middle(page.locator('.place.centre[aria-label^="Mittelstapel 1"]')))
    expect(page.locator("#status")).to_contain_text(re.compile("Auf diesen Mittelstapel gehört als Nächstes eine? "))
    if card.get_attribute("aria-pressed") != "true":
        page.mouse.click(*corner(card))
    page.mouse.click(*middle(page.locator('.place.side[aria-label^="Dein Ablagestapel 1"]')))
    expect(page.locator("#live")).to_contain_text(re.compile(r"Du legst \w+. auf einen leeren Ablagestapel\."))
    expect(page.locator("#live")).to_contain_text("Du bist dran.")
    settle(page)
    assert page.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_drawers_of_the_table_fit(
    fake_table: OpenFake, view_of: Callable[[str], dict[str, Any]], size: tuple[int, int]
) -> None:
    table = fake_table(view_of("standard-2/0"), size, locale="de-DE")
    page = table.page
    assert page.evaluate(TOO_WIDE) == []
    page.get_by_role("button", name="Optionen", exact=True).click()
    for name in ("Verlauf", "Züge", "Regeln", "Optionen"):
        # Beside the table the drawer leaves the tabs to the bar.
        docked = size[0] >= 1000
        page.get_by_role("button" if docked else "tab", name=name, exact=True).click()
        assert page.evaluate(TOO_WIDE) == [], name
    # Only the drawer's body scrolls, and all backs have one size.
    assert page.locator("#panel").evaluate("(panel) => panel.scrollHeight <= panel.clientHeight")
    backs = page.locator(".of-back .picture").evaluate_all("(all) => all.map((back) => back.offsetWidth)")
    assert max(backs) - min(backs) <= 1
    page.get_by_role("button", name="Schließen").first.click()
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Tasten")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []
    assert table.problems.found == []


def test_a_page_that_cannot_have_its_texts_works_in_english(browser: Browser, site: str) -> None:
    context = new_context(browser, (1280, 800), {}, locale="de-DE")
    page = context.new_page()
    page.route("**/texts/de.js", lambda route: route.abort())
    page.goto(f"{site}/new?preset=standard")
    expect(page.get_by_role("heading", level=1)).to_have_text("Katz & Maus")
    expect(page.locator("[data-seats] li")).to_have_count(2)
    expect(page.locator("[data-seats] li").first).to_contain_text("Seat 1")
    context.close()


def test_the_language_is_chosen_at_the_foot_of_a_page(visit: Visit) -> None:
    page = visit("/rules/book?players=2")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.url.endswith("/rules/book?players=2")
    page.goto(page.url.partition("/rules")[0] + "/games")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deine Spiele")


def test_a_language_that_was_chosen_is_known_to_other_pages_at_once(visit: Visit) -> None:
    page = visit("/rules")
    with page.expect_popup() as opening:
        page.evaluate("void window.open('/rules')")
    beside = opening.value
    beside.wait_for_load_state()
    choose = """async (languages) => {
        const { chooseLanguage } = await import("/static/texts.js");
        opener.known = languages.map((language) => {
            chooseLanguage(language);
            return opener.document.cookie;
        });
    }"""
    languages = ["en", "de"] * 40
    beside.evaluate(choose, languages)
    assert page.evaluate("known") == [f"spite_language={each}" for each in languages]
