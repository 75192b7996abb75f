"""The names and heads of people, and their texts: no invisible characters, forbidden words or impersonation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from string import ascii_lowercase
from typing import Final

from spite_and_malice.players import PLAYERS
from spite_and_malice.texts import N_, _, in_language, languages

from ..http.errors import ApiError
from ..store import Store, TableRow
from .look_alikes import LOOK_ALIKES

_LOOK_ALIKES: Final = str.maketrans("013457@$!", "oieastasi")
"""Characters used in place of letters to disguise a word."""

_forbidden: re.Pattern[str] | None = None


def forbid(lines: Iterable[str]) -> None:
    """Forbid the words of a list in this process: one per line, ``*`` for any letters, ``#`` for a comment.

    Case, accents and digits that look like letters make no difference.
    """
    global _forbidden
    words = [_plain(line) for line in (line.strip() for line in lines) if line and not line.startswith("#")]
    parts = [r"\s+".join(re.escape(part) for part in word.split()).replace(r"\*", r"\w*") for word in words]
    _forbidden = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)") if parts else None


def is_forbidden(text: str) -> bool:
    """Return whether a text contains a word of the list."""
    if _forbidden is None:
        return False
    plain = _plain(text)
    return any(_forbidden.search(each) for each in (plain, plain.translate(_LOOK_ALIKES)))


def _plain(text: str) -> str:
    """Return a text in the form used for comparison: without accents, in lower case."""
    spread = unicodedata.normalize("NFKD", text)
    return "".join(character for character in spread if not unicodedata.combining(character)).casefold()


_FOLDER: Final = Path(__file__).parents[2] / "web" / "heads"
HEADS: Final = frozenset(path.stem for path in _FOLDER.glob("*.svg") if path.stem not in PLAYERS)
"""Every drawing by its name, except the faces of the computer players."""

DEFAULT_HEADS: Final = ("crumb", "hoot", "russet", "tibble")
"""The heads of people who have not chosen one (web/kernel/people/me.js)."""

NAME_IN_USE: Final = N_(
    "This name belongs to somebody with an account. If that is you, sign in; otherwise choose another name."
)
"""The names of accounts are reserved for them wherever others see them."""

_UNSEEN: Final = frozenset(
    map(
        chr,
        (
            0x034F,  # combining grapheme joiner
            *(0x115F, 0x1160, 0x3164, 0xFFA0),  # fillers of Hangul
            *(0x17B4, 0x17B5),  # inherent vowels of Khmer
            *range(0x180B, 0x1810),  # selectors of Mongolian
            0x2800,  # the empty pattern of braille
            *range(0xFE00, 0xFE10),  # selectors of variations
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Characters that count as printable and show nothing."""

_COPTIC: Final = "ab  e zh ik mn o pcty x w"
"""Look-alikes of the Coptic letters from U+2C80 on, each with its small form: Unicode lists only some of them."""
_SMALL_CAPITALS: Final = (
    "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280"
    "\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22"
)
"""English capitals that are as high as small letters."""
_LOOK_ALIKE: Final = str.maketrans(
    {each: told for told, letters in LOOK_ALIKES.items() for each in letters}
    | {chr(0x2C80 + 2 * at + small): told for at, told in enumerate(_COPTIC) if told != " " for small in (0, 1)}
    | {chr(first + at): letter for first in (0x1F150, 0x1F170) for at, letter in enumerate(ascii_lowercase)}
    | dict(zip(_SMALL_CAPITALS, "abcdefghijklmnoprstuvwyz", strict=True))
    | dict.fromkeys("\u15e9\u20b3", "a")
    | dict.fromkeys("\u047a\u047b", "o")
)
_OVERLAY: Final = 1
"""The combining class of marks over a letter."""
_AS_SEEN: Final = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
"""English small letters and digits that look alike."""

_MARKS: Final = ("Mn", "Me")
_MOST_MARKS: Final = 2
"""The most marks on one letter: more of them reach into neighbouring lines."""


_AS_EMOJI: Final = "\ufe0f"
_VIRAMA: Final = 9
"""The combining class of the sign that joins consonants in the scripts of India."""
_TAG_FLAGS: Final = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{4,6}\U000e007f")
"""Flags written with invisible letters, such as those of England, Scotland and Wales."""


def visible(text: str) -> str:
    """Return a text without invisible characters, and with single spaces.

    Joiners and variation selectors stay where spelling and emoji need them.
    """
    kept: list[str] = []
    marks = 0
    text = unicodedata.normalize("NFC", text)
    flags = {at for found in _TAG_FLAGS.finditer(text) for at in range(*found.span())}
    for at, character in enumerate(text):
        if character.isspace():
            kept.append(" ")
            continue
        if at in flags or _is_needed(character, "".join(kept[-2:]), text[at + 1 : at + 2]):
            kept.append(character)
            continue
        if not character.isprintable() or character in _UNSEEN:
            continue
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return " ".join("".join(kept).split())


def _is_needed(character: str, before: str, after: str) -> bool:
    """Return whether a joiner or a selector has an effect between the text so far and the character after it."""
    last = before[-1:]
    match character:
        case "\ufe0e" | "\ufe0f":
            return _is_emoji(last) or (last in "#*0123456789" and last != "" and after == "\u20e3")
        case "\u200d":
            emoji = before[-2:-1] if last == _AS_EMOJI else last
            return _is_virama(last) or (_is_emoji(emoji) and _is_emoji(after))
        case "\u200c":
            return _is_virama(last) or (_is_joining(last) and _is_joining(after))
    return False


def _is_emoji(character: str) -> bool:
    """Return whether a character is a pictograph or a skin tone."""
    return character != "" and unicodedata.category(character) in ("So", "Sk", "Sm") and ord(character) > 0xFF


def _is_virama(character: str) -> bool:
    return character != "" and unicodedata.combining(character) == _VIRAMA


def _is_joining(character: str) -> bool:
    """Return whether a letter is of Arabic or a related script, whose letters join unless separated."""
    return character != "" and unicodedata.bidirectional(character) == "AL"


def own_name(name: str) -> str:
    """Return the name that a person gave themselves, in its displayed form; an empty string if it is not valid."""
    shown = visible(name)
    if not any(unicodedata.category(character)[0] in "LNSP" for character in shown):
        return ""
    return "" if alike(shown) in _titles() or is_forbidden(shown) else shown


def why_refused(name: str) -> str | None:
    """Return why a person cannot have this name, as a sentence; None for a valid or empty name."""
    shown = visible(name)
    if shown and alike(shown) in _titles():
        return _("Here only the host of a table is called “{name}”. Choose another name.").format(name=shown)
    if is_forbidden(shown):
        return _("This server shows no name with such a word. Choose another name.")
    return None


def chosen_name(name: str) -> str:
    """Return the name that a person chose in its displayed form, empty for none. Raises `ApiError` if it is refused."""
    refused = why_refused(name)
    if refused is not None:
        raise ApiError(422, "name_refused", refused)
    return own_name(name)


NOBODYS_NAME: Final = N_("Player {number}")
"""The name of somebody who has not chosen one."""


def called_by_seat(name: str) -> int | None:
    """Return the number in the default name of a person, in whichever language it is stored."""
    found = next((match for form in _nobodys_names() if (match := re.fullmatch(form, name))), None)
    return int(found[1]) if found else None


def in_words(name: str) -> str:
    """Return a name in the current language: only default names are translated."""
    number = called_by_seat(name)
    return _(NOBODYS_NAME).format(number=number) if number else name


@lru_cache
def _nobodys_names() -> Sequence[str]:
    forms = set()
    for language in languages():
        with in_language(language):
            forms.add(re.escape(_(NOBODYS_NAME)).replace(re.escape("{number}"), r"(\d{1,2})"))
    return sorted(forms)


def different(name: str, taken: Sequence[str]) -> str:
    """Return a name that resembles none of those in use, with a number appended if necessary."""
    return Names(taken).add(name)


class Names:
    """The names in one place, none of which resembles another; adding one costs the same at any size."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {alike(each) for each in taken}
        self._tried: dict[str, int] = {}

    def add(self, name: str) -> str:
        """Add a name, with a number appended if it resembles another, and return the result."""
        number, candidate = self._tried.get(name, 1), name
        if number > 1:
            candidate = f"{name} {number}"
        while alike(candidate) in self._taken:
            number += 1
            candidate = f"{name} {number}"
        self._tried[name] = number
        self._taken.add(alike(candidate))
        return candidate


@lru_cache(maxsize=16_384)
def alike(name: str) -> str:
    """Return a key that is equal for names that are only spelled differently, or with letters that look the same."""
    plain = "".join(character for character in name if character.isprintable() and character not in _UNSEEN)
    # As written first, since a small letter need not look like its capital; then by compatibility decomposition.
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", plain).translate(_LOOK_ALIKE))
    # The letter under an accent may be a look-alike too: the Cyrillic ё.
    seen = unicodedata.normalize("NFKC", spread.translate(_LOOK_ALIKE))
    # Readers ignore a stroke through a letter.
    bare = "".join(character for character in seen if unicodedata.combining(character) != _OVERLAY)
    together = "".join(bare.casefold().translate(_AS_SEEN).split())
    return together.replace("rn", "m").replace("vv", "w")


def _titles() -> set[str]:
    """Return the names reserved for the server's own use, in every language."""
    found = set()
    for language in languages():
        with in_language(language):
            found.add(alike(_("Host")))
    return found


async def kept_name(store: Store, person: str, rules: Mapping[str, object], apart: Iterable[str] = ()) -> str | None:
    """Return a person's name for saved rules, ignoring the fields ``apart``, for others to read.

    None without such a name, or if it must not be shown to others. Raises `StoreError`.
    """
    others = {field: rules[field] for field in apart}
    for kept in await store.house_rules.of(person):
        if kept.rules | others == rules and not is_forbidden(kept.name):
            return kept.name
    return None


async def is_name_in_use(store: Store, name: str | None, person: str) -> bool:
    """Return whether a name belongs to another person's account. Raises `StoreError`."""
    shown = own_name(name or "")
    return shown != "" and await store.accounts.person_of_name(alike(shown)) not in (None, person)


def is_among_others(row: TableRow, person: str) -> bool:
    """Return whether anybody but one person is seated at a table, hosts it, or may take a seat."""
    return row.host != person or any(
        seat.kind not in ("computer", "guest") and seat.person != person for seat in row.seats
    )


async def require_free(store: Store, name: str | None, person: str) -> None:
    """Raise `ApiError` if a name belongs to another person's account."""
    if await is_name_in_use(store, name, person):
        raise ApiError(409, "name_taken", _(NAME_IN_USE))
