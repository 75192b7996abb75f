"""Putting the server together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from spite_and_malice import __version__

from .cluster import News
from .configuration import Configuration
from .features.kernel import build
from .features.registry import features
from .housekeeping import core
from .http import errors, figures, files, guards, hosts, identity, language, limits, security, switches
from .http.feature import running
from .http.routes import read_signatures
from .http.static import static_routes
from .http.templates import template_config
from .store import Store
from .workers.pool import Workers


def create_app(
    store: Store,
    configuration: Configuration | None = None,
    *,
    allowed_hosts: Sequence[str] = ("*",),
    workers: Workers | None = None,
    news: News | None = None,
    rates: limits.Rates | None = None,
    thinking_seconds: float = 1.0,
    kit: Path | None = None,
    docs: Path | None = None,
    alone: bool = False,
    static: str | None = None,
) -> Litestar:
    """Return the server's application on an open store, which the caller has to close.

    The ``configuration`` is by default that of a server for this computer. ``allowed_hosts`` are values of the Host
    header, with the port where it is not 80. ``news`` come from the other processes that share the store, and ``rates``
    limit the requests of one address. With the folder ``kit`` (docs/offline.md) the game can be played offline. The
    folder ``docs`` has the documentation site.

    ``alone`` is a person who plays in their own browser: features that need others, a mail server or a network are left
    out, and so are the files of web/, which are then below ``static`` (None: this application serves them). Raises
    `MailSettingsError`.
    """
    configuration, workers, news = configuration or Configuration(), workers or Workers(), news or News()
    kernel, of_games = build(
        store,
        configuration,
        workers,
        news,
        thinking_seconds=thinking_seconds,
        kit=kit,
        docs=docs,
        alone=alone,
        static=static,
    )
    blocks, people = identity.Blocks(store), identity.People(store)
    all_features = [kernel.announced(core(kernel, workers, blocks, people)), *of_games]
    all_features += [kernel.announced(feature(kernel)) for feature in features(alone=alone)]
    services = kernel.services | {"crews": [crew for each in all_features for crew in each.crews]}
    routes = [route for each in all_features for route in each.routes]
    routes += [] if alone else static_routes(kernel.static)
    read_signatures(routes)
    app = Litestar(
        routes,
        after_request=hosts.move_answer,
        before_send=[identity.send_token, security.send_security_headers],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, exclude_opt_key=files.COMPRESSED),
        dependencies={
            "person": Provide(identity.provide_person),
            "identity": Provide(identity.provide_identity),
            **{name: _always(service) for name, service in services.items()},
        },
        exception_handlers=errors.HANDLERS,
        guards=[
            guards.named(allowed_hosts),
            guards.same_origin,
            limits.Limits(limits.limits(configuration, news)).guard,
            blocks.guard,
            switches.switched(store),
        ],
        lifespan=[lambda _app: running(all_features)],
        logging_config=None,
        middleware=[language.LanguageMiddleware(), identity.IdentityMiddleware(people)],
        openapi_config=OpenAPIConfig(
            "Spite and Malice", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=limits.MAX_BODY,
        state=State({hosts.BELOW: kernel.below, identity.INSTANCE: store.instance, **kernel.services}),
        template_config=template_config(kernel.templates),
    )
    # Litestar checks the method before it calls any middleware.
    app.asgi_handler = figures.Figures(limits.Entry(hosts.HeadAsGet(app.asgi_handler), rates or limits.Rates(None)))
    if kernel.below:
        app.asgi_handler = hosts.Below(app.asgi_handler, kernel.below)
    return app


def _always(value: object) -> Provide:
    """Return a dependency that is the same for every request."""
    return Provide(lambda: value, sync_to_thread=False)
