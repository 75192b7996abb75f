"""What an empty pile is for, and why one is filled, from the player's view."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.patience.gains import cards_of, gain_of, lead_of, still_fitting, turns_up
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.purpose import Step, filler_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed


def room_for(steps: Sequence[Step]) -> str:
    """Return for which card the first step empties its pile; empty if it empties none, or the line puts none there."""
    step = steps[0]
    is_moved_whole = step.move.target.startswith("T") and not step.upon
    if is_moved_whole or (filler := filler_of(steps, 0)) in ("", step.card):
        return ""
    return _("To give {card} an empty pile: {move}.").format(card=card_name(filler), move=step.name)


def kings_for(step: Step) -> str:
    """Say which cards an emptied pile can take, where only the highest rank goes there; empty if there is none."""
    if step.after.rules.empty != "king" or not step.move.source.startswith("T"):
        return ""
    if cards_of(step.after, step.move.source):
        return ""
    moves = [move for move in map(Move.parse, step.after.legal) if move.target == step.move.source]
    moves = [move for move in moves if move.source[0] != "F" and not _is_whole(step.after, move)]
    cards = list(dict.fromkeys(lead_of(step.after, move) for move in moves))
    if cards:
        return _("The empty pile can take {cards}.").format(cards=listed(list(map(card_name, cards)), either=True))
    kings = [RANKS[(step.after.lowest - 2) % len(RANKS)] + suit for suit in SUITS]
    placed = [pile.up[0] for pile in step.after.tableau if pile.up and not pile.down]
    seen = {card for pile in (step.after.waste, *(each.up for each in step.after.tableau)) for card in pile}
    left = [card for card in kings if card in seen and card not in placed and any(still_fitting(step.after, card))]
    if not left:
        return ""
    words = _("When {cards} comes free, it can go to the empty pile.")
    return words.format(cards=listed(list(map(card_name, left)), either=True))


def takes_any(view: View, move: Move) -> str:
    """Say that the pile that a move empties can take any card; empty where it cannot, or none is emptied."""
    is_any = view.rules.empty == "any" and not view.rules.refill
    return _("The empty pile can take any card.") if is_any and gain_of(view, move) == "gap" else ""


def why_filled(view: View, line: Sequence[Move]) -> str:
    """Say why the first move of a line puts a card on an empty pile, where it is for a deal or against a draw."""
    move = line[0]
    if not move.target.startswith("T") or cards_of(view, move.target):
        return ""
    if view.rules.stock == "piles" and not view.rules.deal_gaps and view.stock and "deal" not in view.legal:
        return _("The stock is not dealt while a pile is empty.")
    if move.source == "W" and view.stock and view.rules.empty != "king":
        return _("There the next draw cannot cover it.")
    return ""


def _is_whole(view: View, move: Move) -> bool:
    """Say whether a move only takes a whole pile elsewhere."""
    if not move.source.startswith("T"):
        return False
    return len(cards_of(view, move.source)) == move.cards and not turns_up(view, move)
