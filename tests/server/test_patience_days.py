"""The patience games of a day: their choice, their goals, and their effect on the streak of days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from spite_and_malice.patience import PRESETS
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.server.features import daily
from spite_and_malice.server.games.patience.results import days_won, games_of_day, goal_of
from spite_and_malice.server.store import PlayedDeal

from .conftest import Browser, RunningServer
from .test_patience import EASY, sit, way

DAY = date(2026, 11, 20)


def test_a_day_has_games_that_can_be_proved_winnable_each_once() -> None:
    later = date.fromisoformat(max(preset.since for preset in PRESETS.values()))
    for ahead in range(60):
        found = games_of_day(DAY + timedelta(days=ahead))
        assert found == list(dict.fromkeys(found))
        assert {"klondike-1", "klondike-3"} <= set(found)
        assert all(can_decide(PRESETS[preset].rules) for preset in found)
    if can_decide(PRESETS["yukon"].rules):
        seen = {preset for ahead in range(90) for preset in games_of_day(later + timedelta(days=ahead))}
        assert seen == {preset for preset in PRESETS if can_decide(PRESETS[preset].rules)}


def test_games_that_come_later_leave_earlier_days_alone() -> None:
    for ahead in range(400):
        day = date(2026, 1, 1) + timedelta(days=ahead)
        assert all(PRESETS[preset].since <= day.isoformat() for preset in games_of_day(day))
    if can_decide(PRESETS["yukon"].rules):
        days = [date(2026, month, 14) for month in (1, 5, 9, 11)]
        assert [games_of_day(day)[-1] for day in days] == SIXTH


SIXTH = ["westcliff", "simple-simon", "streets-and-alleys", "will-o-the-wisp"]
"""The last games of some days, unchanged by the addition of other games."""


def won(**changed: Any) -> dict[str, Any]:
    return {"reason": "won", "moves": 90, "time": 1000, "passes": 1, "undos": 0, "hints": 0, "answers": 0, **changed}


def test_goals_change_from_day_to_day_and_are_reached_by_a_win_alone() -> None:
    preset = PRESETS["klondike-1"]
    goals = [goal_of(DAY + timedelta(days=ahead), preset) for ahead in range(3)]
    assert len({goal.words for goal in goals}) == 3
    for goal in goals:
        assert goal.words.endswith(".")
        assert goal.is_reached(won())
        assert not goal.is_reached(won(reason="given_up"))
    for spoiled in ({"undos": 1}, {"time": preset.minutes * 60_000 + 1}, {"answers": 1}):
        assert [goal.is_reached(won(**spoiled)) for goal in goals].count(False) == 1


def test_a_day_counts_for_days_in_a_row_if_one_of_its_games_was_won_on_it() -> None:
    noon = int((DAY - date(1970, 1, 1)).total_seconds() * 1000) + 43_200_000

    def game(reason: str, began: int) -> PlayedDeal:
        deal = {"number": 1, "day": DAY.isoformat()}
        return PlayedDeal("t", 1, "a" * 64, "Ada", "klondike-1", deal, won(reason=reason), began, began + 1000)

    assert days_won([game("won", noon)]) == {DAY.isoformat()}
    assert days_won([game("given_up", noon)]) == set()
    assert days_won([game("won", noon + 86_400_000)]) == set()


async def test_the_page_of_a_day_has_its_games_and_tells_a_goal_that_was_reached(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "today", lambda: DAY)
    monkeypatch.setattr("spite_and_malice.server.games.patience.results.began_late", lambda *_arguments: False)
    await server.store.patience.choose_day(DAY.isoformat(), "klondike-1", EASY)
    page = (await browser.http.get("/patience/day")).text
    told = (await browser.http.get(f"/api/patience/days/{DAY}")).json()["presets"]
    assert list(told) == [preset for preset in PRESETS if preset in games_of_day(DAY)]
    assert all(f'data-preset="{preset}"' in page for preset in told)
    assert (told["klondike-1"]["goal"], told["klondike-1"]["reached"]) == (
        goal_of(DAY, PRESETS["klondike-1"]).words,
        None,
    )
    refused = await browser.http.post("/api/patience", json={"day": DAY.isoformat(), "preset": "fortress"})
    assert refused.status_code in (404, 422)
    answer = await browser.http.post("/api/patience", json={"day": DAY.isoformat(), "preset": "klondike-1"})
    table = await sit(browser, answer.json()["id"])
    await table.play(*way())
    told = (await browser.http.get(f"/api/patience/days/{DAY}")).json()["presets"]
    assert told["klondike-1"]["reached"] is True
