"""Seating: how each request to change the seats or the table's settings changes a table.

Every function returns the table's row to be stored, or raises `Refusal`; none has side effects.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final, assert_never

from msgspec import UNSET

from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import InvalidRules
from spite_and_malice.texts import _

from ...clock import now_ms
from ...people import DEFAULT_HEADS, HEADS, different, own_name
from ...protocol.incoming import (
    Arrangement,
    Back,
    Configure,
    Kick,
    Leave,
    MoreTime,
    Pardon,
    Seat,
    Sit,
    Stand,
    Swap,
    Take,
    Wear,
)
from ...store import SeatRow, TableRow
from ...tables.game import Refusal, not_started
from .absence import may_wait
from .correspondence import is_out_of_time
from .setup import OPEN, build_rules, computer_seat, person_seat
from .table import Table, table_name

_KICKED: Final = 200
"""The most people that a table keeps out: names are cheap, and the earliest ones will have gone."""


def arrange(table: Table, person: str | None, message: Arrangement, gone: AbstractSet[int] = frozenset()) -> TableRow:
    """Return the row of a table changed as ``person`` requests. Raises `Refusal`.

    ``gone`` lists the seats whose people have been away so long that others may decide about them.
    """
    if person is None:
        raise Refusal("not_seated", _("Nobody knows who you are: allow cookies for this page and load it again."))
    match message:
        case Sit():
            row = _sit(table, person, message)
        case Stand():
            _require(table, gathering=True)
            _require_of_somebody(table)
            row = _with_seat(table, _own_seat(table, person), OPEN)
        case Seat():
            row = _seat(table, person, message, gone)
        case Kick():
            row = _kick(table, person, message)
        case Pardon():
            _require_host(table, person)
            row = replace(table.row, kicked=table.row.kicked[:-1])
        case Swap():
            row = _swap(table, person, message)
        case Configure():
            row = _configure(table, person, message)
        case Leave():
            row = _leave(table, person)
        case Back():
            row = _back(table, person)
        case MoreTime():
            row = _more_time(table, person, message)
        case Take():
            row = _take(table, person, message)
        case Wear():
            row = _wear(table, person, message)
        case _:
            assert_never(message)
    return replace(row, revision=table.row.revision + 1)


def stand_in(table: Table, seat: int, why: str) -> TableRow:
    """Return the row of a table where a stand-in plays for a person from now on."""
    row = _with_seat(table, seat, replace(table.row.seats[seat], stand_in=why, stand_in_since=now_ms()))
    return replace(row, revision=row.revision + 1)


def _sit(table: Table, person: str, message: Sit) -> TableRow:
    _require(table, gathering=True)
    _require_of_somebody(table)
    if person in table.row.kicked:
        raise _kicked()
    wanted, own = _at(table, message.seat), table.seat_of(person)
    if wanted.kind != "open" and own != message.seat:
        raise Refusal("seat_taken", _("Somebody sits there already. Take another seat."))
    row = table.row if own is None else _with_seat(table, own, OPEN)
    others = [seat for number, seat in enumerate(row.seats) if number != message.seat]
    before = OPEN if own is None else table.row.seats[own]
    sitting = replace(person_seat(message.name, message.seat, others, person), head=before.head, sign=before.sign)
    return replace(row, seats=(*row.seats[: message.seat], sitting, *row.seats[message.seat + 1 :]))


def _seat(table: Table, person: str, message: Seat, gone: AbstractSet[int]) -> TableRow:
    _require_host(table, person)
    at = _at(table, message.seat)
    if message.kind == "open":
        _require(table, gathering=True)
        if at.kind == "person":
            raise Refusal("seat_taken", _("Somebody sits there. Ask them to leave the seat first."))
        return _with_seat(table, message.seat, OPEN)
    if message.player not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise Refusal(
            "invalid_seat", _("There is no such computer player. Use one of {players}.").format(players=known)
        )
    if at.kind == "person" and at.stand_in is None:
        raise Refusal("seat_taken", _("Somebody sits there: only an empty seat can be a computer player's."))
    if table.row.day is not None:
        raise Refusal("seat_taken", _("The deal of the day is played by one person alone."))
    if table.settings.rated and table.state == "running":
        raise _rated()
    if at.kind == "computer" and table.state != "gathering":
        raise Refusal("seat_taken", _("A computer player sits there already."))
    if at.stand_in in ("away", "clock") and message.seat not in gone:
        raise Refusal(
            "seat_taken",
            _("The seat stays theirs for this game, until they leave or are away for long."),
        )
    others = [seat for number, seat in enumerate(table.row.seats) if number != message.seat]
    # Only the person themselves may retake a seat that they have not left: nobody else may see the hand.
    return _with_seat(
        table, message.seat, computer_seat(message.player, others, free=at.stand_in not in ("away", "clock"))
    )


def _kick(table: Table, person: str, message: Kick) -> TableRow:
    _require_host(table, person)
    _require(table, gathering=True)
    out = _at(table, message.seat).person
    if out is None:
        raise Refusal("no_such_seat", _("Nobody sits there."))
    row = _with_seat(table, message.seat, OPEN)
    # A host who clears their own seat may sit down again.
    return row if out == person else replace(row, kicked=(*row.kicked, out)[-_KICKED:])


def _swap(table: Table, person: str, message: Swap) -> TableRow:
    _require_host(table, person)
    _require(table, gathering=True)
    seats = list(table.row.seats)
    seats[message.seat], seats[message.other] = _at(table, message.other), _at(table, message.seat)
    return replace(table.row, seats=tuple(seats))


def _configure(table: Table, person: str, message: Configure) -> TableRow:
    _require_host(table, person)
    _require(table, gathering=True)
    row = table.row
    if message.preset is not UNSET or message.rules is not UNSET:
        preset = None if message.preset is UNSET else message.preset
        changes = {} if message.rules is UNSET else message.rules
        changes = changes if message.target is UNSET else changes | {"target": message.target}
        rules = _rules(preset, len(row.seats), changes)
        row = replace(row, preset=preset, name=table_name(preset, rules), rules=rules)
    elif message.target is not UNSET:
        row = replace(row, rules=_rules(None, len(row.seats), row.rules | {"target": message.target}))
    if message.settings is not UNSET:
        row = replace(row, settings=message.settings.upon(table.settings).to_json())
    return row


def _rules(preset: str | None, players: int, changes: dict[str, object]) -> dict[str, object]:
    try:
        return build_rules(preset, players, changes).to_json()
    except InvalidRules as error:
        raise Refusal("invalid_rules", error.plain) from error


def _leave(table: Table, person: str) -> TableRow:
    _require(table, gathering=False)
    seat = _own_seat(table, person)
    sitting = table.row.seats[seat]
    since = now_ms() if sitting.stand_in is None else sitting.stand_in_since
    free = table.row.day is None and table.row.origin is None and not table.settings.rated
    return _with_seat(table, seat, replace(sitting, stand_in="left", stand_in_since=since, free=free))


def _back(table: Table, person: str) -> TableRow:
    _require(table, gathering=False)
    seat = _own_seat(table, person)
    if table.row.seats[seat].stand_in is None:
        raise Refusal("no_stand_in", _("You are playing yourself already."))
    if not table.may_return(seat):
        raise Refusal("out_of_time", _("Your time for this game is up. You play again in the next one."))
    return _with_seat(table, seat, _without_stand_in(table.row.seats[seat]))


def _more_time(table: Table, person: str, message: MoreTime) -> TableRow:
    _require(table, gathering=False)
    if not table.settings.is_by_correspondence and table.row.origin is not None:
        raise Refusal("no_more_time", _("In tournaments and evenings nobody can be given more time."))
    if table.row.seats[_own_seat(table, person)].stand_in is not None:
        raise Refusal("stand_in", _("A stand-in plays for you. Take your seat back first."))
    late = _at(table, message.seat)
    if late.person == person or not is_out_of_time(late) or table.turn is None:
        raise Refusal("no_stand_in", _("They are playing themselves, or have left."))
    if not table.settings.is_by_correspondence and not may_wait(table, message.seat):
        raise Refusal("out_of_time", _("Their time for this game is up."))
    return _with_seat(table, message.seat, _without_stand_in(late))


def _without_stand_in(seat: SeatRow) -> SeatRow:
    return replace(seat, stand_in=None, stand_in_since=None, free=False)


def _take(table: Table, person: str, message: Take) -> TableRow:
    _require(table, gathering=False)
    _require_of_somebody(table)
    if table.settings.rated:
        raise _rated()
    if table.seat_of(person) is not None:
        raise Refusal("already_seated", _("You have a seat at this table already."))
    if person in table.row.kicked:
        raise _kicked()
    at = _at(table, message.seat)
    dealt_to = table.newest.row.seats
    was_theirs = at.kind == "computer" and bool(dealt_to) and dealt_to[message.seat].person == person
    if not (at.free or was_theirs):
        raise Refusal("seat_taken", _("This seat is not free to be taken."))
    others = [seat for number, seat in enumerate(table.row.seats) if number != message.seat]
    return _with_seat(table, message.seat, person_seat(message.name, message.seat, others, person))


def _wear(table: Table, person: str, message: Wear) -> TableRow:
    if message.head is not None and message.head not in HEADS:
        raise Refusal("no_such_head", _("There is no such face. Load the page again to see those there are."))
    seat = _own_seat(table, person)
    sitting = table.row.seats[seat]
    name = sitting.name
    if wanted := own_name(message.name or ""):
        name = different(wanted, [other.name for number, other in enumerate(table.row.seats) if number != seat])
    head = message.head
    in_use = {other.head for number, other in enumerate(table.row.seats) if number != seat}
    if message.by_default and head in DEFAULT_HEADS and head in in_use:
        head = next((spare for spare in DEFAULT_HEADS if spare not in in_use), None)
    sign = sitting.sign if message.sign is UNSET else message.sign
    return _with_seat(table, seat, replace(sitting, name=name, head=head, sign=sign))


def _rated() -> Refusal:
    return Refusal("rated", _("The games here are rated: nobody can take another's seat, and leaving loses."))


def _kicked() -> Refusal:
    return Refusal("kicked", _("The host has asked you to leave this table."))


def _require(table: Table, gathering: bool) -> None:
    if gathering and table.state != "gathering":
        raise Refusal("started", _("The first game has been dealt: this could be done only before."))
    if not gathering and table.state == "gathering":
        raise not_started()


def _require_of_somebody(table: Table) -> None:
    if table.row.origin is not None:
        raise Refusal("reserved", _("The seats of this table are reserved for those who are to play here."))


def _require_host(table: Table, person: str) -> None:
    if person != table.row.host:
        raise Refusal("not_host", _("Only the host of the table can do this."))


def _own_seat(table: Table, person: str) -> int:
    seat = table.seat_of(person)
    if seat is None:
        raise Refusal("not_seated", _("You have no seat at this table."))
    return seat


def _at(table: Table, seat: int) -> SeatRow:
    if seat >= len(table.row.seats):
        last = len(table.row.seats) - 1
        raise Refusal("no_such_seat", _("There is no such seat: they are numbered from 0 to {last}.").format(last=last))
    return table.row.seats[seat]


def _with_seat(table: Table, number: int, seat: SeatRow) -> TableRow:
    seats = table.row.seats
    return replace(table.row, seats=(*seats[:number], seat, *seats[number + 1 :]))
