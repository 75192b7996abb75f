"""Copies for callers to keep: no copy changes while anything refers to it, and memory is used again afterwards."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from spite_and_malice.interop.copies import Copies


def copied(copies: Copies, value: int) -> Any:
    """Return a copy of an array that is full of a number."""
    return copies.of(np.full((3, 4), value, np.float32))


@pytest.mark.parametrize(
    "keep",
    [lambda made: made, lambda made: made[1:, 2], lambda made: made.T, memoryview, lambda made: [made[0], made[2]]],
)
def test_what_is_kept_of_a_copy_does_not_change(keep: Callable[[Any], Any]) -> None:
    copies = Copies()
    kept = keep(copied(copies, 1))
    later = [copied(copies, value) for value in range(2, 9)]
    assert (np.array(kept) == 1).all()
    assert [each[0, 0] for each in later] == list(range(2, 9))


def test_memory_that_was_let_go_is_used_again() -> None:
    copies = Copies()
    places = set()
    for value in range(9):
        made = copied(copies, value)
        assert (made == value).all()
        places.add(made.ctypes.data)
    # The last one is still held while the next one is made.
    assert len(places) == 2


def test_equal_environments_share_no_copies() -> None:
    copies = Copies()
    made = copied(copies, 1)
    other = deepcopy(copies)
    assert not np.shares_memory(made, copied(other, 2))
    assert (made == 1).all()
