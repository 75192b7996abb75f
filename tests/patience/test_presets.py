"""The games that there are: their rules and the words for them, and how alike they are."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.patience import PRESETS, Game, Move, Rules, View, ViewPile, deal_number, describe, refusal
from spite_and_malice.patience.rules.likeness import games_like, unlikeness
from spite_and_malice.rules.naming import card_name

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


def view_of(preset: str, *tableau: tuple[str, ...], **changes: Any) -> View:
    """Return the start of a game with other cards on its first piles; the rest of them are empty."""
    view = Game(deal_number(PRESETS[preset].rules, 1)).view()
    piles = [ViewPile(0, up) for up in tableau]
    return replace(view, tableau=(*piles, *[ViewPile(0, ())] * (len(view.tableau) - len(piles))), **changes)


@pytest.mark.parametrize(
    ("preset", "text", "card", "fits"),
    [
        ("klondike-1", "T1-T2", "Ks", True),
        ("klondike-1", "T1-T2", "Qs", False),
        ("westcliff", "T1-T2", "2s", True),
        ("carpet", "W-T2", "2s", True),
        ("carpet", "T1-T2", "2s", False),
        ("scorpion", "T1-T2", "Ks", True),
        ("beleaguered-castle", "T1-T2", "2s", True),
        ("bakers-dozen", "T1-T2", "Ks", False),
    ],
)
def test_a_gap_takes_what_its_rules_say(preset: str, text: str, card: str, fits: bool) -> None:
    assert refusal._fits_gap(view_of(preset), Move.parse(text), card) is fits


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("klondike-1", "Only a king may be moved to an empty pile."),
        ("carpet", "Only the top card of the waste may be moved to an empty pile."),
        ("bakers-dozen", "Nothing may be moved to an empty pile."),
    ],
)
def test_it_is_said_why_a_gap_takes_no_such_card(preset: str, said: str) -> None:
    assert refusal._why_not_into_gap(view_of(preset)) == said


@pytest.mark.parametrize(
    ("preset", "tableau", "text", "said"),
    [
        ("klondike-1", (("6s",), ("7h",)), "T1+T2-X", "In this game cards do not leave the table in pairs."),
        ("fourteen", (("6s",), ("8h",)), "T1+T2-X",
         "Name the two places in their order: the piles, the cells, the reserve, the waste."),
        ("fourteen", (("6s",), ("7h",)), "T1+T2-X", "6♠ and 7♥ add up to 13, not to 14."),
        ("fourteen", (("6s",), ()), "T1+T2-X", "No card can be played from T2."),
        ("fourteen", ((), ("6s",)), "T1+T2-X", "No card can be played from T1."),
        ("monte-carlo", (("6s",), ("6h",)), "T1+T2-X",
         "Name the two places in their order: the piles, the cells, the reserve, the waste."),
        ("monte-carlo", (("6s",), ("7h",)), "T1+T2-X", "6♠ and 7♥ are not of the same rank."),
    ],
)  # fmt: skip
def test_it_is_said_why_two_cards_are_no_pair(
    preset: str, tableau: tuple[tuple[str, ...], ...], text: str, said: str
) -> None:
    assert refusal._why_no_pair(view_of(preset, *tableau), Move.parse(text), card_name) == said
