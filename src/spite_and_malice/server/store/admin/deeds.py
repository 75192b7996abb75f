"""Actions of operators by command and of moderators on a page, each with its line in the log, in one transaction.

``who`` is their name in the log: an operator's user and machine, a moderator's id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from ...clock import now_ms
from ..accounts import people
from ..database.schema import accounts, announcements, blocks, instance, reports
from ..events import clubs, evenings, tournaments
from ..people import notices
from ..records import Conflict
from . import MODERATOR, SHOWN, note
from .events import EventKind

LONGEST_ANNOUNCEMENT: Final = 500
"""The most letters in an announcement."""


def name_of(person: str) -> str:
    """Return the name of a moderator in the log."""
    return f"{MODERATOR} {person[:SHOWN]}"


def _shown(kind: str, subject: str) -> str:
    return subject if kind == "address" else subject[:SHOWN]


def block(connection: Connection, who: str, kind: str, subject: str, reason: str, until: int | None) -> None:
    """Block a ``person`` or an ``address``, or (``restriction``) mute a person, replacing an earlier one.

    ``until`` is in UTC milliseconds, None for good.
    """
    connection.execute(delete(blocks).where(blocks.c.kind == kind, blocks.c.subject == subject))
    row = {"kind": kind, "subject": subject, "reason": reason[:200], "blocked_at": now_ms(), "until": until}
    connection.execute(insert(blocks).values(**row))
    what = "restricted" if kind == "restriction" else "blocked"
    note(connection, who, what, f"{_shown(kind, subject)} {reason}".strip())


def lift(connection: Connection, who: str, number: int) -> bool:
    """Lift a block or a restriction; return whether there was one of that number."""
    row = connection.execute(select(blocks).where(blocks.c.id == number)).one_or_none()
    if row is None:
        return False
    connection.execute(delete(blocks).where(blocks.c.id == number))
    what = "restriction lifted" if row.kind == "restriction" else "block lifted"
    note(connection, who, what, _shown(row.kind, row.subject))
    return True


def close_report(connection: Connection, who: str, number: int, said: str) -> bool:
    """Close a report with a note; return whether there was an open one of that number."""
    is_open = (reports.c.id == number) & reports.c.closed_at.is_(None)
    closed = connection.execute(update(reports).where(is_open).values(closed_at=now_ms(), note=said[:200]))
    if closed.rowcount:
        note(connection, who, "report closed", f"{number} {said}".strip())
    return closed.rowcount > 0


def announce(connection: Connection, who: str, text: str, since: int, until: int) -> None:
    """Have every page show a text from a time to another, both in UTC milliseconds."""
    connection.execute(insert(announcements).values(text=text, since=since, until=until))
    note(connection, who, "announced", text)


def withdraw(connection: Connection, who: str, number: int) -> bool:
    """Take an announcement off all pages; return whether there was one of that number."""
    text = connection.execute(select(announcements.c.text).where(announcements.c.id == number)).scalar_one_or_none()
    if text is None:
        return False
    connection.execute(delete(announcements).where(announcements.c.id == number))
    note(connection, who, "announcement withdrawn", text)
    return True


def _end_tournament(connection: Connection, tournament_id: str) -> None:
    at = tournaments.read(connection, tournament_id)
    gathers = at is not None and at.row.state == "gathering"
    if not tournaments.finish(connection, tournament_id, "cancelled" if gathers else "over"):
        raise Conflict("it is over already")


_ENDS: Final[Mapping[EventKind, Callable[[Connection, str], object]]] = {
    "evening": evenings.end,
    "tournament": _end_tournament,
}
_REMOVES: Final[Mapping[EventKind, Callable[[Connection, str], object]]] = {
    "club": clubs.remove,
    "evening": evenings.remove,
    "tournament": tournaments.remove,
}


def end(connection: Connection, who: str, kind: EventKind, event_id: str) -> None:
    """End an evening or a tournament as it stands. Raises `Conflict` if it is over already."""
    _ENDS[kind](connection, event_id)
    note(connection, who, f"{kind} ended", event_id)


def remove(connection: Connection, who: str, kind: EventKind, event_id: str) -> None:
    """Delete a club, an evening or a tournament; its tables stay."""
    _REMOVES[kind](connection, event_id)
    note(connection, who, f"{kind} deleted", event_id)


def rename(connection: Connection, who: str, person: str, name: str, name_key: str) -> None:
    """Give a person with an account another name. Raises `Conflict` if somebody else has it."""
    if people.person_of_key(connection, name_key) not in (None, person):
        raise Conflict("somebody else has this name")
    people.change(connection, person, {"name": name, "name_key": name_key})
    note(connection, who, "person renamed", person[:SHOWN])


def sign_out(connection: Connection, who: str, person: str) -> int:
    """Sign a person out on every device; return how many there were."""
    devices = people.read_devices(connection, person)
    for device in devices:
        people.sign_out(connection, person, device.id)
    note(connection, who, "signed out", person[:SHOWN])
    return len(devices)


def ask_to_erase(connection: Connection, who: str, person: str) -> None:
    """Ask the operators to erase a person, which they do by a command, since it cannot be undone."""
    note(connection, who, "erasure asked for", person[:SHOWN])


def let_moderate(connection: Connection, who: str, person: str, *, may: bool) -> None:
    """Appoint a person with an account as a moderator, or dismiss them."""
    since = now_ms() if may else None
    connection.execute(update(accounts).where(accounts.c.person == person).values(moderates_since=since))
    note(connection, who, "moderator named" if may else "moderator dismissed", person[:SHOWN])


def set_read_only(connection: Connection, who: str, *, read_only: bool) -> None:
    """Turn read-only mode, in which nothing new may begin, on or off; if it is already on, its start stays."""
    since = func.coalesce(instance.c.read_only_since, now_ms()) if read_only else None
    connection.execute(update(instance).values(read_only_since=since))
    note(connection, who, "read-only" if read_only else "read-only ended", "")


def rotate_push_key(connection: Connection, who: str, new: str, public: str, until: int) -> int:
    """Sign notices with a new private key; see `notices.rotate_key`."""
    left = notices.rotate_key(connection, new, public, until)
    note(connection, who, "push key rotated", "")
    return left


def set_registration(connection: Connection, who: str, registration: str | None) -> None:
    """Set who can create an account, overriding the setting; None restores the setting."""
    connection.execute(update(instance).values(registration=registration))
    note(connection, who, "registration", registration or "as set")
