"""What several choices of a seat cost together, none of which is a mistake alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from spite_and_malice.analysis.mistakes import Mistake, mistake_of
from spite_and_malice.engine import Move, View
from spite_and_malice.texts import N_, _

_FELT: Final = 0.05
"""Choices that cost less than this share of the chance of winning in all are not told."""
_SEVERAL: Final = 3
"""Fewer choices are no sum: each stands for itself."""
_CERTAIN: Final = 3.0
"""The number of standard errors by which the sum must exceed zero."""
_SHARED: Final = 0.6
"""The share of the cost that has to come from choices of one kind for it to be named."""
_DEAREST: Final = 3


class Shared(StrEnum):
    """What a choice gave up, as in `Mistake`, or that only the discard was another one."""

    PAYOFF = "payoff"
    HAND = "hand"
    WILD = "wild"
    OPPONENT = "opponent"
    BURIED = "buried"
    DISCARD = "discard"
    OTHER = "other"


_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        Shared.PAYOFF: N_("Most of it came from leaving your [pay-off card] where it lay."),
        Shared.HAND: N_("Most of it came from hands that were not emptied."),
        Shared.WILD: N_("Most of it came from wild cards that were spent."),
        Shared.OPPONENT: N_("Most of it came from places left open for an opponent."),
        Shared.BURIED: N_("Most of it came from discards that buried a card of your own."),
        Shared.DISCARD: N_("Most of it came from what was discarded, and where."),
    }
)


@dataclass(frozen=True, slots=True)
class Together:
    """How many choices cost something together, how much of the chance of winning, and the error of that.

    `numbers` are those of the dearest, the dearest first; `words` says it all.
    """

    count: int
    cost: float
    give_or_take: float
    numbers: tuple[int, ...]
    words: str


def moment_of(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return a verdict of such a choice in the form of one about a mistake."""
    told = {name: verdict[name] for name in ("number", "played", "played_words")}
    cost = round(verdict["behind"], 2)
    figures = {
        # That of a choice that is no mistake is what the moves played won.
        "chance": round(verdict["chance"] + cost, 2),
        "cost": cost,
        "give_or_take": round(verdict["behind_error"], 3),
    }
    return {
        **told,
        **figures,
        "best": verdict["other"],
        "best_words": verdict["other_words"],
        "words": verdict["other_why"],
    }


def difference(better: Sequence[float], played: Sequence[float]) -> tuple[float, float]:
    """Return how much less one line won than another in the same worlds, and the standard error of that."""
    apart = [one - other for one, other in zip(better, played, strict=True)]
    mean = math.fsum(apart) / len(apart)
    variance = math.fsum((each - mean) ** 2 for each in apart) / len(apart)
    return round(mean, 4), round(math.sqrt(variance / len(apart)), 4)


def shared_kind(view: View, played: Sequence[str], better: Sequence[str]) -> Shared:
    """Return what some moves gave up against others."""
    kind = mistake_of(view, played, better)
    if kind is not Mistake.OTHER:
        return Shared(str(kind))
    rest = [sorted(text for text in line if not Move.parse(text).is_discard) for line in (played, better)]
    return Shared.DISCARD if rest[0] == rest[1] else Shared.OTHER


def together(verdicts: Sequence[Mapping[str, Any]]) -> Together | None:
    """Return what the choices that are no mistakes by themselves surely cost in all; None if that cannot be said.

    `verdicts` are those of `review.Verdict`, as plain data. Every choice that was looked at again counts, those that
    came out better too, so that chance does not add up.
    """
    counted = [verdict for verdict in verdicts if verdict["other"]]
    cost = math.fsum(verdict["behind"] for verdict in counted)
    error = math.sqrt(math.fsum(verdict["behind_error"] ** 2 for verdict in counted))
    if len(counted) < _SEVERAL or cost < max(_FELT, _CERTAIN * error):
        return None
    dear = sorted((each for each in counted if each["behind"] > 0), key=lambda each: -each["behind"])
    words = _(
        "{count} choices, none of them a mistake by itself, together cost about {cost} of 100 of the chances, give or "
        "take {error}."
    ).format(count=len(counted), cost=round(100 * cost), error=max(1, round(200 * error)))
    by_kind: Counter[str] = Counter()
    for each in dear:
        by_kind[each["kind"]] += each["behind"]
    kind, most = by_kind.most_common(1)[0]
    if kind in _KINDS and most >= _SHARED * math.fsum(each["behind"] for each in dear):
        words = f"{words} {_(_KINDS[kind])}"
    numbers = tuple(each["number"] for each in dear[:_DEAREST])
    return Together(len(counted), round(cost, 2), round(error, 3), numbers, words)
