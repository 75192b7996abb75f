"""The tests' own push service on this computer: it verifies the sender and decrypts messages like the browser."""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from spite_and_malice.server.features.notices.encryption import decode, encode

CURVE = ec.SECP256R1()


def require_signed(token: str, public: str) -> None:
    """Raise `InvalidSignature` unless a token is signed with the private half of a key."""
    text, _, signature = token.rpartition(".")
    raw = decode(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(public))
    key.verify(both, text.encode(), ec.ECDSA(hashes.SHA256()))


@dataclass
class PushedDevice:
    """A browser as its push service knows it, with the keys that only the browser has."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    bodies: list[bytes] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    status: int = 201
    """The push service's response status."""
    delay: float = 0.0

    @property
    def public(self) -> bytes:
        form = serialization.PublicFormat.UncompressedPoint
        return self.private.public_key().public_bytes(serialization.Encoding.X962, form)

    @property
    def asked(self) -> dict[str, str]:
        """A page's subscription for the server."""
        return {"endpoint": self.endpoint, "public": encode(self.public), "secret": encode(self.auth)}

    @property
    def messages(self) -> list[dict[str, Any]]:
        """A message received, read as a browser reads it."""
        return [json.loads(self.read(body)) for body in self.bodies]

    def read(self, body: bytes) -> bytes:
        """Decrypt a message according to RFC 8291, section 3.4 and RFC 8188, section 2."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))

        def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        key = derive(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        content = derive(key, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(key, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\x02")
        return text[:-1]


class PushService:
    """The devices of a push service, and the errors in requests to it."""

    def __init__(self) -> None:
        self.devices: dict[str, PushedDevice] = {}
        self.keys: set[str] = set()
        """The public keys of the senders."""
        self.wrong: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def device(self, status: int = 201) -> PushedDevice:
        """Return another browser's device."""
        path = f"/push/{secrets.token_urlsafe(12)}"
        self.devices[path] = device = PushedDevice(self.origin + path, status=status)
        return device

    def take(self, path: str, headers: Any, body: bytes) -> int:
        """Receive a request and return the status of the response."""
        found = re.fullmatch(r"vapid t=([\w.-]+), k=([\w-]+)", headers["Authorization"] or "")
        if found is None or headers["Content-Encoding"] != "aes128gcm" or not headers["TTL"].isdigit():
            self.wrong.append(str(headers))
            return 400
        token, key = found.groups()
        require_signed(token, key)
        claims = json.loads(decode(token.split(".")[1]))
        if claims["aud"] != self.origin or not time.time() < claims["exp"] <= time.time() + 24 * 3600:
            self.wrong.append(str(claims))
            return 403
        self.keys.add(key)
        device = self.devices.get(path)
        if device is None:
            return 404
        time.sleep(device.delay)
        if 200 <= device.status < 300:
            device.bodies.append(body)
            device.topics.append(headers["Topic"])
        return device.status

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(service.take(self.path, self.headers, body))
                self.send_header("Location", f"{service.origin}/elsewhere")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                """Log nothing."""

        return Handler


@contextmanager
def pushing() -> Iterator[PushService]:
    """Run a push service."""
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield service
    service.server.shutdown()
    service.server.server_close()
    thread.join()
    assert service.wrong == []
