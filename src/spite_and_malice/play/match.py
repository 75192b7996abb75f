"""A match: games under the same rules until a side has enough points (RULES.md sections 2 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from spite_and_malice.arguments import InvalidArgument, items, of_type, whole
from spite_and_malice.rules import Rules


class Match:
    """The running score of a match. `scores` has every seat's points; partners have the same.

    `games` has the points of each finished game, in order. Matches are equal if all of this is.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, rules: Rules, first_dealer: int) -> None:
        of_type(rules, Rules, "rules", 'preset_rules("standard") has those of a preset')
        first_dealer = whole(first_dealer, "the first dealer")
        if not 0 <= first_dealer < rules.players:
            raise InvalidArgument(f"the first dealer must be a seat from 0 to {rules.players - 1}, not {first_dealer}")
        self.rules = rules
        self.first_dealer = first_dealer
        self.scores: list[int] = [0] * rules.players
        self.games: list[tuple[int, ...]] = []

    @property
    def games_played(self) -> int:
        """How many games are finished."""
        return len(self.games)

    @property
    def dealer(self) -> int:
        """The dealer of the current or next game: the deal moves one seat on with every game."""
        return (self.first_dealer + self.games_played) % self.rules.players

    @property
    def is_over(self) -> bool:
        """Whether a side has reached the target."""
        return max(self.scores) >= self.rules.target

    @property
    def winners(self) -> list[int]:
        """The seats with the most points once the match is over, ascending; several sides on a tie."""
        return [seat for seat, points in enumerate(self.scores) if points == max(self.scores)] if self.is_over else []

    def clone(self) -> Match:
        """An independent match equal to this one."""
        other = Match(self.rules, self.first_dealer)
        other.scores, other.games = self.scores[:], self.games[:]
        return other

    def __copy__(self) -> Match:
        return self.clone()

    def record(self, scores: Sequence[int]) -> None:
        """Add the points of a finished game; ValueError if the match is over or `scores` is not one number per seat."""
        if self.is_over:
            raise InvalidArgument("the match is over: start a new one")
        points = items(scores, "scores", "a number for each seat")
        scores = [whole(each, f"scores[{seat}]") for seat, each in enumerate(points)]
        if len(scores) != self.rules.players:
            raise InvalidArgument(
                f"scores must have {self.rules.players} numbers, one for each seat, not {len(scores)}"
            )
        self.scores = [total + points for total, points in zip(self.scores, scores, strict=True)]
        self.games.append(tuple(scores))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"<Match to {self.rules.target}: {self.games_played} games, points {'–'.join(map(str, self.scores))}>"

    def __str__(self) -> str:
        points = ", ".join(f"seat {seat}: {points}" for seat, points in enumerate(self.scores))
        end = "" if not self.is_over else " won by " + " and ".join(f"seat {seat}" for seat in self.winners)
        return f"match to {self.rules.target} points after {self.games_played} games{end}: {points}"
