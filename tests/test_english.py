"""The documents and the code's comments are in plain English: some words must not come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import english


def test_no_file_has_more_of_the_words_than_it_may() -> None:
    allowed = english.allowed()
    worse = {path: number for path, number in english.counts().items() if number > allowed.get(path, 0)}
    assert worse == {}, f"words to avoid: {', '.join(english.WORDS)}"


def test_every_file_of_the_list_is_there() -> None:
    gone = [path for path in english.allowed() if not (english.ROOT / path).exists()]
    assert gone == [], "run python -m tools.english"


@pytest.mark.parametrize(
    ("name", "source", "count"),
    [
        ("a.md", "Whoever likes\nit, is\ntold.", 2),
        ("a.py", 'def f():\n    """Begin anew."""\n    # For\n    # ever.\n    return "whoever"', 2),
        ("a.py", '"""A whoeverly anewt."""\nx = "anew"  # anew', 1),
        ("a.js", "/**\n * So\n * many.\n */\nlet a = 'anew'; // by itself", 2),
        ("a.css", "a { color: red; /* anew */ }", 1),
        ("a.html.j2", "{# whoever #} whoever", 1),
    ],
)
def test_words_are_found_where_a_reader_meets_them(tmp_path: Path, name: str, source: str, count: int) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert len(english.found(tmp_path / name)) == count
