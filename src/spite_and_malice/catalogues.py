"""Each language's texts in compiled form: compiled when the package is built, in a checkout on first use and then kept.

`setup.py` loads only this file, so it imports nothing from the package. Babel is available in a checkout and during a
build; an installed package does not need it.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages import Catalog, Message

_OWN: Final = Path(__file__).parent / "locale"
LOCALE: Final = Path(os.environ.get("SPITE_TEST_LOCALE") or _OWN)
_KEPT: Final = Path(__file__).parents[2] / "build" / "texts"
"""Where a checkout keeps what it has compiled: all languages take a process one to three seconds."""
DOMAIN: Final = "spite"

IN_BROWSER: Final = "browser"
"""The flag of a text used by a script (tools/texts.py)."""

OFFERED_FROM: Final = 0.98
"""The share of translated texts from which on a language is offered: below that, pages would mix languages."""

DRAFTS: Final = "SPITE_DRAFTS"
"""The variable with languages, separated by commas, to be offered before they are complete: for translators."""

_MISSING: Final = re.compile(r'^msgstr(?:\[\d+\])? ""$(?!\n")|^#, .*\bfuzzy\b', re.MULTILINE)
"""The marks of an empty or unreviewed entry of a .po file."""

_NUMBERS: Final = 200
"""Numbers that together use every plural form of a language."""


class Figures(TypedDict):
    """How a language writes numbers: the decimal and thousands separators, and the pattern ``percent``."""

    decimal: str
    group: str
    percent: str


class Dates(TypedDict):
    """How a language writes dates, from CLDR.

    ``pattern`` looks like "d. MMMM y", ``months`` are the names for it, ``weekdays`` the short names from Monday on,
    and ``first_weekday`` is the first day of a week, 0 for Monday.
    """

    pattern: str
    months: list[str]
    weekdays: list[str]
    first_weekday: int


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A language's texts: its own name for itself, all of them for gettext (.mo), those of the browser's scripts.

    `scripts` is JSON: ``messages`` gives for each English text the translated one, or a list of its plural forms;
    ``forms`` gives for each of the categories of ``Intl.PluralRules`` the place of its form in those lists. `share` is
    the translated share, from 0 to 1, ``direction`` is "ltr" or "rtl".
    """

    name: str
    compiled: bytes
    scripts: dict[str, Any]
    share: float
    dates: Dates
    figures: Figures
    direction: str


def codes() -> list[str]:
    """Return the languages available besides English."""
    return sorted({path.parents[1].name for ending in ("po", "mo") for path in LOCALE.glob(f"*/*/{DOMAIN}.{ending}")})


def offered() -> list[str]:
    """Return the languages besides English that people may choose: complete ones, and those that `DRAFTS` names."""
    drafts = [code.strip() for code in os.environ.get(DRAFTS, "").split(",")]
    return [code for code in codes() if code in drafts or share(code) >= OFFERED_FROM]


def share(language: str) -> float:
    """Return how much of a language is translated and reviewed, from 0 to 1."""
    po = _source(language)
    return share_of(po.read_text(encoding="utf-8")) if po.exists() else read(language).share


def share_of(source: str) -> float:
    """Return how much of a .po file is translated: from its lines, which is faster than parsing it."""
    entries = [entry for entry in source.split("\n\n") if re.search(r'^msgid (?!""\nmsgstr)', entry, re.MULTILINE)]
    return 1 - sum(bool(_MISSING.search(entry)) for entry in entries) / len(entries) if entries else 0


def name(language: str) -> str:
    """Return a language's own name for itself."""
    if not _source(language).exists():
        return read(language).name
    from babel import Locale

    found = Locale.parse(language).get_display_name(language) or language
    return found[:1].upper() + found[1:]


def read(language: str) -> Catalogue:
    """Return a language's texts. Raises OSError if there are none."""
    po = _source(language)
    if not po.exists():
        return _compiled(po)
    if LOCALE != _OWN:
        return compile_catalogue(po)
    kept = _KEPT / language / po.name
    with suppress(OSError, ValueError, TypeError):
        if kept.with_suffix(".mo").stat().st_mtime_ns > max(path.stat().st_mtime_ns for path in (po, Path(__file__))):
            return _compiled(kept)
    catalogue = compile_catalogue(po)
    with suppress(OSError):
        write(catalogue, kept)
    return catalogue


def _compiled(po: Path) -> Catalogue:
    """Read what `write` has written. Raises OSError if there is nothing."""
    extra = json.loads(po.with_suffix(".json").read_text(encoding="utf-8"))
    return Catalogue(compiled=po.with_suffix(".mo").read_bytes(), **extra)


def _source(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def write(catalogue: Catalogue, po: Path) -> None:
    """Write the compiled file that `read` uses instead of a .po file, beside the latter's path."""
    extra = {name: value for name, value in asdict(catalogue).items() if name != "compiled"}
    _put(po.with_suffix(".json"), json.dumps(extra, ensure_ascii=False).encode())
    _put(po.with_suffix(".mo"), catalogue.compiled)


def _put(path: Path, content: bytes) -> None:
    """Write a file that others may read or write at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    half.write_bytes(content)
    half.replace(path)


def compile_catalogue(po: Path) -> Catalogue:
    """Compile a .po file, whose folder names the language."""
    from babel import Locale
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    language = po.parents[1].name
    with po.open("rb") as file:
        catalog = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    locale = Locale.parse(language)
    category, form = locale.plural_form, c2py(catalog.plural_expr)
    forms = {category(n): form(n) for n in range(_NUMBERS)}
    scripts = {"messages": _script_messages(catalog), "forms": forms}
    share = share_of(po.read_text(encoding="utf-8"))
    return Catalogue(
        name(language), compiled.getvalue(), scripts, share, _dates(locale), _figures(locale), locale.text_direction
    )


def _figures(locale: Locale) -> Figures:
    symbols = locale.number_symbols["latn"]
    percent = re.sub(r"[#,0.]+", "{}", str(locale.percent_formats[None].pattern))
    return {"decimal": symbols["decimal"], "group": symbols["group"], "percent": percent}


def _dates(locale: Locale) -> Dates:
    months = locale.months["format"]["wide"]
    weekdays = locale.days["stand-alone"]["short"]
    return {
        "pattern": str(locale.date_formats["long"].pattern),
        "months": [months[number] for number in range(1, 13)],
        "weekdays": [weekdays[number] for number in range(7)],
        "first_weekday": locale.first_week_day,
    }


def _script_messages(catalog: Catalog) -> dict[str, str | list[str]]:
    messages: dict[str, str | list[str]] = {}
    for message in catalog:
        texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if IN_BROWSER in message.flags and all(texts) and not message.fuzzy:
            messages[_key(message)] = texts if message.pluralizable else texts[0]
    return messages


def _key(message: Message) -> str:
    """Return the key of a message: its singular, after its context if it has one, as in compiled catalogues."""
    singular = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\4{singular}" if message.context else singular
