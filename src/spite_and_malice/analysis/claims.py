"""Whether a reason for one move also holds for another: a reason is the difference between two moves."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from spite_and_malice.analysis import reach
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.threats import fits, steps_to
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import apply, codes, plays_payoff, reveals
from spite_and_malice.engine.moves import encode
from spite_and_malice.rules import card_code

if TYPE_CHECKING:
    from spite_and_malice.analysis.reason import Reason


def is_true_of(view: View, text: str, reason: Reason, other: str, seconds: float = 0.3) -> bool:
    """Say whether a reason for a legal move of the viewer holds for another legal move as well.

    `seconds` limits the search for where the other one leads.
    """
    return _Claims(view, Move.parse(other), seconds).hold(reason, Move.parse(text))


class _Claims:
    """The true claims about a move."""

    def __init__(self, view: View, move: Move, seconds: float) -> None:
        self._view = view
        self._move = move
        self._seconds = seconds
        self._rules = view.rules
        self._before = Position.from_view(view).core
        self._after = self._before.clone()
        self._code = encode(move, view.rules.payoff_piles)
        self._effects = apply(self._after, self._code)

    def hold(self, reason: Reason, first: Move) -> bool:
        """Say whether a reason given for the move `first` also holds for this one."""
        move, about = self._move, reason.about
        match reason.kind:
            case Kind.WINS:
                return self._after.stage == codes.OVER and self._view.turn in self._after.winners()
            case Kind.PAYOFF:
                return plays_payoff(self._code) and (move.source[:1] == "+") == (first.source[:1] == "+")
            case Kind.COVERS:
                return True
            case Kind.LINE:
                return plays_payoff(self._code) or self._goal == reach.PAYOFF
            case Kind.EMPTIES | Kind.EMPTYING:
                return self._empties or self._goal in (reach.HAND, reach.PAYOFF)
            case Kind.LOADS:
                return move.is_load and move.target.split(".")[0] == first.target.split(".")[0]
            case Kind.BLOCKS | Kind.SPARES:
                return not fits(self._rules, self._after, card_code(about))
            case Kind.HOLDS_BACK:
                play = Move.parse(reason.line[0])
                opens = reach.opens_way(self._rules, self._before, self._after, self._view.turn)
                return (move.source, move.cards) != (play.source, play.cards) or not opens
            case Kind.UNCOVERS | Kind.LOWER:
                return self._freed[-2:-1] == (about,)
            case Kind.FREES:
                return len(self._freed) == 1
            case Kind.STANDS_FOR:
                return move.plays_to_centre and self._rules.is_wild(self._view.card_of(move))
            case Kind.NEEDED:
                return self._keeps(about)
            case Kind.BURIES | Kind.BEHIND_PAYOFF | Kind.NEEDED_LAST:
                return self._covered[-1:] == (about,)
            case Kind.IN_ORDER:
                far = steps_to(self._rules, self._before, self._rules.natural_rank(about))
                near = steps_to(self._rules, self._before, self._rank) if self._rank else 0
                return self._covered[-1:] == (about,) and 0 < near < far
            case Kind.KEEPS_WILD:
                return all(self._kept[card] for card in about.split())
            case Kind.WAITS | Kind.GAMES | Kind.RUNS_ON | Kind.FEEDS | Kind.LEADS_NOWHERE | Kind.KEEPS_OFF:
                return not (move.plays_to_centre and self._view.card_of(move) == about)
            case Kind.SOONER:
                ranks = [self._rules.natural_rank(card) or 0 for card in about.split()]
                far = steps_to(self._rules, self._before, self._rank) if self._rank else 0
                return self._keeps(about) and all(steps_to(self._rules, self._before, each) < far for each in ranks)
            case Kind.GOES_FIRST:
                rank = self._rules.natural_rank(about)
                return move.source.lstrip("+")[0] == "P" and self._rules.natural_rank(self._view.card_of(move)) == rank
            case Kind.FROM_HAND:
                return move.source == "H"
            case Kind.FILLS:
                return move.is_discard and not self._effects & codes.ENDED_TURN
            case Kind.PAIR:
                return len(move.cards) == 2
            case Kind.ONLY_TIDY:
                return self._step in (0, 1)
            case Kind.STEP_DOWN | Kind.SAME_RANK:
                return self._step == (1 if reason.kind == Kind.STEP_DOWN else 0)
            case Kind.KEEPS_EQUAL:
                return self._rank > 0 and any(self._rules.natural_rank(card) == self._rank for card in self._kept)
            case Kind.IN_REACH:
                payoff = self._rules.natural_rank(about)
                is_before = self._rank > 0 and 0 < payoff - self._rank <= steps_to(self._rules, self._before, payoff)
                return move.is_discard and is_before
            case Kind.FIRST:
                later = {self._rules.natural_rank(card) for card in about.split()}
                return not self._covered and self._rank not in later
            case Kind.FURTHEST | Kind.SOONEST | Kind.HIGHEST:
                return self._rank == self._rules.natural_rank(first.cards[0])
            case Kind.LIKE_PAYOFF:
                return self._rank == self._rules.natural_rank(about)
            case Kind.NEXT_ON:
                return self._kept[about] > 0 and self._rank == self._rules.natural_rank(about) + 1
            case Kind.ONLY_NATURAL:
                return self._rank > 0 and all(map(self._rules.is_wild, self._kept))
            case Kind.KEEPS_EMPTY:
                return not move.is_discard or bool(self._covered)
            case Kind.PASS_KEEPS:
                return move.source != "H"
            case Kind.FREE_STACK | Kind.STAYS_OPEN | Kind.BURIES_NOTHING | Kind.SPARES_TOPS:
                return not self._covered
            case Kind.FEWEST_BURIED:
                return len(self._covered) <= len(self._own[int(first.target[1:]) - 1])
            case Kind.STAYS_FREE | Kind.NOT_COVERED:
                return not (self._covered and self._covered[-1] in about.split())
        return False

    @cached_property
    def _goal(self) -> str:
        """Where the turn can lead, "" where it ends or a new card is revealed first."""
        if self._effects & codes.ENDED_TURN or self._after.stage == codes.OVER or reveals(self._effects):
            return ""
        return reach.reach_from(self._rules, self._after, self._seconds).goal

    @property
    def _empties(self) -> bool:
        goes_on = not self._effects & codes.ENDED_TURN and self._after.stage != codes.OVER
        return bool(self._effects & codes.DREW) and goes_on and self._move.source == "H"

    @property
    def _own(self) -> tuple[tuple[str, ...], ...]:
        return self._view.players[self._view.turn].side

    @property
    def _kept(self) -> Counter[str]:
        """The cards that stay in the hand."""
        hand = self._view.players[self._view.turn].hand
        held = Counter[str]() if isinstance(hand, int) else Counter(hand)
        return held - Counter(self._move.cards if self._move.source == "H" else ())

    def _keeps(self, cards: str) -> bool:
        """Whether cards stay in the hand."""
        return all(self._kept[card] for card in cards.split())

    @property
    def _covered(self) -> tuple[str, ...]:
        """The cards that a discard covers."""
        return tuple(self._own[int(self._move.target[1:]) - 1]) if self._move.is_discard else ()

    @property
    def _freed(self) -> tuple[str, ...]:
        """The side stack from which a play comes."""
        return tuple(self._own[int(self._move.source[1:]) - 1]) if self._move.source[:1] == "S" else ()

    @property
    def _rank(self) -> int:
        """The rank of the natural card that comes from the hand, else 0."""
        return (self._rules.natural_rank(self._move.cards[0]) or 0) if self._move.source == "H" else 0

    @property
    def _step(self) -> int | None:
        """How much lower a natural card is than the natural card that it is discarded on."""
        under = self._rules.natural_rank(self._covered[-1]) if self._covered else 0
        return under - self._rank if under and self._rank else None
