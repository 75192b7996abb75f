"""What a seat can reach in its turn: lines that play the pay-off card without needing a new card."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from spite_and_malice.analysis.tables import TurnTables
from spite_and_malice.analysis.threats import fits, opponents_tops, threats
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import (
    Core,
    apply,
    codes,
    kind_of,
    plays_payoff,
    reveals,
    source_of,
)
from spite_and_malice.engine.moves import decode
from spite_and_malice.engine.search import breadth_first
from spite_and_malice.rules import Rules
from spite_and_malice.texts import _, ngettext

MOST_TABLES: Final = 20_000
"""Tables searched before giving up."""

_MOST_SHOWN: Final = 500
"""Tables searched for what an opponent can play without their hand."""

PAYOFF: Final = "payoff"
HAND: Final = "hand"
CARDS: Final = "cards"


@dataclass(frozen=True, slots=True)
class Reach:
    """The best line of plays that needs only cards that the viewer sees.

    `goal` is `PAYOFF` if the last move plays a pay-off card of the viewer's side, `HAND` if it empties the hand for a
    new one, `CARDS` if the line plays as many cards of the hand as possible; `moves` is empty where there are none.
    `is_exact` says whether every line was searched.
    """

    goal: str
    moves: tuple[str, ...]
    is_exact: bool


@dataclass(frozen=True, slots=True)
class _Node:
    """A table of the turn and the moves that lead to it, with their cost in hand cards and wild ones among them."""

    position: Core
    moves: tuple[int, ...] = ()
    from_hand: int = 0
    wilds: int = 0
    has_drawn: bool = False


def reach(view: View, seconds: float = 0.8, most_tables: int = MOST_TABLES) -> Reach:
    """Search every line of plays of the viewer, who is to move, with the cards that they see.

    A line may empty the hand on its way and goes on without the new cards, which nobody knows. One to a pay-off card
    comes before one that empties the hand, and that before one that plays the most cards of it; the shortest comes
    first, among equally short ones the one with the fewest wild cards of the hand, and among those one after which the
    next opponent cannot play a pay-off card. Raises ValueError if it is not the viewer's turn.
    """
    if not view.legal:
        raise ValueError("the game is over, or it is not the viewer's turn")
    return _Search(view.rules, time.monotonic() + seconds, most_tables).run(Position.from_view(view).core)


def reach_from(rules: Rules, position: Core, seconds: float) -> Reach:
    """Search from a table that an earlier search of the turn reached, as `reach` does from a view."""
    return _Search(rules, time.monotonic() + seconds, MOST_TABLES).run(position)


def shown_way(rules: Rules, position: Core, seat: int) -> tuple[int, ...]:
    """Return the cards up to a pay-off card that a seat could play now without its hand; empty where there are none."""
    if position.stage == codes.OVER:
        return ()
    root = position.clone()
    root.put_turn(seat)
    tables = TurnTables(rules, seat)
    todo: deque[tuple[Core, tuple[int, ...]]] = deque([(root, ())])
    known = {tables.key(root)}
    while todo and len(known) < _MOST_SHOWN:
        table, cards = todo.popleft()
        for move in tables.plays(table):
            if source_of(move) == codes.FROM_HAND or kind_of(move) != codes.TO_CENTRE:
                continue
            played = (*cards, _top_at(rules, table, source_of(move)))
            if plays_payoff(move):
                return played
            after = table.clone()
            effects = apply(after, move)
            if effects & codes.ENDED_TURN or reveals(effects) or (key := tables.key(after)) in known:
                continue
            known.add(key)
            todo.append((after, played))
    return ()


def opens_way(rules: Rules, before: Core, after: Core, turn: int) -> bool:
    """Say whether an opponent of a seat has such a way on a later table of its turn, and had none before."""
    seats = {seat for seat, _card in opponents_tops(rules, before, turn)}
    return any(shown_way(rules, after, seat) and not shown_way(rules, before, seat) for seat in seats)


def _top_at(rules: Rules, table: Core, source: int) -> int:
    """The top card of a pile that is not the hand."""
    partner = rules.partner(table.turn)
    seat = table.turn if source < codes.FROM_PARTNER_PAYOFF or partner is None else partner
    if source >= codes.FROM_PARTNER_SIDE:
        return table.side(seat, source - codes.FROM_PARTNER_SIDE)[-1]
    if source >= codes.FROM_PARTNER_PAYOFF:
        return table.payoff_top(seat, source - codes.FROM_PARTNER_PAYOFF)
    if source >= codes.FROM_SIDE:
        return table.side(seat, source - codes.FROM_SIDE)[-1]
    return table.payoff_top(seat, source - codes.FROM_PAYOFF)


def reach_words(view: View, found: Reach) -> str:
    """Describe what can be reached, in one sentence."""
    line = line_name(view, [Move.parse(text) for text in found.moves])
    if found.goal == PAYOFF:
        if len(found.moves) == 1:
            return _("You can play it at once: {line}.").format(line=line)
        return _("There is a way to your [pay-off card]: {line}.").format(line=line)
    beyond = "" if found.is_exact else _("No way to your [pay-off card] was found in the time there was.")
    beyond = beyond or _("No way leads to your [pay-off card] with the cards you see.")
    if not found.moves:
        return beyond
    count = sum(text.startswith("H") for text in found.moves)
    if found.goal == HAND:
        offer = _("But you can empty your hand and draw a new one: {line}.")
    else:
        offer = ngettext(
            "You can play {count} card of your hand: {line}.", "You can play {count} cards of your hand: {line}.", count
        )
    return f"{beyond} {offer.format(line=line, count=count)}"


class _Search:
    """A breadth-first search that visits each table once."""

    def __init__(self, rules: Rules, deadline: float, most_tables: int) -> None:
        self._rules = rules
        self._deadline = deadline
        self._most_tables = most_tables

    def run(self, root: Core) -> Reach:
        """Return the best line from `root`."""
        self._tables = TurnTables(self._rules, root.turn)
        self._threats = [card for _, card in threats(self._rules, root, root.turn)]
        self._payoff: _Node | None = None
        self._emptied: _Node | None = None
        self._most = _Node(root)
        is_exact = True
        for looked_at, node in enumerate(breadth_first([_Node(root)], self._following, self._key)):
            if self._payoff is not None and len(node.moves) >= len(self._payoff.moves):
                break
            if looked_at and (looked_at >= self._most_tables or time.monotonic() > self._deadline):
                is_exact = False
                break
        goal, best = CARDS, self._most
        if self._emptied is not None:
            goal, best = HAND, self._emptied
        if self._payoff is not None:
            goal, best = PAYOFF, self._payoff
        piles = self._rules.payoff_piles
        return Reach(goal, tuple(str(decode(move, piles)) for move in best.moves), is_exact or goal == PAYOFF)

    def _following(self, node: _Node) -> Iterator[_Node]:
        """The tables one play further from which the turn goes on; records the best lines on the way."""
        for move in self._tables.plays(node.position):
            # Nobody knows the new cards, not even those of a completed pile that is shuffled for an empty stock.
            if node.has_drawn and source_of(move) == codes.FROM_HAND:
                continue
            position = node.position.clone()
            effects = apply(position, move)
            draws = bool(effects & codes.DREW)
            child = self._longer(node, move, position, draws)
            is_over = position.stage == codes.OVER
            if plays_payoff(move):
                best = self._payoff or child
                self._payoff = min(best, child, key=lambda each: (len(each.moves), each.wilds, self._open(each)))
            elif draws and not effects & codes.ENDED_TURN and not is_over:
                self._emptied = self._emptied or child
            elif (child.from_hand, -len(child.moves)) > (self._most.from_hand, -len(self._most.moves)):
                self._most = child
            # New cards of the hand are not needed: the turn goes on with those that are known.
            is_end = effects & codes.ENDED_TURN or is_over or plays_payoff(move)
            if not is_end and len(child.moves) < codes.LONGEST_LINE:
                yield child

    def _open(self, node: _Node) -> int:
        """How many pay-off cards of the next opponent could be played."""
        return sum(fits(self._rules, node.position, card) for card in self._threats)

    def _longer(self, node: _Node, move: int, position: Core, draws: bool) -> _Node:
        from_hand = source_of(move) == codes.FROM_HAND
        wilds = node.wilds + self._tables.spends_wild(move)
        return _Node(position, (*node.moves, move), node.from_hand + from_hand, wilds, node.has_drawn or draws)

    def _key(self, node: _Node) -> Hashable:
        return self._tables.key(node.position), node.has_drawn
