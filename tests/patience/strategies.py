"""Rules, deals and positions of patience for properties."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from spite_and_malice.patience import PRESETS, InvalidRules, Position, Rules, deal_number

rules = st.builds(
    Rules,
    draw=st.sampled_from((1, 3)),
    passes=st.none() | st.integers(1, 4),
    empty=st.sampled_from(("king", "any")),
    worry_back=st.booleans(),
)


def some_rules(chance: Random, empty: str = "") -> Rules:
    """Rules drawn at random; `empty` is as given, if it is."""
    return Rules.from_json(
        {
            "draw": chance.choice((1, 3)),
            "passes": chance.choice((None, None, 1, 2, 3)),
            "empty": empty or chance.choice(("king", "any")),
            "worry_back": chance.random() < 0.6,
        }
    )


def played(rules: Rules, deal: int, moves: int, seed: int) -> Position:
    """A deal after a number of random moves, those to the foundations and within the tableau more often than draws."""
    position = deal_number(rules, deal)
    chance = Random(seed)
    for _ in range(moves):
        legal = position.legal_moves
        if not legal:
            break
        lively = [move for move in legal if move.target]
        onward = [move for move in lively if move.target == "F"]
        position.play(chance.choice(chance.choice([legal, lively or legal, onward or lively or legal])))
    return position


def house_rules(seed: int) -> Rules:
    """Rules of the family drawn at random: a preset with fields changed as often as that is not refused."""
    chance = Random(seed)
    found = chance.choice(list(PRESETS.values())).rules
    options: dict[str, tuple[object, ...]] = {
        "build": ("alternate", "suit", "colour", "any", "none"),
        "groups": ("run", "none", "cells", "suit", "any", "pile", "ends"),
        "empty": ("king", "any", "none", "waste"),
        "cells": (0, 1, 3),
        "wrap": (False, True),
        "direction": ("down", "both"),
        "face": ("top", "up"),
        "draw": (1, 3),
        "passes": (None, 1, 3),
        "base": (1, 5, "dealt"),
        "stock": ("waste", "piles"),
        "sum": (13, 11, 18),
        "waste_pair": (False, True),
        "deal_gaps": (False, True),
        "refill": (False, True),
        "ready": (False, True),
        "reserve": ((), (4,), (2, 2)),
    }
    for _ in range(6):
        name = chance.choice(list(options))
        try:
            found = Rules.from_json({**found.to_json(), name: chance.choice(options[name])})
        except InvalidRules:
            continue
    return found


family = st.integers(0, 2**32).map(house_rules)
family_positions = st.builds(played, family, st.integers(0, 2**53 - 1), st.integers(0, 120), st.integers(0, 2**32))
"""Positions of every game of the family, including house rules."""

positions = st.builds(played, rules, st.integers(0, 2**53 - 1), st.integers(0, 250), st.integers(0, 2**32))
