"""The example that learns from records: it beats random choice on games that it has not seen, and makes a policy."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

import spite_and_malice as sm
from spite_and_malice.interop.encoder import Encoder
from spite_and_malice.interop.opponents import PolicyPlayer


def test_it_learns_from_records_and_makes_a_policy(root: Path, tmp_path: Path) -> None:
    example = tmp_path / "imitate.py"
    shutil.copy(root / "examples" / "imitate.py", example)
    texts = []
    for seed in range(8):
        game = sm.new_game("standard", seed=seed)
        with sm.Engine("club", seed) as engine:
            while not game.is_over and len(game.log) < 300:
                game.play(engine.choose(game))
        texts.append(str(sm.Record.of(game)))
    (tmp_path / "games.txt").write_text("".join(texts), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, str(example), str(tmp_path / "games.txt")], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    told = re.fullmatch(r"\d+ choices of 1 games: ([\d.]+)% hit; by lot it would be ([\d.]+)%\n", run.stdout)
    assert told is not None, run.stdout
    assert float(told[1]) > 2 * float(told[2])
    policy = runpy.run_path(str(example))["make_policy"](Encoder(sm.preset_rules("standard")))
    view = sm.new_game("standard", seed=99).view(0)
    if not view.legal:
        view = sm.new_game("standard", seed=99).view(1)
    assert str(PolicyPlayer(policy).choose(view, [], 1.0)) in view.legal
