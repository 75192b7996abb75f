"""The lines of a record of either game: sections of ``name: value``, written and read (docs/records.md).

Reading is tolerant and goes on after a fault; every fault has its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from os import PathLike
from typing import Final, Generic, TypeVar

from spite_and_malice.arguments import InvalidArgument, shown

_T = TypeVar("_T")

NONE: Final = "-"
"""Stands for an empty list of cards, and for unknown values."""
UNFINISHED: Final = "unfinished"
"""The reason for an unfinished game."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,256}")
_FILE_NAME: Final = re.compile(r"(?!spite record|patience record)[^\n#\[]*(?:[/\\][^\n]*|\.\w{1,6})")
"""A single line that is not a record but has a slash or a file extension."""
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def write_time(milliseconds: int | None) -> str:
    """Return a time in UTC milliseconds since 1970 as ``2026-01-31T12:00:00.000Z``; `NONE` if it is not known."""
    if milliseconds is None:
        return NONE
    return (_EPOCH + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def quoted(text: str) -> str:
    """Return a text in quotation marks, as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def quoted_or_none(text: str | None) -> str:
    """Return a text in quotation marks, `NONE` if there is none."""
    return NONE if text is None else quoted(text)


@dataclass(frozen=True, slots=True)
class Fact:
    """A line such as ``hand 0: As 9h``: `label` is ``"hand 0"``, `value` the rest."""

    label: str
    value: str

    def __str__(self) -> str:
        return f"{self.label}: {self.value}"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a record as a sentence, and its line (from 1)."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class InvalidRecord(ValueError):
    """A text that is not a record, or a faulty one; `faults` lists everything wrong, in order of lines."""

    def __init__(self, faults: tuple[Fault, ...], file: str = "") -> None:
        super().__init__((f"{file}: " if file else "") + "; ".join(map(str, faults)))
        self.faults = faults
        self._file = file

    def __reduce__(self) -> tuple[type[InvalidRecord], tuple[tuple[Fault, ...], str]]:
        return type(self), (self.faults, self._file)


@dataclass(slots=True)
class LineNumbers:
    """The line of each part of a text: of fields by section and name, and of sections by name.

    `facts` has the lines of the deal's facts; `actions` has for each action its line and those of its facts.
    """

    fields: dict[tuple[str, str], int] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    facts: list[int] = field(default_factory=list)
    actions: list[tuple[int, list[int]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reading(Generic[_T]):
    """The result of reading: the record, None if its text has faults; the faults; and the lines of everything."""

    record: _T | None
    faults: tuple[Fault, ...]
    lines: LineNumbers


class Wrong(Exception):
    """An invalid value; its text is the sentence of a fault."""


def record_text(data: str | bytes) -> str | bytes:
    """Return the text of a record as it is; `InvalidArgument` for anything else, such as the name of a file."""
    if isinstance(data, str | bytes | bytearray):
        if not isinstance(data, str) or not _FILE_NAME.fullmatch(data):
            return data if isinstance(data, str) else bytes(data)
    elif not isinstance(data, PathLike):
        raise InvalidArgument(f"data must be the text of a record, not {shown(data)}")
    raise InvalidArgument(
        f"{shown(str(data))} is the name of a file: what is in it is wanted, pathlib.Path({str(data)!r}).read_bytes()"
    )


def first_of(data: str | bytes) -> str:
    """Return the first line of a record's text, which names its format, or ""."""
    text = data if isinstance(data, str) else data.decode(errors="replace")
    return next((line for _number, line in _told_lines(text)), "")


def _told_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with content, with their numbers."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        stripped = line.strip(" \t\r")
        if stripped and not stripped.startswith("#"):
            yield number, stripped


class LineReader:
    """Reads one text, whose first line names its format, and collects its `faults`."""

    def __init__(self, data: str | bytes) -> None:
        self.faults: list[Fault] = []
        self.lines: LineNumbers = LineNumbers()
        if isinstance(data, bytes):
            try:
                text = data.decode()
            except UnicodeDecodeError as error:
                self.fault(data[: error.start].count(b"\n") + 1, "This line is not in UTF-8.")
                text = data.decode(errors="replace")
        else:
            text = data
        self._lines = list(_told_lines(text))

    def begins(self, first_line: str) -> bool:
        """Say whether the text begins correctly, with a name and the version of the format; if not, note a fault."""
        number, line = self._lines[0] if self._lines else (1, "")
        if line == first_line:
            return True
        name, version = first_line.rsplit(" ", 1)
        if re.fullmatch(rf"{name} [0-9]+", line):
            self.fault(number, f"This program reads version {version} of the format; this is {line[:40]!r}.")
        else:
            self.fault(number, f"A record begins with the line {first_line!r}.")
        return False

    def reading(self, record: _T | None) -> Reading[_T]:
        """Return the result, a record only if there are no errors."""
        faults = tuple(sorted(self.faults, key=lambda fault: fault.line))
        return Reading(None if faults else record, faults, self.lines)

    def fault(self, line: int, message: str) -> None:
        """Add a fault in a line."""
        self.faults.append(Fault(line, message))

    def attempt(self, line: int, convert: Callable[[str], _T], text: str) -> _T | None:
        """Return the value of a text, or None after a fault."""
        try:
            return convert(text)
        except Wrong as wrong:
            self.fault(line, str(wrong))
            return None

    def sections(self, names: tuple[str, ...]) -> dict[str, list[tuple[int, str]]]:
        """Return the lines of every section; exactly these sections are required."""
        sections: dict[str, list[tuple[int, str]]] = {name: [] for name in names}
        lines: list[tuple[int, str]] | None = None
        for number, line in self._lines[1:]:
            if line.startswith("[") and line.endswith("]"):
                name = line[1:-1]
                lines = []
                if name not in sections:
                    self.fault(number, f"There is no section [{short(name)}]; the sections are {', '.join(names)}.")
                elif name in self.lines.sections:
                    self.fault(number, f"The section [{name}] is there already, in line {self.lines.sections[name]}.")
                else:
                    self.lines.sections[name] = number
                    lines = sections[name]
            elif lines is None:
                self.fault(number, "This line stands before the first section.")
            else:
                lines.append((number, line))
        for name in names:
            if name not in self.lines.sections:
                self.fault(self._lines[-1][0], f"The section [{name}] is missing.")
        return sections

    def values(self, section: str, lines: list[tuple[int, str]], names: Iterable[str]) -> dict[str, object] | None:
        """Return the values of a section whose lines are JSON; None if it is missing or has a fault."""
        before = len(self.faults)
        fields = Fields(self, section, lines)
        found = {name: fields.take(name, read_json) for name in names}
        fields.end()
        return None if len(self.faults) > before or section not in self.lines.sections else found

    def grouped(self, lines: list[tuple[int, str]]) -> list[tuple[tuple[int, str], list[tuple[int, str]]]]:
        """Return the actions, which begin with their number, each with the lines of its facts."""
        groups: list[tuple[tuple[int, str], list[tuple[int, str]]]] = []
        for number, line in lines:
            if re.match(r"[0-9]+\.", line):
                groups.append(((number, line), []))
            elif groups:
                groups[-1][1].append((number, line))
            else:
                self.fault(number, f"{short(line)!r} stands before the first action.")
        return groups

    def facts(
        self, lines: list[tuple[int, str]], convert: Callable[[str], Fact], numbers: list[int]
    ) -> tuple[Fact, ...]:
        """Return the facts of a deal or an action from its lines; their numbers are added to `numbers`."""
        facts = []
        for number, line in lines:
            if (fact := self.attempt(number, convert, line)) is not None:
                facts.append(fact)
                numbers.append(number)
        return tuple(facts)


class Fields:
    """The lines ``name: value`` of a section."""

    def __init__(self, reader: LineReader, section: str, lines: list[tuple[int, str]]) -> None:
        self._reader = reader
        self._section = section
        self._found: dict[str, tuple[int, str]] = {}
        for number, line in lines:
            name, colon, value = line.partition(":")
            name = name.rstrip()
            if not colon:
                reader.fault(number, f"{short(line)!r} is no line of the form 'name: value'.")
            elif name in self._found:
                reader.fault(number, f"{short(name)!r} is there already, in line {self._found[name][0]}.")
            else:
                self._found[name] = (number, value.strip())
                reader.lines.fields[section, name] = number

    def take(self, name: str, convert: Callable[[str], _T]) -> _T | None:
        """Return the value of a field, or None after a fault."""
        if name not in self._found:
            if self._section in self._reader.lines.sections:
                line = self._reader.lines.sections[self._section]
                self._reader.fault(line, f"The section [{self._section}] lacks the line {name!r}.")
            return None
        line, text = self._found.pop(name)
        return self._reader.attempt(line, convert, text)

    def take_numbered(self, prefix: str, count: int | None, convert: Callable[[str], _T]) -> tuple[_T, ...]:
        """Return the fields named by a prefix and 0, 1, …: `count` of them, or as many as there are."""
        if count is None:
            count = next(number for number in range(len(self._found) + 1) if f"{prefix}{number}" not in self._found)
        found = [self.take(f"{prefix}{number}", convert) for number in range(count)]
        return tuple(value for value in found if value is not None)

    def end(self) -> None:
        """Report every field that was not read."""
        for name, (line, _) in self._found.items():
            self._reader.fault(line, f"{short(name)!r} is no line of the section [{self._section}], or one too many.")


def named(lines: list[tuple[int, str]], names: Iterable[str]) -> list[str]:
    """Return the names that begin one of the lines ``name: value``."""
    there = {line.partition(":")[0].rstrip() for _number, line in lines}
    return [name for name in names if name in there]


def short(text: str) -> str:
    """Return the beginning of a text, for a sentence about it."""
    return text if len(text) <= 40 else text[:39] + "…"


def read_json(text: str) -> object:
    """Read a value written as JSON. Raises `Wrong`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Wrong(f'{short(text)!r} is no JSON value such as 5, true, "highest" or [1, 7].') from None


def read_text(text: str) -> str:
    """Read a text in quotation marks. Raises `Wrong`."""
    value = read_json(text)
    if not isinstance(value, str):
        raise Wrong(f'{short(text)!r} is no text in quotation marks, such as "Ada".')
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Wrong("This text holds half a character (a lone surrogate).") from None
    return value


def read_whole(text: str, low: int, high: int) -> int:
    """Read an integer within limits. Raises `Wrong`."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", text) or not low <= int(text) <= high:
        raise Wrong(f"{short(text)!r} is no whole number from {low} to {high}.")
    return int(text)


def read_whole_numbers(text: str) -> tuple[int, ...]:
    """Read integers, or `NONE`. Raises `Wrong`."""
    return () if text == NONE else tuple(read_whole(number, 0, 10**9) for number in text.split())


def read_hexadecimal(text: str, length: int | None) -> bytes:
    """Read bytes, of a fixed length if one is given. Raises `Wrong`."""
    if not _HEX.fullmatch(text) or length not in (None, len(text) // 2):
        wanted = "an even number of" if length is None else f"{length * 2}"
        raise Wrong(f"{short(text)!r} is not {wanted} hexadecimal digits 0 to 9 and a to f.")
    return bytes.fromhex(text)


def read_preset(text: str) -> str | None:
    """Read the name of a preset, or `NONE`. Raises `Wrong`."""
    if not re.fullmatch(r"-|[a-z0-9][a-z0-9-]{0,63}", text):
        raise Wrong(f"{short(text)!r} is no name of a preset.")
    return None if text == NONE else text


def read_time(text: str) -> int | None:
    """Read a time, as UTC milliseconds since 1970, or `NONE`. Raises `Wrong`."""
    if text == NONE:
        return None
    try:
        if not _TIME.fullmatch(text):
            raise ValueError
        return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        raise Wrong(f"{short(text)!r} is no time such as 2026-01-31T12:00:00.000Z.") from None


def or_none(convert: Callable[[str], _T]) -> Callable[[str], _T | None]:
    """Return a reader that also accepts `NONE`."""
    return lambda text: None if text == NONE else convert(text)
