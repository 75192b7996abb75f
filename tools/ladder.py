"""Play each level against the one below it in every version, and write the table of docs/players.md.

    .venv/bin/python -m tools.ladder --games 1000 --searched 40

Every deal is played from both seats, or from every seat where their number is odd. The levels choose at once; where
that would not do, `expert` samples worlds, which takes a hundred times as long, so that there are fewer
of its games. tools/ladder.json has the games of each pair, after every deal: a second call goes on from there. Without
games (`--games 0`) the table alone is written again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import click

from spite_and_malice.analysis.arena import Plan
from spite_and_malice.analysis.pools import Here, Processes
from spite_and_malice.analysis.ratings import Tally
from spite_and_malice.engine import Position, deal_by_seed
from spite_and_malice.engine.core import apply, legal_moves, seed_of_game
from spite_and_malice.engine.moves import encode
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.expert import chooses_at_once
from spite_and_malice.players.simple import SimplePlayer
from spite_and_malice.players.weights import TEMPERAMENTS, TUNED, tempered
from spite_and_malice.rules import PRESETS, Rules, preset_rules

ROOT: Final = Path(__file__).parents[1]
FILE: Final = Path(__file__).with_suffix(".json")
PAGE: Final = ROOT / "docs/players.md"
BEGIN: Final = "<!-- Written by `python -m tools.ladder`. -->\n"
END: Final = "<!-- So far. -->\n"
LADDER: Final = ("beginner", "casual", "club", "expert")
SEED: Final = 2026
MOST_MOVES: Final = 4000
NO_CLOCK: Final = 1e6


@dataclass(slots=True)
class Rung(Tally):
    """The games of a level against the one below it in a version; `deals` were played from every seat."""

    preset: str
    level: str
    below: str
    deals: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0


def searches(level: str, rules: Rules) -> bool:
    """Whether a level samples worlds under these rules."""
    return level == "expert" and not chooses_at_once(rules)


def seatings(rules: Rules) -> list[tuple[int, ...]]:
    """Return for each game of a deal which seats the better level (0) and the other one (1) take."""
    return Plan(rules, ("expert", "club"), 1, SEED, NO_CLOCK).seatings


def one_deal(preset: str, level: str, below: str, number: int) -> list[int]:
    """Play a deal from every seat: 1 where the better level wins, -1 where the other one does, 0 where nobody does."""
    rules = preset_rules(preset)
    found = []
    for seating in seatings(rules):
        seeds = [seed_of_game(seed_of_game(SEED, number), seat) >> 1 for seat in range(rules.players)]
        players = [_player((level, below)[which], seed, rules) for which, seed in zip(seating, seeds, strict=True)]
        position = deal_by_seed(rules, number % rules.players, seed_of_game(SEED, number))
        _play(position, players)
        winners = position.outcome.winners if position.outcome else ()
        found.append((1 - 2 * seating[winners[0]]) if winners else 0)
    return found


def _player(level: str, seed: int, rules: Rules) -> Player:
    if level == "expert" and not searches(level, rules):
        # The part of it that chooses at once, which needs no view.
        return SimplePlayer(seed, tempered(TUNED, TEMPERAMENTS[level]), sees_wins=True)
    return PLAYERS[level].make(seed)


def _play(position: Position, players: Sequence[Player]) -> None:
    rules, core = position.rules, position.core
    log: list[str] = []
    for _ in range(MOST_MOVES):
        if position.is_over:
            break
        turn, player = position.turn, players[position.turn]
        # Where a pass could end the game, the view leaves it out (`without_stalemate`).
        if isinstance(player, SimplePlayer) and not rules.pass_:
            code = player.move_in(core, rules, partial(legal_moves, core))
        else:
            code = encode(player.choose(position.view(turn), log, NO_CLOCK), rules.payoff_piles)
        if any(not isinstance(each, SimplePlayer) for each in players):
            log.append(f"{turn} {_text(position, code)}")
        apply(core, code)


def _text(position: Position, code: int) -> str:
    return str(next(move for move in position.legal_moves if encode(move, position.rules.payoff_piles) == code))


def read() -> list[Rung]:
    """Return what has been played."""
    return [Rung(**rung) for rung in json.loads(FILE.read_text(encoding="utf-8"))] if FILE.exists() else []


def write(rungs: Sequence[Rung]) -> None:
    """Keep what has been played, a line for each pair."""
    lines = ",\n".join(json.dumps(asdict(rung)) for rung in rungs)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


def table(rungs: Sequence[Rung]) -> Iterator[str]:
    """Yield the lines of the table: a row for each version, a column for each pair."""
    pairs = list(pairwise(LADDER))
    yield "| version | " + " | ".join(f"`{level}` – `{below}`" for below, level in pairs) + " |"
    yield "| --- |" + " ---: |" * len(pairs)
    for preset in PRESETS:
        cells = []
        for _below, level in pairs:
            rung = next((each for each in rungs if (each.preset, each.level) == (preset, level)), None)
            cells.append(_cell(rung) if rung is not None and rung.deals else "")
        yield f"| `{preset}` | " + " | ".join(cells) + " |"


def _cell(rung: Rung) -> str:
    share = rung.share
    return (
        f"{rung.won}–{rung.lost}–{rung.drawn}, {100 * share.value:.0f} % ({100 * share.low:.0f}–{100 * share.high:.0f})"
    )


def written(page: str, rungs: Sequence[Rung]) -> str:
    """Return the page with the table between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{chr(10).join(table(rungs))}\n\n{END}{after}"


@click.command(help=__doc__)
@click.option("--games", type=click.IntRange(0), default=1000, show_default=True, help="Of each pair and version.")
@click.option("--searched", type=click.IntRange(0), default=40, show_default=True, help="Of those with a search.")
@click.option("--preset", "presets", multiple=True, type=click.Choice([*PRESETS]), help="Only these.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
def ladder(games: int, searched: int, presets: tuple[str, ...], processes: int) -> None:
    """Play what is missing, quick games first, and write the table."""
    pool, rungs = Here() if processes == 1 else Processes(processes), read()
    wanted = [(preset, level, below) for preset in presets or PRESETS for below, level in pairwise(LADDER)]
    for preset, level, below in sorted(wanted, key=lambda each: searches(each[1], preset_rules(each[0]))):
        rules = preset_rules(preset)
        rung = next((each for each in rungs if (each.preset, each.level) == (preset, level)), None)
        deals = (searched if searches(level, rules) else games) // len(seatings(rules))
        if rung is None:
            rung = Rung(preset, level, below)
            rungs += [rung] if deals else []
        for results in pool.map(partial(one_deal, preset, level, below), range(rung.deals, deals)):
            rung.add(results)
            write(rungs)
        if rung.deals:
            click.echo(f"{preset}: {level} {_cell(rung)}")
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), rungs), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    ladder()
