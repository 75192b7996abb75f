"""Presence at a table, and disconnecting pages for good."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from spite_and_malice.texts import _, in_language

from ..clock import now_ms
from ..protocol.clients import Client
from ..protocol.outgoing import Refused
from ..store.accounts import Identity


class Presence:
    """The presence of pages at one table, seat by seat."""

    def __init__(self) -> None:
        self.here: frozenset[int] = frozenset()
        """The seats whose people have a page open."""
        self._opened = time.monotonic()
        self._left: dict[int, tuple[float, int]] = {}

    def update(self, here: Iterable[int]) -> bool:
        """Record the seats that have a page now; return whether that is a change."""
        now_here = frozenset(here)
        if now_here == self.here:
            return False
        for seat in self.here - now_here:
            self._left[seat] = time.monotonic(), now_ms()
        self.here = now_here
        return True

    def forget(self, seat: int) -> None:
        """Restart the absence of the person at a seat: it is another person, or they have just left."""
        self._left[seat] = time.monotonic(), now_ms()

    def away_since(self, seat: int) -> int | None:
        """Return the start of a person's absence in UTC milliseconds; None if they are present, or it is unknown."""
        return None if seat in self.here or seat not in self._left else self._left[seat][1]

    def away_for(self, seat: int) -> float:
        """Return a person's absence in seconds, at most since this table became live; 0 if they are present."""
        if seat in self.here:
            return 0.0
        return time.monotonic() - (self._left[seat][0] if seat in self._left else self._opened)


TRY_AGAIN: Final = 1013
"""Websocket close code: the table is not available now, but may be in a moment."""

NOT_YOURS: Final = 4003
"""Websocket close code: nobody may watch here, or somebody else plays."""

NO_TABLE: Final = 4004
"""Websocket close code: there is no such table, or no longer."""

BLOCKED: Final = 4005
"""Websocket close code: the operator has blocked this browser, or this address."""

ANOTHER: Final = 4006
"""Websocket close code: the browser has been signed in or out; the page has to reconnect as its current person."""

Forbids = Callable[[str | None, str | None], bool]
"""Says whether somebody is blocked, by the SHA-256 of their token or by their address."""


def send_off(clients: Iterable[Client]) -> None:
    """Disconnect pages whose table has been deleted or closed."""
    for client in clients:
        with in_language(client.language):
            client.close(NO_TABLE, Refused(None, "unknown_table", _("This table is no longer there.")))


def send_unavailable(clients: Iterable[Client]) -> None:
    """Disconnect pages whose table cannot be read."""
    for client in clients:
        with in_language(client.language):
            client.close(TRY_AGAIN, Refused(None, "unavailable", _("The games cannot be read just now.")))


def send_blocked(clients: Iterable[Client], forbids: Forbids) -> None:
    """Disconnect the pages of blocked people or addresses."""
    for client in clients:
        if forbids(client.person, client.address):
            with in_language(client.language):
                client.close(BLOCKED, Refused(None, "blocked", _("The operator of this server has blocked you.")))


def send_changed(clients: Iterable[Client], identities: Mapping[str, Identity]) -> None:
    """Disconnect pages whose device now belongs to another person; they reconnect as that person."""
    for client in clients:
        who = None if client.device is None else identities.get(client.device)
        if who is not None and (who.revoked_at is not None or who.person != client.person):
            send_anew(client)


def send_anew(client: Client) -> None:
    """Disconnect a page so that it reconnects as the browser's current person."""
    with in_language(client.language):
        client.close(ANOTHER, Refused(None, "signed_out", _("This browser has been signed in or out.")))
