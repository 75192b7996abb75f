"""Every version of Spite and Malice played by hand: each kind of move by each gesture, and whole games."""

from __future__ import annotations

from typing import Final

import pytest

from spite_and_malice.rules import PRESETS

from .cover import SPITES, cases, spite_kinds
from .player import Room
from .report import Report
from .spite import SpitePlayer

PATHS: Final = ("src/spite_and_malice/web/", "src/spite_and_malice/rules/", "tests/hands/")


@pytest.mark.parametrize("preset", cases(SPITES, *PATHS))
def test_every_kind_of_move_in_every_round_is_made_by_every_gesture(rooms: list[Room], preset: str) -> None:
    report = Report()
    for room in rooms:
        SpitePlayer(room, preset, report).rehearse(spite_kinds()[preset])
    assert report.bad() == []


@pytest.mark.nightly(*PATHS, in_turn=True)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_of_move_is_made_and_a_whole_game_is_played(rooms: list[Room], preset: str) -> None:
    report = Report()
    for room in rooms:
        SpitePlayer(room, preset, report).play()
    assert report.bad() == []
