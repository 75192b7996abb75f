"""Why a move is not legal, in a sentence that says what would be right (PATIENCE.md section 4)."""

from __future__ import annotations

from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.position_json import is_red
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.texts import _, ngettext


def reason_against(view: View, move: Move) -> str:
    """Return why this move is not legal in the position of the view; it knows no more than the player."""
    return _("{move} is not legal. {reason}").format(move=move, reason=_reason(view, move))


def _reason(view: View, move: Move) -> str:
    if view.result is not None:
        return _("The game is over.")
    if move.is_draw:
        return _("The stock is empty.")
    if move.is_redeal:
        return _why_no_redeal(view)
    card = _moved(view, move)
    if card is None:
        return _why_no_card(view, move)
    if move.source[0] == "F" and not view.rules.worry_back:
        return _("With these rules a card on a foundation stays there.")
    if move.target == "F":
        return _why_not_onto_foundation(view, card)
    return _why_not_onto_pile(view, card, int(move.target[1]) - 1)


def _why_no_redeal(view: View) -> str:
    if view.stock:
        return _("The stock is not used up yet.")
    if not view.waste:
        return _("The waste is empty.")
    return _("This is the last pass through the stock.")


def _moved(view: View, move: Move) -> str | None:
    """Return the first card that a move moves, None if it is not there."""
    if move.source == "W":
        return view.waste[-1] if view.waste else None
    if move.source[0] == "F":
        rank = view.foundations[move.source[1]]
        return RANKS[rank - 1] + move.source[1] if rank else None
    up = view.tableau[int(move.source[1]) - 1].up
    return up[-move.cards] if len(up) >= move.cards else None


def _why_no_card(view: View, move: Move) -> str:
    if move.source == "W":
        return _("The waste is empty.")
    if move.source[0] == "F":
        return _("That foundation is empty.")
    up = view.tableau[int(move.source[1]) - 1].up
    if not up:
        return _("That pile is empty.")
    text = ngettext("Only one card of that pile is face up.", "Only {count} cards of that pile are face up.", len(up))
    return text.format(count=len(up))


def _why_not_onto_foundation(view: View, card: str) -> str:
    rank = view.foundations[card[1]]
    if rank == 0:
        return _("A foundation begins with the ace.")
    return _("On that foundation {card} comes next.").format(card=RANKS[rank] + card[1])


def _why_not_onto_pile(view: View, card: str, pile: int) -> str:
    up = view.tableau[pile].up
    if not up:
        return _("Only a king may be moved to an empty pile.")
    rank = RANKS.index(up[-1][0])
    if rank == 0:
        return _("Nothing can be put on an ace.")
    red = is_red(card_code(up[-1]))
    fitting = [RANKS[rank - 1] + suit for suit in SUITS if (suit in "hd") != red]
    return _("On {top} only {first} or {second} can be put.").format(top=up[-1], first=fitting[0], second=fitting[1])
