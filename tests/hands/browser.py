"""The system's Chromium, for the players by hand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.web.conftest import BROWSERS


def chromium_path() -> str | None:
    """Return the path of the browser, None if there is none."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()
