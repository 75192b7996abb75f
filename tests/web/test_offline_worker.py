"""The server in a browser's worker, with the kit made by `.ci/run`: it plays like any, and stores what it shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, Page

from spite_and_malice.cli import main
from spite_and_malice.rules import preset_rules
from tests.exact.playing import Found, Wanted, Work, play
from tests.exact.wanted import ALL_MOVES, PROGRAM, VECTORS, files_for_vectors

from . import in_worker

MOVES: Final = 12
WAIT_MS: Final = 120_000
FULL: Final = """(times) => {
    const { prototype } = IDBObjectStore;
    self.put ??= prototype.put;
    prototype.put = function (...given) {
        if (times-- > 0) throw new DOMException("full", "QuotaExceededError");
        return self.put.apply(this, given);
    };
}"""
"""In the worker: the number of coming writes that fail."""
EVERY: Final = 10
"""The interval of conformance vectors run here: tests/exact runs them all, in the same kit."""


@pytest.fixture(scope="module")
def address(built_kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    host = in_worker.serve(built_kit, tmp_path_factory.mktemp("host"))
    yield host.address
    host.stop()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Page:
    """Return the page with the last test's server, or start one."""
    if context.pages:
        return context.pages[0]
    page = context.new_page()
    in_worker.start(page, address)
    return page


def test_what_was_shown_is_there_after_the_browser_is_killed(context: BrowserContext, address: str, page: Page) -> None:
    home = page.evaluate("asking.ask('GET', '/')")
    assert home["status"] == 200
    assert "Spite" in home["text"]
    table = page.evaluate("asking.table('standard', 'expert')")
    # The storage fails once, as when a browser clears it, without visible effect; later it is full for a while.
    page.workers[0].evaluate(FULL, 1)
    shown = page.evaluate("([table, moves]) => asking.play(table, moves)", [table, MOVES])
    assert not page.evaluate("asking.isStuck")
    page.workers[0].evaluate(FULL, 1000)
    page.evaluate("void asking.table('standard', 'club').then((url) => (window.other = url))")
    page.wait_for_function("asking.isStuck")
    page.evaluate("asking.again(); new Promise((done) => setTimeout(done, 200))")
    page.wait_for_function("asking.isStuck")
    assert page.evaluate("window.other") is None, "nothing is shown that is not kept"
    page.workers[0].evaluate(FULL, 0)
    page.evaluate("asking.again()")
    page.wait_for_function("window.other")
    other = page.evaluate("window.other")
    # The page ends between two messages, with no time to tidy anything up.
    page.close(run_before_unload=False)
    page = context.new_page()
    in_worker.start(page, address)
    found = page.evaluate("(table) => asking.look(table)", table)
    # Writes after the last display may be there too.
    assert found["ply"] >= shown["ply"] >= MOVES
    games = page.evaluate("asking.ask('GET', '/games')")["text"]
    assert table in games
    assert other in games


def test_the_worker_plays_as_every_python_does(page: Page, root: Path, tmp_path: Path) -> None:
    game = Wanted(name="game", rules=preset_rules("quick").to_json(), seed=1, moves=ALL_MOVES)
    work = Work(games=[game], vectors=[*VECTORS], checks="/given/checks")
    files = {"wanted.json": json.dumps(work), **files_for_vectors(root, EVERY)}
    told: Found = json.loads(in_worker.run(page, PROGRAM, files))
    assert told["package"] == "/library.d/spite_and_malice", "these are the kit's own modules"
    assert told["records"]["game"] == play(game)
    assert len(told["vectors"]) > 1000 / EVERY
    assert {name: failures for name, failures in told["vectors"].items() if failures} == {}
    record = tmp_path / "record.txt"
    record.write_text(told["records"]["game"], encoding="utf-8")
    done = CliRunner().invoke(main, ["verify", str(record)])
    assert done.exit_code == 0, done.output
