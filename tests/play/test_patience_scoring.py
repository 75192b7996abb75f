"""Points of games of patience, move by move, according to the descriptions of the scorings."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from spite_and_malice.cli import main
from spite_and_malice.patience import PRESETS, Move, Rules, deal_number, preset_rules, solve
from spite_and_malice.play.patience import SCORINGS, Deal, PatienceAction, Played, parse, record_patience, scorings_for
from spite_and_malice.play.patience.scoring import Tally, points_text
from tools.record_files import PATIENCE_FOLDER


def played(rules: Rules, deal: int, *actions: str) -> Played:
    """Play actions of a deal, a second apart."""
    game = Played(rules, Deal(deal, "number"))
    for second, text in enumerate(actions):
        game.act(text, second * 1000)
    return game


def points(scoring: str, preset: str, deal: int, *actions: str, milliseconds: int | None = None) -> int:
    return SCORINGS[scoring].points_of(played(preset_rules(preset), deal, *actions), milliseconds)


@pytest.mark.parametrize(
    ("actions", "standard", "vegas"),
    [
        ((), 0, -52),
        # Deal 5: the ace of diamonds leaves T5, and the card below it is turned up.
        (("T5-F",), 15, -47),
        (("T5-F", "Fd-T3"), 0, -52),
        (("T5-F", "undo"), 0, -52),
        # T2-T4 turns a card up; a draw brings nothing.
        (("T2-T4", "draw"), 5, -52),
    ],
)
def test_klondike_is_counted_move_by_move(actions: tuple[str, ...], standard: int, vegas: int) -> None:
    assert points("standard", "klondike-3", 5, *actions) == standard
    assert points("vegas", "klondike-3", 5, *actions) == vegas


def test_going_through_the_stock_costs_points_but_never_below_nothing() -> None:
    round_of_1, round_of_3 = ["draw"] * 24 + ["redeal"], ["draw"] * 8 + ["redeal"]
    start = ["T5-F", "T2-T4"]
    assert points("standard", "klondike-1", 5, *start) == 20
    assert points("standard", "klondike-1", 5, *start, *round_of_1) == 0
    assert points("standard", "klondike-3", 5, *start, *round_of_3 * 3) == 20
    assert points("standard", "klondike-3", 5, *start, *round_of_3 * 4) == 0
    # After that points are counted from 0 on.
    assert points("standard", "klondike-1", 5, *round_of_1, *start) == 20


@pytest.mark.parametrize(("draw", "free", "cost"), [(1, 1, 100), (3, 4, 20)])
def test_every_pass_that_is_not_free_costs_as_much(draw: int, free: int, cost: int) -> None:
    position, costs = deal_number(preset_rules(f"klondike-{draw}"), 5), []
    for _ in range(free + 2):
        while position.view().stock:
            position.play("draw")
        before = position.clone()
        position.play("redeal")
        costs.append(SCORINGS["standard"].of_move(before, Move.parse("redeal"), position))
    assert costs == [0] * (free - 1) + [-cost] * 3


def test_time_costs_points_and_a_win_brings_a_bonus() -> None:
    assert points("standard", "klondike-3", 5, "T5-F", milliseconds=29_900) == 11
    number = next(n for n in range(1, 50) if solve(deal_number(Rules(), n), None).verdict == "won")
    way = [str(move) for move in solve(deal_number(Rules(), number), None).moves]
    untimed = points("standard", "klondike-1", number, *way)
    assert points("standard", "klondike-1", number, *way, milliseconds=100_000) == untimed + 7000 - 20
    assert points("standard", "klondike-1", number, *way, milliseconds=29_999) == untimed - 4
    assert points("vegas", "klondike-1", number, *way, milliseconds=100_000) == 52 * 5 - 52


def test_spider_loses_a_point_a_move_and_wins_a_hundred_a_run() -> None:
    assert points("spider", "spider-1", 5) == 500
    assert points("spider", "spider-1", 5, "T1-T6") == 499
    assert points("spider", "spider-1", 5, "T1-T6", "undo") == 499
    way = [str(move) for move in solve(deal_number(preset_rules("spider-1"), 5), 20).moves]
    assert points("spider", "spider-1", 5, *way) == 500 - len(way) + 800


def test_every_scoring_has_its_games() -> None:
    found = {preset: [scoring.id for scoring in scorings_for(PRESETS[preset].rules)] for preset in PRESETS}
    assert found["klondike-1"] == found["klondike-3"] == ["standard", "vegas"]
    assert found["spider-4"] == found["spiderette"] == ["spider"]
    assert found["freecell"] == found["golf"] == []
    assert SCORINGS["vegas"].summed


@pytest.mark.parametrize("preset", ["klondike-1", "spider-2"])
def test_a_record_is_worth_what_its_game_is(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    path: Path = PATIENCE_FOLDER / f"{preset}.txt"
    record = parse(path.read_bytes())
    game = Played(record.rules, record.deal)
    for action in record.actions:
        game.act(action.text, action.time or 0)
    main(["record", "show", str(path)], standalone_mode=False)
    said = capsys.readouterr().out
    for scoring in scorings_for(record.rules):
        worth = scoring.points_of_record(record)
        assert worth == scoring.points_of(game, record.result.time)
        assert points_text(scoring, worth) in said


@pytest.mark.parametrize("scoring", SCORINGS)
def test_points_that_are_followed_are_those_that_are_counted_at_once(scoring: str) -> None:
    chance = Random(scoring)
    game = Played(preset_rules("spiderette" if scoring == "spider" else "klondike-3"), Deal(5, "number"))
    tally = Tally(SCORINGS[scoring])
    undone = 0
    for second in range(300):
        choices = [str(move) for move in game.game.legal_moves] * 3
        choices += ["undo", f"undo:{min(4, len(game.game.moves))}"] if len(game.game.moves) > 1 else []
        action = chance.choice([*choices, *(["redo"] * 4 if game.game.undone else [])])
        undone += action.startswith("undo")
        game.act(action, second * 1000)
        if chance.random() < 0.7:
            assert tally.points_of(game, second * 1000) == SCORINGS[scoring].points_of(game, second * 1000)
    assert undone > 10


def test_points_are_said_in_words() -> None:
    assert points_text(SCORINGS["vegas"], -52) == "Vegas scoring: −52 points."
    assert points_text(SCORINGS["standard"], 1) == "Standard scoring: 1 point."


def test_a_record_without_times_counts_no_time() -> None:
    record = record_patience(preset_rules("klondike-3"), Deal(5, "number"), [PatienceAction("T5-F")])
    assert SCORINGS["standard"].points_of_record(record) == 15
