"""Guessing what a seat cannot see: whole games that agree with everything that one seat has seen.

They are made only from that seat's events and the open cards. A seat does not know which of several equal cards came
back into the stock and which have never been seen; a card that may be either is assumed to have come back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from itertools import accumulate

from spite_and_malice.interop.chance_game import DEALT, DREW, LOT, MOVED, TURNED, ChanceGame, Event
from spite_and_malice.interop.hidden import FacedownPile


def guess(game: ChanceGame, viewer: int, rng: Callable[[], float]) -> ChanceGame:
    """A game that `viewer` cannot tell from `game`; `rng` yields numbers from 0 up to, but not including, 1.

    The other seats' hands are drawn again: each card, oldest first, uniformly from the cards that may lie there. In
    this game the other seats do not know their own past: they have seen what the viewer has seen, and the hand they now
    hold. Raises ValueError while a card is about to be revealed.
    """
    if game.is_chance:
        raise ValueError("a game can be guessed when a player is to move, not while chance is")
    knowledge = _Knowledge(game, viewer)
    hands = knowledge.guess_hands(rng)
    other = game.clone()
    other.take_guess(viewer, hands, knowledge.fresh, knowledge.stock(), knowledge.inside)
    return other


class _Knowledge:
    """The unseen cards as one seat knows them.

    `fresh` have never been seen, by kind. `again` have been seen and came back, as pairs of kind and time; `draws` are
    the times when the cards in the hands of the others were drawn, oldest first, with their seats. Times are counted in
    events. `inside` are cards that were turned up in the deal, tied and shuffled back into their pile.
    """

    def __init__(self, game: ChanceGame, viewer: int) -> None:
        kinds, rules = game.setting.kinds, game.setting.rules
        self._kinds = kinds
        self._viewer = viewer
        self._stock_count = game.core.stock_count
        self._hand = [0] * kinds.count
        self._turned_up = 0
        self.fresh = (kinds.payoff_deck or kinds.deck)[:]
        self.again: list[tuple[int, int]] = []
        self._own_payoff_deck = kinds.payoff_deck is not None
        if self._own_payoff_deck:
            self.again = [(kind, 0) for kind, count in enumerate(kinds.deck) for _ in range(count)]
        self.draws: list[tuple[int, int]] = []
        self.inside: Counter[tuple[int, int, int]] = Counter()
        self._shown: dict[tuple[int, int], int] = {}
        self._dealing = True
        back = list(game.back)
        for k, event in enumerate(game.events[viewer]):
            while back and back[0][0] <= k:
                self._came_back(*back.pop(0))
            self._note(event, k)
        for entry in back:
            self._came_back(*entry)
        held = [kinds.of_code[code] for code in game.core.hand(viewer)]
        for kind, count in (Counter(held) - Counter(self._own_hand())).items():
            for _ in range(count):
                self._play_unseen(viewer, kind)
        never_turned_up = rules.players * rules.payoff * rules.payoff_piles - self._turned_up
        self._free = sum(self.fresh) - never_turned_up - self._left_over(game)
        self._settle()

    def stock(self) -> FacedownPile:
        """The stock."""
        seen = [0] * self._kinds.count
        for kind, _ in self.again:
            seen[kind] += 1
        return FacedownPile(self._stock_count, seen)

    def guess_hands(self, rng: Callable[[], float]) -> dict[int, list[int]]:
        """Draw the hands of the others from the unseen cards; returns the kinds in each."""
        hands: dict[int, list[int]] = {}
        for when, seat in sorted(self.draws):
            hands.setdefault(seat, []).append(self._guess_card(when, rng))
        return hands

    # --- what the seat has seen ---------------------------------------------------------------------------------

    def _note(self, event: Event, when: int) -> None:
        if event.kind == MOVED:
            self._dealing = False
            for kind in self._kinds.from_hand(event.value - 1):
                if event.seat == self._viewer and self._hand[kind]:
                    self._hand[kind] -= 1
                else:
                    self._play_unseen(event.seat, kind)
        elif event.kind == DREW and not event.value:
            self.draws.append((when, event.seat))
        elif event.kind == DREW:
            self._hand[event.value - 1] += 1
            self._see(event.value - 1, when)
        elif event.kind >= DEALT:
            self._see(event.value - 1, when)
        elif event.kind != LOT:
            self._turn_up(event)

    def _turn_up(self, event: Event) -> None:
        place, kind = (event.seat, event.kind - TURNED), event.value - 1
        if self._dealing and place in self._shown:
            self.inside[*place, self._shown[place]] += 1
        if self.inside[*place, kind]:
            self.inside[*place, kind] -= 1
        else:
            if not self.fresh[kind]:
                self._mistake(kind)
            self.fresh[kind] -= 1
            self._turned_up += 1
        self._shown[place] = kind

    def _mistake(self, kind: int) -> None:
        """Treat a card that was thought to have come back as one never seen after all."""
        self.again.remove(next(card for card in self.again if card[0] == kind))
        self.fresh[kind] += 1

    def _came_back(self, when: int, went: list[int], hands_too: bool) -> None:
        self.again += [(kind, when) for kind, count in enumerate(went) for _ in range(count)]
        if hands_too:
            self.again += [(kind, when) for kind in self._own_hand()]
            self._hand = [0] * self._kinds.count
            self.draws = []

    def _own_hand(self) -> list[int]:
        return [kind for kind, count in enumerate(self._hand) for _ in range(count)]

    def _see(self, kind: int, when: int) -> bool:
        """Remove a card that came out of the stock at a time from the unseen ones; whether it had come back by then.

        Of several, take the one that came back last: the others may lie in more places.
        """
        possible = [card for card in self.again if card[0] == kind]
        by_then = [card for card in possible if card[1] <= when]
        if by_then or not self.fresh[kind] or self._own_payoff_deck:
            self.again.remove((by_then or possible)[-1])
            return True
        self.fresh[kind] -= 1
        return False

    def _play_unseen(self, seat: int, kind: int) -> None:
        """Remove a card that comes out of a hand from the unseen ones, and one draw with it.

        A card that came back was drawn recently, one never seen may be the oldest.
        """
        own = [draw for draw in self.draws if draw[1] == seat]
        self.draws.remove(own[-1] if self._see(kind, own[-1][0]) else own[0])

    def _left_over(self, game: ChanceGame) -> int:
        """How many cards of a pay-off deck are out of the game."""
        rules = game.setting.rules
        if self._kinds.payoff_deck is None:
            return 0
        return sum(self._kinds.payoff_deck) - rules.players * rules.payoff * rules.payoff_piles

    # --- what it guesses ----------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Make sure that the pay-off piles can be filled with cards never seen."""
        while self._free < 0:
            self._mistake(self.again[0][0])
            self._free += 1

    def _guess_card(self, when: int, rng: Callable[[], float]) -> int:
        """A card drawn at a time: one never seen that lies in no pay-off pile, or one that had come back by then."""
        possible = [i for i, (_, came_back) in enumerate(self.again) if came_back <= when]
        if not self._free and not possible:
            possible = list(range(len(self.again)))
        chosen = int(rng() * (self._free + len(possible)))
        if chosen >= self._free:
            return self.again.pop(possible[chosen - self._free])[0]
        self._free -= 1
        upto = list(accumulate(self.fresh))
        kind = bisect_right(upto, int(rng() * upto[-1]))
        self.fresh[kind] -= 1
        return kind
