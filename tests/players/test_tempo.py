"""The computer players' apparent thinking time: short when everything is clear, longer when it matters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from spite_and_malice.engine import Move, View
from spite_and_malice.players import PLAYERS, think
from spite_and_malice.players.tempo import LONGEST, QUICK, pause_before
from tests.engine.build import lay
from tests.engine.scramble import any_position
from tests.engine.test_views import with_hidden_cards_permuted
from tests.examples import examples
from tests.strategies import seeds

OBVIOUS = lay("9h Qd 4c", payoff=["8d 3d"], side=["9s Qc"], centre=["As 2s"]).view(0)
CLOSE = lay("9h 4d Qd Kh 6c", payoff=["8d 7d"], side=["9s", "5c", "Qs"], centre=["As 2s", "As 2s 3s", "As"]).view(0)


def pause(view: View, player: str, text: str) -> int:
    """Return the pause before a move."""
    return pause_before(player, view, Move.parse(text))


def test_the_only_move_comes_at_once() -> None:
    view = lay("Ah", rules={"no_discard": [1]}, centre=["As", "As", "As"]).view(0)
    assert view.legal == ("pass",)
    assert {pause(view, player, "pass") for player in PLAYERS} == {QUICK}
    assert think("master", view.to_json(), [], 5.0, 1).pause == QUICK


def test_a_move_that_all_would_make_comes_sooner_than_one_that_few_would() -> None:
    assert pause(OBVIOUS, "expert", "P-C1") < 400
    assert pause(CLOSE, "expert", "H6c-S3") > 1000
    assert pause(CLOSE, "expert", "H6c-S3") <= LONGEST


def test_octavia_takes_longer_than_pip() -> None:
    assert pause(CLOSE, "master", "H6c-S3") > 1.3 * pause(CLOSE, "beginner", "H6c-S3")


def test_the_later_moves_of_a_turn_come_sooner() -> None:
    assert pause(replace(CLOSE, moved=True), "club", "H6c-S3") < pause(CLOSE, "club", "H6c-S3")


def test_near_the_end_everybody_thinks_longer() -> None:
    many = {1: {"payoff": ["7d " * 9 + "7d"]}}
    hand, side, centre = "9h 4d Qd 6c", ["9s", "5c", "Qs"], ["As 2s", "As 2s 3s", "As"]
    calm = lay(hand, payoff=["8d " * 9 + "7d"], side=side, centre=centre, others=many, rules={"payoff": 10}).view(0)
    close = lay(hand, payoff=["8d 7d"], side=side, centre=centre, others=many, rules={"payoff": 10}).view(0)
    assert pause(close, "club", "H6c-S3") > pause(calm, "club", "H6c-S3")


def test_where_a_card_goes_of_equal_places_is_no_matter() -> None:
    view = lay("Ah 9h", payoff=["8d 7d"]).view(0)
    assert len({pause(view, "club", f"HAh-C{place}") for place in (1, 2, 3)}) == 1


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=seeds())
@examples(15)
def test_it_follows_from_the_view_and_has_its_bounds(player: str, seed: int) -> None:
    position, rng = any_position(seed)
    if position.is_over:
        return
    other = with_hidden_cards_permuted(position, position.turn, rng)
    move = position.legal_moves[-1]
    pauses = [pause_before(player, each.view(each.turn), move) for each in (position, other)]
    assert pauses[0] == pauses[1]
    assert QUICK <= pauses[0] <= LONGEST
