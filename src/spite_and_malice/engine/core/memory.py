"""A position in memory: one block of 16-bit numbers, so that a clone is one copy.

    per seat   hand count, 10 places of hand cards, pay-off cards left, the tops of 4 pay-off piles and 8 side stacks,
               for every top the values that it may have on a centre stack (bit v), and pay-off counts
    centre     top and height of every place
    stock      the cards, the next one to draw at `stock_lo`
    nodes      every card on a pile is a node: its card, the node under it and, where side stacks descend,
               the set of values it may stand for (bit v - 1 for value v)
    recycled   where `recycled.py` counts them: how many of each card went back, the old cards in each hand, and a flag

Cards are integers (`integers.py`); 0 is one that the viewer may not see. Nothing here knows of players, files or
clocks. Chance is passed in: a source (`spite_and_malice.engine.chance`), or a seed for the generator of
`random_numbers.py`, or neither, which is "without chance" (RULES.md section 9). Arguments from Python are checked on
entry.
"""

from __future__ import annotations

from typing import Any

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.random_numbers import HASH_START, LOW_64, finished
from spite_and_malice.engine.core.rules import CoreRules, check_code, check_rules

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memcpy


@cython.final
@cython.freelist(64)
@cython.no_gc
@cython.cclass
class Core:
    """A position: made empty, filled by the `put_` methods, changed by `applying.apply`."""

    rules: CoreRules
    chance: object
    watches: cython.bint  # whether the block has the part that `recycled.py` keeps
    forgets: cython.bint  # whether `chance` is only notified of shuffles, and shuffled cards are unknown
    busy: cython.bint  # whether a source of chance is being called, or another thread plays
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
    o_recycled: cython.Py_ssize_t
    stock_lo: cython.Py_ssize_t
    free_node: cython.Py_ssize_t
    aside_first: cython.Py_ssize_t
    aside_last: cython.Py_ssize_t
    moves: cython.p_longlong
    moves_places: cython.Py_ssize_t  # the number of centre places that `moves` is long enough for
    turn = cython.declare(cython.Py_ssize_t, visibility="readonly")
    stage = cython.declare(cython.Py_ssize_t, visibility="readonly")
    cover = cython.declare(cython.Py_ssize_t, visibility="readonly")
    passes = cython.declare(cython.Py_ssize_t, visibility="readonly")
    moved = cython.declare(cython.bint, visibility="readonly")
    reason = cython.declare(cython.Py_ssize_t, visibility="readonly")
    places = cython.declare(cython.Py_ssize_t, visibility="readonly")
    stock_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")  # of the moves found by `generate`

    def __init__(self, rules: CoreRules, capacity: cython.Py_ssize_t, places: cython.Py_ssize_t) -> None:
        """An empty position with room for `capacity` cards and, where centre places are unlimited, `places` of them.

        With a fixed number of centre places all of them are there from the start. Raises OverflowError for more than
        `MOST_CARDS` cards or places, or for negative numbers.
        """
        if not 0 <= capacity <= MOST_CARDS or not 0 <= places <= MOST_CARDS:
            raise OverflowError(f"a position holds at most {MOST_CARDS} cards and places")
        self.rules = rules
        self.chance = None
        self.watches = self.forgets = self.busy = self.seeded = False
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
        self.o_recycled = self.o_values + (capacity + 1 if self.rules.descending else 0)
        self.size = self.o_recycled + (CODES + self.rules.players + 1 if self.watches else 0)

    def _free_nodes(self, first: cython.Py_ssize_t, last: cython.Py_ssize_t) -> cython.void:
        """Make nodes `first` to `last` free; the lowest is used first, and before those already free."""
        node: cython.Py_ssize_t
        for node in range(last, first - 1, -1):
            self.mem[self.o_under + node] = self.free_node
            self.free_node = node

    @cython.exceptval(-1)
    def _grow(self, extra: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Make room for `extra` more cards: a renewed deck adds to those on the table."""
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
        for i in range(before.size - before.o_recycled):
            self.mem[self.o_recycled + i] = old[before.o_recycled + i]
        self._free_nodes(before.capacity + 1, self.capacity)
        return 0

    def clone(self) -> Core:
        """A position equal to this one that shares only the rules and the chance source."""
        other: Core = Core.__new__(Core)
        other.rules = self.rules
        other.size = -1
        other.busy = False
        if not cython.compiled:
            other.moves = []
        other.moves_places = -1
        other._copy(self)
        return other

    def copy_from(self, other: Core) -> None:
        """Become equal to `other`, a position under the same rules: a clone that needs no new memory."""
        check_rules(other.rules, self.rules)
        self._must_rest()
        self._copy(other)

    @cython.exceptval(-1)
    def _copy(self, other: Core) -> cython.Py_ssize_t:
        self.chance = other.chance
        self.forgets = other.forgets
        return self._copy_numbers(other)

    @cython.nogil
    @cython.exceptval(-1)
    def _copy_numbers(self, other: Core) -> cython.Py_ssize_t:
        """Copy all but the chance source."""
        self.watches = other.watches
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
        self.o_recycled = other.o_recycled
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
        """Ask `chance` for every shuffle and lot from now on; None means no shuffling.

        Raises TypeError if it is no source of chance (`spite_and_malice.engine.chance`).
        """
        if chance is not None and chance is not self.chance:
            for name in ("shuffle", "lot"):
                if not callable(getattr(chance, name, None)):
                    raise TypeError(f"no source of chance: this {type(chance).__name__} has no method {name}()")
        self._must_rest()
        self.chance = chance
        self.forgets = self.seeded = False

    def use_witness(self, witness: object) -> None:
        """Call `witness.forget(list_of_codes)` for every shuffle from now on, and make the shuffled cards unknown."""
        self._must_rest()
        self.chance = witness
        self.forgets = True
        self.seeded = False

    def use_seed(self, seed: cython.ulonglong) -> None:
        """Shuffle with the core's own generator, for simulation: fast, and the same on every machine for a seed."""
        self._must_rest()
        self.chance = None
        self.forgets = False
        self._seed(seed)

    @cython.exceptval(-1)
    def _must_rest(self) -> cython.Py_ssize_t:
        """Refuse a change while a source of chance is being called for this position, or another thread plays it."""
        if self.busy:
            raise RuntimeError("the position is in the middle of a move and cannot be changed")
        return 0

    def _seed(self, seed: cython.ulonglong) -> cython.void:
        self.seeded = True
        # Seeds that are close together would give similar numbers.
        self.random_state = finished((seed + HASH_START) & LOW_64)

    def generator(self) -> Any:
        """The state of the core's own generator, for `resume`; None where that generator does not shuffle."""
        return self.random_state if self.seeded else None

    def resume(self, state: cython.ulonglong) -> None:
        """Shuffle with the core's own generator, from one of its states on."""
        self._must_rest()
        self.chance = None
        self.forgets = False
        self.seeded = True
        self.random_state = state

    # --- piles --------------------------------------------------------------------------------------------------

    def _node(self, code: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """A free node that holds `code`."""
        node: cython.Py_ssize_t = self.free_node
        self.free_node = self.mem[self.o_under + node]
        self.mem[self.o_card + node] = code
        return node

    def _release(self, node: cython.Py_ssize_t) -> cython.void:
        self.mem[self.o_under + node] = self.free_node
        self.free_node = node

    def _push(self, place: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.void:
        """Lay `node` on the pile whose top is kept at `place` of the block."""
        self.mem[self.o_under + node] = self.mem[place]
        self.mem[place] = node

    def _lay(self, place: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.void:
        """Lay `node` on a player's pile, whose top is kept at `place`."""
        mem: cython.p_ushort = self.mem
        mem[self.o_under + node] = mem[place]
        mem[place] = node
        mem[place + TO_VALUES] = self.rules.accepts[mem[self.o_card + node]]

    def _lift(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Take the top off a player's pile; its node."""
        node: cython.Py_ssize_t = self.mem[place]
        under: cython.Py_ssize_t = self.mem[self.o_under + node]
        self.mem[place] = under
        self.mem[place + TO_VALUES] = self.rules.accepts[self.mem[self.o_card + under]] if under else 0
        return node

    def _push_side(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.void:
        place: cython.Py_ssize_t = seat * SEAT + SIDE_TOP + stack
        if self.rules.descending:
            self.mem[self.o_values + node] = self._values(self.mem[place], self.mem[self.o_card + node])
        self._lay(place, node)

    def _values(self, top: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The values that `code` may stand for on the side stack with top node `top` (section 4, `side_order`)."""
        if not self.rules.wild[code]:
            return 1 << (self.rules.natural[code] - 1) if self.rules.natural[code] else 0
        return self._wild_values_on(self.mem[self.o_values + top]) if top else self.rules.wild_values

    def _wild_values_on(self, values: cython.Py_ssize_t) -> cython.Py_ssize_t:
        return (values | (values >> 1)) & self.rules.wild_values

    def _fits(self, values: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.bint:
        """Whether `code` may lie on a card that may stand for `values` where side stacks descend."""
        if self.rules.wild[code]:
            return self._wild_values_on(values) != 0
        if self.rules.natural[code] == 0:
            return False
        return ((values | (values >> 1)) >> (self.rules.natural[code] - 1)) & 1

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
        base: cython.Py_ssize_t = self._of_seat(seat)
        i: cython.Py_ssize_t
        return [self.mem[base + HAND + i] for i in range(self.mem[base])]

    def payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> list[int]:
        """The codes of a pay-off pile, bottom to top."""
        return self._pile(self.mem[self._of_payoff(seat, pile)])

    def side(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t) -> list[int]:
        """The codes of a side stack, bottom to top."""
        return self._pile(self.mem[self._of_side(seat, stack)])

    def centre(self, place: cython.Py_ssize_t) -> list[int]:
        """The codes of a centre stack, bottom to top."""
        self._check_place(place)
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
        return self.mem[self._of_seat(seat)]

    def payoff_count(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> int:
        """Number of cards in a pay-off pile."""
        return self.mem[self._of_payoff(seat, pile) - PAY_TOP + PAY_COUNT]

    def payoff_top(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> int:
        """The code on top of a pay-off pile, 0 if it is empty."""
        node: cython.Py_ssize_t = self.mem[self._of_payoff(seat, pile)]
        return self.mem[self.o_card + node] if node else 0

    def side_top(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t) -> int:
        """The code on top of a side stack, 0 if it is empty."""
        node: cython.Py_ssize_t = self.mem[self._of_side(seat, stack)]
        return self.mem[self.o_card + node] if node else 0

    def height(self, place: cython.Py_ssize_t) -> int:
        """Number of cards on a centre place."""
        self._check_place(place)
        return self.mem[self.o_height + place]

    def cards_left(self, seat: cython.Py_ssize_t) -> int:
        """Number of cards in all pay-off piles of the side that `seat` belongs to."""
        self._of_seat(seat)
        return self._left(seat)

    # Places named by Python are checked.

    @cython.exceptval(-1)
    def _of_seat(self, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the block keeps a seat's part."""
        if not 0 <= seat < self.rules.players:
            raise IndexError(f"there is no seat {seat}: seats are 0 to {self.rules.players - 1}")
        return seat * SEAT

    @cython.exceptval(-1)
    def _of_payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the block keeps the top of a pay-off pile."""
        if not 0 <= pile < self.rules.piles:
            raise IndexError(f"there is no pay-off pile {pile}: they are 0 to {self.rules.piles - 1}")
        return self._of_seat(seat) + PAY_TOP + pile

    @cython.exceptval(-1)
    def _of_side(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the block keeps the top of a side stack."""
        if not 0 <= stack < self.rules.side:
            raise IndexError(f"there is no side stack {stack}: they are 0 to {self.rules.side - 1}")
        return self._of_seat(seat) + SIDE_TOP + stack

    @cython.exceptval(-1)
    def _check_place(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        if not 0 <= place < self.places:
            raise IndexError(f"there is no centre place {place} of {self.places}")
        return 0

    @cython.exceptval(-1)
    def _new_node(self, code: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """A free node that holds `code`, both checked."""
        check_code(code)
        self._must_rest()
        if self.free_node == 0:
            raise OverflowError(f"the position has room for {self.capacity} cards")
        return self._node(code)

    # `put_` methods build a position before play. They raise IndexError for a place that does not exist, ValueError for
    # a number that names no card, and OverflowError for more cards than there is room for.

    def put_hand(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Add a card to a hand."""
        check_code(code)
        self._must_rest()
        if self.mem[self._of_seat(seat)] >= self.rules.hand:
            raise OverflowError(f"a hand has room for {self.rules.hand} cards")
        self._take(seat, code)

    def put_payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Lay a card on a pay-off pile."""
        place: cython.Py_ssize_t = self._of_payoff(seat, pile)
        self._lay(place, self._new_node(code))
        self.mem[seat * SEAT + PAY_COUNT + pile] += 1
        self.mem[seat * SEAT + LEFT] += 1

    def put_side(self, seat: cython.Py_ssize_t, stack: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Lay a card on a side stack."""
        self._of_side(seat, stack)
        self._push_side(seat, stack, self._new_node(code))

    def put_place(self) -> None:
        """Add an empty centre place, where their number is not fixed."""
        self._must_rest()
        if self.places >= self.places_capacity:
            raise OverflowError(f"the position has room for {self.places_capacity} centre places")
        self.places += 1

    def put_centre(self, place: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Lay a card on a centre stack."""
        self._check_place(place)
        if self.mem[self.o_height + place] + 1 >= self.rules.build_to:
            raise OverflowError(f"a centre stack has fewer than {self.rules.build_to} cards")
        self._push(self.o_top + place, self._new_node(code))
        self.mem[self.o_height + place] += 1

    def put_stock(self, code: cython.Py_ssize_t) -> None:
        """Put a card under the stock."""
        check_code(code)
        self._must_rest()
        if self.stock_count >= self.capacity:
            raise OverflowError(f"the position has room for {self.capacity} cards")
        self._stock_under(code)

    def put_aside(self, code: cython.Py_ssize_t) -> None:
        """Set a card aside."""
        self._set_aside(self._new_node(code))

    def put_turn(
        self,
        turn: cython.Py_ssize_t,
        stage: cython.Py_ssize_t = PLAY,
        cover: cython.Py_ssize_t = -1,
        passes: cython.Py_ssize_t = 0,
        moved: cython.bint = False,
        reason: cython.Py_ssize_t = 0,
    ) -> None:
        """Set whose turn it is, the stage of the turn and how the game ended.

        Raises ValueError for values that do not exist.
        """
        self._must_rest()
        self._of_seat(turn)
        if cover != -1:
            self._check_place(cover)
        if not 0 <= stage <= OVER or (stage == COVER) != (cover >= 0) or not 0 <= passes <= self.rules.players:
            raise ValueError(f"there is no stage {stage} with cover {cover} and passes {passes}")
        if not 0 <= reason <= BY_FORFEIT or (stage == OVER) != (reason > 0):
            raise ValueError(f"there is no reason {reason} in stage {stage}")
        self.turn, self.stage, self.cover = turn, stage, cover
        self.passes, self.moved, self.reason = passes, moved, reason

    # A position may be played with unknown cards; these methods write in those that come to light, and remove them
    # again.

    def forget_hand(self, seat: cython.Py_ssize_t) -> None:
        """Make every card of a hand unknown."""
        base: cython.Py_ssize_t = self._of_seat(seat)
        i: cython.Py_ssize_t
        self._must_rest()
        for i in range(self.mem[base]):
            self.mem[base + HAND + i] = 0

    def learn_hand(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Write in the unknown card that came first into a hand. Raises ValueError if there is none."""
        base: cython.Py_ssize_t = self._of_seat(seat)
        i: cython.Py_ssize_t
        check_code(code)
        self._must_rest()
        for i in range(self.mem[base]):
            if self.mem[base + HAND + i] == 0:
                self.mem[base + HAND + i] = code
                return
        raise ValueError(f"no card of the hand of seat {seat} is unknown")

    def learn_payoff(self, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t, code: cython.Py_ssize_t) -> None:
        """Write in the card on top of a pay-off pile. Raises ValueError if the pile is empty or its top is known."""
        place: cython.Py_ssize_t = self._of_payoff(seat, pile)
        check_code(code)
        self._must_rest()
        if self.mem[place] == 0 or self.mem[self.o_card + self.mem[place]] != 0:
            raise ValueError(f"the top of pay-off pile {pile} of seat {seat} is not unknown")
        self.mem[self.o_card + self.mem[place]] = code
        self.mem[place + TO_VALUES] = self.rules.accepts[code]

    def _take(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.void:
        base: cython.Py_ssize_t = seat * SEAT
        self.mem[base + HAND + self.mem[base]] = code
        self.mem[base] += 1

    def _give(self, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.bint:
        """Take `code` out of a hand; False if it is not there."""
        mem: cython.p_ushort = self.mem
        base: cython.Py_ssize_t = seat * SEAT
        first: cython.Py_ssize_t = base + HAND
        last: cython.Py_ssize_t = first + self.rules.hand - 1
        at: cython.Py_ssize_t = first
        later: cython.Py_ssize_t = 1
        i: cython.Py_ssize_t
        # Where the card is, is a coin's toss to the processor: no branch depends on it.
        for i in range(first, last + 1):
            later &= mem[i] != code
            at += later
        if at > last:
            return False
        for i in range(first, last):
            mem[i] = mem[i + (i >= at)]
        mem[last] = 0
        mem[base] -= 1
        return True

    def _stock_under(self, code: cython.Py_ssize_t) -> cython.void:
        if self.stock_lo + self.stock_count == self.capacity:
            self._to_front()
        self.mem[self.o_stock + self.stock_lo + self.stock_count] = code
        self.stock_count += 1

    def _to_front(self) -> cython.void:
        """Move the stock to the front of its part of the block, so that there is room below it."""
        i: cython.Py_ssize_t
        for i in range(self.stock_count):
            self.mem[self.o_stock + i] = self.mem[self.o_stock + self.stock_lo + i]
        self.stock_lo = 0

    def _set_aside(self, node: cython.Py_ssize_t) -> cython.void:
        self.mem[self.o_under + node] = 0
        if self.aside_first:
            self.mem[self.o_under + self.aside_last] = node
        else:
            self.aside_first = node
        self.aside_last = node

    def _same_side(self, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.bint:
        return a % self.rules.sides == b % self.rules.sides

    def _left(self, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        left: cython.Py_ssize_t = self.mem[seat * SEAT + LEFT]
        if self.rules.sides < self.rules.players:
            left += self.mem[self._partner(seat) * SEAT + LEFT]
        return left

    def _partner(self, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        return (seat + self.rules.sides) % self.rules.players

    def _source_place(self, source: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the block keeps the top of the pile that a move plays from."""
        if source < FROM_SIDE:
            return self.turn * SEAT + PAY_TOP + source - FROM_PAYOFF
        if source < FROM_PARTNER_PAYOFF:
            return self.turn * SEAT + SIDE_TOP + source - FROM_SIDE
        if source < FROM_PARTNER_SIDE:
            return self._partner(self.turn) * SEAT + PAY_TOP + source - FROM_PARTNER_PAYOFF
        return self._partner(self.turn) * SEAT + SIDE_TOP + source - FROM_PARTNER_SIDE

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

    def winners(self) -> list[int]:
        """The seats that have won, ascending; none in a draw or while the game goes on (RULES.md section 6)."""
        side: cython.Py_ssize_t = -1
        i: cython.Py_ssize_t
        if self.stage != OVER:
            return []
        if self.reason >= BY_RESIGNATION:
            return self._winners_by_default()
        if self.reason == BY_PAYOFF or self.rules.fewest:
            side = self._ahead()
        return [i for i in range(self.rules.players) if i % self.rules.sides == side]

    def _winners_by_default(self) -> list[int]:
        """The seats with the fewest pay-off cards, without the side of the seat to move, which has lost."""
        sides, lost = range(self.rules.sides), self.turn % self.rules.sides
        least = min([self._left(side) for side in sides if side != lost])
        seats = range(self.rules.players)
        return [seat for seat in seats if seat % self.rules.sides != lost and self._left(seat) == least]

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
        """The points of every seat (RULES.md section 6).

        A winner by default scores as if they had emptied their piles: the loser gains nothing by an early end.
        """
        if self.reason >= BY_RESIGNATION:
            return self._scores_by_default()
        ahead: cython.Py_ssize_t = self._ahead()
        points: cython.Py_ssize_t = self._points(ahead)
        i: cython.Py_ssize_t
        return [points if i % self.rules.sides == ahead else 0 for i in range(self.rules.players)]

    def _scores_by_default(self) -> list[int]:
        winners, sides = self._winners_by_default(), range(self.rules.sides)
        total = sum([self._left(side) for side in sides])
        return [
            self.rules.win_points + self.rules.card_points * (total - self._left(seat)) if seat in winners else 0
            for seat in range(self.rules.players)
        ]

    def _points(self, ahead: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The points of the side that is ahead; 0 while the game goes on, and if no side is ahead."""
        points: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        if self.stage != OVER or ahead < 0 or (self.reason != BY_PAYOFF and not self.rules.difference):
            return 0
        for i in range(self.rules.sides):
            points += self.rules.card_points * (self._left(i) - self._left(ahead))
        return points + self.rules.win_points if self.reason == BY_PAYOFF else points
