"""An evening as its guests see it: the guests, the current round, the score sheet, and the earlier rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from spite_and_malice.rules import Rules
from spite_and_malice.texts import _

from ...clock import now_ms
from ...games.spite.table import table_name
from ...protocol.situation import Situation
from ...store import Guest, RoundTable, StoredClub, StoredEvening
from ...store.events.evening_rows import PlacedGuest, Reply, StandIns
from ...store.records import SOMEBODY
from ..people.who import handle
from .presence import awaited, has_enough, is_here, is_planned, may_act, numbers_at
from .situation import situation, table_of


class PlaceAnswer(Struct):
    """The occupant of a seat in a round, with the points and whether they won, null until known.

    ``guest`` is their number, null for a computer player; ``side`` numbers the sides; ``stand_in`` is the percentage of
    moves a stand-in made for them.
    """

    guest: int | None
    name: str
    side: int
    points: int | None
    won: bool | None
    stand_in: int


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
    """A guest with their results; ``table`` is the number of the table they are playing at.

    ``state`` is "waiting", "ready", "paused", "left" or "out"; in ``stand_ins`` of the games ``played`` somebody else
    played for them.
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
    stand_ins: int


class ClaimAnswer(Struct):
    """Somebody who claims to be a guest already: ``who`` is their id for the viewer, ``name`` the guest's."""

    who: str
    guest: int
    name: str


class ReplyAnswer(Struct):
    """Somebody, ``who`` for requests of who looks, who has said "yes", "no" or "perhaps" to a planned evening.

    ``before`` is the hour they answered for, in UTC milliseconds, if it has changed since; else null.
    """

    who: str
    name: str
    reply: Reply
    host: bool
    you: bool
    before: int | None


class TeamAnswer(Struct):
    """A named team: the joint results of its people."""

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

    ``you`` is your number as a guest, null before you enter; ``acts`` says whether you have the host's rights,
    ``awaited`` names those who are not ready for the next round, ``enough`` says whether it could be drawn. ``table``
    is the address of the table at which you are awaited; ``claims`` are for those who can act, ``claim`` is the number
    of the guest you say you are. ``planned`` says that it is still to come, ``replies`` counts the answers "yes", "no"
    and "perhaps", ``answers`` lists them in order, ``reply`` is yours: ``replies`` and ``reply`` leave out answers for
    an earlier hour. ``now`` is your situation, ``your_name`` your name there and ``host_name`` the host's, empty if
    unknown.
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
    stand_ins: StandIns
    claims: list[ClaimAnswer]
    claim: int | None
    cancelled: bool
    replies: dict[str, int]
    reply: Reply | None
    planned: bool
    answers: list[ReplyAnswer]
    your_name: str
    host_name: str
    now: Situation


def evening_answer(at: StoredEvening, person: str, club: StoredClub | None = None) -> EveningAnswer:
    """Return an evening as it is shown to somebody."""
    evening, own, now = at.evening, at.guest_of(person), now_ms()
    rules = Rules.from_json(evening.rules)
    called, said = called_guests(at), at.reply_of(person)
    named = {guest.person: called[guest.number] for guest in at.guests}
    playing = {place.guest: table for table in at.running() for place in table.seats if table.round == evening.round}
    places: dict[int | None, list[tuple[RoundTable, PlacedGuest]]] = {}
    for each in at.tables:
        for place in each.seats:
            places.setdefault(place.guest, []).append((each, place))
    guests = [
        _guest(at, guest, places.get(guest.number, []), playing.get(guest.number), person, now)
        for guest in at.guests
        if guest.state != "out"
    ]
    table = None if own is None else table_of(at, own)
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
        acts=may_act(at, person, now),
        changed_at=evening.changed_at,
        guests=sorted(guests, key=lambda guest: (-guest.won, -guest.points, guest.number)),
        ranking=_teams(guests),
        rounds=_rounds(at, rules, called, None if own is None else own.number),
        awaited=[called[guest.number] for guest in awaited(at, now)],
        enough=has_enough(at, rules.players),
        table=None if table is None else f"/table/{table.table_id}",
        stand_ins=evening.stand_ins,
        claims=[
            ClaimAnswer(handle(person, each.person), each.number, called[each.number])
            for each in at.claims
            if each.number in called and may_act(at, person, now)
        ],
        cancelled=evening.is_cancelled,
        replies=dict(Counter(each.reply for each in at.replies if at.is_current(each))),
        reply=said.reply if said is not None and at.is_current(said) else None,
        planned=is_planned(at, now),
        answers=[
            ReplyAnswer(
                handle(person, each.person),
                each.name or named.get(each.person) or _(SOMEBODY),
                each.reply,
                each.person == evening.host,
                each.person == person,
                None if at.is_current(each) else each.starts_at,
            )
            for each in at.replies
        ],
        your_name=name_known(at, person, club),
        host_name=at.name_of(evening.host),
        claim=next((each.number for each in at.claims if each.person == person), None),
        now=situation(at, person, called, now),
    )


def name_known(at: StoredEvening, person: str, club: StoredClub | None) -> str:
    """Return a person's name at an evening, by their answer there or in its club; empty if unknown."""
    member = None if club is None else club.member(person)
    return at.name_of(person) or ("" if member is None else member.name)


def called_guests(at: StoredEvening) -> dict[int, str]:
    """Return each guest's name, by number."""
    return {guest.number: _(guest.name) if guest.name == SOMEBODY else guest.name for guest in at.guests}


def _guest(
    at: StoredEvening,
    guest: Guest,
    own: Sequence[tuple[RoundTable, PlacedGuest]],
    playing: RoundTable | None,
    person: str,
    now: int,
) -> GuestAnswer:
    over = [place for table, place in own if table.number > 0 and place.won is not None]
    return GuestAnswer(
        number=guest.number,
        name=_(guest.name) if guest.name == SOMEBODY else guest.name,
        head=guest.head,
        team=guest.team,
        state=guest.state,
        here=guest.state not in ("left", "out") and not at.evening.is_over and is_here(at, guest, now),
        host=guest.person is not None and guest.person == at.evening.host,
        you=guest.person == person,
        table=None if playing is None else playing.number,
        played=len(over),
        won=sum(place.won is True for place in over),
        points=sum(place.points or 0 for place in over),
        rested=sum(table.number == 0 for table, _place in own),
        stand_ins=sum(place.stand_in > 0 for place in over),
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
                        place.stand_in,
                    )
                    for place in table.seats
                ],
                table.ended_at is not None,
                own is not None and own in numbers_at(table),
            )
        )
    return [found[number] for number in sorted(found, reverse=True)]
