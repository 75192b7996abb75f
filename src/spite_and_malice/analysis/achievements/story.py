"""A finished game as turns: what every played card did, found by replaying the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from spite_and_malice.arguments import InvalidArgument, of_type
from spite_and_malice.engine import Move, Outcome, deal
from spite_and_malice.engine.core import Core, apply, codes, is_legal
from spite_and_malice.engine.moves import encode
from spite_and_malice.play import FairDeal, Game, Record
from spite_and_malice.play.fair import FairChance
from spite_and_malice.play.game import NO_MOVES
from spite_and_malice.rules import Rules, card_text, card_texts


class Step(NamedTuple):
    """A move that was not taken back, and its effects.

    `card` is the card played, the first of a pair, "" for a pass. `height` is the value of the card on its centre
    stack, 0 elsewhere. `completed` says that it completed that stack, `emptied` that it was the last of the hand and
    others were drawn within the turn, `free` how many of the player's side stacks it left empty.
    """

    move: Move
    card: str
    is_wild: bool
    height: int
    completed: bool
    emptied: bool
    free: int


@dataclass(frozen=True)
class Turn:
    """A turn that was not taken back.

    `number` is how many moves were made before it, `hand` the hand at its beginning, `left` and `left_after` how many
    pay-off cards every side had before and after it.
    """

    seat: int
    number: int
    hand: tuple[str, ...]
    left: tuple[int, ...]
    left_after: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def end(self) -> int:
        """How many moves were made up to its end."""
        return self.number + len(self.steps)

    @cached_property
    def plays(self) -> tuple[Step, ...]:
        """The cards that went to the centre stacks."""
        return tuple(step for step in self.steps if step.height)

    @cached_property
    def payoffs(self) -> int:
        """How many of the player's own pay-off cards went to the centre stacks."""
        return sum(step.move.source[0] == "P" for step in self.plays)

    @cached_property
    def completed(self) -> int:
        """How many centre stacks were completed."""
        return sum(step.completed for step in self.plays)

    @cached_property
    def wilds(self) -> int:
        """How many wild cards went to the centre stacks."""
        return sum(step.is_wild for step in self.plays)


@dataclass(frozen=True)
class Story:
    """A finished game; `players` has the id of the computer player at every seat, None for a person."""

    rules: Rules
    players: tuple[str | None, ...]
    turns: tuple[Turn, ...]
    outcome: Outcome | None

    @classmethod
    def of(cls, record: Record) -> Story:
        """Replay a whole record. Raises `InvalidArgument` for an incomplete one, and what `Game.act` raises."""
        record = of_type(record, Record, "record", "Record.of(game) is that of a game")
        if record.secret is None:
            raise InvalidArgument(f"This is what seat {record.viewer} saw; only a whole record can be played again.")
        fair_deal = FairDeal(record.secret, record.contributions)
        log = [f"{action.seat} {action.text}" for action in record.actions]
        if any(action.text in NO_MOVES for action in record.actions):
            game = Game.deal(record.rules, record.dealer, fair_deal)
            for action in record.actions:
                game.act(action.seat, action.text)
            log = game.log
        return cls.of_log(record.rules, record.dealer, fair_deal, log, [seat.player for seat in record.seats])

    @classmethod
    def of_log(
        cls, rules: Rules, dealer: int, fair_deal: FairDeal, log: Sequence[str], players: Sequence[str | None]
    ) -> Story:
        """Play the moves not taken back, such as ``"0 H7h-C1"``. Raises `InvalidArgument` for an impossible one."""
        chance = FairChance(fair_deal)
        position = deal(rules, dealer, chance)
        core = position.core
        core.use_chance(chance)
        free = [rules.side] * rules.players if not rules.side_dealt else [0] * rules.players
        turns: list[Turn] = []
        steps: list[Step] = []
        at = 0
        while at < len(log):
            seat, number = core.turn, at
            hand, left = card_texts(core.hand(seat)), _left(core, rules)
            ended = False
            while at < len(log) and not ended:
                mover, _space, text = log[at].partition(" ")
                at += 1
                move = Move.parse(text)
                if mover != str(seat) or not is_legal(core, encode(move, rules.payoff_piles)):
                    raise InvalidArgument(f"Move {at}, {text} by seat {mover}, cannot be made there.")
                step, effects = _step(core, rules, seat, move, free)
                steps.append(step)
                ended = bool(effects & codes.ENDED_TURN) or core.stage == codes.OVER
            turns.append(Turn(seat, number, hand, left, _left(core, rules), tuple(steps)))
            steps.clear()
        return cls(rules, tuple(players), tuple(turns), position.outcome)


def _step(core: Core, rules: Rules, seat: int, move: Move, free: list[int]) -> tuple[Step, int]:
    """Play a move and return it with its effects by the core; keep the count of `free` side stacks."""
    code = encode(move, rules.payoff_piles)
    card = move.cards[0] if move.cards else _card_on(core, rules, seat, move.source)
    height = 0
    if move.plays_to_centre:
        place = int(move.target[1:]) - 1
        height = (core.height(place) if place < core.places else 0) + 1
    effects = apply(core, code)
    if move.is_discard or "S" in move.source:
        owner = _owner(rules, seat, move.source)
        free[owner] = sum(not core.side_top(owner, stack) for stack in range(rules.side))
    step = Step(
        move,
        card,
        is_wild=bool(card) and rules.is_wild(card),
        height=height,
        completed=bool(effects & codes.COMPLETED),
        emptied=effects & (codes.DREW | codes.ENDED_TURN) == codes.DREW,
        free=free[seat],
    )
    return step, effects


def _card_on(core: Core, rules: Rules, seat: int, source: str) -> str:
    if not source:
        return ""
    owner, pile = _owner(rules, seat, source), source.lstrip("+")
    number = int(pile[1:] or 1) - 1
    return card_text(core.payoff_top(owner, number) if pile[0] == "P" else core.side_top(owner, number))


def _owner(rules: Rules, seat: int, source: str) -> int:
    """Return whose pile a seat plays from."""
    partner = rules.partner(seat)
    return seat if source[0] != "+" or partner is None else partner


def _left(core: Core, rules: Rules) -> tuple[int, ...]:
    return tuple(map(core.cards_left, range(rules.side_count)))
