"""Pseudo-languages made from the English texts, to see how a page handles other words.

`LONG` has accents on every vowel and words 40 % longer: plain text bypasses translation, broken layout has no room.
`MIRRORED` is written from right to left. Both use the code of a language that has no file. ``python -m tools.texts
pseudo FOLDER`` writes them; ``SPITE_TEST_LOCALE=FOLDER spite`` uses them, and German.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

from babel.messages import Catalog

from spite_and_malice.catalogues import DOMAIN, LOCALE

from . import entries, forms, written

LONG: Final = "eo"
MIRRORED: Final = "he"

LONGER: Final = 0.4

_KEPT: Final = re.compile(r"\{\w+\}|%\(\w+\)s|%%|</?\w+[^>]*>|&\w+;|\[[^\]]*\]|`[^`]*`|\s+")
_ACCENTS: Final = str.maketrans("aeiouyAEIOUY", "àéîöûÿÀÉÎÖÛŸ")
_OVERRIDE, _END = "\N{RIGHT-TO-LEFT OVERRIDE}", "\N{POP DIRECTIONAL FORMATTING}"


def long(text: str) -> str:
    """Return a text with accents and, word by word, extra letters; placeholders stay unchanged."""
    parts, owed = [], 0.0
    for part in re.split(rf"({_KEPT.pattern})", text):
        if part and not _KEPT.fullmatch(part):
            letters = sum(letter.isalpha() for letter in part)
            owed += letters * LONGER
            more = round(owed)
            owed -= more
            word = re.search(r"[^\W\d_]+", part)
            at = word.end() if word else 0
            part = part[:at].translate(_ACCENTS) + ("ö" * more if word else "") + part[at:].translate(_ACCENTS)
        parts.append(part)
    return "".join(parts)


def mirrored(text: str) -> str:
    """Return a text whose letters run from right to left; what is filled in stays as it is."""
    parts = re.split(rf"({_KEPT.pattern})", text)
    return "".join(
        part if not part or _KEPT.fullmatch(part) or not re.search(r"[^\W\d_]", part) else f"{_OVERRIDE}{part}{_END}"
        for part in parts
    )


def write(folder: Path, collected: Catalog) -> None:
    """Write both into a folder of languages, next to the existing ones."""
    shutil.copytree(LOCALE, folder, dirs_exist_ok=True)
    for language, change in ((LONG, long), (MIRRORED, mirrored)):
        catalog = Catalog(locale=language, charset="utf-8", fuzzy=False)
        catalog.update(collected)
        for message in entries(catalog):
            if isinstance(message.id, str):
                message.string = change(message.id)
            else:
                one, many = message.id
                message.string = tuple(change(one if place == 0 else many) for place in range(len(forms(message))))
        path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        path.parent.mkdir(parents=True)
        path.write_bytes(written(catalog))
