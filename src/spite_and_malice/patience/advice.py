"""Why a move is advised, in a sentence, by what the player sees."""

from __future__ import annotations

from spite_and_malice.patience.core import rank_of, suit_of
from spite_and_malice.patience.hints import Hint
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import SUITS, card_code
from spite_and_malice.texts import _, ngettext


def reason_for(view: View, given: Hint, is_known: bool = False, moves: int = 1) -> str:
    """Return what speaks for an advised move, in the language that is spoken; or that nothing does.

    `is_known` says whether a lost game is known to be lost by all its cards; `moves` is how many have been made.
    """
    if given.is_lost and is_known:
        return _("This game is lost: take moves back.") if moves else _("This deal cannot be won.")
    if given.is_lost and moves:
        return _("However the hidden cards were laid, this game was lost: take moves back.")
    if given.is_lost or (given.move is None and not moves):
        return _("However the hidden cards were laid, no way to win was found.")
    if given.move is None:
        return _("No way to win was found from here: take moves back.")
    if given.winnable == 0:
        return _("No way to win was found from here: a new card may show one.")
    return _use_of(view, given, given.move)


def reason_to_go_back(count: int) -> str:
    """Return why a number of moves should be taken back, in the language that is spoken."""
    return ngettext(
        "The way goes on from where you were before: take a move back.",
        "The way goes on from where you were before: take {n} moves back.",
        count,
    ).format(n=count)


def _use_of(view: View, given: Hint, move: Move) -> str:
    """Return what an advised move is good for, alone or for those that follow on it."""
    if move.is_draw and any(not following.is_draw for following in given.line):
        return _("The stock holds a card that you need: go through it.")
    if move.is_draw:
        return _("A new card from the stock helps more than any move on the table.")
    if move.is_redeal:
        return _("The waste holds cards that you need: turn it over.")
    if move.source == "W":
        return _from_waste(view, move)
    if move.source.startswith("F"):
        return _("Back on the table this card makes room for another one.")
    if _only_prepares(view, given, move):
        return _("It prepares the way to a card that can be turned up.")
    return _from_pile(view, move)


def _only_prepares(view: View, given: Hint, move: Move) -> bool:
    """Say whether a move of a run helps to turn a card up, and neither does so nor frees what it comes from."""
    left = view.tableau[int(move.source[1]) - 1].up[: -move.cards]
    if move.target == "F" or not left or _fits_its_foundation(view, left[-1]):
        return False
    if not given.line or any(following.target == move.source for following in given.line):
        return False
    last = given.line[-1].source
    return last.startswith("T") and view.tableau[int(last[1]) - 1].down > 0


def _from_waste(view: View, move: Move) -> str:
    if move.target == "F":
        return _("The card of the waste goes to its foundation, and the one below it comes free.")
    if not view.tableau[int(move.target[1]) - 1].up:
        return _("A king on the empty pile gives its run a place to grow.")
    return _("The card of the waste finds a place, and the one below it comes free.")


def _from_pile(view: View, move: Move) -> str:
    pile = view.tableau[int(move.source[1]) - 1]
    left = pile.up[: len(pile.up) - move.cards]
    if not left and pile.down:
        if move.target == "F":
            return _("The card goes to its foundation, and the one below it is turned up.")
        return _("It turns a card up.")
    if move.target == "F":
        return _("The card goes to its foundation, where it is out of the way.")
    if not left:
        return _("It makes an empty pile.")
    if _fits_its_foundation(view, left[-1]):
        return _("It frees a card that can go to its foundation.")
    return _("It frees a card on which another one can go.")


def _fits_its_foundation(view: View, card: str) -> bool:
    code = card_code(card)
    return view.foundations[SUITS[suit_of(code)]] == rank_of(code) - 1
