"""Counts words that no native engineer would write here, in the documents and in the comments of the code.

``python -m tools.english`` lowers the counts that `tests/english.json` allows each file to those of today. They may
move from file to file, but never grow in all.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
ALLOWED: Final = ROOT / "tests" / "english.json"

WORDS: Final = (
    *("whoever", "whomever", "whosoever", "anew", "befell", "for ever", "so many", "by itself", "who likes"),
    *("is told", "are told", "be told", "was told", "were told", "are wanting", "is wanting", "without a line"),
)
_GAP: Final = r"\s+(?:[#*]\s*)?"
_WORDS: Final = re.compile(rf"\b(?:{'|'.join(WORDS)})\b".replace(" ", _GAP), re.IGNORECASE)
_COMMENTS: Final = {
    ".js": re.compile(r"/\*.*?\*/|^\s*//[^\n]*|\s//\s[^\n]*", re.DOTALL | re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".j2": re.compile(r"\{#.*?#\}", re.DOTALL),
}


def texts(path: Path) -> Iterator[str]:
    """Yield the prose of a file: all of a document, or the comments and docstrings of code."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield source
    elif path.suffix == ".py":
        yield "\n".join(
            token.string
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type == tokenize.COMMENT
        )
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Expr(ast.Constant(str(text))):
                    yield text
    else:
        yield from _COMMENTS[path.suffix].findall(source)


def found(path: Path) -> list[str]:
    """Return the listed words found in a file, one by one."""
    return [" ".join(word.split()).lower() for text in texts(path) for word in _WORDS.findall(text)]


def counts() -> dict[str, int]:
    """Return the number of such words in each document and source file that has any."""
    paths = list((ROOT / "docs").rglob("*.md"))
    paths += [path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", *_COMMENTS)]
    numbers = {path.relative_to(ROOT).as_posix(): len(found(path)) for path in sorted(paths)}
    return {path: number for path, number in numbers.items() if number}


def allowed() -> dict[str, int]:
    """Return how many such words each file may still have."""
    numbers: dict[str, int] = json.loads(ALLOWED.read_text(encoding="utf-8"))
    return numbers


def main() -> None:
    """Lower the allowed counts to the present ones."""
    now = counts()
    most = sum(allowed().values())
    if sum(now.values()) > most:
        sys.exit(f"There are {sum(now.values())} such words, and {most} are allowed: say it otherwise.")
    ALLOWED.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    print(f"{sum(now.values())} in {len(now)} files")


if __name__ == "__main__":
    main()
