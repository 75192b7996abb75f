"""Properties of every position of every game, under random rules."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given

from spite_and_malice.engine import UNSHUFFLED, IllegalMove, InvalidNotation, Move, Position, deal
from spite_and_malice.engine.core import playout
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.play import SeededChance
from tests.engine.reference import whole_deck
from tests.engine.scramble import any_position
from tests.examples import examples
from tests.strategies import house_rules, seeds


def cards_of(position: Position) -> Counter[str]:
    """Count every card on the table."""
    data = position.to_json()
    piles = [data["stock"], data["aside"], *data["centre"]]
    for player in data["players"]:
        piles += [player["hand"], *player["payoff"], *player["side"]]
    return Counter(card for pile in piles for card in pile)


@given(seeds())
@examples(60)
def test_no_card_is_lost_or_doubled_except_by_renewal(seed: int) -> None:
    position, rng = any_position(seed)
    renewed = Counter(whole_deck(position.rules.to_json()["deck"])) if position.rules.stock_out == "renew" else None
    chance = SeededChance(seed)
    for _ in range(25):
        if position.is_over:
            break
        before = cards_of(position)
        position.play(rng.choice(position.legal_moves), chance)
        fresh = cards_of(position)
        fresh.subtract(before)
        added = +fresh
        assert not -fresh
        assert not added or added == renewed


def texts(rng: Random, position: Position) -> list[str]:
    """Write a few hundred moves, most of which are not legal."""
    data = position.to_json()
    cards = sorted({*data["players"][position.turn]["hand"], "7h", "*", "12", "Ks"})
    piles = ["P", "P1", "P2", "P4", "S1", "S2", "S8"]
    sources = [f"H{card}" for card in cards] + piles + ["+" + pile for pile in piles]
    sources += [f"H{rng.choice(cards)}+{rng.choice(cards)}" for _ in range(5)]
    targets = [f"C{place}" for place in (1, 2, len(data["centre"]) + 1, 13, 999)]
    targets += ["S1", "S2", "S4", "S8", "L0", "L1", "L7", "L1.1", "L1.2", "L0.4"]
    moves = [f"{source}-{target}" for source, target in product(sources, targets)]
    return ["pass", *rng.sample(moves, min(60, len(moves)))]


def is_move(text: str) -> bool:
    try:
        Move.parse(text)
    except InvalidNotation:
        return False
    return True


@given(seeds())
@examples(60)
def test_generated_moves_are_accepted_and_anything_else_is_refused_unchanged(seed: int) -> None:
    position, rng = any_position(seed)
    legal = {str(move) for move in position.legal_moves}
    for text in islice(sorted(legal, key=lambda _: rng.random()), 30):
        position.clone().play(text, UNSHUFFLED)
    before = position.to_json()
    for text in texts(rng, position):
        if is_move(text) and str(Move.parse(text)) in legal:
            position.clone().play(text, UNSHUFFLED)
        else:
            with pytest.raises((IllegalMove, InvalidNotation), match=r"\.$"):
                position.play(text, UNSHUFFLED)
    assert position.to_json() == before


@given(seeds())
@examples(40)
def test_a_clone_is_equal_and_independent(seed: int) -> None:
    position, rng = any_position(seed)
    before = position.to_json()
    copy = position.clone()
    assert copy.to_json() == before
    moves = []
    for _ in range(10):
        if copy.is_over:
            break
        moves.append(rng.choice(copy.legal_moves))
        copy.play(moves[-1], UNSHUFFLED)
    assert position.to_json() == before
    for move in moves:
        position.play(move, UNSHUFFLED)
    assert position.to_json() == copy.to_json()


@given(seeds())
@examples(60)
def test_moves_and_positions_survive_text_and_json(seed: int) -> None:
    position, _ = any_position(seed)
    again = Position.from_json(position.to_json())
    assert again.to_json() == position.to_json()
    assert sorted(map(str, again.legal_moves)) == sorted(map(str, position.legal_moves))
    piles = position.rules.payoff_piles
    for move in position.legal_moves:
        assert Move.parse(str(move)) == move
        assert decode(encode(move, piles), piles) == move
        flags = [move.is_pass, move.is_discard, move.is_load, "-C" in str(move)]
        assert flags.count(True) == 1


@given(seeds())
@examples(40)
def test_every_random_game_plays_to_an_end_or_a_cap(seed: int) -> None:
    rng = Random(seed)
    rules = house_rules(rng)
    position = deal(rules, rng.randrange(rules.players), SeededChance(seed))
    position.core.use_seed(seed)
    moves, turns = playout(position.core, True, 400)
    assert turns <= moves <= 400
    assert position.is_over == (position.outcome is not None)
    if position.is_over:
        assert position.legal_moves == []
    else:
        assert moves == 400
        assert position.legal_moves
    Position.from_json(position.to_json())


@given(seeds())
@examples(40)
def test_what_a_move_brought_about_is_told(seed: int) -> None:
    position, rng = any_position(seed)
    for _ in range(10):
        if position.is_over:
            break
        before = position.to_json()
        move = rng.choice(position.legal_moves)
        effects = position.play(move, UNSHUFFLED)
        now = position.to_json()
        if not position.is_over:
            assert effects.ended_turn == (move.is_pass or not now["moved"])
        from_payoff = move.plays_payoff
        if from_payoff:
            owner = (position.rules.partner(before["turn"]) if move.source[0] == "+" else before["turn"]) or 0
            pile = before["players"][owner]["payoff"][int(move.source.lstrip("+P") or 1) - 1]
            assert effects.turned_up == (len(pile) > 1)
        else:
            assert not effects.turned_up
        drew = any(
            len(later["hand"]) > len(earlier["hand"]) - len(move.cards) * (seat == before["turn"])
            for seat, (earlier, later) in enumerate(zip(before["players"], now["players"], strict=True))
        )
        if drew:
            assert effects.drew
