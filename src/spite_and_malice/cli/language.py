"""The command in the language of whoever types it: help that is translated when it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import cleandoc

import click

from spite_and_malice.texts import ENGLISH, N_, _, environment_language, in_language

HELP = ["-h", "--help"]
"""The options that ask for help."""
_HEADINGS = {"Options": N_("Options"), "Commands": N_("Commands")}


class _Formatter(click.HelpFormatter):
    """Writes help with translated headings."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, _("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(_(_HEADINGS.get(heading, heading)))


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """A command whose help is translated."""

    context_class = _Context


class Group(click.Group):
    """A group of such commands."""

    context_class = _Context
    command_class = Command


Group.group_class = Group


@contextmanager
def in_their_language(group: click.Group) -> Iterator[None]:
    """Let a group of commands use the environment's language."""
    language = environment_language()
    with in_language(language):
        if language == ENGLISH:
            yield
            return
        english = {each: each.help for each in with_help(group) if each.help}
        for each, text in english.items():
            each.help = _(cleandoc(text))
        try:
            yield
        finally:
            for each, text in english.items():
                each.help = text


def with_help(command: click.Command) -> Iterator[click.Command | click.Option]:
    """Yield a command, its options and all that lies in it: what has help to be translated."""
    yield command
    help_option = command.get_help_option(click.Context(command, help_option_names=HELP))
    yield from (each for each in (*command.params, help_option) if isinstance(each, click.Option))
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        yield from with_help(inner)
