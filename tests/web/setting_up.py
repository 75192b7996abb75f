"""A person who sets a table up: changes to the rules, and the start."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route


def start(page: Page) -> dict[str, Any]:
    """Press start and return the requested table, without setting it up."""
    asked: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        route.fulfill(status=201, json={"id": "t", "url": "/games"})

    page.route("**/api/tables", answer)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games")
    return asked[0]


def start_really(page: Page) -> None:
    """Press start and wait for the cards."""
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    page.locator("#cards .card").first.wait_for()


def open_editor(page: Page) -> None:
    """Unfold the editor of the rules."""
    page.get_by_text("Change the rules").click()


def set_number(name: str, value: str) -> Callable[[Page], None]:
    """Write into a field of the editor."""
    return lambda page: page.locator(f"[data-editor] [name='{name}']").fill(value)


def choose(name: str, value: str) -> Callable[[Page], None]:
    """Choose one of the values of a field of the editor."""

    def change(page: Page) -> None:
        page.locator(f"[data-editor] [name='{name}']").select_option(value)

    return change


def tick(name: str, value: str | None = None) -> Callable[[Page], None]:
    """Tick a field of the editor, or one of its values."""
    selector = f"[data-editor] [name='{name}']" + (f"[value='{value}']" if value else "")
    return lambda page: page.locator(selector).check()
