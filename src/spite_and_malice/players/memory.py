"""What the public log adds to the view: which cards went back into the stock, and how the others' turns ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import (
    Core,
    apply,
    card_with,
    codes,
    core_rules,
    is_pair,
    kind_of,
    plays_own_payoff,
    plays_payoff,
    recycled_cards,
    source_of,
    suit_of,
    target_of,
    watch_recycled,
)
from spite_and_malice.engine.moves import encode
from spite_and_malice.engine.sampling import unseen
from spite_and_malice.rules import Rules, card_code, card_text


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The position in which a seat ended its latest turn, its hand unknown, and the move that ended it."""

    before: Core
    move: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What a player remembers of the moves so far.

    `recycled` are unseen cards that went back into the stock, ``held[seat]`` how many of a hand's cards were surely
    drawn before the first of them did (`spite_and_malice.engine.sampling.Sampler`); `ends` are the latest ends of the
    other seats' turns.
    """

    recycled: tuple[str, ...] = ()
    held: tuple[int, ...] = ()
    ends: tuple[TurnEnd, ...] = ()


def remember(view: View, log: Sequence[str]) -> Memory:
    """Replay the log; nothing is remembered if it does not lead to the present view."""
    replay = _replayed(view, log)
    return Memory() if replay is None else replay.memory(view)


def recycled_in(view: View, log: Sequence[str]) -> tuple[list[int], list[int]]:
    """The cards that the core's `watch_recycled` would have counted, as far as the log shows.

    It names no pay-off card: each counts as the natural card that it stood for.
    """
    replay = _replayed(view, log)
    return ([], []) if replay is None else replay.recycled()


def _replayed(view: View, log: Sequence[str]) -> _Replay | None:
    replay = _Replay(view.rules)
    try:
        for entry in log:
            seat, text = entry.split(" ")
            replay.play(int(seat), Move.parse(text))
    except (ValueError, IndexError):
        return None
    finally:
        replay.close()
    return replay if replay.agrees_with(view) else None


class _Replay:
    """A replay with every card unknown until the log names it; it witnesses its position's shuffles."""

    def __init__(self, rules: Rules) -> None:
        deck, side = rules.deck.count(), rules.players * rules.side if rules.side_dealt else 0
        payoff = rules.players * rules.payoff * rules.payoff_piles
        stock = deck - side - rules.players * rules.hand - (payoff if rules.payoff_deck is None else 0)
        self._rules = rules
        self._core = core = Core(core_rules(rules), payoff + side + rules.players * rules.hand + stock, 1)
        self._gone: Counter[int] = Counter()
        self._held: list[int] | None = None
        self._ends: dict[int, TurnEnd] = {}
        self._begun = False
        for seat in range(rules.players):
            for pile in range(rules.payoff_piles):
                for _ in range(rules.payoff):
                    core.put_payoff(seat, pile, 0)
            for stack in range(rules.side if rules.side_dealt else 0):
                core.put_side(seat, stack, 0)
            for _ in range(rules.hand):
                core.put_hand(seat, 0)
        for _ in range(stock):
            core.put_stock(0)
        watch_recycled(core, [], [])
        core.use_witness(self)

    def close(self) -> None:
        """Let go of the position, which holds its witness: no collector of garbage looks into a core."""
        self._core.use_chance(None)

    def recycled(self) -> tuple[list[int], list[int]]:
        """The cards that went back, and how many older cards each hand holds."""
        counted = recycled_cards(self._core)
        assert counted is not None
        return counted

    def forget(self, cards: list[int]) -> None:
        """Forget the order of the stock: its known cards are those that went back."""
        self._gone.update(card for card in cards if card)
        now = [self._core.hand_count(seat) for seat in range(self._rules.players)]
        # A redeal takes the hands back.
        self._held = now if self._held is None else list(map(min, self._held, now))

    def play(self, seat: int, move: Move) -> None:
        """Play the next move of the log."""
        core, number = self._core, encode(move, self._rules.payoff_piles)
        if not self._begun:
            core.put_turn(seat)
            self._begun = True
        elif core.turn != seat:
            raise ValueError("the log is not that of a game from its deal on")
        before = core.clone()
        for card in move.cards:
            code = card_code(card)
            core.learn_hand(seat, code)
            # It may be one that came back: nobody can tell two equal cards apart.
            self._gone[code] -= self._gone[code] > 0
            if self._held is not None:
                self._held[seat] = max(0, self._held[seat] - 1)
        if kind_of(number) == codes.TO_CENTRE and plays_payoff(number):
            self._name_payoff(seat, number)
        if apply(core, number) & codes.ENDED_TURN:
            before.use_chance(None)
            self._ends[seat] = TurnEnd(before, number)

    def _name_payoff(self, seat: int, move: int) -> None:
        """Treat a pay-off card that goes to a centre place as a natural card of the rank that fits there."""
        own = plays_own_payoff(move)
        core, place = self._core, target_of(move)
        owner = seat if own else self._rules.partner(seat)
        assert owner is not None
        pile = source_of(move) - (codes.FROM_PAYOFF if own else codes.FROM_PARTNER_PAYOFF)
        if core.payoff_top(owner, pile):
            return
        rank = (core.height(place) if place < core.places else 0) + 1
        code = card_with(rank, codes.SOME_SUIT)
        count = core.payoff_count(owner, pile)
        core.learn_payoff(owner, pile, code)
        self._tell_ends(owner, pile, count, code)

    def _tell_ends(self, seat: int, pile: int, count: int, code: int) -> None:
        """Write the top of a pay-off pile with `count` cards left into the ends of turns at that time."""
        for before in (end.before for end in self._ends.values()):
            if before.payoff_count(seat, pile) == count and not before.payoff_top(seat, pile):
                before.learn_payoff(seat, pile, code)

    def agrees_with(self, view: View) -> bool:
        """Whether hands, stock and centre stacks are as large as in the view."""
        core = self._core
        hands = [len(player.hand) if not isinstance(player.hand, int) else player.hand for player in view.players]
        return (
            [core.hand_count(seat) for seat in range(view.rules.players)] == hands
            and core.stock_count == view.stock
            and [core.height(place) for place in range(core.places)] == [len(place) for place in view.centre]
        )

    def memory(self, view: View) -> Memory:
        """The memory of the viewer of `view`."""
        for seat, player in enumerate(view.players):
            for pile, shown in enumerate(player.payoff):
                if shown.top is not None:
                    self._tell_ends(seat, pile, shown.count, card_code(shown.top))
        ends = tuple(
            end
            for seat, end in self._ends.items()
            if seat != view.seat and end.before.stage == codes.PLAY and self._is_held(seat, end)
        )
        held = tuple(self._held or [0] * view.rules.players)
        return Memory(self._recycled(view), held, ends)

    def _recycled(self, view: View) -> tuple[str, ...]:
        """The unseen cards that surely went back: those that the log names and the viewer has not drawn since."""
        gone = Counter(
            {card_text(code): count for code, count in self._gone.items() if suit_of(code) != codes.SOME_SUIT}
        )
        own = view.players[view.seat].hand if view.seat is not None else ()
        gone.subtract(own if isinstance(own, tuple) else ())
        return tuple((gone & unseen(view)).elements())

    def _is_held(self, seat: int, end: TurnEnd) -> bool:
        """Whether a seat still holds the cards that it held when it ended its turn."""
        played = (end.move > 0) + is_pair(end.move)
        return end.before.hand_count(seat) - played == self._core.hand_count(seat)
