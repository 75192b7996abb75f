"""Lasting contacts, in real browsers: a link, an invitation, a message and a friendship."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import violations_at_rest
from tests.web.conftest import resize, settle
from tests.web.test_evenings import begin, come_in, play_all, short_rules
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS


def make_link(page: Page, name: str) -> str:
    """Create the standing link of the person on the page of people; return its path."""
    page.get_by_label("Your name").press_sequentially(name)
    page.get_by_role("button", name="Make my link").click()
    link = page.locator("[data-link]")
    expect(link).to_have_value(re.compile("^http"))
    return "/with/" + link.input_value().split("/")[-1]


def test_an_invitation_by_a_link_reaches_a_table_and_covers_no_card(visit: Visit) -> None:
    anna, ben = visit("/people"), visit("/")
    path = make_link(anna, "Anna")
    visit("/", page=anna)
    anna.get_by_role("button", name="Play now").click()
    anna.locator("#cards .card").first.wait_for(state="attached")
    visit(path, page=ben)
    expect(ben.get_by_role("heading", name="Play with Anna")).to_be_visible()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Invite to a game").click()
    line = anna.locator(".letters")
    expect(line).to_contain_text("Ben invites you to a game: Spite & Malice.")
    for size in ("desktop", "tablet", "phone", "landscape"):
        resize(anna, *WINDOWS[size])
        bar, shown = anna.locator(".bar").bounding_box(), line.bounding_box()
        assert bar is not None
        assert shown is not None
        assert shown["y"] + shown["height"] <= bar["y"] + bar["height"] + 1, size
        assert shown["x"] >= 0, size
        assert shown["x"] + shown["width"] <= WINDOWS[size][0], size
    ben.wait_for_url("**/table/*")
    join = anna.get_by_role("button", name="Join")
    join.focus()
    settle(anna)
    anna.keyboard.press("Enter")
    anna.wait_for_url(ben.url)


def test_a_code_that_is_nobodys_is_said_to_be_beneath_its_field(visit: Visit) -> None:
    ben = visit("/people", "phone")
    field = ben.get_by_label("Code or link")
    for wrong in ("AAAA-BBBB", "http://elsewhere.example/x", "../../me", "/"):
        field.fill(wrong)
        ben.get_by_role("button", name="Find them").click()
        expect(ben.locator("[data-code-error]")).to_contain_text("This is nobody’s link")
        expect(field).to_have_value(wrong)
        expect(ben.get_by_role("button", name="Find them")).to_be_enabled()
        field.press("x")
        field.press("Backspace")


def test_friends_are_made_by_a_code_and_messages_answered(visit: Visit) -> None:
    anna, ben = visit("/people", "phone"), visit("/people")
    path = make_link(anna, "Anna")
    make_link(ben, "Ben")
    ben.get_by_label("Code or link").press_sequentially(path.removeprefix("/with/").lower().replace("-", " "))
    ben.get_by_role("button", name="Find them").click()
    ben.get_by_role("textbox", name="A message to Anna").press_sequentially("Tonight at eight?")
    ben.get_by_role("button", name="Send").click()
    expect(ben.get_by_text("Your message waits for Anna")).to_be_visible()
    ben.get_by_role("button", name="Add as a friend").click()
    expect(ben.get_by_text("They have not answered yet.")).to_be_visible()
    visit("/people", page=anna)
    letter = anna.locator(".letter")
    expect(letter).to_contain_text("Ben writes: Tonight at eight?")
    assert anna.evaluate("document.documentElement.scrollWidth") <= WINDOWS["phone"][0]
    letter.get_by_role("button", name="Answer").click()
    letter.get_by_role("textbox").press_sequentially("Gladly.")
    letter.get_by_role("button", name="Send").click()
    expect(letter).to_have_count(0)
    anna.get_by_role("button", name="Accept: Ben").click()
    expect(anna.get_by_role("heading", name="Friends", exact=True)).to_be_visible()
    settle(anna)
    assert violations_at_rest(anna) == []
    visit("/", page=ben)
    expect(ben.locator(".letter")).to_contain_text("Anna writes: Gladly.")
    anna.get_by_text("More").click()
    anna.get_by_role("button", name="Block: Ben").click()
    expect(anna.get_by_role("button", name="Unblock: Ben")).to_be_visible()


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/people/",
    "src/spite_and_malice/web/kernel/people/",
    "src/spite_and_malice/web/spite/live/",
)
def test_a_friendship_is_offered_at_a_seat(visit: Visit) -> None:
    anna, ben = visit("/"), visit("/people")
    make_link(ben, "Ben")
    anna.get_by_role("button", name="Invite a friend").click()
    anna.wait_for_url("**/table/*")
    ben.goto(anna.url)
    ben.locator(".lobby-seat button").first.click()
    ben.locator(".plate").first.click()
    ben.get_by_role("button", name=re.compile("^Add .* as a friend$")).click()
    expect(ben.get_by_role("button", name="Friendship offered")).to_be_visible()


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/people/",
    "src/spite_and_malice/web/kernel/people/",
    "src/spite_and_malice/web/spite/live/",
)
def test_friends_are_invited_while_a_table_gathers_and_join_at_once(visit: Visit) -> None:
    anna, ben = visit("/people"), visit("/people")
    path = make_link(anna, "Anna")
    make_link(ben, "Ben")
    visit(path, page=ben)
    ben.get_by_role("button", name="Add as a friend").click()
    expect(ben.get_by_text("They have not answered yet.")).to_be_visible()
    visit("/people", page=anna)
    anna.get_by_role("button", name="Accept: Ben").click()
    expect(anna.get_by_role("heading", name="Friends", exact=True)).to_be_visible()
    visit("/", page=anna)
    anna.get_by_role("button", name="Invite a friend").click()
    anna.wait_for_url("**/table/*")
    invite = anna.get_by_role("button", name="Invite Ben")
    invite.focus()
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("button", name="Ben is invited")).to_be_visible()
    for size in WINDOWS.values():
        resize(anna, *size)
        assert anna.evaluate("document.documentElement.scrollWidth") <= size[0]
    settle(anna)
    assert violations_at_rest(anna) == []
    visit("/", page=ben)
    ben.get_by_role("button", name="Join").click()
    ben.wait_for_url(anna.url)
    # This fills the table, and it deals.
    for page in (anna, ben):
        page.locator("#cards .card").first.wait_for(state="attached")
    expect(anna.locator(".plate").first).to_contain_text("Ben")


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/people/",
    "src/spite_and_malice/web/spite/moments/finish.js",
    "src/spite_and_malice/web/spite/live/",
)
def test_two_befriend_at_the_end_of_their_game(visit: Visit) -> None:
    anna, ben = visit("/people"), visit("/people", "phone")
    make_link(anna, "Anna")
    make_link(ben, "Ben")
    short_rules(anna)
    anna.goto(anna.url.removesuffix("/people") + "/evenings")
    room = begin(anna, "Two cards")
    visit(room, page=ben)
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        come_in(page, name)
    ben.get_by_role("button", name="I am ready").click()
    anna.get_by_role("button", name="First round").click()
    for page in (anna, ben):
        page.wait_for_url("**/table/*")
        page.locator("#cards .card").first.wait_for(state="attached")
    play_all([anna, ben])
    anna.locator("#finish").get_by_role("button", name="Add Ben as a friend").click()
    expect(anna.locator("#finish").get_by_role("button", name="Friendship offered")).to_be_visible()
    visit("/people", page=ben)
    ben.get_by_role("button", name="Accept: Anna").click()
    expect(ben.get_by_role("heading", name="Friends", exact=True)).to_be_visible()
