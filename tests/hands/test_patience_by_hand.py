"""Every game of patience played by hand, with every kind of its moves by every gesture."""

from __future__ import annotations

from typing import Final

import pytest

from spite_and_malice.patience import PRESETS

from .cover import PATIENCES, cases, patience_kinds
from .patience import PatiencePlayer
from .player import Room
from .report import Report

PATHS: Final = ("src/spite_and_malice/web/", "src/spite_and_malice/patience/rules/", "tests/hands/")


@pytest.mark.parametrize("preset", cases(PATIENCES, *PATHS))
def test_every_kind_of_move_on_every_layout_is_made_by_every_gesture(rooms: list[Room], preset: str) -> None:
    report = Report()
    for room in rooms:
        PatiencePlayer(room, preset, report).rehearse(patience_kinds()[preset])
    assert report.bad() == []


@pytest.mark.nightly(*PATHS, in_turn=True)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_game_is_played_by_hand(rooms: list[Room], preset: str) -> None:
    report = Report()
    for room in rooms:
        PatiencePlayer(room, preset, report).play()
    assert report.bad() == []
