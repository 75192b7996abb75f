"""Log lines: time, severity and subject; repeated problems appear once, with a count."""

from __future__ import annotations

import io
import json
import logging
import re
import time

import pytest

from spite_and_malice.server import logs
from spite_and_malice.server.logs import REQUEST, Repeats, Trouble, of_table


class Log:
    """A test's own logger with its output, in a server's format."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, form: str = "text") -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        self._stream = io.StringIO()
        handler = logging.StreamHandler(self._stream)
        handler.setFormatter(logs._Json() if form == "json" else logs._Text())
        self.repeats = Repeats(handler)
        handler.addFilter(self.repeats)
        self.to = logging.Logger("spite_and_malice.server.test", logging.INFO)
        self.to.addHandler(handler)

    @property
    def lines(self) -> list[str]:
        return self._stream.getvalue().splitlines()


def test_a_line_has_its_time_level_and_what_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    token = REQUEST.set("GET /games")
    log.to.warning("it waits: %s", "busy", extra=of_table("abc"))
    REQUEST.reset(token)
    log.to.info("all is\n\twell")
    at = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    assert re.fullmatch(
        rf"{at} WARNING server\.test: \[table abc\] \[request GET /games\] it waits: busy", log.lines[0]
    )
    assert re.fullmatch(rf"{at} INFO server\.test: all is well", log.lines[1])


def test_as_json_a_line_is_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch, "json")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        log.to.exception("it failed", extra=of_table("abc"))
    (line,) = log.lines
    said = json.loads(line)
    assert (said["level"], said["table"], said["message"]) == ("error", "abc", "it failed")
    assert said["exception"].endswith("ValueError: two\nlines")


def test_the_same_trouble_is_said_once_and_counted_until_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    for number in range(2600):
        log.to.warning("could not be kept to its time: %s", "no database", extra=of_table(str(number % 30)))
        log.now += 0.05
    log.to.warning("another matter")
    log.repeats.sweep()
    assert [line.partition("] ")[2] or line.partition("test: ")[2] for line in log.lines] == [
        "could not be kept to its time: no database",
        "another matter",
    ]
    log.now += logs.QUIET_SECONDS + 1
    log.repeats.sweep()
    assert len(log.lines) == 3
    assert log.lines[-1].endswith("no database: this came 2599 more times, and not for a minute now")
    log.repeats.sweep()
    log.to.warning("could not be kept to its time: %s", "no database")
    assert len(log.lines) == 4, "what comes anew is said anew"


def test_trouble_that_goes_on_is_counted_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    for _ in range(1300):
        log.to.error("no database")
        log.now += 1.0
        log.repeats.sweep()
    assert len(log.lines) == 3
    assert log.lines[-1].endswith("more times and goes on")


def test_faults_of_different_places_are_not_the_same_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    for kind in (ValueError, KeyError, ValueError):
        try:
            raise kind
        except (ValueError, KeyError):
            log.to.exception("a request failed")
    assert sum("a request failed" in line for line in log.lines) == 2


def test_an_outage_is_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    trouble = Trouble(log.to, "it is there again")
    trouble.is_over()
    for _ in range(100):
        trouble.comes("it is away")
        log.now += 0.5
    trouble.is_over()
    trouble.is_over()
    assert [line.partition("test: ")[2] for line in log.lines] == [
        "it is away",
        "it is there again (it failed 100 times in 50 seconds)",
    ]


def test_what_is_over_is_no_repetition_of_something_else_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    for name in ("the database", "Redis"):
        trouble = Trouble(log.to, f"{name} is there again")
        trouble.comes(f"{name} is away")
        trouble.is_over()
    assert [line.partition("test: ")[2].partition(" (")[0] for line in log.lines] == [
        "the database is away",
        "the database is there again",
        "Redis is away",
        "Redis is there again",
    ]
