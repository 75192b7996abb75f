"""A server of this program, for as long as a game in the terminal lasts, on the games that the browser's tables are in.

If a server is already running on the file of games, that one is used.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from spite_and_malice.server.app import create_app
from spite_and_malice.server.cluster import NewsError, news_for
from spite_and_malice.server.configuration import Configuration, ConfigurationError
from spite_and_malice.server.http.limits import ConnectionLimit
from spite_and_malice.server.lock_file import advertise, server_of
from spite_and_malice.server.logs import set_up_logs
from spite_and_malice.server.run import (
    RESERVE,
    ReadyServer,
    allowed_hosts,
    descriptors,
    listen,
    thinkers,
    uvicorn_config,
)
from spite_and_malice.server.store import Store, StoreError
from spite_and_malice.texts import ENGLISH, _, in_language

_HOST: Final = "127.0.0.1"


class NoLocalServer(Exception):
    """The games cannot be opened; the message is a sentence."""


def settings_of(options: Mapping[str, Any]) -> Configuration:
    """Return the settings, with ``options`` from the command line. Raises `NoLocalServer`."""
    try:
        found = Configuration.read(os.environ, options)
        # Their location is known only if there is a home folder.
        _ = found.games
    except ConfigurationError as error:
        raise NoLocalServer(str(error)) from error
    return found


@contextmanager
def local_server(settings: Configuration) -> Iterator[str]:
    """Yield the address of a server on the games of the settings, for the duration of the context.

    Raises `NoLocalServer`.
    """
    if (running := server_of(settings.games)) is not None:
        yield running
        return
    set_up_logs("error", settings.log_format)
    try:
        store = Store(settings.games)
    except StoreError as error:
        raise NoLocalServer(str(error)) from error
    try:
        with _served(store, settings) as address, advertise(address, settings.games):
            yield address
    finally:
        store.close()


@contextmanager
def _served(store: Store, settings: Configuration) -> Iterator[str]:
    try:
        news = news_for(store, settings.redis)
        listener = listen(_HOST, 0)
    except (NewsError, OSError) as error:
        raise NoLocalServer(str(error)) from error
    port: int = listener.getsockname()[1]
    app = create_app(
        store,
        Configuration(works_ahead=False),
        allowed_hosts=allowed_hosts(_HOST, port),
        workers=thinkers(settings),
        news=news,
    )
    connection_limit = ConnectionLimit(descriptors() - RESERVE, settings.connections_of_one)
    ready = threading.Event()
    server = ReadyServer(uvicorn_config(app, connection_limit), ready.set)

    def serve() -> None:
        try:
            # Output of the server not meant for a particular person is in English.
            with in_language(ENGLISH):
                server.run(sockets=[listener])
        finally:
            ready.set()

    thread = threading.Thread(target=serve, name="server", daemon=True)
    thread.start()
    try:
        ready.wait()
        if not server.started:
            raise NoLocalServer(_("The table could not be set up; `spite serve` says why."))
        # Use the host name of the browser's own server, so that people you know there know you too.
        yield f"http://localhost:{port}"
    finally:
        server.should_exit = True
        thread.join()
