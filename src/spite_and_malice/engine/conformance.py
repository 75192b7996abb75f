"""Running conformance vectors (RULES.md section 10)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from spite_and_malice.engine import UNSHUFFLED
from spite_and_malice.engine.errors import IllegalMove, InvalidNotation
from spite_and_malice.engine.perft import MOST_DEPTH, perft
from spite_and_malice.engine.position import Position
from spite_and_malice.rules import InvalidRules, Rules


class InvalidVector(ValueError):
    """A line that is no conformance vector."""


Runner = Callable[[dict[str, Any]], list[str]]
"""Runs one vector: returns its failures, none if it passes; raises `InvalidVector` for what is none."""


def run_file(path: Path, games: Mapping[str, Runner] | None = None) -> Iterator[tuple[str, list[str]]]:
    """Run every vector of a file: yields its id and its failures, each a sentence with what was expected.

    `games` has a runner for the vectors of other games, by what they name as their ``"game"``.

    Raises OSError if the file cannot be read. A line that is no vector fails under the name of its place.
    """
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            name = f"{path.name}:{number}"
            try:
                vector = json.loads(line)
            except (ValueError, RecursionError) as error:
                yield name, [f"this line is no vector: {error}"]
                continue
            if isinstance(vector, dict):
                name = str(vector.get("id", name)).encode(errors="backslashreplace").decode()
            try:
                other = (games or {}).get(vector.get("game", "")) if isinstance(vector, dict) else None
                failures = other(vector) if other is not None else run_vector(vector)
            except InvalidVector as error:
                failures = [f"this line is no vector: {error}"]
            except (InvalidNotation, InvalidRules, IllegalMove) as error:
                failures = [f"expected a position and a move that can be read, but: {error}"]
            yield name, failures


def run_vector(vector: object) -> list[str]:
    """The failures of one vector, each a sentence with what was expected; none if it passes."""
    if not isinstance(vector, dict):
        raise InvalidVector("it must be an object")
    if "rules" in vector:
        return _run_rules(vector)
    if "position" not in vector:
        raise InvalidVector('it has neither "rules" nor "position"')
    position = Position.from_json(vector["position"])
    if "perft" in vector:
        if type(vector.get("depth")) is not int or not 0 <= vector["depth"] <= MOST_DEPTH:
            raise InvalidVector(f'"depth" must be a whole number from 0 to {MOST_DEPTH}')
        return _differ("perft", vector["perft"], perft(position, vector["depth"]))
    for key, kind, what in (("legal", list, "a list"), ("move", str, "a text"), ("after", dict, "an object")):
        if vector.get(key) is not None and not isinstance(vector[key], kind):
            raise InvalidVector(f'"{key}" must be {what}')
    failures = _run_round_trip(vector["position"], position)
    if vector.get("legal") is not None:
        failures += _run_legal(vector["legal"], position)
    if vector.get("move") is not None:
        position.play(vector["move"], UNSHUFFLED)
        if vector.get("after") is not None:
            failures += _compare("after", vector["after"], position.to_json())
    return failures


def _run_rules(vector: dict[str, Any]) -> list[str]:
    try:
        rules = Rules.from_json(vector["rules"])
    except InvalidRules as error:
        return [] if vector.get("error") else [f"expected the rules to be accepted, but: {error}"]
    if vector.get("error"):
        return ["expected the rules to be refused, but they were accepted"]
    return [] if Rules.from_json(rules.to_json()) == rules else ["expected the rules to survive a round trip"]


def _run_round_trip(given: dict[str, Any], position: Position) -> list[str]:
    return _compare("the position read and written again", given, position.to_json())


def _run_legal(expected: list[object], position: Position) -> list[str]:
    found = sorted(str(move) for move in position.legal_moves)
    if found == expected:
        return []
    wanted = {str(move) for move in expected}
    missing = sorted(wanted - set(found))
    extra = sorted(set(found) - wanted)
    return [f"legal: expected {expected}; missing {missing}, not expected {extra}"]


def _compare(what: str, expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Compare two positions key by key: hands as multisets, rules as what they say."""
    expected, found = _canonical(expected), _canonical(found)
    keys = sorted(expected.keys() | found.keys())
    return [failure for key in keys for failure in _differ(f"{what}, {key}", expected.get(key), found.get(key))]


def _canonical(position: dict[str, Any]) -> dict[str, Any]:
    """The position with its hands sorted and its rules written in full: a deck may leave `jokers` out (section 2)."""
    position = dict(position)
    if isinstance(position.get("players"), list):
        position["players"] = [_with_sorted_hand(player) for player in position["players"]]
    with suppress(InvalidRules):
        position["rules"] = Rules.from_json(position.get("rules")).to_json()
    return position


def _with_sorted_hand(player: object) -> object:
    if not isinstance(player, dict) or not isinstance(player.get("hand"), list):
        return player
    return {**player, "hand": sorted(player["hand"], key=str)}


def _differ(what: str, expected: object, found: object) -> list[str]:
    if expected == found:
        return []
    return [f"{what}: expected {json.dumps(expected)}, found {json.dumps(found)}"]
