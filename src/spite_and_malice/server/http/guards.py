"""What a request must look like before it may change anything: it comes from a page of this server, and is JSON.

The guards are coroutines: Litestar would have others wait for a thread, behind whatever the threads do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.status_codes import HTTP_415_UNSUPPORTED_MEDIA_TYPE
from litestar.types import Guard

from spite_and_malice.texts import _

ANY_NAME = "any_name"
"""The option of a handler that answers under every name."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


async def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a write or a websocket that a page of another site started.

    A browser always names the page's origin with these; a program without one (a bot, a test) has no cookies that
    somebody else could use.
    """
    if isinstance(connection, Request) and connection.method in SAFE_METHODS:
        return
    origin = connection.headers.get("origin")
    if origin is not None and _host_of(origin) != connection.headers.get("host"):
        raise PermissionDeniedException(_("This request comes from a page of another site."))


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def named(hosts: Sequence[str]) -> Guard:
    """Return a guard that refuses whoever reaches the server by a name that is not its own, unless ``hosts`` has "*".

    Litestar's own check of the Host header would answer a websocket with an HTTP response, which is none.
    """
    known = frozenset(host.lower() for host in hosts)

    async def own_name(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if handler.opt.get(ANY_NAME):
            return
        if "*" not in known and connection.headers.get("host", "").lower() not in known:
            raise PermissionDeniedException(_("This server does not go by that name; SPITE_HOSTS can add it."))

    return own_name


async def json_only(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a body that is not declared as JSON: a form of another site cannot be."""
    content_type = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise ClientException(
            _("Send the body as JSON, with the header content-type: application/json."),
            status_code=HTTP_415_UNSUPPORTED_MEDIA_TYPE,
        )
