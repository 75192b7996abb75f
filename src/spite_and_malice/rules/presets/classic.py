"""The classic game with two packs and its variations, and the game of an old card book."""

from __future__ import annotations

from typing import Final

from spite_and_malice.rules.presets.preset import PAGAT, TWO, Fields, Preset, packs, same
from spite_and_malice.texts import N_


def _round(players: int) -> Fields:
    return {"deck": packs(players), "centre": players + 1}


def _partners(players: int) -> Fields:
    return {"partners": True, **_round(players)}


_UNLIMITED: Final[Fields] = {"centre": None, "completed": "aside"}
_COMPULSORY_ACES: Final[Fields] = {**_UNLIMITED, "forced": [1], "forced_from": ["hand", "payoff"]}

OLD_NAME: Final = N_("Spite and Malice")
"""The former name of the first preset: older tables keep it."""

CLASSIC: Final = (
    Preset(
        id="standard",
        emblem="Ks",
        name=N_("Spite & Malice"),
        summary=N_("The classic duel: twenty cards to be rid of, three stacks to share, and kings that are anything."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(),
    ),
    Preset(
        id="round",
        emblem="Qc",
        name=N_("Round the Table"),
        summary=N_("The classic for a full table: a pack for every player and one stack more than there are players."),
        family="classic",
        players=(3, 4, 5, 6, 7, 8),
        source=N_("pagat.com, more than two players"),
        fields_for=_round,
    ),
    Preset(
        id="partners",
        emblem="Qh",
        name=N_("Partners"),
        summary=N_("Two and two, or three pairs: play your partner's piles as your own, and win only together."),
        family="classic",
        players=(4, 6),
        source=PAGAT,
        fields_for=_partners,
    ),
    Preset(
        id="four-stacks",
        emblem="4s",
        name=N_("Four Stacks"),
        summary=N_("The classic with a fourth centre stack: more room, fewer blocked turns."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(centre=4),
    ),
    Preset(
        id="unlimited",
        emblem="As",
        name=N_("Open Centre"),
        summary=N_("Start a new stack whenever you have the card for it; the centre never fills up."),
        family="classic",
        players=TWO,
        source="pagat.com, Wikipedia",
        fields_for=same(**_UNLIMITED),
    ),
    Preset(
        id="compulsory-aces",
        emblem="Ah",
        name=N_("Compulsory Aces"),
        summary=N_("An open centre where nobody may sit on an ace: if it can be played, it must be."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(**_COMPULSORY_ACES),
    ),
    Preset(
        id="loading",
        emblem="Jc",
        name=N_("Loading"),
        summary=N_("The spiteful one: bury your opponent's pay-off pile under the cards you do not want."),
        family="classic",
        players=TWO,
        source="pagat.com, Henry Lee",
        fields_for=same(**_COMPULSORY_ACES, loading=True),
    ),
    Preset(
        id="kings-and-jokers",
        emblem="Kd",
        name=N_("Kings and Jokers"),
        summary=N_("Twelve wild cards instead of eight: a quicker, kinder classic."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(deck=packs(2, 4), wilds=["K", "*"]),
    ),
    Preset(
        id="jokers",
        emblem="*",
        name=N_("Jokers Wild"),
        summary=N_("Kings are ordinary and close every stack; only four jokers help you out."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(deck=packs(2, 4), wilds=["*"], build_to=13),
    ),
    Preset(
        id="no-wild-aces",
        emblem="Ad",
        name=N_("Natural Aces"),
        summary=N_("Only a true ace opens a stack, so every ace is worth waiting for."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(wild_never=[1]),
    ),
    Preset(
        id="no-wild-aces-sevens",
        emblem="7h",
        name=N_("Natural Aces and Sevens"),
        summary=N_("Aces and sevens must be the real thing: two gates on every stack."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(wild_never=[1, 7]),
    ),
    Preset(
        id="fewest",
        emblem="2c",
        name=N_("Fewest Cards Win"),
        summary=N_("When the stock runs dry, whoever is nearer the end takes the game."),
        family="classic",
        players=TWO,
        source=PAGAT,
        fields_for=same(stock_out="fewest"),
    ),
    Preset(
        id="massachusetts",
        emblem="Ts",
        name=N_("Massachusetts"),
        summary=N_("Side stacks dealt from the start and never left empty: plan where every card will lie."),
        family="classic",
        players=TWO,
        source=N_("pagat.com, Massachusetts version"),
        sizes=(5, 10, 14, 20, 26),
        fields_for=same(payoff=14, side_dealt=True, side_filled=True),
    ),
)


_BOOK: Final[Fields] = {
    "deck": packs(1, 4),
    "payoff_deck": packs(1),
    "payoff": 26,
    "wilds": ["*"],
    "wild_never": [1],
    "build_to": 13,
    "centre": None,
    "completed": "shuffle",
    "side_order": "descending",
    "pass": True,
    "forced": [1, 2],
    "forced_from": ["payoff", "side"],
}

BOOK: Final = (
    Preset(
        id="book",
        emblem="9d",
        name=N_("The Card-Book Game"),
        summary=N_("The old card-book game: side stacks run downwards, low cards are forced, and passing is an art."),
        family="book",
        players=TWO,
        source=N_("pagat.com, book version"),
        sizes=(13, 20, 26),
        fields_for=same(**_BOOK),
    ),
    Preset(
        id="book-four",
        emblem="4d",
        name=N_("Card-Book Game, Four Stacks"),
        summary=N_("The card-book game with room for only four stacks; whoever holds a low card breaks a deadlock."),
        family="book",
        players=TWO,
        source=N_("pagat.com, book version"),
        sizes=(13, 20, 26),
        fields_for=same(**{**_BOOK, "centre": 4, "stalemate": "low"}),
    ),
    Preset(
        id="book-redeal",
        emblem="Jd",
        name=N_("Card-Book Game, Redealt"),
        summary=N_("The card-book game with a way out of every deadlock: gather the cards and deal again."),
        family="book",
        players=TWO,
        source=N_("pagat.com, book version"),
        sizes=(13, 20, 26),
        fields_for=same(**{**_BOOK, "stalemate": "redeal"}),
    ),
)
