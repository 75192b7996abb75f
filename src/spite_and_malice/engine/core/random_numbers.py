"""The arithmetic of random numbers and of hashes, without any state of its own."""

from __future__ import annotations

from typing import Final

import cython

MULTIPLIER: Final = 6364136223846793005
INCREMENT: Final = 1442695040888963407
HASH_START: Final = 0x9E3779B97F4A7C15
HASH_FIRST: Final = 0xBF58476D1CE4E5B9
HASH_SECOND: Final = 0x94D049BB133111EB
LOW_32: Final = 0xFFFFFFFF
LOW_64: Final = 0xFFFFFFFFFFFFFFFF


def next_state(state: cython.ulonglong) -> cython.ulonglong:
    """The state of the generator that follows (PCG-XSH-RR 64/32, O'Neill 2014)."""
    return (state * MULTIPLIER + INCREMENT) & LOW_64


def random_word(state: cython.ulonglong) -> cython.ulonglong:
    """The 32 random bits of a state of the generator."""
    word: cython.ulonglong = (((state >> 18) ^ state) >> 27) & LOW_32
    return ((word << 32 | word) >> (state >> 59)) & LOW_32


def finished(state: cython.ulonglong) -> cython.ulonglong:
    """Hash a number so that each of its bits affects all (the finisher of SplitMix64, Steele and others 2014)."""
    state = ((state ^ (state >> 30)) * HASH_FIRST) & LOW_64
    state = ((state ^ (state >> 27)) * HASH_SECOND) & LOW_64
    return state ^ (state >> 31)


def seed_after(seed: cython.ulonglong, number: cython.ulonglong) -> cython.ulonglong:
    """The seed with a given number among those that follow from a seed: SplitMix64's, starting at the hash of the seed.

    The seed and the number are hashed separately, so that no seed's stream is another one's in a different order, as it
    would be if they were added or combined bit by bit.
    """
    state: cython.ulonglong = finished((seed + HASH_START) & LOW_64)
    return finished((state + (number + 1) * HASH_START) & LOW_64)


def mixed_with(mixed: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    """Mix a number into a hash of a position."""
    mixed = ((mixed ^ value) * HASH_FIRST + HASH_START) & LOW_64
    mixed = ((mixed ^ (mixed >> 29)) * HASH_SECOND) & LOW_64
    return mixed ^ (mixed >> 32)
