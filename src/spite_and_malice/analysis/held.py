"""Why a card that could go to the centre is held back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from spite_and_malice.analysis.facts import Facts
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.lacks import NEAR, lacked, tops_of
from spite_and_malice.analysis.prices import closing
from spite_and_malice.analysis.reach import shown_way
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.threats import opponents, opponents_tops, steps_to
from spite_and_malice.analysis.wording import capital, cards_listed, centre_name, ranks_listed
from spite_and_malice.engine import Move, PlayerView
from spite_and_malice.engine.core import Core, apply, codes, kind_of, legal_moves, plays_payoff
from spite_and_malice.engine.moves import decode
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed

HELD: Final = frozenset(
    {Kind.HOLDS_BACK, Kind.KEEPS_OFF, Kind.RUNS_ON, Kind.FEEDS, Kind.LEADS_NOWHERE, Kind.WAITS, Kind.GAMES}
)
"""Reasons for not playing a card that could go to the centre."""

_EQUALS: Final = frozenset({Kind.HOLDS_BACK, Kind.KEEPS_OFF, Kind.FEEDS, Kind.LEADS_NOWHERE})
"""Reasons that hold for every card of the rank."""
_MOST_FOLLOWING: Final = 3
"""The most cards that could follow a play that are looked at."""


class HeldBack(Facts):
    """The reasons for not playing a card that could go to the centre now."""

    def held(self) -> Iterator[Reason]:
        """Why a playable card is not played, the weightiest reason first; the last one comes only from the search."""
        plays = [
            (code, decode(code, self._rules.payoff_piles))
            for code in legal_moves(self._before)
            if kind_of(code) == codes.TO_CENTRE and not plays_payoff(code)
        ]
        # Nobody spends a wild card for nothing: that needs no reason.
        natural = [each for each in plays if each[1].source[0] in "HS" and self._rank_of(each[1])]
        for found in (self._lets, self._brings_near, self._runs_on, self._feeds, self._leads_nowhere):
            for code, play in natural:
                child = self._before.clone()
                apply(child, code)
                yield from found(play, child)
        for code, play in natural:
            child = self._before.clone()
            apply(child, code)
            yield self._better_not(play, child)

    def _better_not(self, play: Move, child: Core) -> Reason:
        """Say why a play without another drawback waits: a worse discard, what others could play, the search."""
        is_tidy = play.source == "H" and play.cards == self._move.cards and self._is_only_tidy(self._rank_of(play))
        under = self._own.side[int(self._move.target[1:]) - 1] if is_tidy else ()
        if under and self._hides_none(self._rank_of(play), under):
            words = _("{card} could go on {stack} too, but then another card of yours would have to bury one.")
            return self._about(Kind.WAITS, words, play)
        if served := self._served_by(child):
            seat, top = served
            words = _(
                "{card} could go on {stack} too, but that brings {player} nearer to the [pay-off card] {top}, and you "
                "no nearer to yours."
            )
            return self._about(Kind.WAITS, words, play, top, player=self._name(seat), top=card_name(card_text(top)))
        words = _("{card} could go on {stack} too, but the games looked ahead went better without that.")
        return self._about(Kind.GAMES, words, play)

    def _served_by(self, child: Core) -> tuple[int, int] | None:
        """The nearest pay-off card of an opponent that a play brings nearer, if it brings none of the player's."""

        def is_nearer(rank: int) -> bool:
            return steps_to(self._rules, child, rank) < min(rank, self._steps_to(rank))

        if any(map(is_nearer, self._payoff_ranks)):
            return None
        ranks = {card: self._rules.natural_rank(card_text(card)) for _seat, card in self._threats}
        found = [each for each in self._threats if is_nearer(ranks[each[1]])]
        return min(found, key=lambda each: steps_to(self._rules, child, ranks[each[1]]), default=None)

    def _about(self, kind: Kind, words: str, play: Move, code: int | None = None, **more: str) -> Reason:
        """Say something of a play that is not made; `code` is the pay-off card that it would be of use to."""
        card = self._view.card_of(play)
        number = int(play.target[1:]) - 1
        stack = centre_name(self._view, number)
        off = _("off {stack}").format(stack=listed(self._as_high(play)) or stack)
        if number >= len(self._view.centre) or not self._view.centre[number]:
            off = _("out of the centre")
        # Of equal cards none is to go.
        rank = self._rules.natural_rank(card) if kind in _EQUALS else 0
        own = [*self._hand, *(side[-1] for side in self._own.side if side)]
        cards = dict.fromkeys([card, *(each for each in own if rank and self._rules.natural_rank(each) == rank)])
        said = words.format(card=listed(list(map(card_name, cards))), stack=stack, off=off, **more)
        return Reason(kind, capital(said), (str(play),), "", card, "" if code is None else card_text(code))

    def _as_high(self, play: Move) -> list[str]:
        """Name the centre stacks, as high as the play's, on which the same card could go."""
        height = self._height(play)
        plays = [each for each in map(Move.parse, self._view.legal) if each.plays_to_centre]
        same = [each for each in plays if (each.source, each.cards) == (play.source, play.cards)]
        numbers = [int(each.target[1:]) - 1 for each in same if self._height(each) == height > 0]
        return list(dict.fromkeys(centre_name(self._view, number) for number in numbers))

    def _height(self, play: Move) -> int:
        number = int(play.target[1:]) - 1
        return len(self._view.centre[number]) if number < len(self._view.centre) else 0

    def again(self, reason: Reason) -> Reason:
        """Say shortly of a card that is kept from an opponent's pay-off card what was said of it before."""
        seat = next((seat for seat, card in self._threats if card_text(card) == reason.top), None)
        if seat is None:
            return reason
        words = _("Keep {card} {off}: {player} waits with the [pay-off card] {top}.")
        names = {"player": self._name(seat), "top": card_name(reason.top)}
        said = self._about(reason.kind, words, Move.parse(reason.line[0]), None, **names)
        return replace(reason, words=said.words)

    def _rank_of(self, play: Move) -> int:
        return self._rules.natural_rank(self._view.card_of(play)) or 0

    def _lets(self, play: Move, child: Core) -> Iterator[Reason]:
        """Whether a play would open the way for a pay-off card of an opponent, who may need cards on side stacks."""
        if self._takes_place(play):
            return
        for seat, top in self._threats:
            way = () if shown_way(self._rules, self._before, seat) else shown_way(self._rules, child, seat)
            if way[-1:] != (top,) or closing(self._view, child, seat):
                continue
            words = _("Keep {card} {off}: otherwise {player} could play the [pay-off card] {top}.")
            if way[:-1]:
                words = _("Keep {card} {off}: otherwise {player} could play {cards} and the [pay-off card] {top}.")
            names = {"player": self._name(seat), "top": card_name(card_text(top)), "cards": cards_listed(way[:-1])}
            yield self._about(Kind.HOLDS_BACK, words, play, top, **names)
            return

    def _takes_place(self, play: Move) -> bool:
        """Whether an opponent could play a pay-off card where the play goes."""
        rank = self._rank_of(play)
        return any(
            self._rules.natural_rank(card_text(top)) == rank and self._fits(self._before, top)
            for _seat, top in self._threats
        )

    def _serves_others(self, rank: int) -> bool:
        """Whether a card of the next rank does good: an opponent's pay-off card, or what the player's follows."""
        waiting = [self._rules.natural_rank(card_text(top)) for _seat, top in self._threats]
        return rank + 2 in self._payoff_ranks or rank + 1 in waiting

    def _brings_near(self, play: Move, child: Core) -> Iterator[Reason]:
        """Whether a play would bring an opponent near to a pay-off card, and not the player nearer still."""

        def lacks_of(each: tuple[int, int]) -> list[int]:
            has = self._tops(each[0])
            return lacked(self._rules, child, self._rules.natural_rank(card_text(each[1])), has)

        for seat, top in sorted(self._threats, key=lambda each: len(lacks_of(each))):
            rank = self._rules.natural_rank(card_text(top))
            far, has = steps_to(self._rules, child, rank), self._tops(seat)
            lacks = lacks_of((seat, top))
            is_nearer = far < min(rank, self._steps_to(rank)) and 0 not in has
            if not (is_nearer and 0 < len(lacks) <= NEAR):
                continue
            if len(lacks) >= len(lacked(self._rules, self._before, rank, has)):
                continue
            if self._runs_to(play, child) >= rank:
                # The player can go on past that card.
                continue
            if any(
                0 < steps_to(self._rules, child, each) < min(self._steps_to(each), far + 1)
                for each in self._payoff_ranks
            ):
                continue
            words = _("Keep {card} {off}: otherwise {player} would need only {ranks} for the [pay-off card] {top}.")
            needs = ranks_listed(self._view, lacks)
            names = {"player": self._name(seat), "top": card_name(card_text(top))}
            yield self._about(Kind.KEEPS_OFF, words, play, top, ranks=needs, **names)
            return

    def _runs_on(self, play: Move, child: Core) -> Iterator[Reason]:
        """Whether the cards that would follow a play on its stack bring an opponent near to a pay-off card."""
        table, cards = child.clone(), list[str]()
        end = self._runs_to(play, child)
        while len(cards) < _MOST_FOLLOWING:
            following = self._following(play, table)
            if following is None:
                return
            first = self._card_at(decode(following, self._rules.payoff_piles), table)
            if not cards and not self._steps_to(self._rules.natural_rank(first)):
                # It could go already.
                return
            cards.append(self._card_at(decode(following, self._rules.payoff_piles), table))
            if apply(table, following) & (codes.DREW | codes.ENDED_TURN) or table.stage != codes.PLAY:
                return
            for seat, top in self._threats:
                rank = self._rules.natural_rank(card_text(top))
                far, has = steps_to(self._rules, table, rank), self._tops(seat)
                lacks = lacked(self._rules, table, rank, has)
                # Of cards that the opponent has anyway, none is a help.
                is_help = len(lacks) < len(lacked(self._rules, self._before, rank, has))
                is_told = is_help and (0 < len(lacks) <= NEAR or not far) and end < rank
                if is_told and 0 not in has and far < min(rank, self._steps_to(rank)):
                    words = _(
                        "Keep {card} {off}: with {cards} after it {player} would need only {ranks} for the "
                        "[pay-off card] {top}."
                    )
                    if not far:
                        words = _(
                            "Keep {card} {off}: with {cards} after it {player} could play the [pay-off card] {top}."
                        )
                    names = {"player": self._name(seat), "top": card_name(card_text(top))}
                    names |= {"cards": listed(list(map(card_name, cards)))}
                    yield self._about(Kind.RUNS_ON, words, play, top, ranks=ranks_listed(self._view, lacks), **names)
                    return

    def _following(self, play: Move, table: Core) -> int | None:
        """A play of a natural card of the player's on the same stack as another; None if there is none."""
        # A play can end the turn, and the legal moves are then another player's.
        moves = legal_moves(table) if table.turn == self._view.turn else []
        on = ((code, decode(code, self._rules.payoff_piles)) for code in moves)
        return next((code for code, move in on if move.target == play.target and self._follows(move, table)), None)

    def _runs_to(self, play: Move, child: Core) -> int:
        """The rank up to which the player can go on with natural cards on the stack of a play."""
        table, rank = child.clone(), self._rank_of(play)
        while table.stage == codes.PLAY and (following := self._following(play, table)) is not None:
            rank += 1
            if apply(table, following) & (codes.DREW | codes.ENDED_TURN):
                break
        return rank

    def _follows(self, move: Move, table: Core) -> bool:
        """Whether a natural card of the hand or of a side stack is played to the centre."""
        return (
            move.plays_to_centre and move.source[0] in "HS" and self._rules.natural_rank(self._card_at(move, table)) > 0
        )

    def _card_at(self, move: Move, table: Core) -> str:
        if move.cards:
            return move.cards[0]
        return card_text(table.side(self._view.turn, int(move.source[1:]) - 1)[-1]) if move.source[0] == "S" else ""

    def _feeds(self, play: Move, child: Core) -> Iterator[Reason]:
        """Whether an opponent has the card that would follow a play, and the player has not."""
        rank = self._rank_of(play)
        if not self._has_none_for(play) or not self._steps_to(rank + 1) or self._shuts_out(child):
            return
        if self._serves_others(rank) or rank + 1 == self._rules.build_to:
            # What completes a stack leads to nothing.
            return
        # Who has the card itself needs nobody to play it.
        found = [each for each in self._others_with(rank + 1) if rank not in self._tops(each[0])]
        if not found:
            return
        words = _("Keep {card} {off}: {none}, but {player} has {other}.")
        if len(found) > 1:
            words = _("Keep {card} {off}: {none}, but others have one: {owners}.")
        names = {"player": self._name(found[0][0]), "other": found[0][1], "owners": self._owners(found)}
        yield self._about(Kind.FEEDS, words, play, None, none=self._none_for(rank + 1), **names)

    def _shuts_out(self, child: Core) -> bool:
        """Whether a play takes the place of an opponent's pay-off card."""
        return any(self._fits(self._before, top) and not self._fits(child, top) for _seat, top in self._threats)

    def _none_for(self, rank: int) -> str:
        """Say that the player has no natural card of a rank."""
        words = _("you have no {rank} to follow it")
        if any(map(self._rules.is_wild, self._hand)):
            words = _("you have only a wild card to follow it")
        return words.format(rank=ranks_listed(self._view, [rank]))

    def _others_with(self, rank: int) -> list[tuple[int, str]]:
        """The opponents with a card of a rank on top of a side stack, in the order of turns, each with the card."""
        found = []
        for seat in opponents(self._rules, self._view.turn):
            tops = [stack[-1] for stack in self._view.players[seat].side if stack]
            top = next((card for card in tops if self._rules.natural_rank(card) == rank), None)
            if top:
                found.append((seat, card_name(top)))
        return found

    def _tops(self, seat: int) -> set[int]:
        return tops_of(self._rules, self._before, seat)

    def _owners(self, found: Sequence[tuple[int, str]]) -> str:
        return listed([_("{card} ({player})").format(card=top, player=self._name(seat)) for seat, top in found])

    def _leads_nowhere(self, play: Move, child: Core) -> Iterator[Reason]:
        """Whether no natural card of the player's would follow a play, and a pay-off card of an opponent might.

        A card that may not be discarded only takes a place in the hand.
        """
        if (
            self._serves_player(self._rank_of(play))
            or self._shuts_out(child)
            or self._serves_others(self._rank_of(play))
        ):
            return
        if self._has_none_for(play) and self._steps_to(self._rank_of(play) + 1):
            words = _("Keep {card} {off}: {none}, so others could go on there first.")
            others = opponents(self._rules, self._view.turn)
            if len(others) == 1:
                words = _("Keep {card} {off}: {none}, so {player} could go on there first.")
            none, player = self._none_for(self._rank_of(play) + 1), self._name(others[0])
            yield self._about(Kind.LEADS_NOWHERE, words, play, none=none, player=player)

    def _serves_player(self, rank: int) -> bool:
        """Whether a card may not be discarded, and above it the player's pay-off card comes before any opponent's."""
        if rank not in self._rules.no_discard:
            return False
        first = min((each for each in self._payoff_ranks if each > rank), default=0)
        others = opponents_tops(self._rules, self._before, self._view.turn)
        return first > 0 and not any(rank < self._rules.natural_rank(card_text(top)) < first for _seat, top in others)

    def _has_none_for(self, play: Move) -> bool:
        """Whether a card would leave an unfinished stack on which none of the player's natural cards fits."""
        rank = self._rank_of(play)
        shown = [*self._hand, *(card for stack in self._own.side for card in stack[-2:])]
        shown += [pile.top for pile in self._own.payoff if pile.top]
        return rank < self._rules.build_to and all(self._rules.natural_rank(card) != rank + 1 for card in shown)

    @property
    def _own(self) -> PlayerView:
        return self._view.players[self._view.turn]

    def _is_only_tidy(self, rank: int) -> bool:
        """Whether every other card of the hand could only be discarded where it hides another."""
        kept = [self._rules.natural_rank(card) or 0 for card in self._kept]
        discards = [move for move in map(Move.parse, self._view.legal) if move.is_discard]
        places = [
            (self._rules.natural_rank(move.cards[0]) or 0, self._own.side[int(move.target[1:]) - 1])
            for move in discards
            if move.cards != self._move.cards
        ]
        return bool(places) and rank not in kept and not any(self._hides_none(each, on) for each, on in places)

    def _hides_none(self, rank: int, stack: Sequence[str]) -> bool:
        """Whether a card of a rank, 0 for a wild one, hides no card on a stack except one that it goes before."""
        return not stack or (rank > 0 and 0 <= (self._rules.natural_rank(stack[-1]) or 0) - rank <= 1)
