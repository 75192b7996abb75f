"""Building rules, seats and settings from requests, and the requirements of rated tables (docs/ratings.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, Struct

from spite_and_malice.players import LEVELS, PLAYERS
from spite_and_malice.rules import PRESETS, InvalidRules, Rules, preset_rules
from spite_and_malice.texts import _, listed

from ...people import NOBODYS_NAME, different, kept_name, own_name
from ...rating import ENOUGH_MOVES, RatedEnd, families
from ...store import SeatRow, Store, TableRow
from ...tables.game import Refusal
from .table import HOUSE_RULES, Table, table_name

Name = Annotated[str, Meta(max_length=40)]


class SeatRequest(Struct, forbid_unknown_fields=True):
    """The occupant of a seat: a ``person`` with a name, a ``computer`` player by its id, or nobody yet (``open``).

    A ``guest`` has a name as well, and plays on the device of the person.
    """

    kind: str
    name: Name | None = None
    player: str | None = None
    free: bool = False


class InvalidSeat(ValueError):
    """A seat that cannot be set up as requested; ``seat`` is its number."""

    def __init__(self, seat: int, message: str) -> None:
        super().__init__(message)
        self.seat = seat


def build_rules(preset: str | None, players: int | None, changes: dict[str, Any]) -> Rules:
    """Return the rules of a preset, or the standard ones, with changes. Raises `InvalidRules`."""
    if players is not None and changes.get("players", players) != players:
        text = _("The rules are for {players} players, but there are {seats} seats.")
        raise InvalidRules(text.format(players=repr(changes["players"]), seats=players), ("players",))
    if preset is not None:
        return preset_rules(preset, players, {name: value for name, value in changes.items() if name != "players"})
    return Rules.from_json(changes if players is None else changes | {"players": players})


def build_seats(requests: Sequence[SeatRequest], person: str) -> list[SeatRow]:
    """Return the requested seats, those of a person owned by ``person``. Raises `InvalidSeat`."""
    seats: list[SeatRow] = []
    for number, request in enumerate(requests):
        match request:
            case SeatRequest(kind="person", player=None, free=False):
                seats.append(person_seat(request.name or "", number, seats, person))
            case SeatRequest(kind="computer", player=str(player)) if player in PLAYERS:
                seats.append(computer_seat(player, seats, request.free))
            case SeatRequest(kind="guest", player=None, free=False):
                seats.append(guest_seat(request.name or "", number, seats))
            case SeatRequest(kind="open", player=None, free=False):
                seats.append(OPEN)
            case _:
                known = _("Seat {number} must be {person}, {guest}, {open} or {computer} with a player of {players}.")
                raise InvalidSeat(
                    number,
                    known.format(
                        number=number,
                        person='{"kind": "person", "name": …}',
                        guest='{"kind": "guest", "name": …}',
                        open='{"kind": "open"}',
                        computer='{"kind": "computer", "player": …}',
                        players=", ".join(PLAYERS),
                    ),
                )
    return seats


OPEN = SeatRow("open", "")
"""A seat without an occupant."""


def person_seat(name: str, seat: int, others: Sequence[SeatRow], person: str) -> SeatRow:
    """Return the seat of a person, with their name made unique and without invisible characters."""
    shown = own_name(name) or _(NOBODYS_NAME).format(number=seat + 1)
    return SeatRow("person", different(shown, [other.name for other in others]), person=person)


def guest_seat(name: str, seat: int, others: Sequence[SeatRow]) -> SeatRow:
    """Return the seat of a guest on the host's device, of whom only the name is known."""
    shown = own_name(name) or _(NOBODYS_NAME).format(number=seat + 1)
    return SeatRow("guest", different(shown, [other.name for other in others]))


def computer_seat(player: str, others: Sequence[SeatRow], free: bool) -> SeatRow:
    """Return the seat of a computer player: the level's own character, or another one if that is already seated."""
    info = PLAYERS[player]
    taken = [other.name for other in others]
    if info.character is None:
        return SeatRow("computer", different(info.name, taken), player=player, free=free)
    for name in (info.character.name, *info.character.company):
        if different(name, taken) == name:
            head = None if name == info.character.name else name.lower()
            return SeatRow("computer", name, player=player, free=free, head=head)
    return SeatRow("computer", different(info.character.name, taken), player=player, free=free)


async def named_by_host(store: Store, row: TableRow) -> TableRow:
    """Return the row of a table with the name of the host's saved rules, if its rules match no version.

    The number of players and the points of a match are ignored. Raises `StoreError`.
    """
    if table_name(None, row.rules) != HOUSE_RULES:
        return row
    name = await kept_name(store, row.host, row.rules, ("players", "target"))
    return row if name is None else replace(row, name=name)


async def require_rated(store: Store, row: TableRow) -> None:
    """Raise `Refusal` if ``row`` asks for rated games that are not possible. Raises `StoreError`."""
    if not row.settings.get("rated"):
        return
    if not _is_as_it_is(row.preset, row.rules):
        raise Refusal(
            "not_ratable", _("Rated games are played by the rules of a version as they are. Undo your changes.")
        )
    if any(seat.kind == "guest" for seat in row.seats):
        raise Refusal("not_ratable", _("Several people at one device cannot be rated: they have no accounts there."))
    known = families().get(PRESETS[row.preset].family) if row.preset else None
    computers = {seat.player for seat in row.seats if seat.kind == "computer"}
    if known is None and computers:
        text = _("In this version no computer player has a rating yet. Play it rated against people.")
        raise Refusal("not_ratable", text)
    if known is not None and not computers <= known.levels.keys():
        names = listed([_(level.name) for level in LEVELS], either=True)
        raise Refusal("not_ratable", _("At a rated table a computer player is one of {names}.").format(names=names))
    people = [*filter(None, [row.host]), *(seat.person for seat in row.seats if seat.person is not None)]
    if not await store.accounts.all_have_one(people):
        text = _("This table is rated: it is for people with an account. Keep your games first, then sit down.")
        raise Refusal("no_account", text)


def rated_end(table: Table) -> RatedEnd | None:
    """Return the rated result of a table's newest game, which is over; None if it is not rated.

    A side with a person who left, so that a stand-in played for them or was about to, has lost to all sides without
    one, and to those where people left later. A game counts only if every person has made a move.
    """
    preset = PRESETS.get(table.row.preset or "")
    game, dealt = table.game, table.newest
    outcome = game.outcome
    if not table.settings.rated or preset is None or outcome is None:
        return None
    people = {seat for seat, who in enumerate(dealt.row.seats) if who.kind == "person"}
    if not people <= {seat for seat, _id in dealt.carried_out}:
        return None
    rules = game.rules
    sides = [
        tuple(seat for seat in range(rules.players) if rules.side_of(seat) == side) for side in range(rules.side_count)
    ]
    left = [game.position.core.cards_left(side) for side in range(len(sides))]
    # Leaving earlier ranks lower; then the winners come first, then those with the fewest cards left.
    gone = _gone(table)
    left_at = {seat: len(gone) - number for number, seat in enumerate(gone)}
    standing = [
        (
            max(left_at.get(seat, 0) for seat in side),
            not set(side) & set(outcome.winners),
            left[number] if outcome.winners else 0,
        )
        for number, side in enumerate(sides)
    ]
    places = tuple(1 + sum(other < own for other in standing) for own in standing)
    others = [cards for cards, place in zip(left, places, strict=True) if place > 1]
    margin = sum(others) / (len(others) * rules.payoff) if others else 0.0
    moves = Counter(seat for seat, _id in dealt.carried_out)
    played = min((moves[seat] / ENOUGH_MOVES for seat in gone), default=1.0)
    return RatedEnd(preset.family, tuple(sides), places, min(1.0, margin), left=tuple(gone), played=min(1.0, played))


def _gone(table: Table) -> list[int]:
    """Return the seats whose people have left the newest game, in order of leaving.

    A person who leaves during another's turn counts as gone before their stand-in moves.
    """
    since = dict(table.newest.stand_ins)
    for number, seat in enumerate(table.row.seats):
        if seat.stand_in is not None:
            # A person known to be gone before their stand-in's first move left at that earlier time.
            moments = [at for at in (seat.stand_in_since, since.get(number)) if at is not None]
            since[number] = min(moments, default=0)
    return sorted(since, key=lambda number: since[number])


def _is_as_it_is(preset: str | None, rules: dict[str, Any]) -> bool:
    """Return whether rules are those of a version, apart from the points that end a match."""
    if preset is None or preset not in PRESETS:
        return False
    return preset_rules(preset, rules["players"], {"target": rules["target"]}).to_json() == rules
