"""Damaged input, or input of a wrong kind, is refused with a sentence, and never crashes the interpreter."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import pytest

import spite_and_malice as sm
from spite_and_malice.arguments import InvalidArgument, number
from spite_and_malice.engine import InvalidNotation, Move
from spite_and_malice.engine.core import Core, codes, core_rules
from spite_and_malice.patience import new_game as new_patience
from spite_and_malice.rules import preset_rules

FUZZ = """
import pickle, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
whole = sys.stdin.buffer.read()
changed = refused = 0
for bit in range(int(sys.argv[1]), len(whole) * 8, int(sys.argv[2])):
    damaged = bytearray(whole)
    damaged[bit // 8] ^= 1 << bit % 8
    try:
        found = pickle.loads(bytes(damaged))
        str(found), found.legal_moves, found.to_json()
    except Exception:
        refused += 1
    else:
        changed += 1
print(changed, refused)
"""


def positions() -> dict[str, Any]:
    seeded = sm.new_game("standard", seed=3).position
    game = sm.new_game("skip-bo", players=4, seed=5)
    for _move in range(40):
        game.play(game.legal_moves[0])
    wild = game.position
    return {"standard": seeded, "skip-bo": wild, "patience": new_patience("klondike-1", seed=7).position}


@pytest.mark.parametrize("name", ["standard", "skip-bo", "patience"])
def test_no_bit_of_a_pickle_ends_the_interpreter(name: str) -> None:
    position = positions()[name]
    written = pickle.dumps(position)
    again = pickle.loads(written)
    assert again.to_json() == position.to_json()
    done = subprocess.run([sys.executable, "-c", FUZZ, "0", "1"], input=written, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    changed, refused = map(int, done.stdout.split())
    assert changed + refused == len(written) * 8
    if name != "patience":
        # No bit of the core's input may differ: the bits left over change no value.
        assert changed < refused / 10


def test_a_damaged_pickle_is_refused_with_a_sentence() -> None:
    made, (rules, saved, digest) = positions()["standard"].__reduce__()
    damaged: Any
    for damaged in ((rules, saved + " ", digest), (rules, saved, ""), (None, saved, digest), (rules, {}, digest)):
        with pytest.raises(InvalidNotation, match="damaged"):
            made(*damaged)


@pytest.mark.parametrize("count", [0, -1, 2**32 + 1, 2**52, 10**400, 1.5, "3", None, True])
def test_a_lot_of_what_no_word_can_be_is_refused(count: Any) -> None:
    with pytest.raises(InvalidArgument, match="count must be"):
        sm.SeededChance(1).lot(count)
    assert 0 <= sm.SeededChance(1).lot(2**32) < 2**32


def test_another_interpreter_of_the_process_is_told_why_not() -> None:
    source = """
try:
    import _interpreters as made
except ImportError:
    import _xxsubinterpreters as made
told = '''
try:
    import spite_and_malice as sm
    sm.new_game(seed=1)
except ImportError as error:
    print(error)
'''
run = getattr(made, "exec", None) or made.run_string
run(made.create(), told)
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, check=False, timeout=60)
    assert b"first interpreter of a process" in done.stdout + done.stderr, done


@pytest.mark.parametrize("value", [10**400, -1, float("nan"), "1", None, True, object(), -(10**400)])
def test_a_number_of_seconds_is_a_number(value: Any) -> None:
    with pytest.raises(InvalidArgument, match="seconds must be"):
        number(value, "seconds")


@pytest.mark.parametrize("parts", [(1, 1, 1), (None, (), ""), ("H", "7h", "C1"), ("H", (1,), "C1"), ("H", ("7h",), 1)])
def test_a_move_of_wrong_kinds_is_refused(parts: Any) -> None:
    with pytest.raises(InvalidNotation):
        Move(*parts)


PUTS = {
    "put_hand": ((2,), IndexError),
    "put_payoff": ((0, 1), IndexError),
    "put_side": ((0, 4), IndexError),
    "put_centre": ((3,), IndexError),
    "put_stock": (None, None),
    "put_aside": (None, None),
}
"""What lays a card, with a place that there is not at a table of two with three centre stacks."""


@pytest.mark.parametrize("name", PUTS)
def test_a_card_that_there_is_not_is_laid_nowhere_and_none_where_there_is_no_place(name: str) -> None:
    core = Core(core_rules(preset_rules("standard")), 5, 3)
    put = getattr(core, name)
    where, error = PUTS[name]
    place = () if where is None else tuple(0 for _ in where)
    for code in (-1, codes.CODES):
        with pytest.raises(ValueError, match="is the code of no card"):
            put(*place, code)
    if where is not None and error is not None:
        for outside in (where, (*where[:-1], -1)):
            with pytest.raises(error):
                put(*outside, 9)
    put(*place, codes.CODES - 1)


def test_there_is_room_for_so_many_cards_and_no_more() -> None:
    core = Core(core_rules(preset_rules("standard")), 5, 3)
    for _ in range(5):
        core.put_side(0, 0, 9)
    for name, place in {"put_side": (0, 1), "put_payoff": (0, 0), "put_aside": ()}.items():
        with pytest.raises(OverflowError, match="room for 5 cards"):
            getattr(core, name)(*place, 9)
    other = Core(core_rules(preset_rules("standard")), 60, 3)
    for _ in range(5):
        other.put_hand(0, 9)
    with pytest.raises(OverflowError, match="a hand has room for 5 cards"):
        other.put_hand(0, 9)
    for _ in range(11):
        other.put_centre(0, 9)
    with pytest.raises(OverflowError, match="fewer than 12 cards"):
        other.put_centre(0, 9)
