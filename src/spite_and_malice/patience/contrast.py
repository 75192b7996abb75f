"""Why an advised move rather than another one that looks alike, in a sentence; each is true of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spite_and_malice.patience.core import Layout
from spite_and_malice.patience.hints import Unseen
from spite_and_malice.patience.knowledge import Known, nothing_known
from spite_and_malice.patience.moves import Move, move_with
from spite_and_malice.patience.purpose import (
    Step,
    cards_of,
    fitting,
    laid_out,
    lead_of,
    steps_of,
    still_fitting,
    turns_up,
)
from spite_and_malice.patience.tables import foundations_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

_MOST_NAMED: Final = 4
_MOST_TABLES: Final = 1500
_FURTHEST: Final = 15
"""How many moves of a line are looked at."""


def contrast(view: View, line: Sequence[Move], known: Known | None = None) -> str:
    """Return what speaks for the first move of a line against another one; empty if nothing that can be named does."""
    move = line[0]
    if view.rules.aim == "pairs" and view.rules.layout != "grid":
        return _kept_for_another(view, move, steps_of(laid_out(view, known), line))
    if view.rules.aim not in ("build", "runs") or not move.target or not cards_of(view, move.source):
        return ""
    steps = steps_of(laid_out(view, known), line[:_FURTHEST])
    others = [other for other in map(Move.parse, view.legal) if other != move and other.target]
    others = [other for other in others if not other.source.startswith("F")]
    return (
        _kept_free(view, move, others, steps)
        or _one_suit(view, move, others)
        or _deepest(view, move, others)
        or _can_wait(view, move, others, steps)
    )


def _kept_for_another(view: View, move: Move, steps: Sequence[Step]) -> str:
    """Say with which card another one goes later that could go now with one of the pair."""
    pair = {move.source, move.partner}
    for other in map(Move.parse, view.legal):
        places = {other.source, other.partner}
        if other.target != "X" or len(places) < 2 or len(pair & places) != 1:
            continue
        place = (places - pair).pop()
        card = cards_of(view, place)[-1]
        for step in steps[1:]:
            if place in (step.move.source, step.move.partner):
                partner = step.move.partner if place == step.move.source else step.move.source
                if cards_of(step.before, place)[-1] != card or not partner or partner == place:
                    break
                with_it = cards_of(step.before, partner)[-1]
                return _("{place} is kept for {card}.").format(place=card_name(card), card=card_name(with_it))
    return ""


def _kept_free(view: View, move: Move, others: Sequence[Move], steps: Sequence[Step]) -> str:
    """Say for which card another place is kept, where the line needs it."""
    for other in others:
        place = cards_of(view, other.target)[-1:]
        if (other.source, other.cards) != (move.source, move.cards) or other.target[0] != "T" or not place:
            continue
        for step in steps[1:]:
            if step.move.target == other.target and step.upon == place[0] and step.card != lead_of(view, move):
                return _("{place} is kept for {card}.").format(place=card_name(place[0]), card=card_name(step.card))
            if other.target in (step.move.source, step.move.target):
                break
    return ""


def _one_suit(view: View, move: Move, others: Sequence[Move]) -> str:
    """Say that cards of one suit move together, where another place has a card of another suit."""
    upon = cards_of(view, move.target)[-1:]
    card = lead_of(view, move)
    if view.rules.aim != "runs" or view.rules.build == "suit" or not upon or upon[0][-1] != card[-1]:
        return ""
    for other in others:
        place = cards_of(view, other.target)[-1:]
        if (other.source, other.cards) == (move.source, move.cards) and place and place[0][-1] != card[-1]:
            words = _("With {upon} it can move on as one, with {other} it could not: that is of another suit.")
            return words.format(upon=card_name(upon[0]), other=card_name(place[0]))
    return ""


def of_one_suit(view: View, move: Move) -> str:
    """Say that a card goes on one of its suit, where only such cards move on together."""
    upon = cards_of(view, move.target)[-1:]
    if view.rules.aim != "runs" or view.rules.build == "suit" or not upon or not turns_up(view, move):
        return ""
    card = lead_of(view, move)
    if upon[0][-1] != card[-1] or view.rules.suits == 1:
        return ""
    return _("{card} and {upon} are of one suit, so they move on together.").format(
        card=card_name(card), upon=card_name(upon[0])
    )


def _deepest(view: View, move: Move, others: Sequence[Move]) -> str:
    """Compare the face-down cards of the pile whose next one is turned up with those of others."""
    depth = turns_up(view, move)
    if not depth:
        return ""
    turning = {other.source: turns_up(view, other) for other in others if turns_up(view, other)}
    turning.pop(move.source, None)
    if not turning:
        return _("Only {card} turns a card up now.").format(card=card_name(lead_of(view, move)))
    source = max(turning, key=lambda place: turning[place])
    most, least = turning[source], min(turning.values())
    if depth < least:
        source = min(turning, key=lambda place: turning[place])
        words = ngettext(
            "Beneath it lies {count} card face down, under {other} {more}: this pile is empty sooner.",
            "Beneath it lie {count} cards face down, under {other} {more}: this pile is empty sooner.",
            depth,
        )
    elif depth > most:
        words = ngettext(
            "Beneath it lies {count} card face down, under {other} only {more}.",
            "Beneath it lie {count} cards face down, under {other} only {more}.",
            depth,
        )
    else:
        return ""
    other = cards_of(view, source)[0]
    return words.format(count=depth, other=card_name(other), more=turning[source])


def _can_wait(view: View, move: Move, others: Sequence[Move], steps: Sequence[Step]) -> str:
    """Say why a card that could go to its foundation stays: others that can still go on it."""
    if move.target.startswith("F") or (len(steps) > 1 and steps[1].move.target.startswith("F")):
        return ""
    for other in others:
        if not other.target.startswith("F") or other.source == move.target:
            continue
        card = lead_of(view, other)
        if needing := list(still_fitting(view, card))[:_MOST_NAMED] if view.rules.aim == "build" else []:
            words = _("{lead} goes first: {card} need not go to its foundation yet, as {others} may still go on it.")
            lead = card_name(lead_of(view, move))
            return words.format(lead=lead, card=card_name(card), others=listed(list(map(card_name, needing))))
    return ""


def not_needed(view: View, move: Move) -> str:
    """Say that a card that goes to its foundation is not missed, where no card that is left goes on it."""
    if not move.target.startswith("F") or view.homes or view.rules.aim != "build":
        return ""
    card = lead_of(view, move)
    cards = list(fitting(view, card))
    if not cards:
        return _("No card goes on {card}, so the table does not need it.").format(card=card_name(card))
    if any(still_fitting(view, card)):
        return ""
    return ngettext(
        "Nothing is left to go on {card}: {others} is home already.",
        "Nothing is left to go on {card}: {others} are home already.",
        len(cards),
    ).format(card=card_name(card), others=listed(list(map(card_name, cards))))


def next_on_it(view: View, move: Move) -> str:
    """Say which cards a foundation of its own takes after the card of a move."""
    if not view.homes or not move.target.startswith("F") or not move.target[1:] or view.rules.home == "osmosis":
        return ""
    at = int(move.target[1:]) - 1
    wanted = foundations_of(view.rules, view.lowest)[at]
    height = len(view.homes[at]) + 1
    if height >= len(wanted):
        return ""
    rank, suits = wanted[height]
    names = [card_name(RANKS[rank - 1] + SUITS[suit]) for suit in suits]
    words = _("After {card} that foundation takes {cards}.")
    return words.format(card=card_name(lead_of(view, move)), cards=listed(names, either=True))


def shorter_run(view: View, taken: Sequence[Move], known: Known | None) -> str:
    """Say how many cards could go to the waste where another one goes first, if that is fewer; the best of these."""
    world, unseen = laid_out(view, known), Unseen(view, nothing_known(view) if known is None else known)
    best, first = 0, ""
    for move in map(Move.parse, view.legal):
        if move.target != "W" or move.source == taken[0].source:
            continue
        after = world.clone()
        after.play(move)
        most = 1 if unseen.is_shown(after.layout) else _longest(after.layout, unseen)
        if most is None or most >= len(taken):
            return ""
        if most > best:
            best, first = most, cards_of(view, move.source)[-1]
    if not first:
        return ""
    return ngettext(
        "With {card} first only {count} card could go.", "With {card} first only {count} cards could go.", best
    ).format(card=card_name(first), count=best)


def _longest(layout: Layout, unseen: Unseen) -> int | None:
    """Return how many cards go to the waste with the last one and after it; None if that takes too long."""
    most, looked_at, left = 1, {layout.key()}, [(layout, 1)]
    while left:
        table, taken = left.pop()
        most = max(most, taken)
        for code in table.legal():
            if move_with(code).target != "W":
                continue
            after = table.clone()
            after.apply(code)
            if (key := after.key()) in looked_at:
                continue
            looked_at.add(key)
            if len(looked_at) > _MOST_TABLES:
                return None
            if unseen.is_shown(after):
                most = max(most, taken + 1)
            else:
                left.append((after, taken + 1))
    return most
