"""The cards worth drawing for: those that the player has not seen and that would be useful on top of the waste."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from spite_and_malice.patience.hints import sample
from spite_and_malice.patience.knowledge import Known, nothing_known
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.purpose import Unmoved, cards_of, name_of, turns_up
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

_MOST_NAMED: Final = 8
"""More cards than these are counted, not named."""
_MOST_USES: Final = 4
"""Nor are more cards than these with their places."""
_MOST_MOVES: Final = 2
"""More moves than these are not named."""
_EXAMPLES: Final = 3
"""How many cards are named where they are counted, those that go to a foundation first."""
_DRAW: Final = Move("draw")


@dataclass(frozen=True, slots=True)
class Use:
    """The use of a card on the waste: 2 for its foundation, 1 for another play, else 0; where; the play by name.

    The name is empty for a play that takes another card to the waste.
    """

    worth: int
    place: str = ""
    name: str = ""


def draw_for(view: View, known: Known | None = None) -> str:
    """Say which cards a draw is for; empty if the next one is known or none would be useful."""
    known = nothing_known(view) if known is None else known
    at = min(view.rules.draw, len(known.stock)) - 1
    if str(_DRAW) not in view.legal or at < 0 or known.stock[at] is not None:
        return ""
    unseen = _unseen(view, known)
    cards = [card for card in (f"{rank}{suit}" for rank in RANKS for suit in SUITS) if unseen[card]]
    uses = {card: _use(view, known, at, card) for card in cards}
    useful = [card for card in cards if uses[card].worth]
    if not useful:
        return ""
    return _lead(view).format(why=_useful(unseen, uses, useful))


def _useful(unseen: Counter[str], uses: Mapping[str, Use], useful: Sequence[str]) -> str:
    if len(useful) == len(uses) > 1:
        words = _("whatever comes of the {all} cards that you have not seen will be of use at once")
        return words.format(all=unseen.total())
    count = sum(unseen[card] for card in useful)
    words = _("of the {all} cards that you have not seen, {count} would be of use at once ({cards})")
    most = _MOST_USES if all(uses[card].name for card in useful) else _MOST_NAMED
    if len(useful) > most:
        words = _("of the {all} cards that you have not seen, {count} would be of use at once, such as {cards}")
        useful = _telling(uses, useful)
    names = [uses[card].name or card_name(card) for card in useful]
    return words.format(count=count, all=unseen.total(), cards=listed(names))


def _telling(uses: Mapping[str, Use], useful: Sequence[str]) -> Sequence[str]:
    """Choose a few cards, what goes to a foundation first, and first those that are used in different places."""
    best = sorted(useful, key=lambda card: -uses[card].worth)
    first = {uses[card].place: card for card in reversed(best)}
    return sorted(best, key=lambda card: first[uses[card].place] != card)[:_EXAMPLES]


def _lead(view: View) -> str:
    """Say that nothing but a draw is possible, or that other moves can wait; with a place for why."""
    others = [move for move in map(Move.parse, view.legal) if move.target and not move.source.startswith("F")]
    named = [name for move in others if (name := name_of(view, move))]
    if not others:
        return _("Nothing else fits, so draw: {why}.")
    world = sample(view, Unmoved())
    world.play(_DRAW)
    words, moves = _("Draw, which went better than any other move in the games looked ahead: {why}."), ""
    if len(others) == len(named) <= _MOST_MOVES:
        words, moves = _("Draw rather than {moves}, which went worse in the games looked ahead: {why}."), listed(named)
        if len(named) == 1 and str(others[0]) in world.view().legal:
            words = _("Draw first, {moves} can wait: {why}.")
    return words.replace("{moves}", moves)


def deal_for(view: View) -> str:
    """Say why the stock is dealt: what the other moves cannot do, or those that can wait."""
    others = [move for move in map(Move.parse, view.legal) if move.target and not move.source.startswith("F")]
    telling = [name_of(view, move) for move in others if _leads_on(view, move)]
    if not others:
        words = _("Nothing else fits, so deal: {left}.")
    elif view.rules.aim == "aces" and not telling:
        words = _("No open card is beaten by a higher one of its suit, so deal: {left}.")
    elif not telling:
        words = _("No other move turns up a card, brings one home or joins two of one suit, so deal: {left}.")
    elif len(telling) <= _MOST_MOVES:
        words = _("Deal rather than {moves}, which went worse in the games looked ahead: {left}.")
    else:
        words = _("Deal, which went better than any other move in the games looked ahead: {left}.")
    left = ngettext("{count} card is left in the stock", "{count} cards are left in the stock", view.stock)
    return words.format(moves=listed(telling), left=left.format(count=view.stock))


def _leads_on(view: View, move: Move) -> bool:
    """Say whether a move turns up a card, brings one home or off the table, or joins two of one suit."""
    if move.target[0] in "FX" or turns_up(view, move):
        return True
    upon = cards_of(view, move.target)[-1:]
    cards = cards_of(view, move.source)
    return bool(view.rules.aim == "runs" and upon and cards and upon[0][-1] == cards[-move.cards][-1])


def is_followed(view: View, move: Move) -> bool:
    """Say whether a card that the player sees can follow one that goes to the waste."""
    world = sample(view, Unmoved())
    world.play(move)
    following = [each.source for each in map(Move.parse, world.view().legal) if each.target == "W"]
    return any(len(view.tableau[int(place[1:]) - 1].up) > (place == move.source) for place in following)


def _unseen(view: View, known: Known) -> Counter[str]:
    """Count the cards that the player has not seen, whatever their places."""
    laid = sample(view, Unmoved(), known).to_json()
    found = Counter(card for card, seen in zip(laid["stock"], known.stock, strict=True) if seen is None)
    for piles, seen_piles in ((laid["tableau"], known.tableau), (laid.get("reserve", []), known.reserve)):
        for pile, seen_cards in zip(piles, seen_piles, strict=True):
            found.update(card for card, seen in zip(pile["down"], seen_cards, strict=True) if seen is None)
    return found


def _use(view: View, known: Known, at: int, card: str) -> Use:
    """Return the best use of a card that is turned up from the stock."""
    stock = (*known.stock[:at], card, *known.stock[at + 1 :])
    world = sample(view, Unmoved(), replace(known, stock=stock))
    world.play(_DRAW)
    after = world.view()
    found = Use(0)
    for move in map(Move.parse, after.legal):
        if not move.target or "W" not in (move.source, move.target, move.partner) or move.target[0] in "CP":
            continue
        if move.target.startswith("F"):
            return Use(2, "F", name_of(after, move))
        place = after.tableau[int(move.target[1:]) - 1] if move.target.startswith("T") else None
        if not found.worth and (place is None or place.up or view.rules.empty != "any"):
            is_taken = move.target == "W"
            found = Use(1, *((card, "") if is_taken else (f"{move.target}{move.source}", _play_of(after, move))))
    return found


def _play_of(view: View, move: Move) -> str:
    """Name a play of the waste's card, or of a pair with it."""
    if move.target != "X":
        return name_of(view, move)
    other = [place for place in (move.source, move.partner) if place not in ("", "W")]
    if not other:
        return ""
    words = _("{card} with {other}")
    return words.format(card=card_name(view.waste[-1]), other=card_name(cards_of(view, other[0])[-1]))
