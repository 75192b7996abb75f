"""Before a game: changes to the seats, the rules and the settings, readiness, and the deal."""

from __future__ import annotations

from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from spite_and_malice.texts import _

from ...people import NAME_IN_USE, is_among_others, is_name_in_use, why_refused
from ...protocol.clients import Client
from ...protocol.incoming import (
    Arrangement,
    Configure,
    Contribute,
    HandOver,
    MoreTime,
    Next,
    Sit,
    Start,
    Take,
    Wait,
    Wear,
)
from ...store import Conflict, StoreError
from ...tables.game import Refusal, not_started, stale
from . import seats
from .room import TRIES, Room
from .setup import named_by_host
from .signs import signs_of
from .timing import awaited


async def arrange(room: Room, client: Client, message: Arrangement) -> None:
    """Change who sits where, or the table's settings, or refuse the request."""
    if room.answers_again(client, message.id):
        return
    if isinstance(message, Configure) and not room.settings_limit.allows():
        # Each change is sent to everybody who is watching.
        room.refuse(client, message.id, Refusal("slow_down", _("That was a lot at once. Wait a moment.")))
        return
    refused = why_refused(message.name or "") if isinstance(message, Sit | Take | Wear) else None
    if refused is not None and is_among_others(room.table.row, client.person or ""):
        room.refuse(client, message.id, Refusal("name_refused", refused))
        return
    try:
        if await _is_named_after_somebody(room, client, message):
            room.refuse(client, message.id, Refusal("name_taken", _(NAME_IN_USE)))
            return
        if await _is_kept_out(room, client, message):
            room.refuse(client, message.id, Refusal("kept_out", _("You cannot sit down at this table.")))
            return
        if isinstance(message, Wear) and not await _has_earned(room, client, message):
            if not message.by_default:
                told = _("You have not earned this sign here yet. The ladder says what it takes.")
                room.refuse(client, message.id, Refusal("sign_not_earned", told))
                return
            message = replace(message, sign=None)
    except StoreError as error:
        await room.go_back(client, message.id, error)
        return
    for attempt in range(TRIES):
        try:
            row = seats.arrange(room.table, client.person, message, room.timing.gone())
            if isinstance(message, Configure):
                row = await named_by_host(room.store, row)
            await room.require_rated(row)
            given = message.seat if isinstance(message, MoreTime) else None
            clocks = room.timing.arranged(row, given if room.table.settings.is_by_correspondence else None)
            await room.write(room.store.tables.arrange(row, clocks, room.table.clocks))
        except Refusal as refusal:
            if attempt == 0 and await room.was_behind():
                continue
            room.refuse(client, message.id, refusal)
            return
        except StoreError as error:
            if isinstance(error, Conflict) and attempt + 1 < TRIES:
                # Another process wrote first: the request may still be possible.
                await room.reload()
                continue
            await room.go_back(client, message.id, error)
            return
        break
    room.rearrange(row, clocks)
    room.accept(client, message.id)
    await room.start_if_full()


async def _is_named_after_somebody(room: Room, client: Client, message: Arrangement) -> bool:
    """Return whether a person wants the name of another account holder where others would see it."""
    if client.person is None or not isinstance(message, Sit | Take | Wear) or not message.name:
        return False
    return is_among_others(room.table.row, client.person) and await is_name_in_use(
        room.store, message.name, client.person
    )


async def _has_earned(room: Room, client: Client, message: Wear) -> bool:
    """Return whether a person may put the requested sign on their plate."""
    if client.person is None or message.sign is UNSET or message.sign is None:
        return True
    return message.sign in await signs_of(room.store, room.game.kind, client.person)


async def _is_kept_out(room: Room, client: Client, message: Arrangement) -> bool:
    """Return whether a person blocked by the host wants to sit down."""
    if client.person is None or not isinstance(message, Sit | Take):
        return False
    return await room.store.friends.has_blocked(room.table.row.host, client.person)


async def next_game(room: Room, client: Client, message: Next) -> None:
    """Deal the next game of the match, or the first of a new one, once all people are ready."""
    table = room.table
    if room.answers_again(client, message.id):
        return
    if table.row.practice is not None:
        # The games after it would count.
        room.refuse(client, message.id, Refusal("practice", _("Practice is one game: go back to where it began.")))
    elif table.row.origin is not None and table.state == "match_over":
        room.refuse(
            client, message.id, Refusal("match_over", _("What was to be played at this table has been played."))
        )
    elif not table.may_go_on(client.person):
        room.refuse(client, message.id, Refusal("not_seated", _("You are watching: the players at the table deal.")))
    elif table.dealt is None:
        room.refuse(client, message.id, not_started())
    elif message.game == table.number - 1:
        room.accept(client, message.id)
    elif message.game != table.number:
        room.refuse(client, message.id, stale())
    elif not table.game.is_over:
        room.refuse(client, message.id, Refusal("game_running", _("This game is not over yet.")))
    elif client.seat is None or client.person is None or len(awaited(table)) < 2:
        # Nobody else needs to agree.
        await room.deal(client, message.id)
    else:
        room.timing.readiness.add(table, client.person)
        await _ready_changed(room, client, message.id)


async def wait(room: Room, client: Client, message: Wait) -> None:
    """Stop the countdown to the next game at a player's request."""
    if room.answers_again(client, message.id):
        return
    if client.seat is None or client.person is None:
        told = _("You are watching: the players at the table deal.")
        room.refuse(client, message.id, Refusal("not_seated", told))
    elif message.game != room.table.number or room.table.dealt is None or not room.table.newest.game.is_over:
        room.refuse(client, message.id, stale())
    else:
        room.timing.readiness.stop(room.table, client.person)
        await _ready_changed(room, client, message.id)


async def _ready_changed(room: Room, client: Client, message_id: str) -> None:
    """Tell everybody who is ready for the next game, and deal it if it is due."""
    readiness = room.timing.readiness
    room.news.tell(room.table_id, {"ready": to_builtins(readiness.told())})
    if readiness.due(room.table, room.timing.presence) == 0:
        await room.deal(client, message_id)
        return
    room.accept(client, message_id)
    room.audience.tell_people()
    room.wake()


async def hand_over(room: Room, client: Client, message: HandOver) -> None:
    """Show a page the seat of the person who is now playing on that device."""
    if message.seat not in room.table.seats_at(client.person):
        text = _("That seat is not played on this device.")
        room.refuse(client, message.id, Refusal("not_seated", text))
        return
    room.audience.hand_over(client, message.seat)
    room.accept(client, message.id)


async def start(room: Room, client: Client, message: Start) -> None:
    """Deal the first game for the host, or for any seated player while the host is away."""
    table = room.table
    if room.answers_again(client, message.id):
        return
    if client.person != table.row.host and (client.seat is None or room.audience.is_there(table.row.host)):
        room.refuse(client, message.id, Refusal("not_host", _("Only the host of the table can do this.")))
    elif table.dealt is not None:
        room.refuse(client, message.id, Refusal("started", _("The first game has been dealt already.")))
    elif table.row.origin is not None:
        room.refuse(client, message.id, Refusal("reserved", _("The game begins as soon as everybody is here.")))
    elif any(seat.kind == "open" for seat in table.row.seats):
        room.refuse(client, message.id, Refusal("seats_open", _("Nobody sits on some of the seats yet.")))
    else:
        await room.deal(client, message.id)


async def contribute(room: Room, client: Client, message: Contribute) -> None:
    """Record a person's contribution to the next deal; the last one awaited starts the first game."""
    table, person, seal = room.table, client.person, room.table.seal
    if client.seat is None or person is None:
        room.refuse(
            client, message.id, Refusal("not_seated", _("You are watching: the players at the table contribute."))
        )
        return
    if message.game != seal.number:
        room.refuse(client, message.id, stale())
        return
    given = seal.contributions.get(person)
    if given is None:
        try:
            await room.write(room.store.tables.contribute(table.row.id, seal.number, person, message.contribution))
        except StoreError as error:
            await room.go_back(client, message.id, error)
            return
        seal.contributions[person] = message.contribution
        room.audience.tell_people()
    elif given != message.contribution:
        room.refuse(client, message.id, Refusal("already_contributed", _("You have contributed to this deal already.")))
        return
    room.accept(client, message.id)
    await room.start_if_full()
