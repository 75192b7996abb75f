"""Who is kept out: people and addresses that an operator has blocked."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from spite_and_malice.texts import _

from ..clock import now_ms
from ..store import Store
from .guards import ANY_NAME
from .identity import owner_of

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network

FOR_ALL = "for_all"
"""The option of a handler that answers who is blocked too."""


class Blocks:
    """The blocks that hold, as the store had them last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: dict[str, int | None] = {}
        self._networks: list[tuple[_Network, int | None]] = []

    async def read(self) -> None:
        """Read which blocks there are by now. Raises `StoreError`."""
        found = await self._store.operators.blocks()
        self._people = {block.subject: block.until for block in found if block.kind == "person"}
        self._networks = [
            (ipaddress.ip_network(block.subject, strict=False), block.until)
            for block in found
            if block.kind == "address"
        ]

    def forbids(self, person: str | None, address: str | None) -> bool:
        """Say whether somebody is kept out, by the SHA-256 of their token or by their address."""
        if person is not None and person in self._people and _holds(self._people[person]):
            return True
        if not self._networks or address is None:
            return False
        try:
            at = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        at = getattr(at, "ipv4_mapped", None) or at
        return any(at in network and _holds(until) for network, until in self._networks)

    async def guard(self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        """Refuse who is kept out, but for what is for everybody."""
        if not (self._people or self._networks) or handler.opt.get(FOR_ALL) or handler.opt.get(ANY_NAME):
            return
        address = None if connection.client is None else connection.client.host
        if self.forbids(owner_of(connection), address):
            raise PermissionDeniedException(_("The operator of this server has blocked you."))


def _holds(until: int | None) -> bool:
    return until is None or until > now_ms()
