"""The aim of a line in this turn, in one sentence that names its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from spite_and_malice.analysis.chains import Chain, chain_to
from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reach import shown_way
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.threats import fits, heights, opponents_tops, steps_to
from spite_and_malice.analysis.wording import capital, cards_listed, line_name, named_at, payoff_name, ranks_listed
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, legal_moves, plays_payoff
from spite_and_malice.engine.moves import encode
from spite_and_malice.rules import Rules, card_code, card_text
from spite_and_malice.rules.naming import Naming, card_name
from spite_and_malice.texts import _, listed, ngettext

_TURNS: Final = 2
"""The number of turns whose hints say what the player's pay-off card waits for, then the next opponent's."""
NEAR: Final = 2
"""A card that lacks at most this many others is worth mentioning."""
_MOST_RANKS: Final = 3
"""Above this number, ranks are counted rather than listed."""
_MOST_NAMED: Final = 4
"""The most cards of the player's own that are named beside those."""


def plan_of(
    view: View,
    moves: Sequence[str],
    log: Sequence[str] = (),
    names: Sequence[str] | None = None,
    heard: Earlier | None = None,
    *,
    is_begun: bool = False,
) -> Reason | None:
    """Return what a line of legal moves leads to; None if there is nothing, or nothing new, to say.

    No card may be revealed before the last move. `log` has the moves not taken back; what a turn waits for is not said
    again if it was `heard`, and where that is unknown only in the first turns. A plan that `is_begun` was stated in
    full at its first step; later steps are briefer. The sentence is true of the table after the line.
    """
    return _Plan(view, moves, log, names, heard, is_begun=is_begun).find()


def could_go(view: View, way: Sequence[str]) -> Reason:
    """Return the sentences about a way to a pay-off card that the line does not take."""
    words = _("There is a way to {card}: {line}.")
    said = words.format(card=_payoff_words(view, way[-1]), line=_named(view, way))
    return Reason(Kind.COULD_GO, said, tuple(way))


def shown_cards(view: View, table: Core) -> list[int]:
    """The cards that the viewer has in the hand and on top of the side stacks."""
    sides = (table.side(view.turn, number) for number in range(view.rules.side))
    return [card for card in (*table.hand(view.turn), *(stack[-1] for stack in sides if stack)) if card]


def shown_ranks(view: View, table: Core) -> set[int]:
    """Return the ranks that the viewer plays from the hand and from side stacks; 0 for a wild card."""
    partner = view.rules.partner(view.turn)
    stacks = [] if partner is None else [table.side(partner, number) for number in range(view.rules.side)]
    cards = [*shown_cards(view, table), *(stack[-1] for stack in stacks if stack)]
    return {view.rules.natural_rank(card_text(card)) or 0 for card in cards}


def tops_of(view: View, seat: int) -> set[int]:
    """Return the ranks on top of the side stacks that a player plays from; 0 for a wild card."""
    partner = view.rules.partner(seat)
    stacks = [*view.players[seat].side, *(() if partner is None else view.players[partner].side)]
    return {view.rules.natural_rank(stack[-1]) or 0 for stack in stacks if stack}


def lacked(rules: Rules, table: Core, rank: int, has: Collection[int] = ()) -> list[int]:
    """Return the ranks that come before one on the stack where it needs the fewest, but those that somebody `has`."""
    count = steps_to(rules, table, rank)
    ranks = [(rank - 1 - step) % rules.build_to or rules.build_to for step in reversed(range(count))]
    return [each for each in ranks if each not in has]


def lacking(view: View, table: Core, rank: int, has: Collection[int] = ()) -> str:
    """Say what comes before a card of a rank, on the stack where it needs the fewest; "" for nothing.

    Ranks that somebody `has` are not lacking.
    """
    return _listed_or_counted(view, lacked(view.rules, table, rank, has))


def _listed_or_counted(view: View, ranks: Sequence[int]) -> str:
    """Name a few ranks, or say how many cards they are; "" for none."""
    if len(ranks) > _MOST_RANKS:
        return ngettext("{count} card", "{count} cards", len(ranks)).format(count=len(ranks))
    return ranks_listed(view, ranks) if ranks else ""


def completes(view: View, moves: Sequence[str]) -> bool:
    """Say whether a play puts the last card on a centre stack."""
    table = Position.from_view(view).core
    for move in map(Move.parse, moves):
        number = int(move.target[1:]) - 1 if move.plays_to_centre else table.places
        if number < table.places and table.height(number) == view.rules.build_to - 1:
            return True
        apply(table, encode(move, view.rules.payoff_piles))
    return False


def _named(view: View, moves: Sequence[str]) -> str:
    return line_name(view, [Move.parse(text) for text in moves])


def _payoff_words(view: View, text: str) -> str:
    """Name the pay-off card that a move plays: "your pay-off card 6♣"."""
    move = Move.parse(text)
    return payoff_name(card_name(view.card_of(move)), partners=move.source[0] == "+", joker=view.card_of(move) == "*")


class _Plan:
    """The table before a line and after it."""

    def __init__(
        self,
        view: View,
        moves: Sequence[str],
        log: Sequence[str],
        names: Sequence[str] | None,
        heard: Earlier | None,
        *,
        is_begun: bool,
    ) -> None:
        self._view = view
        self._rules = view.rules
        self._moves = moves
        self._log = log
        self._names = names
        self._heard = heard
        self._is_begun = is_begun
        self._before = Position.from_view(view).core
        self._after = self._before.clone()
        self._effects = 0
        for text in moves:
            self._effects = apply(self._after, encode(Move.parse(text), view.rules.payoff_piles))
        self._plays = [text for text in moves if Move.parse(text).plays_to_centre or Move.parse(text).is_load]

    def find(self) -> Reason | None:
        last = self._moves[-1]
        if plays_payoff(encode(Move.parse(last), self._rules.payoff_piles)) and not Move.parse(last).is_load:
            return self._payoff()
        goes_on = not self._effects & codes.ENDED_TURN and self._after.stage != codes.OVER
        # Where no card was left to draw, a play from elsewhere can bring a new hand: it does not empty the old one.
        empties = bool(self._effects & codes.DREW) and Move.parse(last).source == "H"
        if empties and goes_on and len(self._plays) == len(self._moves):
            return self._new_hand()
        if self._plays and self._plays[0] == self._moves[0]:
            many = self._room() if self._leaving > 1 else None
            return self._nearer() or self._takes_place() or self._takes_stack() or many or self._frees() or self._room()
        waiting = self._waiting()
        if self._view.moved and self._view.stage == "play" and waiting and waiting.kind == Kind.THEY_WAIT:
            return None
        return waiting

    # --- the pay-off card, a new hand --------------------------------------------------------------------------------

    def _payoff(self) -> Reason:
        view, moves = self._view, self._moves
        card, line = _payoff_words(view, moves[-1]), _named(view, moves)
        is_won = self._after.stage == codes.OVER and view.turn in self._after.winners()
        if len(moves) > 1:
            if self._is_begun:
                return Reason(Kind.LINE, _("Now play {line}.").format(line=line), tuple(moves), brief=self._far(card))
            words = _("{card} is {count} plays away: {line}.")
            said = capital(words.format(card=card, count=self._number(len(moves)), line=line))
            return Reason(Kind.LINE, said, tuple(moves), brief=self._far(card))
        if is_won:
            return Reason(Kind.WINS, capital(_("{line} is the last one: with it you win.").format(line=line)))
        left = self._after.cards_left(view.turn % self._rules.side_count)
        words = ngettext("Play {line}: {count} is left.", "Play {line}: {count} are left.", left)
        if self._rules.partners:
            words = ngettext(
                "Play {line}: {count} is left to you and your partner.",
                "Play {line}: {count} are left to you and your partner.",
                left,
            )
        return Reason(Kind.PAYOFF, capital(words.format(line=line, count=left)))

    def _far(self, card: str) -> str:
        return capital(_("{card} is {count} plays away.").format(card=card, count=self._number(len(self._moves))))

    def _new_hand(self) -> Reason:
        moves, line = self._moves, _named(self._view, self._moves)
        drawn = self._after.hand_count(self._view.turn)
        brief = ngettext(
            "It leads to an empty hand and {count} new card.", "It leads to an empty hand and {count} new cards.", drawn
        ).format(count=drawn)
        if len(moves) == 1:
            words = ngettext(
                "{line} empties your hand: you draw {count} new card and go on.",
                "{line} empties your hand: you draw {count} new cards and go on.",
                drawn,
            )
            return Reason(Kind.EMPTIES, capital(words.format(line=line, count=drawn)))
        if self._is_begun:
            words = ngettext(
                "Now play {line}: then you draw {count} new card.",
                "Now play {line}: then you draw {count} new cards.",
                drawn,
            )
        else:
            words = ngettext(
                "Empty your hand for {count} new card: {line}.", "Empty your hand for {count} new cards: {line}.", drawn
            )
        return Reason(Kind.EMPTYING, words.format(line=line, count=drawn), tuple(moves), brief)

    def _number(self, count: int) -> str:
        return Naming(self._rules).number(count)

    # --- effects of plays without either -----------------------------------------------------------------------------

    def _nearer(self) -> Reason | None:
        """Whether the player's pay-off card lacks fewer ranks after the plays, or fewer cards."""
        for card, whose in self._own_cards:
            rank = self._rules.natural_rank(card)
            before, after = (self._chain(table, rank) for table in (self._before, self._after))
            if after is None or not 0 < len(after.missing) <= _MOST_RANKS:
                continue
            if before is not None and (len(before.missing), -before.height) <= (len(after.missing), -after.height):
                continue
            line = self._plays_onto(after.height)
            if line[:1] != self._moves[:1]:
                continue
            words = _("Get nearer to {card}: {line}; then it lacks only {ranks}.")
            if self._is_begun:
                words = _("Now play {line}: then {card} lacks only {ranks}.")
            elif 0 < len(after.cards) <= _MOST_NAMED:
                words = _("Get nearer to {card}: {line}; then it lacks only {ranks}, as you have {cards}.")
            wilds = self._wilds_after(line)
            lacks = self._lacked_words(after.missing, len(wilds))
            cards = [*after.cards, *wilds[: len(after.missing) - self._short(after.missing, len(wilds))]]
            said = words.format(line=_named(self._view, line), card=whose, ranks=lacks, cards=cards_listed(cards))
            brief = capital(_("{card} lacks only {ranks} then.").format(card=whose, ranks=lacks))
            return Reason(Kind.NEARER, said, tuple(line), brief, card)
        return None

    def _wilds_after(self, line: Sequence[str]) -> list[int]:
        """The wild cards of the hand and on top of the side stacks that can stand for missing ranks after plays.

        None where each would have to be covered at once.
        """
        table = self._before.clone()
        for text in line:
            apply(table, encode(Move.parse(text), self._rules.payoff_piles))
        cards = [] if self._rules.wild_covered else shown_cards(self._view, table)
        return [each for each in cards if self._rules.is_wild(card_text(each))]

    def _short(self, missing: Sequence[int], wilds: int) -> int:
        """How many of some ranks stay missing where wild cards stand for others."""
        return len(missing) - min(len(set(missing) - set(self._rules.wild_never)), wilds)

    def _lacked_words(self, missing: Sequence[int], wilds: int) -> str:
        """Name missing ranks, of which wild cards can stand for some: "5", "one of 5 and 6", "A and one of 5 and 6"."""
        never = [each for each in missing if each in self._rules.wild_never]
        others = [each for each in missing if each not in never]
        short = self._short(missing, wilds)
        if not short:
            return _("{ranks} (or wild cards)").format(ranks=ranks_listed(self._view, missing))
        if short == len(missing) or short == len(never):
            return ranks_listed(self._view, missing if short == len(missing) else never)
        words = _("{lacked} and {count} of {ranks}") if never else _("{count} of {ranks}")
        names = {"lacked": ranks_listed(self._view, never), "ranks": ranks_listed(self._view, others)}
        return words.format(count=self._number(short - len(never)), **names)

    def _chain(self, table: Core, rank: int) -> Chain | None:
        """What comes before a card of a rank, and what the player has of it."""
        turn = self._view.turn
        sides = [table.side(turn, number) for number in range(self._rules.side)]
        return chain_to(self._rules, table, rank, table.hand(turn), sides)

    def _plays_onto(self, height: int) -> list[str]:
        """The plays onto a stack that has this height in the end, and those that uncover their cards."""
        ends = {f"C{place + 1}" for place in range(self._after.places) if self._after.height(place) == height}
        targets = [move.target for move in map(Move.parse, self._plays) if move.target in ends]
        first = Move.parse(self._plays[0]).target
        target = first if first in targets or not targets else targets[-1]
        found: list[str] = []
        uncovered = set[str]()
        for play in map(Move.parse, reversed(self._plays)):
            if play.target == target or play.source in uncovered:
                found.insert(0, str(play))
                uncovered |= {play.source} - {"H"}
        return found if self._are_legal(found) else list(self._plays)

    def _are_legal(self, moves: Sequence[str]) -> bool:
        """Whether moves can be made one after another."""
        table = self._before.clone()
        for text in moves:
            code = encode(Move.parse(text), self._rules.payoff_piles)
            if code not in legal_moves(table):
                return False
            apply(table, code)
        return True

    def _takes_place(self) -> Reason | None:
        """Whether the plays take the place on which an opponent could play a pay-off card, alone or after others."""
        for seat, code in opponents_tops(self._rules, self._before, self._view.turn):
            way = shown_way(self._rules, self._before, seat)
            if way[-1:] != (code,) or shown_way(self._rules, self._after, seat):
                continue
            words = _("Take the place where {player} could play the [pay-off card] {top}: {line}.")
            if self._is_begun:
                words = _("Now play {line}: then {player} has no place for the [pay-off card] {top}.")
            elif way[:-1]:
                words = _("Take the place where {player} could play {cards} and the [pay-off card] {top}: {line}.")
            player, top = player_name(self._view, seat, self._names), card_name(card_text(code))
            line = _named(self._view, self._plays)
            said = words.format(line=line, player=player, top=top, cards=cards_listed(way[:-1]))
            brief = _("It takes the place where {player} could play the [pay-off card] {card}.")
            return Reason(
                Kind.TAKES_PLACE, said, tuple(self._moves), brief.format(player=player, card=top), card_text(code)
            )
        return None

    def _takes_stack(self) -> Reason | None:
        """Whether the plays take a stack on which an opponent needs few cards for a pay-off card."""
        for seat, code in opponents_tops(self._rules, self._before, self._view.turn):
            rank, has = self._rules.natural_rank(card_text(code)), tops_of(self._view, seat)
            needs, left = (lacked(self._rules, table, rank, has) for table in (self._before, self._after))
            far, farther = (steps_to(self._rules, table, rank) for table in (self._before, self._after))
            is_near = 0 < len(needs) <= NEAR and far < rank and 0 not in has
            if not is_near or farther <= far or len(left) <= len(needs):
                continue
            words = _("Take the [stack] on which {player} needs only {ranks} for the [pay-off card] {top}: {line}.")
            if self._is_begun:
                words = _(
                    "Now play {line}: that takes the [stack] on which {player} needs only {ranks} for the "
                    "[pay-off card] {top}."
                )
            names = {"player": player_name(self._view, seat, self._names), "top": card_name(card_text(code))}
            said = words.format(line=_named(self._view, self._plays), ranks=ranks_listed(self._view, needs), **names)
            brief = _("It takes a [stack] on which {player} needs few cards for the [pay-off card] {top}.")
            return Reason(Kind.TAKES_STACK, said, tuple(self._moves), brief.format(**names), card_text(code))
        return None

    def _frees(self) -> Reason | None:
        """The cards that the plays uncover on the side stacks of the viewer or their partner."""
        line = _named(self._view, self._plays)
        taken = Counter(Move.parse(text).source for text in self._plays)
        partner = self._rules.partner(self._view.turn)
        for seat, sign in ((self._view.turn, ""), (partner, "+")):
            for number, stack in enumerate(() if seat is None else self._view.players[seat].side):
                gone = taken[f"{sign}S{number + 1}"]
                if not gone:
                    continue
                if gone == len(stack):
                    words = _("Gain an empty [side stack] for later discards: {line}.")
                    if sign:
                        words = _("Empty your partner's [side stack] with {card}: {line}.")
                    elif self._is_begun:
                        words = _("Now play {line}: that empties a [side stack] for later discards.")
                    said = words.format(line=line, card=card_name(stack[-1]))
                    brief = _("It empties the [side stack] with {card}.").format(card=card_name(stack[-1]))
                    return Reason(Kind.CLEARS, said, tuple(self._moves), brief, stack[-1])
                free = stack[-1 - gone]
                words = _("Free {card} beneath {top}: {line}.")
                if self._is_begun:
                    words = _("Now play {line}: that frees {card} beneath {top}.")
                if self._rules.natural_rank(free) == self._rules.natural_rank(stack[-gone]):
                    # An equal card comes free: that is a gain only for the next place.
                    words = _("Play {line}: then {card} lies open for the next place.")
                names = {"card": card_name(free), "top": card_name(stack[-gone])}
                brief = _("It frees {card}, which lies under {top}.").format(**names)
                return Reason(Kind.BARES, words.format(line=line, **names), tuple(self._moves), brief, free)
        return None

    def _room(self) -> Reason | None:
        """The cards that leave the hand: as many new ones are drawn, now or on the next turn."""
        line = _named(self._view, self._plays)
        count = self._leaving
        if count == len(self._view.hand(self._view.turn)):
            words = _("{line}; your hand is empty then.")
            if self._effects & codes.ENDED_TURN:
                words = _("{line} empties your hand: the turn ends without a discard.")
            return Reason(Kind.ENDS_EMPTY, capital(words.format(line=line)), tuple(self._moves))
        if not count or not (self._view.stock or self._view.aside or self._rules.stock_out == "renew"):
            return None
        wild, following = self._followed_wild
        if self._is_begun:
            words = ngettext(
                "Now play {line}: next turn you draw {count} card more.",
                "Now play {line}: next turn you draw {count} cards more.",
                count,
            )
        elif wild:
            words = ngettext(
                "Play {line}: {wild} lets {card} follow, and next turn you draw {count} card more.",
                "Play {line}: {wild} lets {card} follow, and next turn you draw {count} cards more.",
                count,
            )
        elif completes(self._view, self._plays):
            words = ngettext(
                "Play {line}: that completes a [centre stack], and next turn you draw {count} card more.",
                "Play {line}: that completes a [centre stack], and next turn you draw {count} cards more.",
                count,
            )
        else:
            words = ngettext(
                "Play {line}: next turn you draw {count} card more.",
                "Play {line}: next turn you draw {count} cards more.",
                count,
            )
        said = words.format(line=line, count=count, wild=wild, card=following)
        brief = ngettext("Next turn you draw {count} card more.", "Next turn you draw {count} cards more.", count)
        return Reason(Kind.ROOM, capital(said), tuple(self._moves), brief.format(count=count), str(count))

    @property
    def _leaving(self) -> int:
        """How many cards of the hand the plays take."""
        return sum(len(move.cards) for move in map(Move.parse, self._plays) if move.source == "H")

    @property
    def _followed_wild(self) -> tuple[str, str]:
        """Name the first wild card that leaves the hand, and the card played right on it; empty for none."""
        plays = list(map(Move.parse, self._plays))
        for play, following in pairwise(plays):
            is_wild = play.source == "H" and self._rules.is_wild(play.cards[0])
            if is_wild and play.target == following.target and following.source == "H":
                return card_name(play.cards[0]), card_name(following.cards[0])
        return "", ""

    # --- nothing but a discard --------------------------------------------------------------------------------------

    def _waiting(self) -> Reason | None:
        """What comes before the player's pay-off card, or before an opponent's where that is no news; else None."""
        if self._heard is not None:
            found = filter(None, (self._own_waits(), self._they_wait()))
            return next((each for each in found if self._heard.is_new(each)), None)
        if self._turns_waited >= 2 * _TURNS:
            return None
        return self._they_wait() if self._turns_waited >= _TURNS else self._own_waits()

    def _own_waits(self) -> Reason | None:
        """What the player's nearest pay-off card lacks, and which cards to keep for it."""
        own = self._own_cards
        if not own:
            return self._wild_waits()
        turn = self._view.turn
        chains = [
            (chain, card, whose)
            for card, whose in own
            if (chain := self._chain(self._after, self._rules.natural_rank(card)))
        ]
        if not chains:
            return None if self._turns_waited else self._needs_stack(*own[0])
        chain, card, whose = min(chains, key=lambda each: (len(each[0].missing), -each[0].height))
        missing = chain.missing
        if not 0 < len(missing) <= _MOST_RANKS:
            return None
        discarded = {int(move.target[1:]) - 1 for move in map(Move.parse, self._moves) if move.is_discard}
        sides = [self._after.side(turn, number) for number in range(self._rules.side) if number not in discarded]
        tops = {stack[-1] for stack in sides if stack}
        kept, free = list(chain.hand), [each for each in chain.side if each in tops]
        lacks = ranks_listed(self._view, missing)
        wilds = [each for each in self._after.hand(turn) if each and self._rules.is_wild(card_text(each))]
        wild_tops = [each for each in tops if self._rules.is_wild(card_text(each))]
        usable = len(set(missing) - set(self._rules.wild_never))
        short = self._short(missing, len(wilds) + len(wild_tops))
        if not short or (short < len(missing) and (kept or free or short == 1)):
            # Of wild cards that are enough, something else says why they are kept, or a new card comes first.
            lacks = self._lacked_words(missing, len(wilds) + len(wild_tops))
            kept += wilds[:usable] if short else []
            free += wild_tops[: max(0, usable - len(wilds))] if short else []
        words = _("{card} lacks {ranks} on {top}.")
        if kept and free:
            words = _("{card} lacks {ranks} on {top}: keep {cards} for it, and leave {tops} free.")
        elif kept:
            words = _("{card} lacks {ranks} on {top}: keep {cards} for it.")
        elif free:
            words = _("{card} lacks {ranks} on {top}: leave {tops} free for it.")
        names = {"ranks": lacks, "top": named_at(self._view, chain.height)}
        names |= {"cards": cards_listed(kept), "tops": cards_listed(free)}
        said = Reason(Kind.KEEPS_FOR if kept else Kind.WAITING, capital(words.format(card=whose, **names)), about=card)
        if (wilds or wild_tops) and set(missing) & set(self._rules.wild_never) and (why := never_wild(self._view)):
            said = replace(said, words=f"{said.words} {why}")
        if self._heard is not None and not self._heard.is_new(said):
            words = _("{card} still lacks {ranks}.")
            if kept:
                words = _("Keep {cards} for {card}.")
            elif free:
                words = _("Leave {tops} free for {card}.")
            return replace(said, words=capital(words.format(card=whose, **names)))
        return said

    def _wild_waits(self) -> Reason | None:
        """Why a wild pay-off card has to wait: the next card of every stack is one that wild cards never stand for."""
        top = next((pile.top for pile in self._view.players[self._view.turn].payoff if pile.top), "")
        never = _never_wild(self._view)
        if not top or not never:
            return None
        words = _("{card} has to wait: wild cards never stand for {ranks} here.")
        said = words.format(card=_payoff_words(self._view, "P-C1"), ranks=ranks_listed(self._view, never))
        return Reason(Kind.WAITING, capital(said), about=top)

    def _needs_stack(self, card: str, whose: str) -> Reason:
        """Say that a stack has to be completed before a card can be played on a new one."""
        rank = self._rules.natural_rank(card)
        left = steps_to(self._rules, self._before, rank) - rank + 1
        ranks = range(self._rules.build_to - left + 1, self._rules.build_to + 1)
        words = ngettext(
            "{card} needs a new [stack]: {ranks} completes the one with {top}.",
            "{card} needs a new [stack]: {ranks} complete the one with {top}.",
            left,
        )
        said = _listed_or_counted(self._view, ranks)
        named = words.format(card=whose, ranks=said, top=self._nearest(rank))
        return Reason(Kind.WAITING, capital(named), about=card)

    def _they_wait(self) -> Reason | None:
        """What comes before a pay-off card of an opponent, of all those that are nearest, and next first."""

        def count(each: tuple[int, int]) -> int:
            rank = self._rules.natural_rank(card_text(each[1]))
            return len(lacked(self._rules, self._before, rank, tops_of(self._view, each[0])))

        discarded = Move.parse(self._moves[-1]).cards
        cards = [each for each in map(card_text, shown_cards(self._view, self._before)) if each not in discarded]
        for seat, code in sorted(opponents_tops(self._rules, self._before, self._view.turn), key=count):
            card, tops = card_text(code), tops_of(self._view, seat)
            rank = self._rules.natural_rank(card)
            lacks = lacked(self._rules, self._before, rank, tops)
            # A list of ranks cannot say that a stack has to be finished first.
            is_near = steps_to(self._rules, self._before, rank) < min(rank, _MOST_RANKS + 1) and len(lacks) <= NEAR
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

    @property
    def _turns_waited(self) -> int:
        """How many turns of the viewer have ended since they played a pay-off card."""
        count = 0
        for entry in reversed(self._log):
            seat, text = entry.split(" ", 1)
            move = Move.parse(text)
            if int(seat) == self._view.turn:
                if "P" in move.source:
                    break
                count += move.is_discard or move.is_pass
        return count

    @property
    def _own_cards(self) -> list[tuple[str, str]]:
        """The natural cards on the pay-off piles that the viewer plays from, each with its name."""
        found: list[tuple[str, str]] = []
        partner = self._rules.partner(self._view.turn)
        for seat, sign in ((self._view.turn, ""), (partner, "+")):
            if seat is None or found:
                continue
            piles = self._view.players[seat].payoff
            for number, pile in enumerate(piles):
                if pile.top and self._rules.natural_rank(pile.top):
                    source = f"{sign}P{number + 1 if len(piles) > 1 else ''}"
                    found.append((pile.top, _payoff_words(self._view, f"{source}-C1")))
        return found

    def _nearest(self, rank: int) -> str:
        """Name the stack on which a card of a rank needs the fewest others."""
        count = steps_to(self._rules, self._before, rank)
        height = (rank - 1 - count) % self._rules.build_to
        return named_at(self._view, height)


def _never_wild(view: View) -> list[int]:
    """The ranks that all stacks take next, if wild cards never stand for any of them; else none."""
    ranks = sorted({height + 1 for height in heights(view.rules, Position.from_view(view).core)})
    return ranks if set(ranks) <= set(view.rules.wild_never) else []


def never_wild(view: View) -> str:
    """Say that no stack takes a wild card next, because of its rank; "" if one does."""
    never = _never_wild(view)
    words = _("Wild cards never stand for {ranks} here.")
    return words.format(ranks=ranks_listed(view, never)) if never else ""


def player_name(view: View, seat: int, names: Sequence[str] | None) -> str:
    """Name an opponent, whose name may be unknown."""
    if names is not None:
        return names[seat]
    return _("the next player") if seat == (view.turn + 1) % view.rules.players else _("seat {n}").format(n=seat + 1)
