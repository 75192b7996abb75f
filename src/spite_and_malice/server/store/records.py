"""The values that go into the store and come out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal

from msgspec import Struct

from spite_and_malice.texts import N_

from ..rating import RatedEnd

SOMEBODY: Final = N_("Somebody")
"""The name of a person whose data was erased."""

STAND_IN: Final = "a stand-in played"
"""The note in the store at a move that a stand-in made for a person."""


class StoreError(Exception):
    """The database could not be read or written; nothing was partially written."""


class Conflict(StoreError):
    """Somebody else wrote this ply, this game or these seats: the writer's state of the table is out of date."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The occupant of a seat: a ``person``, a ``computer`` player, or nobody yet (``open``).

    ``person`` is the SHA-256 of their token. ``free`` says that a person may take the seat over, ``stand_in`` why a
    stand-in plays for the person (None: it does not) and ``stand_in_since`` since when, in UTC milliseconds (None:
    unknown); ``head`` is the drawing chosen by the person, ``sign`` the sign on their plate.
    """

    kind: str
    name: str
    player: str | None = None
    person: str | None = None
    free: bool = False
    stand_in: str | None = None
    head: str | None = None
    stand_in_since: int | None = None
    sign: str | None = None

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> SeatRow:
        """Return a seat from its form stored with a game, in which its person is called ``owner``."""
        values = dict(stored)
        return cls(person=values.pop("owner"), **values)

    def to_json(self) -> dict[str, Any]:
        """Return the seat in its form stored with a game."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {"owner": values.pop("person"), **values}


@dataclass(slots=True)
class MoveRow:
    """One action of a game; ``ply`` counts from 1. ``made_at`` is in UTC ms, None for the moment of writing it."""

    ply: int
    seat: int
    text: str
    message_id: str | None = None
    note: str | None = None
    made_at: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A dealt game; ``result`` is null while it is in progress.

    ``seats`` are those at the deal (empty for games of older versions), ``stand_ins`` the seats for which a stand-in
    played, known once the game is over. ``deal`` says how a game of patience was dealt, ``offline`` that it was played
    in a browser without a server and imported afterwards.
    """

    number: int
    match: int
    dealer: int
    secret: bytes
    contributions: tuple[str, ...]
    result: dict[str, Any] | None = None
    seats: tuple[SeatRow, ...] = ()
    stand_ins: tuple[int, ...] = ()
    deal: dict[str, Any] | None = None
    offline: bool = False


class MissedMoment(Struct):
    """A choice that a review found to be a mistake: the number of its first move, its kind, and its cost.

    ``kind`` is an `analysis.mistakes.Mistake`, ``cost`` a part of the chance to win; ``found`` says whether its person
    has found a better turn since, at their first try; None while they have not tried.
    """

    number: int
    kind: str
    cost: float
    found: bool | None = None


class SeatCounted(Struct):
    """A seat's result in a finished game (`play.SeatFigures`); ``hints`` is None if not counted.

    ``achieved`` has each achievement of a person by its key, with how many actions there were before the turn in which
    it was achieved, and when it was. ``missed`` is None until the person's own choices have been reviewed.
    """

    side: int
    turns: int
    moves: int
    payoff: int
    most_payoff: int
    left: int
    undos: int
    takebacks: int
    hints: int | None = None
    achieved: dict[str, tuple[int, int]] = {}
    missed: list[MissedMoment] | None = None


class GameFigures(Struct):
    """The figures of a finished game; without ``seats`` it could no longer be counted.

    ``rules`` is the same text for the same rules, and for no others; ``payoff`` are the pay-off cards that each seat
    began with, and ``time`` are the milliseconds that were played.
    """

    rules: str
    payoff: int
    time: int
    seats: list[SeatCounted]


@dataclass(frozen=True, slots=True)
class SealRow:
    """The settled part of the next game before the deal: its secret, and the contributions by the token's SHA-256."""

    number: int
    secret: bytes
    contributions: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClocksRow:
    """The time left for each seat, in milliseconds; for the seat to move it runs from ``since``, in UTC ms."""

    left: tuple[int, ...]
    since: int


@dataclass(slots=True)
class Summary:
    """The columns of a list of tables, and the clocks (None without clocks); written with each action that changes it.

    ``game`` is 0 before the first deal.
    """

    game: int
    turn: int | None
    scores: tuple[int, ...]
    match_over: bool
    clocks: ClocksRow | None = None
    cards_left: tuple[int, ...] | None = None
    """The pay-off cards of each seat, None before the first deal or if not recorded."""


@dataclass(slots=True)
class NewMove:
    """An action to be appended to game ``number`` of a table, and the table's list data after it (None: unchanged).

    ``result``, ``stand_ins`` and ``figures`` are written to the game if it ended; ``rated`` is its rated result, None
    if it does not count.
    """

    table_id: str
    number: int
    move: MoveRow
    summary: Summary | None
    result: dict[str, Any] | None = None
    stand_ins: tuple[int, ...] = ()
    figures: GameFigures | None = None
    rated: RatedEnd | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """The purpose for which the server created a table: a ``subject`` such as "tournament", its id, part and board.

    No two tables have the same. With a ``contribution`` several tables of a part share their first deal, to which it is
    what every seat contributes; without it people contribute their own. The first game is dealt as soon as everybody
    has come, and at ``starts_at`` (UTC milliseconds; None: never) without those who have not. ``made_at`` is when the
    table was stored, 0 before.
    """

    subject: str
    id: str
    part: int
    board: int
    contribution: str | None = None
    starts_at: int | None = None
    made_at: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its games; ``revision`` counts the changes of its seats, rules and settings.

    ``host`` is the SHA-256 of its creator's token. ``kicked`` are the people the host has asked to leave, each by the
    SHA-256 of their token. ``day`` is the day whose deal the table's first game is, None for all tables but those of
    the deal of the day. ``practice`` says which game a practice game continues, as TABLE/GAME/ACTIONS; None for all
    others. ``kind`` is the game played: ``"spite"`` or ``"patience"``. ``origin`` says what the server created the
    table for, None for one created by a person.
    """

    id: str
    host: str
    name: str
    preset: str | None
    rules: dict[str, Any]
    seats: tuple[SeatRow, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    revision: int = 0
    kicked: tuple[str, ...] = ()
    day: str | None = None
    practice: str | None = None
    kind: str = "spite"
    origin: Origin | None = None

    @property
    def shares_deal(self) -> bool:
        """Whether other tables have the same first deal: somebody who sees this one would know their cards."""
        return self.origin is not None and self.origin.contribution is not None

    @property
    def url(self) -> str:
        """The path of the table's page."""
        return f"/table/{self.id}"


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with all its games, the actions of the newest, and the number of actions of those before."""

    table: TableRow
    seal: SealRow
    games: tuple[GameRow, ...]
    moves: tuple[MoveRow, ...]
    earlier_moves: int
    clocks: ClocksRow | None = None
    is_closed: bool = False
    """Whether an operator has closed the table for good."""


@dataclass(frozen=True, slots=True)
class Since:
    """The changes at a table since a revision: the actions that followed in the known game.

    ``game`` is the number of the newest game, ``table`` the table's row if seats, rules or settings are others.
    """

    game: int
    table: TableRow | None
    contributions: dict[str, str]
    moves: tuple[MoveRow, ...]
    clocks: ClocksRow | None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game of a table with all its actions and the time of each, in UTC milliseconds.

    ``newest`` is the number of the table's newest game; ``figures`` are present once counted.
    """

    table: TableRow
    game: GameRow
    newest: int
    started_at: int
    moves: tuple[MoveRow, ...]
    times: tuple[int, ...]
    figures: GameFigures | None = None

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """The seats at the deal; people who still sit there have their current name, head and sign."""
        now = dict(enumerate(self.table.seats))
        return tuple(
            replace(who, name=now[at].name, head=now[at].head, sign=now[at].sign)
            if who.person is not None and at in now and now[at].person == who.person
            else who
            for at, who in enumerate(self.game.seats or self.table.seats)
        )


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game played to its end without this server, ready to be stored; times in UTC milliseconds.

    ``moves`` have a time each. ``figures`` are None for patience, of which the result says what was counted.
    """

    table: TableRow
    seal: SealRow
    summary: Summary
    game: GameRow
    moves: tuple[MoveRow, ...]
    started_at: int
    ended_at: int
    figures: GameFigures | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """Amounts of stored data: tables, games dealt, and games finished."""

    tables: int
    games: int
    finished: int


TablesPart = Literal["all", "going_on", "clocked", "over", "given_up"]
"""Which of somebody's tables a list has: all on their lists, of these only finished or unfinished matches, of the
latter only those with a clock, or others."""

Place = tuple[int, str]
"""A place in a list of tables: when the table there was changed, in UTC milliseconds, and its id."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of a table as a list entry; `figures` are None if it is not counted, or of patience.

    ``stand_ins`` are the seats for which a stand-in played.
    """

    number: int
    deal: dict[str, Any] | None
    result: dict[str, Any] | None
    figures: GameFigures | None
    ended_at: int | None
    stand_ins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A line of "your games"; times in UTC milliseconds.

    ``is_given_up`` says that its only person has taken the table off their lists, ``is_begun`` that somebody has acted
    in a game of it. ``clocks`` are None if there are none. ``result`` is that of the newest game, None while it is in
    progress.
    """

    table: TableRow
    summary: Summary
    created_at: int
    changed_at: int
    is_given_up: bool
    is_begun: bool = True
    clocks: ClocksRow | None = None
    result: dict[str, Any] | None = None
