"""Many durations in little space: counts in logarithmic buckets, eight to a doubling."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

_STEPS: Final = 8
_SHORTEST: Final = 1e-6


def bucket_of(seconds: float) -> int:
    """The number of the bucket that a duration falls into; everything under a microsecond is in bucket 0."""
    return max(0, math.ceil(_STEPS * math.log2(max(seconds, _SHORTEST) / _SHORTEST)))


def quantile(counts: Mapping[int, int], share: float) -> float:
    """The quantile of the durations in seconds, at most a tenth too long; 0 for none."""
    wanted = share * sum(counts.values())
    reached = 0
    for bucket in sorted(counts):
        reached += counts[bucket]
        if reached >= wanted:
            return _SHORTEST * math.exp2(bucket / _STEPS)
    return 0.0
