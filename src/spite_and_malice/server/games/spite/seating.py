"""Changes of the seats, the rules and the settings that people at a table ask for."""

from __future__ import annotations

from spite_and_malice.texts import _

from ...people.names import NAME_IN_USE, is_among_others, is_name_in_use
from ...protocol.clients import Client
from ...protocol.incoming import Arrangement, Configure, Sit, Take, Wear
from ...store import Conflict, StoreError
from ...tables.refusal import Refusal
from . import seats
from .room import TRIES, Room


async def arrange(room: Room, client: Client, message: Arrangement) -> None:
    """Change who sits where, or how the table is set, or refuse it."""
    if room.answers_again(client, message.id):
        return
    if isinstance(message, Configure) and not room.settings_limit.allows():
        # Each is sent to everybody who looks on.
        room.refuse(client, message.id, Refusal("slow_down", _("That was a lot at once. Wait a moment.")))
        return
    try:
        if await _is_named_after_somebody(room, client, message):
            room.refuse(client, message.id, Refusal("name_taken", _(NAME_IN_USE)))
            return
    except StoreError as error:
        await room.go_back(client, message.id, error)
        return
    for attempt in range(TRIES):
        try:
            row = seats.arrange(room.table, client.owner, message, room.timing.gone())
            await room.require_rated(row)
            clocks = room.timing.arranged(row)
            await room.write(room.store.tables.arrange(row, clocks, room.table.clocks))
        except Refusal as refusal:
            if attempt == 0 and await room.was_behind():
                continue
            room.refuse(client, message.id, refusal)
            return
        except StoreError as error:
            if isinstance(error, Conflict) and attempt + 1 < TRIES:
                # Another process wrote first: what was asked for may still be possible.
                await room.reload()
                continue
            await room.go_back(client, message.id, error)
            return
        break
    room.rearrange(row, clocks)
    room.accept(client, message.id)
    await room.start_if_full()


async def _is_named_after_somebody(room: Room, client: Client, message: Arrangement) -> bool:
    """Say whether a person wants to be called what somebody else with an account is, and others would see it."""
    if client.owner is None or not isinstance(message, Sit | Take | Wear) or not message.name:
        return False
    return is_among_others(room.table.row, client.owner) and await is_name_in_use(
        room.store, message.name, client.owner
    )
