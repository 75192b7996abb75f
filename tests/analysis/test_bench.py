"""The yardstick of the core's speed: a program in C that plays the same games."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from spite_and_malice.analysis.bench.hand_written import SOURCE, run_core, run_reference
from spite_and_malice.engine import deal
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import preset_rules


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_core_and_the_program_by_hand_play_the_same_games(tmp_path: Path) -> None:
    program = tmp_path / "reference"
    subprocess.run(["cc", "-O1", "-o", program, SOURCE], check=True)
    for number in range(4):
        position = deal(preset_rules("standard"), number % 2, SeededChance(number))
        core, reference = run_core(position, 300), run_reference(program, position, 300)
        assert (core.moves, core.won) == (reference.moves, reference.won)
