"""Simulation of many games without a server, for figures about rules and players."""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from spite_and_malice.analysis.pools import Here, Pool
from spite_and_malice.analysis.ratings import Interval, mean_of, wilson
from spite_and_malice.arguments import InvalidArgument, Seed, closest, items, seed_word, shown, whole
from spite_and_malice.engine import deal_by_seed
from spite_and_malice.engine.core import apply, codes, core_rules, random_games, random_move, seed_of_game
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.engine.position_json import BY_CARDS
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.player import chosen
from spite_and_malice.rules import Rules, rules_from

RANDOM_POLICIES: Final = ("eager", "uniform")
"""Uniform play is random among the legal moves; eager play is random too, but prefers plays to a centre stack."""
POLICIES: Final = (*RANDOM_POLICIES, *PLAYERS)
MOST_MOVES: Final = 20_000
"""A longer game counts as undecided."""
_AT_ONCE: Final = 2000
"""How many games of random play make one task: a fraction of a second, since Ctrl-C waits for its end."""
GAME_FIGURES: Final = 6
"""How many numbers the core reports for a game (`engine/core/random_play.py`)."""
_REASONS: Final = ("undecided", *(reason.value for reason in BY_CARDS))
"""Reasons for the end of a game, by the core's number."""
_MOST_GAMES: Final = 1 << 40
_SECONDS_A_MOVE: Final = 60.0
"""Enough that the clock stops no player: the same seed gives the same games on a slow machine too."""


Policy: TypeAlias = str | Callable[[int], Player]
"""The player of a seat: one of `POLICIES`, or a function that makes a player from a seed."""


class GameResult(NamedTuple):
    """The result of a game: `number` counts games from 0, `first` is the seat that began, `reason` is why it ended.

    `winners` are seats, none if the game was drawn or is undecided; `scores` has every seat's points.
    """

    number: int
    first: int
    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    turns: int

    def margin(self, seat: int) -> float:
        """A seat's points less the mean of the others'."""
        return self.scores[seat] - (sum(self.scores) - self.scores[seat]) / (len(self.scores) - 1)


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """The results of the games: `ended` counts them by reason, including ``"undecided"``.

    `began`, `won` and `began_and_won` count them for each seat; a game that partners win counts for both. `policies`
    says who played each seat, and `results` has every game, if they were kept.
    """

    games: int
    moves: int
    seconds: float
    turns: int
    ended: dict[str, int]
    began: tuple[int, ...]
    won: tuple[int, ...]
    began_and_won: tuple[int, ...]
    policies: tuple[str, ...] = ()
    results: tuple[GameResult, ...] = field(default=(), repr=False)
    margin_sums: tuple[tuple[float, float], ...] = field(default=(), repr=False)
    """For each seat the sum of its margins and of their squares."""

    @property
    def win_rates(self) -> tuple[Interval, ...]:
        """For each seat the share of all games that it won, with its 95 % interval (Wilson's)."""
        return tuple(wilson(won, self.games) for won in self.won)

    @property
    def margins(self) -> tuple[Interval, ...]:
        """For each seat the mean of its points less the mean of the others', with its 95 % interval."""
        return tuple(mean_of(total, squares, self.games) for total, squares in self.margin_sums)

    def to_json(self) -> dict[str, Any]:
        """The figures, with moves per second and the means per game."""
        return {
            "games": self.games,
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "moves_per_second": round(self.moves / self.seconds) if self.seconds else None,
            "ended": self.ended,
            "began": list(self.began),
            "won": list(self.won),
            "began_and_won": list(self.began_and_won),
            "mean_moves": self.moves / self.games if self.games else None,
            "mean_turns": self.turns / self.games if self.games else None,
        }


def simulate(
    rules: Rules | str = "standard",
    games: int = 100,
    policy: Policy | Sequence[Policy] = "eager",
    seed: Seed = 0,
    played: Callable[[int], object] = lambda count: None,
    pool: Pool | None = None,
    *,
    players: int | None = None,
    changes: Mapping[str, object] | None = None,
    keep_results: bool = True,
) -> SimulationReport:
    """Play `games` games by rules or a preset; the same seed gives the same games.

    `policy` is one of `POLICIES`, or a function that makes a player from a seed, for every seat; or a list with one for
    each. The deal moves on one seat with every game. They are played in `pool` (default: one after the other, here),
    which does not change them. `played` is called with the number of further games over, to show progress. `results`
    holds the result of each game, which is better left out for millions. Raises `InvalidRules`, and `InvalidArgument`
    for a policy that does not exist or an invalid number.
    """
    rules = rules_from(rules, players, changes)
    games = whole(games, "games", 0, _MOST_GAMES)
    policies = _policies(policy, rules)
    word = seed_word(seed)
    at_once = _AT_ONCE if policies[0] in RANDOM_POLICIES and len(set(policies)) == 1 else 1
    pieces = [(first, min(at_once, games - first)) for first in range(0, games, at_once)]
    total = _Totals(rules.players)
    started = time.perf_counter()
    for found in (pool or Here()).map(partial(_play, rules, policies, word, MOST_MOVES, keep_results), pieces):
        total.add(found)
        played(sum(found.ended.values()))
    seconds = time.perf_counter() - started
    return SimulationReport(
        games,
        total.moves,
        seconds,
        total.turns,
        dict(sorted(total.ended.items())),
        tuple(total.began),
        tuple(total.won),
        tuple(total.began_and_won),
        tuple(each if isinstance(each, str) else getattr(each, "__name__", repr(each)) for each in policies),
        tuple(sorted(total.results)),
        tuple(zip(total.margins, total.squares, strict=True)),
    )


def _policies(policy: Policy | Sequence[Policy], rules: Rules) -> tuple[Policy, ...]:
    """The player of each seat."""
    if isinstance(policy, str) or callable(policy):
        found: tuple[Policy, ...] = (policy,) * rules.players
    else:
        found = items(policy, "policy", "a policy, or one for each seat")
    if len(found) != rules.players:
        raise InvalidArgument(
            f"there are {len(found)} policies for {rules.players} seats: name one for each, or one for all"
        )
    for each in found:
        if not callable(each) and (type(each) is not str or each not in POLICIES):
            close = closest(each, POLICIES)
            hint = f". Did you mean {close!r}? Choose" if close else "; choose"
            raise InvalidArgument(f"there is no policy {shown(each)}{hint} {', '.join(POLICIES)}")
    return found


class _Totals:
    """The results of some games."""

    def __init__(self, players: int) -> None:
        self.moves = self.turns = 0
        self.ended: Counter[str] = Counter()
        self.began, self.won, self.began_and_won = ([0] * players for _ in range(3))
        self.margins, self.squares = ([0.0] * players for _ in range(2))
        self.results: list[GameResult] = []

    def add(self, other: _Totals) -> None:
        """Add the results of other games."""
        self.moves += other.moves
        self.turns += other.turns
        self.ended += other.ended
        for name in ("began", "won", "began_and_won", "margins", "squares"):
            setattr(self, name, [a + b for a, b in zip(getattr(self, name), getattr(other, name), strict=True)])
        self.results += other.results

    def count(self, result: GameResult, games: int = 1) -> None:
        """Count a game, or several that ended the same way, without their lengths."""
        self.began[result.first] += games
        self.ended[result.reason] += games
        for seat in result.winners:
            self.won[seat] += games
            self.began_and_won[seat] += games * (seat == result.first)
        if any(result.scores):
            for seat in range(len(result.scores)):
                margin = result.margin(seat)
                self.margins[seat] += games * margin
                self.squares[seat] += games * margin * margin


def _play(
    rules: Rules,
    policies: tuple[Policy, ...],
    seed: int,
    most_moves: int,
    keeps_results: bool,
    piece: tuple[int, int],
) -> _Totals:
    """Play a range of the games that follow from a seed."""
    first, count = piece
    total = _Totals(rules.players)
    if policies[0] not in RANDOM_POLICIES or len(set(policies)) > 1:
        results = [_play_one(rules, policies, seed, most_moves, number) for number in range(first, first + count)]
        for result in results:
            total.count(result)
            total.moves += result.moves
            total.turns += result.turns
    else:
        figures = array("q", bytes(8 * count * GAME_FIGURES))
        rows = memoryview(figures).cast("B").cast("q", (count, GAME_FIGURES))
        sums = random_games(core_rules(rules), first, count, seed, policies[0] == "eager", most_moves, rows)
        total.moves, total.turns = sums["moves"], sums["turns"]
        began, reason, ahead, points, moves, turns = (figures[place::GAME_FIGURES] for place in range(GAME_FIGURES))
        # The core plays a game in the time in which Python examines a few: so games that ended the same way are counted
        # together.
        ends = list(zip(began, reason, ahead, points, strict=True))
        ended = {end: _ended(rules, *end) for end in set(ends)}
        for end, games in Counter(ends).items():
            total.count(ended[end], games)
        results = []
        if keeps_results:
            each = zip(range(first, first + count), ends, moves, turns, strict=True)
            results = [GameResult(number, *ended[end][1:5], length, turns) for number, end, length, turns in each]
    if keeps_results:
        total.results = results
    return total


def _ended(rules: Rules, began: int, reason: int, ahead: int, points: int) -> GameResult:
    """The result of a game of random play from the core's numbers; it has no number of its own, and no length."""
    side = tuple(seat for seat in range(rules.players) if rules.side_of(seat) == ahead)
    scores = tuple(points if seat in side else 0 for seat in range(rules.players))
    wins = reason == codes.BY_PAYOFF or (reason and rules.stock_out == "fewest")
    return GameResult(0, began, _REASONS[reason], side if wins else (), scores, 0, 0)


def _play_one(rules: Rules, policies: tuple[Policy, ...], seed: int, most_moves: int, number: int) -> GameResult:
    """Play one game with computer players."""
    own_seed = seed_of_game(seed, number)
    position = deal_by_seed(rules, number % rules.players, own_seed)
    core, piles, first = position.core, rules.payoff_piles, position.turn
    # One player for all seats that it plays, so that the same seed gives the same games.
    made = {each: _maker(each)(own_seed) for each in dict.fromkeys(policies) if each not in RANDOM_POLICIES}
    log: list[str] = []
    turns = 0
    while not position.is_over and len(log) < most_moves:
        seat = position.turn
        policy = policies[seat]
        if policy in made:
            code = encode(chosen(made[policy], position.view(seat), log, _SECONDS_A_MOVE), piles)
        else:
            code = random_move(core, policy == "eager")
        log.append(f"{seat} {decode(code, piles)}")
        turns += bool(apply(core, code) & codes.ENDED_TURN)
    outcome = position.outcome
    if outcome is None:
        return GameResult(number, first, _REASONS[0], (), (0,) * rules.players, len(log), turns)
    return GameResult(number, first, outcome.reason.value, outcome.winners, outcome.scores, len(log), turns)


def _maker(policy: Policy) -> Callable[[int], Player]:
    return PLAYERS[policy].make if isinstance(policy, str) else policy
