"""The rights of the keeper, the officers and the members of a club: defined only here, and shown to them too."""

from __future__ import annotations

from typing import Final, Literal

from spite_and_malice.texts import N_, _

from ...http.errors import ApiError
from ...store import StoredClub
from ...store.events.clubs import Standing

Right = Literal["plan", "admit", "take_out", "write", "set", "roles"]

RIGHTS: Final[dict[Right, tuple[str, tuple[Standing, ...]]]] = {
    "plan": (
        N_("Plan evenings and tournaments, lead those of the club, and challenge other clubs"),
        ("keeper", "officer"),
    ),
    "admit": (N_("Let people in, and renew the link"), ("keeper", "officer")),
    "take_out": (N_("Take members out, and let them come back"), ("keeper", "officer")),
    "write": (N_("Write to all members"), ("keeper", "officer")),
    "set": (N_("Change the name and the rules, say who can join, begin a season"), ("keeper",)),
    "roles": (N_("Make officers, and hand the club on"), ("keeper",)),
}
"""Each right in words, and who has it. Members see everything, and play."""


def standing_of(at: StoredClub, person: str) -> Standing | None:
    """Return a person's role in a club, None if they are not a member."""
    member = at.member(person)
    if member is None:
        return None
    return "keeper" if at.club.keeper == person else member.role


def may(at: StoredClub, person: str, right: Right) -> bool:
    """Say whether somebody may do something in a club."""
    return standing_of(at, person) in RIGHTS[right][1]


def require(at: StoredClub, person: str, right: Right) -> None:
    """Raise `ApiError` if somebody may not do something in a club."""
    if may(at, person, right):
        return
    if "officer" in RIGHTS[right][1]:
        raise ApiError(403, "not_officer", _("Only the keeper and the officers of the club can do this."))
    raise ApiError(403, "not_keeper", _("Only who keeps the club can do this."))
