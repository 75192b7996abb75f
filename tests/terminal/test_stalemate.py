"""A pass that would end the game: the terminal asks first, and a computer player that can continue prevents it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.play import Game, parse
from spite_and_malice.play.game import TAKEBACK
from spite_and_malice.rules import preset_rules
from spite_and_malice.terminal import alone
from spite_and_malice.terminal.alone import Alone
from spite_and_malice.texts import in_language

from .playing import table, typed

BOOK = preset_rules("book", None, {"target": 1})
ASKED = "If you pass as well, that is a stalemate and the game is over."


def rosa_begins(folder: Path) -> Alone:
    """Return a table of the card-book game at which the computer player is first to move."""
    for number in range(100):
        found = table(folder, BOOK, partial(b"rosa %d".__mod__, number))
        if found._game.turn == 1 and "pass" in map(str, found._game.legal_moves):
            return found
    raise AssertionError("no such deal")


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computer player pass, except where that would end the game."""

    def choose(_player: str, view: Mapping[str, Any], _log: Sequence[str], _seconds: float, _seed: int) -> str:
        legal: list[str] = view["legal"]
        other = next((move for move in legal if move != "pass"), "pass")
        return other if view["passes"] or "pass" not in legal else "pass"

    monkeypatch.setattr(alone, "choose", choose)


def actions(folder: Path) -> list[str]:
    (path,) = folder.glob("*.txt")
    return [action.text for action in parse(path.read_bytes()).actions]


@pytest.mark.usefixtures("passing")
def test_a_pass_that_would_end_the_game_asks_first(tmp_path: Path) -> None:
    said = " ".join(typed(rosa_begins(tmp_path), "pass", "quit").split())
    assert "Rosa has just passed." in said
    assert ASKED in said
    assert "Pay-off cards left: you 26 and Rosa 26." in said
    assert "They are equal: nobody wins, and nobody scores." in said
    assert actions(tmp_path) == ["pass"]


@pytest.mark.usefixtures("passing")
def test_a_computer_player_that_can_go_on_breaks_the_stalemate(tmp_path: Path) -> None:
    said = typed(rosa_begins(tmp_path), "pass", "pass", "quit")
    assert said.count(ASKED) == 1
    assert "Rosa breaks the stalemate and plays on." in said
    first, back, *more = actions(tmp_path)
    assert (first, back) == ("pass", TAKEBACK)
    assert more
    assert more[0] != "pass"


@pytest.mark.usefixtures("passing")
def test_where_nobody_can_go_on_a_second_pass_ends_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "could_play", lambda _game, _seat: False)
    said = typed(rosa_begins(tmp_path), "pass", "pass", "quit")
    assert actions(tmp_path) == ["pass", "pass"]
    assert "Everybody passed in turn: a stalemate." in said


@pytest.mark.usefixtures("passing")
def test_any_other_move_plays_on(tmp_path: Path) -> None:
    typed(rosa_begins(tmp_path), "pass", "1", "quit")
    assert actions(tmp_path)[:1] == ["pass"]
    assert actions(tmp_path)[1] != "pass"


@pytest.mark.usefixtures("passing")
@pytest.mark.parametrize(("language", "word"), [("en", "undo"), ("de", "zurück")])
def test_taking_the_pass_back_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    monkeypatch.setattr(Game, "could_play", lambda _game, _seat: False)
    with in_language(language):
        typed(rosa_begins(tmp_path), "pass", word, "quit")
    assert actions(tmp_path) == ["pass"]
