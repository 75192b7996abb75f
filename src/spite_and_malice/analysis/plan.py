"""The aim of a line in this turn, in one sentence that names its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reach import shown_way
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.threats import fits, opponents_tops, steps_to
from spite_and_malice.analysis.wording import capital, cards_listed, line_name, named_at, payoff_name, ranks_listed
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, plays_payoff
from spite_and_malice.engine.moves import encode
from spite_and_malice.rules import Rules, card_code, card_text
from spite_and_malice.rules.naming import Naming, card_name
from spite_and_malice.texts import _, listed, ngettext

_TURNS: Final = 2
"""The number of turns whose hints say what the player's pay-off card waits for, then the next opponent's."""
_NEAR: Final = 2
"""A card that lacks at most this many others is worth mentioning."""
_MOST_RANKS: Final = 3
"""Above this number, ranks are counted rather than listed."""
FAR: Final = 5
"""A card needed this many cards before the player's pay-off card is not kept for it."""


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


def results_of(view: View, moves: Sequence[str], names: Sequence[str] | None) -> Iterator[Reason]:
    """Yield what plays change for others and for the player's other cards: a warning, and what comes near."""
    before = Position.from_view(view).core
    after = before.clone()
    for text in moves:
        apply(after, encode(Move.parse(text), view.rules.payoff_piles))
    yield from _warnings(view, before, after, names)
    own = shown_ranks(view, after)
    cards = [card_text(card) for card in _shown_cards(view, after)]
    for card in sorted(cards, key=lambda each: steps_to(view.rules, after, view.rules.natural_rank(each) or 1)):
        rank = view.rules.natural_rank(card) or 0
        near = steps_to(view.rules, after, rank) if rank else 0
        lacks = lacking(view, after, rank, own) if near else ""
        if lacks and near < min(rank, _NEAR + 1, steps_to(view.rules, before, rank)):
            words = _("Then your {card} lacks only {ranks}.")
            yield Reason(Kind.BRINGS, words.format(card=card_name(card), ranks=lacks), about=card)
            return


def _warnings(view: View, before: Core, after: Core, names: Sequence[str] | None) -> Iterator[Reason]:
    """Yield what plays open for opponents: a pay-off card, a place near one, at last a place for another card."""
    rules = view.rules
    for seat, code in opponents_tops(rules, before, view.turn):
        top, player = card_text(code), player_name(view, seat, names)
        way = () if shown_way(rules, before, seat) else shown_way(rules, after, seat)
        if way[-1:] == (code,):
            said = {"player": player, "top": card_name(top), "cards": cards_listed(way[:-1])}
            words = _("It lets {player} play the [pay-off card] {top}, but looked ahead it still came out best.")
            if way[:-1]:
                words = _(
                    "It lets {player} play {cards} and then the [pay-off card] {top}, but looked ahead it still came "
                    "out best."
                )
            yield Reason(Kind.OPENS, words.format(**said), about=top)
        rank = rules.natural_rank(top)
        is_nearer = steps_to(rules, after, rank) < min(rank, steps_to(rules, before, rank))
        tops = tops_of(view, seat)
        lacks = lacked(rules, after, rank, tops)
        is_nearer = is_nearer and 0 not in tops and len(lacks) < len(lacked(rules, before, rank, tops))
        if is_nearer and 0 < len(lacks) <= _NEAR:
            words = _("After it {player} needs only {ranks} for the [pay-off card] {top}, but it still came out best.")
            said = {"player": player, "top": card_name(top), "ranks": ranks_listed(view, lacks)}
            yield Reason(Kind.NEARS, words.format(**said), about=top)
    served = [
        (seat, stack[-1])
        for seat in dict.fromkeys(each for each, _code in opponents_tops(rules, before, view.turn))
        for stack in filter(None, view.players[seat].side)
        if rules.natural_rank(stack[-1])
        and fits(rules, after, card_code(stack[-1]))
        and not fits(rules, before, card_code(stack[-1]))
    ]
    if served:
        cards = listed(
            [
                _("{card} ({player})").format(card=card_name(card), player=player_name(view, seat, names))
                for seat, card in dict.fromkeys(served)
            ]
        )
        words = _("That also makes a place for {cards}.")
        yield Reason(Kind.SERVES, words.format(cards=cards), about=served[0][1])


def _shown_cards(view: View, table: Core) -> list[int]:
    """The cards that the viewer has in the hand and on top of the side stacks."""
    sides = (table.side(view.turn, number) for number in range(view.rules.side))
    return [card for card in (*table.hand(view.turn), *(stack[-1] for stack in sides if stack)) if card]


def shown_ranks(view: View, table: Core) -> set[int]:
    """Return the ranks that the viewer has in the hand and on top of the side stacks; 0 for a wild card."""
    return {view.rules.natural_rank(card_text(card)) or 0 for card in _shown_cards(view, table)}


def tops_of(view: View, seat: int) -> set[int]:
    """Return the ranks on top of a player's side stacks; 0 for a wild card."""
    return {view.rules.natural_rank(stack[-1]) or 0 for stack in view.players[seat].side if stack}


def lacked(rules: Rules, table: Core, rank: int, has: Collection[int] = ()) -> list[int]:
    """Return the ranks that come before one on the stack where it needs the fewest, but those that somebody `has`."""
    count = steps_to(rules, table, rank)
    ranks = [(rank - 1 - step) % rules.build_to or rules.build_to for step in reversed(range(count))]
    return [each for each in ranks if each not in has]


def lacking(view: View, table: Core, rank: int, has: Collection[int] = ()) -> str:
    """Say what comes before a card of a rank, on the stack where it needs the fewest; "" for nothing.

    Ranks that somebody `has` are not lacking.
    """
    lacks = lacked(view.rules, table, rank, has)
    if not lacks:
        return ""
    if len(lacks) > _MOST_RANKS or steps_to(view.rules, table, rank) >= rank:
        return ngettext("{count} card", "{count} cards", len(lacks)).format(count=len(lacks))
    return ranks_listed(view, lacks)


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
            return self._nearer() or self._takes_place() or many or self._frees() or self._room()
        waiting = self._waiting()
        if self._view.moved and self._view.stage == "play" and waiting and waiting.kind != Kind.KEEPS_FOR:
            return None
        return waiting

    # --- the pay-off card, a new hand --------------------------------------------------------------------------------

    def _payoff(self) -> Reason:
        view, moves = self._view, self._moves
        card, line = _payoff_words(view, moves[-1]), _named(view, moves)
        is_won = self._after.stage == codes.OVER and view.turn in self._after.winners()
        if len(moves) > 1:
            if self._is_begun:
                return Reason(Kind.LINE, _("Now {line}.").format(line=line), tuple(moves), brief=self._far(card))
            words = _("{card} is {count} plays away: {line}.")
            said = capital(words.format(card=card, count=self._number(len(moves)), line=line))
            return Reason(Kind.LINE, said, tuple(moves), brief=self._far(card))
        if is_won:
            return Reason(Kind.WINS, capital(_("{line} is the last one: with it you win.").format(line=line)))
        left = self._after.cards_left(view.turn % self._rules.side_count)
        words = ngettext("{line}: {count} is left after it.", "{line}: {count} are left after it.", left)
        if self._rules.partners:
            words = ngettext(
                "{line}: {count} is left to you and your partner after it.",
                "{line}: {count} are left to you and your partner after it.",
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
                "Now {line}: then you draw {count} new card.", "Now {line}: then you draw {count} new cards.", drawn
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
        """Whether the player's pay-off card needs fewer cards after the plays."""
        for card, whose in self._own_cards:
            rank = self._rules.natural_rank(card)
            far, near = (steps_to(self._rules, table, rank) for table in (self._before, self._after))
            lacks = self._lacking(self._after, rank, shown_ranks(self._view, self._after))
            if lacks and near < min(far, _MOST_RANKS + 1):
                line = self._plays_until(rank, near)
                words = _("Get nearer to {card}: {line}; then it lacks only {ranks}.")
                if self._is_begun:
                    words = _("Now {line}: then {card} lacks only {ranks}.")
                said = words.format(line=_named(self._view, line), card=whose, ranks=lacks)
                brief = capital(_("{card} lacks only {ranks} then.").format(card=whose, ranks=lacks))
                return Reason(Kind.NEARER, said, tuple(self._moves), brief, card)
        return None

    def _plays_until(self, rank: int, count: int) -> Sequence[str]:
        """The plays up to the first table at which a card of a rank lacks at most that many others."""
        table = self._before.clone()
        for number, text in enumerate(self._plays):
            apply(table, encode(Move.parse(text), self._rules.payoff_piles))
            if steps_to(self._rules, table, rank) == count:
                return self._plays[: number + 1]
        return self._plays

    def _takes_place(self) -> Reason | None:
        """Whether the plays take the place on which an opponent could play a pay-off card."""
        for seat, code in opponents_tops(self._rules, self._before, self._view.turn):
            if fits(self._rules, self._before, code) and not fits(self._rules, self._after, code):
                words = _("Take the place on which {player} could play the [pay-off card] {top}: {line}.")
                if self._is_begun:
                    words = _("Now {line}: then {player} has no place for the [pay-off card] {top}.")
                player, top = player_name(self._view, seat, self._names), card_name(card_text(code))
                said = words.format(line=_named(self._view, self._plays), player=player, top=top)
                brief = _("It takes the place away on which {player} could play the [pay-off card] {card}.")
                brief = brief.format(player=player, card=top)
                return Reason(Kind.TAKES_PLACE, said, tuple(self._moves), brief, card_text(code))
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
                        words = _("Now {line}: that empties a [side stack] for later discards.")
                    said = words.format(line=line, card=card_name(stack[-1]))
                    brief = _("It empties the [side stack] with {card}.").format(card=card_name(stack[-1]))
                    return Reason(Kind.CLEARS, said, tuple(self._moves), brief, stack[-1])
                words = _("Free {card} beneath {top}: {line}.")
                if self._is_begun:
                    words = _("Now {line}: that frees {card} beneath {top}.")
                free = stack[-1 - gone]
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
                "Now {line}: next turn you draw {count} card more.",
                "Now {line}: next turn you draw {count} cards more.",
                count,
            )
        elif wild:
            words = ngettext(
                "Play {line}: {wild} lets {card} follow, and next turn you draw {count} card more.",
                "Play {line}: {wild} lets {card} follow, and next turn you draw {count} cards more.",
                count,
            )
        elif self._completes:
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
    def _completes(self) -> bool:
        """Whether a play puts the last card on a centre stack."""
        table = self._before.clone()
        for move in map(Move.parse, self._plays):
            number = int(move.target[1:]) - 1 if move.plays_to_centre else table.places
            if number < table.places and table.height(number) == self._rules.build_to - 1:
                return True
            apply(table, encode(move, self._rules.payoff_piles))
        return False

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
            return None
        card, whose = min(own, key=lambda each: steps_to(self._rules, self._before, self._rules.natural_rank(each[0])))
        rank = self._rules.natural_rank(card)
        count = steps_to(self._rules, self._before, rank)
        lacks = self._lacking(self._before, rank, shown_ranks(self._view, self._before))
        kept, free = self._kept_for(rank) if count < min(rank, FAR) else ([], [])
        if not lacks or (self._turns_waited and count > _MOST_RANKS and not kept):
            return None
        words = _("{card} lacks {ranks} on {top}.")
        if kept and free:
            words = _("{card} lacks {ranks} on {top}: keep {cards} for it, and leave {tops} free.")
        elif kept:
            words = _("{card} lacks {ranks} on {top}: keep {cards} for it.")
        elif free:
            words = _("{card} lacks {ranks} on {top}: leave {tops} free for it.")
        names = {"ranks": lacks, "top": self._nearest(rank)}
        names |= {"cards": listed(list(map(card_name, kept))), "tops": listed(list(map(card_name, free)))}
        said = Reason(Kind.KEEPS_FOR if kept else Kind.WAITING, capital(words.format(card=whose, **names)), about=card)
        if kept and self._heard is not None and not self._heard.is_new(said):
            words = _("Still keep {cards} for {card}.")
            return replace(said, words=words.format(card=whose, **names))
        return said

    def _kept_for(self, rank: int) -> tuple[list[str], list[str]]:
        """The natural cards that come before a card: those that stay in the hand, and those on top of side stacks."""
        count = steps_to(self._rules, self._before, rank)
        wanted = range(rank - count, rank)

        def found(cards: Iterable[int]) -> list[str]:
            natural = [card for card in map(card_text, filter(None, cards)) if self._rules.natural_rank(card) in wanted]
            return sorted(dict.fromkeys(natural), key=lambda card: self._rules.natural_rank(card) or 0)

        turn = self._view.turn
        held = Counter(map(card_code, self._view.hand(turn)))
        held -= Counter(
            card_code(card) for move in map(Move.parse, self._moves) if move.source == "H" for card in move.cards
        )
        kept = found(held.elements())
        own = {int(move.target[1:]) - 1 for move in map(Move.parse, self._moves) if move.is_discard}
        sides = [self._after.side(turn, number) for number in range(self._rules.side) if number not in own]
        tops = found(stack[-1] for stack in sides if stack)
        ranks = set(map(self._rules.natural_rank, kept))
        return kept, [card for card in tops if self._rules.natural_rank(card) not in ranks]

    def _they_wait(self) -> Reason | None:
        """What comes before a pay-off card of an opponent, of all those that are nearest, and next first."""

        def count(each: tuple[int, int]) -> int:
            rank = self._rules.natural_rank(card_text(each[1]))
            return len(lacked(self._rules, self._before, rank, tops_of(self._view, each[0])))

        own = shown_ranks(self._view, self._before)
        for seat, code in sorted(opponents_tops(self._rules, self._before, self._view.turn), key=count):
            card = card_text(code)
            rank = self._rules.natural_rank(card)
            lacks = lacked(self._rules, self._before, rank, tops_of(self._view, seat))
            # A list of ranks cannot say that a stack has to be finished first.
            is_near = steps_to(self._rules, self._before, rank) < min(rank, _MOST_RANKS + 1)
            # Nobody can keep away what they do not have.
            if own & set(lacks) and is_near and 0 not in tops_of(self._view, seat):
                cards = [card_text(code) for code in _shown_cards(self._view, self._before)]
                found = dict.fromkeys(each for each in cards if self._rules.natural_rank(each) in lacks)
                words = _(
                    "{player} needs only {ranks} on {stack} for the [pay-off card] {top}: keep your {cards} back."
                )
                name = capital(player_name(self._view, seat, self._names))
                ranks = self._lacking(self._before, rank, tops_of(self._view, seat))
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

    def _lacking(self, table: Core, rank: int, has: Collection[int] = ()) -> str:
        """Say what comes before a card of a rank, on the stack where it needs the fewest; "" for nothing."""
        return lacking(self._view, table, rank, has)

    def _nearest(self, rank: int) -> str:
        """Name the stack on which a card of a rank needs the fewest others."""
        count = steps_to(self._rules, self._before, rank)
        height = (rank - 1 - count) % self._rules.build_to
        return named_at(self._view, height)


def player_name(view: View, seat: int, names: Sequence[str] | None) -> str:
    """Name an opponent, whose name may be unknown."""
    if names is not None:
        return names[seat]
    return _("the next player") if seat == (view.turn + 1) % view.rules.players else _("seat {n}").format(n=seat + 1)
