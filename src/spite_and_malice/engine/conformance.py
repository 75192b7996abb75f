"""Counting sequences of moves, and running conformance vectors (RULES.md section 10)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, Self

from spite_and_malice.engine.chance import UNSHUFFLED
from spite_and_malice.engine.core import perft as count_moves
from spite_and_malice.engine.notation import IllegalMove, InvalidNotation
from spite_and_malice.engine.position import Position
from spite_and_malice.rules import InvalidRules, Rules

MOST_DEPTH: Final = 99


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves, without chance. Games that end earlier do not count."""
    _check(depth)
    counted = position.clone()
    counted.core.use_chance(None)
    return count_moves(counted.core, depth)


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return the `perft` count for each first move, sorted by move text. `depth` is at least 1."""
    return dict(divided(position, depth))


def divided(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Yield the results of `divide`, each first move as soon as it is counted."""
    _check(depth)
    if depth == 0:
        raise ValueError("dividing needs a depth of at least 1")
    for move in sorted(position.legal_moves, key=str):
        child = position.clone()
        child.play(move, UNSHUFFLED)
        yield str(move), perft(child, depth - 1)


def _check(depth: int) -> None:
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"the depth must be from 0 to {MOST_DEPTH}, not {depth}")


class InvalidVector(ValueError):
    """A line is not a conformance vector."""


Runner = Callable[[dict[str, Any]], list[str]]
"""Runs one vector: returns its failures, none if it passes; raises `InvalidVector` for anything else."""


def run_file(path: Path, games: Mapping[str, Runner] | None = None) -> Iterator[tuple[str, list[str]]]:
    """Run every vector of a file: yields its id and its failures, each a sentence with what was expected.

    `games` has a runner for the vectors of other games, by the value of their ``"game"``.

    Raises OSError if the file cannot be read. A line that is not a vector is reported by its line number.
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
    """Return the failures of one vector as sentences that say what was expected; none if it passes."""
    if not isinstance(vector, dict):
        raise InvalidVector("it must be an object")
    if "rules" in vector:
        return run_rules(vector, Rules)
    if "position" not in vector:
        raise InvalidVector('it has neither "rules" nor "position"')
    position = Position.from_json(vector["position"])
    if "perft" in vector:
        return differ("perft", vector["perft"], perft(position, depth_of(vector, MOST_DEPTH)))
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


class _Rules(Protocol):
    @classmethod
    def from_json(cls, value: object, /) -> Self: ...

    def to_json(self) -> dict[str, Any]: ...


def run_rules(vector: dict[str, Any], kind: type[_Rules]) -> list[str]:
    """Return the failures of a rules vector for a game with the given kind of rules."""
    try:
        rules = kind.from_json(vector["rules"])
    except InvalidRules as error:
        return [] if vector.get("error") else [f"expected the rules to be accepted, but: {error}"]
    if vector.get("error"):
        return ["expected the rules to be refused, but they were accepted"]
    return [] if kind.from_json(rules.to_json()) == rules else ["expected the rules to survive a round trip"]


def depth_of(vector: dict[str, Any], most: int) -> int:
    """Return the depth to which a vector counts positions. Raises `InvalidVector` unless it is within the limit."""
    depth = vector.get("depth")
    if type(depth) is not int or not 0 <= depth <= most:
        raise InvalidVector(f'"depth" must be a whole number from 0 to {most}')
    return depth


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
    """Compare two positions key by key: hands as multisets, rules by meaning."""
    expected, found = _canonical(expected), _canonical(found)
    keys = sorted(expected.keys() | found.keys())
    return [failure for key in keys for failure in differ(f"{what}, {key}", expected.get(key), found.get(key))]


def _canonical(position: dict[str, Any]) -> dict[str, Any]:
    """Return the position with sorted hands and all rule fields: a deck may leave `jokers` out (section 2)."""
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


def differ(what: str, expected: object, found: object) -> list[str]:
    """Return a sentence if a value differs from the expected one, else nothing."""
    # Compared as text: in Python 1, 1.0 and True are equal.
    if json.dumps(expected, sort_keys=True) == json.dumps(found, sort_keys=True):
        return []
    return [f"{what}: expected {json.dumps(expected)}, found {json.dumps(found)}"]
