"""A second judge of puzzles: it reads what a theme asks for literally, and tries every line by the engine's own moves.

It shares nothing with `proof.py`, and does not judge `hold`, which is about every hand of the next player. A card that
is turned up is unknown to everybody and is not played; only the longest run ends there.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.engine import UNSHUFFLED, Move, Position
from spite_and_malice.engine.core import core_rules
from spite_and_malice.rules import UNKNOWN


def fewest_plays(puzzle: Puzzle, most: int) -> int | None:
    """Return the length in plays of the shortest line that meets the goal; None if it takes more than `most`."""
    layer, seen = [Position.from_view(puzzle.view)], set[Hashable]()
    for number in range(1, most + 1):
        following = []
        for position in layer:
            for move in position.legal_moves:
                if not (move.plays_to_centre or move.is_load):
                    continue
                after = position.clone()
                effects = after.play(move, UNSHUFFLED)
                if _is_done(puzzle, position, move, after, number):
                    return number
                is_over = effects.ended_turn or after.is_over
                if is_over or (effects.drew and _draws_what_was_aside(after)):
                    continue
                if (key := _key(after)) not in seen:
                    seen.add(key)
                    following.append(after)
        layer = following
    return None


def does(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    """Say whether moves from the beginning meet the goal before the turn is over; False for `hold`."""
    position, number = Position.from_view(puzzle.view), 0
    for text in () if puzzle.theme.id == "hold" else moves:
        move = Move.parse(text)
        if move not in position.legal_moves or not (move.plays_to_centre or move.is_load):
            return False
        before, number = position.clone(), number + 1
        effects = position.play(move, UNSHUFFLED)
        if _is_done(puzzle, before, move, position, number):
            return True
        if effects.ended_turn or position.is_over or (effects.reveals and puzzle.theme.id == "longest"):
            return False
    return False


def _draws_what_was_aside(position: Position) -> bool:
    return any(card != UNKNOWN for card in position.core.hand(position.turn))


def _is_done(puzzle: Puzzle, before: Position, move: Move, after: Position, number: int) -> bool:
    rules, seat = before.rules, before.turn
    match puzzle.theme.id:
        case "payoff" | "stacks":
            return move.plays_payoff
        case "win":
            return after.is_over and after.outcome is not None and seat in after.outcome.winners
        case "finish":
            return move.plays_to_centre and not before.core.height(int(move.target[1:]) - 1)
        case "empty":
            return move.source == "H" and before.core.hand_count(seat) == 1
        case "block":
            other = (seat + 1) % rules.players
            if rules.partner(seat) == other:
                other = (seat + 2) % rules.players
            # A card loaded earlier waits in place of the one that it covers.
            tops = [before.core.payoff_top(other, pile) for pile in range(rules.payoff_piles)]
            ranks = list(filter(None, map(core_rules(rules).rank, tops)))
            heights = [after.core.height(place) for place in range(after.core.places)] + [0] * (rules.centre is None)
            return move.plays_payoff and bool(ranks) and not any(rank - 1 in heights for rank in ranks)
    return number == len(puzzle.way)


def _key(position: Position) -> Hashable:
    """The part of a turn's table that differs between its tables."""
    core, seats = position.core, range(position.rules.players)
    return (
        position.stage,
        core.cover,
        tuple(sorted(core.hand(position.turn))),
        tuple(core.height(place) for place in range(core.places)),
        tuple(tuple(core.side(seat, number)) for seat in seats for number in range(position.rules.side)),
        tuple(core.payoff_count(seat, pile) for seat in seats for pile in range(position.rules.payoff_piles)),
    )
