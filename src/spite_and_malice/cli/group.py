"""The group of commands ``spite``, and its own options."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from spite_and_malice import __version__
from spite_and_malice.cli.common import core_note, hold_standard_streams, writing
from spite_and_malice.cli.language import HELP, in_their_language
from spite_and_malice.cli.options import OneOf
from spite_and_malice.texts import _

SHELLS = ("bash", "zsh", "fish")
_PROGRAM, _COMPLETE = "spite", "_SPITE_COMPLETE"


class ServeByDefault(click.Group):
    """The group of commands; options without a command are those of `serve`."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Carry out a command line, in the language of the environment."""
        hold_standard_streams()
        with in_their_language(self):
            return super().main(*arguments, **options)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the command line; what that prints, such as help, is written out."""
        with writing():
            return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Put `serve` before arguments that name no command; a shell that asks what there is gets every command."""
        own = {name for option in self.get_params(context) for name in option.opts}
        is_option = bool(arguments) and arguments[0].startswith("-") and arguments[0] not in own
        if is_option or not (arguments or context.resilient_parsing):
            arguments = ["serve", *arguments]
        return super().parse_args(context, arguments)

    def invoke(self, context: click.Context) -> Any:
        """Carry out the command; what it prints is written out."""
        with writing():
            return super().invoke(context)

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands, and the group's options together with those of `serve`."""
        served = self.commands["serve"].shell_complete(context, incomplete)
        found = super().shell_complete(context, incomplete)
        return found + [item for item in served if item.value not in {each.value for each in found}]


def _say_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the version, and a note where the core is not compiled."""
    if wanted and not context.resilient_parsing:
        click.echo("\n".join(filter(None, (_("spite, version {version}").format(version=__version__), core_note()))))
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
    click.echo(found(main, {}, _PROGRAM, _COMPLETE).source())
