"""Typed input is understood as people mean it."""

from __future__ import annotations

import pytest

from spite_and_malice.engine import Move
from spite_and_malice.terminal.commands import COMMANDS, FOR_COMPANY, command_of, help_lines, move_of
from spite_and_malice.terminal.session import Session
from spite_and_malice.texts import _, in_language, languages

MOVES = [Move.parse(text) for text in ("P-C1", "HTd-C1", "S3-C2", "H9s+9h-S2", "pass")]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1", "P-C1"),
        ("5", "pass"),
        ("p-c1", "P-C1"),
        ("PC1", "P-C1"),
        ("Htd-c1", "HTd-C1"),
        ("10d c1", "HTd-C1"),
        ("td-C1", "HTd-C1"),
        ("s3 - c2", "S3-C2"),
        ("9s+9h-s2", "H9s+9h-S2"),
        # Illegal moves are left for the table to refuse, with its reason.
        ("7h-c1", "H7h-C1"),
        ("hkd-s1", "HKd-S1"),
        ("s1-c1", "S1-C1"),
        ("+p-c1", "+P-C1"),
        ("*-c3", "H*-C3"),
        ("12-s1", "H12-S1"),
        ("7hc1", "H7h-C1"),
        ("10d c2", "HTd-C2"),
        ("s1c1", "S1-C1"),
        ("7h l0.1", "H7h-L0.1"),
    ],
)
def test_a_move_is_read(text: str, move: str) -> None:
    assert move_of(text, MOVES) == move


@pytest.mark.parametrize("text", ["0", "6", "99999999999999999999", "moves", "c1", "x-c1", "²", "", "7h-", "-"])
def test_what_is_no_move_is_none(text: str) -> None:
    assert move_of(text, MOVES) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("help", ("help", "")),
        ("HI", ("hint", "")),
        ("chat Well  played! ", ("chat", "Well  played!")),
        ("undo turn", ("undo", "turn")),
        ("q", ("quit", "")),
        ("s", None),
        ("sco", ("score", "")),
        ("nothing", None),
        ("", None),
    ],
)
def test_a_command_is_read(text: str, found: tuple[str, str] | None) -> None:
    assert command_of(text) == found


def test_german_words_do_what_the_english_ones_do() -> None:
    with in_language("de"):
        assert command_of("züge") == ("moves", "")
        assert command_of("tipp") == command_of("hint") == ("hint", "")
        assert command_of("sagen Hallo") == ("chat", "Hallo")


@pytest.mark.parametrize("language", languages())
def test_every_command_has_a_word_and_an_act_of_its_own(language: str) -> None:
    with in_language(language):
        words = [line.split()[0] for line in help_lines()[1:]]
        assert [command_of(word) for word in words] == [(command, "") for command in COMMANDS]
    assert Session._acts.keys() == COMMANDS.keys()


def test_help_against_computers_lists_nothing_for_company() -> None:
    alone, together = help_lines(is_alone=True), help_lines()
    assert [line for line in together if line not in alone] == [_(COMMANDS[word]) for word in FOR_COMPANY]
    assert {"chat", "start", "stand", "sit"} <= set(FOR_COMPANY)
