"""Bringing a notice to a push service, whose address a browser names: to public addresses alone, and not for long.

The address could be a machine in this server's network. So a name is looked up here, every address that it has must be
public, and the connection goes to one of these and not to the name, which could resolve differently the next time. Only
the status of the response is read, and no redirection is followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

from .encryption import authorization, encrypt

SECONDS: Final = 10.0
"""How long a push service may take in total, once its name is resolved."""

KEPT_SECONDS: Final = 12 * 3600
"""How long a push service keeps a notice for a device that is switched off."""

MOST_ADDRESS: Final = 1000
"""The longest address of a subscription; those of today's services have up to 400 letters."""

_AT_ONCE: Final = 16
_MOST_LINE: Final = 8192
_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""Where networks without IPv4 have its addresses (RFC 6052)."""

Outcome = Literal["sent", "gone", "failed"]
"""``gone`` is a subscription that has ended; ``failed`` may work later."""

_GONE: Final = (404, 410)
_log = logging.getLogger(__name__)


class NotPublic(OSError):
    """A name leads to an address that is not public: it counts as one that cannot be reached.

    So nobody learns which names exist in this server's network.
    """


class Forbidden(Exception):
    """Notices may not be sent to this push service; the message says why."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """One browser that gets notices: the address at its push service, and its keys in URL-safe base64.

    ``key`` is the server's private key that signs for it.
    """

    endpoint: str
    public: str
    secret: str
    key: str


@dataclass(frozen=True, slots=True)
class Service:
    """The address of a push service."""

    secure: bool
    host: str
    port: int
    origin: str
    path: str

    @property
    def host_header(self) -> str:
        """The value of the Host header."""
        return self.origin.partition("://")[2]


def service_of(endpoint: str, *, private: bool) -> Service:
    """Return the push service that an address names. Raises `Forbidden`.

    It must use https at its usual port, under a name and not a number; only with ``private``, for tests, is anything
    else allowed.
    """
    if len(endpoint) > MOST_ADDRESS or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise Forbidden("this is no address of a push service")
    try:
        url = urlsplit(endpoint)
        host, port = url.hostname or "", url.port
    except ValueError:
        raise Forbidden("this is no address of a push service") from None
    if not host or url.username is not None or url.password is not None or url.fragment:
        raise Forbidden("this is no address of a push service")
    if url.scheme != "https" and not (private and url.scheme == "http"):
        raise Forbidden("a push service is reached by https")
    if not private and (port not in (None, 443) or _is_number(host) or "." not in host.strip(".")):
        raise Forbidden("a push service has a public name and the usual port")
    secure = url.scheme == "https"
    return Service(secure, host, port or (443 if secure else 80), _origin(url), _path(url))


def _origin(url: SplitResult) -> str:
    host = f"[{url.hostname}]" if ":" in (url.hostname or "") else url.hostname
    is_usual = url.port in (None, 443 if url.scheme == "https" else 80)
    return f"{url.scheme}://{host}{'' if is_usual else f':{url.port}'}"


def _path(url: SplitResult) -> str:
    return (url.path or "/") + (f"?{url.query}" if url.query else "")


def _is_number(host: str) -> bool:
    """Say whether a name is an address, in any spelling that systems accept, such as 0x7f.1."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host.rstrip(".").rpartition(".")[2][:1].isdigit()
    return True


def is_public(address: str) -> bool:
    """Say whether an address is on the public internet."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in _TRANSLATED:
            inner = ipaddress.IPv4Address(found.packed[-4:])
        if inner is not None:
            return is_public(str(inner))
        if found.is_site_local:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved and not found.is_unspecified


def addresses_of(service: Service, *, private: bool) -> list[str]:
    """Look a push service up and return its addresses; takes its time. Raises OSError.

    If one of them is not public, none is trusted: its owner decides which one a connection gets.
    """
    found = socket.getaddrinfo(service.host, service.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not private and not all(map(is_public, addresses)):
        raise NotPublic("a push service has a public address")
    return addresses


class Deliveries:
    """Sends notices in threads of its own: neither a slow push service nor a slow DNS look-up blocks anything."""

    def __init__(self, subject: str | None, *, private: bool = False) -> None:
        """``subject`` says how to reach the operator, ``private`` allows any address."""
        self._subject = subject
        self._private = private
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="notices")

    def close(self) -> None:
        """Start no more deliveries."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def require_allowed(self, endpoint: str) -> None:
        """Raise `Forbidden` for an address that nothing would be sent to, as far as known without a look-up."""
        service_of(endpoint, private=self._private)

    async def send(self, receiver: Receiver, message: bytes, topic: str) -> Outcome:
        """Deliver a message to a browser; a waiting one with the same ``topic`` is replaced."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._send, receiver, message, topic)

    def _send(self, receiver: Receiver, message: bytes, topic: str) -> Outcome:
        try:
            service = service_of(receiver.endpoint, private=self._private)
            body = encrypt(message, receiver.public, receiver.secret)
            addresses = addresses_of(service, private=self._private)
            status = asyncio.run(_post(service, addresses, self._headers(receiver.key, service, topic), body))
        except (Forbidden, ValueError) as refused:
            _log.warning("a notice was not sent: %s", refused)
            return "gone"
        except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError) as error:
            # Its text may name the address, which is as good as a key.
            _log.info("a notice could not be sent: %s", type(error).__name__)
            return "failed"
        if status in _GONE:
            return "gone"
        if not 200 <= status < 300:
            _log.warning("a push service answered with status %s", status)
            return "failed"
        return "sent"

    def _headers(self, key: str, service: Service, topic: str) -> Mapping[str, str]:
        return {
            "Authorization": authorization(key, service.origin, self._subject, int(time.time())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
        }


async def _post(service: Service, addresses: list[str], headers: Mapping[str, str], body: bytes) -> int:
    """Return the status of a push service's response at the first address that can be reached."""
    context = ssl.create_default_context() if service.secure else None
    name = service.host if service.secure else None
    async with asyncio.timeout(SECONDS):
        for number, address in enumerate(addresses):
            try:
                reader, writer = await asyncio.open_connection(
                    address, service.port, ssl=context, server_hostname=name, limit=_MOST_LINE
                )
            except OSError:
                if number + 1 == len(addresses):
                    raise
                continue
            try:
                lines = [f"POST {service.path} HTTP/1.1", f"Host: {service.host_header}"]
                lines += [f"{each}: {value}" for each, value in headers.items()]
                lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
                writer.write("\r\n".join(lines).encode() + body)
                await writer.drain()
                return _status(await reader.readuntil(b"\n"))
            finally:
                writer.transport.abort()
    raise OSError("there is no address")


def _status(line: bytes) -> int:
    """Return the status of the first line of an answer. Raises OSError."""
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise OSError("this was no answer")
    return int(rest[:3])
