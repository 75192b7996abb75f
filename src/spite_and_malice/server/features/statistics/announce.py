"""The feature of statistics."""

from __future__ import annotations

from ...http.feature import Feature
from ..kernel import Kernel
from .routes import statistics_routes


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of a person's statistics and broken records."""
    return Feature([statistics_routes])
