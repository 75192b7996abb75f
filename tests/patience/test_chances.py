"""How many deals can be won, and the difficulty that follows from it (docs/patience.md)."""

from __future__ import annotations

import pytest

from benchmarks.patience_solvers import Solved, figures
from spite_and_malice.patience import PRESETS
from spite_and_malice.patience.finding import share_words
from spite_and_malice.patience.rules.chances import BY_HINTS, MEASURED, Chance, chance_of, difficulty_of, fair_chance_of
from tests.patience.new_game import NEW_GAME


@pytest.mark.parametrize(
    ("low", "minutes", "difficulty"),
    [(95, 10, "easy"), (94, 10, "medium"), (100, 13, "medium"), (100, 12, "easy"), (75, 3, "medium"), (74, 3, "hard")],
)  # fmt: skip
def test_difficulty_follows_from_the_share_and_the_length(low: float, minutes: int, difficulty: str) -> None:
    assert difficulty_of(Chance(low, 100), minutes) == difficulty


def test_every_preset_has_a_share_and_its_difficulty_by_the_rule() -> None:
    assert MEASURED.keys() == PRESETS.keys()
    for preset in PRESETS.values():
        chance = preset.chance
        assert chance is not None
        assert 0 < chance.low <= chance.high <= 100
        assert preset.difficulty == difficulty_of(fair_chance_of(preset.id, chance), preset.minutes)
    assert PRESETS["westcliff"].difficulty == "easy"
    assert PRESETS["scorpion"].difficulty == PRESETS["spider-4"].difficulty == "hard"
    assert PRESETS["forty-thieves"].chance == chance_of("forty-thieves", None)
    assert NEW_GAME.chance is None
    assert NEW_GAME.difficulty == "medium"


def test_where_cards_are_shuffled_again_what_a_player_wins_who_does_not_know_them_counts() -> None:
    again = {preset.id for preset in PRESETS.values() if preset.rules.gather == "shuffle"}
    assert again == BY_HINTS.keys()
    for preset in BY_HINTS:
        chance = PRESETS[preset].chance
        assert chance is not None
        fair = fair_chance_of(preset, chance)
        assert fair is not None
        assert fair.low < chance.low
        assert PRESETS[preset].difficulty == "hard"


def test_accordion_is_hard_for_people_though_nearly_every_deal_can_be_won() -> None:
    accordion = PRESETS["accordion"]
    assert accordion.chance is not None
    assert accordion.chance.is_nearly_all
    assert accordion.difficulty == "hard"
    assert share_words(accordion) == "people win about 1 of 100 deals"
    assert share_words(PRESETS["montana"]) == "hints alone win 57 of 100 deals"
    assert share_words(PRESETS["freecell"]) == "nearly every deal can be won"


def test_what_is_published_lies_in_what_was_measured() -> None:
    for preset in PRESETS.values():
        measured = chance_of(preset.id, None)
        assert measured is not None
        if preset.winnable is not None:
            # Three deviations of the examined deals.
            apart = 300 * (max(0.25, measured.high / 100 * (1 - measured.low / 100)) / MEASURED[preset.id].deals) ** 0.5
            assert measured.low - apart <= preset.winnable.share <= measured.high + apart


def test_new_figures_replace_the_old_ones_of_their_presets_alone() -> None:
    before = "text\nMEASURED: Final = {\n    old\n}\nmore\n"
    found = [
        Solved("golf", 0, 1, "won", 0, 0, moves=50),
        Solved("golf", 1, 1, "lost", 0, 0),
        Solved("golf", 2, 1, "won", 0, 0, moves=52),
    ]
    after = figures(before, found).splitlines()
    assert after[:2] == ["text", "MEASURED: Final = {"]
    assert after[-2:] == ["}", "more"]
    assert (
        '    "golf": Measured(deals=3, won=2, lost=1, moves=51),' in after
        or '    "golf": Measured(3, 2, 1, 51),' in after
    )
    assert len(after) == len(PRESETS) + 4
