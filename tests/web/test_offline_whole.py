"""The whole game as a folder on any web host, with the kit that `.ci/run` makes: played, closed, and gone on with."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from spite_and_malice.cli import main
from spite_and_malice.offline.kit import usable

from .conftest import HERE
from .hosting import Host

WAIT = 120_000


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    kit = Path(os.environ.get("SPITE_TEST_KIT", HERE.parents[1] / "build" / "kit")).resolve()
    if not usable(kit):
        pytest.skip("no kit of this version: python3 play.py offline build build/kit")
    done = CliRunner().invoke(main, ["offline", "export", str(tmp_path / "deep" / "er"), "--kit", str(kit)])
    assert done.exit_code == 0, done.output
    host = Host(tmp_path)
    yield host
    host.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(WAIT)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> tuple[Page, FrameLocator]:
    page = context.new_page()
    page.goto(address)
    return page, page.frame_locator("iframe")


def cards(inside: FrameLocator) -> list[str | None]:
    """Return what a screen reader says of one's hand."""
    hand = inside.locator(".place.hand[aria-pressed]")
    expect(hand.first).to_be_attached(timeout=WAIT)
    return [each.get_attribute("aria-label") for each in hand.all()]


def test_a_game_is_begun_and_goes_on_without_any_line(context: BrowserContext, host: Host) -> None:
    page, inside = opened(context, f"{host.address}deep/er/")
    inside.get_by_role("button", name="Play now").click(timeout=WAIT)
    shown = cards(inside)
    assert len(shown) == 5
    page.wait_for_url("**/#/table/**")
    table = page.url
    page.close(run_before_unload=False)
    host.stop()
    _, inside = opened(context, table)
    assert cards(inside) == shown


def test_patience_is_dealt_by_its_number(context: BrowserContext, host: Host) -> None:
    _, inside = opened(context, f"{host.address}deep/er/#/patience?deal=258")
    inside.get_by_role("button", name="Deal").first.click(timeout=WAIT)
    expect(inside.locator("#cards .card").first).to_be_attached(timeout=WAIT)


def test_every_page_has_an_answer(context: BrowserContext, host: Host) -> None:
    """One start answers for all: what is asked of each page is its own heading at its own address."""
    page, inside = opened(context, f"{host.address}deep/er/")
    heading = inside.locator("h1").first
    seen = {heading.inner_text(timeout=WAIT)}
    for path in ("/rules", "/new", "/learn", "/games", "/statistics", "/patience", "/honest", "/privacy"):
        page.evaluate("(path) => { location.hash = path; }", path)
        expect(heading).not_to_have_text(re.compile("^(" + "|".join(map(re.escape, seen)) + ")$"), timeout=WAIT)
        seen.add(heading.inner_text())
        assert page.url.endswith(f"#{path}")
