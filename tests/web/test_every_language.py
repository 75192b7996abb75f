"""Every page and the states of a table in every language, and in two pseudo-languages.

No word is cut, sticks out of its window or covers another, and none bypasses translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from spite_and_malice.catalogues import codes
from tests.web.conftest import Problems, new_context, resize, serving, settle
from tests.web.test_german import TOO_WIDE
from tools.texts import collect, pseudo

pytestmark = pytest.mark.nightly("src/spite_and_malice/web/", "src/spite_and_malice/locale/", "tools/texts/")

LANGUAGES: Final = [*codes(), pseudo.LONG, pseudo.MIRRORED]
SIZES: Final = ((1280, 800), (360, 640))

PAGES: Final = (
    *("/", "/new", "/new?preset=skip-bo-partners&players=6", "/games", "/open", "/people", "/evenings", "/notices"),
    *("/tournaments", "/correspondence", "/ladder", "/scrapbook", "/today", "/statistics", "/ratings", "/day"),
    *(
        "/puzzles",
        "/learn",
        "/rules",
        "/rules/book",
        "/patience",
        "/patience/day",
        "/rules/klondike-3",
        "/me",
        "/search",
    ),
    *("/settings", "/read", "/privacy", "/honest", "/nowhere"),
)

ON_EACH_OTHER = """() => {
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const isSeen = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!node.textContent.trim() || !isSeen) continue;
    if (parent.closest(".visually-hidden, svg, [aria-hidden=true], dialog:not([open]), script, style")) continue;
    let shown = null;
    let stays = false;
    for (let each = parent; each; each = each.parentElement) {
      stays ||= ["fixed", "sticky"].includes(getComputedStyle(each).position);
    }
    // What stays while the rest is scrolled lies on the rest.
    if (stays) continue;
    for (let each = parent; each; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX !== "visible" || overflowY !== "visible") {
        shown = each.getBoundingClientRect();
        break;
      }
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 2 || bottom - top < 4) continue;
      if (shown && (right > shown.right + 1 || left < shown.left - 1 || bottom > shown.bottom + 1)) continue;
      words.push({ parent, text: node.textContent.trim().slice(0, 40), left, right, top, bottom });
    }
  }
  const found = [];
  for (const [at, one] of words.entries()) {
    for (const other of words.slice(at + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const high = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (across > 2 && down > high / 2) found.push(`${one.text} × ${other.text}`);
    }
  }
  return [...new Set(found)];
}"""
"""Words that overlap other words."""

OUT_OF_ITS_BOX = """() => [...document.querySelectorAll("button, .button, summary, th, legend, .pill, label")]
  .filter((each) => each.checkVisibility() && each.offsetWidth > 1)
  .filter((each) => {
    const parts = [each, ...each.querySelectorAll("*")];
    if (parts.some((part) => getComputedStyle(part).textOverflow === "ellipsis")) return false;
    const box = each.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(each);
    return [...range.getClientRects()].some(({ left, right, width, height }) =>
      width > 1 && height > 4 && (right > box.right + 1 || left < box.left - 1));
  })
  .filter((each) => !each.closest(".visually-hidden") && !each.querySelector(".visually-hidden, svg, [popover]"))
  .map((each) => `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 60)}`)"""
"""Words that stick out of their button, heading or pill."""

OUT_OF_REACH = TOO_WIDE.replace(
    "each.checkVisibility() && ",
    """each.checkVisibility() && !each.closest(".visually-hidden, .label.narrow") && !((one) => {
        for (; one; one = one.parentElement) {
          if (["auto", "scroll"].includes(getComputedStyle(one).overflowX)) return true;
        }
      })(each) && """,
)
"""Words that stick out of the window or are cut off; except those reachable by scrolling, or hidden in narrow
places."""

PLAIN: Final = re.compile(r"\b(?:the|your|you|and|with|card|cards|pile|stack|seat|play|game|games|turn|new|of)\b", re.I)
"""Words missing from the texts of the accented pseudo-language."""


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve every language, and the two pseudo-languages; return the address."""
    folder = tmp_path_factory.mktemp("languages")
    pseudo.write(folder / "locale", collect())
    data = folder / "tables.sqlite3"
    with serving(data, SPITE_TEST_LOCALE=str(folder / "locale"), SPITE_DRAFTS=",".join(LANGUAGES)) as address:
        yield address


@pytest.fixture(params=LANGUAGES)
def page(browser: Browser, everywhere: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return a page in a language; a fault in a page's scripts fails the test."""
    language = request.param
    context = new_context(browser, SIZES[0], {"speed": "off"}, locale="en-GB", reduced_motion="reduce")
    context.add_cookies([{"name": "spite_language", "value": language, "url": everywhere}])
    page = context.new_page()
    problems = Problems(page)
    yield page
    context.close()
    assert [line for line in problems.found if "404" not in line] == []


def said(page: Page) -> str:
    """Return a page's text, without titles, names of languages and computer players' remarks."""
    return str(
        page.evaluate(
            """() => {
              const left = [...document.querySelectorAll("cite, body [lang], .bubble")];
              for (const each of left) each.style.display = "none";
              const said = document.body.innerText;
              for (const each of left) each.style.display = "";
              return said;
            }"""
        )
    )


def faults(page: Page) -> dict[str, list[str]]:
    """Return the errors in the visible text."""
    found: dict[str, list[str]] = {
        "too wide": page.evaluate(OUT_OF_REACH),
        "on each other": page.evaluate(ON_EACH_OTHER),
        "out of its box": page.evaluate(OUT_OF_ITS_BOX),
    }
    if page.locator("html").get_attribute("lang") == pseudo.LONG:
        found["bypasses translation"] = PLAIN.findall(said(page))
    return {what: some for what, some in found.items() if some}


def test_every_page_has_room_for_its_words(page: Page, everywhere: str) -> None:
    wrong: dict[tuple[str, tuple[int, int]], object] = {}
    for path in PAGES:
        page.goto(everywhere + path)
        page.wait_for_load_state("networkidle")
        for size in SIZES:
            resize(page, *size)
            if found := faults(page):
                wrong[path, size] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("page_of", "start"),
    [
        ("/new?preset=standard", "main form button[type=submit]"),
        ("/patience?preset=klondike-1", ".searching button[type=submit]"),
    ],
)
def test_a_table_and_its_drawer_have_room_for_their_words(
    page: Page, everywhere: str, page_of: str, start: str
) -> None:
    wrong: dict[tuple[str, tuple[int, int]], object] = {}
    page.goto(everywhere + page_of)
    page.locator(start).last.click()
    page.locator("#cards .card").first.wait_for(state="attached")
    settle(page)
    for size in SIZES:
        resize(page, *size)
        settle(page)
        if found := faults(page):
            wrong["table", size] = found
        page.keyboard.press("?")
        expect(page.locator("dialog[open]").first).to_be_visible()
        if found := faults(page):
            wrong["keys", size] = found
        page.keyboard.press("Escape")
    assert wrong == {}


def test_the_mirrored_language_turns_the_page_round(browser: Browser, everywhere: str) -> None:
    context = new_context(browser, SIZES[0], {}, locale="he-IL")
    page = context.new_page()
    page.goto(everywhere)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    foot = page.locator(".site-foot a")
    first, second = foot.nth(0).bounding_box(), foot.nth(1).bounding_box()
    assert first is not None
    assert second is not None
    assert first["x"] > second["x"]
    context.close()
