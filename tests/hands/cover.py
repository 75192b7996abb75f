"""The games played for all kinds of moves: together they have every kind on every layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import pytest

from spite_and_malice.patience import PRESETS
from spite_and_malice.rules import preset_rules

from .spots import spots_of
from .ways import kinds_of

Pair = TypeVar("Pair")

PATIENCES: Final = (
    "klondike-1", "accordion", "aces-up", "fourteen", "freecell", "giza", "miss-milligan", "montana", "monte-carlo-13",
    "pyramid", "raglan", "three-shuffles", "tri-peaks", "worm-hole",
)  # fmt: skip
SPITES: Final = (
    "round", "book", "book-four", "covered-wilds", "loading", "massachusetts", "natural-low", "partners",
)  # fmt: skip


def cases(games: Sequence[str], *paths: str) -> list[Any]:
    """Return the games as cases of a test: the first for every run, the others by night or when paths change."""
    first, *others = games
    return [first, *(pytest.param(game, marks=pytest.mark.nightly(*paths)) for game in others)]


@cache
def patience_kinds() -> dict[str, set[str]]:
    """Return the kinds of moves for which each of the patience games is played."""
    return {game: {kind for _layout, kind in pairs} for game, pairs in cover(patience_pairs(PATIENCES)).items()}


@cache
def spite_kinds() -> dict[str, set[str]]:
    """Return the kinds of moves for which each version of Spite and Malice is played."""
    return {game: {kind for _players, kind in pairs} for game, pairs in cover(spite_pairs(SPITES)).items()}


def patience_pairs(games: Iterable[str]) -> dict[str, set[tuple[str, str]]]:
    """Return layouts with the kinds of moves on them."""
    return {game: {(str(PRESETS[game].rules.layout), kind) for kind in kinds_of(game)} for game in games}


def spite_pairs(games: Iterable[str]) -> dict[str, set[tuple[int, str]]]:
    """Return numbers of players with the kinds of moves among them."""
    return {game: {(preset_rules(game).players, kind) for kind in spots_of(game)} for game in games}


def cover(there: Mapping[str, set[Pair]]) -> dict[str, set[Pair]]:
    """Choose games that together have every feature, each with its chosen features."""
    left = set().union(*there.values())
    chosen: dict[str, set[Pair]] = {}
    while left:
        game = max(there, key=lambda each: len(there[each] & left))
        chosen[game] = there[game] & left
        left -= there[game]
    return chosen
