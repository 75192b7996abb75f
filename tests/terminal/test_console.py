"""Lines fit the terminal, in characters that it has, and foreign text moves no cursor."""

from __future__ import annotations

import io

import pytest

from spite_and_malice.terminal.console import TOGETHER, Output, spelled


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("7♥ 10♠ K♦ A♣", "utf-8", "7♥ 10♠ K♦ A♣"),
        ("7♥ 10♠ K♦ A♣", "ascii", "7h 10s Kd Ac"),
        ("„Züge“ – fünf …", "ascii", '"Zuege" - fuenf ...'),
        ("„Züge“ ♥", "latin-1", '"Züge" h'),
        ("Æ Zoë 日", "ascii", "? Zoe ?"),
        ("7♥", "no-such-encoding", "7h"),
    ],
)
def test_what_the_terminal_lacks_is_written_in_other_letters(text: str, encoding: str, shown: str) -> None:
    assert spelled(text, encoding) == shown


def written(text: str, width: int = 20, encoding: str = "utf-8") -> list[str]:
    out = io.StringIO()
    Output(out, encoding, width).say(text)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_paragraph_is_broken_between_words_that_do_not_belong_together(encoding: str) -> None:
    assert written(f"Centre: C1 A, takes{TOGETHER}2; C2{TOGETHER}empty", encoding=encoding) == [
        "Centre: C1 A,",
        "  takes 2; C2 empty",
    ]


def test_names_and_chat_cannot_move_the_cursor() -> None:
    shown = " ".join(written("Eve \x1b[2Jsays:\r\n\x07 hello"))
    assert shown.split() == ["Eve", r"\u001b[2Jsays:\r", r"\n\u0007", "hello"]


def test_what_comes_after_a_prompt_begins_on_a_line_of_its_own() -> None:
    out = io.StringIO()
    output = Output(out, width=40)
    output.prompt()
    output.prompt()
    output.say("Ada passes.")
    output.prompt()
    output.answered()
    output.say("You pass.")
    assert out.getvalue() == "> \nAda passes.\n> You pass.\n"
