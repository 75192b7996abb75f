"""``spite admin statistics``, ``spite admin check`` and ``spite admin log``: read-only commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.admin.group import ODD_IDS, admin, before, json_option, reading, say_json, say_rows, when
from spite_and_malice.cli.common import CommandFailed, progress, say
from spite_and_malice.texts import _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection
    from spite_and_malice.server.store.admin.tables import Tally


@admin.command()
@click.option("--days", type=click.IntRange(1, 36500), default=30, show_default=True, help="How far back.")
@json_option
@click.pass_context
def statistics(context: click.Context, days: int, as_json: bool) -> None:
    """Tell how much is stored, and how many games and people there were by day and by version of the game."""
    from spite_and_malice.server.store.admin.tables import read_figures

    with reading(context) as connection:
        found = read_figures(connection, before(days))
    if as_json:
        say_json(
            {
                "tables": found.tables,
                "games": found.games,
                "actions": found.actions,
                "people": found.people,
                "days": days,
                "since": _values(found.since),
                "by_day": {day: _values(tally) for day, tally in found.days.items()},
                "by_version": {preset or "": _values(tally) for preset, tally in found.presets.items()},
            }
        )
        return
    say_rows(
        (_("stored"), _("number")),
        [
            (_("tables"), found.tables),
            (_("games"), found.games),
            (_("actions"), found.actions),
            (_("people"), found.people),
        ],
        "",
    )
    heads = (_("dealt"), _("finished"), _("people"))
    days_said = ngettext("the last {n} day", "the last {n} days", days).format(n=days)
    say()
    say_rows((_("day (UTC)"), *heads), [(day, *_row(tally)) for day, tally in found.days.items()], _("No games."))
    say()
    by_version = sorted(found.presets.items(), key=lambda each: -each[1].dealt)
    say_rows(
        (_("version"), *heads),
        [
            *((preset or _("house rules"), *_row(tally)) for preset, tally in by_version),
            (days_said, *_row(found.since)),
        ],
        "",
    )


@admin.command(context_settings=ODD_IDS)
@click.argument("table_ids", metavar="[TABLE]…", nargs=-1)
@json_option
@click.pass_context
def check(context: click.Context, table_ids: tuple[str, ...], as_json: bool) -> None:
    """Play every stored game again: deal, shuffles, actions and result. Exit code 1 if something does not fit."""
    from spite_and_malice.server.store.admin import tables as stored

    faults: list[str] = []
    checked = 0
    with reading(context) as connection:
        for table_id in table_ids:
            if stored.show(connection, table_id) is None:
                raise CommandFailed(_("There is no table {table}.").format(table=table_id))
        ids = list(table_ids) or stored.ids(connection, stored.Wanted())
        with progress(0 if as_json else len(ids), _("Checking")) as bar:
            for table_id in ids:
                number, found = _check_table(connection, table_id)
                checked += number
                faults += found
                bar.update(1)
    if as_json:
        say_json({"games": checked, "faults": faults})
        context.exit(1 if faults else 0)
    for fault in faults:
        say(fault)
    said = ngettext("{n} game was played again.", "{n} games were played again.", checked).format(n=checked)
    say(said + " " + (_("Every one fits.") if not faults else _("Not all fit.")))
    context.exit(1 if faults else 0)


@admin.command()
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="The most to list.")
@json_option
@click.pass_context
def log(context: click.Context, limit: int, as_json: bool) -> None:
    """List what operators have done, the latest first."""
    from spite_and_malice.server.store.admin import latest

    with reading(context) as connection:
        done = latest(connection, limit)
    if as_json:
        say_json([{"at": each.done_at, "who": each.who, "what": each.what, "subject": each.subject} for each in done])
        return
    say_rows(
        (_("when"), _("who"), _("what"), _("to what")),
        [(when(each.done_at), each.who, each.what, each.subject) for each in done],
        _("Nothing has been done yet."),
    )


def _check_table(connection: Connection, table_id: str) -> tuple[int, list[str]]:
    """Replay the games of a table; return their number and the inconsistencies."""
    from spite_and_malice.server.archive.worker import check as check_record
    from spite_and_malice.server.games import GAMES
    from spite_and_malice.server.store.games.tables import read_game, read_table

    faults: list[str] = []
    number = 0
    while (game := read_game(connection, table_id, number + 1)) is not None:
        number += 1
        try:
            if game.game.result is not None:
                if GAMES[game.table.kind].result(game) != game.game.result:
                    text = _("{table} {number}: its result is another one.")
                    faults.append(text.format(table=table_id, number=number))
                found = check_record(game).faults
                faults += [f"{table_id} {number}: {fault.line}: {fault.message}" for fault in found]
            elif game.newest == number:
                table = read_table(connection, table_id)
                assert table is not None
                GAMES[table.table.kind].restore(table)
        except Exception as error:
            # Whatever is wrong with one game, the others are checked; the text of an error may name a card.
            text = _("{table} {number}: it cannot be played again ({error}).")
            faults.append(text.format(table=table_id, number=number, error=type(error).__name__))
    return number, faults


def _row(tally: Tally) -> tuple[int, int, int]:
    return tally.dealt, tally.finished, len(tally.people)


def _values(tally: Tally) -> dict[str, int]:
    dealt, finished, people = _row(tally)
    return {"dealt": dealt, "finished": finished, "people": people}
