"""Four strong rivals to measure the computer players by, each a program of its own (docs/players.md).

``spite arena master "cmd:.venv/bin/python -m benchmarks.rivals bold-holder"`` plays against one. They follow
descriptions of strong programs: all search the centre plays of their whole turn, play the pay-off card first, count how
close a table brings the others' pay-off cards, and like to empty the hand. They differ in the values of a play, the
others' chances and a tidy discard. They see what every program sees, and need no clock.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import (
    Core,
    apply,
    card_of,
    codes,
    core_rules,
    kind_of,
    plays_payoff,
    source_of,
    target_of,
)
from spite_and_malice.engine.moves import decode
from spite_and_malice.engine.search import breadth_first
from spite_and_malice.players.lines import distinct
from spite_and_malice.rules import Rules

MOST_TABLES: Final = 1500
NEARNESS: Final = (1.0, 0.45, 0.05)
"""The likelihood of a way to a pay-off card with no, one or two cards missing."""
PAYOFF: Final = 1000.0
LAST: Final = 1e6


@dataclass(frozen=True, slots=True)
class Character:
    """A rival's preferences, in hundredths of a pay-off card.

    `play` and `side` are the values of a play from the hand and from a side stack, `danger` the cost of a certain way
    to an opponent's pay-off card, `chance` the value of one to its own card in the next turn. `tidy` says whether
    discards are weighed by the cards under them.
    """

    play: float
    side: float
    danger: float
    chance: float
    emptied: float
    wild: float
    tidy: bool


RIVALS: Final = {
    "chain": Character(play=25, side=4, danger=100, chance=40, emptied=140, wild=60, tidy=False),
    "blocker": Character(play=12, side=-4, danger=250, chance=40, emptied=140, wild=55, tidy=True),
    "holder": Character(play=-6, side=-10, danger=150, chance=55, emptied=150, wild=50, tidy=True),
    "bold-holder": Character(play=10, side=-11, danger=176, chance=57, emptied=148, wild=55, tidy=True),
}


@dataclass(frozen=True, slots=True)
class _Node:
    """A table of the turn, the value of the line that leads to it, and its first move, -1 for none."""

    position: Core
    value: float = 0.0
    first: int = -1


class Rival:
    """One rival in one game."""

    def __init__(self, rules: Rules, character: Character) -> None:
        self._rules = rules
        self._cards = core_rules(rules)
        self._likes = character

    def choose(self, view: View) -> str:
        """Return the first move of the best line of the turn: one of ``view.legal``."""
        root = Position.from_view(view).core
        self._seat = root.turn
        _, first = max(self._ends(root), key=lambda end: end[0], default=(0.0, -1))
        return view.legal[0] if first < 0 else str(decode(first, self._rules.payoff_piles))

    def _ends(self, root: Core) -> list[tuple[float, int]]:
        """The value of every line of the turn up to the first new card, with its first move."""
        ends: list[tuple[float, int]] = []
        found = [_Node(root)]

        def following(node: _Node) -> Iterator[_Node]:
            discards: list[int] = []
            for move in distinct(node.position):
                first = move if node.first < 0 else node.first
                if kind_of(move) in (codes.PASS, codes.TO_SIDE):
                    discards.append(move)
                    continue
                if kind_of(move) == codes.TO_LOAD or len(found) > MOST_TABLES:
                    continue
                child = node.position.clone()
                effects = apply(child, move)
                value = node.value + self._play(node.position, move)
                if child.stage == codes.OVER:
                    ends.append((value + (LAST if child.winners() else 0), first))
                elif effects & (codes.TURNED_UP | codes.DREW) or plays_payoff(move):
                    value += (0 if plays_payoff(move) else self._likes.emptied) + self._table(child)
                    ends.append((value, first))
                else:
                    yield _Node(child, value, first)
            if discards:
                value, move = max((self._discard(node.position, move), move) for move in discards)
                child = node.position.clone()
                apply(child, move)
                ends.append((node.value + value + self._table(child), move if node.first < 0 else node.first))

        for _ in breadth_first(found, following, lambda node: self._key(node.position)):
            pass
        return ends

    def _key(self, position: Core) -> Hashable:
        """A key for the tables of one turn; suits and the order of centre stacks do not matter."""
        return (
            position.stage,
            position.cover,
            tuple(sorted(position.hand(self._seat))),
            tuple(sorted(position.height(place) for place in range(position.places))),
            tuple(len(position.side(self._seat, stack)) for stack in range(self._rules.side)),
        )

    def _play(self, before: Core, move: int) -> float:
        """The value of a centre play, apart from the table that it leads to."""
        source = source_of(move)
        if plays_payoff(move):
            return PAYOFF
        if source == codes.FROM_HAND:
            return self._likes.play - (self._likes.wild if self._cards.is_wild(card_of(move)) else 0)
        if source >= codes.FROM_PARTNER_SIDE:
            return 0.0
        pile = before.side(self._seat, source - codes.FROM_SIDE)
        return self._likes.side + (7 if len(pile) == 1 else 0) - (12 if self._cards.is_wild(pile[-1]) else 0)

    def _table(self, position: Core) -> float:
        """The value of a table for the seats' ways to their pay-off cards."""
        heights = {position.height(place) for place in range(position.places)}
        if self._rules.centre is None:
            heights.add(0)
        own = self._rules.side_of(self._seat)
        others = [seat for seat in range(self._rules.players) if self._rules.side_of(seat) != own]
        return self._likes.chance * self._nearness(position, heights, self._seat) - self._likes.danger * max(
            self._nearness(position, heights, seat) for seat in others
        )

    def _nearness(self, position: Core, heights: set[int], seat: int) -> float:
        """The likelihood that a seat can play a pay-off card in its turn, by its visible cards."""
        sides = [position.side(seat, stack) for stack in range(self._rules.side)]
        hand = position.hand(seat)
        held = {self._cards.rank(card) for card in hand}
        wilds = sum(self._cards.is_wild(card) for card in [*hand, *(cards[-1] for cards in sides if cards)])
        best = 0.0
        for pile in range(self._rules.payoff_piles):
            top = position.payoff_top(seat, pile)
            rank = self._cards.rank(top)
            if top and not rank:
                return 1.0
            for height in heights:
                if height < rank:
                    missing = max(0, self._missing(sides, held, height, rank) - wilds)
                    best = max(best, NEARNESS[missing] if missing < len(NEARNESS) else 0.0)
        return best

    def _missing(self, sides: list[list[int]], held: set[int], height: int, rank: int) -> int:
        """How many ranks between a stack's height and a pay-off card neither hand nor side stacks supply."""
        depths = [len(cards) for cards in sides]
        missing = 0
        for step in range(height + 1, rank):
            for stack, cards in enumerate(sides):
                if depths[stack] and self._cards.rank(cards[depths[stack] - 1]) == step:
                    depths[stack] -= 1
                    break
            else:
                missing += step not in held
        return missing

    def _discard(self, position: Core, move: int) -> float:
        """How good a discard is compared with others; a pass is bad."""
        if move == codes.PASS:
            return -100.0
        card, pile = card_of(move), position.side(self._seat, target_of(move))
        rank = self._cards.rank(card)
        twins = sum(self._cards.rank(other) == rank for other in position.hand(self._seat)) > 1
        value = 26.0 * twins if rank else -101.0
        if not pile:
            return value - 7 + (rank if self._likes.tidy else 0)
        below = self._cards.rank(pile[-1])
        if not below:
            return value - 25
        if rank == below:
            return value + 7
        if not self._likes.tidy:
            return value + (10 if rank == below - 1 else -20)
        if rank < below:
            return value + rank - (10 if rank == below - 1 else 2 + 8 * (below - rank))
        return value + rank - 15 - 8 * (rank - below)


def main() -> None:
    """Play by the protocol of docs/players.md."""
    character = RIVALS[sys.argv[1]]
    rival: Rival | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, object] = {"ok": True, "stays": True}
        if asked["type"] == "end":
            break
        if asked["type"] == "new":
            rival = Rival(Rules.from_json(asked["rules"]), character)
        elif rival is not None:
            legal = asked["legal"]
            answer = {"move": legal[0] if len(legal) == 1 else rival.choose(View.from_json(asked["view"]))}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
