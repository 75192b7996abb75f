"""Measure hints of patience: ``.venv/bin/python -m benchmarks.hints``; the figures are written beside it.

Deals are those of the numbers 0, 1, 2, …, whether they can be won or not. Each is played wholly by hints, which know
what the player has seen; beside it stands how often it is won by sensible play at random (`difficulty`).
"""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Final

import click

from spite_and_malice.patience import PRESETS, deal_number, hint, preset_rules
from spite_and_malice.patience.difficulty import blind_share
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience import Deal, Played

RESULTS: Final = Path(__file__).with_suffix(".md")
MOST_MOVES: Final = 600


@click.command()
@click.option("--deals", default=200, show_default=True, help="How many deals of each preset are played.")
@click.option("--worlds", default=8, show_default=True, help="How many worlds a hint looks at; the table's: 24.")
@click.option("--processes", default=2, show_default=True, help="How many deals are played at a time.")
def main(deals: int, worlds: int, processes: int) -> None:
    """Measure, print and write the results."""
    lines = [
        "# Patience played by hints alone",
        "",
        f"Written by `.venv/bin/python -m benchmarks.hints`, with {worlds} worlds a hint (the table's: 24).",
        "",
    ]
    for preset in PRESETS:
        with ProcessPoolExecutor(processes) as pool:
            played = list(pool.map(play, repeat(preset), range(deals), repeat(worlds)))
        lines.append(told(preset, played))
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text, end="")


def play(preset: str, number: int, worlds: int) -> tuple[bool, int, float, float]:
    """Play a deal by hints: whether it is won, in how many moves and seconds; and the share that blind play wins."""
    played, chance = Played(preset_rules(preset), Deal(number, "number")), SeededChance(number)
    began, moves = time.process_time(), 0
    while not played.game.is_over and moves < MOST_MOVES:
        backwards = played.backwards()
        advice = hint(played.game.view(), chance, worlds, played.known, backwards)
        # Where no world is won and every move has been made before, nothing more comes of it.
        if advice.winnable == 0 and min((backwards.get(move, 0) for move in played.game.view().legal), default=0) >= 2:
            break
        played.act(str(advice.move), 0)
        moves += 1
    seconds = time.process_time() - began
    below = Random(number).randrange
    return played.game.is_won, moves, seconds, blind_share(deal_number(preset_rules(preset), number), below)


def told(preset: str, played: list[tuple[bool, int, float, float]]) -> str:
    """The shares as a line of a list."""
    deals = len(played)
    won = [moves for is_won, moves, _seconds, _blind in played if is_won]
    share = len(won) / deals
    spread = 1.96 * (share * (1 - share) / deals) ** 0.5
    low, high = max(0.0, share - spread), min(1.0, share + spread)
    blind = statistics.mean(each for _won, _moves, _seconds, each in played)
    seconds = statistics.mean(each for _won, _moves, each, _blind in played)
    return (
        f"- {PRESETS[preset].name}: {len(won)} of {deals} deals won by hints alone, {share:.0%} (of all {low:.0%} to "
        f"{high:.0%}, 95 %), {f'in a median of {statistics.median(won):.0f} moves, ' if won else ''}{seconds:.1f} s of "
        f"thought a deal; blind play wins {blind:.0%} of its games with the same deals"
    )


if __name__ == "__main__":
    main()
