"""Every game played in the terminal's full screen: typed, with the keys, with the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from spite_and_malice.patience import PRESETS as PATIENCES
from spite_and_malice.rules import PRESETS as SPITES

from . import cover
from .cover import cases
from .report import Report
from .terminal import TerminalPlayer

pytestmark = pytest.mark.server

PATHS: Final = (
    "src/spite_and_malice/terminal/",
    "src/spite_and_malice/patience/rules/",
    "src/spite_and_malice/rules/",
    "tests/hands/",
)


@pytest.mark.parametrize("preset", cases(cover.PATIENCES, *PATHS))
def test_every_kind_of_move_of_patience_on_every_layout_is_made(tmp_path: Path, preset: str) -> None:
    report = Report()
    TerminalPlayer(report).rehearse_patience(preset, tmp_path, cover.patience_kinds()[preset])
    assert report.bad() == []


@pytest.mark.parametrize("preset", cases(cover.SPITES, *PATHS))
def test_every_kind_of_move_of_spite_is_made(preset: str) -> None:
    report = Report()
    TerminalPlayer(report).rehearse_spite(preset, cover.spite_kinds()[preset])
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
