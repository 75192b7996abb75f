"""The operators' switches, checked at every request: read-only mode, and muted people."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection, Request
from litestar.handlers import BaseRouteHandler
from litestar.types import Guard

from spite_and_malice.texts import N_, _

from ..metrics import REFUSED
from ..store import Store
from .errors import ApiError
from .guards import SAFE_METHODS, SPEAKS, WHAT_WAITS, WHILE_READ_ONLY
from .identity import person_of

READ_ONLY = N_("Nothing new can be begun here just now; games that are going on go on. Try again later.")
SILENCED = N_("The operator of this server passes nothing on that you write.")


def switched(store: Store) -> Guard:
    """Return a guard that refuses requests for anything switched off."""

    async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if not isinstance(connection, Request) or connection.method in SAFE_METHODS:
            return
        switches = store.operators.switches
        if switches.is_read_only and not handler.opt.get(WHILE_READ_ONLY):
            # The alarm about failing responses ignores these: an operator caused them deliberately.
            REFUSED.labels("read-only").inc()
            raise ApiError(503, "read_only", _(handler.opt.get(WHAT_WAITS, READ_ONLY)))
        if handler.opt.get(SPEAKS) and switches.restricted and switches.silences(person_of(connection)):
            raise ApiError(403, "silenced", _(SILENCED))

    return guard
