"""The whole numbers that the core speaks in: places, moves, and the bounds of a layout."""

from __future__ import annotations

from typing import Final

# Places: the tableau piles are 0 to 6.
PILES: Final = 7
WASTE: Final = 7
FOUNDATION: Final = 8
DRAW: Final = 12
REDEAL: Final = 13

# Cards are those of `spite_and_malice.rules.cards`: rank * 8 + suit.
KING: Final = 13
SUITS: Final = 4
PACK: Final = 52

# A pile T7 from its deal on: 6 cards face down, and a run from the king to the ace.
PILE_ROOM: Final = 19
# 52 cards less the 28 of the tableau.
TALON: Final = 24
# More than there can be: every card face up before every empty pile is the worst, with `empty` "any".
MOST_MOVES: Final = 256
MOST_PASSES: Final = 1000000000

# How a game stands.
OPEN: Final = 0
WON: Final = 1
STUCK: Final = 2

# How a search stands: it goes on, has found a way to win, has seen that there is none, or has no room for more.
RUNNING: Final = 0
FOUND: Final = 1
LOST: Final = 2
FULL: Final = 3

# Where a step of the search puts a card, if not onto another one (`bits.py`): on its foundation, on an empty pile.
TO_FOUNDATION: Final = 52
TO_EMPTY: Final = 53

# What the search fetches a card for: for a run, for a card of the talon, for the run that lies on its twin.
FOR_RUN: Final = 0
FOR_TALON: Final = 1
FOR_TWIN: Final = 2
