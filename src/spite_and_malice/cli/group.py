"""The group of commands ``spite``, its own options, and its language: its help, and what Click says.

Click takes its texts from gettext, which knows the process's language and files in folders of its own. While a command
runs, Click's modules use `texts` instead, as everything else does.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from inspect import cleandoc
from typing import Any, Final

import click
from click.shell_completion import CompletionItem, get_completion_class

from spite_and_malice import __version__
from spite_and_malice.cli.common import core_note, hold_standard_streams, say, writing
from spite_and_malice.cli.options import OneOf
from spite_and_malice.texts import ENGLISH, N_, _, environment_language, in_language

TEXTS: Final = (
    *(N_("Usage:"), N_("Options"), N_("Commands"), N_("default: {default}"), N_("Aborted!")),
    *(N_("Try '{command} {option}' for help."), N_("Error: {message}")),
    *(N_("Missing command."), N_("Missing argument"), N_("Missing option"), N_("Choose from:\n\t{choices}")),
    *(N_("No such command {name!r}."), N_("No such option {name!r}."), N_("No such option: {name}")),
    *(N_("Did you mean {possibility}?"), N_("(Did you mean one of: {possibilities}?)")),
    *(N_("Got unexpected extra argument ({args})"), N_("Got unexpected extra arguments ({args})")),
    *(N_("Option {name!r} requires an argument."), N_("Option {name!r} does not take a value.")),
    *(N_("Invalid value for {param_hint}: {message}"), N_("Invalid value: {message}")),
    *(N_("{value!r} is not {choice}."), N_("{value!r} is not one of {choices}.")),
    *(N_("{value!r} is not a valid {number_type}."), N_("{value} is not in the range {range}.")),
    *(N_("{name} {filename!r} does not exist."), N_("{name} {filename!r} is a file.")),
    *(N_("{name} {filename!r} is a directory."), N_("{name} {filename!r} is not readable.")),
    *(N_("{name} {filename!r} is not writable."), N_("Could not open file {filename!r}: {message}")),
)
"""Click's texts that our commands can show."""

_KINDS: Final = {
    "number_type": (N_("integer"), N_("integer range"), N_("float"), N_("float range")),
    "name": (N_("File"), N_("Directory"), N_("Path")),
}
"""Click's names for kinds of values, by their places in its texts."""

_MODULES: Final = ("core", "exceptions", "formatting", "parser", "types")


class _Text(str):
    """A text of Click's, in which kinds of values are translated too."""

    def format(self, *args: Any, **values: Any) -> str:
        own = {name: _(values[name]) for name, kinds in _KINDS.items() if values.get(name) in kinds}
        return super().format(*args, **{**values, **own})


def _text(message: str) -> str:
    return _Text(_(message))


def _form(singular: str, plural: str, n: int) -> str:
    return _text(singular if n == 1 else plural)


@contextmanager
def translated() -> Iterator[None]:
    """Make Click use the current language."""
    replaced = []
    for module in (importlib.import_module(f"click.{name}") for name in _MODULES):
        for name, own in (("_", _text), ("ngettext", _form)):
            if hasattr(module, name):
                replaced.append((module, name, getattr(module, name)))
                setattr(module, name, own)
    try:
        yield
    finally:
        for module, name, english in replaced:
            setattr(module, name, english)


HELP = ["-h", "--help"]
"""The options that request help."""


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
    """Yield a command, its options and everything in it that has help to be translated."""
    yield command
    help_option = command.get_help_option(click.Context(command, help_option_names=HELP))
    yield from (each for each in (*command.params, help_option) if isinstance(each, click.Option))
    # By name: the order of imports differs.
    for _name, inner in sorted(command.commands.items()) if isinstance(command, click.Group) else ():
        yield from with_help(inner)


_PLACES: Final = {
    **dict.fromkeys(("serve", "config"), "serve"),
    "admin": "admin",
    **dict.fromkeys(("conformance", "perft", "bench"), "checks"),
    **dict.fromkeys(("simulate", "arena"), "games"),
    "link": "servers",
    **dict.fromkeys(("play", "join", "watch", "day"), "play"),
    **dict.fromkeys(("games", "statistics"), "kept"),
    **dict.fromkeys(("events", "clubs"), "events"),
    **{name: name for name in ("lobby", "offline", "patience")},
    "puzzle": "puzzles",
    **dict.fromkeys(("record", "verify"), "records"),
    **{name: name for name in ("rules", "tournament")},
}
"""The module of each command outside this one, by the command's name."""

SHELLS = ("bash", "zsh", "fish")
_PROGRAM, _COMPLETE = "spite", "_SPITE_COMPLETE"


class ServeByDefault(click.Group):
    """The group of commands; options without a command are those of `serve`.

    Only the wanted command's module is imported, unless all are to be listed or translated.
    """

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """All commands by their names."""
        for module in dict.fromkeys(_PLACES.values()):
            importlib.import_module(f"spite_and_malice.cli.{module}")
        return self._commands

    @commands.setter
    def commands(self, commands: MutableMapping[str, click.Command]) -> None:
        self._commands = commands

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command."""
        self._commands[name or cmd.name or ""] = cmd

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, None for none."""
        if cmd_name in _PLACES:
            importlib.import_module(f"spite_and_malice.cli.{_PLACES[cmd_name]}")
        return self._commands.get(cmd_name)

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Carry out a command line, in the language of the environment."""
        hold_standard_streams()
        with in_their_language(self):
            return super().main(*arguments, **options)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the command line; output of that, such as help, is flushed."""
        with writing():
            return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Put `serve` before arguments that name no command; shell completion gets every command."""
        own = {name for option in self.get_params(context) for name in option.opts}
        is_option = bool(arguments) and arguments[0].startswith("-") and arguments[0] not in own
        if is_option or not (arguments or context.resilient_parsing):
            arguments = ["serve", *arguments]
        return super().parse_args(context, arguments)

    def invoke(self, context: click.Context) -> Any:
        """Run the command and flush its output."""
        with writing():
            return super().invoke(context)

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands, and the group's options together with those of `serve`."""
        served = self.commands["serve"].shell_complete(context, incomplete)
        found = super().shell_complete(context, incomplete)
        return found + [item for item in served if item.value not in {each.value for each in found}]


def _say_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the version, and a note if the core is not compiled."""
    if wanted and not context.resilient_parsing:
        say("\n".join(filter(None, (_("spite, version {version}").format(version=__version__), core_note()))))
        context.exit()


@click.group(cls=ServeByDefault, context_settings={"help_option_names": HELP})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show the version, and whether the engine is not compiled.",
)
def main() -> None:
    """Spite and Malice, in every version of its rules.

    Without a command it starts the table server, like `spite serve`.
    """


@main.command()
@click.argument("shell", type=OneOf(SHELLS))
def completion(shell: str) -> None:
    """Print what makes a shell complete commands, options, presets and players.

    For bash: put `eval "$(spite completion bash)"` into ~/.bashrc; for zsh the same with zsh, into ~/.zshrc; for fish:
    `spite completion fish > ~/.config/fish/completions/spite.fish`.
    """
    found = get_completion_class(shell)
    assert found is not None
    say(found(main, {}, _PROGRAM, _COMPLETE).source())
