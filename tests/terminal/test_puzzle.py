"""Puzzles in the terminal: solved by typed moves and by keys, with hints, and their results."""

from __future__ import annotations

import io
from typing import Any

import pytest

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.terminal.backend import Message, NoAnswer
from spite_and_malice.terminal.commands import command_of
from spite_and_malice.terminal.console import Keyboard, Output
from spite_and_malice.terminal.puzzle.session import COMMANDS, Finish, PuzzleSession
from spite_and_malice.terminal.screen.puzzle import scene_of
from spite_and_malice.texts import in_language


def some() -> tuple[Puzzle, Puzzle]:
    """Return a puzzle with more than one play, and another one."""
    ids = [each.id for each in collection.puzzles().entries if each.preset == "standard"]
    found = [puzzle for each in ids[:40] if (puzzle := collection.puzzles().get(each)) and len(puzzle.way) > 2]
    return found[0], found[1]


FIRST, SECOND = some()


class Kept:
    """Results of puzzles."""

    def __init__(self) -> None:
        self.results: list[tuple[str, dict[str, Any]]] = []

    def finish(self, puzzle_id: str, came: dict[str, Any]) -> Message | None:
        self.results.append((puzzle_id, came))
        return {"counted": True, "rating": {"points": 1510}, "change": -12}


def typed(*lines: str, finish: Finish | None = None, first: Puzzle = FIRST) -> str:
    out = io.StringIO()
    keyboard = Keyboard(io.StringIO("".join(f"{line}\n" for line in lines)), is_terminal=False)
    output = Output(out, "utf-8", 79)
    PuzzleSession(first, lambda: SECOND, finish or Kept().finish, keyboard, output).run()
    return out.getvalue()


def test_a_puzzle_is_solved_by_its_way_and_counts_as_solved_at_once() -> None:
    kept = Kept()
    said = typed(*FIRST.way, "next", "quit", finish=kept.finish)
    assert "Solved!" in said
    assert "Your rating at puzzles: 1510 (−12)." in said
    assert kept.results == [(FIRST.id, {"moves": list(FIRST.way), "taken_back": False, "gave_up": False})]
    assert said.count("Puzzle of grade") == 2


def test_a_card_that_comes_to_light_on_the_way_lies_face_down() -> None:
    puzzle = collection.puzzles().get("1c28f29509")
    assert puzzle is not None
    way = ["P-C1", "S1-C1", "HAd-C1", "H2h-C1", "H3h-C1", "S4-C2", "S2-C2", "S1-C2", "HAc-C2"]
    said = typed(way[0], "hint", *way[1:], "quit", first=puzzle)
    assert "face down (" in said
    assert "S1-C1" in said
    assert "Solved, after some tries." in said


def test_hints_lead_to_the_end_but_not_at_once() -> None:
    kept = Kept()
    lines = [line for move in FIRST.way for line in ("hint", move)]
    said = typed(*lines, finish=kept.finish)
    assert f"{FIRST.way[0]}: " in said
    assert "Solved, after some tries." in said
    assert kept.results[0][1]["taken_back"]


def test_moves_are_taken_back_and_what_ends_the_turn_is_not_made() -> None:
    discard = next(str(move) for move in FIRST.view.legal_moves if move.is_discard)
    said = typed(discard, "undo", FIRST.way[0], "undo", FIRST.way[0], "again", "99", "xyz", "P-C9")
    assert "That ends your turn" in said
    assert "There is no move to take back." in said
    assert said.count(FIRST.task) == 5
    assert "There is no move of this number" in said
    assert "neither a command nor a move" in said
    assert "is not legal" in said


def test_the_way_is_shown_who_gives_up_and_that_is_kept() -> None:
    kept = Kept()
    said = typed("way", FIRST.way[0], "hint", "way", finish=kept.finish)
    assert " way: " in said or " ways: " in said
    assert said.count("This puzzle is over") == 3
    assert kept.results == [(FIRST.id, {"moves": [], "taken_back": False, "gave_up": True})]


def test_a_server_that_does_not_answer_ends_nothing() -> None:
    def finish(_puzzle: str, _came: dict[str, Any]) -> Message | None:
        raise NoAnswer("Nobody is there.")

    said = typed(*FIRST.way, "help", finish=finish)
    assert "Nobody is there." in said
    assert "again – take all moves back" in said


def test_a_drawn_puzzle_says_what_is_asked_until_it_is_over() -> None:
    session = PuzzleSession(FIRST, lambda: SECOND, Kept().finish, Keyboard(io.StringIO(), False), Output(io.StringIO()))
    scene = scene_of(session)
    assert scene.status == FIRST.task
    assert {str(move) for move in FIRST.view.legal_moves} == {step.text for step in scene.steps}
    session._obey("way")
    assert scene_of(session).steps == ()
    assert "“next” brings another one" in scene_of(session).status


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_german_word_that_is_understood(command: str) -> None:
    with in_language("de"):
        from spite_and_malice.texts import _

        word = _(COMMANDS[command]).partition(" ")[0]
        assert command_of(word, COMMANDS) == (command, "")
        assert command_of(command, COMMANDS) == (command, "")
