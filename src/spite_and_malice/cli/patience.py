"""``spite patience …``: the list of games, whether a position can be won, and winnable deals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.common import FILE, CommandFailed, read_file, refused, say
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import complete_patience_presets
from spite_and_malice.texts import _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.patience import Preset, Solution


_SECONDS = "How long a position may be looked at."


@main.group()
def patience() -> None:
    """Find games of patience, solve them, and find deals that can be won (docs/patience.md)."""


@patience.command()
@click.argument("words", nargs=-1)
def games(words: tuple[str, ...]) -> None:
    """List the games of patience by families, or those that WORDS find: names, suits, minutes, wrongly written too."""
    from spite_and_malice.patience import PRESETS
    from spite_and_malice.patience.finding import brief, find
    from spite_and_malice.patience.rules.families import FAMILIES, family_of

    width = max(map(len, PRESETS))

    def tell(presets: Iterable[Preset]) -> None:
        for each in presets:
            say(f"{each.id:<{width}}  {_(each.name)} · {brief(each)}")

    if not words:
        for family, name in FAMILIES.items():
            say(_(name))
            tell(each for each in PRESETS.values() if family_of(each.rules) == family)
        return
    found = find(" ".join(words))
    if not found.presets:
        raise CommandFailed(_("Nothing found."))
    if found.nearest:
        say(_("No game has all of these words. These come nearest:"))
    tell(found.presets)


@patience.command()
@click.argument("file", metavar="FILE|-", type=FILE)
@click.option("--seconds", type=click.FloatRange(0.01), default=10.0, show_default=True, help=_SECONDS)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict and the moves as JSON.")
def solve(file: str, seconds: float, as_json: bool) -> None:
    """Say whether a position, written as JSON, can be won, and by which moves."""
    from spite_and_malice.patience import InvalidNotation, InvalidRules, Position
    from spite_and_malice.patience import solve as solve_position

    try:
        data = json.loads(read_file(file))
    except ValueError as error:
        raise CommandFailed(_("{file} is not JSON: {error}").format(file=file, error=error)) from error
    with refused(InvalidNotation, InvalidRules):
        position = Position.from_json(data)
    solution = solve_position(position, seconds)
    say("\n".join(_told(solution, as_json)))


def _told(solution: Solution, as_json: bool) -> Iterator[str]:
    moves = list(map(str, solution.moves))
    if as_json:
        yield json.dumps({"verdict": solution.verdict, "moves": moves})
    elif solution.verdict == "won":
        yield ngettext("It can be won in {count} move:", "It can be won in {count} moves:", len(moves)).format(
            count=len(moves)
        )
        yield " ".join(moves)
    elif solution.verdict == "lost":
        yield _("It cannot be won: every way on has been tried.")
    else:
        yield _("Undecided: the time was not enough. Try more with --seconds.")


@patience.command()
@click.argument("preset", shell_complete=complete_patience_presets)
@click.option("--winnable", "count", type=click.IntRange(1), default=10, show_default=True, help="How many deals.")
@click.option("--first", type=click.IntRange(0), default=1, show_default=True, help="The first number to look at.")
@click.option("--seconds", type=click.FloatRange(0.01), default=1.0, show_default=True, help=_SECONDS)
@click.option("--microsoft", is_flag=True, help="The numbers of Microsoft's FreeCell.")
def deals(preset: str, count: int, first: int, seconds: float, microsoft: bool) -> None:
    """Print the numbers of deals that can be won, one a line."""
    from spite_and_malice.patience import (
        InvalidNotation,
        InvalidRules,
        deal_microsoft,
        deal_number,
        preset_rules,
        winnable_deals,
    )

    with refused(InvalidRules):
        rules = preset_rules(preset)
    with refused(ValueError, InvalidNotation):
        dealt = deal_microsoft if microsoft else deal_number
        for number, _solution in islice(winnable_deals(rules, first, seconds, dealt=dealt), count):
            say(number)
