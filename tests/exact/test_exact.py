"""The same seeds give the same games in every Python: compiled, uncompiled, and in the kit that a browser runs."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from spite_and_malice.cli import main
from spite_and_malice.engine.core import IS_NATIVE
from spite_and_malice.rules import PRESETS, preset_rules

from .playing import Found, Wanted, Work
from .wanted import ALL_MOVES, HOUSE_RULES, PROGRAM, VECTORS, files_for_vectors, wanted_games

MOVES: Final = 3
"""The number of moves played of each game; whole.py plays them to their ends."""
FINISHED: Final = "quick"
"""The preset whose game is played to its end in any case."""


@pytest.fixture(scope="module")
def games() -> list[Wanted]:
    """Every preset, and random rules."""
    finished = Wanted(name="finished", rules=preset_rules(FINISHED).to_json(), seed=1, moves=ALL_MOVES)
    return [*wanted_games(MOVES), finished]


@pytest.fixture(scope="module")
def here(root: Path, games: list[Wanted], tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Play the games in this Python, as it is."""
    return played(root, games, tmp_path_factory.mktemp("here"))


@pytest.fixture(scope="module")
def in_kit(
    root: Path, in_kit_command: list[str], games: list[Wanted], tmp_path_factory: pytest.TempPathFactory
) -> Found:
    """Play the games and run the vectors in the kit, by Node.js."""
    folder = tmp_path_factory.mktemp("kit")
    for name, text in files_for_vectors(root).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return found(
        [*in_kit_command, str(PROGRAM), str(folder)],
        {"games": games, "vectors": list(VECTORS), "checks": "/given/checks"},
        folder,
    )


def found(command: list[str], work: Work, folder: Path, **environment: str) -> Found:
    (folder / "wanted.json").write_text(json.dumps(work), encoding="utf-8")
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stderr or done.stdout)[-2000:]
    told: Found = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    return told


def played(root: Path, games: list[Wanted], folder: Path, **environment: str) -> Found:
    """Play the games in this Python, in a separate process."""
    command = [sys.executable, str(PROGRAM), str(folder)]
    paths = {"PYTHONPATH": str(root / "src"), **environment}
    return found(command, {"games": games, "vectors": [], "checks": None}, folder, **paths)


def digests(told: Found) -> dict[str, str]:
    """Return the SHA-256 of every record, which has all shuffles, moves and the result, by the names of the rules."""
    return {name: hashlib.sha256(record.encode()).hexdigest() for name, record in told["records"].items()}


def differing(one: Found, other: Found) -> dict[str, Any]:
    """Return the digests that differ, by the names of the rules."""
    theirs = digests(other)
    assert digests(one).keys() == theirs.keys()
    return {name: (digest, theirs[name]) for name, digest in digests(one).items() if digest != theirs[name]}


def test_every_rule_set_is_played_alike_in_the_kit(here: Found, in_kit: Found) -> None:
    assert in_kit["package"] == "/library.d/spite_and_malice", "these are the kit's own modules"
    assert not in_kit["compiled"]
    assert len(here["records"]) == len(PRESETS) + HOUSE_RULES + 1
    assert differing(here, in_kit) == {}


@pytest.mark.nightly("src/spite_and_malice/engine/", "src/spite_and_malice/rules/")
@pytest.mark.skipif(not IS_NATIVE, reason="the core is not compiled here: there is nothing to compare")
def test_every_rule_set_is_played_alike_uncompiled(
    root: Path, tmp_path: Path, games: list[Wanted], here: Found
) -> None:
    uncompiled = played(root, games, tmp_path, SPITE_PURE="1")
    assert here["compiled"]
    assert not uncompiled["compiled"]
    assert differing(here, uncompiled) == {}


def test_every_conformance_vector_passes_in_the_kit(in_kit: Found) -> None:
    assert len(in_kit["vectors"]) > 1000
    assert {name: failures for name, failures in in_kit["vectors"].items() if failures} == {}


def test_records_made_in_the_kit_can_be_verified(tmp_path: Path, in_kit: Found) -> None:
    files = []
    for name, record in in_kit["records"].items():
        files.append(tmp_path / f"{name}.txt")
        files[-1].write_text(record, encoding="utf-8")
    assert "reason: " in in_kit["records"]["finished"].partition("[result]")[2], "a whole game is among them"
    done = CliRunner().invoke(main, ["verify", *map(str, files)])
    assert done.exit_code == 0, done.output
    assert len(done.output.splitlines()) == len(files)
