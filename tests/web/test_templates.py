"""Templates without a browser: their output in states that are hard to bring about."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from spite_and_malice.players.roster import PLAYERS
from spite_and_malice.server.clock import moment
from spite_and_malice.server.http import files, modules
from spite_and_malice.server.http.language import install


@pytest.fixture(scope="module")
def templates(root: Path) -> Environment:
    """Return the templates, with undefined variables as errors."""
    folder = root / "src" / "spite_and_malice" / "web" / "templates"
    environment = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
    environment.globals["static"] = "/static"
    environment.globals["alone"] = False
    environment.filters["moment"] = moment
    install(environment)
    files.install(environment)
    modules.install(environment)
    return environment


def table(**changes: Any) -> dict[str, Any]:
    """Return a listed table as the server passes it to a template."""
    seats = [ADA, PLANNER]
    usual = {
        "id": "t",
        "url": "/table/t",
        "name": "Quick Game",
        "seats": seats,
        "scores": [7, 12],
        "winners": [],
        "game": 3,
        "target": 50,
    }
    how = {
        "state": "running",
        "turn": 0,
        "your_turn": True,
        "changed_at": 0,
        "kind": "spite",
        "solo": False,
        "begun": True,
        "removable": True,
        "deletable": None,
        "alone": True,
        "practice": False,
        "deadline": None,
        "sides": [[0], [1]],
        "cards_left": (20, 17),
    }
    return {**usual, **how, **changes}


def games_page(templates: Environment, *tables: dict[str, Any]) -> str:
    """Return the page of one's games with these tables."""
    template = templates.get_template("games.html.j2")
    return template.render(page="games", tables=tables, is_first=True, older=None, given_up=[], has_account=False)


FREE = {"kind": "open", "name": "", "player": None, "head": None, "you": False}
OVER: dict[str, Any] = {"state": "match_over", "turn": None, "your_turn": False, "winners": [1]}
ADA: dict[str, Any] = {"kind": "person", "name": "Ada", "player": None, "head": None, "you": True, "stand_in": None}
STOOD_IN = ADA | {"stand_in": "away"}
PLANNER = {"kind": "computer", "name": "Planner", "player": "expert", "head": None, "you": False, "stand_in": None}


@pytest.mark.parametrize(
    ("changes", "heading", "said"),
    [
        ({}, "Your turn", "Your turn"),
        ({"turn": 1, "your_turn": False}, "Still going", "Planner to move"),
        ({"state": "game_over", "turn": None, "your_turn": False}, "Still going", "Game 3 is over"),
        ({"your_turn": False, "seats": [STOOD_IN, PLANNER]}, "Still going", "A stand-in plays for you"),
        ({"solo": True, "progress": "12 cards home"}, "Still going", "12 cards home"),
        (OVER, "Finished", "Planner won"),
        ({**OVER, "winners": [0]}, "Finished", "You won"),
        ({**OVER, "winners": [0, 1]}, "Finished", "Drawn"),
        ({**OVER, "winners": []}, "Finished", "Drawn"),
        ({**OVER, "target": 1}, "Finished", "Cards left: You 20, Planner 17"),
        ({**OVER, "solo": True, "scores": [52], "winners": [0]}, "Finished", "You won"),
        ({**OVER, "solo": True, "scores": [51], "winners": []}, "Finished", "Not won"),
        (
            {"state": "gathering", "turn": None, "your_turn": False, "seats": [ADA, FREE, FREE], "scores": []},
            "Waiting for players",
            "2 seats are free",
        ),
    ],
)
def test_your_games_say_how_each_stands(
    templates: Environment, changes: dict[str, Any], heading: str, said: str
) -> None:
    page = games_page(templates, table(**changes))
    assert said in page
    assert ("heads/expert.svg" in page) == (heading != "Waiting for players" and not changes.get("solo"))
    assert ("data-own-face" in page) == (not changes.get("solo"))
    assert ("Go on" in page) == (heading in ("Your turn", "Still going", "Waiting for players"))
    headings = re.findall("<h2 [^>]*>(.*)</h2>", page)
    assert headings == [heading]


def test_home_and_the_games_list_what_is_over_of_a_running_match(templates: Environment) -> None:
    over = [
        {"number": number, "url": f"/table/t/games/{number}", "outcome": "won", "steps": 9, "time": "4:05",
         "ended_at": 0, "deal": None, "counts": number == 2}
        for number in (2, 1)
    ]  # fmt: skip
    parts = templates.get_template("_parts.html.j2")
    for deleting in (False, True):
        module: Any = parts.make_module({"played": {"t": over}, "page": "home"})
        listed = module.table_list([table()], deleting=deleting)
        assert re.findall(r'href="(/table/t/games/\d)">Game', listed) == ["/table/t/games/2", "/table/t/games/1"]
        assert listed.count("You won") == 2
        assert listed.count("does not count") == 1


def test_names_are_only_text(templates: Environment) -> None:
    seats = [{**ADA, "name": "<script>", "you": False}, {**ADA, "name": "&"}]
    page = games_page(templates, table(seats=seats))
    assert "&lt;script&gt;" in page
    won = games_page(templates, table(seats=seats, **OVER | {"winners": [0]}))
    assert "&lt;script&gt; won" in won


def test_a_long_name_leaves_room_for_what_is_said_of_it(templates: Environment) -> None:
    seats = [ADA, {**ADA, "name": "Grandpa Joe with a very long name", "you": False}]
    page = games_page(templates, table(seats=seats, target=1), table(seats=seats, **OVER))
    assert "Cards left: You 20, Grandpa Joe with a… 17" in page
    assert "Grandpa Joe with a… won" in page


def day(**changes: Any) -> dict[str, Any]:
    """Return the server's data for the page of an unplayed deal of the day."""
    usual = {"day": "2026-01-31", "is_today": True, "next_at": 0, "payoff": 10, "opponent": PLAYERS["club"]}
    usual |= {"game": "Spite and Malice", "commitment": "c0ffee", "lines": [], "unfinished": 0, "own": None}
    usual |= {"tries": None, "testers": [PLAYERS["expert"], PLAYERS["master"]], "shown_try": None, "root": None}
    usual |= {"next_root": None, "is_open": False, "ranked": 0, "least_days": 3, "streak": 0, "days": []}
    return {**usual, "page": "day", "person": "a", "before": "2026-01-30", "best_before": [], **changes}


@pytest.mark.parametrize(
    ("outcome", "margin", "said"),
    [
        ("won", 7, "Won by 7"),
        ("lost", -3, "Lost by 3"),
        ("drawn", 2, "Drawn, 2 ahead"),
        ("drawn", -2, "Drawn, 2 behind"),
        ("drawn", 0, "Drawn"),
    ],
)
def test_the_results_of_a_day_say_how_each_game_ended(
    templates: Environment, outcome: str, margin: int, said: str
) -> None:
    line = {
        "rank": 1,
        "name": "<Ada>",
        "outcome": outcome,
        "margin": margin,
        "turns": 1,
        "person": "a",
        "table_id": "t",
        "newcomer": False,
    }
    page = templates.get_template("day.html.j2").render(day(lines=[line], best_before=[line, line]))
    assert f"<td>{said}</td>" in page
    assert re.search(rf"<b>&lt;Ada&gt;, &lt;Ada&gt;</b>\. {said}, in 1 turn\.", page)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Nobody has finished yet."),
        ({}, "data-play"),
        ({"is_today": False}, "Today’s deal"),
        ({"is_today": False}, "This day is over"),
        ({"commitment": None}, "trying out today’s deal"),
        ({"tries": {"tries": 10, "won": 0}}, "A very hard deal: Nadia and Octavia have tried it and won none of 10"),
        ({"tries": {"tries": 10, "won": 3}}, "A hard deal: Nadia and Octavia have tried it and won 3 of 10"),
        ({"tries": {"tries": 10, "won": 4}}, "A fair deal"),
        ({"tries": {"tries": 10, "won": 8}}, "A kind deal"),
        ({"root": {"commitment": "b", "candidate": 1, "root": None}}, "The secret is number 1"),
        ({"root": {"commitment": "b", "candidate": 1, "root": "r007"}}, "r007"),
        ({"days": [{"day": "2026-01-31", "mark": "won"}, {"day": "2026-01-30", "mark": None}]}, "not played"),
        ({"days": [{"day": "2026-01-31", "mark": None}]}, '<a href="/today">The calendar'),
        ({"unfinished": 2}, "2 games are not finished."),
        ({"own": {"table_id": "t", "result": None}}, 'href="/table/t">Go on'),
        (
            {"own": {"table_id": "t", "result": {}, "seat": 0, "stand_ins": []}, "is_open": True},
            'href="/table/t/games/1">Look back',
        ),
        ({"own": {"table_id": "t", "result": {}, "seat": 0, "stand_ins": [0]}}, "so it does not count"),
    ],
)
def test_the_page_of_a_day_leads_on(templates: Environment, changes: dict[str, Any], said: str) -> None:
    page = templates.get_template("day.html.j2").render(day(**changes))
    assert said in page
    assert ("data-play" in page) == (changes.get("own") is None)


@pytest.mark.parametrize("status", ["404", "500"])
def test_error_pages_say_what_happened_and_lead_on(templates: Environment, status: str) -> None:
    page = templates.get_template(f"{status}.html.j2").render(page="", message="A sentence & no more.")
    assert "A sentence &amp; no more." in page
    assert 'href="/"' in page


@pytest.mark.parametrize(
    ("players", "said"),
    [((2,), "2 players"), ((4, 6), "4 or 6 players"), ((2, 3), "2 or 3 players"), ((2, 3, 4), "2 to 4 players")],
)
def test_numbers_of_players_in_words(templates: Environment, players: tuple[int, ...], said: str) -> None:
    assert str(vars(templates.get_template("_parts.html.j2").module)["player_count"](players)) == said
