"""Collect every text that a person reads and update each language's file: ``python -m tools.texts``.

Writes src/spite_and_malice/locale/spite.pot and every locale/*/LC_MESSAGES/spite.po (docs/languages.md), without the
places of the texts, so that code can move without changing a catalogue. A new text is left empty, a removed one is
dropped, and one whose English has changed keeps its translation, marked as fuzzy with the old English.
"""

from __future__ import annotations

import pickle
import re
from difflib import SequenceMatcher
from inspect import cleandoc
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import denormalize, normalize, read_po, write_po

from spite_and_malice.catalogues import DOMAIN, IN_BROWSER, LOCALE
from spite_and_malice.cli import main as main_command
from spite_and_malice.cli.group import with_help
from spite_and_malice.server.http.files import look_names

SOURCES: Final = Path(__file__).parents[2] / "src" / "spite_and_malice"
TEMPLATE: Final = LOCALE / f"{DOMAIN}.pot"

_HEADER: Final = "# Every text of Spite and Malice, to be translated (docs/languages.md)."
_METHODS: Final = [
    ("**.py", "tools.texts.extracting:python"),
    ("web/templates/**.j2", "jinja2"),
    ("web/**.js", "tools.texts.extracting:javascript"),
]
_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "web/templates/**.j2": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"},
    "web/**.js": {"parse_template_string": "true"},
}
_OF_THE_BROWSER: Final = (".js", ".css", ".svg", "/spite_and_malice/texts.py")
"""Files with the texts of scripts: scripts; looks, whose names a script shows; and the names of the piles."""
_UNKNOWN: Final = (b'"Report-Msgid-Bugs-To', b'"PO-Revision-Date', b'"Last-Translator')
_WIDTH: Final = 100
_ALIKE: Final = 0.7
"""From this share of common letters on, a removed text and a new one count as the same text with changed English."""
_PREVIOUS: Final = "| "
"""The form in which Babel leaves the lines ``#| msgid "…"``, which it writes but does not read."""

Key = tuple[str | None, str | tuple[str, ...]]
"""The key of a text: its context, and its English in all forms."""

_KEYWORDS: Final = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def collect() -> Catalog:
    """Return every text that is marked for translation in the sources, with the files it is in."""
    catalog = Catalog(project="Spite and Malice", charset="utf-8", header_comment=_HEADER, fuzzy=False)
    found = extract_from_dir(SOURCES, _METHODS, _OPTIONS, _KEYWORDS, ["texts:"], strip_comment_tags=True)
    for path, _line, text, comments, context in sorted(found, key=lambda text: (text[0], text[1])):
        catalog.add(text, None, [(f"src/spite_and_malice/{path}", 0)], auto_comments=comments, context=context)
    for file, name in look_names():
        catalog.add(name, None, [(file.relative_to(SOURCES.parents[1]).as_posix(), 0)])
    for each in with_help(main_command):
        if each.help:
            catalog.add(cleandoc(each.help), None, [("src/spite_and_malice/cli", 0)])
    for message in catalog:
        if any(path.endswith(_OF_THE_BROWSER) for path, _line in message.locations):
            message.flags.add(IN_BROWSER)
    return catalog


def entries(catalog: Catalog) -> list[Message]:
    """Return the texts of a catalog, without its header."""
    return [message for message in catalog if message.id]


def key(message: Message) -> Key:
    """Return the key of a text."""
    return message.context, message.id if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> list[str]:
    """Return the translations of a text: one, or one for each plural form; empty ones for missing forms."""
    return [message.string or ""] if isinstance(message.string, str | None) else [text or "" for text in message.string]


def file_of(language: str) -> Path:
    """Return the path of a language's texts."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(path: Path) -> Catalog:
    """Return the texts of a file; `previous_id` is the old English of those that are fuzzy."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.parents[1].name)
    for message in catalog:
        old = [line.removeprefix(_PREVIOUS) for line in message.user_comments if line.startswith(_PREVIOUS)]
        message.user_comments = [line for line in message.user_comments if not line.startswith(_PREVIOUS)]
        message.previous_id = [
            denormalize(text) for text in re.split(r"^msgid(?:_plural)? ", "\n".join(old), flags=re.M)[1:]
        ]
    return catalog


def brought_up_to_date(path: Path, collected: Catalog) -> bytes:
    """Return a language's file with the present texts."""
    catalog = read(path)
    looked_at = {key(message): message for message in catalog if message.fuzzy}
    changed = _changed(catalog, collected)
    for message in catalog:
        message.flags.discard(IN_BROWSER)
    # Babel puts the template's own entries into the catalog, where they are changed.
    catalog.update(_copy(collected), no_fuzzy_matching=True, update_creation_date=False)
    for message in entries(catalog):
        if old := changed.get(key(message)):
            message.string = old.string
            message.flags.add("fuzzy")
            message.previous_id = old.previous_id or ([old.id] if isinstance(old.id, str) else list(old.id))
        elif old := looked_at.get(key(message)):
            message.previous_id = old.previous_id
    return written(catalog)


def _copy(catalog: Catalog) -> Catalog:
    """Return a deep copy, in half the time that `copy.deepcopy` takes."""
    copied: Catalog = pickle.loads(pickle.dumps(catalog))
    return copied


def _changed(catalog: Catalog, collected: Catalog) -> dict[Key, Message]:
    """Return the new texts that are reworded old ones, with the translations of the old."""
    known, wanted = ({key(message): message for message in entries(each)} for each in (catalog, collected))
    gone = [message for name, message in known.items() if name not in wanted and all(forms(message))]
    new = [message for name, message in wanted.items() if name not in known]
    pairs = [
        (share, key(message), old)
        for message in new
        for old in gone
        if (message.context, message.pluralizable) == (old.context, old.pluralizable)
        and (share := SequenceMatcher(None, english(message), english(old)).ratio()) >= _ALIKE
    ]
    found: dict[Key, Message] = {}
    for _share, name, old in sorted(pairs, key=lambda pair: -pair[0]):
        if name not in found and old not in found.values():
            found[name] = old
    return found


def english(message: Message) -> str:
    """Return a text in English, in the form for several."""
    return message.id if isinstance(message.id, str) else str(message.id[-1])


def template(collected: Catalog) -> bytes:
    """Return spite.pot: every text, to be translated."""
    return written(collected)


def written(catalog: Catalog) -> bytes:
    """Return a catalog in the format of a file, with the old English of fuzzy texts."""
    file = BytesIO()
    old: dict[bytes, bytes] = {}
    for number, message in enumerate(catalog):
        if message.fuzzy and message.previous_id:
            names = ("msgid", "msgid_plural")[: len(message.previous_id)]
            pairs = zip(names, message.previous_id, strict=True)
            said = [f"{name} {normalize(text, width=_WIDTH)}" for name, text in pairs]
            told = "".join(f"#| {line}\n" for line in "\n".join(said).splitlines())
            # A placeholder without line breaks; Babel's own writer breaks lines within quoted text.
            message.user_comments = [*message.user_comments, f"|{number}"]
            old[f"# |{number}\n".encode()] = told.encode()
    write_po(file, catalog, width=_WIDTH, ignore_obsolete=True, no_location=True)
    lines = file.getvalue().splitlines(keepends=True)
    kept = (line for line in lines if not line.startswith((b'"POT-Creation-Date', b'"Generated-By', *_UNKNOWN)))
    return b"".join(old.get(line, line) for line in kept)


def begin(language: str, collected: Catalog) -> None:
    """Write the file of a new language, with every text left empty. Raises what Babel raises for an unknown code."""
    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    catalog = Catalog(locale=language, project=collected.project, charset="utf-8", header_comment="#", fuzzy=False)
    catalog.update(collected)
    path.parent.mkdir(parents=True)
    path.write_bytes(written(catalog))


def update(collected: Catalog) -> None:
    """Write the template and every language's file."""
    TEMPLATE.write_bytes(template(collected))
    for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        path.write_bytes(brought_up_to_date(path, collected))
