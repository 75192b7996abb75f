"""Why a discard or a pass is good: which card goes, where it goes, and the alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from spite_and_malice.analysis.held import HeldBack
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.lacks import NEAR, lacked, lacking
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.tidiness import blocks
from spite_and_malice.analysis.wording import capital, payoff_name, ranks_listed
from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import codes
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import Naming, card_name, rank_name
from spite_and_malice.texts import _, listed, ngettext

OF_PLACES: Final = frozenset(
    {
        Kind.STEP_DOWN, Kind.SAME_RANK, Kind.NEXT_ON, Kind.KEEPS_EMPTY, Kind.FREE_STACK, Kind.BEHIND_PAYOFF,
        Kind.NEEDED_LAST, Kind.IN_ORDER, Kind.STAYS_OPEN, Kind.IN_REACH, Kind.FEWEST_BURIED, Kind.BURIES,
        Kind.STAYS_FREE, Kind.NOT_COVERED, Kind.SPARES_TOPS,
    }
)  # fmt: skip
"""Reasons for where to discard; the others are for which card, or for discarding at all."""

_FAR: Final = 8
"""A card needed this many cards before the player's pay-off card is not kept for it."""
_SOON: Final = 3
"""And with this many it may be, if it lies free."""
_MOST_NAMED: Final = 3
"""The most cards to keep that are named."""


def keeps_wild(view: View, *wilds: str) -> Reason:
    """Return the reason that wild cards stay in the hand."""
    return Reason(Kind.KEEPS_WILD, _sentence(_keeping_wild(view, *wilds)), about=" ".join(wilds))


def _keeping_wild(view: View, *wilds: str) -> str:
    words = ngettext(
        "you keep {wilds}, which can stand for whatever you need",
        "you keep {wilds}, which can stand for whatever you need",
        len(wilds),
    )
    if view.rules.wild_never:
        words = ngettext(
            "you keep {wilds}, which can stand for any card but {ranks}",
            "you keep {wilds}, which can stand for any card but {ranks}",
            len(wilds),
        )
    suited = Naming(view.rules).suited
    never = listed([rank_name(rank, suited=suited) for rank in view.rules.wild_never], either=True)
    return words.format(wilds=listed(list(map(card_name, dict.fromkeys(wilds)))), ranks=never)


def _sentence(clause: str) -> str:
    return f"{capital(clause)}."


class Discarding(HeldBack):
    """The reasons for a discard or a pass, the weightiest first."""

    def reasons(self, over: Move | None) -> Iterator[Reason]:
        """Yield the reasons; with another move `over`, also those that only distinguish the two."""
        if self._move.is_pass:
            yield from self._pass()
            return
        yield from self._discard(over)
        hidden = self._hidden_by(over) if over is not None and over.is_discard else ""
        if hidden:
            yield from self._stays_free(hidden)
        is_on_empty = not self._own.side[int(self._move.target[1:]) - 1] and self._effects & codes.ENDED_TURN
        if is_on_empty and self._open_stacks(self._move.cards, self._move.target):
            yield from self._stays_open()
        if hidden:
            yield self.not_covered([hidden])

    def _because(self, kind: Kind, why: str, about: str = "", **names: object) -> Reason:
        """Say what to discard and where, and why; in `brief`, only why."""
        said = why.format(card=card_name(self._move.cards[0]), **names)
        words = _("Discard {line}: {why}.").format(line=self._line, why=said)
        return Reason(kind, words, brief=_sentence(said), about=about)

    def not_covered(self, tops: Sequence[str]) -> Reason:
        """Say of other side stacks that their top cards are not covered."""
        words = ngettext("{tops} stays free", "{tops} stay free", len(tops))
        return self._because(Kind.NOT_COVERED, words, " ".join(tops), tops=listed(list(map(card_name, tops))))

    @property
    def _line(self) -> str:
        return self._line_of(self._move)

    def _line_of(self, move: Move) -> str:
        """Name the cards that are discarded, and the place."""
        stack = self._own.side[int(move.target[1:]) - 1]
        words = _("{card} on {top}") if stack else _("{card} on an empty [side stack]")
        return words.format(card=listed(list(map(card_name, move.cards))), top=card_name(stack[-1]) if stack else "")

    def rather_than(self, other: Move, *, is_searched: bool = False) -> Reason | None:
        """Say why not another discard, which looks tidier. None if neither a fact nor the search says so."""
        card, rank = other.cards[0], self._rules.natural_rank(other.cards[0])
        own = self._rules.natural_rank(self._move.cards[0])
        wanted = next((top for top, ranks in self._lacking() if rank in ranks and own not in ranks), "")
        if wanted:
            why = _("{card} comes before your [pay-off card] {payoff}")
        elif blocks(self._view, other) and not blocks(self._view, self._move):
            why = _("{top} can be played now")
        elif rank and self._steps_to(rank) < self._steps_to_card(self._move.cards[0]):
            why = _("{card} can be played sooner")
        elif is_searched:
            why = _("the games looked ahead went better without that")
        else:
            return None
        under = self._own.side[int(other.target[1:]) - 1][-1:]
        names = {"payoff": card_name(wanted) if wanted else "", "top": card_name(under[0]) if under else ""}
        words = _("Not {line}: {why}.").format(line=self._line_of(other), why=why.format(card=card_name(card), **names))
        return Reason(Kind.RATHER, words, about=card)

    def looked_ahead(self) -> Reason:
        """Say of a discard what only the search supports."""
        return self._because(Kind.AHEAD, _("in the games looked ahead this came out best"))

    def _discard(self, over: Move | None) -> Iterator[Reason]:
        view, move = self._view, self._move
        stack = view.players[view.turn].side[int(move.target[1:]) - 1]
        if not self._effects & codes.ENDED_TURN:
            words = _("{card} fills an empty [side stack]; they are filled first, and it costs no turn.")
            yield Reason(Kind.FILLS, capital(words.format(card=listed(list(map(card_name, self._move.cards))))))
            return
        yield from self.held()
        if len(move.cards) == 2:
            yield self._because(Kind.PAIR, _("the two leave your hand with one discard"))
        if stack:
            yield from self._onto(move.cards[0], stack)
        yield from self._like_payoff(stack)
        yield from self._in_reach()
        yield from self._least_missed()
        yield from self._needed()
        yield from self._next_on()
        yield from self._sooner()
        yield from self._leaves_soon(stack)
        if stack:
            yield from self._buries_least(stack)
        else:
            yield from self._below_others(move.cards)
            yield from self._leaves_first()
            yield from self._spares_tops()
            yield from self._free_stack()
        yield from self._wild_kept(over)
        if stack:
            yield from self._buries(move.cards[0], stack)

    def _hidden_by(self, other: Move) -> str:
        """The card that another discard would cover and this one does not; "" for none."""
        missed = self._rules.natural_rank(other.cards[0])
        tops = [stack[-1] for stack in self._own.side if stack]
        under = self._own.side[int(other.target[1:]) - 1]
        # A card on one of the same rank buries nothing, and of two equal cards one stays free in any case.
        hides = under and self._rules.natural_rank(under[-1]) != missed and tops.count(under[-1]) == 1
        is_hidden = hides and other.target != self._move.target and under[-1] not in self._move.cards
        return under[-1] if is_hidden else ""

    def _sooner(self) -> Iterator[Reason]:
        """Natural cards that stay in the hand and can go sooner; of one that can go now, that would say too little."""
        far = self._steps_to_card(self._move.cards[0])
        kept = [
            card
            for card in dict.fromkeys(self._kept)
            if 0 < self._steps_to_card(card) < far and self._rules.natural_rank(card) not in self._payoff_ranks
        ]
        if kept:
            kept = sorted(kept, key=self._steps_to_card)[:_MOST_NAMED]
            why = ngettext(
                "you keep {cards}, which can be played sooner",
                "you keep {cards}, and they can be played sooner",
                len(kept),
            )
            yield self._because(Kind.SOONER, why, " ".join(kept), cards=listed(list(map(card_name, kept))))

    def _stays_free(self, top: str) -> Iterator[Reason]:
        rank = self._rules.natural_rank(top)
        following = next((card for card in self._kept if rank and self._rules.natural_rank(card) == rank + 1), None)
        if following is not None:
            why = _("{top} stays free, and after it your {following} can be played")
            yield self._because(Kind.STAYS_FREE, why, top, top=card_name(top), following=card_name(following))
            return
        count = self._steps_to_card(top)
        lacks = lacking(self._view, self._before, rank, set(map(self._rules.natural_rank, self._kept)))
        if not rank:
            return
        under = self._own.side[int(self._move.target[1:]) - 1][-1:] if self._move.is_discard else ()
        if not count:
            why = _("{top} stays free to be played")
        elif rank <= count <= NEAR:
            why = _("{top} stays free, and can go once {ranks} complete a [centre stack]")
        elif count <= NEAR and lacks:
            why = _("{top} stays free; it lacks only {ranks}")
        elif under and count < self._steps_to_card(under[0]):
            why = _("{top} stays free, which can be played sooner than {other}")
        else:
            return
        ranks = lacks if count < rank else lacking(self._view, self._before, rank)
        names = {"top": card_name(top), "ranks": ranks}
        names |= {"other": card_name(under[0])} if under else {}
        yield self._because(Kind.STAYS_FREE, why, top, **names)

    def _onto(self, card: str, stack: Sequence[str]) -> Iterator[Reason]:
        rank, under = self._rules.natural_rank(card), self._rules.natural_rank(stack[-1])
        top = card_name(stack[-1])
        is_step = rank and under and rank == under - 1 and self._steps_to(under) > 0 and len(self._move.cards) == 1
        # The pay-off card goes before a card of its rank.
        follows = under not in self._payoff_ranks
        if (is_step or (rank and rank == under)) and self._is_only_tidy(rank):
            why = _("no other card of your hand can go on an equal or next higher card")
            if self._kept.total() == 1:
                why = _("your {other} can go on no equal or next higher card")
            yield self._because(Kind.ONLY_TIDY, why, other=card_name(next(iter(self._kept))))
        if is_step and follows:
            yield self._because(Kind.STEP_DOWN, _("when {card} is played, {top} can follow"), top=top)
        if rank and rank == under:
            yield self._because(Kind.SAME_RANK, _("it covers only an equal card"))

    def _buries_least(self, stack: Sequence[str]) -> Iterator[Reason]:
        """Why a discard covers a card there: no card is needed later, or no card lies on fewer others."""
        card, top = self._move.cards[0], stack[-1]
        others = self._open_stacks(self._move.cards, self._move.target)
        count = self._steps_to_card(top)
        is_buried = self._is_buried(card, top)
        if others and not all(others):
            empty = sum(not each for each in others)
            why = ngettext(
                "a [side stack] stays empty for later", "{empty} [side stacks] stay empty for later", empty
            ).format(empty=empty)
            waits = self._waits_anyway(card, top)
            if waits:
                why = _("{one}, and {other}").format(one=why, other=waits)
            yield self._because(Kind.KEEPS_EMPTY, why)
        tops = [each[-1] for each in others if each]
        rank = self._rules.natural_rank(top)
        later = [each for each in tops if self._steps_to_card(each) >= count and self._rules.natural_rank(each) != rank]
        if is_buried and tops and len(tops) == len(others) and not later:
            why = ngettext(
                "of your top cards {top} can wait longest, as {count} card has to come before it",
                "of your top cards {top} can wait longest, as {count} cards have to come before it",
                count,
            )
            equal = next((each for each in tops if self._rules.natural_rank(each) == rank), "")
            if equal:
                why = _("{top} and {equal} wait longest of your top cards, and {equal} stays free")
            names = {"top": card_name(top), "equal": card_name(equal) if equal else ""}
            yield self._because(Kind.NEEDED_LAST, why, top, count=count, **names)
        if 0 < self._steps_to_card(card) < count:
            why = _("{card} can still be played before {top}")
            yield self._because(Kind.IN_ORDER, why, top, top=card_name(top))
        if others and len(stack) < min(map(len, others)):
            why = _("it buries only {count} cards; your other [side stacks] are higher")
            if len(stack) == 1:
                why = _("it buries only {top}; your other [side stacks] are higher")
            yield self._because(Kind.FEWEST_BURIED, why, count=len(stack), top=card_name(top))

    def _is_buried(self, card: str, top: str) -> bool:
        """Whether a card hides a natural one that has to wait for other cards."""
        rank, under = self._rules.natural_rank(card), self._rules.natural_rank(top)
        return self._steps_to_card(top) > 0 and not (rank and 0 <= under - rank <= 1)

    def _steps_to_card(self, card: str) -> int:
        """How many cards come before a card; none before a wild one."""
        rank = self._rules.natural_rank(card)
        return self._steps_to(rank) if rank else 0

    def _buries(self, card: str, stack: Sequence[str]) -> Iterator[Reason]:
        """The card that a discard buries, and how far that card is from being playable."""
        if waits := self._waits_anyway(card, stack[-1]):
            yield self._because(Kind.BURIES, waits, stack[-1])

    def _waits_anyway(self, card: str, top: str) -> str:
        """Say what has to come before a card that a discard buries; "" if the player's other cards could do that."""
        rank = self._rules.natural_rank(top)
        own = [*self._kept.elements(), *(stack[-1] for stack in self._own.side if stack)]
        wilds = sum(map(self._rules.is_wild, own))
        before = lacked(self._rules, self._before, rank)
        has = {self._rules.natural_rank(each) for each in own}
        # What lacks only a few cards had better stay free.
        if not self._is_buried(card, top) or sum(each not in has for each in before) <= max(wilds, NEAR):
            return ""
        words = ngettext(
            "{ranks} has to come before {top} anyway", "{ranks} have to come before {top} anyway", len(before)
        )
        return words.format(ranks=lacking(self._view, self._before, rank), top=card_name(top))

    def _free_stack(self) -> Iterator[Reason]:
        """The cards that can go soon and that a discard on an empty stack leaves free."""
        others = self._open_stacks(self._move.cards, self._move.target)
        tops = dict.fromkeys(stack[-1] for stack in others if stack)
        soon = [top for top in tops if 0 < self._steps_to_card(top) <= _SOON]
        if soon and not self._goes_soon:
            why = ngettext(
                "{tops}, which can soon be played, stays free", "{tops}, which can soon be played, stay free", len(soon)
            )
            yield self._because(Kind.FREE_STACK, why, tops=listed(list(map(card_name, soon))))

    def _stays_open(self) -> Iterator[Reason]:
        yield self._because(Kind.STAYS_OPEN, _("there it buries nothing, and you can still play it later"))

    @property
    def _goes_soon(self) -> bool:
        """Whether a natural card is discarded that has to wait for only a few others."""
        card = self._move.cards[0]
        return self._rules.natural_rank(card) > 0 and self._steps_to_card(card) <= _SOON

    def _next_on(self) -> Iterator[Reason]:
        """A card of the hand that is one lower, can be discarded on this one, and is not needed sooner."""
        rank = self._rules.natural_rank(self._move.cards[0])
        lower = next((card for card in self._hand if rank > 1 and self._rules.natural_rank(card) == rank - 1), None)
        is_wanted = self._steps_to(rank - 1) == 0 or any(rank - 1 in wanted for _top, wanted in self._lacking())
        if lower is not None and not is_wanted:
            why = _("your {lower} can go on {card} next turn, in playing order")
            yield self._because(Kind.NEXT_ON, why, lower, lower=card_name(lower))

    def _like_payoff(self, stack: Sequence[str]) -> Iterator[Reason]:
        """Cards of the rank of the player's pay-off card, which goes before them."""
        for pile in self._view.players[self._view.turn].payoff:
            rank = self._rules.natural_rank(pile.top) if pile.top else 0
            if not rank or not pile.top:
                continue
            payoff = payoff_name(card_name(pile.top), partners=False, joker=False)
            if self._rules.natural_rank(self._move.cards[0]) == rank:
                why = _("wherever {card} fits, {payoff} goes first")
                if card_name(pile.top) == card_name(self._move.cards[0]):
                    why = _("the {card} on your [pay-off pile] goes before it")
                yield self._because(Kind.LIKE_PAYOFF, why, pile.top, payoff=payoff)
            elif stack and self._rules.natural_rank(stack[-1]) == rank:
                why = _("{top} may be covered, since {payoff} goes before it")
                yield self._because(Kind.BEHIND_PAYOFF, why, stack[-1], top=card_name(stack[-1]), payoff=payoff)

    def _wild_kept(self, over: Move | None) -> Iterator[Reason]:
        """Whether the discard keeps wild cards: a reason if nothing else is left or the other discard spends one."""
        card = self._move.cards[0]
        if self._rules.is_wild(card) or not (wild := next(filter(self._rules.is_wild, self._hand), "")):
            return
        if all(map(self._rules.is_wild, self._kept)):
            yield self._because(Kind.ONLY_NATURAL, _("{card} is the only card of your hand that is not wild"))
        elif over is None or any(map(self._rules.is_wild, over.cards)):
            yield self._because(Kind.KEEPS_WILD, _keeping_wild(self._view, wild), wild)

    def _needed(self) -> Iterator[Reason]:
        """Cards kept in the hand that come before the player's pay-off card on the nearest stack."""
        kept = self._kept
        for top, wanted in self._lacking():
            found = [card for card in kept if self._rules.natural_rank(card) in wanted]
            if found and not any(self._rules.natural_rank(card) in wanted for card in self._move.cards):
                why = ngettext(
                    "you keep {cards}, which comes before your [pay-off card] {payoff}",
                    "you keep {cards}, which come before your [pay-off card] {payoff}",
                    len(found),
                )
                names = {"cards": listed(list(map(card_name, found))), "payoff": card_name(top)}
                yield self._because(Kind.NEEDED, why, " ".join(found), **names)

    def _in_reach(self) -> Iterator[Reason]:
        """Whether the card comes before the player's pay-off card, and can still be played from the side stack."""
        for top, wanted in self._lacking():
            if self._rules.natural_rank(self._move.cards[0]) in wanted:
                why = _("from there you can still play {card} before your [pay-off card] {payoff}")
                yield self._because(Kind.IN_REACH, why, top, payoff=card_name(top))

    def _lacking(self) -> Iterator[tuple[str, range]]:
        """The player's pay-off cards that are not far from being playable, and the ranks that come before them."""
        for pile in self._view.players[self._view.turn].payoff:
            rank = self._rules.natural_rank(pile.top) if pile.top else 0
            count = self._steps_to(rank) if rank else 0
            if pile.top and 0 < count < min(rank, _FAR):
                yield pile.top, range(rank - count, rank)

    def _least_missed(self) -> Iterator[Reason]:
        """Why this card rather than others of the hand: there is an equal one, or all others can be played sooner."""
        rank = self._rules.natural_rank(self._move.cards[0])
        others = [card for card in self._kept if self._rules.natural_rank(card)]
        if not rank or not others:
            return
        twin = next((each for each in others if self._rules.natural_rank(each) == rank), None)
        if twin:
            why = _("you keep {twin}, which fits wherever {card} does")
            if card_name(twin) == card_name(self._move.cards[0]):
                why = _("you keep another {twin}")
            yield self._because(Kind.KEEPS_EQUAL, why, twin=card_name(twin))
        elif all(self._steps_to(self._rules.natural_rank(each)) < self._steps_to(rank) for each in others):
            if any(self._rules.natural_rank(each) in self._payoff_ranks for each in others):
                # The pay-off card takes their place, and they wait for another.
                return
            count = self._steps_to(rank)
            why = ngettext(
                "{card} waits longest of your hand, as {count} card has to come before it",
                "{card} waits longest of your hand, as {count} cards have to come before it",
                count,
            )
            yield self._because(Kind.FURTHEST, why, count=count)

    def _spares_tops(self) -> Iterator[Reason]:
        """The cards that a card would bury anywhere but on the last empty stack."""
        others = self._open_stacks(self._move.cards, self._move.target)
        tops = list(dict.fromkeys(stack[-1] for stack in others if stack))
        is_last = bool(others) and all(others) and len(tops) <= _MOST_NAMED
        if is_last and all(self._is_buried(self._move.cards[0], top) for top in tops):
            why = _("elsewhere it would bury {tops}")
            names = listed(list(map(card_name, tops)), either=True)
            yield self._because(Kind.SPARES_TOPS, why, " ".join(tops), tops=names)

    def _below_others(self, cards: Sequence[str]) -> Iterator[Reason]:
        """Why these cards rather than others of the hand begin a stack: they leave soon, or all can lie on them."""
        rank = self._rules.natural_rank(cards[0])
        others = [self._rules.natural_rank(card) for card in self._kept]
        if not rank or not others or not all(others):
            return
        if max(others) < rank and self._rules.side_order == "any":
            yield self._because(
                Kind.HIGHEST, _("{card} is the highest card of your hand, and lower ones can lie on it")
            )

    def _leaves_soon(self, stack: Sequence[str]) -> Iterator[Reason]:
        """Whether a card is played soon, and sooner than the one that it covers."""
        rank = self._rules.natural_rank(self._move.cards[0]) or 0
        count = self._steps_to(rank) if rank else 0
        own = [*self._kept, *(side[-1] for side in self._own.side if side)]
        lacks = lacked(self._rules, self._before, rank, set(map(self._rules.natural_rank, own))) if rank else []
        # An opponent who waits with the same rank plays it first.
        is_wanted = rank in {self._rules.natural_rank(card_text(top)) for _seat, top in self._threats}
        is_soon = lacks and not is_wanted and 0 < count < min(rank, _SOON)
        if is_soon and (not stack or count < self._steps_to_card(stack[-1])):
            before = lacked(self._rules, self._before, rank)
            has = [card for card in dict.fromkeys(own) if self._rules.natural_rank(card) in set(before) - set(lacks)]
            why = _("{card} lacks only {ranks} and may soon be played from there")
            if has:
                why = _("{card} lacks only {ranks}, as you have {cards}, and may soon be played from there")
            names = {"ranks": ranks_listed(self._view, lacks), "cards": listed(list(map(card_name, has)))}
            yield self._because(Kind.SOONEST, why, **names)

    def _leaves_first(self) -> Iterator[Reason]:
        """Whether a card can be played from an empty stack before others of the hand."""
        rank = self._rules.natural_rank(self._move.cards[0]) or 0
        count = self._steps_to(rank) if rank else 0
        others = [card for card in self._kept if self._rules.natural_rank(card)]
        later = sorted((card for card in others if self._steps_to_card(card) > count), key=self._steps_to_card)
        if not rank or not later:
            return
        why = _("{card} can be played before {others}, and then that [side stack] is empty again")
        if len(later) == len(others):
            why = _(
                "{card} can be played before any other card of your hand, and then that [side stack] is empty again"
            )
            if any(map(self._rules.is_wild, self._kept)):
                why = _(
                    "{card} can be played before any other natural card of your hand, and then that [side stack] is "
                    "empty again"
                )
        elif len(later) > _MOST_NAMED:
            return
        yield self._because(Kind.FIRST, why, " ".join(later), others=listed(list(map(card_name, later))))

    def _open_stacks(self, cards: Sequence[str] = (), besides: str = "") -> list[Sequence[str]]:
        """The side stacks except one to which some cards, or any, may be discarded now."""
        own = self._view.players[self._view.turn].side
        discards = [move for move in map(Move.parse, self._view.legal) if move.is_discard and move.target != besides]
        moves = [move for move in discards if cards in ((), move.cards)]
        return [own[number] for number in sorted({int(move.target[1:]) - 1 for move in moves})]

    def _pass(self) -> Iterator[Reason]:
        yield from self.held()
        stacks = self._open_stacks()
        if stacks and all(stacks):
            words = _("A pass leaves {cards} free; every discard would cover one of them.")
            tops = listed([card_name(stack[-1]) for stack in stacks])
            if len(stacks) == 1:
                words = _("A pass leaves {cards} free, which every discard would cover.")
            yield Reason(Kind.BURIES_NOTHING, words.format(cards=tops))
        if self._hand:
            words = ngettext(
                "With a pass you keep {cards} for your next turn; a discard would give it up.",
                "With a pass you keep {cards} for your next turn; a discard would give up one of them.",
                len(self._hand),
            )
            if not stacks:
                words = _("Nothing can be discarded now: with a pass you keep {cards} for your next turn.")
            yield Reason(Kind.PASS_KEEPS, words.format(cards=listed([card_name(card) for card in self._hand])))
