"""The home page: for first-time and returning visitors, and Play now."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import resize
from tests.web.setting_up import start_really
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS


def begin_patience(page: Page, site: str) -> None:
    """Deal a Klondike and turn its first cards."""
    page.goto(f"{site}{page.request.post(f'{site}/api/patience', data={}).json()['url']}")
    page.locator("#cards .card").first.wait_for(state="attached")
    page.keyboard.press("d")
    expect(page.locator("#meters")).to_contain_text("1 move")


def test_one_click_leads_from_the_home_page_to_a_table(visit: Visit) -> None:
    page = visit("/", "phone")
    # A newcomer's home page: a link to learning, a gentle opponent, and cards, without scrolling.
    cards = page.locator(".hero .card.drawn").first
    for met in (page.get_by_role("link", name="Learn the game"), page.locator(".level", has_text="Pip"), cards):
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


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/lobby/",
    "src/spite_and_malice/server/features/home.py",
    "src/spite_and_malice/web/templates/",
)
def test_a_short_welcome_stands_beside_the_middle_of_the_cards(visit: Visit) -> None:
    page = visit("/", "phone")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    visit("/", page=page)
    expect(page.locator(".greeting")).to_have_text("Welcome back.")
    middles = [
        page.locator(one).evaluate("one => (one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2")
        for one in (".greeting", ".hero-art")
    ]
    assert middles[0] == pytest.approx(middles[1], abs=12)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_screen_of_a_newcomer_is_whole(visit: Visit, language: str) -> None:
    page = visit("/", "landscape")
    if language == "de":
        page.get_by_role("button", name="Deutsch").click()
        page.locator("html[lang=de]").wait_for(state="attached")
    for size in ("landscape", "tablet"):
        resize(page, *WINDOWS[size])
        page.evaluate("scrollTo(0, 0)")
        for part in (".lead", "[data-play]", ".level-row", ".level-about", ".hero-acts", ".honest-line"):
            expect(page.locator(f".hero {part}"), size).to_be_in_viewport(ratio=1)
        ends = "faces => faces.map((face) => face.getBoundingClientRect()).map(({ left, right }) => [left, right])"
        faces = page.locator(".level .portrait").evaluate_all(ends)
        assert all(after - before >= 8 for (_, before), (after, _) in pairwise(faces)), f"{size}: a face on another"


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_comes_back_is_welcomed_on_the_first_screen(visit: Visit, language: str) -> None:
    page = visit("/")
    if language == "de":
        page.get_by_role("button", name="Deutsch").click()
        page.locator("html[lang=de]").wait_for(state="attached")
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "club"}]
    page.request.post(f"{page.url}api/tables", data={"preset": "standard", "target": 1, "seats": seats})
    page.reload()
    greeting = page.locator(".hero .greeting")
    expect(greeting).to_contain_text({"en": "Welcome back, Ada.", "de": "Willkommen zurück, Ada."}[language])
    expect(page.locator(".today-card")).to_contain_text({"en": "Deal waiting", "de": "Blatt wartet"}[language])
    for size in WINDOWS:
        resize(page, *WINDOWS[size])
        page.evaluate("scrollTo(0, 0)")
        for part in (".greeting", "[data-play]"):
            expect(page.locator(f".hero {part}"), size).to_be_in_viewport(ratio=1)


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/lobby/",
    "src/spite_and_malice/server/features/home.py",
    "src/spite_and_malice/web/templates/",
)
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
    resize(page, *WINDOWS["phone"])
    expect(page.locator(".table-card:visible")).to_have_count(2)
    expect(page.get_by_role("link", name="All your games")).to_have_text("All your games")


def test_a_phone_on_its_side_has_games_left_off_and_a_new_one_on_its_first_screen(visit: Visit, site: str) -> None:
    page = visit("/", "landscape")
    pair = {"preset": "standard", "seats": [{"kind": "person"}, {"kind": "computer", "player": "beginner"}]}
    assert page.context.request.post(f"{site}/api/tables", data=pair).ok
    begin_patience(page, site)
    visit("/", page=page)
    expect(page.locator(".table-card:visible")).to_have_count(2)
    for part in (".table-card >> nth=0", ".table-card >> nth=1", "[data-play]", ".level-row", ".honest-line"):
        expect(page.locator(part), part).to_be_in_viewport(ratio=1)


def test_whom_a_game_waits_for_is_under_it_at_home_and_leaves_its_name_the_line(visit: Visit, site: str) -> None:
    page = visit("/")
    for _each in range(2):
        pair = {"preset": "standard", "seats": [{"kind": "person"}, {"kind": "computer", "player": "beginner"}]}
        assert page.context.request.post(f"{site}/api/tables", data=pair).ok
    visit("/", page=page)
    expect(page.locator(".table-card:visible")).to_have_count(2)
    # As the page has it for a live game, and for a match.
    page.evaluate("""() => {
      for (const card of document.querySelectorAll(".going-on .table-card")) {
        const words = "It is your turn, and the others wait for you. If you are not back, a stand-in plays for you.";
        card.insertAdjacentHTML("afterend", `<p class="table-now">${words}</p>`);
        const games = '<div class="table-games"><p><b>Game 1</b> You won, 12 points to 0</p></div>';
        card.parentElement.insertAdjacentHTML("beforeend", games);
      }
    }""")
    for size in WINDOWS:
        resize(page, *WINDOWS[size])
        places = page.evaluate("""() => [...document.querySelectorAll(".going-on li")].map((game) =>
          [".table-card", ".table-name", ".table-now", ".table-games"].map((part) => {
            const { top, bottom, width } = game.querySelector(part).getBoundingClientRect();
            return { top, bottom, height: bottom - top, width, whole: game.clientWidth };
          }))""")
        for card, name, now, games in places:
            assert name["height"] < 32, size
            assert card["bottom"] <= now["top"] + 1, size
            assert now["bottom"] <= games["top"] + 1, size
            assert now["width"] > 0.6 * now["whole"], size


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/lobby/",
    "src/spite_and_malice/server/features/home.py",
    "src/spite_and_malice/web/templates/",
)
def test_going_on_is_the_button_beside_each_game_left_off_where_there_is_room(visit: Visit, site: str) -> None:
    page = visit("/")
    pair = {"preset": "standard", "seats": [{"kind": "person"}, {"kind": "computer", "player": "beginner"}]}
    assert page.context.request.post(f"{site}/api/tables", data=pair).ok
    begin_patience(page, site)
    visit("/", page=page)
    patience = page.locator(".going-on li", has_text="Klondike")
    for size in ("desktop", "tablet"):
        resize(page, *WINDOWS[size])
        expect(page.locator(".going-on .table-go:visible")).to_have_count(2)
        go_on, give_up = patience.get_by_role("link", name="Go on"), patience.get_by_role("button", name="Give up")
        expect(go_on).to_contain_class("primary")
        expect(give_up).to_contain_class("bare")
        expect(give_up).to_be_visible()
    for size in ("phone", "landscape"):
        resize(page, *WINDOWS[size])
        expect(page.locator(".going-on .table-acts:visible")).to_have_count(0)
        expect(page.locator(".table-card:visible")).to_have_count(2)
    resize(page, *WINDOWS["desktop"])
    go_on.click()
    page.wait_for_url("**/table/*")


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/lobby/",
    "src/spite_and_malice/server/features/home.py",
    "src/spite_and_malice/web/templates/",
)
def test_a_phone_says_how_many_games_it_does_not_list(visit: Visit, site: str) -> None:
    page = visit("/", "phone")
    rounds = {"preset": "round", "seats": [{"kind": "person"}, *[{"kind": "computer", "player": "beginner"}] * 3]}
    for _table in range(2):
        assert page.context.request.post(f"{site}/api/tables", data=rounds).ok
    begin_patience(page, site)
    visit("/", page=page)
    expect(page.locator(".table-card:visible")).to_have_count(2)
    expect(page.get_by_role("link", name="All your games (1 more)")).to_be_visible()
    # Nobody waits for a move in a game of patience.
    patience = page.locator(".table-card", has_text="Klondike")
    expect(patience.locator(".table-left")).to_have_text("0 of 52 cards on the foundations")
    expect(patience.locator(".table-state")).to_have_count(0)
    for language, words in (("English", "Your turn"), ("Deutsch", "Du bist dran")):
        page.get_by_role("button", name=language).click()
        page.locator(f"html[lang={language[:2].lower()}]").wait_for(state="attached")
        # The name has one line beside the sign for one's turn, and does not touch it.
        card = page.locator(".table-card:visible", has=page.locator(".table-state"))
        sign = card.locator(".table-state")
        turn = "(sign, words) => Object.assign(sign, { className: 'table-state yours', textContent: words })"
        sign.evaluate(turn, words)
        text = """(name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            const { right, height } = range.getBoundingClientRect();
            return [right, height];
        }"""
        right, height = card.locator(".table-name").evaluate(text)
        box = sign.bounding_box()
        assert box is not None
        assert right + 6 <= box["x"]
        assert height < 30


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/lobby/",
    "src/spite_and_malice/server/features/home.py",
    "src/spite_and_malice/web/templates/",
)
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
    page.get_by_role("button", name="Give it up and start another").click()
    page.wait_for_url("**/table/*")
    assert page.url != first
    visit("/", page=page)
    expect(page.locator(".table-card")).to_have_count(1)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Keep it and start another").click()
    page.wait_for_url("**/table/*")
    visit("/", page=page)
    expect(page.locator(".table-card")).to_have_count(2)


def test_play_now_works_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
    button = page.get_by_role("button", name="Play now")
    for _ in range(10):
        page.keyboard.press("Tab")
        if button.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


@pytest.mark.parametrize("size", ["desktop", "phone", "landscape"])
def test_play_now_says_when_the_server_is_gone(visit: Visit, size: str) -> None:
    page = visit("/", size)
    page.route("**/api/tables", lambda route: route.abort())
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_have_text("The table server cannot be reached. Try again in a moment.")
    # On a phone the line is below the first screen.
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(320, 256), (480, 300)])
def test_at_400_per_cent_nothing_of_home_lies_beside_the_window(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    page = visit("/", "phone")
    resize(page, *size)
    if language == "de":
        page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    links = page.locator(".site-head nav a")
    ends = links.evaluate_all("links => links.map((link) => link.getBoundingClientRect().right)")
    assert len(ends) > 4
    assert max(ends) <= size[0]


@pytest.mark.parametrize("size", [(2560, 1440), (3840, 2160)])
def test_home_uses_a_wide_screen(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", "desktop")
    resize(page, *size)
    for part in (".site-head", ".page"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert 0.65 * size[0] <= box["width"] <= 0.9 * size[0]
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 20
