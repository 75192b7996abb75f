"""Collect every text that a person reads and bring each language's file up to date: ``python -m tools.texts``.

Writes src/spite_and_malice/locale/spite.pot and every locale/*/LC_MESSAGES/spite.po (docs/languages.md), without the
places of the texts, so that code can move without changing a catalogue. A text that is new is left empty, one that
is gone is dropped. ``python -m tools.texts pl`` begins a language first.
"""

from __future__ import annotations

import sys
from inspect import cleandoc
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from spite_and_malice.catalogues import DOMAIN, IN_BROWSER, LOCALE
from spite_and_malice.cli import main as main_command
from spite_and_malice.cli.group import with_help
from spite_and_malice.server.http.files import look_names

SOURCES: Final = Path(__file__).parents[1] / "src" / "spite_and_malice"
TEMPLATE: Final = LOCALE / f"{DOMAIN}.pot"

_HEADER: Final = "# Every text of Spite and Malice, to be translated (docs/languages.md)."
_METHODS: Final = [("**.py", "python"), ("web/templates/**.j2", "jinja2"), ("web/**.js", "javascript")]
_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "web/templates/**.j2": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"},
    "web/**.js": {"parse_template_string": "true"},
}
_OF_THE_BROWSER: Final = (".js", ".css", ".svg", "/spite_and_malice/texts.py")
"""Files in which a script's texts stand: scripts; looks, whose names a script says; and the names of the piles."""
_UNKNOWN: Final = (b'"Report-Msgid-Bugs-To', b'"PO-Revision-Date', b'"Last-Translator')
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


def read(path: Path) -> Catalog:
    """Return the texts of a file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name)


def brought_up_to_date(path: Path, collected: Catalog) -> bytes:
    """Return a language's file with the texts that there are now."""
    catalog = read(path)
    for message in catalog:
        message.flags.discard(IN_BROWSER)
    catalog.update(collected, no_fuzzy_matching=True, update_creation_date=False)
    return _written(catalog)


def template(collected: Catalog) -> bytes:
    """Return spite.pot: every text, to be translated."""
    return _written(collected)


def _written(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalog, width=100, ignore_obsolete=True, no_location=True)
    lines = file.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b'"POT-Creation-Date', b'"Generated-By', *_UNKNOWN)))


def begin(language: str, collected: Catalog) -> None:
    """Write the file of a new language, with every text left empty. Raises what Babel raises for an unknown code."""
    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    catalog = Catalog(locale=language, project=collected.project, charset="utf-8", header_comment="#", fuzzy=False)
    catalog.update(collected)
    path.parent.mkdir(parents=True)
    path.write_bytes(_written(catalog))


def main() -> None:
    """Write all files."""
    collected = collect()
    for language in sys.argv[1:]:
        begin(language, collected)
    TEMPLATE.write_bytes(template(collected))
    for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        path.write_bytes(brought_up_to_date(path, collected))


if __name__ == "__main__":
    main()
