"""An evening as its guests see it: who is there, the round that is played, the score sheet, and what came before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from spite_and_malice.rules import Rules
from spite_and_malice.texts import _

from ...clock import now_ms
from ...games.spite.table import table_name
from ...store import Guest, RoundTable, StoredClub, StoredEvening
from ...store.records import SOMEBODY

HERE_MS: Final = 45_000
"""For how long after their last look somebody counts as here."""
BACK_MS: Final = 180_000
"""For how long they may take to come back from a table that has ended."""
HOST_GONE_MS: Final = 120_000
"""After how long without a host everybody can do what the host can."""


class PlaceAnswer(Struct):
    """Who has a seat in a round, with the points and whether they won, null as long as nobody knows.

    ``guest`` is their number, null for a computer player; ``side`` numbers the sides.
    """

    guest: int | None
    name: str
    side: int
    points: int | None
    won: bool | None


class RoundTableAnswer(Struct):
    """A table of a round; ``yours`` says that you have a seat there."""

    number: int
    url: str
    seats: list[PlaceAnswer]
    over: bool
    yours: bool


class RoundAnswer(Struct):
    """A round with its tables, and who sat out."""

    number: int
    tables: list[RoundTableAnswer]
    resting: list[str]


class GuestAnswer(Struct):
    """A guest with what they have achieved; ``table`` is the number of the table at which they play just now.

    ``state`` is "waiting", "ready", "paused", "left" or "out".
    """

    number: int
    name: str
    head: str | None
    team: str
    state: str
    here: bool
    host: bool
    you: bool
    table: int | None
    played: int
    won: int
    points: int
    rested: int


class TeamAnswer(Struct):
    """A named team: what its people have achieved together."""

    name: str
    guests: list[str]
    won: int
    points: int


class ClubName(Struct):
    """The club to which an evening belongs."""

    name: str
    url: str


class EveningAnswer(Struct):
    """An evening; times in UTC milliseconds.

    ``you`` is your number as a guest, null before you came in; ``acts`` says whether you can do what the host can,
    ``awaited`` names those who are not ready for the next round, ``enough`` says whether it could be drawn. ``table``
    is the address of the table at which you are awaited.
    """

    id: str
    name: str
    url: str
    club: ClubName | None
    game: str
    preset: str | None
    players: int
    pairs: bool
    target: int
    computer: str | None
    teams: bool
    call: str
    starts_at: int | None
    round: int
    called: bool
    over: bool
    you: int | None
    host: bool
    acts: bool
    changed_at: int
    guests: list[GuestAnswer]
    ranking: list[TeamAnswer]
    rounds: list[RoundAnswer]
    awaited: list[str]
    enough: bool
    table: str | None


def evening_answer(at: StoredEvening, person: str, club: StoredClub | None = None) -> EveningAnswer:
    """Return an evening as it is shown to somebody."""
    evening, own = at.evening, at.guest_of(person)
    rules = Rules.from_json(evening.rules)
    called = called_guests(at)
    playing = {place.guest: table for table in at.running() for place in table.seats if table.round == evening.round}
    guests = [_guest(at, guest, playing.get(guest.number), person) for guest in at.guests if guest.state != "out"]
    table = None if own is None else playing.get(own.number)
    return EveningAnswer(
        id=evening.id,
        name=evening.name,
        url=f"/evening/{evening.id}",
        club=None if club is None else ClubName(club.club.name, f"/club/{club.club.id}"),
        game=evening.rules_name or _(table_name(evening.preset, evening.rules)),
        preset=evening.preset,
        players=rules.players,
        pairs=rules.side_count < rules.players,
        target=rules.target,
        computer=evening.computer,
        teams=evening.teams,
        call=evening.call,
        starts_at=evening.starts_at,
        round=evening.round,
        called=evening.called,
        over=evening.is_over,
        you=None if own is None or own.state in ("left", "out") else own.number,
        host=evening.host == person,
        acts=may_act(at, person),
        changed_at=evening.changed_at,
        guests=sorted(guests, key=lambda guest: (-guest.won, -guest.points, guest.number)),
        ranking=_teams(guests),
        rounds=_rounds(at, rules, called, None if own is None else own.number),
        awaited=[called[guest.number] for guest in awaited(at)],
        enough=has_enough(at, rules.players),
        table=None if table is None else f"/table/{table.table_id}",
    )


def called_guests(at: StoredEvening) -> dict[int, str]:
    """Return what each guest is called, by number."""
    return {guest.number: _(guest.name) if guest.name == SOMEBODY else guest.name for guest in at.guests}


def is_here(at: StoredEvening, guest: Guest) -> bool:
    """Say whether a guest looks at the evening, plays at a table of its round, or may be on the way back from one."""
    now = now_ms()
    if guest.seen_at > now - HERE_MS:
        return True
    own = [table for table in at.tables if table.round == at.evening.round and guest.number in _numbers(table)]
    return any(table.number > 0 and (table.ended_at is None or table.ended_at > now - BACK_MS) for table in own)


def awaited(at: StoredEvening) -> list[Guest]:
    """Return those who are here and not ready for the next round."""
    return [guest for guest in at.guests if guest.state == "waiting" and is_here(at, guest)]


def ready(at: StoredEvening) -> list[int]:
    """Return the numbers of those who are ready."""
    return [guest.number for guest in at.guests if guest.state == "ready"]


def has_enough(at: StoredEvening, players: int) -> bool:
    """Say whether a round can be drawn from those who are ready."""
    return len(ready(at)) >= (1 if at.evening.computer is not None else players)


def may_act(at: StoredEvening, person: str) -> bool:
    """Say whether somebody can do what the host can: as the host, or as a guest while the host has been away."""
    if at.evening.is_over:
        return False
    if at.evening.host == person:
        return True
    own, host = at.guest_of(person), at.guest_of(at.evening.host)
    is_there = own is not None and own.state not in ("left", "out")
    if not is_there or host is None:
        return is_there and at.evening.created_at < now_ms() - HOST_GONE_MS
    return host.seen_at < now_ms() - HOST_GONE_MS and not is_here(at, host)


def _numbers(table: RoundTable) -> list[int | None]:
    return [place.guest for place in table.seats]


def _guest(at: StoredEvening, guest: Guest, playing: RoundTable | None, person: str) -> GuestAnswer:
    own = [(table, place) for table in at.tables for place in table.seats if place.guest == guest.number]
    over = [place for table, place in own if table.number > 0 and place.won is not None]
    return GuestAnswer(
        number=guest.number,
        name=_(guest.name) if guest.name == SOMEBODY else guest.name,
        head=guest.head,
        team=guest.team,
        state=guest.state,
        here=guest.state not in ("left", "out") and not at.evening.is_over and is_here(at, guest),
        host=guest.person is not None and guest.person == at.evening.host,
        you=guest.person == person,
        table=None if playing is None else playing.number,
        played=len(over),
        won=sum(place.won is True for place in over),
        points=sum(place.points or 0 for place in over),
        rested=sum(table.number == 0 for table, _place in own),
    )


def _teams(guests: Sequence[GuestAnswer]) -> list[TeamAnswer]:
    points: Counter[str] = Counter()
    won: Counter[str] = Counter()
    names: dict[str, list[str]] = {}
    for guest in guests:
        if guest.team:
            points[guest.team] += guest.points
            won[guest.team] += guest.won
            names.setdefault(guest.team, []).append(guest.name)
    found = [TeamAnswer(team, names[team], won[team], points[team]) for team in names]
    return sorted(found, key=lambda team: (-team.won, -team.points, team.name))


def _rounds(at: StoredEvening, rules: Rules, called: dict[int, str], own: int | None) -> list[RoundAnswer]:
    found: dict[int, RoundAnswer] = {}
    for table in at.tables:
        answer = found.setdefault(table.round, RoundAnswer(table.round, [], []))
        if table.number == 0:
            answer.resting = [called[place.guest] for place in table.seats if place.guest in called]
            continue
        answer.tables.append(
            RoundTableAnswer(
                table.number,
                f"/table/{table.table_id}",
                [
                    PlaceAnswer(
                        place.guest,
                        _("Computer player") if place.guest is None else called.get(place.guest, _(SOMEBODY)),
                        rules.side_of(place.seat),
                        place.points,
                        place.won,
                    )
                    for place in table.seats
                ],
                table.ended_at is not None,
                own is not None and own in _numbers(table),
            )
        )
    return [found[number] for number in sorted(found, reverse=True)]
