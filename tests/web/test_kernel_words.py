"""The kernel's texts about times and its text widths, without a browser."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.modules import Modules

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def times(modules: Modules, call: str, argument: object = None) -> Any:
    """Return the result of a function of times.js, on a page without times."""
    return modules.evaluate(
        f"""async (argument) => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page("");
          try {{
            const {{ clock, timeAgo, timeLeft }} = await import("/static/kernel/dom/times.js");
            return {call};
          }} finally {{ site.away(); }}
        }}""",
        argument,
    )


@pytest.mark.parametrize(
    ("took", "words"),
    [
        (0, "0:00"),
        (59_999, "0:59"),
        (61 * SECOND, "1:01"),
        (59 * MINUTE + 59 * SECOND, "59:59"),
        (HOUR, "1:00:00"),
        (HOUR + 12 * MINUTE + 5 * SECOND, "1:12:05"),
    ],
)
def test_how_long_something_took(modules: Modules, took: int, words: str) -> None:
    assert times(modules, "clock(argument)", took) == words


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (-5, "just now"),
        (MINUTE - 1, "just now"),
        (MINUTE, "1 minute ago"),
        (2 * MINUTE, "2 minutes ago"),
        (HOUR - 1, "59 minutes ago"),
        (HOUR, "1 hour ago"),
        (DAY - 1, "23 hours ago"),
        (DAY, "yesterday"),
        (7 * DAY - 1, "6 days ago"),
        (7 * DAY, "last week"),
        (35 * DAY - 1, "4 weeks ago"),
    ],
)
def test_how_long_ago_it_was(modules: Modules, ago: int, words: str) -> None:
    assert times(modules, f"timeAgo(argument, argument + {ago})", 1_700_000_000_000) == words


def test_what_was_long_ago_is_said_by_its_day(modules: Modules) -> None:
    assert "2023" in times(modules, f"timeAgo(argument, argument + {35 * DAY})", 1_700_000_000_000)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (-1, "time is up"),
        (0, "time is up"),
        (1, "1 minute left"),
        (MINUTE + 1, "2 minutes left"),
        (HOUR - MINUTE, "59 minutes left"),
        (HOUR - 1, "1 hour left"),
        (HOUR, "1 hour left"),
        (2 * DAY - MINUTE, "47 hours left"),
        (2 * DAY, "2 days left"),
        (2 * DAY + 11 * HOUR, "2 days left"),
        (3 * DAY - 5 * MINUTE, "3 days left"),
    ],
)
def test_how_long_is_left(modules: Modules, left: int, words: str) -> None:
    assert times(modules, "timeLeft(argument)", left) == words


def test_every_time_of_a_page_is_told(modules: Modules) -> None:
    told = modules.evaluate(
        """async (how) => (await import("/tests/visit-page.js")).visit(how, ({ document }) =>
          document.querySelectorAll("time, p").map((one) =>
            [one.textContent, one.getAttribute("datetime"), one.getAttribute("title")]))""",
        {
            "module": "/static/kernel/dom/times.js",
            "markup": """<time data-time="1700000000000">x</time><time data-time="1700000000000" data-day>x</time>
              <time data-time="1700000000000" data-exact>x</time><time data-until="1700000000000">x</time>
              <time datetime="kept">kept</time><p data-date="2026-11-22">x</p>""",
        },
    )["seen"]
    words, stamps, titles = zip(*told, strict=True)
    assert words[0] == words[1]
    assert "2023" in words[1]
    assert ":" in words[2]
    assert words[3:5] == ("time is up", "kept")
    assert "22" in words[5]
    assert stamps == (*["2023-11-14T22:13:20.000Z"] * 4, "kept", None)
    assert all(titles[:4])


def test_a_text_that_is_cut_keeps_whole_letters_and_no_blank_at_its_end(modules: Modules) -> None:
    widths = modules.evaluate(
        """async () => {
          const { page } = await import("/tests/stand-in-page.js");
          const site = page("");
          try {
            const { cutWidth, lettersOf, widthOf } = await import("/static/kernel/dom/elements.js");
            const cut = (text, room) => cutWidth(text, "16px serif", room);
            return [widthOf("Ada", "16px serif"), cut("Ada", 25), cut("Ada", 24), cut("Ada L", 33), cut("Ada", 9),
              lettersOf("a👨‍👩‍👧b").length];
          } finally { site.away(); }
        }"""
    )
    # A letter of the stand-in is eight wide, and a text has one more.
    assert widths == [25, 25, 17, 33, 9, 3]
