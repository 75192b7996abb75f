"""What other processes do at a table: what they tell, and what they have written."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from ...protocol.outgoing import Said, StalemateTalk
from ...store import Since, Store
from .readiness import Ready
from .table import Table

T = TypeVar("T")


def heard(message: dict[str, Any]) -> Said | StalemateTalk | Ready | None:
    """Return what another process tells that is not stored; None for what a process of another version says."""
    match message:
        case {"said": said}:
            return _as(Said, said)
        case {"stalemate": talk}:
            return _as(StalemateTalk, talk)
        case {"ready": ready}:
            return _as(Ready, ready)
    return None


def _as(kind: type[T], told: Any) -> T | None:
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError:
        return None


async def missed(store: Store, table: Table) -> Since | None:
    """Return what was written about a table since it was as it is here; None if it has to be read anew.

    Raises `StoreError`.
    """
    found = await store.since(table.row.id, table.number, table.ply, table.row.revision)
    return found if found is not None and found.game == table.number else None
