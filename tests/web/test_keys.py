"""Active keys, at both tables: standard keys besides our own, once per press, and never silently."""

from __future__ import annotations

import time
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import FakeTable, OpenFake, ViewOf
from tests.web.patience import WAY, after
from tests.web.test_patience import OpenPatience, patience  # noqa: F401

pytestmark = pytest.mark.firefox

HELD: Final = 14
"""The number of repeat events of a key held for half a second."""


def hold(page: Page, key: str) -> int:
    """Hold a key for fourteen repeat events, and return how often it may have acted meanwhile."""
    began = time.monotonic()
    for _ in range(HELD):
        page.keyboard.down(key)
    page.keyboard.up(key)
    return 1 + int((time.monotonic() - began) / 0.3)


@pytest.mark.parametrize(("back", "again"), [
    ("u", "r"), ("Control+z", "Control+y"), ("Meta+z", "Meta+Shift+Z"), ("Control+z", "Control+Shift+Z")
])  # fmt: skip
def test_patience_takes_moves_back_and_makes_them_again_by_the_keys_of_every_program(
    patience: OpenPatience,  # noqa: F811
    back: str,
    again: str,
) -> None:
    table = patience()
    for made in range(2):
        table.page.keyboard.press("d")
        table.wait_for(made + 1)
    table.page.keyboard.press(back)
    table.wait_for(1)
    table.page.keyboard.press(back)
    table.wait_for(0)
    table.page.keyboard.press(again)
    table.wait_for(1)
    table.page.keyboard.press(again)
    table.wait_for(2)


@pytest.mark.parametrize(("key", "words"), [
    ("u", "There is nothing to undo."), ("Control+z", "There is nothing to undo."),
    ("r", "There is nothing to redo."), ("Control+Shift+Z", "There is nothing to redo."),
    ("f", "The game is not as good as won yet."),
])  # fmt: skip
def test_a_key_with_nothing_to_do_says_so_at_patience(patience: OpenPatience, key: str, words: str) -> None:  # noqa: F811
    table = patience()
    table.page.keyboard.press(key)
    expect(table.page.locator("#words")).to_have_text(words)
    assert [message for message in table.sent if message["type"] not in ("hello", "ping")] == []


def test_a_pause_of_a_game_that_is_over_says_so(patience: OpenPatience) -> None:  # noqa: F811
    table = patience(after(len(WAY)))
    expect(table.page.locator("#finish")).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#finish")).to_be_hidden()
    table.page.keyboard.press("p")
    expect(table.page.locator("#words")).to_have_text("The game is over.")


def test_a_held_key_takes_back_what_one_can_follow(patience: OpenPatience) -> None:  # noqa: F811
    table = patience()
    for made in range(8):
        table.page.keyboard.press("d")
        table.wait_for(made + 1)
    most = hold(table.page, "u")
    hold(table.page, "s")
    expect(table.page.locator("#words")).to_have_text("Sound off.")
    assert 1 <= [message["type"] for message in table.sent].count("undo") <= most


def at_table(fake_table: OpenFake, view_of: ViewOf, undo: bool) -> FakeTable:
    """Return a table at which a move can be taken back, or none can."""
    table = fake_table(view_of("standard-2/0"))
    table.send(**(table.snapshot | {"version": 2, "undo": undo}))
    return table


@pytest.mark.parametrize("key", ["u", "Control+z", "Meta+z"])
def test_a_table_takes_a_move_back_by_the_keys_of_every_program(
    fake_table: OpenFake, view_of: ViewOf, key: str
) -> None:
    table = at_table(fake_table, view_of, True)
    expect(table.page.locator("[data-do=undo]")).to_be_visible()
    table.page.keyboard.press(key)
    table.last("undo")


@pytest.mark.parametrize(("key", "words"), [
    ("u", "There is no move to take back"), ("Control+z", "There is no move to take back"),
    ("p", "You may pass only when nothing else is possible."),
    ("Control+y", "What was taken back is not done again here"),
])  # fmt: skip
def test_a_key_with_nothing_to_do_says_so_at_a_table(
    fake_table: OpenFake, view_of: ViewOf, key: str, words: str
) -> None:
    table = at_table(fake_table, view_of, False)
    table.page.keyboard.press(key)
    expect(table.page.locator("#status")).to_contain_text(words)


def test_a_letter_of_another_alphabet_is_the_key_where_it_stands(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_table(fake_table, view_of, True)
    table.page.evaluate(
        """() => document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key: "я", code: "KeyZ", ctrlKey: true, bubbles: true, cancelable: true }))"""
    )
    table.last("undo")
