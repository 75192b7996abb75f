"""Finding a game of patience by typed words, in the terms that people use, and by what a game should be like.

This is the only ranking: the page, the site-wide search and the terminal use it. Words of every available language
match; an extra, missing, wrong or transposed letter does no harm.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Final, Literal

from spite_and_malice.patience.rules import PRESETS, Preset
from spite_and_malice.patience.rules.chances import BY_HINTS, BY_PEOPLE, Chance, Difficulty
from spite_and_malice.patience.rules.families import FAMILIES, family_of
from spite_and_malice.patience.rules.names import vocabulary
from spite_and_malice.texts import N_, _, in_language, languages

Length = Literal["short", "medium", "long"]

DIFFICULTIES: Final[dict[Difficulty, str]] = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}
"""How hard a game is overall, by `Preset.difficulty`; to be translated."""
LENGTHS: Final[dict[Length, str]] = {"short": N_("short"), "medium": N_("middling"), "long": N_("long")}
"""How long a game takes, by `length_of`; to be translated."""

_SHORT: Final = 5
_LONG: Final = 12
"""The most minutes of a short game, and those beyond which a game is long."""


_MOST_LETTERS: Final = 80
_STEM: Final = 5

# The cost of a matched word: less is better.
_NAME, _FACT, _KIN, _SUMMARY = 0.0, 1.0, 2.0, 3.0
_BEGUN, _INSIDE, _WRONG = 0.2, 0.5, 1.0
_NOWHERE: Final = 99.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a game should be like; None or empty values do not matter.

    `only` and `never` are ids that it must, and must not, be among: games that somebody has played, for example.
    """

    packs: int | None = None
    length: Length | None = None
    difficulty: Difficulty | None = None
    only: Collection[str] | None = None
    never: Collection[str] = ()

    def fits(self, preset: Preset) -> bool:
        """Say whether a game fits."""
        return (
            self.packs in (None, preset.rules.packs)
            and self.length in (None, length_of(preset))
            and self.difficulty in (None, preset.difficulty)
            and (self.only is None or preset.id in self.only)
            and preset.id not in self.never
        )


@dataclass(frozen=True, slots=True)
class Found:
    """The games found, the best first; `nearest` says that none matches all of the words."""

    presets: Sequence[Preset]
    nearest: bool = False


ANYTHING: Final = Wanted()


def length_of(preset: Preset) -> Length:
    """Return how long a game takes, in a word."""
    return "short" if preset.minutes <= _SHORT else "long" if preset.minutes > _LONG else "medium"


def brief(preset: Preset) -> str:
    """Return minutes, difficulty and the share of winnable deals, as briefly as possible."""
    known = {"minutes": preset.minutes, "difficulty": _(DIFFICULTIES[preset.difficulty])}
    if preset.chance is None:
        return _("{minutes} min · {difficulty}").format(**known)
    return _("{minutes} min · {difficulty} · {chance}").format(**known, chance=share_words(preset))


def share_words(preset: Preset) -> str:
    """Return how many of a hundred deals of a game can be won, or are where nobody knows what a solver does."""
    if preset.id in BY_PEOPLE:
        return _("people win about {share} of 100 deals").format(share=round(BY_PEOPLE[preset.id]))
    found = BY_HINTS.get(preset.id)
    if found is not None:
        return _("hints alone win {share} of 100 deals").format(share=round(100 * found.won / found.deals))
    return "" if preset.chance is None else chance_words(preset.chance)


def chance_words(chance: Chance) -> str:
    """Return how many of a hundred deals can be won by somebody who sees every card."""
    if chance.is_nearly_all:
        return _("nearly every deal can be won")
    if chance.is_open:
        return _("at least {share} of 100 deals can be won").format(share=int(chance.low))
    return _("{share} of 100 deals can be won").format(share=round((chance.low + chance.high) / 2))


def find(typed: str, wanted: Wanted = ANYTHING) -> Found:
    """Return the games that match the typed words and the wishes; if nothing was typed, all that match the wishes.

    If no game matches all words, return those that match most of them.
    """
    fitting = [preset for preset in PRESETS.values() if wanted.fits(preset)]
    text = plain(typed[:_MOST_LETTERS])
    asked = _minutes().search(_in_digits(text))
    if asked is not None:
        fitting = _by_minutes(fitting, int(asked[1]))
        text = _minutes().sub(" ", _in_digits(text))
    words = [word for word in text.split() if word not in vocabulary().filler]
    telling = [word for word in words if not _is_all(word)]
    if not telling:
        return Found(fitting)
    whole = "".join(telling)
    index = _index(tuple(languages()))
    costs = [_costs(word, index) for word in telling]
    joined = _costs(whole, index) if len(telling) > 1 else {}
    ranked = []
    for preset in fitting:
        own = [each[preset.id] for each in costs if preset.id in each]
        missing, cost = len(telling) - len(own), sum(own)
        as_one = joined.get(preset.id)
        if as_one is not None and (missing or as_one < cost):
            missing, cost = 0, as_one
        if missing < len(telling):
            exact = 0 if {whole, " ".join(telling)} & index.names[preset.id] else 1
            ranked.append((missing, cost, exact, preset))
    if not ranked:
        return Found(())
    least = min(missing for missing, *_rest in ranked)
    kept = sorted((each for each in ranked if each[0] == least), key=lambda each: each[1] + each[2] / 10)
    # Where words match exactly, none is corrected into another.
    if kept[0][1] < _WRONG * len(telling) and any(cost < _FACT for _missing, cost, *_rest in kept):
        literal = index.words.get(whole, {}).keys() | set.intersection(*(_holding(word, index) for word in telling))
        kept = [each for each in kept if each[3].id in literal] or kept
    return Found([each[3] for each in kept], nearest=least > 0)


@cache
def _minutes() -> re.Pattern[str]:
    """Return a pattern for a number of minutes; a long word for them may have an ending."""
    words = (word if len(word) < _STEM else rf"{word}\w*" for word in vocabulary().minutes)
    return re.compile(rf"\b(\d{{1,3}}) ?(?:{'|'.join(words)})\b")


def _by_minutes(presets: Iterable[Preset], minutes: int) -> list[Preset]:
    """Return the games that take no longer, the longest first; failing that, the shortest games."""
    ordered = sorted(presets, key=lambda preset: -preset.minutes)
    within = [preset for preset in ordered if preset.minutes <= minutes]
    if within or not ordered:
        return within
    return [preset for preset in ordered if preset.minutes == ordered[-1].minutes]


def plain(text: str) -> str:
    """Return words in small letters without accents and signs."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    words = re.sub(r"[^\w]+|_", " ", re.sub(r"['\u2019`\u00b4]", "", bare)).split()
    return re.sub(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", " ", " ".join(words))


def _in_digits(text: str) -> str:
    return " ".join(vocabulary().numbers.get(word, word) for word in text.split())


@dataclass(frozen=True, slots=True)
class _Index:
    """The words by which games are found: for each word its cost by the id of the game.

    `letters` has the set of letters of each word as bits, `bits` the bit of each letter, and `names` the names of each
    game, each also as one string.
    """

    words: dict[str, dict[str, float]]
    letters: dict[str, int]
    bits: dict[str, int]
    names: dict[str, set[str]]


@lru_cache(4)
def _index(spoken: tuple[str, ...]) -> _Index:
    """Return the index of all games in some languages."""
    words: dict[str, dict[str, float]] = {}
    names: dict[str, set[str]] = {}
    for preset in PRESETS.values():
        names[preset.id] = set()
        for text, cost, is_name in _texts(preset, spoken):
            own = plain(text).split()
            pieces = [*own, "".join(own)] if is_name and len(own) > 1 else own
            for word in pieces:
                if word not in vocabulary().filler or is_name:
                    for each in {word, vocabulary().numbers.get(word, word)}:
                        known = words.setdefault(each, {})
                        known[preset.id] = min(cost, known.get(preset.id, cost))
            if is_name:
                names[preset.id] |= {" ".join(own), "".join(own)}
    bits = {letter: 1 << place for place, letter in enumerate(sorted(set("".join(words))))}
    return _Index(words, {word: _letters(word, bits) for word in words}, bits, names)


def _letters(word: str, bits: dict[str, int]) -> int:
    """Return the letters of a word as bits; those that have none all share the next one."""
    return reduce(or_, (bits.get(letter, 1 << len(bits)) for letter in word), 0)


def _texts(preset: Preset, spoken: Iterable[str]) -> Iterator[tuple[str, float, bool]]:
    """Yield the texts by which a game is found, each with its cost, and whether it is a name."""
    rules = preset.rules
    family = family_of(rules)
    yield preset.id, _NAME, True
    for name in vocabulary().games.get(preset.id, ()):
        yield name, _NAME + 0.1, True
    for name in vocabulary().nearest.get(preset.id, ()):
        yield name, _KIN, True
    for name in vocabulary().families.get(family, ()):
        yield name, _KIN, False
    yield vocabulary().lengths[length_of(preset)], _FACT, False
    yield vocabulary().difficulties[preset.difficulty], _FACT, False
    for language in spoken:
        with in_language(language):
            texts = _(preset.name), _(FAMILIES[family]), _(preset.summary)
        yield texts[0], _NAME, True
        yield texts[1], _KIN, False
        yield texts[2], _SUMMARY, False
    if rules.packs == 2:
        yield f"2 104 {vocabulary().packs}", _FACT, False
    if rules.aim == "runs" and rules.groups == "suit":
        yield f"{rules.suits} {vocabulary().suits}", _FACT, False
    if rules.cells:
        yield f"{rules.cells} {vocabulary().cells}", _FACT, False


def _is_all(word: str) -> bool:
    most = 1 if len(word) < 7 else 2
    return word in vocabulary().everything or (
        len(word) > 5 and any(_apart(word, each, most) <= most for each in ("solitaire", "patience"))
    )


def _holding(word: str, index: _Index) -> set[str]:
    """Return the games that have a word with these letters in it, none of them corrected."""
    return {game for other, costs in index.words.items() if word in other for game in costs}


def _costs(word: str, index: _Index) -> dict[str, float]:
    """Return the cost of finding a word in each game that it is found in."""
    found: dict[str, float] = {}
    for each in {word, vocabulary().numbers.get(word, word)}:
        letters, allowed = _letters(each, index.bits), _allowed(each)
        # The letters spare most pairs a comparison.
        alike = [pair for pair in index.letters.items() if (letters & ~pair[1]).bit_count() <= allowed]
        for other, others in alike:
            fit = _fit(each, letters, other, others)
            if fit < _NOWHERE:
                for game, cost in index.words[other].items():
                    # A summary has too many words for guesses.
                    if (fit < _WRONG or cost < _SUMMARY) and cost + fit < found.get(game, _NOWHERE):
                        found[game] = cost + fit
    return found


def _allowed(word: str) -> int:
    """Return how many letters of a typed word may be wrong."""
    return 0 if len(word) < 4 else 1 if len(word) < 7 else 2


def _fit(word: str, letters: int, other: str, others: int) -> float:
    """Return the cost of taking a typed word for another, given the letters of both."""
    if word == other:
        return 0.0
    strange = (letters & ~others).bit_count()
    if strange == 0 and not (word.isdigit() or other.isdigit()):
        if other.startswith(word) and len(word) >= 2:
            return _BEGUN
        if len(word) >= 3 and word in other:
            return _INSIDE
    if word.isdigit() or other.isdigit():
        return _NOWHERE
    allowed = _allowed(word)
    if (others & ~letters).bit_count() <= allowed:
        apart = _apart(word, other, allowed)
        if apart <= allowed:
            return _WRONG * apart
    # Typed so far, with one wrong letter.
    if strange <= 1 and len(word) >= 5 and len(other) > len(word) and _apart(word, other[: len(word)], 1) <= 1:
        return _WRONG + _BEGUN
    return _NOWHERE


@lru_cache(1 << 15)
def _apart(one: str, other: str, most: int) -> int:
    """Return how many letters are wrong, missing, extra or swapped with their neighbour; above `most`: too many."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for k, b in enumerate(other, 1):
            least = min(before[k] + 1, row[k - 1] + 1, before[k - 1] + (a != b))
            if i > 1 and k > 1 and a == other[k - 2] and one[i - 2] == b:
                least = min(least, earlier[k - 2] + 1)
            row.append(least)
        if min(row) > most:
            return most + 1
    return row[-1]
