"""The chat at a table: messages, phrases and signs, muted and reported; the server is the test."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from spite_and_malice.rules import Rules, preset_rules
from tests.web.company import people, person, running, said
from tests.web.live_tables import FOUR, PAIR, OpenLive, in_game, live_tables, open_chat  # noqa: F401


def test_what_is_said_shows_beside_the_seat_and_is_counted_until_read(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = table.page
    table.send(**said(1, 1, "Ben", "<b>Hello</b>"))
    expect(page.locator(".bubble")).to_have_text("<b>Hello</b>")
    expect(page.locator('[data-panel="people"] .badge')).to_have_text("1")
    open_chat(table)
    expect(page.locator(".chat-log p")).to_have_text(["Ben <b>Hello</b>"])
    expect(page.locator('[data-panel="people"] .badge')).to_be_hidden()
    # Nor is it only counted after the drawer has been opened and closed again.
    page.locator('[data-panel="people"]').click()
    table.send(**said(2, 1, "Ben", "Still here"))
    expect(page.locator(".bubble")).to_have_text("Still here")
    expect(page.locator("#live")).to_contain_text("Ben says: Still here")


@pytest.mark.parametrize("size", ["phone", "landscape", "tablet"])
@pytest.mark.parametrize("rules", [PAIR, FOUR], ids=["two", "four"])
def test_what_is_said_never_hides_a_race(live_table: OpenLive, size: str, rules: Rules) -> None:
    players = rules.players
    there = people([person(name, seat % 2) for seat, name in enumerate(("Ada", "Ben", "Cleo", "Dora")[:players])], 0)
    table = live_table(running(rules, there), size)
    page = table.page
    for seat in range(1, players):
        table.send(**said(seat, seat, "Ben", "Good evening, my dear Ada. This is long, to see what becomes of it."))
        bubble = page.locator(".bubble").nth(seat - 1)
        expect(bubble).to_be_visible()
        words = bubble.evaluate("(one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)")
        assert size == "tablet" or words < 2.2
    hidden = page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll(".outline.payoff")].map((one) => one.getBoundingClientRect());
          const bubbles = [...document.querySelectorAll(".bubble")].map((one) => one.getBoundingClientRect());
          const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          return [parts.length, parts.filter((part) => bubbles.some((bubble) => over(part, bubble))).length];
        }"""
    )
    assert hidden == [players, 0]


def test_a_phone_shows_what_was_said_in_whole_lines(live_table: OpenLive) -> None:
    table = live_table(in_game(), "phone")
    for number in range(1, 9):
        table.send(**said(number, 1, "Ben", "Good evening, my dear Ada. This is rather long."))
    page = open_chat(table)
    log = page.locator(".chat-log")
    assert log.evaluate("(log) => log.clientHeight") >= 190
    assert "linear-gradient" in log.evaluate("(log) => getComputedStyle(log).maskImage")


def test_a_text_is_said_once_and_comes_back_if_it_is_refused(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = open_chat(table)
    field = page.get_by_label("Say something")
    field.fill("Good move, Ben")
    field.press("Enter")
    expect(field).to_have_value("")
    message = table.last("say", text="Good move, Ben")
    table.send(**said(1, 0, "Ada", "Good move, Ben", message["id"]))
    expect(page.locator(".chat-log p")).to_have_text(["Ada Good move, Ben"])
    field.fill("And another")
    field.press("Enter")
    expect(field).to_have_value("")
    message = table.last("say", text="And another")
    table.send(
        type="refused",
        id=message["id"],
        code="slow_down",
        message="Not so fast.",
        version=None,
        ply=None,
        view=None,
        undo=False,
    )
    expect(field).to_have_value("And another")
    note = page.locator(".chat-note")
    expect(note).to_have_text("Not so fast.")
    assert note.evaluate(
        "(note) => { const { x, y, width, height } = note.getBoundingClientRect();"
        " return document.elementFromPoint(x + width / 2, y + height / 2) === note; }"
    )


def test_writing_plays_no_key_of_the_table(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = open_chat(table)
    page.get_by_label("Say something").press_sequentially("putfmsdhw? c")
    expect(page.get_by_label("Say something")).to_have_value("putfmsdhw? c")
    assert {message["type"] for message in table.sent} <= {"hello", "ping", "contribute", "wear"}


def test_a_phrase_is_one_press_and_muting_hides_a_person(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = open_chat(table)
    page.get_by_role("button", name="Well played!").click()
    assert table.last("say")["phrase"] == "well_played"
    table.send(**said(1, 1, "Ben", "Boo"))
    expect(page.locator(".chat-log p")).to_have_count(1)
    page.get_by_role("button", name="Mute Ben").click()
    expect(page.locator(".chat-log p")).to_have_count(0)
    page.get_by_role("button", name="Unmute Ben").click()
    expect(page.locator(".chat-log p")).to_have_count(1)


@pytest.mark.parametrize(("height", "fades"), [(640, True), (800, True), (1080, False)])
def test_ready_made_phrases_fade_where_there_is_more(live_table: OpenLive, height: int, fades: bool) -> None:
    page = live_table(in_game()).page
    page.set_viewport_size({"width": 360, "height": height})
    page.locator('[data-panel="people"]').click()
    phrases = page.get_by_role("group", name="Ready-made phrases")
    last = phrases.get_by_role("button").last
    assert phrases.evaluate("one => getComputedStyle(one).maskImage !== 'none'") is fades
    assert phrases.evaluate("one => one.scrollWidth > one.clientWidth") is fades
    last.focus()  # The focused element is scrolled out of the fading part.
    at, row = last.bounding_box(), phrases.bounding_box()
    assert at is not None
    assert row is not None
    assert at["x"] + at["width"] <= row["x"] + row["width"] - (40 if fades else 0) + 1


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_line_and_a_name_are_reported_by_keyboard(live_table: OpenLive, size: str) -> None:
    table = live_table(in_game(), size)
    table.send(**said(1, 1, "Ben", "You play like a goat."))
    table.send(**said(2, 0, "Ada", "Well."))
    page = open_chat(table)
    flag = page.get_by_role("button", name="Report what Ben said")
    expect(page.locator(".chat-report")).to_have_count(1)
    flag.focus()
    expect(flag).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Report this line?")
    expect(dialog).to_contain_text("Ben: You play like a goat.")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert not [each for each in table.sent if each["type"] == "report"]
    flag.press("Enter")
    dialog.get_by_role("button", name="Report", exact=True).press("Enter")
    assert table.last("report")["line"] == 1
    page.get_by_role("button", name="Report the name Ben").press("Enter")
    dialog = page.get_by_role("dialog", name="Report this name?")
    expect(dialog).to_contain_text("Ben")
    dialog.get_by_role("button", name="Report", exact=True).click()
    table.last("report", seat=1)


def test_an_empty_chat_invites_with_signs_that_fly_to_the_other_seat(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = open_chat(table)
    invitation = page.get_by_text("Quiet so far.")
    expect(invitation).to_be_visible()
    signs = page.get_by_role("group", name="React to Ben").get_by_role("button")
    expect(signs).to_have_count(6)
    signs.nth(0).click()
    assert (table.last("say")["phrase"], table.last("say")["to"]) == ("bravo", 1)
    table.send(**said(1, 0, "Ada", "", table.last("say")["id"]) | {"text": None, "phrase": "bravo", "to": 1})
    expect(page.locator(".reaction.flies")).to_have_count(1)
    expect(page.locator(".chat-log p")).to_have_text("Ada Bravo!")
    expect(page.locator(".chat-log .reaction svg")).to_be_visible()
    expect(invitation).to_be_hidden()


@pytest.mark.parametrize(("size", "is_open"), [("desktop", True), ("phone", False)])
def test_a_drawer_over_the_table_gives_way_to_a_sign_that_flies(live_table: OpenLive, size: str, is_open: bool) -> None:
    page = open_chat(live_table(in_game(), size))
    page.get_by_role("group", name="React to Ben").get_by_role("button").nth(0).click()
    expect(page.locator("#panel")).to_be_visible(visible=is_open)


def test_signs_of_a_muted_seat_do_not_fly(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = open_chat(table)
    page.get_by_role("button", name="Mute Ben").click()
    bravo = {"text": None, "phrase": "bravo", "to": 0}
    table.send(**said(1, 1, "Ben", "") | bravo)
    table.send(**said(2, 0, "Ada", "Hello"))
    expect(page.locator(".chat-log p")).to_have_text(["Ada Hello"])
    expect(page.locator(".reaction.flies")).to_have_count(0)


def test_at_a_table_of_more_a_sign_is_for_all(live_table: OpenLive) -> None:
    there = people([person("Ada", 0), person("Ben", 1), person("Cleo", 2)], 0)
    table = live_table(running(preset_rules("round", 3), there))
    page = open_chat(table)
    page.get_by_role("group", name="React", exact=True).get_by_role("button").nth(0).click()
    assert "to" not in table.last("say")


@pytest.mark.parametrize(("chat", "fields", "phrases"), [("all", 1, 1), ("phrases", 0, 1), ("off", 0, 0)])
def test_a_table_says_how_its_people_talk(live_table: OpenLive, chat: str, fields: int, phrases: int) -> None:
    snapshot = in_game()
    snapshot["people"]["settings"] = {**snapshot["people"]["settings"], "chat": chat}
    page = open_chat(live_table(snapshot))
    expect(page.get_by_label("Say something").locator("visible=true")).to_have_count(fields)
    expect(page.get_by_role("button", name="Well played!").locator("visible=true")).to_have_count(phrases)
