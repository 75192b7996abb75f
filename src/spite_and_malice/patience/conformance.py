"""Running the conformance vectors of patience (PATIENCE.md section 9)."""

from __future__ import annotations

from typing import Any, Final

from spite_and_malice.engine.conformance import InvalidVector, depth_of, differ, run_rules
from spite_and_malice.patience.deals import deal_pack
from spite_and_malice.patience.perft import MOST_DEPTH, perft
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules

GAMES: Final = ("klondike", "patience")
"""The ``"game"`` of the vectors, with the same meaning."""


def run_vector(vector: dict[str, Any]) -> list[str]:
    """The failures of one vector, each a sentence with the expected value; none if it passes.

    Raises `InvalidVector` for an invalid vector, and the errors of reading a position or a move.
    """
    if "pack" in vector:
        if not isinstance(vector["pack"], list):
            raise InvalidVector('"pack" must be a list')
        dealt = deal_pack(Rules.from_json(vector.get("rules")), vector["pack"])
        failures = _compare("position", vector.get("position"), dealt)
        return failures + (_play_out(dealt, vector["moves"]) if "moves" in vector else [])
    if "rules" in vector and "error" in vector:
        return run_rules(vector, Rules)
    if "position" not in vector:
        raise InvalidVector('it has neither "rules" nor "position"')
    position = Position.from_json(vector["position"])
    if "moves" in vector:
        return _play_out(position, vector["moves"])
    if "view" in vector:
        found = position.view().to_json()
        return [] if found == vector["view"] else differ("view", vector["view"], found)
    if "perft" in vector:
        return differ("perft", vector["perft"], perft(position, depth_of(vector, MOST_DEPTH)))
    failures = _compare("the position read and written again", vector["position"], position)
    if vector.get("legal") is not None:
        failures += differ("legal", vector["legal"], sorted(map(str, position.legal_moves)))
    if vector.get("move") is not None:
        position.play(vector["move"])
        if vector.get("after") is not None:
            failures += _compare("after", vector["after"], position)
    return failures


def _play_out(position: Position, moves: list[str]) -> list[str]:
    """Play a solution and compare its result."""
    for move in moves:
        position.play(move)
    return differ("result", "won", position.result)


def _compare(what: str, expected: object, position: Position) -> list[str]:
    """Compare a position with the expected one, key by key; the rules by their meaning."""
    if not isinstance(expected, dict):
        raise InvalidVector(f'"{what}" must be an object')
    found = position.to_json()
    expected = {**expected, "rules": Rules.from_json(expected.get("rules", {})).to_json()}
    keys = sorted(expected.keys() | found.keys())
    return [failure for key in keys for failure in differ(f"{what}, {key}", expected.get(key), found.get(key))]
