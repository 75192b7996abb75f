"""The rows of evenings: an evening, its guests, the tables of its rounds with their seats, claims and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..records import SealRow, Summary, TableRow

Reply = Literal["yes", "no", "perhaps"]
StandIns = Literal["half", "lost", "counts"]
"""How a game with a stand-in counts: lost from half of the moves on, always lost, or as played."""

GuestState = Literal["waiting", "ready", "paused", "left", "out"]
"""Whether somebody is there and not yet ready, ready for the next round, sits out, went home, or was asked to go."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening's settings; times are in UTC milliseconds.

    ``call`` is the address of its guests' video call, ``rules_name`` the name of its house rules, ``moved_at`` when it
    was last postponed, ``called_at`` when the host asked who is ready for the next round. ``cancelled_by`` called it
    off, empty if nobody came; None if unknown.
    """

    id: str
    name: str
    host: str
    club_id: str | None
    preset: str | None
    rules: dict[str, Any]
    computer: str | None
    teams: bool
    call: str
    starts_at: int | None
    minutes: int
    rules_name: str = ""
    round: int = 0
    called: bool = False
    is_over: bool = False
    created_at: int = 0
    changed_at: int = 0
    stand_ins: StandIns = "half"
    is_cancelled: bool = False
    moved_at: int | None = None
    called_at: int | None = None
    cancelled_by: str | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who came to an evening; ``number`` is theirs for good there, ``person`` None once they are erased."""

    number: int
    person: str | None
    name: str
    head: str | None
    team: str
    state: GuestState
    joined_at: int
    seen_at: int


@dataclass(frozen=True, slots=True)
class PlacedGuest:
    """A seat of a round, with the number of its guest, None for a computer player; and its result.

    ``stand_in`` is the percentage of moves a stand-in made for the guest.
    """

    seat: int
    guest: int | None
    points: int | None = None
    won: bool | None = None
    stand_in: int = 0


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round; ``ended_at`` is when its result was recorded, in UTC milliseconds.

    Number 0 holds those who sit out.
    """

    round: int
    number: int
    table_id: str
    ended_at: int | None
    seats: tuple[PlacedGuest, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody who says that they are already the guest with a ``number``, on another device."""

    person: str
    number: int


@dataclass(frozen=True, slots=True)
class Invitee:
    """Somebody's answer whether they are coming, under a name; the name is empty if they have none there yet.

    ``starts_at`` is the hour they answered for, in UTC milliseconds.
    """

    person: str
    name: str
    reply: Reply
    starts_at: int | None


@dataclass(frozen=True, slots=True)
class StoredEvening:
    """An evening with all its data.

    ``away`` are the numbers of players known not to have their table's page open, ``officers`` the keeper and the
    officers of its club with their names, ``replies`` whether people are coming, in the order of their answers.
    """

    evening: Evening
    guests: tuple[Guest, ...]
    tables: tuple[RoundTable, ...]
    claims: tuple[Claim, ...] = ()
    away: frozenset[int] = frozenset()
    officers: Mapping[str, str] = field(default_factory=dict)
    replies: tuple[Invitee, ...] = ()

    def guest_of(self, person: str) -> Guest | None:
        """Return somebody as a guest, even if they have left."""
        return next((guest for guest in self.guests if guest.person == person), None)

    def reply_of(self, person: str) -> Invitee | None:
        """Return somebody's answer whether they are coming."""
        return next((each for each in self.replies if each.person == person), None)

    def is_current(self, said: Invitee) -> bool:
        """Say whether an answer is for the hour at which the evening begins now."""
        return said.starts_at == self.evening.starts_at

    def name_of(self, person: str) -> str:
        """Return somebody's name there, empty if it is not known."""
        known = (self.reply_of(person), self.guest_of(person))
        return next((each.name for each in known if each is not None and each.name), self.officers.get(person, ""))

    def running(self) -> tuple[RoundTable, ...]:
        """Return the tables whose result has not been recorded yet."""
        return tuple(table for table in self.tables if table.ended_at is None and table.number > 0)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table of a round to be played: its row, the seal of its first deal, and the guest at each seat."""

    table: TableRow
    seal: SealRow
    summary: Summary
    guests: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A drawn round, with the numbers of those who sit out."""

    tables: tuple[DrawnTable, ...]
    resting: tuple[int, ...]
