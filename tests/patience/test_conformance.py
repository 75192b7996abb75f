"""The conformance vectors of patience (PATIENCE.md section 7), and that a wrong one fails with the expected result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from spite_and_malice.cli import main
from spite_and_malice.engine.conformance import run_file
from spite_and_malice.patience.conformance import GAMES, run_vector

VECTORS = Path(__file__).resolve().parents[1] / "conformance" / "patience.jsonl"


def first(*keys: str) -> dict[str, Any]:
    """Return the first vector that has all of some keys."""
    with VECTORS.open(encoding="utf-8") as lines:
        return next(vector for vector in map(json.loads, lines) if all(key in vector for key in keys))


def run(tmp_path: Path, *lines: object) -> list[tuple[str, list[str]]]:
    path = tmp_path / "given.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return list(run_file(path, dict.fromkeys(GAMES, run_vector)))


def test_7_every_vector_passes() -> None:
    results = dict(run_file(VECTORS, dict.fromkeys(GAMES, run_vector)))
    assert len(results) == 4464
    assert {name: failures for name, failures in results.items() if failures} == {}


def test_9_every_solution_wins() -> None:
    results = dict(run_file(VECTORS.with_name("solutions.jsonl"), dict.fromkeys(GAMES, run_vector)))
    assert len(results) == 69
    assert {name: failures for name, failures in results.items() if failures} == {}


def test_9_a_solution_that_does_not_win_fails(tmp_path: Path) -> None:
    given = json.loads(VECTORS.with_name("solutions.jsonl").read_text(encoding="utf-8").splitlines()[0])
    ((_, failures),) = run(tmp_path, {**given, "moves": given["moves"][:-1]})
    assert failures == ['result: expected "won", found null']


def test_7_the_command_runs_them_beside_those_of_the_other_game(tmp_path: Path) -> None:
    lines = [first("move"), {**first("perft"), "perft": 1}, {"id": "rules/1", "rules": {"hand": 11}, "error": True}]
    path = tmp_path / "both.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = CliRunner().invoke(main, ["conformance", str(path)])
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == "2 passed, 1 failed"
    assert "perft: expected 1, found " in done.output


@pytest.mark.parametrize(
    ("key", "value", "failure"),
    [
        ("legal", ["draw"], "legal: expected"),
        ("move", "W-Z", "no move"),
        ("after", {}, "after, pass: expected null, found"),
        ("position", {}, "The position lacks rules, stock"),
    ],
)
def test_7_a_vector_made_wrong_fails_with_the_reason(tmp_path: Path, key: str, value: object, failure: str) -> None:
    ((_, failures),) = run(tmp_path, {**first("move"), key: value})
    assert any(failure in each for each in failures), failures


def test_7_one_is_not_one_point_nought(tmp_path: Path) -> None:
    vector = first("move", "after")
    vector["after"]["pass"] = float(vector["after"]["pass"])
    ((_, failures),) = run(tmp_path, vector)
    assert failures[0].startswith("after, pass: expected")


@pytest.mark.parametrize(
    "vector",
    [
        {"id": "x"},
        {"id": "x", "pack": 7, "rules": {}},
        {"id": "x", "pack": ["Ah"], "rules": {}},
        {"id": "x", "position": None},
        {**first("perft"), "depth": "3"},
        {**first("move"), "move": "Fs-T4:2"},
        {**first("move"), "after": 3},
        {**first("move"), "move": ["draw"]},
    ],
)
def test_7_a_broken_vector_fails_alone(tmp_path: Path, vector: dict[str, Any]) -> None:
    good = first("move")
    results = run(tmp_path, {"game": "klondike", **vector}, good)
    assert results[0][1]
    assert results[1] == (good["id"], [])


def test_perft_on_the_command_line(tmp_path: Path) -> None:
    vector = first("perft")
    path = tmp_path / "position.json"
    path.write_text(json.dumps(vector["position"]), encoding="utf-8")
    arguments = ["perft", str(path), "--depth", str(vector["depth"])]
    done = CliRunner().invoke(main, [*arguments, "--divide"])
    assert done.exit_code == 0
    *divided, total = done.output.splitlines()
    assert int(total) == vector["perft"] == sum(int(line.split()[1]) for line in divided)
