"""The example that learns: it runs, and what it learned plays in the arena."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

from spite_and_malice.analysis.arena import Plan, run
from spite_and_malice.rules import preset_rules


@pytest.mark.nightly("examples/learn.py", "src/spite_and_malice/interop/")
def test_what_the_example_learned_plays(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "learn.py"
    shutil.copy(root / "examples" / "learn.py", script)
    learned = subprocess.run([sys.executable, str(script), "1", "2"], capture_output=True, text=True, check=True)
    assert learned.stdout.startswith("generation 1: the best won ")
    assert (tmp_path / "weights.npy").exists()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    command = f"cmd:{sys.executable} -m spite_and_malice.interop.program learn:make_policy"
    plan = Plan(preset_rules("standard", None, {"payoff": 2}), ("greedy", command), deals=1, seed=1, seconds=20.0)
    assert {game.failed for game in run(plan)} == {None}
