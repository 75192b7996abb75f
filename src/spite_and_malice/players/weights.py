"""The policy's weights, in hundredths of a pay-off card, and those of weaker players.

Made by ``python3 tools/tune_policy.py --seed 1 --generations 21`` on 2026-11-21, from weights that were set by hand.
"""

from __future__ import annotations

from typing import Final

from spite_and_malice.engine import codes

TUNED: Final = (
    31, 12, 9, 49, 3, -40, -17, 59, 42, -3, 30, 16, 4, -7,
    2, -5, 5, -4, -13, -9, -24, -95, -5, -3, 13, 12, -58, 56,
)  # fmt: skip
"""In the order of `codes.W_HAND` …."""


def _changed(**weights: int) -> tuple[int, ...]:
    """The tuned weights but for some, named as in `codes` without their ``W_``."""
    changed = list(TUNED)
    for name, weight in weights.items():
        changed[getattr(codes, f"W_{name}")] = weight
    return tuple(changed)


CARELESS: Final = _changed(
    WILD=10, WILD_SIDE=10, OPEN=0, OPEN_ONE=0, OPEN_TWO=0, NEAR=0, NEAR_ONE=0, NEAR_TWO=0, EMPTYING=0, LAST=0,
    DROP_WILD=-20, STEP=0, SAME=0, UNDER=0, OVER=0, WIDE=0, BURY_NEEDED=0, TWIN=0,
)  # fmt: skip
"""Plays what fits, wild cards too, with no thought for the opponents, and discards anywhere."""

TIDY: Final = _changed(OPEN=0, OPEN_ONE=0, OPEN_TWO=0, NEAR_ONE=0, NEAR_TWO=0, EMPTYING=0)
"""Keeps wild cards and tidy side stacks, but does not look at the opponents' pay-off cards."""
