"""Who is present at a table, since when the others are away, and which pages are disconnected."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.server.protocol.clients import Client
from spite_and_malice.server.store.accounts import Identity
from spite_and_malice.server.tables import presence
from spite_and_malice.server.tables.game import clock_text
from spite_and_malice.server.tables.presence import (
    ANOTHER,
    BLOCKED,
    NO_TABLE,
    TRY_AGAIN,
    Presence,
    send_anew,
    send_blocked,
    send_changed,
    send_off,
    send_unavailable,
)


class Clock:
    """The present time, by both clocks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(presence, "now_ms", lambda: round(self.now * 1000))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return a clock that stands still until set."""
    return Clock(monkeypatch)


class Page:
    """A page that records why it was disconnected."""

    def __init__(self, person: str | None = None, device: str | None = None, address: str | None = None) -> None:
        self.person = person
        self.device = device
        self.address = address
        self.language = "de"
        self.closed: tuple[int, str, str] | None = None

    def close(self, code: int, refused: Any) -> None:
        self.closed = code, refused.code, refused.message


def pages(*found: Page) -> list[Client]:
    return [cast("Client", page) for page in found]


def test_only_a_change_of_who_is_there_is_one(clock: Clock) -> None:
    there = Presence()
    assert [there.update(seats) for seats in ([], [0, 1], {1, 0}, [1], [1, 0])] == [False, True, False, True, True]
    assert there.here == {0, 1}
    assert clock.now == 100.0


def test_people_are_away_since_their_last_page_went(clock: Clock) -> None:
    there = Presence()
    clock.now = 110
    # Nobody has seen them since the table went live, so the time is unknown.
    assert (there.away_since(0), there.away_for(0)) == (None, 10.0)
    there.update([0])
    assert (there.away_since(0), there.away_for(0)) == (None, 0.0)
    clock.now = 120
    there.update([])
    clock.now = 125
    there.update([1])
    assert (there.away_since(0), there.away_for(0)) == (120_000, 5.0)
    there.update([0, 1])
    assert (there.away_since(0), there.away_for(0)) == (None, 0.0)


def test_who_comes_to_a_seat_is_not_away_since_the_one_before_them_went(clock: Clock) -> None:
    there = Presence()
    there.update([0])
    there.update([])
    clock.now = 300
    there.forget(0)
    clock.now = 301
    assert (there.away_since(0), there.away_for(0)) == (300_000, 1.0)


def test_pages_are_sent_away_in_their_own_language() -> None:
    gone, unread = Page(), Page()
    send_off(pages(gone))
    send_unavailable(pages(unread))
    assert gone.closed == (NO_TABLE, "unknown_table", "Diesen Tisch gibt es nicht mehr.")
    assert unread.closed is not None
    assert unread.closed[:2] == (TRY_AGAIN, "unavailable")


def test_only_the_pages_of_those_who_are_blocked_are_closed() -> None:
    ada, ben, cleo = Page("ada", address="1"), Page("ben", address="2"), Page(None, address="3")
    send_blocked(pages(ada, ben, cleo), lambda person, address: person == "ada" or address == "3")
    assert [page.closed and page.closed[:2] for page in (ada, ben, cleo)] == [
        (BLOCKED, "blocked"),
        None,
        (BLOCKED, "blocked"),
    ]


def test_pages_of_a_device_that_is_somebody_elses_now_come_back_as_that_one() -> None:
    found = {
        "same": Identity("same", "ada"),
        "other": Identity("other", "ben"),
        "revoked": Identity("revoked", "ada", revoked_at=5),
    }
    devices = {device: Page("ada", device) for device in (*found, "unknown")} | {"none": Page("ada")}
    send_changed(pages(*devices.values()), found)
    closed = {device: page.closed and page.closed[:2] for device, page in devices.items()}
    again = ANOTHER, "signed_out"
    assert closed == {"same": None, "other": again, "revoked": again, "unknown": None, "none": None}
    page = Page("ada")
    send_anew(*pages(page))
    assert page.closed is not None
    assert page.closed[0] == ANOTHER


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0:00"),
        (999, "0:00"),
        (245_000, "4:05"),
        (3_599_999, "59:59"),
        (3_600_000, "1:00:00"),
        (4_320_000, "1:12:00"),
    ],
)
def test_a_time_is_written_as_a_clock_shows_it(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text
