"""The server's host names and base path, as seen in requests.

Handlers, templates and scripts use addresses relative to the root of the host. Scripts add the base path to their
requests (web/static/places.js); responses include it already.
"""

from __future__ import annotations

import ipaddress
import re
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, cast
from urllib.parse import urlsplit

from jinja2 import Environment, Template
from litestar import Response
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.serialization import decode_json, default_serializer, encode_json
from litestar.types import ASGIApp, Message, Receive, Scope, Send

ODD_HOST: Final = "spite_odd_host"
"""The mark of `with_sound_host` in the scope of a request with an unreadable Host header."""

LOCAL: Final = "localhost"

BELOW: Final = "below"
"""The key of the site's base path in the application's state."""

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::(\d{0,5}))?", re.IGNORECASE | re.ASCII)
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_SECURE: Final = ("https", "wss")
_HIGHEST: Final = 65_535


class Host(NamedTuple):
    """A name in lower case, and the port if there is one."""

    name: str
    port: int | None

    @property
    def is_this_computer(self) -> bool:
        """Whether the name means the local computer when resolved, which no page of another site can arrange."""
        if self.name == LOCAL:
            return True
        try:
            return ipaddress.ip_address(self.name.strip("[]")).is_loopback
        except ValueError:
            return False


def host_of(text: str) -> Host | None:
    """Return the host of a Host header or an address, None if it is not a name with an optional port."""
    found = _HOST.fullmatch(text)
    if found is None:
        return None
    port = int(found[2]) if found[2] else None
    return None if port is not None and not 0 < port <= _HIGHEST else Host(found[1].lower(), port)


def is_secure(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a browser used https, as known to the server or the proxy in front of it."""
    return connection.scope["scheme"] in _SECURE


def own_host(connection: ASGIConnection[Any, Any, Any, Any]) -> Host | None:
    """Return the requested host, without the default port."""
    found = host_of(connection.headers.get("host", ""))
    return None if found is None else _without_usual_port(connection.scope["scheme"], found)


def is_own_page(connection: ASGIConnection[Any, Any, Any, Any], origin: str) -> bool:
    """Return whether the origin sent by a browser is this server's own, scheme included."""
    scheme, divided, rest = origin.partition("://")
    host = host_of(rest)
    if not divided or scheme not in ("http", "https") or host is None:
        return False
    return (scheme == "https") == is_secure(connection) and _without_usual_port(scheme, host) == own_host(connection)


def own_address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of the site as the browser sees it, without a trailing slash."""
    host = own_host(connection) or Host(LOCAL, None)
    port = "" if host.port is None else f":{host.port}"
    below = connection.app.state.get(BELOW, "")
    return f"{'https' if is_secure(connection) else 'http'}://{host.name}{port}{below}"


def with_sound_host(scope: Scope) -> Scope:
    """Return a request with a readable Host header; an unreadable one is replaced and noted."""
    said = [value for name, value in scope["headers"] if name == b"host"]
    if not said or (len(said) == 1 and host_of(said[0].decode("latin-1")) is not None):
        return scope
    others = [(name, value) for name, value in scope["headers"] if name != b"host"]
    sound = {**scope, "headers": [*others, (b"host", LOCAL.encode())], ODD_HOST: True}
    return cast(Scope, sound)


def _without_usual_port(scheme: str, host: Host) -> Host:
    return Host(host.name, None) if host.port == _PORTS.get(scheme) else host


_served_below: Final[ContextVar[str]] = ContextVar("served_below", default="")
"""The base path of the requested site. Handlers keep their hooks, even if another site has them too."""


def path_below(url: str) -> str:
    """Return the path of a site's address without a trailing slash, "" at the root of its host."""
    return urlsplit(url).path.rstrip("/")


def put_below(path: str, address: str) -> str:
    """Return an address of the site with its base path, which it may already have."""
    is_own = address.startswith("/") and not address.startswith(("//", f"{path}/"))
    return path + address if is_own else address


class Below:
    """Serves an application below a path, whether or not the proxy in front removes the path."""

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

        _served_below.set(self._path)
        await self._app(scope, receive, send_below)


async def _redirect(to: str, send: Send) -> None:
    headers = [(b"location", to.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def move_pages_below(environment: Environment, path: str) -> None:
    """Add the base path to the addresses in all pages."""
    addresses = re.compile(rf'(\s(?:href|action|src|data-offline)=")/(?!/|{re.escape(path[1:])}/)')

    class Moved(Template):
        def render(self, *args: Any, **kwargs: Any) -> str:
            page = addresses.sub(rf"\1{path}/", super().render(*args, **kwargs))
            return page.replace("<html ", f'<html data-base="{path}" ', 1)

    environment.template_class = Moved


ADDRESSES: Final = frozenset({"url", "table"})
"""The names of the JSON response fields that hold addresses of the site. A table's id does not begin like one."""


def move_answer(response: Response[Any]) -> Response[Any]:
    """Add the site's base path to the addresses in a response, before it is encoded as JSON."""
    path = _served_below.get()
    # Some responses, such as files, have no content.
    content = getattr(response, "content", None) if path else None
    if not isinstance(content, (str, bytes, type(None))):
        response.content = _moved(path, decode_json(encode_json(content, default_serializer)))
    return response


def _moved(path: str, value: Any, field: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _moved(path, each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_moved(path, each) for each in value]
    return put_below(path, value) if field in ADDRESSES and isinstance(value, str) else value


class HeadAsGet:
    """Answers HEAD for every address that answers GET: the same headers without a body (RFC 9110, 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            # uvicorn checks the scope that it created, and sends no body in any case.
            asked: Any = {**scope, "method": "GET"}

            async def send_head(message: Message) -> None:
                if message["type"] == "http.response.body":
                    message["body"] = b""
                await send(message)

            await self._app(asked, receive, send_head)
        else:
            await self._app(scope, receive, send)
