"""Evenings as calendars have them (RFC 5545): those of a club as a feed, which calendars fetch now and then, or one.

The feed needs four kinds of lines; a library for the whole format would add three packages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from ...clock import MINUTE_MS
from ...store import Evening

_OCTETS: Final = 75
"""The most octets in a line, without its end (RFC 5545, 3.1)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A calendar entry; times in UTC milliseconds, ``ends_at`` is None if unknown."""

    id: str
    name: str
    path: str
    starts_at: int
    ends_at: int | None
    changed_at: int
    status: Literal["CONFIRMED", "TENTATIVE", "CANCELLED"]


def entry_of(evening: Evening) -> Entry:
    """Return an evening as a calendar entry."""
    starts_at = evening.starts_at if evening.starts_at is not None else evening.created_at
    ends_at = starts_at + evening.minutes * MINUTE_MS
    status: Literal["CONFIRMED", "CANCELLED"] = "CANCELLED" if evening.is_cancelled else "CONFIRMED"
    path = f"/evening/{evening.id}"
    return Entry(evening.id, evening.name, path, starts_at, ends_at, evening.changed_at, status)


def feed(name: str, entries: Iterable[Entry], host: str, address: str) -> str:
    """Return a calendar; ``host`` makes the ids of its entries unique, ``address`` is that of the site."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Spite and Malice//Evenings//EN", "CALSCALE:GREGORIAN"]
    lines += [f"X-WR-CALNAME:{_text(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for entry in entries:
        lines += _event(entry, host, address)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _event(entry: Entry, host: str, address: str) -> list[str]:
    url = f"{address}{entry.path}"
    return [
        "BEGIN:VEVENT",
        f"UID:{entry.id}@{host}",
        f"DTSTAMP:{_moment(entry.changed_at)}",
        f"LAST-MODIFIED:{_moment(entry.changed_at)}",
        f"DTSTART:{_moment(entry.starts_at)}",
        *([] if entry.ends_at is None else [f"DTEND:{_moment(entry.ends_at)}"]),
        f"STATUS:{entry.status}",
        f"SUMMARY:{_text(entry.name)}",
        f"URL:{url}",
        f"DESCRIPTION:{_text(url)}",
        "END:VEVENT",
    ]


def _moment(at: int) -> str:
    """Return a time in UTC milliseconds in the format of calendars."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """Return a text with the special characters of the format escaped (RFC 5545, 3.3.11)."""
    for sign, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(sign, written)
    return text


def _folded(line: str) -> Iterator[str]:
    """Yield a line in parts of at most 75 octets that split no letter; all but the first begin with a space."""
    part, length = "", 0
    for letter in line:
        octets = len(letter.encode())
        if length + octets > _OCTETS:
            yield part
            part, length = " ", 1
        part, length = part + letter, length + octets
    yield part
