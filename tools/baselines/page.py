"""The page and the curves of the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Final

from spite_and_malice.analysis.ratings import wilson
from tools.baselines.playing import GAMES, KNOWN, THINKERS, Tally
from tools.baselines.results import Results, Run

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/baselines.md"
CURVES: Final = ROOT / "docs/baselines.svg"
BEGIN: Final = "<!-- Written by `python -m tools.baselines`. -->\n"
END: Final = "<!-- So far. -->\n"
STUDENT: Final = {2: 12.71, 3: 4.303, 4: 3.182, 5: 2.776}
"""How many standard errors a 95 % interval of a mean reaches, by the number of values (Student's t)."""
NAMES: Final = {"ppo": "PPO", "dqn": "DQN", "nfsp": "NFSP"}
COLOURS: Final = {"ppo": "#0b6e4f", "dqn": "#b3541e", "nfsp": "#4059ad"}
"""All three at least 4.5 to 1 on white; the lines differ in their dashes too."""
DASHES: Final = {"ppo": "", "dqn": "7 3", "nfsp": "2 3"}


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and the half-width of its 95 % interval, which is 0 for a single value."""
    middle = sum(values) / len(values)
    if len(values) < 2:
        return middle, 0.0
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    return middle, STUDENT[len(values)] * spread / sqrt(len(values))


def _games(tally: Tally) -> str:
    interval = wilson(tally.won + tally.drawn / 2, tally.games)
    return (
        f"{tally.won}–{tally.lost}–{tally.drawn}, {100 * tally.points:.0f} ({100 * interval.low:.0f}–"
        f"{100 * interval.high:.0f})"
    )


def _seeds(number: int) -> str:
    return f"{number} seeds" if number > 1 else "one seed"


def _share(runs: Sequence[Run], known: str) -> str:
    """For several seeds their mean, for one seed its games."""
    if len(runs) == 1:
        return _games(runs[0].points[-1].found[known])
    middle, reach = mean([100 * run.points[-1].found[known].points for run in runs])
    return f"{middle:.0f} ± {reach:.0f}"


def _of(results: Results, game: str, learner: str) -> list[Run]:
    return [run for run in results.runs if (run.game, run.learner) == (game, learner)]


def tables(results: Results) -> Iterator[str]:
    """Yield the lines of the page between its two marks."""
    yield f"{results.machine}.\n"
    yield "Points of 100 games (a draw is half a point), each seat half of them:\n"
    yield "| game | player | against `eager` | against `club` |"
    yield "| --- | --- | ---: | ---: |"
    for game in GAMES:
        stands = [each for each in results.stands if each.game == game]
        for player in sorted({each.player for each in stands}, key=(*KNOWN, *THINKERS).index):
            found = {each.known: _games(each.tally) for each in stands if each.player == player}
            yield f"| `{game}` | {player} | {found.get('eager', '')} | {found.get('club', '')} |"
        for learner, name in NAMES.items():
            if runs := _of(results, game, learner):
                yield f"| `{game}` | {name}, {_seeds(len(runs))} | {_share(runs, 'eager')} | {_share(runs, 'club')} |"
    yield ""
    yield "What each learner had for it:\n"
    yield "| game | " + " | ".join(f"moves of {name}" for name in NAMES.values()) + " | processor time a seed |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for game in GAMES:
        learned = [_of(results, game, learner) for learner in NAMES]
        if all(learned):
            moves = " | ".join(f"{sum(run.points[-1].moves for run in runs) // len(runs):,}" for runs in learned)
            yield f"| `{game}` | {moves} | {learned[0][0].points[-1].seconds:g} s |"
    yield ""
    if results.exact:
        yield "Exploitability in `tiny`, in points of a game, 0 being unbeatable:\n"
        yield "| policy | exploitability |"
        yield "| --- | ---: |"
        for name, figure in results.exact.items():
            if name != "looks":
                yield f"| {name.replace('CFR+ ', 'CFR+, rounds: ')} | {figure:.4f} |"
        for learner, name in NAMES.items():
            last = [run.points[-1].exploitability for run in _of(results, "tiny", learner)]
            if found_all := [each for each in last if each is not None]:
                middle, reach = mean(found_all)
                interval = f" ± {reach:.3f}" if len(found_all) > 1 else ""
                yield f"| {name}, {_seeds(len(found_all))} | {middle:.3f}{interval} |"
        yield ""


WIDE: Final = 300
HIGH: Final = 190
LEFT: Final = 46
TOP: Final = 34


def curves(results: Results) -> str:
    """A drawing: for each learned game the points in 100 games against `eager` by training time."""
    games = [game for game in GAMES if any(run.game == game for run in results.runs)]
    width, rows = 3 * WIDE, -(-len(games) // 3)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {rows * HIGH + 34}" width="{width}" '
        f'height="{rows * HIGH + 34}" font-family="system-ui, sans-serif" font-size="12" role="img" '
        'aria-label="What PPO, DQN and NFSP reach by the seconds that they learn">',
        f'<rect width="{width}" height="{rows * HIGH + 34}" fill="#fff"/>',
    ]
    for number, game in enumerate(games):
        parts += _panel(results, game, number % 3 * WIDE, number // 3 * HIGH)
    for number, (learner, name) in enumerate(NAMES.items()):
        x, y = LEFT + number * 110, rows * HIGH + 16
        parts.append(_line([(x, y), (x + 34, y)], learner))
        parts.append(f'<text x="{x + 42}" y="{y + 4}" fill="#222">{name}</text>')
    legend = "across: seconds learned; mean of the seeds, its 95 % interval shaded if there are two"
    parts.append(f'<text x="{LEFT + 340}" y="{rows * HIGH + 20}" fill="#222">{legend}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(results: Results, game: str, left: int, top: int) -> list[str]:
    curves_of = {learner: _curve(_of(results, game, learner)) for learner in NAMES}
    most = max([second for curve in curves_of.values() for second, *_ in curve])
    inner, tall = WIDE - LEFT - 14, HIGH - TOP - 26
    x0, y0 = left + LEFT, top + TOP + tall

    def at(second: float, value: float) -> tuple[float, float]:
        return x0 + inner * second / most, y0 - tall * min(max(value, 0), 100) / 100

    parts = [f'<text x="{x0}" y="{top + 20}" fill="#222" font-weight="600">{game}: points against eager</text>']
    for share in (0, 0.5, 1):
        y, x = y0 - tall * share, x0 + inner * share
        parts.append(f'<path d="M{x0} {y:.1f}H{x0 + inner}" stroke="#ccc"/>')
        parts.append(f'<text x="{x0 - 6}" y="{y + 4:.1f}" fill="#444" text-anchor="end">{100 * share:.0f}</text>')
        parts.append(f'<text x="{x:.1f}" y="{y0 + 16}" fill="#444" text-anchor="middle">{most * share:g}</text>')
    for learner, curve in curves_of.items():
        if curve:
            above = [at(second, value + reach) for second, value, reach in curve]
            below = [at(second, value - reach) for second, value, reach in reversed(curve)]
            area = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*above, *below])
            parts.append(f'<polygon points="{area}" fill="{COLOURS[learner]}" opacity="0.15"/>')
            parts.append(_line([at(second, value) for second, value, _ in curve], learner))
    return parts


def _line(points: Sequence[tuple[float, float]], learner: str) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dashes = f'stroke-width="2" stroke-dasharray="{DASHES[learner]}"'
    return f'<path d="{path}" fill="none" stroke="{COLOURS[learner]}" {dashes}/>'


def _curve(runs: Sequence[Run]) -> list[tuple[float, float, float]]:
    """For each measurement the seconds, the mean of the seeds and the half-width of its interval."""
    found = []
    for looks in zip(*[run.points for run in runs], strict=True):
        found.append((looks[0].seconds, *mean([100 * look.found["eager"].points for look in looks])))
    return found


def write(results: Results) -> None:
    """Write the tables into docs/baselines.md, between its marks, and the curves beside it."""
    CURVES.write_text(curves(results), encoding="utf-8", newline="\n")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page = f"{before}{BEGIN}\n{chr(10).join(tables(results))}\n{END}{after}"
    PAGE.write_text(page, encoding="utf-8", newline="\n")
