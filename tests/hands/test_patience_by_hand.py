"""Every game of patience played by a player with hands, who makes every kind of its moves by every gesture."""

from __future__ import annotations

from typing import Final

import pytest

from spite_and_malice.patience import PRESETS

from .cover import cover
from .patience import PatiencePlayer
from .player import Room
from .report import Report
from .ways import kinds_of

PATHS: Final = ("src/spite_and_malice/web/", "src/spite_and_malice/patience/rules/", "tests/hands/")


def test_every_kind_of_move_on_every_layout_is_made_by_every_gesture(rooms: list[Room]) -> None:
    report = Report()
    there = {preset: {(PRESETS[preset].rules.layout, kind) for kind in kinds_of(preset)} for preset in PRESETS}
    for preset, pairs in cover(there).items():
        for room in rooms:
            PatiencePlayer(room, preset, report).rehearse({kind for _layout, kind in pairs})
    assert report.bad() == []


@pytest.mark.nightly(*PATHS, in_turn=True)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_game_is_played_by_hand(rooms: list[Room], preset: str) -> None:
    report = Report()
    for room in rooms:
        PatiencePlayer(room, preset, report).play()
    assert report.bad() == []
