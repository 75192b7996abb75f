"""Running the conformance vectors of patience (PATIENCE.md section 7)."""

from __future__ import annotations

import json
from typing import Any

from spite_and_malice.engine.conformance import InvalidVector
from spite_and_malice.patience.deals import deal_pack
from spite_and_malice.patience.perft import MOST_DEPTH, perft
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules
from spite_and_malice.rules.errors import InvalidRules

GAME = "klondike"
"""What the vectors of this game name as their ``"game"``."""


def run_vector(vector: dict[str, Any]) -> list[str]:
    """The failures of one vector, each a sentence with what was expected; none if it passes.

    Raises `InvalidVector` for what is none, and what reading a position or a move raises.
    """
    if "pack" in vector:
        if not isinstance(vector["pack"], list):
            raise InvalidVector('"pack" must be a list')
        dealt = deal_pack(Rules.from_json(vector.get("rules")), vector["pack"])
        return _compare("position", vector.get("position"), dealt)
    if "rules" in vector:
        return _run_rules(vector)
    if "position" not in vector:
        raise InvalidVector('it has neither "rules" nor "position"')
    position = Position.from_json(vector["position"])
    if "perft" in vector:
        if type(vector.get("depth")) is not int or not 0 <= vector["depth"] <= MOST_DEPTH:
            raise InvalidVector(f'"depth" must be a whole number from 0 to {MOST_DEPTH}')
        return _differ("perft", vector["perft"], perft(position, vector["depth"]))
    failures = _compare("the position read and written again", vector["position"], position)
    if vector.get("legal") is not None:
        failures += _differ("legal", vector["legal"], sorted(map(str, position.legal_moves)))
    if vector.get("move") is not None:
        position.play(vector["move"])
        if vector.get("after") is not None:
            failures += _compare("after", vector["after"], position)
    return failures


def _run_rules(vector: dict[str, Any]) -> list[str]:
    try:
        rules = Rules.from_json(vector["rules"])
    except InvalidRules as error:
        return [] if vector.get("error") else [f"expected the rules to be accepted, but: {error}"]
    if vector.get("error"):
        return ["expected the rules to be refused, but they were accepted"]
    return [] if Rules.from_json(rules.to_json()) == rules else ["expected the rules to survive a round trip"]


def _compare(what: str, expected: object, position: Position) -> list[str]:
    """Compare a position with what was expected, key by key; the rules as what they say."""
    if not isinstance(expected, dict):
        raise InvalidVector(f'"{what}" must be an object')
    found = position.to_json()
    expected = {**expected, "rules": Rules.from_json(expected.get("rules", {})).to_json()}
    keys = sorted(expected.keys() | found.keys())
    return [failure for key in keys for failure in _differ(f"{what}, {key}", expected.get(key), found.get(key))]


def _differ(what: str, expected: object, found: object) -> list[str]:
    # By their texts: to Python 1, 1.0 and true are equal.
    if json.dumps(expected, sort_keys=True) == json.dumps(found, sort_keys=True):
        return []
    return [f"{what}: expected {json.dumps(expected)}, found {json.dumps(found)}"]
