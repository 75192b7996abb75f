"""The security headers of every response."""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.status_codes import HTTP_400_BAD_REQUEST
from litestar.types import Message, Scope

from .hosts import is_secure, own_host

OFFLINE: Final = "/offline"
"""The path of the site that is played without a server; its scripts know it too (web/offline/upload.js)."""

_YEAR: Final = 365 * 24 * 3600

_SECURITY: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


async def send_security_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to every response: nothing from or for other hosts."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    is_error = message["status"] >= HTTP_400_BAD_REQUEST
    if is_error:
        headers["cache-control"] = "no-store"
    if scope["path"].startswith(("/static/", f"{OFFLINE}/static/", f"{OFFLINE}/kit/")) and not is_error:
        # Scripts and pictures are harmless on their own; there are many, and a browser parses every header.
        headers["x-content-type-options"] = _SECURITY["x-content-type-options"]
        # Files that are cached forever are never requested again: only the others need a validator.
        is_kept = "immutable" in headers.get("cache-control", "")
        for name in ("content-disposition", "etag", "last-modified") if is_kept else ("content-disposition",):
            if name in headers:
                del headers[name]
    else:
        headers.update(_SECURITY)
        connection = ASGIConnection[Any, Any, Any, Any](scope)
        host = own_host(connection)
        if is_secure(connection) and host is not None and not host.is_this_computer:
            headers["strict-transport-security"] = f"max-age={_YEAR}"
        if not is_error and headers.get("content-type", "").startswith("text/html"):
            # After signing out, going back must not show a person's pages again.
            headers["cache-control"] = "no-store"
