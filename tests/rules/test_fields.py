"""RULES.md section 7: the fields, their defaults and ranges, and the combinations that make no sense."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given

from spite_and_malice.rules import FIELDS, GROUPS, Deck, Field, InvalidRules, Rules, Score
from spite_and_malice.rules.naming import Naming
from spite_and_malice.texts import _, in_language
from tests.strategies import random_rules
from tools import field_table

TABLE = (
    *("players", "partners", "deck", "payoff_deck", "wilds", "build_to", "wild_never", "wild_covered", "hand"),
    *("payoff", "payoff_piles", "centre", "completed", "side", "side_order", "side_dealt", "side_filled"),
    *("no_discard", "pairs", "pass", "loading", "empty_hand", "forced", "forced_from", "first", "stock_out"),
    *("stalemate", "score", "target"),
)

SKIP_BO = {"numbers": {str(rank): 12 for rank in range(1, 13)}, "jokers": 18}


def refusal(fields: dict[str, Any]) -> InvalidRules:
    """Return the error that refuses these fields."""
    with pytest.raises(InvalidRules) as caught:
        Rules.from_json(fields)
    error = caught.value
    assert all(name in error.message for name in error.fields)
    assert error.message[-1] == error.plain[-1] == "."
    return error


def test_7_fields_left_out_take_the_default() -> None:
    assert Rules.from_json({}) == Rules()
    assert Rules().to_json() == {
        "players": 2,
        "partners": False,
        "deck": {"packs": 2, "jokers": 0},
        "payoff_deck": None,
        "wilds": ["K"],
        "build_to": 12,
        "wild_never": [],
        "wild_covered": False,
        "hand": 5,
        "payoff": 20,
        "payoff_piles": 1,
        "centre": 3,
        "completed": "shuffle",
        "side": 4,
        "side_order": "any",
        "side_dealt": False,
        "side_filled": False,
        "no_discard": [],
        "pairs": False,
        "pass": False,
        "loading": False,
        "empty_hand": "refill",
        "forced": [],
        "forced_from": [],
        "first": "highest",
        "stock_out": "draw",
        "stalemate": "end",
        "score": {"win": 5, "card": 1, "stalemate": "difference"},
        "target": 50,
    }


def test_7_fields_are_written_in_the_order_of_the_table() -> None:
    assert tuple(Rules().to_json()) == TABLE == tuple(FIELDS)


@given(random_rules())
def test_7_rules_are_the_same_after_a_round_trip(rules: Rules) -> None:
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@pytest.mark.parametrize(("name", "low", "high"), [(f.name, f.low, f.high) for f in FIELDS.values() if f.high])
def test_7_numbers_have_a_range(name: str, low: int, high: int) -> None:
    for wrong in (low - 1, high + 1, 10**5000, float(low), str(low), True, [low]):
        assert refusal({name: wrong}).fields == (name,)


def test_7_the_ranges_are_those_of_the_table() -> None:
    ranges = {f.name: (f.low, f.high) for f in FIELDS.values() if f.high}
    assert ranges == {
        "players": (2, 8),
        "build_to": (2, 15),
        "hand": (1, 10),
        "payoff": (1, 60),
        "payoff_piles": (1, 4),
        "centre": (1, 12),
        "side": (1, 8),
        "target": (1, 100_000),
    }


@pytest.mark.parametrize("name", [f.name for f in FIELDS.values() if f.name not in ("centre", "payoff_deck")])
def test_7_only_centre_and_payoff_deck_may_be_null(name: str) -> None:
    assert refusal({name: None}).fields == (name,)
    assert Rules.from_json({"centre": None}).centre is None
    assert Rules.from_json({"payoff_deck": None}).payoff_deck is None


@pytest.mark.parametrize("name", [f.name for f in FIELDS.values() if f.kind == "flag"])
def test_7_flags_are_true_or_false(name: str) -> None:
    wrongs: list[object] = [0, 1, "true", []]
    for wrong in wrongs:
        assert refusal({name: wrong}).fields == (name,)


@pytest.mark.parametrize("name", [f.name for f in FIELDS.values() if f.kind == "choice"])
def test_7_choices_are_those_of_the_table(name: str) -> None:
    wrongs: list[object] = ["", "ANY", True, 1, ["end"]]
    for wrong in wrongs:
        assert refusal({name: wrong}).fields == (name,)


@pytest.mark.parametrize("name", ["wild_never", "no_discard", "forced"])
def test_7_ranks_are_whole_numbers_up_to_build_to_each_once(name: str) -> None:
    wrongs: list[object] = [[0], [13], [1, 1], [True], [1.0], ["1"], [[1]], 1, "1", {"1": 1}]
    for wrong in wrongs:
        assert refusal({name: wrong}).fields[0] == name


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("wilds", ["Q"]),
        ("wilds", ["K", "K"]),
        ("wilds", "K"),
        ("wilds", [13]),
        ("forced_from", ["stock"]),
        ("forced_from", ["hand", "hand"]),
        ("forced_from", "hand"),
    ],
)
def test_7_lists_name_only_what_there_is_each_once(name: str, wrong: object) -> None:
    assert refusal({name: wrong}).fields == (name,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"win": 5},
        {"win": 5, "card": 1},
        {"win": 5, "card": 1, "stalemate": "none", "draw": 0},
        {"win": 1001, "card": 1, "stalemate": "none"},
        {"win": 5, "card": -1, "stalemate": "none"},
        {"win": 5, "card": True, "stalemate": "none"},
        {"win": 5, "card": 1, "stalemate": "half"},
        5,
    ],
)
def test_7_score_has_exactly_its_three_keys(wrong: object) -> None:
    assert refusal({"score": wrong}).fields == ("score",)


@pytest.mark.parametrize("wrong", [{"colour": "red"}, {"pass_": True}, {1: 2}])
def test_7_unknown_names_are_refused(wrong: dict[str, Any]) -> None:
    assert "no field" in refusal(wrong).message


@pytest.mark.parametrize("wrong", [None, [], "standard", 7])
def test_7_rules_are_an_object(wrong: object) -> None:
    with pytest.raises(InvalidRules, match="must be an object"):
        Rules.from_json(wrong)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"partners": True}, {"partners", "players"}),
        ({"partners": True, "players": 3}, {"partners", "players"}),
        ({"wilds": ["K", "*"]}, {"wilds", "deck"}),
        ({"wilds": ["K"], "deck": SKIP_BO}, {"wilds", "deck"}),
        ({"deck": {"packs": 2, "jokers": 1}}, {"deck", "wilds"}),
        ({"payoff_deck": {"packs": 1, "jokers": 1}}, {"payoff_deck", "wilds"}),
        ({"wilds": []}, {"build_to", "deck", "wilds"}),
        ({"build_to": 11}, {"build_to", "deck"}),
        ({"build_to": 14, "wild_never": [14]}, {"build_to", "deck", "wilds", "wild_never"}),
        ({"build_to": 13, "wild_covered": True}, {"build_to", "deck", "wilds", "wild_covered"}),
        ({"deck": SKIP_BO, "wilds": ["*"], "loading": True}, {"loading", "deck"}),
        ({"payoff_deck": SKIP_BO, "wilds": ["K", "*"], "loading": True}, {"loading", "payoff_deck"}),
        ({"forced": [1]}, {"forced", "forced_from"}),
        ({"forced_from": ["hand"]}, {"forced", "forced_from"}),
        ({"side_filled": True, "side_order": "descending"}, {"side_filled", "side_order"}),
        ({"side_filled": True, "pass": True}, {"side_filled", "pass"}),
        ({"deck": {"packs": 1}, "payoff": 22}, {"deck", "payoff", "payoff_piles", "hand", "players"}),
    ],
)
def test_7_senseless_combinations_are_refused_by_name(fields: dict[str, Any], named: set[str]) -> None:
    error = refusal(fields)
    assert set(error.fields) == named
    assert error.plain != error.message


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize(
    "fields",
    [
        {"hand": None},
        {"centre": 0},
        {"score": {"win": None, "card": 1, "stalemate": "none"}},
        {"deck": {"packs": None, "jokers": 0}},
        {"build_to": 11},
        {"payoff_deck": {"packs": 1, "jokers": 0}, "payoff": 60},
    ],
)
def test_whoever_fills_in_a_form_reads_no_name_of_a_program(locale: str, fields: dict[str, Any]) -> None:
    with in_language(locale):
        plain = refusal(fields).plain
    assert re.findall(r"_|null|\w\.\w|payoff|[{}]", plain) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"partners": True, "players": 4, "payoff": 10},
        {"wilds": ["K", "*"], "payoff_deck": {"packs": 1, "jokers": 2}},
        {"wilds": ["*"], "build_to": 13, "deck": {"packs": 2, "jokers": 1}},
        {"wilds": [], "build_to": 13},
        {"build_to": 15},
        {"build_to": 12, "wild_covered": True, "wild_never": [12]},
        {"wilds": [], "build_to": 13, "wild_never": [1], "wild_covered": True},
        {"deck": {"numbers": {str(rank): 12 for rank in range(2, 13)}, "jokers": 18}, "wilds": ["*"]},
    ],
)
def test_7_sensible_combinations_are_accepted(fields: dict[str, Any]) -> None:
    Rules.from_json(fields)


def test_7_a_kind_or_rank_counts_as_present_in_either_deck() -> None:
    low = {"numbers": {str(rank): 20 for rank in range(1, 7)}}
    high = {"numbers": {str(rank): 20 for rank in range(7, 13)}}
    Rules.from_json({"deck": low, "payoff_deck": high, "wilds": []})
    refusal({"deck": low, "wilds": []})
    Rules.from_json({"deck": SKIP_BO, "payoff_deck": {"packs": 1}, "wilds": ["K", "*"]})


def test_2_a_deal_that_the_decks_cannot_supply_says_how_many_cards_are_missing() -> None:
    one_pack = {"packs": 1}
    Rules.from_json({"deck": one_pack, "payoff": 21})
    assert "2 cards are missing" in refusal({"deck": one_pack, "payoff": 22}).message
    assert "1 card is missing" in refusal({"deck": {"packs": 2}, "payoff": 25, "players": 3, "hand": 10}).message
    Rules.from_json({"payoff_deck": one_pack, "payoff": 26})
    assert "2 cards are missing" in refusal({"payoff_deck": one_pack, "payoff": 27}).message


def test_2_cards_dealt_to_side_stacks_count_in_the_deal() -> None:
    Rules.from_json({"payoff": 43, "side_dealt": True})
    assert "2 cards are missing" in refusal({"payoff": 44, "side_dealt": True}).message


def test_7_rules_are_checked_however_they_are_made() -> None:
    with pytest.raises(InvalidRules, match="hand must be"):
        Rules(hand=0)
    with pytest.raises(InvalidRules, match="wilds must be"):
        Rules(wilds=["K"])  # type: ignore[arg-type]
    with pytest.raises(InvalidRules, match="deck must be"):
        Rules(deck={"packs": 2})  # type: ignore[arg-type]
    with pytest.raises(InvalidRules, match="score must be"):
        Rules(score=(5, 1, "none"))  # type: ignore[arg-type]


def test_3_sides_and_partners() -> None:
    alone = Rules(players=3, payoff=10)
    assert (alone.side_count, [alone.side_of(seat) for seat in range(3)], alone.partner(1)) == (3, [0, 1, 2], None)
    pairs = Rules(players=6, partners=True, payoff=3, deck=Deck(packs=3), score=Score(1, 1, "none"))
    assert (pairs.side_count, [pairs.side_of(seat) for seat in range(6)]) == (3, [0, 1, 2, 0, 1, 2])
    assert [pairs.partner(seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]


def test_10_every_vector_of_rules_comes_out_right(vectors_path: Path) -> None:
    wrong = []
    with vectors_path.open(encoding="utf-8") as lines:
        for vector in map(json.loads, lines):
            if "rules" in vector:
                try:
                    refused = Rules.from_json(vector["rules"]).to_json() != vector["rules"]
                except InvalidRules:
                    refused = True
                if refused != vector["error"]:
                    wrong.append(vector["id"])
            elif Rules.from_json(vector["position"]["rules"]).to_json() != vector["position"]["rules"]:
                wrong.append(vector["id"])
    assert wrong == []


# --- one entry for each field ---------------------------------------------------------------------------------------


def test_every_attribute_of_rules_has_one_entry_and_every_entry_an_attribute() -> None:
    entries = [field.attribute for group in GROUPS for field in group.fields]
    assert sorted(entries) == sorted(attribute.name for attribute in dataclasses.fields(Rules))


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_every_field_has_its_words(field: Field) -> None:
    rules = Rules()
    say = Naming(rules)
    for entry in field.parts or (field,):
        assert entry.label
        assert entry.says
        assert re.fullmatch(r"[^A-Z{}][^{}]*[^.]", entry.in_words(rules, say)), entry.in_words(rules, say)
        assert all(entry.choices.values())


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_the_words_of_a_choice_are_those_that_its_type_knows(field: Field) -> None:
    hints = {**get_type_hints(Rules), **{f"score.{name}": hint for name, hint in get_type_hints(Score).items()}}
    for entry in field.parts or (field,):
        hint = hints[entry.attribute]
        if entry.kind == "names":
            hint = get_args(hint)[0]
        if entry.kind in ("choice", "names"):
            assert tuple(entry.choices) == get_args(hint)


def test_the_table_of_the_docs_is_drawn_from_the_fields() -> None:
    document = field_table.DOCUMENT.read_text(encoding="utf-8")
    assert field_table.with_table(document) == document, "run python -m tools.field_table"
    assert all(f"\n| `{name}` |" in document for name in FIELDS)


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_whatever_is_refused_a_form_names_the_field_as_it_labels_it(locale: str, field: Field) -> None:
    with in_language(locale):
        plain = refusal({field.name: "nonsense"}).plain
        assert field.kind == "deck" or _(field.label) in plain
    assert "nonsense" not in plain
