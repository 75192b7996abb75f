"""Moves as text (RULES.md section 9)."""

from __future__ import annotations

from typing import Any

import pytest

from spite_and_malice.engine import UNSHUFFLED, IllegalMove, InvalidNotation, Move, Position, moves
from spite_and_malice.engine.moves import encode
from tests.engine.build import lay


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("H7h-C1", Move("H", ("7h",), "C1")),
        ("H12-C12", Move("H", ("12",), "C12")),
        ("H*-S8", Move("H", ("*",), "S8")),
        ("P-C2", Move("P", (), "C2")),
        ("P4-C2", Move("P4", (), "C2")),
        ("S3-C1", Move("S3", (), "C1")),
        ("+P-C1", Move("+P", (), "C1")),
        ("+P2-C1", Move("+P2", (), "C1")),
        ("+S1-C3", Move("+S1", (), "C3")),
        ("H9s+9h-S2", Move("H", ("9s", "9h"), "S2")),
        ("P-L1", Move("P", (), "L1")),
        ("P2-L7.4", Move("P2", (), "L7.4")),
        ("H8h-L1", Move("H", ("8h",), "L1")),
        ("pass", Move()),
    ],
)
def test_9_moves_are_read_and_written(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text


def test_9_a_pair_is_put_in_the_order_of_cards() -> None:
    assert str(Move.parse("H9h+9s-S2")) == "H9s+9h-S2"


@pytest.mark.parametrize(
    "text",
    [
        "", "H", "-", "H7h", "H7h-", "-C1", "H7h-C0", "H7h-C01", "H7h-S0", "H7h-S9", "H1h-C1",
        "H0-C1", "H16-C1", "H07-C1", "\u017f1-C1", "H7♥♥-C1", "passs",
        "H7h-C\uff11", "P-L\uff11", "H7h+7s-C1", "H7h+7s-L1", "H7h+7s+7d-S1", "P-S1", "P0-C1", "P5-C1", "S0-C1",
        "S9-C1", "S-C1", "S1-S2", "S1-L1", "+P-L1", "+H7h-C1", "++P-C1", "C1-S1", "L1-P", "H7h-L8", "H7h-L1.0",
        "H7h-L1.5", "H7h-P", "H7h-C99999", "x" * 10_000,
    ],
)  # fmt: skip
def test_9_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is no move: write source, card if from the hand") as error:
        Move.parse(text)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("h4h-s1", "H4h-S1"), ("4h-s1", "H4h-S1"), ("4♥-s1", "H4h-S1"), ("H7h – C1", "H7h-C1"), (" H7H-c1\n", "H7h-C1"),
        ("10h-c1", "HTh-C1"), ("H10♠-C3", "HTs-C3"), ("th-c1", "HTh-C1"), ("h10-c1", "H10-C1"), ("12-c2", "H12-C2"),
        ("9♥️+9♠-S2", "H9s+9h-S2"), ("10h+10s-s2", "HTs+Th-S2"), ("*-c1", "H*-C1"), ("p-c1", "P-C1"),
        ("s2-c1", "S2-C1"), ("+p1-c1", "+P1-C1"), ("8♦-l1.2", "H8d-L1.2"), ("PASS", "pass"), ("pass ", "pass"),
    ],
)  # fmt: skip
def test_9_moves_are_read_as_people_type_them(typed: str, text: str) -> None:
    assert str(Move.parse(typed)) == text
    with pytest.raises(InvalidNotation, match="is no move: write source"):
        Move.parse(typed, strict=True)


@pytest.mark.parametrize(
    "parts",
    [
        ("H4h", "S1"),
        ("H", "4h", "S1"),
        ("H", ["4h"], "S1"),
        ("H", ("4h",)),
        (3,),
        ("P", ("4h",), "C1"),
        ("S1", (), "S2"),
    ],
)
def test_9_a_move_that_cannot_be_written_cannot_be_made(parts: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidNotation, match="is no move: write source"):
        Move(*parts)


def test_9_two_cards_of_different_ranks_are_no_pair() -> None:
    with pytest.raises(InvalidNotation, match="the two cards of a pair have the same rank"):
        lay("9h 8h", rules={"pairs": True}).play("H9h+8h-S1", UNSHUFFLED)


@pytest.mark.parametrize(
    ("piles", "text", "sentence"),
    [
        (1, "P1-C1", "write P as there is only one"),
        (2, "P-C1", "write P1, P2, … as there are several"),
        (1, "H8h-L1.1", "write L0, L1, … as each has only one"),
        (2, "H8h-L1", "write L1.1, L1.2, … as each has several"),
    ],
)
def test_9_piles_are_numbered_exactly_when_there_are_several(piles: int, text: str, sentence: str) -> None:
    position = lay("8h", rules={"loading": True, "payoff_piles": piles})
    with pytest.raises(InvalidNotation, match=sentence):
        position.play(text, UNSHUFFLED)


STANDARD = lay("9h Kh 2h", side=["5h"], centre=["As"])
PARTNERS = lay("9h Ah", preset="partners", rules={"loading": True}, others={1: {"payoff": ["7d"]}})

REFUSED: list[tuple[Position, str, str]] = [
    (STANDARD, "H8h-C1", "Your hand does not hold 8h."),
    (STANDARD, "H9h+9h-S1", "Your hand does not hold 9h and 9h."),
    (STANDARD, "S2-C1", "There is no card at that place that you may play."),
    (STANDARD, "+P-C1", "There is no card at that place that you may play."),
    (STANDARD, "P2-C1", "write P as there is only one"),
    (STANDARD, "H9h-C1", "Centre stack 1 takes a 2 next."),
    (STANDARD, "P-C2", "Centre stack 2 takes an ace next."),
    (STANDARD, "H2h-C4", "There is no centre place 4 to play to."),
    (STANDARD, "H9h-S5", "There are only 4 side stacks."),
    (STANDARD, "pass", "You may pass only when nothing else is possible."),
    (STANDARD, "H9h-L1", "These rules have no loading."),
    (PARTNERS, "HAh-L1", "A card loads only the pay-off pile of an opponent"),
    (PARTNERS, "P-L2", "A card loads only the pay-off pile of an opponent"),
    (lay("9h", preset="unlimited", centre=["As"]), "H9h-C2", "Centre stack 2 takes an ace next."),
    (lay("9h", preset="unlimited", centre=[""]), "H9h-C2", "There is no centre place 2 to play to."),
    (lay("9h 9s"), "H9h+9s-S1", "These rules have no pairs: discard one card."),
    (lay("9h 9s", rules={"pairs": True}), "H9h+9h-S1", "Your hand does not hold 9h and 9h."),
    (lay("Ah 9s", rules={"no_discard": [1]}), "HAh-S1", "That rank may not go to a side stack."),
    (lay("9h", rules={"side_order": "descending"}, side=["7h"]), "H9h-S1", "equal to or one lower than the card"),
    (lay("9h", rules={"side_filled": True}, side=["7h"]), "H9h-S1", "Single hand cards go to your empty side stacks"),
    (lay("Kh", rules={"wild_never": [1]}), "HKh-C1", "takes an ace next, and a wild card cannot stand for it."),
    (
        lay("Kh", rules={"wild_covered": True}),
        "HKh-C1",
        "A wild card there needs a 2, and no wild card, that you can put on it at once.",
    ),
    (lay("Ah 9h", rules={"forced": [1], "forced_from": ["hand"]}), "H9h-S1", "must be played comes first: HAh-C1"),
    (
        lay("Ah", rules={"forced": [1], "forced_from": ["payoff"]}, centre=["As"] * 3),
        "HAh-C1",
        "Centre stack 1 takes a 2 next.",
    ),
    (
        lay("9h", rules={"wild_covered": True}, side=["3h"], centre=["As Kh"], stage="cover", cover=0),
        "H9h-S1",
        "The wild card on centre stack 1 must be covered first: it needs a 3, and no wild card.",
    ),
    (
        lay("9h", rules={"side_filled": True}, centre=["As"], side=["2h"], stage="fill"),
        "S1-C1",
        "You are filling your side stacks",
    ),
    (
        lay("Ah 9h", rules={"stalemate": "low"}, stage="break"),
        "H9h-S1",
        "You break the stalemate: start with an ace or a 2 from your hand on a centre stack.",
    ),
]


@pytest.mark.parametrize(("position", "text", "sentence"), REFUSED)
def test_4_a_refusal_says_what_would_be_right(position: Position, text: str, sentence: str) -> None:
    before = position.to_json()
    with pytest.raises((IllegalMove, InvalidNotation)) as error:
        position.play(text, UNSHUFFLED)
    assert sentence in str(error.value)
    assert position.to_json() == before


def test_4_a_wild_that_must_be_covered_cannot_complete_a_stack() -> None:
    eleven = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"
    with pytest.raises(IllegalMove, match="must be covered at once, so it cannot complete a centre stack"):
        lay("Kh", rules={"wild_covered": True}, centre=[eleven]).play("HKh-C1", UNSHUFFLED)


def test_6_no_move_is_legal_when_the_game_is_over() -> None:
    position = lay("9h", payoff=["As"])
    position.play("P-C1", UNSHUFFLED)
    with pytest.raises(IllegalMove, match=r"The game is over\."):
        position.play("H9h-S1", UNSHUFFLED)


@pytest.mark.parametrize("kind", ["moves", "texts"])
def test_as_many_moves_are_kept_as_have_room(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(moves, "_MOST_KEPT", 3)
    decoder = moves.Decoder(1)
    kept: dict[int, Any] = decoder if kind == "moves" else moves._Texts(decoder)
    codes = [encode(Move.parse(text), 1) for text in ("H7h-C1", "H8h-C1", "H9h-C1", "P-C1", "S1-C1")]
    for count, code in zip((1, 2, 3, 1, 2), codes, strict=True):
        assert kept[code] is kept[code]
        assert len(kept) == count
