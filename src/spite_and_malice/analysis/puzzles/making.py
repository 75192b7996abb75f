"""Finding puzzles in games, simulated or played by people, and grading them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from spite_and_malice.analysis.puzzles.proof import prove, tables_of
from spite_and_malice.analysis.puzzles.puzzle import GRADES, Puzzle
from spite_and_malice.analysis.puzzles.seen import write_view
from spite_and_malice.analysis.puzzles.solvers import chances, difficulty
from spite_and_malice.engine import UNSHUFFLED, View, deal_by_seed
from spite_and_malice.engine.core import seed_of_game
from spite_and_malice.play import Record
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, Rules, preset_rules

SHORTEST: Final = 3
MOST_WAYS: Final = 2
MOST_LUCK: Final = 0.34
EASIEST: Final = 0.5
"""A puzzle that misses fewer solvers is none (`solvers.difficulty`)."""
MOST_PLAYERS: Final = 4
MOST_OF_A_GAME: Final = 3
_PLAYING: Final = ("beginner", "casual", "club")
"""The levels that play at once under all rules."""
_MOST_MOVES: Final = 3000
_SECONDS: Final = 60.0
_MIDDLE: Final = 25.0
"""The rating of who has none yet; see server/features/puzzles/."""
_SPREAD: Final = 6.0


@dataclass(frozen=True, slots=True)
class Games:
    """Some of the games of a preset: from a number on, a number of them, of a seed."""

    preset: str
    seed: int
    first: int
    count: int


class Fresh(NamedTuple):
    """What the seat to move sees when new cards have come to light, with the preset and a number of its game."""

    preset: str
    game: int
    view: View


def fresh_views(games: Games) -> Iterator[Fresh]:
    """Play games of the levels against each other; yield every fresh view."""
    for number in range(games.first, games.first + games.count):
        rules = _rules(games.preset, number)
        seed = seed_of_game(seed_of_game(games.seed, list(PRESETS).index(games.preset)), number)
        position = deal_by_seed(rules, number % rules.players, seed)
        players = [
            PLAYERS[_PLAYING[(number + seat) % len(_PLAYING)]].make(seed_of_game(seed, seat))
            for seat in range(rules.players)
        ]
        is_fresh, moves = True, 0
        while not position.is_over and moves < _MOST_MOVES:
            view = position.view(position.turn)
            if is_fresh:
                yield Fresh(games.preset, seed, view)
            effects = position.play(players[position.turn].choose(view, [], _SECONDS), None)
            is_fresh = effects.reveals or effects.ended_turn
            moves += 1


def recorded_views(records: Iterable[Record]) -> Iterator[Fresh]:
    """Yield every fresh view of games that were recorded; who played them is left behind.

    Left out are games by rules that are not those of a preset, with more people than puzzles have, and records of what
    one seat saw.
    """
    for record in records:
        preset, count = record.preset or "", record.rules.players
        if record.secret is None or count > MOST_PLAYERS or preset not in PRESETS:
            continue
        if count not in PRESETS[preset].players:
            continue
        if record.rules.to_json() != preset_rules(preset, count, {"target": record.rules.target}).to_json():
            continue
        game = int.from_bytes(hashlib.sha256(record.secret).digest()[:6])
        is_fresh = True
        for position, move in record.replay():
            if is_fresh:
                view = position.view(position.turn)
                yield Fresh(preset, game, replace(view, rules=preset_rules(preset, count)))
            effects = position.play(move, UNSHUFFLED)
            is_fresh = effects.reveals or effects.ended_turn


def find(views: Iterable[Fresh]) -> list[Puzzle]:
    """Return the puzzles in some games, not graded yet: long, by few ways, and missed by some solvers."""
    found: list[Puzzle] = []
    of_game: dict[int, int] = {}
    for preset, seed, view in views:
        if of_game.get(seed, 0) >= MOST_OF_A_GAME:
            continue
        proof = prove(view)
        if proof is None or len(proof.way) < SHORTEST or proof.ways > MOST_WAYS or proof.luck > MOST_LUCK:
            continue
        hard = measured(view)
        if hard < EASIEST:
            continue
        of_game[seed] = of_game.get(seed, 0) + 1
        luck = float(f"{proof.luck:.2g}")
        position = write_view(preset, view)
        found.append(Puzzle(position, proof.way, proof.ways, proof.wilds, proof.traps, luck, hard))
    return found


def measured(view: View) -> float:
    """Return how difficult the puzzle of a view is, to two digits after the point (`solvers.difficulty`)."""
    return round(difficulty(chances(tables_of(view))), 2)


def chosen(found: Iterable[Puzzle], of_a_preset: int) -> list[Puzzle]:
    """Leave out what stands twice, and take a fixed number of each preset, of every difficulty."""
    by_preset: dict[str, list[Puzzle]] = {}
    seen = set[Hashable]()
    for puzzle in found:
        if (key := _key(puzzle.view)) not in seen:
            seen.add(key)
            by_preset.setdefault(puzzle.preset, []).append(puzzle)
    return [puzzle for some in by_preset.values() for puzzle in _spread(some, of_a_preset)]


def graded(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles with their grades and the ratings with which they begin, the easiest first."""
    ranked = sorted(puzzles, key=_by_difficulty)
    values = [puzzle.difficulty for puzzle in ranked]
    mean = sum(values) / max(len(values), 1)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values), 1)) or 1.0
    return [
        replace(
            puzzle,
            grade=1 + GRADES * number // len(ranked),
            rating=round(_MIDDLE + _SPREAD * max(-2.0, min(2.5, (value - mean) / deviation)), 1),
        )
        for number, (puzzle, value) in enumerate(zip(ranked, values, strict=True))
    ]


def _by_difficulty(puzzle: Puzzle) -> tuple[float, float, str]:
    """The order of puzzles: where all solvers fare alike, the one that plays by lot find less often is harder."""
    return puzzle.difficulty, -puzzle.luck, puzzle.id


def _spread(some: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """At most a given number of some puzzles, evenly from the easiest to the hardest."""
    ranked = sorted(some, key=_by_difficulty)
    if len(ranked) <= count:
        return ranked
    return [ranked[number * len(ranked) // count] for number in range(count)]


def _rules(preset: str, number: int) -> Rules:
    """The rules of a game of a preset: two games of three are for the fewest players, the others for more."""
    allowed = [count for count in PRESETS[preset].players if count <= MOST_PLAYERS] or [PRESETS[preset].players[0]]
    more = allowed[number // 3 % len(allowed)]
    return preset_rules(preset, more if number % 3 == 2 else allowed[0])


def _key(view: View) -> Hashable:
    """What makes a puzzle, less the suits and the order of the stacks."""
    rules, own = view.rules, view.players[view.turn]
    hand = own.hand if isinstance(own.hand, tuple) else ()
    return (
        rules.build_to,
        rules.wilds,
        tuple(sorted(map(_rank, hand))),
        tuple(sorted(map(len, view.centre))),
        tuple(sorted(tuple(map(_rank, stack)) for stack in own.side)),
        tuple(_rank(pile.top or "") for pile in own.payoff),
    )


def _rank(card: str) -> str:
    return card.rstrip("shdc")
