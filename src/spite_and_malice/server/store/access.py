"""How the parts of a store read and write: as `Store` does, which gives them its own ways."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from .writer import Work

T = TypeVar("T")


class Read(Protocol):
    """Carries out a query in a thread of its own. Raises `StoreError`."""

    def __call__(self, query: Callable[[Connection], T], /) -> Coroutine[Any, Any, T]:
        """Return what the query finds."""


Write = Callable[[str, Work], Coroutine[Any, Any, None]]
"""Has statements about a table carried out and waits until they are durable. Raises `StoreError`."""


def can_be_stored(text: str) -> bool:
    """Say whether a text of somebody's own can be in the database at all: PostgreSQL takes no NUL, even to look for."""
    return "\0" not in text
