"""Moves and cards are put together and taken apart in one file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spite_and_malice.engine.core import (
    are_neighbours,
    card_of,
    card_with,
    codes,
    is_pair,
    is_suited,
    kind_of,
    loaded_pile,
    loaded_seat,
    pair_to_side,
    plays_own_payoff,
    plays_payoff,
    rank_of,
    reveals,
    second_card_of,
    source_of,
    suit_of,
    target_of,
    to_centre,
    to_load,
    to_side,
)
from spite_and_malice.rules import card_code

INTEGERS = "engine/core/integers.py"
ACCESSORS = {INTEGERS, "patience/core/integers.py", "patience/core/bits.py"}
"""The files that encode and decode moves and cards; patience has its own, and its search others again."""
OTHER_ARITHMETIC = {
    "engine/core/random_numbers.py": "a random number generator and a hash",
    "patience/aces.py": "steps of its search, which are no moves",
    "patience/core/aces.py": "numbers of its own for cards, and steps of its search",
    "patience/core/aces_table.py": "numbers of its own for cards",
    "patience/core/clearing.py": "steps of its search, which are no moves",
    "patience/closing.py": "steps of its search, which are sets of cards",
    "patience/deals.py": "a random number generator",
    "patience/difficulty.py": "a random number generator",
    "patience/matching.py": "sets of cards",
    "patience/microsoft.py": "a random number generator",
    "server/protocol/line.py": "the head of a websocket's frame",
    "server/store/database/sqlite.py": "SQLite's extended error codes",
}
"""Files that shift and mask other data than moves and cards, and which data."""
PLACES, PARTS = {3, 5, 13, 16, 18, 20}, {3, 7, 31, 0xF8, 0xFF}
"""By how much the parts of moves and cards are shifted, and how they are masked."""
HELD_IN_PATIENCE = {"card", "code", "last", "move", "other", "step", "target", "top", "upon"}
"""The names of cards, moves and steps of the search in the core of patience; its sets of cards and counts are bits
too."""


def test_a_play_has_its_parts() -> None:
    card = card_code("Kc")
    move = to_centre(codes.FROM_HAND, card, 700)
    assert (kind_of(move), source_of(move), card_of(move), target_of(move)) == (codes.TO_CENTRE, 0, card, 700)
    assert not is_pair(move)
    assert second_card_of(move) == 0


def test_a_pair_has_both_cards() -> None:
    first, second = card_code("9s"), card_code("9c")
    move = pair_to_side(first, second, 7)
    assert (kind_of(move), source_of(move), target_of(move)) == (codes.TO_SIDE, codes.FROM_HAND, 7)
    assert (card_of(move), second_card_of(move), is_pair(move)) == (first, second, True)
    jokers = pair_to_side(card_code("*"), card_code("*"), 0)
    assert card_of(jokers) == second_card_of(jokers) == card_code("*")
    assert not is_pair(to_side(first, 7))


def test_a_load_has_the_pile_that_it_goes_to() -> None:
    move = to_load(codes.FROM_PAYOFF + 2, 0, 5, 3)
    assert (kind_of(move), loaded_seat(move), loaded_pile(move), card_of(move)) == (codes.TO_LOAD, 5, 3, 0)


@pytest.mark.parametrize(
    ("source", "own", "any_seats"),
    [
        (codes.FROM_HAND, False, False),
        (codes.FROM_PAYOFF, True, True),
        (codes.FROM_SIDE - 1, True, True),
        (codes.FROM_SIDE, False, False),
        (codes.FROM_PARTNER_PAYOFF - 1, False, False),
        (codes.FROM_PARTNER_PAYOFF, False, True),
        (codes.FROM_PARTNER_SIDE, False, False),
    ],
)
def test_pay_off_cards_are_told_by_their_source(source: int, own: bool, any_seats: bool) -> None:
    move = to_centre(source, 0, 1)
    assert (plays_own_payoff(move), plays_payoff(move)) == (own, any_seats)


def test_cards_have_ranks_and_suits() -> None:
    assert (rank_of(card_code("Td")), suit_of(card_code("Td"))) == (10, 2)
    assert (rank_of(card_code("12")), suit_of(card_code("12"))) == (12, codes.NUMBER)
    assert card_with(10, 2) == card_code("Td")
    assert [is_suited(card) for card in (card_code("As"), card_code("Kc"), card_code("1"), card_code("*"), 0)] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_neighbours_are_one_rank_apart_in_one_suit() -> None:
    pairs = [("9h", "Th"), ("Th", "9h"), ("9h", "Ts"), ("9h", "Jh"), ("Ah", "Kh"), ("9", "10"), ("*", "15")]
    assert [are_neighbours(card_code(card), card_code(other)) for card, other in pairs] == [True, True, *[False] * 5]
    assert not are_neighbours(0, card_code("As"))


def test_a_finished_stack_brings_no_card_to_light() -> None:
    assert not reveals(codes.COMPLETED)
    assert not reveals(0)
    assert all(reveals(codes.COMPLETED | effect) for effect in (codes.ENDED_TURN, codes.DREW, codes.TURNED_UP))


def test_what_brings_a_card_to_light_is_said_once(root: Path) -> None:
    effects = {"ENDED_TURN", "DREW", "TURNED_UP"}
    found = []
    for path in sorted((root / "src" / "spite_and_malice").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not all(effect in source for effect in effects):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.BinOp) and effects <= set(re.findall(r"[A-Z_]+", ast.unparse(node))):
                found.append(path.name)
    assert set(found) == {Path(INTEGERS).name}


def arithmetic(source: str, name: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) for what may shift or mask a move or a card in a module.

    The cores keep sets of ranks and of cards as bits too: in the engine only the positions of the parts of moves and
    cards count, in patience only names of moves or cards.
    """
    if not re.search(r"<<|>>|&", source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.BinOp) or isinstance(node.left, ast.Constant):
            continue
        amount = node.right.value if isinstance(node.right, ast.Constant) else None
        shifts = isinstance(node.op, ast.LShift | ast.RShift)
        masks = isinstance(node.op, ast.BitAnd) and isinstance(amount, int)
        if name.startswith("engine/core/"):
            shifts, masks = shifts and amount in PLACES, masks and amount in PARTS
        elif name.startswith("patience/core/") and not (
            isinstance(node.left, ast.Name) and node.left.id in HELD_IN_PATIENCE
        ):
            continue
        if shifts or masks:
            yield node.lineno, ast.unparse(node)


def test_nobody_else_shifts_or_masks(root: Path) -> None:
    package = root / "src" / "spite_and_malice"
    modules = {path.relative_to(package).as_posix(): path for path in package.rglob("*.py")}
    assert {*ACCESSORS, *OTHER_ARITHMETIC} <= modules.keys()
    found = [
        f"{name}:{line} {text}"
        for name, path in sorted(modules.items())
        if name not in {*ACCESSORS, *OTHER_ARITHMETIC}
        for line, text in arithmetic(path.read_text(encoding="utf-8"), name)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["move >> 16 & 3", "card & 7", "code >> 3", "rank << 3", "move & 0xF8", "a << b"])
def test_what_shifts_or_masks_is_found(text: str) -> None:
    assert list(arithmetic(text, "players/planner.py"))


@pytest.mark.parametrize("text", ["move >> 16", "card & 7", "code >> 3", "rank << 3", "move & 0xF8"])
def test_what_shifts_or_masks_is_found_in_the_core(text: str) -> None:
    assert list(arithmetic(text, "engine/core/turn.py"))


@pytest.mark.parametrize("text", ["1 << rank", "ranks >> height & 1", "values | values >> 1", "effects & DREW"])
def test_sets_of_ranks_are_left_to_the_core(text: str) -> None:
    assert list(arithmetic(text, "engine/core/turn.py")) == []


@pytest.mark.parametrize("text", ["card >> 3", "card & 3", "move >> 4 & 15", "card | target << 8", "step & 255"])
def test_what_shifts_or_masks_is_found_in_patience(text: str) -> None:
    assert list(arithmetic(text, "patience/core/solver.py"))
    assert list(arithmetic(text, "patience/hints.py"))


@pytest.mark.parametrize("text", ["1 << card", "up >> card & 1", "(bare & FIRST_TWINS) << 1", "found >> 4 * suit & 15"])
def test_sets_of_cards_are_left_to_the_core_of_patience(text: str) -> None:
    assert list(arithmetic(text, "patience/core/solver.py")) == []
