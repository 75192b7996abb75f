"""Babel's collectors of texts, which need not take apart a file without any: more than half of all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any, Final

from babel.messages.extract import extract_javascript, extract_python

Found = tuple[int, Any, Any, Any]
"""What a collector of Babel finds: a line, the name of a function, its texts and comments."""

MARK: Final = re.compile(rb"\b(?:N?_|[np]?gettext)\s*[(`]")
"""A call that marks a text for translation (the keywords of `collect`)."""


def python(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the texts of a file in Python."""
    if _has_texts(file):
        yield from extract_python(file, keywords, tags, options)  # type: ignore[arg-type]


def javascript(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the texts of a script."""
    if _has_texts(file):
        yield from extract_javascript(file, keywords, tags, options)  # type: ignore[arg-type]


def _has_texts(file: IO[bytes]) -> bool:
    has_texts = MARK.search(file.read()) is not None
    file.seek(0)
    return has_texts
