"""Finding a game: by the words that people use, misspelt too, and by its properties."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from spite_and_malice.patience import PRESETS, finding
from spite_and_malice.patience.finding import Wanted, find, length_of, plain
from spite_and_malice.patience.rules import names as spoken
from spite_and_malice.patience.rules.families import FAMILIES, family_of
from spite_and_malice.patience.rules.names import vocabulary
from spite_and_malice.texts import _, in_language, languages
from tests.examples import some


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
        ("broken intervals", "calculation"),
        ("miss miligan", "miss-milligan"),
        ("president's cabinet", "congress"),
        ("numerica", "sir-tommy"),
        ("treasure trove", "osmosis"),
        ("grandfather clock", "grandfathers-clock"),
        ("harem", "sultan"),
        ("lords and ladies", "royal-cotillion"),
        ("gaps", "montana"),
        ("lücken", "montana"),
        ("weddings", "monte-carlo"),
        ("tower of babel", "accordion"),
        ("ziehharmonika", "accordion"),
        ("clock patience", "clock"),
        ("uhr", "clock"),
    ],
)
def test_what_people_type_finds_what_they_mean_first(typed: str, first: str) -> None:
    assert find(typed).presets[0].id == first


@pytest.mark.parametrize("typed", ["", "  ", "solitaire", "solitare", "patience", "Solitär", "the", "PATIENCE!"])
def test_words_for_all_find_all(typed: str) -> None:
    assert [preset.id for preset in find(typed).presets] == list(PRESETS)


def test_minutes_are_how_long_there_is() -> None:
    for typed in ("3 minutes", "3min", "three minutes", "drei Minuten", "a game of 3 minutes"):
        assert {preset.id for preset in find(typed).presets} == {
            "aces-up", "golf", "dead-king-golf", "tri-peaks", "clock",
        }  # fmt: skip
    assert all(preset.minutes <= 10 for preset in find("10 minutes").presets)
    assert {preset.minutes for preset in find("1 minute").presets} == {2}, "the shortest there are"


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/patience/", of=12))
def test_every_game_is_found_by_each_of_its_names(preset: str) -> None:
    names = [preset, *vocabulary().games.get(preset, ()), *vocabulary().nearest.get(preset, ())]
    for language in languages():
        with in_language(language):
            names.append(_(PRESETS[preset].name))
    for name in names:
        assert preset in [found.id for found in find(name).presets], name
    own = PRESETS[preset].name
    assert find(own).presets[0].id == preset
    # A missing letter, two swapped ones, and half of the word.
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
    assert [preset.id for preset in short] == ["grandfathers-clock", "monte-carlo-13", "tri-peaks"]
    assert {length_of(preset) for preset in find("", Wanted(length="long")).presets} == {"long"}
    assert [preset.id for preset in find("golf", Wanted(only={"golf", "yukon"})).presets] == ["golf"]
    assert "golf" not in [preset.id for preset in find("golf", Wanted(never={"golf"})).presets]


def test_every_game_has_a_family_and_no_family_is_empty() -> None:
    assert {family_of(preset.rules) for preset in PRESETS.values()} == set(FAMILIES)
    assert family_of(PRESETS["scorpion"].rules) == "yukon"
    assert family_of(PRESETS["stronghold"].rules) == "open"


def test_other_names_are_those_of_games_that_there_are() -> None:
    assert vocabulary().games.keys() | vocabulary().nearest.keys() <= PRESETS.keys()
    assert vocabulary().families.keys() <= FAMILIES.keys()


SPANISH = """
everything = "solitario paciencia cartas"
filler = "el la de con un"
numbers = "cero uno dos tres cuatro cinco"
minutes = "minuto"
packs = "barajas"
suits = "palos palo"
cells = "celdas"
[more_numbers]
veinte = 20
[lengths]
short = "corto"
[difficulties]
easy = "facil"
[families]
spider = ["Arañas"]
[games]
forty-thieves = ["Napoleón en Santa Elena"]
[nearest]
"""


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let people search in a third language."""
    shutil.copytree(spoken.FOLDER, tmp_path / "names")
    (tmp_path / "names" / "es.toml").write_text(SPANISH, encoding="utf-8")
    monkeypatch.setattr(spoken, "FOLDER", tmp_path / "names")
    caches = (vocabulary, finding._minutes, finding._index)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("spider cuatro palos", "spider-4"),
        ("solitario spider de dos palos", "spider-2"),
        ("napoleon en santa elena", "forty-thieves"),
        ("solitario fácil con un palo", "spider-1"),
        ("vierzig räuber", "forty-thieves"),
    ],
)
def test_a_language_brings_its_own_words_in_one_file(typed: str, first: str) -> None:
    assert find(typed).presets[0].id == first


@pytest.mark.usefixtures("spanish")
def test_a_family_has_names_of_its_own_and_minutes_a_word() -> None:
    assert {preset.id for preset in find("arañas").presets} >= {"spider-1", "spider-2", "spider-4"}
    assert all(preset.minutes <= 5 for preset in find("cinco minutos").presets)


@pytest.mark.parametrize(
    ("typed", "word", "cost"),
    [
        ("golf", "golf", 0.0),
        ("go", "golf", 0.2),
        ("g", "golf", 99.0),
        ("olf", "golf", 0.5),
        ("ol", "golf", 99.0),
        # From four letters on one may be wrong, from seven on two.
        ("gol", "gul", 99.0),
        ("gulf", "golf", 1.0),
        ("gulg", "golf", 99.0),
        ("spyder", "spider", 1.0),
        ("spyier", "spider", 99.0),
        ("spydor", "spider", 99.0),
        ("pyramyd", "pyramid", 1.0),
        ("puramyd", "pyramid", 2.0),
        ("puromyd", "pyramid", 99.0),
        # With one wrong letter so far, five letters begin a longer word.
        ("pyrum", "pyramid", 1.2),
        ("pyru", "pyramid", 99.0),
        ("porum", "pyramid", 99.0),
        # A number is that number.
        ("40", "40", 0.0),
        ("4", "40", 99.0),
        ("40", "401", 99.0),
        ("4000", "4001", 99.0),
        ("golf", "4000", 99.0),
    ],
)  # fmt: skip
def test_a_typed_word_costs_the_less_the_better_it_fits(typed: str, word: str, cost: float) -> None:
    bits = {letter: 1 << place for place, letter in enumerate("0123456789abcdefghijklmnopqrstuvwxyz")}
    letters = [finding._letters(each, bits) for each in (typed, word)]
    assert finding._fit(typed, letters[0], word, letters[1]) == pytest.approx(cost)


@pytest.mark.parametrize(
    ("word", "preset", "cost"),
    [
        ("golf", "golf", 0.0),
        ("demon", "canfield", 0.1),
        # Facts: packs, suits, cells, minutes and how hard it is.
        ("104", "forty-thieves", 1.0),
        ("suits", "spider-1", 1.0),
        ("cells", "freecell", 1.0),
        ("short", "golf", 1.0),
        ("easy", "freecell", 1.0),
        # A kin game and the family, and a word of the summary.
        ("duchess", "canfield", 2.0),
        ("golf", "black-hole", 2.0),
        ("suits", "seahaven", 3.0),
        ("cells", "klondike-1", None),
        ("104", "golf", None),
        ("suits", "golf", None),
    ],
)
def test_a_name_goes_before_a_fact_a_fact_before_kin_and_the_summary_is_last(
    word: str, preset: str, cost: float | None
) -> None:
    assert finding._index(("en",)).words[word].get(preset) == cost


def test_names_are_known_in_one_word_and_what_is_no_name_is_none() -> None:
    names = finding._index(("en",)).names
    assert {"golf"} <= names["golf"]
    assert {"ali baba", "alibaba", "forty thieves", "fortythieves", "tower of hanoi"} <= names["forty-thieves"]
    assert not {"golf", "short", "easy", "open"} & names["black-hole"]
    assert not any("104" in name or "packs" in name for name in names["forty-thieves"])
    assert not any("cells" in name.split() for name in names["seahaven"])


@pytest.mark.usefixtures("spanish")
def test_the_name_of_a_family_is_no_name_of_a_game() -> None:
    assert finding._index(("en",)).words["aranas"]["spider-1"] == 2.0
    assert "aranas" not in finding._index(("en",)).names["spider-1"]


@pytest.mark.parametrize(
    ("word", "is_all"),
    [("solitaire", True), ("solitare", True), ("solitiare", True), ("patiance", True), ("solitar", True),
     ("cards", True), ("solit", False), ("patent", False), ("patents", False), ("golf", False)],
)  # fmt: skip
def test_a_word_for_every_game_may_be_misspelt(word: str, is_all: bool) -> None:
    assert finding._is_all(word) is is_all


def test_a_word_of_a_summary_is_not_guessed() -> None:
    index = finding._index(("en",))
    told = [word for word, costs in index.words.items() if min(costs.values()) >= 3.0 and len(word) >= 5]
    assert len(told) > 50
    for word in told[:20]:
        wrong = f"{word[:2]}q{word[3:]}"
        found = finding._costs(wrong, index)
        assert not any(found.get(game, 99.0) == 4.0 for game in index.words[word]), wrong
