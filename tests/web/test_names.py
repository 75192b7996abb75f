"""A person's name and face on the pages: entered once, the same everywhere, and never markup."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.visitor import Visit, visits  # noqa: F401


def test_a_name_stays_and_is_only_text(visit: Visit) -> None:
    page = visit("/new?preset=standard")
    page.get_by_label("Your name at the table").first.fill("<b>Ada</b>")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    visit("/games", page=page)
    expect(page.locator(".site-head .me")).to_have_text("<b>Ada</b>")
    visit("/new?preset=standard", page=page)
    expect(page.get_by_label("Your name at the table").first).to_have_value("<b>Ada</b>")


def test_a_name_and_a_head_are_told_once_on_any_page(visit: Visit) -> None:
    page = visit("/games", "phone")
    page.evaluate("localStorage.setItem('spite.head', 'russet')")
    page.get_by_role("button", name="Who are you?").click()
    dialog = page.get_by_role("dialog", name="Who are you?")
    expect(dialog.get_by_role("button", name="Russet")).to_have_attribute("aria-pressed", "true")
    for first in (dialog.get_by_role("heading"), dialog.get_by_label("Your name")):
        expect(first).to_be_in_viewport(ratio=1)
    dialog.evaluate("(dialog) => dialog.scrollTo(0, dialog.scrollHeight)")
    expect(dialog.get_by_role("button", name="Close", exact=True)).to_be_in_viewport(ratio=1)
    dialog.get_by_label("Your name").fill(" Ada ")
    dialog.get_by_role("button", name="Mei").click()
    expect(dialog).to_have_count(0)
    visit("/", page=page)
    expect(page.locator(".site-head .me")).to_have_text("Ada")
    expect(page.locator(".site-head .me img")).to_have_attribute("src", re.compile("heads/mei.svg$"))
    page.get_by_role("button", name="Invite a friend").click()
    expect(page.locator(".lobby-seat.you")).to_contain_text("Ada")
    expect(page.locator(".lobby-seat.you img")).to_have_attribute("src", re.compile("heads/mei.svg$"))


def test_a_face_is_made_from_a_name_always_the_same_and_never_markup(visit: Visit) -> None:
    page = visit("/")
    made = page.evaluate(
        """async () => {
            const script = document.querySelector("script[src*=home]").src;
            const { monogram } = await import(new URL("../../kernel/people/monogram.js", script));
            const names = ["Ada", "Ben", "Chen", "Daria", "Emil", "Fay", "Gül", "Hana", "Ian", "Jo"];
            const inText = (name) => new DOMParser().parseFromString(monogram(name), "text/html").querySelector("text");
            return [new Set(names.map(monogram)).size, monogram("Ada") === monogram(" Ada "), inText("<b>").textContent,
              inText("Ada  Maria Lovelace").textContent, inText("Grandpa Joe with a long name").textContent,
              inText("ada lovelace").textContent, inText("").textContent,
              inText("👩‍👩‍👧‍👦👩‍👩‍👧‍👦").textContent];
        }"""
    )
    assert made == [10, True, "<", "AL", "GJ", "AL", "?", "👩‍👩‍👧‍👦"]


def test_a_name_is_kept_without_what_cannot_be_seen(visit: Visit) -> None:
    page = visit("/games")
    kept = page.evaluate(
        """async (names) => {
            const script = document.querySelector("script[src*=own-games]").src;
            const { storeName, storedName } = await import(new URL("me.js", script));
            return names.map((name) => (storeName(name), storedName()));
        }""",
        ["\u200b\u200b", "\u202eemos", " Ada ", "👩\u200d👧"],
    )
    assert kept == ["", "emos", "Ada", "👩\u200d👧"]
