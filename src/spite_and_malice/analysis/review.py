"""Review of a finished game: for each choice of a seat, what the search would have played and what it cost not to.

A choice goes from a view to the next card that comes to light: the moves between are one line. Each is judged by what
the seat saw then, never by the cards that lay hidden.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reach import PAYOFF, reach
from spite_and_malice.analysis.reasons import Reason, reasons_along
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.arguments import InvalidArgument, Seed, of_type, seat_number, seed_word
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View, deal
from spite_and_malice.engine.core import IS_NATIVE, Policy, codes, plays_payoff
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.play import FairDeal, Record
from spite_and_malice.play.fair import FairChance
from spite_and_malice.players.lines import Line, lines_of, to_its_end
from spite_and_malice.players.monte_carlo import compare, ends_of, lead_of
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import Rules

_MOST_LINES, _FIRST_WORLDS, _LAST_WORLDS = (64, 60, 240) if IS_NATIVE else (24, 8, 24)
"""How many lines are compared in the first worlds, the best of them with the one that was played in the last."""
_MOST_TABLES: Final = 2_000
"""How many tables are looked at for a shorter way to the pay-off card."""
_CHANCE_WORLDS, _COST_WORLDS = (160, 320) if IS_NATIVE else (8, 24)
"""How many games are played out for the chance to win, which is then right to about 4 in 100, and for what a choice
cost of it, which is right to about 2."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat saw, the moves that stood before, and the moves that it then made up to the next new card."""

    view: View
    log: tuple[str, ...]
    played: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a choice was worth.

    `number` is that of its first move among the moves that stand, from 1. `best` are the moves that the search would
    have made, those that were played where it found nothing that wins more games; `cost` is what playing otherwise
    cost of the chance to win, to a hundredth: what is added up is what is read. `chance` is that of winning with the
    best moves, from 0 to 1. `words` says the reason for the first of the best moves that was not played.
    """

    number: int
    played: tuple[str, ...]
    best: tuple[str, ...]
    cost: float
    chance: float
    played_words: str
    best_words: str
    words: str


def choices(rules: Rules, dealer: int, fair_deal: FairDeal, log: Sequence[str], seat: int) -> Iterator[Choice]:
    """Play the moves that stand, such as ``"0 H7h-C1"``, and yield every choice of a seat that it had.

    Raises what `Position.play` raises for moves that cannot be.
    """
    chance = FairChance(fair_deal)
    position = deal(rules, dealer, chance)
    view, begun, played = position.view(seat), 0, list[str]()
    for number, entry in enumerate(log):
        mover, text = entry.split(" ", 1)
        if int(mover) == seat and not played:
            view, begun = position.view(seat), number
        effects = position.play(text, chance)
        if int(mover) != seat:
            continue
        played.append(text)
        if effects.reveals or position.is_over:
            if len(view.legal) > 1:
                yield Choice(view, tuple(log[:begun]), tuple(played))
            played = []


def judge(choice: Choice, names: Sequence[str] | None = None, seed: int = 0) -> Verdict | None:
    """Compare what was played with every line worth comparing; None where no deal leads to the view.

    The best line is found in some sampled worlds and its lead measured in others, so that chance does not flatter it.
    """
    view = choice.view
    core = Position.from_view(view).core
    piles = view.rules.payoff_piles
    mine: Line = [encode(Move.parse(text), piles) for text in choice.played][: codes.LONGEST_LINE]
    policy = Policy(core, list(tuned_for(view.rules)))
    others = [line for line in lines_of(core, policy, view.rules.side_count) if line != mine]
    lines = [mine, *others[:_MOST_LINES]]
    first = compare(view, choice.log, lines, _FIRST_WORLDS, seed)
    if first is None:
        return None
    best = max(range(len(lines)), key=lambda index: sum(first[index]))
    line = mine
    if best:
        # What is shown as better has to be as long as what was played: its first moves may be the same.
        line = _shortest(choice, to_its_end(core, lines[best], policy), seed)
        if not lead_of(view, choice.log, line, mine, _LAST_WORLDS, seed, _FIRST_WORLDS):
            line = mine
    compared, worlds = ([mine], _CHANCE_WORLDS) if line == mine else ([line, mine], _COST_WORLDS)
    ends = ends_of(view, choice.log, compared, worlds, seed)
    if ends is None:
        return None
    if line != mine and round(fmean(ends[0]), 2) <= round(fmean(ends[-1]), 2):
        # A lead after two laps that wins no more games in the end is none.
        ends, line = ends[-1:], mine
    best_moves = tuple(str(decode(code, piles)) for code in line) if line != mine else choice.played
    # The moves that it speaks of stand beside it already.
    reason = _reason(view, best_moves, choice.played, names)
    chance, kept = round(fmean(ends[0]), 2), round(fmean(ends[-1]), 2)
    return Verdict(
        number=len(choice.log) + 1,
        played=choice.played,
        best=best_moves,
        cost=round(chance - kept, 2),
        chance=chance,
        played_words=line_name(view, [Move.parse(text) for text in choice.played]),
        best_words=line_name(view, [Move.parse(text) for text in best_moves]),
        words=_told(reason),
    )


def _shortest(choice: Choice, line: Line, seed: int) -> Line:
    """Return the shortest way to the pay-off card for a line that goes there, unless the line is surely better."""
    there = reach(choice.view, math.inf, _MOST_TABLES) if plays_payoff(line[-1]) else None
    if there is None or there.goal != PAYOFF:
        return line
    shortest = [encode(Move.parse(text), choice.view.rules.payoff_piles) for text in there.moves]
    ahead = lead_of(choice.view, choice.log, line, shortest, _LAST_WORLDS, seed, _FIRST_WORLDS)
    return line if ahead else shortest


def _reason(view: View, best: Sequence[str], played: Sequence[str], names: Sequence[str] | None) -> Reason:
    """Return the weightiest reason for the best moves that does not hold for those that were played.

    It is one for the move in which they part; where the others spent a wild card that these keep, it is that.
    """
    shared = next((at for at, (one, other) in enumerate(zip(best, played, strict=False)) if one != other), None)
    if shared is None:
        return next(reasons_along(view, best, names))
    position = Position.from_view(view)
    for text in best[:shared]:
        position.play(text, UNSHUFFLED)
    parting = position.view(view.turn)
    fits_both = {_told(reason) for reason in reasons_along(parting, played[shared:], names)}
    # Where the other moves could have led does not count: where they led does.
    contrasts = {reason.words for reason in reasons_along(parting, best[shared:], names, over=played[shared])}
    reasons = [
        reason
        for reason in reasons_along(parting, best[shared:], names)
        if reason.kind == Kind.BEST
        or (_told(reason) not in fits_both and (reason.line[1:] or reason.words in contrasts))
    ]
    spent = {text for text in played if _is_wild_play(view, text)} - set(best)
    keeping = (reason for reason in reasons if spent and reason.kind == Kind.KEEPS_WILD)
    return next(keeping, reasons[0])


def _told(reason: Reason) -> str:
    """Return the sentence of a reason for who sees the line it speaks of."""
    return reason.brief or reason.words


def _is_wild_play(view: View, text: str) -> bool:
    move = Move.parse(text)
    return move.source == "H" and move.plays_to_centre and view.rules.is_wild(move.cards[0])


def review(record: Record, seat: int, seed: Seed = 0) -> list[Verdict]:
    """Judge every choice of a seat in a whole recorded game; takes some seconds.

    The same seed gives the same verdicts. Raises ValueError for the record of what one seat saw, or for no seat.
    """
    rules = of_type(record, Record, "record", "Record.of(game) is that of a game").rules
    seat, number = seat_number(seat, rules.players), seed_word(seed)
    if record.secret is None:
        raise InvalidArgument(f"This is what seat {record.viewer} saw; only a whole record can be reviewed.")
    log = [f"{position.turn} {move}" for position, move in record.replay()]
    found = choices(record.rules, record.dealer, FairDeal(record.secret, record.contributions), log, seat)
    return judge_all(found, [each.name for each in record.seats], number)


def judge_all(found: Iterable[Choice], names: Sequence[str] | None = None, seed: int = 0) -> list[Verdict]:
    """Judge choices one after another; the texts call the seats by `names`."""
    verdicts = (judge(choice, names, seed) for choice in found)
    return [verdict for verdict in verdicts if verdict is not None]
