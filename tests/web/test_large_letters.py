"""Browsers with a large text size: pages are as wide as the window, and texts at the table do not touch."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from spite_and_malice.patience import deal_number
from spite_and_malice.patience import preset_rules as patience_rules
from spite_and_malice.rules import PRESETS
from tests.web.conftest import BROWSERS, FakeTable, OpenFake, ViewOf, new_context, settle, snapshot_of
from tests.web.conftest import SIZES as TABLES
from tests.web.host import as_flag
from tests.web.modules import Modules
from tests.web.test_table_layout import view_of as dealt
from tests.web.windows import WINDOWS

PAGES = (
    "/",
    "/new",
    "/evenings",
    "/read",
    "/patience",
    "/puzzles",
    "/me",
    "/rules",
    "/rules/book",
    "/statistics",
    "/games",
    "/correspondence",
    "/learn/mistakes",
    "/honest",
)
BESIDE = """() => {
  const width = document.documentElement.clientWidth;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut = (one) => one !== null && (getComputedStyle(one).overflow !== "visible" || cut(one.parentElement));
  const found = document.documentElement.scrollWidth > width ? ["the page itself"] : [];
  while (walker.nextNode()) {
    if (cut(walker.currentNode.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { width: wide, right } = range.getBoundingClientRect();
    if (wide > 1 && right > width + 1) found.push(walker.currentNode.textContent.trim());
  }
  return found;
}"""
"""The words that reach beyond the right edge of the window."""
SIZES = [(640, 360), (360, 640), (320, 568), (768, 1024), (1280, 800)]


@pytest.fixture(scope="module", params=[24, 32])
def large(browser: Browser, table_host: int, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Start a browser with this default text size, which media queries follow as well."""
    path = next(found for name in BROWSERS if (found := shutil.which(name)))
    letters = f"--blink-settings=defaultFontSize={request.param}"
    flags = ["--no-sandbox", "--disable-dev-shm-usage", as_flag(table_host), letters]
    started = browser.browser_type.launch(executable_path=path, args=flags)
    yield started
    started.close()


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/", "src/spite_and_malice/web/templates/", "src/spite_and_malice/web/static/"
)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_are_as_wide_as_the_window(large: Browser, site: str, size: tuple[int, int], language: str) -> None:
    context = new_context(large, size, {}, locale=language)
    page = context.new_page()
    beside = {}
    for path in PAGES:
        page.goto(site + path)
        page.wait_for_selector("html[data-ready]", state="attached")
        if found := page.evaluate(BESIDE):
            beside[path] = found
    context.close()
    assert beside == {}


SPLIT = """(chosen) => {
  const range = document.createRange();
  const found = [];
  for (const one of document.querySelectorAll(chosen)) {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.textContent.matchAll(/[\\p{L}]{3,14}/gu)) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
  }
  return found;
}"""
"""The words, but for the longest, of which a part is on the next line."""
SHORT = {
    "/": ":is(.level-who, .level-name, .turn-name)",
    "/patience": "h1, h2, .turn-name, .gallery-search .field, .game-name",
    "/settings": "h1, h2, .called",
    "/ratings": "h1, h2, th, td",
    "/correspondence": "h1, h2",
    "/notices": "h1, h2",
}


def test_no_word_of_a_heading_or_a_choice_is_split_on_a_phone(large: Browser, site: str) -> None:
    context = new_context(large, (360, 640), {})
    page = context.new_page()
    split = {}
    for path, chosen in SHORT.items():
        page.goto(site + path)
        page.wait_for_selector("html[data-ready]", state="attached")
        settle(page)
        if found := page.evaluate(SPLIT, chosen) or page.evaluate(BESIDE):
            split[path] = found
    context.close()
    assert split == {}


@pytest.mark.parametrize("size", [(640, 360), (360, 640)])
def test_an_invitation_is_as_wide_as_the_window(large: Browser, site: str, size: tuple[int, int]) -> None:
    context = new_context(large, size, {}, locale="de")
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    answer = context.request.post(f"{site}/api/tables", data={"preset": "standard", "rules": {}, "seats": seats})
    page = context.new_page()
    page.goto(site + answer.json()["url"])
    expect(page.get_by_role("button", name="Mit Computerspielern beginnen")).to_be_attached()
    beyond = page.locator(".lobby :is(.button, input, h3, p)").evaluate_all(
        "all => all.filter((one) => one.offsetWidth && one.getBoundingClientRect().right > innerWidth + 1)"
        ".map((one) => one.textContent)"
    )
    name = page.get_by_role("textbox", name="Dein Name").bounding_box()
    context.close()
    assert beyond == []
    assert name is not None
    assert name["width"] > size[0] / 3


@pytest.mark.parametrize("size", [(640, 360), (360, 640)])
def test_a_lesson_keeps_its_text_and_the_bar_in_the_window(large: Browser, site: str, size: tuple[int, int]) -> None:
    context = new_context(large, size, {})
    page = context.new_page()
    page.goto(f"{site}/learn")
    expect(page.get_by_role("button", name="Begin again")).to_be_visible()
    settle(page)
    words = page.locator("#lesson .words")
    sideways = words.evaluate("one => one.scrollWidth - one.clientWidth")
    lines = page.locator("#lesson .text").evaluate(
        "one => (one.closest('.words').getBoundingClientRect().bottom - one.getBoundingClientRect().top)"
        " / parseFloat(getComputedStyle(one).lineHeight)"
    )
    cut = page.locator(".bar nav .button").evaluate_all(
        "all => all.filter((one) => one.offsetWidth && one.getBoundingClientRect().right > innerWidth + 1).length"
    )
    context.close()
    assert (sideways, cut) == (0, 0)
    assert lines > 3


IN_EACH_OTHER = """() => {
  const hidden = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || hidden(one.parentElement));
  const all = [...document.querySelectorAll(".label, .bar nav span, .plate .who, .plate .left, .plate .held")];
  const words = all.filter((one) => one.offsetWidth && one.textContent.trim() && !hidden(one)).map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    return [one.textContent.trim(), left, top, right, bottom];
  });
  const meet = (one, other) => Math.min(one[3], other[3]) - Math.max(one[1], other[1]) > 1
    && Math.min(one[4], other[4]) - Math.max(one[2], other[2]) > 4;
  const found = words.flatMap((one, at) =>
    words.slice(at + 1).filter((other) => meet(one, other)).map((other) => `${one[0]} / ${other[0]}`));

  const beyond = words.filter(([, left, , right]) => left < -1 || right > innerWidth + 1);
  return [...found, ...beyond.map(([word]) => `${word} is cut`)];
}"""
"""Texts of labels, plates and the bar that overlap or leave the window."""


@pytest.fixture
def large_table(large: Browser, view_of: ViewOf) -> Iterator[Callable[[str, tuple[int, int]], FakeTable]]:
    """Open tables in that browser."""
    contexts = []

    def opened(name: str, size: tuple[int, int]) -> FakeTable:
        contexts.append(new_context(large, size, {"speed": "off"}))
        return FakeTable(contexts[-1], snapshot_of(view_of(name)))

    yield opened
    for context in contexts:
        context.close()


OpenLarge = Callable[[str, tuple[int, int]], FakeTable]


@pytest.mark.parametrize("name", ["standard-2/0", "round-5/0"])
@pytest.mark.parametrize("size", SIZES)
def test_words_at_the_table_stand_apart(large_table: OpenLarge, size: tuple[int, int], name: str) -> None:
    page = large_table(name, size).page
    expect(page.locator(".label.centre").first).to_be_visible()
    assert page.evaluate(IN_EACH_OTHER) == []


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1280, 800)])
def test_nothing_moves_when_a_hint_comes(large_table: OpenLarge, size: tuple[int, int]) -> None:
    table = large_table("standard-2/0", size)
    page = table.page
    parts = page.locator(".seat-name, .label, [data-key='payoff:1:0'], .bar nav .button")
    places = "parts => parts.map((part) => [part.getBoundingClientRect().left, part.getBoundingClientRect().top])"
    before = parts.evaluate_all(places)
    page.keyboard.press("h")
    reason = "It leads to your pay-off card: 7♣, 8♠ from your side stack, 9♦ from your side stack and 10♥."
    table.send(type="hint", id=table.last("hint")["id"], ply=0, move="H7c-C1", line=["H7c-C1"], reason=reason)
    page.get_by_role("button", name="Play it").click(trial=True)
    assert parts.evaluate_all(places) == before


CHOSEN = ["16", "20", "24", "32"]
CHOOSE = """(letters) => {
  const settings = JSON.parse(localStorage.getItem("spite.settings"));
  localStorage.setItem("spite.settings", JSON.stringify({ ...settings, letters }));
  dispatchEvent(new Event("spite-settings"));
}"""
HEIGHTS = """() => [".label.centre b", ".label.payoff", ".seat-name:not(.own) .who", "#status .head"].map((words) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(words));
  return range.getBoundingClientRect().height;
})"""
COVERED = """() => {
  const rect = (one) => one.getBoundingClientRect();
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const status = document.querySelector("#status");
  const range = document.createRange();
  range.selectNodeContents(status);
  const words = [...range.getClientRects()];
  const leaves = ({ left, top, right, bottom }) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  const others = [...document.querySelectorAll(".card, .bar .button, .seat-name, .label")];
  const covered = others.filter((one) => one.offsetWidth && words.some((line) => meet(line, rect(one))));
  const cut = [...document.querySelectorAll(".bar .button")].filter((one) => rect(one).right > innerWidth + 1);
  return [
    ...(words.some(leaves) ? ["the line of words leaves the window"] : []),
    ...covered.map(({ className, textContent }) => `words lie on ${className} ${textContent.trim()}`),
    ...cut.map(({ textContent }) => `${textContent.trim()} is cut`),
  ];
}"""
"""The elements covered by the line of text, and where it or the bar leaves the window."""


@pytest.mark.parametrize("window", WINDOWS)
def test_words_at_the_table_grow_with_the_setting(fake_table: OpenFake, view_of: ViewOf, window: str) -> None:
    for name in ("standard-2/0", "round-5/0"):
        page = fake_table(view_of(name), WINDOWS[window]).page
        heights = []
        for letters in CHOSEN:
            page.evaluate(CHOOSE, letters)
            settle(page)
            settle(page)
            assert (page.evaluate(IN_EACH_OTHER), page.evaluate(COVERED)) == ([], []), (name, letters)
            heights.append(page.evaluate(HEIGHTS))
        first, *larger = heights
        for after in larger:
            assert all(now > then - 1 for then, now in zip(first, after, strict=True)), (name, heights)
        # The plates of four others have no room for more on a phone.
        grown = [now > 1.1 * then for then, now in zip(first, heights[-1], strict=True)]
        assert all(grown) or (name == "round-5/0" and grown.count(False) == 1), (name, heights)


SCALE = "const scale = ([width, height]) => Math.min(2, (14.7 + 0.0147 * Math.min(width, height)) / 16);"
"""How much larger text among cards is with a text size of 32 px (table.css)."""


def test_every_preset_fits_with_the_largest_letters(modules: Modules) -> None:
    views = [
        (f"{preset} {max(PRESETS[preset].players)}", dealt(preset, max(PRESETS[preset].players))) for preset in PRESETS
    ]
    source = f"""async ([views, sizes]) => {{
      {SCALE}
      const {{ problems }} = await import("/tests/geometry.js");
      return views.flatMap(([name, view]) => sizes.flatMap((size) =>
        problems(view, {{ width: size[0], height: size[1], letters: scale(size) }}, {{ left: false, spread: true }})
          .map((line) => `${{name}} at ${{size}}: ${{line}}`)));
    }}"""
    assert modules.evaluate(source, [views, TABLES]) == []


@pytest.mark.parametrize("preset", ["klondike-1", "canfield", "spider-4", "pyramid", "freecell"])
def test_patience_fits_with_the_largest_letters(modules: Modules, preset: str) -> None:
    view = deal_number(patience_rules(preset), 1).view().to_json()
    source = f"""async ([view, sizes]) => {{
      {SCALE}
      const {{ problems }} = await import("/tests/patience-geometry.js");
      const windows = sizes.map(([width, height]) => ({{ width, height, letters: scale([width, height]) }}));
      return windows.flatMap((size) => problems(view, size, {{ left: false }}));
    }}"""
    assert modules.evaluate(source, [view, TABLES]) == []


UNDER_WORDS = """() => {
  const rect = (one) => one.getBoundingClientRect();
  const words = [...document.querySelectorAll("#status .head, #status .note, #status .button, .bubble")]
    .filter((one) => one.offsetHeight && one.textContent.trim())
    .map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return one.matches(".head") ? rect(range) : rect(one);
    });
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const leaves = ({ left, top, right, bottom }) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  const columns = [...document.querySelectorAll("[data-key^='side:1:'], [data-key^='centre:']")].map(rect);
  const outlines = [...document.querySelectorAll("#below .outline")];
  const places = outlines.filter((one) => columns.some((column) => meet(column, rect(one))));
  const others = document.querySelectorAll("#cards .card, .seat-name.own .face, .label.centre");
  const under = [...places, ...others].filter((one) => words.some((word) => meet(word, rect(one))));
  const each = words.filter((one, at) => words.slice(at + 1).some((other) => meet(one, other)));
  return [
    ...under.map(({ className }) => className),
    ...words.filter(leaves).map(() => "the edge of the window"),
    ...each.map(() => "other words"),
  ];
}"""
"""The player's own cards, stacks and text under temporary text; and parts cut off by the window."""


@pytest.mark.parametrize(("size", "letters"), [((320, 256), "32"), ((320, 256), "16"), ((360, 640), "32")])
def test_words_that_come_and_go_leave_free_what_is_hit(
    browser: Browser, view_of: ViewOf, size: tuple[int, int], letters: str
) -> None:
    context = new_context(browser, size, {"speed": "off", "letters": letters})
    mark = "document.getElementById('table').dataset.newcomer = ''"
    context.add_init_script(f"document.addEventListener('readystatechange', () => {{ {mark}; }})")
    table = FakeTable(context, snapshot_of(view_of("standard-2/0")))
    page = table.page
    expect(page.locator("#status .note")).to_contain_text("bright edge")
    settle(page)
    settle(page)
    assert page.evaluate(UNDER_WORDS) == []
    told = {"game": 1, "ply": 0, "seat": 0, "mood": "pleased", "text": "You left one lying! I do that all the time."}
    table.send(type="remark", **told)
    expect(page.locator(".bubble")).to_be_attached()
    settle(page)
    assert page.evaluate(UNDER_WORDS) == []
    page.keyboard.press("h")
    reason = "It leads to your pay-off card: 7♣, 8♠ from your side stack, 9♦ from your side stack and 10♥."
    table.send(type="hint", id=table.last("hint")["id"], ply=0, move="H7c-C1", line=["H7c-C1"], reason=reason)
    expect(page.locator("#status .offer")).to_be_visible()
    settle(page)
    settle(page)
    assert page.evaluate(UNDER_WORDS) == []
    context.close()
