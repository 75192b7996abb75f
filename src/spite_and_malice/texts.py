"""The texts that people read, in their language: gettext, with one file for each language.

English is the language of the sources; every other one is `locale/LANGUAGE/LC_MESSAGES/spite.po` (docs/languages.md),
which `catalogues.py` reads. Texts are translated where they are created, into the current language; ``with
in_language(language):`` sets it.

The rules' pay-off pile is called a goal pile in one version of the game and a stock pile in another. In every text the
names of piles are in brackets, as in "The [stock] has run out.", and are replaced by the current terms.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

from spite_and_malice import catalogues

ENGLISH: Final = "en"

_T = TypeVar("_T")

Terms = Mapping[str, str]
"""A version's own words for the piles, in English, by those of `TERMS`; missing ones are called as in the rules."""


def N_(message: str) -> str:
    """Mark a text for translation and return it unchanged: for tables of texts that `_` translates on use."""
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
"""The words of the rules for piles (RULES.md section 1) and wild cards, as in the brackets of texts."""

_IN_BRACKETS: Final = re.compile(rf"\[({'|'.join(TERMS)})\]", re.IGNORECASE)

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_terms: ContextVar[Terms] = ContextVar("terms", default=MappingProxyType({}))


_ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
_END_ISOLATE: Final = "\N{POP DIRECTIONAL ISOLATE}"
_TURNS: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Characters written from right to left, or marks that set this direction."""
_ISOLATED: Final = re.compile("\u2068[^\u2066-\u2069]*\u2069")


def isolated(value: _T) -> _T:
    """Return a value isolated so that it keeps its place in a sentence, whatever its writing direction.

    A Hebrew or Arabic name would change places with figures after it. Values that are not strings stay as they are.
    """
    if not isinstance(value, str) or value.isascii() or not _TURNS.search(_ISOLATED.sub("", value)):
        return value
    # Concatenation preserves a template's safe markup.
    return cast(_T, _ISOLATE + value + _END_ISOLATE)


class Text(str):
    """A text of the program, whose placeholders are filled by `format` with `isolated` values."""

    __slots__ = ()

    def format(self, *args: object, **kwargs: object) -> str:
        """Return the text with its placeholders filled."""
        return super().format(*map(isolated, args), **{name: isolated(value) for name, value in kwargs.items()})


def _(message: str) -> str:
    """Return a text in the current language; fill its placeholders afterwards: ``_("…{n}…").format(n=n)``."""
    translation = _translation(_language.get())
    return _to_fill(_with_terms(translation, translation.gettext(message)))


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of a text that goes with the number ``n``, in the current language."""
    translation = _translation(_language.get())
    return _to_fill(_with_terms(translation, translation.ngettext(singular, plural, n)))


def _to_fill(text: str) -> str:
    """Return a text with placeholders as one that isolates their values; others need no special type."""
    return Text(text) if "{" in text else text


def _with_terms(translation: NullTranslations, text: str) -> str:
    """Replace bracketed terms with the current ones, preserving an initial capital letter."""
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
    """Join items in a sentence: "a", "a and b", "a, b and c", with "or" if `either`; an empty string for no items."""
    if len(items) < 2:
        return "".join(items)
    text = _("{first} or {last}") if either else _("{first} and {last}")
    return text.format(first=", ".join(map(isolated, items[:-1])), last=items[-1])


_DATES: Final[catalogues.Dates] = {
    "pattern": "d MMMM y",
    "months": [
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ],
    "weekdays": ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
    "first_weekday": 0,
}
"""Dates in English, as in Britain."""
_OF_A_DATE: Final = re.compile(r"'([^']*)'|d+|M+|y+")


def dates() -> catalogues.Dates:
    """Return how the current language writes dates."""
    language = _language.get()
    return _DATES if language == ENGLISH else _catalogue(language).dates


_FIGURES: Final[catalogues.Figures] = {"decimal": ".", "group": ",", "percent": "{}%"}


def _figures_of(language: str) -> catalogues.Figures:
    return _FIGURES if language == ENGLISH else _catalogue(language).figures


def written_number(value: float, digits: int = 0) -> str:
    """Return a number with a given count of decimals as the current language writes it: "1,234.5", "1.234,5"."""
    how = _figures_of(_language.get())
    marks = {",": how["group"], ".": how["decimal"]}
    return "".join(marks.get(each, each) for each in f"{value:,.{digits}f}")


def written_share(value: float, digits: int = 0) -> str:
    """Return a share, from 0 to 1, as a percentage in the current language: "53.1%", "53,1 %"."""
    return _figures_of(_language.get())["percent"].format(written_number(100 * value, digits))


def direction(language: str) -> str:
    """Return the writing direction of a language: "ltr" or "rtl"."""
    return "ltr" if language == ENGLISH else _catalogue(language).direction


def written_date(day: date) -> str:
    """Return a date in the current language: "22 November 2026", "22. November 2026", "22 de novembro de 2026"."""
    how = dates()

    def part(found: re.Match[str]) -> str:
        if found[1] is not None:
            return found[1]
        return {"d": str(day.day), "M": how["months"][day.month - 1], "y": str(day.year)}[found[0][0]]

    return _OF_A_DATE.sub(part, how["pattern"])


def escaped(text: str, kept: str = "\n\t") -> str:
    """Return a text with everything that a terminal may interpret escaped: control and bidirectional characters.

    The escapes are those of JSON, so that JSON keeps its meaning; the characters in ``kept`` stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(each if _is_harmless(each) or each in kept else json.dumps(each)[1:-1] for each in text)


def printable(text: str, kept: str = "\n\t") -> str:
    """Return a text for a terminal: `escaped`, and without the characters that isolate names in a sentence.

    All text from others passes through this before it is printed: responses of servers, and contents of files.
    """
    return escaped(text.replace(_ISOLATE, "").replace(_END_ISOLATE, ""), kept)


JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Zero-width characters used in emoji of people and in Persian words."""


def _is_harmless(character: str) -> bool:
    return character.isprintable() or character in JOINERS or unicodedata.category(character) == "Zs"


def current_language() -> str:
    """Return the current language, such as "en"."""
    return _language.get()


def use_language(language: str) -> None:
    """Use a language from now on, in this task. Raises ValueError for an unknown one."""
    _language.set(_known(language))


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Translate into a language for as long as the context lasts. Raises ValueError for an unknown one."""
    before = _language.set(_known(language))
    try:
        yield
    finally:
        _language.reset(before)


def current_terms() -> Terms:
    """Return the current terms for the piles."""
    return _terms.get()


def translated_terms() -> dict[str, str]:
    """Return the current terms for the piles in the current language, by those of the rules, for scripts."""
    return {term: _(word) for term, word in _terms.get().items()}


def use_terms(terms: Terms) -> None:
    """Use these terms for the piles from now on, in this task."""
    _terms.set(terms)


@contextmanager
def in_terms(terms: Terms) -> Iterator[None]:
    """Use these terms for the piles for the duration of the context."""
    before = _terms.set(terms)
    try:
        yield
    finally:
        _terms.reset(before)


@cache
def languages() -> dict[str, str]:
    """Return every available language, by code with its own name: English first, then by name."""
    names = {code: catalogues.name(code) for code in catalogues.offered()}
    return {ENGLISH: "English", **dict(sorted(names.items(), key=lambda pair: pair[1].casefold()))}


def best_language(wanted: str | None, accepted: str) -> str:
    """Return the language for a person.

    ``wanted`` is their choice, None for no choice; without it ``accepted``, an HTTP Accept-Language header, decides.
    The result is English if neither names an available language.
    """
    if wanted in languages():
        return wanted
    return asked_language(accepted) or ENGLISH


def asked_language(accepted: str) -> str | None:
    """Return the first available language that an HTTP Accept-Language header lists; None if it lists none."""
    return next((code for tag in _accepted(accepted) if (code := _match(tag))), None)


def environment_language() -> str:
    """Return the language set in this process's environment, by LANGUAGE, LC_ALL, LC_MESSAGES or LANG.

    As in gettext, the first one set decides; English if it names no available language.
    """
    value = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    tags = (part.partition(".")[0].partition("@")[0] for part in value.split(":"))
    return next((code for tag in tags if (code := _match(tag))), ENGLISH)


def script_texts(language: str) -> dict[str, Any]:
    """Return the texts of the browser's scripts in a language, as JSON: `catalogues.Catalogue.scripts`."""
    return _catalogue(language).scripts


def _known(language: str) -> str:
    if language != ENGLISH and language not in languages():
        raise ValueError(f"there is no language {language!r}; there are {', '.join(languages())}")
    return language


def _accepted(header: str) -> list[str]:
    """Return the tags of an Accept-Language header, in order of preference, without malformed ones."""
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
"""The most tags of an Accept-Language header that are considered; a browser sends a handful."""


def _match(tag: str) -> str | None:
    """Return the language for a tag: an exact match, else one that differs only in the country."""
    same = tag.replace("-", "_").casefold()
    if same == ENGLISH:
        # Without the names of the others, which take a command a tenth of a second.
        return ENGLISH
    codes = {code.casefold(): code for code in languages()}
    return codes.get(same) or codes.get(same.partition("_")[0])


@cache
def _translation(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    return GNUTranslations(BytesIO(_catalogue(language).compiled))


@cache
def _catalogue(language: str) -> catalogues.Catalogue:
    return catalogues.read(language)
