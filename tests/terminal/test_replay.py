"""Finished games in the terminal: move by move, with the review and the curve of chances."""

from __future__ import annotations

import io

import pytest

from spite_and_malice.cli.kept import _figures, _listed
from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import preset_rules
from spite_and_malice.terminal.backend import Message, NoAnswer
from spite_and_malice.terminal.commands import command_of
from spite_and_malice.terminal.console import Keyboard, Output, spelled
from spite_and_malice.terminal.replay.curve import Curve
from spite_and_malice.terminal.replay.session import COMMANDS, KEYS, ReplaySession
from spite_and_malice.terminal.replay.walk import ARROWS
from spite_and_malice.terminal.screen.app import Screen
from spite_and_malice.terminal.screen.canvas import fitting
from spite_and_malice.terminal.screen.replay import scene_of
from spite_and_malice.texts import _, in_language

from .test_screen import sitting


def told() -> Message:
    """Return a game with two short pay-off piles from the first seat's view, with a move taken back at the start."""
    game = Game.deal(preset_rules("standard", None, {"payoff": 1}), 1, FairDeal(b"a table 1", ("a", "b")))
    seats = [{"kind": "person", "name": "Ada", "side": 0}, {"kind": "computer", "name": "Pip", "side": 1}]
    table = {"name": "Standard", "seats": seats}
    start, steps = game.view(0).to_json(), []
    while not game.is_over:
        seat = game.turn
        legal = game.view(seat).legal_moves
        move = str(next((each for each in legal if each.plays_to_centre), legal[0]))
        game.act(seat, move)
        steps.append({"seat": seat, "action": "move", "move": move, "view": game.view(0).table_json()})
    return {"game": 1, "seat": 0, "table": table, "start": start, "steps": steps}


TOLD = told()
COUNT = len(TOLD["steps"])
MISSED = {
    "number": 2,
    "ply": 1,
    "played_words": "4♠",
    "best_words": "K♠",
    "words": "It is free.",
    "chance": 0.6,
    "cost": 0.2,
}
REVIEW = {
    "choices": 2,
    "missed": [MISSED],
    "chances": [{"ply": 0, "number": 1, "chance": 0.5}, {"ply": 1, "number": 2, "chance": 0.6}],
}


class Reviewed:
    """A table whose game can be reviewed, or not."""

    def __init__(self, review: Message | None) -> None:
        self._review = review

    def open(self, tell: object) -> object:
        raise NotImplementedError

    def record(self, game: int, *, whole: bool) -> str:
        raise NotImplementedError

    def review(self, game: int, seat: int) -> Message:
        if self._review is None:
            raise NoAnswer("Nobody is there.")
        return self._review


def session(*lines: str, review: Message | None = REVIEW, encoding: str = "utf-8") -> tuple[ReplaySession, io.StringIO]:
    out = io.StringIO()
    keyboard = Keyboard(io.StringIO("".join(f"{line}\n" for line in lines)), is_terminal=False)
    backend = Reviewed(review)
    return ReplaySession(backend, 1, TOLD, keyboard, Output(out, encoding, 79)), out  # type: ignore[arg-type]


def typed(*lines: str, review: Message | None = REVIEW, encoding: str = "utf-8") -> str:
    there, out = session(*lines, review=review, encoding=encoding)
    there.run()
    return out.getvalue()


def test_a_game_is_seen_from_the_deal_to_its_end_and_back() -> None:
    said = typed(*[""] * COUNT, "", "back", "first", "back", "last")
    for number in range(COUNT + 1):
        assert f"Move {number} of {COUNT}" in said
    assert said.count(f"Move {COUNT} of {COUNT}: ") == 2
    assert said.count("win") >= 2
    assert "This is the end of the game." in said
    assert "This is the deal." in said


def test_a_number_leads_to_its_move_and_nonsense_gets_a_sentence() -> None:
    said = typed("2", "999999999999", "nonsense", "help")
    assert f"Move 2 of {COUNT}: " in said
    assert f"Move {COUNT} of {COUNT}: " in said
    assert "“nonsense” is no command" in said
    assert "review – " in said


def test_what_was_missed_is_led_to_and_judged() -> None:
    said = typed("missed", "review", "first", "missed", "missed")
    assert f"Move 2 of {COUNT} · Chances: 60%: " in said
    assert "you played 4♠; better was K♠. It is free. Your chances: 40% instead of 60%." in " ".join(said.split())
    assert "█" in said
    assert "Nothing was missed" in typed("missed", review={**REVIEW, "missed": []})
    assert "Nobody is there." in typed("review", "missed", review=None)


def test_the_curve_is_drawn_in_letters_that_the_terminal_has() -> None:
    said = typed("review", encoding="ascii")
    assert said.isascii()
    assert "#" in said
    assert spelled("▁█", "ascii") == ".#"


def test_a_drawn_replay_shows_the_chances_once_they_are_known() -> None:
    there, _out = session()
    assert scene_of(there).curve is None
    there._obey("review")
    there._obey("2")
    scene = scene_of(there)
    assert scene.curve is not None
    assert scene.steps == ()
    assert "better was K♠" in scene.status
    assert f"Move 2 of {COUNT} · Chances: 60%" in scene.title


def test_a_drawn_replay_is_led_by_arrows_and_keys() -> None:
    def play(screen: Screen) -> None:
        there = ReplaySession(Reviewed(REVIEW), 1, TOLD, screen.keyboard, screen.output)  # type: ignore[arg-type]
        screen.show(lambda: scene_of(there), [], KEYS, ARROWS)
        there.run()

    with sitting(play) as (person, _out):
        person.wait_for("This is the deal.", f"Move 0 of {COUNT}")
        person.press("\x1b[C")
        person.wait_for(f"Move 1 of {COUNT}")
        person.press("\x1bOQ")
        person.wait_for("Chances: 60%", "▂▂▂")
        person.press("\x1b[15~")
        person.wait_for(f"Move 2 of {COUNT}", "better was K♠")
        person.press("\x1b[D\x1b[D")
        person.wait_for(f"Move 0 of {COUNT}")
        person.press("\x1b[F")
        person.wait_for(f"Move {COUNT} of {COUNT}", "win")


def test_a_curve_has_an_eighth_of_a_block_for_every_eighth() -> None:
    curve = Curve(((1, 0.0), (2, 0.5), (3, 1.0)), 3)
    assert curve.lines(4, 1) == [" ▁▄█"]
    assert curve.lines(4, 2) == ["   █", " ▁██"]
    assert [curve.at(action) for action in range(5)] == [None, 0.0, 0.5, 1.0, 1.0]
    assert [curve.column_of(action, 8) for action in range(4)] == [0, 2, 4, 6]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_german_word_that_is_understood(command: str) -> None:
    with in_language("de"):
        word = _(COMMANDS[command]).partition(" ")[0]
        assert command_of(word, COMMANDS) == (command, "")


def test_the_keys_along_the_edge_fit_into_sixty_columns() -> None:
    labels = ["1Hilfe", "2Analyse", "3Zurück", "4Weiter", "5Verschenkt", "6Anfang", "7Schluss", "9Farben", "10Ende"]
    found = fitting(labels, 60)
    assert sum(len(label) + 1 for label in found) <= 61
    assert all(label.startswith(each[:4]) for label, each in zip(labels, found, strict=True))


def listing(**changes: object) -> Message:
    seats = [{"you": True, "name": "Ada"}, {"you": False, "name": "Pip"}, {"you": False, "name": ""}]
    table = {"name": "Standard", "seats": seats, "state": "running", "your_turn": False, "winners": [], "solo": False}
    return {**table, "progress": None, "changed_at": 1_790_000_000_000, **changes}


def test_games_are_listed_with_how_they_stand() -> None:
    lines = list(
        _listed(
            [
                listing(your_turn=True),
                listing(state="match_over", winners=[1]),
                listing(state="match_over", winners=[0]),
                listing(name="Klondike", solo=True, progress="12 cards are gone"),
            ],
            7,
        )
    )
    assert lines[0].startswith("  1  Standard: You, Pip and Free seat – your turn (2026-")
    assert "– Pip has won (" in lines[1]
    assert "– you have won (" in lines[2]
    assert "  4  Klondike – goes on, 12 cards are gone (" in lines[3]
    assert lines[4].startswith("3 more")
    assert list(_listed([], 0)) == ["You have no games yet: `spite play` begins one."]


def test_statistics_are_lines_of_figures() -> None:
    total = {"name": "Pip", "games": 3, "won": 2, "lost": 1, "share": 0.667}
    found = {
        "all": total,
        "longest": 2,
        "running": 1,
        "by_opponent": [total],
        "by_version": [],
        "by_players": [],
    }
    lines = list(_figures(found))
    assert lines[0] == "All games: 3 games, 2 won, 1 lost (67%)"
    assert lines[1] == "Won in a row: 1 now, 2 at the most."
    assert "  Pip: 3 games, 2 won, 1 lost (67%)" in lines
    assert list(_figures({"all": {"games": 0}})) == ["No game is over yet."]
