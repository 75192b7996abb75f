"""A person's message when something fails: a sentence, never a browser's error; no setting breaks a page."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import BROWSERS, WEB
from tests.web.test_accounts import Device, device, table, trusted, with_authenticator  # noqa: F401
from tests.web.visitor import Visit, visits  # noqa: F401

MODULES: Final = sorted(path for path in WEB.rglob("*.js"))

SHOWS_AN_ERROR: Final = re.compile(
    r"String\((?:problem|error|reason|\w+\.reason)\)|instanceof Error \?|\$\{(?:problem|error)\}"
)
"""Browsers' names for errors are English, and for programmers."""


def test_no_module_shows_what_a_browser_calls_a_fault() -> None:
    found = {path.name: shown for path in MODULES if (shown := SHOWS_AN_ERROR.findall(path.read_text()))}
    assert found == {}


def test_a_failure_is_told_in_a_sentence(visit: Visit) -> None:
    page = visit("/games")
    told: list[str] = page.evaluate(
        """async () => {
          const at = document.querySelector("script[src*='/pages/']").src
            .replace(/pages\\/.*/, "kernel/line/requests.js");
          const { Refused, sentenceOf, Unreachable } = await import(at);
          const gone = await import("./gone.js").catch((error) => error);
          const faults = [new Refused("The seat is taken."), new Unreachable("No line."),
            new TypeError("x is not a function"), new DOMException("denied", "SecurityError"), "text", null, undefined,
            gone];
          return faults.map(sentenceOf);
        }"""
    )
    wrong = "Something went wrong here. Try again in a moment."
    gone = "This could not be fetched: the server cannot be reached. Try again in a moment."
    assert told == ["The seat is taken.", "No line.", wrong, wrong, wrong, wrong, wrong, gone]


@pytest.mark.parametrize("languages", [["en-US@posix"], ["C"], [""], ["en_US", "en"], ["en-", "x"], [], None])
@pytest.mark.parametrize("path", ["/", "/games", "/day", "/patience"])
def test_a_language_that_the_browser_does_not_know_kills_no_page(
    browser: Browser, site: str, languages: Any, path: str
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(
        f"Object.defineProperty(Navigator.prototype, 'languages', {{ get: () => ({languages!r}) }})".replace(
            "None", "null"
        )
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(site + path)
    expect(page.locator(".site-head .me")).to_be_visible()
    assert faults == []
    context.close()


WAYS_TO_A_TABLE: Final = [
    ("/", "Play now"),
    ("/", "Invite a friend"),
    ("/new?preset=standard", "Start the game"),
    ("/patience", "Deal"),
    ("/day", "Play"),
]


def test_a_browser_that_refuses_cookies_is_told_what_one_is_needed_for(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    # The first of them has no settings of its own.
    path = next((found for name in BROWSERS[1:] if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no whole Chromium on this machine: apt-get install chromium")
    (tmp_path / "Default").mkdir()
    refused = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(refused))
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
    context = browser.browser_type.launch_persistent_context(tmp_path, executable_path=path, args=arguments)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    for way, button in WAYS_TO_A_TABLE:
        page.goto(site + way)
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="cookies")).to_have_text(
            "This browser refuses cookies. The server needs one to know which seat is yours: allow it for this address."
        )
        assert page.url == site + way
    assert faults == []
    context.close()


PASSKEY_WITHOUT_JSON: Final = {
    "is missing": "PublicKeyCredential.prototype.toJSON = undefined",
    "throws": "PublicKeyCredential.prototype.toJSON = () => { throw new TypeError('Illegal invocation'); }",
}


@pytest.mark.parametrize("fault", PASSKEY_WITHOUT_JSON)
def test_a_passkey_of_an_extension_is_made_and_signs_in(device: Device, trusted: str, fault: str) -> None:  # noqa: F811
    page = device()
    page.add_init_script(PASSKEY_WITHOUT_JSON[fault])
    with_authenticator(page)
    table(page, trusted)
    page.goto(f"{trusted}/games")
    page.get_by_role("button", name="Keep your games").click()
    expect(page.get_by_text("sign in with your passkey anywhere")).to_be_visible()
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(f"{trusted}/sign-in")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/games")
    expect(page.locator(".table-card")).to_have_count(1)


@pytest.mark.parametrize("path", ["/", "/games"])
def test_a_page_that_comes_back_from_memory_lists_the_games_anew(visit: Visit, path: str) -> None:
    page = visit(path)
    page.evaluate("window.isOld = true")
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator(".site-head .me")).to_be_visible()
    assert page.evaluate("window.isOld") is None
