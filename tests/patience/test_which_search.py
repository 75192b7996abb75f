"""Which search plays which game, and what it may leave out there: each condition counts."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any, Final

import pytest

from spite_and_malice.patience import (
    PRESETS,
    Rules,
    aces,
    closing,
    engine_search,
    matching,
    osmosis,
    preset_rules,
    ranks,
)
from spite_and_malice.patience.dominance import forced_of

PLAYED_BY: Final = {
    aces: ["aces-up"],
    closing: ["monte-carlo", "monte-carlo-13"],
    matching: [
        *("pyramid", "pyramid-all", "giza", "fourteen", "golf", "dead-king-golf", "black-hole", "worm-hole"),
        "tri-peaks",
    ],
    osmosis: ["osmosis", "peek"],
    ranks: ["bristol"],
}
OTHERWISE: Final[list[tuple[ModuleType, str, dict[str, Any]]]] = [
    (aces, "aces-up", {"aim": "build", "empty": "none", "piles": (1,) * 5, "packs": 2, "deal_gaps": False}),
    (closing, "monte-carlo", {"packs": 2}),
    (matching, "golf", {"packs": 2, "build": "suit", "empty": "any", "aim": "build", "cells": 4}),
    (matching, "pyramid", {"cells": 1}),
    (osmosis, "osmosis", {"piles": (1,), "passes": 1, "cells": 1}),
    (
        ranks,
        "bristol",
        {"home": "suit", "build": "suit", "direction": "both", "groups": "run", "empty": "any", "stock": "waste"}
        | {"wrap": True, "cells": 1, "pocket": True},
    ),
]
"""Other values of a field, which the rules of a game allow there, and with which the search does not play it."""
FORCED: Final = {
    (True, False, False, False): ["bakers-game"],
    (True, True, False, False): ["eight-off", "seahaven"],
    (False, False, False, True): ["scorpion", "wasp", "yukon", "russian", "alaska"],
    (False, False, True, False): ["fan", "la-belle-lucie", "three-shuffles", "trefoil", "cruel"],
}
"""The games in which cards of cells join runs at once, go on a run from the top rank or on one that stays, or wait."""
_BUILT_OTHERWISE: Final[list[dict[str, Any]]] = [
    {"wrap": True},
    {"build": "colour"},
    {"direction": "both"},
    {"stock": "waste", "piles": (3,) * 7},
]
UNFORCED: Final[dict[str, list[dict[str, Any]]]] = {
    "eight-off": [*_BUILT_OTHERWISE, {"packs": 2}, {"aim": "runs"}],
    "fan": [*_BUILT_OTHERWISE, {"cells": 1}, {"empty": "any"}],
    "scorpion": [{"suits": 2}, {"packs": 2}, {"groups": "run"}],
}
"""Changes after which nothing is forced there."""
EAGER: Final = {
    *("la-belle-lucie", "three-shuffles", "trefoil", "super-flower-garden", "cruel", "perseverance", "bisley"),
    *("bristol", "grandfathers-clock", "aces-up"),
}


@pytest.mark.parametrize("search", PLAYED_BY, ids=lambda search: search.__name__.rpartition(".")[2])
def test_a_search_of_its_own_plays_these_games(search: Any) -> None:
    assert [preset for preset, each in PRESETS.items() if search.is_searched(each.rules)] == PLAYED_BY[search]


@pytest.mark.parametrize(
    ("search", "rules", "changed"),
    [
        pytest.param(search, preset_rules(preset), {field: value}, id=f"{preset}-{field}")
        for search, preset, fields in OTHERWISE
        for field, value in fields.items()
    ],
)
def test_with_another_rule_it_plays_them_no_longer(search: Any, rules: Rules, changed: dict[str, Any]) -> None:
    assert search.is_searched(rules)
    assert not search.is_searched(replace(rules, **changed))


def test_what_is_forced_depends_on_how_cards_build_and_move() -> None:
    found: dict[tuple[bool, ...], list[str]] = {}
    for preset, each in PRESETS.items():
        found.setdefault(forced_of(each.rules), []).append(preset)
    assert {forced: games for forced, games in found.items() if any(forced)} == FORCED
    for preset, changes in UNFORCED.items():
        for changed in changes:
            assert not any(forced_of(replace(preset_rules(preset), **changed))), (preset, changed)
    assert forced_of(replace(preset_rules("eight-off"), empty="any")) == (True, False, False, False)


def test_cards_leave_at_once_where_nothing_else_moves_and_no_stock_comes() -> None:
    games = {preset for preset, each in PRESETS.items() if not each.rules.is_common}
    assert {each for each in games if engine_search._leaves_at_once(PRESETS[each].rules)} == EAGER
