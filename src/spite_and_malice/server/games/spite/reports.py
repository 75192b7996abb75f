"""Reporting a name or a line of chat to the operator: what is kept of it, and how much a person may report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from spite_and_malice.texts import _

from ...protocol.incoming import Report
from ...protocol.outgoing import Said
from ...rate_limiter import RateLimiter
from ...store import NewReport
from ...tables.refusal import Refusal
from .table import Table

_REPORTS: Final = 5
_SECONDS: Final = 600
"""The most reports of one person about a table, and per how many seconds."""


class Reports:
    """What is reported at one table."""

    def __init__(self) -> None:
        self._reported_by = RateLimiter(_REPORTS, _SECONDS)

    def take(self, message: Report, reporter: str | None, table: Table, lines: Iterable[Said]) -> NewReport:
        """Return what is to be stored of a report by the browser ``reporter``. Raises `Refusal`.

        A line is stored with it, for nothing else keeps what was said.
        """
        if reporter is None:
            raise Refusal("not_seated", _("Nobody knows who you are: allow cookies for this page and load it again."))
        seat, name, line = self._reported(message, table, lines)
        person = table.row.owner if seat is None else table.row.seats[seat].owner
        if person == reporter:
            raise Refusal("malformed", _("That is you."))
        if not self._reported_by.allows(reporter):
            raise Refusal("slow_down", _("You have sent many reports just now. Wait a few minutes."))
        return NewReport(table.row.id, reporter, person, name, line)

    @staticmethod
    def _reported(message: Report, table: Table, lines: Iterable[Said]) -> tuple[int | None, str, str | None]:
        """Return the seat, the name and the line that a report is about. Raises `Refusal`."""
        if message.line is not None:
            said = next((line for line in lines if line.number == message.line and line.text is not None), None)
            if said is None:
                raise Refusal("no_such_line", _("This line is no longer there."))
            return said.seat, said.name, said.text
        seats = table.row.seats
        if message.seat is None or message.seat >= len(seats) or seats[message.seat].kind != "person":
            raise Refusal("no_such_seat", _("Nobody sits there."))
        return message.seat, seats[message.seat].name, None
