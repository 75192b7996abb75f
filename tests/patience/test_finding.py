"""Finding a game: by the words that people use, wrongly written too, and by what it has to be like."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import PRESETS
from spite_and_malice.patience.finding import Wanted, find, length_of, plain
from spite_and_malice.patience.rules.families import FAMILIES, family_of
from spite_and_malice.patience.rules.other_names import NEAREST, OTHER_NAMES
from spite_and_malice.texts import _, in_language, languages


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("klondyke", "klondike-1"),
        ("klondike 3", "klondike-3"),
        ("turn three", "klondike-3"),
        ("spider 4", "spider-4"),
        ("4 suits", "spider-4"),
        ("four-suit spider", "spider-4"),
        ("Spider, zwei Farben", "spider-2"),
        ("spyder one suit", "spider-1"),
        ("demon", "canfield"),
        ("Dämon", "canfield"),
        ("napoleon", "forty-thieves"),
        ("40 thieves", "forty-thieves"),
        ("fourty theives", "forty-thieves"),
        ("vierzig räuber", "forty-thieves"),
        ("free cell", "freecell"),
        ("frecell", "freecell"),
        ("tri peaks", "tri-peaks"),
        ("piramid", "pyramid"),
        ("bakers dozen", "bakers-dozen"),
        ("will of the wisp", "will-o-the-wisp"),
        ("belle lucie", "la-belle-lucie"),
        ("idiot's delight", "king-albert"),
        ("wurmloch", "worm-hole"),
        ("Kleine Harfe", "klondike-1"),
        ("harfe", "klondike-1"),
        ("zopf", "forty-thieves"),
        ("yucon", "yukon"),
        ("russian solitaire", "russian"),
        ("hard spider", "spider-4"),
        ("golv", "golf"),
    ],
)
def test_what_people_type_finds_what_they_mean_first(typed: str, first: str) -> None:
    assert find(typed).presets[0].id == first


@pytest.mark.parametrize("typed", ["", "  ", "solitaire", "solitare", "patience", "Solitär", "the", "PATIENCE!"])
def test_words_for_all_find_all(typed: str) -> None:
    assert [preset.id for preset in find(typed).presets] == list(PRESETS)


def test_minutes_are_how_long_there_is() -> None:
    for typed in ("3 minutes", "3min", "three minutes", "drei Minuten", "a game of 3 minutes"):
        assert {preset.id for preset in find(typed).presets} == {"aces-up", "golf", "dead-king-golf", "tri-peaks"}
    assert all(preset.minutes <= 10 for preset in find("10 minutes").presets)
    assert {preset.minutes for preset in find("1 minute").presets} == {3}, "the shortest there are"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_found_by_each_of_its_names(preset: str) -> None:
    names = [preset, *OTHER_NAMES.get(preset, ()), *NEAREST.get(preset, ())]
    for language in languages():
        with in_language(language):
            names.append(_(PRESETS[preset].name))
    for name in names:
        assert preset in [found.id for found in find(name).presets], name
    own = PRESETS[preset].name
    assert find(own).presets[0].id == preset
    # A letter that is forgotten, or two that are changed, and half of it.
    longest = max(plain(own).split(), key=len)
    if len(longest) >= 5:
        at = len(longest) // 2
        for wrong in (
            longest[:at] + longest[at + 1 :],
            longest[: at - 1] + longest[at] + longest[at - 1] + longest[at + 1 :],
        ):
            assert preset in [found.id for found in find(wrong).presets], wrong
    assert preset in [found.id for found in find(own[:4]).presets]


def test_what_fits_nothing_finds_nothing_and_most_words_are_better_than_none() -> None:
    assert not find("xyzzy").presets
    found = find("spider xyzzy")
    assert found.nearest
    assert found.presets[0].id == "spider-1"
    assert not find("spider").nearest
    assert find("x" * 100_000).presets == ()


def test_a_game_is_as_wanted() -> None:
    two = find("", Wanted(packs=2)).presets
    assert {preset.rules.packs for preset in two} == {2}
    short = find("", Wanted(length="short", difficulty="easy")).presets
    assert [preset.id for preset in short] == ["tri-peaks"]
    assert {length_of(preset) for preset in find("", Wanted(length="long")).presets} == {"long"}
    assert [preset.id for preset in find("golf", Wanted(only={"golf", "yukon"})).presets] == ["golf"]
    assert "golf" not in [preset.id for preset in find("golf", Wanted(never={"golf"})).presets]


def test_every_game_has_a_family_and_no_family_is_empty() -> None:
    assert {family_of(preset.rules) for preset in PRESETS.values()} == set(FAMILIES)
    assert family_of(PRESETS["scorpion"].rules) == "yukon"
    assert family_of(PRESETS["stronghold"].rules) == "open"


def test_other_names_are_those_of_games_that_there_are() -> None:
    assert OTHER_NAMES.keys() | NEAREST.keys() <= PRESETS.keys()
