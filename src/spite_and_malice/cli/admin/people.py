"""``spite admin people …``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.admin.group import (
    admin,
    confirm,
    games,
    json_option,
    note,
    reading,
    say_json,
    say_rows,
    short,
    the_person,
    when,
    write_new,
    yes_option,
)
from spite_and_malice.cli.common import CommandFailed, say
from spite_and_malice.texts import _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection


@admin.group()
def people() -> None:
    """Find people, sign them out, help them in again, export what is stored of one, or erase it."""


@people.command("list")
@json_option
@click.pass_context
def list_people(context: click.Context, as_json: bool) -> None:
    """List who has an account, the newest first."""
    from spite_and_malice.server.store.accounts.people import read_all

    with reading(context) as connection:
        found = read_all(connection)
    if as_json:
        say_json(
            [
                {"id": each.person, "name": each.name, "made_at": each.made_at, "used_at": each.used_at}
                | {"devices": each.devices}
                for each in found
            ]
        )
        return
    say_rows(
        (_("person"), _("name"), _("devices"), _("made"), _("last seen")),
        [(short(at.person), at.name or "–", at.devices, when(at.made_at), when(at.used_at)) for at in found],
        _("Nobody has an account."),
    )


@people.command()
@click.argument("person", metavar="PERSON")
@click.argument("name")
@yes_option
@click.pass_context
def rename(context: click.Context, person: str, name: str, yes: bool) -> None:
    """Give a person with an account another name."""
    from spite_and_malice.server.people import alike, chosen_name
    from spite_and_malice.server.store.accounts import people as stored

    name = chosen_name(name)
    if not name:
        raise CommandFailed(_("This cannot be a name. Choose another one."))
    with games(context) as database:
        with database.readers.connect() as connection:
            person = _with_account(connection, person)
            if stored.person_of_key(connection, alike(name)) not in (None, person):
                raise CommandFailed(_("Somebody else has this name, or one that looks like it."))
        confirm(yes, _("Call {person} {name} from now on?").format(person=short(person), name=name))
        with database.engine.begin() as connection:
            stored.change(connection, person, {"name": name, "name_key": alike(name)})
            note(connection, "person renamed", short(person))
    say(_("{person} is called {name} now.").format(person=short(person), name=name))


@people.command("sign-out")
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def sign_out(context: click.Context, person: str, yes: bool) -> None:
    """Sign a person out on every device; they come in again with a passkey, a code or a mail."""
    from spite_and_malice.server.store.accounts import people as stored

    with games(context) as database:
        with database.readers.connect() as connection:
            person = _with_account(connection, person)
            devices = stored.read_devices(connection, person)
        question = ngettext("Sign {person} out on {n} device?", "Sign {person} out on {n} devices?", len(devices))
        confirm(yes, question.format(person=short(person), n=len(devices)))
        with database.engine.begin() as connection:
            for device in devices:
                stored.sign_out(connection, person, device.id)
            note(connection, "signed out", short(person))
    said = ngettext("{person} is signed out on {n} device.", "{person} is signed out on {n} devices.", len(devices))
    say(said.format(person=short(person), n=len(devices)))


@people.command("recovery-code")
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def recovery_code(context: click.Context, person: str, yes: bool) -> None:
    """Make a new recovery code for a person who has lost every way in; the one before holds no more."""
    from spite_and_malice.server.features.accounts.session import RECOVERY_LETTERS, digest, new_code
    from spite_and_malice.server.store.accounts import people as stored

    with games(context) as database:
        with database.readers.connect() as connection:
            person = _with_account(connection, person)
        confirm(yes, _("Make a new recovery code for {person}?").format(person=short(person)))
        code = new_code(RECOVERY_LETTERS)
        with database.engine.begin() as connection:
            stored.change(connection, person, {"recovery": digest(code)})
            note(connection, "recovery code made", short(person))
    say(code, exact=True)


def _with_account(connection: Connection, start: str) -> str:
    from spite_and_malice.server.store.accounts.people import read_account

    person = the_person(connection, start)
    if read_account(connection, person) is None:
        raise CommandFailed(_("{person} has no account.").format(person=short(person)))
    return person


@people.command()
@click.argument("name")
@json_option
@click.pass_context
def find(context: click.Context, name: str, as_json: bool) -> None:
    """List the people who sit or sat somewhere under a name with NAME in it."""
    from spite_and_malice.server.store.people.own_data import find as find_people

    with reading(context) as connection:
        found = find_people(connection, name)
    if as_json:
        say_json(
            [
                {"id": person.id, "names": sorted(person.names), "tables": sorted(person.tables)}
                | {"seen_at": person.seen_at}
                for person in found
            ]
        )
        return
    say_rows(
        (_("person"), _("tables"), _("last seen"), _("names")),
        [
            (short(person.id), len(person.tables), when(person.seen_at), ", ".join(sorted(person.names)))
            for person in found
        ],
        _("Nobody is called that."),
    )


@people.command()
@click.argument("person", metavar="PERSON")
@click.argument("file", metavar="FILE|-", default="-", type=click.Path(allow_dash=True))
@click.pass_context
def export(context: click.Context, person: str, file: str) -> None:
    """Write all that is stored of a person into a new file, as JSON."""
    from spite_and_malice.server.store.people.own_data import read_everything

    with reading(context) as connection:
        person = the_person(connection, person)
        found = read_everything(connection, person)
    write_new(file, json.dumps(found, ensure_ascii=False, indent=2))


@people.command()
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def erase(context: click.Context, person: str, yes: bool) -> None:
    """Erase all that is stored of a person.

    In games with others their name becomes that of somebody; every other table of theirs is deleted.
    """
    from spite_and_malice.server.store.people import own_data as people
    from spite_and_malice.server.store.people.own_data import involved

    with games(context) as database:
        with database.readers.connect() as connection:
            person = the_person(connection, person)
            theirs = involved(connection, person)
        question = ngettext(
            "Erase person {person}, who has to do with {n} table?",
            "Erase person {person}, who has to do with {n} tables?",
            len(theirs),
        )
        confirm(yes, question.format(person=short(person), n=len(theirs)))
        for start in range(0, len(theirs), people.CHUNK):
            with database.engine.begin() as connection:
                changed = people.forget_at_tables(connection, person, theirs[start : start + people.CHUNK])
                note(connection, "person erased", "", changed)
        with database.engine.begin() as connection:
            people.forget_rest(connection, person)
            note(connection, "person erased", "", [])
    say(_("Nothing is stored of this person any more."))
