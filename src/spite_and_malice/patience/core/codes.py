"""The whole numbers that the core speaks in: places, moves, and the bounds of a layout."""

from __future__ import annotations

from typing import Final

# Places: the piles of the tableau, or in a pyramid its cards, are 0 to 47; then the cells and the reserve.
PLACES: Final = 48
CELL: Final = 48
RESERVE: Final = 56
PILE_PLACES: Final = 72
WASTE: Final = 72
FOUNDATION: Final = 76
# Off the table.
OFF: Final = 80
# Moves that name no cards.
DRAW: Final = 96
REDEAL: Final = 97
DEAL: Final = 98
# The mark of a move that takes a pair.
PAIR: Final = 2097152

# Cards are those of `spite_and_malice.rules.cards`: rank * 8 + suit.
KING: Final = 13
SUITS: Final = 4
PACK: Final = 52
MOST_CARDS: Final = 104
MOST_CELLS: Final = 8
NOTHING: Final = 255

# Keys of cards (`Ruleset`): that of a gap, which is far from those of all cards, and how far round the ranks go.
GAP: Final = 127
ROUND: Final = 12
# Eight keys in one number (`piles.py`); what stands for piles that there are not, far from all keys too.
NO_PILES: Final = 0x7E7E7E7E7E7E7E7E
ALL_BITS: Final = 0xFFFFFFFFFFFFFFFF
EACH_BYTE: Final = 0x0101010101010101
HIGHEST_BITS: Final = 0x8080808080808080
LOWER_BITS: Final = 0x7F7F7F7F7F7F7F7F
# Byte 7 - i of it is i.
BYTE_NUMBERS: Final = 0x0001020304050607

# What Klondike has, which the search of `state.py` plays.
PILES: Final = 7
TALON: Final = 24
MOST_PASSES: Final = 1000000000

# What wins (`Ruleset.aim`).
AIM_BUILD: Final = 0
AIM_RUNS: Final = 1
AIM_PAIRS: Final = 2
AIM_WASTE: Final = 3
# What moves from pile to pile as one (`Ruleset.groups`).
GROUPS_RUN: Final = 0
GROUPS_NONE: Final = 1
GROUPS_CELLS: Final = 2
GROUPS_SUIT: Final = 3
GROUPS_ANY: Final = 4
GROUPS_PILE: Final = 5
GROUPS_ENDS: Final = 6
# What goes into a gap (`Ruleset.empty`).
EMPTY_KING: Final = 0
EMPTY_ANY: Final = 1
EMPTY_NONE: Final = 2
EMPTY_WASTE: Final = 3

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

# What a step of the search of `clearing.py` does: turns a card, plays one to the waste or into a cell, or from a cell.
STEP_DRAW: Final = 0
STEP_WASTE: Final = 1
STEP_CELL: Final = 2
STEP_CELL_WASTE: Final = 3
