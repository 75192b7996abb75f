"""Playing a game to its end automatically, once everything lies open and nothing is left to think about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spite_and_malice.patience.core import Layout, codes, count_of, rank_of, source_of, suit_of, target_of
from spite_and_malice.patience.moves import Move, move_with
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import reserve_places
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import covers_of

_PASSES: Final = 2
"""A card that has not come up after this many passes through the stock does not come up."""


def finishing(position: Position) -> tuple[Move, ...]:
    """Return the moves that win the game by plain steps alone, and no others.

    A plain step puts a card on a foundation, joins cards of one suit where suits leave as runs, or takes cards off the
    table; where there are foundations the stock is gone through for them. There are no moves unless the player can know
    them: no card lies face down, and the order of the stock has been seen or does not matter. So their existence
    reveals nothing about a hidden card. Where cards are only taken off, uncovering others is the whole game: there no
    card may lie on another either. Where there is nothing to choose, the game is played out, however it ends.
    """
    if position.rules.aim == "clock":
        return tuple(_played_out(position))
    is_thought = position.rules.layout == "grid" or position.rules.aim == "aces"
    if position.is_over or is_thought or not _lies_open(position):
        return ()
    if position.rules.aim in ("pairs", "waste") and not _lies_apart(position):
        return ()
    rules, layout = position.rules, position.layout.clone()
    most = _PASSES * codes.PACK * rules.packs + _PASSES
    played: list[int] = []
    turns = 0
    while layout.result() != codes.WON:
        code = _next(rules, layout)
        turns = turns + 1 if code in (codes.DRAW, codes.REDEAL) else 0
        if code is None or turns > most:
            return ()
        layout.apply(code)
        played.append(code)
    return tuple(map(move_with, played))


def _played_out(position: Position) -> Iterator[Move]:
    """Yield the moves while there is only one."""
    layout = position.layout.clone()
    while legal := layout.legal():
        layout.apply(legal[0])
        yield move_with(legal[0])


def _lies_open(position: Position) -> bool:
    rules, layout = position.rules, position.layout
    if any(layout.face_down_count(place) for place in (*range(rules.places), *reserve_places(rules))):
        return False
    # Drawn one card at a time with unlimited passes, every card of the stock can be reached whenever it is needed.
    in_any_order = (rules.stock, rules.aim) == ("waste", "build") and rules.draw == 1 and rules.passes is None
    return not layout.stock() or layout.pass_number > 1 or in_any_order


def _lies_apart(position: Position) -> bool:
    covers = covers_of(position.rules)
    counts = [len(position.layout.face_up(place)) for place in range(position.rules.places)]
    return max(counts) <= 1 and not any(
        count and any(counts[other] for other in covers[place]) for place, count in enumerate(counts)
    )


def _next(rules: Rules, layout: Layout) -> int | None:
    """Return a plain step, else one through the stock where there are foundations, else None."""
    legal = layout.legal()
    if rules.aim == "build":
        turns = (codes.DRAW, codes.REDEAL) if rules.gather == "none" else ()
        home = next((code for code in legal if not code & codes.MERCI and is_home(code)), None)
        return home if home is not None else next((code for code in legal if code in turns), None)
    if rules.aim == "runs":
        return next((code for code in legal if _joins(layout, code)), None)
    steps = (codes.OFF, codes.WASTE)
    return next((code for code in legal if code & codes.PAIR or target_of(code) in steps), None)


def is_home(code: int) -> bool:
    """Whether a move puts a card on a foundation."""
    return target_of(code) == codes.FOUNDATION or codes.HOME <= target_of(code) < codes.WASTE


def _joins(layout: Layout, code: int) -> bool:
    """Say whether a move puts cards on one of their suit that they did not lie on before."""
    source, target = source_of(code), target_of(code)
    if code in (codes.DRAW, codes.REDEAL, codes.DEAL) or max(source, target) >= codes.PLACES:
        return False
    moved, upon = layout.face_up(source), layout.face_up(target)
    first = len(moved) - count_of(code)
    if not upon or suit_of(moved[first]) != suit_of(upon[-1]):
        return False
    return (
        first == 0 or suit_of(moved[first - 1]) != suit_of(moved[first]) or not _follows(moved[first], moved[first - 1])
    )


def _follows(card: int, upon: int) -> bool:
    return rank_of(card) + 1 == rank_of(upon)
