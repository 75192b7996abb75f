"""Compare the solvers of patience with a search that leaves out nothing: ``python -m benchmarks.patience_soundness``.

For every preset, remainders of random deals after random moves, of different lengths. A plain search goes through
everything reachable from them, move by move; the solver must agree with its verdicts or give none, and each win is
played. Any contradiction ends the run with the position. The figures are written beside this file.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

import click

from spite_and_malice.patience import PRESETS, Position, Rules, deal_number, preset_rules, solve
from tests.patience.exhaustive import verdict

RESULTS = Path(__file__).with_suffix(".md")
MOST_PLAIN = 800
"""The most positions of the plain search: larger remainders are left out."""
MOST_POSITIONS = 20_000
LONGEST = 300
"""Random moves before a remainder, at most."""


@click.command()
@click.option("--remainders", default=1000, show_default=True, help="How many of each preset are looked at.")
@click.option("--seed", default=1, show_default=True, help="Where chance begins.")
@click.argument("presets", nargs=-1)
def main(remainders: int, seed: int, presets: tuple[str, ...]) -> None:
    """Compare, print and write the results."""
    lines = [
        "# Soundness of the solvers of patience",
        "",
        f"Written by `.venv/bin/python -m benchmarks.patience_soundness`: {remainders:,} remainders of each preset. "
        f"*Settled* are those of which no more than {MOST_PLAIN} positions can be reached, or that a plain search of "
        "that many wins; in all of them the solver found the same, or, where it is *open*, nothing. No other finding "
        "was made.",
        "",
        "| preset | settled | won | lost | open | s |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    total: Counter[str] = Counter()
    for preset in presets or PRESETS:
        began = time.process_time()
        found = compare(preset_rules(preset), Random(f"{preset} {seed}"), remainders)
        total += found
        lines.append(f"{row(f'`{preset}`', found)} {time.process_time() - began:.0f} |")
        print(lines[-1], flush=True)
        RESULTS.write_text("\n".join([*lines, f"{row('all', total)} |"]) + "\n", encoding="utf-8")


def row(name: str, found: Counter[str]) -> str:
    """The figures of a row of the table."""
    return f"| {name} | {found['won'] + found['lost']:,} | {found['won']:,} | {found['lost']:,} | {found['open']:,} |"


def compare(rules: Rules, chance: Random, remainders: int) -> Counter[str]:
    """Let both searches settle remainders; the verdicts, and how often the solver had none."""
    found: Counter[str] = Counter()
    for _ in range(remainders):
        position = remainder(rules, chance)
        true = verdict(position, MOST_PLAIN)
        if true is None:
            continue
        solution = solve(position, None, MOST_POSITIONS)
        assert solution.verdict in (true, "unknown"), f"{solution.verdict} instead of {true}: {position.to_json()}"
        for move in solution.moves:
            position.play(move)
        assert position.is_won == (solution.verdict == "won"), f"no win: {position.to_json()}"
        found[true] += 1
        found["open"] += solution.verdict == "unknown"
    return found


def remainder(rules: Rules, chance: Random) -> Position:
    """A deal after random moves, of which more than a fair share take cards home."""
    position = deal_number(rules, chance.randrange(2**50))
    for _ in range(chance.randrange(LONGEST)):
        legal = position.legal_moves
        if not legal:
            break
        lively = [move for move in legal if move.target]
        onward = [move for move in lively if move.target in ("F", "X", "W")]
        position.play(chance.choice(chance.choice([legal, lively or legal, onward or lively or legal])))
    return position


if __name__ == "__main__":
    main()
