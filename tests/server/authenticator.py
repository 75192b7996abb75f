"""A minimal authenticator for passkeys: it makes keys, and signs what a browser would have it sign."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

PRESENT = 0x01
VERIFIED = 0x04
WITH_KEY = 0x40


class Authenticator:
    """A device with one passkey for one site."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.site = origin.split("//")[1].split(":")[0]
        self.count = 0
        self.verifies = True
        """Whether it verifies its user."""
        self._id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    @property
    def credential(self) -> str:
        return bytes_to_base64url(self._id)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the request to make a passkey."""
        at = self._key.public_key().public_numbers()
        public_key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: at.x.to_bytes(32, "big"), -3: at.y.to_bytes(32, "big")})
        known = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + public_key
        data = self._data(PRESENT | WITH_KEY) + known
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the request to sign in."""
        self.count += 1
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(PRESENT | VERIFIED if self.verifies else PRESENT)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _answer(self, **response: bytes) -> dict[str, Any]:
        written = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": self.credential, "rawId": self.credential, "type": "public-key", "response": written}
