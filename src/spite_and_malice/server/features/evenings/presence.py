"""Whether an evening is still to come, who is present, who is ready, and who has the host's rights."""

from __future__ import annotations

from typing import Final

from ...clock import late_at
from ...store import Guest, RoundTable, StoredEvening

HERE_MS: Final = 45_000
"""How long somebody counts as present after their last request."""
BACK_MS: Final = 180_000
"""How long they may take to return from a table that has ended."""
HOST_GONE_MS: Final = 120_000
"""How long without a host until everybody has the host's rights."""
CALL_MS: Final = 180_000
"""How long an announced round waits for guests who are present and not ready."""
EMPTY_SECONDS: Final = 3600
"""How long a planned evening may stay deserted before it is called off."""


def is_planned(at: StoredEvening, now: int) -> bool:
    """Say whether an evening is still to come."""
    evening = at.evening
    has_begun = evening.is_over or evening.called or evening.round > 0
    return not has_begun and evening.starts_at is not None and evening.starts_at > now


def began_at(at: StoredEvening) -> int:
    """Return when the room of an evening opened, or opens, in UTC milliseconds."""
    return max(at.evening.created_at, at.evening.starts_at or 0)


def is_deserted(at: StoredEvening, now: int) -> bool:
    """Say whether a planned evening has had no round, and nobody has been there for too long."""
    evening = at.evening
    if evening.is_over or evening.round > 0 or evening.starts_at is None:
        return False
    seen_at = max((guest.seen_at for guest in at.guests), default=0)
    return now >= late_at(max(evening.starts_at, seen_at), EMPTY_SECONDS)


def is_here(at: StoredEvening, guest: Guest, now: int) -> bool:
    """Say whether a guest has the evening open, plays at a table of its round, or may be on the way back from one."""
    if guest.seen_at > now - HERE_MS:
        return True
    own = [table for table in at.tables if table.round == at.evening.round and guest.number in numbers_at(table)]
    is_at_table = guest.number not in at.away
    return any(
        table.number > 0 and (is_at_table if table.ended_at is None else table.ended_at > now - BACK_MS)
        for table in own
    )


def awaited(at: StoredEvening, now: int) -> list[Guest]:
    """Return the guests who are present and not ready for the next round."""
    return [guest for guest in at.guests if guest.state == "waiting" and is_here(at, guest, now)]


def ready(at: StoredEvening) -> list[int]:
    """Return the numbers of the guests who are ready."""
    return [guest.number for guest in at.guests if guest.state == "ready"]


def has_enough(at: StoredEvening, players: int) -> bool:
    """Say whether a round can be drawn among the guests who are ready."""
    return len(ready(at)) >= (1 if at.evening.computer is not None else players)


def call_ends_at(at: StoredEvening) -> int | None:
    """Return until when an announced round waits for those present, in UTC milliseconds.

    None while a table is still playing: its people are waited for.
    """
    if at.running():
        return None
    ended = [table.ended_at or 0 for table in at.tables if table.round == at.evening.round]
    return max(at.evening.called_at or 0, *ended, 0) + CALL_MS


def is_due(at: StoredEvening, players: int, now: int) -> bool:
    """Say whether the announced round is to be drawn: nobody is awaited, and there are enough for a table."""
    ends_at = call_ends_at(at)
    is_waiting = bool(awaited(at, now)) and (ends_at is None or now < ends_at)
    return at.evening.called and not is_waiting and has_enough(at, players)


def may_act(at: StoredEvening, person: str, now: int) -> bool:
    """Say whether a person has the host's rights, as officers of its club have, and guests while the host is away."""
    if at.evening.is_over:
        return False
    if at.evening.host == person or person in at.officers:
        return True
    own = at.guest_of(person)
    is_there = own is not None and own.state not in ("left", "out")
    return is_there and not host_is_here(at, now) and host_gone_at(at) < now


def host_is_here(at: StoredEvening, now: int) -> bool:
    """Say whether the host of an evening is present."""
    host = at.guest_of(at.evening.host)
    return host is not None and is_here(at, host, now)


def host_gone_at(at: StoredEvening) -> int:
    """Return when everybody gets the host's rights if the host stays away, in UTC milliseconds."""
    host = at.guest_of(at.evening.host)
    return max(began_at(at), 0 if host is None else host.seen_at) + HOST_GONE_MS


def numbers_at(table: RoundTable) -> list[int | None]:
    """Return the numbers of the guests at a table, None for a computer player."""
    return [place.guest for place in table.seats]
