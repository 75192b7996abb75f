"""Plays games and runs conformance vectors in whichever Python runs it: `python playing.py FOLDER`.

FOLDER has `wanted.json`; `found.json` is written beside it. The kit has no Click and no test dependencies: this uses
only what the kit packs, and `Work.checks`.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final, TypedDict

LOOKS: Final = 12.0
"""How often a player may read the clock, which advances by a second with each call: the same in any Python."""


class Wanted(TypedDict):
    """A game to play: its limit of moves, a seed for its chance and its players; `rules` as JSON."""

    name: str
    rules: dict[str, Any]
    seed: int
    moves: int


class Work(TypedDict):
    """The work to do: games, and vectors in files beside this.

    `checks` is a folder like the package's, with the code that runs them.

    The kit lacks that; everything it packs is still taken from it.
    """

    games: list[Wanted]
    vectors: list[str]
    checks: str | None


class Found(TypedDict):
    """The results: the package's folder, whether its core is compiled, the record of each game, each vector."""

    package: str
    compiled: bool
    records: dict[str, str]
    vectors: dict[str, list[str]]


def do(work: Work, folder: Path) -> Found:
    """Do all of it."""
    import spite_and_malice
    from spite_and_malice.engine.core import IS_NATIVE

    return {
        "package": spite_and_malice.__path__[0],
        "compiled": IS_NATIVE,
        "records": {wanted["name"]: play(wanted) for wanted in work["games"]},
        "vectors": run_vectors([folder / name for name in work["vectors"]], work["checks"]),
    }


def play(wanted: Wanted) -> str:
    """Return the record of a game, which has every shuffle, every move and the result."""
    from spite_and_malice.play import FairDeal, Game, Record
    from spite_and_malice.players import PLAYERS
    from spite_and_malice.rules import Rules

    rules = Rules.from_json(wanted["rules"])
    fair_deal = FairDeal(str(wanted["seed"]).encode(), ("",) * rules.players)
    game = Game.deal(rules, fair_deal.dealer(rules.players), fair_deal)
    clock = count()
    players = [
        PLAYERS["club" if seat % 2 == 0 else "expert"].make(wanted["seed"] + seat, lambda: float(next(clock)))
        for seat in range(rules.players)
    ]
    while not game.is_over and len(game.log) < wanted["moves"]:
        game.play(players[game.turn].choose(game.view(game.turn), game.log, LOOKS))
    return str(Record.of(game))


def run_vectors(files: list[Path], checks: str | None) -> dict[str, list[str]]:
    """Return the failures of each conformance vector of some files."""
    if not files:
        return {}
    if checks is not None:
        for game in ("engine", "patience"):
            import_module(f"spite_and_malice.{game}").__path__.append(f"{checks}/{game}")
    conformance = import_module("spite_and_malice.engine.conformance")
    patience = import_module("spite_and_malice.patience.conformance")
    return {
        name: told
        for file in files
        for name, told in conformance.run_file(file, dict.fromkeys(patience.GAMES, patience.run_vector))
    }


def main(folder: Path) -> None:
    """Read the request, and write the results."""
    work = json.loads((folder / "wanted.json").read_text(encoding="utf-8"))
    (folder / "found.json").write_text(json.dumps(do(work, folder)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
