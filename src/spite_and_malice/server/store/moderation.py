"""The data and actions of the moderators' page: operators' actions, and the waiting cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from ..clock import now_ms
from .accounts import people
from .admin import Operation, deeds, latest_deeds, moderators, tables
from .admin.tables import Figures
from .database.repository import Repository, can_be_stored, command, query
from .database.schema import accounts, reports
from .events import evenings, tournaments
from .operators import Block, Report, read_announcements, read_blocks, read_report, read_reports
from .people import finding

_PEOPLE = 50
"""The most people in an answer."""
_EVENTS = 50
_LOG = 40


@dataclass(frozen=True, slots=True)
class SeenPerson:
    """A person as moderators see them.

    ``block`` and ``restriction`` are the active ones, ``reported`` counts the reports about them. An ``account`` has
    its ``devices``; ``moderates`` says that nothing can be done to them here.
    """

    id: str
    names: tuple[str, ...]
    seen_at: int
    block: Block | None
    restriction: Block | None
    reported: int
    account: bool
    devices: int
    moderates: bool


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """A running or planned evening or tournament, by its address."""

    kind: str
    id: str
    name: str
    people: int
    round: int
    url: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The data of the moderators' first page."""

    figures: Figures
    accounts: int
    new_accounts: int
    open_reports: int
    log: Sequence[Operation]


def _overview(connection: Connection, since: int) -> Overview:
    """Return totals, games dealt since a time in UTC milliseconds, and the operators' latest actions."""
    return Overview(
        figures=tables.read_figures(connection, since),
        accounts=_count(connection, select(func.count()).select_from(accounts)),
        new_accounts=_count(connection, select(func.count()).where(accounts.c.made_at >= since)),
        open_reports=_count(connection, select(func.count()).where(reports.c.closed_at.is_(None))),
        log=latest_deeds(connection, _LOG),
    )


def _count(connection: Connection, counting: object) -> int:
    number: int = connection.execute(counting).scalar_one()  # type: ignore[call-overload]
    return number


def _person(connection: Connection, person: str, names: Sequence[str], seen_at: int) -> SeenPerson:
    held = {block.kind: block for block in read_blocks(connection, person)}
    account = people.read_account(connection, person)
    about = select(func.count()).where(reports.c.person == person)
    called = {*names, *([account.name] if account is not None and account.name else [])}
    return SeenPerson(
        id=person,
        names=tuple(sorted(called)),
        seen_at=seen_at,
        block=held.get("person"),
        restriction=held.get("restriction"),
        reported=_count(connection, about),
        account=account is not None,
        devices=0 if account is None else len(people.read_devices(connection, person)),
        moderates=moderators.does_moderate(connection, person),
    )


def _find(connection: Connection, asked: str) -> list[SeenPerson]:
    """Return the people whose present or former name contains a text, the latest first, or by id."""
    if not asked or not can_be_stored(asked):
        return []
    found = finding.find(connection, asked)[:_PEOPLE]
    if not found and finding.may_begin_id(asked):
        return [_person(connection, each, (), 0) for each in finding.beginning_with(connection, asked)[:_PEOPLE]]
    return [_person(connection, each.id, sorted(each.names), each.seen_at) for each in found]


def _events(connection: Connection) -> list[SeenEvent]:
    """Return the running and planned evenings and tournaments, the latest first."""
    rooms = [at for at in evenings.read_all(connection) if not at.evening.is_over]
    found = [
        SeenEvent(
            "evening", at.evening.id, at.evening.name, len(at.guests), at.evening.round, f"/evening/{at.evening.id}"
        )
        for at in rooms[:_EVENTS]
    ]
    going = [each for each in tournaments.read_all(connection) if each.row.state in ("gathering", "running")]
    return found + [
        SeenEvent(
            "tournament", each.row.id, each.row.name, each.taking_part, each.row.round, f"/tournaments/{each.row.id}"
        )
        for each in going[:_EVENTS]
    ]


def _closed(connection: Connection) -> Sequence[Report]:
    """Return the most recently closed reports, the latest first."""
    closed = [each for each in read_reports(connection, closed=True) if each.closed_at is not None]
    return sorted(closed, key=lambda each: -(each.closed_at or 0))[:_EVENTS]


class ModerationRepository(Repository):
    """The data and actions of moderators; every action is logged for operators in the same transaction."""

    overview = query(_overview)
    find = query(_find)
    person = query(_person)
    events = query(_events)
    report = query(read_report)
    reports = query(read_reports)
    closed = query(_closed)
    announcements = query(read_announcements)
    proven_at = query(moderators.proven_at)
    does_moderate = query(moderators.does_moderate)
    prove = command(moderators.prove)
    block = command(deeds.block)
    lift = command(deeds.lift)
    close_report = command(deeds.close_report)
    announce = command(deeds.announce)
    withdraw = command(deeds.withdraw)
    end = command(deeds.end)
    rename = command(deeds.rename)
    sign_out = command(deeds.sign_out)
    ask_to_erase = command(deeds.ask_to_erase)


def days_from_now(days: int) -> int:
    """Return the time in a number of days, in UTC milliseconds."""
    return now_ms() + days * 24 * 3_600_000
