"""Starting the server: the data file, a free port, the browser, and a clean end."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

import uvicorn
from platformdirs import user_data_path

from spite_and_malice.texts import N_, _, environment_language, in_language

from .app import create_app
from .http.connection import Connection, Doors
from .http.limits import REPLAYS_A_MINUTE, TABLES_A_MINUTE
from .mail import MailSettings, MailSettingsError
from .news import NewsError, news_for
from .protocol.line import Line
from .store import Store, StoreError

DATA_VARIABLE: Final = "SPITE_DATA"
DATABASE_VARIABLE: Final = "SPITE_DATABASE"
REDIS_VARIABLE: Final = "SPITE_REDIS"
METRICS_VARIABLE: Final = "SPITE_METRICS_TOKEN"
HOSTS_VARIABLE: Final = "SPITE_HOSTS"
FILE_NAME: Final = "tables.sqlite3"

MAX_FRAME: Final = 65_536
"""The longest websocket message taken off the line, in bytes; a longer one ends the connection with code 1009."""

CONNECTIONS_OF_ONE: Final = 200
"""The most connections from one address, pages at tables among them; those from this computer are not bounded so."""

RESERVE: Final = 200
"""Descriptors that no connection takes: for the database, Redis, the computer players and the pages' own files."""

_DESCRIPTORS: Final = 65_536

_GARBAGE: Final = 50_000
"""How many more objects there may be before Python looks for garbage that reference counts do not find."""

_PORTS: Final = 100
_LOCAL_NAME: Final = "localhost"
_LOOPBACK: Final = ("127.0.0.1", _LOCAL_NAME, "::1")
_EVERYWHERE: Final = ("", "0.0.0.0", "::")


def serve(host: str, port: int, data: Path | None, open_browser: bool) -> None:
    """Serve until Ctrl-C: on the first free port from ``port`` on (0: any), with the games in the file ``data``.

    Without ``data`` they are in the database that SPITE_DATABASE names, else in the file that SPITE_DATA names, else in
    one in the user's data folder. docs/operations.md tells of the other
    variables.
    Exits with a sentence and code 2 if the address or the file cannot be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        listener = listen(host, port)
        mail_settings = MailSettings.read(os.environ)
        store = Store(games_at(data))
        news = news_for(store, os.environ.get(REDIS_VARIABLE))
    except OSError as error:
        _give_up(f"The server cannot listen on {host}, port {port}: {error.strerror or error}. Choose another.")
    except (MailSettingsError, NewsError, StoreError) as error:
        _give_up(str(error))
    taken: int = listener.getsockname()[1]
    if port not in (0, taken):
        say(N_("Port {port} is busy; using {taken}."), port=port, taken=taken)
    address = f"http://{_in_address(host)}:{taken}/"
    server = _Server(
        uvicorn_config(
            create_app(
                store,
                allowed_hosts=allowed_hosts(host, taken),
                news=news,
                mail_settings=mail_settings,
                metrics_token=os.environ.get(METRICS_VARIABLE),
                tables_a_minute=TABLES_A_MINUTE if serves_others(host) else None,
                replays_a_minute=REPLAYS_A_MINUTE if serves_others(host) else None,
            ),
            Doors(descriptors() - RESERVE, CONNECTIONS_OF_ONE),
            log_level="warning",
        ),
        lambda: _announce(address, store.name, network_address(host), open_browser),
    )
    # uvicorn ends in good order on either signal and then raises it again, for whoever started it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
    say(N_("Stopped. Every game is kept."))


def uvicorn_config(app: Any, doors: Doors, **more: Any) -> uvicorn.Config:
    """Return how uvicorn serves the application, to as many as the doors let in."""
    return uvicorn.Config(
        app,
        http=partial(Connection, doors=doors),  # type: ignore[arg-type]
        ws=Line,
        ws_max_size=MAX_FRAME,
        # An event is one packet either way, and compressing it costs more than all else that is done to send it.
        ws_per_message_deflate=False,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        **more,
    )


def descriptors() -> int:
    """Return how many files and connections the process may have open, after asking for as many as are sensible."""
    if sys.platform == "win32":
        return _DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the first free port from ``port`` on (0: any). Raises `OSError`."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    for candidate in range(port, min(port + _PORTS, 65_536)):
        listener = socket.socket(family, kind, protocol)
        try:
            if sys.platform == "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address[0], candidate, *address[2:]))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            return listener
    raise OSError(errno.EADDRINUSE, f"all of {_PORTS} ports are busy")


def games_at(named: Path | None) -> Path | str:
    """Return where the games are: in the named file, in the database of SPITE_DATABASE, or in `data_file`."""
    return (None if named else os.environ.get(DATABASE_VARIABLE)) or data_file(named)


def data_file(named: Path | None) -> Path:
    """Return the file of games: the named one, SPITE_DATA's, or one in the user's data folder; a folder holds it."""
    variable = os.environ.get(DATA_VARIABLE)
    if named is None and not variable:
        return user_data_path("spite-and-malice", appauthor=False) / FILE_NAME
    path = (named or Path(variable or "")).expanduser()
    return path / FILE_NAME if path.is_dir() else path


def network_address(host: str) -> str | None:
    """Return the address under which the network reaches a server that listens on every interface.

    None for one that listens on a single address, and where there is no network.
    """
    if host not in _EVERYWHERE:
        return None
    # To connect such a socket sends nothing: it only asks which interface leads out. The address is one for examples.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found: str = asking.getsockname()[0]
    return found


def allowed_hosts(host: str, port: int) -> list[str]:
    """Return the values of the Host header that are answered.

    Only by name would a page of another site reach a server on this computer; so one that listens for this computer
    alone answers to its own names alone. One that listens for others answers to any name unless SPITE_HOSTS says more.
    """
    named = [name.strip() for name in os.environ.get(HOSTS_VARIABLE, "").split(",") if name.strip()]
    if host not in _LOOPBACK and not named:
        return ["*"]
    names = [name if name.count(":") == 1 else _in_address(name) for name in (*_LOOPBACK, *named)]
    return [*names, *(f"{name}:{port}" for name in names)]


def serves_others(host: str) -> bool:
    """Say whether others can reach the server: over the network, or by a name that a proxy passes on."""
    return host not in _LOOPBACK or bool(os.environ.get(HOSTS_VARIABLE, "").strip(" ,"))


def say(message: str, **values: object) -> None:
    """Print a line for whoever started the server, in the language of their environment."""
    with in_language(environment_language()):
        sys.stdout.write(_(message).format(**values) + "\n")
    sys.stdout.flush()


def _give_up(sentence: str) -> NoReturn:
    sys.stderr.write(f"Error: {sentence}\n")
    sys.exit(2)


class _Server(uvicorn.Server):
    """A uvicorn server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What is there by now stays. A move makes many objects and hardly ever such garbage: look for it rarely.
        gc.freeze()
        gc.set_threshold(_GARBAGE)
        self._on_ready()


def _announce(address: str, kept_in: str, elsewhere: str | None, open_browser: bool) -> None:
    say(N_("Spite & Malice is at {address} (Ctrl-C ends it). Games are kept in {file}."), address=address, file=kept_in)
    if elsewhere is not None:
        there = address.replace(_LOCAL_NAME, elsewhere)
        say(N_("In your network it is at {address}: that is where links to tables work."), address=there)
    if open_browser and _has_desktop():
        # Starting a browser can take seconds, and some never return.
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def _has_desktop() -> bool:
    """Say whether a browser would have a screen; without one, some would take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _in_address(host: str) -> str:
    """Return a host as it is written in an address; one that means every interface is reached as localhost."""
    if host in _EVERYWHERE:
        return _LOCAL_NAME
    return f"[{host}]" if ":" in host else host
