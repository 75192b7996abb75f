"""Errors for refused moves, texts and positions, and readers for the parts of positions and views in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from spite_and_malice.arguments import plain


class InvalidNotation(ValueError):
    """A text or JSON is not a move, position or view in the notation of RULES.md section 9."""


class IllegalMove(ValueError):
    """A well-formed move is not allowed by the rules in this position. The position is unchanged."""


_W = TypeVar("_W", bound=str)


def read_object(obj: object, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """Return an object with exactly these keys; `InvalidNotation` for anything else."""
    if not isinstance(obj, Mapping):
        raise InvalidNotation(f"{where} must be an object with the keys {', '.join(keys)}.")
    missing = [key for key in keys if key not in obj]
    unknown = [key for key in obj if key not in keys]
    if missing:
        raise InvalidNotation(f"{where} lacks {', '.join(missing)}.")
    if unknown:
        raise InvalidNotation(f"{where} has no key {str(unknown[0])[:40]!r}; its keys are {', '.join(keys)}.")
    return obj


def read_list(obj: object, where: str, count: int | None = None) -> list[Any]:
    """Return a list, of `count` entries if that is given; `InvalidNotation` for anything else."""
    if not isinstance(obj, list):
        raise InvalidNotation(f"{where} must be a list.")
    if count is not None and len(obj) != count:
        raise InvalidNotation(f"{where} must have {count} entries, not {len(obj)}.")
    return obj


def read_number(obj: object, low: int, high: int, where: str) -> int:
    """Return a whole number within bounds; `InvalidNotation` for anything else."""
    obj = plain(obj)
    if type(obj) is not int or not low <= obj <= high:
        raise InvalidNotation(f"{where} must be a whole number from {low} to {high}.")
    return obj


def read_word(obj: object, words: Sequence[_W], where: str) -> _W:
    """Return the member for one of several words; `InvalidNotation` for anything else."""
    for word in words:
        if isinstance(obj, str) and word == obj:
            return word
    raise InvalidNotation(f"{where} must be one of {', '.join(words)}.")
