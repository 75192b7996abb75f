"""How sentences name cards and stacks."""

from __future__ import annotations

import json
from pathlib import Path

from spite_and_malice.analysis.wording import centre_name, line_name
from spite_and_malice.engine import Move, Position

VECTORS = Path(__file__).parents[1] / "conformance" / "vectors.jsonl"


def test_a_wild_card_in_the_centre_is_named_with_the_rank_that_it_stands_for() -> None:
    """In every position of the vectors: this distinguishes it from the same card on a side stack."""
    told = 0
    for line in VECTORS.read_text("utf-8").splitlines():
        vector = json.loads(line)
        if "position" not in vector:
            continue
        position = Position.from_json(vector["position"])
        view = position.view(position.turn)
        for number, pile in enumerate(view.centre):
            if pile and view.rules.is_wild(pile[-1]):
                named = centre_name(view, number)
                rank = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(len(pile), str(len(pile)))
                assert named.endswith((f" ({rank})", f" ({len(pile)})")), named
                for text in view.legal:
                    if text.endswith(f"-C{number + 1}"):
                        assert line_name(view, [Move.parse(text)]).endswith(f"on {named}")
                        told += 1
    assert told > 20
