"""The rules in words: every field that matters is heard, nothing that does not apply, all through a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir, extract_from_file
from hypothesis import assume, given

from spite_and_malice import texts
from spite_and_malice.rules import (
    FIELDS,
    PRESETS,
    Deck,
    InvalidRules,
    Rules,
    Score,
    describe,
    describe_by_topic,
    differences,
    preset_rules,
)
from tests.strategies import random_rules

EVERY = [(preset.id, players) for preset in PRESETS.values() for players in preset.players]

# For each field, rules and a change of that field alone.
CHANGES: dict[str, tuple[dict[str, Any], object]] = {
    "players": ({}, 3),
    "partners": ({"players": 4, "payoff": 10}, True),
    "deck": ({}, {"packs": 3}),
    "payoff_deck": ({}, {"packs": 2}),
    "wilds": ({"build_to": 13}, []),
    "build_to": ({}, 14),
    "wild_never": ({}, [7]),
    "wild_covered": ({}, True),
    "hand": ({}, 6),
    "payoff": ({}, 13),
    "payoff_piles": ({}, 2),
    "centre": ({}, None),
    "completed": ({}, "aside"),
    "side": ({}, 5),
    "side_order": ({}, "descending"),
    "side_dealt": ({}, True),
    "side_filled": ({}, True),
    "no_discard": ({}, [1]),
    "pairs": ({}, True),
    "pass": ({}, True),
    "loading": ({}, True),
    "empty_hand": ({}, "end"),
    "forced": ({"forced": [1], "forced_from": ["hand"]}, [2]),
    "forced_from": ({"forced": [1], "forced_from": ["hand"]}, ["hand", "side"]),
    "first": ({}, "left"),
    "stock_out": ({}, "renew"),
    "stalemate": ({}, "redeal"),
    "score": ({}, {"win": 5, "card": 1, "stalemate": "none"}),
    "target": ({}, 100),
}


class Shouting(NullTranslations):
    """A translation that changes every text, so that a text that bypasses it stays small."""

    def gettext(self, message: str) -> str:
        return re.sub(r"[a-z]+(?![^{]*})", lambda match: match[0].upper(), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def translated_by(translation: NullTranslations) -> Iterator[None]:
    """Let a translation of the test's own stand in for every language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "_translation", lambda language: translation)
        yield


def test_every_field_is_among_the_changes() -> None:
    assert CHANGES.keys() == FIELDS.keys()


@pytest.mark.parametrize("name", FIELDS)
def test_changing_a_field_changes_the_words(name: str) -> None:
    fields, value = CHANGES[name]
    before, after = Rules.from_json(fields), Rules.from_json({**fields, name: value})
    assert describe(before) != describe(after)
    assert len(differences(after, before)) == 1
    assert len(differences(before, after)) == 1


@given(random_rules(), random_rules())
def test_a_field_changed_in_any_rules_is_heard_unless_it_says_nothing_there(rules: Rules, other: Rules) -> None:
    for name, field in FIELDS.items():
        value = getattr(other, field.attribute)
        try:
            changed = replace(rules, **{field.attribute: value})
        except InvalidRules:
            continue
        if value != getattr(rules, field.attribute) and not silent(name, rules, changed):
            assert describe(changed) != describe(rules), name


def silent(name: str, rules: Rules, changed: Rules) -> bool:
    """Tell whether a change of this field alone changes nothing that can happen at the table."""
    if name in ("wild_never", "wild_covered") and not rules.wilds:
        return True
    if name in ("wild_never", "no_discard", "forced", "wilds", "forced_from"):
        # Only the set counts; and ranks that no natural card has can be neither kept nor forced.
        return describe(rules) == describe(changed) and unheard(name, rules, changed)
    if name == "score":
        return (rules.score.win, rules.score.card) == (changed.score.win, changed.score.card) and not rules.score.card
    return name == "deck" and sorted(rules.deck.cards()) == sorted(changed.deck.cards())


def unheard(name: str, rules: Rules, changed: Rules) -> bool:
    natural = {rank for deck in (rules.deck, rules.payoff_deck) if deck for rank in deck.ranks()}
    if "K" in rules.wilds and rules.deck.packs:
        natural.discard(13)
    before, after = set(getattr(rules, name)), set(getattr(changed, name))
    if name in ("no_discard", "forced"):
        return before & natural == after & natural
    if name == "forced_from":
        return before == after or not set(rules.forced) & natural
    return before == after


@pytest.mark.parametrize(("preset_id", "players"), EVERY)
def test_presets_are_told_in_full_sentences(preset_id: str, players: int) -> None:
    sentences = describe(preset_rules(preset_id, players))
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z0-9][^{}!]*\.", sentence), sentence
        assert "  " not in sentence
        assert not re.search(r"\b(one|1) \w+s\b(?! as)", sentence), sentence


def test_topics_hold_all_sentences_in_order() -> None:
    rules = preset_rules("book")
    topics = describe_by_topic(rules)
    assert [sentence for topic in topics for sentence in topic.sentences] == describe(rules)
    assert all(topic.title and topic.sentences for topic in topics)


def test_what_does_not_apply_is_not_said() -> None:
    flinch = " ".join(describe(preset_rules("flinch")))
    for word in ("joker", "king", "ace", "suit", "partner", "load", "together"):
        assert word not in flinch.lower().replace("places", "").replace("place", "").replace("face", "")
    standard = " ".join(describe(Rules()))
    for word in ("joker", "must be played", "load", "partner", "set aside", "natural"):
        assert word not in standard


def test_the_standard_game_in_words() -> None:
    words = describe(Rules())
    assert words[0] == "Two players play against each other."
    assert "You play with two ordinary packs: 104 cards in all." in words
    assert "Kings are wild: on a centre stack they stand for whatever comes next." in words
    assert (
        "There is room for three centre stacks, which you all share. "
        "A stack is built up one rank at a time from ace to queen, whatever the suits."
    ) in words
    assert "The match goes on until somebody has 50 points." in words


def test_numbers_and_names_fit_the_count() -> None:
    small = Rules(centre=1, side=1, hand=1, payoff=1, payoff_piles=1, score=Score(1, 1, "difference"), target=1)
    words = " ".join(describe(small))
    assert "room for one centre stack," in words
    assert "one side stack of your own" in words
    assert "pay-off pile of one card" in words
    assert "scores one point, and one point more" in words
    assert "One game is played, not a match" in words
    numbers = Deck(numbers=((1, 3), (2, 3), (3, 3), (4, 1), (5, 2)), jokers=1)
    odd = Rules(deck=numbers, wilds=("*",), build_to=5, payoff=1, hand=1)
    assert "three cards each of 1 to 3, one 4, two 5s and one joker: 13 cards in all" in " ".join(describe(odd))


def test_differences_from_standard() -> None:
    assert differences(Rules()) == []
    assert differences(preset_rules("four-stacks")) == ["Four centre stacks"]
    assert differences(preset_rules("no-wild-aces-sevens")) == ["Wild cards never stand for aces or sevens"]
    assert differences(replace(Rules(), target=1)) == ["One game, not a match"]
    assert differences(preset_rules("compulsory-aces")) == [
        "Any number of centre stacks",
        "Finished stacks are set aside",
        "Aces must be played from the hand and from the pay-off pile",
    ]
    assert differences(preset_rules("skip-bo"))[-2:] == [
        "25 points for winning and five points a card",
        "A match to 500 points",
    ]


@given(random_rules())
def test_rules_do_not_differ_from_themselves(rules: Rules) -> None:
    assert differences(rules, rules) == []
    assert differences(replace(rules, no_discard=rules.no_discard[::-1]), rules) == []


@given(random_rules())
def test_every_word_goes_through_the_translation(rules: Rules) -> None:
    assume(rules.deck.packs is not None)
    with translated_by(Shouting()):
        for text in [*describe(rules), *differences(rules)]:
            assert text == text.upper()
        assert all(topic.title == topic.title.upper() for topic in describe_by_topic(rules))


def test_every_text_can_be_extracted_for_translation(root: Path) -> None:
    heard: set[str] = set()

    class Listening(NullTranslations):
        def gettext(self, message: str) -> str:
            heard.add(message)
            return message

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            heard.add(msgid1)
            return msgid1 if n == 1 else msgid2

    with translated_by(Listening()):
        for preset_id, players in EVERY:
            rules = preset_rules(preset_id, players)
            describe(rules)
            differences(rules)
    found: set[str] = set()
    package = root / "src" / "spite_and_malice"
    for _, _, message, _, _ in extract_from_dir(package / "rules"):
        found.add(message if isinstance(message, str) else message[0])
    # How things are listed, and the names of the piles.
    for _, message, _, _ in extract_from_file("python", package / "texts.py"):
        found.add(message if isinstance(message, str) else message[0])
    assert heard
    assert heard <= found


def test_the_aim_and_a_turn_come_first() -> None:
    titles = [topic.title for topic in describe_by_topic(Rules())]
    assert titles[:3] == ["The aim", "Your turn", "Ending your turn"]
    assert titles[-1] == "The score"


def test_who_begins_is_said_with_what_decides_a_tie() -> None:
    two, three = (
        "\n".join(describe(preset_rules(preset, players))) for preset, players in (("standard", 2), ("round", 3))
    )
    tie = "Players who tie shuffle their pay-off piles and turn up again; after 20 ties a lot decides."
    assert tie in two
    assert tie in three
    assert "Only those who tied take part; the highest card that they turn up begins." in three
    assert "Only those who tied" not in two


def test_a_capital_that_dutch_writes_without_its_accent() -> None:
    with texts.in_language("nl"):
        assert differences(preset_rules("book"))[0].startswith("Eén gewoon spel kaarten")
