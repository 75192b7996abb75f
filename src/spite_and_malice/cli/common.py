"""The shared parts of commands: errors, reading files, progress, and interruption."""

from __future__ import annotations

import errno
import io
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from spite_and_malice.texts import _, escaped, printable

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


class CommandFailed(click.ClickException):
    """The command cannot be carried out; shown as one sentence, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence."""
        message = _("Error: {message}").format(message=self.format_message())
        click.echo(printable(message), file or sys.stderr)


def say(text: object = "", *, err: bool = False, nl: bool = True, exact: bool = False) -> None:
    """Print a text: the one way by which commands do, as it may hold what others wrote.

    ``exact`` output is JSON, or contains its texts, and keeps its meaning for readers.
    """
    click.echo(escaped(str(text)) if exact else printable(str(text)), err=err, nl=nl)


def say_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines, each of which stays one line."""
    for line in lines:
        click.echo(printable(line, kept=""), err=err)


@contextmanager
def refused(*errors: type[Exception]) -> Iterator[None]:
    """Turn these errors, whose messages are sentences, into the command's own."""
    try:
        yield
    except errors as error:
        raise CommandFailed(str(error)) from error


class Closed(io.TextIOBase):
    """A stand-in for closed standard output; `written` is whether anything was to be written."""

    def __init__(self) -> None:
        self.written: bool = False

    def write(self, text: str) -> int:
        """Note that something was to be written."""
        self.written = True
        return len(text)


def hold_standard_streams() -> None:
    """Put something in the places of standard streams that are closed, or the next file opened would be taken for one.

    Output is then discarded; `writing` reports it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115


@contextmanager
def writing() -> Iterator[None]:
    """Flush the output of the context; CommandFailed with a sentence if nobody reads it or the disk is full."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
            if isinstance(sys.stdout, Closed) and sys.stdout.written:
                sys.stdout.written = False
                raise CommandFailed(_("The output could not be written: standard output is closed."))
    except OSError as error:
        if error.errno not in _OUTPUT_FAILED:
            raise
        # The rest would fail again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.ENOSPC:
            raise CommandFailed(_("The output could not be written: there is no space left.")) from error
        raise CommandFailed(_("The output was cut short: nobody reads it any more.")) from error


_OUTPUT_FAILED = (errno.EPIPE, errno.ENOSPC)


@contextmanager
def stopped_at_once() -> Iterator[None]:
    """Let Ctrl-C end the command even inside the compiled core, which never asks Python whether it was pressed."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def progress(length: int, label: str) -> ProgressBar[int]:
    """Return a bar on standard error to `update`, hidden if that is not a terminal."""
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty())


def core_note() -> str:
    """Say that the engine's core is not compiled, and why; nothing if it is."""
    from spite_and_malice.engine.core import PURE_BECAUSE

    note = _("The engine's core runs uncompiled, some hundred times slower: {reason}.")
    return note.format(reason=PURE_BECAUSE) if PURE_BECAUSE else ""


def named(file: str) -> str:
    """Return the name of a file in a sentence."""
    return _("Standard input") if file == "-" else file


def read_file(file: str) -> bytes:
    """Read a file, or standard input for ``-``; raises CommandFailed."""
    try:
        with click.open_file(file, "rb") as stream:
            read: bytes = stream.read()
    except OSError as error:
        refusal = _("{file} cannot be read: {reason}.")
        raise CommandFailed(refusal.format(file=named(file), reason=error.strerror)) from error
    return read


def is_confirmed(question: str, *, err: bool = False) -> bool:
    """Ask a question until it is answered with yes or no, in English or in the current language; nothing is no."""
    from spite_and_malice.terminal.commands import yes_or_no

    words = f"{_('yes')}/{_('no')}"
    while True:
        said: str = click.prompt(f"{question} [{words}]", default="", show_default=False, prompt_suffix=": ", err=err)
        answer = yes_or_no(said) if said.strip() else False
        if answer is not None:
            return answer


FILE = click.Path(allow_dash=True)
"""A file's name or ``-``: with this type a shell completes it; `read_file` reports what is wrong with it."""


def quoted(word: str) -> str:
    """Return a word of a command quoted for typing."""
    return subprocess.list2cmdline([word]) if sys.platform == "win32" else shlex.quote(word)
