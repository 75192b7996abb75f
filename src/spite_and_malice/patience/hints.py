"""A hint from what the player knows: the other cards are laid out at random, many times, and the solver looks at each.

Nothing here ever holds the true position, so a hint may be wrong, but it cannot give anything away.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from time import monotonic
from typing import Final

from spite_and_malice.engine.chance import Chance, shuffled
from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.patience.core import Layout, codes, rank_of, suit_of
from spite_and_malice.patience.deals import PACK
from spite_and_malice.patience.knowledge import Cards, Known, nothing_known
from spite_and_malice.patience.moves import Move, encode
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import empty_layout
from spite_and_malice.patience.solving import Solution, solve
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import SUITS, card_code

Line = tuple[Move, ...]
"""A way: moves one after the other."""

_DRAW: Final = Move("draw")

_POSITIONS: Final = 1 << 14
"""How many positions are looked at in a world."""
_ALL_POSITIONS: Final = 1 << 17
"""And how many where there is but one."""
_MORE: Final = 2
"""How many times the worlds are looked at until one is found that can be won."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to make, and the share of the worlds looked at, from 0 to 1, in which the game can be won this way.

    `line` is the way: the move and those after it, up to the first one that shows a card which the player has not seen,
    or to the win. Where nothing leads on any more it is empty, and there is no move. `is_lost` says that the game is
    lost in every world looked at, and that these were not cut short.
    """

    move: Move | None
    winnable: float
    line: tuple[Move, ...] = ()
    is_lost: bool = False

    @property
    def rest(self) -> Hint | None:
        """What to advise once the move has been made: the same way on; None where the player has learnt something.

        A player who keeps to it comes to a new card or to the win, and so never goes round in circles.
        """
        return Hint(self.line[1], self.winnable, self.line[1:]) if len(self.line) > 1 else None


def sample(view: View, chance: Chance, known: Known | None = None) -> Position:
    """Lay out the cards that the player does not know at random: a position that is the same to the player.

    Without `known` they know nothing but the view. Raises `InvalidNotation` for a view that is none of a pack of cards,
    and for knowledge that does not fit it, and as `deals.deal` does.
    """
    if not view.rules.is_klondike:
        raise InvalidNotation("Worlds are laid out for Klondike only.")
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
    hidden = shuffled(chance, hidden)
    piles = [(_laid_out(cards, hidden), shown) for cards, shown in zip(known.tableau, up, strict=True)]
    layout = empty_layout(view.rules)
    heights = [(height, 0) for height in found]
    layout.fill(waste, _laid_out(known.stock, hidden), heights, piles, view.pass_number, [], [])
    return Position(view.rules, layout)


def hint(
    view: View, chance: Chance, worlds: int = 24, known: Known | None = None, seconds: float | None = None
) -> Hint:
    """Advise a move to a player who sees this view, and knows no more than is `known`; the more `worlds`, the better.

    After ``seconds`` no further world is begun, and none takes longer; one is looked at in any case.

    Between one new card and the next nothing is learnt, so ways are compared up to there: those that the solver takes
    in the worlds, what turns a card up at once, and the stock. The best one leaves most worlds winnable; of equals it
    is the shortest, the stock last. Raises ValueError where the game is over, and as `sample` does.
    """
    if not view.legal:
        raise ValueError("There is no move to advise: the game is over.")
    known = known or nothing_known(view)
    clock = _Clock(seconds)
    if known.is_all:
        # Every world would be the same.
        solution = solve(sample(view, chance, known), seconds, _ALL_POSITIONS)
        line = solution.moves
        return Hint(line[0], 1.0, line) if line else _without_hope(view, known, solution.verdict == "lost")
    looked, won, is_lost = _winnable_worlds(view, chance, worlds, known, clock)
    if not won:
        return _without_hope(view, known, is_lost)
    votes = _ways(view, known, won)
    wins, tried = _tried(votes, won, clock)
    best = max(votes, key=lambda line: (wins[line], line[0] != _DRAW, -len(line), votes[line], tuple(map(str, line))))
    return Hint(best[0], len(won) / looked * wins[best] / tried, best)


class _Clock:
    """How long may be thought: the first half of the time about the worlds, the rest about the ways."""

    def __init__(self, seconds: float | None) -> None:
        self._half = None if seconds is None else seconds / 2
        self._began = monotonic()
        self.each = None if seconds is None else seconds / 8
        """For how long the solver may look at a position."""

    def is_over(self, halves: int) -> bool:
        return self._half is not None and monotonic() >= self._began + self._half * halves


def _winnable_worlds(
    view: View, chance: Chance, worlds: int, known: Known, clock: _Clock
) -> tuple[int, list[tuple[Position, Solution]], bool]:
    """Lay out worlds: how many, those that can be won, and whether all are lost; more of them while none can be won."""
    looked = lost = 0
    won: list[tuple[Position, Solution]] = []
    while looked < worlds or (not won and looked < _MORE * worlds):
        if looked > 0 and clock.is_over(1):
            break
        looked += 1
        world = sample(view, chance, known)
        solution = solve(world, clock.each, _POSITIONS)
        if solution.verdict == "won":
            won.append((world, solution))
        lost += solution.verdict == "lost"
    return looked, won, lost == _MORE * worlds


def _ways(view: View, known: Known, won: list[tuple[Position, Solution]]) -> Counter[Line]:
    """Return the ways to the next new card, and how many worlds' solutions begin so; the shortest to each position."""
    unseen = _unseen(view, known)
    base = won[0][0]
    votes: Counter[Line] = Counter()
    shortest: dict[bytes, Line] = {}

    def add(line: Line, vote: int) -> None:
        key = _after(base, line).layout.key()
        other = shortest.get(key, line)
        if (len(line), str(line)) < (len(other), str(other)):
            votes[line] = votes.pop(other)
        shortest[key] = line = min(line, other, key=lambda each: (len(each), str(each)))
        votes[line] += vote

    for world, solution in won:
        add(_up_to_new_card(world, solution.moves, unseen), 1)
    for move in map(Move.parse, view.legal):
        if _turns_up(view, known, move):
            add((move,), 0)
    # With passes without end nothing is lost by going through the stock.
    if view.rules.passes is None and None in known.stock:
        add((_DRAW,) * (known.stock.index(None) // view.rules.draw + 1), 0)
    return votes


def _tried(votes: Counter[Line], won: list[tuple[Position, Solution]], clock: _Clock) -> tuple[Counter[Line], int]:
    """Return after each way how many worlds can be won, and how many were tried: as the time allows."""
    if len(votes) == 1:
        return Counter(dict.fromkeys(votes, len(won))), len(won)
    wins: Counter[Line] = Counter()
    tried = 0
    for world, _solution in won:
        good = []
        for line in votes:
            if clock.is_over(2):
                # No world was tried: the solutions themselves have to do.
                return (wins, tried) if tried else (votes, len(won))
            if _can_win(_after(world, line), clock.each):
                good.append(line)
        wins.update(good)
        tried += 1
    return wins, tried


def _without_hope(view: View, known: Known, is_lost: bool) -> Hint:
    """Advise what shows one more card where no world can be won; else nothing: any move would only go round."""
    for move in map(Move.parse, view.legal):
        if _turns_up(view, known, move) or (move.is_draw and None in known.stock):
            return Hint(move, 0.0, (move,), is_lost)
    return Hint(None, 0.0, (), is_lost)


def _unseen(view: View, known: Known) -> set[int]:
    """Return the cards that the player has not seen."""
    seen = {*view.waste, *(card for pile in view.tableau for card in pile.up), *known.stock}
    seen.update(card for cards in known.tableau for card in cards)
    found = [view.foundations[suit] for suit in SUITS]
    return {
        card_code(card) for card in PACK if card not in seen and rank_of(card_code(card)) > found[SUITS.index(card[-1])]
    }


def _up_to_new_card(world: Position, moves: Line, unseen: set[int]) -> Line:
    """Return the moves up to the first one that shows a card which the player has not seen."""
    layout = world.layout.clone()
    for count, move in enumerate(moves, 1):
        layout.apply(encode(move))
        shown = layout.waste()[-world.rules.draw :] if move.is_draw else _top(layout, move.source)
        if not unseen.isdisjoint(shown):
            return moves[:count]
    return moves


def _top(layout: Layout, source: str) -> list[int]:
    return layout.face_up(int(source[1]) - 1)[-1:] if source.startswith("T") else []


def _turns_up(view: View, known: Known, move: Move) -> bool:
    """Say whether a move turns a card up that the player has not seen."""
    if not move.source.startswith("T"):
        return False
    index = int(move.source[1]) - 1
    pile = view.tableau[index]
    return len(pile.up) == move.cards and known.tableau[index][-1:] == (None,)


def _after(world: Position, line: Line) -> Position:
    position = world.clone()
    for move in line:
        position.layout.apply(encode(move))
    return position


def _laid_out(cards: Cards, hidden: list[int]) -> list[int]:
    """Return the codes of cards, the unknown ones from the end of those that are hidden."""
    return [hidden.pop() if card is None else card_code(card) for card in cards]


def _can_win(position: Position, seconds: float | None) -> bool:
    return position.layout.result() == codes.WON or solve(position, seconds, _POSITIONS).verdict == "won"
