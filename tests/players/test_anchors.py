"""The places of the levels on the scale of ratings: only whole deals count, and others at once change nothing."""

from __future__ import annotations

import json

import pytest

from spite_and_malice.analysis.arena import Plan
from spite_and_malice.analysis.pools import Here, Processes
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import preset_rules
from tools import anchors


def test_games_at_a_time_are_the_same_games() -> None:
    plan = Plan(preset_rules("standard", 2, {"payoff": 5}), ("club", "beginner"), 12, 7, 1.0)
    alone = anchors._deals(plan, 60, Here())
    assert len(alone) == 12
    assert sum(alone) > 12, "the better one wins more than half of two games a deal"
    assert sorted(anchors._deals(plan, 60, Processes(2))) == sorted(alone)


def test_when_the_minutes_are_up_whole_deals_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anchors, "_LEAST_DEALS", 2)
    plan = Plan(preset_rules("standard", 2), ("club", "beginner"), 12, 7, 1.0)
    assert len(anchors._deals(plan, 0.0, Here())) == 3


def test_the_file_has_every_family_and_level() -> None:
    written = json.loads(anchors.FILE.read_text(encoding="utf-8"))
    assert {family: each["preset"] for family, each in written.items()} == anchors.VERSIONS
    assert all(list(each["levels"]) == [level.id for level in LEVELS] for each in written.values())
