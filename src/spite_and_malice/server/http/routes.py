"""Routes that every application of a process has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from litestar import Router
from litestar.handlers import BaseRouteHandler
from litestar.types import ControllerRouterHandler


class Routes(Router):
    """Handlers under a path, with their common settings.

    Litestar registers a deep copy of a router, down to every type in its handlers' signatures. This one is rebuilt from
    the same handlers, whose signatures are parsed once per process.
    """

    def __init__(self, path: str, *, route_handlers: Sequence[ControllerRouterHandler], **options: Any) -> None:
        super().__init__(path, route_handlers=route_handlers, **options)
        self._given = route_handlers
        self._options = options

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return another router with the same handlers."""
        read_signatures(self._given)
        return type(self)(self.path, route_handlers=self._given, **self._options)


def read_signatures(routes: Iterable[ControllerRouterHandler]) -> None:
    """Parse the signatures of handlers, which the copies registered by Litestar reuse."""
    for route in routes:
        if isinstance(route, BaseRouteHandler):
            route.parsed_fn_signature  # noqa: B018
