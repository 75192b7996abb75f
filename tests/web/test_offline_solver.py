"""Without a server, patience is dealt at once, and the solver blocks nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Frame, Page, expect

from spite_and_malice.cli import main
from tests.waiting import wait_until

from .hosting import Host
from .test_offline_alone import go
from .test_offline_whole import Failures

WAIT: Final = 120_000

DEAL: Final = """async (preset) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ preset, deal: "winnable" });
    const { root } = document.documentElement.dataset;
    return (await fetch(`${root}/api/patience`, { method: "POST", headers, body })).status;
}"""

# Searches for a deal with changed rules; the response is stored without waiting for it.
SEARCH: Final = """() => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ preset: "klondike-3", rules: { passes: 1 }, deal: "winnable", level: "hard" });
    const { root } = document.documentElement.dataset;
    window.searched = null;
    fetch(`${root}/api/patience`, { method: "POST", headers, body }).then(({ status }) => (window.searched = status));
}"""


STOP: Final = """async () => {
    const headers = { "content-type": "application/json" };
    const { root } = document.documentElement.dataset;
    return (await fetch(`${root}/api/patience/stop`, { method: "POST", headers, body: "{}" })).status;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, built_kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Open the game as served by any web host."""
    folder = tmp_path_factory.mktemp("host")
    done = CliRunner().invoke(main, ["offline", "export", str(folder), "--kit", str(built_kit)])
    assert done.exit_code == 0, done.output
    host = Host(folder)
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(host.address)
    expect(page.frame_locator("iframe").locator("h1").first).to_be_visible(timeout=WAIT)
    failures = Failures(page)
    yield page
    assert failures.found == []
    context.close()
    host.stop()


@pytest.fixture
def inside(page: Page) -> Frame:
    return page.frames[-1]


@pytest.mark.parametrize("preset", ["freecell", "golf", "canfield", "spider-4", "yukon", "russian"])
def test_a_deal_that_can_be_won_is_there_at_once(inside: Frame, preset: str) -> None:
    assert inside.evaluate(DEAL, preset) == 201
    # No search was necessary.
    assert len(inside.page.workers) == 1


def test_a_search_holds_up_nothing_and_can_be_stopped(page: Page, inside: Frame) -> None:
    inside.evaluate(SEARCH)
    wait_until(lambda: len(page.workers) == 2, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))
    # Other requests are answered meanwhile.
    go(page, "/games")
    expect(inside.locator("h1")).to_be_visible()
    assert inside.evaluate(DEAL, "klondike-1") == 201
    assert len(page.workers) == 2
    assert inside.evaluate(STOP) == 200
    wait_until(lambda: len(page.workers) == 1, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))


def test_it_is_told_whether_a_game_can_be_won(page: Page, inside: Frame) -> None:
    go(page, "/patience?preset=golf&deal=3")
    inside.get_by_role("button", name="Deal", exact=True).click()
    expect(inside.locator("#cards .card").first).to_be_attached(timeout=WAIT)
    page.keyboard.press("w")
    expect(inside.locator("#words")).to_contain_text(
        re.compile("can still win|can(not| no longer) be won|may still win"), timeout=WAIT
    )


def test_without_a_second_worker_the_first_answers(page: Page, inside: Frame) -> None:
    page.context.route("**/solver-worker*.js", lambda route: route.abort())
    go(page, "/patience?preset=black-hole&deal=3")
    inside.get_by_role("button", name="Deal", exact=True).click()
    expect(inside.locator("#cards .card").first).to_be_attached(timeout=WAIT)
    page.keyboard.press("w")
    expect(inside.locator("#words")).to_contain_text(
        re.compile("can still win|can(not| no longer) be won|may still win"), timeout=WAIT
    )
