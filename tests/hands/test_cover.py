"""The games played for every kind of move have all of them."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import PRESETS as PATIENCES
from spite_and_malice.rules import PRESETS as SPITES

from . import cover


@pytest.mark.nightly("src/spite_and_malice/patience/", "tests/hands/")
def test_the_games_of_patience_have_every_kind_of_move_on_every_layout() -> None:
    every = set().union(*cover.patience_pairs(PATIENCES).values())
    assert set().union(*cover.patience_pairs(cover.PATIENCES).values()) == every
    assert set(cover.patience_kinds()) == set(cover.PATIENCES)


@pytest.mark.nightly("src/spite_and_malice/rules/", "src/spite_and_malice/engine/", "tests/hands/")
def test_the_versions_have_every_kind_of_move_in_every_round() -> None:
    every = set().union(*cover.spite_pairs(SPITES).values())
    assert set().union(*cover.spite_pairs(cover.SPITES).values()) == every
    assert set(cover.spite_kinds()) == set(cover.SPITES)
