"""The rows of tournaments: a tournament, its participants, pairings, teams and lines of its chat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from spite_and_malice.play.tournaments import Order, Outcome, Pairing, System

State = Literal["gathering", "running", "over", "cancelled"]


class TournamentForm(Struct, frozen=True):
    """How a tournament is played.

    ``rounds`` are those of a Swiss one (0 in the other systems, whose number follows), ``minutes`` those of an arena.
    ``seconds`` and ``increment`` are each player's clock for a game, ``grace`` the seconds after which an absent player
    loses, ``rest`` the minutes between two rounds. Computer players of the level ``player`` join at the start, up to
    ``fill``. At most ``most`` take part, with ratings from ``rating_from`` to ``rating_to``; 0 is no bound. A match is
    played by an ``order``, with at most ``boards`` boards (0 is no bound); in an arena the ``best`` of a team count.
    """

    system: System
    preset: str
    rounds: int = 0
    minutes: int = 0
    seconds: int = 600
    increment: int = 5
    grace: int = 180
    fill: int = 0
    player: str = "club"
    shared: bool = False
    rated: bool = False
    listed: bool = True
    payoff: int = 0
    most: int = 0
    rating_from: int = 0
    rating_to: int = 0
    rest: int = 0
    order: Order = "boards"
    boards: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A participant, a person or a computer player; ``seed`` is None before the start. Times in UTC ms.

    In a tournament of clubs they play for the ``team`` with a number, whose members are ordered by ``board``.
    """

    number: int
    name: str
    person: str | None = None
    player: str | None = None
    head: str | None = None
    contribution: str = ""
    place: str = ""
    seed: int | None = None
    since: int = 1
    until: int | None = None
    waits_at: int = 0
    joined_at: int = 0
    team: int | None = None
    board: int | None = None


@dataclass(frozen=True, slots=True)
class PairingRow:
    """Two who are paired by their seeds, or one with a bye; ``attempt`` counts from 0, one more after each draw."""

    round: int
    board: int
    first: int
    second: int | None
    attempt: int = 0
    outcome: Outcome | None = None
    margin: int = 0
    table_id: str | None = None
    made_at: int = 0
    ended_at: int | None = None
    note: str = ""

    @property
    def pairing(self) -> Pairing:
        """The pairing in the form of `play.tournaments`."""
        return Pairing(self.round, self.board, self.first, self.second, self.outcome, self.margin)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament without its participants; times in UTC milliseconds.

    It begins as planned at ``starts_at``, else when its host says so. In a club's tournament only its members take
    part. ``said`` is the host's announcement; while it is paused no round begins.
    """

    id: str
    host: str
    name: str
    form: TournamentForm
    secret: bytes
    state: State = "gathering"
    round: int = 0
    lot: str | None = None
    created_at: int = 0
    started_at: int | None = None
    ended_at: int | None = None
    changes: int = 0
    club_id: str | None = None
    starts_at: int | None = None
    paused_at: int | None = None
    said: str = ""
    host_seen_at: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the chat of a tournament; ``person`` is None once they are erased."""

    person: str | None
    name: str
    text: str
    said_at: int


Answer = Literal["asked", "yes", "no"]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A club that plays for itself, by a number from 1: ``who`` invited the others, and their ``answer``."""

    number: int
    club_id: str
    name: str
    answer: Answer = "asked"


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament with its participants and pairings, by round, board and attempt, and its teams if any."""

    row: TournamentRow
    entrants: Sequence[EntrantRow]
    pairings: Sequence[PairingRow]
    teams: Sequence[TeamRow] = ()

    def by_seed(self) -> dict[int, EntrantRow]:
        """Return the entries that have been seeded."""
        return {each.seed: each for each in self.entrants if each.seed is not None}

    def entrant(self, person: str) -> EntrantRow | None:
        """Return a person's entry, None if they do not take part."""
        return next((each for each in self.entrants if each.person == person), None)


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A line of a list of tournaments; ``taking_part`` counts the participants."""

    row: TournamentRow
    taking_part: int
