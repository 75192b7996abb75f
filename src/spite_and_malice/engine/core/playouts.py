"""Playing lines out in many sampled worlds, and valuing the tables they lead to."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.engine.core.applying import apply_legal
from spite_and_malice.engine.core.belief import Belief
from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.drawing import random_below
from spite_and_malice.engine.core.integers import card_of, is_pair, kind_of, plays_own_payoff, second_card_of
from spite_and_malice.engine.core.legal import is_legal
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.policy import Policy
from spite_and_malice.engine.core.random_numbers import seed_after
from spite_and_malice.engine.core.rules import CoreRules, bits_of, check_code

# The most moves of a playout in which a turn never ends.
MOST_PLAYED: Final = 2000
# How often a world is dealt again before one that does not explain the others' moves is accepted.
MOST_TRIES: Final = 12
# How likely, in 256ths, a player ends a turn in which the policy would play its pay-off card, continue a chain to it,
# or play another card. Counted in games of `planner`, `greedy` and `expert`: 0, and 0.15 to 0.35.
LEFT_PAYOFF: Final = 8
LEFT_CHAIN: Final = 60
LEFT_OTHER: Final = 120


@cython.final
@cython.cclass
class Playouts:
    """Values lines of the seat to move by playing on from them in worlds sampled from `belief`, by `policy`.

    `evaluation` holds the weights (`codes.E_WILD` …) of a position's features where a playout is cut off, in 64ths of a
    hundredth of a pay-off card. `win` is the value of a win beyond the lead in pay-off cards, in hundredths of a card;
    if a game ends because the cards run out or by stalemate, `draw` % of the lead count. Raises ValueError unless
    there are `codes.FEATURES` weights.
    """

    rules: CoreRules
    policy: Policy
    belief: Belief
    evaluation: cython.int[27]
    features: cython.longlong[27]
    win: cython.Py_ssize_t
    draw: cython.Py_ssize_t
    lines: cython.int[3072]  # 96 lines of 32 moves
    lengths: cython.int[96]
    ends: list[tuple[Core, int]]
    _world: Core
    game: Core
    busy: cython.bint  # whether a thread evaluates lines

    def __init__(
        self, policy: Policy, belief: Belief, evaluation: list[int], win: cython.Py_ssize_t, draw: cython.Py_ssize_t
    ) -> None:
        i: cython.Py_ssize_t
        if len(evaluation) != FEATURES:
            raise ValueError(f"{FEATURES} weights are wanted, not {len(evaluation)}")
        policy._of_these_rules(belief.known)
        if not cython.compiled:
            self.evaluation = [0] * FEATURES
            self.features = [0] * FEATURES
            self.lines = [0] * (LINES * LONGEST_LINE)
            self.lengths = [0] * LINES
        for i in range(FEATURES):
            self.evaluation[i] = evaluation[i]
        self.rules = policy.rules
        self.policy = policy
        self.belief = belief
        self.win = win
        self.draw = draw
        self.ends = []
        self.busy = False
        self._world = belief.known.clone()
        self.game = belief.known.clone()

    # --- the others' moves ----------------------------------------------------------------------------------------

    def add_end(self, before: Core, move: int) -> None:
        """Weight worlds by a turn that another seat ended with `move` in the position `before`.

        In `before` only the size of the seat's hand is known; the cards left after the move are those that the seat
        holds now. Raises ValueError if the hands and the move are impossible.
        """
        played: cython.Py_ssize_t = 0 if move == PASS else 2 if is_pair(move) else 1
        self.policy._of_these_rules(before)
        check_code(card_of(move))
        check_code(second_card_of(move))
        if before.hand_count(before.turn) != self.belief.known.hand_count(before.turn) + played:
            raise ValueError(f"{move} does not make the hand of seat {before.turn} what it is now")
        self.ends.append((before.clone(), move))

    def world(self, seed: cython.ulonglong) -> Core:
        """The world sampled with a seed."""
        self._must_rest()
        self._make_world(seed)
        return self._world.clone()

    @cython.exceptval(-1)
    def _must_rest(self) -> cython.Py_ssize_t:
        if self.busy:
            raise RuntimeError("another thread evaluates lines by these playouts")
        return 0

    @cython.cfunc
    def _make_world(self, seed: cython.ulonglong) -> cython.void:
        """Deal the unknown cards in `_world`, several times if need be."""
        self._world._copy(self.belief.known)
        self._world.use_seed(seed)
        for _ in range(MOST_TRIES):
            self.belief._lay_out(self._world)
            if self._explains():
                break

    @cython.cfunc
    def _explains(self) -> cython.bint:
        """Whether to accept the world: less likely if, by the policy, others would have continued their turns."""
        i: cython.Py_ssize_t
        held: cython.Py_ssize_t
        base: cython.Py_ssize_t
        move: cython.Py_ssize_t
        before: Core
        chance: cython.Py_ssize_t
        for i in range(len(self.ends)):
            before, move = self.ends[i]
            self.game._copy(before)
            base = before.turn * SEAT
            held = self._world.mem[base]
            for j in range(held):
                self.game.mem[base + HAND + j] = self._world.mem[base + HAND + j]
            if move:
                self.game.mem[base + HAND + held] = card_of(move)
                held += 1
            if is_pair(move):
                self.game.mem[base + HAND + held] = second_card_of(move)
                held += 1
            self.policy._weigh_heights(self.game)
            move = self.policy._choose(self.game)
            if kind_of(move) == TO_CENTRE:
                chance = LEFT_OTHER
                if plays_own_payoff(move):
                    chance = LEFT_PAYOFF
                elif self.policy._leads_to_payoff(self.game, move):
                    chance = LEFT_CHAIN
                if random_below(self._world, 256) >= chance:
                    return False
        return True

    # --- the value of a position -------------------------------------------------------------------------------

    def _look_at(self, core: Core, seat: cython.Py_ssize_t, factor: cython.Py_ssize_t) -> cython.void:
        """Add what a seat has, times `factor`, to the features."""
        base: cython.Py_ssize_t = seat * SEAT
        first: cython.Py_ssize_t = 0 if seat == core.turn else E_ROLE
        held: cython.Py_ssize_t = 0
        wilds: cython.Py_ssize_t = 0
        tops: cython.Py_ssize_t = self.policy._find_runs(core, seat)
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        place: cython.Py_ssize_t
        places: cython.Py_ssize_t = core.places + (1 if self.rules.centre < 0 else 0)
        height: cython.Py_ssize_t
        missing: cython.Py_ssize_t
        fewest: cython.Py_ssize_t = 99
        ordered: cython.Py_ssize_t
        for i in range(core.mem[base]):
            rank = self.rules.natural[core.mem[base + HAND + i]]
            if rank:
                held |= 1 << rank
            elif self.rules.wild[core.mem[base + HAND + i]]:
                wilds += 1
        self.features[first + E_WILD] += factor * wilds
        self.features[first + E_WILD_SIDE] += factor * tops
        self.features[first + E_HELD] += factor * core.mem[base]
        for i in range(self.rules.side):
            node = core.mem[base + SIDE_TOP + i]
            if node == 0:
                self.features[first + E_FREE_STACK] += factor
                continue
            ordered = bits_of(self.policy.run[i])
            if ordered:
                self.features[first + E_RUN] += factor * (ordered - 1)
            else:
                ordered = 1
            while node:
                node = core.mem[core.o_under + node]
                ordered -= 1
                if node and ordered <= 0:
                    self.features[first + E_DEAD] += factor
        for i in range(self.rules.piles):
            node = core.mem[base + PAY_TOP + i]
            if node == 0:
                continue
            rank = self.rules.natural[core.mem[core.o_card + node]]
            if rank == 0:
                fewest = 0
                continue
            for place in range(places):
                height = core.mem[core.o_height + place] if place < core.places else 0
                missing = bits_of(self.policy._missing_below(rank, height, held))
                if missing < fewest and (height < rank or missing <= wilds):
                    fewest = missing
        wilds += tops
        if fewest < 99:
            self.features[first + E_SPENT] += factor * (fewest if fewest < wilds else wilds)
            if fewest < wilds + 3:
                self.features[first + E_GAP + (fewest - wilds if fewest > wilds else 0)] += factor

    def _features(self, core: Core, seat: cython.Py_ssize_t) -> cython.void:
        """Fill the features of a position for a seat: those of its own side, less the others'."""
        sides: cython.Py_ssize_t = self.rules.sides
        side: cython.Py_ssize_t = seat % sides
        own: cython.Py_ssize_t = core._left(side)
        best: cython.Py_ssize_t = 30000
        others: cython.Py_ssize_t = 0
        left: cython.Py_ssize_t
        lead: cython.Py_ssize_t
        gap: cython.Py_ssize_t
        stock: cython.Py_ssize_t = core.stock_count
        i: cython.Py_ssize_t
        for i in range(FEATURES):
            self.features[i] = 0
        for i in range(self.rules.players):
            self._look_at(core, i, sides - 1 if i % sides == side else -1)
        self.features[E_TEMPO] = sides - 1 if core.turn % sides == side else -1
        for i in range(sides):
            if i != side:
                left = core._left(i)
                others += left
                if left < best:
                    best = left
        lead = others - own * (sides - 1)
        gap = best - own if best > own else own - best
        i = core.aside_first
        while i and stock < 60:
            stock += 1
            i = core.mem[core.o_under + i]
        if stock > 60 or self.rules.renew:
            stock = 60
        self.features[E_BASE] = 64
        self.features[E_LEAD] = lead * 64
        self.features[E_STOCK] = lead * stock
        self.features[E_LOW_STOCK] = lead * (20 - stock) if stock < 20 else 0
        self.features[E_RACE] = 1024 * gap // (best + own + 4)
        self.features[E_CLOSE] = 64 * gap // ((best if best < own else own) + 2)
        if best < own:
            self.features[E_RACE] = -self.features[E_RACE]
            self.features[E_CLOSE] = -self.features[E_CLOSE]

    def _value(self, core: Core, seat: cython.Py_ssize_t) -> cython.longlong:
        """The value of a position to a seat, in hundredths of a pay-off card."""
        side: cython.Py_ssize_t = seat % self.rules.sides
        own: cython.Py_ssize_t = core._left(side)
        others: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        total: cython.longlong = 0
        lead: cython.longlong
        if core.stage != OVER:
            self._features(core, seat)
            for i in range(FEATURES):
                total += self.evaluation[i] * self.features[i]
            return total >> 6
        for i in range(self.rules.sides):
            if i != side:
                others += core._left(i)
        lead = 100 * others // (self.rules.sides - 1) - 100 * own if self.rules.sides > 1 else 0
        if core.reason == BY_PAYOFF:
            return lead + self.win if own == 0 else -100 * own - self.win
        if self.rules.fewest:
            i = core._ahead()
            return lead + (self.win if i == side else -self.win if i >= 0 else 0)
        # Divided without the sign: C and Python round differently below 0.
        return lead * self.draw // 100 if lead > 0 else -(-lead * self.draw // 100)

    def features_of(self, core: Core, seat: cython.Py_ssize_t) -> list[int]:
        """The features of a position that the evaluation weighs, for training it."""
        i: cython.Py_ssize_t
        self.policy._of_these_rules(core)
        core._of_seat(seat)
        self._must_rest()
        self._features(core, seat)
        return [self.features[i] for i in range(FEATURES)]

    def value(self, core: Core, seat: cython.Py_ssize_t) -> int:
        """The value of a position to a seat, in hundredths of a pay-off card."""
        self.policy._of_these_rules(core)
        core._of_seat(seat)
        self._must_rest()
        return self._value(core, seat)

    # --- lines --------------------------------------------------------------------------------------------------

    def evaluate(
        self,
        lines: list[list[int]],
        seed: cython.ulonglong,
        worlds: cython.Py_ssize_t,
        turns: cython.Py_ssize_t,
        first: cython.Py_ssize_t = 0,
    ) -> list[list[int]]:
        """The value of each line to the seat to move, in each of `worlds` sampled positions.

        A line is a list of moves that are legal one after the other for the seat to move, with no unknown card moving.
        Afterwards the policy plays on until `turns` turns have ended, all players' together. The worlds are those with
        the numbers `first`, `first` + 1, … of a seed and are the same for all lines. Raises ValueError for more than
        `codes.LINES` lines, or lines that are too long or no moves. Other threads run meanwhile.
        """
        found: list[list[int]] = [[] for _ in lines]
        count: cython.Py_ssize_t = len(lines)
        seat: cython.Py_ssize_t = self.belief.known.turn
        w: cython.Py_ssize_t
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        value: cython.longlong
        self._must_rest()
        if count > LINES or any(len(line) > LONGEST_LINE for line in lines):
            raise ValueError(f"at most {LINES} lines of {LONGEST_LINE} moves can be looked at together")
        for i in range(count):
            self.game._copy(self.belief.known)
            self.lengths[i] = len(lines[i])
            for j, move in enumerate(lines[i]):
                if not is_legal(self.game, move):
                    raise ValueError(f"{move} is no move at its place of line {i}")
                apply_legal(self.game, move)
                self.lines[i * LONGEST_LINE + j] = move
        self.busy = True
        try:
            for w in range(worlds):
                self._make_world(seed_after(seed, first + w))
                for i in range(count):
                    self.game._copy(self._world)
                    with cython.nogil:
                        value = self._follow(i, turns, seat)
                    found[i].append(value)
        finally:
            self.busy = False
        return found

    def _follow(self, line: cython.Py_ssize_t, turns: cython.Py_ssize_t, seat: cython.Py_ssize_t) -> cython.longlong:
        """Play a line in `game`, go on by the policy, and return the result for `seat`."""
        j: cython.Py_ssize_t
        for j in range(self.lengths[line]):
            turns -= apply_legal(self.game, self.lines[line * LONGEST_LINE + j]) & ENDED_TURN
        self.policy._play_out(self.game, turns, MOST_PLAYED)
        return self._value(self.game, seat)
