"""Random rules of every kind, for Hypothesis and for a plain `Random`."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from spite_and_malice.rules import FIELDS, InvalidRules, Rules

Fields = dict[str, Any]


def house_rules(rng: Random) -> Rules:
    """Generate playable rules: every field, wide ranges, rare combinations as often as common ones."""
    while True:
        try:
            return Rules.from_json(house_fields(rng))
        except InvalidRules:
            continue


def house_fields(rng: Random) -> Fields:
    """Generate the fields of rules as JSON; many, but not all, are playable."""
    players = rng.choice([2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 6, 7, 8])
    fields: Fields = {"players": players, **_cards(rng, players)}
    build_to = fields["build_to"]
    fields["partners"] = players in (4, 6, 8) and rng.random() < 0.6
    if fields["wilds"]:
        fields["wild_never"] = _ranks(rng, build_to, rng.choice([0, 0, 1, 2, 4, build_to]))
        fields["wild_covered"] = rng.random() < 0.4
    fields["no_discard"] = _ranks(rng, build_to, rng.choice([0, 0, 1, 3, 6, build_to]))
    if rng.random() < 0.4:
        fields["forced"] = _ranks(rng, build_to, rng.choice([1, 1, 2, 4])) or [1]
        fields["forced_from"] = rng.sample([*FIELDS["forced_from"].choices], rng.randint(1, 3))
    fields["hand"] = rng.choice([1, 1, 2, 3, 4, 5, 5, 6, 8, 10])
    fields["payoff_piles"] = rng.choice([1, 1, 1, 2, 3, 4])
    fields["payoff"] = rng.choice([1, 1, 2, 3, 5, 10, 20, 60])
    fields["centre"] = rng.choice([None, None, 1, 2, 3, 4, 12])
    fields["side"] = rng.choice([1, 2, 3, 4, 4, 5, 8])
    for name in ("side_dealt", "side_filled", "pairs", "pass", "loading"):
        fields[name] = rng.random() < 0.4
    for name in ("completed", "side_order", "empty_hand", "first", "stock_out", "stalemate"):
        fields[name] = rng.choice([*FIELDS[name].choices])
    if fields["side_filled"]:
        fields["side_order"], fields["pass"] = "any", False
    if not all("packs" in deck for deck in (fields["deck"], fields["payoff_deck"]) if deck):
        fields["loading"] = False
    fields["score"] = {
        "win": rng.choice([0, 5, 25, 1000]),
        "card": rng.choice([0, 1, 5]),
        "stalemate": rng.choice(["difference", "none"]),
    }
    fields["target"] = rng.choice([1, 25, 50, 100, 500])
    return fields


def _cards(rng: Random, players: int) -> Fields:
    """Generate decks, wild cards and `build_to`: packs, number cards, or one of each."""
    kinds = rng.choice(["packs", "packs", "numbers", "numbers", "packs numbers", "numbers packs", "packs packs"])
    wilds = rng.sample(["K", "*"], rng.randint(0, 2))
    build_to = rng.randint(2, 15)
    if "packs" in kinds:
        build_to = max(build_to, 12 if "K" in wilds else 13)
    decks = [_deck(rng, kind, players, build_to, "*" in wilds) for kind in kinds.split()]
    if "packs" not in kinds and "K" in wilds:
        wilds.remove("K")
    if "*" in wilds and not any(deck["jokers"] for deck in decks):
        wilds.remove("*")
    return {
        "deck": decks[0],
        "payoff_deck": decks[1] if len(decks) > 1 else None,
        "wilds": wilds,
        "build_to": build_to,
    }


def _deck(rng: Random, kind: str, players: int, build_to: int, jokers: bool) -> Fields:
    extra = rng.choice([0, 1, 4, 18, 40]) if jokers else 0
    if kind == "packs":
        return {"packs": rng.randint(1, min(12, players + 1)), "jokers": extra}
    ranks = range(1, build_to + 1)
    return {"numbers": {str(rank): rng.choice([1, 2, 4, 8, 12]) for rank in ranks}, "jokers": extra}


def _ranks(rng: Random, build_to: int, most: int) -> list[int]:
    return rng.sample(range(1, build_to + 1), min(most, build_to))


@st.composite
def random_rules(draw: st.DrawFn) -> Rules:
    """Draw random playable rules."""
    return house_rules(draw(st.randoms(use_true_random=False)))


def seeds() -> st.SearchStrategy[int]:
    """Draw the seed of a `Random`."""
    return st.integers(0, 2**32 - 1)
