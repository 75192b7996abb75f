"""The evenings of a club as an iCalendar feed (RFC 5545), which calendars fetch now and then.

The feed needs four kinds of lines; a library for the whole format would be three packages more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from ...store import Evening

_OCTETS: Final = 75
"""The most octets in a line, without its end (RFC 5545, 3.1)."""

_MINUTE_MS: Final = 60_000


def feed(name: str, evenings: Iterable[Evening], host: str, address: str) -> str:
    """Return the calendar of a club; ``host`` makes the ids of its evenings unique, ``address`` is that of the site."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Spite and Malice//Evenings//EN", "CALSCALE:GREGORIAN"]
    lines += [f"X-WR-CALNAME:{_text(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for evening in evenings:
        lines += _event(evening, host, address)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _event(evening: Evening, host: str, address: str) -> list[str]:
    starts_at = evening.starts_at if evening.starts_at is not None else evening.created_at
    return [
        "BEGIN:VEVENT",
        f"UID:{evening.id}@{host}",
        f"DTSTAMP:{_moment(evening.changed_at)}",
        f"LAST-MODIFIED:{_moment(evening.changed_at)}",
        f"DTSTART:{_moment(starts_at)}",
        f"DTEND:{_moment(starts_at + evening.minutes * _MINUTE_MS)}",
        f"STATUS:{'CANCELLED' if evening.is_cancelled else 'CONFIRMED'}",
        f"SUMMARY:{_text(evening.name)}",
        f"URL:{address}/evening/{evening.id}",
        f"DESCRIPTION:{_text(f'{address}/evening/{evening.id}')}",
        "END:VEVENT",
    ]


def _moment(at: int) -> str:
    """Return a time in UTC milliseconds as the format writes it."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """Return a text with what means something to the format escaped (RFC 5545, 3.3.11)."""
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
