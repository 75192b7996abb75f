"""``spite admin people …``."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.admin.group import (
    DAY_MS,
    admin,
    carry_out,
    change,
    confirm,
    games,
    json_option,
    note,
    reading,
    say_json,
    say_rows,
    short,
    the_person,
    told,
    when,
    write_new,
    yes_option,
)
from spite_and_malice.cli.common import CommandFailed, say
from spite_and_malice.texts import _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.server.store.accounts.people import Device
    from spite_and_malice.server.store.admin import Connection


@admin.group()
def people() -> None:
    """Find people, invite them, sign them out or help them in, merge two, export what is stored of one, or erase it."""


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
@click.argument("name")
@json_option
@click.pass_context
def invite(context: click.Context, name: str, as_json: bool) -> None:
    """Make an account called NAME for somebody, and a code by which they sign in to it."""
    from spite_and_malice.server.features.accounts.session import RECOVERY_LETTERS, digest, new_code
    from spite_and_malice.server.people import alike
    from spite_and_malice.server.store.accounts import people as stored

    name = _name(name)
    code, person = new_code(RECOVERY_LETTERS), secrets.token_hex(32)
    with games(context) as database, database.engine.begin() as connection:
        if stored.person_of_key(connection, alike(name)) is not None:
            raise CommandFailed(_("Somebody else has this name, or one that looks like it."))
        stored.invite(connection, person, name, alike(name), digest(code))
        note(connection, "person invited", short(person))
    if as_json:
        say_json({"id": person, "name": name, "code": code})
        return
    say(code, exact=True)


def _name(name: str) -> str:
    """Return a name in its stored form; CommandFailed if it is not allowed."""
    from spite_and_malice.server.people import own_name, why_refused

    if (refused := why_refused(name)) is not None:
        raise CommandFailed(refused)
    found = own_name(name)
    if not found:
        raise CommandFailed(_("This cannot be a name. Choose another one."))
    return found


@people.command()
@click.argument("person", metavar="PERSON")
@click.argument("name")
@yes_option
@click.pass_context
def rename(context: click.Context, person: str, name: str, yes: bool) -> None:
    """Give a person with an account another name."""
    from spite_and_malice.server.people import alike
    from spite_and_malice.server.store.accounts import people as stored
    from spite_and_malice.server.store.admin import deeds

    name = _name(name)

    def find(connection: Connection) -> str:
        found = with_account(connection, person)
        if stored.person_of_key(connection, alike(name)) not in (None, found):
            raise CommandFailed(_("Somebody else has this name, or one that looks like it."))
        return found

    found = carry_out(
        context,
        yes,
        find,
        lambda at: _("Call {person} {name} from now on?").format(person=short(at), name=name),
        lambda connection, who, at: deeds.rename(connection, who, at, name, alike(name)),
    )
    told(context, _("{person} is called {name} now.").format(person=short(found), name=name))


@people.command("sign-out")
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def sign_out(context: click.Context, person: str, yes: bool) -> None:
    """Sign a person out on every device; they come in again with a passkey, a code or a mail."""
    from spite_and_malice.server.store.accounts import people as stored
    from spite_and_malice.server.store.admin import deeds

    def find(connection: Connection) -> tuple[str, Sequence[Device]]:
        found = with_account(connection, person)
        return found, stored.read_devices(connection, found)

    def question(found: tuple[str, Sequence[Device]]) -> str:
        n = len(found[1])
        asked = ngettext("Sign {person} out on {n} device?", "Sign {person} out on {n} devices?", n)
        return asked.format(person=short(found[0]), n=n)

    who, devices = carry_out(
        context, yes, find, question, lambda connection, operator, found: deeds.sign_out(connection, operator, found[0])
    )
    said = ngettext("{person} is signed out on {n} device.", "{person} is signed out on {n} devices.", len(devices))
    told(context, said.format(person=short(who), n=len(devices)))


@people.command("recovery-code")
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def recovery_code(context: click.Context, person: str, yes: bool) -> None:
    """Make a new recovery code for a person who has lost every way in; the one before holds no more."""
    from spite_and_malice.server.features.accounts.session import RECOVERY_LETTERS, digest, new_code
    from spite_and_malice.server.store.accounts import people as stored

    code = new_code(RECOVERY_LETTERS)
    change(
        context,
        yes,
        lambda connection: with_account(connection, person),
        lambda found: _("Make a new recovery code for {person}?").format(person=short(found)),
        lambda connection, found: stored.change(connection, found, {"recovery": digest(code)}),
        "recovery code made",
        short,
    )
    told(context, code, code=code)


@people.command()
@click.argument("person", metavar="PERSON")
@click.argument("into", metavar="INTO")
@yes_option
@click.pass_context
def merge(context: click.Context, person: str, into: str, yes: bool) -> None:
    """Make the two accounts of one person one: INTO gets all that PERSON has, and PERSON is no more.

    Every device stays signed in, as INTO. This cannot be undone.
    """
    from spite_and_malice.server.store.accounts import joining
    from spite_and_malice.server.store.people.finding import involved

    with games(context) as database:
        with database.readers.connect() as connection:
            old, new = (with_account(connection, start) for start in (person, into))
            theirs = involved(connection, old)
        if old == new:
            raise CommandFailed(_("These are one account already."))
        question = ngettext(
            "Give {new} all that {old} has, with {n} table? {old} is no more then.",
            "Give {new} all that {old} has, with {n} tables? {old} is no more then.",
            len(theirs),
        )
        confirm(yes, question.format(old=short(old), new=short(new), n=len(theirs)))
        with database.engine.begin() as connection:
            changed = joining.join(connection, old, new, theirs)
            # A device of theirs may have the account's own id.
            joining.join_accounts(connection, old, new, old)
            note(connection, "people merged", f"{short(new)} {short(old)}", changed)
    told(context, _("All that {old} had is {new}’s now.").format(old=short(old), new=short(new)))


@people.command()
@click.argument("person", metavar="PERSON")
@click.option("--days", type=click.IntRange(1, 36500), metavar="N", help="For so many days; without it for good.")
@click.option("--reason", default="", metavar="TEXT", help="For the list.")
@yes_option
@click.pass_context
def restrict(context: click.Context, person: str, days: int | None, reason: str, yes: bool) -> None:
    """Pass nothing on any more that a person writes; they play as before.

    They have the ready-made phrases still, but write no line and no message, and found and name nothing. `blocks list`
    lists them, `people unrestrict` lifts it.
    """
    from spite_and_malice.server.store.admin import deeds

    until = None if days is None else int(time.time() * 1000) + days * DAY_MS
    found = carry_out(
        context,
        yes,
        lambda connection: the_person(connection, person),
        lambda at: _("Pass on nothing that {person} writes?").format(person=short(at)),
        lambda connection, who, at: deeds.block(connection, who, "restriction", at, reason, until),
    )
    told(context, _("Nothing that {person} writes is passed on any more.").format(person=short(found)))


@people.command()
@click.argument("person", metavar="PERSON")
@yes_option
@click.pass_context
def unrestrict(context: click.Context, person: str, yes: bool) -> None:
    """Pass on again what a person writes."""
    from spite_and_malice.server.store.admin import deeds
    from spite_and_malice.server.store.operators import Block, read_blocks

    def find(connection: Connection) -> Block:
        at = the_person(connection, person)
        held = (each for each in read_blocks(connection) if each.kind == "restriction" and each.subject == at)
        if (found := next(held, None)) is None:
            raise CommandFailed(_("{person} is not restricted.").format(person=short(at)))
        return found

    found = carry_out(
        context,
        yes,
        find,
        lambda held: _("Pass on again what {person} writes?").format(person=short(held.subject)),
        lambda connection, who, held: deeds.lift(connection, who, held.number),
    )
    told(context, _("What {person} writes is passed on again.").format(person=short(found.subject)))


def with_account(connection: Connection, start: str) -> str:
    """Return the only person with an account and this name or beginning of an id. Raises CommandFailed."""
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
    from spite_and_malice.server.store.people.finding import find as find_people

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
    from spite_and_malice.server.store.people import erasing
    from spite_and_malice.server.store.people.finding import involved

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
        for start in range(0, len(theirs), erasing.CHUNK):
            with database.engine.begin() as connection:
                changed = erasing.forget_at_tables(connection, person, theirs[start : start + erasing.CHUNK])
                note(connection, "person erased", "", changed)
        with database.engine.begin() as connection:
            erasing.forget_rest(connection, person)
            note(connection, "person erased", "", [])
    told(context, _("Nothing is stored of this person any more."))
