"""Operators' switches: whether new games can begin, who can create an account, whose messages are hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from ..clock import now_ms
from .database.schema import blocks, instance


@dataclass(frozen=True, slots=True)
class Switches:
    """Their state; times in UTC milliseconds.

    Nothing new may begin from ``read_only_since`` on, None: it may. ``registration`` overrides the setting, None: it
    does not. ``restricted`` has the muted people by id, with the end of each restriction (None: for good).
    """

    read_only_since: int | None = None
    registration: str | None = None
    restricted: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def is_read_only(self) -> bool:
        """Whether nothing new may begin."""
        return self.read_only_since is not None

    def silences(self, person: str | None) -> bool:
        """Say whether a person is muted."""
        if person is None or person not in self.restricted:
            return False
        until = self.restricted[person]
        return until is None or until > now_ms()


def read_switches(connection: Connection) -> Switches:
    """Return the state of the switches."""
    at = connection.execute(select(instance.c.read_only_since, instance.c.registration)).first()
    silent = select(blocks.c.subject, blocks.c.until).where(blocks.c.kind == "restriction")
    restricted = {row.subject: row.until for row in connection.execute(silent)}
    return Switches(None, None, restricted) if at is None else Switches(at.read_only_since, at.registration, restricted)
