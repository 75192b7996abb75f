"""What is said of a lost game: how far it is known to be lost, and which move to take back."""

from __future__ import annotations

from dataclasses import dataclass

from spite_and_malice.patience.gains import cards_of
from spite_and_malice.patience.hints import Hint
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.purpose import name_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, ngettext


@dataclass(frozen=True, slots=True)
class Astray:
    """The move to take back to: how many `steps` back it is, the view before it, and the move.

    `had_way` says whether a winning line was known before it, and `better` is the move that a hint gave there instead.
    """

    steps: int
    view: View
    move: Move
    had_way: bool
    better: Move | None = None


def why_lost(
    view: View, given: Hint, astray: Astray | None, known: Known | None, *, is_known: bool, from_start: bool
) -> str:
    """Return what is known of a game that cannot be won, or of which no way to win was found; else nothing.

    `is_known` says that all cards prove it, and `from_start` that it is said of the deal itself.
    """
    if given.is_lost and (is_known or (known is not None and known.is_all and not view.later)):
        if from_start:
            return _("This deal cannot be won, whatever is played from the start.")
        words = _("This game is lost: {back}.")
        if astray is not None and astray.view.later > view.later:
            words = _("As the cards were laid out last this game is lost, which no hint could foresee: {back}.")
        elif not is_open(view):
            words = _("As the hidden cards lie this game is lost, which no hint can see: {back}.")
    elif given.is_lost and not from_start:
        words = _("However the hidden cards were laid, this game was lost: {back}.")
    elif (given.is_lost or (given.move is None and from_start)) and is_open(view):
        return _("No way to win was found from the start.")
    elif given.is_lost or (given.move is None and from_start):
        return _("However the hidden cards were laid, no way to win was found.")
    elif given.move is None:
        words = _("No way to win was found from here: {back}.")
    else:
        return ""
    if astray is None or not astray.had_way:
        return words.format(back=_("take moves back and try another way"))
    said = words.format(back=_back_to(astray))
    if astray.better is not None and (better := name_of(astray.view, astray.better)):
        said += " " + _("There the hint is {move}.").format(move=better)
    return said


def is_open(view: View) -> bool:
    """Say whether every card lies face up, and none is shuffled again."""
    return not (view.stock or view.later or any(pile.down for pile in (*view.tableau, *view.reserve)))


def _back_to(astray: Astray) -> str:
    """Return how far to take moves back to where there was a way to win, and the move that left it."""
    view, move = astray.view, astray.move
    if move.is_redeal and view.waste:
        point = _("before the waste was turned over")
    elif move.is_redeal:
        point = _("before the cards were laid out again")
    elif move.is_draw and view.waste:
        point = _("before the draw that covered {card}").format(card=card_name(view.waste[-1]))
    elif not move.target:
        point = ngettext(
            "before the last card of the stock was drawn", "before you drew from {count} cards", view.stock
        ).format(count=view.stock)
    elif move.source.startswith("F"):
        point = _("before {card} was moved").format(card=top_of(view, move))
    elif len(cards_of(view, move.source)) >= move.cards:
        point = _("before {move}").format(move=name_of(view, move))
    else:
        return _("take moves back")
    return ngettext(
        "take {n} move back, to {point}, where there was a way",
        "take {n} moves back, to {point}, where there was a way",
        astray.steps,
    ).format(n=astray.steps, point=point)


def top_of(view: View, move: Move) -> str:
    """Name the top card of a foundation that a move takes a card from."""
    suit = move.source[-1]
    rank = (view.lowest + view.foundations[suit] - 2) % len(RANKS)
    return card_name(f"{RANKS[rank]}{suit}")
