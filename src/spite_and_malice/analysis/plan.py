"""The aim of a line in this turn, in one sentence that names its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.lacks import (
    MOST_RANKS,
    NEAR,
    lacked,
    lacked_words,
    own_chain,
    own_payoffs,
    short_of,
    shown_cards,
    shown_ranks,
    tops_of,
)
from spite_and_malice.analysis.reach import HAND, opens_way, reach_from, shown_way
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.tables import table_after
from spite_and_malice.analysis.threats import opponents_tops, steps_to
from spite_and_malice.analysis.waiting import waiting_for
from spite_and_malice.analysis.wording import (
    capital,
    cards_listed,
    line_name,
    payoff_words,
    player_name,
    ranks_listed,
    standing,
)
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, legal_moves, plays_payoff
from spite_and_malice.engine.moves import encode, encode_text, encode_texts
from spite_and_malice.rules import card_code, card_text
from spite_and_malice.rules.naming import Naming, card_name, rank_name
from spite_and_malice.texts import _, listed, ngettext

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
    said = words.format(card=payoff_words(view, way[-1]), line=_named(view, way))
    return Reason(Kind.COULD_GO, said, tuple(way))


def next_hand(view: View, moves: Sequence[str], seconds: float) -> list[Reason]:
    """Return how the hand can be emptied after a pay-off card is played, without the next one, if it can."""
    table = table_after(view, moves)
    if table.stage != codes.PLAY or table.turn != view.turn:
        return []
    on = reach_from(view.rules, table, seconds)
    cards = []
    before = table.clone()
    for move in map(Move.parse, on.moves if on.goal == HAND else ()):
        stack = table.side(view.turn, int(move.source[1:]) - 1) if move.source[0] == "S" else ()
        card = card_text(stack[-1]) if stack else " ".join(move.cards)
        cards.append(card and standing(view, card, _height(table, move) + 1))
        apply(table, encode(move, view.rules.payoff_piles))
    if not cards or not all(cards) or opens_way(view.rules, before, table, view.turn):
        return []
    words = ngettext("Then {cards} empties your hand.", "Then {cards} empty your hand.", len(cards))
    return [Reason(Kind.FOLLOWS, words.format(cards=listed(cards)), on.moves)]


def drawn_on_way(view: View, moves: Sequence[str]) -> list[Reason]:
    """Return how many new cards a line to a pay-off card brings before its end, if it empties the hand."""
    table = Position.from_view(view).core
    for code in encode_texts(moves[:-1], view.rules.payoff_piles):
        if apply(table, code) & codes.DREW:
            count = table.hand_count(view.turn)
            words = ngettext(
                "On the way your hand is empty, and you draw {count} new card.",
                "On the way your hand is empty, and you draw {count} new cards.",
                count,
            )
            return [Reason(Kind.FOLLOWS, words.format(count=count))]
    return []


def wilds_of(view: View, moves: Sequence[str]) -> Reason | None:
    """Return which ranks several wild cards of the hand stand for in a line, as no other card can be played there."""
    table = Position.from_view(view).core
    ranks, cards = [], []
    for move in map(Move.parse, moves):
        if move.plays_to_centre and move.source == "H" and view.rules.is_wild(move.cards[0]):
            ranks.append(_height(table, move) + 1)
            cards.append(card_code(move.cards[0]))
            if ranks[-1] in shown_ranks(view, table):
                return None
        apply(table, encode(move, view.rules.payoff_piles))
    if len(set(ranks)) < 2:
        return None
    suited = Naming(view.rules).suited
    named = listed([rank_name(rank, suited=suited) for rank in sorted(set(ranks))], either=True)
    words = _("You have no {ranks} to play, so {cards} stand for them.")
    return Reason(Kind.STANDS_FOR, words.format(ranks=named, cards=cards_listed(cards)))


def completes(view: View, moves: Sequence[str]) -> bool:
    """Say whether a play puts the last card on a centre stack."""
    table = Position.from_view(view).core
    for move in map(Move.parse, moves):
        if _height(table, move) == view.rules.build_to - 1:
            return True
        apply(table, encode(move, view.rules.payoff_piles))
    return False


def _height(table: Core, move: Move) -> int:
    """Return how high the centre stack is that a move plays to; 0 for a new one, or none."""
    place = int(move.target[1:]) - 1 if move.plays_to_centre else table.places
    return table.height(place) if place < table.places else 0


def _named(view: View, moves: Sequence[str]) -> str:
    return line_name(view, [Move.parse(text) for text in moves])


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
        for code in encode_texts(moves, view.rules.payoff_piles):
            self._effects = apply(self._after, code)
        self._plays = [text for text in moves if Move.parse(text).plays_to_centre or Move.parse(text).is_load]

    def find(self) -> Reason | None:
        last = self._moves[-1]
        if plays_payoff(encode_text(last, self._rules.payoff_piles)) and not Move.parse(last).is_load:
            return self._payoff()
        goes_on = not self._effects & codes.ENDED_TURN and self._after.stage != codes.OVER
        # Where no card was left to draw, a play from elsewhere can bring a new hand: it does not empty the old one.
        empties = bool(self._effects & codes.DREW) and Move.parse(last).source == "H"
        if empties and goes_on and len(self._plays) == len(self._moves):
            return self._new_hand()
        if self._plays and self._plays[0] == self._moves[0]:
            many = self._room() if self._leaving > 1 else None
            return self._nearer() or self._takes_place() or self._takes_stack() or many or self._frees() or self._room()
        waiting = waiting_for(self._view, self._moves, self._log, self._names, self._heard)
        if self._view.moved and self._view.stage == "play" and waiting and waiting.kind == Kind.THEY_WAIT:
            return None
        return waiting

    # --- the pay-off card, a new hand --------------------------------------------------------------------------------

    def _payoff(self) -> Reason:
        view, moves = self._view, self._moves
        card, line = payoff_words(view, moves[-1]), _named(view, moves)
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
        for card, whose in own_payoffs(self._view):
            rank = self._rules.natural_rank(card)
            before, after = (own_chain(self._view, table, rank) for table in (self._before, self._after))
            if before is None and after is None and (found := self._towards_stack(card, whose)):
                return found
            if after is None or not 0 < len(after.missing) <= MOST_RANKS:
                continue
            if before is not None and (len(before.missing), -before.height) <= (len(after.missing), -after.height):
                continue
            line = self._plays_onto(after.height)
            # Plays that are not named may have uncovered other cards.
            after = own_chain(self._view, table_after(self._view, line), rank) or after
            if line[:1] != self._moves[:1]:
                continue
            words = _("Get nearer to {card}: {line}; then it lacks only {ranks}.")
            if before is not None and len(before.missing) == len(after.missing) and after.cards and not self._is_begun:
                words = _("On the way to {card}: {line}; it still lacks {ranks}, as you have {cards}.")
            elif self._is_begun:
                words = _("Now play {line}: then {card} lacks only {ranks}.")
            elif 0 < len(after.cards) <= _MOST_NAMED:
                words = _("Get nearer to {card}: {line}; then it lacks only {ranks}, as you have {cards}.")
            wilds = self._wilds_after(line)
            lacks = lacked_words(self._view, after.missing, len(wilds))
            cards = [*after.cards, *wilds[: len(after.missing) - short_of(self._rules, after.missing, len(wilds))]]
            said = words.format(line=_named(self._view, line), card=whose, ranks=lacks, cards=cards_listed(cards))
            brief = capital(_("{card} lacks only {ranks} then.").format(card=whose, ranks=lacks))
            return Reason(Kind.NEARER, said, tuple(line), brief, card)
        return None

    def _towards_stack(self, card: str, whose: str) -> Reason | None:
        """Whether the stack that has to be completed before a pay-off card fits lacks less after the plays."""
        whole = self._rules.build_to + 1
        before, after = (own_chain(self._view, table, whole) for table in (self._before, self._after))
        if before is None or after is None or not 0 < len(after.missing) <= MOST_RANKS:
            return None
        line = self._plays_onto(after.height)
        after = own_chain(self._view, table_after(self._view, line), whole) or after
        is_nearer = (len(after.missing), -after.height) < (len(before.missing), -before.height)
        if not is_nearer or line[:1] != self._moves[:1]:
            return None
        words = _("{card} needs a new [stack]: {line}; then that one lacks only {ranks}.")
        if 0 < len(after.cards) <= _MOST_NAMED:
            words = _("{card} needs a new [stack]: {line}; then that one lacks only {ranks}, as you have {cards}.")
        ranks = ranks_listed(self._view, after.missing)
        said = words.format(card=whose, line=_named(self._view, line), ranks=ranks, cards=cards_listed(after.cards))
        brief = _("That [stack] lacks only {ranks} then, and {card} needs a new one.").format(card=whose, ranks=ranks)
        return Reason(Kind.NEARER, capital(said), tuple(line), brief, card)

    def _wilds_after(self, line: Sequence[str]) -> list[int]:
        """The wild cards of the hand and on top of the side stacks after plays."""
        cards = shown_cards(self._view, table_after(self._view, line))
        return [each for each in cards if self._rules.is_wild(card_text(each))]

    def _plays_onto(self, height: int) -> list[str]:
        """The plays onto a stack that has this height in the end, and those that uncover their cards."""
        ends = {f"C{place + 1}" for place in range(self._after.places) if self._after.height(place) == height}
        targets = [move.target for move in map(Move.parse, self._plays) if move.target in ends]
        first = Move.parse(self._plays[0]).target
        return self._plays_on(first if first in targets or not targets else targets[-1])

    def _plays_on(self, target: str) -> list[str]:
        """The plays onto a stack and those that uncover their cards; all of them if these alone are illegal."""
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
        for code in encode_texts(moves, self._rules.payoff_piles):
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
            plays = self._plays_on(Move.parse(self._plays[0]).target)
            if shown_way(self._rules, table_after(self._view, plays), seat):
                plays = list(self._plays)
            line = _named(self._view, plays)
            said = words.format(line=line, player=player, top=top, cards=cards_listed(way[:-1]))
            brief = _("It takes the place where {player} could play the [pay-off card] {card}.")
            return Reason(Kind.TAKES_PLACE, said, tuple(plays), brief.format(player=player, card=top), card_text(code))
        return None

    def _takes_stack(self) -> Reason | None:
        """Whether the plays take a stack on which an opponent needs few cards for a pay-off card."""
        for seat, code in opponents_tops(self._rules, self._before, self._view.turn):
            rank, has = self._rules.natural_rank(card_text(code)), tops_of(self._rules, self._before, seat)
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
                    words = _("Play {line}: {card}, which lies under it, is then free.")
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
