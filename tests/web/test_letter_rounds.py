"""How often a page polls for letters: never while hidden, and less often the longer nothing comes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.web.conftest import settle, wait_on

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Asked:
    """The times at which a page polled for letters, in seconds by its own clock."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0
        page.on("request", self._hear)

    def _hear(self, request: Request) -> None:
        self.count += request.url.endswith("/api/people/letters")

    def after(self, seconds: int) -> int:
        """Let time pass, and return the number of polls meanwhile."""
        before = self.count
        for _ in range(seconds):
            self.page.clock.run_for(1000)
            settle_requests(self.page)
        return self.count - before


def settle_requests(page: Page) -> None:
    """Let the requests be answered, in real time."""
    page.evaluate("fetch('/api/notices/waiting').then((answer) => answer.text())")


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


@pytest.mark.nightly("src/spite_and_malice/web/kernel/people/")
def test_a_page_asks_more_rarely_and_not_at_all_where_nobody_looks(page: Page, site: str) -> None:
    asked = Asked(page)
    page.goto(f"{site}/rules")
    wait_on(page, lambda: asked.count == 1)
    first, second = asked.after(90), asked.after(180)
    # Six in ninety seconds before; then one a minute.
    assert 3 <= first <= 5
    assert 2 <= second <= 4
    page.evaluate(HIDE, True)
    assert asked.after(300) == 0
    page.evaluate(HIDE, False)
    wait_on(page, lambda: asked.after(1) == 1 or asked.count > first + second + 1)


@pytest.mark.nightly("src/spite_and_malice/web/kernel/people/")
def test_a_table_asks_once_and_then_waits_to_be_called(page: Page, site: str) -> None:
    asked = Asked(page)
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    table = page.request.post(f"{site}/api/tables", data={"preset": "standard", "seats": seats}).json()
    page.goto(site + table["url"])
    wait_on(page, lambda: page.evaluate("document.documentElement.dataset.line") == "")
    expect(page.locator(".lobby")).to_be_visible()
    asked.after(5)
    assert asked.after(180) == 0
    # Somebody writes: the connection announces it.
    name = page.request.put(f"{site}/api/people/me", data={"name": "Ada"}).json()["url"]
    other = page.context.browser.new_context() if page.context.browser else None
    assert other is not None
    code = re.sub(r".*/", "", name)
    body = {"name": "Ben", "text": "hello"}
    assert other.request.post(f"{site}/api/people/with-{code}/message", data=body).ok
    expect(page.locator(".letters")).to_contain_text("Ben writes: hello")
    other.close()
    settle(page)
