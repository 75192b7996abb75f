"""What a turn without plays waits for: the player's pay-off card, or an opponent's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from spite_and_malice.analysis.chains import Chain
from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.lacks import (
    MOST_RANKS,
    NEAR,
    cards_counted,
    for_wilds,
    lacked,
    lacked_words,
    listed_or_counted,
    never_wild_ranks,
    own_chain,
    own_payoffs,
    short_of,
    shown_cards,
    tops_of,
)
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.threats import fits, opponents_tops, steps_to
from spite_and_malice.analysis.wording import capital, cards_listed, named_at, payoff_words, player_name, ranks_listed
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import apply, codes
from spite_and_malice.engine.moves import encode_texts
from spite_and_malice.rules import card_code, card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

_TURNS: Final = 2
"""The number of turns in a row with the same sentence where it is unknown what was heard."""


def waiting_for(
    view: View, moves: Sequence[str], log: Sequence[str], names: Sequence[str] | None, heard: Earlier | None
) -> Reason | None:
    """Return what comes before the player's pay-off card, or before an opponent's; None where that is no news.

    `moves` end the turn. What the player `heard` is not said again; where that is unknown, the
    turns since their last pay-off card tell.
    """
    found = _Waiting(view, moves, names).found()
    if heard is not None:
        return next(filter(heard.is_new, found), None)
    return next((each for at, each in enumerate(found) if at == _turns_waited(view, log) // _TURNS), None)


def own_waiting(view: View, moves: Sequence[str], heard: Earlier) -> Reason | None:
    """Return what comes before the player's pay-off card where that is news."""
    return next(filter(heard.is_new, _Waiting(view, moves, None).own()), None)


def stock_ends(view: View, names: Sequence[str] | None) -> Reason | None:
    """Return that the stock is too small for the others' next turns, and what that decides; None if it is not."""
    rules, table = view.rules, Position.from_view(view).core
    others = [seat for seat in range(rules.players) if seat != view.turn]
    needed = sum(max(0, rules.hand - table.hand_count(seat)) for seat in others)
    if rules.stock_out == "renew" or view.aside or needed <= view.stock:
        return None
    words = _(
        "The [stock] runs out before your next turn: unless a [stack] is finished, the game ends then, and nobody wins."
    )
    if rules.stock_out == "fewest":
        words = _(
            "The [stock] runs out before your next turn: unless a [stack] is finished, the game ends then, and the "
            "fewest [pay-off cards] win."
        )
    left = {side: table.cards_left(side) for side in range(rules.side_count)}
    first = min(left, key=lambda side: left[side])
    own = view.turn % rules.side_count
    standing = ""
    if list(left.values()).count(left[first]) == 1 and (first == own or not rules.partners):
        standing = _("You have the fewest.")
        if first != own:
            standing = _("{player} has the fewest.").format(player=capital(player_name(view, first, names)))
    return Reason(Kind.STOCK_ENDS, " ".join(filter(None, (words, standing))))


def still_waiting(view: View, plays: Sequence[str]) -> Reason | None:
    """Return what the player's pay-off card still lacks after plays; None for nothing."""
    return _Waiting(view, plays, None).still()


def _turns_waited(view: View, log: Sequence[str]) -> int:
    """Return how many turns of the viewer have ended since they played a pay-off card."""
    count = 0
    for entry in reversed(log):
        seat, text = entry.split(" ", 1)
        move = Move.parse(text)
        if int(seat) == view.turn:
            if "P" in move.source:
                break
            count += move.is_discard or move.is_pass
    return count


class _Waiting:
    """The table before moves and after them."""

    def __init__(self, view: View, moves: Sequence[str], names: Sequence[str] | None) -> None:
        self._view = view
        self._rules = view.rules
        self._moves = moves
        self._names = names
        self._before = Position.from_view(view).core
        self._after = self._before.clone()
        effects = 0
        for code in encode_texts(moves, view.rules.payoff_piles):
            effects |= apply(self._after, code)
        # At the end of a turn it is the next player who draws.
        self._draws = bool(effects & codes.DREW) and not effects & codes.ENDED_TURN

    def found(self) -> Iterator[Reason]:
        """Yield what can be said, the most useful first."""
        own = list(self.own())
        # What is far off comes after what an opponent is near to, and both before what is repeated.
        at = 0 if own and own[0].kind == Kind.FAR else 1
        yield from filter(None, [*own[:at], self._they_wait(), *own[at:]])

    def still(self) -> Reason | None:
        """Return in short what the player's pay-off card lacks after the moves; None for nothing."""
        return next(reversed(list(self.own())), None)

    def own(self) -> Iterator[Reason]:
        """What the player's nearest pay-off card lacks, and the same more and more shortly."""
        own = list(own_payoffs(self._view))
        if self._draws:
            # What the new cards are, nobody knows.
            return
        if not own:
            yield from self._wild_waits()
            return
        chains = [
            (chain, card, whose)
            for card, whose in own
            if (chain := own_chain(self._view, self._after, self._rules.natural_rank(card)))
        ]
        if not chains:
            yield from self._needs_stack(*own[0])
            return
        chain, card, whose = min(chains, key=lambda each: (len(each[0].missing), -each[0].height))
        missing = len(chain.missing)
        short = short_of(self._rules, chain.missing, len(self._wilds(shown_cards(self._view, self._after))))
        if missing > MOST_RANKS and (missing > MOST_RANKS + 1 or short == missing):
            yield from self._is_far(chain, card, whose, short)
        elif missing:
            yield from self._lacks(chain, card, whose)

    def _lacks(self, chain: Chain, card: str, whose: str) -> Iterator[Reason]:
        """What a card lacks that is near, and which cards to keep for it."""
        missing, turn = chain.missing, self._view.turn
        discarded = {int(move.target[1:]) - 1 for move in map(Move.parse, self._moves) if move.is_discard}
        sides = [self._after.side(turn, number) for number in range(self._rules.side) if number not in discarded]
        tops = {stack[-1] for stack in sides if stack}
        kept, free = list(chain.hand), [each for each in chain.side if each in tops]
        lacks = ranks_listed(self._view, missing)
        wilds = self._wilds(self._after.hand(turn))
        wild_tops = self._wilds(tops)
        count = len(self._wilds(shown_cards(self._view, self._after)))
        usable = len(for_wilds(self._rules, missing))
        short = short_of(self._rules, missing, count)
        if short < len(missing):
            # Of wild cards that are enough, something else says why they are kept, or a new card comes first.
            lacks = lacked_words(self._view, missing, count)
            kept += wilds[:usable] if short else []
            free += wild_tops[: max(0, usable - len(wilds))] if short else []
        words = _("{card} lacks {ranks} on {top}.")
        if kept and free:
            words = _("{card} lacks {ranks} on {top}: keep {cards} for it, and leave {tops} free.")
        elif kept:
            words = _("{card} lacks {ranks} on {top}: keep {cards} for it.")
        elif free:
            words = _("{card} lacks {ranks} on {top}: leave {tops} free for it.")
        still = shortly = _("{card} still lacks {ranks}.")
        if self._is_untouched(chain.height):
            still = shortly = _("{card} still lacks {ranks} on {top}.")
        if kept:
            shortly = _("Keep {cards} for {card}.")
        elif free:
            shortly = _("Leave {tops} free for {card}.")
        names = {"card": whose, "ranks": lacks, "top": named_at(self._view, chain.height)}
        names |= {"cards": cards_listed(kept), "tops": cards_listed(free)}
        kind = Kind.KEEPS_FOR if kept else Kind.WAITING
        said = Reason(kind, capital(words.format(**names)), about=card)
        yield said
        yield from (replace(said, words=capital(words.format(**names))) for words in dict.fromkeys((shortly, still)))

    def _is_untouched(self, height: int) -> bool:
        """Whether a centre stack of a height has that height before the moves and after them."""
        places = min(self._before.places, self._after.places)
        return any(self._before.height(place) == height == self._after.height(place) for place in range(places))

    def _is_far(self, chain: Chain, card: str, whose: str, short: int) -> Iterator[Reason]:
        """How many cards a card lacks, and how many are `short` where the player has wild ones."""
        missing = chain.missing
        words = shortly = _("{card} is far off: it lacks {count} on {top}, {rank} first.")
        if 0 < short < len(missing):
            wilds = len(self._wilds(shown_cards(self._view, self._after)))
            words = ngettext(
                "Even with your wild card {card} lacks {count} on {top}.",
                "Even with your wild cards {card} lacks {count} on {top}.",
                wilds,
            )
            shortly = ngettext(
                "Even with your wild card {card} still lacks {count}.",
                "Even with your wild cards {card} still lacks {count}.",
                wilds,
            )
        count = cards_counted(short or len(missing))
        names = {"card": whose, "top": named_at(self._view, chain.height), "count": count}
        said = words.format(rank=ranks_listed(self._view, missing[:1]), **names)
        yield Reason(Kind.FAR, capital(said), about=card)
        if not 0 < short <= MOST_RANKS:
            shortly = _("{card} is still far off.")
        yield Reason(Kind.FAR, capital(shortly.format(**names)), about=card)

    def _wilds(self, cards: Sequence[int] | set[int]) -> list[int]:
        """Those of some cards that are wild."""
        return [each for each in cards if each and self._rules.is_wild(card_text(each))]

    def _wild_waits(self) -> Iterator[Reason]:
        """Why a wild pay-off card has to wait: the next card of every stack is one that wild cards never stand for."""
        top = next((pile.top for pile in self._view.players[self._view.turn].payoff if pile.top), "")
        never = never_wild_ranks(self._view)
        if top and never:
            words = _("{card} has to wait: wild cards never stand for {ranks} here.")
            said = words.format(card=payoff_words(self._view, "P-C1"), ranks=ranks_listed(self._view, never))
            yield Reason(Kind.WAITING, capital(said), about=top)

    def _needs_stack(self, card: str, whose: str) -> Iterator[Reason]:
        """That a stack has to be completed before a card can be played on a new one, and what that lacks."""
        chain = own_chain(self._view, self._after, self._rules.build_to + 1)
        if chain is not None and chain.missing:
            words = _("{card} needs a new [stack]: the one with {top} lacks {ranks}.")
            if 0 < len(chain.cards) <= MOST_RANKS:
                words = _("{card} needs a new [stack]: the one with {top} lacks {ranks}; you have {cards}.")
            names = {"top": named_at(self._view, chain.height), "ranks": listed_or_counted(self._view, chain.missing)}
            said = words.format(card=whose, cards=cards_listed(chain.cards), **names)
            yield Reason(Kind.WAITING, capital(said), about=card)
        yield Reason(Kind.WAITING, capital(_("{card} still needs a new [stack].").format(card=whose)), about=card)

    def _they_wait(self) -> Reason | None:
        """What comes before a pay-off card of an opponent, of all those that are nearest, and next first."""

        def count(each: tuple[int, int]) -> tuple[int, int]:
            rank = self._rules.natural_rank(card_text(each[1]))
            lacks = lacked(self._rules, self._before, rank, tops_of(self._rules, self._before, each[0]))
            return len(lacks), self._before.cards_left(each[0] % self._rules.side_count)

        discarded = Move.parse(self._moves[-1]).cards
        cards = [each for each in map(card_text, shown_cards(self._view, self._before)) if each not in discarded]
        for seat, code in sorted(opponents_tops(self._rules, self._before, self._view.turn), key=count):
            card, tops = card_text(code), tops_of(self._rules, self._before, seat)
            rank = self._rules.natural_rank(card)
            lacks = lacked(self._rules, self._before, rank, tops)
            # A list of ranks cannot say that a stack has to be finished first.
            is_near = steps_to(self._rules, self._before, rank) < min(rank, MOST_RANKS + 1) and len(lacks) <= NEAR
            # Nobody can keep away what they do not have, or cannot play.
            found = dict.fromkeys(each for each in cards if self._rules.natural_rank(each) in lacks)
            is_near = is_near and any(fits(self._rules, self._before, card_code(each)) for each in found)
            if found and is_near and 0 not in tops:
                words = _(
                    "{player} needs only {ranks} on {stack} for the [pay-off card] {top}: keep your {cards} back."
                )
                name = capital(player_name(self._view, seat, self._names))
                ranks = ranks_listed(self._view, lacks)
                names = {"player": name, "ranks": ranks, "stack": self._nearest(rank), "top": card_name(card)}
                said = words.format(cards=listed(list(map(card_name, found))), **names)
                return Reason(Kind.THEY_WAIT, said, about=card)
        return None

    def _nearest(self, rank: int) -> str:
        """Name the stack on which a card of a rank needs the fewest others."""
        count = steps_to(self._rules, self._before, rank)
        height = (rank - 1 - count) % self._rules.build_to
        return named_at(self._view, height)
