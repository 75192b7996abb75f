"""Achievements: their definition, and their source, a seat's part in one finished game or all games of a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from .story import Story, Turn


class Span(NamedTuple):
    """The moves in which something was achieved: it began after `since` moves and was complete after `at`."""

    since: int
    at: int


class Chance(NamedTuple):
    """How likely a seat was to win, from 0 to 1, estimated by a review before the move with this `number`, from 1."""

    number: int
    chance: float


@dataclass(frozen=True)
class Part:
    """A seat's part in a finished game; `chances` holds those of a stored review, or none."""

    story: Story
    seat: int
    chances: tuple[Chance, ...] = ()

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the seat."""
        return tuple(turn for turn in self.story.turns if turn.seat == self.seat)

    @property
    def side(self) -> int:
        """The side that the seat plays for."""
        return self.story.rules.side_of(self.seat)

    @property
    def won(self) -> bool:
        """Whether the seat is among the winners."""
        return self.story.outcome is not None and self.seat in self.story.outcome.winners

    @property
    def last(self) -> Turn:
        """The last turn of the game, by any seat."""
        return self.story.turns[-1]

    def fewest(self, left: Sequence[int]) -> int:
        """Return the number of pay-off cards of the best other side, from `left`."""
        return min(count for side, count in enumerate(left) if side != self.side)


class Result(NamedTuple):
    """A finished game of a person, as an entry of a list.

    `version` is the id of the preset, None for house rules; `opponent` is the id of the only computer player on the
    other sides, None for people or several; `won` is None where nobody won. `day` is the date in the person's zone.
    """

    version: str | None
    players: int
    opponent: str | None
    won: bool | None
    day: date


@dataclass(frozen=True, slots=True)
class GameAchievement:
    """An achievement of a single game: `find` says where, or None. `title` and `words` are shown translated."""

    key: str
    title: str
    words: str
    find: Callable[[Part], Span | None]


@dataclass(frozen=True, slots=True)
class ListAchievement:
    """An achievement that takes several games: `find` returns the games that earned it, earliest first, or None."""

    key: str
    title: str
    words: str
    find: Callable[[Sequence[Result]], int | None]
