"""``spite admin people …``."""

from __future__ import annotations

import json

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
from spite_and_malice.cli.common import say
from spite_and_malice.texts import _, ngettext


@admin.group()
def people() -> None:
    """Find people, export what is stored of one, or erase it."""


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
@click.argument("person", metavar="ID")
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
@click.argument("person", metavar="ID")
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
