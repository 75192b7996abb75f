"""What an advised way leads to and why its move, by what the player sees."""

from __future__ import annotations

from spite_and_malice.patience.core import rank_of
from spite_and_malice.patience.hints import Hint
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.plans import named, plan_of, run_of
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.patience.view import View, ViewPile
from spite_and_malice.rules.cards import RANKS, card_code
from spite_and_malice.texts import _, ngettext


def reason_for(view: View, given: Hint, is_known: bool = False, moves: int = 1) -> str:
    """Return what speaks for an advised move, in the language that is spoken; or that nothing does.

    `is_known` says whether a lost game is known to be lost by all its cards; `moves` is how many have been made.
    """
    if view.rules.aim == "waste" and given.winnable == 0 and given.move is not None:
        return _as_far_as_it_goes(view, given)
    if given.is_lost and is_known:
        if not moves:
            return _("This deal cannot be won.")
        if view.stock or any(pile.down for pile in (*view.tableau, *view.reserve)):
            return _("As the hidden cards lie this game is lost, which no hint can see: take moves back.")
        return _("This game is lost: take moves back.")
    if given.is_lost and moves:
        return _("However the hidden cards were laid, this game was lost: take moves back.")
    if given.is_lost or (given.move is None and not moves):
        return _("However the hidden cards were laid, no way to win was found.")
    if given.move is None:
        return _("No way to win was found from here: take moves back.")
    if given.winnable == 0:
        return _("No way to win was found from here: a new card may show one.")
    plan, use = plan_of(view, given.line), _use_of(view, given, given.move)
    if not plan or given.move.target == "W" or _only_prepares(view, given, given.move):
        return plan or use
    return f"{plan} {use}"


def _as_far_as_it_goes(view: View, given: Hint) -> str:
    """Return what still can be taken off in a game that is not won: the fewer cards are left, the better."""
    cards = run_of(view, given.line)
    if not cards:
        return _("No way to win was found from here: a new card may take some more off.")
    return ngettext(
        "No way to win was found from here, but {count} more card can go: {cards}.",
        "No way to win was found from here, but {count} more cards can go: {cards}.",
        len(cards),
    ).format(count=len(cards), cards=named(cards))


def reason_to_go_back(count: int) -> str:
    """Return why a number of moves should be taken back, in the language that is spoken."""
    return ngettext(
        "The way goes on from where you were before: take a move back.",
        "The way goes on from where you were before: take {n} moves back.",
        count,
    ).format(n=count)


def _use_of(view: View, given: Hint, move: Move) -> str:
    """Return what an advised move is good for, alone or for those that follow on it."""
    if not move.target:
        return _from_stock(given, move)
    match move.target:
        case "X":
            return _off_the_table(view, move)
        case "W":
            return _("It keeps the row on the waste going.")
        case "C":
            return _("A cell takes the card, and the one below it comes free.")
    match move.source[0]:
        case "W":
            return _from_waste(view, move)
        case "F":
            return _("Back on the table this card makes room for another one.")
        case "C":
            return _to_foundation() if move.target == "F" else _("It empties a cell.")
        case "R":
            return _("The card of the reserve finds a place, and is out of the way.")
    if _only_prepares(view, given, move):
        return _("It prepares the way to a card that can be turned up.")
    return _from_pile(view, move)


def _from_stock(given: Hint, move: Move) -> str:
    if move.is_redeal:
        return _("The waste holds cards that you need: turn it over.")
    if move.is_deal:
        return _("New cards on the piles help more than any move on the table.")
    if any(not following.is_draw for following in given.line):
        return _("The stock holds a card that you need: go through it.")
    return _("A new card from the stock helps more than any move on the table.")


def _off_the_table(view: View, move: Move) -> str:
    places = {place for place in (move.source, move.partner) if place.startswith("T")}
    gone = {int(place[1:]) - 1 for place in places}
    covers = covers_of(view.rules)
    frees = any(gone.intersection(covering) for covering in covers) or any(len(view.tableau[k].up) > 1 for k in gone)
    if frees:
        return _("It clears the way to what lies below.")
    return _("It takes off what would be in the way later.")


def _only_prepares(view: View, given: Hint, move: Move) -> bool:
    """Say whether a move of a run helps to turn a card up, and neither does so nor frees what it comes from."""
    if not (move.source.startswith("T") and move.target.startswith(("T", "F"))):
        return False
    left = _pile(view, move.source).up[: -move.cards]
    if move.target == "F" or not left or _fits_its_foundation(view, left[-1]):
        return False
    if not given.line or any(following.target == move.source for following in given.line):
        return False
    last = given.line[-1].source
    return last.startswith("T") and _pile(view, last).down > 0


def _from_waste(view: View, move: Move) -> str:
    if move.target == "F":
        return _("The card of the waste goes to its foundation, and the one below it comes free.")
    if not _pile(view, move.target).up and view.rules.empty == "king":
        return _("A king on the empty pile gives its run a place to grow.")
    return _("The card of the waste finds a place, and the one below it comes free.")


def _from_pile(view: View, move: Move) -> str:
    pile = _pile(view, move.source)
    left = pile.up[: len(pile.up) - move.cards]
    if not left and pile.down:
        if move.target == "F":
            return _("The card goes to its foundation, and the one below it is turned up.")
        return _("It turns a card up.")
    if move.target == "F":
        return _to_foundation()
    upon = _pile(view, move.target).up
    if view.rules.aim == "runs" and upon and upon[-1][-1] == pile.up[len(left)][-1]:
        return _("It joins cards of one suit.")
    if not left:
        return _("It makes an empty pile.")
    if _fits_its_foundation(view, left[-1]):
        return _("It frees a card that can go to its foundation.")
    return _("It frees a card on which another one can go.")


def _to_foundation() -> str:
    return _("The card goes to its foundation, where it is out of the way.")


def _pile(view: View, place: str) -> ViewPile:
    return view.tableau[int(place[1:]) - 1]


def _fits_its_foundation(view: View, card: str) -> bool:
    """Say whether a card is the next one of a foundation of its suit."""
    if view.rules.aim != "build":
        return False
    height = (rank_of(card_code(card)) - view.lowest) % len(RANKS)
    return height in (view.foundations[card[-1]], view.second_foundations.get(card[-1]))
