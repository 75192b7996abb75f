"""A finished game as a few lines to share: a curve of the chances, and their greatest swing. No card is named."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final, NamedTuple

from spite_and_malice.texts import _

_BARS: Final = "▁▂▃▄▅▆▇█"
WIDEST: Final = 24
"""The characters that fit on one line of a chat on a phone."""
_LEAST: Final = 0.1
"""A smaller change of the chances does not count as a swing."""


class Swing(NamedTuple):
    """The two neighbouring chances with the largest change: `at` is the index of the first."""

    at: int
    before: float
    after: float


def greatest_swing(chances: Sequence[float], won: bool) -> Swing | None:
    """Return the largest change of the chances towards the result; None if they hardly changed.

    `chances` are those of winning, from 0 to 1, at successive choices, as in a review.
    """
    steps = [*chances, float(won)]
    swings = [Swing(at, before, after) for at, (before, after) in enumerate(pairwise(steps))]
    best = max(swings, key=lambda swing: swing.after - swing.before if won else swing.before - swing.after)
    return best if abs(best.after - best.before) >= _LEAST else None


def curve(chances: Sequence[float], won: bool, width: int = WIDEST) -> str:
    """Return the chances and the end as a row of bars, at most `width` of them."""
    steps = [*chances, float(won)]
    count = min(width, len(steps))
    edges = [at * len(steps) // count for at in range(count + 1)]
    means = [fmean(steps[begin:end]) for begin, end in pairwise(edges)]
    # However many chances share the last bar, a won game ends at the top.
    means[-1] = float(won)
    return "".join(_BARS[min(len(_BARS) - 1, int(mean * len(_BARS)))] for mean in means)


def course_words(chances: Sequence[float], won: bool | None) -> str:
    """Return how a game went as lines to share, in the current language: the curve, and its greatest swing.

    Empty if there were no choices, or nobody won.
    """
    if won is None or not chances:
        return ""
    lines = [curve(chances, won)]
    swing = greatest_swing(chances, won)
    if swing is not None:
        said = _("The greatest swing: {before} → {after} %")
        lines.append(said.format(before=round(100 * swing.before), after=round(100 * swing.after)))
    return "\n".join(lines)
