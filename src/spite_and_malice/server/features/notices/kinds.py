"""What notices there are: each kind once, with the words for choosing it and those that it says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.texts import N_, _, in_language, listed, ngettext

from ...store import Choices
from .encryption import encode

About = Mapping[str, Any]
"""The names and figures that the words of a notice need."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice, as people choose it; ``words`` are a title and a text in the current language."""

    name: str
    label: str
    hint: str
    words: Callable[[About], tuple[str, str]]
    by_default: bool = True


def _turn(about: About) -> tuple[str, str]:
    names = listed([_(name) for name in about["names"]])
    return _("Your turn"), _("{game}, with {names}").format(game=_(about["game"]), names=names)


def _letter(about: About) -> tuple[str, str]:
    name = about["name"] or _("Somebody")
    if about["evening"] is not None:
        return _("{name} invites you to an evening").format(name=name), about["evening"]
    if about["game"] is None:
        return _("{name} has written to you").format(name=name), ""
    return _("{name} invites you to a game").format(name=name), _(about["game"])


def _friend(about: About) -> tuple[str, str]:
    return _("{name} is at a table").format(name=about["name"]), _("You could ask them for a game.")


def _streak(about: About) -> tuple[str, str]:
    title = ngettext("Your streak of {n} day ends tonight", "Your streak of {n} days ends tonight", about["days"])
    return title.format(n=about["days"]), _("The deal of the day, its patience or its puzzle keeps it.")


def _trial(_about: About) -> tuple[str, str]:
    return _("Notifications reach this device"), _("This is how they look.")


TURN: Final = Kind(
    "turn",
    N_("It is your turn"),
    N_("At tables with an hour or more for a move, while you have no table open."),
    _turn,
)
LETTER: Final = Kind(
    "letter",
    N_("Invitations and messages"),
    N_("From people who know you or have your link, but not from those you mute."),
    _letter,
)
FRIEND: Final = Kind(
    "friend",
    N_("A friend is at a table"),
    N_("If they let friends see that they are here. Once a day for each friend."),
    _friend,
)
STREAK: Final = Kind(
    "streak",
    N_("Your streak of days is about to end"),
    N_("Four hours before the day ends, at midnight UTC, if you have not played it yet."),
    _streak,
    by_default=False,
)
TRIAL: Final = Kind("trial", "", "", _trial)
"""What somebody sends to their own device to see it."""

KINDS: Final = (TURN, LETTER, FRIEND, STREAK)
"""Every kind to choose from, in the order in which they are shown and sent."""


def is_wanted(kind: Kind, choices: Choices) -> bool:
    """Say whether somebody wants notices of a kind."""
    return choices.kinds.get(kind.name, kind.by_default)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice for one person.

    ``subject`` names what it is about, by kind and parts with slashes between, so that it is sent once; of those with
    the same first two parts a device shows the newest. ``path`` is the page that it opens.
    """

    person: str
    kind: Kind
    subject: str
    path: str
    about: About
    table_id: str | None = None

    @property
    def tag(self) -> str:
        """Which notices it takes the place of."""
        return "/".join(self.subject.split("/")[:2])

    @property
    def topic(self) -> str:
        """The same for a push service, which learns nothing from it (RFC 8030, section 5.4)."""
        return encode(hashlib.sha256(f"{self.person} {self.tag}".encode()).digest())[:32]

    def message(self, language: str, badge: int) -> bytes:
        """Return what a browser is sent: its service worker shows it (web/static/worker.js).

        ``badge`` is how much waits for the person in all.
        """
        with in_language(language):
            title, text = self.kind.words(self.about)
        said = {"title": title, "text": text, "path": self.path, "tag": self.tag, "badge": badge}
        return json.dumps(said | {"language": language.replace("_", "-")}, ensure_ascii=False).encode()
