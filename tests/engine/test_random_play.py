"""Random play makes every move that is legal, and no other, whichever way it finds them."""

from __future__ import annotations

import pytest

from spite_and_malice.engine.core import Core, codes, kind_of, legal_moves, random_move
from tests.engine.build import lay


def made(core: Core, eager: bool) -> set[int]:
    """Every move that random play makes from here."""
    found = set()
    for seed in range(600):
        core.use_seed(seed)
        found.add(random_move(core, eager))
    return found


@pytest.mark.parametrize("pairs", [False, True])
def test_each_discard_is_made_and_no_other(pairs: bool) -> None:
    core = lay("9h 9h 9d Ts", centre=["As"], rules={"pairs": pairs}).core
    legal = set(legal_moves(core))
    assert len(legal) == (20 if pairs else 12)
    assert all(kind_of(move) == codes.TO_SIDE for move in legal)
    assert made(core, eager=True) == made(core, eager=False) == legal
