"""Names that people can see, and tell apart."""

from __future__ import annotations

import pytest

from spite_and_malice.server.table.names import own_name
from spite_and_malice.server.table.setup import OPEN, person


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "\u3164",
        "\u2800\u2800",
        "\uffa0",
        "\u17b4",
        "\u034f",
        "\u200b",
        "\u0301",
        "Host",
        "\uff48\uff4f\uff53\uff54",
        "Gastgeber",
    ],
)
def test_what_cannot_be_seen_or_is_the_servers_own_word_is_no_name(name: str) -> None:
    assert own_name(name) == ""
    assert person(name, 1, [], "o").name == "Player 2"


def test_what_nobody_sees_makes_no_other_name() -> None:
    ada = person("Ada", 0, [], "o")
    assert person("A\u034fda", 1, [ada, OPEN], "p").name == "Ada 2"
    assert person("\uff21da", 1, [ada, OPEN], "p").name == "\uff21da 2"
    assert person("ADA", 1, [ada], "p").name == "ADA 2"


def test_a_letter_bears_two_marks_at_most() -> None:
    assert own_name("Z" + "\u0335" * 40 + "oe") == "Z\u0335\u0335oe"
    assert own_name("Zoe\u0308") == "Zo\u00eb"
    assert own_name("👍🏽 Łukasz-O’Neil") == "👍🏽 Łukasz-O’Neil"
