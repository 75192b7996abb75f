"""What lies on what, and what foundations that are piles of their own take."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import PRESETS
from spite_and_malice.patience.tables import covers_of, foundations_of
from spite_and_malice.rules.cards import RANKS, SUITS


def test_on_a_card_of_a_pyramid_lie_two_of_the_next_row() -> None:
    covers = covers_of(PRESETS["pyramid"].rules)
    assert covers[:6] == ((1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (8, 9))
    assert covers[20:] == ((26, 27), *[()] * 7)


def test_the_three_peaks_share_the_lowest_row() -> None:
    covers = covers_of(PRESETS["tri-peaks"].rules)
    assert covers[:3] == ((3, 4), (5, 6), (7, 8))
    assert covers[3:9] == ((9, 10), (10, 11), (12, 13), (13, 14), (15, 16), (16, 17))
    assert covers[9:] == (*((at, at + 1) for at in range(18, 27)), *[()] * 10)


def test_nothing_lies_on_the_cards_of_piles_and_grids() -> None:
    for preset in ("klondike-1", "monte-carlo"):
        assert not any(covers_of(PRESETS[preset].rules))


def taken_by(preset: str) -> list[str]:
    """Return the ranks that each foundation takes, in their order, and its suit where it has one."""
    found = []
    for wanted in foundations_of(PRESETS[preset].rules, 1):
        ranks = "".join(RANKS[rank - 1] for rank, _suits in wanted)
        suits = {suits for _rank, suits in wanted}
        assert len(suits) <= 1
        found.append(ranks + "".join(SUITS[each[0]] for each in suits if len(each) == 1))
    return found


@pytest.mark.parametrize(
    ("preset", "taken"),
    [
        ("sir-tommy", ["A23456789TJQK"] * 4),
        ("calculation", ["A23456789TJQK", "2468TQA3579JK", "369Q258JA47TK", "48Q37J26TA59K"]),
        ("royal-cotillion", [f"{ranks}{suit}" for suit in SUITS for ranks in ("A3579JK2468TQ", "2468TQA3579JK")]),
        ("bisley", [f"{ranks}{suit}" for ranks in ("A23456789TJQK", "KQJT98765432A") for suit in SUITS]),
        # From one o'clock on, each up to its hour.
        ("grandfathers-clock", ["TJQKAh", "JQKA2s", "QKA23d", "KA234c", "2345h", "3456s", "4567d", "5678c",
                                "6789h", "789Ts", "89TJd", "9TJQc"]),
        # Seven kings and an ace of hearts, and the sultan, who is a king of hearts as well, takes none.
        ("sultan", [*[f"KA23456789TJQ{suit}" for suit in "ssh"], "A23456789TJQh",
                    *[f"KA23456789TJQ{suit}" for suit in "ddcc"], "Kh"]),
        ("osmosis", [""] * 4),
        ("klondike-1", []),
    ],
)  # fmt: skip
def test_foundations_of_their_own_take_ranks_in_their_order(preset: str, taken: list[str]) -> None:
    assert taken_by(preset) == taken
