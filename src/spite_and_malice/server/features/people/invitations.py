"""Invitations to a table and messages: they reach the other person's pages, or wait (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct, structs

from spite_and_malice.rules import Rules
from spite_and_malice.texts import _

from ...clock import now_ms
from ...cluster import News
from ...games.spite.setup import OPEN, build_rules, named_by_host, person_seat
from ...games.spite.table import new_table
from ...http.errors import ApiError
from ...http.guards import SPEAKS, WHILE_READ_ONLY, json_only
from ...people import is_forbidden, own_name, require_free, visible
from ...protocol.outgoing import Called
from ...protocol.settings import AMONG_PEOPLE, ClockSettings, Settings, SettingsRequest
from ...store import Avoided, Conflict, Known, Letter, NewReport, Store, TableRow, Undeletable
from ...store.accounts import MINUTE_MS
from ...store.people.letters import Full
from ...tables.registry import Rooms
from ..accounts.account import Empty
from .acts import out_of_reach
from .who import Introduction, PersonAnswer, find, introduce, person_answer

TOPIC: Final = "people"
"""The channel on which processes tell each other whom something waits for."""

_PLAYERS: Final = 2
_DAY: Final = 24 * 3600
_FRIENDS: Final = structs.replace(AMONG_PEOPLE, start="full")


class Inviting(Introduction):
    """An invitation to a table where the sender sits or an evening they attend, else to a new table.

    That has the rules of the last game together; with ``days`` per move it is a game by correspondence.
    """

    table: str | None = None
    evening: str | None = None
    days: Annotated[int, Meta(ge=1, le=14)] | None = None


class Writing(Introduction):
    """A message."""

    text: Annotated[str, Meta(max_length=280)] = ""


class Invited(Struct):
    """The table or the evening to which somebody is invited."""

    id: str
    url: str


class LetterAnswer(Struct):
    """A waiting message, or with a ``url`` an invitation.

    That is to a table, where ``game`` is played, or to an ``evening`` of that name.
    """

    id: str
    sender: PersonAnswer
    url: str | None
    game: str | None
    evening: str | None
    text: str
    sent_at: int


class Waiting(Struct):
    """The letters that wait for somebody, the latest first."""

    letters: list[LetterAnswer]


class Sent(Struct):
    """The recipient of a message."""

    name: str


class ReportRequest(Struct, forbid_unknown_fields=True):
    """A report to the operator: about a message that waits for you, or with null about their name."""

    letter: str | None = None


class Joined(Struct):
    """The target of an invitation, and whether you have a seat there by now."""

    url: str
    seated: bool


class PutAway(Struct):
    """The letter that no longer waits."""

    id: str


class Messenger:
    """Tells open pages at tables that something waits for their person, in every process."""

    def __init__(self, rooms: Rooms, news: News) -> None:
        self._rooms = rooms
        self._news = news
        self._hurry: Callable[[], None] | None = None

    def on_call(self, hurry: Callable[[], None]) -> None:
        """Register a function to call when something waits for somebody, who may have no page open."""
        self._hurry = hurry

    async def listen(self) -> None:
        """Subscribe to messages from other processes."""
        self._news.watch(TOPIC, self)

    def call(self, person: str) -> None:
        """Tell the pages of a person; those without a table poll now and then."""
        self._rooms.send(person, Called())
        self._news.tell(TOPIC, {"person": person})
        if self._hurry is not None:
            self._hurry()

    def hear(self, message: dict[str, Any]) -> None:
        """Pass on a message from another process."""
        self._rooms.send(str(message.get("person")), Called())

    def hear_change(self) -> None:
        """Nothing arrives for a table."""

    def hear_presence(self) -> None:
        """Nobody is at a table."""


@get("/api/people/letters")
async def letters(store: NamedDependency[Store], person: NamedDependency[str]) -> Waiting:
    """Return the letters for this browser's person; if they let others see them online, they count as seen now."""
    profile, found = await store.letters.look(person)
    if profile is not None and profile.presence != "nobody" and now_ms() - profile.seen_at >= MINUTE_MS:
        await store.friends.note_seen(person)
    if not found:
        return Waiting([])
    known = {each.person: each for each in await store.friends.known(person)}
    return Waiting(
        [
            LetterAnswer(
                letter.id,
                person_answer(person, known[letter.sender]),
                _path(letter),
                None if letter.table_name is None else _(letter.table_name),
                letter.evening_name,
                letter.text,
                letter.sent_at,
            )
            for letter in found
            # They may have been erased since.
            if letter.sender in known and known[letter.sender].avoidance != "block"
        ]
    )


def _path(letter: Letter) -> str | None:
    """Return the page to which a letter invites, None for a message."""
    if letter.evening_id is not None:
        return f"/evening/{letter.evening_id}"
    return None if letter.table_id is None else f"/table/{letter.table_id}"


@delete("/api/people/letters/{letter_id:str}", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def put_away(
    data: Annotated[Empty, Body()],
    letter_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> PutAway:
    """Dismiss a message or an invitation."""
    if not await store.letters.remove(person, letter_id):
        raise ApiError(404, "unknown_letter", _("This message is no longer there."))
    return PutAway(letter_id)


@post("/api/people/letters/{letter_id:str}/join", guards=[json_only], status_code=HTTP_200_OK)
async def join(
    data: Annotated[Introduction, Body()],
    letter_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> Joined:
    """Sit down at the table to which somebody is invited, and put the invitation away; who finds no seat can watch.

    An invitation to an evening only leads to its page: people enter there, with or without a team.
    """
    _profile, found = await store.letters.look(person)
    letter = next((letter for letter in found if letter.id == letter_id), None)
    if letter is not None and letter.evening_id is not None:
        await store.letters.remove(person, letter_id)
        return Joined(f"/evening/{letter.evening_id}", seated=False)
    table_id = None if letter is None else letter.table_id
    if table_id is None:
        raise ApiError(404, "unknown_letter", _("This message is no longer there."))
    name = own_name(data.name)
    await require_free(store, name, person)
    listed = await store.tables.listed(table_id)
    is_kept_out = listed is None or await store.friends.has_blocked(listed.table.host, person)
    seated = False
    if not is_kept_out:
        async with rooms.open(table_id) as room:
            seated = room is not None and await room.admit(person, name)
    await store.letters.remove(person, letter_id)
    return Joined(f"/table/{table_id}", seated)


@post("/api/people/{who:str}/report", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def report(
    data: Annotated[ReportRequest, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Sent:
    """Report the name or a message of somebody you know to the operator."""
    other = await find(store, person, who)
    line = None
    if data.letter is not None:
        _profile, found = await store.letters.look(person)
        of_other = (letter for letter in found if letter.id == data.letter and letter.sender == other.person)
        line = next((letter.text for letter in of_other if _path(letter) is None), None)
        if line is None:
            raise ApiError(404, "unknown_letter", _("This message is no longer there."))
    try:
        await store.operators.report(NewReport("", person, other.person, other.name, line))
    except Conflict:
        raise ApiError(429, "slow_down", _("Many reports of yours wait to be read already.")) from None
    return Sent(other.name)


@post("/api/people/{who:str}/invite", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def invite(
    data: Annotated[Inviting, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    messenger: NamedDependency[Messenger],
    rooms: NamedDependency[Rooms],
) -> Invited:
    """Invite somebody to play: to your own table with an open seat or to an evening, else to a new table.

    A person already invited by the other sits down at their table: two who invite each other meet at one. A person who
    has already invited the other is led to that table again.
    """
    other = await find(store, person, who)
    name = await introduce(store, person, data)
    if data.evening is not None:
        await _require_guest(store, person, data.evening)
        await _send(store, messenger, person, other.person, evening_id=data.evening)
        return Invited(data.evening, f"/evening/{data.evening}")
    if data.table is not None:
        row = await _with_room(store, person, data.table)
    elif (waiting := await _join_theirs(store, rooms, person, name, other, data.days)) is not None:
        return Invited(waiting.id, waiting.url)
    elif (own := await _waiting_for(store, person, other, data.days)) is not None:
        return Invited(own.id, own.url)
    else:
        row = await _set_up(store, person, name, other, data.days)
    try:
        await _send(store, messenger, person, other.person, table_id=row.id)
    except ApiError:
        if data.table is None:
            await _take_down(store, row.id, person)
        raise
    return Invited(row.id, row.url)


async def _join_theirs(
    store: Store, rooms: Rooms, person: str, name: str, other: Known, days: int | None
) -> TableRow | None:
    """Sit down at a table that the other has invited somebody to, of the wanted kind; None without one."""
    _profile, found = await store.letters.look(person)
    for letter in found:
        listed = None if letter.table_id is None else await store.tables.listed(letter.table_id)
        if letter.sender != other.person or listed is None or listed.summary.game > 0:
            continue
        if days != _days_of(listed.table):
            continue
        async with rooms.open(listed.table.id) as room:
            seated = room is not None and await room.admit(person, name)
        if seated:
            await store.letters.remove(person, letter.id)
            return listed.table
    return None


async def _waiting_for(store: Store, person: str, other: Known, days: int | None) -> TableRow | None:
    """Return the table that somebody has invited the other to and waits at; None without one."""
    for letter in await store.letters.between(person, other.person):
        listed = None if letter.table_id is None else await store.tables.listed(letter.table_id)
        is_there = listed is not None and any(seat.person == person for seat in listed.table.seats)
        if listed is not None and is_there and listed.summary.game == 0 and days == _days_of(listed.table):
            return listed.table
    return None


def _days_of(table: TableRow) -> int | None:
    """Return the number of days per move at a table, None if it has no such clock."""
    clock = Settings.from_json(table.settings).clock
    return clock.seconds // _DAY if clock is not None and clock.kind == "move" else None


async def _require_guest(store: Store, person: str, evening_id: str) -> None:
    """Raise `ApiError` unless somebody is a guest of a running evening, or hosts or is coming to a planned one."""
    at = await store.evenings.get(evening_id)
    own = None if at is None else at.guest_of(person)
    said = None if at is None else at.reply_of(person)
    is_out = own is not None and own.state in ("left", "out")
    is_in = own is not None or (said is not None and said.reply != "no")
    plans = at is not None and at.evening.host == person and at.evening.starts_at is not None
    if at is None or at.evening.is_over or is_out or not (is_in or plans):
        raise ApiError(404, "not_there", _("You are no guest of this evening."))


async def _with_room(store: Store, person: str, table_id: str) -> TableRow:
    """Return a table at which somebody waits for others. Raises `ApiError`."""
    listed = await store.tables.listed(table_id)
    seats = () if listed is None else listed.table.seats
    if listed is None or listed.summary.game > 0 or not any(seat.person == person for seat in seats):
        raise ApiError(404, "not_waiting", _("You do not wait for others at this table."))
    if not any(seat.kind == "open" for seat in seats):
        raise ApiError(409, "no_seat", _("No seat is free at this table."))
    return listed.table


async def _set_up(store: Store, person: str, name: str, other: Known, days: int | None) -> TableRow:
    """Store a table for two, by the rules of the last game together if that was for two.

    ``days`` is the number of days per move, None without a clock.
    """
    preset: str | None = "standard"
    rules = build_rules(preset, _PLAYERS, {"target": 1})
    last = None if other.shared is None else await store.tables.listed(other.shared.table_id)
    if last is not None and len(last.table.seats) == _PLAYERS:
        preset, rules = last.table.preset, Rules.from_json(last.table.rules)
    seats = [person_seat(name, 0, [], person), *[OPEN] * (rules.players - 1)]
    settings = _FRIENDS if days is None else SettingsRequest(clock=ClockSettings("move", days * _DAY)).upon(_FRIENDS)
    table = new_table(person, preset, rules, seats, settings)
    table.row = await named_by_host(store, table.row)
    await store.tables.add(table.row, table.seal, table.summary)
    return table.row


async def _take_down(store: Store, table_id: str, person: str) -> None:
    try:
        await store.tables.delete(table_id, person)
    except Undeletable:
        return


@post("/api/people/{who:str}/message", guards=[json_only], status_code=HTTP_200_OK, opt={SPEAKS: True})
async def write(
    data: Annotated[Writing, Body()],
    who: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    messenger: NamedDependency[Messenger],
) -> Sent:
    """Leave a message for somebody."""
    text = visible(data.text)
    if not text:
        raise ApiError(422, "no_text", _("Write something first."))
    if is_forbidden(text):
        raise ApiError(422, "word", _("This server does not pass such words on."))
    other = await find(store, person, who)
    await introduce(store, person, data)
    await _send(store, messenger, person, other.person, text=text)
    return Sent(other.name)


async def _send(
    store: Store,
    messenger: Messenger,
    person: str,
    other: str,
    table_id: str | None = None,
    text: str = "",
    evening_id: str | None = None,
) -> None:
    try:
        await store.letters.send(person, other, table_id, text, evening_id)
    except Avoided:
        raise out_of_reach() from None
    except Full:
        raise ApiError(429, "full", _("So much waits for them already that nothing more can be left.")) from None
    except Conflict:
        sentence = _("Too much from you waits for them already. Give them time to answer.")
        raise ApiError(429, "enough", sentence) from None
    messenger.call(other)


invitations: Final = (letters, put_away, join, report, invite, write)
