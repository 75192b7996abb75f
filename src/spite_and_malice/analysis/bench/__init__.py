"""How fast the engine's core is, each figure measured in the same run as what it is compared with."""

from spite_and_malice.analysis.bench.figures import STEPS, SpeedReport, measure

__all__ = ["STEPS", "SpeedReport", "measure"]
