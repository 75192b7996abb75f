"""The policy's weights, in hundredths of a pay-off card, and those of weaker players.

Made on 2026-11-21 by the method of tools/tune_policy.py: `TUNED` with seed 1 and 24 generations starting from the bold
holder of benchmarks/rivals.py (`FEED` was set by hand), `CARD_BY_CARD` before that with seed 1 and 13 generations,
sharpened by hand (`EMPTYING`, `OPEN` …; `ROOM` and `FITTING` throughout).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from spite_and_malice.engine.core import codes, core_rules
from spite_and_malice.rules import Rules

TUNED: Final = (
    10, -13, 2, 124, 0, -62, -25, 161, 104, 14, 61, 30, 8, -5, 0, -10,
    4, -2, -19, -4, -16, -120, -2, -4, 38, 20, -100, 56, 40, 30, 300, 5,
)  # fmt: skip
"""In the order of `codes.W_HAND` …; searches whole turns."""

CARD_BY_CARD: Final = (
    22, 4, 7, 69, -3, -60, -11, 121, 54, -3, 34, 18, 4, -7,
    1, -10, 7, -2, -15, -8, -25, -101, -4, -4, 26, 20, -74, 56, 40, 30, 0, 0,
)  # fmt: skip
"""Chooses one card at a time, under rules whose whole turns are not searched."""


def tuned_for(rules: Rules) -> tuple[int, ...]:
    """The best weights for games under these rules."""
    return TUNED if core_rules(rules).whole_turns else CARD_BY_CARD


def _changed(**weights: int) -> tuple[int, ...]:
    """The weights for single cards with some replaced, named as in `codes` without their ``W_``."""
    changed = list(CARD_BY_CARD)
    for name, weight in weights.items():
        changed[_place(name)] = weight
    return tuple(changed)


def _place(name: str) -> int:
    place: int = getattr(codes, f"W_{name}")
    return place


CARELESS: Final = _changed(
    WILD=10, WILD_SIDE=10, OPEN=0, OPEN_ONE=0, OPEN_TWO=0, NEAR=0, NEAR_ONE=0, NEAR_TWO=0, EMPTYING=0, LAST=0,
    DROP_WILD=-20, STEP=0, SAME=0, UNDER=0, OVER=0, WIDE=0, BURY_NEEDED=0, TWIN=0,
)  # fmt: skip
"""Plays what fits, wild cards too, with no thought for the opponents, and discards anywhere that leaves room."""

CLUB: Final = _changed(WILD=-40, OPEN_ONE=0, OPEN_TWO=0, EMPTYING=40)
"""Fears a pay-off card that could be played at once, not one that is a card or two away; free with wild cards."""

TIDY: Final = _changed(OPEN=0, OPEN_ONE=0, OPEN_TWO=0, NEAR_ONE=0, NEAR_TWO=0, EMPTYING=0)
"""Keeps wild cards and tidy side stacks, but does not look at the opponents' pay-off cards."""

Temperament = Mapping[str, int]
"""A temperament: how much more a player values the feature of each weight, in hundredths of a pay-off card."""

NO_TEMPERAMENT: Final[Temperament] = MappingProxyType({})

TEMPERAMENTS: Final[Mapping[str, Temperament]] = {
    "beginner": {"SAME": 3},  # Pip lays like on like.
    "casual": {"DROP_NEEDED": -12},  # Rosa keeps cards that lead to her pay-off card.
    "club": {"OPEN_ONE": 8},  # Hugo leaves no stack one short of the next player's.
    "expert": {"STEP": 4, "SAME": 6},  # Nadia keeps things tidy.
    "master": {"HAND": -5},  # Octavia holds back.
}
"""How each of the five chooses between moves of about equal value, which costs no games
(benchmarks/temperament.md)."""


def tempered(weights: Sequence[int], temperament: Temperament) -> tuple[int, ...]:
    """Return weights with a temperament added."""
    added = list(weights)
    for name, more in temperament.items():
        added[_place(name)] += more
    return tuple(added)
