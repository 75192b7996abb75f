"""The integers that the core uses: stages, ends, moves, the effects of a move, and its memory layout."""

from __future__ import annotations

from typing import Final

# Stages of a turn (RULES.md section 9, "stage").
PLAY: Final = 0
COVER: Final = 1
FILL: Final = 2
BREAK: Final = 3
OVER: Final = 4

# Why a game is over.
BY_PAYOFF: Final = 1
BY_STOCK: Final = 2
BY_STALEMATE: Final = 3
# Not decided by the cards: the side of the seat to move has lost.
BY_RESIGNATION: Final = 4
BY_FORFEIT: Final = 5

# Kinds of moves (`integers.kind_of`): to a centre place, to one of the player's own side stacks, to an opponent's
# pay-off pile.
PASS: Final = 0
TO_CENTRE: Final = 1
TO_SIDE: Final = 2
TO_LOAD: Final = 3

# Where a move takes its card from (`integers.source_of`); for the piles, the first of each kind.
FROM_HAND: Final = 0
FROM_PAYOFF: Final = 1
FROM_SIDE: Final = 5
FROM_PARTNER_PAYOFF: Final = 13
FROM_PARTNER_SIDE: Final = 17

# How often the highest pay-off cards may tie before a lot decides who plays first (RULES.md section 2).
MOST_TIES: Final = 20

# Effects of a move beyond moving its own card; `apply` returns a sum of these.
ENDED_TURN: Final = 1
DREW: Final = 2
TURNED_UP: Final = 4
COMPLETED: Final = 8

# Cards (`spite_and_malice.rules.cards`): a king's rank, a number card's suit, the suit of a card of which only the rank
# is known, the joker, and one more than the highest code.
KING: Final = 13
NUMBER: Final = 4
SOME_SUIT: Final = 7
JOKER: Final = 128
CODES: Final = 136

# A seat's part of a position's block: the number of hand cards; the hand, and 0 where it has no card; pay-off cards
# left; the tops of 4 pay-off piles and of 8 side stacks, as nodes; for each of these tops, `TO_VALUES` further on, the
# values that it may have on a centre stack (bit v); and the cards in each pay-off pile.
HAND: Final = 1
LEFT: Final = 11
PAY_TOP: Final = 12
SIDE_TOP: Final = 16
TO_VALUES: Final = 12
PAY_VALUES: Final = 24
SIDE_VALUES: Final = 28
PAY_COUNT: Final = 36
SEAT: Final = 40
MOST_HELD: Final = 10

# Numbers of seeds that follow from a seed (`dealing.seed_of_game`), higher than that of any game: those of the next
# game and of the next batch.
NEXT_GAME: Final = 0x4000000000000000
NEXT_BATCH: Final = 0x4000000000000001
# A card's place in memory is a 16-bit number. Games come nowhere near the limit: a renewed deck is used up before the
# next one comes.
MOST_CARDS: Final = 60000

# The places of the policy's weights (`policy.py`) in their list.
W_HAND: Final = 0
W_SIDE: Final = 1
W_CLEARED: Final = 2
W_EMPTYING: Final = 3
W_LAST: Final = 4
W_WILD: Final = 5
W_WILD_SIDE: Final = 6
W_OPEN: Final = 7
W_OPEN_ONE: Final = 8
W_OPEN_TWO: Final = 9
W_NEAR: Final = 10
W_NEAR_ONE: Final = 11
W_NEAR_TWO: Final = 12
W_FREE_STACK: Final = 13
W_HIGH: Final = 14
W_STEP: Final = 15
W_SAME: Final = 16
W_UNDER: Final = 17
W_OVER: Final = 18
W_WIDE: Final = 19
W_ON_WILD: Final = 20
W_DROP_WILD: Final = 21
W_BURY_NEEDED: Final = 22
W_DROP_NEEDED: Final = 23
W_TWIN: Final = 24
W_PAIR: Final = 25
W_PASS: Final = 26
W_LOAD: Final = 27
W_ROOM: Final = 28
W_FITTING: Final = 29
W_TURN: Final = 30
W_FEED: Final = 31
WEIGHTS: Final = 32

# Sizes of the policy's arrays: candidate lines, and the moves of one of them.
LINES: Final = 96
LONGEST_LINE: Final = 32
# How many of the best lines of a turn can be kept.
KEPT: Final = 48

# The places of the evaluation's weights (`playouts.py`): what a seat has, first for the seat to move and then, `E_ROLE`
# further on, for another; then what counts for the sides as a whole.
E_WILD: Final = 0
E_WILD_SIDE: Final = 1
E_GAP: Final = 2
E_SPENT: Final = 5
E_FREE_STACK: Final = 6
E_RUN: Final = 7
E_DEAD: Final = 8
E_HELD: Final = 9
E_ROLE: Final = 10
E_TEMPO: Final = 20
E_LEAD: Final = 21
E_RACE: Final = 22
E_STOCK: Final = 23
E_LOW_STOCK: Final = 24
E_CLOSE: Final = 25
E_BASE: Final = 26
FEATURES: Final = 27
