"""Checking a record of patience: number and commitment, the cards, every action and what came of it, the result."""

from __future__ import annotations

from collections.abc import Iterator

from spite_and_malice.patience import IllegalMove, InvalidNotation
from spite_and_malice.play.patience.played import NotNow
from spite_and_malice.play.patience.record import FIGURES, PatienceRecord, PatienceResult, Replay, commitment
from spite_and_malice.play.patience.record_read import read
from spite_and_malice.play.record_check import compare
from spite_and_malice.play.record_lines import NONE, Fault, LineNumbers, Reading

_REFUSED = (IllegalMove, InvalidNotation, NotNow)


def verify(data: str | bytes) -> tuple[Fault, ...]:
    """Read a record's text and check everything that can be checked; returns what is wrong, nothing if all is right."""
    return check(read(data))


def check(reading: Reading[PatienceRecord]) -> tuple[Fault, ...]:
    """Check a record that was read, as `verify` does."""
    if reading.record is None:
        return reading.faults
    return tuple(_faults(reading.record, reading.lines))


def _faults(record: PatienceRecord, lines: LineNumbers) -> Iterator[Fault]:
    seal = record.seal
    if seal is not None and commitment(seal.secret, record.deal.number) != seal.commitment:
        line = lines.fields["deal", "commitment"]
        yield Fault(line, "This is not the SHA-256 of the secret and the number of the deal.")
        # With another number every card would differ.
        return
    replay = Replay(record.rules, record.deal)
    yield from compare(replay.dealt, record.facts, lines.facts, lines.sections["cards"])
    for action, (line, fact_lines) in zip(record.actions, lines.actions, strict=True):
        try:
            facts = replay.act(action.text, action.time)
        except _REFUSED as error:
            yield Fault(line, f"{error} Nothing from here on could be checked.")
            return
        yield from compare(facts, action.facts, fact_lines, line)
    yield from _result_faults(record.result, replay.result, lines)


def _result_faults(found: PatienceResult, due: PatienceResult, lines: LineNumbers) -> Iterator[Fault]:
    for name in ("reason", *FIGURES):
        if getattr(found, name) != getattr(due, name):
            value = getattr(due, name)
            yield Fault(lines.fields["result", name], f"By the actions this is {NONE if value is None else value}.")
