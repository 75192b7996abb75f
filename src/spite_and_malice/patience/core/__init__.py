"""The compiled core of patience: layouts of cards on flat arrays, and the search for a way to win.

Everything named here behaves the same, compiled or not; see `spite_and_malice.compiled`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from spite_and_malice.compiled import load

_names, PURE_BECAUSE = load(__name__, Path(__file__).parent)

IS_NATIVE: Final = not PURE_BECAUSE
"""Whether the core is compiled; `PURE_BECAUSE` says why not."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from spite_and_malice.patience.core.aces import AcesSearch as AcesSearch
    from spite_and_malice.patience.core.beam import Beam as Beam
    from spite_and_malice.patience.core.board import Board as Board
    from spite_and_malice.patience.core.clearing import ClearingSearch as ClearingSearch
    from spite_and_malice.patience.core.closing import ClosingSearch as ClosingSearch
    from spite_and_malice.patience.core.layout import Layout as Layout
    from spite_and_malice.patience.core.pairing import PairSearch as PairSearch
    from spite_and_malice.patience.core.rows import RowWriter as RowWriter
    from spite_and_malice.patience.core.ruleset import Ruleset as Ruleset
    from spite_and_malice.patience.core.search import Search as Search
    from spite_and_malice.patience.core.solver import Solver as Solver
    from spite_and_malice.patience.core.staged import Staged as Staged
    from spite_and_malice.patience.core.whole import WholeSearch as WholeSearch

    # Their decorators hide the parameters and return types: integers.py.
    rank_of: Callable[[int], int]
    suit_of: Callable[[int], int]
    card_with: Callable[[int, int], int]
    pair_index: Callable[[int, int], int]
    move_of: Callable[[int, int, int], int]
    source_of: Callable[[int], int]
    target_of: Callable[[int], int]
    count_of: Callable[[int], int]
    index_of: Callable[[int], int]
else:
    globals().update(_names)
