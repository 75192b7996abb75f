"""The dialog for one's name: typed letter by letter, left by every key that leaves a dialog."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.visitor import Visit, visits  # noqa: F401


def opened(page: Page) -> tuple[Locator, Locator]:
    """Open the dialog by keyboard, and return it and its field."""
    page.get_by_role("button", name="Who are you?").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Who are you?")
    field = dialog.get_by_label("Your name")
    expect(field).to_be_focused()
    return dialog, field


@pytest.mark.parametrize("path", ["/games", "/rules", "/settings", "/patience"])
def test_a_name_is_typed_corrected_and_kept_by_enter(visit: Visit, path: str) -> None:
    page = visit(path)
    dialog, field = opened(page)
    page.keyboard.type("Zoë B 7x")
    page.keyboard.press("Backspace")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    page.keyboard.type("C")
    expect(field).to_have_value("Coë B 7")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".site-head .me")).to_have_text("Coë B 7")
    expect(page.locator(".site-head .me")).to_be_focused()


def test_tab_goes_through_the_dialog_and_its_link_is_followed(visit: Visit) -> None:
    page = visit("/games")
    dialog, field = opened(page)
    field.click()
    page.keyboard.type("Ada")
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("button", name="Save")).to_be_focused()
    page.keyboard.press("Tab")
    link = dialog.get_by_role("link", name="Keep your games on every device")
    expect(link).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(field).to_be_focused()
    link.click()
    page.wait_for_url("**/me")


def test_enter_of_an_input_method_only_ends_its_word(visit: Visit) -> None:
    page = visit("/games")
    dialog, field = opened(page)
    field.click()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.imeSetComposition", {"text": "みずき", "selectionStart": 3, "selectionEnd": 3})
    field.evaluate(
        """(field) => field.dispatchEvent(new KeyboardEvent("keydown",
          { key: "Enter", keyCode: 229, isComposing: true, bubbles: true, cancelable: true }))"""
    )
    expect(dialog).to_be_visible()
    devtools.send("Input.insertText", {"text": "瑞希"})
    expect(field).to_have_value("瑞希")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".site-head .me")).to_have_text("瑞希")


def test_escape_leaves_the_name_as_it_was(visit: Visit) -> None:
    page = visit("/games")
    dialog, field = opened(page)
    field.click()
    page.keyboard.type("Ada")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".site-head .me")).to_have_text("Who are you?")


@pytest.mark.parametrize("way", ["Save", "Close"])
def test_a_button_keeps_the_name(visit: Visit, way: str) -> None:
    page = visit("/games", "phone")
    dialog, field = opened(page)
    field.click()
    page.keyboard.type("Ada")
    dialog.get_by_role("button", name=way, exact=True).click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".site-head .me")).to_have_text("Ada")


def test_a_press_beside_closes_it_and_one_that_began_in_the_field_does_not(visit: Visit) -> None:
    page = visit("/games")
    dialog, field = opened(page)
    field.click()
    page.keyboard.type("Ada")
    box = field.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(dialog).to_be_visible()
    edge = dialog.bounding_box()
    assert edge is not None
    page.mouse.click(edge["x"] + 5, edge["y"] + edge["height"] - 5)
    expect(dialog).to_be_visible()
    page.mouse.click(5, 5)
    expect(dialog).to_have_count(0)
    expect(page.locator(".site-head .me")).to_have_text("Ada")


def test_a_name_told_anywhere_stands_in_the_head_at_once(visit: Visit) -> None:
    page = visit("/evenings")
    page.locator("html[data-ready]").wait_for()
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url("**/evening/*")
    page.get_by_label("Your name").click()
    page.keyboard.type("Ada")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    expect(page.locator(".site-head .me")).to_have_text("Ada")
