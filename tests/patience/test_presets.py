"""The games that there are: their rules and the words for them, and how alike they are."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from spite_and_malice.patience import PRESETS, Rules, describe
from spite_and_malice.patience.rules.likeness import games_like, unlikeness

FILE = Path(__file__).with_name("presets.txt")


def line_of(preset: str) -> str:
    """Return the minutes of a game, a digest of its rules in words, and the fields that differ from Klondike's."""
    usual, rules = Rules().to_json(), PRESETS[preset].rules
    changed = {name: value for name, value in rules.to_json().items() if usual.get(name) != value}
    words = sha256("\n".join(describe(rules)).encode()).hexdigest()[:8]
    return f"{preset} {PRESETS[preset].minutes} {words} {json.dumps(changed)}"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_has_the_rules_and_the_words_that_it_has_always_had(preset: str) -> None:
    """Read rules in words that are to change, and write the new digest into the file."""
    assert line_of(preset) in FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("preset", "like"),
    [
        ("klondike-1", {"klondike-3": 1, "double-klondike": 4, "westcliff": 4}),
        ("freecell", {"relaxed-freecell": 3, "bakers-game": 3, "forecell": 3}),
        ("spider-4", {"spider-1": 1, "spider-2": 1, "relaxed-spider": 1}),
        ("pyramid", {"pyramid-all": 1, "giza": 4, "fourteen": 8}),
        ("yukon", {"russian": 3, "alaska": 4, "klondike-1": 6}),
        ("canfield", {"canfield-strict": 4, "storehouse": 10, "klondike-3": 11}),
        ("fan", {"fortress": 4, "la-belle-lucie": 4, "three-shuffles": 5}),
        ("tri-peaks", {"golf": 7, "dead-king-golf": 8, "black-hole": 8}),
        ("montana", {"accordion": 8, "pyramid": 13, "monte-carlo-13": 13}),
        ("sultan", {"carpet": 5, "parliament": 7, "congress": 8}),
    ],
)
def test_the_games_that_differ_least_come_first(preset: str, like: dict[str, int]) -> None:
    rules = PRESETS[preset].rules
    found = games_like(rules, 3)
    assert {each.id: unlikeness(rules, each.rules) for each in found} == like
    assert [each.id for each in found] == list(like)
