"""Measure everything and write benchmarks/results.md: ``.venv/bin/python -m benchmarks.run``.

Speeds depend on the machine, so they are also given as ratios to references timed in the same run: a plain Python loop,
a program written by hand in C, and a server that only passes moves on.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from benchmarks.crashes import crash
from benchmarks.frames import measure as measure_frames
from benchmarks.hostile import attack
from benchmarks.load import Relay, closed_loop, flooded, paced
from benchmarks.page import measure as measure_page
from benchmarks.relay import measure as measure_relay
from spite_and_malice.analysis.bench import measure as measure_speed
from spite_and_malice.analysis.simulate import RANDOM_POLICIES, simulate
from spite_and_malice.engine import Position
from spite_and_malice.engine.conformance import perft, run_file
from spite_and_malice.engine.core import IS_NATIVE
from spite_and_malice.rules import preset_rules

ROOT = Path(__file__).resolve().parents[1]
RESULTS = Path(__file__).with_name("results.md")
VECTORS = ROOT / "tests" / "conformance" / "vectors.jsonl"

REFERENCE_ROUNDS = 1_000_000
QUICK = 0.03
SIMULATED = (
    ("standard", 2, "uniform", 100),
    ("standard", 2, "eager", 100),
    ("standard", 2, "greedy", 20),
    ("standard", 2, "planner", 5),
    ("skip-bo", 4, "eager", 100),
    ("book", 2, "eager", 100),
)


@dataclass(frozen=True)
class Figure:
    """One line of the results."""

    what: str
    value: str
    target: str = ""
    ratio: str = ""


def main() -> None:
    """Measure, print and write the results."""
    others = os.getloadavg()[0]
    figures = [
        *engine_figures(),
        *start_figures(),
        *latency_figures(),
        *load_figures(),
        *robustness_figures(),
        *page_figures(),
        *frames_figures(),
    ]
    text = report(figures, others)
    RESULTS.write_text(text, encoding="utf-8")
    print(text, end="")


def reference_speed() -> float:
    """Return the rounds per second of a plain loop of integer arithmetic: the median of five."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        total = 0
        for number in range(REFERENCE_ROUNDS):
            total = (total + number * number) & 0xFFFF
        times.append(time.perf_counter() - started)
    return REFERENCE_ROUNDS / statistics.median(times)


def engine_figures() -> list[Figure]:
    """Moves per second of whole games, the core's speed, perft, and the conformance vectors."""
    reference = reference_speed()
    figures = [Figure("reference loop", f"{reference / 1e6:.1f} M rounds/s")]
    for preset, players, policy, fewest in SIMULATED:
        games = fewest * 100 if IS_NATIVE and policy in RANDOM_POLICIES else fewest
        speed = simulate(preset_rules(preset, players), games, policy, seed=1)
        what = f"`{preset}`, {players} players, {policy}: {games} games"
        figures.append(engine_figure(what, speed.moves / speed.seconds, reference))
    figures.extend(speed_figures())
    nodes, taken = count_perft()
    figures.append(engine_figure(f"perft of {nodes:,} sequences", nodes / taken, reference))
    started = time.perf_counter()
    passed = sum(not failures for _, failures in run_file(VECTORS))
    figures.append(Figure(f"{passed} conformance vectors", f"{time.perf_counter() - started:.2f} s"))
    return figures


def speed_figures() -> list[Figure]:
    """The measurements of `spite bench`: the core against a hand-written C program, and its interfaces."""
    speed = measure_speed()
    share = f"{speed.share_of_c:.1%} of the C program" if speed.share_of_c else ""
    slowest = speed.presets[speed.slowest]
    return [
        Figure("`standard`, eager, written by hand in C", f"{speed.c_program or 0:,.0f} moves/s"),
        Figure("`standard`, eager, the core in the same games", f"{speed.standard:,.0f} moves/s", "60 %", share),
        Figure("`standard`, eager, the core not compiled", f"{speed.uncompiled:,.0f} moves/s", "120,000"),
        Figure("from Python, move by move, by number", f"{speed.by_number:,.0f} moves/s", "1,500,000"),
        Figure("from Python, with `Position` and `Move`", f"{speed.by_move:,.0f} moves/s", "150,000"),
        Figure("cloning a position, called from Python", f"{speed.clone:,.0f} ns", "50 ns"),
        Figure("copying a position inside the core", f"{speed.copy:,.0f} ns", "50 ns"),
        Figure(
            f"the slowest preset, `{speed.slowest}`",
            f"{slowest:,.0f} moves/s",
            "25 %",
            f"{slowest / speed.presets['standard']:.0%} of `standard`",
        ),
    ]


def engine_figure(what: str, per_second: float, reference: float) -> Figure:
    """Return a speed with how many rounds of the reference loop a move takes."""
    return Figure(what, f"{per_second:,.0f} moves/s", ratio=f"{reference / per_second:,.1f} rounds a move")


def count_perft() -> tuple[int, float]:
    """Run the largest conformance perfts, deeper where the core is compiled; return the sequences and the seconds."""
    vectors = map(json.loads, VECTORS.read_text(encoding="utf-8").splitlines())
    counts = sorted((vector for vector in vectors if "perft" in vector), key=itemgetter("perft"))[-5:]
    positions = [(Position.from_json(vector["position"]), vector["depth"] + 3 * IS_NATIVE) for vector in counts]
    started = time.perf_counter()
    nodes = sum(perft(position, depth) for position, depth in positions)
    return nodes, time.perf_counter() - started


def start_figures() -> list[Figure]:
    """How soon a command answers, and how soon `play.py` serves when everything is set up."""
    command = statistics.median(seconds(["-m", "spite_and_malice", "rules", "book"]) for _ in range(5))
    with tempfile.TemporaryDirectory() as data:
        options = ["--no-browser", "--port", "0", "--data", f"{data}/games.sqlite3"]
        served = statistics.median(seconds([str(ROOT / "play.py"), *options], until_line=True) for _ in range(5))
    return [
        Figure("`spite rules book`", f"{command:.2f} s"),
        Figure("second start of `play.py`, until it serves", f"{served:.2f} s", "2 s"),
    ]


def seconds(arguments: list[str], until_line: bool = False) -> float:
    """Return how long Python runs with these arguments, or how long until it prints its first line."""
    started = time.perf_counter()
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        if until_line:
            process.stdout.readline()
            taken = time.perf_counter() - started
            process.terminate()
            return taken
        process.stdout.read()
        process.wait()
    return time.perf_counter() - started


def latency_figures() -> list[Figure]:
    """One game of two quick people on an otherwise idle server."""
    return latencies("one game", paced(games=1, pace=QUICK), ("", "50 ms"))


def load_figures() -> list[Figure]:
    """Two people at each of many tables: from the mover's send to the opponent's receipt, and the cost of a move."""
    relay, fast, bare, flood = paced(), closed_loop(), measure_relay(), flooded()
    cut = f"{flood.floods} pages, each cut after {flood.cut_after * 1000:,.0f} ms"
    return [
        *latencies(f"{relay.games} games at a move a second", relay, ("2 ms", "30 ms")),
        Figure(
            f"{fast.games} games as fast as can be, by the server's processor time",
            f"{fast.per_cpu_second:,.0f} moves/s",
            "8,000",
            f"{fast.per_cpu_second / bare:.0%} of a bare relay",
        ),
        Figure("a relay of the same stack that only passes moves on, likewise", f"{bare:,.0f} moves/s"),
        *latencies(f"{flood.quiet.games} games, before a flood", flood.quiet),
        *latencies(f"{flood.flooded.games} games, during a flood", flood.flooded, note=cut),
    ]


def latencies(what: str, relay: Relay, targets: tuple[str, str] = ("", ""), note: str = "") -> list[Figure]:
    """Return how soon the opponent had a move."""
    return [
        Figure(f"{what}: move to opponent, median", f"{relay.median * 1000:.2f} ms", targets[0], note),
        Figure(f"{what}: move to opponent, 99th percentile", f"{relay.p99 * 1000:.1f} ms", targets[1]),
    ]


def robustness_figures() -> list[Figure]:
    """The losses when the server is killed under load, and the effects of hostile messages."""
    crashes, hostile = crash(), attack()
    return [
        Figure(
            f"{crashes.kills} × kill -9 under load: of {crashes.acknowledged:,} acknowledged moves lost",
            f"{crashes.lost}",
            "0",
            f"{crashes.stuck} tables stuck, {crashes.faulty} of {crashes.finished} records faulty",
        ),
        Figure(
            f"{hostile.messages:,} hostile messages: unanswered",
            f"{hostile.unanswered}",
            "0",
            f"{hostile.failed} failures of the server, {hostile.held_up} games held up",
        ),
    ]


def page_figures() -> list[Figure]:
    """The weight of the table page and its first card."""
    page = measure_page()
    return [
        Figure("table page over the wire", f"{page.all_bytes / 1000:.0f} KB in {page.requests} requests", "150 KB"),
        Figure("script before the first card", f"{page.script_before_first_card / 1000:.1f} KB", "70 KB"),
        Figure("hosts asked", f"{len(page.hosts)}", "1"),
        Figure("first card on the table, median", f"{page.median_first_card:.2f} s", "1 s"),
        Figure("first card on the table, worst of five", f"{page.worst_first_card:.2f} s"),
    ]


def frames_figures() -> list[Figure]:
    """How smoothly the table moves with eight seats, and how soon it answers."""
    frames = measure_frames()
    return [
        Figure(
            "dragging, eight seats",
            f"{frames.dragging.per_second:.0f} frames/s",
            "60",
            f"{frames.dragging.late:.0%} late",
        ),
        Figure(
            "dealing, eight seats", f"{frames.dealing.per_second:.0f} frames/s", "60", f"{frames.dealing.late:.0%} late"
        ),
        *(
            Figure(f"slowest tap {kind}{where}", f"{seconds * 1000:.0f} ms", "100 ms")
            for taps, where in ((frames.taps, ""), (frames.taps_slowed, ", processor four times slower"))
            for kind, seconds in taps.items()
        ),
    ]


def report(figures: list[Figure], others: float) -> str:
    """Return the results as a page of Markdown."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    rows = [f"| {figure.what} | {figure.value} | {figure.target} | {figure.ratio} |" for figure in figures]
    return "\n".join(
        [
            "# Benchmarks",
            "",
            "Written by `.venv/bin/python -m benchmarks.run`. Parts are commands of their own: `spite bench` (the",
            "core), `.venv/bin/python -m benchmarks.load` (many tables, floods), `benchmarks.crashes` (kill -9; two",
            "processes on PostgreSQL where SPITE_DATABASE and SPITE_REDIS name one and a Redis), `benchmarks.hostile`",
            "(messages that no honest page sends), `benchmarks.relay` (what a move costs a server that only passes it",
            "on), `benchmarks.research` (what programs learn on), `benchmarks.page` and `benchmarks.frames`. What",
            "hidden cards are worth to a player is a study of its own: [knowledge.md](knowledge.md).",
            "",
            f"- commit {commit.stdout.strip() or 'unknown'}, {time.strftime('%Y-%m-%d', time.gmtime())}",
            f"- {processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
            f"- {others:.1f} other programs running when it began (the load average); figures want 0",
            f"- {platform.python_implementation()} {platform.python_version()}; the engine's core {core_kind()}",
            "",
            "| what | figure | target | against the reference |",
            "| --- | ---: | ---: | ---: |",
            *rows,
            "",
        ]
    )


def processor() -> str:
    """Return the processor's name if the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else "unknown processor"


def core_kind() -> str:
    """Say how the engine's core runs."""
    return "compiled" if IS_NATIVE else "not compiled"


if __name__ == "__main__":
    main()
