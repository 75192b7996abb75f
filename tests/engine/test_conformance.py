"""The conformance vectors (RULES.md section 10), that a wrong one fails with the expected value, and the perft files.

Those, one for each preset, are made by tools/perft_files.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.engine import Position
from spite_and_malice.engine.conformance import perft, run_file
from spite_and_malice.engine.core import IS_NATIVE
from spite_and_malice.rules import PRESETS
from tests.examples import some

Vector = dict[str, Any]
FOLDER = Path(__file__).resolve().parents[1] / "conformance"
PERFT = FOLDER.parent / "perft"
MOST_COUNTED_IN_PURE_PYTHON = 200_000


@pytest.mark.parametrize("path", [FOLDER / "vectors.jsonl"], ids=lambda path: path.name)
def test_10_every_vector_passes(path: Path) -> None:
    results = dict(run_file(path))
    assert len(results) > 500
    assert {name: failures for name, failures in results.items() if failures} == {}


def first_vector(path: Path, key: str) -> Vector:
    with path.open(encoding="utf-8") as lines:
        return next(vector for vector in map(json.loads, lines) if key in vector)


def run(tmp_path: Path, *lines: object) -> list[tuple[str, list[str]]]:
    """Run these vectors, or lines of text, as a file."""
    path = tmp_path / "given.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return list(run_file(path))


def test_10_a_vector_made_wrong_fails_with_what_was_expected(tmp_path: Path, vectors_path: Path) -> None:
    vector = first_vector(vectors_path, "move")
    vector["legal"] = ["P-C1", *vector["legal"][1:]]
    vector["after"]["turn"] = 7
    vector["after"]["players"][0]["hand"] = ["Ah"]
    ((name, failures),) = run(tmp_path, vector)
    assert name == vector["id"]
    legal, players, turn = failures
    assert legal.startswith("legal: expected [")
    assert "missing ['P-C1'], not expected ['H" in legal
    assert players.startswith('after, players: expected [{"hand": ["Ah"]')
    assert turn == "after, turn: expected 7, found 1"


def test_10_hands_compare_as_multisets(tmp_path: Path, vectors_path: Path) -> None:
    vector = first_vector(vectors_path, "move")
    for player in vector["after"]["players"]:
        player["hand"].reverse()
    assert run(tmp_path, vector) == [(vector["id"], [])]
    vector["after"]["stock"].reverse()
    ((_, failures),) = run(tmp_path, vector)
    assert len(failures) == 1
    assert failures[0].startswith("after, stock: expected ")


def test_10_rules_compare_by_what_they_say(tmp_path: Path, vectors_path: Path) -> None:
    vector = first_vector(vectors_path, "move")
    for position in (vector["position"], vector["after"]):
        assert position["rules"]["deck"].pop("jokers") == 0
    assert run(tmp_path, vector) == [(vector["id"], [])]
    vector["after"]["rules"]["hand"] = 4
    ((_, failures),) = run(tmp_path, vector)
    assert len(failures) == 1
    assert failures[0].startswith("after, rules: expected ")


def test_10_a_wrong_perft_count_fails(tmp_path: Path, vectors_path: Path) -> None:
    vector = first_vector(vectors_path, "perft")
    right = vector["perft"]
    vector["perft"] += 1
    assert run(tmp_path, vector) == [(vector["id"], [f"perft: expected {right + 1}, found {right}"])]


@pytest.mark.parametrize(
    ("rules", "error", "sentence"),
    [
        ({}, True, "expected the rules to be refused, but they were accepted"),
        ({"hand": 11}, False, "expected the rules to be accepted, but: hand must be"),
    ],
)
def test_10_rules_refused_or_accepted_against_the_vector_fail(
    tmp_path: Path, rules: Vector, error: bool, sentence: str
) -> None:
    ((_, failures),) = run(tmp_path, {"id": "rules/1", "rules": rules, "error": error})
    assert failures[0].startswith(sentence)
    assert run(tmp_path, {"id": "rules/1", "rules": rules, "error": not error}) == [("rules/1", [])]


def test_10_an_illegal_move_fails_with_the_reason(tmp_path: Path, vectors_path: Path) -> None:
    vector = first_vector(vectors_path, "move")
    vector["move"] = "P-L1"
    ((_, failures),) = run(tmp_path, vector)
    assert failures == [
        "expected a position and a move that can be read, but: P-L1 is not legal. These rules have no loading."
    ]


def test_10_every_broken_line_fails_alone(tmp_path: Path, vectors_path: Path) -> None:
    good = first_vector(vectors_path, "move")
    position = good["position"]
    broken: list[object] = [
        "{",
        "[1, 2]",
        {"id": "x"},
        {"id": "x", "position": position, "perft": 3},
        {"id": "x", "position": position, "perft": 3, "depth": "2"},
        {"id": "x", "position": position, "legal": 7},
        {"id": "x", "position": position, "legal": [["H"]]},
        {"id": "x", "position": position, "move": ["H"]},
        {"id": "x", "position": position, "move": good["move"], "after": []},
        {"id": "x", "position": position, "move": good["move"], "after": {"players": [3]}},
        {"id": "x", "position": {}},
        {"id": "x", "position": None},
        "[" * 100_000,
        '{"id": "x", "rules": {"hand": ' + "9" * 5000 + '}, "error": true}',
        r'{"id": "\ud800", "rules": {"\ud800": ["\ud800"]}, "error": false}',
    ]
    results = run(tmp_path, *broken, "", good)
    assert len(results) == len(broken) + 1
    assert all(failures for _, failures in results[:-1])
    assert results[0][0] == "given.jsonl:1"
    assert all("".join([name, *failures]).encode() for name, failures in results), "all of it can be printed"
    assert results[-1] == (good["id"], [])


def test_10_a_vector_of_a_finished_game_has_no_move(tmp_path: Path, vectors_path: Path) -> None:
    position = first_vector(vectors_path, "move")["position"]
    position.update(stage="over", result={"reason": "stock", "winners": [], "scores": [0, 1]})
    vector: Vector = {"id": "over", "position": position, "legal": [], "move": None, "after": None}
    ((_, failures),) = run(tmp_path, vector)
    assert failures == []


@pytest.mark.parametrize("preset_id", some(PRESETS, "src/spite_and_malice/engine/", "tests/perft/", of=4))
def test_10_perft_of(preset_id: str) -> None:
    counted = 0
    for line in (PERFT / f"{preset_id}.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        if IS_NATIVE or vector["perft"] <= MOST_COUNTED_IN_PURE_PYTHON:
            assert perft(Position.from_json(vector["position"]), vector["depth"]) == vector["perft"], vector["id"]
            counted += 1
    assert counted or not IS_NATIVE


def test_every_perft_file_belongs_to_a_preset() -> None:
    assert {path.stem for path in PERFT.glob("*.jsonl")} == set(PRESETS)
