"""What came of an arena: wins, draws, margins, Elo and thinking times, as values, JSON and text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from spite_and_malice.analysis.arena import FORFEIT, UNDECIDED, GameRecord, Plan, of_pairs
from spite_and_malice.analysis.ratings import Block, Interval, elo, wilson
from spite_and_malice.analysis.times import quantile
from spite_and_malice.texts import _


@dataclass(frozen=True, slots=True)
class PairResult:
    """How two players did against each other; `margin` is the first's mean points less the second's, forfeits apart.

    `draws` are games that ended without a winner, `undecided` those that did not end; `won_share` is the first's share
    of the decided games.
    """

    first: str
    second: str
    games: int
    wins: int
    losses: int
    draws: int
    undecided: int
    won_share: Interval
    margin: float


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's rating and times. `failures` are the sentences why it forfeited games, with how often."""

    player: str
    elo: Interval
    moves: int
    median_seconds: float
    p99_seconds: float
    failures: dict[str, int]


@dataclass(frozen=True, slots=True)
class Standings:
    """The results of all pairs and players, the players by their rating."""

    pairs: tuple[PairResult, ...]
    players: tuple[PlayerResult, ...]
    ended: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    def to_text(self) -> str:
        """As two tables for a terminal."""
        heads = (_("player"), _("Elo"), _("95 % interval"), _("median s/move"), "99 %", _("moves"))
        lines = [*_table([heads, *(_cells(result) for result in self.players)]), "", *map(_pair_words, self.pairs)]
        forfeited = _("{player} forfeited {count}: {why}")
        for result in self.players:
            failures = result.failures.items()
            lines.extend(forfeited.format(player=result.player, count=count, why=why) for why, count in failures)
        return "\n".join(lines)


def _cells(result: PlayerResult) -> tuple[str, ...]:
    interval = f"{result.elo.low:+.0f} … {result.elo.high:+.0f}"
    times = f"{result.median_seconds:.4f}", f"{result.p99_seconds:.4f}"
    return result.player, f"{result.elo.value:+.0f}", interval, *times, str(result.moves)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, the first column to the left and figures to the right."""
    first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
    figures = [zip(row[1:], others, strict=True) for row in rows]
    return [
        "  ".join((f"{row[0]:<{first}}", *(f"{figure:>{width}}" for figure, width in cells)))
        for row, cells in zip(rows, figures, strict=True)
    ]


def _pair_words(pair: PairResult) -> str:
    share = pair.won_share
    words = _(
        "{first} – {second}: {wins} won, {losses} lost, {draws} drawn, {undecided} undecided of {games}; {share} of "
        "the decided games ({low} … {high}), margin {margin} points"
    )
    shares = {"share": f"{share.value:.1%}", "low": f"{share.low:.1%}", "high": f"{share.high:.1%}"}
    return words.format(**{**asdict(pair), **shares, "margin": f"{pair.margin:+.2f}"})


def standings(plan: Plan, records: Iterable[GameRecord]) -> Standings:
    """Sum up the games of a plan."""
    games = list(records)
    met = of_pairs(games)
    ratings = elo([block for pair, met_in in met.items() for block in _blocks(pair, met_in)], len(plan.players))
    players = [_player(plan, number, ratings[number], games) for number in range(len(plan.players))]
    return Standings(
        pairs=tuple(_pair(plan, pair, met_in) for pair, met_in in met.items()),
        players=tuple(sorted(players, key=lambda result: -result.elo.value)),
        ended=dict(sorted(Counter(record.reason for record in games).items())),
    )


def _won(record: GameRecord, number: int) -> bool:
    return any(record.seats[seat] == number for seat in record.winners)


def _blocks(pair: tuple[int, int], records: Sequence[GameRecord]) -> list[Block]:
    """The games of a pair deal by deal; those that did not end count for nothing."""
    deals: dict[int, list[GameRecord]] = defaultdict(list)
    for record in records:
        if record.reason != UNDECIDED:
            deals[record.deal].append(record)
    return [
        Block(*pair, sum(1.0 if _won(game, pair[0]) else 0.0 if game.winners else 0.5 for game in games), len(games))
        for games in deals.values()
    ]


def _pair(plan: Plan, pair: tuple[int, int], records: Sequence[GameRecord]) -> PairResult:
    first, second = pair
    wins = sum(_won(record, first) for record in records)
    losses = sum(_won(record, second) for record in records)
    undecided = sum(record.reason == UNDECIDED for record in records)
    margins = [
        _mean_score(record, first) - _mean_score(record, second)
        for record in records
        if record.reason not in (UNDECIDED, FORFEIT)
    ]
    return PairResult(
        first=plan.players[first],
        second=plan.players[second],
        games=len(records),
        wins=wins,
        losses=losses,
        draws=len(records) - wins - losses - undecided,
        undecided=undecided,
        won_share=wilson(wins, wins + losses),
        margin=sum(margins) / len(margins) if margins else 0.0,
    )


def _mean_score(record: GameRecord, number: int) -> float:
    scores = [score for score, player in zip(record.scores, record.seats, strict=True) if player == number]
    return sum(scores) / len(scores)


def _player(plan: Plan, number: int, rating: Interval, records: Sequence[GameRecord]) -> PlayerResult:
    times: Counter[int] = Counter()
    failures: Counter[str] = Counter()
    for record in records:
        times.update({int(key): count for key, count in record.times.get(str(number), {}).items()})
        if record.failed is not None and record.seats[record.failed] == number:
            failures[record.why] += 1
    return PlayerResult(
        player=plan.players[number],
        elo=rating,
        moves=times.total(),
        median_seconds=quantile(times, 0.5),
        p99_seconds=quantile(times, 0.99),
        failures=dict(failures),
    )
