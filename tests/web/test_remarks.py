"""The computer players' remarks in a bubble, and their faces; the server is the test."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spite_and_malice.analysis.remarks import lines_of
from spite_and_malice.analysis.remarks.lines import FOLDER
from tests.web.conftest import FakeTable, OpenFake, ViewOf
from tests.web.windows import WINDOWS

SAID = "You left one lying! I do that all the time."


def at_table(fake_table: OpenFake, view: dict[str, Any], **options: Any) -> FakeTable:
    """Open a table at which Pip plays."""
    table = fake_table(view, **options)
    for seat in table.snapshot["table"]["seats"]:
        if seat["kind"] == "computer":
            seat.update(player="beginner", name="Pip")
    table.send(**table.snapshot)
    expect(table.page.locator(".seat-name .face img[src*=beginner]")).to_be_visible()
    return table


def remark(table: FakeTable, text: str = SAID, mood: str = "pleased", **more: Any) -> None:
    """Let Pip say something."""
    seat = next(at for at, seat in enumerate(table.snapshot["table"]["seats"]) if seat["kind"] == "computer")
    told = {"game": table.snapshot["game"], "ply": table.snapshot["ply"], "seat": seat, "mood": mood, "text": text}
    table.send(type="remark", **told | more)


def covered(page: Page) -> list[str]:
    """Return the visible elements covered by the bubble."""
    found: list[str] = page.evaluate(
        """() => {
          const bubble = document.querySelector(".bubble").getBoundingClientRect();
          const over = (one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            const across = Math.min(right, bubble.right) - Math.max(left, bubble.left);
            return across > 1 && Math.min(bottom, bubble.bottom) - Math.max(top, bubble.top) > 1;
          };
          // The rim of the table cuts what lies nearer.
          const outside = bubble.left < 3 || bubble.top < 3
            || bubble.right > innerWidth - 3 || bubble.bottom > innerHeight - 3;
          return [...document.querySelectorAll("#cards .card, #status .says, .plate, .bar, #above .label")]
            .filter(over).map((one) => one.className).concat(outside ? ["the window's edge"] : []);
        }"""
    )
    return found


@pytest.mark.parametrize("size", WINDOWS.values(), ids=WINDOWS)
def test_a_line_lies_over_nothing_and_goes(fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]) -> None:
    table = at_table(fake_table, view_of("standard-2/0"), size=size)
    page = table.page
    page.clock.install()
    remark(table)
    expect(page.locator(".bubble")).to_have_text(SAID)
    assert covered(page) == []
    page.clock.run_for(8000)
    expect(page.locator(".bubble")).to_have_count(0)


def test_a_line_waits_for_the_frame_that_shows_the_table(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_table(fake_table, view_of("standard-2/0"))
    page = table.page
    remark(table, "Hello!")
    expect(page.locator(".bubble")).to_have_text("Hello!")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    remark(table)
    # The message after it is shown, so the remark has been heard.
    table.send(type="refused", id=None, code="stale", message="Another turn.")
    expect(page.locator("#live")).to_contain_text("Another turn.")
    expect(page.locator(".bubble")).to_have_text("Hello!")
    page.clock.run_for(100)
    expect(page.locator(".bubble")).to_have_text(SAID)


def test_a_face_shows_the_mood_without_a_word(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_table(fake_table, view_of("standard-2/0"))
    face = table.page.locator(".seat-name .face img[src*=beginner]")
    expect(face).to_have_attribute("src", re.compile("heads/beginner.svg$"))
    remark(table, "", "caught")
    expect(face).to_have_attribute("src", re.compile("heads/beginner.svg#caught$"))
    expect(table.page.locator(".bubble")).to_have_count(0)
    remark(table, "", "calm")
    expect(face).to_have_attribute("src", re.compile("heads/beginner.svg$"))


def test_a_line_is_read_out_only_where_that_is_wanted(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_table(fake_table, view_of("standard-2/0"))
    remark(table)
    expect(table.page.locator(".bubble")).to_have_attribute("aria-hidden", "true")
    expect(table.page.locator("#live")).not_to_contain_text(SAID)
    table = at_table(fake_table, view_of("standard-2/0"), settings={"remarksRead": True})
    remark(table)
    expect(table.page.locator("#live")).to_contain_text(f"Pip says: {SAID}")


def test_one_switch_has_them_say_nothing(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_table(fake_table, view_of("standard-2/0"), settings={"remarks": False})
    remark(table)
    remark(table, "", "caught")
    # The message after it is shown, so all before it were too.
    table.send(type="refused", id=None, code="stale", message="Another turn.")
    expect(table.page.locator("#live")).to_contain_text("Another turn.")
    expect(table.page.locator(".bubble")).to_have_count(0)
    expect(table.page.locator(".seat-name .face img[src*=caught]")).to_have_count(0)


def test_what_was_said_in_another_game_is_not_shown(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_table(fake_table, view_of("standard-2/0"))
    remark(table, "Last time", game=table.snapshot["game"] + 1)
    remark(table)
    expect(table.page.locator(".bubble")).to_have_text(SAID)


def on_piles(page: Page) -> list[str]:
    """Return the piles that the bubble lies over."""
    found: list[str] = page.evaluate(
        """() => {
          const bubble = document.querySelector(".bubble").getBoundingClientRect();
          const meets = ({ left, right, top, bottom }) =>
            Math.min(right, bubble.right) - Math.max(left, bubble.left) > 1
            && Math.min(bottom, bubble.bottom) - Math.max(top, bubble.top) > 1;
          return [...document.querySelectorAll("#below .outline:not(.empty)")]
            .filter((one) => meets(one.getBoundingClientRect())).map((one) => one.className);
        }"""
    )
    return found


def longest() -> str:
    """Return the longest of all remarks, in any language available here."""
    spoken = [lines_of(path.stem) for path in FOLDER.glob("*.toml")]
    return max((line for of in spoken for by in of.values() for line in chain.from_iterable(by.values())), key=len)


NARROW = {"320 px wide": (320, 568), "at 400 % zoom": (320, 256)}


@pytest.mark.parametrize("letters", ["16", "32"])
@pytest.mark.parametrize("size", [*WINDOWS.values(), *NARROW.values()], ids=[*WINDOWS, *NARROW])
def test_the_longest_line_lies_on_no_pile_and_counts_once_seen(
    fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int], letters: str
) -> None:
    for name in ("standard-2/0", "round-5/0"):
        table = fake_table(view_of(name), size, {"speed": "off", "letters": letters})
        page = table.page
        remark(table, longest(), line="the longest")
        seen = 0 if min(size) < 300 and letters == "32" else 1
        expect(page.locator(".bubble")).to_have_count(seen)
        assert page.evaluate("JSON.parse(localStorage['spite.heard'] ?? '[]').length") == seen
        if seen:
            # In a small window it may lie over names and the bar.
            near = {"bar", "bar full", "plate", "label payoff"} if min(size) <= 360 else set()
            assert (set(covered(page)) - near, on_piles(page)) == (set(), []), name
