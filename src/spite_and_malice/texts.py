"""What a person reads, in the language of whoever reads it: gettext, with one file for each language.

English is the language of the sources; every other one is `locale/LANGUAGE/LC_MESSAGES/spite.po` (docs/languages.md),
which `catalogues.py` reads.
Texts are translated where they are made, into the current language; ``with in_language(language):`` sets it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from typing import Any, Final

from spite_and_malice import catalogues

ENGLISH: Final = "en"

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def _(message: str) -> str:
    """Return a text in the current language; fill its placeholders afterwards: ``_("…{n}…").format(n=n)``."""
    return _translation(_language.get()).gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of a text that goes with the number ``n``, in the current language."""
    return _translation(_language.get()).ngettext(singular, plural, n)


def N_(message: str) -> str:
    """Mark a text for translation and return it as it is: for tables of texts that `_` translates on use."""
    return message


def current_language() -> str:
    """Return the current language, such as "en"."""
    return _language.get()


def use_language(language: str) -> None:
    """Speak a language from here on, in this task. Raises ValueError for one that there is not."""
    _language.set(_known(language))


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Translate into a language for as long as the context lasts. Raises ValueError for one that there is not."""
    before = _language.set(_known(language))
    try:
        yield
    finally:
        _language.reset(before)


@cache
def languages() -> dict[str, str]:
    """Return every language by its code with its own name for itself: English first, the others by their name."""
    names = {code: catalogues.name(code) for code in catalogues.codes()}
    return {ENGLISH: "English", **dict(sorted(names.items(), key=lambda pair: pair[1].casefold()))}


def best_language(wanted: str | None, accepted: str) -> str:
    """Return the language for somebody.

    ``wanted`` is the one that was chosen, None for no choice; without it ``accepted``, an HTTP Accept-Language header,
    decides. English where neither names a language that there is.
    """
    if wanted in languages():
        return wanted
    return next((code for tag in _accepted(accepted) if (code := _match(tag))), ENGLISH)


def environment_language() -> str:
    """Return the language that this process's environment asks for, by LANGUAGE, LC_ALL, LC_MESSAGES or LANG.

    As for gettext the first of them that is set decides; English where it names no language that there is.
    """
    value = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    tags = (part.partition(".")[0].partition("@")[0] for part in value.split(":"))
    return next((code for tag in tags if (code := _match(tag))), ENGLISH)


def script_texts(language: str) -> dict[str, Any]:
    """Return the texts of the browser's scripts in a language, as JSON: `catalogues.Catalogue.scripts`."""
    return catalogues.read(language).scripts


def _known(language: str) -> str:
    if language != ENGLISH and language not in languages():
        raise ValueError(f"there is no language {language!r}; there are {', '.join(languages())}")
    return language


def _accepted(header: str) -> list[str]:
    """Return the tags of an Accept-Language header, the most wanted first, without what is not well formed."""
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:_TAGS]:
        tag, _semicolon, weight = part.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if tag.strip() and 0 < quality <= 1:
            wanted.append((-quality, tag.strip()))
    return [tag for _quality, tag in sorted(wanted, key=lambda pair: pair[0])]


_TAGS: Final = 20
"""Tags of an Accept-Language header that are looked at; a browser sends a handful."""


def _match(tag: str) -> str | None:
    """Return the language for a tag: the same one, else one that differs only in the country."""
    same = tag.replace("-", "_").casefold()
    codes = {code.casefold(): code for code in languages()}
    return codes.get(same) or codes.get(same.partition("_")[0])


@cache
def _translation(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    return GNUTranslations(BytesIO(catalogues.read(language).compiled))
