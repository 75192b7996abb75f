"""Goal games: more packs, finished stacks set aside, aces that must be real."""

from __future__ import annotations

from typing import Final

from spite_and_malice.rules.presets.preset import GOAL_TERMS, TWO_TO_FOUR, WIKIPEDIA, Fields, Preset, packs, same
from spite_and_malice.texts import N_

_GOAL: Final[Fields] = {
    "deck": packs(3),
    "wild_never": [1],
    "payoff": 26,
    "centre": 4,
    "completed": "aside",
    "no_discard": [1],
    "first": "dealer",
}


def _two_pack_goal(players: int) -> Fields:
    return {**_GOAL, "deck": packs(2), "payoff": 26 if players == 2 else 13}


def _misery(players: int) -> Fields:
    return {**_GOAL, "deck": packs(players), "payoff": 12, "payoff_piles": 2, "hand": 6}


def _pack_each(players: int) -> Fields:
    return {**_GOAL, "deck": packs(players)}


def _quick(players: int) -> Fields:
    return {
        "deck": packs(3),
        "payoff": 12,
        "centre": players + 1,
        "completed": "aside",
        "stock_out": "renew",
        "wild_never": [1],
    }


GOAL: Final = (
    Preset(
        id="goal-26",
        emblem="Qs",
        name=N_("Long Goal"),
        summary=N_("Three packs, four stacks and half a pack to clear: a long game with room for comebacks."),
        family="goal",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=same(**_GOAL),
        terms=GOAL_TERMS,
    ),
    Preset(
        id="goal-13",
        emblem="Kc",
        name=N_("Short Goal"),
        summary=N_("The long goal game cut in half: thirteen cards each, over before the tea is cold."),
        family="goal",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=same(**{**_GOAL, "payoff": 13}),
        terms=GOAL_TERMS,
    ),
    Preset(
        id="two-pack-goal",
        emblem="2h",
        name=N_("Two-Pack Goal"),
        summary=N_("The goal game with two packs, so every card you have seen counts for more."),
        family="goal",
        players=TWO_TO_FOUR,
        source=N_("Wikipedia, after the US Playing Card Company"),
        sizes=(5, 13, 20, 26),
        fields_for=_two_pack_goal,
        terms=GOAL_TERMS,
    ),
    Preset(
        id="goal-jokers",
        emblem="*",
        name=N_("Goal with Jokers"),
        summary=N_("The long goal game with six jokers beside the kings: things move fast."),
        family="goal",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=same(**{**_GOAL, "deck": packs(3, 6), "wilds": ["K", "*"]}),
        terms=GOAL_TERMS,
    ),
    Preset(
        id="forced-low",
        emblem="2s",
        name=N_("Forced Low Cards"),
        summary=N_("Aces and twos must be played wherever they lie, even when it helps the others."),
        family="goal",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=same(**{**_GOAL, "forced": [1, 2], "forced_from": ["hand", "payoff", "side"]}),
        terms=GOAL_TERMS,
    ),
    Preset(
        id="misery",
        emblem="6c",
        name=N_("Misery"),
        summary=N_("Two pay-off piles each, and six cards to serve them both."),
        family="goal",
        players=(2, 3),
        source=WIKIPEDIA,
        sizes=(6, 12, 18),
        fields_for=_misery,
        terms=GOAL_TERMS,
    ),
    Preset(
        id="to-the-king",
        emblem="Kh",
        name=N_("To the King"),
        summary=N_("Stacks climb to the king, and no joker may be an ace, a two, a seven or a jack: patience pays."),
        family="goal",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=same(**{**_GOAL, "deck": packs(3, 6), "wilds": ["*"], "build_to": 13, "wild_never": [1, 2, 7, 11]}),
        terms=GOAL_TERMS,
    ),
    Preset(
        id="covered-wilds",
        emblem="8d",
        name=N_("Covered Wilds"),
        summary=N_("A wild card is only a promise: have the next card ready, and cover it at once."),
        family="goal",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=same(**{**_GOAL, "wild_covered": True, "wild_never": [1, 7, 12]}),
        terms=GOAL_TERMS,
    ),
    Preset(
        id="pack-each",
        emblem="8h",
        name=N_("A Pack Each"),
        summary=N_("The goal game for any company: everyone brings a pack, from two players to eight."),
        family="goal",
        players=(2, 3, 4, 5, 6, 7, 8),
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=_pack_each,
        terms=GOAL_TERMS,
    ),
    Preset(
        id="natural-low",
        emblem="Ac",
        name=N_("Natural Low Cards"),
        summary=N_("Aces and twos must be real; in return you may discard two of a kind together."),
        family="goal",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 13, 20, 26),
        fields_for=same(**{**_GOAL, "wild_never": [1, 2], "pairs": True}),
        terms=GOAL_TERMS,
    ),
)

QUICK: Final = Preset(
    id="quick",
    emblem="5h",
    name=N_("Quick Game"),
    summary=N_("Twelve cards each and a stock that never ends: someone always gets there."),
    family="goal",
    players=TWO_TO_FOUR,
    source=N_('the "Spite & Malice" app'),
    sizes=(6, 12, 18),
    fields_for=_quick,
    terms=GOAL_TERMS,
)
