"""How certain a result is: shares with intervals, and Elo ratings of players who met in pairs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

Z_95: Final = 1.959964
_ELO_SCALE: Final = 400 / math.log(10)
_PRIOR: Final = 0.5
"""Half a win and half a loss added to every pair: keeps ratings finite if one player won all games."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class Tally:
    """Games counted deal by deal, each deal played from every seat; a dataclass of games inherits this."""

    deals: int
    won: int
    lost: int
    drawn: int

    @property
    def share(self) -> Interval:
        """The share of the decided games, with its 95 % interval."""
        return wilson(self.won, self.won + self.lost)

    def add(self, results: Sequence[int]) -> None:
        """Add a deal: 1 for a game won, -1 for one lost, 0 for one without a winner."""
        self.deals += 1
        self.won += results.count(1)
        self.lost += results.count(-1)
        self.drawn += results.count(0)


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95 % interval; no interval if there are too few deals."""

    value: float
    low: float | None
    high: float | None


FEWEST_DEALS: Final = 20
"""With fewer deals a bootstrap is meaningless: it draws the same few again and again."""


def wilson(successes: float, trials: int) -> Interval:
    """The share of successes with Wilson's interval; the whole of 0 … 1 for no trials."""
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    share = successes / trials
    spread = Z_95 * Z_95 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_of(total: float, squares: float, count: int) -> Interval:
    """The mean of figures, given their sum and their sum of squares, with its interval."""
    if count == 0:
        return Interval(0.0, -math.inf, math.inf)
    mean = total / count
    if count == 1:
        return Interval(mean, -math.inf, math.inf)
    half = Z_95 * math.sqrt(max(0.0, squares - count * mean * mean) / (count - 1) / count)
    return Interval(mean, mean - half, mean + half)


@dataclass(frozen=True, slots=True)
class Block:
    """All games of one deal between players `first` and `second`: they are similar, so they are resampled together.

    `won` is the first player's score in `games` games, a draw counting one half.
    """

    first: int
    second: int
    won: float
    games: int


def elo(blocks: Sequence[Block], players: int, rounds: int = 400, seed: int = 0) -> list[Rating]:
    """Bradley and Terry's ratings of the players as Elo, their mean 0, with bootstrapped 95 % intervals.

    Whole deals are resampled, since the games of one deal are not independent. A player with fewer than `FEWEST_DEALS`
    deals, or whose deals all ended alike, has no interval.
    """
    best = _fit(_totals(blocks), players)
    rng = Random(seed)
    drawn = [_fit(_totals(rng.choices(blocks, k=len(blocks))), players) if blocks else best for _ in range(rounds)]
    ratings = []
    for player in range(players):
        values = sorted(each[player] for each in drawn)
        low, high = values[int(0.025 * (rounds - 1))], values[math.ceil(0.975 * (rounds - 1))]
        deals = sum(player in (block.first, block.second) for block in blocks)
        known = deals >= FEWEST_DEALS and high > low
        ratings.append(Rating(best[player], low if known else None, high if known else None))
    return ratings


def _totals(blocks: Sequence[Block]) -> dict[tuple[int, int], float]:
    """Wins of the first over the second, for each ordered pair that met."""
    totals: dict[tuple[int, int], float] = defaultdict(float)
    for block in blocks:
        totals[block.first, block.second] += block.won
        totals[block.second, block.first] += block.games - block.won
    return {pair: wins + _PRIOR for pair, wins in totals.items()}


def _fit(wins: Mapping[tuple[int, int], float], players: int) -> list[float]:
    """Maximum likelihood by Hunter's minorisation-maximisation (2004)."""
    strength = [1.0] * players
    for _ in range(200):
        fresh = list(strength)
        for player in range(players):
            won = sum(count for (winner, _), count in wins.items() if winner == player)
            weight = sum(
                (count + wins[loser, winner]) / (strength[winner] + strength[loser])
                for (winner, loser), count in wins.items()
                if winner == player
            )
            fresh[player] = won / weight if weight else 1.0
        mean = math.exp(sum(map(math.log, fresh)) / players)
        change = max(abs(math.log(new / mean / old)) for new, old in zip(fresh, strength, strict=True))
        strength = [value / mean for value in fresh]
        if change < 1e-6:
            break
    return [_ELO_SCALE * math.log(value) for value in strength]
