"""The core's tables of the rules: which card goes on which, and which cards lie on which (PATIENCE.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Final

from spite_and_malice.patience.core import Ruleset, codes, pair_index, rank_of, suit_of
from spite_and_malice.patience.rules import Rules

_AIMS: Final = {
    "build": codes.AIM_BUILD,
    "runs": codes.AIM_RUNS,
    "pairs": codes.AIM_PAIRS,
    "waste": codes.AIM_WASTE,
    "aces": codes.AIM_ACES,
    "rows": codes.AIM_ROWS,
    "one": codes.AIM_ONE,
    "clock": codes.AIM_CLOCK,
}
_GROUPS: Final = {"run": 0, "none": 1, "cells": 2, "suit": 3, "any": 4, "pile": 5, "ends": 6}
_EMPTY: Final = {"king": 0, "any": 1, "none": 2, "waste": 3, "auto": 4}
_STOCK: Final = {"waste": 0, "piles": 1, "hand": 2, "reserve": 3}
_GATHER: Final = {"none": 0, "deal": 1, "shuffle": 2}
_HOME: Final = {"suit": 0, "ends": 2, "osmosis": 3}
_ROOM: Final = 16
_CARDS: Final = tuple(rank * 8 + suit for rank in range(1, codes.KING + 1) for suit in range(codes.SUITS))


def lowest_rank(rules: Rules) -> int:
    """Return the rank that all others are counted from, the ace if the deal decides it (PATIENCE.md section 1)."""
    return rules.base if rules.aim == "build" and isinstance(rules.base, int) else 1


@lru_cache(256)
def ruleset_of(rules: Rules, base: int) -> Ruleset:
    """Return rules in the form of the core; `base` is the lowest rank, 1 unless `aim` is ``"build"``."""
    return Ruleset(*tables_of(rules, base))


def tables_of(
    rules: Rules, base: int
) -> tuple[dict[str, int], bytes, bytes, list[int], tuple[bytes, bytes, bytes], bytes]:
    """Return the arguments of a `Ruleset`."""
    key = bytearray(128)
    for card in _CARDS:
        level = (rank_of(card) - base) % codes.KING + 1
        key[card] = _strand(rules, card, level) * 32 + level
    waste_fits = bytearray(256)
    for rank in range(1, codes.KING + 1):
        for upon in range(1, codes.KING + 1):
            waste_fits[rank * 16 + upon] = is_near(rules, rank, upon)
    numbers = {
        "piles": rules.places,
        "reserves": len(rules.reserve),
        "cells": rules.cells,
        "cards": codes.PACK * rules.packs,
        "covers": rules.is_stacked,
        "aim": codes.AIM_HOMES if rules.foundations else _AIMS[rules.aim],
        "groups": _GROUPS[rules.groups],
        "empty": _EMPTY[rules.empty],
        "builds": rules.build not in ("none", "heap"),
        "both": rules.direction == "both",
        "wrap": rules.wrap,
        # Where colours alternate, the strand is that of the colours of odd and of even ranks.
        "flip": 32 if rules.build == "alternate" else 0,
        "built": is_built(rules) and rules.direction == "down" and not rules.wrap,
        "refill": rules.refill,
        "deals": rules.stock != "waste",
        "stock": _STOCK[rules.stock],
        "gather": _GATHER[rules.gather],
        "merci": rules.merci,
        "pocket": rules.pocket,
        "heap": rules.build == "heap",
        "columns": rules.piles[0] if rules.layout == "grid" else 0,
        "home": _HOME.get(rules.home, 1),
        "homes": rules.foundations,
        "deal_gaps": rules.deal_gaps,
        "waste_pair": rules.waste_pair,
        "clear_all": rules.clear == "all",
        "worry_back": rules.worry_back,
        "draw": rules.draw,
        "passes": rules.passes or 0,
        "sum": rules.sum,
        "packs": rules.packs,
        "base": base,
        "one_pack": rules.packs == 1 and rules.suits == codes.SUITS,
    }
    cover = [sum(1 << place for place in covering) for covering in covers_of(rules)]
    cover += [0] * (codes.HEADED - len(cover))
    return numbers, bytes(key), bytes(waste_fits), cover, _home_tables(rules, base), bytes(rules.piles)


def is_near(rules: Rules, card: int, upon: int) -> bool:
    """Say whether a rank goes on another one of the waste."""
    apart = abs(card - upon)
    return (apart == 1 or (rules.wrap and apart == codes.KING - 1)) and not (rules.king_stops and upon == codes.KING)


Wanted = tuple[int, tuple[int, ...]]
"""What a foundation takes next: a rank, and the suits that it may have."""


@lru_cache(256)
def foundations_of(rules: Rules, base: int) -> tuple[tuple[Wanted, ...], ...]:
    """Return what each foundation that is a pile of its own takes, one card after the other (`home`).

    Nothing for `home` ``"osmosis"``, where that depends on the other foundations.
    """
    every, king = tuple(range(codes.SUITS)), codes.KING

    def series(first: int, step: int, count: int, suits: tuple[int, ...]) -> tuple[Wanted, ...]:
        return tuple(((first - 1 + step * n) % king + 1, suits) for n in range(count))

    match rules.home:
        case "any":
            return (series(base, 1, king, every),) * rules.foundations
        case "steps":
            return tuple(series(step, step, king, every) for step in (1, 2, 3, 4))
        case "twos":
            return tuple(series(first, 2, king, (suit,)) for suit in every for first in (1, 2))
        case "ends":
            up = [series(1, 1, king, (suit,)) for suit in every]
            return (*up, *(series(king, -1, king, (suit,)) for suit in every))
        case "clock":
            # At five lies the two of hearts, then by the hour three of spades, four of diamonds, five of clubs, ...
            hours = []
            for hour in range(1, 13):
                first = (hour - 5) % 12 + 2
                hours.append(series(first, 1, (hour - first) % king + 1, (_CLOCK[(first - 2) % 4],)))
            return tuple(hours)
        case "sultan":
            courts = [(king, 0), (king, 0), (king, 1), (1, 1), (king, 2), (king, 2), (king, 3), (king, 3)]
            return (*(series(rank, 1, king - (rank == 1), (suit,)) for rank, suit in courts), series(king, 1, 1, (1,)))
        case _:
            return ((),) * rules.foundations


_CLOCK: Final = (1, 0, 2, 3)
"""The suits of a clock, from five o'clock on, again and again."""


def starts_of(rules: Rules) -> list[Wanted]:
    """Return the cards that foundations which are piles of their own begin with, if foundations are `ready`.

    Except where suits do not matter, for foundations that begin with different ranks, each suit has its own.
    """
    wanted = [each[0] for each in foundations_of(rules, lowest_rank(rules))]
    if rules.home == "ends":
        return wanted[: codes.SUITS]
    if rules.home == "any":
        return [(rank, (number // rules.packs,)) for number, (rank, _suits) in enumerate(wanted)]
    return wanted


def _home_tables(rules: Rules, base: int) -> tuple[bytes, bytes, bytes]:
    """Return by foundation * 16 + number of cards: the rank it takes, its suits, what it takes from there on."""
    ranks, suits, rests = bytearray(12 * _ROOM), bytearray(12 * _ROOM), bytearray(12 * _ROOM)
    known: dict[tuple[object, ...], int] = {}
    for number, wanted in enumerate(foundations_of(rules, base)):
        for n in range(_ROOM):
            at = number * _ROOM + n
            if n < len(wanted):
                ranks[at], suits[at] = wanted[n][0], sum(1 << suit for suit in wanted[n][1])
            rest: tuple[object, ...] = wanted[n:]
            # Built from both ends, foundations end where they meet: no two are equal.
            rests[at] = known.setdefault((number, n) if rules.home == "ends" or not rest else rest, len(known))
    return bytes(ranks), bytes(suits), bytes(rests)


def is_built(rules: Rules) -> bool:
    """Whether the face-up cards of every pile are a run: from one card on each, cards only come as they are built."""
    groups = ("run", "none", "cells", "pile", "ends")
    is_begun_so = (rules.face, rules.stock, rules.aim) == ("top", "waste", "build")
    return is_begun_so and rules.build != "heap" and rules.groups in groups


@lru_cache(256)
def covers_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return for each place of the tableau the places that lie on it, none in piles (PATIENCE.md section 3)."""
    if not rules.is_stacked:
        return ((),) * rules.places
    starts = [0, *accumulate(rules.piles)]
    found: list[tuple[int, ...]] = []
    for row, count in enumerate(rules.piles):
        for j in range(count):
            if row == len(rules.piles) - 1:
                found.append(())
                continue
            first = j
            if rules.layout == "peaks":
                first = (2 * j, j + j // 2, j)[row]
            found.append((starts[row + 1] + first, starts[row + 1] + first + 1))
    return tuple(found)


def _strand(rules: Rules, card: int, level: int) -> int:
    """Return the number shared by all cards of a run (`Ruleset`)."""
    match rules.build:
        case "suit":
            return suit_of(card)
        case "colour":
            return int(is_red(card))
        case "alternate":
            return (level + is_red(card)) % 2
        case _:
            return 0


@lru_cache(256)
def fit_tables(rules: Rules, base: int) -> tuple[bytes, bytes, bytes]:
    """Return the order of ranks, and by `pair_index` what builds on what, by suit and rank and by rank alone."""
    order = bytes([0, *((rank - base) % codes.KING + 1 for rank in range(1, codes.KING + 1)), 0, 0])
    ranks_fit = _table(lambda card, upon: _is_next(rules, order[rank_of(card)], order[rank_of(upon)]))
    fits = _table(lambda card, upon: bool(ranks_fit[pair_index(card, upon)]) and suits_go(rules, card, upon))
    return order, fits, ranks_fit


def _table(goes: Callable[[int, int], bool]) -> bytes:
    table = bytearray(1 << 14)
    for card in _CARDS:
        for upon in _CARDS:
            table[pair_index(card, upon)] = goes(card, upon)
    return bytes(table)


def _is_next(rules: Rules, rank: int, upon: int) -> bool:
    """Say whether a rank, counted from the base, builds on another one."""
    steps = (1, -1) if rules.direction == "both" else (1,)
    if rules.build in ("none", "heap"):
        return False
    return any(upon - rank == step or (rules.wrap and (upon - rank - step) % codes.KING == 0) for step in steps)


def suits_go(rules: Rules, card: int, upon: int) -> bool:
    """Say whether a card builds on another one by its suit."""
    match rules.build:
        case "suit":
            return suit_of(card) == suit_of(upon)
        case "colour":
            return is_red(card) == is_red(upon)
        case "alternate":
            return is_red(card) != is_red(upon)
        case _:
            return True


def is_red(card: int) -> bool:
    """Whether a card is a heart or a diamond."""
    return suit_of(card) in (1, 2)
