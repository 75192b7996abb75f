"""Can this position be won, and how? The public interface of the core's search (docs/patience.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Literal

from spite_and_malice.arguments import number, of_type, whole
from spite_and_malice.patience import aces, building, closing, engine_search, matching, osmosis, ranks
from spite_and_malice.patience.core import Layout, Solver, codes, move_of, rank_of, suit_of
from spite_and_malice.patience.deals import deal_number
from spite_and_malice.patience.moves import Move, move_with
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules

Verdict = Literal["won", "lost", "unknown"]

MOST_POSITIONS: Final = 1 << 22
"""How many positions a search keeps by default: about 210 megabytes."""

# The penalties of a face-down card, a card of the talon and a card face up in the tableau. The first set measured best;
# the others find other, shorter lines.
_WEIGHTS: Final = ((6, 2, 2), (6, 2, 1), (3, 2, 2), (6, 4, 3), (8, 1, 1), (2, 1, 1), (4, 4, 1), (10, 2, 6))
_VERDICTS: Final[dict[int, Verdict]] = {codes.FOUND: "won", codes.LOST: "lost"}
_MOST_KEPT: Final = 1 << 28
"""No machine has memory for more positions."""
_SLICE: Final = 2000
# Which order is tried second, after how many positions, and for how many: it finds wins far from the first one.
_SECOND_ORDER: Final = (1, 3, 1)
_FIRST_TRY: Final = 6000
_SECOND_TRY: Final = 16_000
_SHORTENING: Final = 30_000


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known about a position: its verdict, a way to win if there is one, and how many positions were found.

    `verdict` is ``"won"`` (`moves` win the game), ``"lost"`` (it is proved that no moves do) or ``"unknown"`` (a limit
    was reached before either).
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int


def solve(
    position: Position,
    seconds: float | None = 1.0,
    positions: int = MOST_POSITIONS,
    shorten: float = 0.0,
    clock: Callable[[], float] = perf_counter,
) -> Solution:
    """Look for a way to win, all cards known, or a proof that there is none.

    It gives up after `seconds` (None: never) or when it has kept that many `positions`. With `shorten` it looks for
    shorter lines for that many seconds more, once it has one. `clock` measures the seconds. The position is not
    changed. Raises `InvalidArgument` for arguments of other types.
    """
    of_type(position, Position, "position", "game.position is that of a game")
    seconds = None if seconds is None else number(seconds, "seconds")
    positions, shorten = min(whole(positions, "positions", 1), _MOST_KEPT), number(shorten, "shorten")
    if not _is_klondike(position):
        kinds = (matching, building, closing, osmosis, ranks, aces, engine_search)
        kind = next((kind for kind in kinds if kind.is_searched(position.rules)), None)
        if kind is None:
            return Solution("unknown", (), 0)
        status, played, count = kind.search(position, seconds, positions, clock)
        return Solution(_VERDICTS.get(status, "unknown"), tuple(map(move_with, played)), count)
    solver = _solver(position, positions, _WEIGHTS[0])
    end = None if seconds is None else clock() + seconds
    status = _run(solver, end, clock, _FIRST_TRY)
    if status == codes.RUNNING:
        second = _solver(position, positions, _SECOND_ORDER)
        status = _run(second, end, clock, _SECOND_TRY)
        if status in _VERDICTS:
            solver = second
        else:
            status = _run(solver, end, clock)
    if status == codes.LOST:
        return Solution("lost", (), solver.positions)
    if status != codes.FOUND:
        return Solution("unknown", (), solver.positions)
    best = _moves(position, solver)
    end = clock() + shorten
    for weights in _WEIGHTS[1:]:
        if clock() >= end:
            break
        other = _solver(position, min(positions, _SHORTENING), weights)
        if _run(other, end, clock) == codes.FOUND:
            best = min(best, _moves(position, other), key=len)
    return Solution("won", tuple(best), solver.positions)


def last_winnable(positions: Sequence[Position], can_be_won: Callable[[Position], bool]) -> int | None:
    """Return the number of the last position of a game that can be won; None if none is known to be.

    If it can be won after some moves, it can after fewer: hence a binary search.
    """
    good, bad = -1, len(positions) - 1
    if can_be_won(positions[-1]):
        return bad
    while bad - good > 1:
        middle = (good + bad) // 2
        if can_be_won(positions[middle]):
            good = middle
        else:
            bad = middle
    return None if good < 0 else good


def winnable_deals(
    rules: Rules,
    first: int,
    seconds: float | None = 1.0,
    positions: int = MOST_POSITIONS,
    dealt: Callable[[Rules, int], Position] = deal_number,
) -> Iterator[tuple[int, Solution]]:
    """Yield the deals from the number `first` on that can be won, each with a way to win; limits as for `solve`.

    A deal that is undecided within the limits is left out. `dealt` turns a number into a deal: `deal_number` or
    `microsoft.deal_microsoft`. Raises ValueError when the numbers run out.
    """
    deal = whole(first, "first", 0)
    while True:
        solution = solve(dealt(rules, deal), seconds, positions)
        if solution.verdict == "won":
            yield deal, solution
        deal += 1


def _is_klondike(position: Position) -> bool:
    """Whether Klondike's own search plays this: no more cards lie face down or in the stock than after a deal."""
    layout = position.layout
    down = [layout.face_down_count(pile) for pile in range(codes.PILES)]
    return position.rules.is_klondike and layout.talon_count <= codes.TALON and max(down) < codes.PILES


def _solver(position: Position, positions: int, weights: tuple[int, ...]) -> Solver:
    return Solver(position.layout, positions, list(weights))


def _run(solver: Solver, end: float | None, clock: Callable[[], float], most: int | None = None) -> int:
    """Run a search until it is over, the clock shows `end` or it has expanded `most` positions."""
    status = solver.run(_SLICE)
    while status == codes.RUNNING and (end is None or clock() < end) and (most is None or solver.expanded < most):
        status = solver.run(_SLICE)
    return status


def _moves(position: Position, solver: Solver) -> list[Move]:
    """The line that a search found as moves, including draws and redeals, without useless turns of the stock."""
    layout = position.layout.clone()
    played: list[int] = []
    passed = {layout.key(): (0, layout.clone())}
    for card, target in solver.steps():
        for code in _to_play(layout, card, target):
            layout.apply(code)
            played.append(code)
        key = layout.key()
        if key in passed:
            # This position was there before: continue from there. The order of its piles may have been different.
            count, before = passed[key]
            del played[count:]
            passed = {key: each for key, each in passed.items() if each[0] <= count}
            layout = before.clone()
        passed[key] = (len(played), layout.clone())
    return [move_with(code) for code in played]


def _to_play(layout: Layout, card: int, target: int) -> Iterator[int]:
    """Yield the moves that bring a card to its target; each is played before the next is asked for."""
    source, count = _place_of(layout, card)
    if source is None:
        while not (layout.waste() and layout.waste()[-1] == card):
            yield codes.DRAW if layout.stock() else codes.REDEAL
        source = codes.WASTE
    if target == 0:
        to = codes.FOUNDATION
    else:
        tops = [(layout.face_up(pile) or [-1])[-1] for pile in range(codes.PILES)]
        to = tops.index(target)
    yield move_of(source, to, count)


def _place_of(layout: Layout, card: int) -> tuple[int | None, int]:
    """Where a card lies, None for the talon, and how many cards move with it."""
    for pile in range(codes.PILES):
        up = layout.face_up(pile)
        if card in up:
            return pile, len(up) - up.index(card)
    if layout.foundations()[suit_of(card)] == rank_of(card):
        return codes.FOUNDATION + suit_of(card), 1
    return None, 1
