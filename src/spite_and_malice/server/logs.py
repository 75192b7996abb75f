"""The log on standard error: every line has its time, its level, and the request or table that it is about.

The same problem is logged once; the number of repeats is logged when it has been quiet for a while, or from time to
time while it persists. No line holds a card, a secret, a token or a mail address.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

REQUEST: Final[ContextVar[str | None]] = ContextVar("request", default=None)
"""The method and path of the current request, if any."""

_TABLE: Final = "table"
_OURS: Final = "spite_and_malice."

QUIET_SECONDS: Final = 60.0
"""A problem that has not occurred for this long is over."""

SAID_AGAIN_SECONDS: Final = 600.0
"""The interval at which a continuing problem is reported with its count."""


def of_table(table_id: str) -> Mapping[str, str]:
    """Return the ``extra`` of a log line about a table."""
    return {_TABLE: table_id}


def set_up_logs(level: str, form: str) -> None:
    """Log from a level on (``warning``) to standard error, as ``text`` or ``json``."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    handler.addFilter(Repeats(handler))
    root = logging.getLogger()
    for other in list(root.handlers):
        root.removeHandler(other)
    root.addHandler(handler)
    root.setLevel(level.upper())
    # Logging every request and every statement of a library does not help to find our faults.
    for name in ("uvicorn.error", "asyncio", "websockets", "sqlalchemy"):
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    # The store logs a broken connection in one line; the pool would write a traceback for each of its connections.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)


def sweep_logs() -> None:
    """Log how often a problem occurred, once it has been quiet for a while or if it continues for long."""
    for handler in logging.getLogger().handlers:
        for each in handler.filters:
            if isinstance(each, Repeats):
                each.sweep()


class Trouble:
    """A temporary failure: logged when it begins, and when it is over."""

    def __init__(self, log: logging.Logger, over: str) -> None:
        """``over`` is the message that it works again."""
        self._log = log
        self._over = over
        self._said = ""
        self._times = 0
        self._since = 0.0
        self._lock = threading.Lock()

    def comes(self, said: str, level: int = logging.ERROR) -> None:
        """Log a problem, once as long as it stays the same."""
        with self._lock:
            is_news = said != self._said
            if not self._said:
                self._times, self._since = 0, time.monotonic()
            self._said = said
            self._times += 1
        if is_news:
            self._log.log(level, "%s", said)

    @property
    def has_come(self) -> bool:
        """Whether it continues."""
        return bool(self._said)

    def is_over(self) -> None:
        """Log the end of a problem that had begun."""
        if not self._said:
            return
        with self._lock:
            said, self._said = self._said, ""
        if said:
            seconds = time.monotonic() - self._since
            # Formatted here: otherwise the end of one problem would count as a repetition of the end of any other.
            self._log.warning("%s", f"{self._over} (it failed {self._times} times in {seconds:.0f} seconds)")


@dataclass(slots=True)
class _Seen:
    """A problem: how often it occurred since it was last logged, when last, and when it was logged."""

    record: logging.LogRecord
    times: int
    last: float
    said: float


class Repeats(logging.Filter):
    """Lets the same warning or error through once, and counts it until it has been quiet for a while."""

    def __init__(self, handler: logging.Handler) -> None:
        """Repeats are logged by the handler that this is a filter of."""
        super().__init__()
        self._handler = handler
        self._seen: dict[object, _Seen] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a record is to be written."""
        if record.levelno < logging.WARNING or getattr(record, "is_count", False):
            return True
        now = time.monotonic()
        key = _kind_of(record)
        with self._lock:
            seen = self._seen.get(key)
            if seen is None or now - seen.last > QUIET_SECONDS:
                self._seen[key] = _Seen(record, 0, now, now)
                return True
            seen.times += 1
            seen.last = now
        return False

    def sweep(self) -> None:
        """Log the repeated problems, and forget those that are over."""
        now = time.monotonic()
        said: list[logging.LogRecord] = []
        with self._lock:
            for key, seen in list(self._seen.items()):
                is_over = now - seen.last > QUIET_SECONDS
                if seen.times and (is_over or now - seen.said > SAID_AGAIN_SECONDS):
                    said.append(_count(seen, is_over))
                    seen.times, seen.said = 0, now
                if is_over:
                    del self._seen[key]
        for record in said:
            self._handler.handle(record)


def _kind_of(record: logging.LogRecord) -> object:
    """Return a key that is equal for the same problem, whichever table or request it is about."""
    if record.exc_info and record.exc_info[0] is not None:
        kind, _error, at = record.exc_info
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        place = None if at is None else (at.tb_frame.f_code.co_filename, at.tb_lineno)
        return record.name, record.levelno, record.msg, kind, place
    text = record.getMessage() if record.msg == "%s" else record.msg
    return record.name, record.levelno, text


def _count(seen: _Seen, is_over: bool) -> logging.LogRecord:
    first = seen.record
    message = "%s: this came %d more times" + (", and not for a minute now" if is_over else " and goes on")
    # A problem that is over is no longer an error.
    level = min(first.levelno, logging.WARNING) if is_over else first.levelno
    record = logging.LogRecord(first.name, level, first.pathname, first.lineno, message, None, None)
    record.args = (first.getMessage(), seen.times)
    record.is_count = True
    return record


class _Text(logging.Formatter):
    """A line for people: time, level, logger, subject, message."""

    def format(self, record: logging.LogRecord) -> str:
        about = " ".join(f"[{name} {value}]" for name, value in _about(record).items())
        message = " ".join(record.getMessage().split())
        line = f"{_time(record)} {record.levelname} {_name(record)}: {f'{about} ' if about else ''}{message}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


class _Json(logging.Formatter):
    """A line for programs: one object."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": _name(record),
            "message": record.getMessage(),
            **_about(record),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def _about(record: logging.LogRecord) -> dict[str, str]:
    """Return the table and the request that a record is about, if any."""
    about = {_TABLE: getattr(record, _TABLE, None), "request": REQUEST.get()}
    return {name: value for name, value in about.items() if value}


def _name(record: logging.LogRecord) -> str:
    return record.name.removeprefix(_OURS)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
