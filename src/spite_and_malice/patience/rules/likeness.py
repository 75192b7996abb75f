"""Which games are like each other, by the fields of their rules."""

from __future__ import annotations

from typing import Final

from spite_and_malice.patience.rules.fields import FIELDS
from spite_and_malice.patience.rules.model import Rules
from spite_and_malice.patience.rules.presets import PRESETS, Preset

_WEIGHTS: Final = {
    "aim": 6,
    "layout": 4,
    "build": 3,
    "groups": 3,
    "stock": 3,
    "cells": 3,
    "packs": 2,
    "reserve": 2,
    "refill": 2,
}
"""The fields that change a game most; every other field counts 1."""


def unlikeness(rules: Rules, other: Rules) -> int:
    """Return how much two sets of rules differ, 0 for the same."""
    return sum(_WEIGHTS.get(name, 1) for name in FIELDS if getattr(rules, name) != getattr(other, name))


def games_like(rules: Rules, count: int) -> list[Preset]:
    """Return the `count` presets that are most like some rules, the nearest first, without those very rules."""
    others = [preset for preset in PRESETS.values() if preset.rules != rules]
    return sorted(others, key=lambda preset: unlikeness(rules, preset.rules))[:count]
