"""The command in the language of the person who types it: its help, and what Click says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import cleandoc

import click

from spite_and_malice.cli.click_texts import translated
from spite_and_malice.texts import ENGLISH, _, environment_language, in_language

HELP = ["-h", "--help"]
"""The options that ask for help."""


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
            with translated():
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
