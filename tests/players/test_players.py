"""The computer players: legal, honest, and able to finish every preset."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from spite_and_malice.engine import UNSHUFFLED, Position, deal
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS, choose, roster
from spite_and_malice.players.by_hand import planner
from spite_and_malice.players.monte_carlo import Effort
from spite_and_malice.players.player import without_stalemate
from spite_and_malice.rules import PRESETS, preset_rules
from tests.engine.build import lay
from tests.engine.scramble import any_position
from tests.engine.test_views import with_hidden_cards_permuted
from tests.examples import examples, some
from tests.strategies import seeds

MOST_MOVES = 1500
WHAT_THEY_KNOW = ("src/spite_and_malice/players/", "src/spite_and_malice/engine/", "src/spite_and_malice/rules/")


def tables() -> list[tuple[str, int]]:
    """List every preset with its smallest and its largest number of players."""
    return [
        (preset.id, players)
        for preset in PRESETS.values()
        for players in sorted({min(preset.players), max(preset.players)})
    ]


@pytest.mark.parametrize(
    ("player", "preset", "players"),
    some(((player, *table) for table in tables() for player in PLAYERS), *WHAT_THEY_KNOW, of=20),
)
def test_every_preset_plays_to_an_end(player: str, preset: str, players: int) -> None:
    chance = SeededChance(1)
    position = deal(preset_rules(preset, players, {"payoff": 2, "payoff_piles": 1}), 0, chance)
    log: list[str] = []
    while not position.is_over and len(log) < MOST_MOVES:
        seat = position.turn
        move = choose(player, position.view(seat).to_json(), log, 0.002, 7)
        position.play(move, chance)
        log.append(f"{seat} {move}")
    assert position.is_over, f"still going on after {MOST_MOVES} moves"


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=seeds())
@examples(20)
def test_a_player_chooses_a_legal_move_anywhere(player: str, seed: int) -> None:
    position, _ = any_position(seed)
    if not position.is_over:
        view = position.view(position.turn)
        assert choose(player, view.to_json(), [], 0.01, seed) in view.legal


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=seeds())
@examples(8)
def test_the_same_view_gives_the_same_move_when_hidden_cards_are_permuted(player: str, seed: int) -> None:
    position, rng = any_position(seed)
    if position.is_over:
        return
    other = with_hidden_cards_permuted(position, position.turn, rng)
    with pytest.MonkeyPatch.context() as patch:
        # A search limited by its size, never by the clock.
        patch.setattr(planner, "_MOST_POSITIONS", 40)
        patch.setattr(roster, "MASTER", Effort(rounds=((1.0, 30), (1 / 2, 60))))
        chosen = [choose(player, table.view(table.turn).to_json(), [], 600.0, 3) for table in (position, other)]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("player", some(PLAYERS, *WHAT_THEY_KNOW, of=4))
def test_plain_data_is_enough_in_a_process_that_never_held_the_position(player: str, root: Path) -> None:
    position = deal(preset_rules("standard"), 0, SeededChance(5))
    view = position.view(position.turn).to_json()
    program = (
        "import json, sys; from spite_and_malice.players import choose; "
        "print(choose(sys.argv[1], json.load(sys.stdin), [], 60.0, 4))"
    )
    there = subprocess.run(
        [sys.executable, "-c", program, player],
        input=json.dumps(view),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        timeout=60,
    )
    assert there.stdout.strip() == choose(player, view, [], 60.0, 4)


@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_plays_its_payoff_card_in_the_turn_in_which_it_can(player: str) -> None:
    position = lay("Ah 9h 9d", payoff=["7d 2h"], centre=["As"])
    played = []
    while position.turn == 0 and "7d" not in (position.view(0).players[0].payoff[0].top or ""):
        played.append(choose(player, position.view(0).to_json(), [], 5.0, 1))
        position.play(played[-1], UNSHUFFLED)
    assert played[-1].startswith("P-C")


@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_wins_when_it_can(player: str) -> None:
    position = lay("9h 9d", payoff=["2h"], side=["As"], centre=["As"])
    for _ in range(3):
        if not position.is_over:
            position.play(choose(player, position.view(0).to_json(), [], 5.0, 1), UNSHUFFLED)
    assert position.to_json()["result"]["winners"] == [0]


def test_the_planner_comes_to_an_end_even_without_time() -> None:
    position, chance = deal(preset_rules("quick", 2, {"payoff": 2}), 0, SeededChance(1)), SeededChance(2)
    for _ in range(100):
        if position.is_over:
            break
        position.play(choose("planner", position.view(position.turn).to_json(), [], 0.0, 7), chance)
    assert position.is_over


def test_the_planner_finds_a_line_to_its_payoff_card() -> None:
    position = lay("Ah 2h 9h", payoff=["7d 4h"], side=["3h"], centre=["As 2s 3s 4s", "As 2s 3s 4s", ""])
    played = []
    for _ in range(4):
        played.append(choose("planner", position.view(0).to_json(), [], 5.0, 1))
        position.play(played[-1], UNSHUFFLED)
    assert played == ["HAh-C3", "H2h-C3", "S1-C3", "P-C3"]


@pytest.mark.parametrize("player", PLAYERS)
def test_the_only_move_is_taken(player: str) -> None:
    position = lay("Ah", rules={"no_discard": [1]}, centre=["As", "As", "As"])
    assert choose(player, position.view(0).to_json(), [], 5.0, 1) == "pass"


def test_who_is_not_to_move_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        choose("greedy", lay("9h").view(1).to_json(), [], 5.0, 1)


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(KeyError):
        choose("nobody", lay("9h").view(0).to_json(), [], 5.0, 1)


def test_the_roster_names_its_players() -> None:
    assert list(PLAYERS) == ["beginner", "casual", "club", "expert", "master", "greedy", "planner", "learned"]
    for name, info in PLAYERS.items():
        assert info.id == name
        assert info.name
        assert info.summary.endswith(".")


@pytest.mark.parametrize("player", PLAYERS)
def test_the_planner_keeps_to_its_clock_and_any_seed_is_legal(player: str) -> None:
    rng = Random(2)
    position = deal(preset_rules("flinch", 2), 0, SeededChance(2))
    for _ in range(10):
        view = position.view(position.turn)
        move = choose(player, view.to_json(), [], 0.0, rng.randrange(2**32))
        assert move in view.legal
        position.play(move, UNSHUFFLED)


def test_a_position_is_not_changed_by_choosing() -> None:
    position = lay("Ah 2h 9h", payoff=["7d 4h"], side=["3h"])
    before = position.to_json()
    for player in PLAYERS:
        choose(player, position.view(0).to_json(), [], 5.0, 1)
    assert Position.from_json(before).to_json() == position.to_json()


@pytest.mark.parametrize("player", ["beginner", "casual", "club", "expert", "greedy", "planner", "learned"])
@pytest.mark.parametrize("preset", some(["book", "book-four"], *WHAT_THEY_KNOW, of=2))
def test_nobody_ends_a_game_by_a_pass_who_can_still_play(player: str, preset: str) -> None:
    passes = 0
    for seed in range(12):
        position = deal(preset_rules(preset), seed % 2, SeededChance(seed))
        while not position.is_over and not any(str(move) == "pass" for move in position.legal_moves):
            position.play(position.legal_moves[0], UNSHUFFLED)
        view = position.view(position.turn).to_json() | {"passes": 1, "moved": False}
        if len(view["legal"]) > 1:
            passes += choose(player, view, [], 0.2, seed) == "pass"
    assert passes == 0


def test_a_first_pass_stays_a_choice() -> None:
    view = deal(preset_rules("book"), 0, SeededChance(1)).view(0)
    assert without_stalemate(view) == view
