"""A hint: a plan for the turn and the reason for its first move, from a search of the player's knowledge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Final

from spite_and_malice.analysis.best_line import best_line
from spite_and_malice.analysis.claims import is_true_of
from spite_and_malice.analysis.discarding import OF_PLACES, Discarding, keeps_wild
from spite_and_malice.analysis.earlier import NOTHING, Earlier
from spite_and_malice.analysis.held import HELD
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.lacks import never_wild
from spite_and_malice.analysis.plan import could_go, drawn_on_way, next_hand, plan_of, wilds_of
from spite_and_malice.analysis.prices import PRICES, could_follow, results_of, stops_before
from spite_and_malice.analysis.reach import PAYOFF, Reach, reach
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.reasons import (
    GOALS,
    PLANS,
    PLAYS,
    ahead,
    hand_kept,
    longer_way,
    reasons_for,
    wild_spared,
)
from spite_and_malice.analysis.threats import opponents_tops
from spite_and_malice.analysis.tidiness import blocks, look_of, rivals_of
from spite_and_malice.analysis.waiting import own_waiting, still_waiting, stock_ends
from spite_and_malice.analysis.wording import capital
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _

WORLDS: Final = 240
"""In how many worlds, time permitting, a line has to be ahead of the way to the pay-off card."""

_SENTENCES: Final = 3
"""The number of sentences about a discard, with the plan."""
_WEAK: Final = frozenset({Kind.NOT_COVERED, Kind.STAYS_OPEN})
"""Reasons for a place, for where there is no other."""
_ON_CARDS: Final = (
    Kind.STEP_DOWN, Kind.SAME_RANK, Kind.KEEPS_EMPTY, Kind.BEHIND_PAYOFF, Kind.NEEDED_LAST, Kind.IN_ORDER,
    Kind.FEWEST_BURIED,
)  # fmt: skip
"""Reasons for a place with cards, the weightiest first, before all others."""
_ASIDE: Final = frozenset({Kind.ROOM, Kind.BARES, Kind.CLEARS})
"""Plans that say nothing about a pay-off card."""
_OF_STEPS: Final = frozenset({Kind.COVERS, Kind.STANDS_FOR, Kind.BLOCKS, Kind.SPARES, Kind.GOES_FIRST})
"""Additional reasons for a step of such a plan."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move, what it leads to, and why it is better than another one.

    `line` is the whole plan, the move first: up to the next revealed card, or as far as there are plays.
    `over` is the best alternative to an advised discard; `heard` is what the game's hints have said with this one.
    """

    move: str
    reasons: tuple[Reason, ...]
    line: tuple[str, ...]
    over: str = ""
    heard: Earlier = NOTHING

    @property
    def words(self) -> str:
        """The plan and the reason in words."""
        return " ".join(reason.words for reason in self.reasons)


def rest_of(line: Sequence[str], seat: int, made: Sequence[str]) -> list[str]:
    """Return the rest of an advised line after the moves `made` since, such as "0 H7h-C1".

    It is empty if none was made, or if the seat left the line.
    """
    is_followed = list(made) == [f"{seat} {text}" for text in line[: len(made)]]
    return list(line[len(made) :]) if made and is_followed else []


def hint(
    view: View,
    log: Sequence[str] = (),
    seconds: float = 0.8,
    seed: int = 0,
    names: Sequence[str] | None = None,
    worlds: int = WORLDS,
    begun: Sequence[str] = (),
    heard: Earlier | None = None,
) -> Hint:
    """Return the move to make, the plan that it begins and the reason for it, from what the viewer sees.

    `log` has the moves made since the deal and not taken back, `names` the seats' names. The search takes about
    `seconds` at most and samples about `worlds`; `seed` decides between equal moves. Where a line leads to the pay-off
    card, the move is a step of one, unless another line is surely better. Raises ValueError if it is not the viewer's
    turn.

    `begun` is the rest of a line that an earlier hint of this turn advised (`rest_of`). It stands unless a new hand
    has cards that have to be played first. `heard` is what the game's earlier hints have said, where that is known: it
    is said again only if it has to be, and a hint that goes against an earlier one says what has changed.
    """
    there = reach(view, seconds / 4)
    is_begun = _stands(view, begun)
    moves, over = (list(begun), "") if is_begun else best_line(view, log, there, seconds, seed, worlds)
    plan = plan_of(view, moves, log, names, heard, is_begun=is_begun)
    known = NOTHING if heard is None else heard
    reasons = tuple(_reasons(view, moves, plan, there, names, seconds / 8, over, known, is_begun=is_begun))
    reasons = reasons or (ahead(view, moves),)
    move = Move.parse(moves[0])
    goes_on = move.plays_to_centre or move.is_load
    kept = None if goes_on else [(each.about, each.top) for each in reasons if each.kind in HELD]
    return Hint(moves[0], reasons, tuple(moves), over, known.with_hint(reasons, kept, view.card_of(move)))


def _stands(view: View, line: Sequence[str]) -> bool:
    """Say whether a line has moves that can be made one after another."""
    position = Position.from_view(view)
    for text in line:
        if text not in map(str, position.legal_moves):
            return False
        position.play(text, UNSHUFFLED)
    return bool(line)


# --- what to say -----------------------------------------------------------------------------------------------------


def _reasons(
    view: View,
    moves: Sequence[str],
    plan: Reason | None,
    there: Reach,
    names: Sequence[str] | None,
    seconds: float,
    over: str,
    heard: Earlier,
    *,
    is_begun: bool,
) -> Iterator[Reason]:
    """Yield the sentences about a line: the plan, then the reason for its first move."""
    if there.goal == PAYOFF and (plan is None or plan.kind not in (Kind.WINS, Kind.PAYOFF, Kind.LINE)):
        spared = wild_spared(view, moves, there.moves)
        yield could_go(view, there.moves)
        yield spared or ahead(view, moves)
        if spared:
            found = list(reasons_for(view, moves[0], names, seconds, over))
            move = Move.parse(moves[0])
            if move.is_discard:
                yield from _of_discard(view, move, found, rivals_of(view, moves[0]), seconds, names, 1)
            else:
                yield plan or ahead(view, moves)
        return
    found = list(reasons_for(view, moves[0], names, seconds, over, with_shared=True))
    only = next((each for each in found if each.kind == Kind.ONLY), None)
    is_play = Move.parse(moves[0]).plays_to_centre or Move.parse(moves[0]).is_load
    if only is not None and (plan is None or plan.kind in PLAYS or not is_play):
        yield only
        return
    # A claim already in the plan is no further reason.
    known = PLANS | {Kind.BEST, Kind.ONLY} | ({_SAID_BY.get(plan.kind, Kind.BEST)} if plan else set())
    reasons = [each for each in found if each.kind not in known]
    if not is_play:
        yield from _of_end(view, moves, plan, reasons, there, over, seconds, heard, names)
        return
    if plan is not None:
        yield plan
    if plan is not None:
        if plan.kind in GOALS:
            # What a wild card stands for was said when the plan was, and the plan says where its steps go.
            of_steps = _OF_STEPS - {Kind.STANDS_FOR} if is_begun else _OF_STEPS
            of_steps = of_steps - {Kind.SPARES} if len(moves) > 1 else of_steps
            results = list(results_of(view, moves, names))
            follows = [each for each in results if each.kind == Kind.FOLLOWS]
            if plan.kind in (Kind.PAYOFF, Kind.LINE):
                follows = (
                    drawn_on_way(view, moves) or follows or next_hand(view, moves, seconds) or could_follow(view, moves)
                )
            reasons = [*follows, *(each for each in reasons if each.kind in of_steps)]
            if wilds := wilds_of(view, moves):
                reasons = [wilds if each.kind == Kind.STANDS_FOR else each for each in reasons]
            if not is_begun and len(moves) > len(there.moves) and (spared := longer_way(view, moves, there.moves)):
                reasons = [spared, *reasons]
            if plan.kind in (Kind.PAYOFF, Kind.LINE) and not is_begun and len(view.legal) > 1:
                reasons += [each for each in results if each.kind == Kind.OPENS]
            if plan.kind in (Kind.PAYOFF, Kind.LINE) and len(view.legal) > 1:
                # What to go on with is to be known at the last step too.
                reasons = [each for each in results if each.kind == Kind.CLOSES] + reasons
        else:
            reasons = list(_of_plays(view, moves, plan, reasons, names, heard, is_begun=is_begun))
    reasons = [each for each in reasons if plan is None or not heard.is_worn(each)]
    has_price = len(reasons) > 1 and reasons[0].kind == Kind.BLOCKS and reasons[1].kind in PRICES
    yield from reasons[: 1 + has_price]
    still = still_waiting(view, plan.line or moves) if plan and plan.kind in _ASIDE else None
    if still and heard.is_new(still):
        yield still


def _changed(view: View, text: str, heard: Earlier) -> Reason | None:
    """Say why a card goes to the centre now that an earlier hint kept out of it.

    None where none did, or where no fact that a sentence could name has changed.
    """
    move = Move.parse(text)
    card = view.card_of(move) if move.plays_to_centre else ""
    top = next((each[1] for each in heard.kept if each[0] == card), None)
    if top is None:
        return None
    waiting = {card_text(code) for _seat, code in opponents_tops(view.rules, Position.from_view(view).core, view.turn)}
    if not top or top in waiting:
        return None
    words = _("{card} need not wait any longer: the [pay-off card] {top} is gone.")
    return Reason(Kind.CHANGED, words.format(card=capital(card_name(card)), top=card_name(top)), about=card)


_SAID_BY: Final = {
    Kind.TAKES_PLACE: Kind.BLOCKS,
    Kind.TAKES_STACK: Kind.BLOCKS,
    Kind.BARES: Kind.LOWER,
    Kind.CLEARS: Kind.FREES,
}
"""The reason for a move that each plan already implies."""


def _of_plays(
    view: View,
    moves: Sequence[str],
    plan: Reason,
    reasons: list[Reason],
    names: Sequence[str] | None,
    heard: Earlier,
    *,
    is_begun: bool,
) -> Iterator[Reason]:
    """Yield what to add to a plan of plays: a warning, a reason for its first move, what comes near."""
    # A plan may name fewer plays than the line has: only of these are prices told.
    results = [] if is_begun else list(results_of(view, plan.line or moves, names))
    warned = [each for each in results if each.kind in (Kind.OPENS, Kind.CLOSES, Kind.NEARS)]
    yield from [each for each in reasons if each.kind == Kind.BLOCKS]
    yield from warned
    line = plan.line or moves
    if not warned and len(line) == len(moves) and (stops := stops_before(view, moves, names)):
        yield stops
    if not warned and (changed := _changed(view, moves[0], heard)):
        yield changed
    # Where the line goes on with a card that comes free, the plan names it; elsewhere it is no reason.
    yield from [each for each in reasons if each.kind != Kind.UNCOVERS]
    yield from [each for each in results if each.kind in (Kind.SERVES, Kind.HARMLESS)]
    # Of a new hand's worth of room the plan says where it comes from.
    yield from [each for each in results if each.kind == (Kind.BRINGS if plan.kind == Kind.ROOM else Kind.COMPLETES)]
    if plan.kind != Kind.CLEARS:
        yield from [each for each in results if each.kind == Kind.EMPTIES_STACK]


def _says_both(card: Reason, places: Sequence[Reason]) -> bool:
    """Say whether the reason for a card implies the one for its place, or goes against it.

    What goes soon can be played from there; a card that is kept because it can go sooner is not to be discarded next.
    """
    if card.kind in (Kind.SOONER, Kind.NEEDED):
        return any(each.kind == Kind.NEXT_ON and each.about in card.about.split() for each in places)
    return card.kind == Kind.SOONEST and any(each.kind == Kind.STAYS_OPEN for each in places)


def _of_end(
    view: View,
    moves: Sequence[str],
    plan: Reason | None,
    reasons: list[Reason],
    there: Reach,
    over: str,
    seconds: float,
    heard: Earlier,
    names: Sequence[str] | None,
) -> Iterator[Reason]:
    """Yield the sentences about a discard or a pass: what the turn waits for, which card stays, which goes, and where.

    Reasons that do not hold for the best other discard come first.
    """
    move = Move.parse(moves[0])
    # Of the card that is discarded, and of the one that it covers, a player asks first why it is not played.
    place = view.players[view.turn].side[int(move.target[1:]) - 1] if move.is_discard else ()
    asked = {*move.cards, *place[-1:]}
    # That the search says so is no reason.
    held = [each for each in reasons if each.kind in HELD - {Kind.GAMES}]
    held = sorted(held, key=lambda each: each.about not in asked)[:1]
    if held and not heard.is_new(held[0]):
        again = Discarding(view, move, names).again(held[0])
        held = [] if heard.is_worn(again) else [again]
    if held and held[0].kind in (Kind.HOLDS_BACK, Kind.KEEPS_OFF) and plan and plan.kind == Kind.THEY_WAIT:
        plan = own_waiting(view, moves, heard)
    # Which cards are kept for the pay-off card, the plan says.
    said_by_plan = {Kind.NEEDED} if plan and plan.kind == Kind.KEEPS_FOR else set[Kind]()
    if plan and plan.kind == Kind.THEY_WAIT:
        # A card to be kept back is not kept because it can go soon.
        said_by_plan = {Kind.SOONER}
    reasons = [each for each in reasons if each.kind not in HELD | said_by_plan]
    if plan and plan.kind == Kind.KEEPS_FOR:
        reasons = [each for each in reasons if each.kind != Kind.SOONER or not _names_all(plan, each.about)]
    reasons = [each for each in reasons if not heard.is_worn(each)] or reasons
    if over:
        shared = [each for each in reasons if is_true_of(view, moves[0], each, over, seconds)]
        reasons = [*(each for each in reasons if each not in shared), *shared]
    if plan and plan.kind == Kind.KEEPS_FOR:
        # A card that is kept needs no other reason to wait, and one of two equal cards goes because of the other.
        held = [each for each in held if each.kind != Kind.WAITS or card_name(each.about) not in plan.words]
        equal = [each for each in reasons if each.kind == Kind.KEEPS_EQUAL and card_name(move.cards[0]) in plan.words]
        reasons = [*equal, *(each for each in reasons if each.kind in OF_PLACES)] if equal else reasons
    said = [*([plan] if plan else []), *held]
    if (ends := stock_ends(view, names)) and heard.is_new(ends):
        said = [ends, *said[-1:]]
    if not move.is_discard:
        yield from [*said, *(reasons[:1] or ([] if said else [ahead(view, moves)]))]
        return
    rivals = rivals_of(view, moves[0])
    found = _of_discard(view, move, reasons, rivals, seconds, names, _SENTENCES - len(said))
    found = _with_reach(found, reasons, plan)
    if rather := _rather(view, move, rivals, names, [*said, *found], is_searched=bool(over)):
        found = [found[0], rather]
    wilds = hand_kept(view, moves, there) or _wilds_kept(view, [*said, *found])
    if wilds and wilds.kind == Kind.WILD_NEVER and said[:1] == [plan] and not heard.is_worn(wilds):
        # It says why the plan has to wait.
        yield from [said[0], wilds, *said[1:], found[0]]
        return
    if wilds and not heard.is_worn(wilds):
        others = found[1:] if len(said) + len(found) < _SENTENCES else []
        found = [found[0], *others, wilds]
    yield from [*said, found[0], *(each for each in found[1:] if not heard.is_worn(each))]


def _with_reach(found: list[Reason], reasons: Sequence[Reason], plan: Reason | None) -> list[Reason]:
    """Say of a card that the player's pay-off card needs that it can still be played, if nothing said implies it."""
    within = next((each for each in reasons if each.kind == Kind.IN_REACH), None)
    if within is None or plan is None or any(each.kind in _STAY_IN_PLAY for each in found):
        return found
    return [found[0], replace(within, words=within.brief)]


_STAY_IN_PLAY: Final = frozenset(
    {Kind.IN_REACH, Kind.STEP_DOWN, Kind.SOONEST, Kind.FIRST, Kind.IN_ORDER, Kind.STAYS_OPEN, Kind.KEEPS_EQUAL}
)
"""Reasons for a discard that imply that the card is played from there, or is not missed."""

_OF_OTHERS: Final = frozenset({Kind.FURTHEST, Kind.SOONER, Kind.NEEDED, Kind.KEEPS_FOR, Kind.FIRST, Kind.ONLY_NATURAL})
"""Reasons and plans that say why other cards stay in the hand."""


def _rather(
    view: View,
    move: Move,
    rivals: Sequence[str],
    names: Sequence[str] | None,
    said: Sequence[Reason],
    *,
    is_searched: bool,
) -> Reason | None:
    """Say why not the discard that a player thinks of first, where that is a tidier one.

    None if neither a fact nor the search says so, or if it is `said`.
    """
    first = min(map(Move.parse, rivals), key=lambda each: look_of(view, each), default=move)
    if look_of(view, first) >= look_of(view, move):
        return None
    others = [each for each in said if each.kind in _OF_OTHERS]
    is_same = first.cards[0] == move.cards[0]
    if not is_same and any(each.kind == Kind.FURTHEST or card_name(first.cards[0]) in each.words for each in others):
        return None
    return Discarding(view, move, names).rather_than(first, is_searched=is_searched and not blocks(view, first))


def _wilds_kept(view: View, said: Sequence[Reason]) -> Reason | None:
    """Say why wild cards of the hand are not played, which a player asks first; None if they are named already."""
    wilds = list(dict.fromkeys(filter(view.rules.is_wild, view.hand(view.turn))))
    if not wilds:
        return None
    if never := never_wild(view):
        return Reason(Kind.WILD_NEVER, never)
    is_said = any(each.kind == Kind.ONLY_NATURAL or card_name(card) in each.words for each in said for card in wilds)
    played = [move.cards[0] for move in view.legal_moves if move.source == "H" and move.plays_to_centre]
    fitting = [card for card in wilds if card in played]
    return keeps_wild(view, *fitting) if fitting and not is_said else None


def _names_all(plan: Reason, cards: str) -> bool:
    """Whether a sentence names all of some cards."""
    return all(card_name(card) in plan.words for card in cards.split())


def _of_discard(
    view: View,
    move: Move,
    reasons: Sequence[Reason],
    rivals: Sequence[str],
    seconds: float,
    names: Sequence[str] | None,
    most: int,
) -> list[Reason]:
    """Return the sentence about a discard, with its place and a reason, and a second reason if there is one.

    Those are said that answer most of its `rivals`, `most` at most and never more than two.
    """
    most = min(most, 2)
    found = _usual(view, move, reasons)[:most]
    left = _unanswered(view, move, found, rivals, seconds)
    if left and not any(each.kind == Kind.FILLS for each in found):
        against = [each for rival in left for each in reasons_for(view, str(move), names, seconds, rival)]
        ends = [each for each in (*found, *reasons, *against) if each.kind not in HELD | {Kind.BEST, Kind.AHEAD}]
        choices = [list(each) for size in range(1, most + 1) for each in combinations(dict.fromkeys(ends), size)]
        # An equal card, or playing order, is always worth saying.
        is_first = found[:1] and found[0].kind in (Kind.SAME_RANK, Kind.STEP_DOWN)
        choices = [each for each in choices if not _goes_against(each) and (not is_first or each[0] == found[0])]
        choices = [found, *choices]
        found = min(choices, key=lambda each: (len(_unanswered(view, move, each, rivals, seconds)), _of_one(each)))
    if not found:
        return [Discarding(view, move, None).looked_ahead()]
    if len(found) > 1 and found[0].kind != Kind.NOT_COVERED:
        # That a card is not covered says little beside a reason.
        found = [found[0], *(each for each in found[1:] if each.kind != Kind.NOT_COVERED)]
    if len(found) > 1 and all(each.kind == Kind.NOT_COVERED for each in found):
        return [Discarding(view, move, None).not_covered([each.about for each in found])]
    found = sorted(found, key=lambda each: each.kind == Kind.NOT_COVERED)
    return [found[0], *(replace(each, words=each.brief) for each in found[1:])]


def _unanswered(view: View, move: Move, reasons: Sequence[Reason], rivals: Sequence[str], seconds: float) -> list[str]:
    """Return the discards of which all the reasons are true as well."""
    return [each for each in rivals if all(is_true_of(view, str(move), reason, each, seconds) for reason in reasons)]


def _of_one(reasons: Sequence[Reason]) -> bool:
    """Whether reasons say only which card goes, or only where it goes."""
    return len({each.kind in OF_PLACES for each in reasons}) < 2


def _goes_against(reasons: Sequence[Reason]) -> bool:
    """Whether two reasons cannot be said together, or one implies the other."""
    if {each.kind for each in reasons} == {Kind.STEP_DOWN, Kind.IN_ORDER}:
        return True
    return any(_says_both(one, [other]) or _says_both(other, [one]) for one, other in pairwise(reasons))


def _usual(view: View, move: Move, reasons: Sequence[Reason]) -> list[Reason]:
    """Return the weightiest reason for the place and for the card.

    A place that says little comes after the reason for the card, or not at all.
    """
    ends = [each for each in reasons if each.kind not in HELD]
    places = [each for each in ends if each.kind in OF_PLACES]
    places = sorted(
        places,
        key=lambda each: (
            _ON_CARDS.index(each.kind) if each.kind in _ON_CARDS else len(_ON_CARDS),
            each.kind == Kind.BURIES,
            each.kind in _WEAK,
        ),
    )[:1]
    cards = [each for each in ends if each.kind not in OF_PLACES | {Kind.BEST}][:1]
    if cards and _says_both(cards[0], places):
        places = []
    hand = view.players[view.turn].hand
    if places and not isinstance(hand, int) and len(set(hand)) == 1:
        # Which card goes is no question.
        cards = []
    if cards and cards[0].kind == Kind.FILLS:
        return cards
    # That a card is not covered says too little where there is more to say.
    is_weak = bool(places) and places[0].kind in _WEAK
    return (cards or places) if is_weak else [*places, *cards]
