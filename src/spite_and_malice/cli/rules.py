"""``spite rules``: the presets, and their rules in words."""

from __future__ import annotations

import json
from typing import Any

import click

from spite_and_malice.cli.common import CommandFailed, say
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import (
    chosen_patience,
    chosen_rules,
    complete_all_presets,
    is_patience,
    players_option,
    set_option,
)
from spite_and_malice.texts import _


@main.command()
@click.argument("preset", required=False, shell_complete=complete_all_presets)
@players_option()
@set_option
@click.option("--json", "as_json", is_flag=True, help="Print the fields instead of the words.")
def rules(preset: str | None, players: int | None, settings: tuple[str, ...], as_json: bool) -> None:
    """List the presets, or say the rules of one in words."""
    if preset is None:
        if players is not None or settings:
            raise CommandFailed(_("--players and --set change a preset: name one, for example `spite rules standard`."))
        list_presets(as_json)
        return
    fields, words = _told(preset, players, settings)
    if as_json:
        say(json.dumps(fields, ensure_ascii=False, indent=2))
    else:
        say("\n".join(words))


def _told(preset: str, players: int | None, settings: tuple[str, ...]) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of rules and their words, of either game. Raises CommandFailed."""
    from spite_and_malice import patience
    from spite_and_malice.rules import describe

    if is_patience(preset):
        solitary = chosen_patience(preset, players, settings)
        return solitary.to_json(), patience.describe(solitary)
    chosen = chosen_rules(preset, players, settings)
    return chosen.to_json(), describe(chosen)


def list_presets(as_json: bool) -> None:
    """Print every preset with its character and its numbers of players."""
    from spite_and_malice import patience
    from spite_and_malice.rules import PRESETS

    if as_json:
        listed: list[dict[str, Any]] = [
            {"id": each.id, "name": each.name, "summary": each.summary, "players": each.players, "source": each.source}
            for each in PRESETS.values()
        ]
        listed += [
            {"id": each.id, "name": each.name, "summary": each.summary, "players": (1,), "source": "PATIENCE.md"}
            for each in patience.PRESETS.values()
        ]
        say(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    width = max(map(len, PRESETS))
    lines = [(each.id, number_of_players(each.players), each.summary) for each in PRESETS.values()]
    lines += [(each.id, _("1 player"), each.summary) for each in patience.PRESETS.values()]
    for name, number, summary in lines:
        say(f"{name:<{width}}  {number:<11}  {_(summary)}")


def number_of_players(allowed: tuple[int, ...]) -> str:
    """Return the numbers of players a preset allows: ``2 players``, ``2–4 players``, ``4, 6 players``."""
    if len(allowed) > 1 and allowed == tuple(range(allowed[0], allowed[-1] + 1)):
        return _("{numbers} players").format(numbers=f"{allowed[0]}–{allowed[-1]}")
    return _("{numbers} players").format(numbers=", ".join(map(str, allowed)))
