"""Many games side by side, with one call for a step in all of them, for programs that learn."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.engine.core.applying import apply_legal
from spite_and_malice.engine.core.chooser import Chooser
from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.dealing import deal_cards, empty_table
from spite_and_malice.engine.core.drawing import random_below
from spite_and_malice.engine.core.encoding import Encoding
from spite_and_malice.engine.core.legal import generate
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.random_numbers import seed_after
from spite_and_malice.engine.core.recycled import watch_recycled
from spite_and_malice.engine.core.rules import CoreRules, check_rules

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.libc.string import memset

# The numbers kept for a game besides its block, in the order of `_lift_off`.
KEPT_NUMBERS: Final = 22
# How many legal moves of a game are kept, in the order in which the core finds them.
LISTED: Final = 96
# Leaves a game unchanged in a step.
NO_MOVE: Final = -1


@cython.final
@cython.no_gc
@cython.cclass
class Batch:
    """`count` games by the same rules, dealt by seeds of the core's own generator, one after the other.

    Game k begins with the seed that ``seed_of_game(seed, k)`` gives, and a game with seed s is followed by one with the
    seed ``seed_of_game(s, NEXT_GAME)``. After `most_moves` moves a game stops undecided. Everything a caller may need
    to know is written into arrays that the caller provides, a row for each game: `observations` (what the seat to move
    sees), `masks` (1 for each legal move), `seats` (the seat to move), `rewards` (a column for each seat), `terminated`
    and `truncated`, and `seeds` (of the current game). Other threads run meanwhile; if they call it, they get a
    RuntimeError.
    """

    rules: CoreRules
    encoding: Encoding
    blank: Core
    game: Core  # the current game; between calls it has a block of its own
    count: cython.Py_ssize_t
    dealer: cython.Py_ssize_t
    most_moves: cython.Py_ssize_t
    hold: cython.bint  # whether a finished game stays until `restart`
    words: cython.Py_ssize_t
    blocks: cython.pp_ushort
    numbers: cython.p_longlong
    generators: cython.p_ulonglong
    played: cython.p_longlong
    current: cython.p_ulonglong  # the seeds: no caller can change these
    legal: cython.p_ulonglong  # the legal moves as bits, for games whose list is too short for them
    listed: cython.p_ushort  # the numbers of the legal moves, `LISTED` places for each game
    listed_count: cython.p_int  # how many there are, 0 where there is no room for them
    tallies: cython.p_ushort  # for each game, as `Encoding` counts
    chosen: cython.p_longlong  # the actions of a step: callers can no longer change these
    busy: cython.bint  # whether a thread is using it
    own_block: cython.p_ushort
    observations: cython.float[:, ::1]
    masks: cython.schar[:, ::1]
    seats: cython.longlong[::1]
    rewards: cython.float[:, ::1]
    terminated: cython.uchar[::1]
    truncated: cython.uchar[::1]
    seeds: cython.ulonglong[::1]

    def __init__(
        self,
        encoding: Encoding,
        seed: cython.ulonglong,
        dealer: cython.Py_ssize_t,
        most_moves: cython.Py_ssize_t,
        observations: cython.float[:, ::1],
        masks: cython.schar[:, ::1],
        seats: cython.longlong[::1],
        rewards: cython.float[:, ::1],
        terminated: cython.uchar[::1],
        truncated: cython.uchar[::1],
        seeds: cython.ulonglong[::1],
        hold: cython.bint = False,
    ) -> None:
        """Deal the first games. Raises ValueError for arrays that do not fit."""
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = seats.shape[0]
        players: cython.Py_ssize_t = encoding.rules.players
        shapes: list[tuple[int, ...]] = [
            (observations.shape[0], observations.shape[1]),
            (masks.shape[0], masks.shape[1]),
            (rewards.shape[0], rewards.shape[1]),
            (terminated.shape[0], truncated.shape[0]),
        ]
        if shapes != [(count, encoding.size), (count, encoding.actions), (count, players), (count, count)]:
            raise ValueError(f"the arrays have the shapes {shapes}, which do not fit {count} games by these rules")
        if seeds.shape[0] != count:
            raise ValueError(f"there are {seeds.shape[0]} seeds for {count} games")
        if not 0 <= dealer < players or most_moves < 1:
            raise ValueError("the dealer must be a seat, and most_moves 1 or more")
        self.encoding = encoding
        self.rules = encoding.rules
        self.blank = empty_table(encoding.rules)
        self.blank.use_seed(0)
        watch_recycled(self.blank, [], [])
        self.game = self.blank.clone()
        self.dealer = dealer
        self.most_moves = most_moves
        self.hold = hold
        self.words = (encoding.actions + 63) // 64
        self.observations, self.masks, self.seats, self.rewards = observations, masks, seats, rewards
        self.terminated, self.truncated, self.seeds = terminated, truncated, seeds
        if cython.compiled:
            self.numbers = cython.cast(cython.p_longlong, calloc(count * KEPT_NUMBERS + 1, 8))
            self.generators = cython.cast(cython.p_ulonglong, calloc(count + 1, 8))
            self.played = cython.cast(cython.p_longlong, calloc(count + 1, 8))
            self.current = cython.cast(cython.p_ulonglong, calloc(count + 1, 8))
            self.legal = cython.cast(cython.p_ulonglong, calloc(count * self.words + 1, 8))
            self.chosen = cython.cast(cython.p_longlong, calloc(count + 1, 8))
            self.listed = cython.cast(cython.p_ushort, calloc(count * LISTED + 1, 2))
            self.listed_count = cython.cast(cython.p_int, calloc(count + 1, cython.sizeof(cython.int)))
            self.tallies = cython.cast(cython.p_ushort, calloc(count * encoding.tally_size + 1, 2))
            self.blocks = cython.cast(cython.pp_ushort, calloc(count + 1, cython.sizeof(cython.p_ushort)))
            if (
                self.numbers == cython.NULL
                or self.generators == cython.NULL
                or self.played == cython.NULL
                or self.current == cython.NULL
                or self.legal == cython.NULL
                or self.chosen == cython.NULL
                or self.listed == cython.NULL
                or self.listed_count == cython.NULL
                or self.tallies == cython.NULL
                or self.blocks == cython.NULL
            ):
                raise MemoryError
        else:
            self.numbers, self.generators, self.played = [0] * (count * KEPT_NUMBERS), [0] * count, [0] * count
            self.legal, self.current, self.blocks = [0] * (count * self.words), [0] * count, [[]] * count
            self.chosen, self.listed_count = [0] * count, [0] * count
            self.listed, self.tallies = [0] * (count * LISTED), [0] * (count * encoding.tally_size)
        self.own_block = self.game.mem
        self.count = count
        self.busy = False
        self.reset(seed)

    if cython.compiled:

        def __cinit__(self) -> None:
            self.count = 0
            self.numbers = cython.NULL
            self.generators = cython.NULL
            self.played = cython.NULL
            self.current = cython.NULL
            self.legal = cython.NULL
            self.chosen = cython.NULL
            self.listed = cython.NULL
            self.listed_count = cython.NULL
            self.tallies = cython.NULL
            self.blocks = cython.NULL

        def __dealloc__(self) -> None:
            i: cython.Py_ssize_t
            if self.game is not None:
                # After an error it may still hold the block of a game.
                self.game.mem = self.own_block
            if self.blocks != cython.NULL:
                for i in range(self.count):
                    free(self.blocks[i])
            free(self.blocks)
            free(self.numbers)
            free(self.generators)
            free(self.played)
            free(self.current)
            free(self.legal)
            free(self.chosen)
            free(self.listed)
            free(self.listed_count)
            free(self.tallies)

    def reset(self, seed: cython.ulonglong) -> None:
        """Deal all games again."""
        i: cython.Py_ssize_t
        self._begin()
        try:
            with cython.nogil:
                for i in range(self.count):
                    self._start(i, seed_after(seed, i))
                    self._clear_end(i)
        finally:
            self.busy = False

    @cython.exceptval(-1)
    def _begin(self) -> cython.Py_ssize_t:
        if self.busy:
            raise RuntimeError("another thread is stepping these games")
        self.busy = True
        return 0

    def step(
        self,
        actions: cython.longlong[::1],
        chooser: Chooser | None = None,
        seats: cython.longlong[::1] = None,
    ) -> None:
        """Make a move in every game: `actions` holds their numbers, `NO_MOVE` for no move.

        With a `chooser` every game that has moved continues with the chooser's moves until its entry in `seats` is to
        move. A game that ends this way gets its rewards, each seat's points less the mean of the others', and the next
        one is dealt. Raises ValueError, with no game changed, for a number that is no legal move, too few actions or
        seats, or a chooser for other rules.
        """
        i: cython.Py_ssize_t
        action: cython.longlong
        if actions.shape[0] != self.count:
            raise ValueError(f"there are {actions.shape[0]} actions for {self.count} games")
        if chooser is not None:
            self._fits(chooser, seats)
        self._begin()
        try:
            for i in range(self.count):
                action = actions[i]
                if action != NO_MOVE and not self._is_legal(i, action):
                    raise ValueError(
                        f"{action} is not legal in game {i}: take an action whose mask is 1, "
                        f"or {NO_MOVE} to leave the game as it is"
                    )
                self.chosen[i] = action
            with cython.nogil:
                for i in range(self.count):
                    self._clear_end(i)
                    if self.chosen[i] != NO_MOVE:
                        self._put_on(self.game, i)
                        self._make(i, self.encoding._move_of(self.game, self.chosen[i]))
                        if chooser is not None:
                            self._play_until(chooser, i, seats[i])
                        self._after_moves(i)
        finally:
            self.busy = False

    def choose(self, chooser: Chooser, actions: cython.longlong[::1]) -> None:
        """Write the chosen move of each game whose action is not `NO_MOVE`.

        Raises ValueError for too few actions, or a chooser for other rules.
        """
        i: cython.Py_ssize_t
        if actions.shape[0] != self.count:
            raise ValueError(f"there are {actions.shape[0]} actions for {self.count} games")
        chooser._of_these_rules(self.blank)
        self._begin()
        try:
            with cython.nogil:
                for i in range(self.count):
                    if actions[i] == NO_MOVE or self._has_ended(i):
                        actions[i] = NO_MOVE
                        continue
                    if chooser.policy is None and not chooser.eager and self.listed_count[i]:
                        actions[i] = self.listed[i * LISTED + self._any_of(i, self.listed_count[i])]
                        continue
                    self._put_on(self.game, i)
                    actions[i] = self.encoding._number_of(self.game, self._chosen_move(chooser, i, True))
                    self.game.mem = self.own_block
        finally:
            self.busy = False

    @cython.nogil
    @cython.exceptval(-2)
    def _chosen_move(self, chooser: Chooser, i: cython.Py_ssize_t, begins: cython.bint) -> cython.Py_ssize_t:
        """The move chosen in game `i`, which is loaded in `game`: it follows from its seed and the moves so far.

        `begins` says whether the move before was not chosen in this turn of this game.
        """
        state: cython.ulonglong = self.game.random_state
        move: cython.Py_ssize_t
        self.game.random_state = seed_after(state, self.played[i])
        move = chooser._move(self.game, begins)
        self.game.random_state = state
        return move

    def _any_of(self, i: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of a move chosen at random among some: as in `any_move`, without looking at the game."""
        self.game.random_state = seed_after(self.generators[i], self.played[i])
        return random_below(self.game, count) if count > 1 else 0

    def play_on(self, chooser: Chooser, seats: cython.longlong[::1]) -> None:
        """Make the chosen moves in every game until its entry in `seats` is to move, or it ends.

        Results of games that end are added to `rewards`, `terminated` and `truncated`; games that have ended are left
        alone. Raises ValueError for too few seats, or a chooser for other rules.
        """
        i: cython.Py_ssize_t
        self._fits(chooser, seats)
        self._begin()
        try:
            with cython.nogil:
                for i in range(self.count):
                    if self.seats[i] != seats[i] and not (
                        self.terminated[i] or self.truncated[i] or self._has_ended(i)
                    ):
                        self._put_on(self.game, i)
                        self._play_until(chooser, i, seats[i])
                        self._after_moves(i)
        finally:
            self.busy = False

    @cython.exceptval(-1)
    def _fits(self, chooser: Chooser, seats: cython.longlong[::1]) -> cython.Py_ssize_t:
        if seats is None or seats.shape[0] != self.count:
            raise ValueError(f"there must be a seat for each of {self.count} games")
        return chooser._of_these_rules(self.blank)

    @cython.nogil
    @cython.exceptval(-1)
    def _play_until(self, chooser: Chooser, i: cython.Py_ssize_t, seat: cython.longlong) -> cython.Py_ssize_t:
        """Make the chosen moves in game `i`, which is loaded in `game`, until a seat is to move or it ends."""
        move: cython.Py_ssize_t
        number: cython.Py_ssize_t
        begins: cython.bint = True
        while self.game.turn != seat and self.game.stage != OVER and self.played[i] < self.most_moves:
            move = self._chosen_move(chooser, i, begins)
            number = self.encoding._number_of(self.game, move)
            # Among equal cards, the one that the action plays.
            move = self.encoding._move_of(self.game, number) if number >= 0 else move
            begins = self._make(i, move) & ENDED_TURN
        return 0

    def restart(self, i: cython.Py_ssize_t) -> None:
        """Replace a game with the next one dealt. Raises IndexError if there is no such game."""
        if not 0 <= i < self.count:
            raise IndexError(f"there are {self.count} games, counted from 0, and no game {i}")
        self._begin()
        try:
            self._start(i, seed_after(self.current[i], NEXT_GAME))
        finally:
            self.busy = False

    def observe(self, i: cython.Py_ssize_t, seat: cython.Py_ssize_t, row: cython.float[::1]) -> None:
        """Write what a seat sees of game `i`. Raises IndexError or ValueError if there is no such game or seat."""
        at: cython.Py_ssize_t = i * self.encoding.tally_size
        if not 0 <= i < self.count:
            raise IndexError(f"there are {self.count} games, counted from 0, and no game {i}")
        self.encoding._check_row(row.shape[0], seat)
        self._begin()
        self._put_on(self.game, i)
        if cython.compiled:
            self.encoding._write_view(self.game, seat, self.tallies, at, cython.address(row[0]))
        else:
            self.encoding._write_view(self.game, seat, self.tallies, at, row)
        self.game.mem = self.own_block
        self.busy = False

    def position(self, i: cython.Py_ssize_t) -> Core:
        """A copy of game `i`, hidden cards and all. Raises IndexError if there is no such game."""
        copy: Core
        if not 0 <= i < self.count:
            raise IndexError(f"there are {self.count} games, counted from 0, and no game {i}")
        self._begin()
        self._put_on(self.game, i)
        copy = self.game.clone()
        self.game.mem = self.own_block
        self.busy = False
        return copy

    def moves_played(self, i: cython.Py_ssize_t) -> int:
        """The number of moves made in game `i`. Raises IndexError if there is no such game."""
        if not 0 <= i < self.count:
            raise IndexError(f"there are {self.count} games, counted from 0, and no game {i}")
        return self.played[i]

    def put(self, i: cython.Py_ssize_t, core: Core, played: cython.longlong, seed: cython.ulonglong) -> None:
        """Make game `i` a copy of `core`, dealt by `seed` and with `played` moves made.

        Raises IndexError if there is no such game, ValueError if `core` is over or has other rules.
        """
        if not 0 <= i < self.count:
            raise IndexError(f"there are {self.count} games, counted from 0, and no game {i}")
        check_rules(core.rules, self.rules)
        if (core.stage == OVER and not self.hold) or not 0 <= played < self.most_moves + self.hold:
            raise ValueError("only a game that is not over can be put there, with fewer moves than a game may have")
        if not core.watches:
            core = core.clone()
            watch_recycled(core, [], [])
        self._begin()
        self._put_on(self.game, i)
        self.game._copy_numbers(core)
        self.game.seeded = True
        self.seeds[i] = self.current[i] = seed
        self.played[i] = played
        self.encoding.count_cards(self.game, self.tallies, i * self.encoding.tally_size)
        self._clear_end(i)
        self._show(self.game, i)
        self._lift_off(self.game, i)
        if self._has_ended(i):
            self._stop(i)
        self.busy = False

    def _has_ended(self, i: cython.Py_ssize_t) -> cython.bint:
        """Whether a game is over or cut short, and held."""
        return self.numbers[i * KEPT_NUMBERS + 14] == OVER or self.played[i] >= self.most_moves

    def _stop(self, i: cython.Py_ssize_t) -> cython.void:
        """Leave a game that has ended without moves."""
        k: cython.Py_ssize_t
        for k in range(self.encoding.actions):
            self.masks[i, k] = 0
        self.listed_count[i] = 0
        for k in range(self.words):
            self.legal[i * self.words + k] = 0

    def _is_legal(self, i: cython.Py_ssize_t, action: cython.longlong) -> cython.bint:
        k: cython.Py_ssize_t
        if action < 0 or action >= self.encoding.actions:
            return False
        if self.listed_count[i]:
            for k in range(i * LISTED, i * LISTED + self.listed_count[i]):
                if self.listed[k] == action:
                    return True
            return False
        return (self.legal[i * self.words + (action >> 6)] >> (action & 63)) & 1

    def _clear_end(self, i: cython.Py_ssize_t) -> cython.void:
        seat: cython.Py_ssize_t
        self.terminated[i] = self.truncated[i] = 0
        for seat in range(self.rules.players):
            self.rewards[i, seat] = 0

    @cython.nogil
    @cython.exceptval(-1)
    def _make(self, i: cython.Py_ssize_t, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Make a move in game `i`, which is loaded in `game`; its effects."""
        at: cython.Py_ssize_t = i * self.encoding.tally_size
        effects: cython.Py_ssize_t
        self.encoding.count_move(self.game, move, self.tallies, at)
        effects = apply_legal(self.game, move)
        self.encoding.count_effects(self.game, move, effects, self.tallies, at)
        self.played[i] += 1
        return effects

    @cython.nogil
    @cython.exceptval(-1)
    def _after_moves(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write game `i`, which is loaded in `game`, or its result if it has ended."""
        if self.game.stage != OVER and self.played[i] < self.most_moves:
            self._show(self.game, i)
            self._lift_off(self.game, i)
            return 0
        if self.game.stage == OVER:
            self.terminated[i] = 1
            self._reward(i)
        else:
            self.truncated[i] = 1
        self._lift_off(self.game, i)
        if self.hold:
            self._stop(i)
            return 0
        return self._start(i, seed_after(self.current[i], NEXT_GAME))

    def _reward(self, i: cython.Py_ssize_t) -> cython.void:
        """Give each seat its points (RULES.md section 6) less the mean of the others'."""
        ahead: cython.Py_ssize_t = self.game._ahead()
        points: cython.Py_ssize_t = self.game._points(ahead)
        players: cython.Py_ssize_t = self.rules.players
        winners: cython.Py_ssize_t = players // self.rules.sides
        seat: cython.Py_ssize_t
        own: cython.float
        if points == 0:
            return
        for seat in range(players):
            own = points if seat % self.rules.sides == ahead else 0
            self.rewards[i, seat] = own - (points * winners - own) / (players - 1)

    @cython.nogil
    @cython.exceptval(-1)
    def _start(self, i: cython.Py_ssize_t, seed: cython.ulonglong) -> cython.Py_ssize_t:
        """Deal a new game `i`."""
        self._put_on(self.game, i)
        # The block is allocated again only where a renewed deck has made it larger.
        self.game._copy_numbers(self.blank)
        self.game._seed(seed)
        deal_cards(self.game, self.dealer)
        self.seeds[i] = self.current[i] = seed
        self.played[i] = 0
        self.encoding.count_cards(self.game, self.tallies, i * self.encoding.tally_size)
        self._show(self.game, i)
        self._lift_off(self.game, i)
        return 0

    @cython.nogil
    @cython.exceptval(-1)
    def _show(self, game: Core, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write the seat to move, its view, and its legal moves."""
        seat: cython.Py_ssize_t = game.turn
        k: cython.Py_ssize_t
        number: cython.Py_ssize_t
        bit: cython.ulonglong = 1
        at: cython.Py_ssize_t = i * self.encoding.tally_size
        self.seats[i] = seat
        if cython.compiled:
            self.encoding._write_view(game, seat, self.tallies, at, cython.address(self.observations[i, 0]))
            memset(cython.address(self.masks[i, 0]), 0, self.encoding.actions)
        else:
            self.encoding._write_view(game, seat, self.tallies, at, self.observations[i])
            self.masks[i] = 0
        generate(game)
        self.listed_count[i] = 0
        if game.count <= LISTED and self.encoding._list_numbers(game, self.listed, i * LISTED):
            self.listed_count[i] = game.count
            if cython.compiled:
                self._mark(cython.address(self.masks[i, 0]), i * LISTED, game.count)
            else:
                self._mark(self.masks[i], i * LISTED, game.count)
            return 0
        for k in range(self.words):
            self.legal[i * self.words + k] = 0
        for k in range(game.count):
            number = self.encoding._number_of(game, game.moves[k])
            if number >= 0:
                self.masks[i, number] = 1
                self.legal[i * self.words + (number >> 6)] |= bit << (number & 63)
        return 0

    def _mark(self, row: cython.p_schar, first: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.void:
        """Write 1 into a mask for each listed move."""
        k: cython.Py_ssize_t
        for k in range(first, first + count):
            row[self.listed[k]] = 1

    def _put_on(self, game: Core, i: cython.Py_ssize_t) -> cython.void:
        """Load game `i` into `game`: its numbers are copied, its block is shared."""
        at: cython.Py_ssize_t = i * KEPT_NUMBERS
        game.mem = self.blocks[i]
        game.random_state = self.generators[i]
        game.size = self.numbers[at]
        game.capacity = self.numbers[at + 1]
        game.places_capacity = self.numbers[at + 2]
        game.o_top = self.numbers[at + 3]
        game.o_height = self.numbers[at + 4]
        game.o_stock = self.numbers[at + 5]
        game.o_card = self.numbers[at + 6]
        game.o_under = self.numbers[at + 7]
        game.o_values = self.numbers[at + 8]
        game.stock_lo = self.numbers[at + 9]
        game.free_node = self.numbers[at + 10]
        game.aside_first = self.numbers[at + 11]
        game.aside_last = self.numbers[at + 12]
        game.turn = self.numbers[at + 13]
        game.stage = self.numbers[at + 14]
        game.cover = self.numbers[at + 15]
        game.passes = self.numbers[at + 16]
        game.moved = self.numbers[at + 17] != 0
        game.reason = self.numbers[at + 18]
        game.places = self.numbers[at + 19]
        game.stock_count = self.numbers[at + 20]
        game.o_recycled = self.numbers[at + 21]

    def _lift_off(self, game: Core, i: cython.Py_ssize_t) -> cython.void:
        """Store `game` as game `i`, and give `game` its own block back."""
        at: cython.Py_ssize_t = i * KEPT_NUMBERS
        self.blocks[i] = game.mem
        self.generators[i] = game.random_state
        self.numbers[at] = game.size
        self.numbers[at + 1] = game.capacity
        self.numbers[at + 2] = game.places_capacity
        self.numbers[at + 3] = game.o_top
        self.numbers[at + 4] = game.o_height
        self.numbers[at + 5] = game.o_stock
        self.numbers[at + 6] = game.o_card
        self.numbers[at + 7] = game.o_under
        self.numbers[at + 8] = game.o_values
        self.numbers[at + 9] = game.stock_lo
        self.numbers[at + 10] = game.free_node
        self.numbers[at + 11] = game.aside_first
        self.numbers[at + 12] = game.aside_last
        self.numbers[at + 13] = game.turn
        self.numbers[at + 14] = game.stage
        self.numbers[at + 15] = game.cover
        self.numbers[at + 16] = game.passes
        self.numbers[at + 17] = game.moved
        self.numbers[at + 18] = game.reason
        self.numbers[at + 19] = game.places
        self.numbers[at + 20] = game.stock_count
        self.numbers[at + 21] = game.o_recycled
        game.mem = self.own_block
