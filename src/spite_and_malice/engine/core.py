# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, binding=False
"""The rules of RULES.md sections 3 to 6 on flat integer arrays, in Cython's pure-Python mode.

The file runs as it is and compiles without a change. Cards are the integer codes of
`spite_and_malice.rules.cards` (rank * 8 + suit; 0 is a card the viewer may not see), moves are those of
`spite_and_malice.engine.codes`, and a position is one block of 16-bit numbers, so that a clone is one copy of memory:

    per seat   hand count, 10 hand cards, pay-off cards left, the tops of 4 pay-off piles and 8 side stacks, pay-off
               counts; and for every hand card and top the values that it may have on a centre stack (bit v)
    centre     top and height of every place
    stock      the cards, the next one to draw at `stock_lo`
    nodes      every card on a pile is a node: its card, the node under it and, where side stacks descend,
               the set of values it may stand for (bit v - 1 for value v)

Nothing here knows players, files or clocks. Chance is passed in: an object with `shuffle(cards)`, or the seeded
generator below for simulation, or neither, which is "without chance" (RULES.md section 9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

if TYPE_CHECKING:
    from spite_and_malice.rules import Rules

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memcpy
    from cython.cimports.spite_and_malice.engine.codes import *
else:
    from spite_and_malice.engine.codes import *

# The generator's constants, typed: an untyped literal of this size would be a Python object in every step.
MULTIPLIER = cython.declare(cython.ulonglong, 6364136223846793005)
INCREMENT = cython.declare(cython.ulonglong, 1442695040888963407)
HASH_START = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
HASH_FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
HASH_SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
LOW_32 = cython.declare(cython.ulonglong, 0xFFFFFFFF)
LOW_64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class CoreRules:
    """The rule fields of RULES.md section 7 as plain integers, shared by all positions of a game."""

    players: cython.Py_ssize_t
    sides: cython.Py_ssize_t
    hand: cython.Py_ssize_t
    piles: cython.Py_ssize_t
    centre: cython.Py_ssize_t  # -1: one more empty place is always offered
    build_to: cython.Py_ssize_t
    covered: cython.bint
    side: cython.Py_ssize_t
    descending: cython.bint
    filled: cython.bint
    pairs: cython.bint
    may_pass: cython.bint
    loading: cython.bint
    refill: cython.bint
    aside: cython.bint
    renew: cython.bint
    fewest: cython.bint
    low: cython.bint
    redeal: cython.bint
    forced: cython.Py_ssize_t  # ranks, bit r - 1
    forced_hand: cython.bint
    forced_payoff: cython.bint
    forced_side: cython.bint
    no_discard: cython.Py_ssize_t  # ranks, bit r - 1
    wild_values: cython.Py_ssize_t  # values a wild may stand for, bit v - 1
    win_points: cython.Py_ssize_t
    card_points: cython.Py_ssize_t
    difference: cython.bint
    whole_turns = cython.declare(cython.bint, visibility="readonly")  # whether `turn.py` can look through them
    plain_discards: cython.bint  # any hand card may go to any side stack, and no pair
    natural: cython.int[136]  # a code's rank, 0 for wild cards and for the unknown card
    wild: cython.int[136]  # 1 for the codes of wild cards
    accepts: cython.uint[136]  # the values a code may have on a centre stack, bit v
    deck: cython.p_int  # the codes of a renewed deck, in order
    deck_count: cython.Py_ssize_t

    def __init__(self, rules: Rules, deck: list[int]) -> None:
        """Read `rules` (a `Rules` value) once; `deck` is the codes of its deck in renewal order."""
        code: cython.Py_ssize_t
        if not cython.compiled:
            self.natural = [0] * CODES
            self.wild = [0] * CODES
            self.accepts = [0] * CODES
        self.players = rules.players
        self.sides = rules.players // 2 if rules.partners else rules.players
        self.hand = rules.hand
        self.piles = rules.payoff_piles
        self.centre = -1 if rules.centre is None else rules.centre
        self.build_to = rules.build_to
        self.covered = rules.wild_covered
        self.side = rules.side
        self.descending = rules.side_order == "descending"
        self.filled = rules.side_filled
        self.pairs = rules.pairs
        self.may_pass = rules.pass_
        self.loading = rules.loading
        self.refill = rules.empty_hand == "refill"
        self.aside = rules.completed == "aside"
        self.renew = rules.stock_out == "renew"
        self.fewest = rules.stock_out == "fewest"
        self.low = rules.stalemate == "low"
        self.redeal = rules.stalemate == "redeal"
        self.forced = sum(1 << (rank - 1) for rank in rules.forced)
        self.forced_hand = "hand" in rules.forced_from
        self.forced_payoff = "payoff" in rules.forced_from
        self.forced_side = "side" in rules.forced_from
        self.no_discard = sum(1 << (rank - 1) for rank in rules.no_discard)
        self.wild_values = ((1 << rules.build_to) - 1) & ~sum(1 << (rank - 1) for rank in rules.wild_never)
        self.win_points = rules.score.win
        self.card_points = rules.score.card
        self.difference = rules.score.stalemate == "difference"
        self.plain_discards = not (self.filled or self.descending or self.pairs or self.no_discard)
        for code in range(CODES):
            self.wild[code] = 0
            self.natural[code] = 0 if code == JOKER else code >> 3
            if (code == JOKER and "*" in rules.wilds) or (code >> 3 == 13 and code & 7 < 4 and "K" in rules.wilds):
                self.wild[code] = 1
                self.natural[code] = 0
            self.accepts[code] = 0
            if self.wild[code]:
                self.accepts[code] = self.wild_values << 1
            elif self.natural[code]:
                self.accepts[code] = 1 << self.natural[code]
        self.whole_turns = not (
            self.covered or self.loading or self.descending or self.filled or self.sides < self.players
        )
        self.deck_count = len(deck)
        if cython.compiled:
            self.deck = cython.cast(cython.p_int, malloc(max(self.deck_count, 1) * cython.sizeof(cython.int)))
            if self.deck == cython.NULL:
                raise MemoryError
        else:
            self.deck = [0] * self.deck_count
        for i, card in enumerate(deck):
            self.deck[i] = card

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.deck)

    def is_wild(self, code: cython.Py_ssize_t) -> bool:
        """Whether the card with this code is wild."""
        return self.wild[code] == 1

    def rank(self, code: cython.Py_ssize_t) -> int:
        """The rank of a natural card, 0 for a wild or unknown one."""
        return self.natural[code]


@cython.final
@cython.freelist(64)
@cython.no_gc
@cython.cclass
class Core:
    """A position: made empty, filled by the `put_` methods, changed by `apply`."""

    rules: CoreRules
    chance: object
    seeded: cython.bint
    random_state: cython.ulonglong
    mem: cython.p_ushort
    size: cython.Py_ssize_t
    capacity: cython.Py_ssize_t
    places_capacity: cython.Py_ssize_t
    o_top: cython.Py_ssize_t
    o_height: cython.Py_ssize_t
    o_stock: cython.Py_ssize_t
    o_card: cython.Py_ssize_t
    o_under: cython.Py_ssize_t
    o_values: cython.Py_ssize_t
    stock_lo: cython.Py_ssize_t
    free_node: cython.Py_ssize_t
    aside_first: cython.Py_ssize_t
    aside_last: cython.Py_ssize_t
    moves: cython.p_longlong
    moves_places: cython.Py_ssize_t  # the number of centre places that `moves` is long enough for
    turn = cython.declare(cython.Py_ssize_t, visibility="public")
    stage = cython.declare(cython.Py_ssize_t, visibility="public")
    cover = cython.declare(cython.Py_ssize_t, visibility="public")
    passes = cython.declare(cython.Py_ssize_t, visibility="public")
    moved = cython.declare(cython.bint, visibility="public")
    reason = cython.declare(cython.Py_ssize_t, visibility="public")
    places = cython.declare(cython.Py_ssize_t, visibility="readonly")
    stock_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")  # of the moves found by `generate`

    def __init__(self, rules: CoreRules, capacity: cython.Py_ssize_t, places: cython.Py_ssize_t) -> None:
        """An empty position with room for `capacity` cards and, where centre places are unlimited, `places` of them.

        With a fixed number of centre places all of them are there from the start. Raises OverflowError for more than
        `MOST_CARDS` cards or places.
        """
        if capacity > MOST_CARDS or places > MOST_CARDS:
            raise OverflowError(f"a position holds at most {MOST_CARDS} cards and places")
        self.rules = rules
        self.chance = None
        self.seeded = False
        self.random_state = 0
        self.turn = self.stage = self.passes = self.reason = 0
        self.cover = -1
        self.moved = False
        self.places = 0 if rules.centre < 0 else rules.centre
        self.stock_count = self.stock_lo = self.count = self.free_node = 0
        self.aside_first = self.aside_last = 0
        self._lay_out(capacity, max(capacity, places) if rules.centre < 0 else rules.centre)
        if not cython.compiled:
            self.moves = []
        self.moves_places = -1
        self._allocate()
        self._free_nodes(1, capacity)

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.mem)
            free(self.moves)

    @cython.cfunc
    @cython.exceptval(-1)
    def _allocate(self) -> cython.Py_ssize_t:
        """Make the block for the current layout, filled with zeros."""
        i: cython.Py_ssize_t
        if not cython.compiled:
            self.mem = [0] * self.size
            return 0
        self.mem = cython.cast(cython.p_ushort, malloc(self.size * cython.sizeof(cython.ushort)))
        if self.mem == cython.NULL:
            raise MemoryError
        for i in range(self.size):
            self.mem[i] = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lay_out(self, capacity: cython.Py_ssize_t, places: cython.Py_ssize_t) -> cython.void:
        """Set the offsets of the block's parts. Node 0 stands for "no card"."""
        self.capacity = capacity
        self.places_capacity = places
        self.o_top = self.rules.players * SEAT
        self.o_height = self.o_top + places
        self.o_stock = self.o_height + places
        self.o_card = self.o_stock + capacity
        self.o_under = self.o_card + capacity + 1
        self.o_values = self.o_under + capacity + 1
        self.size = self.o_values + (capacity + 1 if self.rules.descending else 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _free_nodes(self, first: cython.Py_ssize_t, last: cython.Py_ssize_t) -> cython.void:
        """Make nodes `first` to `last` free, the lowest to be used first, before those free already."""
        node: cython.Py_ssize_t
        for node in range(last, first - 1, -1):
            self.mem[self.o_under + node] = self.free_node
            self.free_node = node

    @cython.cfunc
    @cython.exceptval(-1)
    def _grow(self, extra: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Make room for `extra` more cards: a renewed deck adds to those that lie on the table."""
        if self.capacity + extra > MOST_CARDS:
            raise OverflowError(f"a position holds at most {MOST_CARDS} cards")
        before: Core = self.clone()
        old: cython.p_ushort = before.mem
        i: cython.Py_ssize_t
        if cython.compiled:
            free(self.mem)
        self._lay_out(before.capacity + extra, before.places_capacity + (extra if self.rules.centre < 0 else 0))
        self._allocate()
        for i in range(before.o_top):
            self.mem[i] = old[i]
        for i in range(before.places_capacity):
            self.mem[self.o_top + i] = old[before.o_top + i]
            self.mem[self.o_height + i] = old[before.o_height + i]
        for i in range(before.capacity):
            self.mem[self.o_stock + i] = old[before.o_stock + i]
        for i in range(before.capacity + 1):
            self.mem[self.o_card + i] = old[before.o_card + i]
            self.mem[self.o_under + i] = old[before.o_under + i]
            if self.rules.descending:
                self.mem[self.o_values + i] = old[before.o_values + i]
        self._free_nodes(before.capacity + 1, self.capacity)
        return 0

    def clone(self) -> Core:
        """A position equal to this one that shares only the rules and the chance source."""
        other: Core = Core.__new__(Core)
        other.rules = self.rules
        other.size = -1
        if not cython.compiled:
            other.moves = []
        other.moves_places = -1
        other._copy(self)
        return other

    def copy_from(self, other: Core) -> None:
        """Become equal to `other`, a position under the same rules: a clone that needs no new memory."""
        if other.rules is not self.rules:
            raise ValueError("a position can only be copied from one under the same rules")
        self._copy(other)

    @cython.cfunc
    @cython.exceptval(-1)
    def _copy(self, other: Core) -> cython.Py_ssize_t:
        self.chance = other.chance
        return self._copy_numbers(other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _copy_numbers(self, other: Core) -> cython.Py_ssize_t:
        """Copy all but the chance source."""
        self.seeded = other.seeded
        self.random_state = other.random_state
        self.capacity = other.capacity
        self.places_capacity = other.places_capacity
        self.o_top = other.o_top
        self.o_height = other.o_height
        self.o_stock = other.o_stock
        self.o_card = other.o_card
        self.o_under = other.o_under
        self.o_values = other.o_values
        self.stock_lo = other.stock_lo
        self.free_node = other.free_node
        self.aside_first = other.aside_first
        self.aside_last = other.aside_last
        self.turn = other.turn
        self.stage = other.stage
        self.cover = other.cover
        self.passes = other.passes
        self.moved = other.moved
        self.reason = other.reason
        self.places = other.places
        self.stock_count = other.stock_count
        self.count = 0
        if not cython.compiled:
            self.size = other.size
            self.mem = other.mem[:]
            return 0
        if self.size != other.size:
            free(self.mem)
            self.size = other.size
            self.mem = cython.cast(cython.p_ushort, malloc(self.size * cython.sizeof(cython.ushort)))
            if self.mem == cython.NULL:
                self.size = -1
                with cython.gil:
                    raise MemoryError
        memcpy(self.mem, other.mem, self.size * cython.sizeof(cython.ushort))
        return 0

    def use_chance(self, chance: object) -> None:
        """Ask `chance.shuffle(list_of_codes)` for every shuffle from now on; None means no shuffling."""
        self.chance = chance
        self.seeded = False

    def use_seed(self, seed: cython.ulonglong) -> None:
        """Shuffle with the generator of this file, for simulation: fast, and the same everywhere for one seed."""
        self.chance = None
        self._seed(seed)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _seed(self, seed: cython.ulonglong) -> cython.void:
        self.seeded = True
        self.random_state = seed
        # The first numbers of seeds that are close together are close together too.
        self._below(1)
        self._below(1)

    # --- piles --------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _node(self, code: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """A free node that holds `code`."""
        node: cython.Py_ssize_t = self.free_node
        self.free_node = self.mem[self.o_under + node]
        self.mem[self.o_card + node] = code
        return node

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _release(self, node: cython.Py_ssize_t) -> cython.void:
        self.mem[self.o_under + node] = self.free_node
        self.free_node = node

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(self, place: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.void:
        """Lay `node` on the pile whose top is kept at `place` of the block."""
        self.mem[self.o_under + node] = self.mem[place]
        self.mem[place] = node

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _lay(self, place: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.void:
        """Lay `node` on a player's pile, whose top is kept at `place`."""
        mem: cython.p_ushort = self.mem
        mem[self.o_under + node] = mem[place]
        mem[place] = node
        mem[place + TO_VALUES] = self.rules.accepts[mem[self.o_card + node]]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _lift(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Take the top off a player's pile; its node."""
        node: cython.Py_ssize_t = self.mem[place]
        under: cython.Py_ssize_t = self.mem[self.o_under + node]
        self.mem[place] = under
        self.mem[place + TO_VALUES] = self.rules.accepts[self.mem[self.o_card + under]] if under else 0
        return node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push_side(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.void:
        place: cython.Py_ssize_t = seat * SEAT + SIDE_TOP + stack
        if self.rules.descending:
            self.mem[self.o_values + node] = self._values(self.mem[place], self.mem[self.o_card + node])
        self._lay(place, node)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _values(self, top: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The values that `code` may stand for on the side stack with top node `top` (section 4, `side_order`)."""
        if not self.rules.wild[code]:
            return 1 << (self.rules.natural[code] - 1) if self.rules.natural[code] else 0
        return self._wild_values_on(self.mem[self.o_values + top]) if top else self.rules.wild_values

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _wild_values_on(self, values: cython.Py_ssize_t) -> cython.Py_ssize_t:
        return (values | (values >> 1)) & self.rules.wild_values

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _fits(self, values: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.bint:
        """Whether `code` may lie on a card that may stand for `values` where side stacks descend."""
        if self.rules.wild[code]:
            return self._wild_values_on(values) != 0
        return ((values >> (self.rules.natural[code] - 1)) & 3) != 0

    @cython.cfunc
    def _pile(self, node: cython.Py_ssize_t) -> list[int]:
        cards: list[int] = []
        while node:
            cards.append(self.mem[self.o_card + node])
            node = self.mem[self.o_under + node]
        cards.reverse()
        return cards

    def hand(self, seat: cython.Py_ssize_t) -> list[int]:
        """The codes of a hand, in the order in which the cards came."""
        base: cython.Py_ssize_t = seat * SEAT
        i: cython.Py_ssize_t
        return [self.mem[base + HAND + i] for i in range(self.mem[base])]

    def payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> list[int]:
        """The codes of a pay-off pile, bottom to top."""
        return self._pile(self.mem[seat * SEAT + PAY_TOP + pile])

    def side(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t) -> list[int]:
        """The codes of a side stack, bottom to top."""
        return self._pile(self.mem[seat * SEAT + SIDE_TOP + stack])

    def centre(self, place: cython.Py_ssize_t) -> list[int]:
        """The codes of a centre stack, bottom to top."""
        return self._pile(self.mem[self.o_top + place])

    def stock(self) -> list[int]:
        """The codes of the stock, the next card to draw first."""
        i: cython.Py_ssize_t
        return [self.mem[self.o_stock + self.stock_lo + i] for i in range(self.stock_count)]

    def aside(self) -> list[int]:
        """The codes of the cards set aside, in the order in which they came."""
        cards: list[int] = []
        node: cython.Py_ssize_t = self.aside_first
        while node:
            cards.append(self.mem[self.o_card + node])
            node = self.mem[self.o_under + node]
        return cards

    def hand_count(self, seat: cython.Py_ssize_t) -> int:
        """Number of cards in a hand."""
        return self.mem[seat * SEAT]

    def payoff_count(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> int:
        """Number of cards in a pay-off pile."""
        return self.mem[seat * SEAT + PAY_COUNT + pile]

    def payoff_top(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> int:
        """The code on top of a pay-off pile, 0 if it is empty."""
        node: cython.Py_ssize_t = self.mem[seat * SEAT + PAY_TOP + pile]
        return self.mem[self.o_card + node] if node else 0

    def side_top(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t) -> int:
        """The code on top of a side stack, 0 if it is empty."""
        node: cython.Py_ssize_t = self.mem[seat * SEAT + SIDE_TOP + stack]
        return self.mem[self.o_card + node] if node else 0

    def height(self, place: cython.Py_ssize_t) -> int:
        """Number of cards on a centre place."""
        return self.mem[self.o_height + place]

    def cards_left(self, seat: cython.Py_ssize_t) -> int:
        """Number of cards in all pay-off piles of the side that `seat` belongs to."""
        return self._left(seat)

    # `put_` methods build a position before play. The caller keeps to the capacities given to the constructor.

    def put_hand(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Add a card to a hand."""
        self._take(seat, code)

    def put_payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Lay a card on a pay-off pile."""
        self._lay(seat * SEAT + PAY_TOP + pile, self._node(code))
        self.mem[seat * SEAT + PAY_COUNT + pile] += 1
        self.mem[seat * SEAT + LEFT] += 1

    def put_side(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Lay a card on a side stack."""
        self._push_side(seat, stack, self._node(code))

    def put_place(self) -> None:
        """Add an empty centre place, where their number is not fixed."""
        self.places += 1

    def put_centre(self, place: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Lay a card on a centre stack."""
        self._push(self.o_top + place, self._node(code))
        self.mem[self.o_height + place] += 1

    def put_stock(self, code: cython.Py_ssize_t) -> None:
        """Put a card under the stock."""
        self._stock_under(code)

    def put_aside(self, code: cython.Py_ssize_t) -> None:
        """Set a card aside."""
        self._set_aside(self._node(code))

    # A position may be played with cards unknown; these write in those that come to light, and take them out again.

    def forget_hand(self, seat: cython.Py_ssize_t) -> None:
        """Make every card of a hand unknown."""
        base: cython.Py_ssize_t = seat * SEAT
        i: cython.Py_ssize_t
        for i in range(self.mem[base]):
            self.mem[base + HAND + i] = 0
            self.mem[base + HAND_VALUES + i] = 0

    def learn_hand(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Write in the unknown card of a hand that came first. Raises ValueError if there is none."""
        base: cython.Py_ssize_t = seat * SEAT
        i: cython.Py_ssize_t
        for i in range(self.mem[base]):
            if self.mem[base + HAND + i] == 0:
                self.mem[base + HAND + i] = code
                self.mem[base + HAND_VALUES + i] = self.rules.accepts[code]
                return
        raise ValueError(f"no card of the hand of seat {seat} is unknown")

    def learn_payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Write in the card on top of a pay-off pile. Raises ValueError if the pile is empty or its top is known."""
        place: cython.Py_ssize_t = seat * SEAT + PAY_TOP + pile
        if self.mem[place] == 0 or self.mem[self.o_card + self.mem[place]] != 0:
            raise ValueError(f"the top of pay-off pile {pile} of seat {seat} is not unknown")
        self.mem[self.o_card + self.mem[place]] = code
        self.mem[place + TO_VALUES] = self.rules.accepts[code]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.void:
        base: cython.Py_ssize_t = seat * SEAT
        self.mem[base + HAND + self.mem[base]] = code
        self.mem[base + HAND_VALUES + self.mem[base]] = self.rules.accepts[code]
        self.mem[base] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _give(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.bint:
        """Take `code` out of a hand; False if it is not there."""
        mem: cython.p_ushort = self.mem
        base: cython.Py_ssize_t = seat * SEAT
        last: cython.Py_ssize_t = base + HAND + mem[base] - 1
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        for i in range(base + HAND, last + 1):
            if mem[i] == code:
                for j in range(i, last):
                    mem[j] = mem[j + 1]
                    mem[j + HAND_VALUES - HAND] = mem[j + HAND_VALUES - HAND + 1]
                mem[base] -= 1
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _stock_under(self, code: cython.Py_ssize_t) -> cython.void:
        if self.stock_lo + self.stock_count == self.capacity:
            self._to_front()
        self.mem[self.o_stock + self.stock_lo + self.stock_count] = code
        self.stock_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _to_front(self) -> cython.void:
        """Move the stock to the front of its part of the block, so that there is room under it."""
        i: cython.Py_ssize_t
        for i in range(self.stock_count):
            self.mem[self.o_stock + i] = self.mem[self.o_stock + self.stock_lo + i]
        self.stock_lo = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_aside(self, node: cython.Py_ssize_t) -> cython.void:
        self.mem[self.o_under + node] = 0
        if self.aside_first:
            self.mem[self.o_under + self.aside_last] = node
        else:
            self.aside_first = node
        self.aside_last = node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _same_side(self, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.bint:
        return a % self.rules.sides == b % self.rules.sides

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _left(self, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        left: cython.Py_ssize_t = self.mem[seat * SEAT + LEFT]
        if self.rules.sides < self.rules.players:
            left += self.mem[self._partner(seat) * SEAT + LEFT]
        return left

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _partner(self, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        return (seat + self.rules.sides) % self.rules.players

    # --- chance -------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _below(self, bound: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """A random number 0 … bound - 1, without bias (PCG-XSH-RR 64/32, O'Neill 2014; scaled as in Lemire 2019)."""
        n: cython.ulonglong = bound
        state: cython.ulonglong = self.random_state
        word: cython.ulonglong
        rotation: cython.Py_ssize_t
        product: cython.ulonglong
        low: cython.ulonglong
        while True:
            word = (((state >> 18) ^ state) >> 27) & LOW_32
            rotation = state >> 59
            state = (state * MULTIPLIER + INCREMENT) & LOW_64
            product = (((word << 32 | word) >> rotation) & LOW_32) * n
            low = product & LOW_32
            if low >= n or low >= (LOW_32 + 1 - n) % n:
                self.random_state = state
                return product >> 32

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _shuffle_stock(self) -> cython.Py_ssize_t:
        """Shuffle the stock as the chance source has it: Fisher and Yates, from the last card down."""
        mem: cython.p_ushort = self.mem
        first: cython.Py_ssize_t = self.o_stock + self.stock_lo
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        code: cython.ushort
        n: cython.ulonglong
        orders: cython.ulonglong
        state: cython.ulonglong = self.random_state
        word: cython.ulonglong
        product: cython.ulonglong
        second: cython.ulonglong
        low_32: cython.ulonglong = LOW_32
        low_64: cython.ulonglong = LOW_64
        multiplier: cython.ulonglong = MULTIPLIER
        increment: cython.ulonglong = INCREMENT
        if self.seeded:
            # `_below` written out, as most random numbers of a game are drawn here, and with two cards from each number
            # (Brackett-Rozinsky and Lemire 2024): its fraction after the first choice makes the second.
            i = first + self.stock_count - 1
            while i > first:
                n = i - first
                word = (((state >> 18) ^ state) >> 27) & low_32
                product = (((word << 32 | word) >> (state >> 59)) & low_32) * (n + 1)
                second = (product & low_32) * n
                orders = (n + 1) * n
                state = (state * multiplier + increment) & low_64
                if (second & low_32) >= orders or (second & low_32) >= (low_32 + 1) % orders:
                    j = first + (product >> 32)
                    code = mem[i]
                    mem[i] = mem[j]
                    mem[j] = code
                    i -= 1
                    j = first + (second >> 32)
                    code = mem[i]
                    mem[i] = mem[j]
                    mem[j] = code
                    i -= 1
            self.random_state = state
        elif self.chance is not None:
            with cython.gil:
                cards: list[int] = self.stock()
                self.chance.shuffle(cards)  # type: ignore[attr-defined]
                for i in range(self.stock_count):
                    mem[first + i] = cards[i]
        return 0

    # --- drawing ------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _replenish(self) -> cython.Py_ssize_t:
        """Make a new stock when a card has to be drawn from an empty one (section 3); 0 if there is none."""
        node: cython.Py_ssize_t
        following: cython.Py_ssize_t
        i: cython.Py_ssize_t
        if self.aside_first:
            node = self.aside_first
            while node:
                self._stock_under(self.mem[self.o_card + node])
                following = self.mem[self.o_under + node]
                self._release(node)
                node = following
            self.aside_first = self.aside_last = 0
        elif self.rules.renew:
            with cython.gil:
                self._grow(self.rules.deck_count)
            for i in range(self.rules.deck_count):
                self._stock_under(self.rules.deck[i])
        else:
            return 0
        self._shuffle_stock()
        return self.stock_count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _draw_up(self, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Draw up to a full hand, one card at a time; the game is over if a card is wanting (section 3)."""
        base: cython.Py_ssize_t = seat * SEAT
        held: cython.Py_ssize_t = self.mem[base]
        full: cython.Py_ssize_t = self.rules.hand
        mem: cython.p_ushort = self.mem
        code: cython.Py_ssize_t
        if held >= full:
            return 0
        while held < full:
            if self.stock_count == 0:
                mem[base] = held
                if self._replenish() == 0:
                    self._finish(BY_STOCK)
                    return DREW
                mem = self.mem
            code = mem[self.o_stock + self.stock_lo]
            mem[base + HAND + held] = code
            mem[base + HAND_VALUES + held] = self.rules.accepts[code]
            self.stock_lo += 1
            self.stock_count -= 1
            held += 1
        mem[base] = held
        return DREW

    # --- legal moves --------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1)
    def _reserve(self) -> cython.Py_ssize_t:
        """Make the list of moves long enough for any position with so many centre places.

        There are at most 34 sources, 10 of them hand cards, which make at most 45 pairs.
        """
        need: cython.Py_ssize_t
        self.moves_places = self.places + 4
        need = 34 * (self.moves_places + 1) + (10 + 45) * self.rules.side + 14 * 32 + 1
        if cython.compiled:
            free(self.moves)
            self.moves = cython.cast(cython.p_longlong, malloc(need * cython.sizeof(cython.longlong)))
            if self.moves == cython.NULL:
                self.moves_places = -1
                raise MemoryError
        else:
            self.moves = [0] * need
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, move: cython.Py_ssize_t) -> cython.void:
        self.moves[self.count] = move
        self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _onto_places(self, source: cython.Py_ssize_t, code: cython.Py_ssize_t, seen: cython.Py_ssize_t) -> cython.void:
        """Add the plays of a card from `source` onto every centre place that takes it.

        `seen` is the set of natural ranks that could cover a wild at once (bit r - 1), where wilds must be covered.
        """
        mem: cython.p_ushort = self.mem
        moves: cython.p_longlong = self.moves
        count: cython.Py_ssize_t = self.count
        heights: cython.Py_ssize_t = self.o_height
        after: cython.uint = self.rules.accepts[code] >> 1  # the heights that take it, bit h
        move: cython.Py_ssize_t = source | (TO_CENTRE << 16)
        place: cython.Py_ssize_t
        if source == 0:
            move |= code << 5
        if self.rules.covered and self.rules.wild[code]:
            # A wild as value v needs a natural v + 1, which is bit v of `seen`.
            after &= (seen & ((1 << self.rules.build_to) - 1)) >> 1
        for place in range(self.places):
            if (after >> mem[heights + place]) & 1:
                moves[count] = move | (place << 18)
                count += 1
        if self.rules.centre < 0 and after & 1 and not self._has_empty_place():
            moves[count] = move | (self.places << 18)
            count += 1
        self.count = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_empty_place(self) -> cython.bint:
        place: cython.Py_ssize_t
        for place in range(self.places):
            if self.mem[self.o_height + place] == 0:
                return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank_bit(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The rank of a pile's top as a bit, 0 for no card, a wild or an unknown one."""
        rank: cython.Py_ssize_t = self.rules.natural[self.mem[self.o_card + node]] if node else 0
        return 1 << (rank - 1) if rank else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _seen(self, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The natural ranks the player could play at once, from any source (bit r - 1)."""
        base: cython.Py_ssize_t = seat * SEAT
        ranks: cython.Py_ssize_t = self._seen_piles(base)
        i: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        for i in range(self.mem[base]):
            rank = self.rules.natural[self.mem[base + HAND + i]]
            if rank:
                ranks |= 1 << (rank - 1)
        if self.rules.sides < self.rules.players:
            ranks |= self._seen_piles(self._partner(seat) * SEAT)
        return ranks

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _seen_piles(self, base: cython.Py_ssize_t) -> cython.Py_ssize_t:
        ranks: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        for i in range(self.rules.piles):
            ranks |= self._rank_bit(self.mem[base + PAY_TOP + i])
        for i in range(self.rules.side):
            ranks |= self._rank_bit(self.mem[base + SIDE_TOP + i])
        return ranks

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pile_plays(
        self,
        base: cython.Py_ssize_t,
        payoff: cython.Py_ssize_t,
        side: cython.Py_ssize_t,
        wanted: cython.uint,
        seen: cython.Py_ssize_t,
    ) -> cython.void:
        """Add the plays from one seat's pay-off piles and side stacks, named as sources `payoff` and `side` on."""
        mem: cython.p_ushort = self.mem
        first: cython.Py_ssize_t = base + PAY_VALUES
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        under: cython.Py_ssize_t
        for i in range(first, first + self.rules.piles):
            if wanted & mem[i]:
                self._onto_places(payoff + i - first, mem[self.o_card + mem[i - TO_VALUES]], seen)
        first = base + SIDE_VALUES
        for i in range(first, first + self.rules.side):
            if wanted & mem[i]:
                node = mem[i - TO_VALUES]
                under = mem[self.o_under + node] if self.rules.covered else 0
                self._onto_places(side + i - first, mem[self.o_card + node], seen | self._rank_bit(under))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _repeats(self, base: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.bint:
        """Whether the hand's card `i` is equal to an earlier one: two equal cards make one move."""
        mem: cython.p_ushort = self.mem
        code: cython.Py_ssize_t = mem[base + HAND + i]
        j: cython.Py_ssize_t
        for j in range(base + HAND, base + HAND + i):
            if mem[j] == code:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _centre_plays(self) -> cython.void:
        """Add every play to a centre stack."""
        mem: cython.p_ushort = self.mem
        base: cython.Py_ssize_t = self.turn * SEAT
        seen: cython.Py_ssize_t = self._seen(self.turn) if self.rules.covered else 0
        wanted: cython.uint = 0 if self.rules.centre >= 0 else 2  # the values that some place takes next, bit v
        first: cython.Py_ssize_t = base + HAND_VALUES
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        code: cython.Py_ssize_t
        for i in range(self.o_height, self.o_height + self.places):
            wanted |= 2 << mem[i]
        for i in range(first, first + mem[base]):
            if wanted & mem[i]:
                code = mem[i - HAND_VALUES + HAND]
                for k in range(self.count):
                    if (self.moves[k] >> 5) & 255 == code:
                        break  # two equal cards make one move
                else:
                    self._onto_places(0, code, seen)
        self._pile_plays(base, FROM_PAYOFF, FROM_SIDE, wanted, seen)
        if self.rules.sides < self.rules.players:
            self._pile_plays(self._partner(self.turn) * SEAT, FROM_PARTNER_PAYOFF, FROM_PARTNER_SIDE, wanted, seen)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forced_plays(self) -> cython.void:
        """Add the plays of natural cards that are forced (section 4, "Forced play")."""
        base: cython.Py_ssize_t = self.turn * SEAT
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        if self.rules.forced_hand:
            self._low_plays(self.rules.forced)
        if self.rules.forced_payoff:
            for i in range(self.rules.piles):
                node = self.mem[base + PAY_TOP + i]
                if self._rank_bit(node) & self.rules.forced:
                    self._onto_places(FROM_PAYOFF + i, self.mem[self.o_card + node], 0)
        if self.rules.forced_side:
            for i in range(self.rules.side):
                node = self.mem[base + SIDE_TOP + i]
                if self._rank_bit(node) & self.rules.forced:
                    self._onto_places(FROM_SIDE + i, self.mem[self.o_card + node], 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _low_plays(self, ranks: cython.Py_ssize_t) -> cython.void:
        """Add the plays from the hand of natural cards with one of `ranks` (bit r - 1)."""
        base: cython.Py_ssize_t = self.turn * SEAT
        i: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        for i in range(self.mem[base]):
            rank = self.rules.natural[self.mem[base + HAND + i]]
            if rank and (ranks >> (rank - 1)) & 1 and not self._repeats(base, i):
                self._onto_places(0, self.mem[base + HAND + i], 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cover_plays(self) -> cython.void:
        """Add the plays of natural cards onto the stack whose wild has to be covered."""
        rank: cython.Py_ssize_t = self.mem[self.o_height + self.cover] + 1
        target: cython.Py_ssize_t = (TO_CENTRE << 16) | (self.cover << 18)
        base: cython.Py_ssize_t = self.turn * SEAT
        i: cython.Py_ssize_t
        code: cython.Py_ssize_t
        for i in range(self.mem[base]):
            code = self.mem[base + HAND + i]
            if self.rules.natural[code] == rank and not self._repeats(base, i):
                self._add(target | (code << 5))
        self._cover_piles(base, FROM_PAYOFF, FROM_SIDE, rank, target)
        if self.rules.sides < self.rules.players:
            self._cover_piles(self._partner(self.turn) * SEAT, FROM_PARTNER_PAYOFF, FROM_PARTNER_SIDE, rank, target)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cover_piles(
        self,
        base: cython.Py_ssize_t,
        payoff: cython.Py_ssize_t,
        side: cython.Py_ssize_t,
        rank: cython.Py_ssize_t,
        target: cython.Py_ssize_t,
    ) -> cython.void:
        bit: cython.Py_ssize_t = 1 << (rank - 1)
        i: cython.Py_ssize_t
        for i in range(self.rules.piles):
            if self._rank_bit(self.mem[base + PAY_TOP + i]) == bit:
                self._add(target | (payoff + i))
        for i in range(self.rules.side):
            if self._rank_bit(self.mem[base + SIDE_TOP + i]) == bit:
                self._add(target | (side + i))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_empty_side(self, seat: cython.Py_ssize_t) -> cython.bint:
        i: cython.Py_ssize_t
        for i in range(self.rules.side):
            if self.mem[seat * SEAT + SIDE_TOP + i] == 0:
                return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_discard(self, code: cython.Py_ssize_t) -> cython.bint:
        """Whether a card may go to a side stack at all: it is known, and not barred by `no_discard`."""
        rank: cython.Py_ssize_t = self.rules.natural[code]
        if rank:
            return not (self.rules.no_discard >> (rank - 1)) & 1
        return code != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _discards(self) -> cython.void:
        """Add the discards of single cards and pairs, in the play stage or the fill stage."""
        base: cython.Py_ssize_t = self.turn * SEAT
        only_empty: cython.bint = self.rules.filled and self._has_empty_side(self.turn)
        i: cython.Py_ssize_t
        stack: cython.Py_ssize_t
        code: cython.Py_ssize_t
        top: cython.Py_ssize_t
        for i in range(self.mem[base]):
            code = self.mem[base + HAND + i]
            if self._repeats(base, i) or not self._may_discard(code):
                continue
            if self.rules.plain_discards:
                for stack in range(self.rules.side):
                    self._add((code << 5) | (TO_SIDE << 16) | (stack << 18))
                continue
            for stack in range(self.rules.side):
                top = self.mem[base + SIDE_TOP + stack]
                if top and (
                    only_empty or (self.rules.descending and not self._fits(self.mem[self.o_values + top], code))
                ):
                    continue
                self._add((code << 5) | (TO_SIDE << 16) | (stack << 18))
            if self.rules.pairs and not only_empty:
                self._pair_discards(base, i)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pair_discards(self, base: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
        """Add the pairs whose lower card is the hand's card `i`, the first of its code."""
        first: cython.Py_ssize_t = self.mem[base + HAND + i]
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        second: cython.Py_ssize_t
        listed: cython.bint
        for j in range(self.mem[base]):
            second = self.mem[base + HAND + j]
            if j == i or second < first or second >> 3 != first >> 3:
                continue
            if self.rules.wild[first] != self.rules.wild[second]:
                continue
            listed = False
            for k in range(j):
                if k != i and self.mem[base + HAND + k] == second:
                    listed = True
            if not listed:
                self._pair_onto_stacks(base, first, second)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pair_onto_stacks(
        self, base: cython.Py_ssize_t, first: cython.Py_ssize_t, second: cython.Py_ssize_t
    ) -> cython.void:
        move: cython.Py_ssize_t = (first << 5) | (((second & 7) + 1) << 13) | (TO_SIDE << 16)
        stack: cython.Py_ssize_t
        top: cython.Py_ssize_t
        for stack in range(self.rules.side):
            top = self.mem[base + SIDE_TOP + stack]
            if self.rules.descending:
                if top and not self._fits(self.mem[self.o_values + top], first):
                    continue
                if not self._fits(self._values(top, first), second):
                    continue
            self._add(move | (stack << 18))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _loads(self) -> cython.void:
        """Add the loads onto the opponents' pay-off piles."""
        base: cython.Py_ssize_t = self.turn * SEAT
        i: cython.Py_ssize_t
        for i in range(self.mem[base]):
            if not self._repeats(base, i):
                self._loads_of(0, self.mem[base + HAND + i])
        if self._left(self.turn) > 1:
            for i in range(self.rules.piles):
                if self.mem[base + PAY_TOP + i]:
                    self._loads_of(FROM_PAYOFF + i, self.mem[self.o_card + self.mem[base + PAY_TOP + i]])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _loads_of(self, source: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.void:
        move: cython.Py_ssize_t = source | (TO_LOAD << 16)
        seat: cython.Py_ssize_t
        pile: cython.Py_ssize_t
        node: cython.Py_ssize_t
        step: cython.Py_ssize_t
        if source == 0:
            move |= code << 5
        for seat in range(self.rules.players):
            if self._same_side(seat, self.turn):
                continue
            for pile in range(self.rules.piles):
                node = self.mem[seat * SEAT + PAY_TOP + pile]
                if node:
                    step = code - self.mem[self.o_card + node]
                    # One rank apart in the same suit; unknown cards, jokers and number cards have none.
                    if (step == 8 or step == -8) and self._suited(code) and self._suited(code - step):
                        self._add(move | ((seat * 4 + pile) << 18))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _suited(self, code: cython.Py_ssize_t) -> cython.bint:
        return code >= 8 and code != JOKER and (code & 7) < 4

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _break_possible(self, seat: cython.Py_ssize_t) -> cython.bint:
        """Whether a hand has a natural A or 2 that a centre stack takes (section 5, stalemate "low")."""
        base: cython.Py_ssize_t = seat * SEAT
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        for i in range(self.mem[base]):
            rank = self.rules.natural[self.mem[base + HAND + i]]
            if rank == 1 and self.rules.centre < 0:
                return True
            if rank == 1 or rank == 2:
                for place in range(self.places):
                    if self.mem[self.o_height + place] == rank - 1:
                        return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _generate(self) -> cython.Py_ssize_t:
        """Find the legal moves: `count` of them in `moves`."""
        if self.places > self.moves_places:
            with cython.gil:
                self._reserve()
        self.count = 0
        if self.stage == PLAY:
            if self.rules.forced:
                self._forced_plays()
                if self.count:
                    return self.count
            self._centre_plays()
            self._discards()
            if self.rules.loading:
                self._loads()
            if self.rules.may_pass:
                self._add(PASS)
        elif self.stage == FILL:
            self._discards()
        elif self.stage == COVER:
            self._cover_plays()
        elif self.stage == BREAK:
            self._low_plays(3)
        if self.count == 0 and self.stage != OVER:
            self._add(PASS)
        return self.count

    def legal(self) -> list[int]:
        """The legal moves as integers; none when the game is over (RULES.md section 4)."""
        i: cython.Py_ssize_t
        self._generate()
        return [self.moves[i] for i in range(self.count)]

    def is_legal(self, move: cython.Py_ssize_t) -> bool:
        """Whether a number is a legal move."""
        i: cython.Py_ssize_t
        self._generate()
        for i in range(self.count):
            if self.moves[i] == move:
                return True
        return False

    def generate(self) -> int:
        """Find the legal moves and return their number, for `move_at` and `apply_at`: faster than lists of them."""
        return self._generate()

    def move_at(self, i: cython.Py_ssize_t) -> int:
        """Return move `i` of those that `generate` found last; IndexError if it found fewer."""
        if not 0 <= i < self.count:
            raise IndexError(f"there are {self.count} moves, counted from 0, and no move {i}")
        return self.moves[i]

    def apply_at(self, i: cython.Py_ssize_t) -> int:
        """Make move `i` of those that `generate` found, as `apply` does; IndexError if it found fewer."""
        return self._apply(self.move_at(i))

    # --- applying a move ----------------------------------------------------------------------------------------

    def apply(self, move: cython.Py_ssize_t) -> int:
        """Make a legal move, in the order of RULES.md section 5; the sum of `ENDED_TURN`, `DREW` … that befell.

        Raises ValueError, the position unchanged, for a number that names no card or place. Whether a move is
        legal is the caller's to know: `legal` lists those that are.
        """
        self._check(move)
        return self._apply(move)

    @cython.cfunc
    @cython.exceptval(-1)
    def _check(self, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Refuse a number that would reach beyond the arrays."""
        kind: cython.Py_ssize_t = (move >> 16) & 3
        target: cython.Py_ssize_t = move >> 18
        source: cython.Py_ssize_t = move & 31
        fault: cython.bint = self.stage == OVER or move < 0
        seat: cython.Py_ssize_t = self.turn
        code: cython.Py_ssize_t = (move >> 5) & 255
        need: cython.Py_ssize_t
        i: cython.Py_ssize_t
        if kind == PASS:
            fault = fault or move != 0
        elif source == 0:
            fault = fault or code == 0 or code > JOKER
            need = 0
            for i in range(self.mem[seat * SEAT]):
                need += self.mem[seat * SEAT + HAND + i] == code
                if (move >> 13) & 7 and self.mem[seat * SEAT + HAND + i] == self._second(move):
                    need += 16
            if (move >> 13) & 7:
                fault = fault or kind != TO_SIDE or (need & 15) < 1 or need < 16
                fault = fault or (self._second(move) == code and (need & 15) < 2)
            else:
                fault = fault or need == 0
        elif source > 24 or kind == TO_SIDE or self.mem[self._source_place(source)] == 0:
            fault = True
        elif (source >= FROM_PARTNER_PAYOFF and self.rules.sides == self.rules.players) or code or (move >> 13) & 7:
            fault = True
        if kind == TO_CENTRE:
            fault = fault or target > self.places or (target == self.places and self.rules.centre >= 0)
            fault = fault or target >= self.places_capacity
        elif kind == TO_SIDE:
            fault = fault or target >= self.rules.side
        elif kind == TO_LOAD:
            fault = fault or target >= self.rules.players * 4 or (target & 3) >= self.rules.piles
        if fault:
            raise ValueError(f"{move} is no move in this position; take one that legal() lists")
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _second(self, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The code of a pair's second card."""
        return ((move >> 5) & 0xF8) | (((move >> 13) & 7) - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _source_place(self, source: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the block keeps the top of the pile that a move plays from."""
        if source < FROM_SIDE:
            return self.turn * SEAT + PAY_TOP + source - FROM_PAYOFF
        if source < FROM_PARTNER_PAYOFF:
            return self.turn * SEAT + SIDE_TOP + source - FROM_SIDE
        if source < FROM_PARTNER_SIDE:
            return self._partner(self.turn) * SEAT + PAY_TOP + source - FROM_PARTNER_PAYOFF
        return self._partner(self.turn) * SEAT + SIDE_TOP + source - FROM_PARTNER_SIDE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _apply(self, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        source: cython.Py_ssize_t = move & 31
        kind: cython.Py_ssize_t = (move >> 16) & 3
        target: cython.Py_ssize_t = move >> 18
        seat: cython.Py_ssize_t = self.turn
        flags: cython.Py_ssize_t = 0
        owner: cython.Py_ssize_t = -1
        node: cython.Py_ssize_t
        place: cython.Py_ssize_t
        had_empty: cython.bint
        self.count = 0
        if kind == PASS:
            return self._end_turn()
        if source == 0:
            self._give(seat, (move >> 5) & 255)
            node = self._node((move >> 5) & 255)
        else:
            place = self._source_place(source)
            node = self._lift(place)
            if source < FROM_SIDE:
                owner = seat
                self._count_payoff(owner, source - FROM_PAYOFF, -1)
            elif FROM_PARTNER_PAYOFF <= source < FROM_PARTNER_SIDE:
                owner = self._partner(seat)
                self._count_payoff(owner, source - FROM_PARTNER_PAYOFF, -1)
            if owner >= 0 and self.mem[place]:
                flags |= TURNED_UP
        self.moved = True
        if kind == TO_SIDE:
            had_empty = self.rules.filled and self._has_empty_side(seat)
            self._push_side(seat, target, node)
            if (move >> 13) & 7:
                self._give(seat, self._second(move))
                self._push_side(seat, target, self._node(self._second(move)))
            if not had_empty:
                return flags | self._end_turn()
            self.stage = FILL
            if self.mem[seat * SEAT] == 0:
                self.stage = PLAY
                flags |= self._draw_up(seat)
            return flags
        if kind == TO_LOAD:
            self._lay((target >> 2) * SEAT + PAY_TOP + (target & 3), node)
            self._count_payoff(target >> 2, target & 3, 1)
        else:
            flags |= self._build(target, node)
        if owner >= 0 and self._left(owner) == 0:
            self._finish(BY_PAYOFF)
            return flags
        if self.mem[seat * SEAT] == 0 and self.stage != COVER:
            flags |= self._draw_up(seat) if self.rules.refill else self._end_turn()
        return flags

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t, step: cython.Py_ssize_t) -> cython.void:
        self.mem[seat * SEAT + PAY_COUNT + pile] += step
        self.mem[seat * SEAT + LEFT] += step

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _build(self, place: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Lay a card on a centre stack, and clear the stack if that completes it."""
        mem: cython.p_ushort = self.mem
        top: cython.Py_ssize_t = self.o_top + place
        height: cython.Py_ssize_t
        if place == self.places:
            mem[top] = 0
            mem[self.o_height + place] = 0
            self.places += 1
        mem[self.o_under + node] = mem[top]
        mem[top] = node
        height = mem[self.o_height + place] + 1
        mem[self.o_height + place] = height
        self.stage = PLAY
        self.cover = -1
        if self.rules.covered and self.rules.wild[mem[self.o_card + node]]:
            self.stage = COVER
            self.cover = place
        if height < self.rules.build_to:
            return 0
        self._complete(place)
        return COMPLETED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _complete(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Shuffle a complete centre stack into the stock, or set it aside; its first card goes first."""
        nodes: cython.int[16]
        if not cython.compiled:
            nodes = [0] * 16
        mem: cython.p_ushort = self.mem
        count: cython.Py_ssize_t = 0
        unused: cython.Py_ssize_t = self.free_node
        end: cython.Py_ssize_t
        node: cython.Py_ssize_t = mem[self.o_top + place]
        while node:
            nodes[count] = node
            count += 1
            node = mem[self.o_under + node]
        mem[self.o_top + place] = 0
        mem[self.o_height + place] = 0
        if self.rules.aside:
            while count:
                count -= 1
                self._set_aside(nodes[count])
            return 0
        if self.stock_lo + self.stock_count + count > self.capacity:
            self._to_front()
        end = self.o_stock + self.stock_lo + self.stock_count
        self.stock_count += count
        while count:
            count -= 1
            node = nodes[count]
            mem[end] = mem[self.o_card + node]
            end += 1
            mem[self.o_under + node] = unused
            unused = node
        self.free_node = unused
        return self._shuffle_stock()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _end_turn(self) -> cython.Py_ssize_t:
        """Pass the turn to the next seat, which draws; settle a stalemate first (section 5)."""
        self.passes = 0 if self.moved else self.passes + 1
        self.moved = False
        self.stage = PLAY
        self.cover = -1
        self.turn = (self.turn + 1) % self.rules.players
        if self.passes >= self.rules.players:
            return ENDED_TURN | self._stalemate()
        return ENDED_TURN | self._draw_up(self.turn)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _stalemate(self) -> cython.Py_ssize_t:
        dealt: cython.Py_ssize_t
        k: cython.Py_ssize_t
        seat: cython.Py_ssize_t
        if self.rules.low:
            for k in range(self.rules.players):
                seat = (self.turn + k) % self.rules.players
                if self._break_possible(seat):
                    self.turn = seat
                    self.passes = 0
                    self.stage = BREAK
                    return self._draw_up(seat)
        elif self.rules.redeal:
            with cython.gil:
                dealt = self._redeal()
            if dealt:
                self.passes = 0
                return DREW
        self._finish(BY_STALEMATE)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _redeal(self) -> cython.Py_ssize_t:
        """Shuffle all cards but the pay-off piles and deal new hands; False if they are too few."""
        cards: list[int] = []
        seat: cython.Py_ssize_t
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        following: cython.Py_ssize_t
        code: cython.Py_ssize_t
        for seat in range(self.rules.players):
            cards.extend(self.hand(seat))
            for i in range(self.rules.side):
                cards.extend(self.side(seat, i))
        for i in range(self.places):
            cards.extend(self.centre(i))
        cards.extend(self.aside())
        cards.extend(self.stock())
        if len(cards) < self.rules.players * self.rules.hand:
            return False
        for seat in range(self.rules.players):
            self.mem[seat * SEAT] = 0
            for i in range(self.rules.side):
                self._clear(seat * SEAT + SIDE_TOP + i)
                self.mem[seat * SEAT + SIDE_VALUES + i] = 0
        for i in range(self.places):
            self._clear(self.o_top + i)
            self.mem[self.o_height + i] = 0
        node = self.aside_first
        while node:
            following = self.mem[self.o_under + node]
            self._release(node)
            node = following
        self.aside_first = self.aside_last = 0
        self.stock_lo = self.stock_count = 0
        for code in cards:
            self._stock_under(code)
        self._shuffle_stock()
        for i in range(self.rules.players):
            self._draw_up((self.turn + i) % self.rules.players)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _clear(self, place: cython.Py_ssize_t) -> cython.void:
        """Take every card off the pile whose top is kept at `place`."""
        node: cython.Py_ssize_t = self.mem[place]
        following: cython.Py_ssize_t
        while node:
            following = self.mem[self.o_under + node]
            self._release(node)
            node = following
        self.mem[place] = 0

    # --- the end ------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish(self, reason: cython.Py_ssize_t) -> cython.void:
        self.stage = OVER
        self.reason = reason
        self.cover = -1

    def winners(self) -> list[int]:
        """The seats that have won, ascending; none in a draw or while the game goes on (RULES.md section 6)."""
        side: cython.Py_ssize_t = -1
        i: cython.Py_ssize_t
        if self.stage != OVER:
            return []
        if self.reason == BY_PAYOFF or self.rules.fewest:
            side = self._ahead()
        return [i for i in range(self.rules.players) if i % self.rules.sides == side]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ahead(self) -> cython.Py_ssize_t:
        """The side with strictly the fewest pay-off cards left, or -1."""
        best: cython.Py_ssize_t = -1
        tied: cython.bint = False
        i: cython.Py_ssize_t
        for i in range(self.rules.sides):
            if best < 0 or self._left(i) < self._left(best):
                best = i
                tied = False
            elif self._left(i) == self._left(best):
                tied = True
        return -1 if tied else best

    def scores(self) -> list[int]:
        """The points of every seat (RULES.md section 6)."""
        ahead: cython.Py_ssize_t = self._ahead()
        points: cython.Py_ssize_t = self._points(ahead)
        i: cython.Py_ssize_t
        return [points if i % self.rules.sides == ahead else 0 for i in range(self.rules.players)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _points(self, ahead: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The points of the side that is ahead; 0 while the game goes on, and where nobody is."""
        points: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        if self.stage != OVER or ahead < 0 or (self.reason != BY_PAYOFF and not self.rules.difference):
            return 0
        for i in range(self.rules.sides):
            points += self.rules.card_points * (self._left(i) - self._left(ahead))
        return points + self.rules.win_points if self.reason == BY_PAYOFF else points

    # --- hashing and hidden cards -------------------------------------------------------------------------------

    def hash(self) -> int:
        """A number of 64 bits that is equal for equal positions, whatever the order of a hand, for tables of positions.

        Hidden cards count too. Positions under different rules are not told apart.
        """
        seat: cython.Py_ssize_t
        i: cython.Py_ssize_t
        mixed: cython.ulonglong = self.turn * 64 + self.stage * 8 + self.moved
        hand: cython.ulonglong
        mixed = self._mix(mixed, self.cover + 1)
        mixed = self._mix(mixed, self.passes)
        mixed = self._mix(mixed, self.reason)
        for seat in range(self.rules.players):
            hand = 0
            for i in range(self.mem[seat * SEAT]):
                hand = (hand + self._mix(HASH_START, self.mem[seat * SEAT + HAND + i])) & LOW_64
            mixed = self._mix(mixed, hand)
            for i in range(self.rules.piles):
                mixed = self._mix_pile(mixed, self.mem[seat * SEAT + PAY_TOP + i])
            for i in range(self.rules.side):
                mixed = self._mix_pile(mixed, self.mem[seat * SEAT + SIDE_TOP + i])
        for i in range(self.places):
            mixed = self._mix_pile(mixed, self.mem[self.o_top + i])
        for i in range(self.stock_count):
            mixed = self._mix(mixed, self.mem[self.o_stock + self.stock_lo + i])
        return self._mix_pile(mixed, self.aside_first)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _mix(self, mixed: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
        """Stir a number into a hash (the finisher of SplitMix64, Steele and others 2014)."""
        mixed = ((mixed ^ value) * HASH_FIRST + HASH_START) & LOW_64
        mixed = ((mixed ^ (mixed >> 29)) * HASH_SECOND) & LOW_64
        return mixed ^ (mixed >> 32)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mix_pile(self, mixed: cython.ulonglong, node: cython.Py_ssize_t) -> cython.ulonglong:
        """Stir in a pile from its top down, and that it ends there."""
        while node:
            mixed = self._mix(mixed, self.mem[self.o_card + node])
            node = self.mem[self.o_under + node]
        return self._mix(mixed, CODES)

    def unknown_payoff(self) -> list[int]:
        """Where the block keeps the unknown cards of the pay-off piles. Their tops are always known."""
        places: list[int] = []
        seat: cython.Py_ssize_t
        pile: cython.Py_ssize_t
        node: cython.Py_ssize_t
        for seat in range(self.rules.players):
            for pile in range(self.rules.piles):
                node = self.mem[seat * SEAT + PAY_TOP + pile]
                while node:
                    if self.mem[self.o_card + node] == 0:
                        places.append(self.o_card + node)
                    node = self.mem[self.o_under + node]
        return places

    # --- counting and playing out -------------------------------------------------------------------------------

    def perft(self, depth: cython.Py_ssize_t) -> int:
        """The number of move sequences of exactly `depth` moves from here (RULES.md section 10)."""
        return self._perft(depth)

    @cython.cfunc
    @cython.exceptval(-1)
    def _perft(self, depth: cython.Py_ssize_t) -> cython.longlong:
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t
        total: cython.longlong = 0
        child: Core
        if depth == 0:
            return 1
        count = self._generate()
        if depth == 1 or count == 0:
            return count
        child = self.clone()
        for i in range(count):
            child._copy(self)
            child._apply(self.moves[i])
            total += child._perft(depth - 1)
        return total

    def random_move(self, eager: cython.bint) -> int:
        """A random legal move, by the generator of `use_seed`; -1 when the game is over.

        Uniform: each legal move is equally likely. Eager: a random play to a centre stack if there is one, else a
        random discard; loads and passes only when nothing else is legal.
        """
        return self._random_move(eager)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-2)
    def _random_move(self, eager: cython.bint) -> cython.Py_ssize_t:
        i: cython.Py_ssize_t
        kept: cython.Py_ssize_t = 0
        kind: cython.Py_ssize_t
        count: cython.Py_ssize_t
        if eager and self.stage == PLAY and not self.rules.forced:
            # What `_generate` would find, but discards only when they are wanted.
            if self.places > self.moves_places:
                with cython.gil:
                    self._reserve()
            self.count = 0
            self._centre_plays()
            if self.count:
                return self.moves[self._below(self.count) if self.count > 1 else 0]
            if self.rules.plain_discards:
                return self._random_discard()
        count = self._generate()
        if count == 0:
            return -1
        if not eager:
            return self.moves[self._below(count) if count > 1 else 0]
        for kind in range(TO_CENTRE, TO_SIDE + 1):
            for i in range(count):
                if (self.moves[i] >> 16) & 3 == kind:
                    self.moves[kept] = self.moves[i]
                    kept += 1
            if kept:
                return self.moves[self._below(kept) if kept > 1 else 0]
        return self.moves[self._below(count) if count > 1 else 0]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random_discard(self) -> cython.Py_ssize_t:
        """A random discard where any hand card may go to any side stack: each card that differs, each stack."""
        mem: cython.p_ushort = self.mem
        moves: cython.p_longlong = self.moves
        first: cython.Py_ssize_t = self.turn * SEAT + HAND
        cards: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        chosen: cython.Py_ssize_t
        for i in range(first, first + mem[first - HAND]):
            for k in range(cards):
                if moves[k] == mem[i]:
                    break
            else:
                moves[cards] = mem[i]
                cards += 1
        chosen = self._below(cards * self.rules.side)
        return (moves[chosen // self.rules.side] << 5) | (TO_SIDE << 16) | (chosen % self.rules.side << 18)

    def playout(self, eager: cython.bint, limit: cython.Py_ssize_t) -> tuple[int, int]:
        """Play random moves to the end or for `limit` moves; the numbers of moves and of turns played."""
        played: cython.longlong = self._play_out(eager, limit)
        return played & 0xFFFFFFFF, played >> 32

    def playouts(
        self, count: cython.Py_ssize_t, seed: cython.ulonglong, eager: cython.bint, limit: cython.Py_ssize_t
    ) -> dict[str, Any]:
        """Play `count` games out from here, this position unchanged, game k with the seed `seed` + k.

        Returns the totals of ``moves`` and ``turns``, ``ended``, the number of games that ended by each reason (index
        0: not within `limit` moves), and ``points``, each seat's points in all. Other threads run meanwhile.
        """
        ended: cython.Py_ssize_t[4]
        points: cython.longlong[8]
        if not cython.compiled:
            ended = [0] * 4
            points = [0] * 8
        moves: cython.longlong = 0
        turns: cython.longlong = 0
        played: cython.longlong
        gained: cython.Py_ssize_t
        ahead: cython.Py_ssize_t
        k: cython.Py_ssize_t
        game: Core = self.clone()
        game.use_seed(seed)
        for k in range(4):
            ended[k] = 0
        for k in range(8):
            points[k] = 0
        with cython.nogil:
            for k in range(count):
                game._copy_numbers(self)
                game._seed(seed + k)
                played = game._play_out(eager, limit)
                moves += played & LOW_32
                turns += played >> 32
                ended[game.reason] += 1
                ahead = game._ahead()
                gained = game._points(ahead)
                if gained:
                    points[ahead] += gained
        return {
            "moves": moves,
            "turns": turns,
            "ended": [ended[k] for k in range(4)],
            "points": [points[k % self.rules.sides] for k in range(self.rules.players)],
        }

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _play_out(self, eager: cython.bint, limit: cython.Py_ssize_t) -> cython.longlong:
        """Play random moves to the end or for `limit` moves; their number, and that of the turns times 2^32."""
        moves: cython.longlong = 0
        turns: cython.longlong = 0
        while moves < limit and self.stage != OVER:
            turns += self._apply(self._random_move(eager)) & ENDED_TURN
            moves += 1
        return moves | (turns << 32)
