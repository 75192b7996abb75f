"""Kinds of mistakes: the advantage a turn gave up, by the tables alone."""

from __future__ import annotations

import pytest

from spite_and_malice.analysis.mistakes import ABOUT, Mistake, gave_up, mistake_of, told_by_winner
from spite_and_malice.engine import Position
from spite_and_malice.server.features.learn.steps import steps
from tests.engine.build import lay

THREAT = {1: {"payoff": ["7d 3c"]}}


@pytest.mark.parametrize(
    ("position", "played", "better", "kind"),
    [
        (lay("2h 9h", payoff=["7d 3h"], centre=["As"]), "H9h-S1", "H2h-C1 P-C1", Mistake.PAYOFF),
        (lay("2h 9h", payoff=["7d 3h"], centre=["As"]), "H2h-C1 P-C1", "H2h-C1 P-C1", Mistake.OTHER),
        (lay("2h 3h", payoff=["7d Qh"], centre=["As"]), "H2h-C1 H3h-S1", "H2h-C1 H3h-C1", Mistake.HAND),
        (lay("Kd 9h 9s", payoff=["7d Qh"], centre=["As"]), "Kd-C1 H9h-S1", "H9h-S1", Mistake.WILD),
        (lay("2h 9h 9s", payoff=["7d Qh"], centre=["As"], others=THREAT), "H2h-C1 H9h-S1", "H9h-S1", Mistake.OPPONENT),
        (lay("9h 5s", payoff=["7d Qh"], side=["2c", "Th"]), "H9h-S1", "H9h-S2", Mistake.BURIED),
        (lay("9h 5s", payoff=["7d Qh"], side=["2c"]), "H9h-S3", "H5s-S3", Mistake.OTHER),
    ],
)
def test_what_a_turn_gave_up_is_named(position: Position, played: str, better: str, kind: Mistake) -> None:
    moves = [[text.replace("Kd-", "HKd-") for text in line.split()] for line in (played, better)]
    assert mistake_of(position.view(0), *moves) == kind


def test_every_kind_has_a_lesson() -> None:
    assert set(ABOUT) == set(Mistake)
    assert {about.lesson for about in ABOUT.values()} <= {step.id for step in steps()}


@pytest.mark.parametrize(
    ("position", "played", "better", "words"),
    [
        (
            lay("2h 9h", payoff=["7d 3h"], centre=["As"]),
            "H9h-S1",
            "H2h-C1 P-C1",
            "On move 9 your pay-off card 3♥ could go, and you left it there.",
        ),
        (
            lay("2h 3h", payoff=["7d Qh"], centre=["As"]),
            "H2h-C1 H3h-S1",
            "H2h-C1 H3h-C1",
            "On move 9 you could have emptied your hand for a new one.",
        ),
        (
            lay("Kd 9h 9s", payoff=["7d Qh"], centre=["As"]),
            "HKd-C1 H9h-S1",
            "H9h-S1",
            "On move 9 you let K♦ go: it was worth more in your hand.",
        ),
        (
            lay("2h 9h 9s", payoff=["7d Qh"], centre=["As"], others=THREAT),
            "H2h-C1 H9h-S1",
            "H9h-S1",
            "On move 9 you left me a place for my pay-off card 3♣.",
        ),
        (
            lay("9h 5s", payoff=["7d Qh"], side=["2c", "Th"]),
            "H9h-S1",
            "H9h-S2",
            "On move 9 you buried 2♣ beneath 9♥.",
        ),
        (
            lay("9h 5s", payoff=["7d Qh"], side=["2c"]),
            "H9h-S3",
            "H5s-S3",
            "Move 9 decided it; this was better: 5♠ on an empty side stack.",
        ),
    ],
)
def test_who_won_says_what_decided(position: Position, played: str, better: str, words: str) -> None:
    assert told_by_winner(position.view(0), played.split(), better.split(), 9, 1) == words


def test_what_was_played_gave_up_what_the_better_moves_did_not() -> None:
    view = lay("2h 9h 9s", payoff=["7d Qh"], centre=["As"], others=THREAT).view(0)
    said = "What was played left Bea a place for the pay-off card 3♣."
    assert gave_up(view, ["H2h-C1", "H9h-S1"], ["H9h-S1"], ("Ada", "Bea")) == said
    assert gave_up(view, ["H9h-S1"], ["H2h-C1", "H9h-S1"], ("Ada", "Bea")) == ""
    view = lay("9h 5s", payoff=["7d Qh"], side=["2c", "Th"]).view(0)
    assert gave_up(view, ["H9h-S1"], ["H9h-S2"]) == "What was played buried 2♣ beneath 9♥."
    assert gave_up(view, ["H9h-S1"], ["H5s-S1"]) == ""
