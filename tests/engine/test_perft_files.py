"""The perft files of every preset (tests/perft/, made by tools/perft_files.py)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spite_and_malice.engine import Position
from spite_and_malice.engine.conformance import perft
from spite_and_malice.engine.core import IS_NATIVE
from spite_and_malice.rules import PRESETS

FOLDER = Path(__file__).resolve().parents[1] / "perft"
MOST_COUNTED_IN_PURE_PYTHON = 200_000


@pytest.mark.parametrize("preset_id", PRESETS)
def test_10_perft_of(preset_id: str) -> None:
    counted = 0
    for line in (FOLDER / f"{preset_id}.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        if IS_NATIVE or vector["perft"] <= MOST_COUNTED_IN_PURE_PYTHON:
            assert perft(Position.from_json(vector["position"]), vector["depth"]) == vector["perft"], vector["id"]
            counted += 1
    assert counted or not IS_NATIVE


def test_every_file_belongs_to_a_preset() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(PRESETS)
