"""What a person reads, in their language: gettext, with one file for each language.

English is the language of the sources; every other one is `locale/LANGUAGE/LC_MESSAGES/spite.po` (docs/languages.md),
which `catalogues.py` reads.
Texts are translated where they are made, into the current language; ``with in_language(language):`` sets it.

What the rules call a pay-off pile is a goal pile in one version of the game and a stock pile in another. In every text
the names of piles stand in brackets, as in "The [stock] has run out.", and the current terms are put in their places.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final

from spite_and_malice import catalogues

ENGLISH: Final = "en"

Terms = Mapping[str, str]
"""A version's own words for the piles, in English, by those of `TERMS`; what is left out it calls as the rules do."""


def N_(message: str) -> str:
    """Mark a text for translation and return it as it is: for tables of texts that `_` translates on use."""
    return message


TERMS: Final = (
    N_("pay-off pile"),
    N_("pay-off piles"),
    N_("pay-off card"),
    N_("pay-off cards"),
    N_("centre stack"),
    N_("centre stacks"),
    N_("side stack"),
    N_("side stacks"),
    N_("stack"),
    N_("stacks"),
    N_("stock"),
    N_("joker"),
    N_("jokers"),
)
"""The words of the rules for piles (RULES.md section 1) and wild cards, as they stand in the brackets of texts."""

_IN_BRACKETS: Final = re.compile(rf"\[({'|'.join(TERMS)})\]", re.IGNORECASE)

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_terms: ContextVar[Terms] = ContextVar("terms", default=MappingProxyType({}))


def _(message: str) -> str:
    """Return a text in the current language; fill its placeholders afterwards: ``_("…{n}…").format(n=n)``."""
    translation = _translation(_language.get())
    return _with_terms(translation, translation.gettext(message))


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of a text that goes with the number ``n``, in the current language."""
    translation = _translation(_language.get())
    return _with_terms(translation, translation.ngettext(singular, plural, n))


def _with_terms(translation: NullTranslations, text: str) -> str:
    """Put the current terms in the places of those in brackets; a capital letter there stays one."""
    if "[" not in text:
        return text
    terms = _terms.get()

    def own(found: re.Match[str]) -> str:
        term = found[1]
        standard = term[0].lower() + term[1:]
        word = translation.gettext(terms.get(standard, standard))
        return word if term == standard else word[0].upper() + word[1:]

    return _IN_BRACKETS.sub(own, text)


def listed(items: Sequence[str], *, either: bool = False) -> str:
    """Join items in a sentence: "a", "a and b", "a, b and c", with "or" if `either`; the empty text for no items."""
    if len(items) < 2:
        return "".join(items)
    text = _("{first} or {last}") if either else _("{first} and {last}")
    return text.format(first=", ".join(items[:-1]), last=items[-1])


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


def current_terms() -> Terms:
    """Return the current words for the piles."""
    return _terms.get()


def translated_terms() -> dict[str, str]:
    """Return the current words for the piles in the current language, by those of the rules: what a script needs."""
    return {term: _(word) for term, word in _terms.get().items()}


def use_terms(terms: Terms) -> None:
    """Call the piles by these words from here on, in this task."""
    _terms.set(terms)


@contextmanager
def in_terms(terms: Terms) -> Iterator[None]:
    """Call the piles by these words for as long as the context lasts."""
    before = _terms.set(terms)
    try:
        yield
    finally:
        _terms.reset(before)


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
