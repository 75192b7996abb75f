"""Stands in for prometheus_client where nobody reads figures: counts nothing, and takes what `metrics` gives it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final


class Gauge:
    """A figure that is not kept."""

    def __init__(self, *_about: object, **_more: object) -> None: ...

    def labels(self, *_values: object) -> Gauge:
        """Return the figure with labels."""
        return self

    def _take(self, *_values: Any) -> None: ...

    set: Final = _take
    inc: Final = _take
    dec: Final = _take
    observe: Final = _take
    set_function: Final = _take

    def time(self) -> AbstractContextManager[None]:
        """Return a context that measures nothing."""
        return nullcontext()


Counter = Histogram = Gauge
