"""Hints over whole games of every version: each sentence is read and checked on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest

from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.hint import Hint, hint
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.engine import View
from spite_and_malice.rules import PRESETS
from tests.analysis.claimed import false_claims
from tests.analysis.told import FOR_EVER, Told, games
from tests.engine.build import lay

_THIRD: float = 0.1
"""The share of hints that may repeat a sentence already said twice in the game."""


def ask(view: View, log: Sequence[str], begun: Sequence[str], heard: Earlier) -> Hint:
    return hint(view, log, FOR_EVER, 1, worlds=16, begun=begun, heard=heard)


def check(told: Sequence[Told]) -> None:
    """Nothing is false or empty, and almost nothing is left out or repeated."""
    found = Counter(fault.split(":")[0] for each in told for fault in each.faults)
    third = found.pop("third time", 0)
    assert not found, [(each.preset, each.game, each.given.words, each.faults) for each in told if each.faults][:5]
    assert third <= _THIRD * len(told)


def test_hints_of_every_version_are_true_and_name_the_way_to_the_payoff_card() -> None:
    each = 9
    check(list(islice(games(ask, seed=11, each=each), each * len(PRESETS))))


@pytest.mark.nightly("src/spite_and_malice/analysis/", "src/spite_and_malice/players/")
def test_ten_thousand_hints_are_true_and_name_the_way_to_the_payoff_card() -> None:
    check(list(islice(games(ask, seed=12, each=80), 10_000)))


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("Your pay-off card 3♥ is two plays away: 2♥ and your pay-off card 3♥ on A♠.", 0),
        ("Your pay-off card 3♥ is three plays away: 2♥ and your pay-off card 3♥ on A♠.", 1),
        ("Your pay-off card 3♥ is two plays away: 2♥ and your pay-off card 3♥ on an empty stack.", 1),
        ("Now play 2♥ on A♠.", 1),
        ("Play 2♥ on A♠: next turn you draw 1 card more.", 0),
        ("Play 2♥ on A♠: next turn you draw 2 cards more.", 1),
        ("Now play 2♥ on A♠: next turn you draw 1 card more.", 0),
        ("Now play 9♥ on A♠: next turn you draw 1 card more.", 1),
        ("Then your 9♥ lacks only 3, 4, 5, 6, 7 and 8.", 0),
        ("Then your 9♥ lacks only 7 and 8.", 1),
        ("The price: Hugo can then play the pay-off card 2♣.", 1),
        ("Keep 2♥ off A♠: otherwise Hugo could play the pay-off card 7♣.", 1),
        ("Discard 2♥ on an empty side stack: there it buries nothing, and you can still play it later.", 1),
        ("It takes the place where Hugo could play the pay-off card 2♣.", 0),
        ("It takes the place where Hugo could play the pay-off card 7♣.", 1),
        ("A sentence that nobody has taught to be read.", 1),
    ],
)
def test_what_is_said_is_read(words: str, faults: int) -> None:
    view = lay("2h 9h", payoff=["7d 3h"], centre=["As"], others={1: {"payoff": ["7d 2c"]}}).view(0)
    line = ("H2h-C1", "P-C1") if "Your" in words else ("H2h-C1",)
    assert len(list(false_claims(view, Hint("H2h-C1", (Reason(Kind.BEST, words),), line)))) == faults


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("Your pay-off card 4♥ lacks A and 2 on an empty centre stack: keep 3♥ for it.", 0),
        ("Your pay-off card 4♥ lacks A, 2 and 3 on an empty centre stack: keep 3♥ for it.", 1),
        ("Rosa needs only A and 2 on an empty stack for the pay-off card 4♦: keep your 3♥ back.", 0),
        ("Rosa needs only A, 2 and 3 on an empty stack for the pay-off card 4♦: keep your 3♥ back.", 1),
    ],
)
def test_what_somebody_has_is_not_lacking(words: str, faults: int) -> None:
    others = {1: {"payoff": ["7d 9d"]}, 2: {"payoff": ["7d 4d"], "side": ["3s"]}}
    view = lay("3h 9h", players=3, payoff=["7d 4h"], others=others).view(0)
    assert len(list(false_claims(view, Hint("H9h-S1", (Reason(Kind.BEST, words),), ("H9h-S1",))))) == faults
