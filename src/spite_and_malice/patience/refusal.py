"""Why a move is not legal, in a sentence that says what would be right (PATIENCE.md section 4)."""

from __future__ import annotations

from collections.abc import Callable

from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.tables import covers_of, ruleset_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code, card_rank
from spite_and_malice.texts import _, ngettext

Show = Callable[[str], str]
"""How a card is written."""


def reason_against(view: View, move: Move) -> str:
    """Return why this move is not legal in the position of the view, using only what the player knows."""
    return _("{move} is not legal. {reason}").format(move=move, reason=why_not(view, move, str))


def why_not(view: View, move: Move, show: Show) -> str:
    """Return only the reason, with cards written by `show`, for people who see the table."""
    if view.result is not None:
        return _("The game is over.")
    if not move.target:
        return _why_not_from_stock(view, move)
    for place in (move.source, move.partner, move.target):
        if place and not _exists(view, place):
            return _("There is no {place} in this game.").format(place=place)
    if view.rules.aim in ("rows", "one", "clock") or view.rules.layout == "grid":
        return _why_not_in_grid(view, move)
    if move.is_merci:
        return _why_no_merci(view)
    if "P" in (move.source, move.target):
        return _why_not_with_pocket(view, move)
    if move.partner:
        return _why_no_pair(view, move, show)
    cards = _moved(view, move)
    if not cards:
        return _why_no_card(view, move)
    match move.target[0]:
        case "F":
            return _why_not_onto_foundation(view, cards[0], show)
        case "C":
            return _why_not_into_cell(view, move)
        case "W":
            return _why_not_onto_waste(view, cards[0], show)
        case "X":
            return _why_not_off(view)
        case _:
            return _why_not_onto_pile(view, move, cards, show)


def _exists(view: View, place: str) -> bool:
    if place == "P":
        return view.rules.pocket
    if place[0] == "F" and place[1:].isdigit():
        return int(place[1:]) <= len(view.homes)
    if place[0] == "F":
        return not view.homes
    if len(place) == 1:
        return True
    places = {"T": len(view.tableau), "C": len(view.cells), "R": len(view.reserve)}
    return int(place[1:]) <= places[place[0]]


def _why_not_from_stock(view: View, move: Move) -> str:
    rules = view.rules
    if rules.gather != "none" and move.is_redeal:
        return _why_not_gathered(view)
    if not rules.stock_cards:
        return _("There is no stock in this game.")
    if rules.stock == "hand":
        return _("In this game the next card is turned up when the waste is empty.")
    if move.is_deal != (rules.stock in ("piles", "reserve")):
        if move.is_deal:
            return _("In this game cards of the stock are turned to the waste.")
        return _("In this game the stock is dealt on the piles.")
    if move.is_redeal:
        return _why_no_redeal(view)
    if not view.stock:
        return _("The stock is empty.")
    if rules.layout == "grid":
        return _("Nothing closes up, and no place is free for a card of the stock.")
    return _("The stock cannot be dealt while a pile is empty.")


def _why_not_gathered(view: View) -> str:
    if view.rules.passes is not None and view.pass_number >= view.rules.passes:
        return _("This is the last layout of the cards.")
    return _("The cards would lie as they do now.")


def _why_not_in_grid(view: View, move: Move) -> str:
    """Return why a move is not legal where cards lie on nothing, or go to the hours of a clock."""
    match view.rules.aim:
        case "rows":
            return _("In a gap goes the next higher card of the suit to its left, at the beginning of a row a two.")
        case "one":
            return _("A pile goes on the one before it or the third before it, if their suits or ranks are the same.")
        case "clock":
            return _("The card on the waste goes to the pile of its rank.")
        case _ if view.rules.sum:
            return _("Two cards leave the table if they touch and their ranks add up to {sum}.").format(
                sum=view.rules.sum
            )
        case _:
            return _("Two cards leave the table if they touch and have the same rank.")


def _why_no_merci(view: View) -> str:
    if not view.rules.merci:
        return _("In this game no card is drawn from under others.")
    if not view.merci:
        return _("No more card may be drawn from under others.")
    if view.rules.gather != "none" and view.pass_number != view.rules.passes:
        return _("A card is drawn from under others in the last layout alone.")
    return _("A card that is drawn from under others goes where it could go alone.")


def _why_not_with_pocket(view: View, move: Move) -> str:
    if move.source == "P":
        if not view.pocket:
            return _("The pocket is empty.")
        return _("From the pocket cards go to the foundations, or to piles that they fit on.")
    if view.stock:
        return _("Cards are set aside only when the stock is empty.")
    if view.pocket:
        return _("The pocket is full.")
    return _("Only cards that move together are set aside.")


def _why_no_redeal(view: View) -> str:
    if view.stock:
        return _("The stock is not used up yet.")
    if not view.waste:
        return _("The waste is empty.")
    return _("This is the last pass through the stock.")


def _card_at(view: View, place: str) -> str | None:
    """Return the card that a place shows on top, None if there is none that can be played."""
    if place == "W":
        return view.waste[-1] if view.waste else None
    number = int(place[1:]) - 1
    if place[0] == "C":
        return view.cells[number]
    if place[0] == "R":
        up = view.reserve[number].up
        return up[-1] if up else None
    up = view.tableau[number].up
    is_covered = any(view.tableau[other].up or view.tableau[other].down for other in covers_of(view.rules)[number])
    return up[-1] if up and not is_covered else None


def _moved(view: View, move: Move) -> tuple[str, ...]:
    """Return the cards of a move, the lowest first; none if they are not there."""
    if move.source[0] == "F":
        rank = view.foundations[move.source[1]]
        return (RANKS[(view.lowest + rank - 2) % len(RANKS)] + move.source[1],) if rank else ()
    if move.source[0] == "T" and move.target[0] == "T":
        up = view.tableau[int(move.source[1:]) - 1].up
        return up[-move.cards :] if len(up) >= move.cards else ()
    card = _card_at(view, move.source)
    return () if card is None else (card,)


def _why_no_card(view: View, move: Move) -> str:
    if move.source == "W":
        return _("The waste is empty.")
    if move.source[0] == "F":
        return _("That foundation is empty.")
    if move.source[0] == "C":
        return _("That cell is empty.")
    if move.source[0] == "R":
        return _("That pile is empty.")
    pile = view.tableau[int(move.source[1:]) - 1]
    if view.rules.layout != "piles" and (pile.up or pile.down):
        return _("Other cards lie on that one.")
    if not pile.up:
        return _("That pile is empty.")
    count = len(pile.up)
    text = ngettext("Only one card of that pile is face up.", "Only {count} cards of that pile are face up.", count)
    return text.format(count=count)


def _why_no_pair(view: View, move: Move, show: Show) -> str:
    if view.rules.aim != "pairs":
        return _("In this game cards do not leave the table in pairs.")
    if move.source == move.partner:
        if move.source != "W" or not view.rules.waste_pair:
            return _("A pair is two cards from different places.")
        if len(view.waste) < 2:
            return _("The waste has no two cards.")
        first, second = view.waste[-2:]
    else:
        cards = [_card_at(view, place) for place in (move.source, move.partner)]
        if cards[0] is None or cards[1] is None:
            return _("No card can be played from {place}.").format(
                place=(move.source, move.partner)[cards[0] is not None]
            )
        first, second = cards[0], cards[1]
    total = card_rank(first) + card_rank(second)
    if total == view.rules.sum or (not view.rules.sum and first[0] == second[0]):
        return _("Name the two places in their order: the piles, the cells, the reserve, the waste.")
    if not view.rules.sum:
        return _("{first} and {second} are not of the same rank.").format(first=show(first), second=show(second))
    text = _("{first} and {second} add up to {total}, not to {sum}.")
    return text.format(first=show(first), second=show(second), total=total, sum=view.rules.sum)


def _why_not_off(view: View) -> str:
    if view.rules.aim == "aces":
        return _("A card leaves the table if a higher one of its suit lies free.")
    if view.rules.aim != "pairs":
        return _("In this game cards do not leave the table in pairs.")
    if not view.rules.sum:
        return _("No card leaves alone: two of the same rank leave together.")
    if view.rules.sum > len(RANKS):
        return _("No card leaves alone: two of them add up to {sum}.").format(sum=view.rules.sum)
    return _("Only {rank} leaves alone.").format(rank=RANKS[view.rules.sum - 1])


def _why_not_into_cell(view: View, move: Move) -> str:
    if not view.cells:
        return _("There are no free cells in this game.")
    if move.source[0] == "F":
        return _("A card of a foundation goes back to the tableau alone.")
    if move.source[0] == "C":
        return _("That card lies in a cell already.")
    if move.source == "W" and view.rules.aim == "waste":
        return _("Cards on the waste stay there.")
    return _("No cell is empty.")


def _why_not_onto_waste(view: View, card: str, show: Show) -> str:
    if view.rules.aim != "waste":
        return _("In this game no card is put on the waste.")
    top = view.waste[-1]
    if view.rules.king_stops and top[0] == "K":
        return _("Nothing goes on a king.")
    return _("{card} is neither one above nor one below {top}.").format(card=show(card), top=show(top))


def _why_not_onto_foundation(view: View, card: str, show: Show) -> str:
    if view.rules.aim != "build":
        return _("There are no foundations in this game that cards are put on.")
    if view.homes:
        return _("That foundation does not take {card} now.").format(card=show(card))
    count = view.foundations[card[1]]
    if count == 0:
        if view.lowest == 1:
            return _("A foundation begins with the ace.")
        return _("A foundation begins with {rank}.").format(rank=RANKS[view.lowest - 1])
    following = RANKS[(view.lowest + count - 1) % len(RANKS)] + card[1]
    return _("On that foundation {card} comes next.").format(card=show(following))


def _why_not_onto_pile(view: View, move: Move, cards: tuple[str, ...], show: Show) -> str:
    rules = view.rules
    if rules.layout != "piles":
        return _("In this game no card is moved within the tableau.")
    if move.source[0] == "F" and not rules.worry_back:
        return _("With these rules a card on a foundation stays there.")
    if move.source == "W" and rules.aim == "waste":
        return _("Cards on the waste stay there.")
    if rules.build == "heap":
        return _("Only the top card of the waste is put on the piles.")
    up = view.tableau[int(move.target[1:]) - 1].up
    if not up:
        fits = _fits_gap(view, move, cards[0])
        return _why_not_together(view, cards) if fits else _why_not_into_gap(view)
    if ruleset_of(rules, view.lowest).goes_on(card_code(cards[0]), card_code(up[-1])):
        return _why_not_together(view, cards)
    if rules.build == "none":
        return _("Nothing is built on the piles of this game.")
    return _what_goes_on(view, up[-1], show)


def _what_goes_on(view: View, top: str, show: Show) -> str:
    ruleset = ruleset_of(view.rules, view.lowest)
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    fitting = [card for card in deck if ruleset.goes_on(card_code(card), card_code(top))]
    if not fitting:
        return _("Nothing can be put on {top}.").format(top=show(top))
    if len(fitting) == 1:
        return _("On {top} only {card} can be put.").format(top=show(top), card=show(fitting[0]))
    if len(fitting) == 2:
        text = _("On {top} only {first} or {second} can be put.")
        return text.format(top=show(top), first=show(fitting[0]), second=show(fitting[1]))
    ranks = list(dict.fromkeys(show(card)[:-1] for card in fitting))
    if len(ranks) == 1:
        return _("On {top} only a card of rank {rank} can be put.").format(top=show(top), rank=ranks[0])
    text = _("On {top} only a card of rank {first} or {second} can be put.")
    return text.format(top=show(top), first=ranks[0], second=ranks[1])


def _fits_gap(view: View, move: Move, card: str) -> bool:
    if view.rules.empty == "king":
        return (card_rank(card) - view.lowest) % len(RANKS) == len(RANKS) - 1
    return view.rules.empty == "any" or (view.rules.empty == "waste" and move.source == "W")


def _why_not_into_gap(view: View) -> str:
    if view.rules.empty == "auto":
        return _("An empty pile is filled from the waste or the stock alone.")
    if view.rules.empty == "none":
        return _("Nothing may be moved to an empty pile.")
    if view.rules.empty == "waste":
        return _("Only the top card of the waste may be moved to an empty pile.")
    if view.lowest != 1:
        return _("Only a card of the highest rank may be moved to an empty pile.")
    return _("Only a king may be moved to an empty pile.")


def _why_not_together(view: View, cards: tuple[str, ...]) -> str:
    match view.rules.groups:
        case "none":
            return _("Only one card is moved at a time.")
        case "cells":
            count = len(cards)
            text = ngettext(
                "The free cells do not allow {count} card to be moved at once.",
                "The free cells do not allow {count} cards to be moved at once, or they are not built on each other.",
                count,
            )
            return text.format(count=count)
        case "pile" | "ends":
            return _("A pile is moved as a whole.")
        case "suit":
            return _("Only cards of one suit that follow each other in rank are moved together.")
        case _:
            return _("Only cards that are built on each other are moved together.")
