"""The learned evaluation: available for every preset, and the nearest one for house rules."""

from __future__ import annotations

import pytest

from spite_and_malice.engine.core import codes
from spite_and_malice.players.evaluation import evaluation_for
from spite_and_malice.rules import PRESETS, preset_rules


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_an_evaluation_that_likes_a_lead(preset: str) -> None:
    for players in PRESETS[preset].players:
        weights = evaluation_for(preset_rules(preset, players))
        assert len(weights) == codes.FEATURES
        # One card of lead, two sides with about ten cards left each.
        others = preset_rules(preset, players).side_count - 1
        of_a_card = 64 * weights[codes.E_LEAD] + 40 * weights[codes.E_STOCK]
        assert others * of_a_card + 1024 // 24 * weights[codes.E_RACE] + 64 // 11 * weights[codes.E_CLOSE] > 0


def test_presets_have_evaluations_of_their_own() -> None:
    different = {preset_rules(preset) for preset in PRESETS}
    assert len({evaluation_for(rules) for rules in different}) == len(different)


def test_house_rules_take_the_nearest_evaluation() -> None:
    standard = preset_rules("standard")
    assert evaluation_for(preset_rules("standard", 2, {"payoff": 14})) == evaluation_for(standard)
    assert evaluation_for(preset_rules("skip-bo", 2, {"hand": 6})) == evaluation_for(preset_rules("skip-bo"))
    eight = evaluation_for(preset_rules("round", 7))
    assert eight == evaluation_for(preset_rules("round", 8))
    assert eight != evaluation_for(preset_rules("round", 3))
