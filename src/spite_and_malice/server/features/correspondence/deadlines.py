"""When somebody's time gets short and runs out, in words, in their own zone: for notices and mails."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from spite_and_malice.texts import N_, _, written_date

from ...clock import zone_of
from ...protocol.settings import Settings

_DAYS: Final = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)
_WEEK: Final = 6
"""The number of days within which a weekday's name is unambiguous."""

_QUARTER: Final = 4


def is_running_out(settings: Mapping[str, Any], deadline: int | None, now: int) -> bool:
    """Say whether a quarter or less is left of a move's time of half a day or more; times in UTC milliseconds."""
    read = Settings.from_json(dict(settings))
    if deadline is None or read.clock is None or not read.is_by_correspondence:
        return False
    return 0 < deadline - now <= read.clock.seconds * 1000 // _QUARTER


def day_of(at: int, zone: str) -> str:
    """Return the day of a time in UTC milliseconds, in words, in somebody's zone."""
    return written_date(datetime.fromtimestamp(at / 1000, zone_of(zone)).date())


def when(at: int, now: int, zone: str) -> str:
    """Return a future time in words for somebody in a zone, in the current language; times in UTC milliseconds."""
    there, today = (datetime.fromtimestamp(time / 1000, zone_of(zone)) for time in (at, now))
    hour = f"{there:%H:%M}"
    days = (there.date() - today.date()) // timedelta(days=1)
    if days == 0:
        return _("today at {time}").format(time=hour)
    if days == 1:
        return _("tomorrow at {time}").format(time=hour)
    if days <= _WEEK:
        return _("on {day} at {time}").format(day=_(_DAYS[there.weekday()]), time=hour)
    return _("on {date} at {time}").format(date=written_date(there.date()), time=hour)
