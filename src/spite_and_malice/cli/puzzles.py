"""``spite puzzle``: today's puzzle, or one of a kind, in the terminal (docs/terminal.md)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import click

from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import OneOf, complete_presets
from spite_and_malice.cli.place import Place, plain_option
from spite_and_malice.cli.play import data_option, has_server, known_as
from spite_and_malice.cli.servers import own_server
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.analysis.puzzles.puzzle import Puzzle
    from spite_and_malice.terminal.backend import Message
    from spite_and_malice.terminal.server import Server

_ANY = "any"
_THEMES = ("payoff", "stacks", "win", "finish", "empty", "longest", "block", _ANY)


@main.command()
@click.argument("puzzle_id", required=False, metavar="[ID]")
@click.option("--theme", type=OneOf(_THEMES), metavar=f"[{'|'.join(_THEMES)}]", help="Of which kind.")
@click.option("--preset", metavar="PRESET", shell_complete=complete_presets, help="In which version of the game.")
@data_option
@plain_option
def puzzle(puzzle_id: str | None, theme: str | None, preset: str | None, data: Path | None, plain: bool) -> None:
    """Solve puzzles: today's, or one of a kind or version that suits you.

    A puzzle asks for something that can be done this turn with the cards you see. What comes of it counts as in the
    browser, if the table server is installed. ID is what stands at the end of a puzzle's address there.
    """
    from spite_and_malice.analysis.puzzles import collection
    from spite_and_malice.rules import PRESETS

    if preset is not None and preset not in PRESETS:
        raise CommandFailed(_("There is no game of this name."))
    if puzzle_id is not None and collection.puzzles().get(puzzle_id) is None:
        raise CommandFailed(_("There is no such puzzle."))
    place = Place(plain)

    def sit_down() -> None:
        with _server(data) as server:

            def choose() -> Puzzle:
                return _found(_suiting(server, theme or _ANY, preset or _ANY))

            def finish(number: str, came: dict[str, Any]) -> Message | None:
                return None if server is None else dict(server.ask(f"/api/puzzles/{number}/result", came))

            if puzzle_id is not None:
                first = _found(puzzle_id)
            elif theme is None and preset is None:
                first = _found(_of_today())
            else:
                first = choose()
            place.solve(first, choose, finish)

    place.run(sit_down)


@contextmanager
def _server(data: Path | None) -> Iterator[Server | None]:
    """Yield the server that stores the results of puzzles, None if none is installed."""
    if not has_server():
        yield None
        return
    with own_server(known_as(None), data) as (server, _games):
        yield server


def _found(puzzle_id: str) -> Puzzle:
    from spite_and_malice.analysis.puzzles import collection

    found = collection.puzzles().get(puzzle_id)
    if found is None:
        raise CommandFailed(_("There is no such puzzle."))
    return found


def _of_today() -> str:
    from datetime import UTC, datetime

    from spite_and_malice.server.features.puzzles import choosing

    return choosing.of_day(datetime.now(UTC).date())


def _suiting(server: Server | None, theme: str, preset: str) -> str:
    """Return the id of a puzzle near this person's rating that they have not done, as far as a server knows."""
    if server is not None:
        query = urlencode({"theme": theme, "preset": preset})
        return urlsplit(server.leads_to(f"/puzzles/next?{query}")).path.rpartition("/")[2]
    from spite_and_malice.analysis.puzzles.themes import THEMES
    from spite_and_malice.server.features.puzzles import choosing
    from spite_and_malice.server.rating import Skill

    version = None if preset == _ANY else preset
    return choosing.next_id(choosing.suiting(Skill()), (), {}, version, Random(), THEMES.get(theme))
