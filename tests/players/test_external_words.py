"""How the command line of an external player is split into words."""

from __future__ import annotations

import io
import threading

import pytest

from spite_and_malice.players.external import words_of
from spite_and_malice.terminal.console import Keyboard, NothingMore, Typed, read_lines


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\bots\bot.exe --level 2", [r"C:\bots\bot.exe", "--level", "2"]),
        (r'"C:\Program Files\bot.exe" "two words"', [r"C:\Program Files\bot.exe", "two words"]),
        (r"python 'C:\my bots\bot.py'", ["python", r"C:\my bots\bot.py"]),
    ],
)
def test_on_windows_a_backslash_is_a_part_of_a_path(command: str, words: list[str]) -> None:
    assert words_of(command, windows=True) == words


def test_elsewhere_words_are_those_of_a_shell() -> None:
    assert words_of(r"/opt/my\ bots/bot --name 'two words'", windows=False) == [
        "/opt/my bots/bot",
        "--name",
        "two words",
    ]


def test_what_is_no_text_in_the_encoding_does_not_end_the_game() -> None:
    heard: list[Typed | NothingMore] = []
    over = threading.Event()

    def hear(what: Typed | NothingMore) -> None:
        heard.append(what)
        if isinstance(what, NothingMore):
            over.set()

    source = io.TextIOWrapper(io.BytesIO(b"one\n\x81\xff\ntwo\n"), encoding="utf-8")
    read_lines(Keyboard(source, is_terminal=False), hear)
    assert over.wait(20)
    assert [each.text for each in heard if isinstance(each, Typed)][::2] == ["one", "two"]
