"""A table of searched positions, each a 64-bit number, with a 16-bit number for each."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free

# Spreads keys over the table.
SPREAD: Final = 0x9E3779B97F4A7C15
FIRST_BITS: Final = 10


@cython.final
@cython.no_gc
@cython.cclass
class Memo:
    """Numbers from 1 to 65535 by key; 0 for a missing key."""

    keys: cython.p_ulonglong
    values: cython.p_ushort
    bits: cython.int
    count: cython.Py_ssize_t

    def __init__(self) -> None:
        self.bits = FIRST_BITS
        self.count = 0
        if cython.compiled:
            self.keys = cython.NULL
            self.values = cython.NULL
        make_table(self)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.keys)
            free(self.values)


@cython.exceptval(-1)
def make_table(memo: Memo) -> cython.int:
    """Give a memo an empty table of its size."""
    size: cython.size_t = cython.cast(cython.size_t, 1) << memo.bits
    if cython.compiled:
        memo.keys = cython.cast(cython.p_ulonglong, calloc(size, 8))
        memo.values = cython.cast(cython.p_ushort, calloc(size, 2))
        if memo.keys is cython.NULL or memo.values is cython.NULL:
            raise MemoryError
    else:
        memo.keys = [0] * size
        memo.values = [0] * size
    return 0


def find_slot(memo: Memo, key: cython.ulonglong) -> cython.Py_ssize_t:
    """The place of a key in the table, added with the value 0 if it is missing: `has_room` must hold."""
    slot: cython.ulonglong = (key ^ key >> 29) * SPREAD & ALL_BITS
    last: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << memo.bits) - 1
    slot = slot >> (64 - memo.bits)
    while memo.values[slot] and memo.keys[slot] != key:
        slot = slot + 1 & last
    if memo.values[slot] == 0:
        memo.keys[slot] = key
    return cython.cast(cython.Py_ssize_t, slot)


def has_room(memo: Memo) -> cython.bint:
    """Whether the table has enough free places to stay fast."""
    return memo.count * 3 < cython.cast(cython.Py_ssize_t, 1) << memo.bits + 1


@cython.exceptval(-1)
def grow_memo(memo: Memo) -> cython.int:
    """Double the table."""
    keys: cython.p_ulonglong = memo.keys
    values: cython.p_ushort = memo.values
    size: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, 1) << memo.bits
    i: cython.Py_ssize_t
    memo.bits += 1
    make_table(memo)
    for i in range(size):
        if values[i]:
            memo.values[find_slot(memo, keys[i])] = values[i]
    if cython.compiled:
        free(keys)
        free(values)
    return 0
