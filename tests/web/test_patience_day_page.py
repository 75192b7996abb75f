"""The page of a day's deals of patience, without a browser: the text about each deal, the ranks, the earlier days."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.modules import Modules

MARKUP: Final = """<main data-day="2026-05-03" data-today><p data-error></p>
<section data-preset="klondike-1"><p data-goal></p><div data-deal></div></section></main>
<section><ol data-calendar></ol></section>"""
DEAL: Final[dict[str, Any]] = {
    "own": None, "players": 0, "lines": None, "number": None, "goal": "in 120 moves", "reached": None,
}  # fmt: skip
LINE: Final[dict[str, Any]] = {
    "rank": 1, "name": "Ada", "you": False, "result": "won", "moves": 98, "time": 61_000, "passes": 1, "undos": 0,
    "hints": 0, "answers": 0, "late": False, "newcomer": False,
}  # fmt: skip


def shown(modules: Modules, deal: dict[str, Any], days: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the page's text about a deal and the earlier days."""
    told = modules.evaluate(
        """async (how) => (await import("/tests/visit-page.js")).visit(how, ({ document }) => {
          const the = (selector) => document.querySelector(selector);
          const place = the("[data-deal]");
          const links = the("[data-calendar]").querySelectorAll("a");
          const marks = ["aria-label", "aria-current", "href"];
          return {
            goal: the("[data-goal]").textContent,
            error: the("[data-error]").textContent,
            parts: place.children.map(({ textContent }) => textContent),
            link: place.querySelector("a")?.className ?? null,
            rows: place.querySelectorAll("tr").map((row) => row.children.map(({ textContent }) => textContent)),
            yours: place.querySelectorAll("tr.you").length,
            hidden: the("[data-calendar]").parentElement.hidden,
            days: links.map((link) => [link.textContent, ...marks.map((name) => link.getAttribute(name))]),
          };
        })""",
        {
            "markup": MARKUP,
            "module": "/static/patience/day.js",
            "answers": {
                "GET /api/patience/days/2026-05-03": {"presets": {"klondike-1": {**DEAL, **deal}}},
                "GET /api/patience/days": {"days": days or [{"day": "2026-05-03", "klondike-1": None}]},
            },
        },
    )
    seen: dict[str, Any] = told["seen"]
    return seen


@pytest.mark.parametrize(
    ("players", "words"),
    [(0, "Nobody has finished yet."), (1, "1 person has finished."), (2, "2 people have finished.")],
)
def test_whoever_has_not_played_sees_no_ranks(modules: Modules, players: int, words: str) -> None:
    seen = shown(modules, {"players": players})
    assert seen["parts"] == ["Play", words]
    assert (seen["goal"], seen["error"], seen["hidden"]) == ("Goal: in 120 moves", "", True)


@pytest.mark.parametrize(
    ("state", "words", "link"),
    [
        ("running", "Go on with your game", "button primary"),
        ("won", "Look at your game", "button"),
        ("given_up", "Look at your game", "button"),
    ],
)
def test_ones_own_game_is_a_press_away(modules: Modules, state: str, words: str, link: str) -> None:
    own = {"table": "t", "url": "/patience/t", "state": state}
    seen = shown(modules, {"own": own, "players": 1, "number": 0, "reached": True})
    assert seen["parts"] == [words, "1 person has finished.", "Deal number 0."]
    assert (seen["link"], seen["goal"]) == (link, "✓ Goal reached: in 120 moves")


def test_ranks_say_who_is_new_late_or_gave_up(modules: Modules) -> None:
    lines = [
        LINE,
        {**LINE, "rank": 2, "name": "", "you": True, "moves": 99},
        {**LINE, "rank": None, "name": "Ben", "newcomer": True, "late": True},
        {**LINE, "rank": None, "name": "Cleo", "late": True},
        {**LINE, "rank": None, "name": "Dan", "result": "given_up"},
    ]
    own = {"table": "t", "url": "/patience/t", "state": "won"}
    seen = shown(modules, {"own": own, "players": 5, "lines": lines})
    assert seen["rows"] == [
        ["Rank", "Name", "Moves", "Time"],
        ["1", "Ada", "98", "1:01"],
        ["2", "You (you)", "99", "1:01"],
        ["new", "Ben", "98", "1:01"],
        ["late", "Cleo", "98", "1:01"],
        ["–", "Dan", "given up", "1:01"],
    ]
    assert seen["yours"] == 1


def test_the_days_before_say_how_each_game_went(modules: Modules) -> None:
    days: list[dict[str, Any]] = [
        {"day": "2026-05-04", "klondike-1": None, "freecell": None},
        {"day": "2026-05-03", "klondike-1": "won", "freecell": "given_up"},
        {"day": "2026-05-02", "klondike-1": "running", "freecell": None},
    ]
    seen = shown(modules, {}, days)
    assert seen["hidden"] is False
    [first, second] = seen["days"]
    assert first[0].endswith("✓ –")
    assert first[1].endswith(": won, given up")
    assert first[2:] == ["true", "/patience/day/2026-05-03"]
    assert second[0].endswith("… ○")
    assert second[1].endswith(": begun, not played")
    assert second[2] is None


def test_a_server_that_does_not_answer_is_said(modules: Modules) -> None:
    told = modules.evaluate(
        """async (how) => (await import("/tests/visit-page.js")).visit(how, ({ document }) =>
          document.querySelector("[data-error]").textContent)""",
        {
            "markup": MARKUP,
            "module": "/static/patience/day.js",
            "answers": {"GET /api/patience/days": {"error": {"message": "Not now."}}},
        },
    )
    assert told["seen"]
