"""The cards worth drawing for: those that the player has not seen and that would be useful on top of the waste."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from spite_and_malice.patience.hints import sample
from spite_and_malice.patience.knowledge import Known, nothing_known
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.plans import moves_named
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed

_MOST_NAMED: Final = 8
"""More cards than these are counted, not named."""
_MOST_MOVES: Final = 2
"""More moves than these are not named."""
_EXAMPLES: Final = 3
"""How many cards are named where they are counted, those that go to a foundation first."""
_DRAW: Final = Move("draw")


class _Unmoved:
    """A shuffle that leaves the cards as they are: their order does not matter here."""

    def shuffle(self, cards: list[int]) -> None:
        """Leave the cards."""

    def lot(self, _count: int) -> int:
        """Draw the first lot."""
        return 0


def draw_for(view: View, known: Known | None = None) -> str:
    """Say which cards a draw is for; empty if the next one is known or none would be useful."""
    known = nothing_known(view) if known is None else known
    at = min(view.rules.draw, len(known.stock)) - 1
    if str(_DRAW) not in view.legal or at < 0 or known.stock[at] is not None:
        return ""
    unseen = _unseen(view, known)
    cards = [card for card in (f"{rank}{suit}" for rank in RANKS for suit in SUITS) if unseen[card]]
    uses = {card: _use(view, known, at, card) for card in cards}
    useful = [card for card in cards if uses[card]]
    if not useful:
        return ""
    return _lead(view).format(why=_useful(unseen, uses, useful))


def _useful(unseen: Counter[str], uses: Mapping[str, int], useful: Sequence[str]) -> str:
    if len(useful) == len(uses) > 1:
        return _("whatever comes will be of use at once")
    count = sum(unseen[card] for card in useful)
    words = _("of the {all} cards that you have not seen, {count} would be of use at once ({cards})")
    if len(useful) > _MOST_NAMED:
        words = _("of the {all} cards that you have not seen, {count} would be of use at once, such as {cards}")
        useful = sorted(useful, key=lambda card: -uses[card])[:_EXAMPLES]
    return words.format(count=count, all=unseen.total(), cards=listed(list(map(card_name, useful))))


def _lead(view: View) -> str:
    """Say that nothing but a draw is possible, or that other moves can wait; with a place for why."""
    others = [move for move in map(Move.parse, view.legal) if move.target and not move.source.startswith("F")]
    named = [name for move in others for name in moves_named(view, [move])]
    if not others:
        return _("Nothing else fits, so draw: {why}.")
    world = sample(view, _Unmoved())
    world.play(_DRAW)
    words, moves = _("Draw, which went better than any other move in the games looked ahead: {why}."), ""
    if len(others) == len(named) <= _MOST_MOVES:
        words, moves = _("Draw rather than {moves}, which went worse in the games looked ahead: {why}."), listed(named)
        if len(named) == 1 and str(others[0]) in world.view().legal:
            words = _("Draw first, {moves} can wait: {why}.")
    return words.replace("{moves}", moves)


def is_followed(view: View, move: Move) -> bool:
    """Say whether a card that the player sees can follow one that goes to the waste."""
    world = sample(view, _Unmoved())
    world.play(move)
    following = [each.source for each in map(Move.parse, world.view().legal) if each.target == "W"]
    return any(len(view.tableau[int(place[1:]) - 1].up) > (place == move.source) for place in following)


def _unseen(view: View, known: Known) -> Counter[str]:
    """Count the cards that the player has not seen, whatever their places."""
    laid = sample(view, _Unmoved(), known).to_json()
    found = Counter(card for card, seen in zip(laid["stock"], known.stock, strict=True) if seen is None)
    for piles, seen_piles in ((laid["tableau"], known.tableau), (laid.get("reserve", []), known.reserve)):
        for pile, seen_cards in zip(piles, seen_piles, strict=True):
            found.update(card for card, seen in zip(pile["down"], seen_cards, strict=True) if seen is None)
    return found


def _use(view: View, known: Known, at: int, card: str) -> int:
    """Return 2 for a card that could go from the waste to a foundation, 1 if another play would use it, else 0."""
    stock = (*known.stock[:at], card, *known.stock[at + 1 :])
    world = sample(view, _Unmoved(), replace(known, stock=stock))
    world.play(_DRAW)
    after = world.view()
    use = 0
    for move in map(Move.parse, after.legal):
        if not move.target or "W" not in (move.source, move.target, move.partner) or move.target[0] in "CP":
            continue
        if move.target.startswith("F"):
            return 2
        place = after.tableau[int(move.target[1:]) - 1] if move.target.startswith("T") else None
        if place is None or place.up or view.rules.empty != "any":
            use = 1
    return use
