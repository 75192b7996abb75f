"""A held key acts once, on cards, buttons, tables and pages."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import OpenFake, ViewOf, settle, wait_on
from tests.web.test_patience import OpenPatience, patience  # noqa: F401
from tests.web.test_replay import Watch, watch  # noqa: F401
from tests.web.visitor import Visit, visits  # noqa: F401

HELD = 14
"""The number of repeat events of a key held for half a second."""


def hold(page: Page, key: str, on: Locator | None = None) -> None:
    if on is not None:
        on.focus()
    *withs, held = key.split("+")
    for each in withs:
        page.keyboard.down(each)
    for _ in range(HELD):
        page.keyboard.down(held)
    for each in (held, *withs):
        page.keyboard.up(each)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_card_is_picked_once(fake_table: OpenFake, view_of: ViewOf, key: str) -> None:
    page = fake_table(view_of("standard-2/0")).page
    card = page.locator(".place.hand[aria-pressed]").first
    hold(page, key, card)
    expect(card).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_button_of_the_table_is_pressed_once(fake_table: OpenFake, view_of: ViewOf, key: str) -> None:
    table = fake_table(view_of("standard-2/0"))
    table.send(**(table.snapshot | {"version": 2, "undo": True}))
    hold(table.page, key, table.page.locator("[data-do=undo]"))
    table.last("undo")
    assert Counter(message["type"] for message in table.sent)["undo"] == 1


@pytest.mark.parametrize("key", ["h", "w", "Shift+U", "c", "t", "p", "s", "d"])
def test_keys_of_a_table_act_once(fake_table: OpenFake, view_of: ViewOf, key: str) -> None:
    table = fake_table(view_of("standard-2/0"))
    hold(table.page, key)
    settle(table.page)
    said = Counter(message["type"] for message in table.sent if message["type"] not in ("hello", "ping"))
    assert all(count == 1 for count in said.values()), said
    if key in ("t", "c"):
        expect(table.page.locator("dialog[open]")).to_have_count(1)
    if key == "s":
        expect(table.page.locator("#status")).to_contain_text("Sound o")


@pytest.mark.parametrize("key", ["h", "w", "f", "d", "p", "1"])
def test_keys_of_patience_act_once(patience: OpenPatience, key: str) -> None:  # noqa: F811
    table = patience()
    hold(table.page, key)
    settle(table.page)
    said = Counter(message["type"] for message in table.sent if message["type"] not in ("hello", "ping"))
    assert all(count == 1 for count in said.values()), said


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_who_are_you_opens_once(visit: Visit, key: str) -> None:
    page = visit("/games")
    hold(page, key, page.locator(".site-head .me"))
    expect(page.get_by_role("dialog", name="Who are you?")).to_be_visible()


def test_a_replay_is_begun_once(watch: Watch) -> None:  # noqa: F811
    page = watch("round").page
    page.locator("#replay").wait_for()
    hold(page, "Space")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-label", "Pause")


def test_a_form_is_sent_once(visit: Visit) -> None:
    page = visit("/sign-in")
    sent: list[str] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.url)
        route.abort()

    page.route("**/api/sign-in/code", refuse)
    page.locator("#code").click()
    page.keyboard.type("ABCD")
    hold(page, "Enter")
    wait_on(page, lambda: sent)
    settle(page)
    assert len(sent) == 1
