"""A hint from what the player knows: the other cards are laid out at random, many times, and the solver looks at each.

Nothing here ever holds the true position, so a hint may be wrong, but it cannot give anything away.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from types import MappingProxyType
from typing import Final

from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.patience.core import codes, rank_of, suit_of
from spite_and_malice.patience.deals import PACK
from spite_and_malice.patience.knowledge import Cards, Known, nothing_known
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import empty_layout
from spite_and_malice.patience.solving import solve
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import SUITS, card_code

_POSITIONS: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to make, and the share of the worlds looked at, from 0 to 1, in which the game can be won after it."""

    move: Move
    winnable: float


def sample(view: View, chance: Chance, known: Known | None = None) -> Position:
    """Lay out the cards that the player does not know at random: a position that is the same to the player.

    Without `known` they know nothing but the view. Raises `InvalidNotation` for a view that is none of a pack of cards,
    and for knowledge that does not fit it.
    """
    known = known or nothing_known(view)
    up = [[card_code(card) for card in pile.up] for pile in view.tableau]
    waste = [card_code(card) for card in view.waste]
    found = [view.foundations[suit] for suit in SUITS]
    remembered = [card_code(card) for cards in (known.stock, *known.tableau) for card in cards if card is not None]
    seen = {*waste, *remembered, *(card for pile in up for card in pile)}
    hidden = [code for code in map(card_code, PACK) if code not in seen and rank_of(code) > found[suit_of(code)]]
    unknown = sum(card is None for cards in (known.stock, *known.tableau) for card in cards)
    if not known.fits(view) or len(hidden) != unknown:
        raise InvalidNotation("The view is none of a pack of cards: what it shows and what it counts are not 52 cards.")
    chance.shuffle(hidden)
    piles = [(_laid_out(cards, hidden), shown) for cards, shown in zip(known.tableau, up, strict=True)]
    layout = empty_layout(view.rules)
    layout.fill(waste, _laid_out(known.stock, hidden), found, piles, view.pass_number)
    return Position(view.rules, layout)


def hint(
    view: View,
    chance: Chance,
    worlds: int = 24,
    known: Known | None = None,
    passed: Mapping[str, int] = MappingProxyType({}),
    seconds: float | None = None,
) -> Hint:
    """Advise a move to whoever sees this view, and knows no more than is `known`; the more `worlds`, the better.

    After so many ``seconds`` no further world is begun, and none takes longer; one is looked at in any case.

    In every world each move is tried: the best one leaves most worlds winnable. Of equals it is one that gets on: it
    turns a card up, or takes one from the waste for good; else one that leads where the player has not, or has less
    often, `passed` already; else the one that begins most of the ways that the solver finds. Raises ValueError where
    the game is over, and as `sample` does.
    """
    if not view.legal:
        raise ValueError("There is no move to advise: the game is over.")
    if known is not None and known.is_all:
        # Every world would be the same.
        worlds = 1
    winnable: Counter[str] = Counter()
    begun: Counter[str] = Counter()
    end = math.inf if seconds is None else monotonic() + seconds
    each = None if seconds is None else seconds / (len(view.legal) + 1)
    looked = 0
    while looked < worlds and (looked == 0 or monotonic() < end):
        looked += 1
        world = sample(view, chance, known)
        solution = solve(world, each, _POSITIONS)
        if solution.verdict != "won":
            continue
        begun[str(solution.moves[0])] += 1
        for text in view.legal:
            after = world.clone()
            after.play(text)
            winnable[text] += text == str(solution.moves[0]) or _can_win(after, each)
    best = max(
        view.legal,
        key=lambda text: (
            winnable[text],
            _gets_on(view, Move.parse(text)),
            -passed.get(text, 0),
            begun[text],
            text != "draw",
            text,
        ),
    )
    return Hint(Move.parse(best), winnable[best] / looked)


def _laid_out(cards: Cards, hidden: list[int]) -> list[int]:
    """Return the codes of cards, the unknown ones from the end of those that are hidden."""
    return [hidden.pop() if card is None else card_code(card) for card in cards]


def _gets_on(view: View, move: Move) -> int:
    """Return how much a move gets on that can never be needed twice: most, if it turns a card up."""
    if move.source == "W":
        return 2 if move.target == "F" else 1
    if not move.source.startswith("T"):
        return 0
    pile = view.tableau[int(move.source[1]) - 1]
    return 3 if pile.down and len(pile.up) == move.cards else 0


def _can_win(position: Position, seconds: float | None) -> bool:
    return position.layout.result() == codes.WON or solve(position, seconds, _POSITIONS).verdict == "won"
