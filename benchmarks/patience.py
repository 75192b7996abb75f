"""Measure Klondike: ``.venv/bin/python -m benchmarks.patience``; the figures are written beside this file.

The deals are those with the numbers 0, 1, 2, …; seconds are processor time on one core. With ``--rival PYTHON`` another
solver, `pyksolve`, solves the first of the same deals in the same run: PYTHON is an interpreter that has it installed.
It is asked for any solution, not a short one, and allowed 50,000 states.
"""

from __future__ import annotations

import json
import platform
import resource
import statistics
import subprocess
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from random import Random

import click

from spite_and_malice.patience import KLONDIKE, Position, deal_number, preset_rules, solve
from spite_and_malice.patience.core import IS_NATIVE, Solver, codes

RESULTS = Path(__file__).with_suffix(".md")
LIMIT = 1.0
RANDOM_MOVES = 3_000_000
MOST_PLAIN = 1 << 18

RIVAL = """
import json, sys, time
from pyksolve.solver import Solitaire, SolveResult
for line in sys.stdin:
    draw, deck = json.loads(line)
    game = Solitaire()
    game.draw_count = draw
    game.load_solitaire(deck)
    game.reset_game()
    began = time.process_time()
    result = game.solve_fast(max_closed_count=50_000)
    print(json.dumps([result.name, time.process_time() - began]), flush=True)
"""


@dataclass
class Solved:
    """The results for the deals of one preset, with the seconds of each."""

    verdicts: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)


@click.command()
@click.option("--deals", default=1000, show_default=True, help="How many deals of each preset are solved.")
@click.option("--processes", default=1, show_default=True, help="How many deals are solved at a time.")
@click.option("--remainders", default=200, show_default=True, help="How many remainders of lost deals are looked at.")
@click.option("--rival", metavar="PYTHON", help="A Python that has pyksolve.")
@click.option("--rival-deals", default=100, show_default=True, help="How many of them the rival is given.")
def main(deals: int, processes: int, remainders: int, rival: str | None, rival_deals: int) -> None:
    """Measure, print and write the results."""
    lines = [
        "# Patience",
        "",
        "Written by `.venv/bin/python -m benchmarks.patience`.",
        "",
        f"- {platform.machine()}, CPython {platform.python_version()}; the core {'' if IS_NATIVE else 'not '}compiled",
        f"- random play in the core: {random_speed():,.0f} moves/s",
    ]
    # The solver processes come first: later ones, the rival's, must not count.
    solved_of = {preset: solve_all(preset, deals, processes) for preset in KLONDIKE}
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    for preset, solved in solved_of.items():
        lines += ["", f"## {KLONDIKE[preset].name}", "", *report(solved), *confirmed(preset, solved, remainders)]
        if rival:
            lines += compare(rival, preset, solved.verdicts[:rival_deals])
    lines += ["", f"No process that solved took more than {peak:,.0f} MB of memory."]
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text, end="")


def random_speed() -> float:
    """Moves per second of uniform random play inside the core, from new deals of turn 3."""
    made = 0
    began = time.process_time()
    seed = 0
    while made < RANDOM_MOVES:
        made += deal_number(preset_rules("klondike-3"), seed).layout.random_play(seed, 10_000)
        seed += 1
    return made / (time.process_time() - began)


def solve_one(preset: str, number: int) -> tuple[str, float, int]:
    """Solve a deal within the limit, and play its win: the verdict, the seconds, the number of moves."""
    position = deal_number(preset_rules(preset), number)
    began = time.process_time()
    solution = solve(position, seconds=LIMIT, clock=time.process_time)
    taken = time.process_time() - began
    for move in solution.moves:
        position.play(move)
    assert position.is_won == (solution.verdict == "won"), f"{preset}, deal {number}: the solution does not win"
    return solution.verdict, taken, len(solution.moves)


def solve_all(preset: str, deals: int, processes: int) -> Solved:
    """Solve deals, each on one core."""
    solved = Solved()
    with ProcessPoolExecutor(processes) as pool:
        found = pool.map(solve_one, repeat(preset), range(deals), chunksize=10)
        for number, (verdict, seconds, length) in enumerate(found):
            solved.verdicts.append(verdict)
            solved.seconds.append(seconds)
            if verdict == "won":
                solved.lengths.append(length)
            elif verdict == "lost":
                solved.lost.append(number)
    return solved


def report(solved: Solved) -> list[str]:
    """The shares and times as lines of a list."""
    deals, counts = len(solved.verdicts), Counter(solved.verdicts)
    ordered = sorted(solved.seconds)
    low, high = counts["won"] / deals, (counts["won"] + counts["unknown"]) / deals
    spread = 1.96 * (high * (1 - low) / deals) ** 0.5
    return [
        f"- {deals:,} deals within {LIMIT:g} s each: {counts['won']} won, {counts['lost']} proved lost, "
        f"{counts['unknown']} undecided: **{1 - counts['unknown'] / deals:.1%} decided**",
        f"- can be won: {low:.1%} to {high:.1%} of these deals, so of all {low - spread:.1%} to {high + spread:.1%} "
        "(95 %)",
        f"- a deal: median {statistics.median(ordered) * 1000:.2f} ms, 90 of 100 within "
        f"{ordered[int(0.9 * deals)] * 1000:.1f} ms, 99 within {ordered[int(0.99 * deals)] * 1000:.0f} ms, "
        f"mean {statistics.mean(ordered) * 1000:.1f} ms",
        f"- a way to win, the first that was found: median {statistics.median(solved.lengths):.0f} moves, draws and "
        "redeals among them",
    ]


def confirmed(preset: str, solved: Solved, remainders: int) -> list[str]:
    """Play on at random in lost deals, and let a search that leaves out no move look for a win from there."""
    chance = Random(preset)
    found: Counter[int] = Counter()
    large = 0
    for i in range(remainders if solved.lost else 0):
        position = deal_number(preset_rules(preset), solved.lost[i % len(solved.lost)])
        play_on(position, chance, chance.choice((40, 70, 100, 150)))
        plain = Solver(position.layout, MOST_PLAIN, [6, 2, 2], True)
        plain.run(1 << 40)
        found[plain.status] += 1
        large += plain.status == codes.LOST and plain.positions > 1000
    assert not found[codes.FOUND], "a deal that was called lost can be won"
    return [
        f"- remainders of lost deals, {sum(found.values())} in all, searched without leaving out a move: "
        f"{found[codes.LOST]} lost ({large} of them with more than 1,000 positions), {found[codes.FULL]} too large"
    ]


def play_on(position: Position, chance: Random, moves: int) -> None:
    """Make random moves, of which more than a fair share take cards off the piles and the waste."""
    for _ in range(moves):
        legal = position.legal_moves
        if not legal:
            return
        onward = [move for move in legal if move.target == "F" or move.source == "W"]
        within = [move for move in legal if move.source.startswith("T")]
        position.play(chance.choice(chance.choice([onward or legal, onward or legal, within or legal, legal])))


def compare(rival: str, preset: str, verdicts: list[str]) -> list[str]:
    """Let the rival solve the first deals, and compare its results with ours."""
    draw = preset_rules(preset).draw
    given = "".join(json.dumps([draw, rival_deck(preset, number)]) + "\n" for number in range(len(verdicts)))
    done = subprocess.run([rival, "-c", RIVAL], input=given, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    won = ["Solved" in name for name, _seconds in answers]
    lost = [name == "Impossible" for name, _seconds in answers]
    for number, verdict in enumerate(verdicts):
        assert not (won[number] and verdict == "lost"), f"{preset}, deal {number}: the rival wins what was called lost"
        assert not (lost[number] and verdict == "won"), f"{preset}, deal {number}: the rival calls lost what was won"
    seconds = statistics.mean(seconds for _name, seconds in answers)
    ours = 1 - verdicts.count("unknown") / len(verdicts)
    return [
        f"- `pyksolve` with the first {len(verdicts)} of them: {sum(won)} won, {sum(lost)} proved lost, "
        f"{(sum(won) + sum(lost)) / len(verdicts):.0%} decided, {seconds * 1000:.0f} ms a deal; here {ours:.0%} decided"
    ]


def rival_deck(preset: str, number: int) -> str:
    """A deal in the rival's format: rank and suit of every card as digits, in the order of dealing."""
    data = deal_number(preset_rules(preset), number).to_json()
    piles = [pile["down"] + pile["up"] for pile in data["tableau"]]
    cards = [piles[pile][row] for row in range(7) for pile in range(row, 7)] + data["stock"]
    return "".join(f"{'A23456789TJQK'.index(card[0]) + 1:02}{'cdhs'.index(card[1]) + 1}" for card in cards)


if __name__ == "__main__":
    main()
