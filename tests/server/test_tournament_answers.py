"""What pages, programs and spreadsheets are told of a tournament: its lines, games and teams, and how it ended."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO
from typing import Any, Final

import pytest
from msgspec import structs

from spite_and_malice.server.features.tournaments import answers
from spite_and_malice.server.features.tournaments.answers import (
    about,
    answer,
    listed_of,
    now_of,
    quarters,
    results_csv,
    rounds_paired,
    standing_lines,
    standings_csv,
)
from spite_and_malice.server.features.tournaments.bracket import round_name
from spite_and_malice.server.features.tournaments.rounds import commitment
from spite_and_malice.server.features.tournaments.situation import Field, OwnTable, halves, points_of, situation
from spite_and_malice.server.features.tournaments.teams import Part
from spite_and_malice.server.store import EntrantRow, PairingRow, TeamRow, Tournament, TournamentForm, TournamentRow

NOW: Final = 1_800_000_000_000
MINUTE: Final = 60_000
FORM: Final = TournamentForm("swiss", "standard", rounds=3)
ROW: Final = TournamentRow("t", "ada", "Cup", FORM, b"s" * 32, "running", 2, started_at=NOW, changes=9)
PEOPLE: Final = (
    EntrantRow(1, "Ada", "ada", head="owl", seed=2),
    EntrantRow(2, "Ben", "ben", seed=1),
    EntrantRow(3, "Cleo", "cleo", seed=3, until=1),
    EntrantRow(4, "Club", player="club", seed=4),
    EntrantRow(5, "Dan", "dan", seed=5),
)
GAMES: Final = (
    PairingRow(1, 1, 1, 2, outcome="draw", table_id="t11", ended_at=NOW + 1, margin=-3),
    PairingRow(1, 2, 3, 4, outcome="first_forfeit", ended_at=NOW + 2),
    PairingRow(1, 3, 5, None, outcome="bye", ended_at=NOW),
    PairingRow(2, 1, 5, 1, outcome="second", table_id="t21", ended_at=NOW + 3, margin=4, note="first left"),
    PairingRow(2, 2, 2, 4, table_id="t22"),
)
CUP: Final = Tournament(ROW, PEOPLE, GAMES)


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "now_ms", lambda: NOW + MINUTE)


def test_everybody_is_told_where_they_stand_and_play() -> None:
    field = Field(CUP)
    told = {person: answer(field, person, None) for person in ("ada", "ben", "cleo", "dan", "eve")}
    ada = told["ada"]
    assert (ada.id, ada.url, ada.name, ada.state, ada.system) == ("t", "/tournaments/t", "Cup", "running", "swiss")
    assert (ada.preset, ada.round, ada.rounds, ada.changes, ada.waits) == ("standard", 2, 3, 9, False)
    assert (ada.started_at, ada.ends_at, ada.bracket, ada.teams) == (NOW, None, [], [])
    own = {name: (at.host, at.number, at.table, at.opponent, at.has_bye, at.can_join) for name, at in told.items()}
    assert own == {
        "ada": (True, 1, "/table/t22", "Club", False, False),
        "ben": (False, 2, None, None, False, False),
        "cleo": (False, None, None, None, False, True),
        "dan": (False, 5, None, None, False, False),
        "eve": (False, None, None, None, False, True),
    }
    # In the first round Dan had no opponent.
    first = Field(replace(CUP, row=replace(ROW, round=1), pairings=GAMES[:3]))
    assert [answer(first, person, None).has_bye for person in ("dan", "ada", "eve")] == [True, False, False]


def test_a_line_has_points_ties_and_results() -> None:
    lines = standing_lines(CUP, "ada")
    shown = [
        (each.rank, each.seed, each.name, each.points, each.buchholz, each.berger, each.wins, each.draws, each.losses)
        for each in lines
    ]
    assert shown == [
        (1, 1, "Ben", "1½", "1½", "1.25", 1, 1, 0),
        (2, 5, "Dan", "1", "2½", "0", 0, 0, 1),
        (3, 3, "Cleo", "1", "1", "0", 0, 0, 0),
        (4, 2, "Ada", "½", "1½", "0.75", 0, 1, 0),
        (5, 4, "Club", "0", "0", "0", 0, 0, 0),
    ]
    assert [(each.head, each.player, each.you, each.gone) for each in lines] == [
        (None, None, False, False),
        (None, None, False, False),
        (None, None, False, True),
        ("owl", None, True, False),
        ("club", "club", False, False),
    ]
    # Before it begins there is nothing to count: they are in the order in which they joined.
    for state in ("gathering", "cancelled"):
        early = standing_lines(replace(CUP, row=replace(ROW, state=state), pairings=()), "ben")
        assert [(each.rank, each.seed, each.name, each.you) for each in early] == [
            *((0, 0, "Ada", False), (0, 0, "Ben", True), (0, 0, "Cleo", False), (0, 0, "Club", False)),
            (0, 0, "Dan", False),
        ]
        assert {(each.points, each.berger, each.played) for each in early} == {("0", "0", 0)}


def test_a_game_has_its_result_and_what_was_special() -> None:
    told = answer(Field(CUP), "ada", None)
    assert [each.number for each in told.games] == [1, 2]
    games = [
        (each.board, each.first, each.second, each.result, each.how, each.url, each.over, each.yours)
        for of_round in told.games
        for each in of_round.games
    ]
    assert games == [
        (1, "Ben", "Ada", "½ : ½", "", "/table/t11/games/1", True, True),
        (2, "Cleo", "Club", "1 : 0", "did not come", None, True, False),
        (3, "Dan", None, "1", "bye", None, True, False),
        (1, "Dan", "Ben", "0 : 1", "left", "/table/t21/games/1", True, False),
        (2, "Ada", "Club", None, "", "/table/t22", False, True),
    ]
    assert {each.commitment for each in told.games} == {None}
    shared = replace(CUP, row=replace(ROW, form=structs.replace(FORM, shared=True)))
    bound = [each.commitment for each in answer(Field(shared), "ada", None, [2, 7]).games]
    assert bound == [commitment(ROW, 2)]
    assert rounds_paired(CUP) == [1, 2]
    assert rounds_paired(CUP, [2, 3]) == [2]


def test_a_table_of_results_is_for_spreadsheets() -> None:
    rows = list(csv.reader(StringIO(results_csv(CUP))))
    assert rows[0] == [
        *("round", "board", "first", "first_name", "second", "second_name", "outcome", "margin", "game", "ended_at")
    ]
    assert rows[1:] == [
        ["1", "1", "1", "Ben", "2", "Ada", "draw", "-3", "/table/t11/games/1", f"{NOW + 1}"],
        ["1", "2", "3", "Cleo", "4", "Club", "first_forfeit", "0", "", f"{NOW + 2}"],
        ["1", "3", "5", "Dan", "", "", "bye", "0", "", f"{NOW}"],
        ["2", "1", "5", "Dan", "1", "Ben", "second", "4", "/table/t21/games/1", f"{NOW + 3}"],
        ["2", "2", "2", "Ada", "4", "Club", "", "0", "/table/t22", ""],
    ]
    lines = list(csv.reader(StringIO(standings_csv(CUP))))
    assert lines[0] == [
        *("rank", "seed", "name", "points", "buchholz", "sonneborn_berger", "wins", "draws", "losses", "cards")
    ]
    assert [line[:6] for line in lines[1:3]] == [
        ["1", "1", "Ben", "1.5", "1.5", "1.25"],
        ["2", "5", "Dan", "1.0", "2.5", "0.0"],
    ]
    arena = replace(CUP, row=replace(ROW, form=TournamentForm("arena", "standard", minutes=45)))
    assert next(iter(csv.reader(StringIO(standings_csv(arena)).readlines()[1:])))[3] == "3"


def test_an_arena_has_whole_points_and_an_end() -> None:
    arena = replace(CUP, row=replace(ROW, form=TournamentForm("arena", "standard", minutes=45)))
    told = answer(Field(arena), "ada", None)
    assert (told.rounds, told.waits, told.started_at, told.ends_at) == (None, True, NOW, NOW + 45 * MINUTE)
    assert told.standings[0].points == "3"
    unbegun = replace(arena, row=replace(arena.row, state="gathering", started_at=None), pairings=())
    assert answer(Field(unbegun), "ada", None).ends_at is None
    over = replace(CUP, row=replace(ROW, state="over", ended_at=NOW + 7))
    assert answer(Field(over), "ada", None).ends_at == NOW + 7


def match(answered: str = "yes", **row: Any) -> Tournament:
    """Two clubs of two each, with a reserve, whose second board is played."""
    people = [
        EntrantRow(1, "Ada", "ada", seed=1, team=1, board=1),
        EntrantRow(2, "Ben", "ben", seed=2, team=2, board=1),
        EntrantRow(3, "Cleo", "cleo", seed=3, team=1, board=2),
        EntrantRow(4, "Dan", "dan", seed=4, team=2, board=3, until=1),
        EntrantRow(5, "Eve", "eve", team=2, board=4),
    ]
    games = [
        PairingRow(1, 1, 1, 2, outcome="second", table_id="t1", ended_at=NOW),
        PairingRow(1, 2, 4, 3, outcome="second", table_id="t2", ended_at=NOW),
        PairingRow(2, 1, 2, 1, table_id="t3"),
    ]
    teams = [TeamRow(1, "rooks", "Rooks", "yes"), TeamRow(2, "bishops", "Bishops", answered)]  # type: ignore[arg-type]
    form = TournamentForm("match", "standard", boards=2)
    values: dict[str, Any] = {"form": form, "round": 2} | row
    return Tournament(replace(ROW, **values), people, games, teams)


def test_a_team_has_its_people_by_board_and_a_link_for_its_own() -> None:
    told = answer(Field(match()), "cleo", None, None, Part((1,), ()))
    assert [
        (team.number, team.name, team.url, team.answer, team.yours, team.plays, team.rank, team.points)
        for team in told.teams
    ] == [
        (1, "Rooks", "/club/rooks", "yes", False, True, 1, "1"),
        (2, "Bishops", None, "yes", False, False, 1, "1"),
    ]
    places = [(each.number, each.board, each.name, each.you, each.reserve, each.gone) for each in told.teams[1].people]
    assert places == [
        (2, 1, "Ben", False, False, False),
        (4, 2, "Dan", False, False, True),
        (5, 3, "Eve", False, True, False),
    ]
    assert [each.you for each in told.teams[0].people] == [False, True]
    assert {line.name: line.team for line in told.standings} == {
        "Ada": "Rooks",
        "Ben": "Bishops",
        "Cleo": "Rooks",
        "Dan": "Bishops",
    }
    led = answer(Field(match()), "ada", None, None, Part((1, 2), (2,))).teams
    assert [(team.url, team.yours) for team in led] == [("/club/rooks", False), ("/club/bishops", True)]
    # The first team of a match is on the left, wherever its people sit.
    assert [(each.first, each.second, each.result) for of_round in told.games for each in of_round.games] == [
        ("Ada", "Ben", "0 : 1"),
        ("Cleo", "Dan", "1 : 0"),
        ("Ada", "Ben", None),
    ]
    early = replace(match(state="gathering", round=0), pairings=())
    unbegun = answer(Field(early), "eve", None, None, Part((2,), ()))
    assert [(team.rank, team.points) for team in unbegun.teams] == [(None, None), (None, None)]
    assert [each.reserve for each in unbegun.teams[1].people] == [False, False, True]
    assert (unbegun.can_join, answer(Field(early), "fay", None).can_join) == (False, False)
    assert answer(Field(early), "fay", None, None, Part((2,), ())).can_join


def test_of_clubs_in_an_arena_the_best_comes_first_once_it_has_begun() -> None:
    arena = TournamentForm("arena", "standard", minutes=45)
    games = (PairingRow(1, 1, 1, 2, outcome="second", ended_at=NOW),)
    begun = replace(match(form=arena), pairings=games)
    told = answer(Field(begun), "ada", None)
    assert [(team.name, team.rank, team.points) for team in told.teams] == [("Bishops", 1, "2"), ("Rooks", 2, "0")]
    asked = answer(Field(replace(begun, teams=match("asked").teams)), "ada", None).teams
    assert [(team.name, team.rank, team.points) for team in asked] == [("Rooks", 1, "0"), ("Bishops", None, None)]
    early = replace(begun, row=replace(begun.row, state="gathering"), pairings=())
    assert [team.name for team in answer(Field(early), "ada", None).teams] == ["Rooks", "Bishops"]


def test_now_is_told_with_its_table_and_in_a_list() -> None:
    table = OwnTable(is_dealt=False, came=frozenset({"ada"}), late_at=NOW + 5)
    told = now_of(Field(CUP), "ada", table)
    assert (told.state, told.table, told.changes) == ("running", "/table/t22", 9)
    # The computer player is always there.
    assert (told.situation.state, told.words) == ("playing", "Your game against Club is going on.")
    listed = listed_of(Field(CUP), "ada", table)
    assert (listed.id, listed.url, listed.name, listed.now) == ("t", "/tournaments/t", "Cup", told.situation)
    assert about(CUP) == "Swiss system · Spite & Malice"


def test_points_are_halves_and_quarters() -> None:
    assert [halves(number) for number in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]
    assert [quarters(number) for number in (0, 1, 2, 7, 8)] == ["0", "0.25", "0.5", "1.75", "2"]
    assert points_of(CUP, 7) == "3½"
    assert points_of(replace(CUP, row=replace(ROW, form=TournamentForm("arena", "standard"))), 7) == "7"
    assert [round_name(number, 5) for number in range(1, 6)] == [
        *("Round 1", "Round 2", "Quarter-finals", "Semi-finals", "Final")
    ]


def end_of(games: list[PairingRow], person: str = "ada", system: Any = "swiss", **row: Any) -> str:
    """Return what somebody reads at the end of a tournament of Ada, Ben and Cleo."""
    people = [EntrantRow(n, name.title(), name, seed=n) for n, name in enumerate(("ada", "ben", "cleo"), 1)]
    ended = replace(ROW, state="over", form=structs.replace(FORM, system=system), **row)
    return situation(Field(Tournament(ended, people, games)), person, NOW).words


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"outcome": "first"}, "The tournament is over. You have won."),
        ({"outcome": "second"}, "The tournament is over. Ben has won. You are number 2 of 3."),
        ({}, "Your game against Ben was not over: it does not count. The tournament is over."),
        (
            {"outcome": "first_forfeit"},
            "Ben did not come in time: the game counts as won by you. The tournament is over. You have won.",
        ),
        (
            {"outcome": "second_forfeit"},
            "You did not come in time: the game counts as lost. The tournament is over. Ben has won. You are number 2"
            " of 3.",
        ),
        (
            {"outcome": "bye", "second": None},
            "You had no opponent in this round: it counts as a win. The tournament is over. You have won.",
        ),
        (
            {"outcome": "second", "note": "first left"},
            "A stand-in played for you: the game counts as lost. The tournament is over. Ben has won. You are number 2"
            " of 3.",
        ),
        (
            {"outcome": "first", "note": "second left"},
            "A stand-in played for Ben: the game counts as won by you. The tournament is over. You have won.",
        ),
    ],
)
def test_the_end_is_told_with_what_became_of_ones_last_game(game: dict[str, Any], words: str) -> None:
    values: dict[str, Any] = {"round": 1, "board": 1, "first": 1, "second": 2} | game
    assert end_of([PairingRow(**values)]) == words


def test_the_end_is_told_to_those_who_did_not_play_and_where_nobody_did() -> None:
    won = [PairingRow(1, 1, 1, 2, outcome="first", ended_at=NOW)]
    assert end_of(won, "cleo") == "The tournament is over. Ada has won."
    assert end_of(won, "eve") == "The tournament is over. Ada has won."
    assert end_of([]) == "The tournament is over."
    nobody = [PairingRow(1, 1, 1, 2, outcome="no_show", ended_at=NOW)]
    assert end_of(nobody).startswith("Nobody came in time: nobody gets a point. The tournament is over.")
    assert end_of(nobody, system="knock_out").startswith("Nobody came in time. The tournament is over.")
    bye = [PairingRow(1, 1, 1, None, outcome="bye", ended_at=NOW)]
    assert end_of(bye, system="knock_out").startswith("You had no opponent in this round. The tournament is over.")


def test_the_end_of_a_match_says_which_team_has_won() -> None:
    over = match(state="over")
    assert (
        situation(Field(over), "fay", NOW).words == "The match is over. It is a draw between Rooks and Bishops, 1 : 1."
    )
    won = replace(over, pairings=[replace(over.pairings[0], outcome="first"), *over.pairings[1:]])
    assert situation(Field(won), "fay", NOW).words == "The match is over. Rooks has won, 2 : 0."
    unplayed = replace(over, pairings=())
    assert situation(Field(unplayed), "fay", NOW).words == "The match is over."
    declined = match("no", state="cancelled")
    assert situation(Field(declined), "fay", NOW).words == "Bishops has declined. The match was cancelled."
    called_off = replace(CUP, row=replace(ROW, state="cancelled"))
    assert situation(Field(called_off), "ada", NOW).words == "The tournament was cancelled."
