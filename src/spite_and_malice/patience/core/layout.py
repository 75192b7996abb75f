"""The rules of PATIENCE.md sections 4 and 5 on flat arrays, in Cython's pure-Python mode.

The file runs as it is and compiles without a change. Stock and waste are one array, the talon: the cards before `drawn`
are the waste, the last of them on top, and the others the stock, the next one to turn first. So a draw moves a number,
and a redeal sets it to 0.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import (
    card_with,
    count_of,
    fits_on,
    move_of,
    rank_of,
    source_of,
    suit_of,
    target_of,
)

if cython.compiled:
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

    draw_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    passes = cython.declare(cython.Py_ssize_t, visibility="readonly")  # 0: as many as one likes
    any_card = cython.declare(cython.bint, visibility="readonly")  # may any card go to an empty pile?
    worry_back = cython.declare(cython.bint, visibility="readonly")
    pass_number = cython.declare(cython.Py_ssize_t, visibility="readonly")
    drawn = cython.declare(cython.Py_ssize_t, visibility="readonly")
    talon_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    talon: cython.uchar[24]
    cards: cython.uchar[133]  # PILE_ROOM of every pile, bottom to top
    size: cython.uchar[7]
    down: cython.uchar[7]
    found: cython.uchar[4]
    moves: cython.int[256]
    count: cython.Py_ssize_t

    def __init__(
        self, draw: cython.Py_ssize_t, passes: cython.Py_ssize_t, any_card: cython.bint, worry_back: cython.bint
    ) -> None:
        """An empty layout under these rules; `passes` 0 stands for null."""
        self.draw_count = draw
        self.passes = passes
        self.any_card = any_card
        self.worry_back = worry_back
        self.pass_number = 1
        self.drawn = self.talon_count = self.count = 0
        if not cython.compiled:
            self.talon = [0] * TALON
            self.cards = [0] * (PILES * PILE_ROOM)
            self.size = [0] * PILES
            self.down = [0] * PILES
            self.found = [0] * SUITS
            self.moves = [0] * MOST_MOVES

    def fill(
        self,
        waste: list[int],
        stock: list[int],
        found: list[int],
        piles: list[tuple[list[int], list[int]]],
        pass_number: cython.Py_ssize_t,
    ) -> None:
        """Lay out cards that have been checked: `piles` are (face-down, face-up) codes bottom to top, `found` ranks."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        self.drawn = len(waste)
        self.talon_count = len(waste) + len(stock)
        for i, card in enumerate(waste + stock):
            self.talon[i] = card
        for i in range(SUITS):
            self.found[i] = found[i]
        for k in range(PILES):
            down, up = piles[k]
            self.down[k] = len(down)
            self.size[k] = len(down) + len(up)
            for i, card in enumerate(down + up):
                self.cards[k * PILE_ROOM + i] = card
        self.pass_number = pass_number

    # --- what lies where ----------------------------------------------------------------------------------------

    def waste(self) -> list[int]:
        """The codes of the waste, the top card last."""
        return [self.talon[i] for i in range(self.drawn)]

    def stock(self) -> list[int]:
        """The codes of the stock, the next one to turn first."""
        return [self.talon[i] for i in range(self.drawn, self.talon_count)]

    def foundations(self) -> list[int]:
        """The rank on top of every foundation in the order of suits, 0 for none."""
        return [self.found[suit] for suit in range(SUITS)]

    def face_down(self, pile: cython.Py_ssize_t) -> list[int]:
        """The codes of a pile's face-down cards, bottom to top."""
        return [self.cards[pile * PILE_ROOM + i] for i in range(self.down[pile])]

    def face_up(self, pile: cython.Py_ssize_t) -> list[int]:
        """The codes of a pile's face-up cards, bottom to top."""
        return [self.cards[pile * PILE_ROOM + i] for i in range(self.down[pile], self.size[pile])]

    def face_down_count(self, pile: cython.Py_ssize_t) -> int:
        """The number of a pile's face-down cards."""
        return self.down[pile]

    def result(self) -> int:
        """`OPEN`, `WON` or `STUCK` (section 5)."""
        if self._is_won():
            return WON
        if self.drawn < self.talon_count:
            return OPEN
        self._generate()
        return OPEN if self.count > 0 else STUCK

    def key(self) -> bytes:
        """Bytes that are the same for two layouts of a game exactly if they differ in the order of the piles alone.

        The number of the pass counts where passes are limited.
        """
        piles = [
            bytes(self.cards[pile * PILE_ROOM + i] for i in range(self.size[pile])) + bytes([0, self.down[pile]])
            for pile in range(PILES)
        ]
        numbers = [*self.foundations(), self.drawn, self.pass_number if self.passes else 0, self.talon_count]
        return bytes([*numbers, *self.waste(), *self.stock()]) + b"".join(sorted(piles))

    def clone(self) -> Layout:
        """A layout equal to this one that can be played on its own."""
        copy = Layout(self.draw_count, self.passes, self.any_card, self.worry_back)
        copy._take(self)
        return copy

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self, other: Layout) -> cython.void:
        """Become equal to a layout under the same rules."""
        self.pass_number = other.pass_number
        self.drawn = other.drawn
        self.talon_count = other.talon_count
        if cython.compiled:
            memcpy(self.talon, other.talon, TALON)
            memcpy(self.cards, other.cards, PILES * PILE_ROOM)
            memcpy(self.size, other.size, PILES)
            memcpy(self.down, other.down, PILES)
            memcpy(self.found, other.found, SUITS)
        else:
            self.talon = list(other.talon)
            self.cards = list(other.cards)
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_won(self) -> cython.bint:
        return self.found[0] + self.found[1] + self.found[2] + self.found[3] == PACK

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, move: cython.int) -> cython.void:
        self.moves[self.count] = move
        self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _accepts(self, pile: cython.Py_ssize_t, card: cython.int) -> cython.bint:
        """Whether a card may be moved to a pile."""
        if self.size[pile] == 0:
            return self.any_card or rank_of(card) == KING
        return fits_on(card, self.cards[pile * PILE_ROOM + self.size[pile] - 1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _generate(self) -> cython.void:
        """Find the legal moves."""
        pile: cython.Py_ssize_t
        target: cython.Py_ssize_t
        i: cython.Py_ssize_t
        card: cython.int
        last: cython.int
        self.count = 0
        if self._is_won():
            return
        if self.drawn < self.talon_count:
            self._add(DRAW)
        elif self.talon_count > 0 and (self.passes == 0 or self.pass_number < self.passes):
            self._add(REDEAL)
        if self.drawn > 0:
            card = self.talon[self.drawn - 1]
            if self.found[suit_of(card)] == rank_of(card) - 1:
                self._add(move_of(WASTE, FOUNDATION, 1))
            for target in range(PILES):
                if self._accepts(target, card):
                    self._add(move_of(WASTE, target, 1))
        for pile in range(PILES):
            if self.size[pile] == 0:
                continue
            card = self.cards[pile * PILE_ROOM + self.size[pile] - 1]
            if self.found[suit_of(card)] == rank_of(card) - 1:
                self._add(move_of(pile, FOUNDATION, 1))
            for target in range(PILES):
                if target == pile:
                    continue
                if self.size[target] > 0:
                    # Ranks fall by one from card to card, so at most one of the run fits.
                    last = self.cards[target * PILE_ROOM + self.size[target] - 1]
                    i = self.size[pile] - rank_of(last) + rank_of(card)
                    if self.down[pile] <= i < self.size[pile] and self._accepts(
                        target, self.cards[pile * PILE_ROOM + i]
                    ):
                        self._add_run(pile, target, i)
                elif self.any_card:
                    for i in range(self.down[pile], self.size[pile]):
                        self._add_run(pile, target, i)
                elif rank_of(self.cards[pile * PILE_ROOM + self.down[pile]]) == KING:
                    self._add_run(pile, target, self.down[pile])
        if not self.worry_back:
            return
        for i in range(SUITS):
            if self.found[i] == 0:
                continue
            card = card_with(self.found[i], cython.cast(cython.int, i))
            for target in range(PILES):
                if self._accepts(target, card):
                    self._add(move_of(FOUNDATION + i, target, 1))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_run(self, pile: cython.Py_ssize_t, target: cython.Py_ssize_t, first: cython.Py_ssize_t) -> cython.void:
        self._add(move_of(pile, target, self.size[pile] - first))

    # --- playing ------------------------------------------------------------------------------------------------

    def apply(self, move: cython.longlong) -> None:
        """Make a move; ValueError if it is not legal, with nothing changed."""
        if not self.is_legal(move):
            raise ValueError(f"{move} is the code of no legal move")
        self._apply(cython.cast(cython.int, move))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _apply(self, move: cython.int) -> cython.void:
        source: cython.Py_ssize_t = source_of(move)
        target: cython.Py_ssize_t = target_of(move)
        count: cython.Py_ssize_t = count_of(move)
        card: cython.int
        i: cython.Py_ssize_t
        from_: cython.Py_ssize_t
        to: cython.Py_ssize_t
        if move == DRAW:
            self.drawn = min(self.drawn + self.draw_count, self.talon_count)
            return
        if move == REDEAL:
            self.drawn = 0
            self.pass_number += 1
            return
        if source < PILES:
            from_ = source * PILE_ROOM + self.size[source] - count
            card = self.cards[from_]
            if target < PILES:
                to = target * PILE_ROOM + self.size[target]
                for i in range(count):
                    self.cards[to + i] = self.cards[from_ + i]
                self.size[target] += cython.cast(cython.uchar, count)
            self.size[source] -= cython.cast(cython.uchar, count)
            if self.size[source] == self.down[source] and self.down[source] > 0:
                self.down[source] -= 1
        else:
            if source == WASTE:
                self.drawn -= 1
                card = self.talon[self.drawn]
                self.talon_count -= 1
                for i in range(self.drawn, self.talon_count):
                    self.talon[i] = self.talon[i + 1]
            else:
                source -= FOUNDATION
                card = card_with(self.found[source], cython.cast(cython.int, source))
                self.found[source] -= 1
            if target < PILES:
                self.cards[target * PILE_ROOM + self.size[target]] = cython.cast(cython.uchar, card)
                self.size[target] += 1
        if target == FOUNDATION:
            self.found[suit_of(card)] += 1

    # --- counting and random play -------------------------------------------------------------------------------

    def perft(self, depth: cython.Py_ssize_t) -> int:
        """The number of move sequences of exactly `depth` moves (section 7)."""
        i: cython.Py_ssize_t
        total: cython.ulonglong = 0
        if depth == 0:
            return 1
        self._generate()
        if depth == 1:
            return self.count
        child = Layout(self.draw_count, self.passes, self.any_card, self.worry_back)
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
        return f"<Layout of {sum(self.foundations())} cards on the foundations>"
