"""The base of every repository of the store: statements about one subject, each run by name.

A statement is a function of a connection in a transaction. `query` and `command` turn it into a coroutine method, which
returns the statement's result; anything that needs several statements is written as a method.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

P = ParamSpec("P")
T = TypeVar("T")


class Read(Protocol):
    """Carries out a query in a thread of its own. Raises `StoreError`."""

    def __call__(self, query: Callable[[Connection], T], /) -> Coroutine[Any, Any, T]:
        """Return the result of the query."""


class Write(Protocol):
    """Has statements carried out, about a table if one is given, and waits until they are durable."""

    def __call__(self, work: Callable[[Connection], T], table_id: str = "", /) -> Coroutine[Any, Any, T]:
        """Return the result of the statements. Raises `StoreError`."""


class Repository:
    """Stored data about one subject. Every method raises `StoreError` if the database cannot be used."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write


def query(statement: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Return a method of a repository that reads by a statement."""

    @wraps(statement)
    def method(self: Repository, /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        return self._read(lambda connection: statement(connection, *args, **kwargs))

    return method


def command(
    statement: Callable[Concatenate[Connection, P], T], table: Callable[[Any], str] | None = None
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Return a method of a repository that writes by a statement.

    ``table`` returns the id of the table concerned from the first argument; None means no table.
    """

    @wraps(statement)
    def method(self: Repository, /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        def work(connection: Connection) -> T:
            return statement(connection, *args, **kwargs)

        return self._write(work, "" if table is None else table(args[0]))

    return method


def can_be_stored(text: str) -> bool:
    """Say whether the database can store or search for a text from a person: PostgreSQL does not accept NUL."""
    return "\0" not in text


def can_be_numbered(number: int) -> bool:
    """Say whether a row can have a number from a request: PostgreSQL rejects numbers too large for a column."""
    return 0 < number < 2**31
