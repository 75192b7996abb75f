"""Stands in for the module `cython` where a core runs uncompiled and Cython is not installed.

`spite_and_malice.compiled` imports a core's source inside `stand_in`. Besides it there are the names, all of
them Cython's, that the cores use then: types, which only annotate; decorators and contexts, which change nothing;
`declare` and `cast`, which give their value.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

_T = TypeVar("_T")

compiled: Final = False

if not TYPE_CHECKING:  # these mean nothing to type checkers, which take `cython` for Any
    bint = int = uchar = uint = longlong = ulonglong = ushort = Py_ssize_t = void = object()  # noqa: A001
    p_char = p_int = p_longlong = p_uchar = p_uint = p_ulonglong = p_ushort = object()


@contextmanager
def stand_in() -> Iterator[None]:
    """Let `import cython` find this module inside, unless Cython is installed.

    Other libraries have stand-ins of their own, so afterwards there is none again.
    """
    if importlib.util.find_spec("cython") is not None:
        yield
        return
    sys.modules["cython"] = sys.modules[__name__]
    try:
        yield
    finally:
        del sys.modules["cython"]


def declare(_type: object, value: Any = None, **_options: object) -> Any:
    """Return a variable's first value."""
    return value


def cast(_type: object, value: _T) -> _T:
    """Return the value."""
    return value


def _unchanged(decorated: _T) -> _T:
    return decorated


if not TYPE_CHECKING:
    ccall = cclass = cfunc = final = no_gc = _unchanged


def exceptval(*_value: object, **_options: object) -> Callable[[_T], _T]:
    """Return a decorator that changes nothing."""
    return _unchanged


freelist = exceptval


class _Lock:
    """Python's own lock, given up or taken: a decorator and a context."""

    def __call__(self, decorated: _T) -> _T:
        return decorated

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_error: object) -> None:
        pass


if not TYPE_CHECKING:
    gil = nogil = _Lock()
