"""Properties of every game of patience."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.engine.notation import IllegalMove
from spite_and_malice.patience import Game, Move, Position, View, deal_number, preset_rules
from spite_and_malice.patience.perft import divide, perft
from spite_and_malice.patience.position_json import pack_codes
from spite_and_malice.rules.cards import RANKS, SUITS, card_text
from tests.patience.strategies import family_positions, positions

EVERY_MOVE = [Move.parse(text) for text in ("draw", "redeal", "W-F", *(f"W-T{k}" for k in range(1, 8)))] + [
    Move.parse(text)
    for k in range(1, 8)
    for text in (
        f"T{k}-F",
        *(f"F{suit}-T{k}" for suit in SUITS),
        *(f"T{k}-T{target}" for target in range(1, 8) if target != k),
        *(f"T{k}:{count}-T{target}" for target in range(1, 8) if target != k for count in range(2, 14)),
    )
]
"""Every possible move in Klondike."""


def cards(position: Position) -> list[str]:
    data = position.to_json()
    piles = data["tableau"] + data.get("reserve", [])
    lying = [*data["stock"], *data["waste"], *(card for pile in piles for card in pile["down"] + pile["up"])]
    lying += [card for card in [*data.get("cells", []), *data.get("pocket", [])] if card]
    base = data.get("base", position.rules.base)
    if isinstance(data["foundations"], list):
        return lying + [card for pile in data["foundations"] for card in pile]
    for suit, found in data["foundations"].items():
        for height in found if isinstance(found, list) else [found]:
            if position.rules.aim == "runs":
                lying += [rank + suit for rank in RANKS] * height
            else:
                lying += [RANKS[(base - 1 + k) % 13] + suit for k in range(height)]
    return lying


@given(positions | family_positions)
def test_every_card_is_there_once(position: Position) -> None:
    whole = sorted(map(card_text, pack_codes(position.rules)))
    if position.rules.aim == "rows":
        assert sorted(cards(position)) == [card for card in whole if not card.startswith("A")]
    # Cards that leave the table in these games are nowhere.
    elif position.rules.aim in ("pairs", "aces"):
        left = whole.copy()
        for card in cards(position):
            left.remove(card)
    else:
        assert sorted(cards(position)) == whole


@given(positions)
def test_moves_that_are_generated_are_those_that_are_accepted(position: Position) -> None:
    legal = set(position.legal_moves)
    assert legal <= set(EVERY_MOVE)
    before = position.to_json()
    for move in EVERY_MOVE:
        trial = position.clone()
        if move in legal:
            trial.play(move)
            assert trial.to_json() != before or move.is_redeal
        else:
            with pytest.raises(IllegalMove, match=r"is not legal\. \S.*\."):
                trial.play(move)
            assert trial.to_json() == before
    assert position.to_json() == before
    assert len(position.legal_moves) == len(legal)


@given(family_positions)
def test_each_move_of_the_family_is_accepted_and_named_once(position: Position) -> None:
    texts = [str(move) for move in position.legal_moves]
    assert len(set(texts)) == len(texts)
    for text in texts:
        trial = position.clone()
        trial.play(text)
        assert Position.from_json(trial.to_json()) == trial


@given(family_positions, st.sampled_from(["draw", "redeal", "deal", "W-F", "T1-C", "C1-T2", "R1-F", "T1-X", "T1+T2-X"]))
def test_why_a_move_is_not_legal_is_said(position: Position, text: str) -> None:
    if text not in map(str, position.legal_moves):
        with pytest.raises(IllegalMove, match=r"is not legal\. \S.*\."):
            position.play(text)


@given(family_positions)
def test_a_game_of_the_family_is_over_when_no_move_is_left(position: Position) -> None:
    assert position.is_over == (not position.legal_moves)


@given(positions)
def test_it_is_over_exactly_when_no_move_is_left(position: Position) -> None:
    assert position.is_over == (not position.legal_moves)
    assert position.is_won == (sum(position.to_json()["foundations"].values()) == 52)


@given(positions | family_positions, st.lists(st.integers(0, 999), max_size=30))
def test_undo_restores_and_redo_plays_again(position: Position, choices: list[int]) -> None:
    game = Game(position)
    seen = [game.position.to_json()]
    for choice in choices:
        if game.is_over:
            break
        game.play(game.legal_moves[choice % len(game.legal_moves)])
        seen.append(game.position.to_json())
    played = game.moves
    for expected in reversed(seen[:-1]):
        game.undo()
        assert game.position.to_json() == expected
    for expected in seen[1:]:
        game.redo()
        assert game.position.to_json() == expected
    assert game.moves == played
    assert position.to_json() == seen[0]


@given(positions | family_positions)
def test_text_json_and_pickle_bring_back_the_same(position: Position) -> None:
    data = position.to_json()
    for again in (
        Position.from_json(json.loads(json.dumps(data))),
        position.clone(),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert again == position
        assert again.to_json() == data
        assert again.legal_moves == position.legal_moves
    for move in position.legal_moves:
        assert Move.parse(str(move)) == move
    assert View.from_json(json.loads(json.dumps(position.view().to_json()))) == position.view()


@given(positions | family_positions, st.integers(0, 2**32))
def test_6_no_byte_of_a_view_depends_on_a_hidden_card(position: Position, seed: int) -> None:
    data = position.to_json()
    piles = data["tableau"] + data.get("reserve", [])
    hidden = [*data["stock"], *(card for pile in piles for card in pile["down"])]
    Random(seed).shuffle(hidden)
    left = iter(hidden)
    data["stock"] = [next(left) for _ in data["stock"]]
    for pile in piles:
        pile["down"] = [next(left) for _ in pile["down"]]
    other = Position.from_json(data)
    assert json.dumps(other.view().to_json()) == json.dumps(position.view().to_json())
    assert str(other) == str(position)


@given(positions)
def test_6_a_view_names_no_hidden_card(position: Position) -> None:
    data, text = position.to_json(), json.dumps(position.view().to_json())
    hidden = [*data["stock"], *(card for pile in data["tableau"] for card in pile["down"])]
    assert [card for card in hidden if f'"{card}"' in text or card in str(position).split()] == []


@given(positions | family_positions)
def test_9_perft_counts_what_playing_counts(position: Position) -> None:
    assert perft(position, 0) == 1
    assert perft(position, 1) == len(position.legal_moves)
    assert sum(divide(position, 2).values()) == perft(position, 2)
    assert divide(position, 1) == {str(move): 1 for move in sorted(position.legal_moves, key=str)}


def test_a_card_in_a_cell_and_one_in_a_pile_are_not_the_same_to_a_key() -> None:
    """A lone card can be built on, one in a cell not."""
    position = deal_number(preset_rules("freecell"), 1).to_json()
    cards = [card for pile in position["tableau"] for card in pile["up"]]
    keys = set()
    for first, second in ((cards[0], cards[1]), (cards[1], cards[0])):
        position["cells"] = [first, None, None, None]
        position["tableau"] = [{"down": [], "up": [second]}, {"down": [], "up": cards[2:]}] + [
            {"down": [], "up": []}
        ] * 6
        keys.add(Position.from_json(position).layout.key())
    assert len(keys) == 2
