"""A layout of cards under some rules: read, played, copied and counted (PATIENCE.md sections 4 and 5)."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.legal import generate
from spite_and_malice.patience.core.piles import Piles, begin_copy, copy_piles, is_won, put, set_head, slot_for
from spite_and_malice.patience.core.playing import make_move, settle
from spite_and_malice.patience.core.ruleset import Ruleset

# The generator of random play.
GAMMA: Final = 0x9E3779B97F4A7C15
FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
SECOND_FACTOR: Final = 0x94D049BB133111EB


@cython.final
@cython.no_gc
@cython.cclass
class Layout(Piles):
    """All cards of a game and its rules: filled by `fill`, changed by `apply`, cheap to clone.

    The only check here is that a move is legal; `spite_and_malice.patience.position_json` checks whole positions.
    """

    spare: object  # for counting: the layout that moves are made on

    def __init__(self, rules: Ruleset) -> None:
        """An empty layout under these rules."""
        Piles.__init__(self, rules)
        self.spare = None

    def fill(
        self,
        waste: list[int],
        stock: list[int],
        found: list[tuple[int, int]],
        piles: list[tuple[list[int], list[int]]],
        pass_number: cython.Py_ssize_t,
        cells: list[int],
        reserve: list[tuple[list[int], list[int]]],
        homes: list[list[int]] | None = None,
        pocket: list[int] | None = None,
        later: list[list[int]] | None = None,
        merci: cython.int = 0,
    ) -> None:
        """Lay out checked cards.

        `piles` and `reserve` are (face-down, face-up) codes bottom to top, `found` two numbers of cards for each suit,
        the higher first, and `cells` has 0 for an empty cell. `homes` are the cards of foundations that are piles,
        `later` the packs with the order of each later layout, and `merci` how many cards may be drawn from under
        others.
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
            slot = slot_for(self, card, slot)
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
            if place < self.rules.piles and place < HEADED:
                set_head(self, place)
            for card in hidden + shown:
                slot = slot_for(self, card, slot)
                put(self, place, slot)
                slot += 1
            self.down[place] = len(hidden)
        self.pass_number = pass_number
        self.merci = merci
        for place, cards in enumerate([pocket or [], *(homes or [])], POCKET):
            self.top[place] = NOTHING
            self.size[place] = self.down[place] = 0
            for card in cards:
                slot = slot_for(self, card, slot)
                put(self, place, slot)
                slot += 1
            if place >= HOME:
                self.home += self.size[place]
                self.on_table -= self.size[place]
        if self.rules.gather == GATHER_SHUFFLE:
            for i, card in enumerate([card for pack in later or [] for card in pack]):
                self.later[(pass_number - 1) * self.rules.cards + i] = card

    def settle(self) -> bool:
        """Do everything that happens automatically; whether anything did."""
        return settle(self)

    # --- where cards lie ----------------------------------------------------------------------------------------

    @property
    def draw_count(self) -> int:
        """How many cards are turned at a time."""
        return self.rules.draw_count

    @property
    def passes(self) -> int:
        """The number of passes, 0 for unlimited."""
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

    def homes(self) -> list[list[int]]:
        """The codes on each foundation that is a pile of its own, bottom to top."""
        return [self._cards_of(place) for place in range(HOME, HOME + self.rules.homes)]

    def pocket(self) -> list[int]:
        """The codes in the pocket, bottom to top."""
        return self._cards_of(POCKET)

    def later_packs(self) -> list[list[int]]:
        """The orders of the later layouts, the next one first."""
        n: cython.Py_ssize_t = self.rules.cards
        if self.rules.gather != GATHER_SHUFFLE:
            return []
        firsts = range((self.pass_number - 1) * n, (self.rules.passes - 1) * n, n)
        return [[self.later[first + i] for i in range(n)] for first in firsts]

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
        if is_won(self):
            return WON
        if not self.rules.deals and self.drawn < self.talon_count:
            return OPEN
        generate(self)
        return OPEN if self.count > 0 else STUCK

    def key(self) -> bytes:
        """Bytes that are equal for two layouts of a game exactly if only the order of their piles differs.

        That holds for the piles of the tableau, as long as no stock is to be dealt onto them, for cells, and for those
        of the reserve. The number of the pass counts where passes are limited.
        """
        rules = self.rules
        is_dealt_on = rules.stock == STOCK_RESERVE or (rules.stock == STOCK_PILES and self.talon_count > 0)
        if rules.wide or rules.gather or rules.merci or is_dealt_on:
            # Here the order of places counts.
            places = [*range(rules.piles), *range(CELL, HOME + rules.homes)]
            numbers = [*(self.found[i] for i in range(8)), self.drawn, self.talon_count, self.merci]
            ordered = [self.pass_number.to_bytes(4, "big"), *(self._key_of(place) for place in places)]
            return bytes([*numbers, *self.waste(), *self.stock()]) + b"".join(ordered)
        tableau = [self._key_of(place) for place in range(rules.piles)]
        cells = [self._key_of(place) for place in range(CELL, CELL + rules.cells)]
        reserve = [self._key_of(place) for place in range(RESERVE, RESERVE + rules.reserves)]
        piles = sorted(tableau) + sorted(cells) + sorted(reserve)
        numbers = [*(self.found[i] for i in range(8)), self.drawn, self.talon_count]
        counted = (self.pass_number if self.rules.passes else 0).to_bytes(4, "big")
        return bytes([*numbers, *self.waste(), *self.stock()]) + counted + b"".join(piles)

    @cython.cfunc
    def _key_of(self, place: cython.Py_ssize_t) -> bytes:
        return bytes(self._cards_of(place)) + bytes([0, self.down[place]])

    def clone(self) -> Layout:
        """A layout equal to this one that can be played on its own."""
        if not cython.compiled:
            copy = Layout(self.rules)
        else:
            # Everything that `__init__` would fill is copied.
            copy = Layout.__new__(Layout, self.rules)  # type: ignore[call-arg]
            begin_copy(self, copy)
        copy_piles(self, copy)
        return copy

    # --- moves --------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The codes of all legal moves, without duplicates; none when the game is over."""
        generate(self)
        return [self.moves[i] for i in range(self.count)]

    def is_legal(self, move: cython.longlong) -> bool:
        """Whether this number is the code of a legal move."""
        i: cython.Py_ssize_t
        generate(self)
        for i in range(self.count):
            if self.moves[i] == move:
                return True
        return False

    def apply(self, move: cython.longlong) -> None:
        """Make a move; ValueError if it is not legal, with nothing changed."""
        if not self.is_legal(move):
            raise ValueError(f"{move} is the code of no legal move")
        make_move(self, cython.cast(cython.int, move))

    # --- counting and random play -------------------------------------------------------------------------------

    def perft(self, depth: cython.Py_ssize_t) -> int:
        """The number of move sequences of exactly `depth` moves (section 9)."""
        return self._perft(depth)

    @cython.exceptval(-1)
    def _perft(self, depth: cython.Py_ssize_t) -> cython.longlong:
        i: cython.Py_ssize_t
        total: cython.longlong = 0
        if depth == 0:
            return 1
        generate(self)
        if depth == 1:
            return self.count
        if self.spare is None:
            self.spare = Layout(self.rules)
        child: Layout = cython.cast(Layout, self.spare)
        for i in range(self.count):
            copy_piles(self, child)
            make_move(child, self.moves[i])
            total += child._perft(depth - 1)
        return total

    def random_play(self, seed: cython.ulonglong, most: cython.Py_ssize_t) -> int:
        """Play uniformly random moves until the game is over or `most` are made; return how many."""
        made: cython.Py_ssize_t = 0
        mixed: cython.ulonglong
        while made < most:
            generate(self)
            if self.count == 0:
                break
            seed = seed + GAMMA & ALL_BITS
            mixed = (seed ^ seed >> 30) * FIRST_FACTOR & ALL_BITS
            mixed = (mixed ^ mixed >> 27) * SECOND_FACTOR & ALL_BITS
            make_move(self, self.moves[cython.cast(cython.uint, mixed >> 33) % cython.cast(cython.uint, self.count)])
            made += 1
        return made

    def __repr__(self) -> str:
        return f"<Layout of {self.on_table} cards on the table, {self.talon_count} in stock and waste>"
