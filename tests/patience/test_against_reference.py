"""The engine of patience against the slow implementation of its rules in `tests.patience.reference`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.patience import Rules, deal_number
from tests.examples import examples
from tests.patience import reference
from tests.patience.strategies import rules


@examples(60)
@given(rules, st.integers(0, 2**53 - 1), st.lists(st.integers(0, 2**16), max_size=120))
def test_4_5_whole_games_go_the_same_way(rules: Rules, deal: int, choices: list[int]) -> None:
    position = deal_number(rules, deal)
    other = position.to_json()
    for choice in choices:
        moves = sorted(map(str, position.legal_moves))
        assert moves == reference.legal(other)
        if not moves:
            break
        # Draws are chosen rarely, so that games go deep.
        lively = [move for move in moves if "-" in move]
        move = (lively or moves)[choice % len(lively or moves)] if choice % 4 else moves[choice % len(moves)]
        position.play(move)
        other = reference.after(other, move)
        assert position.to_json() == other
