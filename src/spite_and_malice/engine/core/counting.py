"""Counting move sequences (RULES.md section 10)."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.applying import apply_legal
from spite_and_malice.engine.core.legal import generate
from spite_and_malice.engine.core.memory import Core


def perft(core: Core, depth: cython.Py_ssize_t) -> int:
    """The number of move sequences of exactly `depth` moves from here (RULES.md section 10)."""
    return _perft(core, depth)


@cython.exceptval(-1)
def _perft(core: Core, depth: cython.Py_ssize_t) -> cython.longlong:
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t
    total: cython.longlong = 0
    child: Core
    if depth == 0:
        return 1
    count = generate(core)
    if depth == 1 or count == 0:
        return count
    child = core.clone()
    for i in range(count):
        child._copy(core)
        apply_legal(child, core.moves[i])
        total += _perft(child, depth - 1)
    return total
