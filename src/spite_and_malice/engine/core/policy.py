"""A fast, sensible way to play, on which the playouts of a search are based.

The policy uses only what the seat to move may see. It plays the pay-off card and chains to it, blocks the opponents'
pay-off cards, holds back what would help them, empties the hand and keeps its side stacks in order. A list of weights
sets how much each of these counts (`codes.W_HAND` …), in hundredths of a pay-off card.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.engine.core.applying import apply_legal
from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.integers import (
    card_of,
    is_pair,
    kind_of,
    plays_payoff,
    reveals,
    source_of,
    target_of,
)
from spite_and_malice.engine.core.legal import add_move, centre_plays, discards, generate, loads, reserve
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.rules import CoreRules, bits_of, check_rules, height_after, ranks_below
from spite_and_malice.engine.core.turn import MOST_TABLES, NO_VALUE, PAYOFF_VALUE, UNWANTED, WholeTurn
from spite_and_malice.engine.core.valuing import parting_value, resting_value

# Beyond any sum of weights.
NEVER: Final = -1000000000
PAYOFF_FIRST: Final = 1000000
ON_PLAN: Final = 500000
# The cost of completing the last open centre stack where side stacks descend: after that only an ace helps.
LAST_OPEN: Final = 50


@cython.final
@cython.cclass
class Policy:
    """Chooses moves by weights, one list for each seat; all seats start with `weights`.

    Raises ValueError unless there are `codes.WEIGHTS` of them.
    """

    rules: CoreRules
    turn: WholeTurn
    whole: cython.Py_ssize_t  # the value of the line of `turn`, NO_VALUE if there is none
    score: cython.Py_ssize_t  # of the best move found last
    played: cython.Py_ssize_t  # how much of the line of `turn` has been played
    weights: cython.int[256]  # 32 for each of 8 seats
    danger: cython.int[17]  # by height: the value of such a centre stack to the opponents
    chance: cython.int[17]  # by height: its value to the seat itself
    run_from: cython.int[8]  # of each side stack of one seat, the top's rank, 0 for none or a wild
    run: cython.int[8]  # and the ranks it can supply in order (bit r)
    plan_place: cython.Py_ssize_t  # where a chain to the pay-off card continues, -1 for none
    plan_wild: cython.bint  # whether its next card has to be wild
    needed: cython.Py_ssize_t  # the ranks that are missing below the seat's pay-off card (bit r)
    held: cython.Py_ssize_t  # the natural ranks in the hand (bit r)
    can_empty: cython.bint  # whether the whole hand can be played
    empty_from: cython.Py_ssize_t  # the side stack to start with, -1 for none
    empty_place: cython.Py_ssize_t
    heights: cython.int[64]  # of the places, during that search
    tops: cython.int[8]  # of the side stacks, the values that they may have (bit v - 1), 0 for an empty one
    left: cython.int[17]  # by rank, 0 for wild cards: those of the hand that would be left
    follow: cython.int[17]  # by height: the ranks that the seat could play in order on such a stack
    parting_card: cython.Py_ssize_t  # the card of the hand whose value on the discard was found last, -1 for none
    parting: cython.Py_ssize_t
    danger_now: cython.Py_ssize_t
    danger_place: cython.Py_ssize_t  # the most dangerous place, and the danger without it
    danger_else: cython.Py_ssize_t
    chance_now: cython.Py_ssize_t
    chance_place: cython.Py_ssize_t
    chance_else: cython.Py_ssize_t

    def __init__(self, core: Core, weights: list[int]) -> None:
        """Make a policy for positions under the rules of `core`."""
        seat: cython.Py_ssize_t
        self.rules = core.rules
        self.turn = WholeTurn(core.rules)
        self.whole = NO_VALUE
        self.score = NEVER
        self.played = 0
        if not cython.compiled:
            self.weights = [0] * (8 * WEIGHTS)
            self.danger = [0] * 17
            self.chance = [0] * 17
            self.heights = [0] * 64
            self.follow = [0] * 17
            self.tops = [0] * 8
            self.left = [0] * 17
            self.run_from = [0] * 8
            self.run = [0] * 8
        for seat in range(8):
            self.use_weights(seat, weights)

    def use_weights(self, seat: cython.Py_ssize_t, weights: list[int]) -> None:
        """Give a seat other weights."""
        i: cython.Py_ssize_t
        if len(weights) != WEIGHTS or not 0 <= seat < 8:
            raise ValueError(f"a seat from 0 to 7 and {WEIGHTS} weights are wanted, not {seat} and {len(weights)}")
        for i in range(WEIGHTS):
            self.weights[seat * WEIGHTS + i] = weights[i]

    def choose(self, core: Core) -> int:
        """The policy's move; -1 when the game is over."""
        self._of_these_rules(core)
        self._weigh_heights(core)
        return self._choose(core)

    def end_of_turn(self, core: Core) -> int:
        """The policy's discard, or a pass if none is possible; only in the play stage."""
        best: cython.Py_ssize_t = PASS
        best_score: cython.Py_ssize_t = NEVER
        i: cython.Py_ssize_t
        score: cython.Py_ssize_t
        self._of_these_rules(core)
        self._weigh_heights(core)
        self._look(core, core.turn)
        generate(core)
        for i in range(core.count):
            score = self._score(core, core.moves[i])
            if kind_of(core.moves[i]) in (PASS, TO_SIDE) and score > best_score:
                best, best_score = core.moves[i], score
        return best

    def best_lines(self, core: Core, count: cython.Py_ssize_t) -> list[tuple[list[int], bool]]:
        """At most `count` lines of the turn (and `codes.KEPT`), best first, each leading to a different table.

        A line is a chain of centre plays, either up to the first card revealed or to the end of the turn, without the
        discard; a flag says which. None under rules whose turns are not searched as a whole.
        """
        turn: WholeTurn = self.turn
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        self._of_these_rules(core)
        self._weigh_heights(core)
        turn.most_kept = min(count, KEPT)
        turn._find(core, self._weights_of(core.turn), self.danger, MOST_TABLES)
        turn.most_kept = 0
        return [
            ([turn.kept_lines[i * LONGEST_LINE + j] for j in range(turn.kept_length[i])], bool(turn.kept_ends[i]))
            for i in range(turn.kept)
            if turn.kept_value[i] > UNWANTED // 2
        ]

    @cython.exceptval(-1)
    def _of_these_rules(self, core: Core) -> cython.Py_ssize_t:
        return check_rules(core.rules, self.rules)

    # --- reading the table -----------------------------------------------------------------------

    def _find_runs(self, core: Core, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Fill `run_from` and `run` from a seat's side stacks; return the number of wild cards on top."""
        wilds: cython.Py_ssize_t = 0
        stack: cython.Py_ssize_t
        node: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        following: cython.Py_ssize_t
        ranks: cython.Py_ssize_t
        for stack in range(self.rules.side):
            node = core.mem[seat * SEAT + SIDE_TOP + stack]
            ranks = 0
            self.run_from[stack] = 0
            if node:
                rank = self.rules.natural[core.mem[core.o_card + node]]
                self.run_from[stack] = rank
                if rank == 0 and self.rules.wild[core.mem[core.o_card + node]]:
                    wilds += 1
                while rank:
                    ranks |= 1 << rank
                    node = core.mem[core.o_under + node]
                    following = self.rules.natural[core.mem[core.o_card + node]] if node else 0
                    rank = following if following == rank + 1 else 0
            self.run[stack] = ranks
        return wilds

    def _given_above(self, above: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The ranks above `above` that the runs found can supply in order (bit r)."""
        ranks: cython.Py_ssize_t = 0
        stack: cython.Py_ssize_t
        for stack in range(self.rules.side):
            if self.run_from[stack] > above:
                ranks |= self.run[stack]
        return ranks

    def _missing_below(
        self, rank: cython.Py_ssize_t, height: cython.Py_ssize_t, held: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """The ranks missing for `rank` on a stack of a height (bit r); a stack too high for it is completed first.

        `held` are the ranks in the hand; the side stacks are those of the runs found.
        """
        given: cython.Py_ssize_t = held | self._given_above(height)
        stack: cython.Py_ssize_t
        if height >= rank:
            for stack in range(self.rules.side):
                if self.run_from[stack] < rank:
                    given |= self.run[stack]
        return ranks_below(rank, height, self.rules.build_to) & ~given

    def _weigh_heights(self, core: Core) -> cython.void:
        """Fill `danger`: what opponents could do with a stack of each height; it stays the same throughout a turn."""
        seat: cython.Py_ssize_t = core.turn
        weights: cython.p_int = self._weights_of(seat)
        other: cython.Py_ssize_t
        pile: cython.Py_ssize_t
        node: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        height: cython.Py_ssize_t
        missing: cython.Py_ssize_t
        value: cython.Py_ssize_t
        away: cython.Py_ssize_t
        wilds: cython.Py_ssize_t
        below: cython.Py_ssize_t
        for height in range(17):
            self.danger[height] = 0
        for away in range(1, self.rules.players):
            other = (seat + away) % self.rules.players
            if core._same_side(other, seat):
                continue
            wilds = self._find_runs(core, other)
            for pile in range(self.rules.piles):
                node = core.mem[other * SEAT + PAY_TOP + pile]
                rank = self.rules.natural[core.mem[core.o_card + node]] if node else 0
                missing = 0
                # Down from the height that takes the card, and then from stacks that are completed first.
                for below in range(1, self.rules.build_to + 1 if rank else 0):
                    height = rank - below if below <= rank else rank - below + self.rules.build_to
                    if below > 1 and not (self._given_above(height) >> (height + 1)) & 1:
                        missing += 1
                    if missing > wilds + 2:
                        break
                    value = weights[W_OPEN + (missing - wilds if missing > wilds else 0)]
                    value = value * 2 // (1 + away)
                    if value > self.danger[height]:
                        self.danger[height] = value

    def _make_plan(self, core: Core, seat: cython.Py_ssize_t, weights: cython.p_int) -> cython.void:
        """Look for a chain to one of the seat's pay-off cards; fill `chance`, `needed` and the plan."""
        base: cython.Py_ssize_t = seat * SEAT
        held: cython.Py_ssize_t = 0
        wilds: cython.Py_ssize_t = self._find_runs(core, seat)
        usable: cython.Py_ssize_t = self.rules.wild_values << 1
        best: cython.Py_ssize_t = 1000
        cost: cython.Py_ssize_t
        i: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        place: cython.Py_ssize_t
        places: cython.Py_ssize_t = core.places + (1 if self.rules.centre < 0 else 0)
        height: cython.Py_ssize_t
        ranks: cython.Py_ssize_t
        missing: cython.Py_ssize_t
        count: cython.Py_ssize_t
        nearest: cython.Py_ssize_t
        self.plan_place = -1
        self.plan_wild = False
        self.needed = 0
        for height in range(17):
            self.chance[height] = 0
        for i in range(core.mem[base]):
            rank = self.rules.natural[core.mem[base + HAND + i]]
            if rank:
                held |= 1 << rank
            elif self.rules.wild[core.mem[base + HAND + i]]:
                wilds += 1
        self.held = held
        for i in range(self.rules.piles):
            rank = (
                self.rules.natural[core.mem[core.o_card + core.mem[base + PAY_TOP + i]]]
                if core.mem[base + PAY_TOP + i]
                else 0
            )
            if rank == 0:
                continue
            nearest = 1000
            for place in range(places):
                height = core.mem[core.o_height + place] if place < core.places else 0
                ranks = ranks_below(rank, height, self.rules.build_to)
                missing = self._missing_below(rank, height, held)
                count = bits_of(missing)
                if height >= rank and count > wilds:
                    # Too far away to count on.
                    continue
                cost = count * 32 + (rank - height if height < rank else rank + self.rules.build_to - height)
                if cost < nearest:
                    nearest = cost
                    self.needed |= ranks
                if count < 3 and weights[W_NEAR + count] > self.chance[height]:
                    self.chance[height] = weights[W_NEAR + count]
                if cost < best and count <= wilds and not missing & ~usable and not (self.rules.covered and count):
                    best = cost
                    self.plan_place = place
                    self.plan_wild = (missing >> (height + 1)) & 1

    def _look(self, core: Core, seat: cython.Py_ssize_t) -> cython.void:
        """Read everything that `_score` needs from the table."""
        weights: cython.p_int = self._weights_of(seat)
        place: cython.Py_ssize_t
        height: cython.Py_ssize_t
        value: cython.Py_ssize_t
        followed: cython.Py_ssize_t = 0
        self._make_plan(core, seat, weights)
        self.parting_card = -1
        self.danger_now = self.danger_else = self.chance_now = self.chance_else = 0
        if self.rules.centre < 0:
            self.danger_now = self.danger_else = self.danger[0]
            self.chance_now = self.chance_else = self.chance[0]
        self.danger_place = self.chance_place = -1
        for height in range(self.rules.build_to):
            self.follow[height] = -1
        if self.rules.centre < 0:
            followed = self._follow(0)
        for place in range(core.places):
            height = core.mem[core.o_height + place]
            followed |= self._follow(height)
            value = self.danger[height]
            if value > self.danger_now:
                self.danger_else = self.danger_now
                self.danger_now = value
                self.danger_place = place
            elif value > self.danger_else:
                self.danger_else = value
            value = self.chance[height]
            if value > self.chance_now:
                self.chance_else = self.chance_now
                self.chance_now = value
                self.chance_place = place
            elif value > self.chance_else:
                self.chance_else = value
        self.can_empty = (
            self.rules.refill
            and not (self.held & ~followed and not (followed >> self.rules.build_to) & 1)
            and self._can_empty(core, seat)
        )

    def _weights_of(self, seat: cython.Py_ssize_t) -> cython.p_int:
        if cython.compiled:
            return self.weights + seat * WEIGHTS
        else:
            return self.weights[seat * WEIGHTS : (seat + 1) * WEIGHTS]

    def _follow(self, height: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Fill `follow` for a height from the hand and the runs found."""
        ranks: cython.Py_ssize_t
        if self.follow[height] < 0:
            ranks = (self.held | self._given_above(height)) >> (height + 1)
            self.follow[height] = (ranks & ~(ranks + 1)) << (height + 1)
        return self.follow[height]

    def _can_empty(self, core: Core, seat: cython.Py_ssize_t) -> cython.bint:
        """Whether the whole hand can be played, with the side stacks' help; sets `empty_from` and `empty_place`.

        Considers hands with at most one wild card.
        """
        base: cython.Py_ssize_t = seat * SEAT
        count: cython.Py_ssize_t = core.mem[base]
        places: cython.Py_ssize_t = core.places + (1 if self.rules.centre < 0 else 0)
        left: cython.Py_ssize_t = 0
        ranks: cython.Py_ssize_t = self.held  # of the cards left
        wilds: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        given: cython.Py_ssize_t
        played: cython.Py_ssize_t = 0
        going: cython.bint = True
        self.empty_from = -1
        self.empty_place = -1
        for i in range(count):
            if self.rules.natural[core.mem[base + HAND + i]]:
                left |= 1 << i
            else:
                wilds += 1
        if wilds > 1:
            return False
        if places > 64:
            places = 64
        for place in range(places):
            self.heights[place] = core.mem[core.o_height + place] if place < core.places else 0
        while left and going:
            going = False
            for place in range(places):
                rank = self.heights[place] + 1
                if not (ranks >> rank) & 1:
                    # Do the side stacks lead up to a card in the hand?
                    given = self._given_above(rank - 1)
                    while (given >> rank) & 1 and not (ranks >> rank) & 1:
                        rank += 1
                    if not (ranks >> rank) & 1:
                        continue
                    if played == 0 and self.empty_place < 0:
                        self.empty_place = place
                        for i in range(self.rules.side):
                            if self.run_from[i] == self.heights[place] + 1:
                                self.empty_from = FROM_SIDE + i
                ranks = 0
                going = True
                given = 0
                for i in range(count):
                    if (left >> i) & 1:
                        if given == 0 and self.rules.natural[core.mem[base + HAND + i]] == rank:
                            left &= ~(1 << i)
                            given = 1
                        else:
                            ranks |= 1 << self.rules.natural[core.mem[base + HAND + i]]
                played += 1
                self.heights[place] = height_after(rank - 1, self.rules.build_to)
        return left == 0

    # --- scoring moves ------------------------------------------------------------------------------------------

    def _score_centre(self, core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """How much better a play to a centre stack is than ending the turn."""
        seat: cython.Py_ssize_t = core.turn
        weights: cython.p_int = self._weights_of(seat)
        source: cython.Py_ssize_t = source_of(move)
        place: cython.Py_ssize_t = target_of(move)
        height: cython.Py_ssize_t = core.mem[core.o_height + place] if place < core.places else 0
        higher: cython.Py_ssize_t = height_after(height, self.rules.build_to)
        node: cython.Py_ssize_t = 0 if source == FROM_HAND else core.mem[core._source_place(source)]
        wild: cython.bint = self.rules.wild[card_of(move) if source == FROM_HAND else core.mem[core.o_card + node]]
        danger: cython.Py_ssize_t = self.danger_else if place == self.danger_place else self.danger_now
        chance: cython.Py_ssize_t = self.chance_else if place == self.chance_place else self.chance_now
        # What could follow on the same stack.
        ranks: cython.Py_ssize_t = self._follow(higher) if wild else self.follow[height]
        gained: cython.Py_ssize_t = 0
        value: cython.Py_ssize_t
        score: cython.Py_ssize_t = NEVER
        # The opponents' loss, and the seat's gain for its next turn, at the best end of a run starting with this card.
        while True:
            value = gained
            value += self.danger_now - (self.danger[higher] if self.danger[higher] > danger else danger)
            value += (self.chance[higher] if self.chance[higher] > chance else chance) - self.chance_now
            if value > score:
                score = value
            if higher == 0 or not (ranks >> (higher + 1)) & 1:
                break
            gained += weights[W_HAND if (self.held >> (higher + 1)) & 1 else W_SIDE]
            higher = height_after(higher, self.rules.build_to)
        if plays_payoff(move):
            return score + PAYOFF_FIRST
        if place == self.plan_place and wild == self.plan_wild:
            return score + ON_PLAN + (2 if source else 1)
        if self.rules.descending and height + 1 == self.rules.build_to and self._is_last_open(core, place):
            score -= LAST_OPEN
        if source == FROM_HAND:
            score += weights[W_WILD] if wild else weights[W_HAND]
            if self.can_empty:
                score += weights[W_EMPTYING]
            if core.mem[seat * SEAT] == 1 and self.rules.refill:
                score += weights[W_LAST]
        else:
            score += weights[W_WILD_SIDE] if wild else weights[W_SIDE]
            if core.mem[core.o_under + node] == 0:
                score += weights[W_CLEARED]
                if self.rules.descending:
                    score += weights[W_FITTING]
            if self.can_empty and source == self.empty_from and place == self.empty_place:
                score += weights[W_EMPTYING]
        return score

    def _is_last_open(self, core: Core, place: cython.Py_ssize_t) -> cython.bint:
        """Whether a centre stack is the only one begun, and the hand has no card to begin another."""
        other: cython.Py_ssize_t
        for other in range(core.places):
            if other != place and core.mem[core.o_height + other]:
                return False
        return not (self.held >> 1) & 1

    def _score_discard(self, core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """How good a discard is compared with other discards."""
        seat: cython.Py_ssize_t = core.turn
        base: cython.Py_ssize_t = seat * SEAT
        weights: cython.p_int = self._weights_of(seat)
        code: cython.Py_ssize_t = card_of(move)
        rank: cython.Py_ssize_t = self.rules.natural[code]
        node: cython.Py_ssize_t = core.mem[base + SIDE_TOP + target_of(move)]
        below: cython.Py_ssize_t = self.rules.natural[core.mem[core.o_card + node]] if node else -1
        score: cython.Py_ssize_t
        if code != self.parting_card:
            self.parting_card = code
            self.parting = parting_value(weights, rank, self._is_twin(core, base, rank), self.needed)
        score = self.parting + resting_value(weights, rank, below, self.needed)
        if is_pair(move):
            score += weights[W_PAIR]
        return score + self._score_room(core, move) if self.rules.descending else score

    def _is_twin(self, core: Core, base: cython.Py_ssize_t, rank: cython.Py_ssize_t) -> cython.bint:
        """Whether a hand has several cards of a rank."""
        count: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        for i in range(core.mem[base]):
            count += self.rules.natural[core.mem[base + HAND + i]] == rank
        return count > 1

    def _score_room(self, core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """What side stacks in descending order could still take after a discard or a pass.

        A seat without room is stuck. So the first ranks that fit nowhere cost little, the last ones a lot; cards of the
        hand that can be laid in sequence, the highest first, count in its favour.
        """
        base: cython.Py_ssize_t = core.turn * SEAT
        weights: cython.p_int = self._weights_of(core.turn)
        parting: cython.Py_ssize_t = card_of(move) if kind_of(move) == TO_SIDE else -1
        fits: cython.Py_ssize_t = 0  # ranks, bit r - 1
        fitting: cython.Py_ssize_t = 0
        free: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for i in range(self.rules.side):
            node = core.mem[base + SIDE_TOP + i]
            if parting >= 0 and i == target_of(move):
                self.tops[i] = core._values(node, parting)
            elif node:
                self.tops[i] = core.mem[core.o_values + node]
            else:
                self.tops[i] = 0
                free += 1
            fits |= self.tops[i] | (self.tops[i] >> 1)
        if free:
            fits = (1 << self.rules.build_to) - 1
        for rank in range(17):
            self.left[rank] = 0
        for i in range(core.mem[base]):
            if core.mem[base + HAND + i] == parting:
                parting = -1
            else:
                self.left[self.rules.natural[core.mem[base + HAND + i]]] += 1
        fitting = self.left[0]
        for rank in range(self.rules.build_to, 0, -1):
            while self.left[rank] > 0:
                self.left[rank] -= 1
                place = -1
                for i in range(self.rules.side):
                    if (self.tops[i] >> (rank - 1)) & 1:
                        place = i
                        break
                    if (self.tops[i] >> rank) & 1 or (place < 0 and self.tops[i] == 0):
                        place = i
                if place >= 0:
                    free -= self.tops[place] == 0
                    self.tops[place] = 1 << (rank - 1)
                    fitting += 1
        i = self.rules.build_to - bits_of(fits)
        return weights[W_FITTING] * (fitting + 2 * free) - weights[W_ROOM] * i * i // 10

    def _score(self, core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The score of a move: above 0 it is better than ending the turn; discards score below -100000."""
        kind: cython.Py_ssize_t = kind_of(move)
        score: cython.Py_ssize_t
        if kind == TO_CENTRE:
            return self._score_centre(core, move)
        if kind == TO_SIDE:
            return self._score_discard(core, move) - 200000
        if kind == TO_LOAD:
            return self._weights_of(core.turn)[W_LOAD] + (100 if source_of(move) else 0)
        if not core.moved:
            # A pass for want of a better move draws no card, and two of them may end the game.
            return NEVER // 2
        score = self._weights_of(core.turn)[W_PASS] - 200000
        return score + self._score_room(core, move) if self.rules.descending else score

    @cython.nogil
    @cython.exceptval(-2)
    def _choose(self, core: Core) -> cython.Py_ssize_t:
        best: cython.Py_ssize_t
        most: cython.Py_ssize_t
        self.whole = NO_VALUE
        if core.stage == OVER:
            return -1
        most = self._weights_of(core.turn)[W_TURN]
        if most:
            self.whole = self.turn._find(core, self._weights_of(core.turn), self.danger, most)
            self.played = 1
            if self.whole > NO_VALUE:
                return self.turn.line[0] if self.turn.length else self._discard(core)
        self._look(core, core.turn)
        if core.stage == PLAY and not self.rules.forced:
            # The moves that `generate` would find, but discards only when needed.
            self._begin(core)
            centre_plays(core)
            if self.rules.loading:
                loads(core)
            best = self._best(core, PASS)
            return best if self.score > 0 else self._end(core, best)
        generate(core)
        best = self._best(core, PASS)
        return best if core.stage != PLAY or self.score > 0 else self._rather_end(core, best)

    def _rather_end(self, core: Core, best: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The best end of the turn among the moves found, or `best` if the only one is to pass for want of a move."""
        i: cython.Py_ssize_t
        score: cython.Py_ssize_t
        self.score = NEVER // 2
        for i in range(core.count):
            if kind_of(core.moves[i]) in (PASS, TO_SIDE):
                score = self._score(core, core.moves[i])
                if score > self.score:
                    best, self.score = core.moves[i], score
        return best

    @cython.nogil
    @cython.exceptval(-1)
    def _begin(self, core: Core) -> cython.Py_ssize_t:
        """Empty the list of moves and make room for every possible one."""
        if core.places > core.moves_places:
            with cython.gil:
                reserve(core)
        core.count = 0
        return 0

    def _best(self, core: Core, best: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The best of the moves found, or `best` if there are none; `score` is its score."""
        i: cython.Py_ssize_t
        score: cython.Py_ssize_t
        self.score = NEVER
        for i in range(core.count):
            score = self._score(core, core.moves[i])
            if score > self.score:
                best, self.score = core.moves[i], score
        return best

    def _leads_to_payoff(self, core: Core, move: cython.Py_ssize_t) -> cython.bint:
        """Whether the play just chosen starts a line to the pay-off card."""
        if self.whole > NO_VALUE:
            return self.whole >= PAYOFF_VALUE // 2
        return self._score(core, move) + 10000 > ON_PLAN

    @cython.nogil
    @cython.exceptval(-2)
    def _end(self, core: Core, best: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The best discard on the table just read, or `best` if there is none."""
        self._begin(core)
        discards(core)
        if self.rules.may_pass and (core.moved or best == PASS):
            add_move(core, PASS)
        return self._best(core, best)

    @cython.nogil
    @cython.exceptval(-2)
    def _discard(self, core: Core) -> cython.Py_ssize_t:
        """The discard at the end of the line found; pairs are not considered."""
        if not self.rules.pairs:
            return self.turn.discard
        self._look(core, core.turn)
        return self._end(core, PASS)

    @cython.nogil
    @cython.exceptval(-2)
    def _go_on(self, core: Core) -> cython.Py_ssize_t:
        """The next move of the line chosen for this turn, or of a new one."""
        if self.played < self.turn.length:
            self.played += 1
            return self.turn.line[self.played - 1]
        if self.turn.ends and self.turn.length:
            self.turn.ends = False
            return self._discard(core)
        return self._choose(core)

    # --- playing out --------------------------------------------------------------------------------------------

    def play_out(self, core: Core, turns: cython.Py_ssize_t, moves: cython.Py_ssize_t) -> int:
        """Play `core` to its end, or for a number of turns or moves; return the number of moves."""
        played: cython.Py_ssize_t = 0
        self._of_these_rules(core)
        core._must_rest()
        core.busy = True
        try:
            with cython.nogil:
                played = self._play_out(core, turns, moves)
        finally:
            core.busy = False
        return played

    @cython.nogil
    @cython.exceptval(-1)
    def _play_out(self, core: Core, turns: cython.Py_ssize_t, moves: cython.Py_ssize_t) -> cython.Py_ssize_t:
        played: cython.Py_ssize_t = 0
        effects: cython.Py_ssize_t = 0
        self._weigh_heights(core)
        self.turn.length = 0
        while played < moves and turns > 0 and core.stage != OVER:
            effects = apply_legal(core, self._go_on(core))
            if reveals(effects):
                self.turn.length = 0
            turns -= effects & ENDED_TURN
            if effects & ENDED_TURN or self.rules.loading:
                self._weigh_heights(core)
            played += 1
        return played
