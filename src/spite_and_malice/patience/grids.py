"""The reason for an advised move in a grid, whose cards lie on nothing, from the player's view."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.patience.core import rank_of
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, card_code
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext


def why(view: View, move: Move) -> str:
    """Return the effect of a move that takes cards off the grid or from place to place."""
    places = [int(place[1:]) - 1 for place in (move.source, move.partner) if place]
    cards = [_top(view, place) for place in places]
    if move.target == "X" and len(cards) == 1:
        return _("{card} leaves alone and makes room.").format(card=card_name(cards[0]))
    if move.target == "X":
        return _("{cards} touch as they lie now.").format(cards=listed([card_name(card) for card in cards]))
    target = int(move.target[1:]) - 1
    if view.rules.aim == "one":
        return _onto(cards[0], _top(view, target))
    return f"{_into(view, cards[0], target)} {_left_behind(view, places[0])}"


def why_close_up(view: View, line: Sequence[Move]) -> str:
    """Return the effect of closing up: two cards that then touch, if they have been seen."""
    order = [card for place in range(len(view.tableau)) if (card := _top(view, place))]
    following = line[1] if len(line) > 1 else None
    if following is not None and following.partner:
        places = [int(place[1:]) - 1 for place in (following.source, following.partner)]
        if max(places) < len(order):
            pair = listed([card_name(order[place]) for place in places])
            return _("Once the cards have closed up, {cards} touch.").format(cards=pair)
    coming = min(len(view.tableau) - len(order), view.stock)
    if coming:
        text = ngettext("{n} card of the stock makes new pairs.", "{n} cards of the stock make new pairs.", coming)
        return text.format(n=coming)
    return _("Once the cards have closed up, others touch.")


def _onto(card: str, upon: str) -> str:
    """Return why a card goes on another one in a line."""
    words = {"card": card_name(card), "upon": card_name(upon)}
    if rank_of(card_code(card)) == rank_of(card_code(upon)):
        return _("{card} covers {upon}: they have the same rank.").format(**words)
    return _("{card} covers {upon}: they have the same suit.").format(**words)


def _into(view: View, card: str, target: int) -> str:
    if target % view.rules.piles[0] == 0:
        return _("{card} begins a row.").format(card=card_name(card))
    return _("{card} follows {left}.").format(card=card_name(card), left=card_name(_top(view, target - 1)))


def _left_behind(view: View, place: int) -> str:
    """Return the cards that can go into the gap that a card leaves."""
    if place % view.rules.piles[0] == 0:
        return _("Any two can go where it lay.")
    left = _top(view, place - 1)
    if not left or left[0] == RANKS[-1]:
        return _("Nothing can go where it lay.")
    following = RANKS[rank_of(card_code(left))] + left[1]
    return _("Where it lay, {card} can go.").format(card=card_name(following))


def _top(view: View, place: int) -> str:
    """Return the card that a place shows, the empty text for none."""
    up = view.tableau[place].up
    return up[-1] if up else ""
