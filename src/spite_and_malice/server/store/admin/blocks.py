"""Who is kept out: people by the SHA-256 of their browser's token, and addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, delete, insert, or_, select

from ...clock import now_ms
from ..schema import blocks

BlockKind = Literal["person", "address"]


@dataclass(frozen=True, slots=True)
class Block:
    """A person or a network that is kept out, up to ``until`` in UTC milliseconds (None: for good)."""

    number: int
    kind: BlockKind
    subject: str
    reason: str
    blocked_at: int
    until: int | None


def add(connection: Connection, kind: BlockKind, subject: str, reason: str, until: int | None) -> None:
    """Keep somebody out, in place of any block of the same."""
    connection.execute(delete(blocks).where(blocks.c.kind == kind, blocks.c.subject == subject))
    connection.execute(
        insert(blocks).values(kind=kind, subject=subject, reason=reason[:200], blocked_at=now_ms(), until=until)
    )


def lift(connection: Connection, number: int) -> str | None:
    """Let somebody in again; return who it was, None if there is no block of that number."""
    subject: str | None = connection.execute(select(blocks.c.subject).where(blocks.c.id == number)).scalar_one_or_none()
    connection.execute(delete(blocks).where(blocks.c.id == number))
    return subject


def read(connection: Connection) -> Sequence[Block]:
    """Return the blocks that hold now, the oldest first."""
    rows = connection.execute(
        select(blocks).where(or_(blocks.c.until.is_(None), blocks.c.until > now_ms())).order_by(blocks.c.id)
    )
    return [Block(row.id, row.kind, row.subject, row.reason, row.blocked_at, row.until) for row in rows]
