"""A hint from the view alone: the hidden cards are laid out at random, many times, and each time the solver looks.

Nothing here ever holds the true position, so a hint may be wrong, but it cannot give anything away.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.patience.core import codes
from spite_and_malice.patience.deals import PACK
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


def sample(view: View, chance: Chance) -> Position:
    """Lay out the cards that the player cannot see at random: a position that looks the same to the player.

    Raises `InvalidNotation` for a view that is none of a pack of cards.
    """
    up = [[card_code(card) for card in pile.up] for pile in view.tableau]
    waste = [card_code(card) for card in view.waste]
    found = [view.foundations[suit] for suit in SUITS]
    seen = {*waste, *(card for pile in up for card in pile)}
    hidden = [code for code in map(card_code, PACK) if code not in seen and code >> 3 > found[code & 3]]
    chance.shuffle(hidden)
    piles = []
    for pile, shown in zip(view.tableau, up, strict=True):
        piles.append((hidden[: pile.down], shown))
        del hidden[: pile.down]
    if len(hidden) != view.stock:
        raise InvalidNotation("The view is none of a pack of cards: what it shows and what it counts are not 52 cards.")
    layout = empty_layout(view.rules)
    layout.fill(waste, hidden, found, piles, view.pass_number)
    return Position(view.rules, layout)


def hint(view: View, chance: Chance, worlds: int = 24) -> Hint:
    """Advise a move to whoever sees this view and no more; the more `worlds` are laid out, the better.

    In every world each move is tried: the best one leaves most worlds winnable, and of equals it begins most of the
    ways that the solver finds. Raises ValueError where the game is over, and as `sample` does.
    """
    if not view.legal:
        raise ValueError("There is no move to advise: the game is over.")
    winnable: Counter[str] = Counter()
    begun: Counter[str] = Counter()
    for _ in range(worlds):
        world = sample(view, chance)
        solution = solve(world, seconds=None, positions=_POSITIONS)
        if solution.verdict != "won":
            continue
        begun[str(solution.moves[0])] += 1
        for text in view.legal:
            after = world.clone()
            after.play(text)
            winnable[text] += text == str(solution.moves[0]) or _can_win(after)
    best = max(view.legal, key=lambda text: (winnable[text], begun[text], text != "draw", text))
    return Hint(Move.parse(best), winnable[best] / worlds)


def _can_win(position: Position) -> bool:
    return position.layout.result() == codes.WON or (
        solve(position, seconds=None, positions=_POSITIONS).verdict == "won"
    )
