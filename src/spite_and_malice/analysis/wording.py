"""Cards, places and lines of plays as they are called in the sentences of hints, in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from spite_and_malice.engine import Move, View
from spite_and_malice.rules import card_rank
from spite_and_malice.rules.naming import Naming
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


def centre_name(view: View, number: int) -> str:
    """Name a centre stack, numbered from 0, by what lies on it: no stack bears a number on the table."""
    pile = view.centre[number] if number < len(view.centre) else ()
    return _top_name(view, "C", pile) if pile else _("an empty [centre stack]")


def _top_name(view: View, target: str, pile: Sequence[str]) -> str:
    """Name the top card of a stack, a wild one in the centre with the rank that it stands for: "K♥ (7)"."""
    if not pile or target[0] != "C" or not view.rules.is_wild(pile[-1]):
        return card_name(pile[-1]) if pile else ""
    return f"{card_name(pile[-1])} ({rank_name(len(pile), suited=Naming(view.rules).suited)})"


def line_name(view: View, moves: Sequence[Move]) -> str:
    """Name the moves of a line, one after another from the view on: "5♥ and your pay-off card 6♣ on 4♠"."""
    taken: Counter[str] = Counter()
    piles: dict[str, list[str]] = {}
    steps = []
    for target, plays in groupby(moves, key=lambda move: move.target):
        if not target:
            steps.append(_("a pass"))
            continue
        names: list[str] = []
        cards: list[str] = []
        for move in plays:
            names.append(_played(view, move, taken[move.source]))
            cards += move.cards or (view.card_of(move, taken[move.source]),)
            taken[move.source] += 1
        if target[0] == "L":
            steps.append(_("{card} on an opponent's [pay-off pile]").format(card=listed(names)))
            continue
        pile = piles.setdefault(target, _cards_at(view, target))
        steps.append(on_stack(listed(names), _top_name(view, target, pile), target))
        pile += cards
        if target[0] == "C" and len(pile) == view.rules.build_to:
            pile.clear()
    return _(", then ").join(steps)


def on_stack(cards: str, top: str, target: str) -> str:
    """Say that cards go to a stack, which `top` names by its top card; it is empty where none lies there."""
    if target[0] == "C":
        said = _("{card} on {top}") if top else _("{card} on an empty [stack]")
    else:
        said = _("{card} on the [side stack] with {top}") if top else _("{card} on an empty [side stack]")
    return said.format(card=cards, top=top)


def _cards_at(view: View, target: str) -> list[str]:
    stacks = view.centre if target[0] == "C" else view.players[view.turn].side
    number = int(target[1:]) - 1
    return list(stacks[number]) if number < len(stacks) else []


def _played(view: View, move: Move, taken: int) -> str:
    if move.cards:
        return listed([card_name(card) for card in move.cards])
    card = card_name(view.card_of(move, taken))
    partners, pile = move.source[0] == "+", move.source.lstrip("+")
    if pile[0] == "P":
        text = _("your partner's [pay-off card] {card}") if partners else _("your [pay-off card] {card}")
    else:
        text = _("{card} from your partner's [side stack]") if partners else _("{card} from your [side stack]")
    return text.format(card=card)
