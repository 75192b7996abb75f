"""The group of commands ``spite admin``, and what they share: the database, the question before a change, the log."""

from __future__ import annotations

import getpass
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from spite_and_malice.cli.common import CommandFailed, is_confirmed, refused, say, say_lines
from spite_and_malice.cli.group import main
from spite_and_malice.cli.serve import with_server
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.server.configuration import Configuration
    from spite_and_malice.server.store.admin import Connection
    from spite_and_malice.server.store.database import Database

_F = TypeVar("_F", bound=Callable[..., Any])
_T = TypeVar("_T")

ODD_IDS = {"ignore_unknown_options": True}
"""For commands that take ids of tables: one of them may begin with a hyphen."""

DAY_MS = 24 * 3600 * 1000


@main.group()
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="FILE", help="The file of games, if not in your data folder."
)
@click.pass_context
def admin(context: click.Context, data: Path | None) -> None:
    """Look after the games of a server, also while it runs (docs/operations.md).

    The games are in the file --data, in the database of SPITE_DATABASE, or in the file of SPITE_DATA. A person is known
    by their name, or by an id, which `people find` tells; as many of its first digits do as no other id begins with.
    """
    with with_server():
        import spite_and_malice.server.run  # noqa: F401
    context.obj = data


def configuration(context: click.Context) -> Configuration:
    """Return the settings of the server, as far as they are in the command's environment."""
    from spite_and_malice.server.configuration import Configuration, ConfigurationError

    with refused(ConfigurationError):
        return Configuration.read(os.environ, {"data": None if context.obj is None else str(context.obj)})


def location(context: click.Context) -> Path | str:
    """Return the location of the games."""
    from spite_and_malice.server.configuration import ConfigurationError

    with refused(ConfigurationError):
        return configuration(context).games


@contextmanager
def games(context: click.Context) -> Iterator[Database]:
    """Open the games for a command; a database error ends it with a sentence."""
    from spite_and_malice.server.store import StoreError
    from spite_and_malice.server.store.admin import SQLAlchemyError
    from spite_and_malice.server.store.database import open_existing

    with refused(StoreError):
        database = open_existing(location(context))
        try:
            yield database
        except SQLAlchemyError as error:
            said = " ".join(str(getattr(error, "orig", None) or error).split()).rstrip(".")
            raise CommandFailed(_("The database did not take this: {error}.").format(error=said)) from error
        finally:
            database.close()


@contextmanager
def reading(context: click.Context) -> Iterator[Connection]:
    """Read a consistent state of the games."""
    with games(context) as database, database.readers.connect() as connection, connection.begin():
        yield connection


def operator() -> str:
    """Return the log's name for the person who runs the command."""
    return f"{getpass.getuser()}@{platform.node()}"


def note(connection: Connection, what: str, subject: str, changed: Sequence[str] | None = ()) -> None:
    """Log this command's action in the same transaction; the servers learn of it from the log."""
    from spite_and_malice.server.store import admin

    admin.note(connection, operator(), what, subject, changed)


_JSON: Final = "spite_and_malice.json"


def _ask_for_json(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    context.meta[_JSON] = wanted


def told_option(command: _F) -> _F:
    """Give a command that changes something the option --json, for `told`."""
    help_text = "Print what was done as JSON."
    return click.option("--json", is_flag=True, expose_value=False, callback=_ask_for_json, help=help_text)(command)


def yes_option(command: _F) -> _F:
    """Give a command that changes something the option --yes too."""
    return click.option("--yes", is_flag=True, help="Do it without asking.")(told_option(command))


def wants_json(context: click.Context) -> bool:
    """Say whether the command line requests the action as JSON."""
    return bool(context.meta.get(_JSON))


def told(context: click.Context, sentence: str, **more: Any) -> None:
    """Report an action, or print its log entry as JSON together with ``more``, as the command line requests."""
    from spite_and_malice.server.store.admin import latest

    if not wants_json(context):
        say(sentence)
        return
    with reading(context) as connection:
        done = latest(connection, 1, operator())
    line = {"at": done[0].done_at, "who": done[0].who, "what": done[0].what, "subject": done[0].subject} if done else {}
    say_json(line | more)


def json_option(command: _F) -> _F:
    """Give a command the option --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def confirm(yes: bool, question: str) -> None:
    """Ask before a change, unless the command line says yes already; CommandFailed if the answer is no, or none."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandFailed(_("Nothing has changed. {question} Say so with --yes.").format(question=question))
    if not is_confirmed(question, err=True):
        raise CommandFailed(_("Nothing has changed."))


def change(
    context: click.Context,
    yes: bool,
    find: Callable[[Connection], _T],
    question: Callable[[_T], str],
    write: Callable[[Connection, _T], object],
    what: str,
    subject: Callable[[_T], str],
) -> _T:
    """Find an object, ask, write the change, and log ``what`` was done to which ``subject``.

    Returns the object. Raises CommandFailed, as ``find`` does if there is no such object.
    """

    def deed(connection: Connection, _who: str, found: _T) -> None:
        write(connection, found)
        note(connection, what, subject(found))

    return carry_out(context, yes, find, question, deed)


def carry_out(
    context: click.Context,
    yes: bool,
    find: Callable[[Connection], _T],
    question: Callable[[_T], str],
    deed: Callable[[Connection, str, _T], object],
) -> _T:
    """Find an object, ask, and carry out an action that logs itself, under the given name.

    Returns what was found. Raises CommandFailed, as ``find`` does where there is no such thing.
    """
    with games(context) as database:
        with database.readers.connect() as connection:
            found = find(connection)
        confirm(yes, question(found))
        with database.engine.begin() as connection:
            deed(connection, operator(), found)
    return found


def say_json(value: Any) -> None:
    """Print a value as JSON."""
    say(json.dumps(value, ensure_ascii=False, indent=2), exact=True)


def say_rows(heads: Sequence[str], rows: Sequence[Sequence[object]], nothing: str) -> None:
    """Print rows in columns below their headings, or a sentence if there are none."""
    if not rows:
        say(nothing)
        return
    cells = [[str(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    for row in cells:
        say_lines(["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()])


def when(at: int | None) -> str:
    """Return a time in UTC milliseconds in local time."""
    return "–" if at is None else f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d %H:%M}"


def short(person: str | None) -> str:
    """Return enough of a person's id to distinguish people."""
    return "–" if not person else person[:12]


def before(days: int) -> int:
    """Return the time a number of days ago, in UTC milliseconds."""
    return int(time.time() * 1000) - days * DAY_MS


def the_person(connection: Connection, start: str) -> str:
    """Return the only person with this name or beginning of an id; CommandFailed if there is none, or more than one."""
    from spite_and_malice.server.store.people.finding import beginning_with, find, may_begin_id, with_account

    called = [each for each in find(connection, start) if start.casefold() in {name.casefold() for name in each.names}]
    if len(called) == 1:
        return called[0].id
    if called:
        have_account = with_account(connection, [each.id for each in called])
        ids = ", ".join(
            _("{person} (with an account)").format(person=short(each.id)) if each.id in have_account else short(each.id)
            for each in called
        )
        raise CommandFailed(_("Several people are called {name}: {ids}. Give an id.").format(name=start, ids=ids))
    start = start.lower()
    if not may_begin_id(start):
        raise CommandFailed(
            _("Nobody is called that, and an id has 64 digits from 0 to f, of which you give at least 6.")
        )
    found = beginning_with(connection, start)
    if not found:
        raise CommandFailed(_("Nothing is stored of a person whose id begins with {start}.").format(start=start))
    if len(found) > 1:
        raise CommandFailed(_("The ids of several people begin with {start}. Give more of it.").format(start=start))
    return found[0]


def write_new(file: str, text: str) -> None:
    """Write a text into a new file that only its owner can read, or to standard output for ``-``."""
    if file == "-":
        say(text, exact=True)
        return
    try:
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as stream:
            stream.write(text + "\n")
    except OSError as error:
        refusal = _("{file} cannot be written: {reason}.")
        raise CommandFailed(refusal.format(file=file, reason=error.strerror)) from error
