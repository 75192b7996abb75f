"""What notices and deadlines say, sentence by sentence."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from spite_and_malice.server.features.mail.sending import rest_after
from spite_and_malice.server.features.notices.delivery import Forbidden, _status, service_of
from spite_and_malice.server.features.notices.kinds import (
    CLUB,
    FRIEND,
    FRIENDSHIP,
    GAME,
    KINDS,
    LETTER,
    REMINDER,
    RIGHT,
    ROUND,
    START,
    STREAK,
    TURN,
    Kind,
    Notice,
    is_wanted,
)
from spite_and_malice.server.features.notices.rounds import _compose
from spite_and_malice.server.store import Choices, DueFriend, DueLetter, DueTurn
from spite_and_malice.texts import in_language

NOW: Final = int(datetime(2026, 6, 1, 12, 0, tzinfo=UTC).timestamp() * 1000)
HOUR: Final = 3_600_000
ABOUT: Final = {"now": NOW, "zone": "UTC"}
EARLIER: Final = "Your answer was for the earlier time: are you coming?"

SAID: Final[list[tuple[Kind, dict[str, Any], tuple[str, str]]]] = [
    (TURN, {"game": "Standard", "names": ["Ada"], "gone": []}, ("Your turn", "Standard, with Ada")),
    (
        REMINDER,
        {"game": "Standard", "names": ["Ada"], "gone": [], "deadline": NOW + 2 * HOUR},
        ("Your time for this move ends today at 14:00", "Standard, with Ada"),
    ),
    (LETTER, {"name": "Ada", "evening": "Us", "game": None}, ("Ada invites you to an evening", "Us")),
    (LETTER, {"name": "", "evening": None, "game": None}, ("Somebody has written to you", "")),
    (LETTER, {"name": "Ada", "evening": None, "game": "Standard"}, ("Ada invites you to a game", "Standard")),
    (FRIEND, {"name": "Ada"}, ("Ada is at a table", "You could ask them for a game.")),
    (GAME, {"state": "over", "match": True, "cup": "Cup"}, ("The match is over.", "Cup")),
    (GAME, {"state": "cancelled", "match": True, "cup": "Cup"}, ("The match was cancelled.", "Cup")),
    (GAME, {"state": "over", "match": False, "cup": "Cup"}, ("The tournament is over", "Cup")),
    (GAME, {"state": "cancelled", "match": False, "cup": "Cup"}, ("The tournament was cancelled.", "Cup")),
    (GAME, {"round": 3, "cup": "Cup"}, ("Round 3 has begun", "Cup: you have no opponent in it.")),
    (GAME, {"evening": "Us", "open": True}, ("Us has begun", "The room is open: come in.")),
    (GAME, {"evening": "Us", "at": None}, ("Next round: are you ready?", "Us")),
    (
        GAME,
        {"evening": "Us", "at": NOW},
        ("Your table is waiting.", "Us: without you the game begins at 12:00."),
    ),
    (
        GAME,
        {"cup": "Cup", "name": "Ada", "at": NOW},
        ("Your game is ready", "Cup: against Ada. Without you at the table it is lost at 12:00."),
    ),
    (ROUND, {"cup": "Cup", "round": 2, "at": None}, ("Round 2 is over", "Cup: the next one has begun.")),
    (
        ROUND,
        {"cup": "Cup", "round": 2, "at": NOW},
        ("Round 2 is over", "Cup: the next one begins on 1 June 2026 at 12:00."),
    ),
    (START, {"name": "Us", "at": NOW, "off": True}, ("Us is called off", "It was planned for 1 June 2026 at 12:00.")),
    (
        START,
        {"name": "Us", "at": NOW, "moved": True},
        ("Us begins at another time", f"It now begins on 1 June 2026 at 12:00. {EARLIER}"),
    ),
    (START, {"name": "Us", "at": NOW + HOUR}, ("Us begins at 13:00", "In less than an hour.")),
    (START, {"name": "Us", "at": NOW + HOUR + 1}, ("Us begins soon", "It begins on 1 June 2026 at 13:00.")),
    (
        START,
        {"name": "Us", "at": NOW + HOUR, "before": True},
        ("Us begins at 13:00", f"In less than an hour. {EARLIER}"),
    ),
    (
        START,
        {"name": "Cup", "round": 2, "at": NOW + HOUR},
        ("Cup, round 2 begins at 13:00", "In less than an hour."),
    ),
    (CLUB, {"club": "Ours", "text": "Hello"}, ("Ours", "Hello")),
    (
        CLUB,
        {"club": "Ours", "name": "Cup", "challenge": True},
        ("Ours", "Cup: another club challenges yours. Do you play?"),
    ),
    (CLUB, {"club": "Ours", "name": "Cup", "at": None}, ("Ours", "Cup")),
    (
        CLUB,
        {"club": "Ours", "name": "Cup", "at": NOW},
        ("Ours", "Cup, on 1 June 2026 at 12:00. Are you coming?"),
    ),
    (FRIENDSHIP, {"name": ""}, ("Somebody offers you their friendship", "")),
    (FRIENDSHIP, {"name": "Ada"}, ("Ada offers you their friendship", "")),
    (RIGHT, {"points": 0}, ("Your turn at a puzzle was right", "")),
    (RIGHT, {"points": 1}, ("Your turn at a puzzle was right", "1 point of your rating is given back.")),
]


@pytest.mark.parametrize(("kind", "about", "said"), SAID)
def test_a_notice_says_what_it_is_about(kind: Kind, about: dict[str, Any], said: tuple[str, str]) -> None:
    assert kind.words({**ABOUT, **about}) == said


@pytest.mark.parametrize(
    ("zone", "hour", "title"),
    [
        ("UTC", 12, "Your streak of 4 days ends at midnight"),
        ("America/New_York", 12, "Your streak of 4 days ends at 20:00"),
        ("Europe/Berlin", 12, "Your streak of 4 days ends tomorrow at 02:00"),
        ("Europe/Berlin", 23, "Your streak of 4 days ends at 02:00"),
    ],
)
def test_the_end_of_a_streak_is_in_the_zone_of_who_reads(zone: str, hour: int, title: str) -> None:
    now, ends = (int(datetime(2026, 6, day, at, tzinfo=UTC).timestamp() * 1000) for day, at in ((1, hour), (2, 0)))
    assert STREAK.words({"zone": zone, "days": 4, "now": now, "ends": ends})[0] == title


def test_kinds_are_wanted_by_default_except_rounds_and_streaks() -> None:
    assert {kind.name for kind in KINDS if not is_wanted(kind, Choices())} == {"round", "streak"}
    assert is_wanted(ROUND, Choices({"round": True}))
    assert not is_wanted(TURN, Choices({"turn": False}))


def test_a_message_has_everything_that_a_browser_shows() -> None:
    notice = Notice("a" * 64, TURN, "turn/t1/1/4", "/table/t1", {"game": "Standard", "names": ["Ada"], "gone": []})
    with in_language("pt_BR"):
        title, text = TURN.words(notice.about)
    assert title != "Your turn"
    said = {"title": title, "text": text, "path": "/table/t1", "tag": "turn/t1", "badge": 3, "language": "pt-BR"}
    assert json.loads(notice.message("pt_BR", 3)) == said


def test_turns_letters_and_friends_are_notices_and_turns_and_letters_are_counted() -> None:
    day = {"clock": {"kind": "move", "seconds": 86_400}}
    turns = [
        DueTurn("a", "t1", "Standard", 2, 7, day, ("Ben",), NOW + HOUR, ("Cleo",)),
        DueTurn("a", "t2", "Standard", 1, 0, day, ("Ben",), NOW + 86_400_000),
        DueTurn("a", "t3", "Standard", 1, 0, {"clock": {"kind": "move", "seconds": 60}}, ("Ben",)),
    ]
    letters = [
        DueLetter("a", "l1", "Ben", None, None),
        DueLetter("a", "l2", "Ben", "t9", "Standard"),
        DueLetter("b", "l3", "Ben", None, None, "e1", "Us"),
    ]
    found, badges = _compose(turns, letters, [DueFriend("b", "who", "Ada")], "2026-06-01", {"a": "Europe/Berlin"}, NOW)
    assert [(each.person, each.kind.name, each.subject, each.path) for each in found] == [
        ("a", "turn", "turn/t1/2/7", "/table/t1"),
        ("a", "reminder", "turn/t1/2/7/reminder", "/table/t1"),
        ("a", "turn", "turn/t2/1/0", "/table/t2"),
        ("a", "letter", "letter/l1", "/people"),
        ("a", "letter", "letter/l2", "/table/t9"),
        ("b", "letter", "letter/l3", "/evening/e1"),
        ("b", "friend", "friend/who/2026-06-01", "/people"),
    ]
    assert badges == {"a": 4, "b": 1}
    assert found[1].about["zone"] == "Europe/Berlin"
    assert [each.table_id for each in found[:4]] == ["t1", "t1", "t2", None]


def test_a_mail_that_is_not_taken_is_tried_later_and_later() -> None:
    assert [rest_after(tries) / 60 for tries in range(1, 11)] == [0, 1, 5, 15, 30, 60, 120, 240, 240, 240]


@pytest.mark.parametrize(
    ("endpoint", "host", "port", "origin", "path"),
    [
        ("https://push.example/a?b=c", "push.example", 443, "https://push.example", "/a?b=c"),
        ("https://push.example", "push.example", 443, "https://push.example", "/"),
        ("https://push.example:443/x", "push.example", 443, "https://push.example", "/x"),
    ],
)
def test_a_push_service_is_where_its_address_says(endpoint: str, host: str, port: int, origin: str, path: str) -> None:
    found = service_of(endpoint, private=False)
    assert (found.secure, found.host, found.port, found.origin, found.path) == (True, host, port, origin, path)
    assert found.host_header == origin.removeprefix("https://")


def test_only_tests_reach_other_ports_numbers_and_plain_http() -> None:
    for endpoint, origin, port in (
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080", 8080),
        ("http://localhost/x", "http://localhost", 80),
        ("https://[::1]:8443/x", "https://[::1]:8443", 8443),
    ):
        found = service_of(endpoint, private=True)
        assert (found.origin, found.port, found.secure) == (origin, port, origin.startswith("https"))
        with pytest.raises(Forbidden):
            service_of(endpoint, private=False)
    longest = "https://push.example/" + "x" * (1000 - len("https://push.example/"))
    assert service_of(longest, private=False).path.endswith("x")
    for wrong in (
        longest + "x",
        "https://push.example/#a",
        "https://a:b@push.example/",
        "ftp://push.example/",
        "https://",
    ):
        with pytest.raises(Forbidden):
            service_of(wrong, private=True)


@pytest.mark.parametrize("line", [b"HTTP/2 200 OK\r\n", b"SSH-2.0\r\n", b"HTTP/1.1 OK\r\n", b"HTTP/1.1\r\n", b""])
def test_what_is_no_answer_of_a_push_service_is_none(line: bytes) -> None:
    assert _status(b"HTTP/1.1 201 Created\r\n") == 201
    assert _status(b"HTTP/1.0 410\r\n") == 410
    with pytest.raises(OSError, match="no answer"):
        _status(line)
