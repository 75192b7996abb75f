"""What a move gains at once, and the cards that it names, from the player's view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from spite_and_malice.patience.core import pair_index, rank_of
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.tables import covers_of, fit_tables
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code

Gain = Literal["", "off", "run", "row", "turn", "gap", "suit", "order", "place"]
"""What a move gains: nothing that is seen at once, a card home or off the table, a suit complete from king to ace, a
card in its place of a row, a card turned up, a pile emptied, a card joined to one of its suit where only runs of a
suit leave, a card put on one that it builds on, or brought to a pile from the waste, the reserve, a cell or the
pocket."""

ENDS: Final[tuple[Gain, ...]] = ("off", "run", "row", "turn", "gap")
"""The gains that are worth a plan of several moves."""


def gain_of(view: View, move: Move) -> Gain:
    """Return what a move gains at once; a card that lay in order already gains nothing by another such place."""
    if move.target[:1] in ("F", "X", "W"):
        return "off"
    if view.rules.aim == "rows" and move.target:
        return "row" if in_its_row(view, move) else ""
    if view.rules.aim == "runs" and _completes(view, move):
        return "run"
    if turns_up(view, move):
        return "turn"
    upon = cards_of(view, move.target)[-1:]
    if not move.target.startswith("T") or not upon or view.rules.build == "heap":
        return ""
    if move.source[0] in "WCRP":
        return "place"
    if not move.source.startswith("T") or move.is_merci or view.rules.layout == "grid":
        return ""
    cards = cards_of(view, move.source)
    left, card = cards[: -move.cards], cards[-move.cards]
    if not left:
        return "gap"
    is_in_order = builds(view, card, left[-1])
    if view.rules.aim == "runs" and card[-1] == upon[0][-1]:
        return "" if is_in_order and left[-1][-1] == card[-1] else "suit"
    return "" if is_in_order else "order"


def in_its_row(view: View, move: Move) -> int:
    """Return how many cards of a row lie in order, from its two on, once a move has filled a gap; 0 if fewer do."""
    target = int(move.target[1:]) - 1
    begun = target - target % view.rules.piles[0]
    row = [*(pile.up[-1:] for pile in view.tableau[begun:target]), cards_of(view, move.source)[-1:]]
    suit = row[-1][0][-1]
    return len(row) if row == [(rank + suit,) for rank in RANKS[1 : len(row) + 1]] else 0


def joined(view: View, move: Move) -> int:
    """Return how many cards of one suit lie in a row where a move of a run joins cards to a pile."""
    if not move.source.startswith("T") or not move.target.startswith("T") or move.is_merci:
        return 0
    cards = (*cards_of(view, move.target), *cards_of(view, move.source)[-move.cards :])
    at = len(cards) - move.cards
    first, last = at, at
    while first > 0 and _is_run(cards[first - 1], cards[first]):
        first -= 1
    while last < len(cards) - 1 and _is_run(cards[last], cards[last + 1]):
        last += 1
    return last - first + 1


def _completes(view: View, move: Move) -> bool:
    """Say whether a move puts a suit together from king to ace, with nothing on the ace."""
    if not move.target.startswith("T"):
        return False
    run = (*cards_of(view, move.target), *cards_of(view, move.source)[-move.cards :])[-len(RANKS) :]
    return len(run) == len(RANKS) and all(map(_is_run, run, run[1:]))


def _is_run(upon: str, card: str) -> bool:
    return upon[-1] == card[-1] and RANKS.index(upon[0]) == RANKS.index(card[0]) + 1


def builds(view: View, card: str, upon: str) -> bool:
    """Say whether a card goes on another one of a pile by its suit and rank."""
    fits = fit_tables(view.rules, view.lowest)[1]
    return bool(fits[pair_index(card_code(card), card_code(upon))])


def fitting(view: View, card: str) -> Iterator[str]:
    """Yield the cards that build on one."""
    for suit in SUITS[: view.rules.suits]:
        yield from (rank + suit for rank in RANKS if builds(view, rank + suit, card))


def still_fitting(view: View, card: str) -> Iterator[str]:
    """Yield the cards that build on one and have not left the table, as far as the foundations tell."""
    for other in fitting(view, card):
        above = (rank_of(card_code(other)) - view.lowest) % len(RANKS)
        heights = (view.foundations[other[-1]], view.second_foundations.get(other[-1], len(RANKS)))
        if not view.homes and (view.rules.aim == "runs" or min(heights) <= above):
            yield other


def from_home(view: View, card: str) -> int:
    """Return how many cards of its suit a foundation takes before a card."""
    level = (rank_of(card_code(card)) - view.lowest) % len(RANKS)
    heights = (view.foundations[card[-1]], view.second_foundations.get(card[-1], len(RANKS) + 1))
    return min((level - height for height in heights if height <= level), default=len(RANKS))


def is_next_home(view: View, card: str) -> bool:
    """Say whether a foundation of its suit takes a card next."""
    return view.rules.aim == "build" and not view.homes and from_home(view, card) == 0


def cards_of(view: View, place: str) -> tuple[str, ...]:
    """Return the face-up cards of a place, the top one last."""
    match place[:1]:
        case "T":
            return view.tableau[int(place[1:]) - 1].up
        case "R":
            return view.reserve[int(place[1:]) - 1].up
        case "C" if place != "C":
            card = view.cells[int(place[1:]) - 1]
            return () if card is None else (card,)
        case "W":
            return view.waste
        case "P":
            return view.pocket
    return ()


def lead_of(view: View, move: Move) -> str:
    """Return the card that names a move: of several the lowest in its pile, of a pile that is known by its top that."""
    return cards_of(view, move.source)[-1 if view.rules.aim == "one" else -move.cards]


def turns_up(view: View, move: Move) -> int:
    """Return how many cards lie face down in a pile whose next one a move turns up; 0 if it turns none up."""
    if not move.source.startswith("T") or move.is_merci or not move.target:
        return 0
    pile = view.tableau[int(move.source[1:]) - 1]
    return pile.down if len(pile.up) == move.cards else 0


def taken_by(view: View, move: Move) -> list[str]:
    """Return the cards that a move takes off the table."""
    if move.source == move.partner:
        return list(cards_of(view, move.source)[-2:])
    return [cards_of(view, place)[-1] for place in (move.source, move.partner) if place]


def uncovered(view: View, move: Move) -> tuple[list[str], list[str]]:
    """Return the cards that come free when others leave the table, and those that are covered by fewer then."""
    places = [place for place in (move.source, move.partner) if place]
    gone = {int(place[1:]) - 1 for place in places if place.startswith("T")}
    freed = [card for place in sorted(gone) for card in view.tableau[place].up[:-1][-1:]]
    for place in sorted({place for place in places if place[0] in "RW"}):
        freed += cards_of(view, place)[: -places.count(place)][-1:]
    covered: list[str] = []
    for covering, pile in zip(covers_of(view.rules), view.tableau, strict=True):
        if gone.intersection(covering) and pile.up:
            still = any(at not in gone and (view.tableau[at].up or view.tableau[at].down) for at in covering)
            (covered if still else freed).append(pile.up[-1])
    return freed, covered
