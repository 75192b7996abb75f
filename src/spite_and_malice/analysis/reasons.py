"""Why a move is good, in one true sentence: every reason is a fact about cards that the viewer sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from spite_and_malice.analysis.claims import is_true_of
from spite_and_malice.analysis.discarding import Discarding, keeps_wild
from spite_and_malice.analysis.facts import Facts
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.plan import plan_of
from spite_and_malice.analysis.reach import HAND, Reach, reach_from
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.wording import capital, cards_listed, line_name
from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import codes, kind_of, legal_moves, plays_payoff, reveals, source_of
from spite_and_malice.rules import card_code, card_text
from spite_and_malice.rules.naming import Naming, card_name, rank_name
from spite_and_malice.texts import _, ngettext

GOALS: Final = frozenset({Kind.WINS, Kind.PAYOFF, Kind.LINE, Kind.EMPTIES, Kind.EMPTYING})
"""Plans that already explain the next move."""

PLAYS: Final = frozenset(
    {Kind.NEARER, Kind.TAKES_PLACE, Kind.TAKES_STACK, Kind.BARES, Kind.CLEARS, Kind.ROOM, Kind.ENDS_EMPTY}
)
"""Plans of plays that lead to none of that."""

PLANS: Final = GOALS | PLAYS | {Kind.WAITING, Kind.FAR, Kind.KEEPS_FOR, Kind.THEY_WAIT, Kind.COULD_GO}


def reason_for(
    view: View, text: str, names: Sequence[str] | None = None, seconds: float = 0.3, over: str = ""
) -> Reason:
    """Return the weightiest reason for a legal move of the viewer, as `reasons_for` does."""
    return next(reasons_for(view, text, names, seconds, over))


def reasons_for(
    view: View,
    text: str,
    names: Sequence[str] | None = None,
    seconds: float = 0.3,
    over: str = "",
    *,
    with_shared: bool = False,
) -> Iterator[Reason]:
    """Yield every reason for a legal move of the viewer, the weightiest first; there is always one.

    `names` are the seats' names, where they have any; `seconds` limits the search for where a line leads. With
    another move `over` only reasons to prefer the first one remain, unless `with_shared`: a fact true of both is no
    reason.
    """
    for reason in _Reasons(view, Move.parse(text), names, seconds).reasons(over):
        if with_shared or not over or reason.kind == Kind.BEST or not is_true_of(view, text, reason, over, seconds):
            yield reason


def wild_kept(view: View, moves: Sequence[str]) -> Reason | None:
    """Return the wild card that a line of legal moves leaves in the hand, if any."""
    hand = Counter(view.hand(view.turn)) - _from_hand(moves)
    wild = next(filter(view.rules.is_wild, hand), None)
    return None if wild is None else keeps_wild(view, wild)


def wild_spared(view: View, moves: Sequence[str], way: Sequence[str]) -> Reason | None:
    """Return why a line does not take a way to the pay-off card: it keeps a wild card that the way spends."""
    return _spared(view, moves, way, _("But it takes {card}, which is worth more in your hand."))


def hand_kept(view: View, moves: Sequence[str], way: Reach) -> Reason | None:
    """Return why a line does not empty the hand: it keeps wild cards that this would take."""
    spent = (_from_hand(way.moves) - _from_hand(moves)) if way.goal == HAND else Counter[str]()
    wilds = list(filter(view.rules.is_wild, spent.elements()))
    if not wilds or any(map(view.rules.is_wild, _from_hand(moves))):
        return None
    words = ngettext(
        "{cards} could empty your hand, but is worth more in it.",
        "{cards} could empty your hand, but are worth more in it.",
        len(wilds),
    )
    said = words.format(cards=cards_listed(list(map(card_code, wilds))))
    return Reason(Kind.KEEPS_WILD, capital(said), way.moves, about=" ".join(wilds))


def longer_way(view: View, moves: Sequence[str], way: Sequence[str]) -> Reason | None:
    """Return why a line takes a longer way to the pay-off card: it keeps a wild card that the other one spends."""
    return _spared(view, moves, way, _("A shorter way takes {card}, which is worth more in your hand."))


def _spared(view: View, moves: Sequence[str], way: Sequence[str], words: str) -> Reason | None:
    kept = next(filter(view.rules.is_wild, _from_hand(way) - _from_hand(moves)), None)
    return None if kept is None else Reason(Kind.KEEPS_WILD, words.format(card=card_name(kept)), about=kept)


def _from_hand(line: Sequence[str]) -> Counter[str]:
    return Counter(card for move in map(Move.parse, line) if move.source == "H" for card in move.cards)


def ahead(view: View, moves: Sequence[str]) -> Reason:
    """Return the sentence about a line that only the search supports."""
    if Move.parse(moves[0]).is_discard:
        return Discarding(view, Move.parse(moves[0]), None).looked_ahead()
    words = _("In the games looked ahead this came out best: {line}.")
    said = words.format(line=line_name(view, [Move.parse(text) for text in moves]))
    return Reason(Kind.AHEAD, said, tuple(moves))


class _Reasons(Facts):
    """The reasons for a move, judged from the viewer's view, the weightiest first."""

    def __init__(self, view: View, move: Move, names: Sequence[str] | None, seconds: float) -> None:
        super().__init__(view, move, names)
        self._seconds = seconds

    def reasons(self, over: str) -> Iterator[Reason]:
        """Yield the reasons, those that need another move last; the final one always holds."""
        yield from self._leads()
        if len(self._view.legal) == 1:
            words = _("{line}: nothing else can be done now.")
            if self._rules.natural_rank(self._view.card_of(self._move)) in self._rules.forced:
                words = _("{line}: these rules ask for it at once.")
            elif self._move.is_pass and self._hand and all(map(self._may_not_go, self._hand)):
                words = _("{line}: none of your cards can be played, nor may they be discarded.")
            yield Reason(Kind.ONLY, capital(words.format(line=line_name(self._view, [self._move]))))
        if self._move.is_load:
            yield from self._load()
        elif self._move.is_discard or self._move.is_pass:
            yield from Discarding(self._view, self._move, self._names).reasons(Move.parse(over) if over else None)
        else:
            yield from self._centre_play()
        yield Reason(Kind.BEST, _("Looking ahead, this comes out best."))

    def _may_not_go(self, card: str) -> bool:
        return self._rules.natural_rank(card) in self._rules.no_discard

    def _leads(self) -> Iterator[Reason]:
        """Where a play leads, alone or with possible later ones: to the pay-off card, or to an empty hand."""
        if not (self._move.plays_to_centre or self._move.is_load):
            return
        line: tuple[str, ...] = (str(self._move),)
        if not plays_payoff(self._code) and not reveals(self._effects) and self._after.stage != codes.OVER:
            line = (*line, *reach_from(self._rules, self._after, self._seconds).moves)
        plan = plan_of(self._view, line, (), self._names)
        if plan is not None and plan.kind in GOALS:
            yield plan

    # --- plays --------------------------------------------------------------------------------------------------

    def _centre_play(self) -> Iterator[Reason]:
        view, move = self._view, self._move
        if view.stage == "cover":
            assert view.cover is not None
            words = _("{wild} has to be covered at once, and {card} does that.")
            card = card_name(view.card_of(move))
            said = words.format(wild=capital(card_name(view.centre[view.cover][-1])), card=card)
            yield Reason(Kind.COVERS, said)
        yield from self._stands_for()
        yield from self._block()
        yield from self._spares()
        if move.source[0] == "S":
            yield from self._side_play(int(move.source[1:]) - 1)
        card = self._view.card_of(move)
        rank = self._rules.natural_rank(card)
        tops = [stack[-1] for stack in self._view.players[self._view.turn].side if stack]
        other = next((top for top in tops if rank and self._rules.natural_rank(top) == rank), "")
        if move.source == "H" and self._view.stock and other:
            words = _("{card} from your hand, not {top} from the [side stack]: cards of the hand are replaced.")
            yield Reason(Kind.FROM_HAND, words.format(card=card_name(card), top=card_name(other)))
        twin = next((each for each in self._hand if rank and self._rules.natural_rank(each) == rank), "")
        if move.source.lstrip("+")[0] == "P" and twin:
            words = _("It goes before {card} of your hand.")
            yield Reason(Kind.GOES_FIRST, words.format(card=card_name(twin)), about=twin)

    def _stands_for(self) -> Iterator[Reason]:
        """Why a wild card is spent: no other playable card has the rank that it stands for."""
        card = self._view.card_of(self._move)
        if self._move.source != "H" or not self._rules.is_wild(card):
            return
        number = int(self._move.target[1:]) - 1
        rank = len(self._view.centre[number]) + 1 if number < len(self._view.centre) else 1
        plays = [play for play in map(Move.parse, self._view.legal) if play.target == self._move.target]
        if not all(self._rules.is_wild(self._view.card_of(play)) for play in plays):
            return
        words = _("You have no {rank} to play, so {card} stands for it.")
        said = words.format(card=card_name(card), rank=rank_name(rank, suited=Naming(self._rules).suited))
        yield Reason(Kind.STANDS_FOR, said, about=card)

    def _block(self) -> Iterator[Reason]:
        for seat, card in self._threats:
            if self._fits(self._before, card) and not self._fits(self._after, card):
                words = _("It takes the place where {player} could play the [pay-off card] {card}.")
                top = card_text(card)
                yield Reason(Kind.BLOCKS, words.format(player=self._name(seat), card=card_name(top)), about=top)

    def _side_play(self, number: int) -> Iterator[Reason]:
        stack = self._view.players[self._view.turn].side[number]
        top = card_name(stack[-1])
        if len(stack) == 1:
            words = _("{top} leaves an empty [side stack] behind: a free place for a discard.")
            yield Reason(Kind.FREES, capital(words.format(top=top)))
        elif not self._effects & codes.ENDED_TURN and any(
            source_of(move) == codes.FROM_SIDE + number and kind_of(move) == codes.TO_CENTRE
            for move in legal_moves(self._after)
        ):
            words = _("Under {top} lies {card}, which you can play next.")
            yield Reason(Kind.UNCOVERS, words.format(top=top, card=card_name(stack[-2])), about=stack[-2])
        else:
            words = _("It frees {card}, which lies under {top}.")
            yield Reason(Kind.LOWER, words.format(card=card_name(stack[-2]), top=top), about=stack[-2])

    def _load(self) -> Iterator[Reason]:
        seat = int(self._move.target[1:].split(".")[0])
        words = _("That gives {player} one more [pay-off card]: {card}.")
        card = card_name(self._view.card_of(self._move))
        yield Reason(Kind.LOADS, words.format(card=card, player=self._name(seat)))
