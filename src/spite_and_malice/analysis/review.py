"""Review of a finished game: the search's play at each choice of a seat, and the cost of playing otherwise.

A choice extends from a view to the next revealed card: the moves between are one line. Each is judged by what the seat
saw at the time, never by hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from spite_and_malice.analysis.best_line import best_line
from spite_and_malice.analysis.hint import WORLDS
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.mistakes import gave_up
from spite_and_malice.analysis.plan import plan_of
from spite_and_malice.analysis.reach import reach
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.reasons import GOALS, PLANS, PLAYS, reasons_for, wild_kept
from spite_and_malice.analysis.together import difference, shared_kind
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.arguments import InvalidArgument, Seed, of_type, seat_number, seed_word
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View, deal
from spite_and_malice.engine.core import IS_NATIVE, Policy, codes
from spite_and_malice.engine.moves import decode, encode_texts
from spite_and_malice.play import FairDeal, Record
from spite_and_malice.play.fair import FairChance
from spite_and_malice.players.lines import Line, to_its_end
from spite_and_malice.players.monte_carlo import ends_of, errors_ahead
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import Rules

_MOST_TABLES: Final = 2_000
"""How many tables are searched for a way to the pay-off card."""
_WORLDS, _CHANCE_WORLDS, _COST_WORLDS = (WORLDS, 160, 960) if IS_NATIVE else (16, 8, 24)
"""The number of worlds in which lines are compared and games played out: the chance of winning is then accurate to
about 4 %, and the cost of a choice to less than 2 %."""
_FOR_EVER: Final = 600.0
"""More seconds than any search here takes: the number of worlds ends it, so that it is reproducible."""
_FELT: Final = 0.03
"""A choice that costs less than this share of the chance of winning is no mistake."""
_SEEN: Final = 0.02
"""A choice that seems to cost less is not looked at again."""
_CERTAIN: Final = 3.0
"""The number of standard errors by which a mistake's cost must exceed zero."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat's view, the moves before, and the moves that it then made up to the next new card."""

    view: View
    log: tuple[str, ...]
    played: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a choice.

    `number` is that of its first move among the moves not taken back, from 1. `best` are the moves that the search
    would have made, or the moves played if it found none that win more games; `cost` is the chance of winning lost by
    playing otherwise, rounded to a hundredth so that the sum matches the figures shown. `chance` is that of winning
    with the best moves, from 0 to 1. `words` gives the reason for the first of the best moves that was not played.
    """

    number: int
    played: tuple[str, ...]
    best: tuple[str, ...]
    cost: float
    chance: float
    played_words: str
    best_words: str
    words: str
    give_or_take: float = 0.0
    """The standard error of the cost, where something was missed."""
    other: tuple[str, ...] = ()
    """The moves that the search would have made, where it cannot be sure that they are better; empty otherwise."""
    other_words: str = ""
    other_why: str = ""
    """Those moves in words, and the reason for them."""
    behind: float = 0.0
    """How much less the moves played won than the search's, from -1 to 1, in games that chose neither."""
    behind_error: float = 0.0
    """The standard error of that."""
    kind: str = ""
    """What the moves played gave up against those: a `Shared`, as text."""


def choices(rules: Rules, dealer: int, fair_deal: FairDeal, log: Sequence[str], seat: int) -> Iterator[Choice]:
    """Play the moves not taken back, such as ``"0 H7h-C1"``, and yield every choice of a seat.

    Raises what `Position.play` raises for impossible moves.
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
    """Compare the played line with a hint's advice; None if no deal leads to the view.

    The line is found in some sampled worlds and its wins are measured in others, so that chance does not flatter it.
    """
    view = choice.view
    core = Position.from_view(view).core
    piles = view.rules.payoff_piles
    mine: Line = encode_texts(choice.played, piles)[: codes.LONGEST_LINE]
    line, _over = best_line(view, choice.log, reach(view, _FOR_EVER, _MOST_TABLES), _FOR_EVER, seed, _WORLDS)
    best: Line = encode_texts(line, piles)
    # The better line has to be as long as the played one: its first moves may be the same.
    best = to_its_end(core, best, Policy(core, list(tuned_for(view.rules))))
    compared = [mine] if best[: len(mine)] == mine else [best, mine]
    ends = ends_of(view, choice.log, compared, _CHANCE_WORLDS, seed)
    if ends is None:
        return None
    is_felt = len(ends) > 1 and _cost(ends) >= _FELT
    other = best if len(ends) > 1 and _cost(ends) >= _SEEN else []
    if other:
        # More games, which did not choose these, are worth playing where something may have been lost: what was felt
        # has to be certain, and the rest may add up.
        ends = ends_of(view, choice.log, compared, _COST_WORLDS, seed ^ 1) or ends
    behind, behind_error = difference(*ends) if other else (0.0, 0.0)
    is_missed = is_felt and _cost(ends) >= _FELT and errors_ahead(*ends) >= _CERTAIN
    if not is_missed:
        ends, best = ends[-1:], mine
    best_moves = tuple(str(decode(code, piles)) for code in best) if is_missed else choice.played
    chance, kept = round(fmean(ends[0]), 2), round(fmean(ends[-1]), 2)
    # Mistakes are shown one by one; the sum is of the rest.
    better = () if is_missed else tuple(str(decode(code, piles)) for code in other)
    return Verdict(
        number=len(choice.log) + 1,
        played=choice.played,
        best=best_moves,
        cost=round(chance - kept, 2),
        chance=chance,
        played_words=line_name(view, [Move.parse(text) for text in choice.played]),
        best_words=line_name(view, [Move.parse(text) for text in best_moves]),
        words=_reason(view, best_moves, choice.played, names),
        give_or_take=round(behind_error, 3) if is_missed else 0.0,
        other=better,
        other_words=line_name(view, [Move.parse(text) for text in better]) if better else "",
        other_why=_reason(view, better, choice.played, names) if better else "",
        behind=behind,
        behind_error=behind_error,
        kind=str(shared_kind(view, choice.played, better)) if better else "",
    )


def _cost(ends: Sequence[Sequence[float]]) -> float:
    """The cost of the second line in chance of winning, rounded to the hundredths that are shown."""
    return round(round(fmean(ends[0]), 2) - round(fmean(ends[1]), 2), 2)


def _reason(view: View, best: Sequence[str], played: Sequence[str], names: Sequence[str] | None) -> str:
    """Say what only the best moves lead to, and why they are better where the lines diverge.

    If the others spent a wild card that these keep, that is the reason. The moves themselves are shown beside it.
    """
    shared = next((at for at, (one, other) in enumerate(zip(best, played, strict=False)) if one != other), None)
    if shared is None:
        plan = plan_of(view, best, (), names)
        return "" if plan is None else plan.brief or plan.words
    position = Position.from_view(view)
    for text in best[:shared]:
        position.play(text, UNSHUFFLED)
    parting = position.view(view.turn)
    plan, other = (plan_of(parting, line[shared:], (), names) for line in (best, played))
    reasons = list(reasons_for(parting, best[shared], names, over=played[shared]))
    known = PLANS | {Kind.BEST}
    said = [reason for reason in reasons if reason.kind not in known][:1]
    lost = gave_up(view, played, best, names)
    if lost and not {reason.kind for reason in said} & _SAYS_IT:
        said.append(Reason(Kind.GAVE_UP, lost))
    spent = {text for text in played if _is_wild_play(view, text)} - set(best)
    kept = wild_kept(parting, best[shared:]) if spent else None
    if kept is not None:
        said = [kept]
    is_new = plan is not None and (other is None or (other.kind, other.about) != (plan.kind, plan.about))
    if plan is not None and ((plan.kind in PLAYS and (is_new or not said)) or (plan.kind in GOALS and is_new)):
        said.insert(0, plan)
    # The plan's own words are not repeated as a reason for its first move.
    told = dict.fromkeys(reason.brief or reason.words for reason in said or reasons[-1:])
    return " ".join(told)


_SAYS_IT: Final = frozenset({Kind.BLOCKS, Kind.SPARES, Kind.HOLDS_BACK, Kind.STAYS_FREE})
"""Reasons that already say what the other line gave up."""


def _is_wild_play(view: View, text: str) -> bool:
    move = Move.parse(text)
    return move.source == "H" and move.plays_to_centre and view.rules.is_wild(move.cards[0])


def review(record: Record, seat: int, seed: Seed = 0) -> list[Verdict]:
    """Judge every choice of a seat in a whole recorded game; takes some seconds.

    The same seed gives the same verdicts. Raises ValueError for the record of one seat's view, or for a seat that does
    not exist.
    """
    rules = of_type(record, Record, "record", "Record.of(game) is that of a game").rules
    seat, number = seat_number(seat, rules.players), seed_word(seed)
    if record.secret is None:
        raise InvalidArgument(f"This is what seat {record.viewer} saw; only a whole record can be reviewed.")
    log = [f"{position.turn} {move}" for position, move in record.replay()]
    found = choices(record.rules, record.dealer, FairDeal(record.secret, record.contributions), log, seat)
    return judge_all(found, [each.name for each in record.seats], number)


def judge_all(found: Iterable[Choice], names: Sequence[str] | None = None, seed: int = 0) -> list[Verdict]:
    """Judge choices one after another; texts use the seats' `names`."""
    verdicts = (judge(choice, names, seed) for choice in found)
    return [verdict for verdict in verdicts if verdict is not None]
