"""The result of an advised line and the reason for its move, from the player's view."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from spite_and_malice.patience import grids, heaps, looking
from spite_and_malice.patience.contrast import (
    clears,
    completes,
    contrast,
    home_waits,
    next_on_it,
    no_other,
    not_needed,
    of_one_suit,
    one_run,
    partner_beneath,
    which,
)
from spite_and_malice.patience.core import rank_of
from spite_and_malice.patience.gains import cards_of, gain_of, is_next_home, joined, lead_of, taken_by, uncovered
from spite_and_malice.patience.gaps import takes_any, why_filled
from spite_and_malice.patience.hints import COUNTED, Hint
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.lost import Astray, top_of, why_lost
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.plans import (
    comes_back,
    depth_of,
    last_before_a_shuffle,
    later_goal,
    onward,
    plan_of,
    reason_for_goal,
    run_of,
)
from spite_and_malice.patience.purpose import laid_out, named, next_step, steps_of, takes_next
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.patience.view import View, ViewPile
from spite_and_malice.rules.cards import RANKS, card_code
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

_REDEAL: Final = Move("redeal")


def reason_for(
    view: View,
    given: Hint,
    is_known: bool = False,
    moves: int = 1,
    known: Known | None = None,
    astray: Astray | None = None,
) -> str:
    """Return the reason for an advised move in the current language, or that there is none.

    `is_known` says whether all cards prove a lost game to be lost; `moves` is how many have been made, 0 also where
    they make no difference; `known` is what the player knows beside the view, nothing if it is None; `astray` is the
    move that a lost game is to be taken back to.
    """
    if given.winnable == 0 and given.move is not None and given.move.target == "W" and _is_stock_unseen(view, known):
        # The next card may change everything: all that can be said is how far the cards go before it.
        return plan_of(view, given.line, known) or _use_of(view, given, given.move)
    if view.rules.aim in COUNTED and given.winnable == 0 and given.move is not None:
        return _as_far_as_it_goes(view, given, given.move, known)
    is_heap = view.rules.build == "heap" and given.move is not None and given.move.target.startswith("T")
    if lost := why_lost(view, given, astray, known, is_known=is_known, from_start=not moves):
        if given.move is None or not given.move.target or (astray is not None and astray.had_way):
            return lost
        # With no way back the game is played on.
        return _and_one_of(lost, heaps.why(view, given.move) if is_heap else _use_of(view, given, given.move))
    assert given.move is not None
    if is_heap:
        return heaps.why(view, given.move)
    said = _with_purpose(view, given, given.move, known)
    more = which(view, given.move)
    return f"{said} {more}" if more and len(said) + len(more) < looking.LONGEST else said


def _with_purpose(view: View, given: Hint, move: Move, known: Known | None) -> str:
    """Return what a move is for or what it does, and what it leads to or what speaks for it, in two sentences."""
    line = given.line or (move,)
    if said := plan_of(view, line, known, is_rest=given.is_rest) or _drawing(view, move, known):
        waits = home_waits(view, line, said)
        why = (later_goal(view, line, known), contrast(view, line, known, said), comes_back(view, line, known))
        return _and_one_of(said, waits, *why, reason_for_goal(view, line, known, said, is_rest=given.is_rest))
    said = _use_of(view, given, move) if given.winnable else _without_a_way(view, given, move)
    if clear := clears(view, move):
        return said if clear in said else f"{said} {clear}"
    said = f"{said} {completes(view, move)}".rstrip()
    waits = home_waits(view, line, said)
    leads = (
        why_filled(view, line) if view.rules.stock == "piles" else "",
        onward(view, line, known),
        not_needed(view, move),
        next_on_it(view, move),
        comes_back(view, line, known),
        last_before_a_shuffle(view, line),
    )
    following = "" if view.rules.layout == "grid" else next_step(view, line, known)
    last = (
        why_filled(view, line),
        partner_beneath(view, move),
        no_other(view, move),
        following,
        takes_any(view, move),
        depth_of(view, move),
        takes_next(view, move),
    )
    if gain_of(view, move) in ("turn", "gap") or view.rules.aim == "pairs":
        return _and_one_of(said, contrast(view, line, known), of_one_suit(view, move), *leads, waits, *last)
    in_order = ""
    if gain_of(view, move) == "order":
        in_order = one_run(view, move) or _fits_there(view, move)
    stays = waits if move.cards == 1 and f"{move.source}-F" in view.legal else ""
    return _and_one_of(said, stays, *leads, waits, contrast(view, line, known), in_order, *last)


def _fits_there(view: View, move: Move) -> str:
    """Say that a card lies on one that it builds on, other than before."""
    below, upon = cards_of(view, move.source)[-move.cards - 1], cards_of(view, move.target)[-1]
    return _("{card} does not fit on {below}, but on {upon} it does.").format(
        card=card_name(lead_of(view, move)), below=card_name(below), upon=card_name(upon)
    )


def _and_one_of(said: str, *others: str) -> str:
    """Add the first sentence that fits."""
    room = looking.LONGEST - len(said)
    return " ".join([said, *[other for other in others if other and len(other) < room][:1]])


def _is_stock_unseen(view: View, known: Known | None) -> bool:
    return view.stock > 0 and (known is None or None in known.stock)


def _drawing(view: View, move: Move, known: Known | None) -> str:
    return looking.draw_for(view, known) if move.is_draw else ""


def _as_far_as_it_goes(view: View, given: Hint, move: Move, known: Known | None) -> str:
    """Return which cards can still be taken off in a game that is not won: the fewer left, the better."""
    cards = run_of(view, given.line)
    if not cards and any(each.target for each in given.line):
        if view.rules.layout == "grid":
            return grids.why_close_up(view)
        return _after_draws(view, given, known)
    if not cards and move.is_deal:
        return grids.why_close_up(view)
    if not cards:
        return _drawing(view, move, known) or ngettext(
            "The last card of the stock may take some more off.",
            "The {count} cards of the stock may take some more off.",
            view.stock,
        ).format(count=view.stock)
    is_named = move.target == "X" and view.rules.layout != "grid"
    # The cards of the move itself are named before.
    rest = cards[1 + bool(move.partner) :] if is_named else cards
    said = ngettext(
        "{count} more card can go: {cards}.",
        "{count} more cards can go: {cards}.",
        len(rest),
    ).format(count=len(rest), cards=named(rest))
    return (
        f"{_off_the_table(view, move)} {said if rest else contrast(view, given.line, known)}".rstrip()
        if is_named
        else said
    )


def _after_draws(view: View, given: Hint, known: Known | None) -> str:
    """Return after how many draws cards can go, and which ones if they are known."""
    world = laid_out(view, known)
    before = list(takewhile(lambda each: not each.target, given.line))
    for each in before:
        world.play(each)
    there, move = world.view(), given.line[len(before)]
    draws = sum(each.is_draw for each in before)
    words = ngettext("More cards can go after {count} draw.", "More cards can go after {count} draws.", draws)
    if known is not None and None not in known.stock:
        words = ngettext(
            "More cards can go after {count} draw: {cards}.", "More cards can go after {count} draws: {cards}.", draws
        )
    return words.format(count=draws, cards=named(run_of(there, [move])))


def reason_to_go_back(count: int) -> str:
    """Return why a number of moves should be taken back, in the current language."""
    return ngettext(
        "The way goes on from where you were before: take a move back.",
        "The way goes on from where you were before: take {n} moves back.",
        count,
    ).format(n=count)


def _without_a_way(view: View, given: Hint, move: Move) -> str:
    """Return the effect of the move that came furthest in the simulated games, none of which was won."""
    if move.is_redeal:
        return _from_stock(view, given, move)
    if not move.target:
        return looking.deal_for(view) if move.is_deal else _draw_from(view)
    return _use_of(view, given, move)


def _draw_from(view: View) -> str:
    """Return that a draw came furthest in the games looked ahead."""
    return ngettext(
        "Draw: no other move came further in the games looked ahead, and {count} card is left in the stock.",
        "Draw: no other move came further in the games looked ahead, and {count} cards are left in the stock.",
        view.stock,
    ).format(count=view.stock)


def _use_of(view: View, given: Hint, move: Move) -> str:
    """Return the benefit of an advised move, alone or together with the moves that follow it."""
    if not move.target:
        return _from_stock(view, given, move)
    if view.rules.layout == "grid":
        return grids.why(view, given.line or (move,))
    cards = cards_of(view, move.source)
    moved = card_name(cards[-move.cards]) if len(cards) >= move.cards else ""
    below = card_name(cards[-move.cards - 1]) if len(cards) > move.cards else ""
    if view.rules.aim == "clock":
        return _("{card} goes to its hour: there is nothing to choose.").format(card=moved)
    if move.is_merci:
        return _("{card} is drawn out from beneath {above}.").format(card=moved, above=card_name(cards[-1]))
    match move.target:
        case "X":
            return _off_the_table(view, move)
        case "W":
            return _to_the_waste(view, move, moved, below)
        case "C":
            if below:
                return _("A cell takes {card}, and {below} comes free.").format(card=moved, below=below)
            return _("A cell takes {card}, and its pile is empty.").format(card=moved)
        case "P":
            return _("The pocket keeps {card} until it has a place.").format(card=moved)
    match move.source[0]:
        case "W":
            return _from_waste(view, move, moved, below)
        case "F":
            return _("{card} is of use on the table: another card can go on it.").format(card=top_of(view, move))
        case "C":
            if move.target.startswith("F"):
                return _("{card} goes to its foundation, and its cell is empty.").format(card=moved)
            if upon := cards_of(view, move.target)[-1:]:
                words = _("{card} goes on {upon}, and its cell is empty.")
                return words.format(card=moved, upon=card_name(upon[0]))
            return _("{card} finds a place, and its cell is empty.").format(card=moved)
        case "P":
            return _("{card} finds a place, and the pocket is empty.").format(card=moved)
        case "R":
            if move.target.startswith("F") and below:
                words = _("{card} of the reserve goes to its foundation, and {below} comes free.")
                return words.format(card=moved, below=below)
            if move.target.startswith("F"):
                words = _("{card} of the reserve goes to its foundation.")
                if view.reserve[int(move.source[1:]) - 1].down:
                    words = _("{card} goes to its foundation, and the card beneath is turned up.")
                return words.format(card=moved)
            if upon := cards_of(view, move.target)[-1:]:
                words = _("{card} of the reserve goes on {upon}.")
                if below:
                    words = _("{card} of the reserve goes on {upon}, and {below} comes free.")
                return words.format(card=moved, upon=card_name(upon[0]), below=below)
            return _("{card} of the reserve goes to an empty pile.").format(card=moved)
    return _from_pile(view, move, moved, below)


def _from_stock(view: View, given: Hint, move: Move) -> str:
    if move.is_redeal and view.rules.gather != "none":
        return _laid_out_again(view, given)
    if move.is_redeal:
        return _("The waste holds cards that you need: turn it over.")
    if move.is_deal and view.rules.layout == "grid":
        return grids.why_close_up(view)
    if move.is_deal:
        return looking.deal_for(view)
    if any(not following.is_draw for following in given.line):
        return _("The stock holds a card that you need: go through it.")
    if len(given.line) > 1:
        return ngettext(
            "Go on drawing: the next new card is {count} draw away.",
            "Go on drawing: the next new card is {count} draws away.",
            len(given.line),
        ).format(count=len(given.line))
    return ngettext(
        "Draw: in most of the ways that were tried, the last card of the stock led on.",
        "Draw: in most of the ways that were tried, the next of the {count} cards of the stock led on.",
        view.stock,
    ).format(count=view.stock)


def _laid_out_again(view: View, given: Hint) -> str:
    """Return what follows once the cards are laid out again, if they come in a known order."""
    if view.rules.gather == "deal":
        world = laid_out(view)
        world.play(given.line[0] if given.line else _REDEAL)
        if steps := steps_of(world, given.line[1:3]):
            return _("Lay the cards out again: then {line}.").format(
                line=_(", then ").join(step.name for step in steps)
            )
    left = sum(len(pile.up) for pile in view.tableau)
    return ngettext(
        "Lay the last card out again: no way was found to bring it home as it lies.",
        "Lay the other {count} cards out again: no way was found to bring more of them home as they lie.",
        left,
    ).format(count=left)


def _off_the_table(view: View, move: Move) -> str:
    taken = taken_by(view, move)
    names = list(map(card_name, taken))
    freed, covered = uncovered(view, move)
    gone = {int(place[1:]) - 1 for place in (move.source, move.partner) if place.startswith("T")}
    names_of = {"cards": listed(names)}
    if view.rules.aim == "aces":
        higher = [up[-1] for up in (pile.up for pile in view.tableau) if up and _beats(up[-1], taken[0])]
        words = _("Take {cards} off: {higher} is higher in its suit.")
        if freed:
            words = _("Take {cards} off: {higher} is higher in its suit, and {freed} comes free.")
        return words.format(higher=card_name(higher[0]), freed=listed(list(map(card_name, freed))), **names_of)
    if freed:
        words = ngettext("Take {cards} off: {freed} comes free.", "Take {cards} off: {freed} come free.", len(freed))
        return words.format(freed=listed(list(map(card_name, freed))), **names_of)
    if covered:
        words = _("Take {cards} off: that takes a card off {below}.")
        return words.format(below=listed(list(map(card_name, covered))), **names_of)
    if any(view.tableau[place].down for place in gone) or any(
        gone.intersection(each) for each in covers_of(view.rules)
    ):
        return _("Take {cards} off: that clears the way to what lies below.").format(cards=listed(names))
    words = ngettext(
        "Take {cards} off: it would only be in the way later.",
        "Take {cards} off: they would only be in the way later.",
        len(names),
    )
    if clears(view, move):
        words = _("Take {cards} off.")
    return words.format(cards=listed(names))


def _beats(card: str, other: str) -> bool:
    """Say whether a card is of the suit of another one and higher, aces being highest."""
    high, low = ((rank_of(card_code(each)) - 2) % len(RANKS) for each in (card, other))
    return card[-1] == other[-1] and high > low


def _to_the_waste(view: View, move: Move, card: str, below: str) -> str:
    if following := looking.followers(view, move):
        names = listed(list(map(card_name, dict.fromkeys(following))), either=True)
        return _("Take {card}: {others} can follow it.").format(card=card, others=names)
    words = _("{card} goes on {upon}, and {below} comes free.")
    other = _left_on_hidden(view, int(move.source[1:]) - 1)
    if other:
        words = _("{card} goes on {upon}: of the two on a face-down card, only {other} is left.")
    elif not below:
        words = _("{card} goes on {upon} and leaves its pile empty.")
    return words.format(card=card, upon=card_name(view.waste[-1]), below=below, other=other)


def _left_on_hidden(view: View, place: int) -> str:
    """Name the only card that is left on a face-down one once that of a place has gone; empty where there is none."""
    for covering, pile in zip(covers_of(view.rules), view.tableau, strict=True):
        left = [
            view.tableau[at].up for at in covering if at != place and (view.tableau[at].up or view.tableau[at].down)
        ]
        if place in covering and pile.down and len(left) == 1 and left[0]:
            return card_name(left[0][-1])
    return ""


def _from_waste(view: View, move: Move, card: str, below: str) -> str:
    if move.target.startswith("F"):
        if below:
            return _("{card} of the waste goes to its foundation, and {below} comes free.").format(
                card=card, below=below
            )
        return _("{card} of the waste goes to its foundation.").format(card=card)
    if not cards_of(view, move.target) and view.rules.empty == "king":
        return _("{card} on the empty pile gives its run a place to grow.").format(card=card)
    upon = cards_of(view, move.target)[-1:]
    if not upon:
        return _("{card} of the waste goes to an empty pile.").format(card=card)
    words = _("{card} of the waste goes on {upon}.")
    if below:
        words = _("{card} of the waste goes on {upon}, and {below} comes free.")
    return words.format(card=card, below=below, upon=card_name(upon[0]))


def _from_pile(view: View, move: Move, card: str, below: str) -> str:
    upon = cards_of(view, move.target)
    names = {"card": card, "below": below, "upon": card_name(upon[-1]) if upon else ""}
    is_turned = not below and _pile(view, move.source).down > 0
    is_home = move.target.startswith("F")
    if not below and not is_turned and (is_home or upon) and (end := _filled(view)):
        goes = _("{card} goes to its foundation") if is_home else _("{card} goes on {upon}")
        return end.format(goes=goes.format(**names))
    if is_home:
        words = _("{card} goes to its foundation and leaves its pile empty.")
        if is_turned:
            words = _("{card} goes to its foundation, and the card beneath is turned up.")
        elif below:
            words = _("{card} goes to its foundation, and {below} comes free.")
        return words.format(**names)
    if is_turned:
        words = _("{card} goes on {upon}, and the card beneath it is turned up.")
        if not upon:
            words = _("{card} goes to an empty pile, and the card beneath it is turned up.")
        return words.format(**names)
    if gain_of(view, move) in ("suit", "run"):
        words = _("{card} joins {upon}: {count} cards of one suit in a row.")
        if gain_of(view, move) == "run":
            words = _("{card} joins {upon}: a suit from king to ace is complete.")
        elif view.rules.groups == "suit":
            words = _("{card} joins {upon}: {count} cards of one suit, which move as one.")
        return words.format(count=joined(view, move), **names)
    if not below:
        words = _("{card} goes on {upon} and leaves its pile empty.") if upon else _("{card} goes to an empty pile.")
        return words.format(**names)
    if not upon:
        return _("{card} goes to an empty pile, and {below} comes free.").format(**names)
    if is_next_home(view, _pile(view, move.source).up[-move.cards - 1]):
        return _("{card} goes on {upon}, and {below} comes free for its foundation.").format(**names)
    return _("{card} goes on {upon}, and {below} comes free.").format(**names)


def _filled(view: View) -> str:
    """Say what fills an emptied pile at once, with a place for the move; empty if nothing does."""
    if view.rules.refill and view.reserve[0].up:
        filler, words = view.reserve[0].up[-1], _("{goes}, and {filler} of the reserve fills its place.")
    elif view.rules.empty == "auto" and view.waste:
        filler, words = view.waste[-1], _("{goes}, and {filler} of the waste fills its place.")
    elif view.rules.empty == "auto" and view.stock:
        return _("{goes}, and a new card of the stock fills its place.")
    else:
        return ""
    return words.replace("{filler}", card_name(filler))


def _pile(view: View, place: str) -> ViewPile:
    return view.tableau[int(place[1:]) - 1]
