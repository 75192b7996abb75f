"""The rules of PATIENCE.md sections 4 and 5 on flat arrays, in Cython's pure-Python mode.

The file runs as it is and compiles without a change. Every card has a number, its slot; `below` says for each on which
slot it lies, so that a run moves by changing one link. Stock and waste are one array, the talon: the cards before
`drawn` are the waste, the last of them on top, and the others the stock, the next one to turn first. So a draw moves a
number, and a redeal sets it to 0.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import (
    card_with,
    count_of,
    move_of,
    pair_index,
    rank_of,
    source_of,
    suit_of,
    target_of,
)
from spite_and_malice.patience.core.ruleset import Ruleset

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memcpy

# The generator of random play.
GAMMA: Final = 0x9E3779B97F4A7C15
FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
SECOND_FACTOR: Final = 0x94D049BB133111EB
LOW_64: Final = 0xFFFFFFFFFFFFFFFF


@cython.final
@cython.no_gc
@cython.cclass
class Layout:
    """All cards of a game and its rules: filled by `fill`, changed by `apply`, cheap to clone.

    Nothing is checked here but that a move is legal; `spite_and_malice.patience.position_json` checks whole positions.
    """

    rules = cython.declare(Ruleset, visibility="readonly")
    pass_number = cython.declare(cython.Py_ssize_t, visibility="readonly")
    drawn = cython.declare(cython.Py_ssize_t, visibility="readonly")
    talon_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    on_table: cython.Py_ssize_t  # cards in the tableau, the cells and the reserve
    home: cython.int  # what lies on the foundations, cards or runs
    present: cython.ulonglong  # in a pyramid and in peaks: the places that have a card
    code: cython.uchar[104]  # the card of a slot
    below: cython.uchar[104]  # the slot that it lies on, NOTHING at the bottom
    talon: cython.uchar[104]
    top: cython.uchar[72]  # by pile or cell: the slot on top, NOTHING where there is none
    size: cython.uchar[72]
    down: cython.uchar[72]  # how many cards of it lie face down
    found: cython.uchar[8]  # two for each suit, the higher first
    moves: cython.p_int
    count: cython.Py_ssize_t
    # While moves are found: the top card of each pile and its place in the order of ranks, 0 for a gap; and how many
    # gaps there are.
    head: cython.uchar[48]
    level: cython.uchar[48]
    gaps: cython.int
    spare: object  # for counting: what moves are made on

    def __cinit__(self, rules: Ruleset) -> None:
        if cython.compiled:
            self.moves = cython.cast(cython.p_int, malloc(rules.most_moves * cython.sizeof(cython.int)))
            if self.moves is cython.NULL:
                raise MemoryError

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.moves)

    def __init__(self, rules: Ruleset) -> None:
        """An empty layout under these rules."""
        i: cython.Py_ssize_t
        self.rules = rules
        self.spare = None
        self.pass_number = 1
        self.drawn = self.talon_count = self.count = self.on_table = 0
        self.home = 0
        self.present = 0
        if not cython.compiled:
            self.code = [0] * MOST_CARDS
            self.below = [NOTHING] * MOST_CARDS
            self.talon = [0] * MOST_CARDS
            self.top = [NOTHING] * PILE_PLACES
            self.size = [0] * PILE_PLACES
            self.down = [0] * PILE_PLACES
            self.found = [0] * 8
            self.head = [0] * PLACES
            self.level = [0] * PLACES
            self.moves = [0] * rules.most_moves
        for i in range(PILE_PLACES):
            self.top[i] = NOTHING
        if rules.one_pack:
            # A slot for each card, for those on the foundations too, which may come back.
            for i in range(PACK):
                self.code[i] = card_with(cython.cast(cython.int, i // SUITS) + 1, cython.cast(cython.int, i % SUITS))

    def fill(
        self,
        waste: list[int],
        stock: list[int],
        found: list[tuple[int, int]],
        piles: list[tuple[list[int], list[int]]],
        pass_number: cython.Py_ssize_t,
        cells: list[int],
        reserve: list[tuple[list[int], list[int]]],
    ) -> None:
        """Lay out cards that have been checked.

        `piles` and `reserve` are (face-down, face-up) codes bottom to top, `found` two numbers of cards for each suit,
        the higher first, and `cells` has 0 for an empty cell.
        """
        i: cython.Py_ssize_t
        slot: cython.int = 0
        place: cython.Py_ssize_t
        self.home = 0
        self.present = 0
        for i in range(SUITS):
            high, low = found[i]
            self.found[2 * i] = high
            self.found[2 * i + 1] = low
            self.home += high + low
        self.drawn = len(waste)
        self.talon_count = len(waste) + len(stock)
        for i, card in enumerate(waste + stock):
            slot = self._slot_for(card, slot)
            self.talon[i] = slot
            slot += 1
        self.on_table = 0
        for place in range(RESERVE + len(reserve)):
            if place < len(piles):
                hidden, shown = piles[place]
            elif place >= RESERVE:
                hidden, shown = reserve[place - RESERVE]
            elif CELL <= place < CELL + len(cells) and cells[place - CELL]:
                hidden, shown = [], [cells[place - CELL]]
            else:
                hidden, shown = [], []
            self.top[place] = NOTHING
            self.size[place] = 0
            for card in hidden + shown:
                slot = self._slot_for(card, slot)
                self._put(place, slot)
                slot += 1
            self.down[place] = len(hidden)
        self.pass_number = pass_number

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot_for(self, card: cython.int, following: cython.int) -> cython.int:
        """The slot of a card: its own if every card is there once, else the following one, which becomes its own."""
        if self.rules.one_pack:
            return (rank_of(card) - 1) * SUITS + suit_of(card)
        self.code[following] = cython.cast(cython.uchar, card)
        return following

    def settle(self) -> bool:
        """Let happen what happens automatically; whether anything did."""
        return self._settle()

    # --- what lies where ----------------------------------------------------------------------------------------

    @property
    def draw_count(self) -> int:
        """How many cards are turned at a time."""
        return self.rules.draw_count

    @property
    def passes(self) -> int:
        """How many passes there are, 0 for as many as you like."""
        return self.rules.passes

    @property
    def worry_back(self) -> bool:
        """Whether cards may come back from the foundations."""
        return self.rules.worry_back

    @property
    def any_card(self) -> bool:
        """Whether any card may go to an empty pile."""
        return self.rules.empty == EMPTY_ANY

    def waste(self) -> list[int]:
        """The codes of the waste, the top card last."""
        return [self.code[self.talon[i]] for i in range(self.drawn)]

    def stock(self) -> list[int]:
        """The codes of the stock, the next one to turn first."""
        return [self.code[self.talon[i]] for i in range(self.drawn, self.talon_count)]

    def foundations(self) -> list[int]:
        """The number of cards, or of runs, on the higher foundation of each suit."""
        return [self.found[2 * suit] for suit in range(SUITS)]

    def second_foundations(self) -> list[int]:
        """The number of cards on the lower foundation of each suit, all 0 with one pack."""
        return [self.found[2 * suit + 1] for suit in range(SUITS)]

    def face_down(self, pile: cython.Py_ssize_t) -> list[int]:
        """The codes of a pile's face-down cards, bottom to top."""
        return self._cards_of(pile)[: self.down[pile]]

    def face_up(self, pile: cython.Py_ssize_t) -> list[int]:
        """The codes of a pile's face-up cards, bottom to top."""
        return self._cards_of(pile)[self.down[pile] :]

    def face_down_count(self, pile: cython.Py_ssize_t) -> int:
        """The number of a pile's face-down cards."""
        return self.down[pile]

    @cython.cfunc
    def _cards_of(self, pile: cython.Py_ssize_t) -> list[int]:
        slot: cython.int = self.top[pile]
        found = []
        while slot != NOTHING:
            found.append(self.code[slot])
            slot = self.below[slot]
        found.reverse()
        return found

    def result(self) -> int:
        """`OPEN`, `WON` or `STUCK` (section 5)."""
        if self._is_won():
            return WON
        if not self.rules.deals and self.drawn < self.talon_count:
            return OPEN
        self._generate()
        return OPEN if self.count > 0 else STUCK

    def key(self) -> bytes:
        """Bytes that are the same for two layouts of a game exactly if they differ in the order of the piles alone.

        The number of the pass counts where passes are limited.
        """
        piles = [
            bytes(self._cards_of(place)) + bytes([0, self.down[place]])
            for place in [*range(self.rules.piles), *range(CELL, self.rules.last_place)]
        ]
        numbers = [*(self.found[i] for i in range(8)), self.drawn, self.talon_count]
        counted = (self.pass_number if self.rules.passes else 0).to_bytes(4, "big")
        return bytes([*numbers, *self.waste(), *self.stock()]) + counted + b"".join(sorted(piles))

    def clone(self) -> Layout:
        """A layout equal to this one that can be played on its own."""
        copy = Layout(self.rules)
        copy._take(self)
        return copy

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self, other: Layout) -> cython.void:
        """Become equal to a layout under the same rules."""
        self.pass_number = other.pass_number
        self.drawn = other.drawn
        self.talon_count = other.talon_count
        self.on_table = other.on_table
        self.home = other.home
        self.present = other.present
        if cython.compiled:
            if not self.rules.one_pack:
                memcpy(self.code, other.code, self.rules.cards)
            memcpy(self.below, other.below, self.rules.cards)
            memcpy(self.talon, other.talon, other.talon_count)
            memcpy(self.top, other.top, self.rules.last_place)
            memcpy(self.size, other.size, self.rules.last_place)
            memcpy(self.down, other.down, self.rules.last_place)
            memcpy(self.found, other.found, 8)
        else:
            self.code = list(other.code)
            self.below = list(other.below)
            self.talon = list(other.talon)
            self.top = list(other.top)
            self.size = list(other.size)
            self.down = list(other.down)
            self.found = list(other.found)

    # --- legal moves (section 4) --------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The codes of all legal moves, each once; none when the game is over."""
        self._generate()
        return [self.moves[i] for i in range(self.count)]

    def is_legal(self, move: cython.longlong) -> bool:
        """Whether this number is the code of a legal move."""
        i: cython.Py_ssize_t
        self._generate()
        for i in range(self.count):
            if self.moves[i] == move:
                return True
        return False

    def _is_won(self) -> cython.bint:
        if self.rules.aim <= AIM_RUNS:
            return self.home == self.rules.full
        return self.on_table == 0 and (not self.rules.clear_all or self.talon_count == 0)

    def _add(self, move: cython.int) -> cython.void:
        self.moves[self.count] = move
        self.count += 1

    def _is_free(self, place: cython.Py_ssize_t) -> cython.bint:
        """Whether a place has a card that lies face up with nothing on it."""
        if self.size[place] <= self.down[place]:
            return False
        return not self.rules.covers or place >= CELL or self.present & self.rules.cover[place] == 0

    def _goes_home(self, card: cython.int) -> cython.bint:
        """Whether a card comes next on a foundation of its suit."""
        before: cython.int = self.rules.order[card] - 1
        suit: cython.int = suit_of(card)
        if self.found[2 * suit] == before:
            return True
        return self.rules.packs == 2 and self.found[2 * suit + 1] == before

    def _fills_gap(self, card: cython.int) -> cython.bint:
        """Whether a card that does not come from the waste may go into a gap."""
        if self.rules.empty == EMPTY_KING:
            return self.rules.order[card] == KING
        return self.rules.empty == EMPTY_ANY

    def _add_piles(self, source: cython.Py_ssize_t, card: cython.int) -> cython.void:
        """Add the moves of a card from outside the tableau to its piles."""
        target: cython.Py_ssize_t
        above: cython.int = self.rules.order[card] + 1
        steady: cython.bint = self.rules.steady
        for target in range(self.rules.piles):
            if (self.level[target] == above or not steady) and self.rules.fits[pair_index(card, self.head[target])]:
                self._add(move_of(source, target, 1))
        if self.gaps == 0 or not (self._fills_gap(card) or (source == WASTE and self.rules.empty == EMPTY_WASTE)):
            return
        for target in range(self.rules.piles):
            if self.level[target] == 0:
                self._add(move_of(source, target, 1))

    def _add_single(self, source: cython.Py_ssize_t, card: cython.int, has_cell: cython.bint) -> cython.void:
        """Add the moves of a free card other than those to piles."""
        aim: cython.int = self.rules.aim
        if aim == AIM_BUILD:
            if self._goes_home(card):
                self._add(move_of(source, FOUNDATION, 1))
        elif aim == AIM_PAIRS:
            if rank_of(card) == self.rules.sum:
                self._add(move_of(source, OFF, 1))
        elif aim == AIM_WASTE:
            # There is always a card on it.
            if self.rules.waste_fits[rank_of(card) << 4 | rank_of(self.code[self.talon[self.drawn - 1]])]:
                self._add(move_of(source, WASTE, 1))
        if has_cell and not CELL <= source < RESERVE:
            self._add(move_of(source, CELL, 1))

    def _generate(self) -> cython.void:
        """Find the legal moves."""
        place: cython.Py_ssize_t
        card: cython.int
        has_cell: cython.bint = False
        empty_cells: cython.int = 0
        self.count = 0
        if self._is_won():
            return
        self.gaps = 0
        for place in range(self.rules.piles):
            if self.size[place] > 0:
                card = self.code[self.top[place]]
                self.head[place] = cython.cast(cython.uchar, card)
                self.level[place] = self.rules.order[card]
            else:
                self.head[place] = self.level[place] = 0
                self.gaps += 1
        for place in range(CELL, CELL + self.rules.cells):
            empty_cells += self.size[place] == 0
        has_cell = empty_cells > 0
        if self.rules.deals:
            if self.drawn < self.talon_count and self._may_deal():
                self._add(DEAL)
        elif self.drawn < self.talon_count:
            self._add(DRAW)
        elif (
            self.talon_count > 0
            and self.rules.aim != AIM_WASTE
            and (self.rules.passes == 0 or self.pass_number < self.rules.passes)
        ):
            self._add(REDEAL)
        if self.drawn > 0 and self.rules.aim != AIM_WASTE:
            card = self.code[self.talon[self.drawn - 1]]
            self._add_single(WASTE, card, has_cell)
            self._add_piles(WASTE, card)
        if self.rules.cells > 0:
            for place in range(CELL, CELL + self.rules.cells):
                if self.size[place] > 0:
                    card = self.code[self.top[place]]
                    self._add_single(place, card, False)
                    self._add_piles(place, card)
        for place in range(RESERVE, RESERVE + self.rules.reserves):
            if self.size[place] > 0:
                card = self.code[self.top[place]]
                self._add_single(place, card, has_cell)
                self._add_piles(place, card)
        for place in range(self.rules.piles):
            if self.level[place] == 0 or (self.rules.covers and not self._is_free(place)):
                continue
            self._add_single(place, self.head[place], has_cell)
            if self.rules.built:
                self._add_built(place, empty_cells)
            elif not self.rules.covers:
                self._add_groups(place, empty_cells)
        if self.rules.aim == AIM_PAIRS:
            self._add_pairs()
        if not self.rules.worry_back:
            return
        for place in range(SUITS):
            if self.found[2 * place] > 0:
                self._add_piles(FOUNDATION + place, self._top_of_foundation(place))

    def _top_of_foundation(self, suit: cython.Py_ssize_t) -> cython.int:
        """The top card of the foundation of a suit, of which there is one."""
        rank: cython.int = self.rules.base + self.found[2 * suit] - 1
        if rank > KING:
            rank -= KING
        return card_with(rank, cython.cast(cython.int, suit))

    def _may_deal(self) -> cython.bint:
        """Whether gaps allow the stock to be dealt."""
        place: cython.Py_ssize_t
        cards: cython.int = 0
        gaps: cython.int = 0
        if self.rules.deal_gaps:
            return True
        for place in range(self.rules.piles):
            cards += self.size[place]
            gaps += self.size[place] == 0
        return gaps == 0 or cards < self.rules.piles

    def _add_built(self, source: cython.Py_ssize_t, empty_cells: cython.int) -> cython.void:
        """Add the moves of cards to other piles from a pile whose face-up cards are a run."""
        groups: cython.int = self.rules.groups
        target: cython.Py_ssize_t
        up: cython.Py_ssize_t = self.size[source] - self.down[source]
        most: cython.Py_ssize_t = up
        into_gap: cython.Py_ssize_t
        least: cython.Py_ssize_t = 1
        k: cython.Py_ssize_t
        slot: cython.int
        rank: cython.int = self.level[source]
        if groups == GROUPS_NONE or (groups >= GROUPS_PILE and self.down[source] > 0):
            if groups == GROUPS_PILE:
                return
            most = 1
        elif groups == GROUPS_PILE:
            least = up
        into_gap = most
        if groups == GROUPS_CELLS:
            # Free cells and gaps double what could be moved card by card; a gap that is the target does not help.
            k = self.gaps if self.rules.empty == EMPTY_ANY else 0
            most = min(up, (empty_cells + 1) << k)
            into_gap = min(up, (empty_cells + 1) << (k - 1 if k > 0 else 0))
        for target in range(self.rules.piles):
            # At most one card of the run is one rank below that card.
            k = self.level[target] - rank
            if k < least or k > most or (groups == GROUPS_ENDS and 1 < k < up):
                continue
            slot = self.top[source]
            for _i in range(k - 1):
                slot = self.below[slot]
            if self.rules.fits[pair_index(self.code[slot], self.head[target])]:
                self._add(move_of(source, target, k))
        if self.gaps == 0 or self.rules.empty >= EMPTY_NONE:
            return
        if self.rules.empty == EMPTY_KING:
            # The highest rank can only be the lowest card of the run.
            if KING + 1 - rank > into_gap:
                return
            least = into_gap = KING + 1 - rank
        for target in range(self.rules.piles):
            if self.level[target] == 0:
                for k in range(least, into_gap + 1):
                    if groups != GROUPS_ENDS or k == 1 or k == up:
                        self._add(move_of(source, target, k))

    def _add_groups(self, source: cython.Py_ssize_t, empty_cells: cython.int) -> cython.void:
        """Add the moves of cards at the end of a pile to other piles."""
        groups: cython.int = self.rules.groups
        cards: cython.uchar[104]
        target: cython.Py_ssize_t
        n: cython.Py_ssize_t = 1
        k: cython.Py_ssize_t
        least: cython.Py_ssize_t = 1
        most: cython.Py_ssize_t
        into_gap: cython.Py_ssize_t
        up: cython.Py_ssize_t = self.size[source] - self.down[source]
        slot: cython.int = self.top[source]
        head: cython.int
        if not cython.compiled:
            cards = [0] * MOST_CARDS
        # The cards from the top down, as far as they can move together.
        cards[0] = self.code[slot]
        if groups != GROUPS_NONE:
            while n < up:
                slot = self.below[slot]
                cards[n] = self.code[slot]
                if groups == GROUPS_SUIT:
                    if (
                        suit_of(cards[n]) != suit_of(cards[0])
                        or not self.rules.ranks_fit[pair_index(cards[n - 1], cards[n])]
                    ):
                        break
                elif groups != GROUPS_ANY and not self.rules.fits[pair_index(cards[n - 1], cards[n])]:
                    break
                n += 1
        most = n
        into_gap = n
        if groups == GROUPS_CELLS:
            # Free cells and gaps double what could be moved card by card; a gap that is the target does not help.
            k = self.gaps if self.rules.empty == EMPTY_ANY else 0
            most = min(n, (empty_cells + 1) << k)
            into_gap = min(n, (empty_cells + 1) << (k - 1 if k > 0 else 0))
        elif groups == GROUPS_PILE or groups == GROUPS_ENDS:
            if n < self.size[source]:
                if groups == GROUPS_PILE:
                    return
                most = into_gap = 1
            elif groups == GROUPS_PILE:
                least = n
        for target in range(self.rules.piles):
            if target == source:
                continue
            if self.size[target] == 0:
                for k in range(least, into_gap + 1):
                    if groups == GROUPS_ENDS and 1 < k < n:
                        continue
                    if self._fills_gap(cards[k - 1]):
                        self._add(move_of(source, target, k))
                continue
            head = self.code[self.top[target]]
            if self.rules.steady and groups != GROUPS_ANY:
                # At most one card of the run is one rank below that card.
                k = self.rules.order[head] - self.rules.order[cards[0]]
                if k < least or k > most or not self.rules.fits[pair_index(cards[k - 1], head)]:
                    continue
                if groups == GROUPS_ENDS and 1 < k < n:
                    continue
                self._add(move_of(source, target, k))
                continue
            for k in range(least, most + 1):
                if groups == GROUPS_ENDS and 1 < k < n:
                    continue
                if self.rules.fits[pair_index(cards[k - 1], head)]:
                    self._add(move_of(source, target, k))

    def _add_pairs(self) -> cython.void:
        """Add the pairs of free cards."""
        places: cython.uchar[80]
        ranks: cython.uchar[80]
        n: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        place: cython.Py_ssize_t
        if not cython.compiled:
            places = [0] * 80
            ranks = [0] * 80
        for place in range(PILE_PLACES):
            if self._is_free(place):
                places[n] = cython.cast(cython.uchar, place)
                ranks[n] = cython.cast(cython.uchar, rank_of(self.code[self.top[place]]))
                n += 1
        if self.drawn > 0:
            places[n] = WASTE
            ranks[n] = cython.cast(cython.uchar, rank_of(self.code[self.talon[self.drawn - 1]]))
            n += 1
        for i in range(n):
            for k in range(i + 1, n):
                if ranks[i] + ranks[k] == self.rules.sum:
                    self._add(move_of(places[i], places[k], 1) | PAIR)
        if self.rules.waste_pair and self.drawn > 1:
            i = rank_of(self.code[self.talon[self.drawn - 1]])
            if i + rank_of(self.code[self.talon[self.drawn - 2]]) == self.rules.sum:
                self._add(move_of(WASTE, WASTE, 1) | PAIR)

    # --- playing ------------------------------------------------------------------------------------------------

    def apply(self, move: cython.longlong) -> None:
        """Make a move; ValueError if it is not legal, with nothing changed."""
        if not self.is_legal(move):
            raise ValueError(f"{move} is the code of no legal move")
        self._apply(cython.cast(cython.int, move))

    def _put(self, place: cython.Py_ssize_t, slot: cython.int) -> cython.void:
        """Put a card on a pile or into a cell."""
        self.below[slot] = self.top[place]
        self.top[place] = cython.cast(cython.uchar, slot)
        self.size[place] += 1
        self.on_table += 1
        if self.rules.covers and place < CELL:
            self.present |= cython.cast(cython.ulonglong, 1) << place

    def _pick(self, place: cython.Py_ssize_t) -> cython.int:
        """Take the top card from a place and return its slot."""
        slot: cython.int
        i: cython.Py_ssize_t
        if place == WASTE:
            self.drawn -= 1
            slot = self.talon[self.drawn]
            self.talon_count -= 1
            for i in range(self.drawn, self.talon_count):
                self.talon[i] = self.talon[i + 1]
            return slot
        if place >= FOUNDATION:
            i = place - FOUNDATION
            slot = (rank_of(self._top_of_foundation(i)) - 1) * SUITS + cython.cast(cython.int, i)
            self.found[2 * i] -= 1
            self.home -= 1
            return slot
        slot = self.top[place]
        self.top[place] = self.below[slot]
        self.size[place] -= 1
        self.on_table -= 1
        if self.rules.covers and place < CELL:
            self.present &= ~(cython.cast(cython.ulonglong, 1) << place)
        return slot

    def _apply(self, move: cython.int) -> cython.void:
        source: cython.Py_ssize_t = source_of(move)
        target: cython.Py_ssize_t = target_of(move)
        n: cython.Py_ssize_t = count_of(move)
        i: cython.Py_ssize_t
        slot: cython.int
        bottom: cython.int
        suit: cython.Py_ssize_t
        if move == DRAW:
            self.drawn = min(self.drawn + self.rules.draw_count, self.talon_count)
            return
        if move == REDEAL:
            self.drawn = 0
            self.pass_number += 1
            return
        if move == DEAL:
            self._deal()
        elif move & PAIR:
            self._pick(source)
            self._pick(target)
        elif n > 1:
            # The whole run keeps its links: only its lowest card gets another one.
            bottom = self.top[source]
            for _i in range(n - 1):
                bottom = self.below[bottom]
            slot = self.top[source]
            self.top[source] = self.below[bottom]
            self.below[bottom] = self.top[target]
            self.top[target] = cython.cast(cython.uchar, slot)
            self.size[source] -= cython.cast(cython.uchar, n)
            self.size[target] += cython.cast(cython.uchar, n)
        else:
            slot = self._pick(source)
            if target == FOUNDATION:
                suit = 2 * suit_of(self.code[slot])
                if self.found[suit] != self.rules.order[self.code[slot]] - 1:
                    suit += 1
                self.found[suit] += 1
                self.home += 1
            elif target == WASTE:
                for i in range(self.talon_count, self.drawn, -1):
                    self.talon[i] = self.talon[i - 1]
                self.talon[self.drawn] = cython.cast(cython.uchar, slot)
                self.drawn += 1
                self.talon_count += 1
            elif target == CELL:
                while self.size[target] > 0:
                    target += 1
                self._put(target, slot)
            elif target != OFF:
                self._put(target, slot)
        if self.rules.plain and move < PAIR and move != DEAL:
            if source < PILE_PLACES and self.size[source] == self.down[source] and self.down[source] > 0:
                self.down[source] -= 1
        else:
            self._settle()

    def _deal(self) -> cython.void:
        """Deal a card of the stock on each pile, as far as it goes."""
        place: cython.Py_ssize_t
        n: cython.Py_ssize_t = min(self.rules.piles, self.talon_count)
        for place in range(n):
            self._put(place, self.talon[place])
        self.talon_count -= n
        for place in range(self.talon_count):
            self.talon[place] = self.talon[place + n]

    def _settle(self) -> cython.bint:
        """Turn cards up, let runs leave, refill gaps, until nothing more happens; whether anything did."""
        place: cython.Py_ssize_t
        happened: cython.bint = False
        again: cython.bint = True
        while again:
            again = False
            for place in range(PILE_PLACES):
                if self.down[place] > 0 and self.size[place] == self.down[place]:
                    if self.rules.covers and place < CELL and self.present & self.rules.cover[place]:
                        continue
                    self.down[place] -= 1
                    happened = True
            if self.rules.aim == AIM_RUNS:
                for place in range(self.rules.piles):
                    if self._run_leaves(place):
                        again = True
                        break
            if self.rules.refill and self.size[RESERVE] > 0 and not again:
                for place in range(self.rules.piles):
                    if self.size[place] == 0:
                        self._put(place, self._pick(RESERVE))
                        again = True
                        break
            happened |= again
        return happened

    def _run_leaves(self, place: cython.Py_ssize_t) -> cython.bint:
        """Take thirteen face-up cards of one suit from king to ace off the end of a pile, if they lie there."""
        slot: cython.int = self.top[place]
        suit: cython.Py_ssize_t
        rank: cython.int
        if self.size[place] - self.down[place] < KING:
            return False
        suit = suit_of(self.code[slot])
        for rank in range(1, KING + 1):
            if self.code[slot] != card_with(rank, cython.cast(cython.int, suit)):
                return False
            slot = self.below[slot]
        for _i in range(KING):
            self._pick(place)
        self.found[2 * suit] += 1
        self.home += 1
        return True

    # --- counting and random play -------------------------------------------------------------------------------

    def perft(self, depth: cython.Py_ssize_t) -> int:
        """The number of move sequences of exactly `depth` moves (section 9)."""
        i: cython.Py_ssize_t
        total: cython.ulonglong = 0
        if depth == 0:
            return 1
        self._generate()
        if depth == 1:
            return self.count
        if self.spare is None:
            self.spare = Layout(self.rules)
        child: Layout = cython.cast(Layout, self.spare)
        for i in range(self.count):
            child._take(self)
            child._apply(self.moves[i])
            total += cython.cast(cython.ulonglong, child.perft(depth - 1))
        return total

    def random_play(self, seed: cython.ulonglong, most: cython.Py_ssize_t) -> int:
        """Play uniformly random moves until the game is over or `most` are made; return how many were."""
        made: cython.Py_ssize_t = 0
        mixed: cython.ulonglong
        while made < most:
            self._generate()
            if self.count == 0:
                break
            seed = seed + GAMMA & LOW_64
            mixed = (seed ^ seed >> 30) * FIRST_FACTOR & LOW_64
            mixed = (mixed ^ mixed >> 27) * SECOND_FACTOR & LOW_64
            self._apply(self.moves[(mixed >> 33) % cython.cast(cython.ulonglong, self.count)])
            made += 1
        return made

    def __repr__(self) -> str:
        return f"<Layout of {self.on_table} cards on the table, {self.talon_count} in stock and waste>"
