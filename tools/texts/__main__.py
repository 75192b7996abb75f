"""The texts of all languages: collect them, start a language, list missing ones, export and import pieces."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from spite_and_malice import catalogues

from . import begin, collect, entries, file_of, forms, pieces, pseudo, read, update


def status() -> None:
    """Print for each language the number of its translated, fuzzy and missing texts."""
    print("language    share  translated  to be looked at  missing  offered")
    for language in catalogues.codes():
        messages = entries(read(file_of(language)))
        looked_at = sum(message.fuzzy for message in messages)
        missing = sum(not message.fuzzy and not all(forms(message)) for message in messages)
        done = len(messages) - looked_at - missing
        offered = "yes" if catalogues.share(language) >= catalogues.OFFERED_FROM else "no"
        share = f"{100 * done / len(messages):.1f} %"
        print(f"{language:<10}{share:>7}{done:>12}{looked_at:>17}{missing:>9}  {offered:>7}")


def export(language: str, file: Path | None, most: int, within: str) -> None:
    """Write a piece to a file, or print it."""
    made = pieces.piece(language, collect(), most, within)
    if file is None:
        sys.stdout.write(pieces.dumped(made))
        return
    file.write_text(pieces.dumped(made), encoding="utf-8")
    print(f"{len(made['texts'])} texts in {file}")


def take(language: str, file: Path) -> int:
    """Import a piece; return the exit status, which is 1 if any of its texts has a fault."""
    taken = pieces.take(language, pieces.loaded(file, language))
    print(f"{taken.number} texts taken; {len(taken.faults)} faults in others, which were not")
    for fault in taken.faults:
        print(f"fault: {fault}")
    for doubt in taken.doubts:
        print(f"taken, but look again: {doubt}")
    return 1 if taken.faults else 0


def main() -> int:
    """Run a command; without one update all files."""
    parser = argparse.ArgumentParser(prog="python -m tools.texts", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("status", help="print how complete each language is")
    begun = commands.add_parser("begin", help="begin a language, such as pl or pt_BR")
    exported = commands.add_parser("export", help="write texts that a language lacks, for a translator")
    imported = commands.add_parser("import", help="take back what a translator has filled in")
    for each in (begun, exported, imported):
        each.add_argument("language")
    exported.add_argument("file", type=Path, nargs="?")
    exported.add_argument("--most", type=int, default=pieces.SIZE, help="at most this many texts")
    exported.add_argument("--within", default="", help="only texts of files whose path has this in it")
    imported.add_argument("file", type=Path)
    made = commands.add_parser("pseudo", help="write languages made of the English texts, for tests of the pages")
    made.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.command == "status":
        status()
    elif given.command == "export":
        export(given.language, given.file, given.most, given.within)
    elif given.command == "import":
        return take(given.language, given.file)
    else:
        collected = collect()
        if given.command == "pseudo":
            pseudo.write(given.folder, collected)
            return 0
        if given.command == "begin":
            begin(given.language, collected)
        update(collected)
    return 0


if __name__ == "__main__":
    sys.exit(main())
