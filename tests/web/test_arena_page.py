"""The page of an arena in a browser."""

from __future__ import annotations

from html import unescape

import pytest
from playwright.sync_api import Browser

from spite_and_malice.analysis.arena import GameRecord, Plan
from spite_and_malice.analysis.arena_page import arena_page
from spite_and_malice.analysis.standings import standings
from spite_and_malice.rules import preset_rules

from .conftest import new_context

LONG = tuple(f"cmd:.venv/bin/python -m bots.{'very' * 60}_long --level 3 --way {way}" for way in ("wide", "tall"))
PLAN = Plan(preset_rules("standard", 2, {}), ("greedy", *LONG), deals=1, seed=1, seconds=1.0)
GAMES = [
    GameRecord(0, (0, 1), "payoff", (0,), (5, 0), ("0 P-C1",), {"0": {"3": 1}}),
    GameRecord(0, (1, 2), "payoff", (0,), (5, 0), (), {}),
    GameRecord(1, (2, 0), "forfeit", (1,), (0, 0), (), {}, 0, f"The program {LONG[1]!r} cannot be started."),
]


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_long_names_leave_the_figures_in_sight(browser: Browser, size: tuple[int, int]) -> None:
    context = new_context(browser, size, {})
    try:
        page = context.new_page()
        page.set_content(arena_page(PLAN, GAMES, standings(PLAN, GAMES)))
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        figures = page.locator("tr > td:nth-child(2)")
        rights = figures.evaluate_all("cells => cells.map(cell => cell.getBoundingClientRect().right)")
        assert len(rights) == 4 * 3 + 1 + len(GAMES)
        assert max(rights) <= size[0]
        text = unescape(page.locator("body").text_content() or "")
        assert all(text.count(name) >= 4 for name in LONG)
    finally:
        context.close()
