"""Whether the server is alive and working, and its metrics; for load balancers and monitoring."""

from __future__ import annotations

import asyncio
import hmac
import shutil
from collections.abc import Awaitable, Sequence
from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

from spite_and_malice import __version__
from spite_and_malice.texts import _

from ..cluster import News
from ..http.errors import BACK_SECONDS
from ..http.feature import Feature
from ..http.guards import ANY_NAME
from ..http.routes import Routes
from ..metrics import DISK_FREE, NEWS_AWAY
from ..store import Store, StoreError
from ..workers.pool import Workers
from .kernel import Kernel

_DATABASE_SECONDS: Final = 5.0
"""How long a check of the database may take."""


class Health(Struct):
    """How the server is: ``database`` is "ok" or "failing", ``news`` "ok", "away" (Redis) or "none" (not needed).

    ``writes`` is "failing" from a failed write until the next successful one. ``workers`` is "ok", or names the
    processes that keep dying, and why.
    """

    status: str
    database: str
    writes: str
    news: str
    workers: str
    version: str = __version__


@get("/health/live", sync_to_thread=False)
def live() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "ok"}


@get("/health")
async def ready(
    store: NamedDependency[Store], news: NamedDependency[News], crews: NamedDependency[Sequence[Workers]]
) -> Response[Health]:
    """Say whether the server can serve tables: 200 if it can, 503 while the database cannot be read or written.

    While writes fail, each check tries one, since nobody else might.

    People can play without the workers, so these are no reason to take the server out of rotation.
    """
    failing = [f"{crew.name}: {crew.failing}" for crew in crews if crew.failing is not None]
    workers = "; ".join(failing) or "ok"
    database, writes = await _works(store.look()), await _works(store.try_to_write())
    is_ready = database == writes == "ok"
    return Response(
        Health("ok" if is_ready else "failing", database, writes, news.state, workers),
        status_code=HTTP_200_OK if is_ready else HTTP_503_SERVICE_UNAVAILABLE,
        headers={} if is_ready else {"retry-after": str(BACK_SECONDS)},
    )


async def _works(work: Awaitable[None]) -> str:
    try:
        async with asyncio.timeout(_DATABASE_SECONDS):
            await work
    except (StoreError, TimeoutError):
        return "failing"
    return "ok"


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request[Any, Any, Any], metrics_tokens: NamedDependency[list[str]]) -> Response[bytes]:
    """Return the metrics for a request with a token; a server without one returns none."""
    if not metrics_tokens:
        raise NotFoundException(_("There is nothing at this address."))
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not any(hmac.compare_digest(given.encode(), token.encode()) for token in metrics_tokens):
        raise NotAuthorizedException(_("The figures are only for programs that have the token of SPITE_METRICS_TOKEN."))
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


health: Routes = Routes(
    "/",
    route_handlers=[live, ready, metrics],
    cache_control=CacheControlHeader(no_store=True),
    opt={ANY_NAME: True},
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of health checks and metrics."""
    NEWS_AWAY.set_function(lambda: kernel.news.state == "away")
    if (folder := kernel.store.folder) is not None:
        DISK_FREE.labels("games").set_function(lambda: shutil.disk_usage(folder).free)
    return Feature([health], {"metrics_tokens": kernel.configuration.metrics_token.split()})
