"""Writing a record as text: one way only, so that two records can be compared line by line (docs/records.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from spite_and_malice.play.record import Record
from spite_and_malice.play.record_lines import NONE, UNFINISHED, quoted, quoted_or_none, write_time
from spite_and_malice.rules import preset_for

FIRST_LINE: Final = "spite record 1"
HIDDEN: Final = "hidden"


def write(record: Record, *, brief: bool = False) -> str:
    """Return the text of a record. The same record always gives the same text, and reading gives the same record.

    It says every field of the rules, so that nothing else is needed to check it; a `brief` one says only those that
    differ from the preset's.
    """
    return "\n".join(_written(record, brief)) + "\n"


def _written(record: Record, brief: bool) -> Iterator[str]:
    yield FIRST_LINE
    yield from ("", "[game]")
    yield f"table: {quoted_or_none(record.table)}"
    yield f"game: {NONE if record.number is None else record.number}"
    yield f"preset: {record.preset or NONE}"
    yield f"started: {write_time(record.started)}"
    yield f"seen by: {'all' if record.viewer is None else record.viewer}"
    yield from ("", "[rules]")
    for name, value in (_differences(record) if brief else record.rules.to_json()).items():
        yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
    yield from ("", "[seats]")
    for number, seat in enumerate(record.seats):
        yield f"{number}: {seat.kind if seat.player is None else f'{seat.kind} {seat.player}'} {quoted(seat.name)}"
    yield from ("", "[fair deal]")
    yield f"dealer: {record.dealer}"
    yield f"commitment: {record.commitment}"
    yield f"secret: {HIDDEN if record.secret is None else record.secret.hex()}"
    for number, contribution in enumerate(record.contributions):
        yield f"contribution {number}: {quoted(contribution)}"
    yield f"key: {HIDDEN if record.key is None else record.key.hex()}"
    yield from ("", "[deal]")
    yield from map(str, record.facts)
    yield from ("", "[actions]")
    for ply, action in enumerate(record.actions, start=1):
        note = "" if action.note is None else f" {quoted(action.note)}"
        yield f"{ply}. {action.seat} {action.text} {write_time(action.time)}{note}"
        yield from (f"  {fact}" for fact in action.facts)
    yield from ("", "[result]")
    yield f"reason: {UNFINISHED if record.outcome is None else record.outcome.reason}"
    yield f"winners: {_numbers(() if record.outcome is None else record.outcome.winners)}"
    yield f"scores: {_numbers(() if record.outcome is None else record.outcome.scores)}"


def _differences(record: Record) -> dict[str, Any]:
    """Return what differs from the rules of the preset, beside the number of players; without one every field."""
    base = preset_for(record.preset, record.rules.players)
    if base is None:
        return record.rules.to_json()
    return {"players": record.rules.players, **record.rules.changes_from(base)}


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or NONE
