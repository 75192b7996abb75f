"""The number of examples for a property."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest
from hypothesis import settings

ALL: Final = 100
FEW: Final = 25
"""The percentage tried when somebody waits for the tests: different ones each time, and in CI twice as many."""

FEWEST: Final = 5


def examples(count: int) -> settings:
    """Return the settings of a property with ``count`` examples by night, and fewer elsewhere."""
    in_hundred = settings.default.max_examples if settings.default else ALL
    return settings(max_examples=max(min(count, FEWEST), count * in_hundred // ALL), deadline=None)


def times(count: int) -> int:
    """Return how often a test repeats something: ``count`` by night, and fewer elsewhere, like `examples`."""
    in_hundred = settings.default.max_examples if settings.default else ALL
    return max(1, count * in_hundred // ALL)


def some(cases: Iterable[Any], *paths: str, of: int) -> list[Any]:
    """Return the cases of a parametrized test, one in ``of`` of which is in every run.

    The others are nightly; a change below ``paths`` calls for them.
    """
    night = pytest.mark.nightly(*paths)
    return [
        case if number % of == 0 else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=night)
        for number, case in enumerate(cases)
    ]
