"""Templates without a browser: what they say in states that are hard to bring about."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from spite_and_malice.rules import PRESETS
from spite_and_malice.server.language import install


@pytest.fixture(scope="module")
def templates(root: Path) -> Environment:
    """Return the templates, in which a variable that nobody passes is a fault."""
    folder = root / "src" / "spite_and_malice" / "web" / "templates"
    environment = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
    environment.globals["static"] = "/static"
    install(environment)
    return environment


def table(**changes: Any) -> dict[str, Any]:
    """Return a listed table as the server passes it to a template."""
    seats = [{"kind": "person", "name": "Ada", "you": True}, {"kind": "computer", "name": "Planner", "you": False}]
    usual = {"url": "/table/t", "name": "Quick Game", "seats": seats, "scores": [7, 12], "game": 3, "target": 50}
    return {**usual, "state": "running", "turn": 0, "your_turn": True, "changed_at": 0, **changes}


FREE = {"kind": "open", "name": "", "you": False}
ADA = {"kind": "person", "name": "Ada", "you": True}


@pytest.mark.parametrize(
    ("changes", "heading", "said"),
    [
        ({}, "Your turn", "Your turn"),
        ({"turn": 1, "your_turn": False}, "Still going", "Planner to move"),
        ({"state": "game_over", "turn": None, "your_turn": False}, "Still going", "Game 3 is over"),
        ({"state": "match_over", "turn": None, "your_turn": False}, "Finished", "Match over"),
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
    page = templates.get_template("games.html.j2").render(page="games", tables=[table(**changes)])
    assert said in page
    headings = re.findall("<h2 [^>]*>(.*)</h2>", page)
    assert headings == [heading]


def test_names_are_only_text(templates: Environment) -> None:
    seats = [{**ADA, "name": "<script>"}, {**ADA, "name": "&"}]
    page = templates.get_template("games.html.j2").render(page="games", tables=[table(seats=seats)])
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("status", ["404", "500"])
def test_error_pages_say_what_happened_and_lead_on(templates: Environment, status: str) -> None:
    page = templates.get_template(f"{status}.html.j2").render(page="", message="A sentence & no more.")
    assert "A sentence &amp; no more." in page
    assert 'href="/"' in page


@pytest.mark.parametrize("preset_id", PRESETS)
def test_every_preset_has_a_card_of_its_own(templates: Environment, preset_id: str) -> None:
    parts = templates.get_template("_parts.html.j2").module
    assert preset_id in vars(parts)["emblems"]


@pytest.mark.parametrize(
    ("players", "said"),
    [((2,), "2 players"), ((4, 6), "4 or 6 players"), ((2, 3), "2 or 3 players"), ((2, 3, 4), "2 to 4 players")],
)
def test_numbers_of_players_in_words(templates: Environment, players: tuple[int, ...], said: str) -> None:
    assert str(vars(templates.get_template("_parts.html.j2").module)["player_count"](players)) == said
