"""The players that look ahead: the engine's policy plays whole games over plausible deals of the hidden cards."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from spite_and_malice.arguments import number
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Playouts, Policy, winning_line
from spite_and_malice.engine.moves import decode
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.players.evaluation import DRAW, WIN, evaluation_for
from spite_and_malice.players.lines import Line, lines_of
from spite_and_malice.players.memory import remember
from spite_and_malice.players.player import Clock, to_choose, without_stalemate
from spite_and_malice.players.weights import NO_TEMPERAMENT, Temperament, tempered, tuned_for

_BATCH: Final = 20
"""Worlds between two checks of the clock."""
_SURE: Final = 4.0
"""The lead of the best line over each other, in standard errors, that ends the search."""
_FEWEST: Final = 60
_DOUBT: Final = 1.0
"""The lead over the policy's own choice, in standard errors, that a line needs to replace it."""
_CERTAIN: Final = 2.0
"""A lead of at most this many standard errors counts as none."""
_LAPS: Final = 2
"""The length of a playout in turns of every player."""
_OF_THE_CLOCK: Final = 0.9
_OF_THE_REST: Final = 0.5
"""The share of the remaining time that a first world for all lines may take, estimated from the first line."""


_ALL: Final = 1_000_000
"""The value of a win where nothing else counts: more than any lead."""
_TO_THE_END: Final = 10_000
"""More turns than any game has."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a search: for each round the share of the lines kept and the worlds for each of them."""

    rounds: tuple[tuple[float, int], ...]


class MonteCarlo:
    """Compares lines of its turn in the same sampled worlds, the better ones in more of them.

    `now` is its clock; `worlds` is the number of worlds in which its last choice was compared with others. Among lines
    that are not surely better or worse it takes the one that its `temperament` likes.
    """

    def __init__(
        self,
        seed: int,
        effort: Effort,
        now: Clock = time.monotonic,
        temperament: Temperament = NO_TEMPERAMENT,
    ) -> None:
        self._random = Random(seed)
        self._effort = effort
        self._now = now
        self._temperament = temperament
        self.worlds: int = 0

    def __repr__(self) -> str:
        return f"<MonteCarlo player: {self.worlds} worlds compared in its last choice>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; it keeps within `clock` seconds."""
        return decode(self.line(view, log, clock)[0], view.rules.payoff_piles)

    def line(self, view: View, log: Sequence[str], clock: float) -> Line:
        """Return the line that it would play, at least its first move; it keeps within `clock` seconds."""
        view = without_stalemate(to_choose(view))
        deadline = self._now() + number(clock, "clock") * _OF_THE_CLOCK
        self.worlds = 0
        position = Position.from_view(view)
        if winning := winning_line(position.core):
            return winning
        policy = _policy_for(view, position)
        habits = tempered(tuned_for(view.rules), self._temperament)
        likely = Policy(position.core, list(habits)).choose(position.core)
        # The policy's choice with the temperament first: it is played where there is no time to compare, and among
        # equally good ones.
        lines = sorted(lines_of(position.core, policy, view.rules.side_count), key=lambda line: line[0] != likely)
        first = lines[0][0]
        if any(line[0] != first for line in lines) and (playouts := self.playouts(view, log, policy)) is not None:
            return self._best(playouts, lines, _LAPS * view.rules.players, deadline)
        return lines[0]

    def playouts(self, view: View, log: Sequence[str], policy: Policy) -> Playouts | None:
        """Return the playouts that compare lines, in worlds that agree with the view and the log; None without any."""
        return _playouts_for(view, log, policy)

    def _best(self, playouts: Playouts, lines: list[Line], turns: int, deadline: float) -> Line:
        seed = self._random.getrandbits(48)
        lines = self._affordable(playouts, lines, turns, seed, deadline)
        left = [(line, list[int]()) for line in lines]
        usual = left[0]
        looked = 0
        for share, worlds in self._effort.rounds:
            left = left[: max(2, round(share * len(lines)))]
            if usual not in left:
                left.append(usual)
            done = 0
            count = 1
            while done < worlds:
                began = self._now()
                if began > deadline:
                    return _with_doubt(max(left, key=lambda each: sum(each[1])), usual)
                count = min(count, worlds - done)
                found = playouts.evaluate([line for line, _ in left], seed, count, turns, looked)
                for (_, values), new in zip(left, found, strict=True):
                    values.extend(new)
                looked += count
                done += count
                self.worlds += count
                # As many worlds as time allows: with eight players, or uncompiled, one alone takes long.
                now = self._now()
                in_time = (deadline - now) * count / max(now - began, 1e-9)
                count = max(1, min(_BATCH, int(in_time)))
            left.sort(key=lambda each: -sum(each[1]))
            if _is_settled(left):
                break
        return _with_doubt(left[0], usual)

    def _affordable(self, playouts: Playouts, lines: list[Line], turns: int, seed: int, deadline: float) -> list[Line]:
        """The first lines for which there is time to sample a world each: uncompiled, that can be few."""
        took = min(self._seconds_of_a_playout(playouts, lines[:1], turns, seed) for _ in range(2))
        return lines[: max(1, int((deadline - self._now()) * _OF_THE_REST / took))]

    def _seconds_of_a_playout(self, playouts: Playouts, line: list[Line], turns: int, seed: int) -> float:
        began = self._now()
        playouts.evaluate(line, seed, 1, turns)
        return max(self._now() - began, 1e-9)


_Valued = tuple[Line, Sequence[int]]
"""A line and its value in each world."""


def _with_doubt(best: _Valued, usual: _Valued) -> Line:
    """The best line, unless chance alone could explain its lead over the usual one.

    Of many lines compared in few worlds, the one that looks best has usually been lucky.
    """
    return best[0] if errors_ahead(best[1], usual[1]) >= _DOUBT else usual[0]


def _is_settled(left: Sequence[_Valued]) -> bool:
    """Whether the first line is surely better than all that begin with another move."""
    best = left[0]
    if len(best[1]) < _FEWEST:
        return False
    return all(errors_ahead(best[1], other[1]) >= _SURE for other in left[1:] if other[0][0] != best[0][0])


def errors_ahead(one: Sequence[float], other: Sequence[float]) -> float:
    """The lead of one line over another in the same worlds, in standard errors."""
    differences = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    if not any(differences):
        return 0.0
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((difference - mean) ** 2 for difference in differences) / count
    return mean * math.sqrt(count / variance) if variance else math.copysign(math.inf, mean)


def _policy_for(view: View, position: Position) -> Policy:
    return Policy(position.core, list(tuned_for(view.rules)))


def _playouts_for(view: View, log: Sequence[str], policy: Policy, win: int = WIN) -> Playouts | None:
    """The playouts that compare lines; None where no deal leads to the view, as with one laid by hand."""
    memory = remember(view, log)
    try:
        sampler = Sampler(view, memory.recycled, memory.held)
    except ValueError:
        try:
            sampler = Sampler(view)
        except ValueError:
            return None
    playouts = Playouts(policy, sampler.belief, list(evaluation_for(view.rules)), win, DRAW)
    for end in memory.ends:
        playouts.add_end(end.before, end.move)
    return playouts


def compare(
    view: View, log: Sequence[str], lines: Sequence[Line], worlds: int, seed: int = 0, first: int = 0
) -> list[list[int]] | None:
    """The value of each line to the viewer in each of the same sampled worlds, in hundredths of a pay-off card.

    The worlds are those of the seed with the numbers from `first` on. None where no deal leads to the view.
    """
    playouts = _playouts_for(view, log, _policy_for(view, Position.from_view(view)))
    if playouts is None:
        return None
    return playouts.evaluate(list(lines), seed, worlds, _LAPS * view.rules.players, first)


def compare_for(
    view: View,
    log: Sequence[str],
    lines: Sequence[Line],
    worlds: int,
    seed: int = 0,
    seconds: float = math.inf,
    first: int = 0,
) -> list[list[int]] | None:
    """Compare lines as `compare` does; after about `seconds` no more worlds are sampled."""
    deadline = time.monotonic() + seconds
    playouts = _playouts_for(view, log, _policy_for(view, Position.from_view(view)))
    if playouts is None:
        return None
    values: list[list[int]] = [[] for _ in lines]
    while (done := len(values[0])) < worlds and (not done or time.monotonic() < deadline):
        count = min(_BATCH, worlds - done)
        found = playouts.evaluate(list(lines), seed, count, _LAPS * view.rules.players, first + done)
        for each, new in zip(values, found, strict=True):
            each.extend(new)
    return values


def lead_of(
    view: View,
    log: Sequence[str],
    line: Line,
    other: Line,
    worlds: int,
    seed: int = 0,
    first: int = 0,
    seconds: float = math.inf,
) -> float:
    """The lead of one line over another in the same sampled worlds, in pay-off cards; 0 where it is uncertain.

    The worlds are those of the seed with the numbers from `first` on; after about `seconds` no more are sampled.
    """
    values = compare_for(view, log, [line, other], worlds, seed, seconds, first)
    if values is None or not surely_ahead(*values):
        return 0.0
    ahead, behind = values
    return (sum(ahead) - sum(behind)) / len(ahead) / 100


def surely_ahead(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the first line's values in the same worlds exceed the second's, and not by chance."""
    return errors_ahead(one, other) > _CERTAIN


def ends_of(
    view: View, log: Sequence[str], lines: Sequence[Line], worlds: int, seed: int = 0
) -> list[list[float]] | None:
    """The result of each of the same sampled games after each line, for the viewer's side: 1 for a win, 0 for a loss.

    A game that nobody wins is shared by all sides, so that the mean is the chance to win. None where no deal leads to
    the view.
    """
    playouts = _playouts_for(view, log, _policy_for(view, Position.from_view(view)), _ALL)
    if playouts is None:
        return None
    nobody = 1 / view.rules.side_count

    def end(value: int) -> float:
        return nobody if abs(value) <= _ALL // 2 else float(value > 0)

    return [[end(value) for value in values] for values in playouts.evaluate(list(lines), seed, worlds, _TO_THE_END)]
