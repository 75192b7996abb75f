"""Why a move is good, in one true sentence: every reason is a fact about cards that the viewer sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from spite_and_malice.analysis.claims import is_true_of
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.plan import plan_of, player_name
from spite_and_malice.analysis.reach import reach_from
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.threats import fits, steps_to, threats
from spite_and_malice.analysis.wording import capital, centre_name, line_name
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, kind_of, legal_moves, plays_payoff, reveals, source_of
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import Naming, card_name, rank_name
from spite_and_malice.texts import _, listed, ngettext

OF_PLACES: Final = frozenset(
    {
        Kind.STEP_DOWN, Kind.SAME_RANK, Kind.FREE_STACK, Kind.FEWEST_BURIED, Kind.BURIES, Kind.STAYS_FREE, Kind.SOONEST,
        Kind.HIGHEST,
    }
)  # fmt: skip
"""Reasons for where to discard; the others are for which card, or for discarding at all."""

_FAR: Final = 5
"""A card needed this many cards before the player's pay-off card is not kept for it."""

_NEARLY: Final = 2
"""A hand with at most this many cards is nearly empty."""

GOALS: Final = frozenset({Kind.WINS, Kind.PAYOFF, Kind.LINE, Kind.EMPTIES, Kind.EMPTYING})
"""Plans that already say what the next move is good for."""

PLAYS: Final = frozenset({Kind.NEARER, Kind.TAKES_PLACE, Kind.BARES, Kind.CLEARS, Kind.ROOM, Kind.ENDS_EMPTY})
"""Plans of plays that lead to none of that."""

PLANS: Final = GOALS | PLAYS | {Kind.WAITING, Kind.THEY_WAIT, Kind.COULD_GO}


def reason_for(
    view: View, text: str, names: Sequence[str] | None = None, seconds: float = 0.3, over: str = ""
) -> Reason:
    """Return the weightiest reason for a legal move of the viewer, as `reasons_for` does."""
    return next(reasons_for(view, text, names, seconds, over))


def reasons_for(
    view: View, text: str, names: Sequence[str] | None = None, seconds: float = 0.3, over: str = ""
) -> Iterator[Reason]:
    """Yield every reason for a legal move of the viewer, the weightiest first; there is always one.

    `names` are the seats' names, where they have any; `seconds` limits the search for where a line leads. With
    another move `over` only reasons to prefer the first one to it remain: what is true of both is no reason.
    """
    for reason in _Facts(view, Move.parse(text), names, seconds).reasons(over):
        if not over or reason.kind == Kind.BEST or not is_true_of(view, text, reason, over, seconds):
            yield reason


def wild_kept(view: View, moves: Sequence[str]) -> Reason | None:
    """Return the wild card that a line of legal moves leaves in the hand, if any."""
    hand = Counter(view.hand(view.turn)) - _from_hand(moves)
    wild = next(filter(view.rules.is_wild, hand), None)
    return None if wild is None else _keeps_wild(wild)


def _keeps_wild(wild: str) -> Reason:
    words = _("You keep {wild}, which can stand for whatever you need.")
    return Reason(Kind.KEEPS_WILD, words.format(wild=card_name(wild)), about=wild)


def wild_spared(view: View, moves: Sequence[str], way: Sequence[str]) -> Reason | None:
    """Return why a line does not take a way to the pay-off card: it keeps a wild card that the way spends."""
    kept = next(filter(view.rules.is_wild, _from_hand(way) - _from_hand(moves)), None)
    if kept is None:
        return None
    words = _("But it takes {card}, which is worth more in your hand.")
    return Reason(Kind.KEEPS_WILD, words.format(card=card_name(kept)), about=kept)


def _from_hand(line: Sequence[str]) -> Counter[str]:
    return Counter(card for move in map(Move.parse, line) if move.source == "H" for card in move.cards)


def ahead(view: View, moves: Sequence[str]) -> Reason:
    """Return the sentences about a line that only the search supports."""
    words = _("In the games looked ahead this came out best: {line}.")
    said = words.format(line=line_name(view, [Move.parse(text) for text in moves]))
    return Reason(Kind.AHEAD, said, tuple(moves))


class _Facts:
    """The reasons for a move from what the viewer sees, the weightiest first."""

    def __init__(self, view: View, move: Move, names: Sequence[str] | None, seconds: float) -> None:
        self._view = view
        self._move = move
        self._names = names
        self._seconds = seconds
        self._rules = view.rules
        self._before = Position.from_view(view).core
        self._code = encode(move, view.rules.payoff_piles)
        self._after = self._before.clone()
        self._effects = apply(self._after, self._code)

    def reasons(self, over: str) -> Iterator[Reason]:
        """Yield the reasons, those that need another move last; the final one always holds."""
        yield from self._leads()
        if len(self._view.legal) == 1:
            words = _("{line}: nothing else can be done now.")
            yield Reason(Kind.ONLY, capital(words.format(line=line_name(self._view, [self._move]))))
        if self._move.is_load:
            yield from self._load()
        elif self._move.is_discard:
            yield from self._discard()
        elif self._move.is_pass:
            yield from self._pass()
        else:
            yield from self._centre_play()
        if self._move.is_discard and over:
            yield from self._rather_than(Move.parse(over))
        yield Reason(Kind.BEST, _("Looking ahead, this comes out best."))

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
        elif move.source == "H":
            kept = sorted((Counter(self._hand()) - Counter(move.cards)).elements())
            if 0 < len(kept) <= _NEARLY and self._rules.empty_hand == "refill":
                words = ngettext(
                    "Then {cards} is the last card of your hand, and an empty hand draws new ones at once.",
                    "Then {cards} are left in your hand, and an empty hand draws new ones at once.",
                    len(kept),
                )
                cards = listed([card_name(card) for card in kept])
                yield Reason(Kind.FEWER, capital(words.format(cards=cards)), about=str(len(kept)))

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
        words = _("No card that you can play is a natural {rank}, so {card} stands for it.")
        said = words.format(card=card_name(card), rank=rank_name(rank, suited=Naming(self._rules).suited))
        yield Reason(Kind.STANDS_FOR, said, about=card)

    def _block(self) -> Iterator[Reason]:
        for seat, card in self._threats:
            if self._fits(self._before, card) and not self._fits(self._after, card):
                words = _("It takes the place away on which {player} could play the [pay-off card] {card}.")
                top = card_text(card)
                yield Reason(Kind.BLOCKS, words.format(player=self._name(seat), card=card_name(top)), about=top)

    def _spares(self) -> Iterator[Reason]:
        """Why on this stack: on another the same card would open the way for an opponent's pay-off card."""
        if self._move.is_load:
            # It changes what the opponent can play.
            return
        for code in legal_moves(self._before):
            play = decode(code, self._rules.payoff_piles)
            same = (play.source, play.cards) == (self._move.source, self._move.cards)
            if not same or kind_of(code) != codes.TO_CENTRE or play.target == self._move.target:
                continue
            child = self._before.clone()
            apply(child, code)
            for seat, top in self._threats:
                if self._fits(child, top) and not self._fits(self._before, top) and not self._fits(self._after, top):
                    words = _("Here it helps nobody; on {stack} it would let {player} play the [pay-off card] {top}.")
                    place = centre_name(self._view, int(play.target[1:]) - 1)
                    said = words.format(stack=place, player=self._name(seat), top=card_name(card_text(top)))
                    yield Reason(Kind.SPARES, said, (str(play),), about=card_text(top))
                    return

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
        words = _("It puts {card} on the [pay-off pile] of {player}.")
        card = card_name(self._view.card_of(self._move))
        yield Reason(Kind.LOADS, words.format(card=card, player=self._name(seat)))

    # --- ends of the turn ---------------------------------------------------------------------------------------

    def _discard(self) -> Iterator[Reason]:
        view, move = self._view, self._move
        number = int(move.target[1:]) - 1
        stack = view.players[view.turn].side[number]
        card = listed([card_name(each) for each in move.cards])
        if not self._effects & codes.ENDED_TURN:
            words = _("{card} fills an empty [side stack]; they are filled first, and it costs no turn.")
            yield Reason(Kind.FILLS, capital(words.format(card=card)))
            return
        yield from self._hold_back()
        if len(move.cards) == 2:
            words = _("{card} leave your hand with one discard.")
            yield Reason(Kind.PAIR, capital(words.format(card=card)))
        if stack:
            yield from self._onto(move.cards[0], stack)
        yield from self._needed()
        yield from self._least_missed(move.cards)
        if not stack:
            yield from self._below_others(move.cards)
            words = _("{card} goes where it buries nothing.")
            yield Reason(Kind.FREE_STACK, capital(words.format(card=card_name(move.cards[0]))))
        if not self._rules.is_wild(move.cards[0]) and (wild := self._wild_kept()):
            yield _keeps_wild(wild)
        if stack:
            yield from self._buries(move.cards[0], stack)
        yield from self._waits()

    def _rather_than(self, other: Move) -> Iterator[Reason]:
        """A card that another discard would cover, or take from the hand, and that is playable sooner."""
        if not other.is_discard:
            return
        rank, missed = self._rules.natural_rank(self._move.cards[0]), self._rules.natural_rank(other.cards[0])
        own = self._view.players[self._view.turn].side
        tops = [stack[-1] for stack in own if stack]
        under = own[int(other.target[1:]) - 1]
        # A card of the same rank buries nothing, and of a card that is there twice one stays free in any case.
        hides = under and self._rules.natural_rank(under[-1]) != missed and tops.count(under[-1]) == 1
        if hides and other.target != self._move.target and under[-1] not in self._move.cards:
            yield self._stays_free(under[-1])
        if rank and missed and self._steps_to(missed) < self._steps_to(rank):
            words = _("{other} stays in your hand: the centre can take it sooner than {card}.")
            said = words.format(other=card_name(other.cards[0]), card=card_name(self._move.cards[0]))
            yield Reason(Kind.SOONER, capital(said), about=other.cards[0])

    def _stays_free(self, top: str) -> Reason:
        rank = self._rules.natural_rank(top)
        kept = Counter(self._hand()) - Counter(self._move.cards)
        following = next((card for card in kept if rank and self._rules.natural_rank(card) == rank + 1), None)
        if following is None:
            return Reason(Kind.STAYS_FREE, _("{card} stays free.").format(card=capital(card_name(top))), about=top)
        words = _("{card} stays free for your {following}.")
        said = words.format(card=capital(card_name(top)), following=card_name(following))
        return Reason(Kind.STAYS_FREE, said, about=top)

    def _onto(self, card: str, stack: Sequence[str]) -> Iterator[Reason]:
        rank, under = self._rules.natural_rank(card), self._rules.natural_rank(stack[-1])
        names = {"card": card_name(card), "top": card_name(stack[-1])}
        if rank and under and rank == under - 1:
            words = _("{card} lies on {top}, one higher: once it is played, {top} can follow.")
            yield Reason(Kind.STEP_DOWN, capital(words.format(**names)))
        if rank and rank == under:
            words = _("{card} lies on {top}, a card of the same rank, and hides nothing new.")
            yield Reason(Kind.SAME_RANK, capital(words.format(**names)))
        sizes = sorted(map(len, self._open_stacks(self._move.cards)))
        if len(sizes) > 1 and len(stack) == sizes[0] < sizes[1]:
            words = _("{card} buries the {count} cards up to {top}; any other [side stack] for it is higher.")
            if len(stack) == 1:
                words = _("{card} buries only {top}; any other [side stack] for it is higher.")
            yield Reason(Kind.FEWEST_BURIED, capital(words.format(count=len(stack), **names)))

    def _buries(self, card: str, stack: Sequence[str]) -> Iterator[Reason]:
        """What a discard buries, and how far that card is from being playable."""
        rank, own = self._rules.natural_rank(stack[-1]), self._rules.natural_rank(card)
        if rank and not (own and 0 <= rank - own <= 1) and (count := self._steps_to(rank)):
            words = ngettext(
                "{card} buries {top}, and {count} card has to come before that.",
                "{card} buries {top}, and {count} cards have to come before that.",
                count,
            )
            said = words.format(card=card_name(card), top=card_name(stack[-1]), count=count)
            yield Reason(Kind.BURIES, capital(said), about=stack[-1])

    def _needed(self) -> Iterator[Reason]:
        """Cards kept in the hand that come before the player's pay-off card on the nearest stack."""
        kept = Counter(self._hand()) - Counter(self._move.cards)
        for pile in self._view.players[self._view.turn].payoff:
            rank = self._rules.natural_rank(pile.top) if pile.top else 0
            count = self._steps_to(rank) if rank else 0
            if not 0 < count < min(rank, _FAR):
                continue
            lacking = range(rank - count, rank)
            found = [card for card in kept if self._rules.natural_rank(card) in lacking]
            if found and pile.top and not any(self._rules.natural_rank(card) in lacking for card in self._move.cards):
                words = ngettext(
                    "{cards} stays in your hand: it comes before your [pay-off card] {payoff}.",
                    "{cards} stay in your hand: they come before your [pay-off card] {payoff}.",
                    len(found),
                )
                said = words.format(cards=listed([card_name(each) for each in found]), payoff=card_name(pile.top))
                yield Reason(Kind.NEEDED, said, about=" ".join(found))

    def _least_missed(self, cards: Sequence[str]) -> Iterator[Reason]:
        """Why these cards rather than others of the hand: one is like them, or all can be played sooner."""
        rank = self._rules.natural_rank(cards[0])
        kept = Counter(self._hand()) - Counter(cards)
        others = [card for card in kept if self._rules.natural_rank(card)]
        if not rank or not others:
            return
        card = card_name(cards[0])
        twin = next((each for each in others if self._rules.natural_rank(each) == rank), None)
        if twin:
            kept_card = card_name(twin)
            alike = _("You have another {card}, so this one can be spared.")
            words = alike if kept_card == card else _("{card} can be spared: you keep {twin}.")
            yield Reason(Kind.KEEPS_EQUAL, capital(words.format(card=card, twin=kept_card)))
        elif all(self._steps_to(self._rules.natural_rank(each)) < self._steps_to(rank) for each in others):
            count = self._steps_to(rank)
            words = ngettext(
                "{card} is the card of your hand that the centre takes last: {count} card has to come before it.",
                "{card} is the card of your hand that the centre takes last: {count} cards have to come before it.",
                count,
            )
            yield Reason(Kind.FURTHEST, capital(words.format(card=card, count=count)))

    def _below_others(self, cards: Sequence[str]) -> Iterator[Reason]:
        """Why these cards rather than others of the hand begin a stack: they leave soon, or all can lie on them."""
        rank = self._rules.natural_rank(cards[0])
        others = [self._rules.natural_rank(card) for card in Counter(self._hand()) - Counter(cards)]
        if not rank or not others or not all(others):
            return
        card = card_name(cards[0])
        if all(self._steps_to(other) > self._steps_to(rank) for other in others):
            words = _("The centre can take {card} sooner than your other cards, so its [stack] may soon be free again.")
            yield Reason(Kind.SOONEST, words.format(card=card))
        if max(others) < rank:
            words = _("{card} is the highest card of your hand: the lower ones can lie on it.")
            yield Reason(Kind.HIGHEST, capital(words.format(card=card)))

    def _steps_to(self, rank: int) -> int:
        return steps_to(self._rules, self._before, rank)

    def _open_stacks(self, cards: Sequence[str] = ()) -> list[Sequence[str]]:
        """The side stacks to which some cards may be discarded now, or any."""
        own = self._view.players[self._view.turn].side
        moves = [move for move in map(Move.parse, self._view.legal) if move.is_discard and cards in ((), move.cards)]
        return [own[number] for number in sorted({int(move.target[1:]) - 1 for move in moves})]

    def _pass(self) -> Iterator[Reason]:
        yield from self._hold_back()
        stacks = self._open_stacks()
        if stacks and all(stacks):
            words = _("A pass leaves {cards} free; every discard would cover one of them.")
            tops = listed([card_name(stack[-1]) for stack in stacks])
            if len(stacks) == 1:
                words = _("A pass leaves {cards} free, which every discard would cover.")
            yield Reason(Kind.BURIES_NOTHING, words.format(cards=tops))
        yield from self._waits()

    def _hold_back(self) -> Iterator[Reason]:
        """A playable card that would open the way for an opponent's pay-off card."""
        for code in legal_moves(self._before):
            if kind_of(code) != codes.TO_CENTRE or plays_payoff(code):
                continue
            play = decode(code, self._rules.payoff_piles)
            card = self._view.card_of(play)
            if card in self._move.cards:
                continue
            child = self._before.clone()
            apply(child, code)
            for seat, top in self._threats:
                if self._fits(child, top) and not self._fits(self._before, top):
                    words = _("It keeps {card} back: on {stack} it would let {player} play the [pay-off card] {top}.")
                    yield Reason(
                        Kind.HOLDS_BACK,
                        words.format(
                            card=card_name(card),
                            stack=centre_name(self._view, int(play.target[1:]) - 1),
                            player=self._name(seat),
                            top=card_name(card_text(top)),
                        ),
                        (str(play),),
                    )

    def _waits(self) -> Iterator[Reason]:
        """A natural card of the hand that is playable and stays there."""
        for code in legal_moves(self._before):
            play = decode(code, self._rules.payoff_piles)
            if kind_of(code) != codes.TO_CENTRE or play.source != "H" or self._rules.is_wild(play.cards[0]):
                continue
            card = play.cards[0]
            if self._hand().count(card) == self._move.cards.count(card):
                continue
            words = _("You could play {card} on {stack} now; it stays in your hand for a better moment.")
            stack = centre_name(self._view, int(play.target[1:]) - 1)
            yield Reason(Kind.WAITS, words.format(card=card_name(card), stack=stack), (str(play),), about=card)
            return

    # --- cards --------------------------------------------------------------------------------------------------

    @cached_property
    def _threats(self) -> list[tuple[int, int]]:
        """The natural cards on the pay-off piles of the next opponent, with their seat."""
        return threats(self._rules, self._before, self._view.turn)

    def _fits(self, position: Core, card: int) -> bool:
        """Whether a natural card is playable now."""
        return fits(self._rules, position, card)

    def _hand(self) -> Sequence[str]:
        """The cards in the viewer's hand."""
        hand = self._view.players[self._view.turn].hand
        return () if isinstance(hand, int) else hand

    def _wild_kept(self) -> str:
        """A wild card of the hand that the discard leaves there, empty if there is none."""
        return next((card for card in self._hand() if self._rules.is_wild(card)), "")

    def _name(self, seat: int) -> str:
        return player_name(self._view, seat, self._names)
