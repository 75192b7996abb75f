"""Games with number cards of their own."""

from __future__ import annotations

from typing import Final

from spite_and_malice.rules.cards import HIGHEST_NUMBER
from spite_and_malice.rules.presets.preset import GOAL_TERMS, TWO_TO_FOUR, WIKIPEDIA, Fields, Preset, numbers, same
from spite_and_malice.texts import N_, Terms


def _starturn(players: int) -> Fields:
    return {
        "deck": numbers(HIGHEST_NUMBER, 3, 6, of_highest=4),
        "payoff_deck": numbers(HIGHEST_NUMBER, 3, of_highest=2),
        "payoff": 44 // players,
        "build_to": HIGHEST_NUMBER,
        "wilds": ["*"],
        "centre": 4,
        "empty_hand": "end",
        "first": "dealer",
    }


def _skip_bo(players: int) -> Fields:
    return {
        "deck": numbers(12, 12, 18),
        "wilds": ["*"],
        "payoff": 20 if players >= 5 else 30,
        "centre": 4,
        "completed": "aside",
        "first": "left",
        "score": {"win": 25, "card": 5, "stalemate": "difference"},
        "target": 500,
    }


def _skip_bo_partners(players: int) -> Fields:
    return {"partners": True, **_skip_bo(players)}


def _flinch(players: int) -> Fields:
    return {
        "deck": numbers(HIGHEST_NUMBER, 20 if players >= 5 else 10),
        "wilds": [],
        "build_to": HIGHEST_NUMBER,
        "payoff": 10,
        "side": 5,
        "centre": None,
        "completed": "aside",
        "forced": [1],
        "forced_from": ["hand", "payoff", "side"],
        "first": "left",
    }


_SKIP_BO_TERMS: Final[Terms] = {
    "pay-off pile": N_("stock pile"),
    "pay-off piles": N_("stock piles"),
    "pay-off card": N_("stock-pile card"),
    "pay-off cards": N_("stock-pile cards"),
    "centre stack": N_("building pile"),
    "centre stacks": N_("building piles"),
    "side stack": N_("discard pile"),
    "side stacks": N_("discard piles"),
    "stack": N_("pile"),
    "stacks": N_("piles"),
    "stock": N_("draw pile"),
}
_FLINCH_TERMS: Final[Terms] = {
    "pay-off pile": N_("game pile"),
    "pay-off piles": N_("game piles"),
    "pay-off card": N_("game-pile card"),
    "pay-off cards": N_("game-pile cards"),
    "side stack": N_("reserve pile"),
    "side stacks": N_("reserve piles"),
}

NUMBERS: Final = (
    Preset(
        id="starturn",
        emblem="15",
        name=N_("Starturn"),
        summary=N_("Numbers up to fifteen, six wild stars, and an empty hand ends your turn instead of filling up."),
        family="numbers",
        players=TWO_TO_FOUR,
        source=WIKIPEDIA,
        sizes=(5, 11, 14, 22),
        fields_for=_starturn,
        terms=GOAL_TERMS,
        wild={"joker": N_("star"), "jokers": N_("stars")},
    ),
    Preset(
        id="skip-bo",
        emblem="12",
        name=N_("Skip-Bo"),
        summary=N_("The family favourite: numbers to twelve and eighteen wild cards, easy to learn and hard to stop."),
        family="numbers",
        players=(2, 3, 4, 5, 6),
        source=N_("Mattel's leaflet"),
        sizes=(5, 10, 20, 30),
        fields_for=_skip_bo,
        terms=_SKIP_BO_TERMS,
    ),
    Preset(
        id="skip-bo-partners",
        emblem="6",
        name=N_("Skip-Bo Partners"),
        summary=N_("Skip-Bo in pairs: open your partner's way as well as your own."),
        family="numbers",
        players=(4, 6),
        source=N_("Mattel's leaflet"),
        sizes=(5, 10, 20, 30),
        fields_for=_skip_bo_partners,
        terms=_SKIP_BO_TERMS,
    ),
    Preset(
        id="flinch",
        emblem="1",
        name=N_("Flinch"),
        summary=N_("The ancestor from 1903: no wild cards, numbers to fifteen, and a one may never be held back."),
        family="numbers",
        players=(2, 3, 4, 5, 6, 7, 8),
        source=N_("Parker's leaflet"),
        sizes=(5, 10, 15, 20),
        fields_for=_flinch,
        terms=_FLINCH_TERMS,
    ),
    Preset(
        id="boxed",
        emblem="13",
        name=N_("The Boxed Game"),
        summary=N_("Eight cards to be rid of, stacks up to thirteen, and no one may hold back a one or a two."),
        family="numbers",
        players=(2, 3, 4, 5),
        source=N_("reviews of the boxed game of 2002"),
        sizes=(5, 8, 12, 16),
        fields_for=same(
            deck=numbers(13, 8, 6),
            wilds=["*"],
            build_to=13,
            payoff=8,
            centre=None,
            completed="aside",
            forced=[1, 2],
            forced_from=["hand", "payoff", "side"],
        ),
        terms={
            "pay-off pile": N_("card stack"),
            "pay-off piles": N_("card stacks"),
            "pay-off card": N_("stack card"),
            "pay-off cards": N_("stack cards"),
            "centre stack": N_("play pile"),
            "centre stacks": N_("play piles"),
            "side stack": N_("store pile"),
            "side stacks": N_("store piles"),
            "stack": N_("pile"),
            "stacks": N_("piles"),
        },
    ),
)
