"""The integers that the core uses: places, moves, and the bounds of a layout."""

from __future__ import annotations

from typing import Final

# Places: the piles of the tableau, or the cards of a pyramid or grid, are 0 to 103; then the cells, the reserve,
# the pocket and the foundations that are piles of their own (`home`).
PLACES: Final = 104
CELL: Final = 104
RESERVE: Final = 112
POCKET: Final = 128
HOME: Final = 129
MOST_HOMES: Final = 12
PILE_PLACES: Final = 141
WASTE: Final = 141
# The foundations of suits: one for each.
FOUNDATION: Final = 144
# Off the table.
OFF: Final = 148
# Moves that name no cards.
DRAW: Final = 160
REDEAL: Final = 161
DEAL: Final = 162
# The marks of a move that takes a pair, and of one that draws a card from under others.
PAIR: Final = 8388608
MERCI: Final = 16777216
# Piles outside grids, whose top cards have keys (`Piles.heads`), and the further places of games without grids, pockets
# and foundations as piles.
HEADED: Final = 48
BESIDE: Final = 24

# Cards are those of `spite_and_malice.rules.cards`: rank * 8 + suit.
KING: Final = 13
SUITS: Final = 4
PACK: Final = 52
MOST_CARDS: Final = 104
MOST_CELLS: Final = 8
NOTHING: Final = 255

# Keys of cards (`Ruleset`): the key of a gap, far from those of all cards, and the number of levels of ranks.
GAP: Final = 127
ROUND: Final = 12
# Eight keys in one number (`piles.py`); the filler for missing piles is far from all keys too.
NO_PILES: Final = 0x7E7E7E7E7E7E7E7E
ALL_BITS: Final = 0xFFFFFFFFFFFFFFFF
EACH_BYTE: Final = 0x0101010101010101
HIGHEST_BITS: Final = 0x8080808080808080
LOWER_BITS: Final = 0x7F7F7F7F7F7F7F7F
# Byte 7 - i of it is i.
BYTE_NUMBERS: Final = 0x0001020304050607

# The layout of Klondike, which the search of `state.py` plays.
PILES: Final = 7
TALON: Final = 24
MOST_PASSES: Final = 1000000000

# How the game is won (`Ruleset.aim`). Building on foundations that are piles of their own is the first.
AIM_HOMES: Final = 0
AIM_BUILD: Final = 1
AIM_RUNS: Final = 2
AIM_PAIRS: Final = 3
AIM_WASTE: Final = 4
AIM_ACES: Final = 5
AIM_ROWS: Final = 6
AIM_ONE: Final = 7
AIM_CLOCK: Final = 8
# What moves from pile to pile as one (`Ruleset.groups`).
GROUPS_RUN: Final = 0
GROUPS_NONE: Final = 1
GROUPS_CELLS: Final = 2
GROUPS_SUIT: Final = 3
GROUPS_ANY: Final = 4
GROUPS_PILE: Final = 5
GROUPS_ENDS: Final = 6
# Which cards go into a gap (`Ruleset.empty`).
EMPTY_KING: Final = 0
EMPTY_ANY: Final = 1
EMPTY_NONE: Final = 2
EMPTY_WASTE: Final = 3
EMPTY_AUTO: Final = 4
# Where the cards of the stock go (`Ruleset.stock`).
STOCK_WASTE: Final = 0
STOCK_PILES: Final = 1
STOCK_HAND: Final = 2
STOCK_RESERVE: Final = 3
# How the tableau is gathered (`Ruleset.gather`).
GATHER_NONE: Final = 0
GATHER_DEAL: Final = 1
GATHER_SHUFFLE: Final = 2
# Which cards foundations that are piles take (`Ruleset.home`): those in a table; the same, but in pairs that end where
# they meet; cards of a suit whose ranks lie on the foundation before.
HOME_SUIT: Final = 0
HOME_TABLE: Final = 1
HOME_ENDS: Final = 2
HOME_OSMOSIS: Final = 3

# The status of a game.
OPEN: Final = 0
WON: Final = 1
STUCK: Final = 2

# The status of a search: it goes on, has found a way to win, has proved that there is none, or has no more room.
RUNNING: Final = 0
FOUND: Final = 1
LOST: Final = 2
FULL: Final = 3

# Where a step of the search puts a card, if not onto another one (`bits.py`): on its foundation, on an empty pile.
TO_FOUNDATION: Final = 52
TO_EMPTY: Final = 53

# The purpose for which the search fetches a card: a run, a card of the talon, the run that lies on its twin.
FOR_RUN: Final = 0
FOR_TALON: Final = 1
FOR_TWIN: Final = 2

# The steps of the search of `clearing.py`: turn a card, play one to the waste or into a cell, or from a cell.
STEP_DRAW: Final = 0
STEP_WASTE: Final = 1
STEP_CELL: Final = 2
STEP_CELL_WASTE: Final = 3

# How many piles Aces Up has, and what a step of its search does (`aces.py`): with the number of its pile, with that of
# a gap too, and with how the piles lie before a deal.
ACES_PILES: Final = 4
ACES_OFF: Final = 256
ACES_GAP: Final = 512
ACES_DEAL: Final = 1024
