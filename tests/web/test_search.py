"""The search of the site: the results for given words, without asking a server."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.visitor import Visit, visits  # noqa: F401


@pytest.mark.parametrize(
    ("typed", "first", "leads_to"),
    [
        ("solitaire", "Patience, or solitaire", "/read#patience"),
        ("Cat and Mouse", "Spite and Malice, or Cat and Mouse", "/read#spite"),
        ("russian bank", "Crapette, the elder relative", "/read#kin"),
        ("massachusetts", "Massachusetts", "/rules/massachusetts"),
        ("SKIP-BO", "Flinch, Starturn and Skip-Bo: the games in boxes", "/read#kin"),
        ("skipbo", "Flinch, Starturn and Skip-Bo: the games in boxes", "/read#kin"),
        ("resign", "Your games", "/games"),
        ("wild cards", "Wild cards", "/learn"),
        ("side stack", "The table and its words", "/read#glossary"),
    ],
)
def test_what_is_typed_finds_it(visit: Visit, typed: str, first: str, leads_to: str) -> None:
    page = visit("/")
    page.locator(".site-foot a[href='/search']").click()
    page.wait_for_url("**/search")
    page.wait_for_selector("html[data-ready]", state="attached")
    # All possible results came with the page.
    page.context.set_offline(True)
    page.get_by_role("searchbox").click()
    page.keyboard.type(typed)
    found = page.locator("[data-entries] a")
    if typed == "side stack":
        expect(page.locator("[data-entries]")).to_contain_text(first)
        return
    expect(found.first).to_have_text(first)
    expect(found.first).to_have_attribute("href", leads_to)
    if typed == "solitaire":
        assert "/patience" in [link.get_attribute("href") for link in found.all()]


def test_nothing_found_is_said_and_the_address_keeps_what_was_asked(visit: Visit) -> None:
    page = visit("/search?q=crapette")
    expect(page.get_by_role("searchbox")).to_have_value("crapette")
    expect(page.get_by_role("status")).to_have_text("1 result")
    page.get_by_role("searchbox").fill("")
    page.keyboard.type("xyzzy")
    expect(page.get_by_role("status")).to_have_text("Nothing found.")
    expect(page.locator("[data-entries] li")).to_have_count(0)
