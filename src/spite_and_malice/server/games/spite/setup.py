"""Building rules, seats and settings from what somebody asks for, over HTTP or at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import InvalidRules, Rules, preset_rules
from spite_and_malice.texts import _

from ...people.names import NOBODYS_NAME, different, own_name
from ...store import SeatRow

Name = Annotated[str, Meta(max_length=40)]


class SeatRequest(Struct, forbid_unknown_fields=True):
    """Who is to sit at a seat: ``person`` with a name, ``computer`` with the id of a computer player, or ``open``."""

    kind: str
    name: Name | None = None
    player: str | None = None
    free: bool = False


class InvalidSeat(ValueError):
    """A seat that cannot be as it was asked for; ``seat`` is its number."""

    def __init__(self, seat: int, message: str) -> None:
        super().__init__(message)
        self.seat = seat


def build_rules(preset: str | None, players: int | None, changes: dict[str, Any]) -> Rules:
    """Return a preset's rules, or the standard ones, with changes. Raises `InvalidRules`."""
    if players is not None and changes.get("players", players) != players:
        text = _("The rules are for {players} players, but there are {seats} seats.")
        raise InvalidRules(text.format(players=repr(changes["players"]), seats=players), ("players",))
    if preset is not None:
        return preset_rules(preset, players, {name: value for name, value in changes.items() if name != "players"})
    return Rules.from_json(changes if players is None else changes | {"players": players})


def build_seats(requests: Sequence[SeatRequest], owner: str) -> list[SeatRow]:
    """Return the seats that a request asks for, a person's owned by ``owner``. Raises `InvalidSeat`."""
    seats: list[SeatRow] = []
    for number, request in enumerate(requests):
        match request:
            case SeatRequest(kind="person", player=None, free=False):
                seats.append(person_seat(request.name or "", number, seats, owner))
            case SeatRequest(kind="computer", player=str(player)) if player in PLAYERS:
                seats.append(computer_seat(player, seats, request.free))
            case SeatRequest(kind="open", player=None, free=False):
                seats.append(OPEN)
            case _:
                raise InvalidSeat(
                    number,
                    _("Seat {number} must be {person}, {open} or {computer} with a player of {players}.").format(
                        number=number,
                        person='{"kind": "person", "name": …}',
                        open='{"kind": "open"}',
                        computer='{"kind": "computer", "player": …}',
                        players=", ".join(PLAYERS),
                    ),
                )
    return seats


OPEN = SeatRow("open", "")
"""A seat on which nobody sits yet."""


def person_seat(name: str, seat: int, others: Sequence[SeatRow], owner: str) -> SeatRow:
    """Return the seat of a person: their name without what cannot be seen, and different from the others'."""
    shown = own_name(name) or _(NOBODYS_NAME).format(number=seat + 1)
    return SeatRow("person", different(shown, [other.name for other in others]), owner=owner)


def computer_seat(player: str, others: Sequence[SeatRow], free: bool) -> SeatRow:
    """Return the seat of a computer player: a level's own character, or the next of their company at a further seat."""
    info = PLAYERS[player]
    taken = [other.name for other in others]
    if info.character is None:
        return SeatRow("computer", different(info.name, taken), player=player, free=free)
    for name in (info.character.name, *info.character.company):
        if different(name, taken) == name:
            head = None if name == info.character.name else name.lower()
            return SeatRow("computer", name, player=player, free=free, head=head)
    return SeatRow("computer", different(info.character.name, taken), player=player, free=free)
