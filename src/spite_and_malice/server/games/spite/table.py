"""A table with its match and its game: setup and dealing.

A table's state is never stored: its rules, the secret of each deal and the list of actions reproduce the game.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final

from spite_and_malice.play import FairDeal, Game, Match, new_secret
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from spite_and_malice.texts import N_, _

from ...clock import now_ms
from ...people import called_by_seat, in_words
from ...protocol.settings import ClockSettings, Settings
from ...store import (
    SOMEBODY,
    ClocksRow,
    GameRow,
    MoveRow,
    SealRow,
    SeatRow,
    Summary,
    TableRow,
    is_day_running,
)
from ...store.records import STAND_IN

_FROM_GAME: Final = "as in game "

HOUSE_RULES: Final = N_("House rules")


@dataclass(frozen=True, slots=True)
class SeatAction:
    """An action for a seat, as one object on its way from the player to the store and to every page.

    ``message_id`` comes from the player's page, ``note`` goes to the store, and ``worlds`` is the number of hidden
    layouts in which a computer player compared its move with others. ``pause`` is a computer player's apparent thinking
    time in milliseconds, None for people.
    """

    seat: int
    text: str
    message_id: str | None = None
    note: str | None = None
    worlds: int = 0
    pause: int | None = None


@dataclass(slots=True)
class Dealt:
    """A game that is played at a table, with its stored data."""

    game: Game
    row: GameRow
    clocks: tuple[int, ...] | None
    """The value of each clock after the newest action, in milliseconds."""
    since: int = 0
    """When the clock of the seat to move began to count, in UTC milliseconds."""
    carried_out: dict[tuple[int, str], int] = field(default_factory=dict)
    """The ply after each action, by seat and the id that the mover's page gave it."""
    stand_ins: dict[int, int] = field(default_factory=dict)
    """The seats that a stand-in has played for, with the time of its first move, in UTC milliseconds."""
    times: list[int] = field(default_factory=list)
    """When each action was made, in UTC milliseconds."""
    furthest: int = 0
    """The largest number of moves reached so far: a move after an undo does not exceed it."""


@dataclass(slots=True)
class Table:
    """A table in memory: the newest game if there is one, the match that it belongs to, and the next deal."""

    row: TableRow
    rules: Rules
    settings: Settings
    match: Match
    stand_ins: list[int]
    """For each seat the finished games of the match in which a stand-in played for it."""
    seal: SealRow
    earlier_moves: int
    """The actions of earlier games: with the number of games, the base that the version counts from."""
    dealt: Dealt | None = None

    @property
    def newest(self) -> Dealt:
        """The newest game. Raises LookupError before the first deal."""
        if self.dealt is None:
            raise LookupError("no game has been dealt at this table")
        return self.dealt

    @property
    def game(self) -> Game:
        """The newest game. Raises LookupError before the first deal."""
        return self.newest.game

    @property
    def state(self) -> str:
        """The state of the table: ``gathering``, ``running``, ``game_over`` or ``match_over``."""
        if self.dealt is None:
            return "gathering"
        if not self.dealt.game.is_over:
            return "running"
        return "match_over" if self.match.is_over else "game_over"

    @property
    def number(self) -> int:
        """The number of the newest game, from 1; 0 before the first."""
        return 0 if self.dealt is None else self.dealt.row.number

    @property
    def ply(self) -> int:
        """The number of actions in this game so far; undos count."""
        return 0 if self.dealt is None else len(self.dealt.game.actions)

    @property
    def version(self) -> int:
        """The number of games dealt and actions taken over the table's lifetime."""
        dealt = self.dealt
        return self.earlier_moves + (0 if dealt is None else dealt.row.number + len(dealt.game.actions))

    @property
    def turn(self) -> int | None:
        """The seat to move, None if no game is in progress."""
        game = None if self.dealt is None else self.dealt.game
        return None if game is None or game.is_over else game.turn

    @property
    def revealed_secret(self) -> str | None:
        """The secret of the deal in hexadecimal once the game is over; None before.

        If other tables share the deal, it is never revealed here: its record includes it once all of them are finished,
        and for a day's deal once the day is over.
        """
        is_shared = self.row.shares_deal or (self.number == 1 and is_day_running(self.row.day))
        is_told = self.dealt is not None and self.dealt.game.is_over and not is_shared
        return self.newest.row.secret.hex() if is_told else None

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the newest game's secret, None before the first deal."""
        return None if self.dealt is None else fair_deal(self.dealt.row).commitment

    @property
    def next_commitment(self) -> str:
        """The SHA-256 of the next game's secret."""
        return FairDeal(self.seal.secret, ()).commitment

    @property
    def summary(self) -> Summary:
        """The table's entry in the list of tables."""
        scores = tuple(self.match.scores)
        return Summary(self.number, self.turn, scores, self.match.is_over, self.clocks, self.cards_left)

    @property
    def cards_left(self) -> tuple[int, ...] | None:
        """How many pay-off cards the side of each seat has left, None before the first deal."""
        if self.dealt is None:
            return None
        core = self.dealt.game.position.core
        return tuple(core.cards_left(self.rules.side_of(seat)) for seat in range(self.rules.players))

    @property
    def clocks(self) -> ClocksRow | None:
        """The clocks as stored, None without clocks or before the first deal."""
        if self.dealt is None or self.dealt.clocks is None:
            return None
        return ClocksRow(self.dealt.clocks, self.dealt.since)

    @clocks.setter
    def clocks(self, clocks: ClocksRow | None) -> None:
        if clocks is not None and self.dealt is not None and self.dealt.clocks is not None:
            self.dealt.clocks, self.dealt.since = clocks.left, clocks.since

    @property
    def has_people(self) -> bool:
        """Whether a person, or a stand-in for one, plays at the table."""
        return any(seat.kind == "person" for seat in self.row.seats)

    def seat_of(self, person: str | None) -> int | None:
        """Return the seat of a browser, by the SHA-256 of its token, or None."""
        if person is None:
            return None
        return next((number for number, seat in enumerate(self.row.seats) if seat.person == person), None)

    def seats_at(self, person: str | None) -> frozenset[int]:
        """Return the seats played on a person's devices: their own, and for the host also the guests' seats."""
        guests = person is not None and person == self.row.host
        return frozenset(
            number
            for number, seat in enumerate(self.row.seats)
            if (guests and seat.kind == "guest") or (person is not None and seat.person == person)
        )

    @property
    def has_guests(self) -> bool:
        """Whether several people play on the same device."""
        return any(seat.kind == "guest" for seat in self.row.seats)

    def program_at(self, seat: int) -> str | None:
        """Return the computer player that moves for a seat, as itself or as a stand-in; None for a person."""
        at = self.row.seats[seat]
        return STAND_IN_PLAYER if at.stand_in is not None else at.player

    def may_return(self, seat: int) -> bool:
        """Return whether a person may retake a seat in this game from its stand-in."""
        clock, why = self.settings.clock, self.row.seats[seat].stand_in
        return not (why == "clock" and clock is not None and clock.kind == "player" and self.state == "running")

    def may_resign(self, seat: int) -> bool:
        """Return whether the person at a seat may resign: their choice must not make any third side win or lose.

        They may resign against computer players, and against people if there are only two sides.
        """
        side, seats = self.rules.side_of(seat), enumerate(self.row.seats)
        others = [number for number, at in seats if number != seat and at.kind in ("person", "guest")]
        return not others or (self.rules.side_count == 2 and all(self.rules.side_of(other) != side for other in others))

    def has_moved(self, seat: int) -> bool:
        """Return whether the person at a seat has made a move in the newest game."""
        return any(of == seat for of, _id in self.newest.carried_out)

    def may_go_on(self, person: str | None) -> bool:
        """Return whether a browser may deal the next game: a person at the table, or the host if all are computers."""
        if self.has_people:
            return self.seat_of(person) is not None
        return person == self.row.host

    def contribution_of(self, seat: int) -> str:
        """Return the person's contribution to the next deal, an empty string if there is none."""
        person = self.row.seats[seat].person
        return "" if person is None else self.seal.contributions.get(person, "")

    @property
    def starts_by_itself(self) -> bool:
        """Whether the first game is to be dealt automatically now: everybody has come, or it is late."""
        if self.dealt is not None or self.settings.start != "full":
            return False
        return self.starts_in == 0 or all(
            at.kind in ("computer", "guest") or (at.kind == "person" and self.contribution_of(seat) != "")
            for seat, at in enumerate(self.row.seats)
        )

    @property
    def starts_in(self) -> float | None:
        """The seconds until the first game is dealt at the latest; None if it waits for everybody."""
        origin = self.row.origin
        if self.dealt is not None or origin is None or origin.starts_at is None:
            return None
        return max(0.0, (origin.starts_at - now_ms()) / 1000)

    @property
    def _parts(self) -> tuple[str, ...]:
        """The seats' contributions to the next deal."""
        origin = self.row.origin
        if self.dealt is None and origin is not None and origin.contribution is not None:
            return (origin.contribution,) * self.rules.players
        return tuple(map(self.contribution_of, range(self.rules.players)))

    def act(
        self,
        seat: int,
        text: str,
        message_id: str | None,
        note: str | None = None,
        elapsed: int = 0,
        made_at: int | None = None,
    ) -> MoveRow:
        """Carry out an action in memory and return it in the form to be stored.

        ``elapsed`` is the time that the seat took in milliseconds, ``made_at`` is the time in UTC milliseconds, None
        for now. Raises what `Game.act` raises, leaving the table unchanged.
        """
        dealt = self.newest
        game = dealt.game
        game.act(seat, text)
        at = now_ms() if made_at is None else made_at
        dealt.times.append(at)
        ply, standing = len(game.actions), len(game.log)
        if message_id is not None:
            dealt.carried_out[seat, message_id] = ply
        if note == STAND_IN and seat not in dealt.stand_ins:
            dealt.stand_ins[seat] = at
        if note is not None and note == practice_note(self.row):
            game.settle()
        if self.settings.clock is not None and dealt.clocks is not None:
            goes_further = standing > dealt.furthest
            dealt.clocks = after_action(self.settings.clock, dealt.clocks, seat, elapsed, goes_further)
            dealt.since = at
        dealt.furthest = max(dealt.furthest, standing)
        if (outcome := game.outcome) is not None:
            self.count(outcome.scores, dealt.stand_ins)
        return MoveRow(ply, seat, text, message_id, note or self._taken_by(seat), at)

    def next_game(self, here: AbstractSet[int]) -> Table:
        """Deal the next game of the match, or the first of a new match; ``here`` lists the seats of people present.

        People who are back play for themselves again, unless they had left.
        """
        new_match = self.dealt is None or self.match.is_over
        fair = FairDeal(self.seal.secret, self._parts)
        match = Match(self.rules, fair.dealer(self.rules.players)) if new_match else self.match
        row = replace(
            self.row,
            seats=tuple(_at_thedeal(seat, number in here) for number, seat in enumerate(self.row.seats)),
            revision=self.row.revision + 1,
        )
        game_row = GameRow(
            number=self.seal.number,
            match=(0 if self.dealt is None else self.dealt.row.match) + new_match,
            dealer=match.dealer,
            secret=fair.secret,
            contributions=fair.contributions,
            seats=row.seats,
        )
        return replace(
            self,
            row=row,
            match=match,
            stand_ins=[0] * self.rules.players if new_match else self.stand_ins,
            seal=new_seal(game_row.number + 1),
            earlier_moves=self.earlier_moves + self.ply,
            dealt=deal(self.rules, self.settings, game_row),
        )

    def arranged(self, row: TableRow) -> Table:
        """Return the table with the seats, rules and settings of a row.

        A person who leaves takes their contribution to the next deal with them.
        """
        people = {seat.person for seat in row.seats}
        given = {person: given for person, given in self.seal.contributions.items() if person in people}
        seal = replace(self.seal, contributions=given)
        if row.rules == self.row.rules and row.settings == self.row.settings:
            return replace(self, row=row, seal=seal)
        rules = Rules.from_json(row.rules)
        return replace(
            self,
            row=row,
            seal=seal,
            rules=rules,
            settings=Settings.from_json(row.settings),
            match=Match(rules, first_dealer=0),
        )

    def count(self, scores: Sequence[int], stand_ins: Iterable[int]) -> None:
        """Count a game's result in the match, and the games in which a seat had a stand-in."""
        self.match.record(scores)
        for seat in stand_ins:
            self.stand_ins[seat] += 1

    def _taken_by(self, seat: int) -> str | None:
        """Return the note for a move of a person who took the seat over since the deal."""
        dealt_to, at = self.newest.row.seats, self.row.seats[seat]
        return f"played by {at.name}" if dealt_to and at.person != dealt_to[seat].person else None


STAND_IN_PLAYER: Final = "club"
"""The computer player that plays for people who have gone: a good one that needs no time to think."""


def new_id() -> str:
    """Return an id for a table that no command mistakes for an option."""
    return secrets.token_urlsafe(12).replace("-", "_")


def new_table(person: str, preset: str | None, rules: Rules, seats: Sequence[SeatRow], settings: Settings) -> Table:
    """Set up a table without a deal. Nothing is stored yet."""
    row = TableRow(
        id=new_id(),
        host=person,
        name=table_name(preset, rules.to_json()),
        preset=preset,
        rules=rules.to_json(),
        seats=tuple(seats),
        settings=settings.to_json(),
    )
    return Table(row, rules, settings, Match(rules, 0), [0] * rules.players, new_seal(1), earlier_moves=0)


def table_name(preset: str | None, rules: Mapping[str, object]) -> str:
    """Return the table name for a preset's rules; it allows for another number of players and for changed rules."""
    if preset is not None:
        return PRESETS[preset].name
    others = {"players": rules["players"], "target": rules["target"]}
    for alike in PRESETS.values():
        if preset_rules(alike.id).to_json() | others == rules:
            return alike.name
    return HOUSE_RULES


def practice_note(row: TableRow) -> str | None:
    """Return the note for moves that a practice game takes from another game; None for other tables."""
    if row.practice is None:
        return None
    table_id, number, _ply = row.practice.split("/")
    return f"{_FROM_GAME}{number} of {table_id}"


def is_practice_note(note: str | None) -> bool:
    """Return whether a note marks a move that a practice game took from another game."""
    return note is not None and note.startswith(_FROM_GAME)


def fair_deal(row: GameRow) -> FairDeal:
    """Return the random source of a game."""
    return FairDeal(row.secret, row.contributions)


def shown_name(seat: SeatRow) -> str:
    """Return the name of the person at a seat; default and computer names are in the current language.

    This includes the name of a person who has not entered one.
    """
    name = PLAYERS[seat.player].name if seat.player in PLAYERS else ""
    if seat.kind == "person" and seat.person is None:
        name = SOMEBODY
    if seat.kind in ("person", "guest") and called_by_seat(seat.name):
        return in_words(seat.name)
    return _(name) + seat.name.removeprefix(name) if name and seat.name.startswith(name) else seat.name


def new_seal(number: int) -> SealRow:
    """Return a secret for a game that will be dealt."""
    return SealRow(number, new_secret())


def _at_thedeal(seat: SeatRow, here: bool) -> SeatRow:
    """Return a seat at the start of the next game, when an expired time no longer counts."""
    if seat.stand_in in (None, "left"):
        return seat
    if here:
        return replace(seat, stand_in=None, stand_in_since=None)
    return replace(seat, stand_in="away", stand_in_since=seat.stand_in_since or now_ms())


def deal(rules: Rules, settings: Settings, row: GameRow) -> Dealt:
    """Return a game as it begins, with its clocks."""
    clocks = None if settings.clock is None else full_clocks(settings.clock, rules.players)
    return Dealt(Game.deal(rules, row.dealer, fair_deal(row)), row, clocks, now_ms())


def full_clocks(settings: ClockSettings, players: int) -> tuple[int, ...]:
    """Return the initial clocks of all seats."""
    return (settings.seconds * 1000,) * players


def after_action(
    settings: ClockSettings, clocks: tuple[int, ...], seat: int, elapsed: int, goes_further: bool
) -> tuple[int, ...]:
    """Return the clocks after ``seat`` acted within ``elapsed`` milliseconds.

    An action without progress (an undo, or a move that replaces an undone one) adds no time.
    """
    if not goes_further:
        left = clocks[seat] - elapsed
    elif settings.kind == "move":
        left = settings.seconds * 1000
    else:
        left = clocks[seat] - elapsed + settings.increment * 1000
    return (*clocks[:seat], max(0, left), *clocks[seat + 1 :])
