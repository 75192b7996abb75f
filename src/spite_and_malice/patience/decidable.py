"""Under which rules a program can tell whether a deal can be won."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from spite_and_malice.patience.deals import deal_number
from spite_and_malice.patience.rules import Rules, preset_of
from spite_and_malice.patience.solving import solve

_FEW: Final = 256
"""Enough positions to see whether a search begins at all."""


@lru_cache(256)
def can_decide(rules: Rules) -> bool:
    """Say whether `solve` can say more about most deals by these rules than ``"unknown"``.

    For a preset that is known (`Preset.undecided`); for other rules, whether it searches positions at all.
    """
    preset = preset_of(rules)
    if preset is not None:
        return not preset.undecided
    solution = solve(deal_number(rules, 0), None, _FEW)
    return solution.verdict != "unknown" or solution.positions > 0
