"""Cards, places and lines of plays as they are called in the sentences of hints, in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from spite_and_malice.engine import Move, View
from spite_and_malice.rules import card_rank
from spite_and_malice.texts import _, listed

_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_name(card: str) -> str:
    """Name a card in running text: "7♥", "10♠", "12", "a joker"."""
    if card == "*":
        return _("a [joker]")
    if card[-1] not in _SIGNS:
        return card
    return f"{rank_name(card_rank(card), suited=True)}{_SIGNS[card[-1]]}"


def rank_name(rank: int, *, suited: bool) -> str:
    """Name a rank as the cards show it: "7", "10", and "J" where the cards are suited."""
    named = {1: _("A"), 11: _("J"), 12: _("Q"), 13: _("K")}
    return named.get(rank, str(rank)) if suited else str(rank)


def centre_name(number: int) -> str:
    """Name a centre stack, numbered from 0."""
    return _("[centre stack] {number}").format(number=number + 1)


def side_name(view: View, number: int) -> str:
    """Name one of the viewer's side stacks, numbered from 0."""
    if view.rules.side == 1:
        return _("your [side stack]")
    return _("your [side stack] {number}").format(number=number + 1)


def line_name(view: View, moves: Sequence[Move]) -> str:
    """Name the moves of a line, one after another from the view on: "5♥ and your pay-off card 6♣ on centre stack 1"."""
    taken: Counter[str] = Counter()
    steps = []
    for target, plays in groupby(moves, key=lambda move: move.target):
        if not target:
            steps.append(_("a pass"))
            continue
        cards = []
        for move in plays:
            cards.append(_played(view, move, taken[move.source]))
            taken[move.source] += 1
        steps.append(_("{card} on {place}").format(card=listed(cards), place=_target_name(view, target)))
    return _(", then ").join(steps)


def _target_name(view: View, target: str) -> str:
    if target[0] == "L":
        return _("an opponent's [pay-off pile]")
    number = int(target[1:]) - 1
    return centre_name(number) if target[0] == "C" else side_name(view, number)


def _played(view: View, move: Move, taken: int) -> str:
    if move.cards:
        return listed([card_name(card) for card in move.cards])
    card = card_name(view.card_of(move, taken))
    partners, pile = move.source[0] == "+", move.source.lstrip("+")
    if pile[0] == "P":
        text = _("your partner's [pay-off card] {card}") if partners else _("your [pay-off card] {card}")
        return text.format(card=card)
    if partners:
        return _("{card} from your partner's [side stack] {number}").format(card=card, number=pile[1:])
    return _("{card} from {stack}").format(card=card, stack=side_name(view, int(pile[1:]) - 1))
