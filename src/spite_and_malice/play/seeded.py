"""Chance from a seed, for simulation: the same on every platform and Python version, and no secret."""

from __future__ import annotations

from spite_and_malice.arguments import Seed, seed_number
from spite_and_malice.play.fair import FairChance, FairDeal


class SeededChance(FairChance):
    """The stream of a fair deal (`spite_and_malice.play.fair`) whose secret is a number.

    Raises `InvalidArgument` for what is no seed.
    """

    def __init__(self, seed: Seed) -> None:
        self.seed: int = seed_number(seed)
        super().__init__(FairDeal(str(self.seed).encode(), ()))

    def __repr__(self) -> str:
        return f"<SeededChance of seed {self.seed}, {self.used} used>"
