"""How mails are sent, from the environment variables SPITE_SMTP_* and SPITE_URL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email.headerregistry import Address
from typing import Final, Literal
from urllib.parse import urlsplit

Security = Literal["starttls", "tls", "none"]

_PORTS: Final[dict[Security, int]] = {"starttls": 587, "tls": 465, "none": 25}


class MailSettingsError(Exception):
    """The variables do not say how mails are to be sent; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """A mail server, who the mails are from, and the public address of this server for the links in them."""

    host: str
    port: int
    security: Security
    user: str | None
    password: str | None
    sender: str
    url: str

    @classmethod
    def read(cls, variables: Mapping[str, str]) -> MailSettings | None:
        """Return what the variables say, None if they name no mail server. Raises `MailSettingsError`."""
        host = variables.get("SPITE_SMTP_HOST")
        if not host:
            return None
        said = variables.get("SPITE_SMTP_SECURITY", "starttls")
        security: Security | None = next((known for known in _PORTS if known == said), None)
        if security is None:
            raise MailSettingsError(f"SPITE_SMTP_SECURITY is starttls, tls or none, not {said!r}.")
        port = variables.get("SPITE_SMTP_PORT", str(_PORTS[security]))
        if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65_536:
            raise MailSettingsError(f"SPITE_SMTP_PORT is a number from 1 to 65535, not {port!r}.")
        url = variables.get("SPITE_URL", "").rstrip("/")
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise MailSettingsError(
                "Mails need the public address of this server for their links: set SPITE_URL, for example to "
                "https://cards.example."
            )
        return cls(
            host=host,
            port=int(port),
            security=security,
            user=variables.get("SPITE_SMTP_USER") or None,
            password=variables.get("SPITE_SMTP_PASSWORD") or None,
            sender=_sender(variables.get("SPITE_SMTP_FROM", "")),
            url=url,
        )


def _sender(text: str) -> str:
    try:
        address = Address(addr_spec=text)
    except (ValueError, IndexError):
        address = Address()
    if not address.username or not address.domain:
        raise MailSettingsError("SPITE_SMTP_FROM is the address that mails come from, such as table@cards.example.")
    return str(address)
