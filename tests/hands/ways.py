"""Deals of patience with a known solution, and positions in which every kind of legal move of a game occurs.

``python -m tests.hands.ways`` rewrites ways.jsonl. For a preset that is missing there, or whose rules have changed
since, a deal is searched when it is played.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from spite_and_malice.patience import PRESETS, Position, deal_number, preset_rules, solve

from .kinds import patience_kind

FILE: Final = Path(__file__).with_name("ways.jsonl")
_DEALS: Final = 12
"""The number of won deals of which the one with the shortest solution is chosen."""
_TRIES: Final = 60
_SECONDS: Final = 4.0
_PLAYOUTS: Final = 80
_LONGEST: Final = 150


@dataclass(frozen=True)
class Line:
    """Moves from a deal on."""

    deal: int
    moves: tuple[str, ...]

    def views(self, preset: str) -> Iterator[tuple[Position, str | None]]:
        """Yield each position of the line with the move played in it, None in the last one."""
        position = deal_number(preset_rules(preset), self.deal)
        for move in self.moves:
            yield position, move
            position.play(move)
        yield position, None


@dataclass(frozen=True)
class Ways:
    """A solution of a game, and short lines to positions with the other kinds of its legal moves."""

    whole: Line
    lines: tuple[Line, ...]
    is_won: bool


@cache
def ways_of(preset: str) -> Ways:
    """Return the solutions of a preset: those of the file, or newly found ones."""
    stored = _stored().get(preset)
    if stored is not None and _holds(preset, stored):
        return stored
    return find(preset)


@cache
def _stored() -> dict[str, Ways]:
    found = {}
    for line in FILE.read_text("utf-8").splitlines() if FILE.exists() else ():
        data = json.loads(line)
        lines = [Line(each["deal"], tuple(each["moves"])) for each in (data["whole"], *data["lines"])]
        found[data["preset"]] = Ways(lines[0], tuple(lines[1:]), data["won"])
    return found


def _holds(preset: str, ways: Ways) -> bool:
    """Whether the moves are still legal and still win."""
    for line in (ways.whole, *ways.lines):
        for position, move in line.views(preset):
            if move is not None and move not in position.view().legal:
                return False
            if move is None and line is ways.whole and ways.is_won and position.result != "won":
                return False
    return True


def kinds_of(preset: str) -> set[str]:
    """Return the kinds of moves that are legal somewhere along the solutions of a preset."""
    ways = ways_of(preset)
    return {
        kind
        for line in (ways.whole, *ways.lines)
        for position, _move in line.views(preset)
        for kind in _kinds(position)
    }


def find(preset: str) -> Ways:
    """Search for the solutions of a preset."""
    whole = _winning(preset)
    is_won = whole is not None
    first, explored = _explored(preset)
    whole = whole or first
    seen = {kind for position, _move in whole.views(preset) for kind in _kinds(position)}
    lines: list[Line] = []
    for kind, line in sorted(explored.items(), key=lambda found: len(found[1].moves)):
        if kind not in seen:
            lines.append(line)
            *_, (last, _none) = line.views(preset)
            seen |= _kinds(last)
    return Ways(whole, tuple(lines), is_won)


def _kinds(position: Position) -> set[str]:
    view = position.view().to_json()
    return {patience_kind(view, move) for move in view["legal"]}


def _winning(preset: str) -> Line | None:
    """Return the shortest of the first solutions found."""
    best: Line | None = None
    won = 0
    until = perf_counter() + 10 * _SECONDS
    for deal in range(1, _TRIES):
        found = solve(deal_number(preset_rules(preset), deal), seconds=_SECONDS)
        if found.verdict == "won":
            won += 1
            if best is None or len(found.moves) < len(best.moves):
                best = Line(deal, tuple(map(str, found.moves)))
        if won == _DEALS or (best is not None and perf_counter() > until):
            break
    return best


def _explored(preset: str) -> tuple[Line, dict[str, Line]]:
    """Play at random; return the longest line, and for each kind of move the shortest to where it is legal."""
    random = Random(preset)
    longest = Line(1, ())
    shortest: dict[str, Line] = {}
    for deal in range(1, _PLAYOUTS + 1):
        position = deal_number(preset_rules(preset), deal)
        moves: list[str] = []
        while len(moves) < _LONGEST and (legal := position.view().legal):
            for kind in _kinds(position):
                if kind not in shortest or len(moves) < len(shortest[kind].moves):
                    shortest[kind] = Line(deal, tuple(moves))
            kinds = {patience_kind(position.view().to_json(), move): move for move in random.sample(legal, len(legal))}
            moves.append(random.choice(list(kinds.values())))
            position.play(moves[-1])
        if len(moves) > len(longest.moves):
            longest = Line(deal, tuple(moves))
    return longest, shortest


def main() -> None:
    """Write the solutions of all presets, or of those named."""
    wanted = sys.argv[1:] or list(PRESETS)
    kept = _stored() | {preset: find(preset) for preset in wanted}
    with FILE.open("w", encoding="utf-8") as file:
        for preset in filter(kept.__contains__, PRESETS):
            ways = kept[preset]
            lines = [{"deal": line.deal, "moves": line.moves} for line in (ways.whole, *ways.lines)]
            data = {"preset": preset, "won": ways.is_won, "whole": lines[0], "lines": lines[1:]}
            file.write(json.dumps(data, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
