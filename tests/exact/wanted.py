"""The games played identically in every Python, and the kit's files for its vectors."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from spite_and_malice.rules import PRESETS, preset_rules
from tests.strategies import house_rules

from .playing import Wanted

HOUSE_RULES: Final = 100
ALL_MOVES: Final = 10_000
"""More than any of the games has."""
VECTORS: Final = ("vectors.jsonl", "boxed.jsonl", "patience.jsonl")
PROGRAM: Final = Path(__file__).parent / "playing.py"

_CHECKS: Final = ("engine/conformance.py", "patience/conformance.py", "patience/perft.py")
"""The kit has no code for running vectors: only that comes from the source."""


def wanted_games(moves: int) -> list[Wanted]:
    """Return a game of every preset, and of random rules, each with a limit of moves."""
    presets = [
        Wanted(name=preset, rules=preset_rules(preset).to_json(), seed=seed, moves=moves)
        for seed, preset in enumerate(PRESETS)
    ]
    return presets + [
        Wanted(name=f"house-{seed}", rules=house_rules(Random(seed)).to_json(), seed=seed, moves=moves)
        for seed in range(HOUSE_RULES)
    ]


def files_for_vectors(root: Path, every: int = 1) -> dict[str, str]:
    """Return the files that `playing.py` needs beside it in a kit to run vectors, all or every n-th, by name."""
    files = {}
    for name in VECTORS:
        lines = (root / "tests" / "conformance" / name).read_text(encoding="utf-8").splitlines(keepends=True)
        files[name] = "".join(lines[::every])
    for name in _CHECKS:
        files[f"checks/{name}"] = (root / "src" / "spite_and_malice" / name).read_text(encoding="utf-8")
    return files
