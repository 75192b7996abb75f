"""The number and duration of responses by kind, for Prometheus."""

from __future__ import annotations

import time

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..metrics import ANSWERS, PAGE_SECONDS


class Figures:
    """Counts an application's responses, and measures those to GET by route, except for files."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = message["status"]
                ANSWERS[status // 100].inc()
                # Litestar stores the matched route in the scope; without a match there is none.
                route = scope.get("path_template", "")
                if scope["method"] == "GET" and route and not route.startswith("/static"):
                    PAGE_SECONDS.labels(route).observe(time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, send_counted)
