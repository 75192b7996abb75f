"""Whether some hand can play a card, by the engine's own moves: puzzles prove this in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.engine import UNSHUFFLED, Position
from spite_and_malice.engine.core import (
    Core,
    apply,
    card_of,
    codes,
    core_rules,
    kind_of,
    legal_moves,
    plays_payoff,
    source_of,
    target_of,
)
from spite_and_malice.engine.sampling import unseen
from spite_and_malice.rules import UNKNOWN, Rules, card_code


def goes_away(puzzle: Puzzle, plays: int) -> bool:
    """Say whether some hand lets the next player's pay-off card go, after a number of plays of a puzzle's way."""
    view, seat = puzzle.view, puzzle.view.turn
    drawn = view.rules.hand - int(str(view.players[1 - seat].hand))
    players = tuple(replace(one, hand=view.rules.hand) if at != seat else one for at, one in enumerate(view.players))
    position = Position.from_view(replace(view, players=players, stock=view.stock - drawn))
    every = Counter(map(card_code, unseen(view).elements())) + _in_sight(view.rules, position.core, seat)
    for move in puzzle.way[:plays]:
        position.play(move, UNSHUFFLED)
    hidden = every - _in_sight(view.rules, position.core, seat)
    core = position.core.clone()
    core.put_turn(1 - seat)
    return _goes(view.rules, core, hidden, view.rules.hand, {})


def _in_sight(rules: Rules, core: Core, seat: int) -> Counter[int]:
    piles = [core.hand(seat), core.aside(), *(core.centre(place) for place in range(core.places))]
    for each in (0, 1):
        piles += [core.side(each, stack) for stack in range(rules.side)]
        piles.append([core.payoff_top(each, 0)])
    return Counter(card for pile in piles for card in pile if card != UNKNOWN)


def _goes(rules: Rules, core: Core, hidden: Counter[int], left: int, known: dict[Hashable, bool]) -> bool:
    """Say whether the seat to move can play its pay-off card with ``left`` hidden cards of its choice."""
    kinds = core_rules(rules)
    heights = tuple(sorted(core.height(place) for place in range(core.places)))
    counts: dict[int, int] = {}
    like: dict[int, int] = {}
    for card, number in hidden.items():
        rank = 0 if kinds.is_wild(card) else kinds.rank(card)
        counts[rank] = counts.get(rank, 0) + number
        if number:
            like[rank] = card
    sides = tuple(len(core.side(core.turn, stack)) for stack in range(rules.side))
    key = (heights, sides, tuple(sorted(counts.items())), left)
    if key not in known:
        known[key] = _tries(rules, core, hidden, left, known, list(like.values()))
    return known[key]


def _tries(
    rules: Rules, core: Core, hidden: Counter[int], left: int, known: dict[Hashable, bool], cards: list[int]
) -> bool:
    plays = [move for move in legal_moves(core) if kind_of(move) == codes.TO_CENTRE]
    if any(plays_payoff(move) for move in plays):
        return True
    for move in plays:
        if source_of(move) == codes.FROM_HAND:
            continue
        after = core.clone()
        apply(after, move)
        if _goes(rules, after, hidden, left, known):
            return True
    for card in cards if left else ():
        held = core.clone()
        held.learn_hand(held.turn, card)
        done = set()
        for move in legal_moves(held):
            if kind_of(move) != codes.TO_CENTRE or source_of(move) != codes.FROM_HAND or card_of(move) != card:
                continue
            height = held.height(target_of(move))
            if height in done:
                continue
            done.add(height)
            after = held.clone()
            apply(after, move)
            if _goes(rules, after, hidden - Counter([card]), left - 1, known):
                return True
    return False
