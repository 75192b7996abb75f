"""The ladder of the levels: who wins is counted for the right one, and the page's table is that of the file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spite_and_malice.players.evaluation import preset_like
from spite_and_malice.rules import PRESETS, preset_rules
from tools.ladder import LADDER, PAGE, Rung, one_deal, read, searches, seatings, table, written


@pytest.mark.parametrize("preset", ["standard", "book"])
def test_a_deal_with_the_levels_exchanged_is_lost_where_it_was_won(preset: str) -> None:
    found = [one_deal(preset, "club", "beginner", number) for number in range(4)]
    exchanged = [one_deal(preset, "beginner", "club", number) for number in range(4)]
    assert [[-each for each in reversed(deal)] for deal in exchanged] == found
    assert sum(map(sum, found)) > 0


@pytest.mark.parametrize("preset", ["standard", "round", "partners"])
def test_both_levels_take_every_seat_equally_often(preset: str) -> None:
    rules = preset_rules(preset)
    for seat in range(rules.players):
        assert sorted({seating[seat] for seating in seatings(rules)}) == [0, 1]
        assert 2 * sum(seating[seat] for seating in seatings(rules)) == len(seatings(rules))


def test_only_the_expert_samples_worlds_and_only_where_its_weights_do_not_do() -> None:
    assert searches("expert", preset_rules("book", 2))
    assert searches("expert", preset_rules("misery", 2)), "its weights know a single pay-off pile"
    assert searches("expert", preset_rules("goal-26", 3)), "its weights alone hardly lead the club player"
    assert not searches("expert", preset_rules("standard"))
    assert not searches("expert", preset_rules("skip-bo", 5))
    assert not searches("club", preset_rules("book", 2))


def test_a_table_has_a_row_for_each_version_and_leaves_out_what_was_not_played() -> None:
    rung = Rung("standard", "club", "casual")
    rung.add([1, -1])
    rung.add([1, 0])
    rung.add([-1, -1])
    rows = [*table([rung, Rung("standard", "expert", "club")])]
    assert len(rows) == len(PRESETS) + 2
    assert rows[2] == "| `standard` |  | 2–3–1, 40 % (12–77) |  |"


def test_the_table_is_written_between_its_marks_alone() -> None:
    page = PAGE.read_text(encoding="utf-8")
    changed = written(page, [])
    assert changed != page
    assert written(changed, read()) == page, "the page has the table of tools/ladder.json"


def test_the_file_has_every_version_and_neighbours_alone() -> None:
    found = {(rung.preset, rung.level): rung for rung in read()}
    assert {preset for preset, _level in found} == set(PRESETS)
    assert all(rung.below == LADDER[LADDER.index(rung.level) - 1] for rung in found.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_close_to_a_preset_are_played_as_it_is(players: int) -> None:
    for preset in ("goal-26", "natural-low", "skip-bo"):
        rules = preset_rules(preset, players)
        assert preset_like(rules) == preset
        assert preset_like(replace(rules, payoff=rules.payoff - 1)) == preset
