"""A search for wins in Osmosis, where the only choice is which card leaves the talon when.

No card comes back, and cards on the foundations only let more cards go there. So it goes depth first through the
remainders, each once, and immediately makes moves that lose nothing:

- **A card of the reserve goes to the foundation of its suit**, once that has begun: nothing needs its place, and it
  frees the card under it. Which suit begins next is a choice, since each foundation waits for the one before it.
- **The last card of the talon does too**, at the beginning of a pass: it is turned up in every pass, alone or as the
  last of three, and no other card changes its place without it.

A remainder is lost if some card cannot go home even if each card of the talon could be taken at any time: that needs no
search, since then the order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from spite_and_malice.patience.core import Layout, codes, rank_of, source_of, suit_of, target_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules

_SLICE: Final = 100
"""How many remainders it searches between two looks at the clock."""
_ALL_RANKS: Final = (1 << codes.KING + 1) - 2

Cards = tuple[int, ...]


def is_searched(rules: Rules) -> bool:
    """Say whether this search plays a game."""
    return (
        rules.home == "osmosis"
        and not rules.piles
        and rules.stock == "waste"
        and rules.passes is None
        and not (rules.cells or rules.pocket or rules.merci)
    )


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found."""
    end = None if seconds is None else clock() + seconds
    draw, base = position.rules.draw, position.layout.rules.base
    seen: set[_Rest] = set()
    todo: list[tuple[_Rest, _Way | None]] = [(_rest_of(position), None)]
    while todo:
        rest, way = todo.pop()
        rest, way = _settled(rest, way, base)
        if not rest.talon and not any(rest.reserve):
            return codes.FOUND, _moves(position, way), len(seen) + 1
        if rest in seen or _is_dead(rest, base):
            continue
        seen.add(rest)
        if len(seen) >= positions or (end is not None and len(seen) % _SLICE == 0 and clock() >= end):
            return codes.RUNNING, [], len(seen)
        todo += ((after, _Way(card, way)) for card, after in _next(rest, draw, base))
    return codes.LOST, [], len(seen)


class _Way(NamedTuple):
    """The cards that went home so far, the last one first."""

    card: int
    before: _Way | None


class _Rest(NamedTuple):
    """A remainder: the talon and how much of it is drawn, the reserve, the suits begun, and their ranks as bits."""

    talon: Cards
    drawn: int
    reserve: tuple[Cards, ...]
    suits: Cards
    ranks: Cards

    def takes(self, card: int, base: int) -> bool:
        """Whether a card can go home."""
        suit = suit_of(card)
        if suit not in self.suits:
            return rank_of(card) == base
        at = self.suits.index(suit)
        return at == 0 or bool(self.ranks[at - 1] & 1 << rank_of(card))

    def with_home(self, card: int) -> _Rest:
        """The remainder with a card at home, which also still lies where it was."""
        suit, bit = suit_of(card), 1 << rank_of(card)
        if suit not in self.suits:
            return self._replace(suits=(*self.suits, suit), ranks=(*self.ranks, bit))
        at = self.suits.index(suit)
        return self._replace(ranks=(*self.ranks[:at], self.ranks[at] | bit, *self.ranks[at + 1 :]))

    def without_top(self, pile: int) -> _Rest:
        """The remainder without the top card of a pile of the reserve."""
        return self._replace(reserve=(*self.reserve[:pile], self.reserve[pile][:-1], *self.reserve[pile + 1 :]))

    def without(self, index: int, draw: int) -> _Rest:
        """The remainder without a card of the talon, which is drawn up to that card."""
        talon = self.talon[:index] + self.talon[index + 1 :]
        return self._replace(talon=talon, drawn=_drawn(index, len(talon), draw))


def _drawn(count: int, talon: int, draw: int) -> int:
    """Return how many cards of a talon count as drawn: none if the same ones come up as from its beginning."""
    return 0 if count % draw == 0 or count == talon else count


def _rest_of(position: Position) -> _Rest:
    """Return the remainder of a game."""
    layout, rules = position.layout, position.rules
    piles = range(codes.RESERVE, codes.RESERVE + len(rules.reserve))
    reserve = tuple(tuple(layout.face_down(pile) + layout.face_up(pile)) for pile in piles)
    homes = [home for n in range(rules.foundations) if (home := layout.face_up(codes.HOME + n))]
    talon, drawn = tuple(layout.waste() + layout.stock()), layout.drawn
    return _Rest(
        talon,
        _drawn(drawn, len(talon), rules.draw),
        reserve,
        tuple(suit_of(home[0]) for home in homes),
        tuple(sum(1 << rank_of(card) for card in home) for home in homes),
    )


def _settled(rest: _Rest, way: _Way | None, base: int) -> tuple[_Rest, _Way | None]:
    """Send home the cards that lose nothing by it."""
    again = True
    while again:
        again = False
        for pile, cards in enumerate(rest.reserve):
            if cards and suit_of(cards[-1]) in rest.suits and rest.takes(cards[-1], base):
                rest, way = rest.with_home(cards[-1]).without_top(pile), _Way(cards[-1], way)
                again = True
        if (
            rest.drawn == 0
            and rest.talon
            and suit_of(rest.talon[-1]) in rest.suits
            and rest.takes(rest.talon[-1], base)
        ):
            rest, way = rest.with_home(rest.talon[-1])._replace(talon=rest.talon[:-1]), _Way(rest.talon[-1], way)
            again = True
    return rest, way


def _next(rest: _Rest, draw: int, base: int) -> Iterator[tuple[int, _Rest]]:
    """Yield the cards that can go home next, and the remainder after each."""
    for pile, cards in enumerate(rest.reserve):
        if cards and rest.takes(cards[-1], base):
            yield cards[-1], rest.with_home(cards[-1]).without_top(pile)
    for index in _in_reach(len(rest.talon), rest.drawn, draw):
        if rest.takes(rest.talon[index], base):
            yield rest.talon[index], rest.with_home(rest.talon[index]).without(index, draw)


def _in_reach(count: int, drawn: int, draw: int) -> list[int]:
    """Return which cards of the talon can be turned up, in this pass or in the next."""
    last = [count - 1] if count else []
    return sorted({*range(drawn - 1 if drawn else draw - 1, count, draw), *range(draw - 1, count, draw), *last})


def _is_dead(rest: _Rest, base: int) -> bool:
    """Whether some card could not go home even if each card of the talon could be taken at any time.

    A suit that has not begun takes no rank that the last one begun lacks, whichever comes before it.
    """
    home, talon = [0] * codes.SUITS, [0] * codes.SUITS
    for suit, ranks in zip(rest.suits, rest.ranks, strict=True):
        home[suit] = ranks
    for card in rest.talon:
        talon[suit_of(card)] |= 1 << rank_of(card)
    before = dict(zip(rest.suits[1:], rest.suits, strict=False))
    left = [len(cards) for cards in rest.reserve]
    again = True
    while again:
        again = False
        for suit in range(codes.SUITS):
            if suit == rest.suits[0]:
                taken = _ALL_RANKS
            elif suit in before:
                taken = home[before[suit]]
            else:
                taken = 1 << base | (home[rest.suits[-1]] if home[suit] else 0)
            if new := talon[suit] & taken & ~home[suit]:
                home[suit] |= new
                again = True
            for pile, cards in enumerate(rest.reserve):
                while left[pile] and suit_of(card := cards[left[pile] - 1]) == suit and taken & 1 << rank_of(card):
                    left[pile] -= 1
                    home[suit] |= 1 << rank_of(card)
                    again = True
    return any(ranks != _ALL_RANKS for ranks in home)


def _moves(position: Position, way: _Way | None) -> list[int]:
    """Return the moves that send cards home in this order, draws and redeals among them."""
    cards: list[int] = []
    while way is not None:
        cards.append(way.card)
        way = way.before
    layout: Layout = position.layout.clone()
    played: list[int] = []
    for card in reversed(cards):
        while (move := _home_move(layout, card)) is None:
            move = codes.DRAW if layout.stock() else codes.REDEAL
            layout.apply(move)
            played.append(move)
        layout.apply(move)
        played.append(move)
    return played


def _home_move(layout: Layout, card: int) -> int | None:
    """Return the move that sends a card home, if that is legal now."""
    for move in layout.legal():
        if codes.HOME <= target_of(move) < codes.WASTE:
            source = source_of(move)
            if (layout.waste() if source == codes.WASTE else layout.face_up(source))[-1] == card:
                return move
    return None
