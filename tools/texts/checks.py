"""The features that a translation must share with the English text: placeholders, markup, pile names, ending."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from spite_and_malice import texts

_FILLED: Final = re.compile(r"\{\w+\}|%\(\w+\)s|%%|</?\w+[^>]*>|&\w+;|\t")
_TERM: Final = re.compile(r"\[([^\]]*)\]")


def placeholders(text: str) -> list[str]:
    """Return the placeholders of a text, and its markup."""
    return sorted(_FILLED.findall(text))


def terms(text: str) -> list[str]:
    """Return the bracketed names of piles in a text."""
    return [term for term in _TERM.findall(text) if term[:1].lower() + term[1:] in texts.TERMS]


def faults(english: str | Sequence[str], translation: Sequence[str], number: int) -> list[str]:
    """Return what is wrong with a translation, in words; missing forms are no fault if all are missing.

    ``english`` is a text or its two forms, ``translation`` its forms in a language that has ``number`` of them.
    """
    if not any(translation):
        return []
    is_plural = not isinstance(english, str)
    if len(translation) != (number if is_plural else 1) or not all(translation):
        return [f"{number} plural forms are needed" if is_plural else "one text is needed"]
    many = english if isinstance(english, str) else english[-1]
    every = many if isinstance(english, str) else " ".join(english)
    wanted = placeholders(many)
    found = []
    for place, text in enumerate(translation):
        # The form for one may say "a card" and leave its number out, in any language.
        may_leave_out = is_plural and place == 0
        fits = set(placeholders(text)) <= set(wanted) if may_leave_out else placeholders(text) == wanted
        if not fits:
            found.append(f"these must stay: {' '.join(wanted) or 'nothing to fill in'}; there are {placeholders(text)}")
        for term in _TERM.findall(text):
            if not terms(f"[{term}]") and f"[{term}]" not in every:
                found.append(f"[{term}] is no name of a pile")
        if text.strip() != text and many.strip() == many:
            found.append("it begins or ends with a space")
        if "  " in text:
            found.append("it has two spaces together")
        if many.endswith(".") != text.endswith("."):
            found.append("it must end with a full stop where the English does, and only there")
    return found


def doubts(english: str | Sequence[str], translation: Sequence[str]) -> list[str]:
    """Return likely mistakes: an unbracketed pile name, which may be right in some sentences."""
    many = english if isinstance(english, str) else english[-1]
    left_out = bool(terms(many)) and any(text and not terms(text) for text in translation)
    return [f"no {' '.join(f'[{term}]' for term in terms(many))} in it"] if left_out else []
