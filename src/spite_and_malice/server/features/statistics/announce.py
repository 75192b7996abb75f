"""Statistics as a feature."""

from __future__ import annotations

from ...http.feature import Feature
from ..kernel import Kernel
from .routes import statistics_routes


def feature(_kernel: Kernel) -> Feature:
    """Return the statistics of a person and the records that a game has beaten."""
    return Feature([statistics_routes])
