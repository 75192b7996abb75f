"""Chance from a seed, for simulation: the same on every platform and Python version, and no secret."""

from __future__ import annotations

from spite_and_malice.play.fair import FairChance, FairDeal


class SeededChance(FairChance):
    """The stream of a fair deal (`spite_and_malice.play.fair`) whose secret is a number."""

    def __init__(self, seed: int) -> None:
        super().__init__(FairDeal(str(seed).encode(), ()))
