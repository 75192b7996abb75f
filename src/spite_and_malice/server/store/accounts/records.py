"""What is stored of accounts, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ..records import Conflict

HOUR_MS: Final = 3_600_000
MINUTE_MS: Final = 60_000
"""A last use is noted to the minute: nobody needs to know more."""

TicketKind = Literal["challenge", "link", "mail", "address", "join"]
"""What a ticket is good for: the answer of a passkey, another device, signing in by mail, saying yes to an address, and
making one account of two."""


@dataclass(frozen=True, slots=True)
class Agent:
    """What a device is, as it says of itself: the browser and the system it runs on, empty where unknown."""

    browser: str = ""
    system: str = ""


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose a device is: ``device`` is the SHA-256 of its token.

    ``person`` is the id of a person; that of a stranger is their device's own. ``has_account`` tells them apart.
    ``revoked_at`` is the time from which the token is worth nothing, in UTC ms; None while it holds. ``replaces`` is
    the device whose token holds until this one is used for the first time; None once it was.
    """

    device: str
    person: str
    has_account: bool = False
    revoked_at: int | None = None
    used_at: int = 0
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """An account without what belongs to it; ``has_recovery`` says whether there is a recovery code."""

    person: str
    name: str | None
    language: str | None
    mail: str | None
    has_recovery: bool
    settings: str
    settings_revision: int
    made_at: int


@dataclass(frozen=True, slots=True)
class Device:
    """A device that is signed in; times in UTC milliseconds, the last use to the minute."""

    id: str
    agent: Agent
    made_at: int
    used_at: int


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey as a browser made it: its id in URL-safe base64, and the ``site`` it was made for."""

    credential: str
    public_key: bytes
    sign_count: int
    site: str
    agent: Agent


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of an account; ``used_at`` is None before the first sign-in with it. Times in UTC milliseconds."""

    id: int
    person: str
    credential: str
    public_key: bytes
    sign_count: int
    site: str
    agent: Agent
    made_at: int
    used_at: int | None


@dataclass(frozen=True, slots=True)
class Ticket:
    """What was good once and has been taken: of whom, and what was noted with it."""

    person: str | None
    data: str


class TwoAccounts(Conflict):
    """The browser is signed in to another account: to make one of both has to be asked for."""
