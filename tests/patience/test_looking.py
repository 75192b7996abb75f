"""A draw names the cards that would be useful, and no others."""

from __future__ import annotations

import re

import pytest

from spite_and_malice.patience import PRESETS, Move, Position
from spite_and_malice.patience.hints import sample
from spite_and_malice.patience.looking import draw_for
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from spite_and_malice.rules.cards import RANKS, SUITS
from tests.patience.claimed import card_of


def is_of_use(world: Position) -> bool:
    """Whether a move takes the waste's card somewhere, or joins another one to it; a cell and any empty pile aside."""
    view = world.view()
    for move in map(Move.parse, view.legal):
        joins = "W" in (move.target, move.partner)
        goes = move.source == "W" and move.target not in ("C", "P")
        is_bare = move.target.startswith("T") and not view.tableau[int(move.target[1:]) - 1].up
        if joins or (goes and not (is_bare and view.rules.empty == "any")):
            return True
    return False


@pytest.mark.parametrize("game", ["canfield", "klondike-1", "golf", "pyramid", "forty-thieves", "storehouse"])
def test_a_draw_names_the_unseen_cards_that_would_be_of_use(game: str) -> None:
    played, chance = Played(PRESETS[game].rules, Deal(3, "number")), SeededChance(3)
    told = 0
    for _draw in range(4):
        view = played.game.view()
        words = draw_for(view, played.known)
        why = words.split(": ")[-1]
        card = r"(?:10|[A2-9JQK])[♠♥♦♣]"
        named = {card_of(name) for name in re.findall(rf"({card})(?: to its foundation| (?:on|with) {card})?", why)}
        useful, others = set[str](), set[str]()
        for _world in range(80):
            world = sample(view, chance, played.known)
            world.play("draw")
            (useful if is_of_use(world) else others).add(world.view().waste[-1])
        assert not others & named
        if why.startswith("of the"):
            every, count = map(int, re.findall(r"\d+", why)[:2])
            assert count >= len(useful)
            piles = (played.known.stock, *played.known.tableau, *played.known.reserve)
            assert every == sum(cards.count(None) for cards in piles)
            if "such as" not in why:
                assert useful <= named
                told += 1
        elif words:
            assert "whatever comes" in why
            assert not others
        else:
            assert not useful
        moves = [move for move in map(Move.parse, view.legal) if move.target and not move.source.startswith("F")]
        assert not words or words.startswith("Nothing else fits, so draw: ") == (not moves)
        played.act("draw", 0)
    assert told or game != "golf"


def test_where_every_unseen_card_is_of_use_none_is_named() -> None:
    seen = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in ("4s", "4h", "5d")]
    view = Position.from_json(
        {
            "rules": PRESETS["golf"].rules.to_json(),
            "stock": ["4s", "4h"],
            "waste": seen,
            "foundations": dict.fromkeys("shdc", 0),
            "tableau": [{"down": [], "up": ["5d"]}, *({"down": [], "up": []} for _pile in range(6))],
            "pass": 1,
            "result": None,
        }
    ).view()
    assert draw_for(view) == (
        "Nothing else fits, so draw: whatever comes of the 2 cards that you have not seen will be of use at once."
    )


def test_a_card_that_is_known_is_not_looked_for() -> None:
    played = Played(PRESETS["klondike-1"].rules, Deal(3, "number"))
    while "draw" in played.game.view().legal:
        played.act("draw", 0)
    played.act("redeal", 0)
    assert draw_for(played.game.view(), played.known) == ""
