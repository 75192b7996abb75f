"""The presets of patience: named sets of rules (PATIENCE.md section 7). A new one needs only an entry here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from spite_and_malice.arguments import Named, closest
from spite_and_malice.patience.rules.chances import Chance, Difficulty, chance_of, difficulty_of, fair_chance_of
from spite_and_malice.patience.rules.model import Rules
from spite_and_malice.rules.errors import InvalidRules, shown
from spite_and_malice.texts import N_, _

_TRIANGLE: Final = (1, 2, 3, 4, 5, 6, 7)
_DECEMBER: Final = "2026-12-01"


@dataclass(frozen=True, slots=True)
class Published:
    """How many of a hundred deals can be won by somebody who sees every card, with the margin, according to `source`.

    `source` is a text to be translated. Only figures read in their original publication are listed here (PATIENCE.md
    section 10).
    """

    share: float
    margin: float
    source: str


_BLAKE_AND_GENT: Final = N_("Blake and Gent, arXiv 1906.12314")


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules under a name: `name` and `summary` are texts to be translated.

    `minutes` is roughly how long a game takes, and `winnable` the share of winnable deals, where published. For an
    `undecided` game the search seldom tells in time whether a deal can be won, or luck alone decides: no winnable deal
    is promised. `since` is the first day that may have it as the daily game, in ISO 8601: games added later leave
    earlier days alone.
    """

    id: str
    name: str
    summary: str
    rules: Rules
    minutes: int = field(kw_only=True)
    winnable: Published | None = field(default=None, kw_only=True)
    undecided: bool = field(default=False, kw_only=True)
    since: str = field(default="", kw_only=True)

    @property
    def chance(self) -> Chance | None:
        """How many deals can be won, as far as known (rules/chances.py)."""
        return chance_of(self.id, None if self.winnable is None else self.winnable.share)

    @property
    def difficulty(self) -> Difficulty:
        """How hard the game is overall, by the rule of rules/chances.py."""
        return difficulty_of(fair_chance_of(self.id, self.chance), self.minutes)


def _pyramid(**changes: Any) -> Rules:
    return Rules(layout="pyramid", face="up", aim="pairs", build="none", empty="none", worry_back=False, **changes)


def _open(piles: tuple[int, ...], **changes: Any) -> Rules:
    """Everything lies face up, and any card may go into a gap."""
    return Rules(**{"piles": piles, "face": "up", "empty": "any", "worry_back": False, **changes})


def _cells(piles: tuple[int, ...], cells: int, dealt: int = 0, **changes: Any) -> Rules:
    return _open(piles, **{"cells": cells, "cells_dealt": dealt, "groups": "cells", **changes})


def _spider(piles: tuple[int, ...], **changes: Any) -> Rules:
    """Suits leave as runs; the stock is dealt onto the piles."""
    given = {"aim": "runs", "build": "any", "groups": "suit", "empty": "any", "stock": "piles", "worry_back": False}
    return Rules(**{"piles": piles, **given, **changes})


def _scorpion(**changes: Any) -> Rules:
    face = (3, 3, 3, 3, 0, 0, 0)
    given = {"face": face, "build": "suit", "groups": "any", "empty": "king", "deal_gaps": True}
    return _spider((7,) * 7, **{**given, **changes})


def _yukon(**changes: Any) -> Rules:
    piles, face = (1, 6, 7, 8, 9, 10, 11), (0, 1, 2, 3, 4, 5, 6)
    return Rules(piles=piles, face=face, groups="any", worry_back=False, **changes)


def _thieves(piles: tuple[int, ...], **changes: Any) -> Rules:
    """Two packs, one pass through the stock."""
    given = {"packs": 2, "build": "suit", "groups": "none", "passes": 1}
    return _open(piles, **{**given, **changes})


def _canfield(**changes: Any) -> Rules:
    given = {"piles": (1,) * 4, "reserve": (13,), "base": "dealt", "refill": True, "worry_back": False}
    return Rules(**{**given, "groups": "ends", "empty": "any", "draw": 3, **changes})


def _gathered(piles: tuple[int, ...], gather: str, **changes: Any) -> Rules:
    """Open piles, one card at a time, whose cards are gathered and laid out again."""
    given = {"build": "suit", "groups": "none", "empty": "none", "gather": gather}
    return _open(piles, **{**given, **changes})


def _heaps(piles: int, **changes: Any) -> Rules:
    """Piles that are empty at first; the next card of the stock goes on any of them."""
    given = {"build": "heap", "groups": "none", "empty": "waste", "stock": "hand", "worry_back": False}
    return Rules(**{"piles": (0,) * piles, **given, **changes})


def _unbuilt(piles: tuple[int, ...], **changes: Any) -> Rules:
    """Two packs, and nothing is built on the tableau."""
    given = {"packs": 2, "build": "none", "groups": "none", "worry_back": False}
    return Rules(**{"piles": piles, **given, **changes})


def _osmosis(**changes: Any) -> Rules:
    """A reserve and foundations alone, the first of them begun by a card."""
    given = {"piles": (), "reserve": (4,) * 4, "base": "dealt", "home": "osmosis", "build": "none", "groups": "none"}
    return Rules(**{**given, "empty": "none", "draw": 3, "worry_back": False, **changes})


def _grid(columns: int, rows: int, **changes: Any) -> Rules:
    """Open cards that lie on nothing, row by row."""
    given = {"layout": "grid", "face": "up", "build": "none", "empty": "none", "worry_back": False}
    return Rules(**{"piles": (columns,) * rows, **given, **changes})


_FANS: Final = (3,) * 17 + (1,)


def _waste(piles: tuple[int, ...], **changes: Any) -> Rules:
    """The table is cleared onto the waste."""
    given = {"aim": "waste", "build": "none", "empty": "none"}
    return _open(piles, **{**given, **changes})


_PRESETS: Final = (
    Preset(
        "klondike-1",
        N_("Klondike, turn 1"),
        N_("One card at a time is turned from a stock that comes round without end."),
        Rules(),
        minutes=8,
        winnable=Published(90.48, 0.116, _BLAKE_AND_GENT),
    ),
    Preset(
        "klondike-3",
        N_("Klondike, turn 3"),
        N_("Three cards at a time come from the stock; only the last of them can be played."),
        Rules(draw=3),
        minutes=10,
        winnable=Published(81.945, 0.084, _BLAKE_AND_GENT),
    ),
    Preset(
        "double-klondike",
        N_("Double Klondike"),
        N_("Klondike with two packs and nine piles: more to do, and far friendlier."),
        Rules(packs=2, piles=(1, 2, 3, 4, 5, 6, 7, 8, 9), worry_back=False),
        minutes=15,
        since=_DECEMBER,
    ),
    Preset(
        "westcliff",
        N_("Westcliff"),
        N_("Klondike with ten short piles: any card fills a gap; once through the stock."),
        Rules(piles=(3,) * 10, empty="any", passes=1, worry_back=False),
        minutes=8,
    ),
    Preset(
        "carpet",
        N_("Carpet"),
        N_("The aces are out, twenty cards lie open, and only the waste fills their gaps."),
        _open((1,) * 20, face="top", ready=True, build="none", groups="none", empty="waste", passes=1),
        minutes=4,
        since=_DECEMBER,
    ),
    Preset(
        "whitehead",
        N_("Whitehead"),
        N_("An open Klondike, red on red, black on black; only one suit moves as a run."),
        Rules(face="up", build="colour", groups="suit", empty="any", passes=1),
        minutes=10,
    ),
    Preset(
        "freecell",
        N_("FreeCell"),
        N_("All cards lie open; four free cells hold a card each. Nearly always winnable."),
        _cells((7,) * 4 + (6,) * 4, 4),
        minutes=10,
        winnable=Published(99.9988, 0, N_("a search of all 8,589,934,591 numbered deals")),
    ),
    Preset(
        "relaxed-freecell",
        N_("Relaxed FreeCell"),
        N_("FreeCell in which runs move as one, however few cells are free."),
        _cells((7,) * 4 + (6,) * 4, 4, groups="run"),
        minutes=8,
        since=_DECEMBER,
    ),
    Preset(
        "bakers-game",
        N_("Baker's Game"),
        N_("FreeCell built in suits: the older game, and a harder one."),
        _cells((7,) * 4 + (6,) * 4, 4, build="suit"),
        minutes=12,
        winnable=Published(75.053, 0.028, _BLAKE_AND_GENT),
    ),
    Preset(
        "eight-off",
        N_("Eight Off"),
        N_("Eight cells, four of them taken from the start; only a king fills a gap."),
        _cells((6,) * 8, 8, 4, build="suit", empty="king"),
        minutes=10,
        winnable=Published(99.8805, 0.0022, _BLAKE_AND_GENT),
    ),
    Preset(
        "seahaven",
        N_("Seahaven Towers"),
        N_("Ten piles in suits, four cells, two of them taken; only a king fills a gap."),
        _cells((5,) * 10, 4, 2, build="suit", empty="king"),
        minutes=8,
        winnable=Published(89.332, 0.02, _BLAKE_AND_GENT),
    ),
    Preset(
        "forecell",
        N_("ForeCell"),
        N_("FreeCell with all four cells taken from the start; only a king fills a gap."),
        _cells((6,) * 8, 4, 4, empty="king"),
        minutes=12,
        winnable=Published(85.617, 0.024, _BLAKE_AND_GENT),
    ),
    Preset(
        "penguin",
        N_("Penguin"),
        N_("Seven cells, and the first card says with which rank the foundations begin."),
        _cells((7,) * 7, 7, base="first", build="suit", wrap=True, groups="run", empty="king"),
        minutes=10,
        since=_DECEMBER,
    ),
    Preset(
        "spider-1",
        N_("Spider, one suit"),
        N_("Two packs of spades: build eight runs from king to ace. The friendliest Spider."),
        _spider((6,) * 4 + (5,) * 6, packs=2, suits=1),
        minutes=10,
    ),
    Preset(
        "spider-2",
        N_("Spider, two suits"),
        N_("Two packs of spades and hearts: runs move only if they are of one suit."),
        _spider((6,) * 4 + (5,) * 6, packs=2, suits=2),
        minutes=20,
    ),
    Preset(
        "spider-4",
        N_("Spider, four suits"),
        N_("Two whole packs: the great Spider, for long evenings."),
        _spider((6,) * 4 + (5,) * 6, packs=2),
        minutes=35,
        winnable=Published(99.9886, 0.0114, N_("a program that won 31,998 of 32,000")),
    ),
    Preset(
        "relaxed-spider",
        N_("Relaxed Spider"),
        N_("Spider with four suits, whose stock may be dealt over gaps too."),
        _spider((6,) * 4 + (5,) * 6, packs=2, deal_gaps=True),
        minutes=30,
        since=_DECEMBER,
    ),
    Preset(
        "spiderette",
        N_("Spiderette"),
        N_("Spider with one pack in the layout of Klondike."),
        _spider(_TRIANGLE),
        minutes=8,
    ),
    Preset(
        "will-o-the-wisp",
        N_("Will o' the Wisp"),
        N_("Spiderette with three cards in each of the seven piles, and easier."),
        _spider((3,) * 7),
        minutes=6,
    ),
    Preset(
        "simple-simon",
        N_("Simple Simon"),
        N_("Spider with one pack, all of it open from the start: pure thought, no luck."),
        _spider((1, 2, 3, 4, 5, 6, 7, 8, 8, 8), face="up", stock="waste"),
        minutes=12,
    ),
    Preset(
        "scorpion",
        N_("Scorpion"),
        N_("Any open card moves with all on it, onto the next higher of its suit. Hard."),
        _scorpion(),
        minutes=10,
    ),
    Preset(
        "wasp",
        N_("Wasp"),
        N_("Scorpion in which any card fills a gap, which makes it far easier."),
        _scorpion(empty="any"),
        minutes=8,
    ),
    Preset(
        "yukon",
        N_("Yukon"),
        N_("Klondike without a stock: any open card moves with all that lies on it."),
        _yukon(),
        minutes=12,
    ),
    Preset(
        "russian",
        N_("Russian Solitaire"),
        N_("Yukon built in suits, and much harder."),
        _yukon(build="suit"),
        minutes=10,
    ),
    Preset(
        "alaska",
        N_("Alaska"),
        N_("Russian Solitaire built up and down."),
        _yukon(build="suit", direction="both"),
        minutes=12,
    ),
    Preset(
        "forty-thieves",
        N_("Forty Thieves"),
        N_("Two packs, ten open piles of four, one card at a time, once through the stock."),
        _thieves((4,) * 10),
        minutes=25,
        undecided=True,
    ),
    Preset(
        "josephine",
        N_("Josephine"),
        N_("Forty Thieves in which runs move as one."),
        _thieves((4,) * 10, groups="run"),
        minutes=20,
        undecided=True,
    ),
    Preset(
        "limited",
        N_("Limited"),
        N_("Forty Thieves with twelve piles of three."),
        _thieves((3,) * 12),
        minutes=20,
    ),
    Preset(
        "congress",
        N_("Congress"),
        N_("Two packs, eight piles built whatever the suits; gaps fill from the waste."),
        _thieves((1,) * 8, face="top", build="any", empty="auto"),
        minutes=15,
        undecided=True,
        since=_DECEMBER,
    ),
    Preset(
        "parliament",
        N_("Parliament"),
        N_("Congress with the eight aces out from the start."),
        _thieves((1,) * 8, face="top", build="any", empty="auto", ready=True),
        minutes=15,
        undecided=True,
        since=_DECEMBER,
    ),
    Preset(
        "rank-and-file",
        N_("Rank and File"),
        N_("Forty Thieves, red on black, with only the top cards open; runs move as one."),
        _thieves((4,) * 10, face="top", build="alternate", groups="run"),
        minutes=20,
    ),
    Preset(
        "miss-milligan",
        N_("Miss Milligan"),
        N_("Two packs dealt on eight piles, and a pocket once the stock is empty."),
        Rules(packs=2, piles=(1,) * 8, stock="piles", deal_gaps=True, pocket=True, worry_back=False),
        minutes=20,
        since=_DECEMBER,
    ),
    Preset(
        "royal-cotillion",
        N_("Royal Cotillion"),
        N_("Two packs in suits, up by two; sixteen cards that refill, twelve in reserve."),
        _unbuilt((1,) * 16, face="up", reserve=(3,) * 4, home="twos", empty="auto", passes=1),
        minutes=10,
        since=_DECEMBER,
    ),
    Preset(
        "sultan",
        N_("Sultan"),
        N_("Eight suits go up round the king of hearts, three times through the stock."),
        _unbuilt((1,) * 6, home="sultan", ready=True, empty="waste", passes=3),
        minutes=6,
        since=_DECEMBER,
    ),
    Preset(
        "canfield",
        N_("Canfield"),
        N_("A reserve of thirteen cards to clear; luck says where the foundations begin."),
        _canfield(),
        minutes=8,
    ),
    Preset(
        "canfield-strict",
        N_("Canfield, strict"),
        N_("Canfield in which piles move only as a whole, and only the waste fills a gap."),
        _canfield(groups="pile", empty="waste"),
        minutes=8,
    ),
    Preset(
        "storehouse",
        N_("Storehouse"),
        N_("Canfield built in suits, the twos already out, three times through the stock."),
        _canfield(base=2, ready=True, build="suit", groups="run", draw=1, passes=3),
        minutes=8,
    ),
    Preset(
        "osmosis",
        N_("Osmosis"),
        N_("Four suits in any order: a rank goes through once it lies on the suit before."),
        _osmosis(),
        minutes=4,
        undecided=True,
        since=_DECEMBER,
    ),
    Preset(
        "peek",
        N_("Peek"),
        N_("Osmosis with all cards of the reserve open."),
        _osmosis(face="up"),
        minutes=4,
        undecided=True,
        since=_DECEMBER,
    ),
    Preset(
        "beleaguered-castle",
        N_("Beleaguered Castle"),
        N_("The aces are out, eight piles lie open, and only top cards move."),
        _open((6,) * 8, ready=True, build="any", groups="none"),
        minutes=10,
        winnable=Published(68.17, 0.099, _BLAKE_AND_GENT),
    ),
    Preset(
        "streets-and-alleys",
        N_("Streets and Alleys"),
        N_("Beleaguered Castle with the aces in the piles."),
        _open((7,) * 4 + (6,) * 4, build="any", groups="none"),
        minutes=10,
        winnable=Published(51.187, 0.186, _BLAKE_AND_GENT),
    ),
    Preset(
        "stronghold",
        N_("Stronghold"),
        N_("Streets and Alleys with one free cell, which opens most deals."),
        _open((7,) * 4 + (6,) * 4, build="any", groups="none", cells=1),
        minutes=10,
        winnable=Published(97.379, 0.042, _BLAKE_AND_GENT),
    ),
    Preset(
        "fortress",
        N_("Fortress"),
        N_("Ten piles built in suits, up and down, one card at a time."),
        _open((6,) * 2 + (5,) * 8, build="suit", direction="both", groups="none"),
        minutes=12,
    ),
    Preset(
        "fan",
        N_("Fan"),
        N_("Eighteen small piles in suits, one card at a time; only a king fills a gap."),
        Rules(piles=(3,) * 17 + (1,), face="up", build="suit", groups="none"),
        minutes=10,
    ),
    Preset(
        "la-belle-lucie",
        N_("La Belle Lucie"),
        N_("Fan in which a gap stays a gap; what is left is shuffled and laid out twice."),
        _gathered(_FANS, "shuffle", passes=3),
        minutes=10,
        since=_DECEMBER,
    ),
    Preset(
        "three-shuffles",
        N_("Three Shuffles and a Draw"),
        N_("La Belle Lucie that lets you draw one card from under others at the end."),
        _gathered(_FANS, "shuffle", passes=3, merci=1),
        minutes=10,
        since=_DECEMBER,
    ),
    Preset(
        "trefoil",
        N_("Trefoil"),
        N_("La Belle Lucie with the aces out from the start, in sixteen fans."),
        _gathered((3,) * 16, "shuffle", passes=3, ready=True),
        minutes=10,
        since=_DECEMBER,
    ),
    Preset(
        "super-flower-garden",
        N_("Super Flower Garden"),
        N_("La Belle Lucie built whatever the suits, which moves far more cards."),
        _gathered(_FANS, "shuffle", passes=3, build="any"),
        minutes=12,
        since=_DECEMBER,
    ),
    Preset(
        "cruel",
        N_("Cruel"),
        N_("The aces are out; twelve piles in suits are gathered at will, unshuffled."),
        _gathered((4,) * 12, "deal", ready=True),
        minutes=8,
        since=_DECEMBER,
    ),
    Preset(
        "perseverance",
        N_("Perseverance"),
        N_("Cruel in which runs move as one, and the piles are laid out three times."),
        _gathered((4,) * 12, "deal", ready=True, groups="run", passes=3),
        minutes=8,
        since=_DECEMBER,
    ),
    Preset(
        "calculation",
        N_("Calculation"),
        N_("Foundations go up by one, two, three and four; four piles take what has to wait."),
        _heaps(4, home="steps", ready=True),
        minutes=6,
        undecided=True,
        since=_DECEMBER,
    ),
    Preset(
        "sir-tommy",
        N_("Sir Tommy"),
        N_("Cards come one by one and wait on four piles, from which nothing comes back."),
        _heaps(4, home="any"),
        minutes=5,
        undecided=True,
        since=_DECEMBER,
    ),
    Preset(
        "lady-betty",
        N_("Lady Betty"),
        N_("Sir Tommy with six piles and foundations in suits."),
        _heaps(6),
        minutes=6,
        undecided=True,
        since=_DECEMBER,
    ),
    Preset(
        "bakers-dozen",
        N_("Baker's Dozen"),
        N_("Thirteen piles of four with the kings at the bottom; a gap stays a gap."),
        _open((4,) * 13, kings_down=True, build="any", groups="none", empty="none"),
        minutes=8,
    ),
    Preset(
        "bisley",
        N_("Bisley"),
        N_("The aces are out; foundations go up from aces and down from kings and meet."),
        _open(
            (3,) * 4 + (4,) * 9,
            home="ends",
            ready=True,
            build="suit",
            direction="both",
            groups="none",
            empty="none",
        ),
        minutes=8,
        since=_DECEMBER,
    ),
    Preset(
        "bristol",
        N_("Bristol"),
        N_("Eight fans, kings below, and a reserve of three piles on which the stock goes."),
        _open(
            (3,) * 8,
            reserve=(1,) * 3,
            kings_down=True,
            home="any",
            build="any",
            groups="none",
            empty="none",
            stock="reserve",
        ),
        minutes=8,
        since=_DECEMBER,
    ),
    Preset(
        "grandfathers-clock",
        N_("Grandfather's Clock"),
        N_("Twelve foundations round a dial, each to the card of its hour; eight open piles."),
        _open((5,) * 8, home="clock", ready=True, build="any", groups="none"),
        minutes=5,
        since=_DECEMBER,
    ),
    Preset(
        "east-haven",
        N_("East Haven"),
        N_("Seven piles of three; the stock is dealt on them, a card on each."),
        Rules(piles=(3,) * 7, empty="any", stock="piles", deal_gaps=True),
        minutes=10,
    ),
    Preset(
        "raglan",
        N_("Raglan"),
        N_("The aces are out, nine open piles, and six cards in reserve."),
        _open((1, 2, 3, 4, 5, 6, 7, 7, 7), reserve=(1,) * 6, ready=True, groups="none", worry_back=True),
        minutes=10,
        winnable=Published(81.226, 0.085, _BLAKE_AND_GENT),
    ),
    Preset(
        "king-albert",
        N_("King Albert"),
        N_("Nine open piles from one card to nine, and seven cards in reserve."),
        _open(tuple(range(1, 10)), reserve=(1,) * 7, groups="none", worry_back=True),
        minutes=12,
        winnable=Published(68.542, 0.092, _BLAKE_AND_GENT),
    ),
    Preset(
        "somerset",
        N_("Somerset"),
        N_("Ten open piles, one card at a time, and nothing in reserve."),
        _open((1, 2, 3, 4, 5, 6, 7, 8, 8, 8), groups="none", worry_back=True),
        minutes=12,
        winnable=Published(53.725, 0.097, _BLAKE_AND_GENT),
    ),
    Preset(
        "pyramid",
        N_("Pyramid"),
        N_("Clear the pyramid by pairs that make thirteen, three times through the stock."),
        _pyramid(passes=3, waste_pair=True),
        minutes=5,
    ),
    Preset(
        "pyramid-all",
        N_("Pyramid, all cards"),
        N_("Pyramid in which stock and waste have to go too."),
        _pyramid(passes=3, waste_pair=True, clear="all"),
        minutes=6,
    ),
    Preset(
        "giza",
        N_("Giza"),
        N_("Pyramid with the rest of the pack open in eight piles of three."),
        _pyramid(reserve=(3,) * 8),
        minutes=5,
    ),
    Preset(
        "fourteen",
        N_("Fourteen"),
        N_("Twelve open piles: take off pairs that add up to fourteen."),
        _open((5,) * 4 + (4,) * 8, aim="pairs", sum=14, build="none", empty="none"),
        minutes=5,
    ),
    Preset(
        "aces-up",
        N_("Aces Up"),
        N_("Cards go where a higher one of their suit lies open, until only aces are left."),
        Rules(
            piles=(1,) * 4,
            aim="aces",
            build="none",
            groups="none",
            empty="any",
            stock="piles",
            deal_gaps=True,
            worry_back=False,
        ),
        minutes=3,
        since=_DECEMBER,
    ),
    Preset(
        "monte-carlo",
        N_("Monte Carlo"),
        N_("Five rows of five: pairs of a rank go where they touch, and the rest closes up."),
        _grid(5, 5, aim="pairs", sum=0, clear="all", stock="piles"),
        minutes=4,
        since=_DECEMBER,
    ),
    Preset(
        "monte-carlo-13",
        N_("Monte Carlo by thirteens"),
        N_("Monte Carlo with pairs that make thirteen; kings go alone."),
        _grid(5, 5, aim="pairs", clear="all", stock="piles"),
        minutes=4,
        since=_DECEMBER,
    ),
    Preset(
        "golf",
        N_("Golf"),
        N_("Put cards on the waste, each one higher or lower than the last. Quick and merry."),
        _waste((5,) * 7, base="dealt", passes=1),
        minutes=3,
        winnable=Published(45.109, 0.032, _BLAKE_AND_GENT),
    ),
    Preset(
        "dead-king-golf",
        N_("Dead King Golf"),
        N_("Golf in which nothing goes on a king."),
        _waste((5,) * 7, base="dealt", passes=1, king_stops=True),
        minutes=3,
    ),
    Preset(
        "black-hole",
        N_("Black Hole"),
        N_("All cards go onto the ace of spades, up or down, round the corner."),
        _waste((3,) * 17, wrap=True),
        minutes=8,
        winnable=Published(86.944, 0.022, _BLAKE_AND_GENT),
    ),
    Preset(
        "worm-hole",
        N_("Worm Hole"),
        N_("Black Hole with one free cell."),
        _waste((3,) * 17, wrap=True, cells=1),
        minutes=8,
        winnable=Published(99.8886, 0.0074, _BLAKE_AND_GENT),
    ),
    Preset(
        "tri-peaks",
        N_("TriPeaks"),
        N_("Clear three peaks onto the waste, up or down, round the corner."),
        _waste((3, 6, 9, 10), layout="peaks", face="top", base="dealt", wrap=True, passes=1),
        minutes=3,
    ),
    Preset(
        "montana",
        N_("Montana"),
        N_("The aces leave gaps in four rows: bring each to run from two to king in a suit."),
        _grid(13, 4, aim="rows", gather="shuffle", passes=3),
        minutes=8,
        since=_DECEMBER,
    ),
    Preset(
        "accordion",
        N_("Accordion"),
        N_("One line of all cards: fold it up onto neighbours of the same suit or rank."),
        _grid(13, 4, aim="one"),
        minutes=6,
        since=_DECEMBER,
    ),
    Preset(
        "clock",
        N_("Clock"),
        N_("Each card goes to its hour before the fourth king comes: pure luck."),
        Rules(piles=(4,) * 13, aim="clock", build="none", groups="none", empty="none", worry_back=False),
        minutes=2,
        undecided=True,
        since=_DECEMBER,
    ),
)
_NAMED: Final = Named("version of patience", {preset.id: preset for preset in _PRESETS})
PRESETS: Final[dict[str, Preset]] = _NAMED
"""The presets by id."""
KLONDIKE: Final = {name: PRESETS[name] for name in ("klondike-1", "klondike-3")}
"""The presets of Klondike."""
HOUSE_RULES: Final = N_("Patience with house rules")
"""The name of a game whose rules match no preset; to be translated."""
_KLONDIKE_HOUSE_RULES: Final = N_("Klondike with house rules")


def preset_of(rules: Rules) -> Preset | None:
    """Return the preset whose rules these are, None for house rules."""
    return next((preset for preset in PRESETS.values() if preset.rules == rules), None)


def name_of(rules: Rules) -> str:
    """Return the name of a game by these rules, to be translated."""
    preset = preset_of(rules)
    if preset is not None:
        return preset.name
    return _KLONDIKE_HOUSE_RULES if rules.is_klondike else HOUSE_RULES


def preset_rules(preset: str, changes: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a preset with some fields changed.

    Raises `InvalidRules` for an unknown preset, and as `Rules.from_json` does.
    """
    found = _NAMED.find(preset)
    if found is None:
        close = closest(preset, PRESETS)
        if close is None:
            text = _("There is no version {name} of patience; the versions are {presets}.")
        else:
            text = _("There is no version {name} of patience. Did you mean {meant}? The versions are {presets}.")
        raise InvalidRules(text.format(name=shown(preset), meant=shown(close), presets=", ".join(PRESETS)))
    if not isinstance(changes, Mapping | None):
        raise InvalidRules(_("Rules must be an object with the fields of the rules as its keys."))
    return Rules.from_json({**found.rules.to_json(), **(changes or {})})
