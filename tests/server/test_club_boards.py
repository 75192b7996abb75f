"""The board of a club: what counts in a season, in which order, and who leads after a game; its plans in a calendar."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from spite_and_malice.server.features.clubs.pages import Standing, _entry_of_cup, _leaders, _ranked, board
from spite_and_malice.server.features.evenings.calendar import Entry
from spite_and_malice.server.features.evenings.club_rights import RIGHTS, may, standing_of
from spite_and_malice.server.store import (
    Club,
    EntrantRow,
    Evening,
    Guest,
    PairingRow,
    RoundTable,
    StoredClub,
    StoredEvening,
    TeamRow,
    Tournament,
    TournamentForm,
    TournamentRow,
)
from spite_and_malice.server.store.events.clubs import Member, Season
from spite_and_malice.server.store.events.evening_rows import PlacedGuest

NOW: Final = 1_800_000_000_000
MINUTE: Final = 60_000
ADA, BEN, CLEO, DAN = (letter * 64 for letter in "abcd")
CLUB: Final = StoredClub(
    Club("c", "Ours", ADA, "standard", {}),
    (
        Member(ADA, "Ada", "owl", 1, role="officer"),
        Member(BEN, "Ben", None, 2, role="officer"),
        Member(CLEO, "Cleo", None, 3),
    ),
    (Season(1, NOW, None),),
)
SEASON: Final = Season(1, NOW, NOW + 100)
EVENING: Final = Evening("e", "Us", ADA, "c", "standard", {"players": 2}, None, False, "", None, 120)


def evening(*tables: RoundTable) -> StoredEvening:
    guests = [Guest(n, who, "", None, "", "left", 1, 1) for n, who in enumerate((ADA, BEN, CLEO, DAN, None), 1)]
    return StoredEvening(EVENING, tuple(guests), tables)


def played(ended_at: int | None, *seats: tuple[int, int | None, bool | None, int]) -> RoundTable:
    """A table with the guest, the points, who won, and the percentage of a stand-in for each seat."""
    places = tuple(PlacedGuest(n, guest, points, won, by) for n, (guest, points, won, by) in enumerate(seats))
    return RoundTable(1, 1, "t", ended_at, places)


def figures(found: list[Standing]) -> list[tuple[Any, ...]]:
    names = ("name", "evenings", "tournaments", "played", "won", "points", "stand_ins")
    return [tuple(getattr(each, name) for name in names) for each in found]


def test_members_without_a_game_are_in_the_order_in_which_they_joined() -> None:
    found = board(CLUB, [], BEN, SEASON)
    assert figures(found) == [(name, 0, 0, 0, 0, 0, 0) for name in ("Ada", "Ben", "Cleo")]
    about = [(each.is_you, each.is_keeper, each.is_officer, each.head) for each in found]
    # The keeper is no officer besides.
    assert about == [(False, True, False, "owl"), (True, False, True, None), (False, False, False, None)]
    assert len({each.who for each in found}) == 3
    assert [standing_of(CLUB, person) for person in (ADA, BEN, CLEO, DAN)] == ["keeper", "officer", "member", None]
    rights = {person: [right for right in RIGHTS if may(CLUB, person, right)] for person in (ADA, BEN, CLEO, DAN)}
    assert rights == {ADA: list(RIGHTS), BEN: ["plan", "admit", "take_out", "write"], CLEO: [], DAN: []}


def test_games_at_evenings_count_in_the_season_in_which_they_ended() -> None:
    at = evening(
        played(NOW, (2, 7, True, 0), (1, 0, False, 40)),
        played(NOW + 99, (2, None, False, 1), (3, 4, True, 0), (4, 9, True, 0), (5, 9, True, 0)),
        # Before the season, after it, not over, and without a result.
        played(NOW - 1, (3, 50, True, 0)),
        played(NOW + 100, (3, 50, True, 0)),
        played(None, (3, 50, True, 0)),
        played(NOW, (3, None, None, 0)),
    )
    other = evening(played(NOW + 1, (3, 4, True, 0), (2, 1, False, 0)))
    assert figures(board(CLUB, [at, other], ADA, SEASON)) == [
        ("Cleo", 2, 0, 2, 2, 8, 0),
        ("Ben", 2, 0, 3, 1, 8, 1),
        ("Ada", 1, 0, 1, 0, 0, 1),
    ]
    going_on = board(CLUB, [evening(played(NOW + 100, (3, 50, True, 0)))], ADA, replace(SEASON, until=None))
    assert figures(going_on)[0] == ("Cleo", 1, 0, 1, 1, 50, 0)


def test_games_of_tournaments_count_without_byes_and_with_those_who_did_not_come() -> None:
    people = [EntrantRow(n, "", who, seed=n) for n, who in enumerate((ADA, BEN, CLEO, DAN), 1)]
    people.append(EntrantRow(5, "Computer", player="club", seed=5))
    people.append(EntrantRow(6, "Spare", BEN))
    games = [
        PairingRow(1, 1, 1, 2, outcome="second", ended_at=NOW),
        PairingRow(2, 1, 3, 2, outcome="first_forfeit", ended_at=NOW + 99),
        PairingRow(3, 1, 2, 5, outcome="draw", ended_at=NOW + 1),
        PairingRow(3, 2, 4, 3, outcome="second_forfeit", ended_at=NOW + 1),
        PairingRow(4, 1, 3, 1, outcome="no_show", ended_at=NOW + 1),
        # A bye, one going on, and those before the season and after it.
        PairingRow(5, 1, 1, None, outcome="bye", ended_at=NOW + 1),
        PairingRow(5, 2, 2, 3),
        PairingRow(5, 3, 1, 2, outcome="first", ended_at=NOW - 1),
        PairingRow(5, 4, 1, 2, outcome="first", ended_at=NOW + 100),
    ]
    cup = Tournament(TournamentRow("t", ADA, "Cup", TournamentForm("swiss", "standard"), b""), people, games)
    assert figures(board(CLUB, [], ADA, SEASON, [cup, replace(cup, pairings=games[:1])])) == [
        ("Ben", 0, 2, 4, 2, 0, 0),
        ("Cleo", 0, 1, 3, 2, 0, 0),
        ("Ada", 0, 2, 3, 0, 0, 0),
    ]
    later = board(CLUB, [], ADA, replace(SEASON, until=None), [replace(cup, pairings=games[-1:])])
    assert figures(later)[0] == ("Ada", 0, 1, 1, 1, 0, 0)


def standing(name: str, won: int, points: int, *, is_you: bool = False) -> Standing:
    return Standing(name, name, None, is_you, is_keeper=False, won=won, points=points)


def test_equal_results_share_a_rank_and_the_board_after_a_game_has_three_and_oneself() -> None:
    lines = [standing("Ada", 3, 5), standing("Ben", 2, 9), standing("Cleo", 2, 9), standing("Dan", 2, 8)]
    lines += [standing("Eve", 0, 0, is_you=True), standing("Fay", 0, 0)]
    assert [(each.rank, each.name, each.won, each.you) for each in _ranked(lines)] == [
        (1, "Ada", 3, False),
        (2, "Ben", 2, False),
        (2, "Cleo", 2, False),
        (4, "Dan", 2, False),
        (5, "Eve", 0, True),
        (5, "Fay", 0, False),
    ]
    assert [each.name for each in _leaders(lines)] == ["Ada", "Ben", "Cleo", "Eve"]


@pytest.mark.parametrize(
    ("row", "system", "answer", "entry"),
    [
        ({}, "swiss", None, (None, 5, "CONFIRMED")),
        ({}, "arena", None, (NOW + 45 * MINUTE, 5, "CONFIRMED")),
        ({"started_at": 6}, "swiss", None, (None, 6, "CONFIRMED")),
        ({"started_at": 6, "ended_at": 7}, "swiss", None, (None, 7, "CONFIRMED")),
        ({"state": "cancelled", "ended_at": 7}, "swiss", "asked", (None, 7, "CANCELLED")),
        ({}, "match", "asked", (None, 5, "TENTATIVE")),
        ({}, "match", "yes", (None, 5, "CONFIRMED")),
        ({"state": "running"}, "match", "asked", (None, 5, "CONFIRMED")),
    ],
)
def test_a_planned_tournament_is_an_entry_in_the_calendar(
    row: dict[str, Any], system: Any, answer: Any, entry: tuple[int | None, int, Any]
) -> None:
    form = TournamentForm(system, "standard", minutes=45 if system == "arena" else 0)
    teams = [TeamRow(1, "c", "Ours", "yes"), TeamRow(2, "d", "Theirs", answer)] if answer else []
    stored = TournamentRow("t", ADA, "Cup", form, b"", created_at=5, starts_at=NOW)
    ends_at, changed_at, status = entry
    found = _entry_of_cup(Tournament(replace(stored, **row), (), (), teams))
    assert found == Entry("t", "Cup", "/tournaments/t", NOW, ends_at, changed_at, status)
    assert _entry_of_cup(Tournament(replace(stored, starts_at=None), (), ())) is None
