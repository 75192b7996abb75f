"""Why a discard or a pass is good: which card goes, where it goes, and what else could be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from spite_and_malice.analysis.facts import Facts
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.threats import steps_to
from spite_and_malice.analysis.wording import capital, centre_name, payoff_name
from spite_and_malice.engine import Move
from spite_and_malice.engine.core import Core, apply, codes, kind_of, legal_moves, plays_payoff
from spite_and_malice.engine.moves import decode
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

OF_PLACES: Final = frozenset(
    {
        Kind.STEP_DOWN, Kind.SAME_RANK, Kind.NEXT_ON, Kind.KEEPS_EMPTY, Kind.FREE_STACK, Kind.BEHIND_PAYOFF,
        Kind.NEEDED_LAST, Kind.FEWEST_BURIED, Kind.BURIES, Kind.STAYS_FREE, Kind.SOONEST, Kind.HIGHEST,
    }
)  # fmt: skip
"""Reasons for where to discard; the others are for which card, or for discarding at all."""

_NEAR: Final = 3
"""A card with at most this many cards to come before it will soon be played."""
_FAR: Final = 5
"""A card needed this many cards before the player's pay-off card is not kept for it."""


def keeps_wild(wild: str) -> Reason:
    """Return the reason that a wild card stays in the hand."""
    words = _("You keep {wild}, which can stand for whatever you need.")
    return Reason(Kind.KEEPS_WILD, words.format(wild=card_name(wild)), about=wild)


class Discarding(Facts):
    """The reasons for a discard or a pass, the weightiest first."""

    def reasons(self, over: Move | None) -> Iterator[Reason]:
        """Yield the reasons; with another move `over`, also those that only tell the two apart."""
        if self._move.is_pass:
            yield from self._pass()
            return
        yield from self._discard(over)
        if over is not None and over.is_discard:
            yield from self._rather_than(over)

    def _discard(self, over: Move | None) -> Iterator[Reason]:
        view, move = self._view, self._move
        stack = view.players[view.turn].side[int(move.target[1:]) - 1]
        card = listed([card_name(each) for each in move.cards])
        if not self._effects & codes.ENDED_TURN:
            words = _("{card} fills an empty [side stack]; they are filled first, and it costs no turn.")
            yield Reason(Kind.FILLS, capital(words.format(card=card)))
            return
        yield from self._spares()
        yield from self._hold_back()
        yield from self._keeps_off()
        if len(move.cards) == 2:
            words = _("{card} leave your hand with one discard.")
            yield Reason(Kind.PAIR, capital(words.format(card=card)))
        if stack:
            yield from self._onto(move.cards[0], stack)
        yield from self._needed()
        yield from self._least_missed()
        yield from self._next_on()
        yield from self._like_payoff(stack)
        if stack:
            yield from self._buries_least(stack)
        else:
            yield from self._below_others(move.cards)
            yield self._free_stack()
        yield from self._wild_kept(over)
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
        # A card on one of the same rank buries nothing, and of a card that is there twice one stays free in any case.
        hides = under and self._rules.natural_rank(under[-1]) != missed and tops.count(under[-1]) == 1
        if hides and other.target != self._move.target and under[-1] not in self._move.cards:
            yield self._stays_free(under[-1])
        if rank and missed and self._steps_to(missed) < self._steps_to(rank):
            words = _("{other} stays in your hand: the centre can take it sooner than {card}.")
            said = words.format(other=card_name(other.cards[0]), card=card_name(self._move.cards[0]))
            yield Reason(Kind.SOONER, capital(said), about=other.cards[0])

    def _stays_free(self, top: str) -> Reason:
        rank = self._rules.natural_rank(top)
        kept = self._kept
        following = next((card for card in kept if rank and self._rules.natural_rank(card) == rank + 1), None)
        if following is None:
            count = self._steps_to_card(top)
            words = _("{card} stays free.")
            if 0 < count <= _NEAR:
                words = ngettext(
                    "{card} stays free: only {count} card has to come before it.",
                    "{card} stays free: only {count} cards have to come before it.",
                    count,
                )
            return Reason(Kind.STAYS_FREE, words.format(card=capital(card_name(top)), count=count), about=top)
        words = _("{card} stays free for your {following}.")
        said = words.format(card=capital(card_name(top)), following=card_name(following))
        return Reason(Kind.STAYS_FREE, said, about=top)

    def _onto(self, card: str, stack: Sequence[str]) -> Iterator[Reason]:
        rank, under = self._rules.natural_rank(card), self._rules.natural_rank(stack[-1])
        names = {"card": card_name(card), "top": card_name(stack[-1])}
        if rank and under and rank == under - 1 and self._steps_to(under) > 0:
            words = _("{card} lies on {top}, one higher: once it is played, {top} can follow.")
            yield Reason(Kind.STEP_DOWN, capital(words.format(**names)))
        if rank and rank == under:
            words = _("{card} lies on {top}, a card of the same rank, and hides nothing new.")
            yield Reason(Kind.SAME_RANK, capital(words.format(**names)))

    def _buries_least(self, stack: Sequence[str]) -> Iterator[Reason]:
        """Why a discard lies where it covers a card: none is needed later, or none lies on fewer others."""
        card, top = self._move.cards[0], stack[-1]
        names = {"card": card_name(card), "top": card_name(top)}
        others = self._open_stacks(self._move.cards, self._move.target)
        if others and not all(others):
            words = _("An empty [side stack] stays free for another card.")
            yield Reason(Kind.KEEPS_EMPTY, words)
        count = self._steps_to_card(top)
        is_buried = self._is_buried(card, top)
        if is_buried and others and all(others) and all(self._steps_to_card(each[-1]) <= count for each in others):
            words = ngettext(
                "No top card of yours is needed later than {top}, on which {card} goes: "
                "{count} card has to come before it.",
                "No top card of yours is needed later than {top}, on which {card} goes: "
                "{count} cards have to come before it.",
                count,
            )
            yield Reason(Kind.NEEDED_LAST, words.format(count=count, **names), about=top)
        if others and len(stack) < min(map(len, others)):
            words = _("{card} buries the {count} cards up to {top}; any other [side stack] for it is higher.")
            if len(stack) == 1:
                words = _("{card} buries only {top}; any other [side stack] for it is higher.")
            yield Reason(Kind.FEWEST_BURIED, capital(words.format(count=len(stack), **names)))

    def _is_buried(self, card: str, top: str) -> bool:
        """Whether a card hides a natural one for which other cards have to come first."""
        rank, under = self._rules.natural_rank(card), self._rules.natural_rank(top)
        return self._steps_to_card(top) > 0 and not (rank and 0 <= under - rank <= 1)

    def _steps_to_card(self, card: str) -> int:
        """How many cards come before a card; none before a wild one."""
        rank = self._rules.natural_rank(card)
        return self._steps_to(rank) if rank else 0

    def _buries(self, card: str, stack: Sequence[str]) -> Iterator[Reason]:
        """The card that a discard buries, and how far that card is from being playable."""
        if self._is_buried(card, stack[-1]):
            count = self._steps_to_card(stack[-1])
            words = ngettext(
                "{card} buries {top}, and {count} card has to come before that.",
                "{card} buries {top}, and {count} cards have to come before that.",
                count,
            )
            said = words.format(card=card_name(card), top=card_name(stack[-1]), count=count)
            yield Reason(Kind.BURIES, capital(said), about=stack[-1])

    def _free_stack(self) -> Reason:
        own = self._view.players[self._view.turn].side
        card = card_name(self._move.cards[0])
        tops = [card_name(stack[-1]) for stack in own if stack]
        if not tops:
            words = _("Nothing lies on your side yet, so {card} buries nothing.")
            return Reason(Kind.FREE_STACK, words.format(card=card))
        words = ngettext(
            "{card} buries nothing on an empty [side stack]: {tops} stays free.",
            "{card} buries nothing on an empty [side stack]: {tops} stay free.",
            len(tops),
        )
        return Reason(Kind.FREE_STACK, capital(words.format(card=card, tops=listed(tops))))

    def _next_on(self) -> Iterator[Reason]:
        """A card of the hand that is one lower, can be discarded on this one, and is not wanted sooner."""
        rank = self._rules.natural_rank(self._move.cards[0])
        lower = next((card for card in self._hand if rank > 1 and self._rules.natural_rank(card) == rank - 1), None)
        is_wanted = self._steps_to(rank - 1) == 0 or any(rank - 1 in lacking for _top, lacking in self._lacking())
        if lower is not None and not is_wanted:
            words = _("Your {lower} can go on {card} next; then the two leave in order.")
            said = words.format(lower=card_name(lower), card=card_name(self._move.cards[0]))
            yield Reason(Kind.NEXT_ON, said, about=lower)

    def _like_payoff(self, stack: Sequence[str]) -> Iterator[Reason]:
        """Cards of the rank of the player's pay-off card, which goes before them."""
        for pile in self._view.players[self._view.turn].payoff:
            rank = self._rules.natural_rank(pile.top) if pile.top else 0
            if not rank or not pile.top:
                continue
            payoff = payoff_name(card_name(pile.top), partners=False, joker=False)
            card = card_name(self._move.cards[0])
            if self._rules.natural_rank(self._move.cards[0]) == rank:
                words = _("The next place for {card} is for {payoff}, so {card} can wait.")
                yield Reason(Kind.LIKE_PAYOFF, words.format(card=card, payoff=payoff), about=pile.top)
            elif stack and self._rules.natural_rank(stack[-1]) == rank:
                words = _("{top} waits behind {payoff} anyway, so {card} may cover it.")
                said = words.format(top=card_name(stack[-1]), payoff=payoff, card=card)
                yield Reason(Kind.BEHIND_PAYOFF, capital(said), about=stack[-1])

    def _wild_kept(self, over: Move | None) -> Iterator[Reason]:
        """Whether the discard keeps wild cards, which is a reason where nothing else is left or another spends one."""
        card = self._move.cards[0]
        if self._rules.is_wild(card) or not (wild := next(filter(self._rules.is_wild, self._hand), "")):
            return
        if all(map(self._rules.is_wild, self._kept)):
            words = _("{card} is the only card of your hand that is not wild.")
            yield Reason(Kind.ONLY_NATURAL, capital(words.format(card=card_name(card))))
        elif over is None or any(map(self._rules.is_wild, over.cards)):
            yield keeps_wild(wild)

    def _needed(self) -> Iterator[Reason]:
        """Cards kept in the hand that come before the player's pay-off card on the nearest stack."""
        kept = self._kept
        for top, lacking in self._lacking():
            found = [card for card in kept if self._rules.natural_rank(card) in lacking]
            if found and not any(self._rules.natural_rank(card) in lacking for card in self._move.cards):
                words = ngettext(
                    "{cards} stays in your hand: it comes before your [pay-off card] {payoff}.",
                    "{cards} stay in your hand: they come before your [pay-off card] {payoff}.",
                    len(found),
                )
                said = words.format(cards=listed([card_name(each) for each in found]), payoff=card_name(top))
                yield Reason(Kind.NEEDED, said, about=" ".join(found))

    def _lacking(self) -> Iterator[tuple[str, range]]:
        """The player's pay-off cards that are not far from being playable, and the ranks that come before them."""
        for pile in self._view.players[self._view.turn].payoff:
            rank = self._rules.natural_rank(pile.top) if pile.top else 0
            count = self._steps_to(rank) if rank else 0
            if pile.top and 0 < count < min(rank, _FAR):
                yield pile.top, range(rank - count, rank)

    def _least_missed(self) -> Iterator[Reason]:
        """Why this card rather than others of the hand: one is like it, or all can be played sooner."""
        rank = self._rules.natural_rank(self._move.cards[0])
        others = [card for card in self._kept if self._rules.natural_rank(card)]
        if not rank or not others:
            return
        card = card_name(self._move.cards[0])
        twin = next((each for each in others if self._rules.natural_rank(each) == rank), None)
        if twin:
            kept_card = card_name(twin)
            alike = _("You have more than one {card}, so one can go.")
            words = alike if kept_card == card else _("{twin} fits wherever {card} does, so one of the two can go.")
            yield Reason(Kind.KEEPS_EQUAL, capital(words.format(card=card, twin=kept_card)))
        elif all(self._steps_to(self._rules.natural_rank(each)) < self._steps_to(rank) for each in others):
            count = self._steps_to(rank)
            words = ngettext(
                "You will miss {card} least: {count} card has to come before it, fewer before your others.",
                "You will miss {card} least: {count} cards have to come before it, fewer before your others.",
                count,
            )
            yield Reason(Kind.FURTHEST, words.format(card=card, count=count))

    def _below_others(self, cards: Sequence[str]) -> Iterator[Reason]:
        """Why these cards rather than others of the hand begin a stack: they leave soon, or all can lie on them."""
        rank = self._rules.natural_rank(cards[0])
        others = [self._rules.natural_rank(card) for card in self._kept]
        if not rank or not others or not all(others):
            return
        card = card_name(cards[0])
        if all(self._steps_to(other) > self._steps_to(rank) for other in others):
            words = _("The centre can take {card} sooner than your other cards, so its [stack] may soon be free again.")
            yield Reason(Kind.SOONEST, words.format(card=card))
        if max(others) < rank and self._rules.side_order == "any":
            words = _("{card} is the highest card of your hand: the lower ones can lie on it.")
            yield Reason(Kind.HIGHEST, capital(words.format(card=card)))

    def _open_stacks(self, cards: Sequence[str] = (), besides: str = "") -> list[Sequence[str]]:
        """The side stacks, one aside, to which some cards may be discarded now, or any."""
        own = self._view.players[self._view.turn].side
        discards = [move for move in map(Move.parse, self._view.legal) if move.is_discard and move.target != besides]
        moves = [move for move in discards if cards in ((), move.cards)]
        return [own[number] for number in sorted({int(move.target[1:]) - 1 for move in moves})]

    def _pass(self) -> Iterator[Reason]:
        yield from self._hold_back()
        yield from self._keeps_off()
        stacks = self._open_stacks()
        if stacks and all(stacks):
            words = _("A pass leaves {cards} free; every discard would cover one of them.")
            tops = listed([card_name(stack[-1]) for stack in stacks])
            if len(stacks) == 1:
                words = _("A pass leaves {cards} free, which every discard would cover.")
            yield Reason(Kind.BURIES_NOTHING, words.format(cards=tops))
        yield from self._waits()
        if self._hand:
            words = ngettext(
                "With a pass you keep {cards} for your next turn; a discard would give it up.",
                "With a pass you keep {cards} for your next turn; a discard would give up one of them.",
                len(self._hand),
            )
            if not stacks:
                words = _("Nothing can be discarded now: with a pass you keep {cards} for your next turn.")
            yield Reason(Kind.PASS_KEEPS, words.format(cards=listed([card_name(card) for card in self._hand])))

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

    def _keeps_off(self) -> Iterator[Reason]:
        """A natural card of the hand that could be played, but would bring an opponent nearer to a pay-off card."""
        own = [pile.top for pile in self._view.players[self._view.turn].payoff if pile.top]
        for code, play in self._natural_plays():
            child = self._before.clone()
            apply(child, code)
            if any(self._brings(child, self._rules.natural_rank(card)) for card in own):
                continue
            for seat, top in self._threats:
                if self._brings(child, self._rules.natural_rank(card_text(top))):
                    words = _(
                        "You could play {card} on {stack}, but that would bring {player} nearer to the [pay-off card] "
                        "{top}."
                    )
                    said = words.format(
                        card=card_name(play.cards[0]),
                        stack=centre_name(self._view, int(play.target[1:]) - 1),
                        player=self._name(seat),
                        top=card_name(card_text(top)),
                    )
                    yield Reason(Kind.KEEPS_OFF, said, (str(play),), about=play.cards[0])
                    return

    def _natural_plays(self) -> Iterator[tuple[int, Move]]:
        """The plays of natural cards from the hand to the centre, each with its code."""
        for code in legal_moves(self._before):
            play = decode(code, self._rules.payoff_piles)
            if kind_of(code) == codes.TO_CENTRE and play.source == "H" and not self._rules.is_wild(play.cards[0]):
                yield code, play

    def _brings(self, table: Core, rank: int) -> bool:
        """Whether a card of a rank lacks fewer cards on another table of this turn, but still some."""
        return rank > 0 and 0 < steps_to(self._rules, table, rank) < self._steps_to(rank)

    def _waits(self) -> Iterator[Reason]:
        """A natural card of the hand that is playable and stays there."""
        for _code, play in self._natural_plays():
            card = play.cards[0]
            if self._hand.count(card) == self._move.cards.count(card):
                continue
            words = _("You could play {card} on {stack} now; it stays in your hand for a better moment.")
            if self._leads_nowhere(play):
                words = _("You could play {card} on {stack} now, but no natural card of yours follows it there.")
            stack = centre_name(self._view, int(play.target[1:]) - 1)
            yield Reason(Kind.WAITS, words.format(card=card_name(card), stack=stack), (str(play),), about=card)
            return

    def _leads_nowhere(self, play: Move) -> bool:
        """Whether a natural card would leave a stack that is not full, and on which no other of the player's fits."""
        own, rank = self._view.players[self._view.turn], self._rules.natural_rank(play.cards[0])
        shown = [*(self._kept - Counter(play.cards)), *(stack[-1] for stack in own.side if stack)]
        shown += [pile.top for pile in own.payoff if pile.top]
        return rank < self._rules.build_to and all(self._rules.natural_rank(card) != rank + 1 for card in shown)
