"""The text form of a record of patience: written in one way only, read tolerantly, and checked (docs/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Final, get_args

from spite_and_malice.patience import IllegalMove, InvalidNotation, InvalidRules, Move, Rules
from spite_and_malice.patience.deals import HIGHEST_NUMBER
from spite_and_malice.patience.microsoft import Numbers
from spite_and_malice.patience.rules.fields import ALWAYS_WRITTEN, FIELDS
from spite_and_malice.play.patience.played import AUTO, COUNTED, SINGLE, TOLD, VERDICTS, Choice, Deal, Level, NotNow
from spite_and_malice.play.patience.record import (
    FIGURES,
    PatienceAction,
    PatienceRecord,
    PatienceResult,
    Replay,
    Seal,
    commitment,
)
from spite_and_malice.play.record_check import compare
from spite_and_malice.play.record_lines import (
    NONE,
    UNFINISHED,
    Fact,
    Fault,
    Fields,
    InvalidRecord,
    LineNumbers,
    LineReader,
    Reading,
    Wrong,
    named,
    or_none,
    quoted_or_none,
    read_hexadecimal,
    read_preset,
    read_text,
    read_time,
    read_whole,
    short,
    write_time,
)

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
    if deal.numbers != "own":
        yield f"numbers: {deal.numbers}"
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


_SECTIONS: Final = ("game", "rules", "deal", "cards", "actions", "result")
_REASONS: Final = ("won", "given_up", UNFINISHED)
_ACTION: Final = re.compile(r"([0-9]{1,7})\. (\S{1,64}) (\S+)")
_COUNTED: Final = re.compile(rf"({'|'.join(COUNTED)})(:[0-9]{{1,9}})?")
_TOLD: Final = re.compile(rf"({'|'.join(TOLD)}):({'|'.join(VERDICTS)})")
_FACT: Final = re.compile(r"(pack|[TRC][1-9][0-9]?|waste|stock|turned|up [TR][1-9][0-9]?|made|back): (.+)")


def read(data: str | bytes) -> Reading[PatienceRecord]:
    """Read a record's text, going on after a fault, so that every fault of the text is reported. Never raises.

    It is as tolerant as for records of Spite and Malice.
    """
    return _Reader(data).read()


def parse(data: str | bytes) -> PatienceRecord:
    """Read a record's text as `read` does; raises `InvalidRecord` if there is a fault in it."""
    reading = read(data)
    if reading.record is None:
        raise InvalidRecord(reading.faults)
    return reading.record


class _Reader(LineReader):
    """Reads one text; errors are collected in `faults`."""

    def read(self) -> Reading[PatienceRecord]:
        """Return the result."""
        return self.reading(self._record() if self.begins(FIRST_LINE) else None)

    def _record(self) -> PatienceRecord | None:
        sections = self.sections(_SECTIONS)
        game = Fields(self, "game", sections["game"])
        table = game.take("table", or_none(read_text))
        number = game.take("game", or_none(lambda text: read_whole(text, 1, 10**9)))
        preset = game.take("preset", read_preset)
        started = game.take("started", read_time)
        player = game.take("player", or_none(read_text))
        game.end()
        rules = self._rules(sections["rules"])
        deal, seal = self._deal(sections["deal"])
        facts = self.facts(sections["cards"], _fact, self.lines.facts)
        actions = self._actions(sections["actions"])
        result = self._result(sections["result"])
        if rules is None or deal is None or result is None:
            return None
        return PatienceRecord(rules, deal, facts, actions, result, player, seal, preset, table, number, started)

    def _rules(self, lines: list[tuple[int, str]]) -> Rules | None:
        found = self.values("rules", lines, dict.fromkeys((*ALWAYS_WRITTEN, *named(lines, FIELDS))))
        if found is None:
            return None
        try:
            return Rules.from_json(found)
        except InvalidRules as error:
            self.fault(self.lines.sections["rules"], str(error))
            return None

    def _deal(self, lines: list[tuple[int, str]]) -> tuple[Deal | None, Seal | None]:
        fields = Fields(self, "deal", lines)
        number = fields.take("number", lambda text: read_whole(text, 0, HIGHEST_NUMBER))
        numbers: Numbers | None = fields.take("numbers", _numbers) if named(lines, ["numbers"]) else "own"
        choice = fields.take("choice", _choice)
        level = fields.take("level", or_none(_level))
        day = fields.take("day", or_none(_day))
        commitment = fields.take("commitment", or_none(lambda text: read_hexadecimal(text, 32).hex()))
        secret = fields.take("secret", or_none(lambda text: read_hexadecimal(text, None)))
        fields.end()
        if (commitment is None) != (secret is None) and not self.faults:
            self.fault(self.lines.fields["deal", "secret"], "A commitment and its secret stand together or not at all.")
        if number is None or choice is None or numbers is None:
            deal = None
        else:
            deal = Deal(number, choice, level, day, numbers=numbers)
        return deal, None if commitment is None or secret is None else Seal(commitment, secret)

    def _actions(self, lines: list[tuple[int, str]]) -> tuple[PatienceAction, ...]:
        actions = []
        for ply, ((number, line), followed) in enumerate(self.grouped(lines), start=1):
            fact_lines: list[int] = []
            facts = self.facts(followed, _fact, fact_lines)
            action = self.attempt(number, partial(_action, due=ply), line)
            if action is not None:
                actions.append(PatienceAction(action.text, action.time, facts))
                self.lines.actions.append((number, fact_lines))
        return tuple(actions)

    def _result(self, lines: list[tuple[int, str]]) -> PatienceResult | None:
        fields = Fields(self, "result", lines)
        reason = fields.take("reason", _reason)
        counts = [fields.take(name, or_none(_count) if name == "time" else _count) for name in FIGURES]
        fields.end()
        moves, time, passes, undos, hints, answers = counts
        if reason is None or moves is None or passes is None or undos is None or hints is None or answers is None:
            return None
        return PatienceResult(reason, moves, time, passes, undos, hints, answers)


def _count(text: str) -> int:
    return read_whole(text, 0, 10**12)


def _numbers(text: str) -> Numbers:
    if text != "microsoft":
        raise Wrong(f"{short(text)!r} is not microsoft.")
    return "microsoft"


def _choice(text: str) -> Choice:
    for choice in get_args(Choice):
        if text == choice:
            return choice  # type: ignore[no-any-return]
    raise Wrong(f"{short(text)!r} is none of {', '.join(get_args(Choice))}.")


def _level(text: str) -> Level:
    for level in get_args(Level):
        if text == level:
            return level  # type: ignore[no-any-return]
    raise Wrong(f"{short(text)!r} is none of {', '.join(get_args(Level))} and {NONE}.")


def _day(text: str) -> str:
    try:
        if len(text) == 10 and date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise Wrong(f"{short(text)!r} is no day such as 2026-01-31.")


def _reason(text: str) -> str:
    if text not in _REASONS:
        raise Wrong(f"{short(text)!r} is none of {', '.join(_REASONS)}.")
    return text


def _action(line: str, due: int) -> PatienceAction:
    match = _ACTION.fullmatch(line)
    if match is None:
        raise Wrong(f"{short(line)!r} is no action such as '1. T2:3-T5 2026-01-31T12:00:00.000Z'.")
    ply, text, time = match.groups()
    if int(ply) != due:
        raise Wrong(f"Action {due} is due here, not {int(ply)}.")
    if text not in SINGLE and not _COUNTED.fullmatch(text) and not _TOLD.fullmatch(text):
        try:
            Move.parse(text.removeprefix(AUTO))
        except InvalidNotation as error:
            raise Wrong(str(error)) from None
    return PatienceAction(text, read_time(time))


def _fact(line: str) -> Fact:
    match = _FACT.fullmatch(line)
    if match is None:
        raise Wrong(f"{short(line)!r} says nothing that follows from a deal or an action, such as 'up T3: As'.")
    return Fact(match.group(1), " ".join(match.group(2).split()))


_REFUSED = (IllegalMove, InvalidNotation, NotNow)


def verify(data: str | bytes) -> tuple[Fault, ...]:
    """Read a record's text and check everything that can be checked; returns the errors, none if all is right."""
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
    try:
        replay = Replay(record.rules, record.deal)
    except ValueError as error:
        yield Fault(lines.fields["deal", "number"], str(error))
        return
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
