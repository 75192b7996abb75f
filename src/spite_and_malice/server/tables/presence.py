"""Who of the people at a table is there, and sending pages away for good."""

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
    """The pages' coming and going at one table, seat by seat."""

    def __init__(self) -> None:
        self.here: frozenset[int] = frozenset()
        """The seats whose people have a page open."""
        self._opened = time.monotonic()
        self._left: dict[int, tuple[float, int]] = {}

    def update(self, here: Iterable[int]) -> bool:
        """Take note of the seats that have a page now; say whether that is a change."""
        now_here = frozenset(here)
        if now_here == self.here:
            return False
        for seat in self.here - now_here:
            self._left[seat] = time.monotonic(), now_ms()
        for seat in now_here:
            self._left.pop(seat, None)
        self.here = now_here
        return True

    def forget(self, seat: int) -> None:
        """Count the absence of the person at a seat from now on: it is somebody else, or they have just gone."""
        self._left[seat] = time.monotonic(), now_ms()

    def away_since(self, seat: int) -> int | None:
        """Return since when the person has been away, in UTC milliseconds; None if they are there, or nobody knows."""
        return None if seat in self.here or seat not in self._left else self._left[seat][1]

    def away_for(self, seat: int) -> float:
        """Return for how many seconds a person has been away, since this table is live at most; 0 if they are there."""
        if seat in self.here:
            return 0.0
        return time.monotonic() - (self._left[seat][0] if seat in self._left else self._opened)


TRY_AGAIN: Final = 1013
"""Websocket close code: the table cannot be had just now, but perhaps in a moment."""

NOT_YOURS: Final = 4003
"""Websocket close code: nobody may watch here, or somebody else plays."""

NO_TABLE: Final = 4004
"""Websocket close code: there is no such table, or not any more."""

BLOCKED: Final = 4005
"""Websocket close code: who keeps this server does not want this browser, or this address, here."""

ANOTHER: Final = 4006
"""Websocket close code: the browser has been signed in or out; the page is to come back as who it is now."""

Forbids = Callable[[str | None, str | None], bool]
"""Says whether somebody is blocked, by the SHA-256 of their token or by their address."""


def send_off(clients: Iterable[Client]) -> None:
    """End the connections of pages whose table has been deleted or closed."""
    for client in clients:
        with in_language(client.language):
            client.close(NO_TABLE, Refused(None, "unknown_table", _("This table is no longer there.")))


def send_unavailable(clients: Iterable[Client]) -> None:
    """End the connections of pages whose table cannot be read."""
    for client in clients:
        with in_language(client.language):
            client.close(TRY_AGAIN, Refused(None, "unavailable", _("The games cannot be read just now.")))


def send_blocked(clients: Iterable[Client], forbids: Forbids) -> None:
    """End the connections of those pages whose people or addresses are blocked."""
    for client in clients:
        if forbids(client.person, client.address):
            with in_language(client.language):
                client.close(BLOCKED, Refused(None, "blocked", _("The operator of this server has blocked you.")))


def send_changed(clients: Iterable[Client], identities: Mapping[str, Identity]) -> None:
    """End the connections of those pages whose device has become another person's; they come back as that one."""
    for client in clients:
        who = None if client.device is None else identities.get(client.device)
        if who is not None and (who.revoked_at is not None or who.person != client.person):
            send_anew(client)


def send_anew(client: Client) -> None:
    """End the connection of a page that is to come back as who its browser is now."""
    with in_language(client.language):
        client.close(ANOTHER, Refused(None, "signed_out", _("This browser has been signed in or out.")))
