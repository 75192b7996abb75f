"""Moves that lose nothing, and so may be made at once in a search of a game of building; each with its proof.

A proof shows that any way to win that does not make the move can be changed into one that does. Blake and Gent ("The
Winnability of Klondike Solitaire and Many Other Patience Games", arXiv 1906.12314) prove the first of these for their
games in the same way. tests/patience/test_search.py compares every kind of game with searches that use none of them.
Klondike has a search of its own: `core/state.py` says which moves it makes at once, `core/outlook.py` which positions
it gives up.
"""

from __future__ import annotations

from typing import Final

from spite_and_malice.patience.core import card_with, codes
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import suits_go

_SUITS: Final = range(codes.SUITS)
_ALL: Final = codes.KING
"""A foundation may always be this far below a card."""


def slack_of(rules: Rules) -> bytes:
    """When a card that may go to its foundation goes at once: two rules, each four numbers for each suit.

    A rule says how far below the card's rank the lowest foundation of every suit may be. The card x of rank r goes home
    at once if no card that could be laid on it will be needed there:

    - **Nothing can lie on it**: all cards that fit on it are home, and stay there since nothing is worried back (one
      rank below r, 1). That always holds if one pack is built in suits, or not at all.
    - **What fits on it can go home itself, and is not needed for others**: the cards y of rank r - 1 that fit on x are
      next on their foundations (2 below r), so where a way to win lays y on x it can put y on its foundation. y is then
      missing only as a place for cards z of rank r - 2; those that fit on y are home, or next on their foundations (3
      below r) with all that fits on them home. A card worried back can go home again as easily. But if a group moves
      with y, y cannot go home under it: then only the first rule holds, unless the group is a run, whose cards go home
      before it.

    Built up and down in suits, one card at a time, the card r + 1 fits on x too; once x is home it can go home instead,
    and so on upwards. Where gaps prevent a deal, a card may be needed as a stopgap: nothing goes at once.
    """
    near = bytearray([_ALL] * 16)
    bare = bytearray([0] * 16)
    nobody = bytes(32)
    if (
        rules.aim != "build"
        or not rules.is_common
        or rules.wrap
        or (rules.stock == "piles" and rules.stock_cards and not rules.deal_gaps)
    ):
        return nobody
    if rules.direction == "both" and (rules.build != "suit" or rules.groups != "none" or rules.packs == 2):
        return nobody
    if rules.build == "none" or (rules.build == "suit" and rules.packs == 1):
        return bytes(near + near)
    groups_go_home = rules.groups != "any"
    for suit in _SUITS:
        for other in _SUITS:
            fits = suits_go(rules, card_with(1, suit), card_with(1, other))
            beyond = 3 if groups_go_home else 2
            near[4 * suit + other] = (
                (2 if groups_go_home else 1) if fits else beyond if rules.build == "alternate" else _ALL
            )
            if suit == other and rules.packs == 1:
                near[4 * suit + other] = _ALL
            if not rules.worry_back:
                bare[4 * suit + other] = 1 if fits else _ALL
    if rules.packs == 2 and rules.build == "alternate":
        # The other card of the rank r - 2 in the suit of x may still be needed on y.
        near = bare
    return bytes(near + bare)


def loses_nothing_at_home(rules: Rules) -> bool:
    """Whether every card may go to its foundation at once where each suit is built from both ends.

    It may if cards are built in suits, one at a time, and none comes back. Let x go home where a way to win does not,
    onto the card before it, say. Then x + 1 goes home where that way lays it on x, x + 2 where it lies on x + 1, and so
    on; x - 1 is home already. Moves of cards that are home by then are left out, and no other card lies on one of them.
    Each pile is as in that way without those cards, so every bare card stays bare; no card needs the place of one that
    is gone, except in a gap, of which there are more. From the other end the same holds in reverse.
    """
    return (
        rules.home == "ends"
        and rules.build == "suit"
        and rules.groups == "none"
        and not (rules.wrap or rules.pocket or rules.merci or rules.refill or rules.stock_cards)
        and rules.gather == "none"
    )


def forced_of(rules: Rules) -> tuple[bool, bool, bool, bool]:
    """Whether cards of cells join runs at once, cards go on a run from the top rank or on one that stays where it is.

    And whether cards that wait for each other are considered.

    The first two apply where one pack is built down in suits and cells let runs move: then a card fits on only one
    other.

    - **From a cell** x goes on y as soon as y is bare: whatever a way to win does then, it still can. To move y, it
      moves x back to the cell first, which is empty, and x follows y or stays in the cell as in that way. So a run goes
      to cells as a whole.
    - **Onto a run from the top rank down** that is a whole pile, if only the top rank goes into gaps: no card of that
      run ever needs to move except home. Moved to a gap it would be the same, and the gap it leaves takes no other
      card.
    - **Onto a card that stays**: one pack is built down in suits, one card at a time, without cells, and gaps take
      kings or nothing. Then x fits on y alone, and y on z alone. If z lies under y in its pile, next to it or deeper,
      or y is a king at the foot of its pile, y leaves that only for its foundation, where x has to be before. So x goes
      on y as soon as both are bare: cards that later lie on x can lie on it there too, and the card under x is bare
      earlier.
    - **What waits for what** (`core/prospect.py`) is sound for all games of one pack and four suits, but it pays where
      cards move with all that lies on them.
    """
    joins = (
        (rules.aim, rules.build, rules.direction, rules.groups) == ("build", "suit", "down", "cells")
        and rules.packs == 1
        and not rules.wrap
        and not rules.stock_cards
        and not rules.refill
    )
    stays = (
        (rules.aim, rules.build, rules.direction, rules.groups) == ("build", "suit", "down", "none")
        and (rules.packs, rules.suits, rules.cells) == (1, 4, 0)
        and rules.empty in ("king", "none")
        and not rules.wrap
        and not rules.stock_cards
        and not rules.refill
    )
    waits = rules.groups == "any" and rules.packs == 1 and rules.suits == 4
    return joins, joins and rules.empty == "king", stays, waits
