"""Each language's texts as they are used: compiled when the package is built, in a checkout when they are first read.

`setup.py` loads this file alone, so it imports nothing of the package. Babel is there in a checkout and during a
build; an installed package does without it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from babel.messages import Catalog, Message

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "spite"

IN_BROWSER: Final = "browser"
"""The flag of a text that a script says (tools/texts.py)."""

_NUMBERS: Final = 200
"""Numbers that between them take every plural form of a language."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A language's texts: its own name for itself, all of them for gettext (.mo), those of the browser's scripts.

    `scripts` is JSON: ``messages`` gives for each English text the translated one, or a list of its plural forms;
    ``forms`` gives for each of the categories of ``Intl.PluralRules`` the place of its form in those lists.
    """

    name: str
    compiled: bytes
    scripts: dict[str, Any]


def codes() -> list[str]:
    """Return the languages available besides English."""
    return sorted({path.parents[1].name for ending in ("po", "mo") for path in LOCALE.glob(f"*/*/{DOMAIN}.{ending}")})


def name(language: str) -> str:
    """Return a language's own name for itself."""
    if not _source(language).exists():
        return read(language).name
    from babel import Locale

    found = Locale.parse(language).get_display_name(language) or language
    return found[:1].upper() + found[1:]


def read(language: str) -> Catalogue:
    """Return a language's texts. Raises OSError where there are none."""
    po = _source(language)
    if po.exists():
        return compile_catalogue(po)
    extra = json.loads(po.with_suffix(".json").read_text(encoding="utf-8"))
    return Catalogue(extra["name"], po.with_suffix(".mo").read_bytes(), extra["scripts"])


def _source(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def write(catalogue: Catalogue, po: Path) -> None:
    """Write what `read` takes in place of a .po file, beside where that would be."""
    po.parent.mkdir(parents=True, exist_ok=True)
    po.with_suffix(".mo").write_bytes(catalogue.compiled)
    extra = {"name": catalogue.name, "scripts": catalogue.scripts}
    po.with_suffix(".json").write_text(json.dumps(extra, ensure_ascii=False), encoding="utf-8")


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
    category, form = Locale.parse(language).plural_form, c2py(catalog.plural_expr)
    forms = {category(n): form(n) for n in range(_NUMBERS)}
    scripts = {"messages": _script_messages(catalog), "forms": forms}
    return Catalogue(name(language), compiled.getvalue(), scripts)


def _script_messages(catalog: Catalog) -> dict[str, str | list[str]]:
    messages: dict[str, str | list[str]] = {}
    for message in catalog:
        texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if IN_BROWSER in message.flags and all(texts) and not message.fuzzy:
            messages[_key(message)] = texts if message.pluralizable else texts[0]
    return messages


def _key(message: Message) -> str:
    """Return what a message is found by: its singular, after its context if it has one, as in compiled catalogues."""
    singular = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\4{singular}" if message.context else singular
