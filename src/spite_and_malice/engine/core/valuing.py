"""The value of a discard by the policy's weights, shared by the search of whole turns and play card by card."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *


def parting_value(
    weights: cython.p_int, rank: cython.Py_ssize_t, is_twin: cython.bint, needed: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The value of parting with a card from the hand; `rank` is 0 for a wild card.

    `is_twin` says whether another card of its rank stays; `needed` holds the ranks missing below the pay-off card
    (bit r).
    """
    value: cython.Py_ssize_t = weights[W_HIGH] * rank
    if rank == 0:
        value += weights[W_DROP_WILD]
    elif (needed >> rank) & 1:
        value += weights[W_DROP_NEEDED]
    if is_twin:
        value += weights[W_TWIN]
    return value


def resting_value(
    weights: cython.p_int, rank: cython.Py_ssize_t, below: cython.Py_ssize_t, needed: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The value of a card on one of rank `below`: 0 for a wild card, -1 for an empty stack.

    `needed` holds the ranks missing below the pay-off card (bit r).
    """
    value: cython.Py_ssize_t
    if below < 0:
        return weights[W_FREE_STACK]
    if below == 0:
        return weights[W_ON_WILD]
    if rank == 0:
        return 0
    if rank == below - 1:
        return weights[W_STEP]
    if rank == below:
        value = weights[W_SAME]
    elif rank < below:
        value = weights[W_UNDER] + weights[W_WIDE] * (below - rank)
    else:
        value = weights[W_OVER] + weights[W_WIDE] * (rank - below)
    return value + weights[W_BURY_NEEDED] if (needed >> below) & 1 else value
