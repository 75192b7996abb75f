"""A policy plays as a program in the arena, and as a player wherever there are views."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

from spite_and_malice import Game, new_game
from spite_and_malice.analysis.arena import Plan, run
from spite_and_malice.interop import program
from spite_and_malice.interop.encoder import Encoder
from spite_and_malice.interop.opponents import PolicyPlayer, policy_maker
from spite_and_malice.rules import preset_rules
from tests.examples import some
from tests.interop.policies import to_the_centre

INTEROP = "src/spite_and_malice/interop/"


POLICY = "tests.interop.policies:to_the_centre"


def play_out(game: Game) -> None:
    player = PolicyPlayer(to_the_centre(Encoder(game.rules)))
    while not game.is_over and len(game.log) < 500:
        game.play(player.choose(game.view(game.turn), game.log, 1.0))


@pytest.mark.parametrize("preset", some(["standard", "loading", "unlimited", "misery", "partners"], INTEROP, of=3))
def test_a_policy_plays_whole_games_by_views(preset: str) -> None:
    game = new_game(preset, seed=4)
    play_out(game)
    assert len(game.log) > 20


def test_a_policy_plays_in_the_arena_as_a_program() -> None:
    command = f"cmd:{sys.executable} -m spite_and_malice.interop.program {POLICY}"
    plan = Plan(preset_rules("standard", None, {"payoff": 2}), ("greedy", command), deals=2, seed=1, seconds=20.0)
    assert {record.reason for record in run(plan)} <= {"payoff", "stock"}


def test_a_program_answers_line_by_line_under_changing_rules() -> None:
    asked: list[dict[str, Any]] = []
    views = []
    for preset in ("standard", "book", "standard"):
        game = new_game(preset, seed=1)
        view = game.view(game.turn)
        asked.append({"type": "new", "rules": view.rules.to_json(), "seat": view.seat, "seed": 1})
        asked.append({"type": "choose", "view": view.to_json(), "log": [], "legal": list(view.legal), "seconds": 1.0})
        views.append(view)
    asked.append({"type": "end"})
    answers = io.StringIO()
    program.play(to_the_centre, io.StringIO("".join(json.dumps(each) + "\n" for each in asked)), answers)
    said = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert said[::2] == [{"ok": True, "stays": True}] * 3
    assert all(answer["move"] in view.legal for answer, view in zip(said[1::2], views, strict=True))


def test_a_policy_that_is_not_to_be_had_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="Name one as MODULE:NAME"):
        policy_maker("no_such_module:policy")
    with pytest.raises(ValueError, match="is no policy"):
        policy_maker("json:nothing")
    assert program.main([]) == 2
    assert "MODULE:NAME" in capsys.readouterr().err
