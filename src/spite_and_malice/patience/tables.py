"""What the core needs to know of rules, as tables: what goes on what, and which cards lie on which (PATIENCE.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Final

from spite_and_malice.patience.core import Ruleset, codes, pair_index, rank_of, suit_of
from spite_and_malice.patience.rules import Rules

_AIMS: Final = {"build": 0, "runs": 1, "pairs": 2, "waste": 3}
_GROUPS: Final = {"run": 0, "none": 1, "cells": 2, "suit": 3, "any": 4, "pile": 5, "ends": 6}
_EMPTY: Final = {"king": 0, "any": 1, "none": 2, "waste": 3}
_CARDS: Final = tuple(rank * 8 + suit for rank in range(1, codes.KING + 1) for suit in range(codes.SUITS))


def lowest_rank(rules: Rules) -> int:
    """Return the rank that all others are counted from, the ace where the deal says it (PATIENCE.md section 1)."""
    return rules.base if rules.aim == "build" and isinstance(rules.base, int) else 1


@lru_cache(256)
def ruleset_of(rules: Rules, base: int) -> Ruleset:
    """Return rules as the core has them; `base` is the lowest rank, 1 unless `aim` is ``"build"``."""
    return Ruleset(*tables_of(rules, base))


def tables_of(rules: Rules, base: int) -> tuple[dict[str, int], bytes, bytes, list[int]]:
    """Return what a `Ruleset` is made of."""
    key = bytearray(128)
    for card in _CARDS:
        level = (rank_of(card) - base) % codes.KING + 1
        key[card] = _strand(rules, card, level) * 32 + level
    waste_fits = bytearray(256)
    for rank in range(1, codes.KING + 1):
        for upon in range(1, codes.KING + 1):
            apart = abs(rank - upon)
            is_near = apart == 1 or (rules.wrap and apart == codes.KING - 1)
            waste_fits[rank * 16 + upon] = is_near and not (rules.king_stops and upon == codes.KING)
    numbers = {
        "piles": rules.places,
        "reserves": len(rules.reserve),
        "cells": rules.cells,
        "cards": codes.PACK * rules.packs,
        "covers": rules.layout != "piles",
        "aim": _AIMS[rules.aim],
        "groups": _GROUPS[rules.groups],
        "empty": _EMPTY[rules.empty],
        "builds": rules.build != "none",
        "both": rules.direction == "both",
        "wrap": rules.wrap,
        # Where colours alternate, the strand is that of the colours of odd and of even ranks.
        "flip": 32 if rules.build == "alternate" else 0,
        "built": is_built(rules) and rules.direction == "down" and not rules.wrap,
        "refill": rules.refill,
        "deals": rules.stock == "piles",
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
    return numbers, bytes(key), bytes(waste_fits), cover + [0] * (codes.PLACES - len(cover))


def is_built(rules: Rules) -> bool:
    """Whether the face-up cards of every pile are a run: from one card on each, cards only come as they are built."""
    groups = ("run", "none", "cells", "pile", "ends")
    return (rules.face, rules.stock, rules.aim) == ("top", "waste", "build") and rules.groups in groups


@lru_cache(256)
def covers_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return for each place of the tableau the places that lie on it, none in piles (PATIENCE.md section 3)."""
    if rules.layout == "piles":
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
    """Return the number that all cards of a run have in common (`Ruleset`)."""
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
    if rules.build == "none":
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
