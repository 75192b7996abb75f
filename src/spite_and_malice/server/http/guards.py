"""The conditions on requests that change something: they come from a page of this server, and are JSON.

The guards are coroutines: Litestar would make plain functions wait for a free thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar.connection import ASGIConnection, Request
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.status_codes import HTTP_415_UNSUPPORTED_MEDIA_TYPE
from litestar.types import Guard

from spite_and_malice.texts import _

from .hosts import ODD_HOST, host_of, is_own_page, is_secure, own_host

ANY_NAME = "any_name"
"""The option of a handler that answers under every host name."""

WHILE_READ_ONLY = "while_read_only"
"""The option of a handler that changes something but begins nothing: it works while nothing new may begin."""

WHAT_WAITS = "what_waits"
"""The option of a handler with the sentence of its refusal while nothing new may begin, in English."""

SPEAKS = "speaks"
"""The option of a handler through which people address others in their own words."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


async def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a write or a websocket that a page of another site started.

    A browser always sends the page's origin with these; a program without one (a bot, a test) has no cookies for others
    to exploit.
    """
    if isinstance(connection, Request) and connection.method in SAFE_METHODS:
        return
    origin = connection.headers.get("origin")
    if origin is None or is_own_page(connection, origin):
        return
    if origin.startswith("https://") and not is_secure(connection):
        raise PermissionDeniedException(
            _(
                "This request comes from a page of another site, or the proxy in front of this server does not say that"
                " its pages come by https (X-Forwarded-Proto)."
            )
        )
    raise PermissionDeniedException(_("This request comes from a page of another site."))


def named(hosts: Sequence[str]) -> Guard:
    """Return a guard that refuses requests for a host name that is not the server's own, unless ``hosts`` has "*".

    If a name of this computer is among them, all its names are allowed, on any port. Litestar's own check of the Host
    header would answer a websocket with an HTTP response, which is invalid.
    """
    known = {found for found in map(host_of, hosts) if found is not None}
    is_for_this_computer = any(host.is_this_computer for host in known)

    async def own_name(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if handler.opt.get(ANY_NAME):
            return
        if connection.scope.get(ODD_HOST):
            raise ClientException(_("The Host header of this request names no host."))
        if "*" in hosts:
            return
        host = own_host(connection)
        # The port may be forwarded from another one: only the name decides whether it means this computer.
        if host is not None and (host in known or (is_for_this_computer and host.is_this_computer)):
            return
        raise PermissionDeniedException(_("This server does not go by that name; SPITE_HOSTS can add it."))

    return own_name


async def json_only(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a body that is not declared as JSON: a form of another site cannot declare it so."""
    content_type = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise ClientException(
            _("Send the body as JSON, with the header content-type: application/json."),
            status_code=HTTP_415_UNSUPPORTED_MEDIA_TYPE,
        )
