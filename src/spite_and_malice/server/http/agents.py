"""What a device is, in two plain words of what its browser says of itself: enough to know one's own devices apart."""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection

from ..store.accounts import Agent

_BROWSERS: Final = (
    ("spite/", "Terminal"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
"""What stands in a browser's word for itself, the first that does; most name others after themselves."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def agent_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Agent:
    """Return what the browser that asks says it is; nothing for a program."""
    said = connection.headers.get("user-agent", "")
    return Agent(_first(_BROWSERS, said), _first(_SYSTEMS, said))


def _first(known: tuple[tuple[str, str], ...], said: str) -> str:
    return next((name for part, name in known if part in said), "")
