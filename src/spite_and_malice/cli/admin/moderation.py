"""``spite admin blocks …`` and ``spite admin reports …``."""

from __future__ import annotations

import ipaddress
import time
from typing import TYPE_CHECKING, Literal

import click

from spite_and_malice.cli.admin.group import (
    DAY_MS,
    admin,
    carry_out,
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
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection


@admin.group()
def blocks() -> None:
    """Keep people and addresses out, and let them in again."""


@blocks.command("list")
@json_option
@click.pass_context
def list_blocks(context: click.Context, as_json: bool) -> None:
    """List who is kept out, and whom nobody hears."""
    from dataclasses import asdict

    from spite_and_malice.server.store.operators import read_blocks

    with reading(context) as connection:
        found = read_blocks(connection)
    if as_json:
        say_json([asdict(block) for block in found])
        return
    say_rows(
        (_("number"), _("what"), _("who"), _("since"), _("until"), _("reason")),
        [
            (
                block.number,
                _("restricted") if block.kind == "restriction" else _("kept out"),
                block.subject if block.kind == "address" else short(block.subject),
                when(block.blocked_at),
                when(block.until),
                block.reason,
            )
            for block in found
        ],
        _("Nobody is blocked."),
    )


@blocks.command("add")
@click.option("--person", metavar="PERSON", help="The person to keep out, by name or id.")
@click.option("--address", metavar="ADDRESS", help="The address or network to keep out, such as 192.0.2.0/24.")
@click.option("--days", type=click.IntRange(1, 36500), metavar="N", help="For so many days; without it for good.")
@click.option("--reason", default="", metavar="TEXT", help="For the list.")
@yes_option
@click.pass_context
def add_block(
    context: click.Context, person: str | None, address: str | None, days: int | None, reason: str, yes: bool
) -> None:
    """Keep a person or an address out, and end their connections."""
    from spite_and_malice.server.store.admin import deeds

    if (person is None) == (address is None):
        raise CommandFailed(_("Say whom to block: --person ID or --address ADDRESS."))
    until = None if days is None else int(time.time() * 1000) + days * DAY_MS
    kind: Literal["person", "address"] = "address" if person is None else "person"

    def find(connection: Connection) -> str:
        return _network(address or "") if person is None else the_person(connection, person)

    def shown(subject: str) -> str:
        return subject if kind == "address" else short(subject)

    found = carry_out(
        context,
        yes,
        find,
        lambda subject: _("Block {who}?").format(who=shown(subject)),
        lambda connection, who, subject: deeds.block(connection, who, kind, subject, reason, until),
    )
    told(context, _("{who} is blocked.").format(who=shown(found)))


@blocks.command()
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@yes_option
@click.pass_context
def lift(context: click.Context, number: int, yes: bool) -> None:
    """Let somebody in or be heard again, by the number in the list."""
    from spite_and_malice.server.store import operators as stored
    from spite_and_malice.server.store.admin import deeds

    def find(connection: Connection) -> str:
        found = next((block for block in stored.read_blocks(connection) if block.number == number), None)
        if found is None:
            raise CommandFailed(_("There is no block of this number. `spite admin blocks list` lists them."))
        return found.subject if found.kind == "address" else short(found.subject)

    shown = carry_out(
        context,
        yes,
        find,
        lambda who: _("Let {who} in again?").format(who=who),
        lambda connection, operator, _who: deeds.lift(connection, operator, number),
    )
    told(context, _("{who} may come in again.").format(who=shown))


def _network(address: str) -> str:
    try:
        network = ipaddress.ip_network(address, strict=False)
    except ValueError as error:
        refusal = _("{address} is no address and no network. Write it as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64.")
        raise CommandFailed(refusal.format(address=address)) from error
    if network.prefixlen == 0:
        raise CommandFailed(_("That would block everybody."))
    return str(network.network_address) if network.num_addresses == 1 else str(network)


@admin.group(invoke_without_command=True)
@click.option("--all", "closed", is_flag=True, help="Also those that are closed.")
@json_option
@click.pass_context
def reports(context: click.Context, closed: bool, as_json: bool) -> None:
    """List what people have reported, the oldest first."""
    if context.invoked_subcommand is not None:
        return
    from dataclasses import asdict

    from spite_and_malice.server.store.operators import read_reports

    with reading(context) as connection:
        found = read_reports(connection, closed)
    if as_json:
        say_json([asdict(report) for report in found])
        return
    say_rows(
        (_("number"), _("when"), _("table"), _("name"), _("person"), _("reported by"), _("what"), _("closed")),
        [
            (
                report.number,
                when(report.reported_at),
                report.table_id,
                report.name,
                short(report.person),
                short(report.reporter),
                _("the name") if report.line is None else report.line,
                "–" if report.closed_at is None else f"{when(report.closed_at)} {report.note}",
            )
            for report in found
        ],
        _("Nothing has been reported."),
    )


@reports.command()
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@click.option("--note", "said", default="", metavar="TEXT", help="What came of it.")
@yes_option
@click.pass_context
def close(context: click.Context, number: int, said: str, yes: bool) -> None:
    """Take note that a report has been looked at."""
    from spite_and_malice.server.store import operators as stored
    from spite_and_malice.server.store.admin import deeds

    def find(connection: Connection) -> int:
        if all(report.number != number for report in stored.read_reports(connection)):
            raise CommandFailed(_("There is no open report of this number. `spite admin reports` lists them."))
        return number

    carry_out(
        context,
        yes,
        find,
        lambda found: _("Close report {number}?").format(number=found),
        lambda connection, who, found: deeds.close_report(connection, who, found, said),
    )
    told(context, _("Report {number} is closed.").format(number=number))
