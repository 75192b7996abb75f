"""The feature of puzzles."""

from __future__ import annotations

from ...http.feature import Feature
from ..kernel import Kernel
from .api import puzzle_api
from .pages import puzzle_day_routes, puzzle_pages
from .runs import puzzle_runs


def feature(kernel: Kernel) -> Feature:
    """Return the feature of puzzles, including the daily ones."""
    return Feature([puzzle_pages(alone=kernel.alone), puzzle_api, puzzle_runs, puzzle_day_routes])
