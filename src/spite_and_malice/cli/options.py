"""The options that choose rules, and their shell completion."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from spite_and_malice.arguments import closest
from spite_and_malice.cli.common import CommandFailed, refused
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.patience import Rules as PatienceRules
    from spite_and_malice.rules import Rules

_F = TypeVar("_F", bound=Callable[..., Any])


class OneOf(click.Choice[str]):
    """One of several words; a refusal suggests the word that was probably meant."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Describe the choices."""
        said = super().get_invalid_choice_message(value, ctx)
        meant = closest(value, self.choices)
        return said if meant is None else f"{said} {_('Did you mean {possibility}?').format(possibility=repr(meant))}"


def complete_presets(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the presets that begin with the typed text."""
    from spite_and_malice.rules import PRESETS

    return [preset for preset in PRESETS if preset.startswith(incomplete)]


def complete_all_presets(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the presets that begin with the typed text, including those of patience."""
    of_patience = complete_patience_presets(context, parameter, incomplete)
    return complete_presets(context, parameter, incomplete) + of_patience


def complete_patience_presets(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the presets of patience that begin with the typed text."""
    from spite_and_malice.patience import PRESETS

    return [preset for preset in PRESETS if preset.startswith(incomplete)]


def complete_players(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the computer players that begin with the typed text, and the prefix of a program."""
    from spite_and_malice.players import PLAYERS

    return [player for player in (*PLAYERS, "cmd:") if player.startswith(incomplete)]


def _complete_fields(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from spite_and_malice import patience, rules
    from spite_and_malice.patience.rules import fields

    # An option that still lacks its value leaves the arguments before it unparsed.
    is_solitary = any(word in patience.PRESETS for word in context.args)
    names = fields.FIELDS if is_solitary else rules.FIELDS
    return [f"{name}=" for name in names if name.startswith(incomplete)]


def is_patience(preset: str) -> bool:
    """Say whether a preset is one of patience, or was probably meant to be."""
    from spite_and_malice import patience
    from spite_and_malice.rules import PRESETS

    return preset not in PRESETS and closest(preset, (*PRESETS, *patience.PRESETS)) in patience.PRESETS


_SUGGESTED: Final = 6
"""How many games are suggested for a name."""


def named_patience(preset: str) -> str:
    """Return the preset of patience that people call by a name; the word itself where it is none.

    Raises CommandFailed if there may be several.
    """
    from spite_and_malice import patience
    from spite_and_malice.patience.finding import find
    from spite_and_malice.rules import PRESETS

    if preset in PRESETS or preset in patience.PRESETS or closest(preset, tuple(PRESETS)) is not None:
        return preset
    found = find(preset)
    if found.nearest or not found.presets:
        return preset
    if len(found.presets) == 1:
        return found.presets[0].id
    games = ", ".join(each.id for each in found.presets[:_SUGGESTED])
    raise CommandFailed(
        _("“{name}” names no single game. Did you mean one of these: {games}?").format(name=preset, games=games)
    )


def chosen_patience(preset: str, players: int | None, settings: tuple[str, ...]) -> PatienceRules:
    """Return the rules of a preset of patience with ``field=value`` changes; raises CommandFailed with a sentence."""
    from spite_and_malice import patience

    if players not in (None, 1):
        raise CommandFailed(_("Patience is for one player."))
    with refused(patience.InvalidRules):
        return patience.preset_rules(preset, changed_fields(settings))


def preset_option(command: _F) -> _F:
    """Give a command the option --preset."""
    option = click.option(
        "--preset",
        default="standard",
        show_default=True,
        metavar="PRESET",
        shell_complete=complete_presets,
        help="The version of the game.",
    )
    return option(command)


def players_option(name: str = "players") -> Callable[[_F], _F]:
    """Give a command the option --players, for its parameter `name`."""
    return click.option(
        "--players",
        name,
        type=int,
        metavar="N",
        help="The number of players, if not the fewest it allows; a game for two gets more packs.",
    )


def set_option(command: _F) -> _F:
    """Give a command the option --set."""
    option = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="FIELD=VALUE",
        shell_complete=_complete_fields,
        help="Change a field; may be repeated.",
    )
    return option(command)


def chosen_rules(preset: str, players: int | None, settings: tuple[str, ...]) -> Rules:
    """Return the rules of a preset with ``field=value`` changes; raises CommandFailed with the engine's sentence.

    A value is JSON (``payoff=13``, ``wilds=["K","*"]``, ``centre=null``); anything else is taken as a word
    (``first=dealer``).
    """
    from spite_and_malice.rules import InvalidRules, preset_rules

    changes = changed_fields(settings)
    with refused(InvalidRules):
        return preset_rules(preset, players, changes)


def changed_fields(settings: tuple[str, ...]) -> dict[str, Any]:
    """Return the changes in ``field=value`` texts; raises CommandFailed for an invalid one."""
    changes: dict[str, Any] = {}
    for setting in settings:
        field, equals, text = setting.partition("=")
        if not equals:
            refusal = _("--set takes field=value, for example --set payoff=13, not {setting}.")
            raise CommandFailed(refusal.format(setting=repr(setting)))
        try:
            changes[field] = json.loads(text, parse_constant=str)
        except (ValueError, RecursionError):
            changes[field] = text
    return changes
