"""A site below a path of its host, as `/cards/`: what belongs to the path is taken off and put on in one place.

Handlers, templates and scripts know the addresses of a site that lies at the root of its host. Scripts put the path
before what they ask for (web/static/places.js).
"""

from __future__ import annotations

import re
from typing import Any, cast
from urllib.parse import urlsplit

from jinja2 import Environment, Template
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


def path_below(url: str) -> str:
    """Return the path of a site's address without a slash at its end, "" at the root of its host."""
    return urlsplit(url).path.rstrip("/")


def put_below(path: str, address: str) -> str:
    """Return an address of the site as a browser needs it, which may have it already."""
    is_own = address.startswith("/") and not address.startswith(("//", f"{path}/"))
    return path + address if is_own else address


class Below:
    """Serves an application below a path, whether the proxy in front takes the path off or not."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        asked = scope["path"]
        if asked.startswith(f"{self._path}/"):
            raw = scope.get("raw_path") or asked.encode()
            inner: dict[str, Any] = {"path": asked.removeprefix(self._path)}
            if raw.startswith(self._path.encode()):
                inner["raw_path"] = raw.removeprefix(self._path.encode())
            scope = cast(Scope, {**scope, **inner})
        elif asked == self._path and scope["type"] == ScopeType.HTTP:
            await _redirect(f"{self._path}/", send)
            return

        async def send_below(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, put_below(self._path, value.decode("latin-1")).encode("latin-1"))
                    if name.lower() == b"location"
                    else (name, value)
                    for name, value in message["headers"]
                ]
            await send(message)

        await self._app(scope, receive, send_below)


async def _redirect(to: str, send: Send) -> None:
    headers = [(b"location", to.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def move_pages_below(environment: Environment, path: str) -> None:
    """Let the addresses in all pages be those of a site below a path."""
    addresses = re.compile(rf'(\s(?:href|action|src|data-offline)=")/(?!/|{re.escape(path[1:])}/)')

    class Moved(Template):
        def render(self, *args: Any, **kwargs: Any) -> str:
            page = addresses.sub(rf"\1{path}/", super().render(*args, **kwargs))
            return page.replace("<html ", f'<html data-base="{path}" ', 1)

    environment.template_class = Moved


class HeadAsGet:
    """Answers HEAD for every address that answers GET: the same headers, and nothing after them (RFC 9110, 9.3.2)."""

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
