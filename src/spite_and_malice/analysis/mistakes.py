"""Kinds of mistakes: what a line gave up compared with a better one, judged by the resulting tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from spite_and_malice.analysis.threats import fits, threats
from spite_and_malice.analysis.wording import line_name, player_name
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View
from spite_and_malice.engine.core import plays_payoff
from spite_and_malice.engine.moves import encode
from spite_and_malice.engine.outcome import Effects
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import N_, _


class Mistake(StrEnum):
    """The advantage given up."""

    PAYOFF = "payoff"
    HAND = "hand"
    WILD = "wild"
    OPPONENT = "opponent"
    BURIED = "buried"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class About:
    """The name of a kind of mistake, the task of its exercise, and the lesson that teaches it."""

    name: str
    task: str
    lesson: str


ABOUT: Final[Mapping[Mistake, About]] = MappingProxyType(
    {
        Mistake.PAYOFF: About(
            N_("[Pay-off card] overlooked"), N_("Your [pay-off card] could go away in this turn. Find the way."), "plan"
        ),
        Mistake.HAND: About(
            N_("Hand not emptied"), N_("Your hand could be emptied for a new one. Find the way."), "refill"
        ),
        Mistake.WILD: About(N_("Wild card wasted"), N_("You spent a wild card here. Find a better turn."), "wild"),
        Mistake.OPPONENT: About(
            N_("Way left open for an opponent"),
            N_("The next player could play their [pay-off card] after your turn. Find a better one."),
            "block",
        ),
        Mistake.BURIED: About(
            N_("Own card buried"), N_("You buried a card of your own here. Find a better turn."), "side"
        ),
        Mistake.OTHER: About(N_("Other turns"), N_("There was a better turn here. Find it."), "plan"),
    }
)
"""Every kind, the gravest first; `lesson` is the id of a step."""


def mistake_of(view: View, played: Sequence[str], better: Sequence[str]) -> Mistake:
    """Return what some legal moves of the viewer gave up against better ones; the gravest if several."""
    own, best = _Outcome(view, played), _Outcome(view, better)
    if best.pays > own.pays:
        return Mistake.PAYOFF
    if best.draws and not own.draws:
        return Mistake.HAND
    if (own.wilds - best.wilds).total():
        return Mistake.WILD
    if set(own.open) - set(best.open):
        return Mistake.OPPONENT
    if own.buried and not best.buried:
        return Mistake.BURIED
    return Mistake.OTHER


def gave_up(view: View, played: Sequence[str], better: Sequence[str], names: Sequence[str] | None = None) -> str:
    """Describe the harm of some moves that better ones avoided: leaving an opponent a place, or burying a card."""
    own, best = _Outcome(view, played), _Outcome(view, better)
    for seat, waiting in own.open:
        if (seat, waiting) not in best.open:
            words = _("What was played left {player} a place for the [pay-off card] {card}.")
            return words.format(player=player_name(view, seat, names), card=card_name(card_text(waiting)))
    if own.buried and not best.buried:
        card, top = map(card_name, own.buried)
        return _("What was played buried {top} beneath {card}.").format(top=top, card=card)
    return ""


def told_by_winner(view: View, played: Sequence[str], better: Sequence[str], number: int, winner: int) -> str:
    """Say, in the winner's voice, what a mistake of the viewer at a given move led to."""
    own, best = _Outcome(view, played), _Outcome(view, better)
    match mistake_of(view, played, better):
        case Mistake.PAYOFF:
            play = next(move for move in map(Move.parse, reversed(better)) if move.plays_payoff)
            if not play.source.startswith("+"):
                words = _("On move {n} your [pay-off card] {card} could go, and you left it there.")
                return words.format(n=number, card=card_name(view.card_of(play)))
        case Mistake.HAND:
            return _("On move {n} you could have emptied your hand for a new one.").format(n=number)
        case Mistake.WILD:
            wild = card_name(next((own.wilds - best.wilds).elements()))
            return _("On move {n} you let {wild} go: it was worth more in your hand.").format(n=number, wild=wild)
        case Mistake.OPPONENT:
            mine = next((card for seat, card in own.open if seat == winner and (seat, card) not in best.open), None)
            if mine is not None:
                words = _("On move {n} you left me a place for my [pay-off card] {card}.")
                return words.format(n=number, card=card_name(card_text(mine)))
        case Mistake.BURIED:
            card, top = map(card_name, own.buried)
            return _("On move {n} you buried {top} beneath {card}.").format(n=number, top=top, card=card)
    line = line_name(view, [Move.parse(text) for text in better])
    return _("Move {n} decided it; this was better: {line}.").format(n=number, line=line)


class _Outcome:
    """The effects of some moves."""

    def __init__(self, view: View, moves: Sequence[str]) -> None:
        rules, seat = view.rules, view.turn
        position = Position.from_view(view)
        parsed = list(map(Move.parse, moves))
        effects: list[Effects] = []
        self.buried: tuple[str, ...] = ()
        for move in parsed:
            if move.is_discard:
                stack = position.core.side(seat, int(move.target[1:]) - 1)
                under = rules.natural_rank(card_text(stack[-1])) if stack else 0
                rank = rules.natural_rank(move.cards[0])
                is_buried = bool(stack) and not (under and rank and 0 <= under - rank <= 1)
                self.buried = (move.cards[0], card_text(stack[-1])) if is_buried else ()
            effects.append(position.play(move, UNSHUFFLED))
        codes = [encode(move, rules.payoff_piles) for move in parsed]
        self.pays = sum(plays_payoff(code) and move.plays_to_centre for code, move in zip(codes, parsed, strict=True))
        self.draws = any(effect.drew and not effect.ended_turn for effect in effects)
        self.wilds = Counter(
            card for move in parsed if move.source == "H" for card in move.cards if rules.is_wild(card)
        )
        waiting = threats(rules, Position.from_view(view).core, seat)
        self.open = [(other, card) for other, card in waiting if fits(rules, position.core, card)]
