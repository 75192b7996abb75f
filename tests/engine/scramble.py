"""Positions that play alone would rarely reach: short of cards, full of wild cards, in every stage."""

from __future__ import annotations

from random import Random
from typing import Any

from spite_and_malice.engine import Position, deal
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import Rules
from tests.engine import reference
from tests.strategies import house_rules


def any_position(seed: int) -> tuple[Position, Random]:
    """Make up a position: scrambled, or dealt and played on for a while with real shuffles."""
    rng = Random(seed)
    rules = house_rules(rng)
    if seed % 2:
        return Position.from_json(scrambled(rng, rules)), rng
    chance = SeededChance(seed)
    position = deal(rules, rng.randrange(rules.players), chance)
    for _ in range(rng.randrange(40)):
        if not position.is_over:
            position.play(rng.choice(position.legal_moves), chance)
    return position, rng


def scrambled(rng: Random, rules: Rules) -> dict[str, Any]:
    """Lay the cards of the decks out at random, in a position that respects the rules' counts of places and hands."""
    cards = list(rules.deck.cards()) + list(rules.payoff_deck.cards() if rules.payoff_deck else ())
    rng.shuffle(cards)
    fields = rules.to_json()
    players: list[dict[str, Any]] = [{} for _ in range(rules.players)]
    most = rng.choice([0, 1, 3])
    for seat, player in enumerate(players):
        # Of two partners one may have no pay-off cards left; nobody else is out.
        is_out = rules.partners and rng.random() < 0.3 and seat >= rules.players // 2
        player["payoff"] = [_take(cards, 0 if is_out or pile else 1) for pile in range(rules.payoff_piles)]
        rng.shuffle(player["payoff"])
        player["is_out"] = is_out
    for player in players:
        if not player.pop("is_out"):
            for pile in player["payoff"]:
                pile += _take(cards, rng.randint(0, most))
        player["hand"] = _take(cards, rng.choice([rules.hand, rng.randint(0, rules.hand), min(1, rules.hand)]))
    centre = [_stack(rng, fields, cards) for _ in range(rules.centre or rng.randint(0, 5))]
    fullness = rng.random()
    for player in players:
        player["side"] = [_take(cards, rng.randint(1, 4) if rng.random() < fullness else 0) for _ in range(rules.side)]
    aside = _take(cards, rng.choice([0, 0, 3, 12]))
    position = {
        "rules": fields,
        "centre": centre,
        "stock": _take(cards, rng.choice([0, 1, 3, 10, 40])),
        "aside": aside,
        "players": players,
        "turn": rng.randrange(rules.players),
        "stage": "play",
        "cover": None,
        "passes": rng.choice([0, rules.players - 1, rng.randrange(rules.players)]),
        "moved": rng.random() < 0.3,
        "result": None,
    }
    _enter_stage(rng, rules, position)
    return position


def _take(cards: list[str], count: int) -> list[str]:
    taken = cards[:count]
    del cards[:count]
    return taken


def _stack(rng: Random, fields: dict[str, Any], cards: list[str]) -> list[str]:
    """Build a centre stack out of `cards`, as high as requested or as they allow."""
    build_to = fields["build_to"]
    stack: list[str] = []
    for height in range(rng.choice([0, 1, build_to - 1, rng.randint(0, build_to - 1)])):
        fitting = [
            i for i, card in enumerate(cards) if reference.is_wild(fields, card) or reference.rank(card) == height + 1
        ]
        if not fitting:
            break
        stack.append(cards.pop(rng.choice(fitting[:3])))
    return stack


def _enter_stage(rng: Random, rules: Rules, position: dict[str, Any]) -> None:
    """Perhaps put the position into another stage that these rules know."""
    hand = position["players"][position["turn"]]["hand"]
    wild_tops = [
        place
        for place, stack in enumerate(position["centre"])
        if stack and reference.is_wild(rules.to_json(), stack[-1])
    ]
    if rules.wild_covered and wild_tops and rng.random() < 0.5:
        position.update(stage="cover", cover=rng.choice(wild_tops), moved=True)
    elif rules.side_filled and hand and rng.random() < 0.5:
        position.update(stage="fill", moved=True)
    elif rules.stalemate == "low" and rng.random() < 0.3:
        position.update(stage="break", passes=0, moved=False)
