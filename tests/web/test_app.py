"""The pages as an app: the service worker in a real browser, with servers of two versions, and without any."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.waiting import SECONDS
from tests.web.axe import violations

from .conftest import SIZES, WEB, wait_on

pytestmark = pytest.mark.nightly("src/spite_and_malice/web/static/", "src/spite_and_malice/web/kernel/line/")

CONTROLLED = "navigator.serviceWorker.controller !== null"
KEPT_WITH_FACES = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => url.endsWith("/heads/club.svg"));
}"""


class Servers:
    """A server at one address of this computer, in different versions, on the same data."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self, package: Path = WEB.parent) -> None:
        """Serve as the package in a folder does."""
        data = str(self._folder / "tables.sqlite3")
        command = [sys.executable, "-m", "spite_and_malice", "--port", str(self.port), "--data", data, "--no-browser"]
        environment = {**os.environ, "PYTHONPATH": str(package.parent), "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment, cwd=str(package.parent)
        )
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            if re.search(r"http://[\w.]+:\d+", line):
                return
        raise AssertionError("the server ended without saying its address")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(SECONDS)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    servers = Servers(tmp_path)
    servers.start()
    yield servers
    servers.stop()


@pytest.fixture
def page(browser: Browser, servers: Servers) -> Iterator[Page]:
    """A page of the server controlled by its worker."""
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.goto(f"{servers.address}/games")
    page.wait_for_function(CONTROLLED)
    yield page
    context.close()


def start_a_game(page: Page, servers: Servers) -> str:
    """Set up a table and return its path."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "club"}]
    answer = page.request.post(f"{servers.address}/api/tables", data={"preset": "standard", "seats": seats})
    return str(answer.json()["url"])


def test_without_a_line_it_is_said_and_ones_games_stay_in_sight(page: Page, servers: Servers) -> None:
    table = start_a_game(page, servers)
    # The offline notice page is as old as the latest visit to the site.
    page.goto(f"{servers.address}/table/gone")
    page.wait_for_function(KEPT_WITH_FACES)
    servers.stop()
    page.goto(f"{servers.address}{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text("The table server cannot be reached")
    expect(page.locator(f"a[href='{table}']")).to_be_visible()
    faces = page.locator("main img.portrait")
    expect(faces).not_to_have_count(0)
    assert faces.evaluate_all("(all) => all.every((face) => face.complete && face.naturalWidth > 0)"), "kept unseen"
    # Nothing is offered that needs a connection, or that this server does not have.
    expect(page.locator("main button")).to_have_text(["Look now"])
    expect(page.get_by_text("Play offline").locator("visible=true")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("system-ui")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    servers.start()
    # The page may have checked automatically already, and be navigating.
    with suppress(Error):
        page.locator("[data-again]").click(timeout=1000)
    expect(page.locator("#table")).to_be_visible()
    assert page.url.endswith(table)


def test_the_page_goes_on_by_itself_when_the_line_is_back(page: Page, servers: Servers) -> None:
    servers.stop()
    page.goto(f"{servers.address}/day")
    expect(page.get_by_role("heading", level=1)).to_have_text("The table server cannot be reached")
    servers.start()
    expect(page.get_by_role("heading", level=1)).to_have_text("The deal of the day")


def test_an_old_script_never_meets_a_new_server(page: Page, servers: Servers, tmp_path: Path) -> None:
    before = page.evaluate("document.querySelector('script[src$=\"app.js\"]').src")
    page.reload()
    kept = "caches.keys().then((names) => Promise.all(names.map((n) => caches.open(n).then((c) => c.keys()))))"
    addresses = f"{kept}.then((all) => all.flat().map((request) => request.url))"
    assert before in page.evaluate(addresses)
    servers.stop()
    newer = tmp_path / "newer" / "spite_and_malice"
    shutil.copytree(WEB.parent, newer, ignore=shutil.ignore_patterns("__pycache__"))
    with (newer / "web" / "static" / "app.js").open("a") as script:
        script.write('\ndocument.documentElement.dataset.newer = "yes";\n')
    servers.start(newer)
    page.reload()
    page.wait_for_function("document.documentElement.dataset.newer === 'yes'")
    after = page.evaluate("document.querySelector('script[src$=\"app.js\"]').src")
    assert after != before
    # Nothing of the older version stays.
    wait_on(
        page,
        lambda: before not in (there := page.evaluate(addresses)) and after in there,
        lambda: "the older version's files are still there",
    )
    servers.stop()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("The table server cannot be reached")
    assert page.evaluate("document.documentElement.dataset.newer") == "yes"


def test_at_an_address_that_is_not_trusted_there_is_no_worker(browser: Browser, servers: Servers) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{servers.port}/games")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    context.close()


def test_the_bar_of_the_browser_has_the_colour_of_the_surface(browser: Browser, servers: Servers) -> None:
    context = browser.new_context(color_scheme="light", bypass_csp=True)
    page = context.new_page()
    page.goto(servers.address)
    colour = "document.querySelector('meta[name=theme-color]').content"
    page.wait_for_function(f"{colour} === getComputedStyle(document.documentElement).backgroundColor")
    before = page.evaluate(colour)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.wait_for_function(f"{colour} !== {before!r}")
    context.close()


def test_a_table_alone_makes_the_app_too(browser: Browser, servers: Servers) -> None:
    context = browser.new_context(color_scheme="light", bypass_csp=True)
    page = context.new_page()
    page.goto(f"{servers.address}{start_a_game(page, servers)}")
    page.wait_for_function("navigator.serviceWorker.getRegistration().then((one) => one !== undefined)")
    surface = "getComputedStyle(document.documentElement).backgroundColor"
    bar = "[...document.querySelectorAll('meta[name=theme-color]')].every((meta) => meta.content === COLOUR)"
    page.wait_for_function(bar.replace("COLOUR", surface))
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="Walnut").check(force=True)
    page.wait_for_function(f"document.documentElement.dataset.surface === 'walnut' && {bar.replace('COLOUR', surface)}")
    expect(page.locator("#panel").get_by_text("Play offline")).to_have_count(0)
    context.close()
