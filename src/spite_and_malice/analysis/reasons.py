"""Why a move is good, in one sentence that is true: every reason is a fact about the cards that the viewer sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from spite_and_malice.analysis import reach
from spite_and_malice.analysis.claims import is_true_of
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.threats import fits, heights, threats
from spite_and_malice.analysis.wording import card_name, centre_name, line_name
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View
from spite_and_malice.engine.core import (
    Core,
    apply,
    codes,
    kind_of,
    legal_moves,
    plays_payoff,
    reveals,
    source_of,
)
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.rules import card_text
from spite_and_malice.texts import _, ngettext


@dataclass(frozen=True, slots=True)
class Reason:
    """A claim and its sentence; `line` is the line of moves it speaks of, beginning with the move, if it does.

    `brief` is the sentence for who sees that line already; `about` is the card, or the number of cards, that it names.
    """

    kind: Kind
    words: str
    line: tuple[str, ...] = ()
    brief: str = ""
    about: str = ""


def reason_for(
    view: View, text: str, names: Sequence[str] | None = None, seconds: float = 0.3, over: str = ""
) -> Reason:
    """Return the weightiest reason for a legal move of the viewer, as `reasons_for` does."""
    return next(reasons_for(view, text, names, seconds, over))


def reasons_for(
    view: View, text: str, names: Sequence[str] | None = None, seconds: float = 0.3, over: str = ""
) -> Iterator[Reason]:
    """Yield every reason for a legal move of the viewer, the weightiest first; there is always one.

    `names` are the seats' names, where they have any; `seconds` is the time for looking where a line leads. With
    another move `over` there are only reasons to prefer the first one to it: what is true of both is none.
    """
    return _only(view, text, _Facts(view, Move.parse(text), names, seconds).reasons(over), over, seconds)


def reasons_along(
    view: View, moves: Sequence[str], names: Sequence[str] | None = None, seconds: float = 0.3, over: str = ""
) -> Iterator[Reason]:
    """Yield the reasons for a line of legal moves, the weightiest first; there is always one.

    They are those for its first move, without what another line would lead to, and whether a discard at its end keeps a
    wild card back; what they say of the hand is true when the line is over. Nothing may come to light before the last
    move. `over` is as in `reasons_for`.
    """
    return _only(view, moves[0], _along(view, moves, names, seconds, over), over, seconds)


def as_good(view: View, other: str) -> Reason:
    """Return what is said of a move where another is worth as much."""
    words = _("{line} would be just as good.")
    said = words.format(line=line_name(view, [Move.parse(other)]))
    return Reason(Kind.AS_GOOD, _capital(said), (other,))


def _only(view: View, text: str, reasons: Iterator[Reason], over: str, seconds: float) -> Iterator[Reason]:
    """Yield those of the reasons for a move that do not hold for another."""
    for reason in reasons:
        if not over or reason.kind == Kind.BEST or not is_true_of(view, text, reason, over, seconds):
            yield reason


def _along(
    view: View, moves: Sequence[str], names: Sequence[str] | None, seconds: float, over: str
) -> Iterator[Reason]:
    paying = next((at for at, text in enumerate(moves) if Move.parse(text).plays_payoff), 0)
    if paying:
        yield _leads(view, moves[: paying + 1])
    position = Position.from_view(view)
    for text in moves[:-1]:
        position.play(text, UNSHUFFLED)
    after = position.core.clone()
    effects = apply(after, encode(Move.parse(moves[-1]), view.rules.payoff_piles))
    goes_on = not effects & codes.ENDED_TURN and after.stage != codes.OVER
    empties = len(moves) > 1 and bool(effects & codes.DREW) and goes_on
    if empties:
        yield _emptying(view, moves)
    for reason in reasons_for(view, moves[0], names, seconds, over):
        leads = reason.kind in (Kind.LINE, Kind.EMPTYING)
        if leads and (empties or any(one != other for one, other in zip(reason.line, moves, strict=False))):
            continue
        if reason.kind == Kind.FEWER and len(moves) > 1:
            if goes_on and not empties:
                yield _fewer(after.hand_count(view.turn))
            continue
        if reason.kind == Kind.BEST and len(moves) > 1 and Move.parse(moves[-1]).is_discard:
            last = reasons_for(position.view(view.turn), moves[-1], names, seconds)
            yield from (each for each in last if each.kind == Kind.KEEPS_WILD)
        yield reason


def wild_spared(view: View, moves: Sequence[str], way: Sequence[str]) -> Reason | None:
    """Return why a line passes by a way to the pay-off card: it keeps a wild card that the way takes, if it does."""
    kept = next(filter(view.rules.is_wild, _from_hand(way) - _from_hand(moves)), None)
    if kept is None:
        return None
    words = _("It keeps {card}: the way to your [pay-off card] would take it, and it is worth more in your hand.")
    return Reason(Kind.KEEPS_WILD, words.format(card=card_name(kept)), about=kept)


def _from_hand(line: Sequence[str]) -> Counter[str]:
    return Counter(card for move in map(Move.parse, line) if move.source == "H" for card in move.cards)


def _leads(view: View, line: Sequence[str]) -> Reason:
    """Return the reason for the first move of a line whose last one plays the pay-off card."""
    words = _("It leads to your [pay-off card]: {line}.")
    said = words.format(line=line_name(view, [Move.parse(text) for text in line]))
    return Reason(Kind.LINE, said, tuple(line), _("It leads to your [pay-off card]."))


def _emptying(view: View, line: Sequence[str]) -> Reason:
    """Return the reason for the first move of a line whose last one empties the hand."""
    drawn = view.rules.hand
    said = line_name(view, [Move.parse(text) for text in line])
    words = ngettext(
        "It leads to an empty hand and {count} new card: {line}.",
        "It leads to an empty hand and {count} new cards: {line}.",
        drawn,
    )
    brief = ngettext(
        "It leads to an empty hand and {count} new card.", "It leads to an empty hand and {count} new cards.", drawn
    )
    return Reason(Kind.EMPTYING, words.format(count=drawn, line=said), tuple(line), brief.format(count=drawn))


def _fewer(left: int) -> Reason:
    """Return the reason for what leaves that many cards in hand, where an empty one is filled at once."""
    words = ngettext(
        "It leaves {count} card in your hand, and with an empty hand you draw a new one at once.",
        "It leaves {count} cards in your hand, and with an empty hand you draw a new one at once.",
        left,
    )
    return Reason(Kind.FEWER, words.format(count=left), about=str(left))


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


class _Facts:
    """What can be said of a move by what the viewer sees, the weightiest first."""

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
        """Yield the reasons, those last that another move brings up; the very last one is never missing."""
        if plays_payoff(self._code):
            payoff = self._payoff()
            if payoff.kind != Kind.WINS:
                yield from self._spares()
            yield payoff
        if len(self._view.legal) == 1:
            yield Reason(Kind.ONLY, _("It is the only thing you can do now."))
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

    # --- plays --------------------------------------------------------------------------------------------------

    def _payoff(self) -> Reason:
        if self._after.stage == codes.OVER and self._view.turn in self._after.winners():
            return Reason(Kind.WINS, _("It is your last [pay-off card]: with it you win."))
        if self._move.source[0] == "+":
            return Reason(Kind.PAYOFF, _("It plays your partner's [pay-off card], which counts as your own."))
        return Reason(Kind.PAYOFF, _("It plays your [pay-off card], and that is what wins the game."))

    def _centre_play(self) -> Iterator[Reason]:
        view, move = self._view, self._move
        if view.stage == "cover":
            yield Reason(Kind.COVERS, _("The wild card has to be covered at once."))
        yield from self._lines()
        yield from self._block()
        yield from self._spares()
        if move.source[0] == "S":
            yield from self._side_play(int(move.source[1:]) - 1)
        elif move.source == "H":
            left = self._before.hand_count(view.turn) - 1
            if left and self._rules.empty_hand == "refill":
                yield _fewer(left)

    def _lines(self) -> Iterator[Reason]:
        """Where the play leads: to the pay-off card, or to an empty hand."""
        view, after = self._view, self._after
        hand = self._rules.hand
        goes_on = not self._effects & codes.ENDED_TURN and after.stage != codes.OVER
        if self._effects & codes.DREW and goes_on and self._move.source == "H":
            words = ngettext(
                "It empties your hand, so you draw {count} new card and go on.",
                "It empties your hand, so you draw {count} new cards and go on.",
                hand,
            )
            yield Reason(Kind.EMPTIES, words.format(count=hand))
        if reveals(self._effects) or after.stage == codes.OVER:
            return
        found = reach.reach_from(self._rules, after, self._seconds)
        line = (str(self._move), *found.moves)
        if found.goal == reach.PAYOFF:
            yield _leads(view, line)
        elif found.goal == reach.HAND:
            yield _emptying(view, line)

    def _block(self) -> Iterator[Reason]:
        for seat, card in self._threats:
            if self._fits(self._before, card) and not self._fits(self._after, card):
                words = _("It takes the place away on which {player} could play the [pay-off card] {card}.")
                top = card_text(card)
                yield Reason(Kind.BLOCKS, words.format(player=self._name(seat), card=card_name(top)), about=top)

    def _spares(self) -> Iterator[Reason]:
        """Why to this stack: on another the same card would open the way for the pay-off card of an opponent."""
        if self._move.is_load:
            # It changes what the other may play.
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
        if len(stack) == 1:
            yield Reason(Kind.FREES, _("It leaves an empty [side stack] behind: a free place for a discard."))
        elif not self._effects & codes.ENDED_TURN and any(
            source_of(move) == codes.FROM_SIDE + number and kind_of(move) == codes.TO_CENTRE
            for move in legal_moves(self._after)
        ):
            words = _("Under it lies {card}, which you can play next.")
            yield Reason(Kind.UNCOVERS, words.format(card=card_name(stack[-2])), about=stack[-2])
        else:
            words = _("It frees {card}, which lies under it.")
            yield Reason(Kind.LOWER, words.format(card=card_name(stack[-2])), about=stack[-2])

    def _load(self) -> Iterator[Reason]:
        seat = int(self._move.target[1:].split(".")[0])
        words = _("It puts one more card on the [pay-off pile] of {player}.")
        yield Reason(Kind.LOADS, words.format(player=self._name(seat)))

    # --- ends of the turn ---------------------------------------------------------------------------------------

    def _discard(self) -> Iterator[Reason]:
        view, move = self._view, self._move
        number = int(move.target[1:]) - 1
        stack = view.players[view.turn].side[number]
        if not self._effects & codes.ENDED_TURN:
            yield Reason(Kind.FILLS, _("Empty [side stacks] are filled first, and this costs you no turn."))
            return
        yield from self._hold_back()
        yield from self._waits()
        if len(move.cards) == 2:
            yield Reason(Kind.PAIR, _("It takes two cards out of your hand with one discard."))
        if stack:
            yield from self._onto(move.cards[0], stack)
        yield from self._least_missed(move.cards)
        if not stack:
            yield from self._below_others(move.cards)
            yield Reason(Kind.FREE_STACK, _("It covers no card there."))
        if not self._rules.is_wild(move.cards[0]) and (wild := self._wild_kept()):
            words = _("It keeps {card} in your hand, which can stand for what you need.")
            yield Reason(Kind.KEEPS_WILD, words.format(card=card_name(wild)), about=wild)

    def _rather_than(self, other: Move) -> Iterator[Reason]:
        """What another discard would cover, or take out of the hand, that the centre can take sooner than this card."""
        if not other.is_discard:
            return
        rank, missed = self._rules.natural_rank(self._move.cards[0]), self._rules.natural_rank(other.cards[0])
        own = self._view.players[self._view.turn].side
        tops = [stack[-1] for stack in own if stack]
        under = own[int(other.target[1:]) - 1]
        # A card of the same rank hides nothing, and of a card that lies there twice one stays free in any case.
        hides = under and self._rules.natural_rank(under[-1]) != missed and tops.count(under[-1]) == 1
        if hides and other.target != self._move.target and under[-1] not in self._move.cards:
            yield self._stays_free(under[-1])
        if rank and missed and self._steps_to(missed) < self._steps_to(rank):
            words = _("It keeps {card} in your hand, which the centre can take sooner.")
            yield Reason(Kind.SOONER, words.format(card=card_name(other.cards[0])), about=other.cards[0])

    def _stays_free(self, top: str) -> Reason:
        rank = self._rules.natural_rank(top)
        kept = Counter(self._hand()) - Counter(self._move.cards)
        following = next((card for card in kept if rank and self._rules.natural_rank(card) == rank + 1), None)
        if following is None:
            return Reason(Kind.STAYS_FREE, _("{card} stays free.").format(card=_capital(card_name(top))), about=top)
        words = _("{card} stays free for your {following}.")
        said = words.format(card=_capital(card_name(top)), following=card_name(following))
        return Reason(Kind.STAYS_FREE, said, about=top)

    def _onto(self, card: str, stack: Sequence[str]) -> Iterator[Reason]:
        rank, under = self._rules.natural_rank(card), self._rules.natural_rank(stack[-1])
        top = card_name(stack[-1])
        if rank and under and rank == under - 1:
            words = _("It lies on {card}, one higher: after it that card can follow, so nothing is blocked.")
            yield Reason(Kind.STEP_DOWN, words.format(card=top))
        if rank and rank == under:
            words = _("It lies on {card}, a card of the same rank, so it hides nothing new.")
            yield Reason(Kind.SAME_RANK, words.format(card=top))
        sizes = sorted(len(other) for other in self._open_stacks())
        if len(sizes) > 1 and len(stack) == sizes[0] < sizes[1]:
            words = ngettext(
                "It covers only {count} card there, and more on any other [side stack].",
                "It covers only {count} cards there, and more on any other [side stack].",
                len(stack),
            )
            yield Reason(Kind.FEWEST_BURIED, words.format(count=len(stack)))

    def _least_missed(self, cards: Sequence[str]) -> Iterator[Reason]:
        """Why these cards rather than others of the hand: one is like them, or all can be played sooner."""
        rank = self._rules.natural_rank(cards[0])
        kept = Counter(self._hand()) - Counter(cards)
        others = [card for card in kept if self._rules.natural_rank(card)]
        if not rank or not others:
            return
        twin = next((card for card in others if self._rules.natural_rank(card) == rank), None)
        if twin:
            words = _("You keep another card of its rank: {card}.")
            yield Reason(Kind.KEEPS_EQUAL, words.format(card=card_name(twin)))
        elif all(self._steps_to(self._rules.natural_rank(card)) < self._steps_to(rank) for card in others):
            words = _("Of the cards in your hand it is the furthest from what the centre takes next.")
            yield Reason(Kind.FURTHEST, words)

    def _below_others(self, cards: Sequence[str]) -> Iterator[Reason]:
        """Why these cards rather than others of the hand begin a stack: they leave it soon, or all can lie on them."""
        rank = self._rules.natural_rank(cards[0])
        others = [self._rules.natural_rank(card) for card in Counter(self._hand()) - Counter(cards)]
        if not rank or not others or not all(others):
            return
        if all(self._steps_to(other) > self._steps_to(rank) for other in others):
            words = _("The centre can take it sooner than your other cards, so this [stack] may soon be free again.")
            yield Reason(Kind.SOONEST, words)
        if max(others) < rank:
            yield Reason(Kind.HIGHEST, _("It is the highest card of your hand: the lower ones can lie on it."))

    def _steps_to(self, rank: int) -> int:
        """How many cards have to come to a centre stack before one of this rank, at the least."""
        return min((rank - 1 - height) % self._rules.build_to for height in heights(self._rules, self._before))

    def _open_stacks(self) -> list[Sequence[str]]:
        """The side stacks to which a card may be discarded now."""
        own = self._view.players[self._view.turn].side
        targets = {move.target for move in map(Move.parse, self._view.legal) if move.is_discard}
        return [own[int(target[1:]) - 1] for target in targets]

    def _pass(self) -> Iterator[Reason]:
        yield from self._hold_back()
        yield from self._waits()
        stacks = self._open_stacks()
        if stacks and all(stacks):
            yield Reason(
                Kind.BURIES_NOTHING, _("Every discard would cover a card; a pass leaves your [stacks] as they are.")
            )

    def _hold_back(self) -> Iterator[Reason]:
        """A card that could be played now, and would open the way for the pay-off card of an opponent."""
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
        """A natural card of the hand that could be played now, and stays there."""
        for code in legal_moves(self._before):
            play = decode(code, self._rules.payoff_piles)
            if kind_of(code) != codes.TO_CENTRE or play.source != "H" or self._rules.is_wild(play.cards[0]):
                continue
            card = play.cards[0]
            if self._hand().count(card) == self._move.cards.count(card):
                continue
            words = _("You could play {card} now; it stays in your hand for a better moment.")
            yield Reason(Kind.WAITS, words.format(card=card_name(card)), (str(play),), about=card)
            return

    # --- cards --------------------------------------------------------------------------------------------------

    @cached_property
    def _threats(self) -> list[tuple[int, int]]:
        """The natural cards on the pay-off piles of the next opponent, with their seat."""
        return threats(self._rules, self._before, self._view.turn)

    def _fits(self, position: Core, card: int) -> bool:
        """Whether a natural card can go to a centre stack as the stacks are."""
        return fits(self._rules, position, card)

    def _hand(self) -> Sequence[str]:
        """The cards in the viewer's hand."""
        hand = self._view.players[self._view.turn].hand
        return () if isinstance(hand, int) else hand

    def _wild_kept(self) -> str:
        """A wild card of the hand that the discard leaves there, empty if there is none."""
        return next((card for card in self._hand() if self._rules.is_wild(card)), "")

    def _name(self, seat: int) -> str:
        if self._names is not None:
            return self._names[seat]
        return _("the next player") if seat == (self._view.turn + 1) % self._rules.players else _("an opponent")
