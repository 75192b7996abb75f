"""Starting the server: the data file, a free port, the browser, and a clean end."""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Any, Final, Literal, NoReturn

import uvicorn

from spite_and_malice import __version__
from spite_and_malice.texts import N_, _, environment_language, in_language

from ..offline.kit import usable
from .app import create_app
from .cluster import NewsError, news_for
from .configuration import LOCAL, LOOPBACK, Configuration, ConfigurationError, passed_over, proxies_of
from .features.mail.sending import MailSettingsError
from .http.connection import Connection
from .http.forwarded import Forwarded
from .http.limits import ConnectionLimit, Rates
from .http.templates import read_ahead
from .lock_file import advertise
from .logs import set_up_logs
from .people import forbid
from .protocol.line import Line
from .store import Store, StoreError
from .workers.far import Far
from .workers.pool import Workers

MAX_FRAME: Final = 65_536
"""The longest websocket message accepted, in bytes; a longer one ends the connection with code 1009."""

RESERVE: Final = 200
"""Descriptors not available for connections: for the database, Redis, the computer players and the pages' files."""

_DESCRIPTORS: Final = 65_536
_FEW_DESCRIPTORS: Final = 1024
"""The limit assumed if the system does not report one: every system grants this many."""

_GARBAGE: Final = 50_000
"""How many new objects there may be before Python looks for cyclic garbage."""

_PORTS: Final = 100
_LOCAL_NAME: Final = "localhost"
_EVERYWHERE: Final = ("", "0.0.0.0", "::")


def serve(options: Mapping[str, Any] | None = None) -> None:
    """Serve until Ctrl-C, as set by the environment and ``options``, named like the fields of `Configuration`.

    Exits with a sentence and code 2 if a setting, the address or the database cannot be used.
    """
    try:
        settings = Configuration.read(os.environ, options)
        for variable in passed_over(os.environ):
            say(
                N_("{variable} is {value}, as Kubernetes sets it for a service called “spite”: it is passed over."),
                variable=variable,
                value=os.environ[variable],
            )
        set_up_logs(settings.log_level, settings.log_format)
        # Its errors are reported before anything is opened.
        _mail = settings.mail
        forbid(settings.word_list())
        kit = offered(settings)
        docs = settings.docs_folder
        check_proxies(settings.proxies)
        listener = listen(settings.host, settings.port, 1 if settings.is_port_named else _PORTS)
        store = Store(settings.games)
        news = news_for(store, settings.redis)
    except OSError as error:
        _give_up(_cannot_listen(settings, error))
    except (ConfigurationError, MailSettingsError, NewsError, StoreError) as error:
        _give_up(str(error))
    taken: int = listener.getsockname()[1]
    if settings.port not in (0, taken):
        say(N_("Port {port} is busy; using {taken}."), port=settings.port, taken=taken)
    address = f"http://{_in_address(settings.host)}:{taken}/"
    rates = Rates(settings.limit("requests_a_second"))
    app = create_app(
        store,
        settings,
        allowed_hosts=allowed_hosts(settings.host, taken, settings.host_names),
        workers=thinkers(settings),
        news=news,
        rates=rates,
        kit=kit,
        docs=docs,
    )
    assert app.template_engine is not None
    # During the first requests: the start does not wait for anything that may not be needed.
    reading = threading.Thread(
        target=read_ahead, args=[app.template_engine.engine, "home.html.j2", "table.html.j2"], daemon=True
    )
    server = ReadyServer(
        uvicorn_config(
            app,
            ConnectionLimit(descriptors() - RESERVE, settings.connections_of_one),
            rates,
            settings.proxies,
        ),
        lambda: _announce(address, store.name, network_address(settings.host), settings.browser),
        reading.start,
    )
    # uvicorn shuts down cleanly on either signal and then raises it again, for the process that started it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda _number, _frame: read_again(settings, options, app.state["metrics_tokens"]))
    try:
        with advertise(address, settings.games):
            server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
    say(N_("Stopped. Every game is kept."))


def read_again(settings: Configuration, options: Mapping[str, Any] | None, metrics_tokens: list[str]) -> None:
    """Reread the word list and the files of secrets; if that fails, the old values stay.

    Of the secrets, those for metrics and mails apply from now on; open connections keep theirs.
    """
    try:
        found = Configuration.read(os.environ, options)
        words = found.word_list()
    except ConfigurationError as error:
        say(N_("What was read before holds on: {error}"), error=error)
        return
    forbid(words)
    metrics_tokens[:] = found.metrics_token.split()
    if settings.mail is not None:
        settings.mail.password = found.smtp_password or None
    say(N_("The words, and the secrets of figures and of mails, were read again."))


def thinkers(settings: Configuration) -> Workers:
    """Return the workers, here or on the cluster named in the settings."""
    elsewhere = None if settings.thinking == LOCAL else Far(settings.thinking)
    return Workers(settings.workers or None, elsewhere=elsewhere)


def uvicorn_config(
    app: Any, connection_limit: ConnectionLimit, rates: Rates | None = None, proxies: str = "127.0.0.1"
) -> uvicorn.Config:
    """Return uvicorn's configuration for the application, with limits on connections and request rates.

    The ``proxies`` are trusted about clients' addresses.
    """
    networks = proxies_of(proxies)
    return uvicorn.Config(
        Forwarded(app, networks),
        http=partial(Connection, connection_limit=connection_limit, rates=rates or Rates(None), proxies=networks),  # type: ignore[arg-type]
        ws=Line,
        loop=_loop(),
        ws_max_size=MAX_FRAME,
        # An event is one packet either way, and compressing it costs more than everything else in sending it.
        ws_per_message_deflate=False,
        access_log=False,
        # uvicorn writes to the same log, in our format.
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
        # It accepts a protocol only from a header with a single one, in lower case.
        proxy_headers=False,
    )


def _loop() -> Literal["uvloop", "asyncio"]:
    """Return the faster event loop, or Python's own if the other is missing or the system does not support it."""
    try:
        import uvloop

        uvloop.new_event_loop().close()
    except (ImportError, OSError, RuntimeError):
        return "asyncio"
    return "uvloop"


def descriptors() -> int:
    """Return how many files and connections the process may have open, after asking for as many as are sensible."""
    if sys.platform == "win32":
        return _DESCRIPTORS
    import resource

    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except (OSError, ValueError):
        return _FEW_DESCRIPTORS
    wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def listen(host: str, port: int, ports: int = 1) -> socket.socket:
    """Return a socket that listens on the first free one of ``ports`` ports from ``port`` on (0: any).

    Raises `OSError`.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    for candidate in range(port, min(port + ports, 65_536)):
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
    raise OSError(errno.EADDRINUSE, "it is busy" if ports == 1 else f"all of {ports} ports are busy")


def network_address(host: str) -> str | None:
    """Return the address under which the network reaches a server that listens on every interface.

    None if it listens on a single address, or without a network.
    """
    if host not in _EVERYWHERE:
        return None
    # Connecting such a socket sends nothing: it only determines the outgoing interface. The address is reserved for
    # examples.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found: str = asking.getsockname()[0]
    return found


def check_proxies(proxies: str) -> None:
    """Raise `ConfigurationError` for a network of proxies in which this machine has no address.

    All requests through a proxy outside the networks would count as one person's, with one person's limits.
    """
    for network in proxies_of(proxies):
        if network.num_addresses > 1 and not network.is_loopback and not _is_in(network):
            raise ConfigurationError(
                f"SPITE_PROXIES names the network {network}, in which this machine has no address: no proxy would be "
                "believed, and all people would count as one. Make the network, or name the address of the proxy."
            )


def _is_in(network: IPv4Network | IPv6Network) -> bool:
    family = socket.AF_INET if network.version == 4 else socket.AF_INET6
    # Connecting such a socket sends nothing: it only determines the local address for that route.
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((str(network[1]), 9))
        except OSError:
            return False
        return ip_address(asking.getsockname()[0]) in network


def allowed_hosts(host: str, port: int, named: Sequence[str] = ()) -> list[str]:
    """Return the accepted values of the Host header, ``named`` being names besides the server's own.

    A page of another site could reach a server on this computer only by a name; so a server that listens only for this
    computer accepts only its own names, whatever the port, which may be forwarded. One that listens for others accepts
    any name unless some are given.
    """
    if host not in LOOPBACK and not named:
        return ["*"]
    names = [name if name.count(":") == 1 else _in_address(name) for name in (*LOOPBACK, *named)]
    return [*names, *(f"{name}:{port}" for name in names)]


def say(message: str, **values: object) -> None:
    """Print a line for the person who started the server, in the language of their environment."""
    with in_language(environment_language()):
        sys.stdout.write(_(message).format(**values) + "\n")
    sys.stdout.flush()


def offered(settings: Configuration) -> Path | None:
    """Return the folder of the kit, None without one of exactly this version; reports a kit of another version."""
    folder = settings.kit_folder
    if folder is None or usable(folder):
        return folder
    say(
        N_("The kit in {folder} is of another version, so nobody can play offline: make it anew, spite offline build."),
        folder=folder,
    )
    return None


def _cannot_listen(settings: Configuration, error: OSError) -> str:
    """Return the sentence for an address that cannot be listened on."""
    if error.errno == errno.EADDRINUSE and settings.is_port_named:
        return (
            f"Port {settings.port} of {settings.host} is busy: another program listens there, perhaps another server "
            "of these tables. End it, or choose another port with --port or SPITE_PORT."
        )
    return (
        f"The server cannot listen on {settings.host}, port {settings.port}: {error.strerror or error}. Choose another."
    )


def _give_up(sentence: str) -> NoReturn:
    sys.stderr.write(f"Error: {sentence}\n")
    sys.exit(2)


class ReadyServer(uvicorn.Server):
    """A uvicorn server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, *on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and report it."""
        await super().startup(sockets)
        # The objects that exist by now stay. A move makes many objects and hardly ever such garbage: look for it
        # rarely.
        gc.freeze()
        gc.set_threshold(_GARBAGE)
        for each in self._on_ready:
            each()


def _announce(address: str, kept_in: str, elsewhere: str | None, open_browser: bool) -> None:
    say(
        N_("Spite & Malice {version} is at {address} (Ctrl-C ends it). Games are kept in {file}."),
        version=__version__,
        address=address,
        file=kept_in,
    )
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
    """Return a host in the form for an address; one that means every interface becomes localhost."""
    if host in _EVERYWHERE:
        return _LOCAL_NAME
    return f"[{host}]" if ":" in host else host
