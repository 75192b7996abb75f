"""The types of the NumPy arrays exchanged with learning programs."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
"""Any NumPy array."""
Floats: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
"""Observations of any shape, or parts of them."""
Row: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]
"""One observation."""
Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float32]]
"""A row of numbers for each game: observations or rewards."""
Mask: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int8]]
"""1 for each legal move, else 0."""
Masks: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int8]]
"""A mask for each game."""
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
"""An integer for each game: a seat or a move."""
Seeds: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
"""A seed for each game."""
Flags: TypeAlias = np.ndarray[tuple[int], np.dtype[np.bool_]]
"""True or False for each game or each move."""
