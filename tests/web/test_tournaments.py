"""Tournaments in real browsers: created, joined by a link, played, and viewed at every size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.axe import violations_at_rest
from tests.web.conftest import resize, settle
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hilda", "Ina", "Jan", "Kim", "Leo")
MINUTE: Final = 60_000
"""Milliseconds within which somebody is called, with twelve pages on one machine."""
MINUTES: Final = 600_000
"""Milliseconds for computer players' games."""


BROKEN_HEADS: Final = """[...document.querySelectorAll(".cup-table td[data-head]")].filter((cell) => {
    const { height, lineHeight } = getComputedStyle(cell, "::before");
    return parseFloat(height) > 1.5 * parseFloat(lineHeight);
}).map(({ dataset }) => dataset.head)"""
"""The names of columns that take more than a line above their figure, as they stand on a phone."""


def make(page: Page, name: str, system: str, fill: str) -> str:
    """Make a tournament on its form by the keyboard alone; return its path."""
    settle(page)
    page.get_by_label("Name of the tournament").focus()
    page.keyboard.type(name)
    page.get_by_role("radio", name=system).check()
    page.get_by_label("Fill up with computer players to").select_option(fill)
    page.get_by_label("Of the level").select_option("beginner")
    page.get_by_role("button", name="Make the tournament").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/tournaments/[0-9a-f]{12}$"))
    return "/" + page.url.split("/", 3)[3]


def test_a_name_without_blanks_is_broken_and_the_page_is_no_wider(visit: Visit) -> None:
    page = visit("/tournaments/new", "phone")
    make(page, "Ω" * 80, "Swiss", "4")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ω" * 80)
    assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS["phone"][0]
    assert page.locator("h1").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/tournament",
    "src/spite_and_malice/web/spite/live/live.js",
    "src/spite_and_malice/server/features/tournaments/",
)
def test_two_take_part_by_a_link_and_are_called_to_their_tables(visit: Visit) -> None:
    anna, ben = visit("/tournaments/new"), visit("/people", "phone")
    path = make(anna, "Friday cup", "Everybody against everybody", "4")
    visit(path, page=ben)
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        settle(page)
        field = page.get_by_label("Your name")
        field.click()
        page.keyboard.type(name)
        page.get_by_role("button", name="Take part").click()
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    # The other's actions appear without a press.
    expect(anna.locator(".cup-names li")).to_have_count(2, timeout=15_000)
    anna.get_by_role("button", name="Begin", exact=True).click()
    # On Ben's connection the part that asks before leaving loads late.
    late: list[Route] = []
    ben.route("**/live/live.js*", lambda route: late.append(route))
    for page in (anna, ben):
        expect(page.get_by_role("link", name="Go to your table")).to_be_visible(timeout=20_000)
        expect(page).to_have_title(re.compile("Your game is ready"))
        page.get_by_role("link", name="Go to your table").click()
        page.wait_for_url("**/table/*")
    expect(ben.locator("#cards .card").first).to_be_visible()
    # The game can be lost by being away, so leaving the table asks first.
    home, question = ben.get_by_role("link", name="Back to the tournament"), ben.get_by_role("dialog")
    home.click()
    while not late:
        ben.wait_for_timeout(50)
    for route in late:
        route.continue_()
    expect(question).to_contain_text("for 3 minutes, a stand-in plays")
    ben.keyboard.press("Escape")
    expect(question).to_be_hidden()
    home.click()
    question.get_by_role("button", name="Leave the table").click()
    ben.wait_for_url(f"**{path}")


@pytest.mark.nightly("src/spite_and_malice/web/pages/tournament", "src/spite_and_malice/server/features/tournaments/")
def test_a_tournament_that_is_over_fits_every_window_and_axe_finds_nothing(visit: Visit) -> None:
    page = visit("/tournaments/new")
    make(page, "Cup of the computer players", "Swiss system", "4")
    page.get_by_role("button", name="Begin", exact=True).click()
    # The computers play whole games: the duration depends on the machine.
    expect(page.locator(".cup-call")).to_contain_text("The tournament is over. ", timeout=MINUTES)
    expect(page.locator(".cup-table tbody tr")).to_have_count(4)
    expect(page.locator(".cup-games li")).to_have_count(2)
    for language, done in (("en", "The tournament is over. "), ("de", "Das Turnier ist vorbei. ")):
        resize(page, *WINDOWS["desktop"])
        settle(page)
        page.locator(f"footer button[value={language}]").click()
        expect(page.locator(".cup-call")).to_contain_text(done)
        for size in ("desktop", "tablet", "phone", "landscape"):
            resize(page, *WINDOWS[size])
            settle(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0], size
            assert violations_at_rest(page) == [], size
            if size == "phone":
                assert page.evaluate(BROKEN_HEADS) == [], language
    page.locator(".cup-games a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/1", wait_until="commit")


def test_the_controls_of_a_row_of_the_form_are_in_line(visit: Visit) -> None:
    form = visit("/tournaments/new")
    boxes = [form.locator(f"select[name={name}]").bounding_box() for name in ("rounds", "preset", "clock")]
    assert len({box and box["y"] for box in boxes}) == 1
    assert len({box and box["x"] for box in boxes}) == 3


def test_the_form_and_the_list_fit_every_window_and_axe_finds_nothing(visit: Visit) -> None:
    form = visit("/tournaments/new")
    make(form, "An open cup", "Arena", "4")
    for page in (visit("/tournaments/new", theme="light"), visit("/tournaments"), form):
        for size in ("desktop", "tablet", "phone", "landscape"):
            resize(page, *WINDOWS[size])
            settle(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0], size
            assert violations_at_rest(page) == [], size


def test_at_the_end_of_a_game_one_reads_how_long_there_is_to_come_to_the_next(visit: Visit) -> None:
    page = visit("/tournaments")
    late = int(page.evaluate("Date.now()")) + 45_000
    told = {"words": "Your game is ready, against Ben.", "then": "You lose it:", "at": late, "state": "come"}
    answers = [
        {"state": "running", "words": told["words"], "table": "/table/next", "situation": told},
        {"state": "over", "words": "The tournament is over.", "table": None, "situation": told | {"at": None}},
    ]
    page.route("**/api/tournaments/t/now", lambda route: route.fulfill(json=answers.pop(0)))
    page.clock.install()
    page.evaluate("""async () => {
        const cup = document.querySelector('script[src*="/pages/"]').src.replace(/pages.*/, "spite/live/cup.js");
        const [words, link] = ["p", "a"].map((name) => document.createElement(name));
        document.querySelector("main").replaceChildren(words, link);
        const { follow } = await import(cup);
        await follow("/tournaments/t", words, link);
    }""")
    words = page.locator("main p")
    expect(words).to_have_text(re.compile(r"^Your game is ready, against Ben\. You lose it: 0:4\d$"))
    expect(page.locator("main a")).to_have_attribute("href", "/table/next")
    expect(page.get_by_role("timer")).to_have_attribute("aria-live", "off")
    page.clock.run_for(50_000)
    expect(words).to_have_text("The tournament is over.")


def test_what_stands_in_a_field_without_a_bound_has_room_in_it(visit: Visit) -> None:
    page = visit("/tournaments/new", "phone")
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    for field in page.locator('.cup-fields input[type="number"]:visible').all():
        room, needed = field.evaluate("""field => {
            const style = getComputedStyle(field);
            const pen = Object.assign(document.createElement("canvas").getContext("2d"), {
                font: `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
            });
            const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return [room, pen.measureText(field.placeholder).width];
        }""")
        assert room > needed > 0


@pytest.mark.nightly("src/spite_and_malice/web/spite/live/cup.js", "src/spite_and_malice/server/features/tournaments")
def test_who_came_reads_how_the_game_counts_and_goes_back(visit: Visit) -> None:
    """The other one has forty seconds to come, and does not."""
    anna, ben = visit("/tournaments/new"), visit("/tournaments", "phone")
    form = {"name": "Cup of two", "system": "round_robin", "preset": "standard", "grace": 40}
    made = anna.request.post(f"{anna.url.removesuffix('/tournaments/new')}/api/tournaments", data=form).json()
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        visit(f"/tournaments/{made['id']}", page=page)
        settle(page)
        page.get_by_label("Your name").click()
        page.keyboard.type(name)
        page.get_by_role("button", name="Take part").click()
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(anna.locator(".cup-names li")).to_have_count(2, timeout=15_000)
    anna.get_by_role("button", name="Begin", exact=True).click()
    call = anna.get_by_role("region", name="Now")
    expect(call).to_contain_text("you lose the game: 0:", timeout=20_000)
    anna.get_by_role("link", name="Go to your table").click()
    # Ben's page says that the other player waits, and how long Ben has to come.
    expect(ben.get_by_role("region", name="Now")).to_contain_text("Anna is at the table", timeout=20_000)
    expect(ben.get_by_role("region", name="Now")).to_contain_text(re.compile(r"you lose the game: 0:\d\d"))
    # At the table she reads whom she is waiting for, for how long, and the consequences; no refused actions are
    # offered.
    expect(anna.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(anna.locator(".lobby-then")).to_have_text(re.compile(r"you win the game: 0:\d\d"))
    expect(anna.get_by_text("Leave your seat")).to_be_hidden()
    expect(anna.get_by_text("Invite with this link")).to_be_hidden()
    words = "Ben did not come in time: the game counts as won by you. The tournament is over. You have won."
    expect(anna.get_by_role("heading", name=words)).to_be_visible(timeout=60_000)
    for size in ("desktop", "tablet", "phone", "landscape"):
        resize(anna, *WINDOWS[size])
        settle(anna)
        assert anna.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0], size
        assert violations_at_rest(anna) == [], size
    back = anna.get_by_role("link", name="Back to the tournament").last
    back.focus()
    anna.keyboard.press("Enter")
    anna.wait_for_url(f"**/tournaments/{made['id']}")


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/tournament",
    "src/spite_and_malice/web/pages/clubs/",
    "src/spite_and_malice/server/features/clubs/",
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_club_and_a_bracket_fit_every_window_and_axe_finds_nothing(visit: Visit, language: str) -> None:
    page = visit("/tournaments")
    site = page.url.removesuffix("/tournaments")
    club = page.request.post(f"{site}/api/clubs", data={"club": "The Aces", "name": "Ada"}).json()["id"]
    form = {"name": "Club cup", "system": "knock_out", "preset": "standard", "club": club, "fill": 8}
    made = page.request.post(f"{site}/api/tournaments", data=form | {"player": "beginner"}).json()["id"]
    for what, body in (("join", {"name": "Ada"}), ("say", {"text": "Good luck"}), ("change", {"said": "At nine"})):
        assert page.request.post(f"{site}/api/tournaments/{made}/{what}", data=body).ok
    page.request.post(f"{site}/api/clubs/{club}/messages", data={"text": "Bring a friend"})
    evening = {"club": club, "name": "Friday", "starts_at": int(page.evaluate("Date.now()")) + 86_400_000}
    page.request.post(f"{site}/api/evenings", data=evening)
    assert page.request.post(f"{site}/api/tournaments/{made}/start", data={}).ok
    for path in (f"/club/{club}", f"/tournaments/{made}"):
        visit(path, page=page)
        if language == "de" and path.startswith("/club"):
            settle(page)
            page.locator("footer button[value=de]").click()
        if path.startswith("/tournaments"):
            expect(page.locator(".bracket-round")).to_have_count(3, timeout=20_000)
        for details in page.locator("details").all():
            details.evaluate("one => { one.open = true; }")
        for size in ("desktop", "tablet", "phone", "landscape"):
            resize(page, *WINDOWS[size])
            settle(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0], (path, size)
            assert violations_at_rest(page) == [], (path, size)
    page.get_by_role("button", name={"en": "Withdraw", "de": "Aussteigen"}[language]).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text({"en": "you cannot come back", "de": "nicht wiederkommen"}[language])
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def join(page: Page, name: str) -> None:
    """Take part on the page of a tournament, by mouse and keys."""
    settle(page)
    page.get_by_label("Your name").click()
    page.keyboard.type(name)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()


def called(pages: Iterable[Page]) -> set[str]:
    """Return the tables to which an arena has brought some people, each with its cards in sight."""
    for page in pages:
        page.wait_for_url("**/table/*", timeout=MINUTE)
        expect(page.locator("#cards .card").first).to_be_visible(timeout=MINUTE)
    return {page.url for page in pages}


@pytest.mark.nightly("src/spite_and_malice/web/pages/tournament", "src/spite_and_malice/server/features/tournaments/")
def test_an_arena_of_twelve_brings_all_to_their_tables_and_those_who_come_late(visit: Visit) -> None:
    host = visit("/tournaments/new")
    path = make(host, "Evening arena", "Arena", "0")
    first = [host, *(visit(path, "phone" if number % 2 else "desktop") for number in range(7))]
    for page, name in zip(first, NAMES, strict=False):
        join(page, name)
    expect(host.locator(".cup-names li")).to_have_count(8, timeout=MINUTE)
    host.get_by_role("button", name="Begin", exact=True).click()
    assert len(called(first)) == 4
    # Four come late: the page says that they still can, and until when; they are paired with each other.
    late = [visit(path, "phone") for _ in range(4)]
    for page, name in zip(late, NAMES[8:], strict=True):
        now = page.locator(".cup-now")
        expect(now).to_contain_text(
            re.compile(r"It has begun, and you can still take part\..+for so long: \d", re.DOTALL)
        )
        join(page, name)
    assert len(called(late)) == 2
    # Somebody who leaves midway is asked first, and can come back later.
    gone = late[0]
    gone.get_by_role("link", name="Back to the tournament").click()
    gone.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    gone.wait_for_url(f"**{path}")
    gone.get_by_role("button", name="Withdraw").click()
    expect(gone.get_by_role("dialog")).to_contain_text("you are paired no more, and can come back later")
