"""Copies for callers to keep, without fresh memory for each."""

from __future__ import annotations

from sys import getrefcount
from typing import Any, Final, TypeVar

import numpy as np

from spite_and_malice.interop.arrays import Array

Some = TypeVar("Some", bound=Array)

_MOST: Final = 4
"""The copies remembered: callers keep the last one or two, or else very many."""


class Copies:
    """Copies of an array. Memory that the caller has let go of is used again: fresh memory costs more than the copying.

    A copy is the caller's as long as anything refers to it, such as a slice of it, a tensor or a memoryview.
    """

    def __init__(self) -> None:
        self._made: list[Any] = []

    def of(self, source: Some) -> Some:
        """A copy of an array, always of the same shape and type."""
        made: Some
        for at in range(len(self._made)):
            if _references(self._made, at) == _ONLY_LISTED:
                made = self._made[at]
                np.copyto(made, source)
                return made
        made = source.copy()
        self._made = [*self._made[1 - _MOST :], made]
        return made

    def __reduce__(self) -> tuple[type[Copies], tuple[()]]:
        return Copies, ()


def _references(listed: list[Any], at: int) -> int:
    return getrefcount(listed[at])


# How many of its own the call adds differs between versions of Python.
_ONLY_LISTED: Final = _references([object()], 0)
