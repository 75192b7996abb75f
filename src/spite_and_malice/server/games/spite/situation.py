"""The situation at a table before its first game: the only source of its texts and possible actions.

During a game, `correspondence` describes the situation in games by correspondence and `absence` describes absences in
live games. Everything follows from the table, the viewer and who is present; the pages and the terminal show it
unchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from spite_and_malice.texts import N_, _, listed, ngettext

from ...clock import late_at
from ...protocol.situation import Situation
from . import absence, correspondence
from .table import Table, shown_name

STATES: Final[dict[str, str]] = {
    "asked_out": N_("The host has asked you to leave this table."),
    "take": N_("The game is running. A seat is free to be taken over."),
    "full": N_("Every seat is taken."),
    "invited": N_("You are invited to play. Choose a seat."),
    "seeking": N_("Looking for somebody to play with."),
    "awaiting": N_("Waiting for {names}."),
    "starts": N_("Everybody is here. The game begins."),
    "fills": N_("The game starts when every seat is taken."),
    "ready": N_("Everybody is here."),
}
"""The states whose sentence is always the same; those that count seats or name the host are below."""

WINS: Final = N_("If they do not come within this time, you win the game:")
LOSE: Final = N_("Who does not come within this time loses the game:")
BEGINS: Final = N_("If they do not come within this time, a computer player begins for them:")


def situation(
    table: Table, seat: int | None, here: Collection[int], until: Mapping[int, int], *, host: bool, out: bool
) -> Situation | None:
    """Return the situation of a player or spectator at a table; None if the game itself shows it.

    ``here`` lists the seats whose people have a page open, ``until`` gives the start of the stand-in for absent people.
    ``host`` means that the viewer is the host, ``out`` that the host has asked them to leave.
    """
    if out:
        return _situation("asked_out")
    if table.dealt is not None:
        if seat is None and any(each.free for each in table.row.seats):
            return _situation("take", "sit")
        if not table.settings.is_by_correspondence:
            return absence.situation(table, seat, here, until)
        deadline = correspondence.deadline_of(table.row, table.turn, table.clocks)
        standing = correspondence.Standing(table.state, table.turn, deadline)
        # Who reads this is at the table, so there is nowhere to go.
        return msgspec.structs.replace(correspondence.situation(table.row, standing, seat), url=None)
    if table.row.origin is not None:
        return _for_named_people(table, seat)
    free = sum(each.kind == "open" for each in table.row.seats)
    if seat is None and not host:
        return _for_visitor(table, free)
    return _for_player(table, seat, free, here, host=host)


def _situation(state: str, *acts: str) -> Situation:
    return Situation(state, _(STATES[state]), acts=acts)


def _missing(table: Table, seat: int | None) -> list[str]:
    """Return the people who have not yet come, except the viewer."""
    seats = enumerate(table.row.seats)
    return [
        shown_name(each)
        for number, each in seats
        if each.kind == "person" and number != seat and table.contribution_of(number) == ""
    ]


def _awaiting(missing: list[str], then: str = "", at: int | None = None, acts: tuple[str, ...] = ()) -> Situation:
    found = _situation("awaiting", *acts)
    return Situation(found.state, found.words.format(names=listed(missing)), then, at, acts)


def _for_named_people(table: Table, seat: int | None) -> Situation:
    """Return the situation at a table created by the server: its seats are reserved, and it does not wait forever."""
    missing, origin, grace = _missing(table, seat), table.row.origin, table.settings.grace
    if not missing or origin is None:
        return _situation("starts")
    if grace is not None:
        return _awaiting(missing, _(LOSE) if seat is None else _(WINS), late_at(origin.made_at, grace))
    if origin.starts_at is not None:
        return _awaiting(missing, _(BEGINS), origin.starts_at)
    return _awaiting(missing)


def _for_visitor(table: Table, free: int) -> Situation:
    if free == 0:
        return _situation("full")
    name = _host_name(table)
    if name is None:
        return _situation("invited", "sit")
    return Situation("invited", _("{name} invites you to play. Choose a seat.").format(name=name), acts=("sit",))


def _for_player(table: Table, seat: int | None, free: int, here: Collection[int], *, host: bool) -> Situation:
    settings, seats = table.settings, table.row.seats
    acts = (*(["invite"] if free else []), *(["stand"] if seat is not None else []))
    is_alone = all(each.kind != "person" or number == seat for number, each in enumerate(seats))
    if host and seat is not None and free and is_alone and settings.listed and settings.start == "full":
        return _situation("seeking", "invite")
    if free and host:
        words = ngettext(
            "{n} seat is free. Send the link to a friend.", "{n} seats are free. Send the link to your friends.", free
        )
        return Situation("host_gathers", words.format(n=free), acts=acts)
    if settings.start == "full":
        missing = _missing(table, seat)
        if free:
            return _situation("fills", *acts)
        return _awaiting(missing, acts=acts) if missing else _situation("starts")
    away = [
        shown_name(each) for number, each in enumerate(seats) if each.kind == "person" and number not in (seat, *here)
    ]
    full = _("Every seat is taken. Away: {names}.").format(names=listed(away)) if away else _(STATES["ready"])
    if host:
        return Situation("ready", full, acts=("start", *acts))
    if free:
        words = ngettext("You have a seat. {n} more is free.", "You have a seat. {n} more are free.", free)
        return Situation("gathers", words.format(n=free), acts=acts)
    if any(number in here for number, each in enumerate(seats) if each.person == table.row.host):
        name = _host_name(table)
        starts = _("The host starts the game.") if name is None else _("{name} starts the game.").format(name=name)
    else:
        starts, acts = _("You can start the game."), ("start", *acts)
    return Situation("waits_for_host", f"{full} {starts}", acts=acts)


def _host_name(table: Table) -> str | None:
    return next((shown_name(each) for each in table.row.seats if each.person == table.row.host), None)
