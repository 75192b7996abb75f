"""A visitor of the pages around the table, in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.web.windows import WINDOWS

Visit = Callable[..., Page]


@pytest.fixture(name="visit")
def visits(browser: Browser, site: str) -> Iterator[Visit]:
    """Open pages in a browser of its own; a fault in a page's scripts fails the test."""
    faults: list[str] = []
    contexts = []

    def visit(path: str, size: str = "desktop", theme: str = "dark", page: Page | None = None, at: str = site) -> Page:
        if page is None:
            width, height = WINDOWS[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="light" if theme == "light" else "dark",
                reduced_motion="reduce",
            )
            contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(at + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert faults == []
