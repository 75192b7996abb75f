"""Web Push: a message that only one browser can read (RFC 8291), and its sender (VAPID, RFC 8292).

Both take a few lines with `cryptography`, which passkeys need anyway; a library for them would bring an HTTP client.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
from typing import Final

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MOST_BYTES: Final = 3000
"""The longest message; a push service takes 4096 bytes when it is encrypted (RFC 8030, section 7.2)."""

VALID_SECONDS: Final = 12 * 3600
"""How long a token is valid; at most a day is allowed (RFC 8292, section 2)."""

_RECORD: Final = 4096
_SALT: Final = 16
_SECRET: Final = 16
_POINT: Final = 65
_NUMBER: Final = 32
_LAST: Final = b"\x02"
"""The delimiter after the text of the last, and only, record (RFC 8188, section 2)."""


def encode(data: bytes) -> str:
    """Return bytes in URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of URL-safe base64, padded or not. Raises ValueError."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("this is no URL-safe base64") from error


def new_key() -> str:
    """Return a private key for a server to sign with, in URL-safe base64."""
    private = ec.generate_private_key(ec.SECP256R1())
    return encode(private.private_numbers().private_value.to_bytes(_NUMBER, "big"))


def public_key(key: str) -> str:
    """Return the public half of a private key, in the form browsers expect."""
    return encode(_point(_private(key).public_key()))


def is_receiver(public: str, secret: str) -> bool:
    """Say whether a public key and a secret are those of a browser, so that something can be encrypted for it."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public))
        return len(decode(public)) == _POINT and len(decode(secret)) == _SECRET
    except ValueError:
        return False


def encrypt(message: bytes, public: str, secret: str, *, salt: bytes | None = None, sender: str | None = None) -> bytes:
    """Return the body of a request that delivers a message to a browser, encoded as ``aes128gcm``.

    ``public`` and ``secret`` are the browser's ``p256dh`` and ``auth``. ``salt`` and the private key ``sender`` are new
    each time, except in tests. Raises ValueError for a message that is too long, or what `is_receiver` refuses.
    """
    if len(message) > MOST_BYTES:
        raise ValueError(f"a message has {MOST_BYTES} bytes at the most")
    if not is_receiver(public, secret):
        raise ValueError("these are not the keys of a browser")
    salt = os.urandom(_SALT) if salt is None else salt
    own = ec.generate_private_key(ec.SECP256R1()) if sender is None else _private(sender)
    own_point, their_point = _point(own.public_key()), decode(public)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), their_point))
    key = _derive(shared, decode(secret), b"WebPush: info\0" + their_point + own_point, 32)
    content_key = _derive(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(key, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, message + _LAST, None)
    return salt + _RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point + sealed


def authorization(key: str, service: str, subject: str | None, now: int) -> str:
    """Return the header by which a server says to a push service who it is.

    ``service`` is the origin of the push service, ``subject`` how to reach the operator (``mailto:`` or ``https:``),
    ``now`` UTC seconds.
    """
    claims = {"aud": service, "exp": now + VALID_SECONDS} | ({} if subject is None else {"sub": subject})
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(_NUMBER, "big") + s.to_bytes(_NUMBER, "big"))
    return f"vapid t={signed}.{signature}, k={public_key(key)}"


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(key), "big"), ec.SECP256R1())


def _point(public: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return public.public_bytes(serialization.Encoding.X962, form)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
