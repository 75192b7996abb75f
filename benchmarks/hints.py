"""Measure hints of patience: ``.venv/bin/python -m benchmarks.hints [PRESETS]``; the figures are written beside it.

The deals are those with the numbers 0, 1, 2, …, winnable or not. Each is played entirely by hints, which know what the
player has seen, until it is won or no hint makes progress; next to it is how often sensible random play wins it
(`difficulty`).
"""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import click

from spite_and_malice.patience import PRESETS, deal_number, hint, preset_rules, solve
from spite_and_malice.patience.difficulty import blind_share
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience import Deal, Played

RESULTS: Final = Path(__file__).with_suffix(".md")

_POSITIONS: Final = 1 << 18
_KLONDIKE: Final = ("klondike-1", "klondike-3")


class Outcome(NamedTuple):
    """The result of a game by hints, and other data about its deal."""

    is_won: bool
    moves: int
    seconds: float
    is_winnable: bool
    """Whether it is proved that somebody who sees every card wins."""
    blind: float
    """The share of games that blind play wins."""


@click.command()
@click.argument("presets", nargs=-1, type=click.Choice(tuple(PRESETS)))
@click.option("--deals", default=200, show_default=True, help="How many deals of each preset are played.")
@click.option("--worlds", default=8, show_default=True, help="How many worlds a hint looks at; the table's: 24.")
@click.option("--processes", default=2, show_default=True, help="How many deals are played at a time.")
def main(presets: tuple[str, ...], deals: int, worlds: int, processes: int) -> None:
    """Measure, print and write the results, of Klondike if no presets are named."""
    lines = [
        "# Patience played by hints alone",
        "",
        f"Written by `.venv/bin/python -m benchmarks.hints`, with {worlds} worlds a hint (the table's: 24).",
        "",
    ]
    for preset in presets or _KLONDIKE:
        with ProcessPoolExecutor(processes) as pool:
            played = list(pool.map(play, repeat(preset), range(deals), repeat(worlds)))
        lines.append(told(preset, played))
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text, end="")


def play(preset: str, number: int, worlds: int) -> Outcome:
    """Play a deal by hints until it is won, or none makes progress."""
    played, chance = Played(preset_rules(preset), Deal(number, "number")), SeededChance(number)
    began = time.process_time()
    while not played.game.is_over:
        played.advised = played.advised or hint(played.game.view(), chance, worlds, played.known)
        if not played.advised.line:
            break
        played.act(str(played.advised.move), 0)
    seconds = time.process_time() - began
    deal = deal_number(preset_rules(preset), number)
    return Outcome(
        played.game.is_won,
        len(played.game.moves),
        seconds,
        solve(deal, None, _POSITIONS).verdict == "won",
        blind_share(deal, Random(number).randrange),
    )


def told(preset: str, outcomes: list[Outcome]) -> str:
    """The shares as a line of a list."""
    deals = len(outcomes)
    won = [outcome.moves for outcome in outcomes if outcome.is_won]
    share = len(won) / deals
    spread = 1.96 * (share * (1 - share) / deals) ** 0.5
    low, high = max(0.0, share - spread), min(1.0, share + spread)
    winnable = sum(outcome.is_winnable for outcome in outcomes)
    blind = statistics.mean(outcome.blind for outcome in outcomes)
    seconds = statistics.mean(outcome.seconds for outcome in outcomes)
    return (
        f"- {PRESETS[preset].name}: {len(won)} of {deals} deals won by hints alone, {share:.0%} (of all {low:.0%} to "
        f"{high:.0%}, 95 %), {f'in a median of {statistics.median(won):.0f} moves, ' if won else ''}{seconds:.1f} s of "
        f"thought a deal; the longest game came to its end after {max(outcome.moves for outcome in outcomes)} moves. "
        f"Whoever saw every card would win {winnable}; blind play wins {blind:.0%} of its games with the same deals"
    )


if __name__ == "__main__":
    main()
