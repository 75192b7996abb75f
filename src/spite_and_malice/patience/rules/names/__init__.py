"""The words by which games of patience are found: one file for each language that people search in.

All files are searched, whatever the language of the page. For a language without a file only its translations are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of all languages together, in lower case without accents, except for names.

    ``everything`` means every game, ``filler`` nothing, ``minutes`` are the beginnings of words for minutes. `games`,
    `families` and `nearest` are other names: of a preset, of a family, and of games that are missing here by the
    nearest preset.
    """

    everything: frozenset[str]
    filler: frozenset[str]
    numbers: Mapping[str, str]
    minutes: Sequence[str]
    packs: str
    suits: str
    cells: str
    lengths: Mapping[str, str]
    difficulties: Mapping[str, str]
    families: Mapping[str, Sequence[str]]
    games: Mapping[str, Sequence[str]]
    nearest: Mapping[str, Sequence[str]]


@cache
def vocabulary() -> Vocabulary:
    """Return the words of every file."""
    read = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))]

    def words(name: str) -> list[str]:
        return [word for each in read for word in each[name].split()]

    return Vocabulary(
        everything=frozenset(words("everything")),
        filler=frozenset(words("filler")),
        numbers={
            word: str(number)
            for each in read
            for word, number in [(word, n) for n, word in enumerate(each["numbers"].split())]
            + list(each["more_numbers"].items())
        },
        minutes=words("minutes"),
        packs=" ".join(words("packs")),
        suits=" ".join(words("suits")),
        cells=" ".join(words("cells")),
        lengths=_joined(read, "lengths"),
        difficulties=_joined(read, "difficulties"),
        families=_listed(read, "families"),
        games=_listed(read, "games"),
        nearest=_listed(read, "nearest"),
    )


def _joined(read: Sequence[Mapping[str, Any]], name: str) -> dict[str, str]:
    keys = dict.fromkeys(key for each in read for key in each[name])
    return {key: " ".join(each[name][key] for each in read if key in each[name]) for key in keys}


def _listed(read: Sequence[Mapping[str, Any]], name: str) -> dict[str, list[str]]:
    keys = dict.fromkeys(key for each in read for key in each[name])
    return {key: [text for each in read for text in each[name].get(key, ())] for key in keys}
