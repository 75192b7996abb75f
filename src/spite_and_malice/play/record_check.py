"""Checking a record: secret and commitment, deal and shuffles, every action and its effects, the result."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from spite_and_malice.engine import IllegalMove, InvalidNotation
from spite_and_malice.play.fair import FairDeal
from spite_and_malice.play.game import Game, NothingToUndo, NotYourTurn
from spite_and_malice.play.record import Record
from spite_and_malice.play.record_facts import Replay
from spite_and_malice.play.record_lines import Fact, Fault, LineNumbers, Reading, record_text
from spite_and_malice.play.record_text import read

_REFUSED = (IllegalMove, InvalidNotation, NotYourTurn, NothingToUndo)


def verify(data: str | bytes) -> tuple[Fault, ...]:
    """Read a record's text and check everything that can be checked; returns the faults, none if it is correct.

    Raises `InvalidArgument` for anything but such a text, for instance the name of a file.
    """
    return check(read(record_text(data)))


def check(reading: Reading[Record]) -> tuple[Fault, ...]:
    """Check a record that was read, as `verify` does."""
    if reading.record is None:
        return reading.faults
    return tuple(_faults(reading.record, reading.lines))


def _faults(record: Record, lines: LineNumbers) -> Iterator[Fault]:
    if record.secret is None or record.key is None:
        yield Fault(
            lines.fields["fair deal", "secret"],
            f"This is what seat {record.viewer} saw, without the secret: only a whole record can be checked.",
        )
        return
    fair_deal = FairDeal(record.secret, record.contributions)
    wrong = list(_fair_deal_faults(record, fair_deal, lines))
    if wrong:
        # With another secret or other contributions every card would differ.
        yield from wrong
        return
    replay = Replay(record.rules, record.dealer, fair_deal)
    yield from compare(replay.dealt, record.facts, lines.facts, lines.sections["deal"])
    for action, (line, fact_lines) in zip(record.actions, lines.actions, strict=True):
        try:
            facts = replay.act(action.seat, action.text)
        except _REFUSED as error:
            yield Fault(line, f"{error} Nothing from here on could be checked.")
            return
        yield from compare(facts, action.facts, fact_lines, line)
    yield from _result_faults(record, replay.game, lines)


def _fair_deal_faults(record: Record, fair_deal: FairDeal, lines: LineNumbers) -> Iterator[Fault]:
    line = {name: number for (section, name), number in lines.fields.items() if section == "fair deal"}
    if fair_deal.commitment != record.commitment:
        yield Fault(line["secret"], f"The SHA-256 of this secret is not the commitment of line {line['commitment']}.")
    elif fair_deal.key() != record.key:
        digests = [hashlib.sha256(text.encode()).hexdigest()[:8] for text in record.contributions]
        yield Fault(
            line["contribution 0"],
            f"The secret and the contributions (SHA-256 {', '.join(f'{digest}…' for digest in digests)}) "
            f"do not give the key of line {line['key']}.",
        )


def compare(due: Sequence[Fact], found: Sequence[Fact], numbers: Sequence[int], line: int) -> Iterator[Fault]:
    """Compare the computed facts of an action or the deal in `line` with the written ones; one fault per line."""
    for expected, fact, number in zip_longest(due, found, numbers):
        if fact is None:
            yield Fault(line, f"Here '{expected.label}' is missing.")
        elif expected is None:
            yield Fault(number, f"'{fact.label}' does not follow from line {line}.")
        elif expected.label != fact.label:
            yield Fault(number, f"Here '{expected.label}' is due, not '{fact.label}'.")
            return
        elif expected.value != fact.value:
            yield Fault(number, _difference(expected.value.split(), fact.value.split()))


def _difference(due: list[str], found: list[str]) -> str:
    if len(due) != len(found):
        return f"There should be {len(due)} cards here, not {len(found)}."
    at = next(at for at, (one, other) in enumerate(zip(due, found, strict=True)) if one != other)
    return f"By the fair deal and the actions so far, number {at + 1} of this line is {due[at]}, not {found[at]}."


def _result_faults(record: Record, game: Game, lines: LineNumbers) -> Iterator[Fault]:
    line = lines.fields["result", "reason"]
    outcome = game.outcome
    if outcome is None and record.outcome is not None:
        yield Fault(line, "After these actions the game is not over.")
    elif outcome is not None and record.outcome is None:
        yield Fault(line, f"After these actions the game is over: {outcome.reason}.")
    elif outcome is not None and record.outcome is not None:
        for name in ("reason", "winners", "scores"):
            due, found = getattr(outcome, name), getattr(record.outcome, name)
            if due != found:
                said = due if isinstance(due, str) else " ".join(map(str, due)) or "-"
                yield Fault(lines.fields["result", name], f"By the actions this is {said}.")
