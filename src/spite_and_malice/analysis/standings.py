"""The results of an arena: wins, draws, margins, Elo and thinking times, as values, JSON and text."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from io import StringIO
from typing import Any, Final

from spite_and_malice.analysis.arena import FORFEIT, UNDECIDED, GameRecord, Plan, of_pairs
from spite_and_malice.analysis.ratings import Block, Interval, Rating, elo, wilson
from spite_and_malice.analysis.times import quantile
from spite_and_malice.texts import _, written_share


@dataclass(frozen=True, slots=True)
class PairResult:
    """How two players did against each other; `margin` is the first's mean points less the second's, without forfeits.

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
class Share:
    """A player's results in some of its games: the share is of the decided ones, with Wilson's interval."""

    games: int
    wins: int
    losses: int
    won_share: Interval


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's rating and times, and how it did at each seat, when its side played first, and when it did not.

    `failures` are the reasons for its forfeits as sentences, with their counts.
    """

    player: str
    elo: Rating
    moves: int
    median_seconds: float
    p99_seconds: float
    by_seat: tuple[Share, ...]
    first: Share
    not_first: Share
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
        """As tables for a terminal."""
        heads = (_("player"), _("Elo"), _("95 % interval"), _("median s/move"), "99 %", _("moves"))
        lines = _table([heads, *(_cells(result) for result in self.players)])
        if any(result.elo.low is None for result in self.players):
            lines.append(_("– : too few deals, or too much alike, for an interval"))
        lines += ["", *map(_pair_words, self.pairs), ""]
        seats = [_("seat {seat}").format(seat=seat) for seat in range(len(self.players[0].by_seat))]
        sorts = (_("won of decided"), _("playing first"), _("not first"), *seats)
        lines += _table([sorts, *(_shares(result) for result in self.players)])
        forfeited = _("{player} forfeited {count}: {why}")
        for result in self.players:
            failures = result.failures.items()
            lines.extend(forfeited.format(player=result.player, count=count, why=why) for why, count in failures)
        return "\n".join(lines)


_LONGEST: Final = 32
"""Letters of a name in the first column of a table."""


def shortened(name: str, longest: int) -> str:
    """Return a long name without its middle: paths of programs differ at their ends."""
    return name if len(name) <= longest else f"{name[: (longest - 1) // 2]}…{name[-(longest // 2) :]}"


def _cells(result: PlayerResult) -> tuple[str, ...]:
    low, high = result.elo.low, result.elo.high
    interval = "–" if low is None or high is None else f"{low:+.0f} … {high:+.0f}"
    times = f"{result.median_seconds:.4f}", f"{result.p99_seconds:.4f}"
    return shortened(result.player, _LONGEST), f"{result.elo.value:+.0f}", interval, *times, str(result.moves)


def _shares(result: PlayerResult) -> tuple[str, ...]:
    return shortened(result.player, _LONGEST), *map(_share, (result.first, result.not_first, *result.by_seat))


def _share(share: Share) -> str:
    decided = share.wins + share.losses
    if not decided:
        return "–"
    return f"{share.wins}/{decided} ({written_share(share.won_share.low)}–{written_share(share.won_share.high)})"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, the first column to the left and figures to the right."""
    first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
    figures = [zip(row[1:], others, strict=True) for row in rows]
    return [
        "  ".join((f"{row[0]:<{first}}", *(f"{figure:>{width}}" for figure, width in cells)))
        for row, cells in zip(rows, figures, strict=True)
    ]


_PARTS: Final = {"share": "value", "low": "low", "high": "high"}


def _pair_words(pair: PairResult) -> str:
    share = pair.won_share
    words = _(
        "{first} – {second}: {wins} won, {losses} lost, {draws} drawn, {undecided} undecided of {games}; {share} of "
        "the decided games ({low} … {high}), margin {margin} points"
    )
    shares = {name: written_share(getattr(share, part), 1) for name, part in _PARTS.items()}
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


def games_csv(plan: Plan, records: Iterable[GameRecord]) -> str:
    """A row for each game, as CSV: its deal, the players by seat, how it ended, and how long it was."""
    seats = range(plan.rules.players)
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    columns = ["deal", *(f"seat {seat}" for seat in seats), "first", "reason", "winners"]
    table.writerow([*columns, *(f"points {seat}" for seat in seats), "moves", "why"])
    for record in sorted(records, key=lambda record: (record.deal, record.seats)):
        players = [plan.names[number] for number in record.seats]
        began = "" if record.began is None else record.began
        winners = " ".join(map(str, record.winners))
        row = [record.deal + 1, *players, began, record.reason, winners, *record.scores, len(record.log), record.why]
        table.writerow(row)
    return out.getvalue()


def _won(record: GameRecord, number: int) -> bool:
    return any(record.seats[seat] == number for seat in record.winners)


def _blocks(pair: tuple[int, int], records: Sequence[GameRecord]) -> list[Block]:
    """The games of a pair deal by deal; unfinished ones do not count."""
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
        first=plan.names[first],
        second=plan.names[second],
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


def _player(plan: Plan, number: int, rating: Rating, records: Sequence[GameRecord]) -> PlayerResult:
    times: Counter[int] = Counter()
    failures: Counter[str] = Counter()
    for record in records:
        times.update({int(key): count for key, count in record.times.get(str(number), {}).items()})
        if record.failed is not None and record.seats[record.failed] == number:
            failures[record.why] += 1
    own = [record for record in records if number in record.seats]
    first = [record for record in own if _plays_first(record, number)]
    rest = [record for record in own if record.began is not None and not _plays_first(record, number)]
    seats = range(plan.rules.players)
    return PlayerResult(
        player=plan.names[number],
        elo=rating,
        moves=times.total(),
        median_seconds=quantile(times, 0.5),
        p99_seconds=quantile(times, 0.99),
        by_seat=tuple(_share_of([game for game in own if game.seats[seat] == number], number) for seat in seats),
        first=_share_of(first, number),
        not_first=_share_of(rest, number),
        failures=dict(failures),
    )


def _plays_first(record: GameRecord, number: int) -> bool:
    return record.began is not None and record.seats[record.began] == number


def _share_of(records: Sequence[GameRecord], number: int) -> Share:
    wins = sum(_won(record, number) for record in records)
    losses = sum(bool(record.winners) and not _won(record, number) for record in records)
    return Share(len(records), wins, losses, wilson(wins, wins + losses))
