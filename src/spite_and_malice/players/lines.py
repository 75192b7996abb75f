"""The lines that a playout search compares: continuations of the turn up to the first new card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from spite_and_malice.engine.core import (
    Core,
    Policy,
    apply,
    codes,
    is_legal,
    kind_of,
    legal_moves,
    plays_own_payoff,
    position_hash,
    reveals,
    target_of,
)
from spite_and_malice.engine.search import breadth_first

MOST_LINES: Final = 64
_MOST_CHAINS: Final = 32

Line = list[int]


def lines_of(root: Core, policy: Policy, sides: int) -> list[Line]:
    """The lines worth comparing, at most `MOST_LINES`: all distinct single moves, then longer lines.

    `sides` is the number of sides in the game. Where a pay-off card can be played, only such moves are worth comparing.
    A longer line is a shortest chain of centre plays to a table, continued by the policy, or such a chain followed by
    the policy's discard.
    """
    moves = distinct(root)
    payoff = [move for move in moves if plays_own_payoff(move) and kind_of(move) == codes.TO_CENTRE]
    if payoff:
        return [[move] for move in payoff]
    if len(moves) > 1 and not (root.moved and _is_ahead(root, sides)):
        # Two passes lock the game: only the player ahead gains by that, and they can win more by playing.
        moves = [move for move in moves if move != codes.PASS]
    lines: list[Line] = [[move] for move in moves]
    best = policy.best_lines(root, _MOST_CHAINS)
    if best:
        for chain, ends in best:
            if ends and chain:
                lines.append([*chain, _end_of(root, chain, policy)])
            elif len(chain) > 1:
                lines.append(chain)
        return lines[:MOST_LINES]
    nodes = breadth_first([_Node(root, [])], _plays, lambda node: position_hash(node.position))
    for node in nodes:
        if len(node.line) > 1:
            lines.append(node.line)
        if node.line and node.goes_on and is_legal(node.position, end := policy.end_of_turn(node.position)):
            lines.append([*node.line, end])
        if len(lines) >= MOST_LINES:
            break
    return lines[:MOST_LINES]


@dataclass(frozen=True, slots=True)
class _Node:
    """A table of the turn and the line that leads to it; `goes_on` is false once a card has been revealed."""

    position: Core
    line: Line
    goes_on: bool = True


def _plays(node: _Node) -> Iterator[_Node]:
    """The tables after one centre play."""
    if not node.goes_on or len(node.line) + 2 >= codes.LONGEST_LINE:
        return
    for move in distinct(node.position):
        if kind_of(move) == codes.TO_CENTRE:
            child = node.position.clone()
            effects = apply(child, move)
            goes_on = child.stage == codes.PLAY and not reveals(effects)
            yield _Node(child, [*node.line, move], goes_on)


def to_its_end(root: Core, line: Line, policy: Policy) -> Line:
    """The line continued by the policy up to the first new card or the end of the turn."""
    position, whole, seat = root.clone(), list[int](), root.turn
    ahead = iter(line)
    while position.turn == seat and len(whole) < codes.LONGEST_LINE:
        move = next(ahead, -1)
        if move < 0:
            move = policy.choose(position)
        if move < 0:
            break
        whole.append(move)
        if reveals(apply(position, move)):
            break
    return whole


def _end_of(root: Core, chain: Line, policy: Policy) -> int:
    """The policy's discard after a chain."""
    position = root.clone()
    for move in chain:
        apply(position, move)
    return policy.end_of_turn(position)


def _is_ahead(position: Core, sides: int) -> bool:
    """Whether the side to move has fewer pay-off cards left than every other."""
    own = position.turn % sides
    return all(position.cards_left(own) < position.cards_left(side) for side in range(sides) if side != own)


def distinct(position: Core) -> list[int]:
    """The legal moves, without those that differ from another only in which empty place they use."""
    empty_centre = [place for place in range(position.places) if position.height(place) == 0][1:]
    legal = sorted(legal_moves(position))
    stacks = {target_of(move) for move in legal if kind_of(move) == codes.TO_SIDE}
    empty_side = sorted(stack for stack in stacks if not position.side_top(position.turn, stack))[1:]
    moves = []
    for move in legal:
        kind, target = kind_of(move), target_of(move)
        if kind == codes.TO_CENTRE and target in empty_centre:
            continue
        if kind == codes.TO_SIDE and target in empty_side:
            continue
        moves.append(move)
    return moves
