"""Who can take part in a tournament, when it can be planned for, and how long the breaks between rounds are."""

from __future__ import annotations

from typing import Final

from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import _, listed, ngettext

from ...clock import now_ms
from ...http.errors import ApiError
from ...store import Store, Tournament, TournamentForm
from ..evenings.club_rights import require
from .situation import name_of

_YEAR_MS: Final = 370 * 24 * 3_600_000
_HOUR: Final = 60
_DAY: Final = 24 * _HOUR
"""In minutes."""


async def require_admitted(store: Store, tournament: Tournament, person: str, *, anyway: bool) -> None:
    """Raise `ApiError` if somebody may not take part, or, unless ``anyway``, has to confirm first."""
    row, form = tournament.row, tournament.row.form
    if row.club_id is not None:
        club = await store.clubs.get(row.club_id)
        if club is None or club.member(person) is None:
            raise ApiError(403, "not_member", _("This tournament is for the members of its club."))
    there = tournament.entrant(person)
    if there is None and form.most and len(tournament.entrants) >= form.most:
        raise ApiError(409, "full", _("This tournament is full: at most {n} take part.").format(n=form.most))
    if form.rating_from or form.rating_to:
        points = await rating_of(store, form, person)
        if points is None or points < form.rating_from or (form.rating_to and points > form.rating_to):
            raise ApiError(403, "rating", rating_words(form, points))
    met = await blocked_there(store, tournament, person)
    if met and not anyway:
        text = _("Blocked by you, and taking part too: {names}. You can be paired. Take part anyway?")
        raise ApiError(409, "blocked_there", text.format(names=listed(met)))


async def blocked_there(store: Store, tournament: Tournament, person: str) -> list[str]:
    """Return the names of participants whom somebody has blocked."""
    apart = await store.friends.kept_apart(person)
    if not any(each.person in apart for each in tournament.entrants):
        return []
    blocked = {each.person for each in await store.friends.known(person) if each.avoidance == "block"}
    return [name_of(each) for each in tournament.entrants if each.person in blocked and each.until is None]


def rating_words(form: TournamentForm, points: int | None) -> str:
    """Return the ratings that a tournament requires, and those of a person."""
    bounds = bounds_words(form)
    own = _("You have none yet.") if points is None else _("Yours is {points}.").format(points=points)
    return f"{bounds} {own}"


def bounds_words(form: TournamentForm) -> str:
    """Return which ratings a tournament is for, an empty text for all."""
    if form.rating_from and form.rating_to:
        text = _("For ratings from {low} to {high}.")
    elif form.rating_from:
        text = _("For ratings from {low} on.")
    else:
        text = _("For ratings up to {high}.") if form.rating_to else ""
    return text.format(low=form.rating_from, high=form.rating_to)


def rest_words(minutes: int) -> str:
    """Return the break between two rounds in words."""
    if minutes == 0:
        return _("none")
    days, hours = minutes / _DAY, minutes / _HOUR
    if days.is_integer():
        return ngettext("{n} day", "{n} days", int(days)).format(n=int(days))
    if hours.is_integer():
        return ngettext("{n} hour", "{n} hours", int(hours)).format(n=int(hours))
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)


async def rating_of(store: Store, form: TournamentForm, person: str) -> int | None:
    """Return somebody's rating in the version of a tournament, None without one."""
    family = PRESETS[form.preset].family
    found = [each for each in await store.ratings.of([person]) if each.family == family]
    return found[0].skill.points if found else None


async def require_planner(store: Store, club_id: str, person: str) -> None:
    """Raise `ApiError` if somebody may not make a tournament for a club."""
    club = await store.clubs.get(club_id)
    if club is None:
        raise ApiError(404, "no_club", _("There is no club at this address."))
    require(club, person, "plan")


def planned_start(starts_at: int | None) -> int | None:
    """Return when a tournament is planned for. Raises `ApiError` for a time that has passed or is far away."""
    if starts_at is not None and not now_ms() < starts_at <= now_ms() + _YEAR_MS:
        raise ApiError(422, "no_such_time", _("Choose a time that is still to come, within a year."))
    return starts_at
