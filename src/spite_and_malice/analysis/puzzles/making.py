"""Finding puzzles in games, simulated or played by people, and grading them."""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from spite_and_malice.analysis.puzzles.proof import Table, lies_on_one_stack, most_plays, proof_of, prove, tables_of
from spite_and_malice.analysis.puzzles.puzzle import GRADES, Puzzle
from spite_and_malice.analysis.puzzles.seen import write_view
from spite_and_malice.analysis.puzzles.solvers import chances, difficulty
from spite_and_malice.analysis.puzzles.themes import PAYOFF, Theme
from spite_and_malice.engine import UNSHUFFLED, Position, View, deal_by_seed
from spite_and_malice.engine.core import seed_of_game
from spite_and_malice.play import Record
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, Rules, preset_rules

SHORTEST: Final = 3
LONGEST: Final = 12
"""A longer run is work rather than a puzzle."""
MOST_WAYS: Final = 2
MOST_LUCK: Final = 0.34
EASIEST: Final = 0.5
"""A position that fewer solvers miss makes no puzzle (`solvers.difficulty`)."""
MOST_PLAYERS: Final = 4
MOST_OF_A_GAME: Final = 3
_PLAYING: Final = ("beginner", "casual", "club")
"""The levels that play instantly under all rules."""
_MOST_MOVES: Final = 3000
_SECONDS: Final = 60.0
_MIDDLE: Final = 25.0
"""The first rating of a person; see server/features/puzzles/."""
_SPREAD: Final = 6.0


@dataclass(frozen=True, slots=True)
class Games:
    """A range of the games of a preset that follow from a seed."""

    preset: str
    seed: int
    first: int
    count: int


class Fresh(NamedTuple):
    """The view of the seat to move after new cards have been revealed, with the preset and the number of the game."""

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
    """Yield every fresh view of recorded games, without who played them.

    Games under house rules or with more people than puzzles have, and records of one seat's view are left out.
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


def find(views: Iterable[Fresh], theme: Theme = PAYOFF) -> list[Puzzle]:
    """Return the ungraded puzzles of a theme in some games: long, with few ways, and missed by some solvers."""
    found: list[Puzzle] = []
    of_game: dict[int, int] = {}
    for preset, seed, view in views:
        if of_game.get(seed, 0) < MOST_OF_A_GAME and (puzzle := puzzle_of(preset, view, theme)) is not None:
            of_game[seed] = of_game.get(seed, 0) + 1
            found.append(puzzle)
    return found


def puzzle_of(preset: str, view: View, theme: Theme) -> Puzzle | None:
    """Return the ungraded puzzle that a turn makes, or None."""
    if not theme.poses(view.rules, Position.from_view(view).core):
        return None
    most = most_plays(view) if theme.ends_late else 0
    if most > LONGEST:
        return None
    tables = tables_of(view, theme, most)
    proof = proof_of(view.rules, tables)
    if proof is None or len(proof.way) < SHORTEST or proof.ways > MOST_WAYS or proof.luck > MOST_LUCK:
        return None
    if (hard := _measured(tables)) < EASIEST:
        return None
    one_stack = lies_on_one_stack(view, theme, most)
    if one_stack and theme.two_stacks:
        return None
    if theme.tempting is not None:
        sooner = prove(view, theme.tempting)
        if sooner is None or len(sooner.way) >= len(proof.way):
            return None
    luck = float(f"{proof.luck:.2g}")
    position = write_view(preset, view)
    return Puzzle(
        position, proof.way, proof.ways, proof.wilds, proof.traps, luck, hard, theme=theme, one_stack=one_stack
    )


def to_the_last_card(views: Iterable[Fresh]) -> Iterator[Fresh]:
    """Yield views with the cards under the mover's pay-off card moved to the stock, so that it is their last."""
    for fresh in views:
        own = fresh.view.players[fresh.view.turn]
        below = sum(pile.count - 1 for pile in own.payoff if pile.count)
        payoff = tuple(replace(pile, count=min(pile.count, 1)) for pile in own.payoff)
        players = tuple(replace(own, payoff=payoff) if each is own else each for each in fresh.view.players)
        yield fresh._replace(view=replace(fresh.view, players=players, stock=fresh.view.stock + below))


def to_the_next_ones_last_card(views: Iterable[Fresh]) -> Iterator[Fresh]:
    """Yield views of two players with the cards under the opponent's pay-off card moved to the stock."""
    for fresh in views:
        if fresh.view.rules.players != 2:
            continue
        other = fresh.view.players[1 - fresh.view.turn]
        below = sum(pile.count - 1 for pile in other.payoff if pile.count)
        payoff = tuple(replace(pile, count=min(pile.count, 1)) for pile in other.payoff)
        players = tuple(replace(other, payoff=payoff) if each is other else each for each in fresh.view.players)
        yield fresh._replace(view=replace(fresh.view, players=players, stock=fresh.view.stock + below))


def measured(view: View, theme: Theme = PAYOFF, most: int = 0) -> float:
    """Return how difficult the puzzle of a view is, to two digits after the point (`solvers.difficulty`)."""
    return _measured(tables_of(view, theme, most))


def _measured(tables: Sequence[Table]) -> float:
    return round(difficulty(chances(tables)), 2)


def chosen(found: Iterable[Puzzle], of_a_preset: int) -> list[Puzzle]:
    """Drop duplicates, and take a fixed number of each preset across all difficulties."""
    by_preset: dict[str, list[Puzzle]] = {}
    for puzzle in without_doubles(found):
        by_preset.setdefault(puzzle.preset, []).append(puzzle)
    return [puzzle for some in by_preset.values() for puzzle in _spread(some, of_a_preset)]


def without_doubles(found: Iterable[Puzzle], known: Iterable[Puzzle] = ()) -> list[Puzzle]:
    """Return puzzles without duplicates, and without those already known."""
    seen = {_key(puzzle.view) for puzzle in known}
    new = []
    for puzzle in found:
        if (key := _key(puzzle.view)) not in seen:
            seen.add(key)
            new.append(puzzle)
    return new


def with_thought(some: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """Return as many puzzles as possible, up to a given number: none in the harder half uses just one stack."""
    ranked = sorted(some, key=_by_difficulty)
    wide = [puzzle for puzzle in ranked if not puzzle.one_stack]
    narrow = [puzzle for puzzle in ranked if puzzle.one_stack]
    best: list[Puzzle] = []
    for number, bound in enumerate(wide):
        # Those below the bound are the easier half: `number` wide ones, and as many narrow ones as still leave it one.
        below = [puzzle for puzzle in narrow if puzzle.difficulty < bound.difficulty]
        room = max(0, len(wide) - 2 * number)
        if min(len(below), room) + len(wide) > len(best):
            best = [*wide, *_spread(below, room)]
    return _halves(sorted(best, key=_by_difficulty), most)


def for_offline(puzzles: Iterable[Puzzle], count: int, familiar: Sequence[str]) -> list[Puzzle]:
    """Return a number of puzzles, evenly by theme where possible, every other one of presets that are `familiar`.

    They are spread evenly over the difficulties, and none uses just one stack.
    """
    by_theme: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        if not puzzle.one_stack:
            by_theme.setdefault(puzzle.theme.id, []).append(puzzle)
    found: list[Puzzle] = []
    for number, some in enumerate(by_theme.values()):
        share = count * (number + 1) // len(by_theme) - count * number // len(by_theme)
        near = [puzzle for puzzle in some if puzzle.preset in familiar]
        chosen_near = _spread(near, (share + 1) // 2)
        others = [puzzle for puzzle in some if puzzle.preset not in familiar]
        found += sorted([*chosen_near, *_spread(others, share - len(chosen_near))], key=_by_difficulty)
    return found


def _halves(ranked: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most a given number of ranked puzzles, the same number of each half."""
    if len(ranked) <= most:
        return list(ranked)
    middle = len(ranked) // 2
    return [*_spread(ranked[:middle], most // 2), *_spread(ranked[middle:], most // 2)]


def graded(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles with their grades and initial ratings, the easiest first."""
    ranked = sorted(puzzles, key=_by_difficulty)
    rating = _ratings_among(ranked)
    return [
        replace(puzzle, grade=1 + GRADES * number // len(ranked), rating=rating(puzzle.difficulty))
        for number, puzzle in enumerate(ranked)
    ]


def graded_among(puzzles: Iterable[Puzzle], others: Sequence[Puzzle]) -> list[Puzzle]:
    """Return puzzles with the grades and ratings that they would have among graded ones, easiest first."""
    rating = _ratings_among(others)
    values = sorted(puzzle.difficulty for puzzle in others)
    return [
        replace(
            puzzle,
            grade=min(GRADES, 1 + GRADES * bisect_left(values, puzzle.difficulty) // len(values)),
            rating=rating(puzzle.difficulty),
        )
        for puzzle in sorted(puzzles, key=_by_difficulty)
    ]


def _ratings_among(puzzles: Sequence[Puzzle]) -> Callable[[float], float]:
    """Return a function from a difficulty to its rating among some puzzles."""
    values = [puzzle.difficulty for puzzle in puzzles]
    mean = sum(values) / max(len(values), 1)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values), 1)) or 1.0
    return lambda value: round(_MIDDLE + _SPREAD * max(-2.0, min(2.5, (value - mean) / deviation)), 1)


def _by_difficulty(puzzle: Puzzle) -> tuple[float, float, str]:
    """The sort key of puzzles: if all solvers fare alike, the one that random plays find less often is harder."""
    return puzzle.difficulty, -puzzle.luck, puzzle.id


def _spread(some: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Up to a given number of puzzles, evenly from the easiest to the hardest."""
    ranked = sorted(some, key=_by_difficulty)
    if len(ranked) <= count:
        return ranked
    return [ranked[number * len(ranked) // count] for number in range(count)]


def _rules(preset: str, number: int) -> Rules:
    """The rules of a game of a preset: two games in three are for the fewest players, the others for more."""
    allowed = [count for count in PRESETS[preset].players if count <= MOST_PLAYERS] or [PRESETS[preset].players[0]]
    more = allowed[number // 3 % len(allowed)]
    return preset_rules(preset, more if number % 3 == 2 else allowed[0])


def _key(view: View) -> Hashable:
    """The identity of a puzzle, regardless of suits and the order of the stacks."""
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
