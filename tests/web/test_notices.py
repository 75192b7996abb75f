"""Notices in a real browser: chosen on their page, sent by the server, received with every page closed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.push_service import PushedDevice, PushService, pushing
from tests.waiting import SECONDS
from tests.web.axe import violations_at_rest

from .conftest import WEB, resize, settle, wait_on
from .windows import WINDOWS

_HOURS = datetime.now(UTC).hour - 12
AT_NOON = f"Etc/GMT{_HOURS:+}" if _HOURS else "Etc/GMT"
"""A time zone far from the quiet hours whenever the tests run; in such names, west is positive."""

pytestmark = [
    pytest.mark.parametrize("browser", ["whole"], indirect=True, scope="module"),
    pytest.mark.nightly(
        "src/spite_and_malice/server/features/notices/",
        "src/spite_and_malice/web/pages/notices/notices.js",
        "src/spite_and_malice/web/static/worker.js",
    ),
]

# A replacement for Chromium's push service, which is missing in headless mode.
SUBSCRIBE = """device => {
  let found = null;
  const subscription = (key) => ({
    endpoint: device.endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")),
      (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: device.endpoint, keys: { p256dh: device.public, auth: device.secret } }),
    unsubscribe: async () => { localStorage.removeItem("test.key"); return true; },
  });
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem("test.key", applicationServerKey);
    return subscription(applicationServerKey);
  };
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem("test.key");
    return key && subscription(key);
  };
}"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, data, lang }) => ({ title, body, tag, path: data.path, lang }));
}"""


@contextmanager
def running(data: Path) -> Iterator[str]:
    """Serve in a separate process, whose notices may go to this computer; yield the address."""
    command = [sys.executable, "-m", "spite_and_malice", "--port", "0", "--data", str(data), "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(WEB.parents[1]), "PYTHONUNBUFFERED": "1", "SPITE_PUSH": "private"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        found = next(found for line in server.stdout if (found := re.search(r"http://[\w.]+:(\d+)", line)))
        yield f"http://localhost:{found[1]}"
        server.send_signal(signal.SIGTERM)
        server.wait(SECONDS)


@pytest.fixture
def service() -> Iterator[PushService]:
    with pushing() as service:
        yield service


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    with running(tmp_path / "tables.sqlite3") as address:
        yield address


@contextmanager
def visitor(browser: Browser, device: PushedDevice | None, language: str = "en") -> Iterator[BrowserContext]:
    """Open a browser that a push service knows as a device."""
    context = browser.new_context(reduced_motion="reduce", locale=language, timezone_id=AT_NOON)
    context.set_default_timeout(SECONDS * 1000)
    if device is not None:
        context.grant_permissions(["notifications"])
        context.add_init_script(f"({SUBSCRIBE})({json.dumps(device.asked)})")
    yield context
    context.close()


class Worker:
    """The service worker of a site, to which the browser's maker hands what was pushed."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.page = context.new_page()
        self.session = context.new_cdp_session(self.page)
        self.site = site
        self.registrations: list[dict[str, Any]] = []
        self.session.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: self.registrations.extend(event["registrations"])
        )
        self.session.send("ServiceWorker.enable")
        wait_on(self.page, self._found)

    def _found(self) -> list[str]:
        own = (each for each in self.registrations if each["scopeURL"] == f"{self.site}/")
        return [each["registrationId"] for each in own if not each["isDeleted"]]

    def deliver(self, data: bytes) -> None:
        """Give the worker a message that only this browser could decrypt."""
        told = {"origin": self.site, "registrationId": self._found()[-1], "data": data.decode()}
        self.session.send("ServiceWorker.deliverPushMessage", told)


def switch_on(page: Page, site: str) -> None:
    """Switch notices on for this device, by the keyboard."""
    page.goto(f"{site}/notices")
    settle(page)
    button = page.locator("[data-switch-on]")
    expect(button).to_be_visible()
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-trial]")).to_be_visible()


def test_a_device_of_an_older_key_subscribes_again_or_counts_as_off(
    browser: Browser, site: str, service: PushService
) -> None:
    device = service.device()
    with visitor(browser, device) as anna:
        page = anna.new_page()
        switch_on(page, site)
        key = page.evaluate("localStorage['test.key']")
        # The browser's old subscription belongs to the server's previous key.
        older = "B" + "A" * 86
        page.evaluate("older => { localStorage['test.key'] = older; }", older)
        page.reload()
        expect(page.locator("[data-trial]")).to_be_visible()
        assert page.evaluate("localStorage['test.key']") == key
        # The push service refuses a new subscription: the page does not claim that notices come here.
        page.evaluate("older => { localStorage['test.key'] = older; }", older)
        page.add_init_script("PushManager.prototype.subscribe = async () => { throw new Error('no'); };")
        page.reload()
        expect(page.locator("[data-switch-on]")).to_be_visible()
        expect(page.locator("[data-trial]")).to_be_hidden()


def test_a_closed_page_receives_an_invitation(browser: Browser, site: str, service: PushService) -> None:
    device = service.device()
    with visitor(browser, device) as anna, visitor(browser, None) as ben:
        page = anna.new_page()
        page.goto(f"{site}/people")
        page.get_by_label("Your name").press_sequentially("Anna")
        page.get_by_role("button", name="Make my link").click()
        link = page.locator("[data-link]")
        expect(link).to_have_value(re.compile("^http"))
        path = "/with/" + link.input_value().split("/")[-1]
        switch_on(page, site)
        expect(page.get_by_text("This device gets notifications.")).to_be_visible()
        worker = Worker(anna, site)
        page.close()

        other = ben.new_page()
        other.goto(site + path)
        other.get_by_label("Your name").fill("Ben")
        settle(other)
        other.get_by_role("button", name="Invite to a game").click()
        other.wait_for_url("**/table/*")
        wait_on(other, lambda: device.bodies)

        worker.deliver(device.read(device.bodies[0]))
        again = anna.new_page()
        # On the next page shown, whichever it is: the notice came while there was none.
        again.goto(f"{site}/rules")
        wait_on(again, lambda: again.evaluate(SHOWN))
        (shown,) = again.evaluate(SHOWN)
        assert (shown["title"], shown["body"]) == ("Ben invites you to a game", "Spite & Malice")
        assert other.url == site + shown["path"]


def test_a_page_that_is_looked_at_shows_the_letter_and_no_notice(
    browser: Browser, site: str, service: PushService
) -> None:
    device = service.device()
    with visitor(browser, device) as anna:
        page = anna.new_page()
        switch_on(page, site)
        page.evaluate("addEventListener('spite-called', () => (document.title = 'called'))")
        worker = Worker(anna, site)
        page.bring_to_front()
        message = {"title": "A", "text": "", "path": "/people", "tag": "letter/1", "badge": 1, "language": "en"}
        worker.deliver(json.dumps(message).encode())
        wait_on(page, lambda: page.title() == "called")
        assert page.evaluate(SHOWN) == []
        # A test notice is still shown, and garbage does no harm.
        worker.deliver(b"nonsense")
        page.locator("[data-trial]").click()
        expect(page.get_by_text("Sent. It appears in a moment.")).to_be_visible()
        worker.deliver(device.read(device.bodies[-1]))
        wait_on(page, lambda: page.evaluate(SHOWN))
        (shown,) = page.evaluate(SHOWN)
        assert (shown["title"], shown["tag"]) == ("Notifications reach this device", "trial")
        page.locator("[data-switch-off]").click()
        expect(page.get_by_text("This device gets no notifications yet.")).to_be_visible()
        assert page.request.get(f"{site}/api/notices").json()["devices"] == 0


def test_a_notice_that_is_pressed_opens_its_page(browser: Browser, site: str, service: PushService) -> None:
    with visitor(browser, service.device()) as anna:
        page = anna.new_page()
        switch_on(page, site)
        worker = Worker(anna, site)
        page.close()
        message = {"title": "A", "text": "", "path": "/table/t1", "tag": "turn/t1", "badge": 0, "language": "en"}
        worker.deliver(json.dumps(message).encode())
        (script,) = anna.service_workers
        # Only a person's press lets a worker open a window: the test can only see the attempt.
        press = """async () => {
          let asked = null;
          self.clients.openWindow = async (url) => (asked = url);
          let found = [];
          const shown = () => self.registration.getNotifications();
          while (!(found = await shown()).length) await new Promise((go) => setTimeout(go, 20));
          self.dispatchEvent(new NotificationEvent("notificationclick", { notification: found[0] }));
          while (asked === null) await new Promise((go) => setTimeout(go, 20));
          return [asked, (await self.registration.getNotifications()).length];
        }"""
        assert script.evaluate(press) == [f"{site}/table/t1", 0]


def test_a_device_is_renewed_once_a_day_and_under_another_address(
    browser: Browser, site: str, service: PushService
) -> None:
    device, other = service.device(), service.device()
    with visitor(browser, device) as anna:
        page = anna.new_page()
        switch_on(page, site)

        def devices() -> int:
            count: int = page.request.get(f"{site}/api/notices").json()["devices"]
            return count

        answer = page.request.delete(f"{site}/api/notices/device", data={"endpoint": device.endpoint})
        assert answer.json() == {"devices": 0}
        page.goto(f"{site}/rules")
        settle(page)
        assert devices() == 0
        page.evaluate("localStorage.setItem('spite.push', `${Date.now() - 25 * 3600 * 1000} en`)")
        page.goto(f"{site}/rules/book")
        wait_on(page, lambda: devices() == 1)
        # The push service gives this browser another address: the server sends there from then on.
        (script,) = anna.service_workers
        told = {"endpoint": other.endpoint, "keys": {"p256dh": other.asked["public"], "auth": other.asked["secret"]}}
        # The message below is not to come before the server has answered the worker.
        change = """async told => {
          let work = null;
          const event = new ExtendableEvent("pushsubscriptionchange");
          const given = { newSubscription: { toJSON: () => told }, waitUntil: (promise) => (work = promise) };
          self.dispatchEvent(Object.assign(event, given));
          await work;
        }"""
        script.evaluate(change, told)
        page.goto(f"{site}/people")
        page.get_by_label("Your name").fill("Anna")
        page.get_by_role("button", name="Make my link").click()
        link = page.locator("[data-link]")
        expect(link).to_have_value(re.compile("^http"))
        body = {"name": "Ben", "text": "hello"}
        with visitor(browser, None) as ben:
            path = f"{site}/api/people/with-{link.input_value().split('/')[-1]}/message"
            assert ben.request.post(path, data=body).ok
        wait_on(page, lambda: other.bodies)
        assert device.bodies == []


def test_what_is_chosen_is_saved_with_the_zone(browser: Browser, site: str, service: PushService) -> None:
    with visitor(browser, service.device()) as anna:
        page = anna.new_page()
        switch_on(page, site)
        chosen = page.request.get(f"{site}/api/notices").json()
        assert (chosen["zone"], chosen["quiet_from"], chosen["quiet_until"]) == (AT_NOON, 1320, 480)
        page.get_by_label("A friend is at a table").click()
        page.get_by_label("At most").select_option("3")
        expect(page.get_by_text("Saved.")).to_be_visible()
        page.get_by_label("Quiet hours").click()
        expect(page.get_by_label("From")).to_be_hidden()
        wait_on(page, lambda: page.request.get(f"{site}/api/notices").json()["quiet_from"] is None)
        page.reload()
        settle(page)
        expect(page.get_by_label("A friend is at a table")).not_to_be_checked()
        expect(page.get_by_label("Your streak")).not_to_be_checked()
        expect(page.get_by_label("It is your turn")).to_be_checked()
        expect(page.get_by_label("At most")).to_have_value("3")
        expect(page.get_by_label("Quiet hours")).not_to_be_checked()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_fits_every_window_and_has_no_obstacles(
    browser: Browser, site: str, service: PushService, language: str
) -> None:
    with visitor(browser, service.device(), language) as anna:
        page = anna.new_page()
        switch_on(page, site)
        for name in ("desktop", "tablet", "phone", "landscape"):
            resize(page, *WINDOWS[name])
            settle(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[name][0], name
            assert violations_at_rest(page) == [], name
            if folder := os.environ.get("SPITE_TEST_PICTURES"):
                page.screenshot(path=f"{folder}/notices-{language}-{name}.png", full_page=True)
