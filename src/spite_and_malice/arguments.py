"""What callers pass to the functions of `import spite_and_malice`, taken kindly or refused with a sentence.

Integers may be NumPy's; seeds may be numbers or generators; an unknown name is answered with a suggestion.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from itertools import islice
from random import Random
from typing import Any, Final, Protocol, SupportsIndex, TypeAlias, TypeVar

_T = TypeVar("_T")
_WORD: Final = 1 << 64
_FAR: Final = 1 << 20
_MOST_ITEMS: Final = 1 << 20
"""No argument has this many items; a generator may never end."""


class InvalidArgument(ValueError):
    """An argument of the wrong type, or out of bounds; the message says what would be right."""


class UnknownName(InvalidArgument, KeyError):
    """An unknown name; a KeyError too, as of any mapping."""

    def __str__(self) -> str:
        # A KeyError would show its message in quotes.
        return ValueError.__str__(self)


class NoSuchRow(InvalidArgument, IndexError):
    """The number of a row that does not exist; an IndexError too, as of any sequence."""


class _Bytes(Protocol):
    """NumPy's `Generator` and `RandomState`."""

    def bytes(self, length: int, /) -> bytes: ...


class _States(Protocol):
    """NumPy's `SeedSequence`."""

    def generate_state(self, n_words: int, /) -> Any: ...


Seed: TypeAlias = SupportsIndex | Random | _Bytes | _States
"""A non-negative integer, or a generator of Python or NumPy, which then advances, or a `SeedSequence`."""


class Named(dict[str, _T]):
    """Values by their names: an unknown one raises `UnknownName`, which lists them."""

    def __init__(self, what: str, values: Mapping[str, _T]) -> None:
        super().__init__(values)
        self._what = what

    def __missing__(self, name: object) -> _T:
        close = closest(name, self)
        hint = f". Did you mean {close!r}? Take" if close else "; take"
        raise UnknownName(f"there is no {self._what} {shown(name)}{hint} {', '.join(self)}")

    def find(self, name: object) -> _T | None:
        """Return a value by its name, None if there is none with that name."""
        return self.get(name) if isinstance(name, str) else None

    def __reduce__(self) -> tuple[Any, ...]:
        return Named, (self._what, dict(self))


def shown(value: object) -> str:
    """Format a value for an error message, shortened."""
    try:
        text = repr(value).encode(errors="backslashreplace").decode()
    except Exception:
        # It is nested too deep, or its own `repr` fails.
        text = f"this {type(value).__name__}"
    return text if len(text) <= 40 else text[:39] + "…"


def closest(name: object, names: Iterable[str]) -> str | None:
    """Return the name that was probably meant by an unknown one, None if none comes close."""
    from difflib import get_close_matches

    meant = name if isinstance(name, str) else shown(name)
    close = get_close_matches(meant[:60].lower(), list(names), 1, 0.6)
    return close[0] if close else None


def whole(value: object, name: str, low: int | None = None, high: int | None = None) -> int:
    """Return an integer, which may be NumPy's; `InvalidArgument` for anything else, or if it is out of bounds."""
    number = _index(value)
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        if low is None:
            wanted = "a whole number"
        elif high is None or high >= _FAR:
            wanted = f"a whole number, {low} or more" + ("" if high is None or number is None else f", up to {high}")
        else:
            wanted = f"a whole number from {low} to {high}"
        raise InvalidArgument(f"{name} must be {wanted}, not {shown(value)}")
    return number


def seat_number(seat: object, players: int, name: str = "seat") -> int:
    """Return an existing seat; `InvalidArgument` for any other."""
    number = whole(seat, name)
    if not 0 <= number < players:
        raise InvalidArgument(f"there is no seat {number}: seats are 0 to {players - 1}")
    return number


def _index(value: object) -> int | None:
    if type(value) is int:
        return value
    # An array of one number supports `__index__` too, and so does True.
    if isinstance(value, bool) or not isinstance(value, SupportsIndex) or getattr(value, "shape", ()) != ():
        return None
    try:
        return value.__index__()
    except TypeError:
        return None


def plain(value: object, depth: int = 4) -> object:
    """Return a value with NumPy's integers as Python's, also in lists and tuples, nested up to ``depth``."""
    if isinstance(value, list | tuple):
        if type(value) not in (list, tuple) or not depth:
            return value
        return type(value)(plain(each, depth - 1) for each in value)
    number = None if type(value) in (int, str, bool) else _index(value)
    return value if number is None else number


def number(value: object, name: str) -> float:
    """Return a number of seconds or the like, 0 or more; `InvalidArgument` for anything else."""
    if not isinstance(value, bool) and hasattr(value, "__float__"):
        try:
            found = float(value)
        except (TypeError, ValueError, OverflowError):
            found = -1.0
        if found >= 0:
            return found
    raise InvalidArgument(f"{name} must be a number, 0 or more, not {shown(value)}")


def seed_number(seed: Seed) -> int:
    """Return the number of a seed, drawn from it if it is a generator; `InvalidArgument` for anything else."""
    given: Any = seed
    if isinstance(seed, Random):
        return seed.getrandbits(64)
    if isinstance(seed, type) or _index(seed) is not None:
        return whole(seed, "seed", 0)
    if callable(getattr(seed, "generate_state", None)):
        return int.from_bytes(b"".join(int(word).to_bytes(4, "little") for word in given.generate_state(2)), "little")
    if not isinstance(seed, int) and callable(getattr(seed, "integers", getattr(seed, "randint", None))):
        return int.from_bytes(given.bytes(8))
    raise InvalidArgument(
        f"seed must be a whole number, 0 or more, or a generator of Python or NumPy, not {shown(seed)}"
    )


def seed_word(seed: Seed) -> int:
    """Return a seed as a 64-bit number for the core; larger ones are hashed."""
    number = seed_number(seed)
    return number if number < _WORD else int.from_bytes(hashlib.sha256(str(number).encode()).digest()[:8])


def of_type(value: object, kind: type[_T], name: str, hint: str = "") -> _T:
    """Return a value of a class; `InvalidArgument` for anything else, with a hint at what would be right."""
    if isinstance(value, kind):
        return value
    article = "an" if kind.__name__[0] in "AEIOU" else "a"
    raise InvalidArgument(f"{name} must be {article} {kind.__name__}, not {shown(value)}{hint and f': {hint}'}")


def items(value: object, name: str, wanted: str) -> tuple[Any, ...]:
    """Return the items of a list, a tuple or the like; `InvalidArgument` for anything else, including a single text."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise InvalidArgument(f"{name} must be {wanted}, not {shown(value)}")
    try:
        found = tuple(islice(value, _MOST_ITEMS + 1))
    except TypeError:
        raise InvalidArgument(f"{name} must be {wanted}, not {shown(value)}") from None
    if len(found) > _MOST_ITEMS:
        raise InvalidArgument(f"{name} must be {wanted}, not more than {_MOST_ITEMS} of them")
    return found


def texts(value: object, name: str, wanted: str) -> tuple[str, ...]:
    """Return texts as `items` does; `InvalidArgument` if one is not a text."""
    return tuple(of_type(text, str, f"{name}[{at}]") for at, text in enumerate(items(value, name, wanted)))
