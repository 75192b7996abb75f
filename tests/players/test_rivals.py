"""The rivals that the computer players are measured by: legal, following the protocol, and reasonably strong."""

from __future__ import annotations

import io
import json

import pytest

from benchmarks.rivals import RIVALS, Rival, main
from spite_and_malice.engine import deal
from spite_and_malice.play import SeededChance
from spite_and_malice.players import choose
from spite_and_malice.rules import preset_rules
from tests.engine.build import lay


@pytest.mark.parametrize("name", RIVALS)
@pytest.mark.parametrize("preset", ["standard", "skip-bo"])
def test_each_plays_a_game_to_its_end_by_legal_moves_alone(name: str, preset: str) -> None:
    chance = SeededChance(2)
    rules = preset_rules(preset, 2, {"payoff": 3})
    position = deal(rules, 0, chance)
    rival = Rival(rules, RIVALS[name])
    for _ in range(600):
        if position.is_over:
            break
        view = position.view(position.turn)
        move = rival.choose(view) if position.turn == 0 else choose("club", view.to_json(), [], 1.0, 1)
        assert move in view.legal
        position.play(move, chance)
    assert position.is_over


@pytest.mark.parametrize("name", RIVALS)
def test_each_answers_by_the_protocol_and_finds_the_way_to_its_payoff_card(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    position = lay("Ah 2h 9h", payoff=["7d 4h"], side=["3h"], centre=["As 2s 3s 4s", "As 2s 3s 4s", ""])
    view = position.view(0)
    asked = [
        {"type": "new", "rules": view.rules.to_json(), "seat": 0, "seed": 1},
        {"type": "choose", "view": view.to_json(), "log": [], "legal": list(view.legal), "seconds": 1.0},
        {"type": "end"},
    ]
    monkeypatch.setattr("sys.argv", ["rivals", name])
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in asked)))
    main()
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"ok": True, "stays": True},
        {"move": "HAh-C3"},
    ]
