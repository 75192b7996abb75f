"""Every field of every page: typed in letter by letter, corrected, left by Tab, not sent by an input method's Enter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.company import free_seat, gathering, people, person, running
from tests.web.conftest import serving
from tests.web.live_tables import PAIR, OpenLive, in_game, live_tables, open_chat  # noqa: F401
from tests.web.visitor import Visit, visits  # noqa: F401

FIELDS: Final = (
    "input:not([type=radio], [type=checkbox], [type=range], [type=file], [readonly]):visible, textarea:visible"
)

COMPOSED_ENTER: Final = """(field) => field.dispatchEvent(new KeyboardEvent("keydown",
  { key: "Enter", keyCode: 229, isComposing: true, bubbles: true, cancelable: true }))"""


def type_in(page: Page, field: Locator) -> None:
    """Type in a field like a person, and check that it has the typed text, and that Tab leads out of it and back."""
    kind = field.get_attribute("type") or field.get_attribute("inputmode")
    words, corrected = {"number": ("127", "12"), "numeric": ("127", "12"), "email": ("ada@b.cx", "ada@b.c")}.get(
        str(kind), ("Zoë 5x", "Zoë 5")
    )
    field.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    expect(field).to_have_value("")
    page.keyboard.type(words)
    page.keyboard.press("Backspace")
    expect(field).to_have_value(corrected)
    field.evaluate(COMPOSED_ENTER)
    expect(field).to_be_focused()
    page.keyboard.press("Tab")
    expect(field).not_to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(field).to_be_focused()
    expect(field).to_have_value(corrected)


@pytest.mark.parametrize(
    "path",
    [
        "/new?preset=standard",
        "/new?preset=massachusetts&players=3",
        "/patience",
        "/sign-in",
        "/day",
        "/patience/day",
        "/open",
    ],
)
def test_every_field_of_a_page_takes_what_is_typed(visit: Visit, path: str) -> None:
    page = visit(path)
    for part in page.locator("details:not([open]) > summary").all():
        if part.is_visible():
            part.click()
    page.evaluate("document.body.dataset.typedIn = ''")
    fields = page.locator(FIELDS)
    for index in range(fields.count()):
        if fields.nth(index).is_enabled():
            type_in(page, fields.nth(index))
    # A search may put its words into the address, but nothing has been sent.
    assert page.evaluate("'typedIn' in document.body.dataset")


def test_the_fields_of_an_account_take_what_is_typed(visit: Visit) -> None:
    page = visit("/me")
    page.get_by_role("button", name="Keep your games").click()
    field = page.get_by_label("Name", exact=True)
    type_in(page, field)
    page.keyboard.press("Enter")
    expect(page.locator(".site-head .me")).to_have_text("Zoë 5")


@pytest.fixture
def mailing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of a server that writes mails."""
    monkeypatch.setenv("SPITE_SMTP_HOST", "127.0.0.1")
    monkeypatch.setenv("SPITE_SMTP_PORT", "9")
    monkeypatch.setenv("SPITE_SMTP_FROM", "table@cards.example")
    monkeypatch.setenv("SPITE_URL", "http://127.0.0.1")
    with serving(tmp_path / "data.sqlite3") as address:
        yield address


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/people/",
    "src/spite_and_malice/server/features/mail/",
)
def test_mail_addresses_are_typed_where_one_signs_in_and_in_an_account(mailing: str, visit: Visit) -> None:
    page = visit("/sign-in", at=mailing)
    sent: list[Any] = []

    def answer(route: Route) -> None:
        sent.append((route.request.post_data_json or {}).get("address"))
        route.fulfill(json={"address": sent[-1]})

    for path in ("sign-in/mail", "me/mail"):
        page.route(f"**/api/{path}", answer)
    type_in(page, page.get_by_label("Mail address"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("a link is on its way there")).to_contain_text("ada@b.c")
    visit("/me", at=mailing, page=page)
    page.get_by_role("button", name="Keep your games").click()
    type_in(page, page.get_by_label("Mail address"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("A mail is on its way")).to_contain_text("ada@b.c")
    assert sent == ["ada@b.c"] * 2


def test_a_mail_address_is_typed_at_a_table_while_others_come_and_go(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = table.page
    state = {"available": True, "on": False, "confirmed": False, "minutes": 5}
    sent: list[Any] = []

    def answer(route: Route) -> None:
        if route.request.method == "PUT":
            sent.append(route.request.post_data_json)
            state["on"] = True
        route.fulfill(json=state)

    page.route("**/api/tables/t/mail", answer)
    open_chat(table)
    page.get_by_text("A mail when it is your turn").click()
    field = page.get_by_label("Your mail address")
    type_in(page, field)
    field.press("End")
    for watching, letter in enumerate("om"):
        page.keyboard.type(letter)
        seats = [person("Ada", 0), person("Ben", 1, away_since=None)]
        table.send(type="people", **people(seats, 0, watching=watching + 1))
        expect(page.locator(".people .hint").filter(has_text=f"{watching + 1} p")).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Confirm with the link in it")).to_be_visible()
    assert sent == [{"address": "ada@b.com"}]


def test_a_name_of_house_rules_is_typed_and_typed_over(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.locator("[data-editor] > summary").click()
    type_in(page, page.locator("#rule-payoff"))
    type_in(page, page.locator("[data-keep-name]"))
    page.keyboard.press("Enter")
    expect(page.locator("[data-keep-told]")).to_contain_text("Zoë 5")
    visit("/new", page=page)
    kept = page.locator(".kept-rules a")
    rename = page.get_by_role("button", name="Rename")
    for end, called in (("Escape", "Zoë 5"), ("Enter", "Sonntags")):
        rename.focus()
        page.keyboard.press("Enter")
        field = page.get_by_label("Another name")
        type_in(page, field)
        page.keyboard.press("Control+a")
        page.keyboard.type("Sonntags")
        page.keyboard.press(end)
        expect(kept).to_have_text(called)
        expect(rename).to_be_focused()


def test_a_name_at_a_table_is_typed_while_others_come_and_go(live_table: OpenLive) -> None:
    there = people([person("Ada", 0), free_seat(1)], 0, "gathering")
    table = live_table(gathering(PAIR, there))
    page = table.page
    field = page.get_by_label("Your name")
    field.click()
    for at, letter in enumerate("Zoë B"):
        page.keyboard.type(letter)
        table.send(type="people", **people([person("Ada", 0), person(f"Ben {at}", 1)], 0, "gathering"))
        expect(page.locator(".lobby-seat").nth(1)).to_contain_text(f"Ben {at}")
    expect(field).to_have_value("Zoë B")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    table.last("sit", name="Zoë B")


def test_words_in_the_chat_are_typed_while_others_speak(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = open_chat(table)
    field = page.get_by_label("Say something")
    field.click()
    for watching, letter in enumerate("Du, r s?"):
        page.keyboard.type(letter)
        seats = [person("Ada", 0), person("Ben", 1, away_since=None)]
        table.send(type="people", **people(seats, 0, watching=watching + 1))
        expect(page.locator(".people .hint").filter(has_text=f"{watching + 1} p")).to_be_visible()
    expect(field).to_have_value("Du, r s?")
    field.evaluate(COMPOSED_ENTER)
    expect(field).to_have_value("Du, r s?")
    page.keyboard.press("Enter")
    table.last("say", text="Du, r s?")
    expect(field).to_have_value("")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Send")).to_be_focused()


def test_a_name_is_typed_where_a_seat_is_taken_over(live_table: OpenLive) -> None:
    seats = [person("Ada", 0), person("Ben", 1, stand_in="club", here=False, free=True)]
    table = live_table(running(PAIR, people(seats, None)))
    page = open_chat(table)
    type_in(page, page.get_by_label("Your name"))
    page.get_by_role("button", name="Sit here").click()
    table.last("take", name="Zoë 5")
