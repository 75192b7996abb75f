"""The numbered deals of Microsoft's FreeCell."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import deal_microsoft, microsoft_pack, preset_rules, solve
from spite_and_malice.patience.deals import deal_pack, pack_of
from spite_and_malice.patience.microsoft import (
    HIGHEST_MICROSOFT_NUMBER,
    Numbers,
    deal_numbered,
    is_microsofts,
    numbered_pack,
)

FREECELL = preset_rules("freecell")


def test_the_first_deal_is_the_published_one() -> None:
    rows = [
        "Jd 2d 9h Jc 5d 7h 7c 5h",
        "Kd Kc 9s 5s Ad Qc Kh 3h",
        "2s Ks 9d Qd Js As Ah 3c",
        "4c 5c Ts Qh 4h Ac 4d 7s",
        "3s Td 4s Th 8h 2c Jh 7d",
        "6d 8s 8d Qs 6c 3d 8c Tc",
        "6s 9c 2h 6h",
    ]
    assert microsoft_pack(1) == " ".join(rows).split()
    tableau = deal_microsoft(FREECELL, 1).to_json()["tableau"]
    assert tableau[0]["up"] == ["Jd", "Kd", "2s", "4c", "3s", "6d", "6s"]


@pytest.mark.parametrize("number", [11982, 146692, 186216, 455889])
def test_the_deals_known_to_be_lost_are_proved_lost(number: int) -> None:
    assert solve(deal_microsoft(FREECELL, number), seconds=None).verdict == "lost"


@pytest.mark.parametrize("number", [1, 617, 31465, HIGHEST_MICROSOFT_NUMBER])
def test_others_are_won(number: int) -> None:
    position = deal_microsoft(FREECELL, number)
    for move in solve(position, seconds=None).moves:
        position.play(move)
    assert position.is_won


@pytest.mark.parametrize("number", [0, HIGHEST_MICROSOFT_NUMBER + 1, True, "1"])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 1000000"):
        microsoft_pack(number)


def test_a_number_is_microsofts_only_where_that_is_asked_for() -> None:
    packs: dict[Numbers, list[str]] = {"microsoft": microsoft_pack(7), "own": pack_of(7, FREECELL)}
    for numbers, pack in packs.items():
        assert numbered_pack(FREECELL, 7, numbers) == pack
        assert deal_numbered(FREECELL, 7, numbers) == deal_pack(FREECELL, pack)
    assert microsoft_pack(7) != pack_of(7, FREECELL)
    names = ("freecell", "klondike-1", "forty-thieves", "eight-off")
    assert [name for name in names if is_microsofts(preset_rules(name))] == ["freecell", "eight-off"]
