"""People at one table, each in a browser of their own: they gather, play, talk, drop and come back."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.web.axe import violations
from tests.web.conftest import Problems, new_context, wait_on
from tests.web.person import by_clicks, choose, play_game

LABELS = "places => places.map(place => place.ariaLabel)"
"""A script: the cards on places, from their names."""

DESKTOP = (1280, 800)
PHONE = (360, 640)

Arrive = Callable[..., Page]


@pytest.fixture
def arrive(browser: Browser, site: str) -> Iterator[Arrive]:
    """Let people open pages, each in a browser of their own; a fault in a page's scripts fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[Problems] = []

    def arrive(path: str, size: tuple[int, int] = DESKTOP) -> Page:
        contexts.append(new_context(browser, size, {"speed": "off"}, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        problems.append(Problems(page))
        page.goto(path if path.startswith("http") else site + path)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert [line for problem in problems for line in problem.found] == []


def sit_down(page: Page, name: str, seat: int) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=f": Seat {seat}").click()


def set_up(page: Page, seats: list[str]) -> None:
    """Choose who sits where on the set-up page, and open the table."""
    for number, who in enumerate(seats, 1):
        if who != "you":
            page.get_by_label(f"Seat {number}").select_option(who)
    page.get_by_label("Your name at the table").locator("visible=true").fill("Ada")
    page.locator("[data-start]").click()
    page.wait_for_url("**/table/*")
    page.locator(".lobby-seat").first.wait_for()


def gather_two(
    arrive: Arrive, path: str = "/new?preset=quick&players=2", size: tuple[int, int] = DESKTOP
) -> tuple[Page, Page]:
    """Let Ada set up a table and Ben sit down at it, and deal."""
    ada = arrive(path)
    set_up(ada, ["you", "open"])
    ben = arrive(ada.url, size)
    sit_down(ben, "Ben", 2)
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator("#cards .card").first.wait_for()
    return ada, ben


def open_people(page: Page) -> None:
    page.locator('[data-panel="people"]').click()
    page.locator(".people-seats").wait_for()


def test_a_friend_opens_the_link_and_the_game_begins(arrive: Arrive) -> None:
    ada = arrive("/")
    ada.get_by_role("button", name="Invite a friend").click()
    ada.wait_for_url("**/table/*")
    ada.get_by_label("Your name").fill("Ada")
    ada.keyboard.press("Tab")
    expect(ada.locator(".lobby-seat").first).to_contain_text("Ada")
    link = ada.get_by_label("The link to this table").input_value()
    # This server is reachable only from here; the advice for its host is shown to people who ask.
    expect(ada.get_by_text("Your friends have to be on this computer")).to_be_visible()
    expect(ada.get_by_text("--host 0.0.0.0")).to_be_hidden()
    ada.get_by_text("How friends elsewhere can join").click()
    expect(ada.get_by_text("--host 0.0.0.0")).to_be_visible()
    ben = arrive(link, PHONE)
    expect(ben.locator(".lead")).to_have_text("Ada invites you to play. Choose a seat.")
    sit_down(ben, "Ben", 2)
    for page, other in ((ada, "Ben"), (ben, "Ada")):
        page.locator("#cards .card").first.wait_for()
        expect(page.locator(".seat-name .who").first).to_have_text(other)


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_the_host_changes_rules_and_seats_before_the_start(arrive: Arrive) -> None:
    ada = arrive("/new?preset=round&players=3&friends=true")
    set_up(ada, ["you", "open", "open"])
    ben = arrive(ada.url)
    sit_down(ben, "Ben", 3)
    seat = ada.locator(".lobby-seat").nth(1)
    seat.get_by_role("combobox").select_option("beginner")
    expect(ben.locator(".lobby-seat").nth(1)).to_contain_text("Pip")
    ada.get_by_role("button", name="Change").click()
    ada.locator("dialog [data-lengths]").get_by_label("5", exact=True).check()
    ada.locator("dialog").get_by_text("How the table is run").click()
    ada.locator("dialog").get_by_label("Chat").select_option(label="Off")
    ada.get_by_role("button", name="Play by these rules").click()
    expect(ben.locator(".lobby-settings")).to_contain_text("No chat.")
    expect(ben.locator(".lobby-rules")).to_contain_text("a pay-off pile of five cards")
    ada.get_by_role("button", name="Start the game").click()
    ben.locator("#cards .card").first.wait_for()
    expect(ben.locator(".label.payoff").first).to_have_text("5")


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_the_host_asks_somebody_to_leave_and_lets_them_back_in(arrive: Arrive) -> None:
    ada = arrive("/new?preset=standard&friends=true")
    set_up(ada, ["you", "open"])
    ben = arrive(ada.url)
    sit_down(ben, "Ben", 2)
    ada.get_by_role("button", name="Ask to leave: Ben").click()
    ada.get_by_role("button", name="Leave it be").click()
    expect(ben.locator(".lobby-seat.you")).to_have_count(1)
    ada.get_by_role("button", name="Ask to leave: Ben").click()
    ada.get_by_role("dialog").get_by_role("button", name="Ask to leave").click()
    expect(ada.get_by_label("Who sits at seat 2")).to_have_value("open")
    expect(ben.locator(".lobby-seat.you")).to_have_count(0)
    expect(ben.locator(".lead")).to_have_text("The host has asked you to leave this table.")
    expect(ben.get_by_role("button", name="Sit here")).to_have_count(0)
    ada.get_by_role("button", name="Let them back in").click()
    expect(ben.locator(".lead")).to_have_text("Ada invites you to play. Choose a seat.")
    sit_down(ben, "Ben", 2)
    expect(ada.locator(".lobby-seat").nth(1)).to_contain_text("Ben")
    expect(ada.get_by_role("button", name="Let them back in")).to_be_hidden()


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_guests_without_a_name_wear_different_faces(arrive: Arrive) -> None:
    ada = arrive("/new?preset=standard&friends=true")
    ada.evaluate("localStorage.setItem('spite.head', 'tibble')")
    set_up(ada, ["you", "open"])
    ben = arrive("/new")
    ben.evaluate("localStorage.setItem('spite.head', 'tibble')")
    ben.goto(ada.url)
    sit_down(ben, "Ben", 2)
    faces = ada.locator(".lobby-seat img.portrait")
    expect(faces).to_have_count(2)
    assert len({face.get_attribute("src") for face in faces.all()}) == 2


def mover(pages: list[Page]) -> Page:
    """Wait until it is somebody's turn, and return that page."""

    def found() -> list[Page]:
        return [page for page in pages if page.locator("#status.yours").count()]

    wait_on(pages[0], found, lambda: "it is nobody's turn")
    return found()[0]


def play_turn(page: Page) -> None:
    """Play until the turn is over."""
    for made in itertools.count():
        page.locator("#status:not(.yours), .place[aria-pressed], #finish[open]").first.wait_for(state="attached")
        if not page.locator("#status.yours").count():
            return
        source, target = choose(page, made)
        assert source is not None
        by_clicks(page, source, target)


def test_two_people_play_and_each_sees_the_others_moves(arrive: Arrive) -> None:
    pages = list(gather_two(arrive, size=PHONE))
    movers = []
    for _ in range(4):
        page = mover(pages)
        movers.append(page)
        play_turn(page)
        centre = page.locator(".place.centre").evaluate_all(LABELS)
        for other in pages:
            other.wait_for_function(
                f"labels => String(({LABELS})([...document.querySelectorAll('.place.centre')])) === labels",
                arg=",".join(centre),
            )
    assert movers[0] is movers[2]
    assert movers[1] is movers[3]
    assert movers[0] is not movers[1]


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_strangers_who_want_the_same_are_paired(arrive: Arrive) -> None:
    ada = arrive("/open")
    ada.get_by_label("Game").select_option("flinch")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Find a table").click()
    ada.wait_for_url("**/table/*")
    cleo = arrive("/open")
    expect(cleo.locator(".table-card", has_text="Flinch")).to_contain_text("Ada")
    ben = arrive("/open")
    ben.get_by_label("Game").select_option("flinch")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Find a table").click()
    ben.wait_for_url(ada.url)
    for page in (ada, ben):
        page.locator("#cards .card").first.wait_for()


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_what_is_said_reaches_the_other(arrive: Arrive) -> None:
    ada, ben = gather_two(arrive)
    open_people(ada)
    ada.get_by_label("Say something").fill("Good luck, Ben")
    ada.keyboard.press("Enter")
    expect(ada.locator(".chat-log p")).to_have_text(["Ada Good luck, Ben"])
    expect(ben.locator('[data-panel="people"] .badge')).to_have_text("1")
    open_people(ben)
    expect(ben.locator(".chat-log p")).to_have_text(["Ada Good luck, Ben"])
    ben.get_by_role("button", name="Thank you!").click()
    expect(ada.locator(".chat-log p").last).to_have_text("Ben Thank you!")


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/web/kernel/line/",
    "src/spite_and_malice/server/tables/",
)
def test_a_dropped_line_shows_and_comes_back(arrive: Arrive) -> None:
    ada, ben = gather_two(arrive)
    name = ada.locator('.seat-name[data-seat="1"]')
    browser = ben.context
    ben.close()
    expect(name).to_contain_text("away")
    back = browser.new_page()
    back.goto(ada.url)
    back.locator(".place.hand").first.wait_for()
    expect(name).not_to_contain_text("away")


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_leaving_frees_the_seat_and_somebody_else_takes_it(arrive: Arrive) -> None:
    ada, ben = gather_two(arrive)
    cleo = arrive(ada.url)
    cleo.locator("#cards .card").first.wait_for()
    open_people(ben)
    ben.get_by_role("button", name="Leave the game").click()
    ben.locator("dialog.live-dialog").get_by_role("button", name="Leave the game").click()
    expect(ada.locator('.seat-name[data-seat="1"]')).to_contain_text("stand-in")
    cleo.get_by_role("button", name="Take a seat").click()
    cleo.get_by_label("Your name").fill("Cleo")
    cleo.get_by_role("button", name="Sit here").click()
    expect(ada.locator('.seat-name[data-seat="1"] .who')).to_have_text("Cleo")
    cleo.locator("#panel").get_by_role("button", name="Close").click()
    expect(cleo.locator(".place.hand").first).to_have_accessible_name(re.compile("hand, 1 of"))


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_whoever_left_takes_the_seat_back(arrive: Arrive) -> None:
    ada, ben = gather_two(arrive)
    open_people(ben)
    ben.get_by_role("button", name="Leave the game").click()
    ben.locator("dialog.live-dialog").get_by_role("button", name="Leave the game").click()
    ben.get_by_role("button", name="Take your seat back").click()
    expect(ben.locator(".live-banner")).to_have_count(0)
    expect(ada.locator('.seat-name[data-seat="1"]')).not_to_contain_text("stand-in")


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_the_page_of_the_game_knows_what_this_browser_added(arrive: Arrive) -> None:
    ada = arrive("/new?preset=quick&players=2")
    ada.get_by_text("Change the rules").click()
    ada.locator("[data-editor] [name=payoff]").fill("1")
    ada.get_by_label("Seat 2").select_option("beginner")
    ada.get_by_role("button", name="Start the game").click()
    play_game(ada, by_clicks)
    ada.get_by_role("link", name="Look back at this game").click()
    expect(ada.locator("[data-verdict]")).to_contain_text("Checked: nobody could choose these cards.")
    step = ada.locator(".step", has_text="Your own part was used")
    expect(step).to_contain_text("they are among those of the seats")


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_in_what_the_host_can_change(arrive: Arrive, size: tuple[int, int]) -> None:
    ada = arrive("/new?preset=round&players=3&friends=true", size)
    set_up(ada, ["you", "open", "open"])
    ada.get_by_role("button", name="Change").click()
    dialog = ada.locator("dialog.host-dialog")
    dialog.get_by_text("How the table is run").click()
    dialog.get_by_text("Change the rules").click()
    assert violations(ada) == []
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    dialog.locator("[data-preset]").select_option("flinch")
    expect(dialog.get_by_role("button", name="Back to Flinch as it is")).to_be_attached()
    dialog.get_by_role("button", name="Play by these rules").click()
    expect(ada.locator(".lobby-title")).to_have_text("Flinch")


def test_what_the_host_can_change_opens_once_it_has_come(arrive: Arrive) -> None:
    ada = arrive("/new?preset=round&players=3&friends=true")
    held: list[Route] = []
    ada.route("**/spite/live/host.js", lambda route: held.append(route))
    set_up(ada, ["you", "open", "open"])
    ada.get_by_role("button", name="Change").click()
    (route,) = held
    route.continue_()
    expect(ada.get_by_role("dialog", name="What is played here")).to_be_visible()


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_a_guest_chooses_a_head_before_the_game(arrive: Arrive) -> None:
    ada = arrive("/new?preset=round&players=3&friends=true")
    set_up(ada, ["you", "open", "open"])
    ben = arrive(ada.url, PHONE)
    sit_down(ben, "Ben", 2)
    link = ben.get_by_label("The link to this table")
    expect(link).to_be_visible()
    own = ben.locator(".lobby-seat.you")
    own.get_by_role("button", name="Choose a face").click()
    ben.get_by_role("dialog", name="Who are you?").get_by_role("button", name="Wren").click()
    for page in (ada, ben):
        expect(page.locator(".lobby-seat", has_text="Ben").locator("img[src$='heads/wren.svg']")).to_be_visible()
    assert own.evaluate("row => row.scrollWidth <= row.clientWidth")
    # If every seat is taken, the link leads nobody to a seat.
    sit_down(arrive(ada.url), "Cleo", 3)
    expect(link).to_be_hidden()


def test_who_cannot_fetch_what_the_host_can_change_is_told(browser: Browser, site: str) -> None:
    context = new_context(browser, DESKTOP, {"speed": "off"}, reduced_motion="reduce")
    ada = context.new_page()
    ada.goto(site + "/new?preset=round&players=3&friends=true")
    set_up(ada, ["you", "open", "open"])
    ada.get_by_label("Who sits at seat 2").wait_for()
    ada.route("**/new/form?*", lambda route: route.abort())
    ada.get_by_role("button", name="Change").click()
    expect(ada.locator(".lobby-main > .error")).to_contain_text("Try again in a moment")
    ada.unroute("**/new/form?*")
    ada.get_by_role("button", name="Change").click()
    expect(ada.get_by_role("dialog", name="What is played here")).to_be_visible()
    expect(ada.locator(".lobby-main > .error")).to_be_empty()
    context.close()


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/tables/",
)
def test_a_table_without_spectators_says_so_and_leads_on(arrive: Arrive) -> None:
    ada = arrive("/new?preset=quick&players=2&friends=true")
    ada.get_by_text("How the table is run").click()
    ada.get_by_label("Others may watch").uncheck()
    set_up(ada, ["you", "open"])
    ben = arrive(ada.url)
    sit_down(ben, "Ben", 2)
    ada.get_by_role("button", name="Start the game").click()
    ada.locator("#cards .card").first.wait_for()
    cleo = arrive(ada.url, PHONE)
    expect(cleo.get_by_role("heading", level=2)).to_have_text("At this table the players are by themselves.")
    assert violations(cleo) == []
    cleo.get_by_role("link", name="To the home page").click()
    expect(cleo.get_by_role("button", name="Play now")).to_be_visible()
