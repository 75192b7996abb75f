"""How fast the engine's core is; each figure and its reference are measured in the same run."""

from spite_and_malice.analysis.bench.figures import STEPS, SpeedReport, measure

__all__ = ["STEPS", "SpeedReport", "measure"]
