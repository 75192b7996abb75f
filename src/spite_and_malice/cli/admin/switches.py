"""``spite admin read-only``, ``registration``, ``rotate-push-key`` and ``moderators …``: for the whole server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from spite_and_malice.cli.admin.group import (
    DAY_MS,
    admin,
    carry_out,
    configuration,
    json_option,
    reading,
    say_json,
    say_rows,
    short,
    told,
    when,
    yes_option,
)
from spite_and_malice.cli.admin.people import with_account
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.cli.options import OneOf
from spite_and_malice.texts import N_, _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection

_AS_SET: Final = "as-set"
_QUESTIONS: Final = {
    "on": N_("Let nothing new be begun at this server?"),
    "off": N_("Let everything be begun again?"),
}
_DONE: Final = {
    "on": N_("Nothing new is begun any more; games that are going on go on."),
    "off": N_("Everything can be begun again."),
}


@admin.command("read-only")
@click.argument("state", type=OneOf(["on", "off"]))
@yes_option
@click.pass_context
def read_only(context: click.Context, state: str, yes: bool) -> None:
    """Let nothing new be begun at any process, or let it be begun again.

    Games that are going on go on to their end, with their clocks, and the next one is dealt when it is off again; so do
    rounds of evenings and tournaments. People can sign in and out, leave, report and erase what is theirs. Every page
    says so.
    """
    from spite_and_malice.server.store.admin import deeds

    carry_out(
        context,
        yes,
        _nothing,
        lambda _found: _(_QUESTIONS[state]),
        lambda connection, who, _found: deeds.set_read_only(connection, who, read_only=state == "on"),
    )
    told(context, _(_DONE[state]))


@admin.command()
@click.argument("state", type=OneOf(["open", "invitation", "closed", _AS_SET]))
@yes_option
@click.pass_context
def registration(context: click.Context, state: str, yes: bool) -> None:
    """Say who can make an account, in place of SPITE_REGISTRATION, until it is as-set again."""
    from spite_and_malice.server.store.admin import deeds

    carry_out(
        context,
        yes,
        _nothing,
        lambda _found: _("Set who can make an account to {state}?").format(state=state),
        lambda connection, who, _found: deeds.set_registration(connection, who, None if state == _AS_SET else state),
    )
    told(context, _("Who can make an account: {state}.").format(state=state))


@admin.command()
@json_option
@click.pass_context
def switches(context: click.Context, as_json: bool) -> None:
    """Show how these stand."""
    from spite_and_malice.server.store.switches import read_switches

    with reading(context) as connection:
        found = read_switches(connection)
    set_to = configuration(context).registration
    if as_json:
        say_json({"read_only_since": found.read_only_since, "registration": found.registration or set_to})
        return
    held = _("as SPITE_REGISTRATION says") if found.registration is None else _("switched")
    say_rows(
        (_("switch"), _("state"), ""),
        [
            (_("read-only"), _("on") if found.is_read_only else _("off"), when(found.read_only_since)),
            (_("registration"), found.registration or set_to, held),
        ],
        "",
    )


@admin.command("rotate-push-key")
@click.option(
    "--days",
    type=click.IntRange(0, 365),
    default=30,
    show_default=True,
    metavar="N",
    help="For how many days the old key holds.",
)
@yes_option
@click.pass_context
def rotate_push_key(context: click.Context, days: int, yes: bool) -> None:
    """Sign notifications with a new key from now on, and with the old one for N days more.

    A device changes to the new key when somebody next opens a page on it; one that nobody has opened until then gets
    nothing any more, and is to be switched on again. With --days 0 the old key holds no more at once.
    """
    from spite_and_malice.server.features.notices.encryption import new_key, public_key
    from spite_and_malice.server.store.admin import deeds
    from spite_and_malice.server.store.people.notices import push_keys

    left = 0

    def find(connection: Connection) -> str:
        if (key := push_keys(connection).present) is None:
            raise CommandFailed(_("There is no key yet: a server makes one when it starts."))
        return key

    def deed(connection: Connection, who: str, key: str) -> None:
        nonlocal left
        until = int(time.time() * 1000) + days * DAY_MS
        left = deeds.rotate_push_key(connection, who, new_key(), public_key(key), until)

    asked = ngettext(
        "Sign notifications with a new key, and with the old one for {n} day more?",
        "Sign notifications with a new key, and with the old one for {n} days more?",
        days,
    )
    carry_out(context, yes, find, lambda _key: asked.format(n=days), deed)
    said = ngettext(
        "Notifications are signed with a new key; {n} device still has the old one.",
        "Notifications are signed with a new key; {n} devices still have the old one.",
        left,
    )
    told(context, said.format(n=left), devices=left)


def _nothing(_connection: Connection) -> None:
    """Find nothing: a switch always exists."""


@admin.group()
def moderators() -> None:
    """Name those who may look after people on the page /admin, which opens for their passkey alone."""


@moderators.command("list")
@json_option
@click.pass_context
def list_moderators(context: click.Context, as_json: bool) -> None:
    """List who moderates."""
    from spite_and_malice.server.store.admin.moderators import read_moderators

    with reading(context) as connection:
        found = read_moderators(connection)
    if as_json:
        say_json([{"id": each.person, "name": each.name, "since": each.since} for each in found])
        return
    say_rows(
        (_("person"), _("name"), _("since")),
        [(short(each.person), each.name or "–", when(each.since)) for each in found],
        _("Nobody moderates."),
    )


def _named(context: click.Context, person: str, yes: bool, question: Callable[[str], str], *, may: bool) -> str:
    from spite_and_malice.server.store.admin import deeds

    return carry_out(
        context,
        yes,
        lambda connection: with_account(connection, person),
        question,
        lambda connection, who, found: deeds.let_moderate(connection, who, found, may=may),
    )


@moderators.command("add")
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def add_moderator(context: click.Context, person: str, yes: bool) -> None:
    """Let a person with an account moderate; they need a passkey for it."""
    found = _named(
        context, person, yes, lambda at: _("Let {person} look after people?").format(person=short(at)), may=True
    )
    told(context, _("{person} finds the page of moderators at /admin.").format(person=short(found)))


@moderators.command("remove")
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def remove_moderator(context: click.Context, person: str, yes: bool) -> None:
    """Let a person moderate no more."""
    found = _named(
        context, person, yes, lambda at: _("Let {person} moderate no more?").format(person=short(at)), may=False
    )
    told(context, _("{person} moderates no more.").format(person=short(found)))
