"""Windows and a server for the player by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.firefox import firefox

from .browser import chromium, chromium_path
from .player import DESK, PHONE, Room, quiet_site


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Return a browser for the games of a file, Firefox where a test asks for it; without one, skip."""
    if getattr(request, "param", "chromium") == "firefox":
        with sync_playwright() as playwright, firefox(playwright, "nowhere.test", 80) as browser:
            yield browser
        return
    if chromium_path() is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium-headless-shell")
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server for the games of a file."""
    with quiet_site(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="module")
def rooms(browser: Browser, site: str) -> Iterator[list[Room]]:
    """Return a large window and a phone's for the games of a file."""
    rooms = [Room(browser, site, window) for window in (DESK, PHONE)]
    yield rooms
    for room in rooms:
        room.close()
