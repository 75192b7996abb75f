"""The server in a browser's worker, with the kit that `.ci/run` makes: it plays, and keeps what it shows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from spite_and_malice.offline.kit import usable

from .conftest import HERE, WEB
from .hosting import Host

MOVES: Final = 12


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve the kit and the worker as a plain web server does."""
    kit = Path(os.environ.get("SPITE_TEST_KIT", HERE.parents[1] / "build" / "kit")).resolve()
    if not usable(kit):
        pytest.skip("no kit of this version: python3 play.py offline build build/kit")
    (tmp_path / "kit").symlink_to(kit)
    (tmp_path / "offline").symlink_to(WEB / "offline")
    (tmp_path / "page.js").symlink_to(HERE / "offline-asking.js")
    (tmp_path / "index.html").write_text('<!doctype html><title>.</title><script type="module" src="page.js"></script>')
    host = Host(tmp_path)
    yield host.address
    host.stop()


def start(page: Page, address: str) -> None:
    """Load the page anew and wait until its server answers."""
    page.goto(address)
    page.wait_for_function("window.asking !== undefined")
    page.evaluate("asking.ready")


def test_what_was_shown_is_there_after_the_browser_is_killed(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
    start(page, address)
    home = page.evaluate("asking.ask('GET', '/')")
    assert home["status"] == 200
    assert "Spite" in home["text"]
    table = page.evaluate("asking.table('standard', 'expert')")
    shown = page.evaluate("([table, moves]) => asking.play(table, moves)", [table, MOVES])
    # The page ends between two messages, with no time to tidy anything up.
    page.close(run_before_unload=False)
    page = context.new_page()
    page.set_default_timeout(120_000)
    start(page, address)
    found = page.evaluate("(table) => asking.look(table)", table)
    # What was written after it was shown for the last time may be there too.
    assert found["ply"] >= shown["ply"] >= MOVES
    assert table in page.evaluate("asking.ask('GET', '/games')")["text"]
    context.close()
