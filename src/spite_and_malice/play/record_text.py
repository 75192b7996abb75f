"""Writing a record as text: one way only, so that two records can be compared line by line (docs/records.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from spite_and_malice.play.record import Record
from spite_and_malice.play.record_facts import NONE

FIRST_LINE: Final = "spite record 1"
HIDDEN: Final = "hidden"
UNFINISHED: Final = "unfinished"
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def write(record: Record) -> str:
    """Return the text of a record. The same record always gives the same text, and reading gives the same record."""
    return "\n".join(_written(record)) + "\n"


def write_time(milliseconds: int | None) -> str:
    """Return a time in UTC milliseconds since 1970 as ``2026-01-31T12:00:00.000Z``; `NONE` if it is not known."""
    if milliseconds is None:
        return NONE
    return (EPOCH + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _written(record: Record) -> Iterator[str]:
    yield FIRST_LINE
    yield from ("", "[game]")
    yield f"table: {_text_or_none(record.table)}"
    yield f"game: {NONE if record.number is None else record.number}"
    yield f"preset: {record.preset or NONE}"
    yield f"started: {write_time(record.started)}"
    yield f"seen by: {'all' if record.viewer is None else record.viewer}"
    yield from ("", "[rules]")
    for name, value in record.rules.to_json().items():
        yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
    yield from ("", "[seats]")
    for number, seat in enumerate(record.seats):
        yield f"{number}: {seat.kind if seat.player is None else f'{seat.kind} {seat.player}'} {_quoted(seat.name)}"
    yield from ("", "[fair deal]")
    yield f"dealer: {record.dealer}"
    yield f"commitment: {record.commitment}"
    yield f"secret: {HIDDEN if record.secret is None else record.secret.hex()}"
    for number, contribution in enumerate(record.contributions):
        yield f"contribution {number}: {_quoted(contribution)}"
    yield f"key: {HIDDEN if record.key is None else record.key.hex()}"
    yield from ("", "[deal]")
    yield from map(str, record.facts)
    yield from ("", "[actions]")
    for ply, action in enumerate(record.actions, start=1):
        note = "" if action.note is None else f" {_quoted(action.note)}"
        yield f"{ply}. {action.seat} {action.text} {write_time(action.time)}{note}"
        yield from (f"  {fact}" for fact in action.facts)
    yield from ("", "[result]")
    yield f"reason: {UNFINISHED if record.outcome is None else record.outcome.reason}"
    yield f"winners: {_numbers(() if record.outcome is None else record.outcome.winners)}"
    yield f"scores: {_numbers(() if record.outcome is None else record.outcome.scores)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _text_or_none(text: str | None) -> str:
    return NONE if text is None else _quoted(text)


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or NONE
