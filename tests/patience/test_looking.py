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
from spite_and_malice.rules.naming import card_name
from tests.patience.claimed import card_of, is_gain


def is_of_use(world: Position) -> bool:
    """Whether a move takes the waste's card somewhere, or joins another one to it; a cell and any empty pile aside."""
    view = world.view()
    for move in map(Move.parse, view.legal):
        joins = "W" in (move.target, move.partner)
        goes = move.source == "W" and move.target not in ("C", "P")
        is_bare = move.target.startswith("T") and not view.tableau[int(move.target[1:]) - 1].up
        if joins or (goes and not (is_bare and view.rules.empty in ("any", "waste"))):
            return True
    return False


@pytest.mark.parametrize("game", ["canfield", "klondike-1", "golf", "pyramid", "forty-thieves", "storehouse", "carpet"])
def test_a_draw_names_the_unseen_cards_that_would_be_of_use(game: str) -> None:
    played, chance = Played(PRESETS[game].rules, Deal(3, "number")), SeededChance(3)
    for _draw in range(4):
        view = played.game.view()
        words = draw_for(view, played.known)
        why = words.partition(" draw: ")[2] or words.partition(": ")[2]
        card = r"(?:10|[A2-9JQK])[♠♥♦♣]"
        plays = re.findall(rf"({card})(?: (?:on|with) ({card}))?", why)
        named = {card_of(upon if game == "golf" else drawn) for drawn, upon in plays}
        useful, others = set[str](), set[str]()
        for _world in range(80):
            world = sample(view, chance, played.known)
            world.play("draw")
            (useful if is_of_use(world) else others).add(world.view().waste[-1])
        assert not others & named
        if " of the " in why:
            count, every = map(int, re.findall(r"\d+", why)[:2])
            assert len(useful) <= count <= every - len(others)
            piles = (played.known.stock, *played.known.tableau, *played.known.reserve)
            assert every == sum(cards.count(None) for cards in piles)
            assert "such as" in why or useful <= named
        elif words:
            assert why.startswith("each of the")
            assert not others
        else:
            assert not useful
        moves = [move for move in map(Move.parse, view.legal) if move.target and not move.source.startswith("F")]
        assert not words or words.startswith("Nothing else fits, so draw: ") == (not moves)
        gaining = [move for move in moves if is_gain(view, move)]
        assert not words.startswith("No other move") or not gaining
        assert "can wait" not in words or not any("W" in (move.source, move.partner) for move in gaining)
        played.act("draw", 0)


def test_an_empty_pile_is_kept_for_a_card_that_goes_home_sooner() -> None:
    played = Played(PRESETS["carpet"].rules, Deal(472745, "number"))
    for move in ("draw", "draw"):
        played.act(move, 0)
    while not any(text.startswith("W-T") for text in played.game.view().legal):
        home = [text for text in played.game.view().legal if text.endswith("-F")]
        played.act(home[0] if home else "draw", 0)
    while home := [text for text in played.game.view().legal if text.endswith("-F")]:
        played.act(home[0], 0)
    view = played.game.view()
    top = card_name(view.waste[-1])
    assert draw_for(view, played.known).startswith(
        f"Keep the empty pile for a card that goes home before {top}, and draw"
    )


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
    assert draw_for(view) == ("Nothing else fits, so draw: each of the 2 unseen cards would fit at once.")


def test_a_card_that_is_known_is_not_looked_for() -> None:
    played = Played(PRESETS["klondike-1"].rules, Deal(3, "number"))
    while "draw" in played.game.view().legal:
        played.act("draw", 0)
    played.act("redeal", 0)
    assert draw_for(played.game.view(), played.known) == ""
