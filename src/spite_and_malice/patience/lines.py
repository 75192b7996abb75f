"""Lines of moves, known by their cards and not by their piles: without idle moves, and what gains soonest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from spite_and_malice.patience.core import Layout, codes, source_of, target_of
from spite_and_malice.patience.gains import ENDS, Gain, gain_of
from spite_and_malice.patience.moves import Move, encode, move_with
from spite_and_malice.patience.position import Position

Line: TypeAlias = tuple[Move, ...]
"""A line: moves one after the other."""

Sign: TypeAlias = tuple[int, int]
"""What a move is known by: the card that leads it, and the card that it goes on or off the table with; 0 for none."""

_FURTHEST: Final = 15
"""How many moves of a line are put in another order."""


def signs_of(world: Position, line: Sequence[Move]) -> list[Sign]:
    """Return what each move of a line is known by."""
    world, signs = world.clone(), list[Sign]()
    for move in line:
        signs.append(_sign(world, move))
        world.layout.apply(encode(move))
    return signs


def made(world: Position, move: Move, sign: Sign) -> Move | None:
    """Make and return a move of the same card to the same place or card, wherever these lie; None if there is none."""
    layout = world.layout
    if not layout.is_legal(encode(move)) or _sign(world, move) != sign:
        kind = move.target[:1]
        elsewhere = map(move_with, layout.legal() if kind and sign[0] else ())
        found = next((each for each in elsewhere if each.target[:1] == kind and _sign(world, each) == sign), None)
        if found is None:
            return None
        move = found
    layout.apply(encode(move))
    return move


def needed(world: Position, line: Sequence[Move], at: int, is_same: Callable[[Position, Move], bool]) -> list[int]:
    """Return the numbers of the moves without which a later one cannot be made, or is not the same."""
    signs = signs_of(world, line[: at + 1])
    kept = list(range(at + 1))
    for left_out in range(at - 1, -1, -1):
        trial = [each for each in kept if each != left_out]
        if _comes_to(world, line, trial, signs, is_same):
            kept = trial
    return kept


def without_idle(world: Position, line: Sequence[Move], shows: Callable[[Layout], bool]) -> tuple[Move, ...]:
    """Return a line without the moves that gain nothing and that nothing in it needs, if it ends as it `shows`."""
    signs, gains = signs_of(world, line), _gains(world, line)
    kept, short = list(range(len(line))), tuple(line)
    for left_out in range(len(line) - 2, -1, -1):
        trial = [each for each in kept if each != left_out]
        if gains[left_out] or (played := _played(world, [(line[at], signs[at]) for at in trial])) is None:
            continue
        if shows(_after(world, played)) and _gains(world, played) == [gains[at] for at in trial]:
            kept, short = trial, played
    return short


def without_detours(world: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return a winning line without the moves that it can do without.

    A move is left out alone, or with a later one of the same card where the card only came back, say.
    """
    signs = signs_of(world, line)
    kept = list(range(len(line)))
    for first in range(len(line)):
        card = signs[first][0]
        again = [at for at in range(first + 1, len(line)) if card and signs[at][0] == card]
        for left_out in ({first}, *({first, at} for at in again)):
            trial = [at for at in kept if at not in left_out]
            if len(trial) == len(kept):
                continue
            played = _played(world, [(line[at], signs[at]) for at in trial])
            if played is not None and _after(world, played).result() == codes.WON:
                kept, shorter = trial, played
                break
    return shorter if len(kept) < len(line) else line


def nearest_first(world: Position, line: Line, ends: Callable[[Line], bool]) -> Line:
    """Return a line with the moves first that gain something soonest, if it still `ends` as it should; else itself."""
    gains = _gains(world, line[:_FURTHEST])
    worthy: tuple[Gain, ...] = (*ENDS, "suit")
    plans = []
    for at, gain in enumerate(gains):
        if gain in worthy:
            plans.append((needed(world, line, at, lambda before, move, gain=gain: _gain(before, move) == gain), at))  # type: ignore[misc]
    for kept, _at in sorted(plans, key=lambda plan: (len(plan[0]), plan[1])):
        if kept == list(range(len(kept))):
            return line
        if (played := with_first(world, line, kept)) is not None and ends(played):
            return played
    return line


def with_first(world: Position, line: Line, first: Sequence[int]) -> Line | None:
    """Return a line with some of its moves, known by their numbers, first; None if the same cards cannot go so."""
    signs = signs_of(world, line)
    order = [*first, *(at for at in range(len(line)) if at not in first)]
    return _played(world, [(line[at], signs[at]) for at in order])


def _after(world: Position, line: Sequence[Move]) -> Layout:
    layout = world.layout.clone()
    for move in line:
        layout.apply(encode(move))
    return layout


def _gains(world: Position, line: Sequence[Move]) -> list[Gain]:
    world, gains = world.clone(), list[Gain]()
    for move in line:
        gains.append(_gain(world, move))
        world.layout.apply(encode(move))
    return gains


def _gain(world: Position, move: Move) -> Gain:
    return gain_of(world.view(), move) if move.target else ""


def _played(world: Position, moves: Sequence[tuple[Move, Sign]]) -> tuple[Move, ...] | None:
    """Make moves of the same cards on the same cards, and return them; None if one cannot be made."""
    world, played = world.clone(), list[Move]()
    for move, sign in moves:
        if (each := made(world, move, sign)) is None:
            return None
        played.append(each)
    return tuple(played)


def _comes_to(
    world: Position,
    line: Sequence[Move],
    trial: Sequence[int],
    signs: Sequence[Sign],
    is_same: Callable[[Position, Move], bool],
) -> bool:
    """Say whether some of the moves can be made with the same cards, and the last of them is the same."""
    world = world.clone()
    for at in trial[:-1]:
        if made(world, line[at], signs[at]) is None:
            return False
    last, after = trial[-1], world.clone()
    move = made(after, line[last], signs[last])
    return move is not None and is_same(world, move)


def _sign(world: Position, move: Move) -> Sign:
    layout, code = world.layout, encode(move)
    source = _face_up(layout, move.source, source_of(code))
    upon: Sequence[int] = ()
    if move.target[:1] == "T" or move.partner:
        upon = _face_up(layout, move.partner or move.target, target_of(code))
    lead = 1 if world.rules.aim == "one" else move.cards
    return source[-lead] if len(source) >= lead else 0, upon[-1] if upon else 0


def _face_up(layout: Layout, place: str, code: int) -> Sequence[int]:
    match place[:1]:
        case "W":
            return layout.waste()
        case "P":
            return layout.pocket()
        case "T" | "C" | "R":
            return layout.face_up(code)
    return ()
