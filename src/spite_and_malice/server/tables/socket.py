"""The websocket of a table: reads a page's messages one after another and sends the room's messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from spite_and_malice.texts import N_, _

from ..http.identity import identity_of, person_of
from ..http.language import wants_local_terms
from ..http.limits import ConnectionLimit
from ..logs import of_table
from ..metrics import at_a_table
from ..protocol.clients import FLOODED, LINE, Client, Wire
from ..protocol.incoming import Hello, Malformed, Ping
from ..protocol.outgoing import Refused, encode
from ..store import StoreError
from .presence import ANOTHER, NO_TABLE, TRY_AGAIN
from .registry import Rooms
from .room import TableRoom

_log = logging.getLogger(__name__)

NO_HELLO: Final = 4002
TOO_FAST: Final = 4008
"""Websocket close codes, besides those of `disconnects`."""

CLOSED: Final = N_(
    "The operator of this server has closed this table. The records of its finished games are still there."
)

_Receive = Callable[[], Awaitable[Any]]
"""Waits for an ASGI message."""

_HELLO_SECONDS: Final = 15.0
_SEND_SECONDS: Final = 30.0


@websocket("/table/{table_id:str}/ws")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table_id: FromPath[str],
    rooms: NamedDependency[Rooms],
    page_limit: NamedDependency[ConnectionLimit],
) -> None:
    """Serve one page at a table until it closes or is disconnected (docs/protocol.md)."""
    await socket.accept()
    address = None if socket.client is None else socket.client.host
    if not page_limit.enter(address):
        await _send_away(
            socket, TRY_AGAIN, "too_many", _("Too many pages are open from your address. Close one and try again.")
        )
        return
    try:
        who = identity_of(socket)
        if who is not None and who.revoked_at is not None:
            await _send_away(socket, ANOTHER, "signed_out", _("This browser has been signed in or out."))
            return
        async with rooms.open(table_id) as room:
            if room is not None:
                with at_a_table(person_of(socket)):
                    await _serve(socket, room)
            else:
                is_closed = await rooms.is_closed(table_id)
                message = _(CLOSED) if is_closed else _("There is no table at this address.")
                await _send_away(socket, NO_TABLE, "unknown_table", message)
    except (StoreError, ValueError) as error:
        # The file cannot be read, or holds an action that this version does not allow; its message may name a card.
        _log.error("cannot be opened: %s", type(error).__name__, extra=of_table(table_id))
        await _send_away(socket, TRY_AGAIN, "unavailable", _("This table cannot be opened just now."))
    finally:
        page_limit.leave(address)


async def _send_away(socket: WebSocket[Any, Any, Any], close_code: int, code: str, message: str) -> None:
    await socket.send_text(encode(Refused(None, code, message)).decode())
    await socket.close(close_code)


async def _serve(socket: WebSocket[Any, Any, Any], room: TableRoom[Any]) -> None:
    """Pass messages between a page and its room until either ends it; a page that stops reading is disconnected."""
    # Litestar wraps `receive` and `send` in half a dozen functions that every message would pass through.
    line: Wire = socket.scope[LINE]  # type: ignore[typeddict-item]
    # A page that shows the table to a whole room of people has no seat, and sees no hand.
    person = None if "watch" in socket.query_params else person_of(socket)
    client = Client(person, line, lambda late: room.do(partial(room.catch_up, late)))
    who = identity_of(socket)
    client.device = None if who is None else who.device
    client.address = None if socket.client is None else socket.client.host
    client.local_terms = wants_local_terms()
    onlooker = person_of(socket)
    client.apart = frozenset() if onlooker is None else await room.store.friends.kept_apart(onlooker)
    reading = asyncio.create_task(_read(line.receive, client, room))
    try:
        done = set[asyncio.Future[None]]()
        while not done and not client.takes_nothing(_SEND_SECONDS):
            # Checking the sending now and then costs less than a timeout for each message.
            done, _rest = await asyncio.wait(
                {reading, client.ended}, timeout=_SEND_SECONDS / 2, return_when=asyncio.FIRST_COMPLETED
            )
    finally:
        room.leave(client)
        if not reading.done():
            await _stop(reading, room)
        for outcome in await asyncio.gather(reading, return_exceptions=True):
            if isinstance(outcome, Exception):
                _log.error("the connection of a page failed", exc_info=outcome, extra=of_table(room.table_id))


async def _stop(reading: asyncio.Task[None], room: TableRoom[Any]) -> None:
    """Stop listening to a page; an action that it has begun at the table is completed."""

    async def stop() -> None:
        reading.cancel()

    try:
        await room.do(stop)
    except StoreError:
        reading.cancel()


async def _read(receive: _Receive, client: Client, room: TableRoom[Any]) -> None:
    """Handle a page's messages until it closes; after a flood or without a hello it is disconnected."""
    waiting = asyncio.timeout(_HELLO_SECONDS)
    try:
        async with waiting:
            if await _listen(receive, client, room, waiting):
                return
    except TimeoutError:
        if not waiting.expired():
            raise
        client.refuse("no_hello", _("Say hello first."))
        client.close(NO_HELLO)
    # The connection closes once the queue is sent.
    await client.ended


async def _listen(receive: _Receive, client: Client, room: TableRoom[Any], waiting: asyncio.Timeout) -> bool:
    """Carry out messages until the page closes (True) or floods (False); a hello stops the timeout for it."""
    greeted = False
    while True:
        event = await receive()
        if event["type"] not in ("websocket.receive", FLOODED):
            return True
        if event["type"] == FLOODED:
            client.refuse("too_fast", _("This page sends too many messages. Load it again in a moment."))
            client.close(TOO_FAST)
            return False
        try:
            text = event.get("text")
            if text is None:
                raise Malformed("malformed", _("Messages are text frames with JSON."))
            message = room.read(text)
            if not greeted and not isinstance(message, Hello | Ping):
                raise Malformed("no_hello", _("Say hello first."), message.id)
        except Malformed as error:
            client.refuse(error.code, str(error), error.message_id)
            continue
        if not greeted and isinstance(message, Hello):
            greeted = True
            waiting.reschedule(None)
        await room.take(client, message)
