"""Every game played in the terminal's full screen: typed, with the keys, with the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from spite_and_malice.patience import PRESETS as PATIENCES
from spite_and_malice.rules import PRESETS as SPITES

from .cover import cover
from .report import Report
from .spots import spots_of
from .terminal import TerminalPlayer
from .ways import kinds_of

pytestmark = pytest.mark.server

PATHS: Final = (
    "src/spite_and_malice/terminal/",
    "src/spite_and_malice/patience/rules/",
    "src/spite_and_malice/rules/",
    "tests/hands/",
)


def test_every_kind_of_move_of_patience_on_every_layout_is_made(tmp_path: Path) -> None:
    report = Report()
    there = {preset: {(PATIENCES[preset].rules.layout, kind) for kind in kinds_of(preset)} for preset in PATIENCES}
    for preset, pairs in cover(there).items():
        TerminalPlayer(report).rehearse_patience(preset, tmp_path / preset, {kind for _layout, kind in pairs})
    assert report.bad() == []


def test_every_kind_of_move_of_spite_is_made() -> None:
    report = Report()
    for preset, kinds in cover({preset: set(spots_of(preset)) for preset in SPITES}).items():
        TerminalPlayer(report).rehearse_spite(preset, kinds)
    assert report.bad() == []


@pytest.mark.nightly(*PATHS, in_turn=True)
@pytest.mark.parametrize("preset", PATIENCES)
def test_a_whole_game_of_patience_is_played(tmp_path: Path, preset: str) -> None:
    report = Report()
    TerminalPlayer(report).patience(preset, tmp_path)
    assert report.bad() == []


@pytest.mark.nightly(*PATHS, in_turn=True)
@pytest.mark.parametrize("preset", SPITES)
def test_a_whole_game_of_spite_is_played(tmp_path: Path, preset: str) -> None:
    report = Report()
    TerminalPlayer(report).spite(preset, tmp_path)
    assert report.bad() == []
