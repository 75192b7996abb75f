"""The shared parts of commands about clubs, evenings and tournaments: finding one by name or id, and deleting it."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import click

from spite_and_malice.cli.admin.group import carry_out, told
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.texts import N_, _

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection
    from spite_and_malice.server.store.admin.events import Event, EventKind

_MISSING: Final = {
    "club": N_("There is no club of this name or id. `spite admin clubs list` lists them."),
    "evening": N_("There is no evening of this name or id. `spite admin evenings list` lists them."),
    "tournament": N_("There is no tournament of this name or id. `spite admin tournaments list` lists them."),
}

event_id = attrgetter("id")


def the_event(connection: Connection, kind: EventKind, called: str) -> Event:
    """Return the object with that id or name; CommandFailed if there is none, or more than one."""
    from spite_and_malice.server.store.admin.events import find

    found = find(connection, kind, called)
    if not found:
        raise CommandFailed(_(_MISSING[kind]))
    if len(found) > 1:
        ids = ", ".join(event.id for event in found)
        raise CommandFailed(_("Several are called {name}: {ids}. Give an id.").format(name=called, ids=ids))
    return found[0]


def finding(kind: EventKind, called: str) -> Callable[[Connection], Event]:
    """Return the search for an object by id or name."""
    return lambda connection: the_event(connection, kind, called)


def end(context: click.Context, yes: bool, kind: EventKind, called: str) -> None:
    """End the object with that id or name as it stands, after confirmation; raises CommandFailed."""
    from spite_and_malice.server.store.admin import deeds
    from spite_and_malice.server.store.records import Conflict

    def deed(connection: Connection, who: str, found: Event) -> None:
        try:
            deeds.end(connection, who, kind, found.id)
        except Conflict as error:
            raise CommandFailed(_("It is over already.")) from error

    ended = carry_out(
        context, yes, finding(kind, called), lambda event: _("End “{name}”?").format(name=event.name), deed
    )
    told(context, _("“{name}” is over.").format(name=ended.name))


def delete(context: click.Context, yes: bool, kind: EventKind, called: str) -> None:
    """Delete the object with that id or name, after confirmation; raises CommandFailed."""
    from spite_and_malice.server.store.admin import deeds

    gone = carry_out(
        context,
        yes,
        finding(kind, called),
        lambda event: _("Delete “{name}”?").format(name=event.name),
        lambda connection, who, event: deeds.remove(connection, who, kind, event.id),
    )
    told(context, _("“{name}” is deleted.").format(name=gone.name))
