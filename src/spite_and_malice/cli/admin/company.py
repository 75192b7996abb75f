"""``spite admin evenings …`` and ``spite admin clubs …``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from spite_and_malice.cli.admin.group import (
    admin,
    change,
    json_option,
    reading,
    say_json,
    say_rows,
    short,
    the_person,
    told,
    when,
    yes_option,
)
from spite_and_malice.cli.admin.named import delete, end, event_id, the_event
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection
    from spite_and_malice.server.store.events.clubs import Club, Member, StoredClub

_LONGEST: Final = 60
"""The most letters in the name of a club."""


@admin.group(invoke_without_command=True)
@click.pass_context
def evenings(context: click.Context) -> None:
    """List the evenings, the latest first; end one, or delete it."""
    if context.invoked_subcommand is None:
        context.invoke(list_evenings)


@evenings.command("list")
@json_option
@click.pass_context
def list_evenings(context: click.Context, as_json: bool = False) -> None:
    """List the evenings, the latest first."""
    from spite_and_malice.server.store.events.evenings import read_all

    with reading(context) as connection:
        found = read_all(connection)
    if as_json:
        say_json(
            [
                {
                    "id": at.evening.id,
                    "name": at.evening.name,
                    "host": at.evening.host,
                    "club": at.evening.club_id,
                    "guests": len(at.guests),
                    "round": at.evening.round,
                    "starts_at": at.evening.starts_at,
                    "changed_at": at.evening.changed_at,
                    "is_over": at.evening.is_over,
                }
                for at in found
            ]
        )
        return
    say_rows(
        (_("evening"), _("name"), _("host"), _("guests"), _("round"), _("changed"), _("state")),
        [
            (
                at.evening.id,
                at.evening.name,
                short(at.evening.host),
                len(at.guests),
                at.evening.round,
                when(at.evening.changed_at),
                _("over") if at.evening.is_over else _("going on"),
            )
            for at in found
        ],
        _("There are no evenings."),
    )


@evenings.command("end")
@click.argument("evening", metavar="EVENING")
@yes_option
@click.pass_context
def end_evening(context: click.Context, evening: str, yes: bool) -> None:
    """End an evening as it stands; games that are played go on without it."""
    end(context, yes, "evening", evening)


@evenings.command("delete")
@click.argument("evening", metavar="EVENING")
@yes_option
@click.pass_context
def delete_evening(context: click.Context, evening: str, yes: bool) -> None:
    """Delete an evening with its score sheet; its tables stay."""
    delete(context, yes, "evening", evening)


@admin.group(invoke_without_command=True)
@click.pass_context
def clubs(context: click.Context) -> None:
    """List the clubs by name; rename one, give it another keeper, or delete it."""
    if context.invoked_subcommand is None:
        context.invoke(list_clubs)


@clubs.command("list")
@json_option
@click.pass_context
def list_clubs(context: click.Context, as_json: bool = False) -> None:
    """List the clubs by name."""
    from spite_and_malice.server.store.events.clubs import read_all

    with reading(context) as connection:
        found = read_all(connection)
    if as_json:
        say_json(
            [
                {"id": at.club.id, "name": at.club.name, "keeper": at.club.keeper, "founded_at": at.club.founded_at}
                | {"joining": at.club.joining, "members": [_listed(member) for member in at.members]}
                for at in found
            ]
        )
        return
    say_rows(
        (_("club"), _("name"), _("keeper"), _("members"), _("since")),
        [(at.club.id, at.club.name, short(at.club.keeper), len(at.members), when(at.club.founded_at)) for at in found],
        _("There are no clubs."),
    )


def _listed(member: Member) -> dict[str, str]:
    return {"person": member.person, "name": member.name, "role": member.role}


@clubs.command("rename")
@click.argument("club", metavar="CLUB")
@click.argument("name")
@yes_option
@click.pass_context
def rename_club(context: click.Context, club: str, name: str, yes: bool) -> None:
    """Give a club another name."""
    from spite_and_malice.server.people import visible
    from spite_and_malice.server.store.events.clubs import change as write

    name = visible(name)[:_LONGEST]
    if not name:
        raise CommandFailed(_("This cannot be a name. Choose another one."))
    change(
        context,
        yes,
        lambda connection: _the_club(connection, club).club,
        lambda found: _("Call “{club}” “{name}” from now on?").format(club=found.name, name=name),
        lambda connection, found: write(connection, replace(found, name=name)),
        "club renamed",
        event_id,
    )
    told(context, _("It is called “{name}” now.").format(name=name))


@clubs.command("keeper")
@click.argument("club", metavar="CLUB")
@click.argument("member", metavar="MEMBER")
@yes_option
@click.pass_context
def hand_on_club(context: click.Context, club: str, member: str, yes: bool) -> None:
    """Make another member the keeper of a club, by the name they have there, or by id."""
    from spite_and_malice.server.store.events.clubs import change as write

    def find(connection: Connection) -> tuple[Club, Member]:
        at = _the_club(connection, club)
        called = [each for each in at.members if each.name.casefold() == member.casefold()]
        found = called[0] if len(called) == 1 else at.member(the_person(connection, member))
        if found is None:
            raise CommandFailed(_("They are not a member of this club."))
        return at.club, found

    at, keeper = change(
        context,
        yes,
        find,
        lambda found: _("Make {name} the keeper of “{club}”?").format(name=found[1].name, club=found[0].name),
        lambda connection, found: write(connection, replace(found[0], keeper=found[1].person)),
        "club handed on",
        lambda found: found[0].id,
    )
    told(context, _("{name} is the keeper of “{club}” now.").format(name=keeper.name, club=at.name))


def _the_club(connection: Connection, called: str) -> StoredClub:
    from spite_and_malice.server.store.events.clubs import read_club

    found = read_club(connection, the_event(connection, "club", called).id)
    assert found is not None
    return found


@clubs.command("delete")
@click.argument("club", metavar="CLUB")
@yes_option
@click.pass_context
def delete_club(context: click.Context, club: str, yes: bool) -> None:
    """Delete a club with its membership; its evenings stay."""
    delete(context, yes, "club", club)
