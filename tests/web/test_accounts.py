"""Accounts in the real browser: one press secures the games, and another device gets them, by passkey or by code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, CDPSession, Page, Route, expect

from tests.web.axe import violations
from tools.live import AUTHENTICATOR

from .conftest import SIZES, Problems, new_context, settle, wait_on

Device = Callable[..., Page]


@pytest.fixture
def trusted(site: str) -> str:
    """Return the server's address under a name for which browsers create passkeys."""
    return site.replace("127.0.0.1", "localhost")


@pytest.fixture
def device(browser: Browser) -> Iterator[Device]:
    """Open browsers, each a device of its own."""
    contexts: list[BrowserContext] = []

    def device(size: tuple[int, int] = (1280, 800), **options: Any) -> Page:
        contexts.append(new_context(browser, size, {"speed": "off"}, **options))
        return contexts[-1].new_page()

    yield device
    for context in contexts:
        context.close()


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give a page's browser an authenticator; return its session and its id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, added["authenticatorId"]


def synced(one: tuple[CDPSession, str], other: tuple[CDPSession, str]) -> None:
    """Give an authenticator the passkeys of another, as device makers do."""
    session, name = one
    for credential in session.send("WebAuthn.getCredentials", {"authenticatorId": name})["credentials"]:
        other[0].send("WebAuthn.addCredential", {"authenticatorId": other[1], "credential": credential})


def table(page: Page, address: str) -> str:
    """Set up a table with computer players, and return its path."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]
    body = {"preset": "standard", "rules": {}, "target": 1, "seats": seats}
    made = page.context.request.post(f"{address}/api/tables", data=body)
    assert made.ok, made.text()
    url: str = made.json()["url"]
    return url


def listed(page: Page, address: str) -> list[str]:
    page.goto(f"{address}/games")
    return [link.get_attribute("href") or "" for link in page.locator(".table-card").all()]


def sign_in_by_code(desk: Page, phone: Page, site: str) -> None:
    """Sign another device in with a code that the page about oneself shows."""
    desk.get_by_role("button", name="Show a code").click()
    code = desk.locator(".shown .code").first.inner_text()
    phone.goto(f"{site}/sign-in#{code}")
    expect(phone.locator("[data-code] button")).to_be_focused()
    # Chromium drops presses before a page is painted for the first time.
    settle(phone)
    phone.keyboard.press("Enter")


def test_one_press_keeps_the_games_and_a_passkey_brings_them_along(device: Device, trusted: str) -> None:
    desk, phone = device(), device((360, 640))
    problems = Problems(desk)
    keys = with_authenticator(desk)
    mine = table(desk, trusted)
    desk.goto(f"{trusted}/games")
    desk.get_by_role("button", name="Keep your games").click()
    expect(desk.get_by_text("sign in with your passkey anywhere")).to_be_visible()
    theirs = table(phone, trusted)
    synced(keys, with_authenticator(phone))
    phone.goto(f"{trusted}/sign-in")
    phone.get_by_role("button", name="Use a passkey").click()
    phone.wait_for_url("**/games")
    assert set(listed(phone, trusted)) == set(listed(desk, trusted)) == {mine, theirs}
    assert problems.found == []


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/people/",
)
def test_who_signs_in_beside_an_open_table_has_their_seat_there(device: Device, trusted: str) -> None:
    desk, watching = device(), device()
    path = table(desk, trusted)
    desk.goto(trusted + path)
    own = re.compile("your pay-off pile")
    expect(desk.get_by_role("button", name=own).first).to_be_visible()
    watching.goto(trusted + path)
    expect(watching.locator("#cards .card").first).to_be_visible()
    expect(watching.get_by_role("button", name=own)).to_have_count(0)
    keeping = desk.context.new_page()
    keys = with_authenticator(keeping)
    keeping.goto(f"{trusted}/me")
    keeping.get_by_role("button", name="Keep your games").click()
    expect(keeping.get_by_role("heading", name="Devices")).to_be_visible()
    # The page at the table has come back under the new cookie, in its old seat.
    expect(desk.get_by_role("button", name=own).first).to_be_visible()
    beside = watching.context.new_page()
    synced(keys, with_authenticator(beside))
    beside.goto(f"{trusted}/sign-in")
    beside.get_by_role("button", name="Use a passkey").click()
    beside.wait_for_url("**/games")
    expect(watching.get_by_role("button", name=own).first).to_be_visible()


def test_at_an_address_without_passkeys_codes_do_it_all(device: Device, site: str) -> None:
    desk, phone = device(), device((360, 640))
    mine = table(desk, site)
    desk.goto(f"{site}/me")
    expect(desk.get_by_text("Passkeys do not work at this address")).to_be_visible()
    desk.get_by_role("button", name="Keep your games").click()
    recovery = desk.locator("section", has=desk.get_by_role("heading", name="Recovery code")).locator(".code")
    expect(recovery).to_have_text(r_code(5))
    desk.get_by_role("button", name="Show a code").click()
    section = desk.locator("section", has=desk.get_by_role("heading", name="Another device"))
    expect(section.get_by_alt_text("The link as a QR code")).to_be_visible()
    code = section.locator(".code").inner_text()
    # The QR code's link brings the code along, and asks before it signs anybody in.
    phone.goto(f"{site}/sign-in#{code}")
    expect(phone.get_by_role("textbox", name="Code")).to_have_value(code)
    assert "#" not in phone.url
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/games")
    assert listed(phone, site) == [mine]
    third = device()
    third.goto(f"{site}/sign-in")
    third.get_by_role("textbox", name="Code").fill(code)
    third.keyboard.press("Enter")
    expect(third.get_by_role("alert")).to_contain_text("This code does not work")
    third.get_by_role("textbox", name="Code").fill(recovery.inner_text())
    third.keyboard.press("Enter")
    third.wait_for_url("**/games")


def r_code(groups: int) -> Any:
    return re.compile(rf"^([0-9A-HJKMNP-TV-Z]{{4}}-?){{{groups}}}$")


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/people/",
)
def test_a_device_is_signed_out_from_another_and_the_person_leaves_nothing_behind(device: Device, site: str) -> None:
    desk, phone = device(), device()
    desk.goto(f"{site}/me")
    desk.get_by_role("button", name="Keep your games").click()
    desk.get_by_role("textbox", name="Name").fill("Wilma")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_role("heading", name="Wilma", level=1)).to_be_visible()
    sign_in_by_code(desk, phone, site)
    phone.wait_for_url("**/games")
    # The name came along.
    expect(phone.get_by_role("button", name="Wilma")).to_be_visible()
    desk.reload()
    rows = desk.locator("section", has=desk.get_by_role("heading", name="Devices")).get_by_role("listitem")
    expect(rows).to_have_count(2)
    rows.filter(has_not_text="this one").get_by_role("button").click()
    desk.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(rows).to_have_count(1)
    phone.goto(f"{site}/me")
    expect(phone.get_by_role("heading", name="Keep your games")).to_be_visible()
    rows.get_by_role("button").click()
    desk.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    desk.wait_for_url(f"{site}/")
    expect(desk.get_by_role("button", name="Who are you?")).to_be_visible()
    # Nor does the other keep the name of its signed-in person.
    expect(phone.get_by_role("button", name="Who are you?")).to_be_visible()


def choose(page: Page, surface: str) -> None:
    """Choose a surface, as the settings do."""
    page.evaluate("(surface) => localStorage.setItem('spite.settings', JSON.stringify({ surface }))", surface)


def expect_told(page: Page, surface: str) -> None:
    """Wait until the server has heard of a surface."""
    heard = """async (surface) => {
        const { settings } = await fetch("/api/me/settings").then((answer) => answer.json());
        return settings["spite.settings"]?.includes(surface);
    }"""
    page.wait_for_function(heard, arg=surface, polling=200)


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/settings/",
)
def test_settings_follow_from_one_device_to_the_other(device: Device, site: str) -> None:
    desk, phone = device(), device()
    desk.goto(f"{site}/me")
    desk.get_by_role("button", name="Keep your games").click()
    sign_in_by_code(desk, phone, site)
    phone.wait_for_url("**/games")
    choose(desk, "linen")
    desk.goto(f"{site}/rules")
    expect_told(desk, "linen")
    phone.goto(f"{site}/rules")
    expect(phone.locator("html")).to_have_attribute("data-surface", "linen")
    # An open table updates its look when it is shown, without reloading. The choices are fetched once when a table
    # opens: not to be mistaken for the second time.
    with phone.expect_response("**/api/me/settings"):
        phone.goto(f"{site}{table(phone, site)}")
    phone.locator("#cards .card").first.wait_for()
    phone.evaluate("window.stays = true")
    choose(desk, "walnut")
    desk.goto(f"{site}/rules")
    expect_told(desk, "walnut")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator("html")).to_have_attribute("data-surface", "walnut")
    assert phone.evaluate("window.stays && JSON.parse(localStorage.getItem('spite.settings')).surface") == "walnut"


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/people/",
)
def test_what_is_chosen_elsewhere_is_put_on_even_if_nothing_can_be_told_and_stays(device: Device, site: str) -> None:
    desk, phone = device(), device()
    desk.goto(f"{site}/me")
    desk.get_by_role("button", name="Keep your games").click()
    sign_in_by_code(desk, phone, site)
    phone.wait_for_url("**/games")
    with phone.expect_response("**/api/me/settings"):
        phone.goto(f"{site}{table(phone, site)}")
    phone.locator("#cards .card").first.wait_for()
    phone.wait_for_load_state("networkidle")
    shown = "document.dispatchEvent(new Event('visibilitychange'))"
    late: list[tuple[Route, APIResponse]] = []

    def answer(route: Route) -> None:
        if route.request.method == "PUT":
            route.abort()
        elif late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    phone.route("**/api/me/settings", answer)
    phone.evaluate("localStorage.setItem('spite.lessons', '[]')")
    with phone.expect_request("**/api/me/settings"):
        phone.evaluate(shown)
    wait_on(phone, lambda: late)
    choose(desk, "walnut")
    desk.goto(f"{site}/rules")
    expect_told(desk, "walnut")
    phone.evaluate(shown)
    expect(phone.locator("html")).to_have_attribute("data-surface", "walnut")
    # An earlier response arrives last.
    route, response = late[0]
    with phone.expect_response("**/api/me/settings"):
        route.fulfill(response=response)
    settle(phone)
    expect(phone.locator("html")).to_have_attribute("data-surface", "walnut")


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/people/",
)
def test_two_accounts_become_one_only_when_somebody_says_so(device: Device, site: str) -> None:
    desk, phone = device(), device()
    paths = {table(desk, site), table(phone, site)}
    for page in (desk, phone):
        page.goto(f"{site}/me")
        page.get_by_role("button", name="Keep your games").click()
        expect(page.get_by_role("heading", name="Devices")).to_be_visible()
    sign_in_by_code(desk, phone, site)
    dialog = phone.get_by_role("dialog", name="Two accounts")
    expect(dialog).to_be_visible()
    assert violations(phone) == []
    dialog.get_by_role("button", name="Merge the accounts").click()
    phone.wait_for_url("**/games")
    assert set(listed(phone, site)) == paths


def test_whoever_deletes_themselves_takes_everything_along_first(device: Device, site: str) -> None:
    desk = device()
    table(desk, site)
    desk.goto(f"{site}/me")
    with desk.expect_download() as download:
        desk.get_by_role("link", name="Download everything").click()
    assert download.value.suggested_filename == "spite-and-malice.zip"
    desk.get_by_role("button", name="Delete me").click()
    desk.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    desk.wait_for_url(f"{site}/")
    assert listed(desk, site) == []


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/people/",
)
@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_pages_fit_and_axe_finds_nothing(device: Device, trusted: str, locale: str) -> None:
    page = device(locale=locale)
    with_authenticator(page)
    for state in ("stranger", "account"):
        for path in ("/me", "/sign-in"):
            page.goto(trusted + path)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert (state, path, violations(page)) == (state, path, [])
        if state == "stranger":
            page.goto(f"{trusted}/me")
            page.locator("[data-keep]").click()
            page.locator("[data-account=yes]").wait_for()


@pytest.mark.nightly(
    "src/spite_and_malice/web/pages/accounts/",
    "src/spite_and_malice/server/features/accounts/",
    "src/spite_and_malice/web/kernel/people/",
)
def test_what_is_chosen_at_a_table_reaches_another_open_table_at_once(device: Device, site: str) -> None:
    desk, phone = device(), device((360, 640))
    desk.goto(f"{site}/me")
    desk.get_by_role("button", name="Keep your games").click()
    sign_in_by_code(desk, phone, site)
    phone.wait_for_url("**/games")
    for page in (desk, phone):
        page.goto(f"{site}{table(page, site)}")
        page.locator("#cards .card").first.wait_for()
        page.wait_for_load_state("networkidle")
    desk.keyboard.press("s")
    sound = "(wanted) => JSON.parse(localStorage.getItem('spite.settings') ?? '{}').sound === wanted"
    phone.wait_for_function(sound, arg=False)
    phone.keyboard.press("s")
    desk.wait_for_function(sound, arg=True)


def test_devices_are_told_apart_and_signing_one_out_asks(device: Device, site: str) -> None:
    desk, phone = device(), device()
    desk.goto(f"{site}/me")
    desk.get_by_role("button", name="Keep your games").click()
    sign_in_by_code(desk, phone, site)
    phone.wait_for_url("**/games")
    phone.goto(f"{site}/me")
    rows = phone.locator("section", has=phone.get_by_role("heading", name="Devices")).locator("li")
    names = rows.locator("b").all_inner_texts()
    assert len(names) == len(set(names)) == 2
    assert [names[0], names[1]] == [f"{names[1]} (2)", names[1]]
    expect(rows.first).to_contain_text("this one")
    expect(rows.first).to_have_attribute("aria-current", "true")
    for told in rows.locator("time").all_inner_texts():
        assert re.search(r"\d{4}.*\d{1,2}:\d{2}", told), told
    rows.nth(1).get_by_role("button").click()
    asked = phone.get_by_role("dialog")
    expect(asked).to_contain_text(f"{names[1]} needs a passkey, a code or a link to come back.")
    asked.get_by_role("button", name="Cancel").click()
    expect(rows).to_have_count(2)
    rows.nth(1).get_by_role("button").click()
    asked.get_by_role("button", name="Sign out").click()
    expect(rows).to_have_count(1)
