"""The players that look ahead: the lines they compare, their clock, and what only they notice."""

from __future__ import annotations

import itertools
import time

import pytest

from spite_and_malice.engine import Move, Position, deal
from spite_and_malice.engine.core import Policy, apply, legal_moves
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.play import SeededChance
from spite_and_malice.players import choose, monte_carlo, think
from spite_and_malice.players.lines import MOST_LINES, lines_of
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo, lead_of
from spite_and_malice.players.weights import TUNED
from spite_and_malice.rules import PRESETS, preset_rules
from tests.engine.build import lay
from tests.examples import some


def lines(position: Position) -> list[str]:
    """Return the lines of the seat to move as texts."""
    core = Position.from_view(position.view(position.turn)).core
    found = lines_of(core, Policy(core, list(TUNED)), position.rules.side_count)
    return [" ".join(str(decode(move, position.rules.payoff_piles)) for move in line) for line in found]


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/players/", "src/spite_and_malice/engine/", of=4))
def test_every_line_can_be_played_and_every_first_move_is_among_them(preset: str) -> None:
    chance = SeededChance(3)
    position = deal(preset_rules(preset), 0, chance)
    for _ in range(12):
        if position.is_over:
            break
        found = lines(position)
        assert 0 < len(found) <= MOST_LINES
        assert len(set(found)) == len(found)
        for line in found:
            core = Position.from_view(position.view(position.turn)).core
            for text in line.split():
                legal = {str(decode(move, position.rules.payoff_piles)): move for move in legal_moves(core)}
                apply(core, legal[text])
        position.play(choose("club", position.view(position.turn).to_json(), [], 1.0, 1), chance)


def test_lines_are_chains_with_and_without_a_discard() -> None:
    found = lines(lay("2h 9d", payoff=["7d Qh"], side=["3h"], centre=["As"]))
    assert "H2h-C1" in found
    assert "H2h-C1 H9d-S2" in found or "H2h-C1 H9d-S1" in found
    assert "H2h-C1 S1-C1 H9d-S1" in found or "H2h-C1 S1-C1 H9d-S2" in found
    assert "H9d-S1" in found


def test_where_the_payoff_card_can_be_played_nothing_else_is_thought_of() -> None:
    assert lines(lay("2h 9d", payoff=["7d 2s"], centre=["As", "Ah"])) == ["P-C1", "P-C2"]


def test_a_search_passes_only_ahead_and_once_a_card_has_been_moved() -> None:
    behind = lay("9h", preset="book", payoff=["7d 6d Qh"], others={1: {"payoff": ["7d Qs"]}})
    ahead = lay("9h", preset="book", payoff=["Qh"], others={1: {"payoff": ["7d Qs"]}})
    assert "pass" not in lines(ahead)
    moved = Position.from_json(ahead.to_json() | {"moved": True})
    assert "pass" in lines(moved)
    assert "pass" not in lines(behind)
    assert "pass" not in lines(Position.from_json(behind.to_json() | {"moved": True}))
    assert lines(behind)


def test_the_clock_ends_a_search() -> None:
    view = deal(preset_rules("skip-bo"), 0, SeededChance(4))
    endless = MonteCarlo(1, Effort(rounds=((1.0, 10**9),)))
    started = time.monotonic()
    move = endless.choose(view.view(view.turn), [], 0.2)
    assert str(move) in view.view(view.turn).legal
    assert time.monotonic() - started < 10, "it would have taken hours"


def test_without_time_it_plays_as_the_policy_would() -> None:
    position = deal(preset_rules("skip-bo"), 0, SeededChance(4))
    hours = itertools.count(0, 3600)
    hurried = MonteCarlo(1, Effort(rounds=((1.0, 10**9),)), now=lambda: float(next(hours)))
    view = position.view(position.turn)
    assert str(hurried.choose(view, [], 1.0)) == choose("club", view.to_json(), [], 1.0, 1)


def test_nobody_waits_for_an_obvious_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(monte_carlo, "Sampler", searched)
    assert choose("master", lay("2h 9d", payoff=["7d 2s"], centre=["As"]).view(0).to_json(), [], 9.0, 1) == "P-C1"


def test_it_says_in_how_many_worlds_it_compared_its_move() -> None:
    view = deal(preset_rules("standard"), 1, SeededChance(6)).view(0).to_json()
    assert think("master", view, [], 5.0, 1).worlds > 0
    assert think("club", view, [], 0.1, 1).worlds == 0


def test_a_seed_gives_the_same_move_again() -> None:
    position = deal(preset_rules("standard"), 0, SeededChance(6))
    view = position.view(position.turn)
    effort = Effort(rounds=((1.0, 10), (0.5, 10)))
    assert len({str(MonteCarlo(5, effort).choose(view, [], 600.0)) for _ in range(3)}) == 1


@pytest.mark.parametrize(("better_by", "deviates"), [(20, False), (50, True)])
def test_only_a_line_that_is_surely_better_is_played_instead_of_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, better_by: int, deviates: bool
) -> None:
    class Dice:
        """Values one line above the others, but in every second world the opposite, several times as much."""

        def evaluate(
            self, lines: list[list[int]], seed: int, worlds: int, turns: int, first: int = 0
        ) -> list[list[int]]:
            swing = [200 if world % 2 else -200 for world in range(first, first + worlds)]
            return [[better_by + way if line[0] == other else 0 for way in swing] for line in lines]

    position = deal(preset_rules("standard"), 0, SeededChance(6))
    view = position.view(position.turn)
    usual = choose("expert", view.to_json(), [], 1.0, 1)
    core = Position.from_view(view).core
    other = next(move for move in legal_moves(core) if str(decode(move, 1)) != usual)
    monkeypatch.setattr(monte_carlo, "_playouts_for", lambda *_: Dice())
    chosen = str(MonteCarlo(1, Effort(rounds=((1.0, 40),))).choose(view, [], 600.0))
    assert chosen == (str(decode(other, 1)) if deviates else usual)


def test_it_sees_that_a_card_would_hand_the_game_over() -> None:
    """The opponent needs a three and has no other card left; the card on the stack decides."""
    opponent = {1: {"payoff": ["3h"], "hand": "8s 8d 9s 9d Ts"}}
    rules = {"payoff": 5}
    position = lay("2d Td 8c 9c Qc", payoff=["7d 6d 6h Qh"], centre=["As"], rules=rules, others=opponent)
    chosen = choose("master", position.view(0).to_json(), [], 60.0, 1)
    assert chosen != "H2d-C1"


def test_a_lead_is_one_only_where_it_is_sure() -> None:
    view = lay("Ah 9h", payoff=["2s"], centre=["As"], others={1: {"payoff": ["2c"]}}).view(0)
    paying, discarding = ([encode(Move.parse(text), 1)] for text in ("P-C1", "H9h-S1"))
    ahead = lead_of(view, [], paying, discarding, 60, 5)
    assert ahead > 0.3
    assert lead_of(view, [], paying, discarding, 60, 5) == ahead
    assert lead_of(view, [], discarding, paying, 60, 5) == 0
    assert lead_of(view, [], paying, paying, 60, 5) == 0
    # A look at the clock after some worlds: a few are enough for this.
    assert lead_of(view, [], paying, discarding, 10**9, 5, seconds=0.0) > 0


def test_there_is_no_lead_where_no_deal_leads_to_the_view() -> None:
    view = lay("Ah 9h Ah Ah", payoff=["7d 2h"]).view(0)
    playing, discarding = ([encode(Move.parse(text), 1)] for text in ("HAh-C1", "H9h-S1"))
    assert lead_of(view, [], playing, discarding, 20) == 0
