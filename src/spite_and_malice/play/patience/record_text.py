"""Writing a record of patience as text: one way only, so that two records can be compared (docs/records.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from spite_and_malice.play.patience.record import FIGURES, PatienceRecord
from spite_and_malice.play.record_lines import NONE, quoted_or_none, write_time

FIRST_LINE: Final = "patience record 1"


def write(record: PatienceRecord) -> str:
    """Return the text of a record. The same record always gives the same text, and reading gives the same record."""
    return "\n".join(_written(record)) + "\n"


def _written(record: PatienceRecord) -> Iterator[str]:
    deal, seal = record.deal, record.seal
    yield FIRST_LINE
    yield from ("", "[game]")
    yield f"table: {quoted_or_none(record.table)}"
    yield f"game: {_or_none(record.number)}"
    yield f"preset: {record.preset or NONE}"
    yield f"started: {write_time(record.started)}"
    yield f"player: {quoted_or_none(record.player)}"
    yield from ("", "[rules]")
    for name, value in record.rules.to_json().items():
        yield f"{name}: {json.dumps(value)}"
    yield from ("", "[deal]")
    yield f"number: {deal.number}"
    yield f"choice: {deal.choice}"
    yield f"level: {deal.level or NONE}"
    yield f"day: {deal.day or NONE}"
    yield f"commitment: {NONE if seal is None else seal.commitment}"
    yield f"secret: {NONE if seal is None else seal.secret.hex()}"
    yield from ("", "[cards]")
    yield from map(str, record.facts)
    yield from ("", "[actions]")
    for ply, action in enumerate(record.actions, start=1):
        yield f"{ply}. {action.text} {write_time(action.time)}"
        yield from (f"  {fact}" for fact in action.facts)
    yield from ("", "[result]")
    yield f"reason: {record.result.reason}"
    for name in FIGURES:
        yield f"{name}: {_or_none(getattr(record.result, name))}"


def _or_none(number: int | None) -> str:
    return NONE if number is None else str(number)
