"""HEAD for every address that answers GET: the same headers, and nothing after them (RFC 9110, section 9.3.2)."""

from __future__ import annotations

from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


class HeadAsGet:
    """Has requests for the head of a page answered as if they were for the page, and sends on the head."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            # uvicorn looks at the scope that it made, and sends no body whatever comes.
            asked: Any = {**scope, "method": "GET"}

            async def send_head(message: Message) -> None:
                if message["type"] == "http.response.body":
                    message["body"] = b""
                await send(message)

            await self._app(asked, receive, send_head)
        else:
            await self._app(scope, receive, send)
