"""Play the computer levels against each other, and write their places on the scale of ratings.

    .venv/bin/python -m tools.anchors --games 200 --minutes 4 --processes 2

Every two of the levels that are neighbours or next to neighbours meet in one version of each family, every deal from
both seats, until so many games are played, or so many minutes are up and ten deals are played. Bradley and Terry's
model turns the results into strengths; `club` is placed where people begin. The output in
src/spite_and_malice/server/rating/anchors.json has for each family the version, and for each level its rating, its
doubt (a standard deviation, from resampling whole deals) and the number of games behind it (docs/ratings.md).
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click

from spite_and_malice.analysis.arena import Plan, run
from spite_and_malice.analysis.pools import Here, Pool, Processes
from spite_and_malice.analysis.ratings import FEWEST_DEALS, Z_95, Block, elo
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import preset_rules
from spite_and_malice.server.rating import MIDDLE, of_elo

FILE: Final = Path(__file__).parent.parent / "src/spite_and_malice/server/rating/anchors.json"
_NAMES: Final = [level.id for level in LEVELS]
VERSIONS: Final = {"classic": "standard", "book": "book", "goal": "goal-26", "numbers": "skip-bo"}
_IN_THE_MIDDLE: Final = "club"
_APART: Final = 2
"""Levels that are further apart tell little: one of them wins nearly always."""
_LEAST_DEALS: Final = FEWEST_DEALS // 2
"""The minimum for each pair, however long that takes: each level meets at least two others."""


@click.command()
@click.option("--games", type=click.IntRange(40), default=200, show_default=True, help="Of each pair, at most.")
@click.option("--minutes", type=float, default=4.0, show_default=True, help="For each pair, once it has met enough.")
@click.option("--seconds", type=float, default=0.3, show_default=True, help="Of a core, for a move.")
@click.option("--seed", type=int, default=2026, show_default=True)
@click.option("--family", "families", multiple=True, type=click.Choice([*VERSIONS]), help="Only these again.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="Games at a time.")
def anchors(games: int, minutes: float, seconds: float, seed: int, families: tuple[str, ...], processes: int) -> None:
    """Play the levels against each other, and write their ratings."""
    pool = Here() if processes == 1 else Processes(processes)
    written: dict[str, Any] = json.loads(FILE.read_text()) if FILE.exists() else {}
    for family in families or VERSIONS:
        found = _family(VERSIONS[family], games, minutes, seconds, seed, pool)
        plan = {"preset": VERSIONS[family], "seed": seed, "seconds": seconds}
        written[family] = {"played": datetime.now(UTC).date().isoformat(), **plan, "levels": found}
        FILE.write_text(json.dumps(written, indent=1) + "\n")
        click.echo(f"{family}: {found}")


def _family(
    preset: str, games: int, minutes: float, seconds: float, seed: int, pool: Pool
) -> dict[str, dict[str, float]]:
    blocks: list[Block] = []
    for first in range(len(_NAMES)):
        for second in range(first + 1, min(first + _APART + 1, len(_NAMES))):
            pair = (_NAMES[first], _NAMES[second])
            plan = Plan(preset_rules(preset, 2), pair, games // 2, seed, seconds, "cpu")
            blocks += [Block(first, second, won, 2) for won in _deals(plan, minutes, pool)]
    ratings = elo(blocks, len(_NAMES))
    middle = ratings[_NAMES.index(_IN_THE_MIDDLE)].value
    found = {}
    for level, rating in enumerate(ratings):
        if rating.low is None or rating.high is None:
            raise click.ClickException(f"{_NAMES[level]} has met too few in {preset}: give them more minutes.")
        found[_NAMES[level]] = {
            "mu": round(MIDDLE + of_elo(rating.value - middle), 2),
            "sigma": round(of_elo(rating.high - rating.low) / (2 * Z_95), 2),
            "games": sum(block.games for block in blocks if level in (block.first, block.second)),
        }
    return found


def _deals(plan: Plan, minutes: float, pool: Pool) -> list[float]:
    """Return the first player's score in the games of each deal that was played from both seats."""
    won: dict[int, list[float]] = {}
    end = time.monotonic() + 60 * minutes
    with closing(run(plan, pool=pool)) as games:
        for game in games:
            sides = {game.seats[seat] for seat in game.winners}
            won.setdefault(game.deal, []).append(float(0 in sides) if len(sides) == 1 else 0.5)
            if time.monotonic() > end and sum(len(each) == len(plan.seatings) for each in won.values()) > _LEAST_DEALS:
                break
    return [sum(each) for each in won.values() if len(each) == len(plan.seatings)]


if __name__ == "__main__":
    anchors()
