"""Pages behind links sent to people: a program that opens them and runs their scripts has no effect."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.visitor import Visit, visits  # noqa: F401

TOKEN = "t" * 43

LINKS = [
    *(f"/mail/stop/{TOKEN}", f"/mail/confirm/{TOKEN}", f"/sign-in#mail={TOKEN}", f"/me#mail={TOKEN}"),
    *("/me#recovery", "/sign-in#ABCDE-FGHIJ", "/with/ABCD-1234", "/table/none", "/evening/none", "/club/none"),
    *("/day", "/patience/day", "/puzzles", "/new?preset=standard", "/patience?preset=golf&deal=winnable", "/open"),
    *("/tournament/none", "/tv/none", "/people", "/notices", "/correspondence", "/today"),
]


@pytest.mark.parametrize("link", LINKS)
def test_no_page_behind_a_link_acts_by_itself(visit: Visit, link: str) -> None:
    page = visit("/about-nothing")
    acts: list[str] = []
    page.on("request", lambda request: note(request, acts))
    visit(link, page=page)
    page.wait_for_load_state("networkidle")
    assert acts == []


def note(request: Request, acts: list[str]) -> None:
    if request.method not in ("GET", "HEAD"):
        acts.append(f"{request.method} {request.url}")


@pytest.mark.parametrize(
    ("link", "button", "asks"),
    [
        (f"/mail/stop/{TOKEN}", "No more mails", f"/mail/stop/{TOKEN}"),
        (f"/mail/confirm/{TOKEN}", "Yes, write to me", f"/mail/confirm/{TOKEN}"),
        (f"/sign-in#mail={TOKEN}", "Sign in", "/api/sign-in/mail/link"),
        (f"/me#mail={TOKEN}", "Yes, this is my address", "/api/me/mail/confirm"),
    ],
)
def test_a_press_does_what_the_link_is_for(visit: Visit, link: str, button: str, asks: str) -> None:
    page: Page = visit(link)
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.get_by_role("button", name=button, exact=True).first.click()
    assert asked.value.url.endswith(asks)
    if link.startswith("/me"):
        expect(page.locator("[role=alert]").first).not_to_be_empty()
