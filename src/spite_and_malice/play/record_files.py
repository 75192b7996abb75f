"""Files and folders of records: many games in a file, faults passed over, and headers alone (docs/records.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar

from spite_and_malice.arguments import InvalidArgument, shown
from spite_and_malice.play.record import Record, RecordHeader
from spite_and_malice.play.record_lines import InvalidRecord, Reading, first_of
from spite_and_malice.play.record_read import read, read_header

OnError: TypeAlias = Literal["raise", "skip"] | Callable[[InvalidRecord], object]
"""What becomes of a record with faults: it ends the reading, is skipped, or is passed to a function."""

_R = TypeVar("_R")
_FIRST_LINES: Final = re.compile(rb"^[ \t]*(?:spite|patience) record [0-9]+[ \t\r]*$", re.MULTILINE)


def read_records(path: str | PathLike[str], *, on_error: OnError = "raise") -> Iterator[Record]:
    """Yield the records in a folder, which are its files ``*.txt`` by name, or those in a file, one after another.

    Records of patience are passed over, unless a file named by `path` holds nothing else. What is no record raises
    `InvalidRecord`, whose message names the file and the line; with `on_error` ``"skip"`` it is passed over, and a
    function is called with the error. Raises OSError for what cannot be read.
    """
    return _read_all(read, path, on_error)


def read_headers(path: str | PathLike[str], *, on_error: OnError = "raise") -> Iterator[RecordHeader]:
    """Yield what records say of themselves, in a folder or a file, without their games: many times as fast.

    Raises as `read_records` does, for what is wrong in these parts.
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
    """Yield the records that stand one after another, each with the number of lines before it."""
    starts = [found.start() for found in _FIRST_LINES.finditer(data)]
    for start, end in pairwise([0, *starts[1:], len(data)]):
        yield data.count(b"\n", 0, start), data[start:end]
