"""The records of both games: which one a text is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from spite_and_malice.play import patience, record_check, record_read, record_text, record_words
from spite_and_malice.play.patience import PatienceRecord
from spite_and_malice.play.patience import record_words as patience_words
from spite_and_malice.play.record import Record
from spite_and_malice.play.record_lines import Fault, Reading, first_of
from spite_and_malice.texts import N_

_R = TypeVar("_R", Record, PatienceRecord)


@dataclass(frozen=True, slots=True)
class RecordForm(Generic[_R]):
    """How the records of a game are read, checked, told and written; `right` says that one was found to be right."""

    read: Callable[[str | bytes], Reading[_R]]
    check: Callable[[Reading[_R]], tuple[Fault, ...]]
    tell: Callable[[_R], Iterator[str]]
    write: Callable[[_R], str]
    right: str


SPITE: Final = RecordForm(
    record_read.read,
    record_check.check,
    record_words.tell,
    record_text.write,
    N_("{file}: right in all {count} actions, in the deal and in every shuffle"),
)
PATIENCE: Final = RecordForm(
    patience.read,
    patience.check,
    patience_words.tell,
    patience.write,
    N_("{file}: right in all {count} actions, in the deal and in the result"),
)


def form_of(data: str | bytes) -> RecordForm[Any]:
    """Return the form of a record by its first line; that of Spite and Malice for what is none."""
    return PATIENCE if first_of(data).startswith("patience record") else SPITE
