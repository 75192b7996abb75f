"""What the people at a table say to each other, and what they report to the operator."""

from __future__ import annotations

from msgspec import to_builtins

from spite_and_malice.texts import _

from ...protocol.clients import Client
from ...protocol.incoming import Report, Say
from ...store import StoreError
from ...tables.refusal import Refusal, unsaved
from .room import Room


async def say(room: Room, client: Client, message: Say) -> None:
    """Tell everybody what a person says."""
    table, owner = room.table, client.owner
    if room.answers_again(client, message.id):
        return
    if owner is None or (client.seat is None and owner != table.row.owner):
        room.refuse(
            client, message.id, Refusal("not_seated", _("You are watching: only the people at the table speak."))
        )
        return
    name = _("Host") if client.seat is None else table.row.seats[client.seat].name
    try:
        said = room.chat.say(message, owner, client.seat, name, table.settings.chat)
    except Refusal as refusal:
        client.refuse(refusal.code, str(refusal), message.id)
    else:
        room.answered.add(owner, message.id)
        room.audience.show_line(said, client, message.id)
        room.news.tell(table.row.id, {"said": to_builtins(said)})


async def report(room: Room, client: Client, message: Report) -> None:
    """Store that a person reports a name or a line."""
    if room.answers_again(client, message.id):
        return
    try:
        await room.store.operators.report(room.reports.take(message, client.owner, room.table, room.chat.lines))
    except Refusal as refusal:
        room.refuse(client, message.id, refusal)
    except StoreError as error:
        room.refuse(client, message.id, unsaved(error))
    else:
        room.accept(client, message.id)
