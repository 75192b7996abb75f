"""The kinds of notices: each once, with the words for choosing it and its own texts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from spite_and_malice.texts import N_, _, in_language, listed, ngettext

from ...clock import zone_of
from ...games.spite.correspondence import gone_words
from ...people import in_words
from ...store import Choices
from ..correspondence.deadlines import day_of, when
from .encryption import encode

About = Mapping[str, Any]
"""The names and figures needed for the text of a notice."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice that people can choose; ``words`` returns a title and a text in the current language."""

    name: str
    label: str
    hint: str
    words: Callable[[About], tuple[str, str]]
    by_default: bool = True


def _turn(about: About) -> tuple[str, str]:
    names = listed([in_words(_(name)) for name in about["names"]])
    text = _("{game}, with {names}").format(game=_(about["game"]), names=names)
    gone = gone_words([in_words(_(name)) for name in about["gone"]])
    return _("Your turn"), f"{gone} {text}".strip()


def _reminder(about: About) -> tuple[str, str]:
    ends = when(about["deadline"], about["now"], about["zone"])
    return _("Your time for this move ends {when}").format(when=ends), _turn(about)[1]


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
    zone, days = zone_of(about["zone"]), about["days"]
    now, end = (datetime.fromtimestamp(about[name] / 1000, zone) for name in ("now", "ends"))
    hour = f"{end:%H:%M}"
    if hour == "00:00":
        title = ngettext("Your streak of {n} day ends at midnight", "Your streak of {n} days ends at midnight", days)
    elif end.date() == now.date():
        title = ngettext("Your streak of {n} day ends at {time}", "Your streak of {n} days ends at {time}", days)
    else:
        title = ngettext(
            "Your streak of {n} day ends tomorrow at {time}", "Your streak of {n} days ends tomorrow at {time}", days
        )
    return title.format(n=days, time=hour), _("The deal of the day, its patience or its puzzle keeps it.")


def _game(about: About) -> tuple[str, str]:
    if "state" in about:
        if about["match"]:
            over = _("The match is over.") if about["state"] == "over" else _("The match was cancelled.")
        else:
            over = _("The tournament is over") if about["state"] == "over" else _("The tournament was cancelled.")
        return over, about["cup"]
    if "round" in about:
        title, text = _("Round {number} has begun"), _("{cup}: you have no opponent in it.")
        return title.format(number=about["round"]), text.format(cup=about["cup"])
    if "evening" in about:
        if "open" in about:
            return _("{name} has begun").format(name=about["evening"]), _("The room is open: come in.")
        if about["at"] is None:
            return _("Next round: are you ready?"), about["evening"]
        told = _("{evening}: without you the game begins at {time}.")
        return _("Your table is waiting."), told.format(evening=about["evening"], time=_hour(about))
    text = _("{cup}: against {name}. Without you at the table it is lost at {time}.")
    return _("Your game is ready"), text.format(cup=about["cup"], name=in_words(_(about["name"])), time=_hour(about))


def _round(about: About) -> tuple[str, str]:
    if about["at"] is None:
        text = _("{cup}: the next one has begun.").format(cup=about["cup"])
    else:
        words = _("{cup}: the next one begins on {day} at {time}.")
        text = words.format(cup=about["cup"], day=_day(about), time=_hour(about))
    return _("Round {number} is over").format(number=about["round"]), text


def _start(about: About) -> tuple[str, str]:
    if "off" in about:
        off = _("{name} is called off").format(name=about["name"])
        return off, _("It was planned for {day} at {time}.").format(day=_day(about), time=_hour(about))
    if "moved" in about:
        title = _("{name} begins at another time").format(name=about["name"])
        moved = _("It now begins on {day} at {time}.").format(day=_day(about), time=_hour(about))
        return title, f"{moved} {earlier_words()}"
    if "round" in about:
        name = _("{cup}, round {number}").format(cup=about["name"], number=about["round"])
        about = {"name": name, "at": about["at"], "now": about["now"], "zone": about["zone"]}
    asked = f" {earlier_words()}" if about.get("before") else ""
    if about["at"] - about["now"] <= _HOUR_MS:
        title, text = (
            _("{name} begins at {time}").format(name=about["name"], time=_hour(about)),
            _("In less than an hour."),
        )
    else:
        text = _("It begins on {day} at {time}.").format(day=_day(about), time=_hour(about))
        title = _("{name} begins soon").format(name=about["name"])
    return title, text + asked


def earlier_words() -> str:
    """Ask somebody again whether they come to an evening, after its hour was changed."""
    return _("Your answer was for the earlier time: are you coming?")


def _club(about: About) -> tuple[str, str]:
    if "text" in about:
        return about["club"], about["text"]
    if "challenge" in about:
        return about["club"], _("{name}: another club challenges yours. Do you play?").format(name=about["name"])
    if about["at"] is None:
        return about["club"], about["name"]
    planned = _("{name}, on {day} at {time}. Are you coming?")
    return about["club"], planned.format(name=about["name"], day=_day(about), time=_hour(about))


def _friendship(about: About) -> tuple[str, str]:
    return _("{name} offers you their friendship").format(name=about["name"] or _("Somebody")), ""


def _right(about: About) -> tuple[str, str]:
    points = about["points"]
    text = ngettext("{n} point of your rating is given back.", "{n} points of your rating are given back.", points)
    return _("Your turn at a puzzle was right"), text.format(n=points) if points else ""


_HOUR_MS: Final = 3_600_000


def _hour(about: About) -> str:
    return f"{datetime.fromtimestamp(about['at'] / 1000, zone_of(about['zone'])):%H:%M}"


def _day(about: About) -> str:
    return day_of(about["at"], about["zone"])


def _trial(_about: About) -> tuple[str, str]:
    return _("Notifications reach this device"), _("This is how they look.")


TURN: Final = Kind(
    "turn",
    N_("It is your turn"),
    N_("At tables with an hour or more for a move, while you have no table open."),
    _turn,
)
REMINDER: Final = Kind(
    "reminder",
    N_("Your time for a move runs out"),
    N_("When a quarter of it is left, at tables with half a day or more for a move."),
    _reminder,
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
GAME: Final = Kind(
    "game",
    N_("Your tournament or evening"),
    N_("Your table is ready, and until when you are awaited; a next round; when a tournament is over."),
    _game,
)
ROUND: Final = Kind(
    "round",
    N_("A round of your tournament is over"),
    N_("And when the next one begins."),
    _round,
    by_default=False,
)
START: Final = Kind(
    "start",
    N_("Something that you have said yes to begins"),
    N_(
        "Tournaments, their next rounds after a rest, and evenings: a day and an hour before; and when an evening is "
        "put off or called off."
    ),
    _start,
)
CLUB: Final = Kind(
    "club",
    N_("News of your clubs"),
    N_("A planned evening or tournament, and messages to all, if you want those."),
    _club,
)
FRIENDSHIP: Final = Kind(
    "friendship",
    N_("Somebody offers you their friendship"),
    N_("But not those whom you mute or block."),
    _friendship,
)
RIGHT: Final = Kind(
    "right",
    N_("Your turn at a puzzle was right"),
    N_("When you have said so of one that was judged missed, and it turns out to be true."),
    _right,
)
NEWS: Final = {kind.name: kind for kind in (GAME, ROUND, START, CLUB, FRIENDSHIP, RIGHT)}
"""The kinds by their names in the store (`DueNews`)."""
STREAK: Final = Kind(
    "streak",
    N_("Your streak of days is about to end"),
    N_(
        "In the last four hours that you are awake before the day ends, at midnight UTC, if you have not played it yet."
    ),
    _streak,
    by_default=False,
)
TRIAL: Final = Kind("trial", "", "", _trial)
"""The test notice that people can send to their own device."""

KINDS: Final = (TURN, GAME, ROUND, REMINDER, LETTER, START, CLUB, FRIENDSHIP, FRIEND, RIGHT, STREAK)
"""Every kind to choose from, in the order of display and sending."""


def is_wanted(kind: Kind, choices: Choices) -> bool:
    """Say whether somebody wants notices of a kind."""
    return choices.kinds.get(kind.name, kind.by_default)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice for one person.

    ``subject`` identifies it, as kind and parts separated by slashes, so that it is sent once; among those with the
    same first two parts a device shows the newest. ``path`` is the page that it opens.
    """

    person: str
    kind: Kind
    subject: str
    path: str
    about: About
    table_id: str | None = None

    @property
    def tag(self) -> str:
        """Which earlier notices it replaces."""
        return "/".join(self.subject.split("/")[:2])

    @property
    def topic(self) -> str:
        """The same for a push service, which learns nothing from it (RFC 8030, section 5.4)."""
        return encode(hashlib.sha256(f"{self.person} {self.tag}".encode()).digest())[:32]

    def message(self, language: str, badge: int) -> bytes:
        """Return the payload for a browser: its service worker shows it (web/static/worker.js).

        ``badge`` is the total number of things that wait for the person.
        """
        with in_language(language):
            title, text = self.kind.words(self.about)
        said = {"title": title, "text": text, "path": self.path, "tag": self.tag, "badge": badge}
        return json.dumps(said | {"language": language.replace("_", "-")}, ensure_ascii=False).encode()
