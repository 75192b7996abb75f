"""A view of patience as text: each kind of table, and only what the game has."""

from __future__ import annotations

from typing import Final

import pytest

from spite_and_malice.patience import View
from spite_and_malice.patience.drawing import draw_text
from tests.patience.views import pile, view_of

NOTHING: Final = {"s": 0, "h": 0, "d": 0, "c": 0}
KLONDIKE: Final = """\
stock 24  waste 2c 9d Th  foundations 3s -- Ad --  pass 1

T1  T2  T3  T4  T5  T6  T7
9c  ##  --  --  --  --  --
    ##
    Jd
    Ts"""
CANFIELD: Final = """\
stock 9   waste --        foundations 2s -- -- --  pass 2

T1  T2  T3  T4
Qs  --  --  --

R1 2 ## 3h"""
OPEN_RESERVE: Final = """\
foundations -- -- -- --

T1  T2  T3  T4  T5  T6  T7  T8
Qs  --  --  --  --  --  --  --

R1  R2
3h  5d
4c"""
TWO_FOUNDATIONS: Final = """\
stock 0   foundations 5s/2s --/-- --/-- --/--
pocket 4h 3s

T1  T2  T3  T4  T5  T6  T7  T8
8h  --  --  --  --  --  --  --"""
SPIDER: Final = """\
stock 50  runs s 1 h 0 d 0 c 0

T1  T2  T3  T4  T5  T6  T7  T8  T9  T10
Qs  --  --  --  --  --  --  --  --  9h

won"""
FREECELL: Final = """\
foundations -- -- -- --
cells C1 7h  C2 --  C3 --  C4 --

T1  T2  T3  T4  T5  T6  T7  T8
Qs  --  --  --  --  --  --  --"""
HOMES: Final = """\
stock 3   waste 9c
F1  As 2h
F2  --
F3  --
F4  --

T1  T2  T3  T4
Qs  --  --  --"""
GRID: Final = """\
stock 27

T1   9c  Qd:2  --  --  --
T6   --  --  --  --  --
T11  --  --  --  --  --
T16  --  --  --  --  --
T21  --  --  --  --  --"""


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (view_of("klondike-3", pile("9c"), pile("Jd", "Ts", down=2), waste=("Ks", "2c", "9d", "Th"),
                 foundations=NOTHING | {"s": 3, "d": 1}), KLONDIKE),
        (view_of("canfield", pile("Qs"), stock=9, base=2, pass_number=2, reserve=(pile("3h", down=2),),
                 foundations=NOTHING | {"s": 1}), CANFIELD),
        (view_of("stronghold", pile("Qs"), cells=(), reserve=(pile("3h", "4c"), pile("5d"))), OPEN_RESERVE),
        (view_of("miss-milligan", pile("8h"), stock=0, pocket=("4h", "3s"), foundations=NOTHING | {"s": 5},
                 second_foundations=NOTHING | {"s": 2}), TWO_FOUNDATIONS),
        (view_of("spider-2", pile("Qs"), *[pile()] * 8, pile("9h"), result="won",
                 foundations=NOTHING | {"s": 1}), SPIDER),
        (view_of("freecell", pile("Qs"), cells=("7h", None, None, None)), FREECELL),
        (view_of("sir-tommy", pile("Qs"), stock=3, waste=("2c", "9c"), homes=(("As", "2h"), (), (), ())), HOMES),
        (view_of("monte-carlo", pile("9c"), pile("4h", "Qd")), GRID),
    ],
    ids=["klondike", "canfield", "open reserve", "two foundations", "spider", "freecell", "homes", "grid"],
)  # fmt: skip
def test_a_table_is_drawn_with_what_the_game_has(view: View, text: str) -> None:
    assert draw_text(view) == text


def test_the_rows_of_a_pyramid_and_of_peaks_are_centred_and_name_their_first_place() -> None:
    pyramid = draw_text(view_of("pyramid", pile("9c"), pile("7c"), pile("Qd"), *[pile()] * 24, pile("9s"))).splitlines()
    assert pyramid[2:5] == ["T1              9c", "T2            7c  Qd", "T4"]
    assert pyramid[8] == "T22                         9s"
    peaks = draw_text(view_of("tri-peaks", *[pile(down=1)] * 18, *map(pile, ("2s", "3s", "4s", "5s")))).splitlines()
    assert peaks[2:6] == [
        "T1        ##          ##          ##",
        "T4      ##  ##      ##  ##      ##  ##",
        "T10   ##  ##  ##  ##  ##  ##  ##  ##  ##",
        "T19 2s  3s  4s  5s",
    ]
