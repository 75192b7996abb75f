"""Records as text, and files and folders of them (docs/records.md).

They are written in one way only, so that two records can be compared line by line, and read tolerantly: every fault
has its line. A file may hold many games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from spite_and_malice.arguments import InvalidArgument, shown
from spite_and_malice.engine import InvalidNotation, Move, Outcome, Reason
from spite_and_malice.play.game import NO_MOVES
from spite_and_malice.play.record import Record, RecordedAction, RecordedSeat, RecordHeader
from spite_and_malice.play.record_lines import (
    NONE,
    UNFINISHED,
    Fact,
    Fields,
    InvalidRecord,
    LineReader,
    Reading,
    Wrong,
    first_of,
    named,
    or_none,
    quoted,
    quoted_or_none,
    read_hexadecimal,
    read_preset,
    read_text,
    read_time,
    read_whole,
    read_whole_numbers,
    short,
    write_time,
)
from spite_and_malice.rules import FIELDS, InvalidCard, InvalidRules, Rules, card_code, preset_for

FIRST_LINE: Final = "spite record 1"
HIDDEN: Final = "hidden"


def write(record: Record, *, brief: bool = False) -> str:
    """Return the text of a record. The same record always gives the same text, and reading gives the same record.

    It has every field of the rules, so that nothing else is needed to check it; a `brief` one has only those that
    differ from the preset.
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
    """Return the fields that differ from the preset, besides the number of players; without a preset all fields."""
    base = preset_for(record.preset, record.rules.players)
    if base is None:
        return record.rules.to_json()
    return {"players": record.rules.players, **record.rules.changes_from(base)}


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or NONE


_SECTIONS: Final = ("game", "rules", "seats", "fair deal", "deal", "actions", "result")
_SEAT: Final = re.compile(r'(?:(person)|computer (\S{1,60})) (".*")')
_ACTION: Final = re.compile(r'([0-9]{1,7})\. ([0-9]) (\S{1,64}) (\S+)(?: (".*"))?')
_FACT: Final = re.compile(
    r"((?:shuffle|shuffled|lot) [0-9]{1,6}|(?:pay-off|up) [0-7](?:\.[1-4])?|(?:side|hand) [0-7]|stock|first): (.+)"
)
_NO_CARDS: Final = re.compile(r"[0-9]{1,5} cards?(?:, \S{1,3} on top)?|[0-9]{1,3} of [0-9]{1,3}|[0-7]")


def read(data: str | bytes) -> Reading[Record]:
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


def read_header(data: str | bytes) -> Reading[RecordHeader]:
    """Read a record's header, going on after a fault as `read` does, but neither deal nor actions."""
    return _Reader(data).read_header()


class _Reader(LineReader):
    """Reads one text; errors are collected in `faults`."""

    def __init__(self, data: str | bytes) -> None:
        super().__init__(data)
        self._viewer: int | None = None

    def read(self) -> Reading[Record]:
        """Return the result."""
        return self.reading(self._record())

    def read_header(self) -> Reading[RecordHeader]:
        """Return the record's header."""
        if not self.begins(FIRST_LINE):
            return self.reading(None)
        sections = self.sections(_SECTIONS)
        header = self._header(sections)
        return self.reading(header)

    def _header(self, sections: dict[str, list[tuple[int, str]]]) -> RecordHeader | None:
        game = Fields(self, "game", sections["game"])
        table = game.take("table", or_none(read_text))
        game_number = game.take("game", or_none(lambda text: read_whole(text, 1, 10**9)))
        preset = game.take("preset", read_preset)
        started = game.take("started", read_time)
        self._viewer = game.take("seen by", lambda text: None if text == "all" else read_whole(text, 0, 7))
        game.end()
        rules = self._rules(sections["rules"], preset)
        count = rules.players if rules is not None else None
        if self._viewer is not None and count is not None and self._viewer >= count:
            self.fault(self.lines.fields["game", "seen by"], f"There is no seat {self._viewer} among {count}.")
        seats = self._seats(sections["seats"], count)
        result = self._result(sections["result"], count)
        if rules is None:
            return None
        return RecordHeader(rules, seats, result, self._viewer, preset, table, game_number, started)

    def _record(self) -> Record | None:
        if not self.begins(FIRST_LINE):
            return None
        sections = self.sections(_SECTIONS)
        header = self._header(sections)
        count = None if header is None else header.rules.players
        fair = Fields(self, "fair deal", sections["fair deal"])
        dealer = fair.take("dealer", lambda text: read_whole(text, 0, 7 if count is None else count - 1))
        commitment = fair.take("commitment", lambda text: read_hexadecimal(text, 32).hex())
        secret = fair.take("secret", lambda text: self._unless_hidden(text, None))
        contributions = fair.take_numbered("contribution ", count, read_text)
        key = fair.take("key", lambda text: self._unless_hidden(text, 32))
        fair.end()
        facts = self.facts(sections["deal"], _fact, self.lines.facts)
        actions = self._actions(sections["actions"], count)
        if header is None or dealer is None or commitment is None:
            return None
        return Record(
            header.rules, header.seats, dealer, commitment, secret, contributions, key, facts, actions, header.outcome,
            header.viewer, header.preset, header.table, header.number, header.started,
        )  # fmt: skip

    def _rules(self, lines: list[tuple[int, str]], preset: str | None) -> Rules | None:
        """Read the rules: missing fields are the preset's, and none may be missing without a preset."""
        players = next((line.partition(":")[2].strip() for _number, line in lines if line.startswith("players:")), "")
        base = preset_for(preset, int(players)) if re.fullmatch("[0-9]", players) else None
        says_preset = ("game", "preset") in self.lines.fields
        is_whole = base is None and says_preset
        found = self.values("rules", lines, FIELDS if is_whole else dict.fromkeys(("players", *named(lines, FIELDS))))
        if found is None or not says_preset:
            return None
        try:
            return Rules.from_json(found if base is None else {**base.to_json(), **found})
        except InvalidRules as error:
            name = next((name for name in error.fields if name in FIELDS), "players")
            self.fault(self.lines.fields.get(("rules", name), self.lines.sections["rules"]), error.message)
            return None

    def _seats(self, lines: list[tuple[int, str]], count: int | None) -> tuple[RecordedSeat, ...]:
        fields = Fields(self, "seats", lines)
        seats = fields.take_numbered("", count, _recorded_seat)
        fields.end()
        return seats

    def _unless_hidden(self, text: str, length: int | None) -> bytes | None:
        if self._viewer is None:
            return read_hexadecimal(text, length)
        if text != HIDDEN:
            raise Wrong(f"In the record of what one seat saw this is {HIDDEN!r}.")
        return None

    def _actions(self, lines: list[tuple[int, str]], count: int | None) -> tuple[RecordedAction, ...]:
        """Read the actions, each followed by its facts; actions begin with their number."""
        actions = []
        for ply, ((number, line), followed) in enumerate(self.grouped(lines), start=1):
            fact_lines: list[int] = []
            facts = self.facts(followed, _fact, fact_lines)
            action = self.attempt(number, partial(_action, due=ply, count=count), line)
            if action is not None:
                actions.append(RecordedAction(action.seat, action.text, action.time, action.note, facts))
                self.lines.actions.append((number, fact_lines))
        return tuple(actions)

    def _result(self, lines: list[tuple[int, str]], count: int | None) -> Outcome | None:
        fields = Fields(self, "result", lines)
        reason = fields.take("reason", _reason)
        winners = fields.take("winners", read_whole_numbers)
        scores = fields.take("scores", read_whole_numbers)
        fields.end()
        if reason is None or winners is None or scores is None:
            return None
        finished = reason != UNFINISHED
        if count is not None and len(scores) != (count if finished else 0):
            line = self.lines.fields["result", "scores"]
            self.fault(line, f"A finished game has a score for each of {count} seats, another {NONE!r}.")
        if not finished and winners:
            self.fault(self.lines.fields["result", "winners"], "A game that is not finished has no winners.")
        return Outcome(Reason(reason), winners, scores) if finished else None


def _recorded_seat(text: str) -> RecordedSeat:
    match = _SEAT.fullmatch(text)
    if match is None:
        raise Wrong(f"{short(text)!r} is no seat such as 'person \"Ada\"' or 'computer planner \"Planner\"'.")
    person, player, name = match.groups()
    return RecordedSeat(person or "computer", read_text(name), player)


def _fact(line: str) -> Fact:
    match = _FACT.fullmatch(line)
    if match is None:
        raise Wrong(f"{short(line)!r} says nothing that follows from a deal or an action, such as 'hand 0: As 9h'.")
    label, value = match.group(1), " ".join(match.group(2).split())
    if value != NONE and not _NO_CARDS.fullmatch(value):
        for card in value.split():
            try:
                card_code(card)
            except InvalidCard:
                raise Wrong(f"{short(card)!r} is no card.") from None
    return Fact(label, value)


def _action(line: str, due: int, count: int | None) -> RecordedAction:
    match = _ACTION.fullmatch(line)
    if match is None:
        raise Wrong(f"{short(line)!r} is no action such as '1. 0 H7h-C1 2026-01-31T12:00:00.000Z'.")
    ply, seat, text, time, note = match.groups()
    if int(ply) != due:
        raise Wrong(f"Action {due} is due here, not {int(ply)}.")
    if text not in NO_MOVES:
        try:
            Move.parse(text, strict=True)
        except InvalidNotation as error:
            raise Wrong(str(error)) from None
    number = read_whole(seat, 0, 7 if count is None else count - 1)
    return RecordedAction(number, text, read_time(time), None if note is None else read_text(note))


def _reason(text: str) -> str:
    if text not in (*Reason, UNFINISHED):
        raise Wrong(f"{short(text)!r} is none of {', '.join(Reason)} and {UNFINISHED}.")
    return text


OnError: TypeAlias = Literal["raise", "skip"] | Callable[[InvalidRecord], object]
"""What to do with a faulty record: stop, skip it, or pass its error to a function."""

_R = TypeVar("_R")
_FIRST_LINES: Final = re.compile(rb"^[ \t]*(?:spite|patience) record [0-9]+[ \t\r]*$", re.MULTILINE)


def read_records(path: str | PathLike[str], *, on_error: OnError = "raise") -> Iterator[Record]:
    """Yield the records in a folder, from its files ``*.txt`` by name, or those in a file, one after another.

    Records of patience are skipped, unless a file named by `path` holds nothing else. Anything else raises
    `InvalidRecord`, whose message names the file and the line; with `on_error` ``"skip"`` it is skipped, and a function
    is called with the error. Raises OSError for an unreadable file.
    """
    return _read_all(read, path, on_error)


def read_headers(path: str | PathLike[str], *, on_error: OnError = "raise") -> Iterator[RecordHeader]:
    """Yield the headers of records in a folder or a file, without their games: many times faster.

    Raises as `read_records` does, for faults in these parts.
    """
    return _read_all(read_header, path, on_error)


def _read_all(read_one: Callable[[bytes], Reading[_R]], path: str | PathLike[str], on_error: OnError) -> Iterator[_R]:
    if not callable(on_error) and (type(on_error) is not str or on_error not in ("raise", "skip")):
        wanted = '"raise", "skip" or a function that takes an InvalidRecord'
        raise InvalidArgument(f"on_error must be {wanted}, not {shown(on_error)}")
    try:
        found = Path(path)
    except TypeError:
        raise InvalidArgument(f"path must be the name of a folder or a file, not {shown(path)}") from None
    return _records(read_one, found, on_error)


def _records(read_one: Callable[[bytes], Reading[_R]], path: Path, on_error: OnError) -> Iterator[_R]:
    is_folder = path.is_dir()
    for file in sorted(path.glob("*.txt")) if is_folder else [path]:
        parts = list(_split(file.read_bytes()))
        patience = [first_of(text).startswith("patience ") for _, text in parts]
        for (lines_before, text), is_patience in zip(parts, patience, strict=True):
            if is_patience and (is_folder or not all(patience)):
                continue
            reading = read_one(text)
            if reading.record is not None:
                yield reading.record
            elif on_error != "skip":
                faults = tuple(replace(fault, line=fault.line + lines_before) for fault in reading.faults)
                error = InvalidRecord(faults, file.name)
                if not callable(on_error):
                    raise error
                on_error(error)


def _split(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield consecutive records, each with the number of lines before it."""
    starts = [found.start() for found in _FIRST_LINES.finditer(data)]
    for start, end in pairwise([0, *starts[1:], len(data)]):
        yield data.count(b"\n", 0, start), data[start:end]
