"""RULES.md section 8: the presets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spite_and_malice.rules import PRESETS, Deck, InvalidRules, Preset, Rules, preset_rules

TABLE = {
    "standard": [2],
    "round": [3, 4, 5, 6, 7, 8],
    "partners": [4, 6],
    "four-stacks": [2],
    "unlimited": [2],
    "compulsory-aces": [2],
    "loading": [2],
    "kings-and-jokers": [2],
    "jokers": [2],
    "no-wild-aces": [2],
    "no-wild-aces-sevens": [2],
    "fewest": [2],
    "massachusetts": [2],
    "book": [2],
    "book-four": [2],
    "book-redeal": [2],
    "goal-26": [2, 3, 4],
    "goal-13": [2, 3, 4],
    "two-pack-goal": [2, 3, 4],
    "goal-jokers": [2, 3, 4],
    "forced-low": [2, 3, 4],
    "misery": [2, 3],
    "to-the-king": [2, 3, 4],
    "covered-wilds": [2, 3, 4],
    "pack-each": [2, 3, 4, 5, 6, 7, 8],
    "natural-low": [2, 3, 4],
    "starturn": [2, 3, 4],
    "skip-bo": [2, 3, 4, 5, 6],
    "skip-bo-partners": [4, 6],
    "flinch": [2, 3, 4, 5, 6, 7, 8],
    "boxed": [2, 3, 4, 5],
    "quick": [2, 3, 4],
}
EVERY = [(preset_id, players) for preset_id, allowed in TABLE.items() for players in allowed]


def test_8_the_presets_are_those_of_the_table_in_its_order() -> None:
    assert {preset.id: list(preset.players) for preset in PRESETS.values()} == TABLE
    assert list(PRESETS) == list(TABLE)


def test_8_every_preset_can_be_played_by_every_number_of_players_it_allows() -> None:
    assert [(preset_id, preset_rules(preset_id, players).players) for preset_id, players in EVERY] == EVERY


@pytest.mark.parametrize(
    "preset", [each for each in PRESETS.values() if each.players == (2,)], ids=lambda each: each.id
)
def test_a_game_for_two_has_packs_enough_for_more(preset: Preset) -> None:
    two = preset_rules(preset.id)
    for players in range(3, 9):
        rules = preset_rules(preset.id, players)
        assert rules.deck.count() * 2 >= two.deck.count() * players
        if two.payoff_deck is not None and rules.payoff_deck is not None:
            assert rules.payoff_deck.count() >= players * rules.payoff
        assert rules.to_json() == two.to_json() | {
            name: rules.to_json()[name] for name in ("players", "deck", "payoff_deck")
        }


def test_games_for_company_stay_as_they_are() -> None:
    assert PRESETS["skip-bo"].allowed == (2, 3, 4, 5, 6)
    assert preset_rules("loading", 3).deck == Deck(packs=3)
    assert preset_rules("book", 3).deck == Deck(packs=2, jokers=6)


@pytest.mark.parametrize(("preset_id", "players"), EVERY)
def test_the_sizes_that_are_offered_hold_the_own_one_and_all_can_be_dealt(preset_id: str, players: int) -> None:
    sizes = PRESETS[preset_id].sizes
    assert preset_rules(preset_id, players).payoff in sizes
    assert list(sizes) == sorted(set(sizes))
    if players == PRESETS[preset_id].players[0]:
        assert all(preset_rules(preset_id, players, {"payoff": size}) for size in sizes)


def test_the_sizes_are_those_of_the_sources() -> None:
    assert PRESETS["quick"].sizes == (6, 12, 18)
    assert {20, 21, 25} < set(PRESETS["standard"].sizes)
    assert 14 in PRESETS["massachusetts"].sizes


def test_8_presets_are_as_the_vectors_have_them(vectors_path: Path) -> None:
    seen = set()
    for path in vectors_path.parent.glob("*.jsonl"):
        for vector in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            preset_id, _, players = vector["id"].split("/")[0].rpartition("-")
            if preset_id in PRESETS and "position" in vector:
                assert preset_rules(preset_id, int(players)).to_json() == vector["position"]["rules"]
                seen.add(preset_id)
    assert seen == PRESETS.keys()


def test_8_fields_that_follow_the_number_of_players() -> None:
    assert [preset_rules("round", n).centre for n in (3, 8)] == [4, 9]
    assert [preset_rules("round", n).deck.packs for n in (3, 8)] == [3, 8]
    assert [preset_rules("two-pack-goal", n).payoff for n in (2, 3, 4)] == [26, 13, 13]
    assert [preset_rules("misery", n).deck.packs for n in (2, 3)] == [2, 3]
    assert [preset_rules("pack-each", n).deck.packs for n in (2, 8)] == [2, 8]
    assert [preset_rules("starturn", n).payoff for n in (2, 3, 4)] == [22, 14, 11]
    assert [preset_rules("skip-bo", n).payoff for n in (2, 4, 5, 6)] == [30, 30, 20, 20]
    assert [preset_rules("skip-bo-partners", n).payoff for n in (4, 6)] == [30, 20]
    assert [preset_rules("flinch", n).deck.count() for n in (4, 5)] == [150, 300]
    assert [preset_rules("quick", n).centre for n in (2, 4)] == [3, 5]


def test_8_notes_on_starturn_and_skip_bo() -> None:
    starturn = preset_rules("starturn", 3)
    assert starturn.payoff_deck is not None
    assert (starturn.payoff_deck.count(), starturn.deck.count()) == (44, 52)
    skip_bo = preset_rules("skip-bo", 6)
    assert skip_bo.deck.count() - 6 * (skip_bo.payoff + skip_bo.hand) == 12


def test_8_without_a_number_the_fewest_players_play() -> None:
    assert preset_rules("round").players == 3
    assert preset_rules("standard") == Rules()


def test_8_a_preset_may_be_changed_in_any_field() -> None:
    changed = preset_rules("goal-26", 3, {"payoff": 10, "deck": {"packs": 2}, "pass": True})
    assert (changed.payoff, changed.deck, changed.pass_, changed.centre) == (10, Deck(packs=2), True, 4)


@pytest.mark.parametrize(
    ("preset_id", "players", "changes", "message"),
    [
        ("solitaire", None, {}, "no preset"),
        ("standard", 9, {}, "for 2, 3, 4, 5, 6, 7 or 8 players, not 9"),
        ("partners", 5, {}, "for 4 or 6 players, not 5"),
        ("standard", True, {}, "for 2, 3"),
        ("standard", None, {"hands": 3}, "no field"),
        ("standard", None, {"hand": 30}, "hand must be"),
        ("standard", None, {"partners": True}, "partners needs"),
    ],
)
def test_8_what_no_preset_allows_is_refused(
    preset_id: str, players: int | None, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidRules, match=message):
        preset_rules(preset_id, players, changes)


def test_8_every_preset_has_a_name_and_one_sentence_of_its_own() -> None:
    assert len({preset.name for preset in PRESETS.values()}) == len(PRESETS)
    assert len({preset.summary for preset in PRESETS.values()}) == len(PRESETS)
    assert all(preset.summary.endswith(".") and "!" not in preset.summary for preset in PRESETS.values())


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_the_card_beside_a_preset_is_one_that_it_is_played_with(preset: Preset) -> None:
    rules = preset_rules(preset.id)
    assert preset.emblem in {*rules.deck.cards(), *(rules.payoff_deck.cards() if rules.payoff_deck else ())}
