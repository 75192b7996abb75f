"""The results of an arena as one self-contained page: tables, plots drawn as SVG, and every game."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from spite_and_malice.analysis.arena import FORFEIT, UNDECIDED, GameRecord, Plan
from spite_and_malice.analysis.standings import PairResult, Share, Standings, shortened

_WIDTH: Final = 640
_ROW: Final = 30
_LEFT: Final = 180
_LONGEST: Final = 24
"""The most letters of a name to the left of a plot."""

_BINS: Final = 24

_STYLE: Final = """
:root { color-scheme: light dark; --text: #222; --ground: #fbfaf7; --line: #bbb; --mark: #2f6f5e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e4da; --ground: #1d1f1e; --line: #666; --mark: #7fc4ae; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
       color: var(--text); background: var(--ground); overflow-wrap: break-word; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.name { display: inline-block; max-width: min(16rem, 30vw); white-space: normal; }
svg { width: 100%; max-width: 40rem; height: auto; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
svg .axis { stroke: var(--line); } svg .mark { stroke: var(--mark); fill: var(--mark); }
a { color: var(--mark); }
"""


def arena_page(
    plan: Plan, games: Sequence[GameRecord], result: Standings, record: Callable[[GameRecord], str] | None = None
) -> str:
    """The page. `record` gives the address of a game's record; without it games have no links."""
    decided = [game for game in games if game.reason not in (FORFEIT, UNDECIDED)]
    parts = [
        _head(plan),
        f"<title>Arena: {escape(', '.join(plan.names))}</title><style>{_STYLE}</style>",
        f"<h1>Arena</h1><p>{len(games)} games of {escape(', '.join(plan.names))}; seed {plan.seed}, "
        f"{plan.seconds:g} s a move by the clock of the {'wall' if plan.clock == 'wall' else 'processor'}. Ended: "
        f"{escape(', '.join(f'{reason} {count}' for reason, count in result.ended.items()))}.</p>",
        "<h2>Who won against whom</h2><p>The share of the decided games that the player of the row won, with the 95 % "
        f"interval.</p>{_cross_table(plan, result)}",
        f"<h2>Elo</h2><p>Mean 0, with 95 % intervals from drawing whole deals again.</p>{_elo(result)}",
        f"<h2>By seat, and by who played first</h2>{_seats(result)}",
        "<h2>Margins</h2><p>Points of the first player less those of the second, game by game.</p>",
        *(_margins(plan, pair, decided) for pair in result.pairs),
        f"<h2>Lengths</h2>{_histogram([len(game.log) for game in games], 'moves')}",
        f"<h2>Time a move</h2><p>Median, and the 99th percentile.</p>{_times(result)}",
        _failures(result),
        f"<h2>Games</h2>{_games(plan, games, record)}",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _head(plan: Plan) -> str:
    """The beginning of a plan's page, which no other page has."""
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        f'<meta name="plan" content="{escape(json.dumps(plan.to_json()))}">'
    )


def is_page_of(plan: Plan, path: Path) -> bool:
    """Say whether a file is a page of this plan, with any number of games. Raises OSError."""
    return path.read_bytes().startswith(_head(plan).encode())


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table whose cells are HTML."""
    lines = ["<div class=wide><table><tr>" + "".join(f"<th>{cell}" for cell in head)]
    lines += ["<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows]
    return "\n".join([*lines, "</table></div>"])


def _name(text: str) -> str:
    """A text that may be long, wrapped so that the figures beside it stay in sight."""
    return f"<span class=name>{escape(text)}</span>"


def _cross_table(plan: Plan, result: Standings) -> str:
    met = {(pair.first, pair.second): pair for pair in result.pairs}

    def cell(row: str, column: str) -> str:
        pair = met.get((row, column)) or met.get((column, row))
        if pair is None or row == column:
            return ""
        share = pair.won_share
        value, low, high = share.value, share.low, share.high
        if pair.first != row:
            value, low, high = 1 - value, 1 - high, 1 - low
        if not pair.wins + pair.losses:
            return "–"
        return f"{value:.0%} <small>({low:.0%}–{high:.0%})</small>"

    names = [player.player for player in result.players]
    return _table(["", *map(_name, names)], [[_name(row), *(cell(row, column) for column in names)] for row in names])


def _seats(result: Standings) -> str:
    def cell(share: Share) -> str:
        decided = share.wins + share.losses
        if not decided:
            return "–"
        return (
            f"{share.won_share.value:.0%} of {decided} "
            f"<small>({share.won_share.low:.0%}–{share.won_share.high:.0%})</small>"
        )

    seats = range(len(result.players[0].by_seat))
    head = ["", "playing first", "not first", *(f"seat {seat}" for seat in seats)]
    return _table(
        head,
        [[_name(p.player), *map(cell, (p.first, p.not_first, *p.by_seat))] for p in result.players],
    )


def _failures(result: Standings) -> str:
    rows = [
        [_name(player.player), str(count), _name(why)]
        for player in result.players
        for why, count in player.failures.items()
    ]
    return f"<h2>Forfeits</h2>{_table(['player', 'games', 'why'], rows)}" if rows else ""


def _games(plan: Plan, games: Sequence[GameRecord], record: Callable[[GameRecord], str] | None) -> str:
    rows = []
    for game in sorted(games, key=lambda game: (game.deal, game.seats)):
        name = f"deal {game.deal + 1}"
        shown = name if record is None else f'<a href="{escape(record(game))}">{name}</a>'
        players = ", ".join(plan.names[number] for number in game.seats)
        winners = ", ".join(sorted({plan.names[game.seats[seat]] for seat in game.winners})) or "–"
        cells = [game.reason, "–".join(map(str, game.scores)), str(len(game.log))]
        rows.append([shown, _name(players), _name(winners), *map(escape, cells)])
    return _table(["", "players by seat", "won by", "reason", "points", "moves"], rows)


# --- plots ------------------------------------------------------------------------------------------------------


def _svg(height: int, label: str, marks: Iterable[str]) -> str:
    return f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(label)}">' + "".join(marks) + "</svg>"


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(kind: str, x: float, y: float, to_x: float, to_y: float, width: float = 1) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line class="{kind}" {ends} stroke-width="{width:g}"></line>'


def _elo(result: Standings) -> str:
    every = [value for p in result.players for value in (p.elo.value, p.elo.low, p.elo.high) if value is not None]
    low, high = min(every, default=0.0) - 20, max(every, default=0.0) + 20

    def x(value: float) -> float:
        return _LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - 80)

    marks = [_line("axis", x(0), 0, x(0), _ROW * len(result.players))]
    for row, player in enumerate(result.players):
        y = _ROW * row + _ROW / 2
        marks.append(_text(0, y + 4, shortened(player.player, _LONGEST)))
        if player.elo.low is not None and player.elo.high is not None:
            marks.append(_line("mark", x(player.elo.low), y, x(player.elo.high), y, 3))
            text = f"{player.elo.value:+.0f} ({player.elo.low:+.0f} … {player.elo.high:+.0f})"
        else:
            text = f"{player.elo.value:+.0f} (too few deals for an interval)"
        marks.append(f'<circle class="mark" cx="{x(player.elo.value):.1f}" cy="{y:.1f}" r="5"></circle>')
        marks.append(f"<title>{escape(player.player)}: {text}</title>")
    rows = [
        [
            _name(p.player),
            f"{p.elo.value:+.0f}",
            "–" if p.elo.low is None or p.elo.high is None else f"{p.elo.low:+.0f} … {p.elo.high:+.0f}",
        ]
        for p in result.players
    ]
    plot = _svg(_ROW * len(result.players), "Elo of each player with its interval", marks)
    return plot + _table(["", "Elo", "95 % interval"], rows)


def _times(result: Standings) -> str:
    longest = max((player.p99_seconds for player in result.players), default=0.0)
    shortest = min((player.median_seconds for player in result.players if player.median_seconds), default=1e-6)
    decades = max(math.log10(max(longest, 1e-6) / shortest), 0.1)

    def x(seconds: float) -> float:
        share = math.log10(max(seconds, shortest) / shortest) / decades
        return _LEFT + 10 + share * (_WIDTH - _LEFT - 30)

    marks = []
    for row, player in enumerate(result.players):
        y = _ROW * row + _ROW / 2
        marks += [
            _text(0, y + 4, shortened(player.player, _LONGEST)),
            _line("mark", x(player.median_seconds), y, x(player.p99_seconds), y, 3),
            f'<circle class="mark" cx="{x(player.median_seconds):.1f}" cy="{y:.1f}" r="5"></circle>',
        ]
    rows = [
        [_name(p.player), _duration(p.median_seconds), _duration(p.p99_seconds), str(p.moves)] for p in result.players
    ]
    plot = _svg(_ROW * len(result.players), "Time a move of each player, on a logarithmic scale", marks)
    return plot + _table(["", "median", "99 %", "moves"], rows)


def _duration(seconds: float) -> str:
    unit, size = next((each for each in (("µs", 1e-6), ("ms", 1e-3)) if seconds < 1000 * each[1]), ("s", 1.0))
    return f"{seconds / size:.3g} {unit}"


def _margins(plan: Plan, pair: PairResult, games: Sequence[GameRecord]) -> str:
    first, second = plan.names.index(pair.first), plan.names.index(pair.second)
    values = []
    for game in games:
        if set(game.seats) == {first, second}:
            points = dict.fromkeys((first, second), 0.0)
            for score, number in zip(game.scores, game.seats, strict=True):
                points[number] += score / game.seats.count(number)
            values.append(points[first] - points[second])
    title = f"<h3>{escape(pair.first)} – {escape(pair.second)}</h3>"
    return title + _histogram(values, f"points, mean {pair.margin:+.2f}")


def _histogram(values: Sequence[float], label: str) -> str:
    """A histogram of values, with the axis label below."""
    if not values:
        return "<p>No games.</p>"
    low, high = math.floor(min(values)), math.floor(max(values)) + 1
    width = max(1, math.ceil((high - low) / _BINS))
    counts = [0] * math.ceil((high - low) / width)
    for value in values:
        counts[int((value - low) // width)] += 1
    step, height = (_WIDTH - 40) / len(counts), 140
    marks = [_line("axis", 20, height, _WIDTH - 20, height)]
    for number, count in enumerate(counts):
        tall = count / max(counts) * (height - 20)
        begin = low + number * width
        marks.append(
            f'<rect class="mark" x="{20 + number * step + 1:.1f}" y="{height - tall:.1f}" '
            f'width="{max(step - 2, 1):.1f}" height="{tall:.1f}"><title>{begin} to {begin + width - 1}: {count} games'
            "</title></rect>"
        )
    marks += [_text(20, height + 18, f"{low}"), _text(_WIDTH - 20, height + 18, f"{high - 1}", "end")]
    marks += [_text(_WIDTH / 2, height + 18, label, "middle")]
    return _svg(height + 26, f"{label}: {min(values):g} to {max(values):g}", marks)
