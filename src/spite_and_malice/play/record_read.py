"""Reading the text of a record tolerantly, every fault with its line (docs/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from spite_and_malice.engine import InvalidNotation, Move, Outcome, Reason
from spite_and_malice.play.game import TAKEBACK, UNDO
from spite_and_malice.play.record import Record, RecordedAction, RecordedSeat
from spite_and_malice.play.record_facts import NONE, Fact
from spite_and_malice.play.record_text import EPOCH, FIRST_LINE, HIDDEN, UNFINISHED
from spite_and_malice.rules import FIELDS, InvalidCard, InvalidRules, Rules, card_code

_T = TypeVar("_T")
_SECTIONS: Final = ("game", "rules", "seats", "fair deal", "deal", "actions", "result")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,256}")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_SEAT: Final = re.compile(r'(?:(person)|computer (\S{1,60})) (".*")')
_ACTION: Final = re.compile(r'([0-9]{1,7})\. ([0-9]) (\S{1,64}) (\S+)(?: (".*"))?')
_FACT: Final = re.compile(
    r"((?:shuffle|shuffled|lot) [0-9]{1,6}|(?:pay-off|up) [0-7](?:\.[1-4])?|(?:side|hand) [0-7]|stock|first): (.+)"
)
_NO_CARDS: Final = re.compile(r"[0-9]{1,5} cards?(?:, \S{1,3} on top)?|[0-9]{1,3} of [0-9]{1,3}|[0-7]")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a record, as a sentence, and the line (from 1) where it is."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class InvalidRecord(ValueError):
    """A text that is no record, or no right one; `faults` says everything that is wrong with it, in order of lines."""

    def __init__(self, faults: tuple[Fault, ...], file: str = "") -> None:
        super().__init__((f"{file}: " if file else "") + "; ".join(map(str, faults)))
        self.faults = faults


@dataclass(slots=True)
class LineNumbers:
    """The line of each part of a text: of fields by section and name, of sections by name alone, and of what follows.

    `facts` has the lines of the deal's facts; `actions` for each action its line and those of its facts.
    """

    fields: dict[tuple[str, str], int] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    facts: list[int] = field(default_factory=list)
    actions: list[tuple[int, list[int]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: the record, None if there are faults in its text; the faults; and where everything is."""

    record: Record | None
    faults: tuple[Fault, ...]
    lines: LineNumbers


def read(data: str | bytes) -> Reading:
    """Read a record's text, going on after a fault, so that every fault of the text is reported. Never raises.

    Blank lines, comments (lines that begin with #), spaces at the ends of lines, the order of sections and fields and
    the kind of line ends do not matter.
    """
    return _Reader(data).read()


def parse(data: str | bytes) -> Record:
    """Read a record's text as `read` does; raises `InvalidRecord` if there is a fault in it."""
    reading = read(data)
    if reading.record is None:
        raise InvalidRecord(reading.faults)
    return reading.record


def read_records(path: str | Path) -> Iterator[Record]:
    """Yield the records in a folder, which are its files ``*.txt`` by name, or the one in a file.

    Raises OSError for what cannot be read and `InvalidRecord`, whose message names the file, for what is no record.
    """
    path = Path(path)
    for file in sorted(path.glob("*.txt")) if path.is_dir() else [path]:
        reading = read(file.read_bytes())
        if reading.record is None:
            raise InvalidRecord(reading.faults, file.name)
        yield reading.record


class _Wrong(Exception):
    """A value that is not what it should be; its text is the sentence of a fault."""


class _Reader:
    """Reads one text; what is wrong gathers in `faults`."""

    def __init__(self, data: str | bytes) -> None:
        self.faults: list[Fault] = []
        self.lines = LineNumbers()
        if isinstance(data, bytes):
            try:
                text = data.decode()
            except UnicodeDecodeError as error:
                self._fault(data[: error.start].count(b"\n") + 1, "This line is not in UTF-8.")
                text = data.decode(errors="replace")
        else:
            text = data
        numbered = enumerate((line.strip(" \t\r") for line in text.removeprefix("\ufeff").split("\n")), start=1)
        self._lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
        self._viewer: int | None = None

    def read(self) -> Reading:
        record = self._record()
        faults = tuple(sorted(self.faults, key=lambda fault: fault.line))
        return Reading(None if faults else record, faults, self.lines)

    def _record(self) -> Record | None:
        if not self._lines or self._lines[0][1] != FIRST_LINE:
            number, line = self._lines[0] if self._lines else (1, "")
            if re.fullmatch(r"spite record [0-9]+", line):
                self._fault(number, f"This program reads version 1 of the format; this is {line[:40]!r}.")
            else:
                self._fault(number, f"A record begins with the line {FIRST_LINE!r}.")
            return None
        sections = self._sections()
        game = _Fields(self, "game", sections["game"])
        table = game.take("table", lambda text: None if text == NONE else _string(text))
        game_number = game.take("game", lambda text: None if text == NONE else _whole(text, 1, 10**9))
        preset = game.take("preset", _preset)
        started = game.take("started", _time)
        self._viewer = game.take("seen by", lambda text: None if text == "all" else _whole(text, 0, 7))
        game.end()
        rules = self._rules(sections["rules"])
        count = rules.players if rules is not None else None
        if self._viewer is not None and count is not None and self._viewer >= count:
            self._fault(self.lines.fields["game", "seen by"], f"There is no seat {self._viewer} among {count}.")
        seats = self._seats(sections["seats"], count)
        fair = _Fields(self, "fair deal", sections["fair deal"])
        dealer = fair.take("dealer", lambda text: _whole(text, 0, 7 if count is None else count - 1))
        commitment = fair.take("commitment", lambda text: _hexadecimal(text, 32).hex())
        secret = fair.take("secret", lambda text: self._unless_hidden(text, None))
        contributions = fair.take_numbered("contribution ", count, _string)
        key = fair.take("key", lambda text: self._unless_hidden(text, 32))
        fair.end()
        facts = self._facts(sections["deal"], self.lines.facts)
        actions = self._actions(sections["actions"], count)
        result = self._result(sections["result"], count)
        if rules is None or dealer is None or commitment is None:
            return None
        return Record(
            rules, seats, dealer, commitment, secret, contributions, key, facts, actions, result,
            self._viewer, preset, table, game_number, started,
        )  # fmt: skip

    def _fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(line, message))

    def _try(self, line: int, convert: Callable[[str], _T], text: str) -> _T | None:
        """Return what a text says, or None after a fault."""
        try:
            return convert(text)
        except _Wrong as wrong:
            self._fault(line, str(wrong))
            return None

    def _sections(self) -> dict[str, list[tuple[int, str]]]:
        """Return the lines of every section."""
        sections: dict[str, list[tuple[int, str]]] = {name: [] for name in _SECTIONS}
        lines: list[tuple[int, str]] | None = None
        for number, line in self._lines[1:]:
            if line.startswith("[") and line.endswith("]"):
                name = line[1:-1]
                lines = []
                if name not in sections:
                    self._fault(
                        number, f"There is no section [{_short(name)}]; the sections are {', '.join(_SECTIONS)}."
                    )
                elif name in self.lines.sections:
                    self._fault(number, f"The section [{name}] is there already, in line {self.lines.sections[name]}.")
                else:
                    self.lines.sections[name] = number
                    lines = sections[name]
            elif lines is None:
                self._fault(number, "This line stands before the first section.")
            else:
                lines.append((number, line))
        for name in _SECTIONS:
            if name not in self.lines.sections:
                self._fault(self._lines[-1][0], f"The section [{name}] is missing.")
        return sections

    def _rules(self, lines: list[tuple[int, str]]) -> Rules | None:
        before = len(self.faults)
        fields = _Fields(self, "rules", lines)
        found = {name: fields.take(name, _json) for name in FIELDS}
        fields.end()
        if len(self.faults) > before or "rules" not in self.lines.sections:
            return None
        try:
            return Rules.from_json(found)
        except InvalidRules as error:
            name = next((name for name in error.fields if name in FIELDS), "players")
            self._fault(self.lines.fields["rules", name], error.message)
            return None

    def _seats(self, lines: list[tuple[int, str]], count: int | None) -> tuple[RecordedSeat, ...]:
        fields = _Fields(self, "seats", lines)
        seats = fields.take_numbered("", count, _recorded_seat)
        fields.end()
        return seats

    def _unless_hidden(self, text: str, length: int | None) -> bytes | None:
        if self._viewer is None:
            return _hexadecimal(text, length)
        if text != HIDDEN:
            raise _Wrong(f"In the record of what one seat saw this is {HIDDEN!r}.")
        return None

    def _facts(self, lines: list[tuple[int, str]], numbers: list[int]) -> tuple[Fact, ...]:
        facts = []
        for number, line in lines:
            if (fact := self._try(number, self._fact, line)) is not None:
                facts.append(fact)
                numbers.append(number)
        return tuple(facts)

    def _fact(self, line: str) -> Fact:
        match = _FACT.fullmatch(line)
        if match is None:
            raise _Wrong(
                f"{_short(line)!r} says nothing that follows from a deal or an action, such as 'hand 0: As 9h'."
            )
        label, value = match.group(1), " ".join(match.group(2).split())
        if value != NONE and not _NO_CARDS.fullmatch(value):
            for card in value.split():
                try:
                    card_code(card)
                except InvalidCard:
                    raise _Wrong(f"{_short(card)!r} is no card.") from None
        return Fact(label, value)

    def _actions(self, lines: list[tuple[int, str]], count: int | None) -> tuple[RecordedAction, ...]:
        """Read the actions, each followed by its facts; actions begin with their number."""
        groups: list[tuple[tuple[int, str], list[tuple[int, str]]]] = []
        for number, line in lines:
            if re.match(r"[0-9]+\.", line):
                groups.append(((number, line), []))
            elif groups:
                groups[-1][1].append((number, line))
            else:
                self._fault(number, f"{_short(line)!r} stands before the first action.")
        actions = []
        for ply, ((number, line), followed) in enumerate(groups, start=1):
            fact_lines: list[int] = []
            facts = self._facts(followed, fact_lines)
            action = self._try(number, partial(_action, due=ply, count=count), line)
            if action is not None:
                actions.append(RecordedAction(action.seat, action.text, action.time, action.note, facts))
                self.lines.actions.append((number, fact_lines))
        return tuple(actions)

    def _result(self, lines: list[tuple[int, str]], count: int | None) -> Outcome | None:
        fields = _Fields(self, "result", lines)
        reason = fields.take("reason", _reason)
        winners = fields.take("winners", _whole_numbers)
        scores = fields.take("scores", _whole_numbers)
        fields.end()
        if reason is None or winners is None or scores is None:
            return None
        finished = reason != UNFINISHED
        if count is not None and len(scores) != (count if finished else 0):
            line = self.lines.fields["result", "scores"]
            self._fault(line, f"A finished game has a score for each of {count} seats, another {NONE!r}.")
        if not finished and winners:
            self._fault(self.lines.fields["result", "winners"], "A game that is not finished has no winners.")
        return Outcome(Reason(reason), winners, scores) if finished else None


class _Fields:
    """The lines ``name: value`` of a section."""

    def __init__(self, reader: _Reader, section: str, lines: list[tuple[int, str]]) -> None:
        self._reader = reader
        self._section = section
        self._found: dict[str, tuple[int, str]] = {}
        for number, line in lines:
            name, colon, value = line.partition(":")
            name = name.rstrip()
            if not colon:
                reader._fault(number, f"{_short(line)!r} is no line of the form 'name: value'.")
            elif name in self._found:
                reader._fault(number, f"{_short(name)!r} is there already, in line {self._found[name][0]}.")
            else:
                self._found[name] = (number, value.strip())
                reader.lines.fields[section, name] = number

    def take(self, name: str, convert: Callable[[str], _T]) -> _T | None:
        """Return what a field says, or None after a fault."""
        if name not in self._found:
            if self._section in self._reader.lines.sections:
                line = self._reader.lines.sections[self._section]
                self._reader._fault(line, f"The section [{self._section}] lacks the line {name!r}.")
            return None
        line, text = self._found.pop(name)
        return self._reader._try(line, convert, text)

    def take_numbered(self, prefix: str, count: int | None, convert: Callable[[str], _T]) -> tuple[_T, ...]:
        """Return the fields named by a prefix and 0, 1, …: `count` of them, or as many as there are."""
        if count is None:
            count = next(number for number in range(len(self._found) + 1) if f"{prefix}{number}" not in self._found)
        found = [self.take(f"{prefix}{number}", convert) for number in range(count)]
        return tuple(value for value in found if value is not None)

    def end(self) -> None:
        """Report every field that nobody took."""
        for name, (line, _) in self._found.items():
            self._reader._fault(line, f"{_short(name)!r} is no line of the section [{self._section}], or one too many.")


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise _Wrong(f'{_short(text)!r} is no JSON value such as 5, true, "highest" or [1, 7].') from None


def _string(text: str) -> str:
    value = _json(text)
    if not isinstance(value, str):
        raise _Wrong(f'{_short(text)!r} is no text in quotation marks, such as "Ada".')
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _Wrong("This text holds half a character (a lone surrogate).") from None
    return value


def _whole(text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,9}", text) or not low <= int(text) <= high:
        raise _Wrong(f"{_short(text)!r} is no whole number from {low} to {high}.")
    return int(text)


def _whole_numbers(text: str) -> tuple[int, ...]:
    return () if text == NONE else tuple(_whole(number, 0, 10**9) for number in text.split())


def _hexadecimal(text: str, length: int | None) -> bytes:
    if not _HEX.fullmatch(text) or length not in (None, len(text) // 2):
        wanted = "an even number of" if length is None else f"{length * 2}"
        raise _Wrong(f"{_short(text)!r} is not {wanted} hexadecimal digits 0 to 9 and a to f.")
    return bytes.fromhex(text)


def _preset(text: str) -> str | None:
    if not re.fullmatch(r"-|[a-z0-9][a-z0-9-]{0,63}", text):
        raise _Wrong(f"{_short(text)!r} is no name of a preset.")
    return None if text == NONE else text


def _time(text: str) -> int | None:
    if text == NONE:
        return None
    try:
        if not _TIME.fullmatch(text):
            raise ValueError
        return (datetime.fromisoformat(text) - EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        raise _Wrong(f"{_short(text)!r} is no time such as 2026-01-31T12:00:00.000Z.") from None


def _recorded_seat(text: str) -> RecordedSeat:
    match = _SEAT.fullmatch(text)
    if match is None:
        raise _Wrong(f"{_short(text)!r} is no seat such as 'person \"Ada\"' or 'computer planner \"Planner\"'.")
    person, player, name = match.groups()
    return RecordedSeat(person or "computer", _string(name), player)


def _action(line: str, due: int, count: int | None) -> RecordedAction:
    match = _ACTION.fullmatch(line)
    if match is None:
        raise _Wrong(f"{_short(line)!r} is no action such as '1. 0 H7h-C1 2026-01-31T12:00:00.000Z'.")
    ply, seat, text, time, note = match.groups()
    if int(ply) != due:
        raise _Wrong(f"Action {due} is due here, not {int(ply)}.")
    if text not in (UNDO, TAKEBACK):
        try:
            Move.parse(text)
        except InvalidNotation as error:
            raise _Wrong(str(error)) from None
    number = _whole(seat, 0, 7 if count is None else count - 1)
    return RecordedAction(number, text, _time(time), None if note is None else _string(note))


def _reason(text: str) -> str:
    if text not in (*Reason, UNFINISHED):
        raise _Wrong(f"{_short(text)!r} is none of {', '.join(Reason)} and {UNFINISHED}.")
    return text
